"""Things that a table of own biomes puts on the ground, in place of what else would stand there."""

from __future__ import annotations

import numpy as np

from worldgen.biome_table import BiomeTable
from worldgen.chunk.fields import Samples
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.noise.hashing import mix

Things = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Kind, x and y in sixty-fourths of a cell, and even bits."""

_ROW, _COLUMN = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1342543DE82EF95)
_EVEN = 2.0**-53


def with_own_things(
    samples: Samples, table: BiomeTable, key: int, apron: int, wettest: float, found: Things
) -> Things:
    """Return what stands on samples of one a cell, row by row, under the rules of a table.

    Args:
        samples: with an apron in which nothing is looked for.
        table: whose rules for decorations hold.
        key: that the hashes begin with.
        apron: cells of it.
        wettest: how much of a cell a river may cover.
        found: what stands there without the rules.
    """
    inside = slice(apron, -apron), slice(apron, -apron)
    x = samples.grid.x // UNITS_PER_CELL + apron
    y = samples.grid.y // UNITS_PER_CELL + apron
    biome = samples.biome[inside]
    numbers = {name: number for number, name in enumerate(table.biome_names)}
    numbers |= {name: number for number, name in enumerate(table.plain_names)}
    ruled = np.isin(biome, [numbers[rule.biome] for rule in table.decorations])
    open_ground = np.isnan(samples.water_level[inside]) & (samples.river_cover[inside] <= wettest)
    rows, columns = np.nonzero(ruled & open_ground)
    there = biome[rows, columns]
    hashed = _hashed(key, rows + y, columns + x)
    draw = (_mixed(hashed + np.uint64(1)) >> np.uint64(11)).astype(np.float64) * _EVEN
    kind = np.full(rows.size, -1)
    reached = np.zeros(len(table.biome_names))
    for rule in table.decorations:
        number = numbers[rule.biome]
        low, high = reached[number], reached[number] + rule.chance
        kind[(there == number) & (draw >= low) & (draw < high)] = table.growth_names.index(
            rule.kind
        )
        reached[number] = high
    stands = kind >= 0
    bits = _mixed(hashed[stands] + np.uint64(2))
    own = (
        kind[stands].astype(np.uint8),
        _foot(columns[stands] + x, bits),
        _foot(rows[stands] + y, bits >> np.uint64(6)),
        ((bits >> np.uint64(12)) & np.uint64(0xFFFFFFFF)).astype(np.uint32),
    )
    kept = ~ruled[found[2] // UNITS_PER_CELL - y, found[1] // UNITS_PER_CELL - x]
    kinds, xs, ys, all_bits = (
        np.concatenate([before[kept], added]) for before, added in zip(found, own, strict=True)
    )
    order = np.lexsort((xs // UNITS_PER_CELL, ys // UNITS_PER_CELL))
    return kinds[order], xs[order], ys[order], all_bits[order]


def _hashed(key: int, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return the hashes of cells, as kernels have them."""
    row = _mixed(np.uint64(key) + rows.astype(np.uint64) * _ROW)
    return _mixed(row ^ (columns.astype(np.uint64) * _COLUMN))


def _mixed(values: np.ndarray) -> np.ndarray:
    mixed: np.ndarray = mix.py_func(values)
    return mixed


def _foot(cells: np.ndarray, bits: np.ndarray) -> np.ndarray:
    """Return places somewhere in cells, in sixty-fourths of a cell."""
    foot: np.ndarray = cells * UNITS_PER_CELL + (bits & np.uint64(63)).astype(np.int64)
    return foot
