"""Where the samples of an area lie on the maps of other programs.

Their y grows toward the north, the world's toward the bottom of the screen: with ``north_up`` a
place (x, y) in cells is (x, -y) there, and one cell is one unit. A sample is a point: it stands in
the middle of its pixel.
"""

from __future__ import annotations

from pathlib import Path

from worldgen.area import Area

POINT_IS_SAMPLE = 2
"""GeoTIFF's word for samples that are points and not areas."""

_USER_DEFINED, _METRE, _VERSION = 32767, 9001, (1, 1, 1)
_MODEL, _RASTER, _CITATION, _LENGTH = 1024, 1025, 1026, 3076
_TEXTS = 34737
_NAME = "Endless Isles, local, one cell as one metre, y is minus the world's y"


def world_file_of(picture: Path) -> Path:
    """Return where the world file of a PNG lies."""
    return picture.with_suffix(".pgw")


def world_file(area: Area, *, north_up: bool) -> bytes:
    """Return a world file: the size of a pixel, and where the middle of the upper left one is."""
    down = -1.0 if north_up else 1.0
    step, x, y = float(area.step), float(area.x), float(area.y)
    return "".join(
        f"{number!r}\n" for number in (step, 0.0, 0.0, down * step, x, down * y)
    ).encode()


def geotiff_tags(area: Area) -> list[tuple[int, str, int, object, bool]]:
    """Return the tags that place an area in a GeoTIFF, north up, as tifffile takes them."""
    step = float(area.step)
    text = f"{_NAME}|"
    keys = (
        *(_MODEL, 0, 1, _USER_DEFINED),
        *(_RASTER, 0, 1, POINT_IS_SAMPLE),
        *(_CITATION, _TEXTS, len(text), 0),
        *(_LENGTH, 0, 1, _METRE),
    )
    directory = (*_VERSION, len(keys) // 4, *keys)
    tie = (0.0, 0.0, 0.0, float(area.x), -float(area.y), 0.0)
    return [
        (33550, "d", 3, (step, step, 0.0), True),
        (33922, "d", 6, tie, True),
        (34735, "H", len(directory), directory, True),
        (_TEXTS, "s", 0, text, True),
    ]
