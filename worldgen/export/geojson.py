"""GeoJSON of an area: land, lakes, rivers, and the names of places.

Positions are in cells of the world, x to the right and y down the screen; ``north_up`` turns y
around for programs that draw it upward, as all map programs do. Programs of the whole earth read
positions as degrees (RFC 7946): for them ``about`` lays the world's origin on a place of the earth,
a cell as long as a metre.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from worldgen.analysis.feature_counts import islands_near
from worldgen.area import Area
from worldgen.biomes import Biome
from worldgen.connected_land import label_land
from worldgen.coordinates import MAX_PLANNED_LOD
from worldgen.export.arrays import read_fields
from worldgen.export.clipping import clipped
from worldgen.export.contours import Ring, trace_rings
from worldgen.export.failure import ExportError, check_size
from worldgen.features.island import Island, Lake, River
from worldgen.files.atomic import write_whole
from worldgen.files.world_fields import fields_of
from worldgen.generator import Key
from worldgen.world import World

MOST_SAMPLES = 1 << 24

_DECIMALS = 3
"""Of figures, and of positions in an area of one sample a cell or fewer."""

_CLOSE_DECIMALS = 4
"""Of positions in closer areas, in which points may lie a thousandth of a cell apart."""

_ALL_DECIMALS = 12
_DEGREE_DECIMALS = 9

_METRES = 111_319.49
"""In a degree of latitude."""

_FARTHEST_NORTH = 85.0

Feature = dict[str, Any]


def write_geojson(
    path: str | Path,
    world: World,
    area: Area,
    *,
    north_up: bool = False,
    about: tuple[float, float] | None = None,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write the GeoJSON of an area; see ``make_geojson``.

    Raises:
        ExportError: for an area too large for memory.
        OSError: whatever the system refused.
    """
    collection = make_geojson(world, area, north_up=north_up, about=about, progress=progress)
    text = json.dumps(collection, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    write_whole(Path(path), [text.encode("utf-8")], overwrite=overwrite)


def make_geojson(
    world: World,
    area: Area,
    *,
    north_up: bool = False,
    about: tuple[float, float] | None = None,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Return a GeoJSON feature collection.

    With ``about``, degrees of longitude and latitude, positions are degrees: the world's origin
    lies there, one cell is one metre, north is up.

    Its features, told apart by the property ``kind``: ``land`` and ``lake`` (polygons, with the
    property ``cut`` where the area's edge cuts them), ``river`` (lines of their own part, source
    first, with ``cut`` as well, and ``mouth`` and ``joins`` as ``River`` has them), and the points
    ``island``, ``peak`` and ``spawn``. The ``area`` of a polygon is that of its outline; each land
    has the name of its ``island`` and that island's own ``island_area``, of all its pieces (see
    ``Island.area``).

    Raises:
        ExportError: for an area too large for memory, or samples closer together than numbers are
            so far from the origin, or one that does not lie on the earth.
    """
    check_size(area.samples, MOST_SAMPLES, "a GeoJSON map")
    plane = _Plane.of(area, north_up) if about is None else _Plane.on_earth(area, about)
    fields = read_fields(world, area, ("height", "biome", "water_level"), progress)
    islands = islands_near(world, area)
    shore = fields["height"] - np.float32(world.parameters.water_level)
    depth = np.nan_to_num(fields["water_level"], nan=0.0) - fields["height"]
    features: list[Feature] = []
    areas = {island.key: island.area for island in islands}
    for rings in _pieces(fields["biome"] != Biome.OCEAN, shore, plane.grid):
        features.append(_land(world, area, rings, areas, plane))
    for rings in _pieces(fields["biome"] == Biome.LAKE, depth, plane.grid):
        features.append(_lake(area, rings, islands, plane))
    for island in islands:
        for river in island.rivers:
            if _meets(area, river):
                features += _river(river, island, area, plane)
    features += _places(world, area, islands, plane)
    return {
        "type": "FeatureCollection",
        **fields_of(world),
        "units": plane.units,
        "samples": "points",
        "features": features,
    }


@dataclass(frozen=True)
class _Plane:
    """How positions stand in the file."""

    turn: float
    """-1 where y goes up. A ring that is turned upside down runs the other way round."""
    decimals: int
    """Far away all are written that a number has."""
    grid: float
    """Where outlines may have points, in samples: far away there are not many numbers."""
    units: str
    origin: tuple[float, float] = (0.0, 0.0)
    per_cell: tuple[float, float] = (1.0, 1.0)

    @classmethod
    def of(cls, area: Area, north_up: bool) -> _Plane:
        turn, units = (-1.0, "cells, y up") if north_up else (1.0, "cells, y down")
        ends = (area.x, area.y, area.x + area.width * area.step, area.y + area.height * area.step)
        apart = math.ulp(float(max(map(abs, ends))))
        decimals = _DECIMALS if area.lod >= 0 else _CLOSE_DECIMALS
        if apart < 10.0**-decimals / 4.0:
            return cls(turn, decimals, 0.0, units)
        grid = apart / float(area.step)
        if grid > 0.5:
            raise ExportError(
                f"GeoJSON holds positions {apart:g} cells apart so far from the origin, and these "
                f"samples are {float(area.step):g} cells apart: take a higher lod"
            )
        return cls(turn, _ALL_DECIMALS, grid, units)

    @classmethod
    def on_earth(cls, area: Area, about: tuple[float, float]) -> _Plane:
        """Return the plane that touches the earth at a longitude and latitude."""
        longitude, latitude = about
        if not (abs(longitude) <= 180.0 and abs(latitude) <= _FARTHEST_NORTH):
            raise ExportError(
                f"about must be a longitude within 180 and a latitude within {_FARTHEST_NORTH:g} "
                f"degrees, not {longitude:g}, {latitude:g}"
            )
        per_cell = 1.0 / (_METRES * math.cos(math.radians(latitude))), 1.0 / _METRES
        units = f"degrees; one cell is one metre about {longitude:g}, {latitude:g}"
        plane = cls(-1.0, _DEGREE_DECIMALS, 0.0, units, about, per_cell)
        left, top, right, bottom = _box(area)
        for x, y in (plane.point(left, top), plane.point(right, bottom)):
            if abs(x) > 180.0 or abs(y) > _FARTHEST_NORTH:
                raise ExportError("with about, an area must lie on the earth, a metre a cell")
        return plane

    def line(self, points: np.ndarray) -> list[list[float]]:
        return [self.point(x, y) for x, y in points.tolist()]

    def point(self, x: float, y: float) -> list[float]:
        east = self.origin[0] + float(x) * self.per_cell[0]
        up = self.origin[1] + float(y) * self.turn * self.per_cell[1]
        return [round(east, self.decimals), round(up, self.decimals) + 0.0]


def _pieces(inside: np.ndarray, depth: np.ndarray, grid: float) -> list[list[Ring]]:
    """Return the rings of each connected piece, the outer one first; the largest piece first."""
    labels, _ = label_land(inside)
    by_piece: dict[int, list[Ring]] = defaultdict(list)
    for ring in trace_rings(inside, depth, grid):
        by_piece[int(labels[ring.inside])].append(ring)
    pieces = [sorted(rings, key=lambda ring: -ring.area) for rings in by_piece.values()]
    # A piece that the area's edge leaves a mere line of has holes at most.
    pieces = [rings for rings in pieces if rings[0].area > 0.0]
    return sorted(pieces, key=lambda rings: -rings[0].area)


def _land(
    world: World,
    area: Area,
    rings: list[Ring],
    areas: Mapping[Key, float],
    plane: _Plane,
) -> Feature:
    cells = _cells(area, rings)
    properties: dict[str, Any] = {"kind": "land", "area": cells, "cut": _is_cut(area, rings[0])}
    if area.lod <= MAX_PLANNED_LOD:
        row, column = rings[0].inside
        place = world.at(area.x + column * area.step, area.y + row * area.step)
        properties["island"] = place.island_name
        if place.island is not None and place.island in areas:
            properties["island_area"] = areas[place.island]
    return _feature("Polygon", _polygon(area, rings, plane), properties)


def _lake(area: Area, rings: list[Ring], islands: Iterable[Island], plane: _Plane) -> Feature:
    properties: dict[str, Any] = {
        "kind": "lake",
        "area": _cells(area, rings),
        "cut": _is_cut(area, rings[0]),
    }
    lake = _lake_within(area, rings[0], islands)
    if lake:
        properties |= {"name": lake.name, "level": lake.level}
    return _feature("Polygon", _polygon(area, rings, plane), properties)


def _lake_within(area: Area, ring: Ring, islands: Iterable[Island]) -> Lake | None:
    """Return the lake whose own place an outline holds."""
    for island in islands:
        for lake in island.lakes:
            column = float((lake.x - area.x) / area.step)
            row = float((lake.y - area.y) / area.step)
            if _holds(ring.points, column, row):
                return lake
    return None


def _holds(points: np.ndarray, x: float, y: float) -> bool:
    """Return whether a ring holds a point: a ray from it leaves through the ring."""
    (x1, y1), (x2, y2) = points[:-1].T, points[1:].T
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y - y1) / (y2 - y1) * (x2 - x1)
    return bool(np.count_nonzero(spans & (crossing > x)) % 2)


def _meets(area: Area, river: River) -> bool:
    own = river.points[: river.own_points]
    left, top = own.min(axis=0)
    right, bottom = own.max(axis=0)
    return bool(
        left < area.x + area.width * area.step
        and right >= area.x
        and top < area.y + area.height * area.step
        and bottom >= area.y
    )


def _river(river: River, island: Island, area: Area, plane: _Plane) -> list[Feature]:
    """Return the parts of a river that lie in the area."""
    own = slice(0, river.own_points)
    parts = clipped(river.points[own], _box(area))
    properties = {
        "kind": "river",
        "name": river.name,
        "island": island.name,
        "length": round(river.length, _DECIMALS),
        "discharge": round(float(river.discharge[own][-1]), _DECIMALS),
        "mouth": river.mouth,
        "joins": river.joins,
        "cut": [len(part) for part in parts] != [river.own_points],
    }
    lines = []
    for part in parts:
        line = plane.line(np.array(part))
        # Far away points may fall together.
        line = [
            point for before, point in zip([None, *line], line, strict=False) if point != before
        ]
        if len(line) > 1:
            lines.append(line)
    if not lines:
        return []
    if len(lines) == 1:
        return [_feature("LineString", lines[0], properties)]
    return [_feature("MultiLineString", lines, properties)]


def _box(area: Area) -> tuple[float, float, float, float]:
    """Return the first and the last place of an area's samples: left, top, right, bottom."""
    right, bottom = area.x + (area.width - 1) * area.step, area.y + (area.height - 1) * area.step
    return float(area.x), float(area.y), float(right), float(bottom)


def _places(
    world: World, area: Area, islands: Iterable[Island], plane: _Plane
) -> Iterator[Feature]:
    for island in islands:
        x, y, width, height = island.bounds
        middle = (x + width / 2, y + height / 2)
        named: list[tuple[str, str, tuple[float, float], dict[str, Any]]] = [
            ("island", island.name, middle, {"area": island.area}),
            ("peak", island.peak.name, (island.peak.x, island.peak.y),
             {"height": round(island.peak.height, 6)}),
        ]  # fmt: skip
        for kind, name, place, more in named:
            if area.holds(*place):
                yield _feature("Point", plane.point(*place), {"kind": kind, "name": name, **more})
    spawn = world.spawn()
    if area.holds(*spawn):
        yield _feature("Point", plane.point(*spawn), {"kind": "spawn", "name": "Spawn"})


def _feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> Feature:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def _polygon(area: Area, rings: list[Ring], plane: _Plane) -> list[list[list[float]]]:
    origin, step = np.array([float(area.x), float(area.y)]), float(area.step)
    return [plane.line((origin + ring.points * step)[:: int(plane.turn)]) for ring in rings]


def _cells(area: Area, rings: list[Ring]) -> float:
    return round(sum(ring.area for ring in rings) * float(area.step) ** 2, _DECIMALS)


def _is_cut(area: Area, ring: Ring) -> bool:
    low, high = ring.points.min(axis=0), ring.points.max(axis=0)
    return bool(low.min() <= 0.0 or high[0] >= area.width - 1 or high[1] >= area.height - 1)
