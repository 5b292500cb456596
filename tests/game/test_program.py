"""The game as a program of its own: how it starts, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, RunPython

pytestmark = pytest.mark.usefixtures("compiled_kernels")


TELLING = """
import sys
import game.play.screen
from game.__main__ import main

class Telling(game.play.screen.PlayScreen):
    told = False

    def draw(self, target):
        super().draw(target)
        if not Telling.told:
            print("playing", flush=True)
        Telling.told = True

game.play.screen.PlayScreen = Telling
sys.exit(main(sys.argv[1:]))
"""


def started(*words: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=CHECKOUT,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_without_a_display_it_draws_a_short_flight(run_python: RunPython, tmp_path: Path) -> None:
    environment = {"SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    words = ["-m", "game", "--size", "160x120", "--saves", str(tmp_path)]
    ended = run_python(*words, environment=environment)
    # What SDL says of a missing display is its own.
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False)
    picture = tmp_path / "screenshots" / "flight.png"
    assert ended.stdout == f"picture written to {picture}\n"
    assert picture.stat().st_size > 1000
    assert not list(tmp_path.glob("*.json"))


def test_a_picture_is_the_same_every_time(run_python: RunPython, tmp_path: Path) -> None:
    pictures = []
    for name in ("a.png", "b.png"):
        path = tmp_path / name
        words = ["-m", "game", "--headless", "--seed", "7", "--size", "200x120", "--zoom", "1/2"]
        words += ["--position=-50,80", "--fly", "300,0", "--frames", "20"]
        ended = run_python(*words, "--screenshot", str(path), "--saves", str(tmp_path))
        assert (ended.returncode, ended.stderr) == (0, "")
        pictures.append(path)
    assert all(path.stat().st_size > 1000 for path in pictures)
    assert list(tmp_path.glob(".*voyage*")) == []


def test_frames_end_it(run_python: RunPython, tmp_path: Path) -> None:
    ended = run_python(
        "-m", "game", "--headless", "--frames", "5", "--saves", str(tmp_path), "--seed", "9"
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert (tmp_path / ".voyage.json").is_file()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_the_place_is_kept(tmp_path: Path, number: signal.Signals) -> None:
    words = ["--headless", "--frames", "100000", "--saves", str(tmp_path)]
    program = started("-c", TELLING, *words)
    assert program.stdout is not None
    assert program.stdout.readline() == "playing\n"
    program.send_signal(number)
    out, err = program.communicate(timeout=20)
    assert (program.returncode, out, err) == (0, "", "")
    assert (tmp_path / ".voyage.json").is_file()


def test_it_ends_while_it_is_still_compiling(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    words = ["--headless", "--frames", "100000", "--saves", str(tmp_path / "saves")]
    program = started("-m", "game", *words, environment={"XDG_CACHE_HOME": str(cache)})
    while not cache.exists():
        assert program.poll() is None
        time.sleep(0.02)
    program.send_signal(signal.SIGTERM)
    out, err = program.communicate(timeout=20)
    assert (program.returncode, out, err) == (0, "", "")


@pytest.mark.parametrize(
    "words",
    [
        ["--seed", " "],
        ["--world", "no such world"],
        ["--world", "../x.json"],
        ["--world", "broken"],
        ["--world", "a\nb"],
    ],
)
def test_a_world_that_cannot_be_opened_is_one_line(
    run_python: RunPython, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    ended = run_python(
        "-m", "game", "--headless", "--frames", "3", "--saves", str(tmp_path), *words
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_a_driver_that_is_not_there_is_told(run_python: RunPython, tmp_path: Path) -> None:
    ended = run_python(
        "-m", "game", "--frames", "2", "--saves", str(tmp_path),
        environment={"SDL_VIDEODRIVER": "nosuch", "DISPLAY": "", "WAYLAND_DISPLAY": ""},
    )  # fmt: skip
    assert ended.returncode == 0
    # SDL itself may add a line about what else it looked for.
    said = [line for line in ended.stderr.splitlines() if "video driver" in line]
    assert len(said) == 1
    assert "nosuch" in said[0]


def test_pygame_beside_pygame_ce_is_told(run_python: RunPython, tmp_path: Path) -> None:
    other = tmp_path / "site" / "pygame-2.6.1.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: pygame\nVersion: 2.6.1\n")
    script = (
        f"import sys; sys.path.append({str(other.parent)!r}); from game.__main__ import main;"
        f"main(['--headless', '--frames', '1', '--saves', {str(tmp_path)!r}])"
    )
    ended = run_python("-c", script)
    assert ended.returncode == 0
    assert ended.stderr.count("\n") == 1
    assert "pip uninstall pygame" in ended.stderr


def test_nothing_slow_is_imported_before_the_window(run_python: RunPython) -> None:
    script = (
        "import sys; import game.run;"
        "slow = {'numba', 'numpy', 'pygame_gui'} & set(sys.modules); print(*slow)"
    )
    ended = run_python("-c", script)
    assert ended.stdout.strip() == ""
