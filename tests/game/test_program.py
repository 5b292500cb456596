"""The game as a program of its own: how it starts, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pygame
import pytest

from game.__main__ import two_pygames
from tests.commands import HANGUP, run_game
from tests.conftest import CHECKOUT, RunPython
from tests.game.driver import Driver

pytestmark = pytest.mark.usefixtures("compiled_kernels")


COMPILING = """
import sys
from worldgen.kernels.decorators import Kernel

compile_kernel = Kernel.compile

def compile_and_tell(kernel, **how):
    print("compiling", flush=True)
    return compile_kernel(kernel, **how)

Kernel.compile = compile_and_tell
from game.__main__ import main
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


def test_a_picture_is_written_and_no_voyage_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    words = ["--headless", "--seed", "7", "--size", "200x120", "--zoom", "1/2"]
    words += ["--position=-50,80", "--fly", "300,0", "--frames", "20"]
    assert run_game(*words, "--screenshot", str(path), "--saves", str(tmp_path)) == 0
    assert pygame.image.load(path).get_size() == (200, 120)
    assert list(tmp_path.glob(".*voyage*")) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, HANGUP])
def test_a_signal_ends_it_and_the_place_is_kept(tmp_path: Path, number: signal.Signals) -> None:
    driver = Driver(tmp_path)
    driver.app.after_frame = lambda _: signal.raise_signal(number)
    assert driver.app.run() == 0
    assert driver.app.close() == 0
    assert (tmp_path / "saves" / ".voyage.json").is_file()


def test_it_ends_while_it_is_still_compiling(tmp_path: Path) -> None:
    words = ["--headless", "--frames", "100000", "--saves", str(tmp_path / "saves")]
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    program = started("-c", COMPILING, *words, environment=cache)
    assert program.stdout is not None
    assert program.stdout.readline() == "compiling\n"
    program.send_signal(signal.SIGTERM)
    _, complaints = program.communicate()
    assert (program.returncode, complaints) == (0, "")


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
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    assert run_game("--headless", "--frames", "3", "--saves", str(tmp_path), *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


def test_a_driver_that_is_not_there_is_told_and_frames_end_it(
    run_python: RunPython, tmp_path: Path
) -> None:
    ended = run_python(
        "-m", "game", "--frames", "5", "--saves", str(tmp_path),
        environment={"SDL_VIDEODRIVER": "nosuch", "DISPLAY": "", "WAYLAND_DISPLAY": ""},
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (0, "")
    assert (tmp_path / ".voyage.json").is_file()
    # SDL itself may add a line about what else it looked for.
    said = [line for line in ended.stderr.splitlines() if "video driver" in line]
    assert len(said) == 1
    assert "nosuch" in said[0]


def test_pygame_beside_pygame_ce_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_pygames() is None
    other = tmp_path / "pygame-2.6.1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: pygame\nVersion: 2.6.1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    told = two_pygames()
    assert told is not None
    assert "pip uninstall pygame" in told
    assert "\n" not in told


def test_nothing_slow_is_imported_before_the_window(run_python: RunPython) -> None:
    script = (
        "import sys; import game.run;"
        "slow = {'numba', 'numpy', 'pygame_gui'} & set(sys.modules); print(*slow)"
    )
    ended = run_python("-c", script)
    assert ended.stdout.strip() == ""


def test_without_a_window_library_it_says_what_to_install(run_python: RunPython) -> None:
    program = """
        import importlib.machinery, sys
        find = importlib.machinery.PathFinder.find_spec
        importlib.machinery.PathFinder.find_spec = classmethod(
            lambda _, name, *rest: None if name.startswith("pygame") else find(name, *rest)
        )
        from game.__main__ import main
        sys.exit(main([]))
    """
    process = run_python("-c", textwrap.dedent(program))
    assert process.returncode == 1
    assert process.stderr == (
        "endless-isles: pygame and pygame_gui not found: pip install 'endless-isles[game]'\n"
    )
