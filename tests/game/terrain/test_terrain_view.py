"""The land on the screen: right to the pixel, never a hole, made once."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Container

import numpy as np
import pygame
import pytest

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera, View, level_of_detail
from game.terrain import chunk_cache, chunk_mosaic
from game.terrain.chunk_cache import ChunkCache, Rank
from game.terrain.chunk_grid import ChunkKey, ChunkRange, chunks_of
from game.terrain.crossfade import SECONDS as FADE_SECONDS
from game.terrain.failures import LONGEST_PAUSE
from game.terrain.loader import Loader
from game.terrain.mip_blocks import MipBlocks
from game.terrain.terrain_view import TerrainView
from game.terrain.world_source import PlanKey
from tests.game.fakes import FakeWorld, sample_pixels

MAGENTA = (255, 0, 255)
FRAMES = itertools.count(60_000)


def now() -> float:
    """Return the time of the next of sixty frames a second."""
    return next(FRAMES) / 60


def make_view(world: FakeWorld, soft: bool = False) -> TerrainView:
    return TerrainView(Loader(world, workers=2), soft=soft)


def finished(terrain: TerrainView, target: pygame.Surface, view: View) -> np.ndarray:
    """Return the picture of a view once it is complete."""
    while True:
        terrain.update(view, (0.0, 0.0), now())
        terrain.draw(target, view, now())
        if terrain.complete(view):
            terrain.draw(target, view, now())
            return colours(target)
        terrain.loader.wait()


def colours(surface: pygame.Surface) -> np.ndarray:
    return (pygame.surfarray.array2d(surface).T & 0xFFFFFF).astype(np.uint32)


def has_hole(surface: pygame.Surface) -> bool:
    return bool((colours(surface) == 0xFF00FF).any())


def new_target(width: int, height: int) -> pygame.Surface:
    target = pygame.Surface((width, height), 0, 32)
    target.fill(MAGENTA)
    return target


@pytest.mark.parametrize("cell", [(0, 0), (-3, -70), (2**31, 5), (-(2**50), 2**50)])
@pytest.mark.parametrize("lod", [0, 3, -2])
def test_at_one_pixel_a_sample_the_picture_is_the_world(cell: tuple[int, int], lod: int) -> None:
    terrain = make_view(FakeWorld())
    view = Camera.at_cell(*cell, zoom=-32 * lod).view(301, 203)
    seen = finished(terrain, new_target(301, 203), view)
    expected = sample_pixels(view.left, view.top, 301, 203, lod)
    assert np.array_equal(seen, expected)


@pytest.mark.parametrize("zoom", [-8, -16, -50, -5])
def test_shrunk_chunks_show_no_edges(zoom: int) -> None:
    terrain = make_view(FakeWorld())
    view = Camera.at_cell(-100, 77, zoom).view(400, 300)
    lod, ratio = level_of_detail(zoom)
    assert ratio.top < ratio.bottom
    seen = finished(terrain, new_target(400, 300), view)
    keys = chunks_of(view)
    side = ratio.floor(64)
    whole = pygame.Surface((64 * (keys.right - keys.left), 64 * (keys.bottom - keys.top)), 0, 32)
    pixels = sample_pixels(64 * keys.left, 64 * keys.top, *whole.size, lod)
    whole.get_buffer().write(pixels.tobytes())
    size = side * (keys.right - keys.left), side * (keys.bottom - keys.top)
    shrunk = colours(pygame.transform.smoothscale(whole, size))
    left, top = view.left - side * keys.left, view.top - side * keys.top
    expected = shrunk[top : top + 300, left : left + 400]
    for shift in (16, 8, 0):
        difference = (seen >> shift & 255).astype(int) - (expected >> shift & 255).astype(int)
        assert abs(difference).max() <= 6


@pytest.mark.parametrize("zoom", [8, 1, 12, -20, 72])
def test_stretched_land_lies_where_it_should(zoom: int) -> None:
    terrain = make_view(FakeWorld())
    view = Camera.at_cell(-100, 77, zoom).view(400, 300)
    lod, ratio = level_of_detail(zoom)
    assert ratio.top > ratio.bottom
    seen = finished(terrain, new_target(400, 300), view)
    # Blue holds the lod alone; red and green are ramps that a stretch keeps in their place.
    assert set(np.unique(seen & 255)) == {40 + 10 * (lod + 4) + 5}
    for x, y in ((0, 0), (399, 0), (200, 150), (399, 299)):
        column = (view.left + x) * ratio.bottom // ratio.top
        row = (view.top + y) * ratio.bottom // ratio.top
        around = sample_pixels(column - 1, row - 1, 3, 3, lod) >> 16
        assert around.min() <= seen[y, x] >> 16 <= around.max()


def test_moving_does_not_change_how_stretched_land_looks() -> None:
    terrain = make_view(FakeWorld())
    first = Camera.at_cell(10, 10, 8).view(400, 300)
    moved = View(first.left + 37, first.top + 11, 400, 300, 8)
    before = finished(terrain, new_target(400, 300), first)
    after = finished(terrain, new_target(400, 300), moved)
    assert np.array_equal(before[11:, 37:], after[:-11, :-37])


def test_the_same_land_far_away_looks_the_same() -> None:
    # The fake world repeats every 4096 samples.
    for zoom in (0, 8, -8):
        pictures = []
        for x in (0, 4096 * 2**20, 4096 * 2**38):
            terrain = make_view(FakeWorld())
            view = Camera.at_cell(x, -x, zoom).view(320, 200)
            pictures.append(finished(terrain, new_target(320, 200), view))
        assert np.array_equal(pictures[0], pictures[1])
        assert np.array_equal(pictures[0], pictures[2])


class HeldWorld(FakeWorld):
    """A world of which some chunks stay sketches until they are released."""

    def __init__(self, held: Container[ChunkKey]) -> None:
        super().__init__()
        self.held = held
        self.released = threading.Event()

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        held = (lod, cx, cy) in self.held and (cx, cy) not in self.solved
        return ((cx, cy),) if held else ()

    def solve(self, key: PlanKey) -> None:
        self.released.wait()
        super().solve(key)


def test_stretched_land_is_complete_only_with_the_samples_beyond_its_edge() -> None:
    # A chunk takes 80 pixels: the last ones blend into the first sample of the next chunk.
    view = View(0, 0, 320, 240, zoom=8)
    seen = chunks_of(view)
    assert seen == ChunkRange(0, 0, 0, 4, 3)
    world = HeldWorld([key for key in ChunkRange(0, 0, 0, 5, 4) if key not in seen])
    terrain, target = make_view(world), new_target(320, 240)
    pictures = [terrain.cache.get(key) for key in seen]
    while any(picture is None or picture.rank < Rank.FULL for picture in pictures):
        terrain.update(view, (0.0, 0.0), now())
        terrain.draw(target, view, now())
        pictures = [terrain.cache.get(key) for key in seen]
    terrain.draw(target, view, now())
    before = colours(target)
    assert not terrain.complete(view)
    world.released.set()
    after = finished(terrain, target, view)
    assert np.array_equal(before[:-1, :-1], after[:-1, :-1])
    assert not np.array_equal(before, after)


@pytest.mark.parametrize("size", [(1, 1), (640, 360), (61, 300), (1023, 3)])
def test_no_hole_at_any_zoom_while_nothing_has_come(size: tuple[int, int]) -> None:
    world = FakeWorld()
    world.gate.clear()
    terrain = make_view(world)
    for zoom in range(MIN_ZOOM, MAX_ZOOM + 1, 5):
        for gliding in (False, True):
            target = new_target(*size)
            view = Camera.at_cell(-77.3, 1234.9, zoom).view(*size)
            terrain.update(view, (0.0, 0.0), 0.0)
            terrain.draw(target, view, 0.0, gliding)
            assert not has_hole(target), (zoom, gliding)
    world.gate.set()


def test_no_hole_in_a_fast_flight_or_after_a_jump() -> None:
    world = FakeWorld(plans=True)
    terrain = make_view(world, soft=True)
    target = new_target(500, 300)
    x, now = 0, 0.0
    for frame in range(120):
        x += 2000 if frame % 40 == 0 else 33
        zoom = (0, 3, 8, -5, 30)[frame // 25]
        view = Camera.at_cell(x, frame, zoom).view(500, 300)
        target.fill(MAGENTA)
        terrain.update(view, (2000.0, 0.0), now)
        terrain.draw(target, view, now, gliding=frame % 7 == 0)
        assert not has_hole(target)
        now += 1 / 60


def test_plans_are_made_and_the_sketch_gives_way() -> None:
    world = FakeWorld(plans=True)
    terrain = make_view(world, soft=True)
    view = Camera.at_cell(5, 5).view(320, 200)
    seen = finished(terrain, new_target(320, 200), view)
    assert set(np.unique(seen & 255)) == {85}
    assert any(sketch for *_, sketch in world.asked)


def test_a_better_picture_fades_in() -> None:
    world = FakeWorld()
    terrain = make_view(world, soft=True)
    view = Camera.at_cell(5, 5).view(64, 64)
    target = new_target(64, 64)
    terrain.draw(target, view, 0.0)
    while not all(terrain.cache.get(key) for key in chunks_of(view)) or terrain.counts.uploads < 4:
        terrain.update(view, (0.0, 0.0), 10.0)
        terrain.loader.wait()
    assert terrain.changed
    blues = []
    for share in (0.0, 0.5, 1.1):
        terrain.draw(target, view, 10.0 + share * FADE_SECONDS)
        blues.append(int(colours(target)[30, 30] & 255))
    assert blues[0] > blues[1] > blues[2] == 85
    assert not terrain.changed


def test_a_still_picture_makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for zoom in (0, -8):
        terrain = make_view(FakeWorld())
        view = Camera.at_cell(5, 5, zoom).view(320, 200)
        target = new_target(320, 200)
        while finished(terrain, target, view).any() and not terrain.loader.idle:
            terrain.loader.wait()
        finished(terrain, target, view)
        made: list[object] = []
        for module in (chunk_cache, chunk_mosaic):
            monkeypatch.setattr(module, "new_surface", made.append)
        monkeypatch.setattr(pygame.transform, "smoothscale", made.append)
        for _ in range(5):
            terrain.update(view, (0.0, 0.0), now())
            terrain.draw(target, view, now())
            assert not terrain.changed
        monkeypatch.undo()
        assert not made


def test_another_world_takes_the_place_of_the_first() -> None:
    first, second = FakeWorld(), FakeWorld()
    terrain = make_view(first)
    loader = terrain.loader
    view = Camera.at_cell(5, 5).view(320, 200)
    target = new_target(320, 200)
    first.gate.clear()
    terrain.update(view, (0.0, 0.0), 0.0)
    first.begun.wait()
    loader.change(second)
    terrain.restart()
    first.gate.set()
    finished(terrain, target, view)
    assert len(second.asked) >= len(chunks_of(view))
    assert all(result.source is second for result in loader.collect())


def test_another_look_takes_the_place_of_the_first_while_that_stays() -> None:
    first, second = FakeWorld(), FakeWorld(plans=True)
    terrain = make_view(first, soft=True)
    loader = terrain.loader
    view = Camera.at_cell(5, 5).view(320, 200)
    target = new_target(320, 200)
    before = finished(terrain, target, view)
    second.gate.clear()
    loader.change(second)
    terrain.repaint()
    asked = len(second.asked)
    terrain.update(view, (0.0, 0.0), now())
    terrain.draw(target, view, now())
    assert np.array_equal(colours(target), before)
    assert len(second.asked) == asked
    assert not terrain.complete(view)
    second.gate.set()
    finished(terrain, target, view)
    assert len(second.asked) >= len(chunks_of(view))


def test_the_cache_stays_within_its_bound_and_keeps_what_is_in_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.terrain.terrain_view._LEAST_CACHE_BYTES", 1 << 20)
    terrain = make_view(FakeWorld())
    target = new_target(320, 200)
    for step in range(40):
        view = Camera.at_cell(step * 200, 0).view(320, 200)
        terrain.update(view, (0.0, 0.0), step * 1.0)
        terrain.draw(target, view, step * 1.0)
        terrain.loader.wait()
    finished(terrain, target, view)
    assert terrain.cache.evicted > 0
    assert terrain.cache.bytes <= max(terrain.cache.capacity, 1 << 20)
    assert all(terrain.cache.get(key) is not None for key in chunks_of(view))


def test_a_broken_chunk_is_told_and_tried_again_after_pauses_that_grow() -> None:
    world = FakeWorld()
    broken: set[ChunkKey] = {(0, 0, 0), (0, 0, 1)}
    world.fails = lambda cx, cy, lod: (lod, cx, cy) in broken
    terrain = make_view(world)
    view = Camera.at_cell(5, 5).view(320, 200)
    target = new_target(320, 200)
    now = 0.0

    def go_on() -> None:
        while not terrain.ended(view):
            terrain.update(view, (0.0, 0.0), now)
            terrain.draw(target, view, now)

    go_on()
    assert not terrain.complete(view)
    assert not has_hole(target)
    assert "broken" in terrain.messages[0] and "again in 1 s" in terrain.messages[0]
    picture = terrain.cache.get((0, 0, 0))
    assert picture is not None and picture.rank == Rank.PLACEHOLDER
    pauses = []
    for _ in range(9):
        terrain.messages.clear()
        before = now
        while not terrain.messages:
            now += 0.5
            terrain.update(view, (0.0, 0.0), now)
            go_on()
        pauses.append(now - before)
    assert pauses == sorted(pauses)
    assert 1.0 <= pauses[0] <= 3.0 and LONGEST_PAUSE - 1.0 <= pauses[-1] <= LONGEST_PAUSE + 1.0
    broken.clear()
    now += LONGEST_PAUSE
    while not terrain.complete(view):
        terrain.update(view, (0.0, 0.0), now)
        terrain.draw(target, view, now)
        now += 0.1
    assert np.array_equal(colours(target), sample_pixels(view.left, view.top, 320, 200, 0))


def test_a_plan_that_failed_is_solved_later() -> None:
    world = FakeWorld(plans=True)
    solve = world.solve
    tries: list[PlanKey] = []

    def fail_first(key: PlanKey) -> None:
        tries.append(key)
        if tries.count(key) < 3:
            raise MemoryError("no room")
        solve(key)

    world.solve = fail_first  # type: ignore[method-assign]
    terrain = make_view(world)
    view = Camera.at_cell(5, 5).view(320, 200)
    target = new_target(320, 200)
    now = 0.0
    while not terrain.complete(view):
        terrain.update(view, (0.0, 0.0), now)
        terrain.draw(target, view, now)
        now += 0.1
    assert any("no room" in message for message in terrain.messages)
    assert np.array_equal(colours(target), sample_pixels(view.left, view.top, 320, 200, 0))


def test_a_world_that_fails_altogether_is_sea() -> None:
    world = FakeWorld()
    world.fails = lambda cx, cy, lod: True
    terrain = make_view(world)
    target = new_target(320, 200)
    view = Camera(0, 0).view(320, 200)
    terrain.draw(target, view, 0.0)
    assert not has_hole(target)
    assert terrain.messages


def test_zooming_out_uses_the_finer_chunks() -> None:
    world = FakeWorld()
    terrain = make_view(world)
    target = new_target(256, 256)
    near = Camera(0, 0, 0).view(256, 256)
    finished(terrain, target, near)
    world.gate.clear()
    before = world.main_thread_sketches
    terrain.draw(new_target(128, 128), Camera(0, 0, -32).view(128, 128), 0.0)
    assert world.main_thread_sketches == before
    picture = terrain.cache.get((1, 0, 0))
    assert picture is not None
    assert picture.rank == Rank.HALVED
    world.gate.set()


def test_positions_are_in_units_of_a_cell() -> None:
    assert Camera.at_cell(1, 0).x == CELL


@pytest.mark.parametrize("level", [1, 2, 3, 5, 6])
def test_a_placeholder_is_the_right_part_of_a_coarser_chunk(level: int) -> None:
    world, cache = FakeWorld(), ChunkCache(1 << 30)
    for cx in range(-2, 2):
        surface = cache.pool.holding(world.pixels(cx, 0, level, sketch=True))
        cache.put((level, cx, 0), chunk_cache.ChunkPicture(surface, Rank.SKETCH))
    blocks = MipBlocks(cache)
    for cx in (-2 << level, -2, -1, 0, 1, (2 << level) - 1):
        found = blocks.cut((0, cx, 1), level)
        assert found is not None
        for x, y in ((0, 0), (40, 20), (62, 62)):
            column, row = (64 * cx + x) >> level, (64 + y) >> level
            around = (sample_pixels(column - 1, row - 1, 4, 4, level) >> 16).astype(int)
            red = found.get_at((x, y)).r
            assert around.min() - 1 <= red <= around.max() + 1, (cx, x, y)


def test_a_chunk_is_halved_from_the_four_finer_ones() -> None:
    world, cache = FakeWorld(), ChunkCache(1 << 30)
    for cx in range(-6, 6):
        for cy in range(2):
            surface = cache.pool.holding(world.pixels(cx, cy, 0, sketch=True))
            cache.put((0, cx, cy), chunk_cache.ChunkPicture(surface, Rank.FULL))
    blocks = MipBlocks(cache)
    for cx in range(-3, 3):
        found = blocks.cut((1, cx, 0), -1)
        assert found is not None
        for x, y in ((0, 0), (40, 20), (63, 63)):
            fine = (sample_pixels(2 * (64 * cx + x), 2 * y, 2, 2, 0) >> 16).astype(int)
            assert fine.min() - 1 <= found.get_at((x, y)).r <= fine.max() + 1
    assert blocks.cut((1, 3, 0), -1) is None


class ForgetfulWorld(FakeWorld):
    """A world that keeps one plan where each chunk needs two."""

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        return tuple(key for key in ((0, 0), (0, 1)) if key not in self.solved)

    def solve(self, key: PlanKey) -> None:
        self.solved = {key}


def test_chunks_that_need_more_plans_than_are_kept_come_all_the_same() -> None:
    world = ForgetfulWorld(plans=True)
    terrain = make_view(world)
    view = Camera.at_cell(5, 5).view(640, 360)
    finished(terrain, new_target(640, 360), view)
    assert terrain.is_whole(view)
