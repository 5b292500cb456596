"""What an overlay's scale says is what its painter paints."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fields import DRY_LAND
from worldgen import Region, World
from worldgen.biomes import HILLS_FROM, MOUNTAINS_FROM, Terrain
from worldgen.render.overlay_colours import GREATEST_DISCHARGE
from worldgen.render.overlay_scale import overlay_scale
from worldgen.render.overlays import OVERLAYS, contour_spacing, paint_overlay

_WORLD = World("atlantis")
_WATER = _WORLD.parameters.water_level
_FLAT = {**DRY_LAND, "terrain": Terrain.PLAINS}


def _painted(overlay: str, **values: float) -> tuple[int, int, int]:
    """The colour of a flat piece of land on which these fields have these values."""
    region: Region = _WORLD.region(0, 0, 4, 4)
    arrays = {
        name: np.full_like(getattr(region, name), value) for name, value in (_FLAT | values).items()
    }
    picture = paint_overlay(region.with_fields(**arrays), overlay)
    assert (picture == picture[0, 0]).all()
    red, green, blue = picture[0, 0]
    return int(red), int(green), int(blue)


def _near(first: tuple[int, int, int], second: tuple[int, int, int]) -> bool:
    """Whether colours are equal but for the steps of their tables."""
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 3


@pytest.mark.parametrize("height", [0.05, 0.2, 0.39, 0.41, 0.55, 0.7, 0.95])
def test_heights_have_the_colour_of_their_place(height: float) -> None:
    shore = 40.0 if height > _WATER else -40.0
    scale = overlay_scale("height", _WATER)
    assert _near(scale.colour_at(height), _painted("height", height=height, shore=shore))
    assert scale.ticks[0].place == _WATER and "sea" in scale.ticks[0].label


@pytest.mark.parametrize("field", ["moisture", "temperature"])
@pytest.mark.parametrize("value", [0.0, 0.2, 0.5, 0.8, 1.0])
def test_climate_has_the_colour_of_its_place(field: str, value: float) -> None:
    assert _near(overlay_scale(field, _WATER).colour_at(value), _painted(field, **{field: value}))


@pytest.mark.parametrize("label", ["1k", "10k", "100k", "400k"])
def test_discharge_has_the_colour_of_its_tick(label: str) -> None:
    scale = overlay_scale("discharge", _WATER)
    tick = next(tick for tick in scale.ticks if tick.label == label)
    cells = 1000.0 * float(label.removesuffix("k"))
    assert _near(scale.colour_at(tick.place), _painted("discharge", discharge=cells))
    assert cells <= GREATEST_DISCHARGE
    assert scale.swatches[0].colour == _painted("discharge", water_level=0.7)


def test_every_terrain_class_has_its_colour_and_name() -> None:
    swatches = overlay_scale("terrain", _WATER).swatches
    assert len(swatches) == len(Terrain)
    for terrain, swatch in zip(Terrain, swatches, strict=True):
        assert swatch.colour == _painted("terrain", terrain=terrain)
        assert terrain.name.lower() in swatch.label
    assert str(HILLS_FROM) in swatches[1].label and str(MOUNTAINS_FROM) in swatches[2].label


@pytest.mark.parametrize("lod", [-3, 0, 2])
def test_contours_tell_their_interval(lod: int) -> None:
    region = _WORLD.region(0, 0, 4, 4, lod, sketch=True)
    swatches = overlay_scale("contours", _WATER, lod).swatches
    assert float(swatches[0].label.split()[-1]) == pytest.approx(contour_spacing(region))
    assert swatches[0].line < swatches[1].line
    assert _near(swatches[2].colour, _painted("contours", height=0.975))
    assert swatches[3].colour == _painted("contours", water_level=0.7)


@pytest.mark.parametrize("kind", OVERLAYS)
def test_every_overlay_is_explained(kind: str) -> None:
    scale = overlay_scale(kind, _WATER)
    assert scale.title.lower() == kind and scale.unit
    assert (scale.colours is None) != bool(scale.ticks)
    assert scale.colours is not None or scale.swatches


def test_an_unknown_overlay_is_named() -> None:
    with pytest.raises(ValueError, match=r"overlay must be one of height, .* not 'mood'"):
        overlay_scale("mood", _WATER)
    with pytest.raises(ValueError, match="no scale"):
        overlay_scale("terrain", _WATER).colour_at(0.5)
