"""What is declared of every field holds for the arrays that chunks have."""

from __future__ import annotations

import numpy as np
import pytest

from worldgen import World
from worldgen.biomes import Biome, Terrain
from worldgen.chunk.fields import FIELDS


def test_arrays_are_as_declared() -> None:
    world = World("fields")
    x, y = (place // 64 for place in world.spawn())
    chunks = [world.chunk(x, y), world.chunk(x, y, sketch=True), world.chunk(0, 0, lod=7)]
    for chunk in chunks:
        for name, field in FIELDS.items():
            array: np.ndarray = getattr(chunk, name)
            assert array.dtype == np.dtype(field.dtype) and array.shape == chunk.shape, name
            assert array.flags.c_contiguous and not array.flags.writeable, name
            if field.lowest is not None:
                assert np.nanmin(array) >= field.lowest, name
            if field.highest is not None:
                assert np.nanmax(array) <= field.highest, name
    assert FIELDS["biome"].highest == max(Biome) and FIELDS["terrain"].highest == max(Terrain)


def test_other_arrays_take_the_place_of_some() -> None:
    chunk = World("fields").chunk(0, 0, sketch=True)
    height = np.full(chunk.shape, 0.5, dtype=np.float32)
    changed = chunk.with_fields(height=height)
    assert (changed.height == 0.5).all() and changed.moisture is chunk.moisture
    height[:] = 0.0
    assert (changed.height == 0.5).all()
    with pytest.raises(ValueError, match="read-only"):
        changed.height[0, 0] = 1.0
