"""Reading and comparing the fields of chunks and regions, to the bit."""

from __future__ import annotations

import hashlib

import numpy as np

from worldgen import Region
from worldgen.chunk.fields import FIELDS

__all__ = ["DRY_LAND", "FIELDS", "digest_of", "read_fields", "same"]


def read_fields(region: Region) -> dict[str, np.ndarray]:
    """Return all fields of a region by name."""
    return {name: getattr(region, name) for name in FIELDS}


def digest_of(region: Region) -> str:
    """Return SHA-256 over the bytes of all fields of a region."""
    digest = hashlib.sha256()
    for array in read_fields(region).values():
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def same(one: np.ndarray | np.generic, other: np.ndarray | np.generic) -> bool:
    """Whether two arrays hold the same numbers; what is not a number matches itself."""
    return bool(np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f"))


DRY_LAND = {
    "height": 0.6,
    "moisture": 0.45,
    "temperature": 0.5,
    "gradient_x": 0.0,
    "gradient_y": 0.0,
    "water_level": np.nan,
    "discharge": 0.0,
    "river_cover": 0.0,
    "relative_height": 0.0,
    "shore": 40.0,
}
"""Fields of flat, dry land, far from the shore."""
