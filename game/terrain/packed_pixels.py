"""Pixels as a Surface of 32 bits holds them: uint32 (height, width), 0x00RRGGBB.

Painters write into views of them, so that a picture is copied once, when it comes to a Surface.
The byte without a colour holds the code of the water, see ``water``.
"""

from __future__ import annotations

import numpy as np
import pygame

_COLOURS, _CODE = (slice(2, None, -1), 3) if np.little_endian else (slice(1, None), 0)


def blank_pixels(height: int, width: int) -> np.ndarray:
    """Return pixels that are black and dry."""
    return np.zeros((height, width), dtype=np.uint32)


def colours_of(pixels: np.ndarray) -> np.ndarray:
    """Return a view of the colours: uint8 (height, width, 3), red first."""
    return _bytes_of(pixels)[:, :, _COLOURS]


def codes_of(pixels: np.ndarray) -> np.ndarray:
    """Return a view of the bytes without a colour: uint8 (height, width)."""
    return _bytes_of(pixels)[:, :, _CODE]


def copy_to(surface: pygame.Surface, pixels: np.ndarray) -> None:
    """Fill a Surface of the same size."""
    pygame.surfarray.pixels2d(surface)[...] = pixels.T


def dry(surface: pygame.Surface) -> None:
    """Clear the codes of the water, so that nothing on this Surface moves."""
    pygame.surfarray.pixels2d(surface)[...] &= np.uint32(0xFFFFFF)


def _bytes_of(pixels: np.ndarray) -> np.ndarray:
    return pixels.view(np.uint8).reshape(*pixels.shape, 4)
