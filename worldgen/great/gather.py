"""What a chunk needs of a great island: one patch of fine nodes, gathered from their owners."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import types

from worldgen.coordinates import UNITS_PER_CELL, SampleGrid
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.lattices import RATIO, fine_step
from worldgen.great.patch import Patch
from worldgen.great.tile import Tile
from worldgen.great.tile_owners import find_owners
from worldgen.great.trunk_beds import pieces_near
from worldgen.great.window import Window
from worldgen.island.arena import into_arena
from worldgen.island.blocks import BLOCK_NODES
from worldgen.island.lattice import INDICES
from worldgen.island.river_curves import PieceTable
from worldgen.island.river_pieces import VALLEY_CELLS, RiverPieces, bin_pieces, half_widths
from worldgen.kernels.decorators import kernel
from worldgen.layers import Layers

_BEFORE, _AFTER = 1, 2
"""Nodes beyond a sample's square that its interpolation reads."""

_PADDING = 12
"""Nodes beyond those that are read: wider than half the widest trunk with its valley."""

_FAR_SHORE = -80
_WIDEST = 2.0
"""Half the width of a tile's own river at the most, in cells."""

_DRAWN = 1.25
"""Samples from its middle within which a narrow river is drawn."""


def node_window(grid: SampleGrid, fine: int, margin: int) -> Window:
    """Return the fine nodes about samples, and ``margin`` more on each side."""
    left, top = grid.x // fine - _BEFORE - margin, grid.y // fine - _BEFORE - margin
    right = (grid.x + grid.step * (grid.width - 1)) // fine + _AFTER + margin
    bottom = (grid.y + grid.step * (grid.height - 1)) // fine + _AFTER + margin
    return Window(left, top, right - left + 1, bottom - top + 1)


def needed_tiles(layers: Layers, plan: CoarsePlan, grid: SampleGrid) -> tuple[int, ...]:
    """Return the numbers of the tiles that bear on samples, in rising order."""
    fine = fine_step(layers)
    spacing = grid.step / UNITS_PER_CELL
    reach = max(_WIDEST + VALLEY_CELLS, _WIDEST + _DRAWN * spacing)
    margin = int(reach * UNITS_PER_CELL) // fine + 2
    owners = find_owners(layers, plan, node_window(grid, fine, margin))
    return tuple(int(number) for number in np.unique(owners) if number > 0)


def gather(layers: Layers, plan: CoarsePlan, tiles: Mapping[int, Tile], grid: SampleGrid) -> Patch:
    """Return the patch for samples from its coarse plan and all its needed tiles."""
    fine = fine_step(layers)
    needed = node_window(grid, fine, 0)
    # Blocks, and with them patches, are aligned to the coarse lattice.
    left = (needed.first_x - _PADDING) // RATIO * RATIO
    top = (needed.first_y - _PADDING) // RATIO * RATIO
    columns = -(-(needed.first_x + needed.columns + _PADDING - left) // RATIO) * RATIO
    rows = -(-(needed.first_y + needed.rows + _PADDING - top) // RATIO) * RATIO
    window = Window(left, top, columns, rows)
    shape = (rows, columns)
    correction = np.zeros(shape, dtype=np.float32)
    shore = np.full(shape, _FAR_SHORE, dtype=np.int8)
    lakes = np.zeros(shape, dtype=np.int32)
    levels = [plan.lake_levels]
    found = len(plan.lake_levels)
    for tile in tiles.values():
        lay_tile(
            window.first_x - tile.first_x, window.first_y - tile.first_y, tile.columns, tile.own,
            tile.row_starts, tile.correction, tile.shore, tile.lakes, found - 1, correction, shore,
            lakes,
        )  # fmt: skip
        levels.append(tile.lake_levels[1:])
        found += len(tile.lake_levels) - 1
    all_levels = np.concatenate(levels)
    used, numbers = np.unique(lakes, return_inverse=True)
    if used[0] != 0:
        used = np.concatenate([[0], used])
        numbers = numbers + 1
    patch = Patch(
        island=plan.island,
        first_x=left,
        first_y=top,
        step=fine,
        correction=correction,
        shore=shore,
        lakes=numbers.reshape(shape),
        lake_levels=all_levels[used],
        humidity=_blocks(plan, plan.humidity, window),
        neighbourhood_means=_blocks(plan, plan.neighbourhood_means, window),
        rivers=_rivers(layers, plan, tiles, window),
    )
    return into_arena(patch)


@kernel(
    types.void(
        types.int64, types.int64, types.int64, types.Array(types.uint8, 2, "C", readonly=True),
        INDICES, types.Array(types.float32, 1, "C", readonly=True),
        types.Array(types.int8, 1, "C", readonly=True),
        types.Array(types.int16, 1, "C", readonly=True), types.int64, types.float32[:, ::1],
        types.int8[:, ::1], types.int32[:, ::1],
    )
)  # fmt: skip
def lay_tile(  # type: ignore[no-untyped-def]
    left, top, columns, own, row_starts, corrections, shores, tile_lakes, lakes_before, correction,
    shore, lakes,
):  # fmt: skip
    """Copy what a tile owns into a patch that begins (left, top) nodes from the tile's first.

    The tile's own lake n gets the number ``lakes_before + n``.
    """
    width = correction.shape[1]
    for r in range(correction.shape[0]):
        row = top + r
        if row < 0 or row >= own.shape[0]:
            continue
        k = np.int64(row_starts[row])
        for column in range(min(columns, left + width)):
            if not own[row, column >> 3] >> (7 - (column & 7)) & 1:
                continue
            if column >= left:
                c = column - left
                correction[r, c] = corrections[k]
                shore[r, c] = shores[k]
                if len(tile_lakes) > 0:
                    lake = np.int32(tile_lakes[k])
                    lakes[r, c] = lakes_before - lake if lake < 0 else lake
            k += 1


def _blocks(plan: CoarsePlan, values: np.ndarray, window: Window) -> np.ndarray:
    """Return coarse values at the middles of the window's blocks of nodes, blended in between."""
    rows, columns = values.shape
    middle = 0.5 * (BLOCK_NODES - 1)
    down = (np.arange(window.rows // BLOCK_NODES) * BLOCK_NODES + middle + window.first_y) / RATIO
    across = (
        np.arange(window.columns // BLOCK_NODES) * BLOCK_NODES + middle + window.first_x
    ) / RATIO
    down = np.clip(down - plan.first_y, 0.0, rows - 1.001)
    across = np.clip(across - plan.first_x, 0.0, columns - 1.001)
    r, c = np.floor(down).astype(np.int64), np.floor(across).astype(np.int64)
    v, u = (down - r)[:, None], (across - c)[None, :]
    above = values[np.ix_(r, c)] * (1.0 - u) + values[np.ix_(r, c + 1)] * u
    below = values[np.ix_(r + 1, c)] * (1.0 - u) + values[np.ix_(r + 1, c + 1)] * u
    return np.asarray(above * (1.0 - v) + below * v)


def _rivers(
    layers: Layers, plan: CoarsePlan, tiles: Mapping[int, Tile], window: Window
) -> RiverPieces:
    """Return the pieces of trunks and of tiles that may bear on a window, in one order of rank."""
    fine = fine_step(layers)
    trunks = plan.rivers
    pieces = pieces_near(trunks, plan, window, fine)
    shift_x = plan.first_x * plan.step - window.first_x * fine
    shift_y = plan.first_y * plan.step - window.first_y * fine
    given = np.stack(
        [
            trunks.start_x[pieces] + shift_x,
            trunks.start_y[pieces] + shift_y,
            trunks.end_x[pieces] + shift_x,
            trunks.end_y[pieces] + shift_y,
        ],
        axis=1,
    )
    near = _middle_inside(given, window, fine)
    pieces = pieces[near]
    ends = [given[near]]
    level, flow = [trunks.level[pieces]], [trunks.discharge[pieces]]
    trunk_width = trunks.half_width[pieces]
    for number in sorted(tiles):
        tile = tiles[number]
        shift_x = (tile.first_x - window.first_x) * fine
        shift_y = (tile.first_y - window.first_y) * fine
        moved = tile.ends + np.array([shift_x, shift_y, shift_x, shift_y])
        near = _middle_inside(moved, window, fine)
        ends.append(moved[near])
        level.append(tile.level[near])
        flow.append(tile.discharge[near])
    flows = np.concatenate(flow)
    own_width = half_widths(flows[len(pieces) :].astype(np.float64)).astype(np.float32)
    half_width = np.concatenate([trunk_width, own_width])
    by_rank = np.argsort(-flows, kind="stable")
    values = np.stack([np.concatenate(level), flows], axis=1).astype(np.float64)[by_rank]
    placed = np.concatenate(ends)[by_rank]
    ranked = PieceTable(
        np.ascontiguousarray(placed, dtype=np.int32),
        values,
        np.full((len(placed), 5), -1, dtype=np.int32),
        np.empty(0, dtype=np.int32),
    )
    return bin_pieces(ranked, half_width[by_rank], (window.rows, window.columns), fine)


def _middle_inside(ends: np.ndarray, window: Window, fine: int) -> np.ndarray:
    """Return which pieces have their middle in a window; padding is wider than any reaches."""
    x, y = (ends[:, 0] + ends[:, 2]) // 2, (ends[:, 1] + ends[:, 3]) // 2
    inside: np.ndarray = (x >= 0) & (y >= 0)
    inside &= (x < window.columns * fine) & (y < window.rows * fine)
    return inside
