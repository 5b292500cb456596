"""The camera: exact everywhere, there and back."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.camera import (
    CELL,
    MAX_ZOOM,
    MIN_ZOOM,
    ZOOM_NOTCH,
    Camera,
    level_of_detail,
    pixels_per_unit,
    scale_of,
    zoom_of,
)

positions = st.integers(-(2**58), 2**58)
zooms = st.integers(MIN_ZOOM, MAX_ZOOM)
pixels = st.integers(-2000, 4000)


@given(positions, positions, zooms, pixels, pixels)
def test_a_pixel_is_found_again(x: int, y: int, zoom: int, screen_x: int, screen_y: int) -> None:
    view = Camera(x, y, zoom).view(1280, 720)
    assert view.screen_of(*view.world_of(screen_x, screen_y)) == (screen_x, screen_y)


@given(positions, positions, zooms, st.integers(1, 5000), st.integers(1, 5000))
def test_the_camera_looks_at_the_middle(x: int, y: int, zoom: int, width: int, height: int) -> None:
    view = Camera(x, y, zoom).view(width, height)
    assert view.screen_of(x, y) == view.middle


@given(positions, positions, zooms, pixels, pixels, st.lists(st.integers(-80, 80), max_size=6))
def test_zooming_back_about_a_point_gives_the_same_camera(
    x: int, y: int, zoom: int, dx: int, dy: int, steps: list[int]
) -> None:
    start = camera = Camera(x, y, zoom)
    for step in steps:
        camera = camera.zoomed(camera.zoom + step, dx, dy)
        assert camera.held(dx, dy) == start.held(dx, dy)
    assert camera.zoomed(zoom, dx, dy) == start


@given(positions, zooms, st.integers(1, 10**6))
def test_the_ground_never_moves_back(x: int, zoom: int, step: int) -> None:
    point = x + 12345
    before, _ = Camera(x, 0, zoom).view(1280, 720).screen_of(point, 0)
    after, _ = Camera(x + step, 0, zoom).view(1280, 720).screen_of(point, 0)
    assert after <= before


def test_a_steady_speed_moves_the_ground_by_steps_that_differ_by_one_at_most() -> None:
    for zoom in (0, 8, -24, 40, 128, -200):
        unit = pixels_per_unit(zoom)
        speed = max(1, Fraction(37, 60) * Fraction(unit.bottom, unit.top) // 1)
        x, seen = 2**51, []
        for _ in range(600):
            seen.append(Camera(x, 0, zoom).view(1280, 720).screen_of(2**51, 0)[0])
            x += int(speed)
        steps = {before - after for before, after in itertools.pairwise(seen)}
        assert max(steps) - min(steps) <= 1
        assert min(steps) >= 0


@pytest.mark.parametrize("zoom", range(MIN_ZOOM, MAX_ZOOM + 1))
def test_what_is_left_to_scale_is_little(zoom: int) -> None:
    lod, ratio = level_of_detail(zoom)
    share = ratio.top / ratio.bottom
    assert 0.69 <= share <= 1.4
    assert -4 <= lod <= 8
    assert share / 2.0**lod == pytest.approx(scale_of(zoom))
    assert 64 % ratio.bottom == 0


def test_notches_shrink_to_whole_pixels() -> None:
    for zoom in range(MIN_ZOOM, MAX_ZOOM + 1, ZOOM_NOTCH):
        _, ratio = level_of_detail(zoom)
        assert 0.7 <= ratio.top / ratio.bottom <= 1.4
        assert ratio.floor(64) * ratio.bottom == 64 * ratio.top


def test_zoom_of_scales() -> None:
    assert zoom_of(1.0) == 0
    assert zoom_of(16.0) == MAX_ZOOM
    assert zoom_of(1 / 256) == MIN_ZOOM
    for wrong in (0.0, -1.0, 17.0, float("nan")):
        with pytest.raises(ValueError, match="zoom must be"):
            zoom_of(wrong)


def test_positions_in_cells_round_downward() -> None:
    assert Camera.at_cell(-0.5, 0.5) == Camera(-32, 32)
    assert Camera(-1, 0).cell == (-1, 0)
    rng = random.Random(1)
    for _ in range(200):
        x = rng.randrange(-(2**50), 2**50)
        assert Camera(x * CELL + rng.randrange(CELL), 0).cell == (x, 0)


def test_the_camera_is_kept_within_the_world() -> None:
    assert Camera(10, -10).kept_within(5) == Camera(5, -5)
    assert Camera(3, 4).kept_within(5) == Camera(3, 4)
