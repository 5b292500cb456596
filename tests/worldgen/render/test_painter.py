"""The picture: no seams, equal colours at all levels of detail, palettes that keep their word."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable

import numpy as np
import pytest

from tests.fields import DRY_LAND
from worldgen import Biome, Region, World, WorldParameters, paint
from worldgen.cli.gallery import SCENES, Scene, draw
from worldgen.coordinates import SampleGrid, step_units
from worldgen.render.overlays import OVERLAYS, contour_cover, paint_overlay
from worldgen.render.painter import PALETTES
from worldgen.render.palettes import make_palette
from worldgen.render.texture import ground_texture

_WORLD = World("atlantis")
_SPAWN = _WORLD.spawn()


def _around(x: float, y: float, cells: int, lod: int, world: World = _WORLD) -> Region:
    """A square of this many cells, its corner on the grid of the coarsest level."""
    side = int(cells / 2.0**lod)
    left, top = (int(v - cells / 2) // 1024 * 1024 for v in (x, y))
    return world.region(left, top, side, side, lod=lod)


def _patch(region: Region, **values: float) -> Region:
    """The region with whole fields set to one value each."""
    arrays = {name: np.full_like(getattr(region, name), value) for name, value in values.items()}
    return region.with_fields(**arrays)


def _placed(region: Region, lod: int, x: int = 0, y: int = 0) -> Region:
    """The same fields at another level of detail and place, in sixty-fourths of a cell."""
    grid = region.grid._replace(x=x, y=y, step=step_units(lod))
    return dataclasses.replace(region, grid=grid)


def _dry_land(**values: float) -> Region:
    """A flat piece of dry land, far from the shore, with some fields as wished."""
    given = {**DRY_LAND, "biome": float(Biome.GRASSLAND)}
    return _patch(_WORLD.region(0, 0, 64, 64), **(given | values))


def _mean(picture: np.ndarray) -> np.ndarray:
    return np.asarray(picture.reshape(-1, 3).mean(axis=0, dtype=np.float64))


def _lightness(colour: np.ndarray) -> float:
    """CIE L* of an RGB colour 0..255."""
    linear = np.where(
        colour / 255 <= 0.04045, colour / 255 / 12.92, ((colour / 255 + 0.055) / 1.055) ** 2.4
    )
    luminance = float(linear @ (0.2126, 0.7152, 0.0722))
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


# --- no seams -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lod", [-4, -2, 0, 2, 5])
@pytest.mark.parametrize("palette", PALETTES)
def test_stitched_chunks_equal_the_region(lod: int, palette: str) -> None:
    step = 2.0**lod
    cx, cy = int(_SPAWN[0] // (64 * step)) - 1, int(_SPAWN[1] // (64 * step)) - 1
    rows = [
        np.hstack([paint(_WORLD.chunk(cx + i, cy + j, lod=lod), palette) for i in range(3)])
        for j in range(2)
    ]
    whole = _WORLD.region(cx * 64 * step, cy * 64 * step, 192, 128, lod=lod)
    assert np.array_equal(np.vstack(rows), paint(whole, palette))


@pytest.mark.parametrize("kind", OVERLAYS)
def test_overlays_have_no_seams_either(kind: str) -> None:
    cx, cy = _SPAWN[0] // 64, _SPAWN[1] // 64
    chunks = [paint_overlay(_WORLD.chunk(cx + i, cy), kind) for i in range(2)]
    whole = paint_overlay(_WORLD.region(cx * 64, cy * 64, 128, 64), kind)
    assert np.array_equal(np.hstack(chunks), whole)


def test_tall_regions_are_painted_band_by_band_without_a_line() -> None:
    x, y = _SPAWN[0] - 40, _SPAWN[1] - 300
    whole = paint(_WORLD.region(x, y, 80, 600))
    middle = paint(_WORLD.region(x, y + 200, 80, 150))
    assert np.array_equal(whole[200:350], middle)


def test_far_from_the_origin_the_picture_is_as_fine() -> None:
    for x in (2**31, -(2**40), 2**50):
        texture = ground_texture(SampleGrid(x * 64, x * 64, 4, 64, 64))
        for layer in (texture.mottle, texture.stones, texture.leaves, texture.twigs):
            assert len(np.unique(layer)) > 4000
        picture = paint(_WORLD.region(float(x), 0.0, 64, 64))
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


# --- snow and cliffs ------------------------------------------------------------------------------


def test_snow_is_never_overexposed_and_its_shade_is_blue() -> None:
    means = {}
    for slope in (-0.03, 0.0, 0.012):
        for relative in (-0.06, 0.0, 0.06):
            snow = _dry_land(
                height=0.95, gradient_x=slope, gradient_y=slope, relative_height=relative
            )
            picture = paint(snow)
            assert picture.max() <= 235
            means[slope, relative] = _mean(picture)
    sunny, shady = means[0.012, 0.0], means[-0.03, 0.0]
    assert sunny[2] - sunny[0] < 15 < 30 < shady[2] - shady[0]
    assert shady.mean() < 0.9 * sunny.mean()


def test_a_coast_that_stands_high_has_a_dark_foot() -> None:
    water = _WORLD.parameters.water_level
    flat, cliff = (
        _mean(paint(_dry_land(height=water + above, shore=1.0))) for above in (0.002, 0.02)
    )
    assert _lightness(cliff) < _lightness(flat) - 15


# --- equal colours at all levels of detail --------------------------------------------------------

PLANNED_BOUND = 4.0
"""Grey levels (of 255) that the mean colour of an island and its sea moves between lods 0..4."""

CLOSE_BOUND = 3.0
"""The same from lod -4 to 0, over 128 cells about a shore."""

FAR_BOUND = 5.0
"""The same from the sketch at lod 3 to lod 8, over 16,384 cells of sea and islands."""


@pytest.mark.parametrize("palette", ["natural", "contrast", "safe"])
def test_mean_colour_of_neighbouring_lods(palette: str) -> None:
    means = [_mean(paint(_around(*_SPAWN, 1024, lod), palette)) for lod in range(5)]
    for finer, coarser in itertools.pairwise(means):
        assert np.abs(finer - coarser).max() <= PLANNED_BOUND


@pytest.mark.parametrize(
    ("seed", "palette"),
    [
        ("atlantis", "natural"),
        *(
            pytest.param(seed, palette, marks=pytest.mark.slow)
            for seed, palette in (("atlantis", "contrast"), ("atlantis", "safe"), (7, "natural"))
        ),
    ],
)
def test_mean_colour_of_far_lods(seed: str | int, palette: str) -> None:
    world, side = World(seed), 16_384
    means = [
        _mean(paint(world.region(0, 0, side >> lod, side >> lod, lod, sketch=True), palette))
        for lod in range(3, 9)
    ]
    for finer, coarser in itertools.pairwise(means):
        assert np.abs(finer - coarser).max() <= FAR_BOUND


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["atlantis", 7, 2026])
def test_mean_colour_of_close_lods(seed: str | int) -> None:
    world = World(seed)
    x, y = world.spawn()
    means = []
    for lod in range(-4, 1):
        side = int(128 / 2.0**lod)
        means.append(_mean(paint(world.region(x - 64, y - 64, side, side, lod=lod))))
    for finer, coarser in itertools.pairwise(means):
        assert np.abs(finer - coarser).max() <= CLOSE_BOUND


@pytest.mark.parametrize("step", [4, 8, 16, 32, 64, 256])
def test_textures_vanish_in_the_mean(step: int) -> None:
    layers = ("mottle", "stones", "leaves", "twigs")
    means: dict[str, list[float]] = {name: [] for name in layers}
    for place in range(40):
        grid = SampleGrid(place * 123_457, -place * 76_543, step, 128, 128)
        texture = ground_texture(grid)
        for name in layers:
            layer = getattr(texture, name)
            if layer.size:
                means[name].append(float(layer.mean()))
    assert all(abs(float(np.mean(values))) < 0.05 for values in means.values() if values)
    assert bool(means["stones"]) == (step < 64)


@pytest.mark.parametrize(
    "biome", [Biome.DESERT, Biome.GRASSLAND, Biome.FOREST, Biome.TUNDRA, Biome.JUNGLE]
)
def test_close_up_texture_neither_lightens_nor_darkens(biome: Biome) -> None:
    moisture, temperature = {
        Biome.DESERT: (0.1, 0.5),
        Biome.GRASSLAND: (0.45, 0.5),
        Biome.FOREST: (0.9, 0.5),
        Biome.TUNDRA: (0.5, 0.22),
        Biome.JUNGLE: (0.9, 0.9),
    }[biome]
    land = _dry_land(moisture=moisture, temperature=temperature)
    plain = _mean(paint(_placed(land, lod=5)))
    for lod in (-4, -3, -2, -1, 0):
        places = [(k * 1001 * 64, k * -777 * 64) for k in range(60)]
        pictures = [paint(_placed(land, lod, *place)) for place in places]
        assert np.abs(_mean(np.stack(pictures)) - plain).max() < 2.0
        if lod < 0:
            assert pictures[0].std(axis=(0, 1)).max() > 3.0


# --- what is seen ---------------------------------------------------------------------------------


def test_deeper_water_is_darker() -> None:
    sea = {"water_level": 0.4, "shore": -40.0, "biome": float(Biome.OCEAN)}
    tones = [
        _mean(paint(_dry_land(height=0.4 * (1 - depth), **sea))).sum()
        for depth in (0.02, 0.1, 0.3, 0.6, 0.95)
    ]
    assert all(shallow > deep + 5 for shallow, deep in itertools.pairwise(tones))


def test_foam_lies_on_the_shoreline() -> None:
    sea = {"water_level": 0.4, "height": 0.38, "biome": float(Biome.OCEAN)}
    surf, open_water = (_mean(paint(_dry_land(shore=s, **sea))) for s in (-0.4, -8.0))
    assert (surf > open_water + 15).all()


def test_snow_follows_height_and_shade() -> None:
    def whiteness(**values: float) -> float:
        return float(_mean(paint(_dry_land(biome=float(Biome.SNOW), **values))).min())

    line = WorldParameters().snow_level
    assert whiteness(height=line + 0.05) > 200
    assert whiteness(height=line - 0.06) < 160
    slope = 0.006
    sunny = _dry_land(height=line, gradient_x=slope, gradient_y=slope)
    shady = _dry_land(height=line, gradient_x=-slope, gradient_y=-slope)
    # In the shade more is snow: bluer than red, where bare rock is redder than blue.
    assert np.diff(_mean(paint(shady))[[0, 2]]) > np.diff(_mean(paint(sunny))[[0, 2]])


def test_steep_slopes_are_rock() -> None:
    gentle, steep = (_mean(paint(_dry_land(gradient_x=s, gradient_y=-s))) for s in (0.002, 0.03))
    green = [m[1] - m[[0, 2]].mean() for m in (gentle, steep)]
    assert green[0] > 3 * green[1]


def test_light_comes_from_above_left() -> None:
    lit, dark = (_mean(paint(_dry_land(gradient_x=s, gradient_y=s))) for s in (0.004, -0.004))
    assert (lit > dark * 1.3).all()


def test_sand_is_wider_on_flat_coasts() -> None:
    def sand(height: float, shore: float) -> float:
        land = _dry_land(height=height, shore=shore, moisture=0.6, biome=float(Biome.BEACH))
        red, _, blue = _mean(paint(land))
        return float(red - blue)

    assert sand(0.4 + 8 * 0.0011, 8.0) > sand(0.4 + 8 * 0.0035, 8.0) + 10


def test_rivers_and_lakes_are_blue_at_every_lod() -> None:
    river = _dry_land(river_cover=1.0, water_level=0.6, height=0.594, discharge=1000.0,
                      biome=float(Biome.RIVER))  # fmt: skip
    lake = _dry_land(water_level=0.6, height=0.586, biome=float(Biome.LAKE))
    for region in (river, lake):
        for lod in (-2, 0, 1):
            red, green, blue = _mean(paint(_placed(region, lod)))
            assert blue > green > red


def test_frozen_land_is_white_and_its_rivers_are_ice() -> None:
    cold = {"temperature": 0.02}
    assert _mean(paint(_dry_land(biome=float(Biome.SNOW), **cold))).min() > 200
    water = {"water_level": 0.6, "height": 0.59, "biome": float(Biome.LAKE)}
    assert _mean(paint(_dry_land(**water, **cold))).min() > 120


def test_biomes_blend_over_their_threshold() -> None:
    shares = [_mean(paint(_dry_land(moisture=m)))[0] for m in np.linspace(0.25, 0.65, 21)]
    steps = np.abs(np.diff(shares))
    assert steps.max() < 0.35 * (max(shares) - min(shares))


@pytest.mark.parametrize("water", [0.02, 0.5, 0.93])
def test_every_water_level_can_be_painted(water: float) -> None:
    levels = {
        "water_level": water,
        "beach_level": water + 0.02,
        "mountain_level": water + 0.03,
        "snow_level": water + 0.04,
    }
    world = World(3, WorldParameters(**levels, desert_moisture=0.0, forest_moisture=1.0))  # type: ignore[arg-type]
    for lod in (-4, 0, 6, 10):
        region = world.region(0, 0, 48, 40, lod=lod, sketch=True)
        assert paint(region).shape == (40, 48, 3)


@pytest.mark.parametrize("painter", [paint, lambda region: paint_overlay(region, "contours")])
def test_an_empty_region_is_an_empty_picture(painter: Callable[[Region], np.ndarray]) -> None:
    empty = painter(_WORLD.region(0, 0, 0, 5))
    assert empty.shape == (5, 0, 3) and empty.dtype == np.uint8


# --- palettes -------------------------------------------------------------------------------------


def test_unknown_names_are_refused_in_one_line() -> None:
    region = _WORLD.region(0, 0, 2, 2)
    with pytest.raises(ValueError, match=r"^palette must be one of natural, .*, not 'gaudy'$"):
        paint(region, "gaudy")
    with pytest.raises(ValueError, match=r"^overlay must be one of height, .*, not 'mood'$"):
        paint_overlay(region, "mood")


def test_palettes_differ_and_cannot_be_changed() -> None:
    region = _around(*_SPAWN, 256, 0)
    pictures = [paint(region, name).tobytes() for name in PALETTES]
    assert len(set(pictures)) == len(PALETTES)
    palette = make_palette("natural")
    for array in (palette.ground, palette.sea, palette.colours):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_safe_palette_is_ordered_by_lightness() -> None:
    colours = make_palette("safe").colours
    order = (
        *(Biome.OCEAN, Biome.LAKE, Biome.RIVER, Biome.JUNGLE, Biome.FOREST, Biome.TAIGA),
        *(Biome.GRASSLAND, Biome.SAVANNA, Biome.TUNDRA, Biome.MOUNTAIN, Biome.DESERT),
        *(Biome.BEACH, Biome.SNOW),
    )
    assert sorted(order) == sorted(Biome)
    steps = np.diff([_lightness(colours[biome].astype(float)) for biome in order])
    assert steps.min() >= 2.5


@pytest.mark.parametrize("kind", ["protan", "deutan", "tritan"])
def test_the_safe_palette_survives_colour_blindness(kind: str) -> None:
    # Machado, Oliveira and Fernandes (2009), full severity.
    matrix = {
        "protan": [(0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)],
        "deutan": [(0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                   (-0.011820, 0.042940, 0.968881)],
        "tritan": [(1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)],
    }[kind]  # fmt: skip
    seven = list(Biome)[:7]
    colours = make_palette("safe").colours[seven].astype(float)
    seen = np.clip(colours @ np.array(matrix).T, 0, 255)
    tones = sorted(_lightness(colour) for colour in seen)
    assert np.diff(tones).min() >= 5


def test_the_lesson_has_seven_flat_colours() -> None:
    palette = make_palette("lesson")
    assert len(np.unique(palette.colours, axis=0)) == 7
    land = paint(_dry_land(height=0.5), "lesson")
    assert len(np.unique(land.reshape(-1, 3), axis=0)) == 1
    low, high = (int(paint(_dry_land(height=h), "lesson")[0, 0, 1]) for h in (0.45, 0.7))
    assert high > low


# --- overlays -------------------------------------------------------------------------------------


def test_contours_are_thin_lines_at_whole_heights() -> None:
    columns = np.arange(200, dtype=np.float32)
    ramp = np.tile(0.45 + 0.002 * columns, (20, 1)).astype(np.float32)
    base = _patch(_WORLD.region(0, 0, 200, 20), gradient_x=0.002, gradient_y=0.0)
    cover = contour_cover(base.with_fields(height=ramp), 0.05)[0]
    lines = np.flatnonzero(cover > 0.3)
    assert np.allclose(ramp[0][lines] % 0.05, 0.0, atol=0.0021) or np.allclose(
        np.minimum(ramp[0][lines] % 0.05, 0.05 - ramp[0][lines] % 0.05), 0.0, atol=0.0026
    )
    assert 6 <= len(lines) <= 24


def test_overlay_colours_follow_their_field() -> None:
    wet, dry = (_mean(paint_overlay(_dry_land(moisture=m), "moisture")) for m in (0.9, 0.1))
    assert wet[2] > wet[0] and dry[0] > dry[2]
    hot, cold = (_mean(paint_overlay(_dry_land(temperature=t), "temperature")) for t in (1.0, 0.0))
    assert hot[0] > hot[2] and cold[2] > cold[0]


# --- the gallery ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_scene_of_the_gallery_shows_land_and_sea(scene: Scene) -> None:
    picture = draw(scene, 240, 144)
    assert picture.shape == (144, 240, 3)
    assert picture.std(axis=(0, 1)).min() > 15
