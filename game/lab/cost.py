"""What it costs to draw a picture cell by cell, and what one blit costs, measured on the spot."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pygame

PATIENCE = 0.06
"""Seconds that a measurement of one way may take; what is left of it is extrapolated."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds a frame of one way to draw."""

    name: str
    milliseconds: float

    @property
    def frames_per_second(self) -> float:
        """How many such frames a second holds, if nothing else is done in it."""
        return 1000.0 / max(1e-6, self.milliseconds)


def measure(pixels: np.ndarray, cell: int) -> list[Cost]:
    """Measure ways to draw uint8 (height, width, 3) with so many pixels a cell."""
    height, width = pixels.shape[:2]
    target = pygame.Surface((width * cell, height * cell), 0, 32)
    ready = pygame.transform.scale_by(_surface(pixels), cell)
    return [
        Cost("cell by cell", _cell_by_cell(pixels, cell, target)),
        Cost("an array, every frame", _repeated(lambda: _from_array(pixels, cell, target))),
        Cost("one blit of a Surface", _repeated(lambda: target.blit(ready, (0, 0)))),
    ]


def _cell_by_cell(pixels: np.ndarray, cell: int, target: pygame.Surface) -> float:
    height, width = pixels.shape[:2]
    begun = time.perf_counter()
    done = 0
    for row in range(height):
        for column in range(width):
            colour = pixels[row, column]
            place = column * cell, row * cell, cell, cell
            target.fill((int(colour[0]), int(colour[1]), int(colour[2])), place)
        done += width
        if time.perf_counter() - begun > PATIENCE:
            break
    share = float(done / (width * height))
    return (time.perf_counter() - begun) * 1000.0 / share


def _from_array(pixels: np.ndarray, cell: int, target: pygame.Surface) -> None:
    target.blit(pygame.transform.scale_by(_surface(pixels), cell), (0, 0))


def _surface(pixels: np.ndarray) -> pygame.Surface:
    height, width = pixels.shape[:2]
    return pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB").convert(32)


def _repeated(draw: Callable[[], object]) -> float:
    draw()
    begun = time.perf_counter()
    times = 0
    while times < 3 or (time.perf_counter() - begun < PATIENCE / 3 and times < 50):
        draw()
        times += 1
    return (time.perf_counter() - begun) * 1000.0 / times
