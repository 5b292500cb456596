"""Own biomes: rules that are the same at every cut, and a world that is known by them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from worldgen import (
    Biome,
    BiomeRule,
    BiomeTable,
    LayerSettings,
    ParameterError,
    Region,
    World,
    WorldParameters,
    load_biomes,
    load_world,
    measure,
    save_biomes,
    save_world,
)
from worldgen.area import Area
from worldgen.biome_table import WET
from worldgen.chunk.decoration import decorations
from worldgen.export.arrays import read_fields, write_npz
from worldgen.export.tiled import write_tiled
from worldgen.files.world_file import WorldFileWarning

TABLE = BiomeTable(
    "fairy tale",
    [
        BiomeRule("lava", {"height": (0.55, None)}, (200, 60, 20), "mountain"),
        BiomeRule("mushroom wood", {"magic": (0.5, None)}, (170, 80, 160), "forest"),
        BiomeRule("desert", {"moisture": (None, 0.5)}),
    ],
    layers={"magic": LayerSettings(wavelength=120.0, octaves=3)},
    names={"grassland": "meadow"},
)
LAVA, WOOD = len(Biome), len(Biome) + 1
WORLD, PLAIN = World("atlantis", biomes=TABLE), World("atlantis")
X, Y = PLAIN.spawn()


def test_the_first_rule_that_holds_decides_and_water_stays_water() -> None:
    own, plain = WORLD.region(X - 300, Y - 200, 600, 400), PLAIN.region(X - 300, Y - 200, 600, 400)
    magic = WORLD.layer("magic", wavelength=120.0, octaves=3).on(own.grid)
    expected = plain.biome.copy()
    land = ~np.isin(plain.biome, WET)
    high, enchanted, dry = plain.height >= np.float32(0.55), magic >= 0.5, plain.moisture <= 0.5
    expected[land & dry] = Biome.DESERT
    expected[land & enchanted] = WOOD
    expected[land & high] = LAVA
    np.testing.assert_array_equal(own.biome, expected)
    assert {LAVA, WOOD, Biome.DESERT} <= set(np.unique(own.biome).tolist())
    for name in ("height", "moisture", "temperature", "water_level", "discharge", "shore"):
        np.testing.assert_array_equal(getattr(own, name), getattr(plain, name))
    assert WORLD.spawn() == PLAIN.spawn()


@pytest.mark.parametrize("lod", [-2, 0, 3, 6])
def test_there_are_no_seams(lod: int) -> None:
    chunk = WORLD.chunk(-1, 2, lod)
    x, y, step = int(chunk.x), int(chunk.y), chunk.step
    around = WORLD.region(x - 5 * step, y - 7 * step, 80, 80, lod)
    np.testing.assert_array_equal(around.biome[7:71, 5:69], chunk.biome)


def test_levels_of_detail_agree() -> None:
    fine, coarse = WORLD.region(0, 0, 256, 128, lod=1), WORLD.region(0, 0, 64, 32, lod=3)
    np.testing.assert_array_equal(fine.biome[::4, ::4], coarse.biome)


def test_a_place_and_its_names() -> None:
    assert WORLD.region(0, 0, 1, 1).biome_names[:4] == ("ocean", "beach", "desert", "meadow")
    region = WORLD.region(X - 300, Y - 200, 600, 400)
    row, column = np.argwhere(region.biome == WOOD)[0]
    sample = WORLD.at(X - 300 + int(column), Y - 200 + int(row))
    assert (sample.biome, sample.biome_name) == (WOOD, "mushroom wood")
    assert PLAIN.at(X, Y).biome_name == Biome(PLAIN.at(X, Y).biome).name.lower()


def test_a_world_with_own_biomes_is_another_world() -> None:
    assert WORLD != PLAIN and World("atlantis", biomes=TABLE) == WORLD
    assert World("atlantis", biomes=BiomeTable("other")) != WORLD
    assert WORLD.chunk(0, 0) != PLAIN.chunk(0, 0)
    again = pickle.loads(pickle.dumps(WORLD))
    assert again == WORLD and again.biomes == TABLE and hash(again) == hash(WORLD)
    assert again.chunk(0, 0) == WORLD.chunk(0, 0)


class Paved(World):
    """A world of a program's own making."""

    def region(self, *place: Any, **how: Any) -> Region:
        made = super().region(*place, **how)
        return made.with_fields(biome=np.full(made.shape, Biome.MOUNTAIN, np.uint8))


def test_a_subclass_is_no_plain_world_and_is_measured_as_it_is() -> None:
    paved = Paved("atlantis")
    assert paved != PLAIN and paved == Paved("atlantis")
    assert type(pickle.loads(pickle.dumps(paved))) is Paved
    assert measure(paved, 0, 0, 64, 64, spawn=False).figures()["biome.mountain"] == 1.0


def test_a_table_without_rules_changes_names_and_colours_alone() -> None:
    named = World("atlantis", biomes=BiomeTable("names", names={"forest": "wood"}))
    there, plain = named.region(X, Y, 64, 64), PLAIN.region(X, Y, 64, 64)
    np.testing.assert_array_equal(there.biome, plain.biome)
    assert there.biome_names[Biome.FOREST] == "wood"


def test_own_biomes_are_measured_crossed_and_grown_over() -> None:
    region = WORLD.region(X - 100, Y - 100, 200, 200)
    figures = measure(WORLD, X - 100, Y - 100, 200, 200, spawn=False).figures()
    assert figures["biome.mushroom_wood"] == np.mean(region.biome == WOOD)
    assert figures["biome.meadow"] == np.mean(region.biome == Biome.GRASSLAND)
    assert "biome.grassland" not in figures
    forest = region.with_fields(biome=np.where(region.biome == WOOD, 4, region.biome))
    np.testing.assert_array_equal(forest.cost("walk"), region.cost("walk"))
    np.testing.assert_array_equal(decorations(forest).kind, decorations(region).kind)


def test_files_say_so(tmp_path: Path) -> None:
    area = Area(int(X), int(Y), 8, 6)
    np.testing.assert_array_equal(read_fields(WORLD, area)["biome"], WORLD.region(X, Y, 8, 6).biome)
    write_npz(tmp_path / "a.npz", WORLD, area)
    with np.load(tmp_path / "a.npz") as loaded:
        assert json.loads(str(loaded["biomes"])) == TABLE.mark
    write_tiled(tmp_path / "a.tmx", WORLD, area)
    assert 'value="mushroom wood"' in (tmp_path / "a-tiles.tsx").read_text("utf-8")


def test_a_saved_world_names_its_biomes_and_opens_without_them(tmp_path: Path) -> None:
    path = tmp_path / "isle.json"
    save_world(path, WORLD)
    assert load_world(path, biomes=TABLE) == WORLD
    with pytest.warns(WorldFileWarning, match=f"'fairy tale' .{TABLE.digest}. and opens without"):
        assert load_world(path) == PLAIN
    with pytest.warns(WorldFileWarning, match="opens with 'other' instead"):
        load_world(path, biomes=BiomeTable("other"))
    save_world(path, PLAIN)
    assert "biomes" not in json.loads(path.read_text("utf-8"))


def test_tables_go_to_files_and_back(tmp_path: Path) -> None:
    save_biomes(tmp_path / "table.json", TABLE)
    again = load_biomes(tmp_path / "table.json")
    assert again == TABLE and again.digest == TABLE.digest and hash(again) == hash(TABLE)
    (tmp_path / "table.json").write_text('{"name": "a", "rule": []}')
    with pytest.raises(ParameterError, match=r"table\.json: a biome table has name, rules"):
        load_biomes(tmp_path / "table.json")


def test_a_table_cannot_be_changed() -> None:
    changed: Any = TABLE
    with pytest.raises(AttributeError):
        changed.name = "other"
    with pytest.raises(TypeError):
        changed.colours["lava"] = (0, 0, 0)
    with pytest.raises(TypeError):
        changed.rules[0].where["height"] = (0, 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: BiomeTable(""), "name of at most 100"),
        (lambda: BiomeRule("river", {}), "water follows from the land"),
        (lambda: BiomeRule("heath", {}, like="river"), "like must be one of beach"),
        (lambda: BiomeRule("heath", {"height": (0.6, 0.5)}), "never be from 0.6 to 0.5"),
        (lambda: BiomeRule("heath", {"height": (float("nan"), 1)}), "height must be a number"),
        (
            lambda: BiomeRule("heath", {"height": (1,)}),  # type: ignore[dict-item]
            "a lowest and a highest",
        ),
        (lambda: BiomeRule("heath", {}, (1, 2, 256)), "blue must be a whole number from 0 to 255"),
        (lambda: BiomeTable("a", [BiomeRule("heath", {})]), "'heath' must have a colour"),
        (lambda: BiomeTable("a", [BiomeRule("snow", {"slope": (0, 1)})]), "not 'slope'"),
        (lambda: BiomeTable("a", layers={"height": LayerSettings()}), "name of the field"),
        (
            lambda: BiomeTable("a", layers={"ore": {"octaves": 2}}),  # type: ignore[dict-item]
            "must have LayerSettings, not dict",
        ),
        (lambda: BiomeTable("a", colours={"heath": (0, 0, 0)}), "no biome 'heath'"),
        (lambda: BiomeTable("a", names={"snow": "ocean"}), "one name"),
        (lambda: BiomeTable("a", None), "a list of BiomeRule, not None"),  # type: ignore[arg-type]
        (lambda: BiomeTable("a", ["snow"]), "not of 'snow'"),  # type: ignore[list-item]
        (lambda: BiomeTable.from_mapping({}), "must have name"),
        (lambda: BiomeTable.from_mapping({"name": "a", "rules": [{}]}), "must have biome"),
        (lambda: World(1, biomes={}), "biomes must be a BiomeTable"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_named(make: Any, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        make()


def test_no_climate_is_needed_for_a_rule_of_a_biome_of_climate() -> None:
    table = BiomeTable("cold", [BiomeRule("taiga", {})])
    world = World(1, WorldParameters(temperature=False, island=False), biomes=table)
    biome = world.region(-4096, -4096, 64, 64, lod=7).biome
    assert set(np.unique(biome[~np.isin(biome, WET)]).tolist()) == {Biome.TAIGA}


def test_the_dataset_names_them() -> None:
    pytest.importorskip("xarray", reason="needs the extra xarray")
    lazy = WORLD.to_xarray(X, Y, 32, 16, fields=["biome"])
    there = WORLD.region(X, Y, 32, 16)
    np.testing.assert_array_equal(lazy.biome.values, there.biome)
    for dataset in (lazy, there.to_xarray()):
        assert dataset.biome.attrs["flag_meanings"].split()[LAVA:] == ["lava", "mushroom_wood"]
        assert json.loads(dataset.attrs["biomes"]) == TABLE.mark
