"""What is known of a place that was clicked: gathered by a worker, nothing is solved for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import worldgen
from game.camera import CELL
from game.hud.places import Place, PlaceKind
from game.hud.units import Units
from game.play.place_words import nature_words, position_words
from game.terrain.world_source import CellInfo, WorldSource


@dataclass(frozen=True)
class PlaceFacts:
    """A name and some lines about it."""

    title: str
    lines: tuple[str, ...]


def place_facts(
    source: WorldSource,
    world: worldgen.World,
    position: tuple[int, int],
    lod: int,
    place: Place | None,
    units: Units,
) -> PlaceFacts:
    """Return what is known of a world position, and of the place with a name that was clicked."""
    x, y = position[0] // CELL, position[1] // CELL
    ground = source.ground(x, y, lod)
    islands = world.solved_islands(x, y, 1, 1)
    lines: list[str] = []
    if place is not None:
        lines += _named_lines(place, islands, world.parameters.water_level, units)
    if place is None or place.kind is not PlaceKind.RIVER:
        lines.append(nature_words(ground, world.parameters.water_level, units))
        if ground.discharge > 0:
            lines.append(f"river that drains {units.area(ground.discharge)}")
    if place is not None and not place.kind.is_island and ground.island:
        lines.append(f"on {ground.island}")
    lines.append(position_words(*position))
    return PlaceFacts(place.name if place else _title(ground), tuple(lines))


def _title(ground: CellInfo) -> str:
    return "Open sea" if ground.at_sea else ground.island or "Land"


def _named_lines(
    place: Place, islands: Sequence[worldgen.Island], sea_level: float, units: Units
) -> list[str]:
    """Return what the islands that are solved know of a place with a name."""
    for island in islands:
        if place.kind.is_island and island.name == place.name:
            peak = units.height(island.peak.height, sea_level)
            return [f"island of {units.area(island.area)}", f"{island.peak.name} · {peak}"]
        for lake in island.lakes if place.kind is PlaceKind.LAKE else ():
            if lake.name == place.name:
                return [f"lake of {units.area(lake.area)}"]
        for river in island.rivers if place.kind is PlaceKind.RIVER else ():
            if river.name == place.name:
                return _river_lines(river, place, sea_level, units)
    return []


def _river_lines(river: worldgen.River, place: Place, sea_level: float, units: Units) -> list[str]:
    """Return length, end, and what the river carries where its name stands."""
    way = river.points - np.array([place.x / CELL, place.y / CELL])
    here = int(np.argmin((way**2).sum(axis=1)))
    end = f"into {river.joins}" if river.joins else f"to the {river.mouth}"
    level = float(river.level[here])
    lines = [
        f"river, {units.distance(river.length)} {end}",
        f"drains {units.area(float(river.discharge[here]))} here",
    ]
    return lines if math.isnan(level) else [*lines, units.height(level, sea_level)]
