"""Endless islands from a seed: the same bits every time, everywhere.

>>> import worldgen
>>> world = worldgen.World("atlantis", worldgen.WorldParameters(octaves=6))
>>> chunk = world.chunk(0, 0)
>>> chunk.height.shape
(64, 64)

What is named here is imported when it is first used, so that a module of a few numbers costs no
compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from worldgen import bake as bake
    from worldgen import export as export
    from worldgen.analysis.measure import Measurement, measure
    from worldgen.biome_table import BiomeRule, BiomeTable
    from worldgen.biomes import Biome, Terrain
    from worldgen.chunk.decoration import Decorations, decorations
    from worldgen.compile_ahead import warm_up
    from worldgen.coordinates import (
        CHUNK_SIZE,
        COORDINATE_LIMIT,
        MAX_LOD,
        MIN_LOD,
        CoordinateError,
    )
    from worldgen.features.island import Island, Lake, Peak, River, Statistics
    from worldgen.files.biome_file import load_biomes, save_biomes
    from worldgen.files.save import SaveError, load_world, save_world
    from worldgen.generator import Site
    from worldgen.growth import DecorationRule, Growth
    from worldgen.noise.octaves import fbm
    from worldgen.noise.own_layer import Layer, LayerSettings
    from worldgen.noise.points.noise import Noise
    from worldgen.parameters import ParameterError, WorldParameters
    from worldgen.region import Chunk, Region
    from worldgen.render.overlays import OVERLAYS, paint_overlay
    from worldgen.render.painter import paint
    from worldgen.render.palette_data import PALETTES
    from worldgen.render.palettes import Palette
    from worldgen.seed import SeedError
    from worldgen.version import GENERATOR_VERSION, __version__
    from worldgen.world import Sample, World
else:
    _HOMES = {
        "worldgen.analysis.measure": "Measurement measure",
        "worldgen.biome_table": "BiomeRule BiomeTable",
        "worldgen.biomes": "Biome Terrain",
        "worldgen.chunk.decoration": "Decorations decorations",
        "worldgen.compile_ahead": "warm_up",
        "worldgen.coordinates": "CHUNK_SIZE COORDINATE_LIMIT MAX_LOD MIN_LOD CoordinateError",
        "worldgen.features.island": "Island Lake Peak River Statistics",
        "worldgen.files.biome_file": "load_biomes save_biomes",
        "worldgen.files.save": "SaveError load_world save_world",
        "worldgen.generator": "Site",
        "worldgen.growth": "DecorationRule Growth",
        "worldgen.noise.octaves": "fbm",
        "worldgen.noise.own_layer": "Layer LayerSettings",
        "worldgen.noise.points.noise": "Noise",
        "worldgen.parameters": "ParameterError WorldParameters",
        "worldgen.region": "Chunk Region",
        "worldgen.render.overlays": "OVERLAYS paint_overlay",
        "worldgen.render.painter": "paint",
        "worldgen.render.palette_data": "PALETTES",
        "worldgen.render.palettes": "Palette",
        "worldgen.seed": "SeedError",
        "worldgen.version": "GENERATOR_VERSION __version__",
        "worldgen.world": "Sample World",
    }
    _ROOMS = ("bake", "export")
    """Of these the functions are called by the name of their room: ``worldgen.bake.to_dask``."""

    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

    def __getattr__(name):
        if name in _ROOMS:
            return import_module(f"worldgen.{name}")
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value

    def __dir__():
        return sorted({*__all__, *_ROOMS, *(name for name in globals() if name[:2] == "__")})


__all__ = [
    "CHUNK_SIZE",
    "COORDINATE_LIMIT",
    "GENERATOR_VERSION",
    "MAX_LOD",
    "MIN_LOD",
    "OVERLAYS",
    "PALETTES",
    "Biome",
    "BiomeRule",
    "BiomeTable",
    "Chunk",
    "CoordinateError",
    "DecorationRule",
    "Decorations",
    "Growth",
    "Island",
    "Lake",
    "Layer",
    "LayerSettings",
    "Measurement",
    "Noise",
    "Palette",
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
    "__version__",
    "decorations",
    "fbm",
    "load_biomes",
    "load_world",
    "measure",
    "paint",
    "paint_overlay",
    "save_biomes",
    "save_world",
    "warm_up",
]
