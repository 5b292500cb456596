"""The sea of three levels: no land on a border, and the same bits however it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from worldgen.archipelago.claim_grid import OPEN_SEA
from worldgen.archipelago.sea import (
    Archipelago,
    domain_box,
    make_archipelago,
    mask_grid,
    sites_in,
)
from worldgen.coordinates import COORDINATE_LIMIT, UNITS_PER_CELL
from worldgen.parameters import WorldParameters

_FARTHEST = COORDINATE_LIMIT - (1 << 14)
_WINDOW = 512


@pytest.fixture(scope="module")
def sea() -> Archipelago:
    return make_archipelago(7, WorldParameters())


def _legal(rng: np.random.Generator) -> WorldParameters:
    return WorldParameters(
        island_spacing=64 * int(rng.choice([8, 9, 16, 17, 40, 128])),
        cover=float(rng.choice([0.0, 0.3, 0.5, 0.8, 1.0])),
        great=float(rng.random()),
        warp=float(rng.choice([0.0, 0.5, 1.0])),
        climate_band=int(rng.integers(1024, 1_048_577)),
    )


def _border_land(rng: np.random.Generator, archipelago: Archipelago) -> Iterator[tuple[int, int]]:
    """Yield the number of samples beside a border, and of those that could be land."""
    for _ in range(4):
        x, y = (int(v) for v in rng.integers(-(1 << 22), 1 << 22, 2))
        far = mask_grid(archipelago, x * 64, y * 64, 64 * 64, 128, 128)
        rows, columns = np.nonzero(far.owner[:, 1:] != far.owner[:, :-1])
        if len(rows) == 0:
            continue
        at = int(rng.integers(len(rows)))
        x += int(columns[at]) * 64 - _WINDOW // 2
        y += int(rows[at]) * 64 - _WINDOW // 2
        mask = mask_grid(archipelago, x * 64, y * 64, 64, _WINDOW, _WINDOW)
        beside = np.zeros(mask.owner.shape, dtype=bool)
        for a, b in (
            (np.s_[:, 1:], np.s_[:, :-1]), (np.s_[1:], np.s_[:-1]),
            (np.s_[1:, 1:], np.s_[:-1, :-1]), (np.s_[1:, :-1], np.s_[:-1, 1:]),
        ):  # fmt: skip
            differs = mask.owner[a] != mask.owner[b]
            beside[a] |= differs
            beside[b] |= differs
        yield int(beside.sum()), int((mask.strength[beside] > 0.0).sum())


def _check_borders(sets: int, least: int) -> None:
    rng = np.random.default_rng(12)
    samples, land = 0, 0
    while samples < least or sets > 0:
        archipelago = make_archipelago(int(rng.integers(1 << 60)), _legal(rng))
        for beside, risen in _border_land(rng, archipelago):
            samples, land = samples + beside, land + risen
        sets -= 1
    assert land == 0


def test_no_land_beside_a_border() -> None:
    _check_borders(sets=12, least=200_000)


@pytest.mark.slow
def test_no_land_beside_ten_million_borders() -> None:
    _check_borders(sets=200, least=10_000_000)


@pytest.mark.parametrize(
    ("x", "y"), [(-250_000, 40_000), (-31_000, -77_000), (_FARTHEST, -_FARTHEST)]
)
def test_parts_equal_the_whole(sea: Archipelago, x: int, y: int) -> None:
    """Any cut, and any step whose samples coincide, gives the same bits and owners."""
    units = UNITS_PER_CELL
    whole = mask_grid(sea, x * units, y * units, 16 * units, 192, 160)
    part = mask_grid(sea, (x + 16 * 37) * units, (y + 16 * 51) * units, 16 * units, 70, 33)
    np.testing.assert_array_equal(part.strength, whole.strength[51:84, 37:107])
    fine = mask_grid(sea, (x + 16 * 37) * units, (y + 16 * 51) * units, units, 129, 65)
    np.testing.assert_array_equal(fine.strength[::16, ::16], whole.strength[51:56, 37:46])
    close = mask_grid(sea, (x + 16 * 37) * units, (y + 16 * 51) * units, units // 16, 513, 33)
    np.testing.assert_array_equal(close.strength[::16, ::16], fine.strength[:3, :33])
    coarse = mask_grid(sea, x * units, y * units, 64 * units, 48, 40)
    np.testing.assert_array_equal(coarse.strength, whole.strength[::4, ::4])
    assert _keys(coarse) == [key for row in _keys_grid(whole)[::4] for key in row[::4]]


def _keys_grid(mask) -> list[list[tuple[int, int, int] | None]]:  # type: ignore[no-untyped-def]
    return [
        [None if code == OPEN_SEA else mask.island_key(code) for code in row]
        for row in mask.owner.tolist()
    ]


def _keys(mask) -> list[tuple[int, int, int] | None]:  # type: ignore[no-untyped-def]
    return [key for row in _keys_grid(mask) for key in row]


def test_codes_and_keys_are_inverse(sea: Archipelago) -> None:
    mask = mask_grid(sea, -(1 << 24), 1 << 23, 64 * 64, 256, 256)
    keys = mask.island_keys()
    assert {key[2] for key in keys} == {0, 1, 2}
    assert [mask.code(*key) for key in keys] == sorted(set(mask.owner.ravel()) - {OPEN_SEA})


def test_a_domain_lies_in_its_box(sea: Archipelago) -> None:
    left, top, step = -250_000, 40_000, 64
    mask = mask_grid(sea, left * 64, top * 64, step * 64, 512, 512)
    for key in mask.island_keys():
        rows, columns = np.nonzero(mask.owner == mask.code(*key))
        x, y, width, height = domain_box(sea, *key)
        assert x <= left + step * columns.min() and left + step * columns.max() < x + width
        assert y <= top + step * rows.min() and top + step * rows.max() < y + height


def test_sites_are_found_by_their_place(sea: Archipelago) -> None:
    box = (-120_000, -90_000, 240_000, 180_000)
    for level in range(3):
        whole = list(sites_in(sea, *box, level))
        assert whole
        halves = [
            *sites_in(sea, box[0], box[1], 100_000, box[3], level),
            *sites_in(sea, box[0] + 100_000, box[1], 140_000, box[3], level),
        ]
        assert sorted(s.key for s in halves) == sorted(s.key for s in whole)
