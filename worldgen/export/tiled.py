"""A map for Tiled (mapeditor.org): biomes as tiles, rivers as lines, names as points.

Three files: NAME.tmx, and beside it NAME-tiles.tsx with its picture NAME-tiles.png.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from worldgen.analysis.feature_counts import islands_near
from worldgen.area import Area
from worldgen.export.arrays import read_fields
from worldgen.export.failure import ExportError, check_size
from worldgen.export.tileset import TILE_PIXELS, tile_numbers, tileset_element, tileset_picture
from worldgen.export.together import write_together
from worldgen.features.island import Island, River
from worldgen.files.world_fields import text_fields
from worldgen.render.png import encode_png
from worldgen.world import World

MOST_SAMPLES = 1 << 24


def tiled_files(path: str | Path) -> tuple[Path, Path, Path]:
    """Return the paths of the map, the tile set and its picture."""
    path = Path(path)
    tiles = path.with_name(f"{path.stem}-tiles.tsx")
    return path, tiles, tiles.with_suffix(".png")


def write_tiled(
    path: str | Path,
    world: World,
    area: Area,
    *,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write a map of one tile a sample, with its tile set.

    Raises:
        ExportError: for an area too large for memory, or a file name that XML cannot hold.
        FileExistsError: one of the three files is there and ``overwrite`` is false.
        OSError: whatever else the system refused.
    """
    check_size(area.samples, MOST_SAMPLES, "a Tiled map")
    map_path, tiles_path, picture_path = tiled_files(path)
    if not tiles_path.name.isprintable():
        raise ExportError("a Tiled map names its other files: its own name must be proper text")
    biome = read_fields(world, area, ("biome",), progress)["biome"]
    contents = {
        picture_path: [encode_png(tileset_picture(world))],
        tiles_path: [_xml(tileset_element(picture_path.name, world.biomes))],
        # The map comes last: when it is there, what it refers to is there as well.
        map_path: [_xml(_map(world, area, biome, tiles_path.name))],
    }
    write_together(contents, overwrite=overwrite)


def _xml(element: Element) -> bytes:
    indent(element, " ")
    text: bytes = tostring(element, encoding="UTF-8", xml_declaration=True)
    return text + b"\n"


def _map(world: World, area: Area, biome: np.ndarray, tileset: str) -> Element:
    islands = islands_near(world, area)
    root = Element(
        "map",
        version="1.10",
        orientation="orthogonal",
        renderorder="right-down",
        width=str(area.width),
        height=str(area.height),
        tilewidth=str(TILE_PIXELS),
        tileheight=str(TILE_PIXELS),
        infinite="0",
    )
    _add_properties(
        root,
        {
            **text_fields(world),
            "x": str(float(area.x)),
            "y": str(float(area.y)),
            "step": str(float(area.step)),
        },
    )
    SubElement(root, "tileset", firstgid="1", source=tileset)
    layer = SubElement(
        root, "layer", id="1", name="ground", width=str(area.width), height=str(area.height)
    )
    numbers = (tile_numbers(biome, area.left, area.top) + 1).astype("<u4")
    data = SubElement(layer, "data", encoding="base64", compression="zlib")
    data.text = base64.b64encode(zlib.compress(numbers.tobytes())).decode("ascii")
    drawing = _Drawing(area)
    rivers = SubElement(root, "objectgroup", id="2", name="rivers")
    for island in islands:
        drawing.add_rivers(rivers, island.rivers)
    places = SubElement(root, "objectgroup", id="3", name="places")
    for island in islands:
        drawing.add_island(places, island)
    drawing.add_point(places, "spawn", "Spawn", *world.spawn())
    root.set("nextlayerid", "4")
    root.set("nextobjectid", str(drawing.next_number))
    return root


def _add_properties(parent: Element, values: dict[str, str]) -> None:
    properties = SubElement(parent, "properties")
    for name, value in values.items():
        SubElement(properties, "property", name=name, value=value)


class _Drawing:
    """Objects on a map, numbered as they are added; positions go from cells to pixels."""

    def __init__(self, area: Area) -> None:
        self._area = area
        self.next_number = 1

    def add_island(self, group: Element, island: Island) -> None:
        x, y, width, height = island.bounds
        self.add_point(group, "island", island.name, x + width / 2, y + height / 2)
        self.add_point(group, "peak", island.peak.name, island.peak.x, island.peak.y)
        for lake in island.lakes:
            self.add_point(group, "lake", lake.name, lake.x, lake.y)

    def add_point(self, group: Element, kind: str, name: str, x: float, y: float) -> None:
        """Add a named point, if it lies on the map."""
        if self._area.holds(x, y):
            SubElement(self._object(group, kind, name, x, y), "point")

    def add_rivers(self, group: Element, rivers: Iterable[River]) -> None:
        """Add the own part of each river that has a point on the map."""
        for river in rivers:
            points = river.points[: river.own_points]
            if not any(self._area.holds(float(x), float(y)) for x, y in points):
                continue
            line = self._object(group, "river", river.name, *points[0])
            offsets = (points - points[0]) / float(self._area.step) * TILE_PIXELS
            text = " ".join(f"{_number(x)},{_number(y)}" for x, y in offsets.tolist())
            SubElement(line, "polyline", points=text)

    def _object(self, group: Element, kind: str, name: str, x: float, y: float) -> Element:
        column = (float(x) - float(self._area.x)) / float(self._area.step)
        row = (float(y) - float(self._area.y)) / float(self._area.step)
        made = SubElement(
            group,
            "object",
            id=str(self.next_number),
            name=name,
            type=kind,
            x=_number(column * TILE_PIXELS),
            y=_number(row * TILE_PIXELS),
        )
        self.next_number += 1
        return made


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e5 else f"{value:.2f}"
