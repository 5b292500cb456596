"""What stands on the ground, as a pure function of it: trees by biome, rocks, reeds, cacti, palms.

Each thing belongs to the cell that holds its foot: the hash of world and cell says where in it the
foot stands, the fields of the cell and of those around it what it is. A cell never asks what stands
in another one, so the same things stand on the plane however it is cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import types

from worldgen.biomes import (
    BEACH,
    COLD,
    COOL,
    DESERT,
    FOREST,
    FREEZING,
    GRASSLAND,
    JUNGLE,
    LAKE,
    MOUNTAIN,
    SAVANNA,
    SNOW,
    TAIGA,
    TUNDRA,
    land_biome,
)
from worldgen.chunk.fields import Samples, field_types, grid_type
from worldgen.chunk.own_decorations import with_own_things
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.growth import GROWTH_NAMES
from worldgen.kernels.decorators import device, kernel
from worldgen.noise.hashing import hash_point, hash_row, mix, unit
from worldgen.seed import layer_key

(
    BROADLEAF, CONIFER, SNOWY_CONIFER, JUNGLE_TREE, PALM, ACACIA, BUSH, DRY_BUSH, CACTUS, ROCK,
    SNOWY_ROCK, REEDS, TUFT, FLOWERS, PEBBLES, FERN, STUMP, DRIFTWOOD,
) = range(18)  # fmt: skip
NOTHING = -1

APRON = 4
"""Cells along the edge of a region in which nothing is found: what stands there depends on cells
beyond it."""

_GROVE = 24
"""Wavelength in cells of the noise that gathers plants in groves and leaves glades between."""

_CLUMP = 7
"""That of the noise that gathers what is small in clumps."""

_BARE_BELOW, _WOODED_FROM = FREEZING + 0.045, FREEZING + 0.10
"""Temperatures between which trees become as many as elsewhere: below the first snow lies about,
and nothing grows."""

_BELOW_SNOW = 0.045
"""How far below the height at which snow lies the last plants stand."""

_STEEP = 0.035
"""Height per cell from which trees find no hold."""

_SHALLOW = 0.012
"""Depth of a lake in which reeds stand."""

_SANDY = 8.0
"""Cells from the shore over which low ground is sand."""

_RIVERSIDE = 0.2
"""A cell of which a river covers more than this holds nothing, as its foot might be wet."""


@dataclass(frozen=True, eq=False)
class Decorations:
    """Things on the ground of a region, row by row of their cells; arrays are read-only."""

    kind: np.ndarray
    """uint8: ``Growth``, or from 18 on a kind of a world's own biomes."""
    x: np.ndarray
    """int64: the foot, in sixty-fourths of a cell."""
    y: np.ndarray
    bits: np.ndarray
    """uint32: even bits to choose size, shape and colour by."""
    names: tuple[str, ...]
    """What the numbers of ``kind`` mean, in small letters."""
    like: np.ndarray
    """uint8: the ``Growth`` that each is drawn as."""

    def __len__(self) -> int:
        return len(self.kind)


class Levels(NamedTuple):
    """Where one kind of country ends and another begins, as the world's parameters say."""

    mountain: float
    snow: float
    desert: float
    forest: float


class Keys(NamedTuple):
    """What the hashes of a world's things begin with: uint64 each."""

    things: np.uint64
    groves: np.uint64
    clumps: np.uint64


def decorations(region: Samples) -> Decorations:
    """Return what stands in the cells of a region of level of detail 0, but for its outermost
    ``APRON`` cells.

    Raises:
        ValueError: for a region of another level of detail, whose samples are no cells.
    """
    if region.lod != 0:
        raise ValueError(f"decorations need a region of lod 0, not {region.lod}")
    if region.grid.x % UNITS_PER_CELL or region.grid.y % UNITS_PER_CELL:
        raise ValueError("decorations need a region that begins on a whole cell")
    parameters = region.parameters
    rows, columns = (max(side - 2 * APRON, 0) for side in region.shape)
    count = rows * columns
    kind = np.empty(count, dtype=np.uint8)
    places = np.empty((2, count), dtype=np.int64)
    bits = np.empty(count, dtype=np.uint32)
    levels = Levels(
        parameters.mountain_level, parameters.snow_level, parameters.desert_moisture,
        parameters.forest_moisture,
    )  # fmt: skip
    keys = Keys(*(np.uint64(layer_key(region.key, name)) for name in Keys._fields))
    climate = parameters.temperature
    arrays = region.arrays._replace(biome=region.like_biome)
    found = _plant(region.grid, arrays, keys, levels, climate, kind, places, bits)
    things = (kind[:found], places[0, :found], places[1, :found], bits[:found])
    table, names = region.biomes, GROWTH_NAMES
    like = things[0]
    if table is not None and table.decorations:
        key = layer_key(region.key, "own things")
        things = with_own_things(region, table, key, APRON, _RIVERSIDE, things)
        names, like = table.growth_names, table.growth_likes[things[0]]
    kept = [np.ascontiguousarray(column) for column in (*things, like)]
    for column in kept:
        column.flags.writeable = False
    kinds, x, y, chosen, likes = kept
    return Decorations(kinds, x, y, chosen, names, likes)


@device()
def _gathering(key, x, y, wavelength):  # type: ignore[no-untyped-def]
    """Return value noise in 0..1 that is alike for cells near each other."""
    i, j = x // wavelength, y // wavelength
    u = (x - i * wavelength + 0.5) / wavelength
    v = (y - j * wavelength + 0.5) / wavelength
    u, v = u * u * (3.0 - 2.0 * u), v * v * (3.0 - 2.0 * v)
    above, below = hash_row(key, j), hash_row(key, j + 1)
    top = unit(hash_point(above, i)) * (1.0 - u) + unit(hash_point(above, i + 1)) * u
    bottom = unit(hash_point(below, i)) * (1.0 - u) + unit(hash_point(below, i + 1)) * u
    return top * (1.0 - v) + bottom * v


@device()
def _crown_over_water(kind, r, c, water_levels, covers):  # type: ignore[no-untyped-def]
    """Return whether a tree hides water, as pictures show it: its crown is above its foot."""
    side = 2 if kind in (JUNGLE_TREE, ACACIA, PALM) else 1
    for row in range(r - APRON, r + 1):
        for column in range(c - side, c + side + 1):
            if not np.isnan(water_levels[row, column]) or covers[row, column] > _RIVERSIDE:
                return True
    return False


@device()
def _tall(biome, draw, other, warmth, wet, shore, slope, grove):  # type: ignore[no-untyped-def]
    """Return what stands in a cell that has room for something large, or ``NOTHING``."""
    if slope > _STEEP:
        if draw < 0.22:
            return SNOWY_ROCK if biome == SNOW else ROCK
        return NOTHING
    if biome == FOREST:
        cool = warmth < COOL + 0.05 + 0.08 * (grove - 0.5)
        if draw < 0.62 + 0.7 * grove:
            if other > 0.985:
                return STUMP
            return CONIFER if (cool and other < 0.75) or other < 0.06 else BROADLEAF
        return BUSH if draw < 0.98 else NOTHING
    if biome == TAIGA:
        if draw < 0.55 + 0.75 * grove:
            return CONIFER
        return BUSH if other < 0.5 else ROCK
    if biome == JUNGLE:
        if draw < 0.88:
            return PALM if other < 0.12 else JUNGLE_TREE
        return BUSH
    if biome == GRASSLAND:
        # Toward the forest trees stand closer; in glades there are none.
        likely = max(0.0, 1.5 * (wet - 0.34)) * max(0.0, 1.7 * grove - 0.35)
        if draw < likely:
            return CONIFER if warmth < COOL and other < 0.6 else BROADLEAF
        return BUSH if draw < likely + 0.10 * grove else NOTHING
    if biome == SAVANNA:
        if draw < 0.05 + 0.24 * grove * grove:
            return ACACIA
        return DRY_BUSH if draw < 0.42 * grove else NOTHING
    if biome == DESERT:
        if warmth < COOL:
            return DRY_BUSH if draw < 0.10 else (ROCK if draw < 0.17 else NOTHING)
        if draw < 0.17 * grove:
            return CACTUS
        return DRY_BUSH if draw < 0.30 * grove else (ROCK if other < 0.04 else NOTHING)
    if biome == BEACH:
        if warmth > 0.52 and shore > 2.0 and draw < 0.9 * max(0.0, grove - 0.38):
            return PALM
        return ROCK if other < 0.03 else NOTHING
    if biome == TUNDRA:
        wooded = (warmth - _BARE_BELOW) / (_WOODED_FROM - _BARE_BELOW)
        if draw < 0.20 * grove * min(wooded, 1.0):
            # Snow stays on the trees where it lies on the ground not far away.
            return SNOWY_CONIFER if warmth < _BARE_BELOW + 0.03 * other else CONIFER
        return BUSH if draw < 0.34 * grove else (ROCK if draw > 0.90 else NOTHING)
    if biome == MOUNTAIN:
        if warmth > COLD and draw < 0.16 * grove and slope < 0.6 * _STEEP:
            return CONIFER
        return ROCK if draw > 0.72 else NOTHING
    if biome == SNOW:
        return SNOWY_ROCK if draw > 0.90 else NOTHING
    return NOTHING


@device()
def _low(biome, draw, other, warmth, shore, slope, clump):  # type: ignore[no-untyped-def]
    """Return what stands in a cell between the large things, or ``NOTHING``."""
    if slope > _STEEP:
        return PEBBLES if draw < 0.10 else NOTHING
    dense = clump * clump
    if biome == GRASSLAND:
        if draw < 0.16 * dense:
            return FLOWERS if other < 0.45 * clump else TUFT
    elif biome == SAVANNA:
        if draw < 0.22 * dense:
            return TUFT
    elif biome == FOREST:
        if draw < 0.15 * dense:
            return FERN if other < 0.6 else (FLOWERS if other < 0.7 else BUSH)
        if draw > 0.994:
            return STUMP if other < 0.3 else TUFT
    elif biome == JUNGLE:
        if draw < 0.30 * dense:
            return FERN if other < 0.6 else BUSH
    elif biome == TAIGA:
        if draw < 0.10 * dense:
            return FERN if other < 0.4 else (TUFT if other < 0.8 else PEBBLES)
    elif biome == TUNDRA:
        if draw < 0.15 * dense:
            return PEBBLES if other < 0.4 or warmth < _BARE_BELOW else TUFT
    elif biome == MOUNTAIN:
        if draw < 0.15 * dense:
            return PEBBLES
    elif biome == BEACH:
        if draw < 0.03 * dense:
            return PEBBLES
        if shore < 5.0 and draw > 0.997:
            return DRIFTWOOD
        if warmth > 0.3 and shore > 3.0 and draw < 0.10 * dense:
            return TUFT
    elif biome == DESERT and draw < 0.05 * dense:
        return PEBBLES if other < 0.6 else TUFT
    return NOTHING


@device()
def _grows(kind):  # type: ignore[no-untyped-def]
    """Return whether a thing is alive, or was."""
    return kind != ROCK and kind != SNOWY_ROCK and kind != PEBBLES and kind != DRIFTWOOD


_LEVELS = types.NamedUniTuple(types.float64, len(Levels._fields), Levels)  # type: ignore[no-untyped-call]
_KEYS = types.NamedUniTuple(types.uint64, len(Keys._fields), Keys)  # type: ignore[no-untyped-call]


@kernel(
    types.int64(
        grid_type(), field_types(readonly=True), _KEYS,
        _LEVELS, types.boolean,
        types.uint8[::1], types.int64[:, ::1], types.uint32[::1],
    )
)  # fmt: skip
def _plant(grid, fields, keys, levels, climate, kinds, places, chosen):  # type: ignore[no-untyped-def]
    """Find what stands in the cells of samples, and return how much it is.

    Args:
        grid: where the samples lie, one a cell.
        fields: theirs, each (height, width).
        keys: of the world's things.
        levels: of the world.
        climate: whether the world has one.
        kinds, places, chosen: (n,), (2, n) and (n,) for n cells without the apron; as many of the
            first as are returned are written.
    """
    x, y = grid.x // UNITS_PER_CELL, grid.y // UNITS_PER_CELL
    heights, moistures, temperatures = fields.height, fields.moisture, fields.temperature
    gradient_x, gradient_y, shores = fields.gradient_x, fields.gradient_y, fields.shore
    water_levels, biomes, covers = fields.water_level, fields.biome, fields.river_cover
    rows, columns = heights.shape
    hashes = np.empty((rows, columns), dtype=np.uint64)
    for r in range(rows):
        row = hash_row(keys.things, y + r)
        for c in range(columns):
            hashes[r, c] = hash_point(row, x + c)
    count = 0
    for r in range(APRON, rows - APRON):
        for c in range(APRON, columns - APRON):
            hashed = hashes[r, c]
            # Large things stand where a hash is the greatest of its neighbours: never too close.
            roomy = True
            for dr in range(-1, 2):
                for dc in range(-1, 2):
                    if hashes[r + dr, c + dc] > hashed:
                        roomy = False
            bits = mix(hashed + np.uint64(1))
            draw = unit(mix(hashed + np.uint64(2)))
            other = unit(mix(hashed + np.uint64(3)))
            biome = biomes[r, c]
            warmth, wet = np.float64(temperatures[r, c]), np.float64(moistures[r, c])
            height = np.float64(heights[r, c])
            kind = NOTHING
            if biome == LAKE:
                depth = np.float64(water_levels[r, c]) - height
                if depth < _SHALLOW and warmth > COLD:
                    clump = _gathering(keys.clumps, x + c, y + r, _CLUMP)
                    kind = REEDS if draw < 1.1 * clump * clump else NOTHING
            elif np.isnan(water_levels[r, c]) and covers[r, c] <= _RIVERSIDE:
                gx, gy = np.float64(gradient_x[r, c]), np.float64(gradient_y[r, c])
                slope = np.sqrt(gx * gx + gy * gy)
                grove = _gathering(keys.groves, x + c, y + r, _GROVE)
                shore = np.float64(shores[r, c])
                if biome == BEACH and shore > _SANDY + 4.0 * (grove - 0.5):
                    # Low ground far from the water is no sand, and bears what else would grow.
                    biome = land_biome(
                        height, wet, warmth, 0.0, levels.mountain, levels.snow, levels.desert,
                        levels.forest, climate,
                    )  # fmt: skip
                if roomy:
                    kind = _tall(biome, draw, other, warmth, wet, shore, slope, grove)
                    tree = BROADLEAF <= kind <= ACACIA and biome != BEACH
                    if tree and _crown_over_water(kind, r, c, water_levels, covers):
                        kind = BUSH
                else:
                    clump = _gathering(keys.clumps, x + c, y + r, _CLUMP)
                    kind = _low(biome, draw, other, warmth, shore, slope, clump)
                frozen = climate and warmth < _BARE_BELOW
                if (frozen or height > levels.snow - _BELOW_SNOW) and _grows(kind):
                    kind = NOTHING
            if kind == NOTHING:
                continue
            kinds[count] = kind
            places[0, count] = (x + c) * UNITS_PER_CELL + np.int64(bits & np.uint64(63))
            places[1, count] = (y + r) * UNITS_PER_CELL + np.int64(
                (bits >> np.uint64(6)) & np.uint64(63)
            )
            chosen[count] = np.uint32(np.int64((bits >> np.uint64(12)) & np.uint64(0xFFFFFFFF)))
            count += 1
    return count
