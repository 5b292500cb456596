"""A tile of a great island: the fine nodes of a few sub-catchments, solved from the coarse plan.

Water of the coarse plan (sea, lakes, trunks) is an outlet with a given level, the land of other
tiles a wall. So a tile depends on the coarse plan alone, and no river leaves it but over its own
outlets.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worldgen.archipelago.archipelago import Mask, mask_grid
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.fine_ground import FineGround, lay_fine_ground
from worldgen.great.lattices import RATIO, fine_step
from worldgen.great.tile_owners import find_owners
from worldgen.great.trunk_beds import pieces_near
from worldgen.great.trunks import trunk_flow
from worldgen.great.window import Window
from worldgen.island.arena import into_arena, kept_as
from worldgen.island.coast import SEA_NODE, SEA_SQUARE, shore_distance
from worldgen.island.depressions import SMALL, breach, label_lakes, smooth_beds
from worldgen.island.domain_terrain import STRAIT, coastline, low_noise, mask_noise
from worldgen.island.drainage import HEIGHT_UNITS, accumulate_flow, link_nodes
from worldgen.island.lattice import ALL_LINKS, ALL_SIDES, LAND, OUTLET, Lattice
from worldgen.island.relief import REST, RuleStrengths, sweep
from worldgen.island.river_curves import (
    DISCHARGE,
    LEVEL,
    LatticePlace,
    PieceTable,
    settle_levels,
)
from worldgen.island.river_network import RiverNetwork, drop_stubs, mark_rivers
from worldgen.island.river_pieces import cut_pieces, half_widths, rank_pieces
from worldgen.island.shaping import FARTHEST_SHORE
from worldgen.island.watershed import Watershed
from worldgen.layers import Layers
from worldgen.seed import layer_key

WALL = 2
"""The state of a node that no water enters."""

_WALL_LEVEL = 1 << 30
_MARGIN = 6
"""Coarse nodes about a tile's own that its window holds: the warp, slope lines and shares lead to
its labels from 4.5 nodes away at the most, and what a lake is joined to lies 1.5 farther."""

_EDGE = 2
_LAKE_BED = 0.004
_VALLEY_FLOOR = 0.002
"""How high the ground under a trunk is given to chunks above its level, as that of other rivers."""

_SWEEPS_OF, _SWEEPS = 12, 7
"""A tile is swept 7 times for 12 sweeps of other plans: its relief begins with the coarse one's."""

_SWEEP_UNEVENNESS, _ROUTE_UNEVENNESS = 65, 25
_RIM_RAIN = (0.2, 0.4, 0.6, 0.8)
"""What share of the rain shapes the nodes beside walls, one node farther away, and so on."""

_RIM_LAKES = 3
"""Nodes from a rim, or from a lake of the coarse plan, within which no other lake lies."""

_LAKE_NODES = 6.0
_PUDDLE = 0.004
"""Depressions nowhere deeper than this hold no lake."""

_DEEPEST_CUT = 0.04
_RIVER_CELLS = 180.0
_SHORTEST_RIVER = 6


@dataclass(frozen=True, eq=False)
class Tile:
    """The nodes that a tile owns, within the rectangle that holds them.

    Node [r, c] lies at world lattice point (first_x + c, first_y + r) of the fine lattice.
    """

    number: int
    first_x: int
    first_y: int
    columns: int
    own: np.ndarray = field(metadata=kept_as(np.uint8))
    """uint8 (rows, columns / 8): a bit for each node, the highest first; 1 for the tile's own."""
    row_starts: np.ndarray = field(metadata=kept_as(np.int32))
    """int32 (rows,): how many own nodes lie in the rows above."""
    correction: np.ndarray = field(metadata=kept_as(np.float32))
    """float32, one for each own node, row by row: what the relief adds to the low octaves."""
    shore: np.ndarray = field(metadata=kept_as(np.int8))
    """int8, likewise: distance to the coast in eighths of a step, > 0 on land, < 0 at sea."""
    lakes: np.ndarray = field(metadata=kept_as(np.int16))
    """int16, likewise, or none: the lake over a node: of the coarse plan > 0, the tile's own < 0,
    0 for none."""
    lake_levels: np.ndarray = field(metadata=kept_as(np.float64))
    """float64: that of the tile's lake -n is at n; [0] is not used."""
    ends: np.ndarray = field(metadata=kept_as(np.int32))
    """int32 (n, 4): pieces of rivers by rank, in units from the tile's first node."""
    level: np.ndarray = field(metadata=kept_as(np.float32))
    """float32 (n,)."""
    discharge: np.ndarray = field(metadata=kept_as(np.float32))
    """float32 (n,)."""

    @property
    def nbytes(self) -> int:
        return sum(a.nbytes for a in vars(self).values() if isinstance(a, np.ndarray))


def tile_window(plan: CoarsePlan, number: int) -> Window:
    """Return the fine nodes that are needed to solve a tile."""
    rows, columns = np.nonzero(plan.labels == number)
    return Window(
        first_x=RATIO * (plan.first_x + int(columns.min()) - _MARGIN),
        first_y=RATIO * (plan.first_y + int(rows.min()) - _MARGIN),
        columns=RATIO * (int(columns.max() - columns.min()) + 2 * _MARGIN) + 1,
        rows=RATIO * (int(rows.max() - rows.min()) + 2 * _MARGIN) + 1,
    )


def solve_tile(layers: Layers, plan: CoarsePlan, number: int) -> Tile:
    """Return a tile of a great island; numbers run from 1 to ``plan.tiles``."""
    window = tile_window(plan, number)
    mask = _mask(layers, window)
    own_domain = (mask.owner == mask.code(*plan.island)) & (mask.strength > 0.0)
    ground = lay_fine_ground(layers, plan, window, _near(~own_domain, STRAIT))
    own = find_owners(layers, plan, window) == number
    shape = own.shape
    water = ground.sea | (ground.lakes > 0) | (ground.trunk >= 0)
    others = ~water & ~own
    rim = ~water & own & _near(others, 1)
    land = np.full(shape, WALL, dtype=np.uint8)
    land[own & ~rim] = LAND
    land[water] = OUTLET
    land[:_EDGE] = land[-_EDGE:] = WALL
    land[:, :_EDGE] = land[:, -_EDGE:] = WALL
    levels = _given_levels(layers, plan, ground)
    heights = np.where(water, levels, ground.heights).ravel()
    rain = _rain(plan, window, rim, land == LAND)
    lattice = Lattice(
        land=land.ravel(),
        links=np.full(land.size, ALL_LINKS, dtype=np.uint8),
        coast=coastline(land == LAND),
        columns=shape[1],
    )
    watershed = Watershed(lattice, rain.ravel())
    watershed.set_outlets(heights)
    watershed.drainage.filled[lattice.land == WALL] = _WALL_LEVEL
    walls = rim | others
    _shape(layers, watershed, walls, heights)
    base = _base(layers, window, mask.strength)
    return _settle(
        layers, plan, number, window, ground, own, walls, levels, watershed, heights, base
    )


def _given_levels(layers: Layers, plan: CoarsePlan, ground: FineGround) -> np.ndarray:
    """Return the level of the coarse plan's water over each node, and of the sea elsewhere."""
    levels = np.full(ground.sea.shape, layers.parameters.water_level)
    lake = ground.lakes > 0
    levels[lake] = plan.lake_levels[ground.lakes[lake]]
    trunk = ground.trunk >= 0
    levels[trunk] = plan.rivers.level[ground.trunk[trunk]]
    return levels


def _rain(plan: CoarsePlan, window: Window, rim: np.ndarray, land: np.ndarray) -> np.ndarray:
    """Return the water that falls on each fine node: that of the coarse node nearest to it.

    What falls on the rim runs to the first land node beside it.
    """
    rows, columns = plan.shape
    down = (np.arange(window.rows) + window.first_y + RATIO // 2) // RATIO - plan.first_y
    across = (np.arange(window.columns) + window.first_x + RATIO // 2) // RATIO - plan.first_x
    down, across = np.clip(down, 0, rows - 1), np.clip(across, 0, columns - 1)
    rain = plan.rain[np.ix_(down, across)].astype(np.float64) / (RATIO * RATIO)
    left = np.flatnonzero(rim)
    fallen, flat = rain.ravel().copy(), land.ravel()
    for d in (1, -1, window.columns, -window.columns):
        takes = flat[left + d]
        np.add.at(fallen, left[takes] + d, rain.ravel()[left[takes]])
        left = left[~takes]
    return fallen


def _near(mask: np.ndarray, nodes: int) -> np.ndarray:
    """Return a mask grown by some nodes, diagonals included."""
    for axis in (0, 1):
        for _ in range(nodes):
            grown = mask.copy()
            first, last = [slice(None)] * 2, [slice(None)] * 2
            first[axis], last[axis] = slice(1, None), slice(None, -1)
            grown[tuple(first)] |= mask[tuple(last)]
            grown[tuple(last)] |= mask[tuple(first)]
            mask = grown
    return mask


def _shape(layers: Layers, watershed: Watershed, walls: np.ndarray, heights: np.ndarray) -> None:
    """Apply the relief rules, less and less toward walls, where heights must stay as they are."""
    parameters = layers.parameters
    cells = fine_step(layers) / UNITS_PER_CELL
    strengths = RuleStrengths(
        erosion=0.18 * parameters.erosion / cells,
        smoothing=0.27 * parameters.smoothing,
        uplift=0.0,
        thermal=float(parameters.thermal),
    )
    if not any(strengths):
        return
    area = np.empty(len(heights))
    share = np.ones(walls.shape)
    grown = walls
    for part in _RIM_RAIN:
        before, grown = grown, _near(grown, 1)
        share[grown & ~before] = part
    rain = watershed.rain * share.ravel()
    lifted = np.zeros(len(heights))
    for turn in range(-(-_SWEEPS * parameters.relief_steps // _SWEEPS_OF)):
        if turn % 2 == 0:
            key = layer_key(layers.plan_key, "tile sweep", turn)
            watershed.flood(heights, key, _SWEEP_UNEVENNESS)
        sweep(watershed.flow, rain, lifted, strengths, REST * cells, area, heights)


def _settle(
    layers: Layers,
    plan: CoarsePlan,
    number: int,
    window: Window,
    ground: FineGround,
    own: np.ndarray,
    walls: np.ndarray,
    given: np.ndarray,
    watershed: Watershed,
    heights: np.ndarray,
    base: np.ndarray,
) -> Tile:
    """Route the water over the shaped heights, and keep what chunks need."""
    parameters = layers.parameters
    shape = own.shape
    step = fine_step(layers)
    key = layer_key(layers.plan_key, "tile routes")
    smallest = 1 << 30
    if parameters.lakes > 0.0:
        smallest = max(int(_LAKE_NODES / (parameters.lakes * parameters.lakes)), 4)
    barred = _near(walls | (ground.lakes > 0), _RIM_LAKES).ravel()
    links = np.full(shape, ALL_SIDES, dtype=np.uint8)
    link_nodes(heights.reshape(shape), (window.first_x + window.first_y) & 1, links)
    watershed.lattice = watershed.lattice._replace(links=links.ravel())
    watershed.flood(heights, key, _ROUTE_UNEVENNESS)
    depressions = watershed.label_depressions(heights, smallest)
    depressions[barred & (depressions > 0)] = SMALL
    _leave_out_puddles(depressions, watershed, heights)
    breach(
        watershed.flow, watershed.drainage.parents, watershed.drainage.filled, depressions,
        parameters.water_level + 0.002, _DEEPEST_CUT, heights,
    )  # fmt: skip
    watershed.flood(heights, key, _ROUTE_UNEVENNESS)
    depressions = watershed.label_depressions(heights, smallest)
    depressions[barred & (depressions > 0)] = SMALL
    _leave_out_puddles(depressions, watershed, heights)
    lakes2 = np.zeros(shape, dtype=np.int32)
    found = label_lakes(depressions.reshape(shape), max(smallest // 2, 2), lakes2)
    lakes = lakes2.ravel()
    surface = watershed.drainage.filled / HEIGHT_UNITS
    filled_up = (depressions != 0) & (lakes == 0)
    heights[filled_up] = surface[filled_up]
    if found:
        part = _box(lakes2 > 0, 1)
        smooth_beds(lakes2[part], surface.reshape(shape)[part], heights.reshape(shape)[part])
    table, lake_levels = _rivers(
        layers, plan, window, ground, given, watershed, lakes, found, surface
    )
    heights = heights.reshape(shape)
    trunk = ground.trunk >= 0
    heights[trunk] = given[trunk] + _VALLEY_FLOOR
    lake = ground.lakes > 0
    heights[lake] = given[lake] - _LAKE_BED
    correction = np.where(ground.sea, 0.0, heights - base)
    shore = np.full(shape, FARTHEST_SHORE, dtype=np.int8)
    if ground.sea.any():
        shore_distance(np.where(ground.sea, SEA_NODE, 0).astype(np.uint8), FARTHEST_SHORE, shore)
    numbers = np.where(lakes2 > 0, -lakes2, ground.lakes)
    part = _box(own, 0)
    top, left = part[0].start, part[1].start
    ends = table.ends - step * np.array([left, top, left, top])
    held = own[part].sum(axis=1)
    tile = Tile(
        number=number,
        first_x=window.first_x + left,
        first_y=window.first_y + top,
        columns=part[1].stop - left,
        own=np.packbits(own[part], axis=1),
        row_starts=np.cumsum(held) - held,
        correction=correction[own],
        shore=shore[own],
        lakes=numbers[own] if numbers[own].any() else np.empty(0),
        lake_levels=lake_levels,
        ends=ends,
        level=table.values[:, LEVEL],
        discharge=table.values[:, DISCHARGE],
    )
    return into_arena(tile)


def _leave_out_puddles(depressions: np.ndarray, watershed: Watershed, heights: np.ndarray) -> None:
    """Let depressions that are shallow everywhere, as plains have many, hold no lake."""
    marked = depressions > 0
    if not marked.any():
        return
    depth = watershed.drainage.filled[marked] / HEIGHT_UNITS - heights[marked]
    deepest = np.zeros(int(depressions.max()) + 1)
    np.maximum.at(deepest, depressions[marked], depth)
    depressions[marked & (deepest[np.maximum(depressions, 0)] < _PUDDLE)] = SMALL


def _box(mask: np.ndarray, margin: int) -> tuple[slice, slice]:
    """Return the rectangle that holds what is marked, and ``margin`` nodes about it."""
    down, across = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return (
        slice(int(down[0]) - margin, int(down[-1]) + margin + 1),
        slice(int(across[0]) - margin, int(across[-1]) + margin + 1),
    )


def _mask(layers: Layers, window: Window) -> Mask:
    step = fine_step(layers)
    x, y = window.first_x * step, window.first_y * step
    return mask_grid(layers.archipelago, x, y, step, window.columns, window.rows)


def _base(layers: Layers, window: Window, strength: np.ndarray) -> np.ndarray:
    """Return the masked low octaves at the fine nodes, which chunks compute themselves."""
    step = fine_step(layers)
    x, y = window.first_x * step, window.first_y * step
    total = np.zeros((window.rows, window.columns))
    if layers.parameters.relief != "rules":
        total = low_noise(layers, x, y, step, window.columns, window.rows)
    base = np.empty_like(total)
    mask_noise(total, strength, True, layers.numbers, base)
    return base


def _rivers(
    layers: Layers,
    plan: CoarsePlan,
    window: Window,
    ground: FineGround,
    given: np.ndarray,
    watershed: Watershed,
    lakes: np.ndarray,
    found: int,
    surface: np.ndarray,
) -> tuple[PieceTable, np.ndarray]:
    """Return the tile's own rivers by rank, settled beside trunks, and the levels of its lakes."""
    parameters = layers.parameters
    step = fine_step(layers)
    outlet = watershed.lattice.land == OUTLET
    nodes = len(outlet)
    lake_levels = np.full(found + 1, parameters.water_level)
    lake_levels[lakes[lakes > 0]] = surface[lakes > 0]
    network = RiverNetwork(
        discharge=np.zeros(nodes),
        lakes=lakes,
        levels=np.where(outlet, given.ravel(), parameters.water_level),
        flowing=np.zeros(nodes, dtype=np.uint8),
        lake_outlets=np.zeros(found + 1, dtype=np.int32),
    )
    accumulate_flow(watershed.flow, watershed.rain, network.discharge)
    threshold = np.inf
    if parameters.river_density > 0.0:
        threshold = _RIVER_CELLS / (parameters.river_density * parameters.river_density)
    mark_rivers(
        watershed.flow, surface, np.where(outlet, SEA_NODE, 0).astype(np.uint8),
        np.zeros(nodes, dtype=np.uint8), threshold, network,
    )  # fmt: skip
    drop_stubs(watershed.flow, _SHORTEST_RIVER, network)
    np.minimum(network.discharge, trunk_flow(plan.step), out=network.discharge)
    sea = np.where(ground.sea, SEA_NODE, 0).astype(np.uint8)
    squares = ground.sea[:-1, :-1] & ground.sea[1:, :-1] & ground.sea[:-1, 1:] & ground.sea[1:, 1:]
    sea[:-1, :-1] |= np.where(squares, SEA_SQUARE, 0).astype(np.uint8)
    key = np.uint64(layer_key(layers.plan_key, "bends"))
    place = LatticePlace(key, window.first_x, window.first_y, step)
    goals = _goals(ground, step)
    own = rank_pieces(cut_pieces(place, watershed.flow, sea.ravel(), network, goals=goals))
    return _settled(plan, window, step, own, lake_levels)


def _goals(ground: FineGround, step: int) -> np.ndarray:
    """Return where water goes on from each outlet: onto a trunk's curve, or the lake's own node."""
    rows, columns = ground.sea.shape
    goals = ground.goals.copy()
    r, c = np.nonzero(ground.lakes > 0)
    goals[r, c, 0], goals[r, c, 1] = c * step, r * step
    return goals.reshape(rows * columns, 2)


def _settled(
    plan: CoarsePlan, window: Window, step: int, own: PieceTable, lake_levels: np.ndarray
) -> tuple[PieceTable, np.ndarray]:
    """Return own pieces and lakes raised to what they come close to; trunks come first and stay."""
    trunks = plan.rivers
    pieces = pieces_near(trunks, plan, window, step)
    shift_x = plan.first_x * plan.step - window.first_x * step
    shift_y = plan.first_y * plan.step - window.first_y * step
    given = np.stack(
        [
            trunks.start_x[pieces] + shift_x,
            trunks.start_y[pieces] + shift_y,
            trunks.end_x[pieces] + shift_x,
            trunks.end_y[pieces] + shift_y,
        ],
        axis=1,
    )
    inside = (given.min(axis=1) >= 0) & (given[:, ::2].max(axis=1) < window.columns * step)
    inside &= given[:, 1::2].max(axis=1) < window.rows * step
    pieces, given = pieces[inside], given[inside]
    count = len(pieces)
    ends = np.concatenate([given, own.ends]).astype(np.int32)
    ranks = np.zeros((len(ends), 5), dtype=np.int32)
    ranks[count:] = own.ranks
    values = np.empty((len(ends), 2))
    values[:count, LEVEL] = trunks.level[pieces]
    values[:count, DISCHARGE] = trunks.discharge[pieces]
    values[count:] = own.values
    given_width = trunks.half_width[pieces].astype(np.float64)
    width = np.concatenate([given_width, half_widths(own.values[:, DISCHARGE])])
    levels = lake_levels.copy()
    settle_levels(ends, ranks, width, values, levels)
    return PieceTable(own.ends, values[count:], own.ranks, own.sources), levels
