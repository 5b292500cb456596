"""Means of far levels: of points of their own, however the plane is cut, and calmer than points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import worldgen
from worldgen.chunk.draw import draw_fields
from worldgen.chunk.far_means import FAR_LOD
from worldgen.chunk.fields import FarMeans, Samples

WORLD = worldgen.World(7)


def means_of(region: Samples) -> FarMeans:
    assert region.averages is not None
    return region.averages(region.grid).means


def halved(picture: np.ndarray) -> np.ndarray:
    rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
    return np.asarray(picture.reshape(rows, 2, columns, 2, 3).mean(axis=(1, 3)))


@pytest.mark.parametrize("lod", [FAR_LOD, 8])
def test_means_of_a_region_are_those_of_its_parts(lod: int) -> None:
    step = 1 << lod
    whole = means_of(WORLD.region(0, 0, 40, 30, lod))
    part = means_of(WORLD.region(7 * step, 4 * step, 20, 11, lod))
    for one, other in zip(whole, part, strict=True):
        assert np.array_equal(one[4:15, 7:27], other)


@pytest.mark.parametrize(("lod", "side"), [(5, 2), (6, 2), (7, 4), (10, 4)])
def test_means_are_those_of_points_about_the_sample(lod: int, side: int) -> None:
    means = means_of(WORLD.region(0, 0, 24, 24, lod, sketch=True))
    # The points of all samples are a finer region.
    finer = lod - side.bit_length() + 1
    after = ((1 << finer) - 16) / 2
    around = WORLD.region(after, after, 24 * side, 24 * side, finer, sketch=True)
    layers = WORLD.generator.layers
    # Without what points so far apart cannot show.
    points = draw_fields(layers.seen(around.grid.step), around.grid, around.mask, (), True)

    def blocks(array: np.ndarray) -> np.ndarray:
        return np.asarray(array.astype(np.float64).reshape(24, side, 24, side).mean(axis=(1, 3)))

    part = np.clip(points.shore.astype(np.float64) / 40.0 + 0.5, 0.0, 1.0)
    land = blocks(part)
    assert np.abs(means.land - land).max() < 1e-6
    assert np.abs(means.temperature - blocks(points.temperature)).max() < 1e-6
    some = land > 0.05
    wet = blocks(part * points.moisture)[some] / land[some]
    assert np.abs(means.moisture[some] - wet).max() < 1e-5
    assert 0.0 < land.mean() < 1.0


def test_only_far_levels_have_means_and_changed_fields_have_none() -> None:
    assert WORLD.region(0, 0, 4, 4, FAR_LOD - 1, sketch=True).averages is None
    far = WORLD.chunk(0, 0, FAR_LOD)
    assert far.averages is not None
    assert far.with_fields(height=far.height).averages is None


@pytest.mark.parametrize("palette", ["natural", "contrast", "safe"])
def test_far_pictures_are_calmer_than_points_and_keep_their_contrast(palette: str) -> None:
    """Each far level looks like the one before it, seen from twice as far."""
    for lod in range(FAR_LOD, 9):
        span = 128 << lod
        finer = WORLD.region(-span // 2, -span // 2, 128, 128, lod)
        coarser = WORLD.region(-span // 2, -span // 2, 64, 64, lod + 1)
        wanted = halved(worldgen.paint(finer, palette))
        mean = worldgen.paint(coarser, palette)
        points = worldgen.paint(replace(coarser, averages=None), palette)
        assert np.abs(wanted - mean).mean() < 0.8 * np.abs(wanted - points).mean()
        assert mean.mean(axis=2).std() > 0.5 * wanted.mean(axis=2).std()
