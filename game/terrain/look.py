"""How the land is to look, and the painting of one chunk of it in a worker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import worldgen
from game.sprites.decorator import Decorator
from game.terrain.water import DRY, water_code
from worldgen.render.overlays import OVERLAYS, paint_overlay

__all__ = ["OVERLAYS", "ChunkPainter", "Look", "next_overlay", "packed"]

_FLAT = "lesson"
"""The palette of flat colours, in which nothing stands on the land and no water moves."""


@dataclass(frozen=True)
class Look:
    """What decides the colours of a chunk."""

    palette: str = "natural"
    overlay: str | None = None
    """One field of the world in place of its picture: one of ``OVERLAYS``."""
    plants: bool = False
    """Whether trees, rocks and the like stand on the land."""

    @property
    def moves(self) -> bool:
        """Whether water may move and clouds may pass over it."""
        return self.overlay is None and self.palette != _FLAT


def next_overlay(overlay: str | None, back: bool = False) -> str | None:
    """Return the overlay after this one; after the last one, and before the first, none."""
    names: tuple[str | None, ...] = (None, *OVERLAYS)
    return names[(names.index(overlay) + (-1 if back else 1)) % len(names)]


class ChunkPainter:
    """Paints chunks of one world; any thread may call it."""

    def __init__(self, world: worldgen.World, look: Look) -> None:
        self._world = world
        self._look = look
        stands = look.plants and look.moves
        self._decorator = Decorator(world, look.palette) if stands else None

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> bytes:
        """Return the picture of a chunk as packed pixels, with the code of water on top."""
        chunk = self._world.chunk(cx, cy, lod, sketch=sketch)
        if self._look.overlay is not None:
            return packed(paint_overlay(chunk, self._look.overlay))
        picture = worldgen.paint(chunk, self._look.palette)
        if self._decorator is not None:
            self._decorator.decorate(picture, chunk)
        return packed(picture, water_code(chunk) if self._look.moves else None)


def packed(picture: np.ndarray, code: np.ndarray | None = None) -> bytes:
    """Return the bytes of a Surface of 32 bits a pixel for a picture of uint8 (h, w, 3).

    ``code`` fills the byte of each pixel that holds no colour.
    """
    pixels = np.empty((*picture.shape[:2], 4), dtype=np.uint8)
    # A Surface holds 0x00RRGGBB in the byte order of the machine.
    pixels[:, :, _COLOURS] = picture
    pixels[:, :, _UNUSED] = DRY if code is None else code
    return pixels.tobytes()


_COLOURS, _UNUSED = ([2, 1, 0], 3) if np.little_endian else ([1, 2, 3], 0)
