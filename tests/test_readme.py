"""The README: each command in it is run, here or by ``.ci/run``, and each example works."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.commands import run_game, run_main
from tests.conftest import CHECKOUT

README = (CHECKOUT / "README.md").read_text("utf-8")
CI = (CHECKOUT / ".ci" / "run").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
POSIX = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]
WINDOWS = [line for kind, text in BLOCKS if kind == "bat" for line in text.splitlines()]
INSTALLING = [line for line in POSIX if "venv .venv" in line]
RUNNABLE = [line for line in POSIX if line not in INSTALLING]
PYTHON = ".venv/bin/python "
LONG = (
    "-m worldgen gallery",
    "-m worldgen search --goals home_island",
    "-m worldgen render --world atlantis --set",
    "-m worldgen export --seed 7 --size 2048x2048",
    "-m worldgen export --seed 7 --size 1024x768",
    "-m game --seed 7 --position",
)


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    assert {kind for kind, _ in BLOCKS} == {"sh", "bat", "python", "toml"}
    assert all(line.startswith(PYTHON) for line in RUNNABLE)


def test_two_lines_install_everything_and_ci_runs_them() -> None:
    play, test = INSTALLING
    assert play.endswith("&& .venv/bin/python -m game")
    assert test.endswith("&& .venv/bin/python -m pytest")
    for line in INSTALLING:
        make, install, _ = line.split(" && ")
        assert make == "python3 -m venv .venv"
        assert install.startswith(".venv/bin/pip install -e ")
    for pattern in ("readme_line '-m game'", "readme_line '-m pytest'"):
        assert pattern in CI


def test_windows_has_the_same_lines() -> None:
    assert len(WINDOWS) == len(INSTALLING)
    for posix, windows in zip(INSTALLING, WINDOWS, strict=True):
        translated = posix.replace("python3", "py").replace(".venv/bin/", ".venv\\Scripts\\")
        assert windows == translated.replace("'", "")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.slow if line.startswith(LONG) else ())
        for line in (line.removeprefix(PYTHON) for line in RUNNABLE)
    ],
)
def test_commands(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, module, *words = shlex.split(line)
    if "bake" in words:
        pytest.importorskip("zarr", reason="needs the extra cluster")
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "atlantis.json").write_bytes((CHECKOUT / "saves" / "atlantis.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    if module == "game":
        words += ["--frames", "3", "--saves", str(saves)]
        words += [] if "--headless" in words else ["--headless"]
        assert run_game(*words) == 0
    else:
        assert module == "worldgen"
        assert run_main(*words) == 0
    for word in words:
        if word.endswith(".png"):
            assert (tmp_path / word).read_bytes().startswith(b"\x89PNG")


# The program with a window is tested in test_own_program.
@pytest.mark.parametrize(
    "text", [text for kind, text in BLOCKS if kind == "python" and "import pygame" not in text]
)
def test_examples(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(text, "README.md", "exec"), {"__name__": "example"})


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_links_within_the_checkout(target: str) -> None:
    if not target.startswith("https://"):
        assert (CHECKOUT / target).exists()


def test_the_supported_python_is_the_one_that_is_named() -> None:
    pyproject = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    named = re.search(r"Python (3\.\d+) or later", README)
    required = re.search(r'requires-python = ">=(3\.\d+)"', pyproject)
    assert named
    assert required
    assert named[1] == required[1]
    assert sys.version_info >= tuple(map(int, named[1].split(".")))
