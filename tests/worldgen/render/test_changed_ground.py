"""Biomes that a table or a program has made: pictures show them, near and far, without a seam."""

from __future__ import annotations

import numpy as np
import pytest

from worldgen import (
    PALETTES,
    Biome,
    BiomeRule,
    BiomeTable,
    Palette,
    ParameterError,
    World,
    paint,
)

RED = (200, 40, 30)
TABLE = BiomeTable("red", [BiomeRule("red land", {"moisture": (0.45, None)}, RED, "forest")])
OWN, PLAIN = World("atlantis", biomes=TABLE), World("atlantis")
X, Y = PLAIN.spawn()


def redness(picture: np.ndarray) -> np.ndarray:
    """How much more red than blue the pixels are."""
    return np.asarray(picture[..., 0].astype(int) - picture[..., 2])


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("biome", [Biome.SNOW, Biome.LAKE, Biome.OCEAN, Biome.FOREST])
def test_a_replaced_biome_is_painted(palette: str, biome: Biome) -> None:
    region = PLAIN.region(X - 64, Y - 64, 128, 128)
    changed = region.with_fields(biome=np.full(region.shape, biome, np.uint8))
    colour = Palette.from_colours({}, palette).colours[biome].astype(float)
    before, after = (
        np.abs(paint(each, palette) - colour).mean(axis=2)[region.biome != biome].mean()
        for each in (region, changed)
    )
    assert after < 45 and after < 0.8 * before


def test_other_fields_with_it_are_painted_as_ever() -> None:
    region = PLAIN.region(X - 16, Y - 16, 32, 32)
    again = region.with_fields(biome=region.biome, height=region.height)
    np.testing.assert_array_equal(paint(again), paint(region))
    np.testing.assert_array_equal(paint(region.with_fields(biome=region.biome)), paint(region))


@pytest.mark.parametrize("lod", [-1, 0, 2, 5, 8])
@pytest.mark.parametrize("palette", ["natural", "lesson"])
def test_own_ground_has_no_seams(lod: int, palette: str) -> None:
    chunk = OWN.chunk(-1, 0, lod)
    step = int(chunk.step) or chunk.step
    around = OWN.region(chunk.x - 8 * step, chunk.y - 8 * step, 80, 80, lod)
    np.testing.assert_array_equal(paint(around, palette)[8:72, 8:72], paint(chunk, palette))


def test_far_levels_show_as_much_of_it_as_near_ones() -> None:
    shares = []
    for lod in (2, 5, 7):
        side = 2**14 >> lod
        region = OWN.region(-(2**13), -(2**13), side, side, lod, sketch=True)
        plain = PLAIN.region(-(2**13), -(2**13), side, side, lod, sketch=True)
        shares.append((redness(paint(region)) - redness(paint(plain))).mean())
    assert min(shares) > 0.75 * max(shares) > 1.0


def test_rivers_stay_on_it_and_it_stays_off_the_sea() -> None:
    own, plain = OWN.region(X - 300, Y - 300, 600, 600), PLAIN.region(X - 300, Y - 300, 600, 600)
    pictures = paint(own), paint(plain)
    for still in (own.biome == Biome.RIVER, own.shore < -2.0, own.biome == plain.biome):
        np.testing.assert_array_equal(pictures[0][still], pictures[1][still])
    inland = (own.biome == len(Biome)) & (own.river_cover == 0.0) & (own.shore > 3.0)
    assert inland.any() and redness(pictures[0])[inland].min() > 60


def test_a_palette_of_ones_own() -> None:
    region = PLAIN.region(X - 64, Y - 64, 128, 128)
    sea = region.shore < -5.0
    palette = Palette.from_colours({"ocean": (90, 30, 110), "foam": (0, 0, 0)})
    purple, blue = paint(region, palette)[sea].mean(axis=0), paint(region)[sea].mean(axis=0)
    assert purple[0] > blue[0] + 30 and purple[1] < blue[1]
    same = paint(region, Palette.from_colours({}))
    np.testing.assert_array_equal(same, paint(region))
    land = region.biome[(region.shore > 5.0) & np.isnan(region.water_level)]
    most = Biome(int(np.bincount(land).argmax()))
    flat = paint(region, Palette.from_colours({most.name.lower(): (250, 0, 250)}, flat=True))
    assert redness(flat)[region.biome == most].max() < 5
    own = OWN.region(X - 64, Y - 64, 128, 128)
    green = paint(own, Palette.from_colours({"red land": (0, 200, 0)}, "lesson"))
    assert redness(green)[own.biome == len(Biome)].max() <= 0


def test_a_table_can_give_other_colours() -> None:
    table = BiomeTable("autumn", colours={"forest": (180, 90, 30)})
    region = World("atlantis", biomes=table).region(X - 300, Y - 300, 600, 600)
    woods = region.biome == Biome.FOREST
    plain = paint(PLAIN.region(X - 300, Y - 300, 600, 600))
    assert redness(paint(region))[woods].mean() > redness(plain)[woods].mean() + 30


def test_what_is_no_colour_is_refused() -> None:
    with pytest.raises(ParameterError, match="red, green and blue"):
        Palette.from_colours({"forest": 7})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="palette must be one of natural"):
        Palette.from_colours({}, "unknown")
