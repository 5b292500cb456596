"""Voyages: written whole, read with care, and never in the way of a world."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.camera import Camera
from game.world.voyage import Voyage, VoyageError
from game.world.voyage_files import keep_voyage, read_voyage, voyage_path
from worldgen.files.saved_worlds import list_worlds
from worldgen.parameters import WorldParameters

FAR = Voyage(Camera(-(2**57) - 1, 2**53 + 1, -37), 2**63 + 1, WorldParameters(octaves=3))


def test_there_and_back(tmp_path: Path) -> None:
    assert read_voyage(tmp_path, None) is None
    keep_voyage(tmp_path, FAR)
    assert read_voyage(tmp_path, None) == FAR
    assert read_voyage(tmp_path, "x.json") is None


def test_a_named_world_has_its_own(tmp_path: Path) -> None:
    here = Voyage(Camera(1, 2, 3), "日本", WorldParameters(), "日本.json")
    keep_voyage(tmp_path / "new", here)
    assert read_voyage(tmp_path / "new", "日本.json") == here
    assert read_voyage(tmp_path / "new", None) == here
    assert voyage_path(tmp_path, "日本.json") == tmp_path / "日本.voyage.json"
    assert list_worlds(tmp_path / "new") == []


def test_positions_survive_a_reader_that_rounds(tmp_path: Path) -> None:
    keep_voyage(tmp_path, FAR)
    text = voyage_path(tmp_path, None).read_text(encoding="utf-8")
    fields = json.loads(text, parse_int=float)
    assert int(fields["x"]) == FAR.camera.x
    assert int(fields["seed"]) == FAR.seed


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "something"),
        ("x", 5),
        ("x", "5.5"),
        ("y", "9" * 400),
        ("y", None),
        ("x", str(10**23)),
        ("y", str(-(10**20))),
        ("zoom", 999),
        ("zoom", True),
        ("zoom", "0"),
        ("world", 3),
        ("seed", 7),
        ("seed", ""),
        ("parameters", []),
        ("parameters", {"octaves": 99}),
        ("parameters", {"octave": 3}),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, field: str, value: object) -> None:
    keep_voyage(tmp_path, FAR)
    path = voyage_path(tmp_path, None)
    fields = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**fields, field: value}), encoding="utf-8")
    with pytest.raises(VoyageError, match=r"\.voyage\.json") as caught:
        read_voyage(tmp_path, None)
    assert "\n" not in str(caught.value)
    named = "octave" if isinstance(value, dict) else field
    assert named in str(caught.value)


def test_a_cut_file_is_an_error_and_stays(tmp_path: Path) -> None:
    keep_voyage(tmp_path, FAR)
    path = voyage_path(tmp_path, None)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(VoyageError):
            read_voyage(tmp_path, None)
        assert path.read_bytes() == whole[:length]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("here")
    with pytest.raises(VoyageError, match="file"):
        keep_voyage(blocked / "saves", FAR)


def test_a_damaged_voyage_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = voyage_path(tmp_path, None)
    path.write_bytes(b'{"format": "endless')
    keep_voyage(tmp_path, FAR)
    assert read_voyage(tmp_path, None) == FAR
    assert path.with_name(path.name + ".damaged").read_bytes() == b'{"format": "endless'
