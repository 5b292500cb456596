"""Noise at any points: what the oracle says, at any distance, in any order; never clipped."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import worldgen
from tests.oracle import points as oracle
from worldgen import CoordinateError, Noise, ParameterError, SeedError
from worldgen.noise.octaves import make_octaves, sum_octaves
from worldgen.noise.points.fractals import FRACTALS
from worldgen.noise.points.noise import KINDS
from worldgen.seed import world_key

FAR = 2.0**44
kinds = st.sampled_from(KINDS)
cells = st.one_of(
    st.floats(-300.0, 300.0), st.integers(-(2**50), 2**50).map(float), st.floats(-FAR, FAR)
)


def scattered(dims: int, count: int, spread: float = 3000.0) -> np.ndarray:
    return np.random.default_rng(dims).uniform(-spread, spread, (dims, count))


def dyadic(places: np.ndarray) -> np.ndarray:
    return np.round(places * 64.0) / 64.0


@given(
    seed=st.sampled_from((0, -7, "atlantis")),
    kind=kinds,
    wavelength=st.sampled_from((0.75, 3.0, 33.3, 330.0)),
    tile=st.sampled_from((None, None, 1.5, 100.25)),
    place=st.lists(cells, min_size=1, max_size=3),
)
def test_every_kind_is_the_oracles(
    seed: int | str, kind: str, wavelength: float, tile: float | None, place: list[float]
) -> None:
    noise = Noise(seed, kind, frequency=1.0 / wavelength, tile=tile)
    made = float(noise(*place))
    expected = oracle.octave_at(seed, kind, 1.0 / noise.frequency, tile, tuple(place))
    assert made == pytest.approx(expected, rel=0.0, abs=2e-12)


DIGESTS = {
    "value": "2fe5638268fef59f",
    "gradient": "1e33c317079b9ae6",
    "simplex": "9df6207543b194e6",
    "cellular": "e1667b2b47037f42",
    "borders": "355e7903a2408176",
    "cells": "a77350584a1eb9d9",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_bits_are_the_same_everywhere(kind: str) -> None:
    digest = hashlib.sha256()
    x = np.arange(-300, 300) * 0.375
    for far in (0.0, 2.0**40):
        for places in ((x + far,), (x + far, 0.7 * x - far), (x + far, 0.7 * x, far - 0.3 * x)):
            for fractal in ("fbm", "ridged"):
                noise = Noise(
                    "golden", kind, fractal, frequency=1 / 23, octaves=3, gain=0.6, warp=5
                )
                digest.update(noise(*places).astype("<f8").tobytes())
    assert digest.hexdigest()[:16] == DIGESTS[kind]


@pytest.mark.parametrize("kind", ("value", "gradient"))
def test_octaves_on_a_plane_are_those_of_fbm(kind: str) -> None:
    noise = Noise(5, kind, frequency=1 / 90, octaves=6, layer="ore")
    octaves = make_octaves(world_key(5), "ore", 90.0, 6, kind=kind)
    sums = sum_octaves(octaves, -700 * 64, 2**40 * 64, 64, 60, 50)
    made = noise(np.arange(-700, -640), np.arange(2**40, 2**40 + 50)[:, np.newaxis])
    ratio = sums / made
    assert np.ptp(ratio) < 1e-9 * ratio.mean()


@pytest.mark.parametrize("dims", (1, 2, 3))
@pytest.mark.parametrize("kind", KINDS)
def test_bulk_is_point_by_point(kind: str, dims: int) -> None:
    places = scattered(dims, 20_000)
    noise = Noise(3, kind, "ridged", frequency=1 / 50, octaves=4, warp=20.0)
    whole = noise(*places)
    assert whole.shape == (20_000,)
    for at in (0, 16_383, 16_384, 19_999):
        assert float(noise(*places[:, at])) == whole[at]
    order = np.random.default_rng(1).permutation(20_000)
    assert np.array_equal(noise(*places[:, order]), whole[order])


@pytest.mark.parametrize("dims", (1, 2, 3))
@pytest.mark.parametrize(("kind", "fractal"), tuple(itertools.product(KINDS, FRACTALS)))
def test_nothing_leaves_its_range_or_is_clipped(kind: str, fractal: str, dims: int) -> None:
    places = scattered(dims, 50_000)
    for octaves in (1, 5):
        field = Noise(8, kind, fractal, frequency=1 / 40, octaves=octaves)(*places)
        assert -1.0 <= field.min() < field.max() <= 1.0
        edges = np.count_nonzero(np.abs(field) == 1.0)
        assert edges <= 1
        assert field.std() > 0.05
    half = Noise(8, kind, fractal, frequency=1 / 40, octaves=5, signed=False)(*places)
    assert np.array_equal(half, field * 0.5 + 0.5)


@pytest.mark.parametrize("kind", ("value", "gradient", "simplex", "cellular", "borders"))
@pytest.mark.parametrize("origin", (0.0, 2.0**30, -(2.0**43)))
def test_there_is_no_jump_anywhere(kind: str, origin: float) -> None:
    """Along a slanted line, across thousands of borders between squares and triangles."""
    way = origin + np.arange(100_000) / 64.0
    noise = Noise(1, kind, frequency=1 / 7)
    for places in ((way,), (way, way[::-1]), (way, way * 0.5, -way)):
        steps = np.abs(np.diff(noise(*places)))
        assert steps.max() < 0.05
        assert steps.max() > 0.002


@pytest.mark.parametrize("kind", KINDS)
def test_far_away_is_as_fine_as_near(kind: str) -> None:
    near = np.arange(512) / 8.0
    noise = Noise(2, kind, frequency=1 / 20)
    here = noise(near, near[:, np.newaxis])
    far = noise(near - FAR, near[:, np.newaxis] + FAR)
    assert 0.7 < far.std() / here.std() < 1.4
    assert len(np.unique(far)) > 0.7 * len(np.unique(here))


@pytest.mark.parametrize("kind", KINDS)
def test_tiles_join_to_the_bit(kind: str) -> None:
    places = dyadic(scattered(3, 3000))
    for dims, tile in ((1, 300.25), (2, (128.0, 96.5)), (3, 64.0), (2, 2.0**20)):
        noise = Noise(4, kind, frequency=1 / 40, octaves=4, warp=15.0, tile=tile)
        periods = np.broadcast_to(np.array(tile), (dims,))[:, np.newaxis]
        here = noise(*places[:dims])
        for turns in (1.0, -3.0, 2.0**20):
            assert np.array_equal(noise(*(places[:dims] + turns * periods)), here)
    if kind != "cells":
        step = np.arange(0.0, 128.0, 1 / 64)
        ring = Noise(4, kind, frequency=1 / 40, tile=128.0)(step, 0.3 * step)
        assert np.abs(np.diff(ring)).max() < 0.05


def test_repeating_is_only_what_is_asked_for() -> None:
    places = scattered(2, 5000)
    plain, tiled = (Noise(4, "simplex", frequency=1 / 40, tile=t)(*places) for t in (None, 128.0))
    assert abs(np.corrcoef(plain, tiled)[0, 1]) < 0.1


def test_warp_moves_places_within_its_reach() -> None:
    x = dyadic(scattered(1, 4000)[0])
    plain = Noise(9, "cells", frequency=1 / 8)
    warped = Noise(9, "cells", frequency=1 / 8, warp=4.0)
    assert (plain(x) != warped(x)).mean() > 0.05
    around = np.stack([plain(x + step) for step in np.arange(-4.0, 4.0, 1 / 64)])
    assert np.isclose(around, warped(x)).any(axis=0).all()


def test_cells_borders_and_distances_fit_together() -> None:
    x = np.arange(0.0, 400.0, 1 / 16)
    cell = Noise(6, "cells", frequency=1 / 30)(x, 7.0)
    border = Noise(6, "borders", frequency=1 / 30)(x, 7.0)
    changes = np.flatnonzero(np.diff(cell))
    assert len(changes) > 10
    assert (np.minimum(border[changes], border[changes + 1]) < -0.99).all()


def test_kinds_layers_and_spaces_are_unrelated() -> None:
    x = scattered(1, 20_000, 40_000.0)[0]
    flat = [Noise(1, kind, frequency=1 / 20)(x, x[::-1]) for kind in KINDS[:4]]
    flat += [Noise(1, "value", frequency=1 / 20, layer="ore")(x, x[::-1])]
    flat += [Noise(1, "value", frequency=1 / 20)(x), Noise(2, "value", frequency=1 / 20)(x)]
    flat += [Noise(1, "value", frequency=1 / 20)(x, x[::-1], 0.0 * x)]
    for one, other in itertools.combinations(flat, 2):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.04


@pytest.mark.parametrize("kind", ("gradient", "simplex"))
@pytest.mark.parametrize("dims", (2, 3))
def test_no_axis_is_preferred(kind: str, dims: int) -> None:
    noise = Noise(11, kind, frequency=1 / 16)
    places = scattered(dims, 200_000)
    slopes = []
    for axis in range(dims):
        beside = places.copy()
        beside[axis] += 0.5
        slopes.append((noise(*beside) - noise(*places)).std())
    assert max(slopes) < 1.06 * min(slopes)


def test_shapes_and_types_of_places() -> None:
    noise = Noise(1)
    assert noise(3).shape == ()
    assert noise(np.zeros((2, 1)), np.zeros(3)).shape == (2, 3)
    assert noise([], []).shape == (0,)
    assert noise(np.int16(-300)) == noise(-300) == noise(-300.0)
    assert noise(np.float32(0.5), 1).dtype == np.float64
    grid = np.arange(24.0).reshape(4, 6)
    assert np.array_equal(noise(grid.T, grid.T), noise(grid, grid).T)


def test_equal_settings_are_equal_noise() -> None:
    assert Noise("42", frequency=1) == Noise(42, frequency=1.0)
    assert hash(Noise("é", tile=(64, 32))) == hash(Noise("e\u0301", tile=(64.0, 32.0)))
    assert Noise(1, octaves=3) != Noise(1, octaves=4)


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("kind", "perlin"),
        ("fractal", "turbulence"),
        ("frequency", 0.0),
        ("frequency", float("nan")),
        ("octaves", 0),
        ("gain", 1.0),
        ("lacunarity", "2"),
        ("warp", -1.0),
        ("tile", 0.3),
        ("tile", (64.0, 64.0, 64.0, 64.0)),
        ("tile", 0.0),
        ("signed", 1),
        ("layer", "a\n"),
    ],
)
def test_wrong_settings_are_named(name: str, bad: object) -> None:
    settings: dict[str, Any] = {name: bad}
    with pytest.raises(ParameterError, match=f"^{name} must be"):
        Noise(1, **settings)


def test_noise_too_fine_for_its_units_is_refused() -> None:
    with pytest.raises(ParameterError, match="finest octave"):
        Noise(1, frequency=64.0, octaves=12, lacunarity=4.0)
    with pytest.raises(ParameterError, match="tile must be shorter"):
        Noise(1, frequency=64.0, octaves=8, tile=2.0**20)
    with pytest.raises(ParameterError, match="tile must have a period for each axis"):
        Noise(1, tile=(64.0, 64.0))(1.0)
    with pytest.raises(SeedError):
        Noise("")


def test_wrong_places_are_refused() -> None:
    noise = Noise(1)
    assert np.isfinite(noise(2.0**52, -(2.0**52)))
    for bad in (float("nan"), float("inf"), 2.0**52 + 1, 10**400, "3", None, True, 1j):
        with pytest.raises(CoordinateError):
            noise(0.0, bad if bad is not None else ["x"])
    with pytest.raises(CoordinateError, match="must have a y"):
        noise(1.0, None, 1.0)
    with pytest.raises(CoordinateError, match="x must be finite and within"):
        Noise(1, frequency=64.0)(2.0**50)


def test_it_is_told_to_all() -> None:
    assert "Noise" in worldgen.__all__
