"""Land as a solid: STL for printers, glTF for scenes.

Lengths are in cells from the upper left corner of the area, so that they are as exact far away as
near. What lies under water shows the water's surface.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np

from worldgen.area import Area
from worldgen.export.failure import ExportError, check_size
from worldgen.files.atomic import write_whole
from worldgen.files.world_fields import fields_of
from worldgen.parameters import Real
from worldgen.region import Region
from worldgen.render.painter import paint
from worldgen.render.palettes import Palette
from worldgen.world import World

MOST_SAMPLES = 1 << 22
RELIEF = 120.0
"""Cells that a height of 1 rises: some four times as steep as islands of this width would be."""

_RELIEF_RULE = Real(0.001, 100_000.0)

_BASE = 0.02
"""How far a solid goes below the water level, in height."""

_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_FLOAT, _WHOLE, _BYTE = 5126, 5125, 5121
_VERTICES, _INDICES = 34962, 34963


def write_stl(
    path: str | Path,
    world: World,
    area: Area,
    *,
    relief: float = RELIEF,
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write a closed solid, z up and y toward the north: binary STL.

    Raises:
        ExportError: for an area of one row or column, or too large for memory.
        OSError: whatever the system refused.
    """
    relief = _RELIEF_RULE.check("relief", relief)
    surface, _ = _surface(world, area, progress)
    rows, columns = surface.shape
    x, y = np.meshgrid(np.arange(columns), -np.arange(rows))
    floor = world.parameters.water_level - _BASE
    corners = np.empty((2, rows, columns, 3), dtype=np.float32)
    corners[..., 0], corners[..., 1] = x * float(area.step), y * float(area.step)
    corners[0, ..., 2] = (np.maximum(surface, floor + 1e-3) - floor) * relief
    corners[1, ..., 2] = 0.0
    number = np.arange(2 * rows * columns).reshape(2, rows, columns)
    top, bottom = number
    faces = np.concatenate(
        [
            _squares(top),
            _squares(bottom)[:, ::-1],
            # Around the edge, seen from outside.
            *(_wall(*edge) for edge in _edges(top, bottom)),
        ]
    )
    triangles = np.zeros(len(faces), dtype=_TRIANGLE)
    triangles["corners"] = corners.reshape(-1, 3)[faces]
    sides = triangles["corners"].astype(np.float64)
    normal = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])
    triangles["normal"] = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    head = f"endless-isles, lengths in cells, height 1 is {relief:g}".ljust(80)[:80].encode("ascii")
    pieces = [head, struct.pack("<I", len(triangles)), triangles.tobytes()]
    write_whole(Path(path), pieces, overwrite=overwrite)


def write_gltf(
    path: str | Path,
    world: World,
    area: Area,
    *,
    relief: float = RELIEF,
    palette: str | Palette = "natural",
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write the surface in the colours of its picture: binary glTF 2.0, y up, z down the screen.

    Its extras hold the world's fields, and the place of its corner.

    Raises:
        ExportError: for an area of one row or column, or too large for memory.
        OSError: whatever the system refused.
    """
    relief = _RELIEF_RULE.check("relief", relief)
    surface, colours = _surface(world, area, progress, palette)
    rows, columns = surface.shape
    x, z = np.meshgrid(np.arange(columns), np.arange(rows))
    places = np.empty((rows, columns, 3), dtype="<f4")
    places[..., 0], places[..., 2] = x * float(area.step), z * float(area.step)
    places[..., 1] = (surface - world.parameters.water_level) * relief
    opaque = np.full((rows, columns, 4), 255, dtype=np.uint8)
    opaque[..., :3] = colours
    faces = _squares(np.arange(rows * columns).reshape(rows, columns)).astype("<u4")
    parts = [places.tobytes(), opaque.tobytes(), faces.tobytes()]
    bounds = {
        "min": places.min(axis=(0, 1)).tolist(),
        "max": places.max(axis=(0, 1)).tolist(),
    }
    starts = np.cumsum([0, *map(len, parts)]).tolist()
    content = {
        "asset": {"version": "2.0", "generator": "endless-isles"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "land"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "COLOR_0": 1}, "indices": 2}]}],
        "accessors": [
            {"bufferView": 0, "componentType": _FLOAT, "count": x.size, "type": "VEC3", **bounds},
            {
                "bufferView": 1,
                "componentType": _BYTE,
                "count": x.size,
                "type": "VEC4",
                "normalized": True,
            },
            {"bufferView": 2, "componentType": _WHOLE, "count": faces.size, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": start, "byteLength": len(part), "target": target}
            for start, part, target in zip(
                starts, parts, (_VERTICES, _VERTICES, _INDICES), strict=False
            )
        ],
        "buffers": [{"byteLength": starts[-1]}],
        "extras": {
            **fields_of(world),
            "x": float(area.x),
            "y": float(area.y),
            "step": float(area.step),
        },
    }
    write_whole(Path(path), _glb(json.dumps(content).encode(), parts), overwrite=overwrite)


def _glb(content: bytes, parts: list[bytes]) -> list[bytes]:
    """Return the pieces of a binary glTF file: its head, the JSON, and the buffer."""
    content += b" " * (-len(content) % 4)
    length = sum(map(len, parts))
    return [
        struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(content) + 8 + length),
        struct.pack("<I4s", len(content), b"JSON"),
        content,
        struct.pack("<I4s", length, b"BIN\0"),
        *parts,
    ]


def _surface(
    world: World,
    area: Area,
    progress: Callable[[int], object] | None,
    palette: str | Palette = "natural",
) -> tuple[np.ndarray, np.ndarray]:
    """Return the heights of ground and water, and the picture of an area."""
    check_size(area.samples, MOST_SAMPLES, "a mesh")
    if min(area.width, area.height) < 2:
        raise ExportError("a mesh needs two rows and two columns of samples at least")
    region: Region = area.read(world)
    if progress:
        progress(area.samples)
    level = region.water_level.astype(np.float64)
    return np.where(np.isnan(level), region.height, level), paint(region, palette)


def _squares(number: np.ndarray) -> np.ndarray:
    """Return two triangles for each square of a grid, anticlockwise with y away from the reader."""
    corner, right = number[:-1, :-1].ravel(), number[:-1, 1:].ravel()
    below, across = number[1:, :-1].ravel(), number[1:, 1:].ravel()
    return np.concatenate(
        [np.column_stack([corner, below, right]), np.column_stack([right, below, across])]
    )


def _edges(top: np.ndarray, bottom: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    return [
        (top[0, ::-1], bottom[0, ::-1]),
        (top[-1], bottom[-1]),
        (top[:, 0], bottom[:, 0]),
        (top[::-1, -1], bottom[::-1, -1]),
    ]


def _wall(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Return two triangles for each step along an edge that runs to the right seen from outside."""
    return np.concatenate(
        [
            np.column_stack([upper[:-1], lower[:-1], upper[1:]]),
            np.column_stack([upper[1:], lower[:-1], lower[1:]]),
        ]
    )
