"""Taking a piece of a world elsewhere: pictures, height maps, arrays, maps.

Every function here writes whole files or none: what fails leaves behind what was there before.
"""

from worldgen.export.arrays import EXPORTED, read_fields, write_npz
from worldgen.export.contours import Ring, trace_rings
from worldgen.export.failure import ExportError
from worldgen.export.formats import FORMATS, export
from worldgen.export.geojson import make_geojson, write_geojson
from worldgen.export.geotiff import write_geotiff
from worldgen.export.heightmap import write_height_png, write_raw16
from worldgen.export.map_tiles import write_map_tiles
from worldgen.export.mesh import write_gltf, write_stl
from worldgen.export.picture import write_picture
from worldgen.export.tiled import write_tiled

__all__ = [
    "EXPORTED",
    "FORMATS",
    "ExportError",
    "Ring",
    "export",
    "make_geojson",
    "read_fields",
    "trace_rings",
    "write_geojson",
    "write_geotiff",
    "write_gltf",
    "write_height_png",
    "write_map_tiles",
    "write_npz",
    "write_picture",
    "write_raw16",
    "write_stl",
    "write_tiled",
]
