"""Taking a piece of a world elsewhere: pictures, height maps, arrays, maps.

Every function here writes whole files or none: what fails leaves behind what was there before.
"""

from worldgen.export.arrays import EXPORTED, read_fields, write_npz
from worldgen.export.contours import Ring, trace_rings
from worldgen.export.failure import ExportError
from worldgen.export.geojson import make_geojson, write_geojson
from worldgen.export.heightmap import write_height_png, write_raw16
from worldgen.export.tiled import write_tiled

__all__ = [
    "EXPORTED",
    "ExportError",
    "Ring",
    "make_geojson",
    "read_fields",
    "trace_rings",
    "write_geojson",
    "write_height_png",
    "write_npz",
    "write_raw16",
    "write_tiled",
]
