"""Measuring: the figures against plain counting, however an area is cut; the command ``stats``."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from math import dist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import worldgen
from tests.commands import run_main
from worldgen import Biome, CoordinateError, Terrain, World, WorldParameters, measure
from worldgen.analysis.area_statistics import AreaStatistics
from worldgen.analysis.feature_counts import features_in, islands_near
from worldgen.analysis.home import home_area
from worldgen.analysis.landmasses import Landmasses
from worldgen.analysis.measure import SampleCount
from worldgen.analysis.spawn_figures import FLATNESS_RADIUS, mountain_distance, spawn_figures
from worldgen.area import Area
from worldgen.connected_land import label_land
from worldgen.search.quantities import QUANTITIES

SMALL = WorldParameters(island_spacing=512)
"""Islands small enough to be solved at once."""


@pytest.fixture(scope="module")
def world() -> World:
    return World(1, SMALL)


def flooded_pieces(land: np.ndarray) -> list[int]:
    """Return the sizes of connected pieces, by walking from sample to sample."""
    left = {(int(r), int(c)) for r, c in np.argwhere(land)}
    sizes = []
    while left:
        edge, size = [left.pop()], 0
        while edge:
            r, c = edge.pop()
            size += 1
            for neighbour in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if neighbour in left:
                    left.remove(neighbour)
                    edge.append(neighbour)
        sizes.append(size)
    return sorted(sizes)


def test_figures_equal_plain_counting(world: World) -> None:
    x, y, width, height = -33, -333, 301, 263
    region = world.region(x, y, width, height)
    figures = measure(world, x, y, width, height, spawn=False).figures()
    heights = region.height.astype(np.float64)
    land = region.biome != Biome.OCEAN
    assert figures["height_mean"] == pytest.approx(heights.mean(), abs=1e-6)
    assert figures["height_spread"] == pytest.approx(heights.std(), abs=1e-6)
    assert figures["peak_height"] == region.height.max()
    assert figures["lowest_height"] == region.height.min()
    assert figures["water_fraction"] == np.mean(~np.isnan(region.water_level))
    assert figures["sea_fraction"] == np.mean(~land)
    assert figures["land_fraction"] == np.mean(land)
    assert figures["mountain_fraction"] == np.mean(region.terrain == Terrain.MOUNTAINS)
    for biome in Biome:
        assert figures[f"biome.{biome.name.lower()}"] == np.mean(region.biome == biome)
    for terrain in Terrain:
        assert figures[f"terrain.{terrain.name.lower()}"] == np.mean(region.terrain == terrain)
    sizes = flooded_pieces(land)
    assert sizes, "this place was chosen for its land"
    assert figures["largest_land"] == sizes[-1]
    assert figures["landmasses"] == len(sizes)
    assert figures["largest_land_share"] == sizes[-1] / land.sum()


def test_every_figure_is_a_quantity_that_goals_know(world: World) -> None:
    figures = measure(world, 0, 0, 64, 64).figures()
    assert set(figures) == set(QUANTITIES)
    for name, figure in figures.items():
        if figure is not None:
            assert QUANTITIES[name].low <= figure <= QUANTITIES[name].high


def test_no_cut_changes_a_figure(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measure(world, -100, -200, 400, 330, spawn=False)
    for tile, piece in ((96, 33), (128, 128), (1 << 20, 64)):
        monkeypatch.setattr("worldgen.analysis.measure.TILE", tile)
        monkeypatch.setattr("worldgen.analysis.measure.PIECE", piece)
        assert measure(world, -100, -200, 400, 330, spawn=False) == whole


def test_parts_add_up_to_the_whole(world: World) -> None:
    whole, parts = Area(-400, -300, 701, 500), AreaStatistics()
    features = None
    for tile in whole.tiles(256):
        parts += AreaStatistics.of(tile.read(world))
        found = features_in(world, tile)
        features = found if features is None else features + found
    measured = measure(world, -400, -300, 701, 500, spawn=False)
    assert measured.statistics == parts
    assert measured.features == features
    assert features is not None
    assert features.rivers > 0


def test_lods_look_at_the_same_samples(world: World) -> None:
    measured = measure(world, -101, 50, 333, 200, lod=2, spawn=False)
    assert measured.area.x == -100 and measured.area.y == 52
    region = world.region(-100, 52, 83, 50, lod=2)
    assert measured.area.samples == region.height.size
    assert measured.figures()["sea_fraction"] == np.mean(region.biome == Biome.OCEAN)
    close = measure(world, 3, 4, 2, 1, lod=-4, sketch=True)
    assert close.area.samples == 32 * 16
    assert close.figures()["largest_land"] in (0.0, 2.0) or close.landmasses > 0


def test_areas_beside_one_another_share_no_sample_at_any_lod() -> None:
    for lod in (-2, 0, 3):
        left = Area.of_cells(-50, 0, 33, 8, lod)
        right = Area.of_cells(-17, 0, 40, 8, lod)
        assert left.left + left.width == right.left


def test_far_larger_than_memory() -> None:
    side = 1 << 19
    measured = measure(World(1), -side, 5, 2 * side, side // 2, lod=10)
    assert measured.sketch
    assert measured.area.samples == 1024 * 256
    assert measured.features is None
    assert 0.0 < measured.statistics.sea / measured.statistics.samples < 1.0


def test_far_from_the_origin(world: World) -> None:
    x = 2**50 + 1
    measured = measure(world, x, -x, 70, 70, spawn=False)
    region = world.region(x, -x, 70, 70)
    assert measured.statistics == AreaStatistics.of(region)


@pytest.mark.parametrize(
    ("x", "y", "width", "height", "lod"),
    [
        (0, 0, 0, 10, 0),
        (0, 0, 10, 0, 0),
        (0, 0, -5, 10, 0),
        (1, 1, 2, 2, 8),
        (2**52, 0, 10, 10, 0),
        (0, -(2**60), 10, 10, 0),
        (0, 0, 10**30, 10, 0),
        (0, 0, float("nan"), 10, 0),
        (0, 0, float("inf"), 10, 0),
        (0, 0, 10, 10, 11),
    ],
)
def test_areas_that_cannot_be(x: int, y: int, width: float, height: float, lod: int) -> None:
    with pytest.raises(CoordinateError):
        measure(World(1), x, y, width, height, lod=lod)


@given(arrays(np.bool_, st.tuples(st.integers(1, 17), st.integers(1, 17))))
def test_labels_are_connected_pieces(land: np.ndarray) -> None:
    labels, sizes = label_land(land)
    assert ((labels > 0) == land).all()
    assert sorted(sizes[1:].tolist()) == flooded_pieces(land)
    firsts = [int(np.flatnonzero(labels.ravel() == n)[0]) for n in range(1, len(sizes))]
    assert firsts == sorted(firsts)


@given(
    arrays(np.bool_, st.tuples(st.integers(1, 23), st.integers(1, 23))),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_landmasses_are_joined_over_any_tiles(land: np.ndarray, across: int, down: int) -> None:
    masses = Landmasses(land.shape[1])
    for top in range(0, land.shape[0], down):
        for left in range(0, land.shape[1], across):
            masses.add(left, land[top : top + down, left : left + across])
        masses.end_band()
    sizes = flooded_pieces(land)
    assert masses.totals() == (max(sizes, default=0), len(sizes))


def test_a_spiral_is_one_landmass_however_it_is_cut() -> None:
    land = np.zeros((41, 41), dtype=np.bool_)
    r, c, dr, dc = 0, 0, 0, 1
    for length in (40, 40, 40, 38, 38, 36, 36, 34, 34, 32, 32, 30, 30, 28, 28, 26, 26):
        for _ in range(length):
            land[r, c] = True
            r, c = r + dr, c + dc
        dr, dc = dc, -dr
    for size in (1, 3, 8):
        masses = Landmasses(41)
        for top in range(0, 41, size):
            for left in range(0, 41, size):
                masses.add(left, land[top : top + size, left : left + size])
            masses.end_band()
        assert masses.totals() == (land.sum(), 1)


def test_rivers_are_counted_where_they_end_and_end_in_the_sea(world: World) -> None:
    area = Area(-700, -700, 1400, 1400)
    features = features_in(world, area)
    assert features.rivers == features.rivers_to_sea > 0
    assert features.figures()["river_reaches_sea"] is True
    mouths = [river.points[-1] for isle in islands_near(world, area) for river in isle.rivers]
    assert features.rivers == sum(area.holds(float(x), float(y)) for x, y in mouths)
    for x, y in mouths:
        assert world.at(float(x), float(y)).biome == Biome.OCEAN


def test_the_spawn_is_measured_as_by_hand() -> None:
    world = World(3, SMALL)
    figures = spawn_figures(world)
    x, y = world.spawn()
    assert (figures.x, figures.y) == (x, y)
    around = [
        world.at(x + dx, y + dy).height
        for dx in range(-FLATNESS_RADIUS, FLATNESS_RADIUS + 1)
        for dy in range(-FLATNESS_RADIUS, FLATNESS_RADIUS + 1)
        if dx * dx + dy * dy <= FLATNESS_RADIUS**2
    ]
    assert figures.flatness == max(around) - min(around)


def test_the_nearest_mountain_is_the_nearest() -> None:
    world = World(1, SMALL)
    region = world.region(-400, -400, 800, 800)
    mountains = (region.terrain == Terrain.MOUNTAINS) | (region.biome == Biome.MOUNTAIN)
    rows, columns = np.nonzero(mountains)
    assert len(rows), "this world was chosen for its mountains"
    for x, y in ((100, -50), (231, 20), (300, -300)):
        nearest = min(
            dist((x, y), (column - 400, row - 400))
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        )
        assert nearest < 200
        assert mountain_distance(world, x, y) == pytest.approx(nearest, abs=1e-12)
        assert mountain_distance(world, x, y, int(nearest) - 1) is None
        assert mountain_distance(world, x, y, int(nearest) + 1) == mountain_distance(world, x, y)


def test_a_world_without_land_has_no_largest_land() -> None:
    world = World(1, WorldParameters(cover=0.0, island_spacing=512))
    for j in range(-8, 8):
        for i in range(-8, 8):
            figures = measure(world, 512 * i, 512 * j, 64, 64, lod=3, sketch=True).figures()
            if figures["land_fraction"] == 0.0:
                assert figures["largest_land_share"] is None
                assert figures["landmasses"] == 0
                return
    pytest.fail("no sea was found")


def test_progress_tells_of_every_sample(world: World) -> None:
    seen: list[int] = []
    measure(world, 0, 0, 300, 200, sketch=True, progress=seen.append)
    assert sum(seen) == 300 * 200
    assert len(seen) > 2


def test_figures_so_far_can_be_asked_at_any_time(world: World) -> None:
    area = Area(0, 0, 300, 200)
    count = SampleCount(area, sketch=True)
    read = 0
    for tile in area.tiles(1024):
        for samples in count.read(world, tile):
            read += samples
            assert count.statistics.samples == read


def test_stats_prints_the_home_island_for_people_and_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    world_words = ("--seed", "3", "--set", "island_spacing=512", "--quiet")
    assert run_main("stats", *world_words, "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    world = World(3, SMALL)
    area = home_area(world)
    assert area is not None
    assert (printed["x"], printed["y"]) == (area.x, area.y)
    assert (printed["width"], printed["height"]) == (area.width, area.height)
    assert printed["seed"] == "3"
    assert printed["parameters"]["island_spacing"] == 512
    expected = measure(world, float(area.x), float(area.y), area.width, area.height).figures()
    assert printed["figures"] == expected
    assert run_main("stats", *world_words) == 0
    table = capsys.readouterr().out
    for name in expected:
        assert f"\n{name} " in table


def test_stats_of_any_rectangle(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("stats", "--seed", "3", "--set", "island_spacing=512", "--json", "--quiet")
    assert run_main(*words, "--corner", "-120,-7", "--size", "130x90") == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["x"], printed["y"], printed["samples"]) == (-120, -7, 130 * 90)
    assert run_main(*words, "--center", "10,20", "--size", "4096x4096", "--lod", "5") == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["x"], printed["width"], printed["samples"]) == (-2016, 4096, 128 * 128)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_stats_shows_progress_on_the_error_stream_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    assert run_main("stats", "--seed=1", "--sketch", "--size=300x300", "--json") == 0
    assert json.loads(capsys.readouterr().out)["sketch"] is True
    assert "measuring" in terminal.getvalue()


Refused = Callable[..., str]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "0x10"), "--size"),
        (("--size", "10"), "--size"),
        (("--size", "10x10", "--lod", "11"), "--lod"),
        (("--size", "10x10", "--center", "north"), "--center"),
        (("--center", "1,2"), "--size"),
        (("--size", "10x10", "--center", "1,2", "--corner", "1,2"), "--corner"),
        (("--size", "10x10", "--corner", "9999999999999999,0"), "2**52"),
        (("--set", "octave=3", "--size", "10x10"), "octaves"),
    ],
)
def test_stats_refuses_in_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_main("stats", "--seed", "1", "--quiet", *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_measure_is_part_of_the_library() -> None:
    assert worldgen.measure is measure
