"""Renaming, duplicating, deleting and bringing back worlds, with their voyages."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.camera import Camera
from game.world.voyage import Bookmark, Voyage
from game.world.voyage_files import keep_voyage, read_voyage, voyage_path
from game.world.world_files import (
    ASIDE,
    MOST_ASIDE,
    delete_world,
    duplicate_world,
    free_name,
    rename_world,
    restore_world,
)
from worldgen import World, WorldParameters, save_world
from worldgen.files.save import SaveError, list_worlds, read_save, world_path

MARKS = (Bookmark("harbour", Camera(64, -128, 3)), Bookmark("日本", Camera(0, 0, -40)))


@pytest.fixture
def world(tmp_path: Path) -> Path:
    path = world_path(tmp_path, "Atlantis")
    save_world(path, World(7, WorldParameters(octaves=3)), "Atlantis")
    keep_voyage(tmp_path, Voyage(Camera(5, 6, 7), 7, WorldParameters(octaves=3), path.name, MARKS))
    return path


def names(folder: Path) -> list[str]:
    return [world.name for world in list_worlds(folder)]


def test_bookmarks_lie_in_the_voyage_alone(tmp_path: Path, world: Path) -> None:
    voyage = read_voyage(tmp_path, world.name)
    assert voyage is not None
    assert voyage.bookmarks == MARKS
    assert "harbour" not in world.read_text(encoding="utf-8")


def test_renaming_takes_the_voyage_along(tmp_path: Path, world: Path) -> None:
    before = read_save(world)
    path = rename_world(tmp_path, world, "a/b: 日本")
    assert names(tmp_path) == ["a/b: 日本"]
    after = read_save(path)
    assert (after.seed, after.parameters) == (before.seed, before.parameters)
    voyage, last = read_voyage(tmp_path, path.name), read_voyage(tmp_path, None)
    assert voyage is not None and last is not None
    assert voyage.bookmarks == MARKS
    assert last.world == path.name
    assert not voyage_path(tmp_path, world.name).exists()
    assert rename_world(tmp_path, path, "a/b: 日本") == path


@pytest.mark.parametrize("name", ["", " x", "x" * 101, "a\nb", "Other"])
def test_a_name_that_cannot_be_changes_nothing(tmp_path: Path, world: Path, name: str) -> None:
    save_world(world_path(tmp_path, "Other"), World(1), "Other")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(SaveError) as caught:
        rename_world(tmp_path, world, name)
    assert "\n" not in str(caught.value)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_copies_have_names_of_their_own(tmp_path: Path, world: Path) -> None:
    copies = [duplicate_world(tmp_path, world) for _ in range(3)]
    assert names(tmp_path) == ["Atlantis", "Atlantis copy", "Atlantis copy 2", "Atlantis copy 3"]
    assert len({read_save(path).seed for path in (world, *copies)}) == 1
    assert len(free_name(tmp_path, "x" * 100)) == 100


def test_what_was_deleted_comes_back_as_it_was(tmp_path: Path, world: Path) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    deleted = delete_world(tmp_path, world)
    assert names(tmp_path) == []
    assert read_voyage(tmp_path, world.name) is None
    assert restore_world(deleted) == world
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert after == before
    assert list((tmp_path / ASIDE).iterdir()) == []


def test_nothing_is_written_over_when_a_world_comes_back(tmp_path: Path, world: Path) -> None:
    deleted = delete_world(tmp_path, world)
    save_world(world, World(99), "Atlantis")
    with pytest.raises(SaveError):
        restore_world(deleted)
    assert read_save(world).seed == 99


def test_a_damaged_file_is_left_alone(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    for act in (delete_world, duplicate_world, lambda s, p: rename_world(s, p, "new")):
        with pytest.raises(SaveError):
            act(tmp_path, broken)
    assert broken.read_text(encoding="utf-8") == "{"
    assert [path.name for path in tmp_path.iterdir()] == ["broken.json"]


def test_only_so_many_are_kept_aside(tmp_path: Path) -> None:
    for number in range(MOST_ASIDE + 3):
        path = world_path(tmp_path, "x")
        save_world(path, World(number), "x")
        last = delete_world(tmp_path, path)
    assert len(list((tmp_path / ASIDE).iterdir())) == MOST_ASIDE
    assert read_save(restore_world(last)).seed == MOST_ASIDE + 2
