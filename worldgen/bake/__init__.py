"""Baking areas of any size into Zarr stores, and worlds as dask arrays (extra ``cluster``).

>>> from worldgen.area import Area
>>> from worldgen.bake import bake
>>> bake("atlantis.zarr", World("atlantis"), Area(0, 0, 100_000, 100_000))  # doctest: +SKIP
"""

from worldgen.bake.address import BakeError
from worldgen.bake.lazy import to_dask
from worldgen.bake.run import bake

__all__ = ["BakeError", "bake", "to_dask"]
