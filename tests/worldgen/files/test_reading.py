"""Whatever stands where a file should be: one line, and nothing waits for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from game.settings import SettingsFile
from worldgen.__main__ import main
from worldgen.files.reading import LARGEST_FILE, FileProblem, read_bytes, read_text
from worldgen.files.save import SaveError, list_worlds, load_world

TEN_GIGABYTES = 10 * 2**30


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_huge(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(TEN_GIGABYTES)


def make_folder(path: Path) -> None:
    path.mkdir()


def make_loop(path: Path) -> None:
    path.symlink_to(path)


KINDS: list[Callable[[Path], None]] = [make_pipe, make_device, make_huge, make_folder, make_loop]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links")
no_file = pytest.mark.parametrize("make", KINDS)


def one_line(text: str) -> None:
    assert text.count("\n") == 0
    assert text.isprintable()


@no_file
def test_what_is_no_readable_file_is_told_at_once(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    make(path)
    with pytest.raises(FileProblem) as problem:
        read_bytes(path)
    one_line(str(problem.value))
    with pytest.raises(SaveError) as refusal:
        load_world(path)
    one_line(str(refusal.value))
    for world in list_worlds(tmp_path):
        assert world.error


@no_file
def test_the_game_starts_whatever_stands_in_place_of_its_settings(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "settings.json")
    settings = SettingsFile(tmp_path / "settings.json")
    if make is not make_loop:
        assert settings.notice is not None
        one_line(settings.notice)


@no_file
@pytest.mark.parametrize(
    "words",
    [
        ("stats", "--seed=1", "--params", "{}"),
        ("stats", "--world", "{}"),
        ("search", "--goals", "{}"),
        ("search", "rivers>=1", "--resume", "--state", "{}"),
    ],
    ids=lambda words: " ".join(words),
)
def test_commands_refuse_them_in_one_line(
    words: tuple[str, ...],
    make: Callable[[Path], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "x.json"
    make(path)
    if make is make_loop and "--resume" in words:
        pytest.skip("a state that leads nowhere is none")
    assert main([word.format(path) for word in words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_the_largest_file_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"x" * LARGEST_FILE)
    assert len(read_bytes(path)) == LARGEST_FILE
    path.write_bytes(b"x" * (LARGEST_FILE + 1))
    with pytest.raises(FileProblem, match="is larger"):
        read_bytes(path)


def test_text_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes("\ufeff日本".encode())
    assert read_text(path) == "日本"
    path.write_bytes(b"caf\xe9")
    with pytest.raises(FileProblem, match=r"not UTF-8 text \(byte 3\)"):
        read_text(path)
