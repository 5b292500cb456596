"""Taking a world elsewhere: each file read back by the readers people use."""

from __future__ import annotations

import importlib
import itertools
import json
import os
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from tests.commands import HANGUP, run_main
from worldgen import Biome, Region, World, WorldParameters, paint
from worldgen.analysis.feature_counts import islands_near
from worldgen.analysis.home import home_area
from worldgen.area import Area
from worldgen.chunk.fields import FIELDS
from worldgen.connected_land import label_land
from worldgen.export import (
    EXPORTED,
    ExportError,
    make_geojson,
    read_fields,
    trace_rings,
    write_geojson,
    write_height_png,
    write_npz,
    write_raw16,
    write_tiled,
)
from worldgen.export.tileset import TILE_PIXELS, VARIANTS, tile_numbers
from worldgen.extras import ExtraError

AREA = Area(-333, -250, 300, 260)


@pytest.fixture(scope="module")
def world() -> World:
    return World(5, WorldParameters(island_spacing=512, great=0.0))


@pytest.fixture(scope="module")
def fields(world: World) -> dict[str, np.ndarray]:
    region = AREA.read(world)
    return {name: getattr(region, name) for name in EXPORTED}


def heights16(fields: dict[str, np.ndarray]) -> np.ndarray:
    units: np.ndarray = np.floor(fields["height"].astype(np.float64) * 65535 + 0.5)
    return units.astype(np.uint16)


# Arrays and height maps


def test_fields_are_those_of_the_region(world: World, fields: dict[str, np.ndarray]) -> None:
    seen: list[int] = []
    read = read_fields(world, AREA, progress=seen.append)
    for name in EXPORTED:
        assert read[name].dtype == FIELDS[name].dtype
        np.testing.assert_array_equal(read[name], fields[name])
    assert sum(seen) == AREA.samples


def test_npz_holds_all_fields_and_the_world(
    tmp_path: Path, world: World, fields: dict[str, np.ndarray]
) -> None:
    write_npz(tmp_path / "a.npz", world, AREA)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as loaded:
        for name in EXPORTED:
            np.testing.assert_array_equal(loaded[name], fields[name])
        assert (loaded["x"], loaded["y"], loaded["step"]) == (-333, -250, 1)
        again = World(
            str(loaded["seed"]), WorldParameters.from_mapping(json.loads(str(loaded["parameters"])))
        )
    assert again == world


def test_height_png_has_sixteen_bits(
    tmp_path: Path, world: World, fields: dict[str, np.ndarray]
) -> None:
    write_height_png(tmp_path / "a.png", world, AREA)
    with Image.open(tmp_path / "a.png") as image:
        assert image.mode.startswith("I;16")
        np.testing.assert_array_equal(np.asarray(image), heights16(fields))


def test_raw16_is_rows_of_little_endian_numbers(
    tmp_path: Path, world: World, fields: dict[str, np.ndarray]
) -> None:
    write_raw16(tmp_path / "a.r16", world, AREA)
    values = np.fromfile(tmp_path / "a.r16", dtype="<u2")
    np.testing.assert_array_equal(values.reshape(AREA.height, AREA.width), heights16(fields))


def test_height_maps_side_by_side_fit(tmp_path: Path, world: World) -> None:
    left, right = Area(-100, 0, 50, 40), Area(-50, 0, 50, 40)
    for name, area in (("l", left), ("r", right), ("whole", Area(-100, 0, 100, 40))):
        write_raw16(tmp_path / name, world, area)
    parts = [np.fromfile(tmp_path / name, dtype="<u2").reshape(40, 50) for name in "lr"]
    whole = np.fromfile(tmp_path / "whole", dtype="<u2").reshape(40, 100)
    np.testing.assert_array_equal(np.concatenate(parts, axis=1), whole)


# Outlines


def holds(points: np.ndarray, x: float, y: float) -> bool:
    """Return whether a closed ring holds a point, by counting what a ray crosses."""
    count = 0
    for (x1, y1), (x2, y2) in zip(points[:-1].tolist(), points[1:].tolist(), strict=True):
        if (y1 > y) != (y2 > y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
            count += 1
    return count % 2 == 1


GRIDS = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
    lambda shape: st.tuples(
        arrays(np.bool_, shape),
        arrays(np.float64, shape, elements=st.floats(-1, 1, allow_subnormal=False)),
    )
)


@given(GRIDS)
def test_rings_hold_the_samples_inside_and_no_others(grid: tuple[np.ndarray, np.ndarray]) -> None:
    inside, noise = grid
    depth = np.where(inside, np.abs(noise), -np.abs(noise))
    rings = trace_rings(inside, depth)
    labels, _ = label_land(inside)
    for r in range(inside.shape[0]):
        for c in range(inside.shape[1]):
            # Samples on the edge of the grid lie on a ring; a hair further in tells.
            x = min(max(c, 1e-4), inside.shape[1] - 1 - 1e-4)
            y = min(max(r, 1e-4), inside.shape[0] - 1 - 1e-4)
            if min(inside.shape) < 2:
                continue
            around = sum(holds(ring.points, x, y) for ring in rings)
            assert around % 2 == inside[r, c]
    for ring in rings:
        assert (ring.points[0] == ring.points[-1]).all()
        assert len(ring.points) >= 4
        assert inside[ring.inside]
    for piece in range(1, labels.max() + 1):
        outer = [ring for ring in rings if labels[ring.inside] == piece and ring.area > 0]
        assert len(outer) <= 1


@given(arrays(np.bool_, (7, 8)))
def test_rings_do_not_touch_themselves(inside: np.ndarray) -> None:
    for ring in trace_rings(inside, np.zeros(inside.shape)):
        corners = [tuple(point) for point in ring.points[:-1].tolist()]
        assert len(set(corners)) == len(corners)


def test_a_ring_runs_where_the_depth_is_zero() -> None:
    depth = np.array([[-1.0, -1, -1, -1], [-1, 3, 1, -1], [-1, -1, -1, -1]])
    (ring,) = trace_rings(depth > 0, depth)
    assert {tuple(point) for point in ring.points.tolist()} == {
        (0.25, 1.0), (1.0, 0.25), (2.0, 0.5), (2.5, 1.0), (2.0, 1.5), (1.0, 1.75),
    }  # fmt: skip
    assert ring.area > 0
    assert trace_rings(np.zeros((3, 3), np.bool_), depth[:, :3]) == []


# GeoJSON


@pytest.fixture(scope="module")
def home(world: World) -> Area:
    area = home_area(world)
    assert area is not None
    return Area(area.left - 20, area.top - 20, area.width + 40, area.height + 40)


@pytest.fixture(scope="module")
def collection(world: World, home: Area) -> dict[str, Any]:
    return make_geojson(world, home)


def of_kind(collection: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [each for each in collection["features"] if each["properties"]["kind"] == kind]


def test_geojson_land_is_land_and_nothing_else(
    world: World, home: Area, collection: dict[str, Any]
) -> None:
    land = home.read(world).biome != Biome.OCEAN
    polygons = [np.array(ring) for each in of_kind(collection, "land")
                for ring in each["geometry"]["coordinates"]]  # fmt: skip
    boxes = [(p.min(axis=0), p.max(axis=0)) for p in polygons]
    generator = np.random.default_rng(1)
    for _ in range(300):
        r, c = generator.integers(1, home.height - 1), generator.integers(1, home.width - 1)
        x, y = float(home.left + c), float(home.top + r)
        around = sum(
            holds(polygon, x, y)
            for polygon, (low, high) in zip(polygons, boxes, strict=True)
            if low[0] <= x <= high[0] and low[1] <= y <= high[1]
        )
        assert around % 2 == land[r, c]


def test_geojson_is_wound_as_the_standard_says(collection: dict[str, Any]) -> None:
    rings = 0
    for kind in ("land", "lake"):
        for each in of_kind(collection, kind):
            for number, ring in enumerate(each["geometry"]["coordinates"]):
                x, y = np.array(ring).T
                area = 0.5 * np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])
                assert ring[0] == ring[-1]
                assert (area > 0) == (number == 0)
                rings += 1
    assert rings > 3


def test_geojson_areas_are_those_of_the_land(
    world: World, home: Area, collection: dict[str, Any]
) -> None:
    land = int(np.count_nonzero(home.read(world).biome != Biome.OCEAN))
    drawn = sum(each["properties"]["area"] for each in of_kind(collection, "land"))
    assert drawn == pytest.approx(land, rel=0.02)


def test_geojson_has_all_rivers_lakes_and_names(
    world: World, home: Area, collection: dict[str, Any]
) -> None:
    rivers = of_kind(collection, "river")
    assert rivers
    names = {river.name for island in islands_near(world, home) for river in island.rivers}
    assert {each["properties"]["name"] for each in rivers} <= names
    for each in rivers:
        assert each["properties"]["mouth"] in ("sea", "lake")
        cut, coordinates = each["properties"]["cut"], each["geometry"]["coordinates"]
        assert len(coordinates) >= 2
        if each["properties"]["mouth"] == "sea" and each["properties"]["joins"] is None and not cut:
            x, y = coordinates[-1]
            assert world.at(x, y).biome == Biome.OCEAN
    for kind in ("island", "peak", "spawn"):
        assert of_kind(collection, kind)
    areas = {island.name: island.area for island in islands_near(world, home)}
    for each in of_kind(collection, "land"):
        assert each["properties"]["island_area"] == areas[each["properties"]["island"]]


def test_geojson_cuts_rivers_where_it_cuts_land(world: World, home: Area) -> None:
    longest = max(
        (river for island in islands_near(world, home) for river in island.rivers),
        key=lambda river: river.length,
    )
    x, y = longest.points[longest.own_points // 2].tolist()
    half = Area(int(x) - 20, int(y) - 20, 40, 40)
    rivers = of_kind(make_geojson(world, half), "river")
    assert any(each["properties"]["cut"] for each in rivers)
    right, bottom = half.x + half.width, half.y + half.height
    for each in rivers:
        coordinates = each["geometry"]["coordinates"]
        lines = [coordinates] if each["geometry"]["type"] == "LineString" else coordinates
        for x, y in (place for line in lines for place in line):
            assert half.x <= x < right and half.y <= y < bottom


def test_geojson_lakes_are_lakes_with_names() -> None:
    world = World(12, WorldParameters(island_spacing=512, lakes=1.0))
    lake = next(
        (island, lake)
        for island in islands_near(world, Area(-1500, -1500, 3000, 3000))
        for lake in island.lakes
        if world.at(lake.x, lake.y).biome == Biome.LAKE
    )[1]
    area = Area(int(lake.x) - 90, int(lake.y) - 90, 180, 180)
    drawn = {each["properties"].get("name"): each for each in of_kind(
        make_geojson(world, area), "lake")}  # fmt: skip
    assert drawn[lake.name]["properties"]["level"] == lake.level
    assert holds(np.array(drawn[lake.name]["geometry"]["coordinates"][0]), lake.x, lake.y)


def test_geojson_can_have_north_up(world: World, home: Area, collection: dict[str, Any]) -> None:
    turned = make_geojson(world, home, north_up=True)
    assert len(turned["features"]) == len(collection["features"])
    for one, other in zip(collection["features"], turned["features"], strict=True):
        assert one["properties"] == other["properties"]
        first, second = one["geometry"]["coordinates"], other["geometry"]["coordinates"]
        if one["geometry"]["type"] == "Point":
            assert second == [first[0], -first[1]]
        if one["geometry"]["type"] == "Polygon":
            assert [[x, -y] for x, y in reversed(second[0])] == first[0]


def test_geojson_can_lie_on_the_earth(
    world: World, home: Area, collection: dict[str, Any], tmp_path: Path
) -> None:
    there = make_geojson(world, home, about=(-25.0, 60.0))
    assert there["units"] == "degrees; one cell is one metre about -25, 60"
    for one, other in zip(collection["features"], there["features"], strict=True):
        assert one["properties"] == other["properties"]
        if one["geometry"]["type"] != "Point":
            continue
        x, y = one["geometry"]["coordinates"]
        longitude, latitude = other["geometry"]["coordinates"]
        assert (longitude + 25.0) * 111_319.49 * 0.5 == pytest.approx(x, abs=0.01)
        assert (60.0 - latitude) * 111_319.49 == pytest.approx(y, abs=0.01)
    check_positions(there)
    for about, words in (((0.0, 88.0), "latitude within 85"), ((179.9999, 0.0), "on the earth")):
        with pytest.raises(ExportError, match=words):
            make_geojson(world, Area(0, 0, 64, 64, 6), about=about)
    path = tmp_path / "a.geojson"
    options = ("--seed", "5", "--size", "16x16", "--about", "-25,60", "-o", str(path), "--quiet")
    assert run_main("export", *options) == 0
    assert json.loads(path.read_text("utf-8"))["units"] == there["units"]


def test_geojson_from_far_away_needs_no_island() -> None:
    collection = make_geojson(World(1), Area(-64, -64, 128, 128, 8))
    assert of_kind(collection, "land")
    assert not of_kind(collection, "river")
    json.dumps(collection, allow_nan=False)


def test_geojson_file_is_what_it_says(
    tmp_path: Path, world: World, home: Area, collection: dict[str, Any]
) -> None:
    write_geojson(tmp_path / "a.geojson", world, home)
    assert json.loads((tmp_path / "a.geojson").read_bytes()) == collection
    assert collection["type"] == "FeatureCollection"
    assert collection["seed"] == "5"


def check_positions(collection: dict[str, Any]) -> int:
    """Check that no outline touches itself and no line stands still; return how many there are."""
    number = 0
    for each in collection["features"]:
        kind, coordinates = each["geometry"]["type"], each["geometry"]["coordinates"]
        lines = {"LineString": [coordinates], "MultiLineString": coordinates}.get(kind, [])
        for line in lines:
            assert len(line) > 1
            assert all(one != other for one, other in itertools.pairwise(line))
        if kind == "Polygon":
            points = [tuple(point) for ring in coordinates for point in ring[:-1]]
            assert len(set(points)) == len(points)
            assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in coordinates)
        number += kind != "Point"
    return number


@pytest.mark.parametrize(
    ("lod", "side", "far"),
    [
        (2, 160, 2**51),
        (0, 120, 2**44),
        *(
            pytest.param(lod, side, far, marks=pytest.mark.slow)
            for lod, side in ((2, 160), (0, 120))
            for far in (2**40, 2**48)
        ),
    ],
)
def test_geojson_far_away_is_valid(lod: int, side: int, far: int) -> None:
    world = World(5, WorldParameters(island_spacing=512, cover=1.0, lakes=1.0))
    island = next(iter(world.islands(far, -far, 1500, 1500)))
    left, top, width, height = island.bounds
    area = Area.of_cells(
        int(left + width / 4), int(top + height / 4), side << lod, side << lod, lod
    )
    assert check_positions(make_geojson(world, area)) > 0
    assert check_positions(make_geojson(world, area, north_up=True)) > 0


@pytest.mark.parametrize(("lod", "far"), [(-2, 2**51), (-4, 2**49)])
def test_geojson_closer_than_numbers_are_is_refused(lod: int, far: int) -> None:
    with pytest.raises(ExportError, match="take a higher lod"):
        make_geojson(World(5), Area(far << -lod, 0, 8, 8, lod))


@pytest.mark.parametrize("grid", [0.0, 1 / 16, 1 / 4, 1 / 2])
def test_outlines_on_a_grid_never_touch_themselves(grid: float) -> None:
    generator = np.random.default_rng(3)
    for _ in range(20):
        depth = generator.normal(size=(17, 23))
        rings = trace_rings(depth > 0.0, depth, grid)
        points = [tuple(point) for ring in rings for point in ring.points[:-1].tolist()]
        assert len(set(points)) == len(points)
        if grid:
            assert not np.any(np.array(points) / grid % 1)


# Tiled


def test_tiled_maps_open_in_pytmx(tmp_path: Path, world: World) -> None:
    x, y = world.spawn()
    home = Area(x - 130, y - 120, 250, 240)
    pytmx = pytest.importorskip("pytmx")
    write_tiled(tmp_path / "isle.tmx", world, home)
    tiled = pytmx.TiledMap(str(tmp_path / "isle.tmx"))
    assert (tiled.width, tiled.height) == (home.width, home.height)
    assert tiled.properties["seed"] == "5"
    biome = home.read(world).biome
    ground = np.array(tiled.get_layer_by_name("ground").data)
    assert ground.shape == biome.shape
    for r, c in np.random.default_rng(2).integers(0, biome.shape, (200, 2)):
        properties = tiled.get_tile_properties_by_gid(int(ground[r, c]))
        assert properties["biome"] == Biome(int(biome[r, c])).name.lower()
        wet = biome[r, c] in (Biome.OCEAN, Biome.RIVER, Biome.LAKE)
        assert properties["water"] == wet
    rivers = tiled.get_layer_by_name("rivers")
    assert len(rivers)
    for river in rivers:
        assert river.name.endswith("River")
        assert len(river.points) >= 2
    places = {place.type: place for place in tiled.get_layer_by_name("places")}
    x, y = world.spawn()
    spawn = places["spawn"]
    assert (spawn.x, spawn.y) == ((x - home.left) * TILE_PIXELS, (y - home.top) * TILE_PIXELS)
    names = {island.name for island in islands_near(world, home)}
    assert all(place.name in names for kind, place in places.items() if kind == "island")


def test_tile_sets_have_a_picture_of_their_size(tmp_path: Path, world: World) -> None:
    write_tiled(tmp_path / "a b.tmx", world, Area(0, 0, 3, 2))
    tileset = ElementTree.parse(tmp_path / "a b-tiles.tsx").getroot()
    image = tileset.find("image")
    assert image is not None
    with Image.open(tmp_path / image.attrib["source"]) as picture:
        assert picture.size == (int(image.attrib["width"]), int(image.attrib["height"]))
        colours = np.asarray(picture).reshape(len(Biome), TILE_PIXELS, -1, 3).mean(axis=(1, 2))
    assert int(tileset.attrib["tilecount"]) == len(Biome) * VARIANTS
    # Every biome has a look of its own.
    gaps = np.abs(colours[:, np.newaxis] - colours).sum(axis=2) + 1000 * np.eye(len(Biome))
    assert gaps.min() > 8


def test_tiles_depend_on_their_place_alone() -> None:
    biome = np.zeros((20, 30), dtype=np.uint8)
    whole = tile_numbers(biome, -10, 2**52 - 30)
    part = tile_numbers(biome[5:, 7:], -3, 2**52 - 25)
    np.testing.assert_array_equal(whole[5:, 7:], part)
    assert len(np.unique(whole)) == VARIANTS


# What goes wrong


@pytest.mark.parametrize("name", ["a.npz", "a.r16", "height.png", "a.geojson", "a.tmx"])
def test_what_fails_leaves_nothing_and_keeps_what_was_there(
    name: str, tmp_path: Path, world: World
) -> None:
    write = {
        "a.npz": write_npz, "a.r16": write_raw16, "height.png": write_height_png,
        "a.geojson": write_geojson, "a.tmx": write_tiled,
    }[name]  # fmt: skip

    def fail(_: int) -> None:
        raise RuntimeError("enough")

    area = Area(0, 0, 70, 60)
    with pytest.raises(RuntimeError, match="enough"):
        write(tmp_path / name, world, area, progress=fail)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_text("mine")
    with pytest.raises(FileExistsError):
        write(tmp_path / name, world, area)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"
    write(tmp_path / name, world, area, overwrite=True)
    assert (tmp_path / name).read_bytes() != b"mine"


def test_a_tile_set_that_is_there_keeps_the_map_from_being_made(
    tmp_path: Path, world: World
) -> None:
    (tmp_path / "a-tiles.tsx").write_text("mine")
    with pytest.raises(FileExistsError):
        write_tiled(tmp_path / "a.tmx", world, Area(0, 0, 5, 5))
    assert [path.name for path in tmp_path.iterdir()] == ["a-tiles.tsx"]


def test_areas_too_large_are_refused_before_the_work(tmp_path: Path, world: World) -> None:
    huge = Area(0, 0, 1 << 20, 1 << 20)
    for write in (write_npz, write_height_png, write_geojson, write_tiled):
        with pytest.raises(ExportError, match="at most"):
            write(tmp_path / "a", world, huge)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_names_the_extra(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str, package: str | None = None) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ExtraError, match=r"endless-isles\[export\]"):
        write_height_png(tmp_path / "a.png", world, AREA)


# The command


WORLD = ("--seed", "5", "--set", "island_spacing=512", "--set", "great=0", "--quiet")
PLACE = ("--corner", "-333,-250", "--size", "300x260")


def test_export_writes_each_format(
    tmp_path: Path,
    world: World,
    fields: dict[str, np.ndarray],
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("a.png", "a.r16", "a.npz", "a.geojson", "a.tmx"):
        assert run_main("export", *WORLD, *PLACE, "-o", str(tmp_path / name)) == 0
        assert "300 x 260" in capsys.readouterr().out
    heights = ("--format", "height-png", "-o", str(tmp_path / "h.png"))
    assert run_main("export", *WORLD, *PLACE, *heights) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a-tiles.png", "a-tiles.tsx", "a.geojson", "a.npz", "a.png", "a.r16", "a.r16.json", "a.tmx",
        "h.png",
    ]  # fmt: skip
    with Image.open(tmp_path / "a.png") as picture:
        np.testing.assert_array_equal(np.asarray(picture), paint(AREA.read(world)))
    with Image.open(tmp_path / "h.png") as picture:
        np.testing.assert_array_equal(np.asarray(picture), heights16(fields))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "a.bmp"), ".geojson"),
        (("-o", "a"), ".geojson"),
        (("-o", "a.png", "--format", "npz"), ".npz"),
        (("-o", "a.png", "--format", "gif"), "--format"),
        (("-o", "nowhere/a.png"), "no such folder"),
        (("-o", "folder.png"), "folder"),
        (("-o", "there.png"), "--force"),
        (("-o", "there.tmx"), "--force"),
        (("-o", "a.npz", "--size", "0x4"), "--size"),
        (("-o", "a.npz", "--size", "99999x99999"), "at most"),
        (("-o", "a.png", "--size", "99999x2"), "a side"),
        (("-o", "a.r16", "--corner", "4503599627370496,0"), "2**52"),
        (("-o", "a.r16", "--lod", "99"), "--lod"),
        ((), "--output"),
    ],
)
def test_export_refuses_in_one_line(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "there.png").write_text("mine")
    (tmp_path / "there-tiles.png").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert run_main("export", *WORLD, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "there.png").read_text() == "mine"


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, HANGUP])
def test_an_export_that_is_stopped_leaves_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Path] = []

    def stop(world: World, *place: object, **more: object) -> Region:
        begun.extend(tmp_path.iterdir())
        signal.raise_signal(number)
        raise AssertionError("the signal has not stopped it")

    monkeypatch.setattr(World, "region", stop)
    words = ("export", "--seed", "1", "--size", "40x30", "--lod", "5", "--center", "0,0")
    assert run_main(*words, "-o", str(tmp_path / "a.r16")) == 128 + number
    assert begun, "it has begun to write"
    assert list(tmp_path.iterdir()) == []
