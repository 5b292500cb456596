"""The rules that shape land: each does what its name says; with all of them off, noise is left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worldgen.chunk.water_checks import AROUND, shifted
from tests.worlds import largest_site, shared_world
from worldgen import ParameterError, Region, World, WorldParameters
from worldgen.archipelago.archipelago import make_archipelago, mask_grid
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.island.relief import grow
from worldgen.noise.octaves import make_octaves, sum_octaves
from worldgen.seed import normalize_seed, world_key

RULES_OF_RELIEF = ("erosion", "smoothing", "uplift", "thermal")
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2))]
NO_WATER: dict[str, Any] = {"lakes": 0.0, "river_density": 0.0}


def shaped_by(**strengths: Any) -> WorldParameters:
    """Return parameters without inland water and with no rule but those given."""
    return WorldParameters.from_mapping(
        {**dict.fromkeys(RULES_OF_RELIEF, 0.0), **NO_WATER, **strengths}
    )


# With everything off


@pytest.mark.parametrize("water", (0.1, 0.4, 0.8))
@pytest.mark.parametrize("kind", ("value", "gradient"))
@pytest.mark.parametrize("island", (True, False))
def test_with_all_rules_off_height_is_noise_and_mask(water: float, kind: str, island: bool) -> None:
    parameters = shaped_by(
        water_level=water,
        beach_level=water + 0.02,
        mountain_level=0.9,
        snow_level=0.95,
        noise=kind,
        island=island,
        relief_steps=50,
    )
    seed = "nothing but noise"
    for x, y, lod in ((-200, 300, 0), (-1500, -900, 3), (17, -5, 4), (2**40, -(2**33), 0)):
        region = World(seed, parameters).region(x, y, 150, 130, lod=lod)
        expected = noise_and_mask(seed, parameters, x, y, 150, 130, 1 << lod)
        assert np.array_equal(region.height, expected.astype(np.float32))
        assert np.array_equal(np.isnan(region.water_level), region.height >= np.float32(water))


def noise_and_mask(
    seed: str, parameters: WorldParameters, x: int, y: int, width: int, height: int, step: int
) -> np.ndarray:
    """Return the height as issue and design put it, from noise and mask alone."""
    key = world_key(normalize_seed(seed))
    octaves = make_octaves(
        key,
        "height",
        parameters.feature_size,
        parameters.octaves,
        parameters.persistence,
        parameters.lacunarity,
        parameters.noise,
    )
    grid = (x * UNITS_PER_CELL, y * UNITS_PER_CELL, step * UNITS_PER_CELL, width, height)
    total = np.clip(sum_octaves(octaves, *grid), -1.0, 1.0)
    noise: np.ndarray = 0.5 + total * (0.75 - 0.25 * (total * total))
    if not parameters.island:
        return noise
    k = mask_grid(make_archipelago(key, parameters), *grid).strength
    floor = noise + (1.0 - k) * (1.0 - k) * (0.30 - 0.78 * noise)
    sunk: np.ndarray = (1.0 - k) * (0.8 * parameters.water_level * floor) + k * (0.5 * (noise + k))
    return sunk


def test_no_steps_is_as_good_as_no_strength() -> None:
    box = (-300, -300, 600, 600)
    without_steps = World(1, WorldParameters(relief_steps=0, **NO_WATER)).region(*box)
    without_strength = World(1, shaped_by(relief_steps=40)).region(*box)
    assert np.array_equal(without_steps.height, without_strength.height)


# Each rule on its own


def heights_of(seed: int, parameters: WorldParameters) -> Region:
    """Return an island of a world of islands that no water runs on."""
    x, y = small_island(seed)
    return World(seed, parameters).region(x - 320, y - 320, 640, 640)


def small_island(seed: int) -> tuple[int, int]:
    """Return the middle of a small island: no rule moves it, and no uplands lift it."""
    site = largest_site(shared_world(seed), 12)
    return int(site.x), int(site.y)


def roughness(region: Region) -> float:
    inland = inner_land(region)
    bend = sum(shifted(region.height, dr, dc, np.nan) for dr, dc in AROUND if not dr or not dc)
    return float(np.nanmean(np.abs(0.25 * bend - region.height)[inland]))


def inner_land(region: Region) -> np.ndarray:
    inland: np.ndarray = region.shore >= 30.0
    assert inland.any()
    return inland


@pytest.mark.parametrize("seed", SEEDS)
def test_each_rule_does_what_it_is_called(seed: int) -> None:
    smooth = {"octaves": 5}
    # As good as no rule, but coastal plains are laid as behind all shaped coasts.
    noise = heights_of(seed, shaped_by(smoothing=1e-9, **smooth))
    smoothed = heights_of(seed, shaped_by(smoothing=1.0, **smooth))
    lifted = heights_of(seed, shaped_by(uplift=1.0, **smooth))
    eroded = heights_of(seed, shaped_by(erosion=1.0, **smooth))
    inland = inner_land(noise)
    assert smoothed.height[inland].std() < noise.height[inland].std()
    assert roughness(smoothed) < 0.8 * roughness(noise)
    assert (lifted.height[inland] >= noise.height[inland]).mean() > 0.95
    assert lifted.height[inland].mean() > noise.height[inland].mean() + 0.05
    assert eroded.height[inland].mean() < noise.height[inland].mean() - 0.02
    assert roughness(eroded) > roughness(smoothed)


@pytest.mark.parametrize("seed", SEEDS)
def test_slides_take_the_steepest_slopes_away(seed: int) -> None:
    """Noise so narrow that much of it is steeper than the angle of rest, 0.02 a cell."""
    steep = {"feature_size": 24.0, "octaves": 1}
    noise = heights_of(seed, shaped_by(smoothing=1e-9, **steep))
    slid = heights_of(seed, shaped_by(thermal=1.0, relief_steps=100, **steep))
    inland = inner_land(noise)
    # Slides run along the lattice, so it is along an axis that slopes are held against the rest.
    shares = [(np.abs(region.gradient_x)[inland] > 0.024).mean() for region in (noise, slid)]
    assert shares[0] > 0.01
    assert shares[1] < 0.5 * shares[0]


def slopes(region: Region) -> np.ndarray:
    steepness: np.ndarray = np.hypot(region.gradient_x, region.gradient_y)
    return steepness


def test_stronger_is_more() -> None:
    means = [
        heights_of(2, shaped_by(erosion=strength)).height.mean() for strength in (0.0, 0.3, 1.0)
    ]
    assert means == sorted(means, reverse=True)
    lifted = [heights_of(2, shaped_by(uplift=strength)).height.mean() for strength in (0.1, 1.0)]
    assert lifted == sorted(lifted)
    steps = [
        heights_of(2, shaped_by(erosion=0.5, relief_steps=steps)).height.mean()
        for steps in (0, 4, 20)
    ]
    assert steps == sorted(steps, reverse=True)


# What a plan adds to the noise


SMOOTH: dict[str, Any] = {"octaves": 4, **NO_WATER}
"""All octaves are as broad as a plan can hold, so that full minus bare is the correction."""


def test_the_correction_has_no_crease_at_lattice_lines() -> None:
    """On a fine grid second differences stay small: nowhere does the slope itself jump."""
    shaped = World(0, WorldParameters.from_mapping(SMOOTH))
    bare = World(0, shaped_by(octaves=4))
    x, y = inland_place(shaped)
    fine, noise = (world.region(x - 16, y - 16, 512, 64, lod=-4) for world in (shaped, bare))
    correction = fine.height.astype(np.float64) - noise.height
    first = np.abs(np.diff(correction, axis=1)).max()
    bends = np.abs(np.diff(correction, n=2, axis=1)).max()
    # With straight lines between lattice points a bend would be as large as a step.
    assert first > 1e-5
    assert bends < 0.12 * first


def inland_place(world: World) -> tuple[int, int]:
    left, top = (place // 16 * 16 - 512 for place in small_island(0))
    coarse = world.region(left, top, 64, 64, lod=4)
    inland = np.where(coarse.shore >= 40.0, slopes(coarse), 0.0)
    row, column = np.unravel_index(int(np.argmax(inland)), inland.shape)
    return left + 16 * int(column), top + 16 * int(row)


def test_the_correction_is_nothing_where_its_support_holds_no_land() -> None:
    # Far from great islands, whose uplands are relief too.
    x, y = small_island(1)
    box = (x - 512, y - 512, 1024, 1024)
    shaped = World(1, WorldParameters.from_mapping(SMOOTH)).region(*box)
    bare = World(1, shaped_by(octaves=4)).region(*box)
    # The support of a lattice point reaches two lattice steps of 4 cells; coasts are rough.
    far = (shaped.shore < -16.0) & (bare.height < bare.water - 0.15)
    assert np.count_nonzero(far) > 10_000
    assert np.abs(shaped.height[far] - bare.height[far]).max() < 1e-6
    land = shaped.shore > 16.0
    assert np.abs(shaped.height[land] - bare.height[land]).mean() > 0.01


# Growing by the rules alone


def random_field(rows: int, columns: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).random((rows, columns))


def dome(rows: int, columns: int) -> np.ndarray:
    """Return where land is lifted: 1 in the middle, 0 from halfway to the edge."""
    r, c = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    lifted: np.ndarray = np.clip(1.0 - 2.0 * np.hypot(r, c), 0.0, 1.0)
    return lifted


@pytest.mark.parametrize("thermal", (0.0, 0.5))
@pytest.mark.parametrize("uplift", (0.2, 1.0))
@pytest.mark.parametrize("smoothing", (0.1, 0.5, 1.0))
def test_the_two_rules_make_an_island(smoothing: float, uplift: float, thermal: float) -> None:
    """The chapter's claim: after 60 steps all is in 0..1, and the lifted part stands out."""
    inside = dome(96, 128)
    grown = grow(random_field(96, 128), inside, 60, smoothing, uplift, thermal)
    assert grown.min() >= 0.0
    assert grown.max() <= 1.0
    assert grown[inside > 0.5].mean() > grown.mean() + 0.1 * uplift
    assert grown[inside > 0.5].min() > grown[inside == 0.0].mean()


def test_growing_can_be_stopped_and_gone_on_with() -> None:
    start, inside = random_field(40, 50), dome(40, 50)
    before = start.copy()
    whole = grow(start, inside, 60, 0.5, 0.4, 0.3)
    for stop in (0, 1, 7, 59, 60):
        first = grow(start, inside, stop, 0.5, 0.4, 0.3)
        assert np.array_equal(grow(first, inside, 60 - stop, 0.5, 0.4, 0.3), whole)
    assert np.array_equal(start, before)
    assert np.array_equal(grow(start, inside, 0, 0.5, 0.4), start)


def test_growing_is_what_the_rules_say() -> None:
    """A plain reference: the local mean drawn near, then the source added."""
    field, inside = random_field(17, 23), dome(17, 23)
    expected = field.copy()
    for _ in range(5):
        beside = np.pad(expected, 1, mode="edge")
        mean = 0.25 * (beside[:-2, 1:-1] + beside[2:, 1:-1] + beside[1:-1, :-2] + beside[1:-1, 2:])
        height = expected + 0.4 * (mean - expected)
        expected = height + 0.05 * 0.6 * inside * (1.0 - height)
    assert np.allclose(grow(field, inside, 5, 0.4, 0.6), expected, rtol=0.0, atol=1e-14)


def test_smoothing_alone_evens_out_and_uplift_alone_only_lifts() -> None:
    field, inside = random_field(30, 30), dome(30, 30)
    assert grow(field, inside, 40, 0.5, 0.0).std() < 0.2 * field.std()
    lifted = grow(field, inside, 40, 0.0, 0.5)
    assert (lifted >= field).all()
    assert np.array_equal(lifted[inside == 0.0], field[inside == 0.0])


@given(
    seed=st.integers(0, 2**32),
    share=st.floats(0.01, 1.0),
    spacing=st.floats(0.5, 32.0),
)
def test_slides_move_material_and_lose_none(seed: int, share: float, spacing: float) -> None:
    field = random_field(12, 15, seed)
    slid = grow(field, np.zeros_like(field), 8, 0.0, 0.0, share, spacing)
    assert np.isclose(slid.sum(), field.sum(), rtol=1e-12)
    assert slid.min() >= field.min() - 1e-12
    assert slid.max() <= field.max() + 1e-12


def test_slides_stop_at_the_angle_of_rest() -> None:
    gentle = np.tile(np.linspace(0.2, 0.2 + 0.019 * 29, 30), (20, 1))
    assert np.array_equal(grow(gentle, np.zeros_like(gentle), 10, 0.0, 0.0, 1.0), gentle)
    steep = np.tile(np.linspace(0.0, 1.0, 10), (20, 1))
    slid = grow(steep, np.zeros_like(steep), 3000, 0.0, 0.0, 1.0)
    assert np.abs(np.diff(slid, axis=1)).max() < 0.0205


# A world grown by the rules


def test_a_world_grown_by_rules_is_land_in_the_sea() -> None:
    parameters = WorldParameters(relief="rules", relief_steps=60)
    region = heights_of(0, parameters)
    assert region.height.min() >= 0.0
    assert region.height.max() <= 1.0
    inland = inner_land(region)
    assert region.height[inland].mean() > region.height.mean() + 0.05
    other = heights_of(0, WorldParameters(relief="rules", relief_steps=10))
    assert not np.array_equal(region.height, other.height)
    unlifted = heights_of(0, WorldParameters(relief="rules", relief_steps=60, uplift=0.0))
    assert region.height[inland].mean() > unlifted.height[inland].mean()


def test_growing_needs_islands() -> None:
    with pytest.raises(ParameterError, match="island"):
        WorldParameters(relief="rules", island=False)


def test_a_grown_world_takes_nothing_from_the_noise() -> None:
    """No height noise is in it; only the rain, which is noise of its own, wears it down."""
    x, y = small_island(5)
    box = (x - 200, y - 200, 400, 400)
    one = World(5, WorldParameters(relief="rules", humidity=0.0)).region(*box)
    other = World(5, WorldParameters(relief="rules", humidity=0.0, feature_size=50.0)).region(*box)
    assert (one.shore > 0.0).any()
    assert np.array_equal(one.height, other.height)
