"""Coarse plans and tiles: the same in any order, and without a mark where tiles meet."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.fields import digest_of
from tests.worldgen.great.great_world import Great, find_great, shared_great
from worldgen import CHUNK_SIZE, World
from worldgen.great import great_plans
from worldgen.great.lattices import RATIO
from worldgen.great.tile_owners import find_owners
from worldgen.great.window import Window

SEED = "c"
Places = list[tuple[int, int]]


def chunks_where_tiles_meet(great: Great) -> Places:
    """Return 5 x 5 chunks about a place where at least three tiles meet."""
    labels = great.plan.labels
    corners = [labels[:-1, :-1], labels[1:, :-1], labels[:-1, 1:], labels[1:, 1:]]
    different = sum(
        (one != other).astype(int)
        for number, one in enumerate(corners)
        for other in corners[number + 1 :]
    )
    land = great.plan.shore[:-1, :-1] > 16
    r, c = np.argwhere((different >= 5) & land)[0]
    step = great.plan.step // 64
    cx = (great.plan.first_x + int(c)) * step // CHUNK_SIZE
    cy = (great.plan.first_y + int(r)) * step // CHUNK_SIZE
    return [(cx + dx, cy + dy) for dy in range(-2, 3) for dx in range(-2, 3)]


def made(world: World, places: Iterable[tuple[int, int]], workers: int = 1) -> dict[str, str]:
    """Return what each chunk was when it was made."""
    order = list(places)
    with ThreadPoolExecutor(workers) as pool:
        digests = pool.map(lambda place: digest_of(world.chunk(*place)), order)
        return dict(zip((f"{cx} {cy}" for cx, cy in order), digests, strict=True))


def test_order_threads_and_eviction_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    great = shared_great(SEED)
    parameters = great.world.parameters
    places = chunks_where_tiles_meet(great)
    expected = made(great.world, places)
    assert len(set(expected.values())) == len(expected)
    assert made(World(SEED, parameters), reversed(places)) == expected
    shuffled = random.Random(5).sample(places, len(places))
    assert made(World(SEED, parameters), shuffled, 8) == expected
    monkeypatch.setattr(great_plans, "TILE_BYTES", 1)
    monkeypatch.setattr(great_plans, "COARSE_BYTES", 1)
    few = shuffled[:5]
    forgetful = World(SEED, parameters)
    other = find_great("b").key
    forgetful.solve(*other)
    assert made(forgetful, few, 2) == {f"{cx} {cy}": expected[f"{cx} {cy}"] for cx, cy in few}


@pytest.mark.parametrize("lod", (-2, 1, 2, 3, 4))
def test_levels_of_detail_agree_to_the_bit(lod: int) -> None:
    great = shared_great(SEED)
    cx, cy = chunks_where_tiles_meet(great)[12]
    x, y, side = cx * CHUNK_SIZE, cy * CHUNK_SIZE, 256
    every = 1 << max(lod, 0)
    fine = great.world.region(x, y, side, side)
    if lod < 0:
        side = 32
        near = great.world.region(x, y, side << -lod, side << -lod, lod=lod)
        pairs = ((getattr(near, name)[:: 1 << -lod, :: 1 << -lod], name) for name in SHARED)
    else:
        far = great.world.region(x, y, side >> lod, side >> lod, lod=lod)
        pairs = ((getattr(far, name), name) for name in SHARED)
    for values, name in pairs:
        expected = getattr(fine, name)[:side:every, :side:every]
        assert np.array_equal(values, expected, equal_nan=values.dtype.kind == "f"), name


SHARED = (
    "height",
    "moisture",
    "temperature",
    "biome",
    "terrain",
    "water_level",
    "discharge",
    "shore",
    "relative_height",
)


def test_what_is_missing_is_the_coarse_plan_and_then_its_tiles() -> None:
    great = shared_great(SEED)
    cx, cy = chunks_where_tiles_meet(great)[12]
    world = World(SEED, great.world.parameters)
    assert world.missing_plans(cx, cy) == (great.key,)
    world.solve(*great.key)
    tiles = world.missing_plans(cx, cy)
    assert len(tiles) >= 1
    assert all(key[:3] == great.key and 1 <= key[3] <= great.plan.tiles for key in tiles)
    for key in tiles:
        world.solve(*key)
    assert world.missing_plans(cx, cy) == ()
    assert world.generator.great.coarse.holds(great.key)


def test_slopes_turn_at_borders_of_tiles_as_at_other_ridges() -> None:
    """Over the fine nodes of the island, which are the samples of lod 2."""
    great = shared_great(SEED)
    plan, layers = great.plan, great.world.generator.layers
    rows, columns = (RATIO * (n - 24) for n in plan.shape)
    window = Window(RATIO * (plan.first_x + 12), RATIO * (plan.first_y + 12), columns, rows)
    owners = find_owners(layers, plan, window)
    region = great.world.generator.region(
        4 * window.first_x, 4 * window.first_y, columns, rows, 2, only=great.key
    )
    at_borders, on_ridges = [], []
    for axis in (0, 1):
        height, owner, level = (
            np.moveaxis(array, axis, 1) for array in (region.height, owners, region.water_level)
        )
        dry = np.isnan(level)
        first, second, third, fourth = (
            height[:, k : height.shape[1] - 3 + k].astype(np.float64) for k in range(4)
        )
        kink = np.abs((second - first) - (fourth - third))
        all_dry = np.logical_and.reduce([dry[:, k : dry.shape[1] - 3 + k] for k in range(4)])
        border = all_dry & (owner[:, 1:-2] != owner[:, 2:-1])
        ridge = all_dry & ~border & (second > first) & (third > fourth)
        at_borders.append(kink[border])
        on_ridges.append(kink[ridge])
    border, ridge = np.concatenate(at_borders), np.concatenate(on_ridges)
    assert len(border) > 1000
    for part in (50, 90, 99):
        assert np.percentile(border, part) <= np.percentile(ridge, part), part


def test_an_overview_has_its_coast_and_water_where_they_stay() -> None:
    great = shared_great(SEED)
    plan = great.plan
    step = plan.step // 64
    x, y = plan.first_x * step // 64 * 64, plan.first_y * step // 64 * 64
    rows, columns = (n * step for n in plan.shape)
    for lod, share, drop in ((5, 0.97, 0.016), (6, 0.95, 0.032)):
        side = 1 << lod
        far = great.world.region(x, y, columns // side, rows // side, lod=lod)
        full = great.world.generator.region(x, y, columns // 16, rows // 16, 4, only=great.key)
        assert far.overview and far.sketch and not full.overview
        every = side // 16
        near = {
            name: getattr(full, name)[::every, ::every][: far.shape[0], : far.shape[1]]
            for name in ("height", "shore")
        }
        own = full.in_domain(great.key)[::every, ::every][: far.shape[0], : far.shape[1]]
        same = (near["shore"] > 0) == (far.shore > 0)
        assert same[own].mean() > share
        inside = own & (near["shore"] >= 40.0)
        assert np.abs(near["height"] - far.height)[inside].mean() < drop
    sketch = great.world.region(x, y, 64, 64, lod=5, sketch=True)
    assert sketch.sketch and not sketch.overview


def test_a_tile_keeps_little() -> None:
    great = shared_great(SEED)
    tiles = great.world.generator.great.tiles
    sizes = []
    for number in range(1, great.plan.tiles + 1):
        tile = tiles.get((*great.key, number))
        assert tile is not None
        sizes.append(tile.nbytes)
    assert np.median(sizes) < 600_000 and max(sizes) < 900_000
