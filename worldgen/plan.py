"""The plan of an island: everything that needs neighbours, solved once on a coarse lattice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import types

from worldgen.archipelago import SITE_X, SITE_Y, domain_reach, mask_grid, site_table
from worldgen.compiled import FLOATS, GRID, kernel
from worldgen.drainage import (
    HEIGHT_UNITS,
    OUTLET,
    SEA_NODE,
    breach,
    collect,
    diffuse,
    find_hollows,
    find_open_sea,
    flood,
    join_lakes,
    link_nodes,
    shore_distance,
)
from worldgen.layers import WATER, Layers, masked_height, plan_step
from worldgen.noise import UNITS_PER_CELL, add_octaves, shape, sum_octaves
from worldgen.relief import BYTES, INDICES, REST, grow, random_cells, sweep
from worldgen.rivers import Rivers, make_rivers
from worldgen.seed import layer_key

PAD = 4
"""Nodes around the land that are kept in a plan, so that interpolation never leaves it."""

SHORE_UNITS = 8
"""Shore distances are held in this many parts of a lattice step."""

HUMIDITY_BLOCK = 4
"""Lattice nodes on each side of a humidity cell."""

_FAR_SHORE = 80
_COARSE = 8
_SEA_SQUARES = 16
_TAPER_NODES = 24
_LAKE_NODES = 6.0
_DEEPEST_CUT = 0.04
_ROUTE_UNEVENNESS = 25
_SWEEP_UNEVENNESS = 65
_RIVER_CELLS = 180.0
_RIVER_SINK = 0.002
_WET_NODES = 5
_MARGIN = 14
_PLAINS = 0.45
_PLAINS_SPREAD = 1.3
_FLATTEST_PLAIN = 0.85
_BASIN_DEPTH = 0.16
_BASIN_FROM = 0.22


@dataclass(frozen=True, eq=False)
class Plan:
    """An island solved on a lattice aligned to the world.

    Arrays are (rows, columns) over the lattice; node [r, c] lies at world lattice point
    (first_x + c, first_y + r), which is ``step`` sixty-fourths of a cell from the next.
    """

    island: tuple[int, int]
    first_x: int
    first_y: int
    step: int
    correction: np.ndarray
    """float32: what the relief adds to the low octaves."""
    shore: np.ndarray
    """int8: distance to the coast in eighths of a step, > 0 on land, < 0 at sea."""
    lakes: np.ndarray
    """int16: the number of the lake over a node, 0 for none."""
    lake_levels: np.ndarray
    """float64 (lakes + 1,): the level of each lake; [0] is not used."""
    lake_outlets: np.ndarray
    """int32 (lakes + 1,): the flat index of the node where each lake is left."""
    humidity: np.ndarray
    """float32, one value for each block of HUMIDITY_BLOCK nodes a side."""
    rivers: Rivers
    figures: dict[str, float]
    """What was measured: see worldgen.island."""

    @property
    def nbytes(self) -> int:
        arrays = (self.correction, self.shore, self.lakes, self.lake_levels, self.humidity)
        return sum(array.nbytes for array in arrays) + self.rivers.nbytes

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.shore.shape
        return rows, columns


def solve_plan(layers: Layers, i: int, j: int) -> Plan | None:
    """Return the plan of island (i, j), or None when there is no land in its domain."""
    ground = _survey(layers, i, j)
    if ground is None:
        return None
    parameters = layers.parameters
    links = np.empty(ground.shape, dtype=np.uint8)
    link_nodes(
        np.uint64(layer_key(layers.plan_key, "links")), ground.first_x, ground.first_y, links
    )
    shore = np.empty(ground.shape, dtype=np.int8)
    shore_distance(ground.sea, _FAR_SHORE, shore)
    heights = ground.start.ravel().copy()
    heights[(ground.sea.ravel() & SEA_NODE) > 0] = parameters.water_level
    lattice = _Lattice(
        land=np.ascontiguousarray(ground.land.ravel().astype(np.uint8)),
        links=links.ravel(),
        coast=_coast(ground.land),
        rain=_rain(layers, ground).ravel(),
        columns=ground.shape[1],
    )
    lattice.prepare_outlets(heights)
    _shape_relief(layers, lattice, heights, _lift(ground.strength, shore).ravel(), ground.step)
    if not parameters.island:
        _taper(ground.owned, ground.base.ravel(), heights)
    if layers.shaped:
        _lay_plains(layers, ground, shore, heights)
    _dig_lakes(layers, ground, shore, heights)
    return _settle(layers, (i, j), ground, lattice, shore, heights)


@dataclass(frozen=True, eq=False)
class _Ground:
    """What lies in an island's domain before any rule is applied; arrays are (rows, columns)."""

    first_x: int
    first_y: int
    step: int
    owned: np.ndarray
    strength: np.ndarray
    base: np.ndarray
    """What a chunk computes itself: the low octaves, masked."""
    start: np.ndarray
    """What the relief begins with."""
    sea: np.ndarray
    land: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.base.shape
        return rows, columns


def _survey(layers: Layers, i: int, j: int) -> _Ground | None:
    """Find the land of a domain; the lattice is cropped to it."""
    parameters = layers.parameters
    step = plan_step(parameters) * UNITS_PER_CELL
    box = _find_box(layers, i, j, step)
    if box is None:
        return None
    first_x, first_y, columns, rows = box
    mask = mask_grid(layers.archipelago, first_x * step, first_y * step, step, columns, rows)
    owned = mask.owner == mask.code(i, j)
    strength = mask.strength if parameters.island else np.ones((rows, columns))
    base, start, full = _starting_heights(layers, first_x, first_y, step, strength)
    wet = (full < parameters.water_level).astype(np.uint8)
    if parameters.island:
        wet[~owned] = 1
    sea = np.zeros((rows, columns), dtype=np.uint8)
    find_open_sea(wet, rows * columns if parameters.island else _SEA_SQUARES, sea)
    land = owned & ((sea & SEA_NODE) == 0)
    land[:PAD] = land[-PAD:] = False
    land[:, :PAD] = land[:, -PAD:] = False
    if not land.any():
        return None
    across, down = np.flatnonzero(land.any(axis=0)), np.flatnonzero(land.any(axis=1))
    top, bottom = max(down[0] - _MARGIN, 0), min(down[-1] + _MARGIN + 1, rows)
    left, right = max(across[0] - _MARGIN, 0), min(across[-1] + _MARGIN + 1, columns)
    part = (slice(top, bottom), slice(left, right))
    owned, strength, base, start, sea, land = (
        np.ascontiguousarray(array[part]) for array in (owned, strength, base, start, sea, land)
    )
    return _Ground(
        first_x + int(left), first_y + int(top), step, owned, strength, base, start, sea, land
    )


@dataclass(eq=False)
class _Lattice:
    """The working arrays of one island while it is solved."""

    land: np.ndarray
    links: np.ndarray
    coast: np.ndarray
    rain: np.ndarray
    columns: int

    def __post_init__(self) -> None:
        nodes = len(self.land)
        self.filled = np.zeros(nodes, dtype=np.int32)
        self.parents = np.zeros(nodes, dtype=np.int32)
        self.receivers = np.zeros(nodes, dtype=np.int32)
        self.order = np.zeros(int(np.count_nonzero(self.land)), dtype=np.int32)
        self.area = np.zeros(nodes)
        self.count = 0

    def prepare_outlets(self, heights: np.ndarray) -> None:
        outlets = self.land == OUTLET
        self.filled[outlets] = np.ceil(heights[outlets] * HEIGHT_UNITS).astype(np.int32)

    def flood(self, heights: np.ndarray, key: int, unevenness: int) -> None:
        self.count = flood(
            heights, self.land, self.links, self.coast, self.columns, np.uint64(key), unevenness,
            self.filled, self.order, self.parents, self.receivers,
        )  # fmt: skip

    def find_hollows(self, heights: np.ndarray, smallest: int) -> np.ndarray:
        hollows = np.zeros(len(self.land), dtype=np.int32)
        find_hollows(
            self.land, self.links, self.order, self.count, self.columns, self.filled, heights,
            smallest, hollows,
        )  # fmt: skip
        return hollows


def _find_box(layers: Layers, i: int, j: int, step: int) -> tuple[int, int, int, int] | None:
    """Return first_x, first_y, columns and rows of the lattice that an island needs."""
    archipelago = layers.archipelago
    site = site_table(archipelago, i, j, 1, 1)[0, 0]
    reach = int(domain_reach(archipelago) * UNITS_PER_CELL)
    units = archipelago.spacing_units
    middle_x = i * units + int(site[SITE_X] * units)
    middle_y = j * units + int(site[SITE_Y] * units)
    coarse = step * _COARSE
    left, top = (middle_x - reach) // coarse, (middle_y - reach) // coarse
    count = 2 * reach // coarse + 2
    mask = mask_grid(archipelago, left * coarse, top * coarse, coarse, count, count)
    inside = mask.owner == mask.code(i, j)
    if layers.parameters.island:
        inside &= mask.strength > 0.0
    if not inside.any():
        return None
    across, down = np.flatnonzero(inside.any(axis=0)), np.flatnonzero(inside.any(axis=1))
    margin = _COARSE + PAD
    first_x = (left + int(across[0])) * _COARSE - margin
    first_y = (top + int(down[0])) * _COARSE - margin
    columns = (int(across[-1]) - int(across[0])) * _COARSE + 2 * margin + 1
    rows = (int(down[-1]) - int(down[0])) * _COARSE + 2 * margin + 1
    return first_x, first_y, columns, rows


def _starting_heights(
    layers: Layers, first_x: int, first_y: int, step: int, strength: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return base, start and full heights of the nodes.

    The base is what a chunk computes itself, the start is what the relief begins with, and the
    full height, with all octaves, says where water stands.
    """
    parameters = layers.parameters
    rows, columns = strength.shape
    x, y = first_x * step, first_y * step
    base = np.empty((rows, columns))
    if parameters.relief == "rules":
        _mask_noise(np.zeros((rows, columns)), strength, parameters.island, layers.numbers, base)
        cells = np.empty((rows, columns))
        random_cells(np.uint64(layer_key(layers.plan_key, "cells")), first_x, first_y, cells)
        grown = grow(
            cells, strength, parameters.relief_steps, max(parameters.smoothing, 0.05),
            parameters.uplift, parameters.thermal, step / UNITS_PER_CELL,
        )  # fmt: skip
        start = (1.0 - strength) * (0.8 * parameters.water_level * grown) + strength * (
            0.5 * (grown + strength)
        )
        return base, start, start
    total = sum_octaves(layers.height_low, x, y, step, columns, rows)
    _mask_noise(total, strength, parameters.island, layers.numbers, base)
    add_octaves(layers.height_high, x, y, step, total)
    full = np.empty((rows, columns))
    _mask_noise(total, strength, parameters.island, layers.numbers, full)
    return base, base, full


@kernel(types.void(GRID, GRID, types.boolean, FLOATS, types.float64[:, ::1]))
def _mask_noise(total, strength, island, numbers, out):  # type: ignore[no-untyped-def]
    for r in range(out.shape[0]):
        for c in range(out.shape[1]):
            noise = shape(total[r, c])
            out[r, c] = masked_height(noise, strength[r, c], numbers[WATER]) if island else noise


def _coast(land: np.ndarray) -> np.ndarray:
    """Return the flat indices of the land nodes beside an outlet, in rising order."""
    dry = land.copy()
    dry[1:-1, 1:-1] &= land[:-2, 1:-1] & land[2:, 1:-1] & land[1:-1, :-2] & land[1:-1, 2:]
    dry[1:-1, 1:-1] &= land[:-2, :-2] & land[2:, 2:] & land[2:, :-2] & land[:-2, 2:]
    return np.flatnonzero(land & ~dry).astype(np.int32)


def _rain(layers: Layers, ground: _Ground) -> np.ndarray:
    """Return the water that falls on each node, in cells of average rain."""
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    rows, columns = ground.shape
    wet = np.clip(sum_octaves(layers.moisture, x, y, step, columns, rows), -1.0, 1.0)
    cells = (step / UNITS_PER_CELL) ** 2
    rain: np.ndarray = cells * (1.0 + 0.6 * wet)
    return rain


def _lift(strength: np.ndarray, shore: np.ndarray) -> np.ndarray:
    """Return how strongly each node is lifted: smooth, strong far inside, nothing at the coast."""
    inside = np.clip(shore / float(_FAR_SHORE), 0.0, 1.0)
    return strength * inside * inside * (3.0 - 2.0 * inside)


def _shape_relief(
    layers: Layers, lattice: _Lattice, heights: np.ndarray, lift: np.ndarray, step: int
) -> None:
    parameters = layers.parameters
    grown = parameters.relief == "rules"
    cells = step / UNITS_PER_CELL
    # The strengths that fill the parameters' range 0..1 sensibly were found by looking.
    strengths = np.array(
        [
            0.18 * parameters.erosion / cells,
            0.0 if grown else 0.27 * parameters.smoothing,
            0.0 if grown else 0.02 * parameters.uplift,
            0.0 if grown else parameters.thermal,
        ]
    )
    if not strengths.any():
        return
    for turn in range(parameters.relief_steps):
        if turn % 2 == 0:
            lattice.flood(heights, layer_key(layers.plan_key, "sweep", turn), _SWEEP_UNEVENNESS)
        sweep(
            lattice.order, lattice.count, lattice.receivers, lattice.land, lattice.rain, lift,
            strengths, lattice.columns, REST * cells, lattice.area, heights,
        )  # fmt: skip


def _taper(owned: np.ndarray, base: np.ndarray, heights: np.ndarray) -> None:
    """Bring heights back to the base toward the border of a domain on land that runs on."""
    outside = np.where(owned, 0, SEA_NODE).astype(np.uint8)
    reach = np.empty(owned.shape, dtype=np.int8)
    shore_distance(outside, 120, reach)
    share = np.clip((reach.ravel() - 8.0) / (_TAPER_NODES * 4.0), 0.0, 1.0)
    share = share * share * (3.0 - 2.0 * share)
    heights[:] = base + share * (heights - base)


def _near_border(owned: np.ndarray) -> np.ndarray:
    """Mark the nodes close to another domain: a lake there would end at the border."""
    outside = np.where(owned, 0, SEA_NODE).astype(np.uint8)
    reach = np.empty(owned.shape, dtype=np.int8)
    shore_distance(outside, 120, reach)
    return reach < 4 * SHORE_UNITS


def _lay_plains(layers: Layers, ground: _Ground, shore: np.ndarray, heights: np.ndarray) -> None:
    """Lower the land behind some coasts to plains, and leave others steep."""
    water = layers.parameters.water_level
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    rows, columns = ground.shape
    noise = sum_octaves(layers.plains, x, y, step, columns, rows)
    strength = np.clip(_PLAINS + _PLAINS_SPREAD * noise, 0.0, _FLATTEST_PLAIN)
    inland = 1.0 - np.clip(shore / float(_FAR_SHORE), 0.0, 1.0)
    above = heights.reshape(rows, columns)
    lowered = water + (above - water) * (1.0 - strength * inland * inland)
    above[ground.land] = np.where(above > water, lowered, above)[ground.land]


def _dig_lakes(layers: Layers, ground: _Ground, shore: np.ndarray, heights: np.ndarray) -> None:
    """Deepen hashed basins inland, as ice would have, so that some of them hold lakes."""
    strength = layers.parameters.lakes
    if strength == 0.0:
        return
    x, y, step = ground.first_x * ground.step, ground.first_y * ground.step, ground.step
    rows, columns = ground.shape
    basin = np.clip(sum_octaves(layers.basins, x, y, step, columns, rows), -1.0, 1.0)
    inland = np.clip((shore - 24) / 40.0, 0.0, 1.0)
    depth = _BASIN_DEPTH * strength * np.clip(basin - _BASIN_FROM, 0.0, 1.0) * inland
    dug = heights.reshape(rows, columns)
    floor = np.maximum(dug - depth, layers.parameters.water_level + 0.004)
    dug[ground.land] = np.minimum(dug, floor)[ground.land]


def _settle(
    layers: Layers,
    island: tuple[int, int],
    ground: _Ground,
    lattice: _Lattice,
    shore: np.ndarray,
    heights: np.ndarray,
) -> Plan:
    """Route the water over the finished relief, and keep what chunks need."""
    parameters = layers.parameters
    water = parameters.water_level
    rows, columns = ground.shape
    land = lattice.land > 0
    key = layer_key(layers.plan_key, "routes")
    smallest = 1 << 30
    if parameters.lakes > 0.0:
        smallest = max(int(_LAKE_NODES / (parameters.lakes * parameters.lakes)), 4)
    lattice.flood(heights, key, _ROUTE_UNEVENNESS)
    hollows = lattice.find_hollows(heights, smallest)
    breach(
        lattice.land, lattice.order, lattice.count, lattice.parents, lattice.filled, hollows,
        water + 0.002, _DEEPEST_CUT, heights,
    )  # fmt: skip
    lattice.flood(heights, key, _ROUTE_UNEVENNESS)
    hollows = lattice.find_hollows(heights, smallest)
    lakes2 = np.zeros(ground.shape, dtype=np.int32)
    if not parameters.island:
        hollows[_near_border(ground.owned).ravel()] = -1
    found = join_lakes(hollows.reshape(ground.shape), max(smallest // 2, 2), lakes2)
    lakes = lakes2.ravel()
    surface = lattice.filled / HEIGHT_UNITS
    filled_up = (hollows != 0) & (lakes == 0)
    heights[filled_up] = surface[filled_up]
    discharge = np.zeros(len(land))
    collect(lattice.order, lattice.count, lattice.receivers, lattice.land, lattice.rain, discharge)
    lake_levels = np.full(found + 1, water)
    lake_levels[lakes[lakes > 0]] = surface[lakes > 0]
    levels = np.full(len(land), water)
    flowing = np.zeros(len(land), dtype=np.uint8)
    outlets = np.zeros(found + 1, dtype=np.int32)
    threshold = np.inf
    if parameters.river_density > 0.0:
        threshold = _RIVER_CELLS / (parameters.river_density * parameters.river_density)
    _mark_rivers(
        lattice.order, lattice.count, lattice.receivers, lattice.land, lakes, surface, discharge,
        np.ascontiguousarray(ground.sea.ravel()), threshold, parameters.river_density > 0.0, water,
        levels, flowing, outlets,
    )  # fmt: skip
    rivers = make_rivers(
        key=layer_key(layers.plan_key, "bends"), first_x=ground.first_x, first_y=ground.first_y,
        shape=ground.shape, step=ground.step, water=water,
        order=lattice.order[: lattice.count], receivers=lattice.receivers, land=lattice.land,
        sea=np.ascontiguousarray(ground.sea.ravel()), lakes=lakes, flowing=flowing, levels=levels,
        discharge=discharge,
    )  # fmt: skip
    correction = np.zeros(len(land))
    if layers.shaped:
        correction[land] = heights[land] - ground.base.ravel()[land]
    if not parameters.island:
        correction[~land] = 0.0
    return Plan(
        island=island,
        first_x=ground.first_x,
        first_y=ground.first_y,
        step=ground.step,
        correction=_kept(correction.reshape(rows, columns), np.float32),
        shore=_kept(shore, np.int8),
        lakes=_kept(lakes2, np.int16),
        lake_levels=_kept(lake_levels, np.float64),
        lake_outlets=_kept(outlets, np.int32),
        humidity=_kept(_spread_humidity(layers, ground, lakes, flowing), np.float32),
        rivers=rivers,
        figures=_measure(layers, ground, heights.reshape(rows, columns), lakes2),
    )


@kernel(
    types.void(
        INDICES, types.int64, INDICES, BYTES, INDICES, FLOATS, FLOATS, BYTES, types.float64,
        types.boolean, types.float64, types.float64[::1], types.uint8[::1], types.int32[::1],
    )
)  # fmt: skip
def _mark_rivers(  # type: ignore[no-untyped-def]
    order, count, receivers, land, lakes, surface, discharge, sea, threshold, drawn, water,
    levels, flowing, outlets,
):  # fmt: skip
    """Set each node's river level and whether a river runs there.

    Rivers run where discharge passes the threshold and below every lake, unless they would leave
    land that runs on over a domain's border.
    """
    ends_well = np.zeros(len(land), dtype=np.uint8)
    for k in range(count):
        n = order[k]
        m = receivers[n]
        if land[m] == OUTLET:
            ends_well[n] = sea[m] & SEA_NODE
        else:
            ends_well[n] = 1 if lakes[m] > 0 else ends_well[m]
        if lakes[n] > 0:
            levels[n] = surface[n]
            best = outlets[lakes[n]]
            if lakes[m] != lakes[n] and (best == 0 or discharge[n] > discharge[best]):
                outlets[lakes[n]] = n
        else:
            level = surface[n] - _RIVER_SINK
            levels[n] = max(level, levels[m] if land[m] else water)
    if not drawn:
        return
    for k in range(count - 1, -1, -1):
        n = order[k]
        starts = discharge[n] >= threshold or (lakes[n] > 0 and outlets[lakes[n]] == n)
        if (starts or flowing[n]) and ends_well[n]:
            flowing[n] = 1
            if land[receivers[n]]:
                flowing[receivers[n]] = 1
        else:
            flowing[n] = 0


def _spread_humidity(
    layers: Layers, ground: _Ground, lakes: np.ndarray, flowing: np.ndarray
) -> np.ndarray:
    """Return the humidity of each block of nodes, from sea, lakes and rivers."""
    rows, columns = ground.shape
    source = ((ground.sea & SEA_NODE) > 0) | (lakes > 0).reshape(rows, columns)
    source |= (flowing > 0).reshape(rows, columns)
    block = HUMIDITY_BLOCK
    padded = np.pad(source, ((0, -rows % block), (0, -columns % block)), mode="edge")
    blocks = padded.reshape(padded.shape[0] // block, block, padded.shape[1] // block, block)
    wet = np.ascontiguousarray(blocks.sum(axis=(1, 3)) >= _WET_NODES, dtype=np.uint8)
    humidity = np.empty(wet.shape)
    diffuse(wet, layers.parameters.humidity_rate, layers.parameters.humidity_steps, humidity)
    return humidity


def _measure(
    layers: Layers, ground: _Ground, heights: np.ndarray, lakes: np.ndarray
) -> dict[str, float]:
    """Return figures of the solved island, from whole-number sums that do not depend on order."""
    parameters = layers.parameters
    land = ground.land
    cells = (ground.step // UNITS_PER_CELL) ** 2
    down, across = np.flatnonzero(land.any(axis=1)), np.flatnonzero(land.any(axis=0))
    part = (slice(down[0], down[-1] + 1), slice(across[0], across[-1] + 1))
    all_heights = np.where(land, heights, np.minimum(ground.base, parameters.water_level))[part]
    whole = np.floor(all_heights * HEIGHT_UNITS).astype(np.int64)
    nodes = whole.size
    mean = int(whole.sum()) / nodes / HEIGHT_UNITS
    square = int(((whole >> 8) ** 2).sum()) / nodes / (HEIGHT_UNITS >> 8) ** 2
    dry = land & (lakes == 0)
    peak = int(np.argmax(np.where(dry, np.floor(heights * HEIGHT_UNITS), -1.0)))
    step = ground.step // UNITS_PER_CELL
    columns = ground.shape[1]
    return {
        "x": float((ground.first_x + int(across[0])) * step),
        "y": float((ground.first_y + int(down[0])) * step),
        "width": float((int(across[-1]) - int(across[0]) + 1) * step),
        "height": float((int(down[-1]) - int(down[0]) + 1) * step),
        "area": float(int(land.sum()) * cells),
        "mean_height": mean,
        "height_spread": float(np.sqrt(max(square - mean * mean, 0.0))),
        "water_fraction": 1.0 - int(dry[part].sum()) / nodes,
        "mountain_fraction": int((dry & (heights >= parameters.mountain_level)).sum()) / nodes,
        "largest_land_share": _largest_land(land) / max(int(land.sum()), 1),
        "peak_x": float((ground.first_x + peak % columns) * step),
        "peak_y": float((ground.first_y + peak // columns) * step),
        "peak_height": float(heights.ravel()[peak]),
    }


def _largest_land(land: np.ndarray) -> int:
    """Return the number of nodes of the largest connected land, over sides."""
    return int(_count_largest(np.ascontiguousarray(land, dtype=np.uint8)))


@kernel(types.int64(types.Array(types.uint8, 2, "C", readonly=True)))
def _count_largest(land):  # type: ignore[no-untyped-def]
    rows, columns = land.shape
    seen = np.zeros((rows, columns), dtype=np.uint8)
    queue = np.empty(rows * columns, dtype=np.int32)
    largest = 0
    for start in range(rows * columns):
        r0, c0 = start // columns, start % columns
        if seen[r0, c0] or not land[r0, c0]:
            continue
        head, tail = 0, 1
        queue[0] = start
        seen[r0, c0] = 1
        while head < tail:
            r, c = queue[head] // columns, queue[head] % columns
            head += 1
            for side in range(4):
                r2 = r + (1 if side == 0 else -1 if side == 1 else 0)
                c2 = c + (1 if side == 2 else -1 if side == 3 else 0)
                if 0 <= r2 < rows and 0 <= c2 < columns and land[r2, c2] and not seen[r2, c2]:
                    seen[r2, c2] = 1
                    queue[tail] = r2 * columns + c2
                    tail += 1
        largest = max(largest, tail)
    return largest


def _kept(values: np.ndarray, dtype: type) -> np.ndarray:
    array: np.ndarray = np.array(values, dtype=dtype, order="C")
    array.flags.writeable = False
    return array
