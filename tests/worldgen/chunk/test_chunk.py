"""Chunks: no seams, and the same bits in any order, on any thread, at any level of detail."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import worldgen
from tests.fields import FIELDS, digest_of, read_fields, same
from worldgen import CHUNK_SIZE, MAX_LOD, MIN_LOD, CoordinateError, ParameterError, World
from worldgen.coordinates import MAX_OVERVIEW_LOD, MAX_PLANNED_LOD

SIZE = CHUNK_SIZE


@pytest.fixture(scope="module")
def world() -> World:
    """A world that keeps its plans for all tests of this module, which do not change it."""
    return World("seams")


@pytest.fixture(scope="module")
def home(world: World) -> tuple[int, int]:
    """The chunk of the spawn: land, coast and a river are close by."""
    x, y = world.spawn()
    return x // SIZE, y // SIZE


def stitched(world: World, cx: int, cy: int, count: int, lod: int = 0) -> dict[str, np.ndarray]:
    """Return the fields of count x count chunks, put together."""
    chunks = [[world.chunk(cx + i, cy + j, lod) for i in range(count)] for j in range(count)]
    return {
        name: np.block([[read_fields(chunk)[name] for chunk in row] for row in chunks])
        for name in FIELDS
    }


# Seams


def test_chunk_region_and_place_agree(world: World, home: tuple[int, int]) -> None:
    cx, cy = home[0] - 1, home[1] - 1
    whole = stitched(world, cx, cy, 3)
    region = read_fields(world.region(cx * SIZE, cy * SIZE, 3 * SIZE, 3 * SIZE))
    for name in FIELDS:
        assert same(whole[name], region[name]), name
    draw = random.Random(1)
    for _ in range(60):
        r, c = draw.randrange(3 * SIZE), draw.randrange(3 * SIZE)
        sample = world.at(cx * SIZE + c, cy * SIZE + r)
        for name in ("height", "moisture", "temperature", "biome", "terrain", "discharge"):
            assert getattr(sample, name) == whole[name][r, c], (name, r, c)
        assert same(np.float32(sample.water_level), whole["water_level"][r, c])


@pytest.mark.parametrize("lod", (-4, -1, 2, 4, 6))
def test_chunks_of_other_levels_fit_together(world: World, home: tuple[int, int], lod: int) -> None:
    x, y = home[0] * SIZE, home[1] * SIZE
    step = 2.0**lod
    cx, cy = int(x / step) // SIZE, int(y / step) // SIZE
    whole = stitched(world, cx - 1, cy - 1, 2, lod)
    corner = (cx - 1) * SIZE * step, (cy - 1) * SIZE * step
    region = read_fields(world.region(*corner, 2 * SIZE, 2 * SIZE, lod))
    for name in FIELDS:
        assert same(whole[name], region[name]), name


def test_regions_of_any_cut_agree(world: World, home: tuple[int, int]) -> None:
    x, y = home[0] * SIZE, home[1] * SIZE
    whole = read_fields(world.region(x - 70, y - 90, 200, 220))
    for left, top, width, height in (
        (0, 0, 1, 1),
        (13, 57, 64, 3),
        (199, 219, 1, 1),
        (5, 0, 7, 220),
    ):
        cut = read_fields(world.region(x - 70 + left, y - 90 + top, width, height))
        for name in FIELDS:
            assert same(whole[name][top : top + height, left : left + width], cut[name]), name
    assert world.region(x, y, 0, 5).height.shape == (5, 0)
    assert world.region(x, y, 5, 0).height.shape == (0, 5)


def test_painted_chunks_have_no_seams(world: World, home: tuple[int, int]) -> None:
    cx, cy = home[0] - 2, home[1] - 2
    rows = [
        np.concatenate([worldgen.paint(world.chunk(cx + i, cy + j)) for i in range(4)], axis=1)
        for j in range(4)
    ]
    picture = np.concatenate(rows)
    whole = worldgen.paint(world.region(cx * SIZE, cy * SIZE, 4 * SIZE, 4 * SIZE))
    assert np.array_equal(picture, whole)
    steps = np.abs(np.diff(picture.astype(float), axis=1)).mean(axis=(0, 2))
    across = steps[SIZE - 1 :: SIZE]
    assert 0.7 < across.mean() / steps.mean() < 1.4


def test_no_chunk_is_stretched_to_its_own_range() -> None:
    world = World(2)
    empty = 0
    for cx, cy in itertools.product(range(0, 400, 25), repeat=2):
        chunk = world.chunk(cx, cy, sketch=True)
        if chunk.mask is not None and not chunk.mask.strength.any():
            empty += 1
            assert chunk.height.max() < world.parameters.water_level
            assert (chunk.biome == worldgen.Biome.OCEAN).all()
    assert empty > 5


# Levels of detail


@pytest.mark.parametrize("lod", range(MIN_LOD, MAX_PLANNED_LOD + 1))
def test_levels_agree_where_their_samples_coincide(
    world: World, home: tuple[int, int], lod: int
) -> None:
    step = 2.0**lod
    pace = max(1, int(1 / step))
    stride = max(1, int(step))
    count = 33
    x, y = home[0] * SIZE // 16 * 16, home[1] * SIZE // 16 * 16
    other = read_fields(world.region(x, y, (count - 1) * pace + 1, (count - 1) * pace + 1, lod))
    cells = read_fields(world.region(x, y, (count - 1) * stride + 1, (count - 1) * stride + 1))
    # A gradient is taken between neighbours of its own level, and lines are drawn for it.
    for name in set(FIELDS) - {"gradient_x", "gradient_y", "river_cover"}:
        assert same(other[name][::pace, ::pace], cells[name][::stride, ::stride]), name


def test_sketches_agree_where_their_samples_coincide() -> None:
    """To the bit as far as plans are drawn; farther out what cannot be shown is left out."""
    world = World(5)
    finest = read_fields(world.region(-4096, 2048, 513, 257, lod=3, sketch=True))
    for lod in range(4, MAX_LOD + 1):
        skip = 1 << (lod - 3)
        coarse = world.region(-4096, 2048, 512 // skip + 1, 256 // skip + 1, lod, sketch=True)
        fields = read_fields(coarse)
        if lod <= MAX_PLANNED_LOD:
            for name in ("height", "temperature", "biome", "terrain", "water_level"):
                assert same(fields[name], finest[name][::skip, ::skip]), (name, lod)
        elif lod <= 7:
            dry = np.isnan(fields["water_level"])
            assert (dry == np.isnan(finest["water_level"][::skip, ::skip])).mean() > 0.93, lod


def test_sketches_of_chunks_are_those_of_regions() -> None:
    world = World(5)
    for lod in (0, 3, 7, MAX_LOD):
        chunk = world.chunk(-3, 2, lod, sketch=True)
        region = world.region(chunk.x, chunk.y, SIZE, SIZE, lod, sketch=True)
        assert digest_of(chunk) == digest_of(region)
        assert chunk.sketch


# Negative and far places


def test_chunks_hold_the_cells_that_floor_division_says(world: World) -> None:
    for cell, chunk, local in ((-1, -1, 63), (-64, -1, 0), (-65, -2, 63), (0, 0, 0), (64, 1, 0)):
        assert (cell // SIZE, cell % SIZE) == (chunk, local)
        made = world.chunk(chunk, chunk)
        assert made.x == chunk * SIZE
        assert made.height[local, local] == np.float32(world.at(cell, cell).height)
    assert same(
        np.float32(world.at(-0.5, -0.5).height), world.region(-0.5, -0.5, 1, 1).height[0, 0]
    )


def land_near(world: World, x: int, y: int) -> tuple[int, int]:
    """Return a cell of land that a sketch foresees not too far from a place."""
    region = world.region(x, y, 256, 256, lod=5)
    row, column = np.argwhere(region.height > world.parameters.water_level + 0.15)[0]
    return x + int(column) * 32, y + int(row) * 32


@pytest.mark.parametrize("exponent", (24, 31, 40, 48, 50))
def test_land_is_as_fine_far_away(exponent: int) -> None:
    world = World(11)
    far = 2**exponent
    x, y = land_near(world, far, -far)
    region = world.region(x - 32, y - 32, 64, 64)
    # A lake's bed may be as flat as the lake.
    dry = np.isnan(region.water_level)
    assert dry.mean() > 0.2
    assert len(np.unique(region.height[dry])) > 0.85 * dry.sum()
    chunk = world.chunk(x // SIZE, y // SIZE)
    sample = world.at(x, y)
    assert np.float32(sample.height) == chunk.height[y % SIZE, x % SIZE]
    assert sample.x == x
    assert sample.y == y


@pytest.mark.parametrize("place", ((2**62, 0), (-(2**62), 0), (0, 2**46), (0, -(2**46) - 1)))
def test_beyond_the_limit_is_one_clear_error(world: World, place: tuple[int, int]) -> None:
    for ask in (world.chunk, world.missing_plans):
        with pytest.raises(CoordinateError, match=r"2\*\*52") as error:
            ask(*place)
        assert "\n" not in str(error.value)


def test_the_last_chunks_within_the_limit_exist(world: World) -> None:
    last = worldgen.COORDINATE_LIMIT // SIZE - 1
    for cx, cy in ((last, last), (-last, -last - 1), (-last - 1, last)):
        assert np.isfinite(world.chunk(cx, cy, sketch=True).height).all()


def test_wrong_requests_are_named(world: World) -> None:
    for bad in (1.5, "1", None, True):
        with pytest.raises(CoordinateError, match="cx must be a whole number"):
            world.chunk(bad, 0)  # type: ignore[arg-type]
    for lod in (MIN_LOD - 1, MAX_LOD + 1, 0.5):
        with pytest.raises(CoordinateError, match="lod must be a whole number"):
            world.chunk(0, 0, lod)  # type: ignore[arg-type]
    with pytest.raises(CoordinateError, match="-1 x 4"):
        world.region(0, 0, -1, 4)
    with pytest.raises(ParameterError, match="at most"):
        world.region(0, 0, 2**20, 2**20)


# Order and threads

AREA = 9


def digests(world: World, order: Iterable[tuple[int, int]], workers: int = 0) -> dict[object, str]:
    """Return the digest of each chunk, taken as soon as it is made."""
    places = list(order)

    def one(place: tuple[int, int]) -> str:
        return digest_of(world.chunk(*place))

    if not workers:
        return {place: one(place) for place in places}
    with ThreadPoolExecutor(workers) as pool:
        return dict(zip(places, pool.map(one, places), strict=True))


def spiral(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return places of a square from its middle outward, around and around."""
    left, top = places[0]
    middle = AREA // 2

    def turn(place: tuple[int, int]) -> tuple[int, float]:
        x, y = place[0] - left - middle, place[1] - top - middle
        return max(abs(x), abs(y)), float(np.arctan2(y, x))

    return sorted(places, key=turn)


def test_order_and_threads_change_nothing(home: tuple[int, int]) -> None:
    left, top = home[0] - AREA // 2, home[1] - AREA // 2
    rows = [(left + i, top + j) for j in range(AREA) for i in range(AREA)]
    expected = digests(World("seams"), rows)
    assert len(set(expected.values())) > AREA * AREA // 2
    assert digests(World("seams"), rows[::-1]) == expected
    warm = World("seams")
    assert digests(warm, spiral(rows)) == expected
    for number in range(5):
        shuffled = random.Random(number).sample(rows, 40)
        again = digests(warm, shuffled)
        assert again == {place: expected[place] for place in shuffled}
    for workers in (2, 8):
        assert digests(World("seams"), rows, workers) == expected


# What a chunk is


def test_fields_are_what_the_documentation_says(world: World, home: tuple[int, int]) -> None:
    chunk = world.chunk(*home)
    assert (chunk.x, chunk.y, chunk.step) == (home[0] * SIZE, home[1] * SIZE, 1.0)
    assert (chunk.cx, chunk.cy) == home
    for name, array in read_fields(chunk).items():
        expected = np.uint8 if name in ("biome", "terrain") else np.float32
        assert array.dtype == expected, name
        assert array.shape == (SIZE, SIZE), name
        assert array.flags.c_contiguous, name
        assert not array.flags.writeable, name
        if name != "water_level":
            assert np.isfinite(array).all(), name
    for name in ("height", "moisture", "temperature"):
        assert getattr(chunk, name).min() >= 0.0
        assert getattr(chunk, name).max() <= 1.0
    with pytest.raises(AttributeError):
        chunk.step = 2.0  # type: ignore[misc]


def test_a_chunk_needs_few_plans_and_its_neighbour_hardly_more() -> None:
    world = World(12)
    first = world.missing_plans(1000, -1000)
    assert len(first) <= 4
    world.chunk(1000, -1000)
    assert world.missing_plans(1000, -1000) == ()
    assert len(world.missing_plans(1001, -1000)) <= 2
    assert world.missing_plans(0, 0, lod=MAX_OVERVIEW_LOD + 1) == ()


def test_layers_follow_the_seed(home: tuple[int, int]) -> None:
    one, other = (World(seed).region(0, 0, 160, 160, lod=5) for seed in ("seams", "teams"))
    for name in ("height", "moisture", "temperature"):
        assert (getattr(one, name) != getattr(other, name)).mean() > 0.8, name


def test_worlds_without_islands_run_on_without_a_border() -> None:
    parameters = worldgen.WorldParameters(
        island=False, relief_steps=0, lakes=0.0, river_density=0.0, octaves=5
    )
    world = World(3, parameters)
    whole = stitched(world, -1, -1, 2)
    region = read_fields(world.region(-SIZE, -SIZE, 2 * SIZE, 2 * SIZE))
    for name in FIELDS:
        assert same(whole[name], region[name]), name
    wide = world.region(0, 0, 300, 300, lod=4)
    assert 0.2 < (wide.height < parameters.water_level).mean() < 0.6
