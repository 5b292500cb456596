"""Endless islands from a seed: the same bits every time, everywhere.

>>> import worldgen
>>> world = worldgen.World("atlantis", worldgen.WorldParameters(octaves=6))
>>> chunk = world.chunk(0, 0)
>>> chunk.height.shape
(64, 64)
"""

from worldgen.biomes import Biome, Terrain
from worldgen.chunk import CHUNK_SIZE, MAX_LOD, MIN_LOD
from worldgen.island import Island, Lake, Peak, River, Statistics
from worldgen.measure import Measurement, measure
from worldgen.noise import COORDINATE_LIMIT, CoordinateError, fbm
from worldgen.overlays import OVERLAYS, paint_overlay
from worldgen.painter import PALETTES, paint
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.region import Chunk, Region
from worldgen.save import SaveError, load_world, save_world
from worldgen.seed import SeedError
from worldgen.version import GENERATOR_VERSION
from worldgen.warming import warm_up
from worldgen.world import Sample, Site, World

__all__ = [
    "CHUNK_SIZE",
    "COORDINATE_LIMIT",
    "GENERATOR_VERSION",
    "MAX_LOD",
    "MIN_LOD",
    "OVERLAYS",
    "PALETTES",
    "Biome",
    "Chunk",
    "CoordinateError",
    "Island",
    "Lake",
    "Measurement",
    "ParameterError",
    "Peak",
    "Region",
    "River",
    "Sample",
    "SaveError",
    "SeedError",
    "Site",
    "Statistics",
    "Terrain",
    "World",
    "WorldParameters",
    "fbm",
    "load_world",
    "measure",
    "paint",
    "paint_overlay",
    "save_world",
    "warm_up",
]
