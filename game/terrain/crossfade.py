"""Better pictures of chunks fade in over the ones that were there."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.terrain.canvas import Canvas
from game.terrain.chunk_grid import ChunkKey

SECONDS = 0.25
_MOST = 80


@dataclass
class _Fade:
    before: pygame.Surface
    after: pygame.Surface
    since: float


class Fades:
    """The chunks that are fading in at this moment, on one canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._fades: dict[ChunkKey, _Fade] = {}

    def __len__(self) -> int:
        return len(self._fades)

    def begin(self, key: ChunkKey, after: pygame.Surface, now: float) -> bool:
        """Let a picture fade in; return False if too many do already."""
        if len(self._fades) >= _MOST:
            return False
        canvas = self._canvas
        self._fades[key] = _Fade(canvas.copy_of(key), canvas.sized(after), now)
        return True

    def drop(self, key: ChunkKey) -> None:
        """Forget a chunk, whose Surface may be used for something else from now on."""
        self._fades.pop(key, None)

    def advance(self, now: float) -> None:
        """Draw all of them as they look now; those that have ended are forgotten."""
        for key, fade in list(self._fades.items()):
            share = (now - fade.since) / SECONDS
            if key in self._canvas.keys:
                self._canvas.blend(key, fade.before, fade.after, share)
            if share >= 1.0 or key not in self._canvas.keys:
                del self._fades[key]

    def clear(self) -> None:
        """End all of them where they are."""
        self._fades.clear()
