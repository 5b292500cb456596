"""The archipelago: who owns a place, how much of it is land, and that no land touches a border."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import worldgen
from tests.oracle.mask import mask_of
from worldgen.archipelago import archipelago as islands_of
from worldgen.archipelago.claim_grid import COLUMN_STRIDE
from worldgen.archipelago.island_mask import Mask
from worldgen.archipelago.land_domains import (
    domain_reach,
    make_archipelago,
    mask_grid,
    site_table,
)
from worldgen.archipelago.sites import SITE_SIZE, SITE_X, SITE_Y
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.parameters import WorldParameters

FAR = 2**51

spacings = st.integers(8, 128).map(lambda n: 64 * n)
shares = st.floats(0.0, 1.0)


@st.composite
def legal_parameters(draw: st.DrawFn) -> WorldParameters:
    """Return parameters from all over what is allowed, at the ends of it more often than not."""
    ends = st.sampled_from((0.02, 0.03, 0.05, 0.4, 0.95, 0.979))
    water = draw(st.one_of(ends, st.floats(0.02, 0.979)))
    above = sorted({draw(st.floats(water, 1.0)) for _ in range(3)} | {water + 0.001})
    levels = [level for level in above if level > water]
    while len(levels) < 3:
        levels.append((levels[-1] + 1.0) / 2.0 if levels[-1] < 1.0 else levels[-1])
        levels = sorted(set(levels)) if levels[-1] < 1.0 else _spread(water)
    return WorldParameters(
        water_level=water,
        beach_level=levels[0],
        mountain_level=levels[1],
        snow_level=levels[2],
        noise=draw(st.sampled_from(("value", "gradient"))),
        octaves=draw(st.integers(1, 12)),
        persistence=draw(st.floats(0.05, 0.95)),
        feature_size=draw(st.floats(16.0, 4096.0)),
        island_spacing=draw(spacings),
        cover=draw(st.one_of(st.just(1.0), shares)),
        warp=draw(st.one_of(st.sampled_from((0.0, 0.5, 1.0)), shares)),
    )


def _spread(water: float) -> list[float]:
    return [water + (1.0 - water) * part for part in (0.25, 0.5, 0.75)]


def sample(
    archipelago: islands_of.Archipelago, x: int, y: int, step: int, width: int, height: int
) -> Mask:
    """Return the mask of a grid whose place and step are in cells."""
    units = UNITS_PER_CELL
    return islands_of.mask_grid(archipelago, x * units, y * units, step * units, width, height)


def beside_borders(owner: np.ndarray) -> np.ndarray:
    """Return where a sample has a neighbour of another owner, corners included."""
    found = np.zeros(owner.shape, dtype=bool)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        rows, columns = owner.shape
        one = (slice(0, rows - dr), slice(max(-dc, 0), columns - max(dc, 0)))
        other = (slice(dr, rows), slice(max(dc, 0), columns - max(-dc, 0)))
        differs = owner[one] != owner[other]
        found[one] |= differs
        found[other] |= differs
    return found


def find_borders(
    archipelago: islands_of.Archipelago, seed: int, count: int
) -> list[tuple[int, int]]:
    """Return places on borders of domains, those close to land first."""
    step = archipelago.spacing // 64
    x, y = 7 * seed * archipelago.spacing, -5 * seed * archipelago.spacing
    mask = sample(archipelago, x, y, step, 192, 192)
    strength = np.pad(mask.strength, 2)
    near = sum(np.roll(strength, shift, axis) for axis in (0, 1) for shift in (-2, -1, 1, 2))
    near = np.where(beside_borders(mask.owner), np.asarray(near)[2:-2, 2:-2], -1.0)
    best = np.argsort(near, axis=None, kind="stable")[::-1][: 40 * count : 40]
    return [(x + int(at % 192) * step, y + int(at // 192) * step) for at in best]


# Borders


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(parameters=legal_parameters(), seed=st.integers(0, 1000))
def test_borders_are_under_water_in_every_legal_world(
    parameters: WorldParameters, seed: int
) -> None:
    world = worldgen.World(seed, parameters)
    archipelago = world.generator.layers.archipelago
    for x, y in find_borders(archipelago, seed, 3):
        region = world.region(x - 48, y - 48, 96, 96, sketch=True)
        beside = beside_borders(region.domain_index)
        assert region.mask is not None
        assert (region.mask.strength[1:-1, 1:-1][beside] == 0.0).all()
        assert (region.height[beside] < parameters.water_level).all()
        sunken = region.mask.strength[1:-1, 1:-1] == 0.0
        assert (region.height[sunken] < parameters.water_level).all()


@pytest.mark.parametrize("water", (0.02, 0.4, 0.9))
def test_borders_are_under_water_in_solved_worlds(water: float) -> None:
    beach, mountain, snow = _spread(water)
    parameters = WorldParameters(
        water_level=water,
        beach_level=beach,
        mountain_level=mountain,
        snow_level=snow,
        cover=1.0,
        island_spacing=512,
    )
    world = worldgen.World(3, parameters)
    x, y = find_borders(world.generator.layers.archipelago, 3, 1)[0]
    region = world.region(x - 128, y - 128, 256, 256)
    beside = beside_borders(region.domain_index)
    assert beside.any()
    assert (region.height[beside] < water).all()
    assert not np.isnan(region.water_level[beside]).any()


# The mask as a function of place


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**64 - 1),
    spacing=spacings,
    cover=shares,
    warp=shares,
    x=st.one_of(st.integers(-20_000, 20_000), st.integers(-FAR, FAR)),
    y=st.one_of(st.integers(-20_000, 20_000), st.integers(-FAR, FAR)),
    step=st.sampled_from((1, 16, 99, 1024)),
)
def test_mask_is_the_oracles(
    seed: int, spacing: int, cover: float, warp: float, x: int, y: int, step: int
) -> None:
    parameters = WorldParameters(island_spacing=spacing, cover=cover, warp=warp)
    archipelago = make_archipelago(seed, parameters)
    mask = sample(archipelago, x, y, step, 10, 8)
    strength, keys = mask_of(archipelago, x * 64, y * 64, step * 64, 10, 8)
    found = [[mask.island_key(int(code)) for code in row] for row in mask.owner]
    assert found == [[(*key, 0) for key in row] for row in keys]
    assert np.array_equal(mask.strength, strength)
    assert mask.strength.min() >= 0.0
    assert mask.strength.max() <= 1.0


@settings(max_examples=40)
@given(
    x=st.integers(-(10**6), 10**6),
    y=st.integers(-(10**6), 10**6),
    left=st.integers(0, 500),
    top=st.integers(0, 300),
    width=st.integers(1, 80),
    height=st.integers(1, 80),
    step=st.sampled_from((4, 64, 512, 4096)),
)
def test_any_cut_of_a_mask_is_the_same(
    x: int, y: int, left: int, top: int, width: int, height: int, step: int
) -> None:
    archipelago = make_archipelago(11, WorldParameters())
    whole = mask_grid(archipelago, x, y, step, left + width, top + height)
    cut = mask_grid(archipelago, x + left * step, y + top * step, step, width, height)
    assert np.array_equal(whole.strength[top:, left:], cut.strength)
    for code, other in {*zip(whole.owner[top:, left:].flat, cut.owner.flat, strict=True)}:
        assert whole.island_key(int(code)) == cut.island_key(int(other))


@pytest.mark.parametrize("warp", (0.0, 0.5, 1.0))
@pytest.mark.parametrize("cover", (0.0, 1.0))
def test_domains_stay_within_their_reach(warp: float, cover: float) -> None:
    parameters = WorldParameters(warp=warp, cover=cover)
    for seed in range(4):
        archipelago = make_archipelago(seed, parameters)
        step = 16
        mask = sample(archipelago, -9000, 4000, step, 600, 600)
        i, j = np.divmod(mask.owner.astype(np.int64), COLUMN_STRIDE)
        ((first_i, first_j),) = mask.firsts
        table = site_table(archipelago, first_i, first_j, i.max() + 1, j.max() + 1)
        site_x = (first_i + i + table[i, j, SITE_X]) * archipelago.spacing
        site_y = (first_j + j + table[i, j, SITE_Y]) * archipelago.spacing
        away_x = np.abs(site_x - (-9000 + step * np.arange(600))[None, :])
        away_y = np.abs(site_y - (4000 + step * np.arange(600))[:, None])
        assert max(away_x.max(), away_y.max()) <= domain_reach(archipelago)


def test_codes_and_keys_belong_together() -> None:
    mask = sample(make_archipelago(2, WorldParameters()), -3000, -3000, 8, 300, 300)
    keys = mask.island_keys()
    assert keys == sorted(keys)
    assert len(keys) > 3
    assert {mask.code(*key) for key in keys} == {int(code) for code in np.unique(mask.owner)}


# Sites


def test_a_site_is_the_same_in_any_table() -> None:
    archipelago = make_archipelago(6, WorldParameters())
    whole = site_table(archipelago, -20, -15, 40, 30)
    assert np.array_equal(whole[13:17, 9:20], site_table(archipelago, -7, -6, 4, 11))
    assert ((whole[..., SITE_X] > 0.1) & (whole[..., SITE_X] < 0.9)).all()
    assert ((whole[..., SITE_Y] > 0.1) & (whole[..., SITE_Y] < 0.9)).all()
    assert ((whole[..., SITE_SIZE] >= 0.0) & (whole[..., SITE_SIZE] <= 1.0)).all()


def test_tables_that_chunks_share_cannot_be_spoilt() -> None:
    archipelago = make_archipelago(6, WorldParameters())
    before = sample(archipelago, 0, 0, 16, 64, 64)
    table = site_table(archipelago, -4, -4, 9, 9)
    table[:] = 0.0
    assert np.array_equal(before.strength, sample(archipelago, 0, 0, 16, 64, 64).strength)


# The look from afar


def land_share(seed: int, **changes: Any) -> float:
    world = worldgen.World(seed, WorldParameters(**changes))
    region = world.region(-160_000, -160_000, 320, 320, lod=10, sketch=True)
    return float(np.isnan(region.water_level).mean())


def test_a_fifth_to_a_third_is_land() -> None:
    shares = [land_share(seed) for seed in range(8)]
    assert 0.20 <= np.mean(shares) <= 0.35
    assert min(shares) > 0.1


def test_cover_goes_from_hardly_any_to_much() -> None:
    shares = [
        np.mean([land_share(seed, cover=cover) for seed in range(3)])
        for cover in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    assert shares == sorted(shares)
    assert shares[0] < 0.18
    assert shares[-1] > 0.33


def test_quadrants_hold_as_much_land() -> None:
    shares: np.ndarray = np.zeros(4)
    for seed in range(20):
        archipelago = make_archipelago(seed, WorldParameters())
        for n, (x, y) in enumerate(((0, 0), (-32768, 0), (0, -32768), (-32768, -32768))):
            shares[n] += (sample(archipelago, x, y, 256, 128, 128).strength > 0.6).mean()
    assert np.abs(shares / shares.mean() - 1.0).max() < 0.1


def test_no_grid_shows() -> None:
    """Folded over the squares of the sites, land is spread almost evenly."""
    folded: np.ndarray = np.zeros((8, 8))
    for seed in range(8):
        archipelago = make_archipelago(seed, WorldParameters())
        land = sample(archipelago, 64, 64, 128, 512, 512).strength > 0.6
        folded += land.reshape(64, 8, 64, 8).mean(axis=(0, 2))
    rows, columns = folded.mean(axis=1), folded.mean(axis=0)
    assert np.abs(rows / rows.mean() - 1.0).max() < 0.25
    assert np.abs(columns / columns.mean() - 1.0).max() < 0.25


def test_seas_are_crowded_or_empty() -> None:
    """Land in large squares varies far more than if each site were drawn by itself."""
    shares = []
    for seed in range(4):
        archipelago = make_archipelago(seed, WorldParameters())
        land = sample(archipelago, 0, 0, 256, 512, 512).strength > 0.6
        shares.append(land.reshape(32, 16, 32, 16).mean(axis=(1, 3)).ravel())
    spread = np.concatenate(shares)
    assert np.quantile(spread, 0.05) < 0.6 * spread.mean()
    assert np.quantile(spread, 0.95) > 1.4 * spread.mean()


def test_open_sea_needs_no_finer_bends() -> None:
    """A chunk of empty sea, filled without them, is what it is within a grid that holds land."""
    archipelago = make_archipelago(4, WorldParameters(cover=0.3))
    whole = sample(archipelago, -9000, 0, 4, 1024, 1024)
    assert whole.strength.max() > 0.8
    empty = 0
    for r in range(0, 1024, 64):
        for c in range(0, 1024, 64):
            quick = sample(archipelago, -9000 + 4 * c, 4 * r, 4, 64, 64)
            assert np.array_equal(quick.strength, whole.strength[r : r + 64, c : c + 64])
            empty += int(not quick.strength.any())
    assert empty > 10
