"""What drawing costs: moving water and clouds, and a picture cell by cell or at once."""

from __future__ import annotations

import time
from statistics import median

import numpy as np
import pygame

import worldgen
from game.camera import Camera
from game.lab.cost import measure
from game.terrain.effects import Effects
from tests.game.terrain.test_effects import surface_of


def test_water_and_clouds_take_a_millisecond_and_a_half() -> None:
    """Beyond what it takes to blit the land without them."""
    world = worldgen.World("atlantis")
    view = Camera.at_cell(*world.spawn()).view(1280, 720)
    land = surface_of(world, view)
    target = pygame.Surface(land.size, 0, 32)
    effects = Effects()
    times = []
    for _ in range(60):
        effects.advance(1 / 20)
        begun = time.perf_counter()
        effects.blitter(view)(target, (0, 0), land.size, land, (0, 0), land.size)
        between = time.perf_counter()
        target.blit(land, (0, 0))
        times.append((2 * between - begun - time.perf_counter()) * 1000)
    assert min(times) <= 1.5 or median(times) <= 1.5


def test_one_blit_is_many_times_cheaper() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (45, 80, 3), dtype=np.uint8)
    cells, _array, blit = measure(pixels, 2)
    assert cells.milliseconds > 5 * blit.milliseconds
    assert blit.frames_per_second > 100
