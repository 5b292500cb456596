"""Commands without a console, with half of one, and with one that shows few letters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, RunPython
from worldgen import World
from worldgen.__main__ import main
from worldgen.cli import gallery, progress
from worldgen.cli.commands import COMMANDS
from worldgen.cli.console import typed
from worldgen.files.save import save_world, world_path
from worldgen.kernels.decorators import Kernel

SMALL = ("--corner=0,0", "--size=40x30", "--lod=6")
SEARCH = ("--seeds=0..1", "--window=64", "--lod=2", "--sketch", "--count=2")

WORDS: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "render": lambda folder: ("--seed=1", *SMALL, "-o", str(folder / "a.png")),
    "stats": lambda _: ("--seed=1", "--corner=0,0", "--size=2000x2000", "--lod=6", "--sketch"),
    "search": lambda folder: ("water_fraction>=0", *SEARCH, "--state", str(folder / "state")),
    "export": lambda folder: ("--seed=1", *SMALL, "-o", str(folder / "a.npz")),
    "bake": lambda folder: ("--seed=1", *SMALL, "--tile=512", "-o", str(folder / "a.zarr")),
    "gallery": lambda folder: ("--folder", str(folder / "docs")),
    "warm-up": lambda _: ("--quiet",),
}


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch, compiled_kernels: None) -> None:
    """The gallery's pictures are the painter's concern."""
    monkeypatch.setattr(gallery, "SCENES", ())


def test_all_commands_are_tried_here() -> None:
    assert set(WORDS) == set(COMMANDS)


@pytest.mark.parametrize("missing", [("stderr",), ("stdout",), ("stdout", "stderr")])
@pytest.mark.parametrize("name", COMMANDS)
def test_commands_work_without_streams(
    name: str, missing: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As under a program that has no console."""
    for stream in missing:
        monkeypatch.setattr(sys, stream, None)
    assert main([name, *WORDS[name](tmp_path)]) == 0
    assert all(getattr(sys, stream) is None for stream in missing)
    assert main(["render", "--seed=1", "-o", "a.jpg"]) == 2


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a shell does")
@pytest.mark.parametrize(
    ("name", "closed"),
    [
        ("export", "2>&-"),
        ("export", "<&- >&- 2>&-"),
        *(
            pytest.param(name, closed, marks=pytest.mark.slow)
            for name in ("stats", "bake")
            for closed in ("2>&-", ">&-", ">&- 2>&-", "<&- >&- 2>&-")
        ),
    ],
)
def test_commands_work_with_closed_streams(name: str, closed: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "worldgen", name, *WORDS[name](tmp_path)]
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *words],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert bool(ended.stdout) == (closed == "2>&-")
    assert name != "export" or (tmp_path / "a.npz").stat().st_size > 1000


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
@pytest.mark.parametrize("words", [("search", "--quiet"), ("--help",)])
def test_a_reader_that_goes_is_no_bad_input(words: tuple[str, ...], tmp_path: Path) -> None:
    more = WORDS[words[0]](tmp_path) if words[0] in WORDS else ()
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, "-m", "worldgen", *words, *more],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    # Help is no more than a few lines, which argparse gives up on without a word.
    assert (ended.returncode, ended.stderr) == (0 if words == ("--help",) else 141, b"")


@pytest.mark.skipif(os.name != "posix", reason="code pages of a terminal")
def test_letters_that_a_terminal_cannot_show(run_python: RunPython, tmp_path: Path) -> None:
    few_letters = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    save_world(world_path(tmp_path, "日本 🏝️"), World("日本"), "日本 🏝️")
    area = WORDS["stats"](tmp_path)[1:]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        ended = run_python("-m", "worldgen", *words, environment=few_letters)
        assert "Error" not in ended.stderr
        assert ended.stdout.isascii() and ended.stderr.isascii()
        return ended

    saves = ("--saves", str(tmp_path))
    told = run("stats", "--world=日本 🏝️", *saves, *area, "--json", "--quiet")
    assert json.loads(told.stdout)["seed"] == "日本"
    state = str(tmp_path / "state")
    found = run("search", "water_fraction>=0", *SEARCH, "--seeds=日本,🏝️", "--state", state)
    assert found.returncode == 0
    assert "seed \\u65e5\\u672c: water_fraction" in found.stdout
    unknown = run("stats", "--world=日本国", *saves, *area)
    assert unknown.returncode == 2
    assert unknown.stderr.count("\n") == 1


def test_words_that_came_through_another_code_page() -> None:
    came = "日本".encode().decode("ascii", "surrogateescape")
    assert typed(came) == "日本"
    assert typed("日本") == "日本"
    assert typed("caf\udce9") == "caf\udce9"


def test_compiling_is_told_only_where_something_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_SHOWN_AFTER_SECONDS", 0.0)
    progress.compile_all(quiet=False)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(Kernel, "is_kept", lambda _: False)
    monkeypatch.setattr("worldgen.kernels.warm_up.start_helper", lambda _: None)
    progress.compile_all(quiet=False)
    assert "compiling, this once" in capsys.readouterr().err
    progress.compile_all(quiet=True)
    assert capsys.readouterr().err == ""
