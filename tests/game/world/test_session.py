"""Which world the game begins with, and where in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import worldgen
from game.camera import Camera
from game.options import Options
from game.world.background_load import LoadError
from game.world.session import (
    FIRST_SEED,
    OpenedWorld,
    Target,
    first_world,
    saved_world,
    target_world,
)
from game.world.voyage import Bookmark
from game.world.voyage_files import voyage_path
from worldgen.files.save import save_world
from worldgen.kernels import warm_up

pytestmark = pytest.mark.usefixtures("compiled_kernels")

PLACE = Camera(640, -1280, 5)


def opened(saves: Path, **given: object) -> OpenedWorld:
    return first_world(replace(Options(saves=saves), **given))(lambda done, stage: None)  # type: ignore[arg-type]


def saved(saves: Path, name: str, seed: int) -> Path:
    saves.mkdir(exist_ok=True)
    path = saves / f"{name}.json"
    save_world(path, worldgen.World(seed), name)
    return path


def test_the_first_time(tmp_path: Path) -> None:
    first = opened(tmp_path)
    assert first.session.seed == FIRST_SEED
    assert first.camera is not None
    assert first.camera.cell == first.session.source.spawn()
    assert not list(tmp_path.iterdir())


def test_the_very_first_time_it_begins_on_sketches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_up, "must_compile", lambda: True)
    monkeypatch.setattr(warm_up, "compile_behind", lambda _: 3)
    first = opened(tmp_path)
    assert first.session.notice is not None and "Sketches" in first.session.notice
    assert first.camera == Camera.at_cell(*first.session.source.world.likely_spawn())
    measured = opened(tmp_path, benchmark=True)
    assert measured.session.notice is None
    assert measured.camera == Camera.at_cell(*measured.session.source.spawn())


def test_it_goes_on_where_one_was(tmp_path: Path) -> None:
    opened(tmp_path, seed="7").session.keep(PLACE)
    again = opened(tmp_path)
    assert (again.session.seed, again.camera) == (7, PLACE)
    assert opened(tmp_path, seed=" 07 ").camera == PLACE
    other = opened(tmp_path, seed="8")
    assert (other.session.seed, other.camera == PLACE) == (8, False)


def test_a_named_world_has_its_own_place(tmp_path: Path) -> None:
    path = saved(tmp_path, "日本", 5)
    opened(tmp_path, world="日本").session.keep(PLACE)
    opened(tmp_path, seed="9").session.keep(Camera(0, 0))
    named = opened(tmp_path, world="日本")
    assert (named.session.name, named.session.seed, named.camera) == ("日本", 5, PLACE)
    assert opened(tmp_path, world=str(path)).camera == PLACE
    assert opened(tmp_path, world="日本.json").camera == PLACE
    assert saved_world(path, tmp_path)(lambda done, stage: None).camera == PLACE


def test_the_named_world_of_last_time_is_opened_again(tmp_path: Path) -> None:
    path = saved(tmp_path, "here", 5)
    opened(tmp_path, world="here").session.keep(PLACE)
    again = opened(tmp_path)
    assert (again.session.name, again.camera) == ("here", PLACE)
    path.unlink()
    without = opened(tmp_path)
    assert (without.session.name, without.session.seed, without.camera) == (None, 5, PLACE)
    assert without.session.notice is not None
    assert "here.json" in without.session.notice


def test_a_place_in_another_world_of_that_name_is_not_taken(tmp_path: Path) -> None:
    saved(tmp_path, "here", 5)
    opened(tmp_path, world="here").session.keep(PLACE)
    saved(tmp_path, "here", 6)
    assert opened(tmp_path, world="here").camera != PLACE
    assert opened(tmp_path).camera != PLACE


MARKS = (Bookmark("harbour", PLACE),)


def mark(began: OpenedWorld, place: Camera = PLACE) -> None:
    """Mark a place and leave."""
    replace(began.session, bookmarks=MARKS).keep(place)


def test_a_world_of_the_same_name_elsewhere_keeps_its_own_bookmarks(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    for number, folder in enumerate(("saves", "elsewhere", "third")):
        saved(tmp_path / folder, "x", number)
    paths = [tmp_path / folder / "x.json" for folder in ("saves", "elsewhere", "third")]
    mark(opened(saves, world="x"))
    for path in paths[1:]:
        began = opened(saves, world=str(path))
        assert began.session.bookmarks == ()
        began.session.keep(Camera(1, 1))
    assert opened(saves, world="x").session.bookmarks == MARKS
    assert opened(saves, world="x").camera == PLACE
    for path in paths[1:]:
        assert opened(saves, world=str(path)).camera == Camera(1, 1)
        assert saved_world(path, saves)(lambda done, stage: None).camera == Camera(1, 1)
    assert opened(saves).session.path == paths[2]


def test_a_world_that_comes_back_under_its_name_finds_its_bookmarks(tmp_path: Path) -> None:
    saved(tmp_path, "x", 5)
    mark(opened(tmp_path, world="x"))
    saved(tmp_path, "x", 6)
    for _ in range(2):
        opened(tmp_path, world="x").session.keep(Camera(0, 0))
    saved(tmp_path, "x", 5)
    again = opened(tmp_path, world="x")
    assert (again.session.bookmarks, again.camera) == (MARKS, PLACE)
    # What is removed stays removed, however often another world is there in between.
    replace(again.session, bookmarks=()).keep(PLACE)
    saved(tmp_path, "x", 6)
    opened(tmp_path, world="x").session.keep(Camera(0, 0))
    saved(tmp_path, "x", 5)
    assert opened(tmp_path, world="x").session.bookmarks == ()


def test_worlds_without_a_name_keep_their_bookmarks_apart(tmp_path: Path) -> None:
    mark(opened(tmp_path, seed="7"))
    for seed in "89":
        opened(tmp_path, seed=seed).session.keep(PLACE)
    assert opened(tmp_path, seed="9").session.bookmarks == ()
    back = target_world(Target(7, worldgen.WorldParameters(), respawn=False), tmp_path)
    assert back(lambda done, stage: None).session.bookmarks == MARKS
    # Only what holds bookmarks is worth a file.
    assert len(list(tmp_path.iterdir())) == 2
    replace(opened(tmp_path, seed="7").session, bookmarks=()).keep(PLACE)
    opened(tmp_path, seed="8").session.keep(PLACE)
    assert opened(tmp_path, seed="7").session.bookmarks == ()


def test_options_win(tmp_path: Path) -> None:
    opened(tmp_path, seed="7").session.keep(PLACE)
    assert opened(tmp_path, position=(64, 128)).camera == Camera(64, 128, 0)
    assert opened(tmp_path, zoom=-9).camera == replace(PLACE, zoom=-9)
    assert opened(tmp_path, fly=(1.0, 0.0)).session.seed == FIRST_SEED
    assert opened(tmp_path, seed="7", screenshot=Path("a.png")).camera != PLACE


@pytest.mark.parametrize("world", [None, "here"])
def test_a_damaged_voyage_is_told_and_costs_only_the_place(
    tmp_path: Path, world: str | None
) -> None:
    saved(tmp_path, "here", 5)
    file = f"{world}.json" if world else None
    voyage_path(tmp_path, file).write_text("{", encoding="utf-8")
    began = opened(tmp_path, world=world)
    assert began.session.notice is not None
    assert "voyage.json" in began.session.notice
    assert began.camera is not None
    assert began.camera.cell == began.session.source.spawn()


@pytest.mark.parametrize(
    "given", [{"seed": "  "}, {"world": "nowhere"}, {"world": "broken"}, {"world": "a\0b"}]
)
def test_what_cannot_be_opened_is_one_line(tmp_path: Path, given: dict[str, str]) -> None:
    (tmp_path / "broken.json").write_text("[]", encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        opened(tmp_path, **given)
    assert caught.value.code == 2
    assert "\n" not in str(caught.value)


def test_targets() -> None:
    target = Target("atlantis", worldgen.WorldParameters(), respawn=False)
    assert target.with_seed(back=False).seed == "atlantis 2"
    assert target.with_seed(back=False).with_seed(back=True).seed == "atlantis"
    assert not target.with_seed(back=False).respawn
    assert target.with_parameters(octaves=3).parameters.octaves == 3
    with pytest.raises(worldgen.ParameterError):
        target.with_parameters(octaves=0)


def test_another_world_is_seen_from_the_same_place(
    tmp_path: Path,
) -> None:
    target = Target(3, worldgen.WorldParameters(), respawn=False)
    assert target_world(target, tmp_path)(lambda done, stage: None).camera is None
    fresh = target_world(target.with_seed(back=False), tmp_path)(lambda done, stage: None)
    assert fresh.session.seed == 4
    assert fresh.camera is None


def test_a_world_with_own_biomes(tmp_path: Path) -> None:
    table = worldgen.BiomeTable("dry", [worldgen.BiomeRule("desert", {})])
    worldgen.save_biomes(tmp_path / "dry.json", table)
    saves = tmp_path / "saves"
    saves.mkdir()
    first = opened(saves, seed="7", biomes=tmp_path / "dry.json")
    assert first.session.source.world == worldgen.World(7, biomes=table)
    assert first.session.source.ground(*first.session.source.spawn(), 0).biome == "desert"
    named = first.session.saved_as("Dry", overwrite=False)
    assert named.path is not None and not named.has_world("Dry")
    following = target_world(Target.of(named).with_seed(back=False), saves)(lambda _, __: None)
    assert following.session.source.world == worldgen.World(8, biomes=table)
    again = opened(saves, world="Dry", biomes=tmp_path / "dry.json")
    assert again.session.source.world == first.session.source.world
    assert again.session.notice is None
    without = saved_world(named.path, saves)(lambda _, __: None)
    assert without.session.biomes is None
    assert without.session.notice is not None and "opens without them" in without.session.notice
    with pytest.raises(LoadError, match=r"nothing\.json: "):
        opened(saves, seed="7", biomes=tmp_path / "nothing.json")
