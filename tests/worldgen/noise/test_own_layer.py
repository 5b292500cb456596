"""Layers of one's own: seam-free, of every level of detail, with a key of their own."""

from __future__ import annotations

import numpy as np
import pytest

from worldgen import (
    COORDINATE_LIMIT,
    CoordinateError,
    Layer,
    LayerSettings,
    ParameterError,
    World,
    fbm,
)

WORLD = World("atlantis")
ORE = WORLD.layer("ore", wavelength=90.0, octaves=3)


@pytest.mark.parametrize("lod", [-4, 0, 3, 10])
@pytest.mark.parametrize("place", [(0, 0), (-3, 2), (2**35, -(2**35))])
def test_chunks_and_regions_agree(lod: int, place: tuple[int, int]) -> None:
    cx, cy = place
    step = 2.0**lod
    x, y = cx * 64 * step, cy * 64 * step
    chunk = ORE.chunk(cx, cy, lod)
    assert chunk.shape == (64, 64) and chunk.dtype == np.float32
    region = ORE.region(x - 3 * step, y - 5 * step, 80, 75, lod)
    np.testing.assert_array_equal(region[5:69, 3:67], chunk)
    np.testing.assert_array_equal(ORE.on(WORLD.chunk(cx, cy, lod, sketch=True).grid), chunk)


def test_levels_of_detail_agree() -> None:
    np.testing.assert_array_equal(
        ORE.region(-64, 32, 64, 64, -2)[::16, ::16], ORE.region(-64, 32, 4, 4, 2)
    )


def test_layers_are_independent_of_each_other_and_of_the_world() -> None:
    wide = LayerSettings(wavelength=330.0, octaves=5)
    values = ORE.region(0, 0, 400, 400)
    assert 0.0 <= values.min() < 0.3 and 0.7 < values.max() <= 1.0
    others = [
        WORLD.layer("gold", wavelength=90.0, octaves=3).region(0, 0, 400, 400),
        World("other").layer("ore", wavelength=90.0, octaves=3).region(0, 0, 400, 400),
        fbm("atlantis", 0, 0, 400, 400, 90.0, 3, kind="gradient", layer="ore"),
    ]
    for other in others:
        assert abs(np.corrcoef(values.ravel(), other.ravel())[0, 1]) < 0.3
    assert WORLD.layer("ore", wide) == Layer(WORLD.generator.key, "ore", wide)
    assert WORLD.layer("height", wide).region(0, 0, 8, 8).tolist() != (
        fbm("atlantis", 0, 0, 8, 8, 330.0, 5, kind="gradient", layer="height").tolist()
    )


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ParameterError, match="octaves must be a whole number from 1 to 12"):
        WORLD.layer("ore", octaves=13)
    with pytest.raises(ParameterError, match="not 'frequency'"):
        WORLD.layer("ore", frequency=0.1)
    with pytest.raises(ParameterError, match="either settings or"):
        WORLD.layer("ore", LayerSettings(), octaves=2)
    with pytest.raises(ParameterError, match="name of a layer"):
        WORLD.layer("")
    with pytest.raises(CoordinateError, match="2\\*\\*52"):
        ORE.region(COORDINATE_LIMIT - 4, 0, 64, 1)
    with pytest.raises(CoordinateError, match="cannot be -1 x 2"):
        ORE.region(0, 0, -1, 2)
    with pytest.raises(ParameterError, match="at most"):
        ORE.region(0, 0, 2**20, 2**20)
