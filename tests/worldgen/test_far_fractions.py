"""Fractions of a cell are exact at any distance, where floats have run out of bits."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.fields import read_fields, same
from worldgen import World
from worldgen.area import Area
from worldgen.coordinates import to_units
from worldgen.export.picture import picture_bands

FAR = 2**50
STEP = Fraction(1, 16)


def test_fractions_keep_their_sixty_fourths() -> None:
    assert to_units(FAR + Fraction(1, 16)) == 64 * FAR + 4
    assert to_units(-FAR - Fraction(1, 64)) == -64 * FAR - 1
    assert to_units(FAR + Fraction(1, 3)) == 64 * FAR + 21
    assert to_units(float(FAR)) == to_units(FAR) == 64 * FAR


def test_regions_begin_where_a_fraction_says() -> None:
    world = World("far")
    whole = world.region(FAR, -FAR, 20, 16, lod=-4, sketch=True)
    part = world.region(FAR + 3 * STEP, 5 * STEP - FAR, 8, 9, lod=-4, sketch=True)
    for name, array in read_fields(part).items():
        assert same(array, read_fields(whole)[name][5:14, 3:11]), name
    heights = whole.height
    assert not same(heights[:, 0], heights[:, 1])


def test_areas_and_pictures_keep_fractions() -> None:
    world = World("far")
    whole = Area.of_cells(FAR, -FAR, 2, 2, lod=-4)
    part = Area.of_cells(FAR + 7 * STEP, 3 * STEP - FAR, 11 * STEP, 13 * STEP, lod=-4)
    assert part.x - whole.x == 7 * STEP and part.y - whole.y == 3 * STEP
    assert (part.width, part.height) == (11, 13)
    assert part.holds(FAR + 7 * STEP, 3 * STEP - FAR)
    assert not part.holds(FAR + 6 * STEP, 3 * STEP - FAR)
    rows, columns = slice(3, 16), slice(7, 18)
    assert same(part.read(world).height, whole.read(world).height[rows, columns])
    picture = np.concatenate(list(picture_bands(world, part)))
    assert same(picture, np.concatenate(list(picture_bands(world, whole)))[rows, columns])
