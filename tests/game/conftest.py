"""A display without a window for every test of the game."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    """Start display and fonts, and end them again."""
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()
