"""Sprites on chunks: whole across every border, whatever is asked first."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import worldgen
from game.sprites import decorator as decoration
from game.sprites.atlas import REACH, VARIANTS, atlas
from game.sprites.decorator import BLOCK, CLOSEST_LOD, FARTHEST_LOD, Decorator
from game.terrain.chunk_painter import ChunkPainter
from game.terrain.map_style import MapStyle
from tests.forest import find_forest, find_wide
from worldgen import Biome
from worldgen.growth import Growth

pytestmark = pytest.mark.usefixtures("compiled_kernels")

Place = tuple[int, int]


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    return worldgen.World("atlantis")


@pytest.fixture(scope="module")
def grove(world: worldgen.World) -> Place:
    return find_forest(world)


def decorated(decorator: Decorator, world: worldgen.World, region: worldgen.Region) -> np.ndarray:
    picture = worldgen.paint(region)
    decorator.decorate(picture, region)
    return picture


@pytest.mark.parametrize("lod", range(CLOSEST_LOD, FARTHEST_LOD + 1))
def test_no_border_cuts_a_sprite(world: worldgen.World, grove: Place, lod: int) -> None:
    per_cell = 1 << -lod
    cx, cy = (place * per_cell // 64 for place in grove)
    decorator = Decorator(world, "natural")
    chunks = [
        [decorated(decorator, world, world.chunk(cx + i, cy + j, lod)) for i in (0, 1)]
        for j in (0, 1)
    ]
    stitched = np.vstack([np.hstack(line) for line in chunks])
    region = world.region(cx * 64 / per_cell, cy * 64 / per_cell, 128, 128, lod)
    whole = decorated(Decorator(world, "natural"), world, region)
    assert np.array_equal(stitched, whole)
    assert (stitched != worldgen.paint(region)).any()


def test_the_order_of_asking_and_the_bound_change_nothing(
    world: worldgen.World, grove: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoration, "MAX_BLOCKS", 3)
    places = [(grove[0] // 16 + i, grove[1] // 16 + j) for i in range(5) for j in range(5)]
    first, second = Decorator(world, "natural"), Decorator(world, "natural")
    pictures = {key: decorated(first, world, world.chunk(*key, lod=-2)) for key in places}
    assert len(first) <= 3
    for key in reversed(places):
        assert np.array_equal(decorated(second, world, world.chunk(*key, lod=-2)), pictures[key])


def test_far_out_and_in_flat_palettes_nothing_stands(world: worldgen.World, grove: Place) -> None:
    def pixels(style: MapStyle, lod: int) -> np.ndarray:
        scale = 64 * 2.0**lod
        key = int(grove[0] // scale), int(grove[1] // scale)
        return ChunkPainter(world, style).pixels(*key, lod, sketch=False)

    for palette, lod, stands in (
        ("natural", -2, True), ("safe", -3, True), ("natural", 0, False), ("lesson", -2, False)
    ):  # fmt: skip
        with_plants = pixels(MapStyle(palette, plants=True), lod)
        assert np.array_equal(with_plants, pixels(MapStyle(palette), lod)) != stands


def test_beyond_the_limit_nothing_stands(world: worldgen.World) -> None:
    edge = worldgen.COORDINATE_LIMIT * 4 // 64 - 1
    chunk = world.chunk(edge, 0, lod=-2)
    picture = worldgen.paint(chunk)
    Decorator(world, "natural").decorate(picture, chunk)
    assert np.array_equal(picture, worldgen.paint(chunk))


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_no_sprite_reaches_farther_than_told(size: int) -> None:
    stamps = atlas(size)
    assert stamps is atlas(size)
    assert len(stamps.boxes) == len(Growth) * VARIANTS
    for x, y, width, height, shadow_x, shadow_y, shadow_width, shadow_height in stamps.boxes:
        for before, length in ((x, width), (y, height)):
            assert max(before, length - before) <= REACH * size
        for before, length in ((shadow_x, shadow_width), (shadow_y, shadow_height)):
            assert max(before, length - before) <= REACH * size
    assert 2 * REACH < BLOCK


@pytest.mark.parametrize("size", [4, 8, 16])
def test_sprites_are_whole_and_not_cut_by_their_own_frame(size: int) -> None:
    stamps = atlas(size)
    for number, (_, _, width, height, *_) in enumerate(stamps.boxes):
        cover = stamps.colours[number, :height, :width, 3]
        assert cover.max() > 120, Growth(number // VARIANTS)
        edges = (cover[0], cover[-1], cover[:, 0], cover[:, -1])
        # The foot may stand on the lower edge of its frame.
        assert max(int(edge.max()) for edge in (edges[0], edges[2], edges[3])) <= 40
        assert (
            stamps.colours[number, ..., :3].max(axis=-1) <= stamps.colours[number, ..., 3]
        ).all()
        assert not stamps.colours[number, height:].any()


def test_sizes_of_one_sprite_look_alike() -> None:
    def mean(size: int, number: int) -> np.ndarray:
        sprite = atlas(size).colours[number].reshape(-1, 4).astype(float)
        return np.asarray(sprite[:, :3].sum(axis=0) / sprite[:, 3].sum())

    for number in range(0, len(Growth) * VARIANTS, 5):
        assert np.abs(mean(16, number) - mean(8, number)).max() < 0.08


@pytest.mark.parametrize(
    ("kind", "palette"),
    [
        *((kind, "natural") for kind in (Biome.FOREST, Biome.JUNGLE, Biome.TAIGA)),
        (Biome.FOREST, "contrast"),
        *(
            pytest.param(kind, palette, marks=pytest.mark.slow)
            for kind, palette in (
                (Biome.FOREST, "safe"),
                *itertools.product((Biome.JUNGLE, Biome.TAIGA), ("contrast", "safe")),
            )
        ),
    ],
)
def test_woods_keep_their_colour_when_their_trees_come_into_sight(
    world: worldgen.World, kind: Biome, palette: str
) -> None:
    """Trees change the mean colour by at most 5 of 255 from one level of detail to the next.

    In nature's colours so does everything together; in the others, where the ground is brighter
    than any tree, it may be a little more.
    """
    x, y = find_wide(world, kind)
    decorator = Decorator(world, palette)
    bare, means = [], []
    for lod in (1, 0, -1, -2, -3, -4):
        samples = int(64 * 2.0**-lod)
        region = world.region(x - 32, y - 32, samples, samples, lod)
        assert (region.biome == kind).mean() > 0.8
        picture = worldgen.paint(region, palette)
        bare.append(picture.reshape(-1, 3).mean(axis=0))
        decorator.decorate(picture, region)
        means.append(picture.reshape(-1, 3).mean(axis=0))
    steps, bare_steps = np.diff(means, axis=0), np.diff(bare, axis=0)
    assert np.abs(steps - bare_steps).max() <= (5.0 if palette == "natural" else 7.0)
    if palette == "natural":
        assert np.abs(steps).max() <= 5.0


@pytest.mark.parametrize("kind", [Biome.SAVANNA, Biome.DESERT, Biome.TUNDRA, Biome.MOUNTAIN])
def test_open_land_keeps_its_colour_too(world: worldgen.World, kind: Biome) -> None:
    """Where little stands."""
    place = find_wide(world, kind)
    decorator = Decorator(world, "natural")
    pictures = []
    for lod in (0, -1, -2):
        samples = int(64 * 2.0**-lod)
        region = world.region(place[0] - 32, place[1] - 32, samples, samples, lod)
        pictures.append(decorated(decorator, world, region).reshape(-1, 3).mean(axis=0))
    for before, after in itertools.pairwise(pictures):
        assert np.abs(before - after).max() <= 6.0


@pytest.mark.parametrize("kind", [Growth.BROADLEAF, Growth.JUNGLE_TREE, Growth.CONIFER])
def test_crowns_have_leaves_many_tones_and_a_ragged_edge(kind: Growth) -> None:
    stamps = atlas(16)
    outlines = set()
    for variant in range(VARIANTS):
        sprite = stamps.colours[kind * VARIANTS + variant].astype(np.float64)
        solid = sprite[..., 3] > 250
        light = sprite[..., :3].sum(axis=-1)
        # Grey levels next to each other differ as those of leaves do, not as those of a ball.
        steps = np.abs(np.diff(light, axis=1))[solid[:, 1:] & solid[:, :-1]]
        assert (steps > 20).mean() > 0.12
        assert np.percentile(light[solid], 95) > 1.7 * np.percentile(light[solid], 5)
        # An outline far longer than that of a disc of the same area.
        edge = (solid[:, 1:] != solid[:, :-1]).sum() + (solid[1:] != solid[:-1]).sum()
        assert edge > 1.25 * 4 * np.sqrt(4 * solid.sum() / np.pi)
        outlines.add(solid.tobytes())
    assert len(outlines) == VARIANTS


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_all_sprites_of_a_size_take_little_memory(size: int) -> None:
    stamps = atlas(size)
    assert stamps.colours.nbytes + stamps.shadows.nbytes < 1_600 * len(Growth) * size * size


def test_kinds_of_a_worlds_own_are_drawn_as_what_they_are_like(
    world: worldgen.World, grove: Place
) -> None:
    key = grove[0] // 16, grove[1] // 16, -2
    there = world.chunk(*key)
    wood = there.biome_names[int(np.bincount(there.biome.ravel()).argmax())]

    def chunk(kind: str) -> np.ndarray:
        things = [worldgen.DecorationRule(wood, kind, 0.3, like="cactus")]
        own = worldgen.World("atlantis", biomes=worldgen.BiomeTable("own", decorations=things))
        return decorated(Decorator(own, "natural"), own, own.chunk(*key))

    assert np.array_equal(chunk("totem"), chunk("cactus"))
    assert not np.array_equal(chunk("totem"), chunk("palm"))
