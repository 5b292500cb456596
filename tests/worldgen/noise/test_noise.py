"""Noise: the same bits as the oracle at any cut and distance, and no structure that shows."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import worldgen
from tests.oracle import noise as oracle
from worldgen import CoordinateError, ParameterError, SeedError, fbm
from worldgen.coordinates import COORDINATE_LIMIT, UNITS_PER_CELL, to_units
from worldgen.noise.hashing import hash_point, hash_row, mix
from worldgen.noise.octaves import make_octaves, sum_octaves

KINDS = ("value", "gradient")
FAR = COORDINATE_LIMIT - 4096

kinds = st.sampled_from(KINDS)
seeds = st.one_of(st.integers(), st.text(min_size=1).filter(lambda text: text.strip() != ""))
places = st.one_of(st.integers(-5000, 5000), st.integers(-FAR, FAR))


def digest(array: np.ndarray) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()


# The bits


@given(st.integers(0, 2**64 - 1), st.integers(-(2**60), 2**60), st.integers(-(2**60), 2**60))
def test_hash_is_the_oracles(key: int, ix: int, iy: int) -> None:
    assert int(mix(np.uint64(key))) == oracle.mix(key)
    row = np.uint64(hash_row(np.uint64(key), np.int64(iy)))
    hashed = hash_point(row, np.int64(ix))
    assert int(hashed) == oracle.hash_point(key, ix, iy)


@given(
    seed=seeds,
    x=places,
    y=places,
    step=st.sampled_from((1, 3, 16, 64, 77, 128, 4096, 65536)),
    wavelength=st.floats(1 / 64, 5000.0),
    octaves=st.integers(1, 12),
    persistence=st.floats(0.05, 0.95),
    lacunarity=st.floats(1.5, 4.0),
    kind=kinds,
)
@example(0, -1, -1, 64, 64.0, 6, 0.5, 2.0, "value")
@example(0, -1, -1, 64, 64.0, 6, 0.5, 2.0, "gradient")
@example("atlantis", FAR, -FAR, 1, 330.0, 8, 0.5, 2.0, "gradient")
def test_fbm_is_the_oracles(
    seed: int | str,
    x: int,
    y: int,
    step: int,
    wavelength: float,
    octaves: int,
    persistence: float,
    lacunarity: float,
    kind: str,
) -> None:
    settings = (wavelength, octaves, persistence, lacunarity, kind)
    made = fbm(seed, x, y, 4, 3, *settings, step=step / UNITS_PER_CELL)
    normal = worldgen.World(seed).seed
    expected = oracle.octaves_of(oracle.world_key(normal), "height", *settings)
    for row, column in itertools.product(range(3), range(4)):
        place = x * UNITS_PER_CELL + column * step, y * UNITS_PER_CELL + row * step
        assert made[row, column] == oracle.fbm_at(expected, kind, *place)


@given(
    x=places,
    y=places,
    left=st.integers(0, 300),
    top=st.integers(0, 80),
    width=st.integers(1, 300),
    height=st.integers(1, 70),
    step=st.sampled_from((4, 64, 100, 1024, 65536)),
    kind=kinds,
)
def test_any_cut_of_a_grid_is_the_same(
    x: int, y: int, left: int, top: int, width: int, height: int, step: int, kind: str
) -> None:
    octaves = make_octaves(77, "height", 90.0, 7, 0.5, 2.0, kind)
    x, y = x * UNITS_PER_CELL + 5, y * UNITS_PER_CELL - 3
    whole = sum_octaves(octaves, x, y, step, left + width, top + height)
    cut = sum_octaves(octaves, x + left * step, y + top * step, step, width, height)
    assert np.array_equal(whole[top:, left:], cut)


@pytest.mark.parametrize("kind", KINDS)
def test_coarser_grids_pick_from_finer_ones(kind: str) -> None:
    fine = fbm(3, -700, 250, 256, 256, kind=kind, step=0.25)
    for skip in (2, 4, 32):
        coarse = fbm(3, -700, 250, 256 // skip, 256 // skip, kind=kind, step=0.25 * skip)
        assert np.array_equal(fine[::skip, ::skip], coarse)


def test_octaves_apart_add_up_to_octaves_together() -> None:
    octaves = make_octaves(5, "height", 330.0, 8, kind="gradient")
    low, high = octaves.split(30.0)
    assert len(low) + len(high) == len(octaves)
    together = sum_octaves(octaves, -999, 12345, 64, 90, 40)
    apart = sum_octaves(low, -999, 12345, 64, 90, 40) + sum_octaves(high, -999, 12345, 64, 90, 40)
    assert np.allclose(together, apart, rtol=0.0, atol=1e-14)


# Distance


@pytest.mark.parametrize("exponent", (24, 31, 40, 48, 51))
@pytest.mark.parametrize("kind", KINDS)
def test_noise_is_as_fine_far_away(exponent: int, kind: str) -> None:
    near = fbm(9, 0, 0, 64, 64, kind=kind)
    for x, y in itertools.product((2**exponent, -(2**exponent)), repeat=2):
        far = fbm(9, x, y, 64, 64, kind=kind)
        for row in range(64):
            assert len(np.unique(far[row])) >= 0.9 * len(np.unique(near[row]))
        assert 0.3 < far.std() / near.std() < 3.0


def test_beyond_the_limit_is_one_clear_error() -> None:
    assert fbm(1, COORDINATE_LIMIT - 8, -COORDINATE_LIMIT, 8, 8).shape == (8, 8)
    for x, y in ((COORDINATE_LIMIT - 7, 0), (0, -COORDINATE_LIMIT - 1), (2**62, 0), (0, 10**400)):
        with pytest.raises(CoordinateError, match=r"2\*\*52"):
            fbm(1, x, y, 8, 8)
    for bad in (float("nan"), float("inf"), "3", b"3", None, True, 1j, np.True_, [3]):
        with pytest.raises(CoordinateError):
            fbm(1, bad, 0, 4, 4)  # type: ignore[arg-type]


def test_places_are_rounded_down_to_sixty_fourths() -> None:
    for cells, units in ((-0.5, -32), (-1 / 128, -1), (0.999, 63), (-1, -64), (2.0**52, 2**58)):
        assert to_units(cells) == units


def test_small_numbers_of_arrays_do_not_wrap() -> None:
    for exact in (np.int32(100_000_000), np.int16(-32_000), np.uint8(200), np.int64(2**52)):
        assert to_units(exact) == int(exact) * UNITS_PER_CELL
    assert to_units(np.float32(-0.3)) == -20
    x = np.int32(100_000_000)
    assert np.array_equal(fbm(1, x, -x, 8, 8), fbm(1, int(x), -int(x), 8, 8))  # type: ignore[arg-type]


def test_negative_places_are_like_all_others() -> None:
    means: np.ndarray = np.zeros((2, 2))
    deviations: np.ndarray = np.zeros((2, 2))
    for seed in range(20):
        for i, j in itertools.product(range(2), repeat=2):
            square = fbm(seed, -8192 * i, -8192 * j, 512, 512, step=16.0)
            assert np.isfinite(square).all()
            means[i, j] += square.mean() / 20
            deviations[i, j] += square.std() / 20
    assert np.ptp(means) < 0.05 * means.mean()
    assert np.ptp(deviations) < 0.05 * deviations.mean()


# Structure


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spacing", (1, 2, 64, 330))
def test_lattice_points_are_not_flat(kind: str, spacing: int) -> None:
    everywhere = fbm(4, 5, 9, 256, 256, wavelength=330.0, octaves=8, kind=kind, step=37.328125)
    on_lattice = fbm(4, 0, 0, 256, 256, wavelength=330.0, octaves=8, kind=kind, step=spacing)
    for seed in range(5, 15):
        more = fbm(seed, 0, 0, 256, 256, wavelength=330.0, octaves=8, kind=kind, step=spacing)
        on_lattice = np.concatenate((on_lattice, more))
    assert on_lattice.std() >= 0.6 * everywhere.std()


@pytest.mark.parametrize("kind", KINDS)
def test_origin_is_not_special(kind: str) -> None:
    origin = np.array([fbm(seed, 0, 0, 1, 1, kind=kind)[0, 0] for seed in range(200)])
    other = np.array([fbm(seed, 137.3, -81.9, 1, 1, kind=kind)[0, 0] for seed in range(200)])
    assert origin.std() >= 0.6 * other.std()
    assert 0.0 < (origin > 0.4).mean() < 1.0
    correlations = []
    for seed in range(20):
        once = fbm(seed, -128, -128, 128, 128, kind=kind, step=2.0)
        twice = fbm(seed, -256, -256, 128, 128, kind=kind, step=4.0)
        correlations.append(np.corrcoef(once.ravel(), twice.ravel())[0, 1])
    assert abs(float(np.mean(correlations))) < 0.3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wavelength", (64.0, 330.0))
def test_nothing_repeats(kind: str, wavelength: float) -> None:
    def square(x: float, y: float, step: float) -> np.ndarray:
        return fbm(8, x, y, 256, 256, wavelength=wavelength, octaves=8, kind=kind, step=step)

    # A square of one cell a sample, and one wide enough that it does not correlate by chance.
    first, wide = square(0, 0, 1.0), square(0, 0, 32.0)
    for turns in (256, 289, 1024, 65536):
        away = turns * wavelength
        for x, y in ((away, 0), (0, away), (away, away), (-away, away)):
            assert (first != square(x, y, 1.0)).mean() > 0.99
            other = square(x, y, 32.0)
            assert abs(np.corrcoef(wide.ravel(), other.ravel())[0, 1]) < 0.3


def directions(kind: str, count: int) -> np.ndarray:
    """Return how much of 50 worlds' slopes points each way."""
    histogram: np.ndarray = np.zeros(count)
    for seed in range(50):
        field = fbm(seed, 1000 * seed, -700 * seed, 300, 300, kind=kind).astype(np.float64)
        dy: np.ndarray = np.asarray(np.gradient(field, axis=0))
        dx: np.ndarray = np.asarray(np.gradient(field, axis=1))
        angles = np.arctan2(dy[1:-1, 1:-1], dx[1:-1, 1:-1])
        histogram += np.histogram(angles, bins=count, range=(-np.pi, np.pi))[0]
    return np.asarray(histogram / histogram.mean())


def test_no_direction_is_preferred() -> None:
    bins = directions("gradient", 16)
    assert np.abs(bins - 1.0).max() < 0.15
    # Turned by half a bin, a star along axes and diagonals would show here.
    bins = np.roll(directions("gradient", 32), 1).reshape(16, 2).sum(axis=1) / 2.0
    assert np.abs(bins - 1.0).max() < 0.15


@pytest.mark.parametrize("kind", KINDS)
def test_diagonals_are_alike(kind: str) -> None:
    bins = directions(kind, 8)
    rising, falling = bins[0] + bins[1] + bins[4] + bins[5], bins[2] + bins[3] + bins[6] + bins[7]
    assert 0.9 < rising / falling < 1.1


@pytest.mark.parametrize("octaves", (8, 12))
@pytest.mark.parametrize("kind", KINDS)
def test_many_octaves_are_not_static(octaves: int, kind: str) -> None:
    for persistence in (0.5, 0.7):
        field = fbm(2, 0, 0, 512, 512, octaves=octaves, persistence=persistence, kind=kind)
        beside = np.corrcoef(field[:, 1:].ravel(), field[:, :-1].ravel())[0, 1]
        assert beside > 0.8
    with pytest.raises(ParameterError, match="octaves must be a whole number from 1 to 12"):
        fbm(2, 0, 0, 8, 8, octaves=13)


@pytest.mark.parametrize("kind", KINDS)
def test_range_is_kept_and_hardly_ever_touched(kind: str) -> None:
    touched = total = 0
    for seed in range(100):
        field = fbm(seed, 0, 0, 320, 320, octaves=1 + seed % 8, kind=kind, step=5.0)
        assert field.min() >= 0.0
        assert field.max() <= 1.0
        touched += int(((field == 0.0) | (field == 1.0)).sum())
        total += field.size
    assert total > 10**7
    assert touched < 0.001 * total


@pytest.mark.parametrize("kind", KINDS)
def test_a_level_covers_the_same_share_whatever_seed_and_octaves(kind: str) -> None:
    # 69 wavelengths a side, in steps that fall anywhere between lattice points.
    shares = np.array(
        [
            [
                (fbm(seed, 0, 0, 256, 256, 64.0, octaves, kind=kind, step=17.328125) < 0.40).mean()
                for seed in range(50)
            ]
            for octaves in range(1, 9)
        ]
    )
    assert np.abs(shares - shares.mean()).max() < 0.03


# Seeds and layers


def test_close_and_large_seeds_make_different_noise() -> None:
    seed = 12345
    near = [seed, seed + 1, seed + 8, seed + 256, seed + 65536, -seed]
    large = [seed + 2**32, seed + 2**40, seed + 2**63, seed + 2**64, 10**40, -1, 2**64 - 1, 2**63]
    words: list[int | str] = ["a", "b", "ab", "ba", "é", "日本", "🌋", "x" * 10_000, "42abc"]
    hashes = {digest(fbm(s, 0, 0, 16, 16)) for s in [*near, *large, *words]}
    assert len(hashes) == len(near) + len(large) + len(words)


def test_equal_seeds_make_equal_noise() -> None:
    for same in (("42", 42, " 042 ", "+42"), ("é", "e\u0301"), (0, "-0", "0")):
        assert len({digest(fbm(seed, 0, 0, 16, 16)) for seed in same}) == 1


def test_seeds_layers_and_octaves_are_unrelated() -> None:
    def flat(seed: int, layer: str) -> np.ndarray:
        return fbm(seed, 0, 0, 256, 256, layer=layer, step=20.0).ravel()

    names = ("height", "moisture", "climate", "warp x", "warp y")
    fields = [flat(seed, layer) for seed in (7, 8) for layer in names]
    for one, other in itertools.combinations(fields, 2):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.06
        assert (one != other).mean() > 0.8
    rest, parts = make_octaves(7, "height", 64.0, 6), []
    for wavelength in (64.0, 32.0, 16.0, 8.0, 4.0, 2.0):
        octave, rest = rest.split(wavelength)
        assert len(octave) == 1
        parts.append(sum_octaves(octave, 0, 0, 1280, 256, 256))
    for upper, lower in itertools.combinations(parts, 2):
        assert abs(np.corrcoef(upper.ravel(), lower.ravel())[0, 1]) < 0.06


# What fbm allows


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("wavelength", 0.0),
        ("wavelength", float("nan")),
        ("wavelength", float("inf")),
        ("octaves", 0),
        ("octaves", 2.5),
        ("octaves", True),
        ("persistence", 1.0),
        ("lacunarity", 1.0),
        ("lacunarity", "2"),
        ("step", 0.0),
        ("step", 0.01),
        ("step", None),
        ("width", -1),
        ("height", 1.5),
        ("kind", "simplex"),
        ("kind", ["value"]),
    ],
)
def test_wrong_arguments_are_named(name: str, bad: object) -> None:
    arguments: dict[str, Any] = {"x": 0, "y": 0, "width": 4, "height": 4, name: bad}
    with pytest.raises(ParameterError, match=f"^{name} must be") as error:
        fbm(1, **arguments)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("bad", (None, 1.5, True, [1], "", b"x"))
def test_wrong_seeds_are_refused(bad: object) -> None:
    with pytest.raises(SeedError, match="seed must"):
        fbm(bad, 0, 0, 4, 4)  # type: ignore[arg-type]


def test_empty_grids_are_empty() -> None:
    assert fbm(1, 0, 0, 0, 5).shape == (5, 0)
    assert fbm(1, 0, 0, 5, 0).shape == (0, 5)


def test_result_is_what_the_docstring_says() -> None:
    field = fbm(1, 0, 0, 7, 5)
    assert field.dtype == np.float32
    assert field.flags.c_contiguous
    given = fbm(1, 0, 0, 7, 5, 64.0, 6, 0.5, 2.0, "value", layer="height", step=1.0)
    assert np.array_equal(field, given)
