"""Deltas: where a great river comes to the sea over a flat coast, it parts into several arms.

Arms are curves given by the coarse plan like any trunk, so that all tiles and levels of detail see
the same. Their levels fall from the trunk's, where they leave it, to the sea's; what they carry is
taken from the trunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.coarse_water import CoarseWater
from worldgen.island.coast import SEA_SQUARE
from worldgen.island.domain_terrain import DomainTerrain
from worldgen.island.river_curves import DISCHARGE, FOLLOWING, FROM_LAKE, LEVEL, PieceTable
from worldgen.layers import Layers
from worldgen.seed import layer_key

_FLOW = 300_000.0
"""The discharge from which a river may have a delta: each arm is a trunk still."""

_FLAT = 0.022
"""How high the river stands above the sea where its first arms leave it, at the most."""

_LOW = 0.045
"""How high the ground stands above an arm's water, at the most."""

_FAR, _NEAR = (1.0, 0.55), (0.62, 0.42)
_ARMS = ((0, _FAR), (1, _FAR), (0, _NEAR), (1, _NEAR))
_REACH, _REACH_WIDTHS = 200.0, 30.0
"""How far from the sea the first arms leave, in cells and in half widths of the river more."""

_SHORTEST, _LAKE_AWAY = 190.0, 60.0
"""How far from the sea the first arms leave at the least, and how far from a lake, in cells."""

_SHARE = 0.115
"""What part of the river each arm takes, about: four of them leave it more than the half."""

_PIECE = 12.0
_SPREADS = (1.0, 1.3, 0.75, 1.65, 0.55, 2.0)
_WANDER, _WANDER_CELLS = 0.55, 190.0
_APART, _APART_WIDTHS = 14.0, 2.2
_TOGETHER, _TOGETHER_WIDTHS = 45.0, 7.0
"""How far the middles of arms keep from other rivers, and how long they need not from the one that
they leave: in cells, and in half widths of the river more."""

_LIP = 0.0035
_PLAIN_NODES = 4.0
"""How high the ground between arms stands above their water, and how far from them it is low."""


class Arm(NamedTuple):
    """One arm: where it runs, in cells from the plan's first node, from the fork to the sea."""

    places: np.ndarray
    """float64 (n + 1, 2)."""
    levels: np.ndarray
    """float64 (n,)."""
    discharge: float


@dataclass(frozen=True, eq=False)
class _Mouth:
    """A river from its mouth up: pieces of the table, and how far each begins from the sea."""

    stem: list[int]
    away: np.ndarray


def part_mouths(
    layers: Layers,
    ground: DomainTerrain,
    water: CoarseWater,
    table: PieceTable,
    half_width: np.ndarray,
    heights: np.ndarray,
) -> tuple[PieceTable, np.ndarray]:
    """Return ranked pieces with the arms of deltas before all others, and which pieces have one.

    The latter is bool (pieces,): arms, and what is left of their rivers below the first fork. The
    flat ``heights`` between arms are brought down in place.
    """
    ends = table.ends / UNITS_PER_CELL
    flow = table.values[:, DISCHARGE].copy()
    parted = np.zeros(len(flow), dtype=np.bool_)
    arms: list[Arm] = []
    sea = layers.parameters.water_level
    for mouth in np.flatnonzero((table.ranks[:, FOLLOWING] < 0) & (flow >= _FLOW)):
        scale = ground.step / UNITS_PER_CELL / 32.0
        reach = scale * (_REACH + _REACH_WIDTHS * float(half_width[mouth]))
        river = _follow_up(table, ends, int(mouth), 2.0 * reach)
        reach = min(reach, float(river.away[-1]) - scale * _LAKE_AWAY)
        if reach < scale * _SHORTEST:
            continue
        level, carried = table.values[river.stem[int(np.searchsorted(river.away, reach))]]
        if level > sea + _FLAT or carried < _FLOW:
            continue
        found = _find_arms(
            layers, ground, heights, table, ends, river, reach, float(half_width[mouth]), arms
        )
        if len(found) < 2:
            continue
        for fork, arm in found:
            arms.append(arm)
            below = river.stem[: fork + 1]
            flow[below] -= arm.discharge
            parted[below] = True
        _lower_plain(ground, water, [arm for _, arm in found], sea, heights)
    return _with_arms(table, flow, parted, arms)


def _follow_up(table: PieceTable, ends: np.ndarray, mouth: int, reach: float) -> _Mouth:
    """Follow a river up from its mouth by the greatest of what flows together, or to a lake."""
    stem, away = [mouth], [_length(ends[mouth])]
    while away[-1] < reach and table.ranks[stem[-1], FROM_LAKE] == 0:
        before = np.flatnonzero(table.ranks[:, FOLLOWING] == stem[-1])
        if not len(before):
            break
        stem.append(int(before[0]))
        away.append(away[-1] + _length(ends[stem[-1]]))
    return _Mouth(stem, np.array(away))


def _length(ends: np.ndarray) -> float:
    across, down = float(ends[2] - ends[0]), float(ends[3] - ends[1])
    return float(np.sqrt(across * across + down * down))


def _find_arms(
    layers: Layers,
    ground: DomainTerrain,
    heights: np.ndarray,
    table: PieceTable,
    ends: np.ndarray,
    river: _Mouth,
    reach: float,
    width: float,
    others: list[Arm],
) -> list[tuple[int, Arm]]:
    """Return the arms of one river, each with the number of the piece of its stem it leaves at."""
    sea = layers.parameters.water_level
    scale = ground.step / UNITS_PER_CELL / 32.0
    middles = 0.5 * (ends[:, :2] + ends[:, 2:])
    mouth = ends[river.stem[0], 2:]
    away = middles - mouth
    near = (away * away).sum(axis=1) < (4.0 * reach) ** 2
    near[river.stem] = False
    foreign = [middles[near], *(arm.places for arm in others)]
    own: list[np.ndarray] = [middles[river.stem]]
    first = int(np.searchsorted(river.away, reach))
    total = float(table.values[river.stem[first], DISCHARGE])
    apart = scale * _APART + _APART_WIDTHS * width
    together = scale * _TOGETHER + _TOGETHER_WIDTHS * width
    found: list[tuple[int, Arm]] = []
    for number, (side, (part, spread)) in enumerate(_ARMS):
        fork = int(np.searchsorted(river.away, part * reach))
        start = ends[river.stem[fork], :2]
        level = float(table.values[river.stem[fork], LEVEL])
        node = ground.step // UNITS_PER_CELL
        x, y = ground.first_x * node + int(mouth[0]), ground.first_y * node + int(mouth[1])
        drawn = layer_key(layers.plan_key, f"delta {x} {y}", number)
        for turn in _SPREADS:
            sign = spread * turn * (1.0 if side else -1.0)
            places = _wander(ground, start, mouth, sign, drawn, river.away[fork], scale)
            if places is None or _meets(places, foreign, apart, 0.0):
                continue
            if _meets(places, own, apart, together):
                continue
            levels = _falling(len(places) - 1, level, sea)
            r, c = (places[1:, ::-1] * (UNITS_PER_CELL / ground.step) + 0.5).astype(np.int64).T
            if (heights.reshape(ground.shape)[r, c] > levels + _LOW).any():
                continue
            share = _SHARE * (0.8 + 0.4 * (drawn >> 40 & 0xFF) / 255.0)
            found.append((fork, Arm(places, levels, share * total)))
            own.append(places)
            break
    return found


def _falling(count: int, level: float, sea: float) -> np.ndarray:
    """Return levels that fall evenly to the sea's over four fifths of an arm."""
    part = np.arange(1, count + 1) / (0.8 * count)
    return np.asarray(sea + (level - sea) * np.maximum(1.0 - part, 0.0))


def _wander(
    ground: DomainTerrain,
    start: np.ndarray,
    mouth: np.ndarray,
    sign: float,
    drawn: int,
    distance: float,
    scale: float,
) -> np.ndarray | None:
    """Return an arm's course to the open sea, or None when there is none within reach."""
    axis = mouth - start
    long = float(np.sqrt(axis[0] * axis[0] + axis[1] * axis[1]))
    if long < 1.0:
        return None
    ax, ay = float(axis[0]) / long, float(axis[1]) / long
    nodes = UNITS_PER_CELL / ground.step
    rows, columns = ground.shape
    x, y = float(start[0]), float(start[1])
    places = [(x, y)]
    phase = (drawn & 0xFFFF) / 65536.0
    piece, at_sea = _PIECE * scale, 0
    for count in range(int(2.2 * distance / piece)):
        gone = count * piece
        turned = min(0.7 + gone / (0.5 * distance), 1.0)
        u = 2.0 * ((gone / (_WANDER_CELLS * scale) + phase) % 1.0) - 1.0
        aside = sign * turned + _WANDER * 4.0 * u * (1.0 - abs(u)) * min(gone / (90.0 * scale), 1.0)
        dx, dy = ax - ay * aside, ay + ax * aside
        norm = piece / float(np.sqrt(dx * dx + dy * dy))
        x, y = x + dx * norm, y + dy * norm
        c, r = int(np.floor(x * nodes)), int(np.floor(y * nodes))
        if c < 4 or r < 4 or c > columns - 5 or r > rows - 5:
            return None
        places.append((x, y))
        at_sea = at_sea + 1 if ground.sea[r, c] & SEA_SQUARE else 0
        if at_sea == 2:
            return np.array(places)
    return None


def _meets(places: np.ndarray, others: list[np.ndarray], limit: float, along: float) -> bool:
    """Tell if a course comes within a limit of others, its first ``along`` cells left out."""
    gone = np.arange(len(places)) * np.sqrt(((places[1] - places[0]) ** 2).sum())
    judged = places[gone > along]
    for other in others:
        for x, y in judged:
            across, down = other[:, 0] - x, other[:, 1] - y
            if (across * across + down * down < limit * limit).any():
                return True
    return False


def _lower_plain(
    ground: DomainTerrain, water: CoarseWater, arms: list[Arm], sea: float, heights: np.ndarray
) -> None:
    """Bring the ground about arms down to little more than their water."""
    nodes = UNITS_PER_CELL / ground.step
    places = np.concatenate([arm.places[1:] for arm in arms]) * nodes
    levels = np.concatenate([arm.levels for arm in arms])
    margin = int(_PLAIN_NODES) + 1
    left, top = np.floor(places.min(axis=0)).astype(np.int64) - margin
    right, bottom = np.floor(places.max(axis=0)).astype(np.int64) + margin + 1
    rows, columns = ground.shape
    for r in range(max(int(top), 0), min(int(bottom), rows - 1) + 1):
        for c in range(max(int(left), 0), min(int(right), columns - 1) + 1):
            n = r * columns + c
            if not ground.land[r, c] or water.lakes[n] > 0:
                continue
            across, down = places[:, 0] - c, places[:, 1] - r
            square = across * across + down * down
            nearest = int(np.argmin(square))
            off = float(np.sqrt(square[nearest]))
            pull = min(max(2.0 - 2.0 * off / _PLAIN_NODES, 0.0), 1.0)
            over = heights[n] - (float(levels[nearest]) + _LIP)
            heights[n] -= max(over, 0.0) * pull


def _with_arms(
    table: PieceTable, flow: np.ndarray, parted: np.ndarray, arms: list[Arm]
) -> tuple[PieceTable, np.ndarray]:
    """Return the pieces with those of arms before them, each arm from its end up."""
    values = table.values.copy()
    values[:, DISCHARGE] = flow
    ends, added, ranks = [table.ends], [values], [table.ranks.copy()]
    count = sum(len(arm.levels) for arm in arms)
    ranks[0][:, FOLLOWING] += np.where(ranks[0][:, FOLLOWING] >= 0, count, 0).astype(np.int32)
    new_ends, new_values, new_ranks = [], [], []
    at = 0
    for arm in arms:
        units = np.floor(arm.places * UNITS_PER_CELL + 0.5).astype(np.int32)
        pieces = len(arm.levels)
        new_ends.append(np.hstack([units[:-1], units[1:]])[::-1])
        carried = np.full(pieces, arm.discharge)
        new_values.append(np.stack([arm.levels[::-1], carried], axis=1))
        rank = np.zeros((pieces, 5), dtype=np.int32)
        rank[:, 0] = -1
        rank[:, FOLLOWING] = at - 1 + np.arange(pieces)
        rank[0, FOLLOWING] = -1
        new_ranks.append(rank)
        at += pieces
    return (
        PieceTable(
            np.ascontiguousarray(np.concatenate(new_ends + ends), dtype=np.int32),
            np.ascontiguousarray(np.concatenate(new_values + added)),
            np.ascontiguousarray(np.concatenate(new_ranks + ranks)),
            (table.sources + count).astype(np.int32),
        ),
        np.concatenate([np.ones(count, dtype=np.bool_), parted]),
    )
