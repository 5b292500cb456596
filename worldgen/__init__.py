"""Endless islands from a seed: the same bits every time, everywhere.

>>> import worldgen
>>> world = worldgen.World("atlantis", worldgen.WorldParameters(octaves=6))
>>> chunk = world.chunk(0, 0)
>>> chunk.height.shape
(64, 64)
"""

from worldgen.analysis.measure import Measurement, measure
from worldgen.biomes import Biome, Terrain
from worldgen.chunk.draw import CHUNK_SIZE, MAX_LOD, MIN_LOD
from worldgen.coordinates import COORDINATE_LIMIT, CoordinateError
from worldgen.features.island import Island, Lake, Peak, River, Statistics
from worldgen.files.save import SaveError, load_world, save_world
from worldgen.kernels.warm_up import warm_up
from worldgen.noise.octaves import fbm
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.region import Chunk, Region
from worldgen.render.overlays import OVERLAYS, paint_overlay
from worldgen.render.painter import PALETTES, paint
from worldgen.seed import SeedError
from worldgen.version import GENERATOR_VERSION
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
