"""Better pictures of chunks fade in over the ones that were there."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.terrain.chunk_grid import ChunkKey
from game.terrain.chunk_mosaic import ChunkMosaic

SECONDS = 0.25
_MOST = 80


@dataclass
class _Crossfade:
    before: pygame.Surface
    after: pygame.Surface
    since: float


class Crossfades:
    """The chunks that are fading in at this moment."""

    def __init__(self, mosaic: ChunkMosaic) -> None:
        self._mosaic = mosaic
        self._crossfades: dict[ChunkKey, _Crossfade] = {}

    def __len__(self) -> int:
        return len(self._crossfades)

    def begin(self, key: ChunkKey, after: pygame.Surface, now: float) -> bool:
        """Let a picture fade in; return False if too many do already."""
        if len(self._crossfades) >= _MOST:
            return False
        mosaic = self._mosaic
        self._crossfades[key] = _Crossfade(mosaic.copy_of(key), mosaic.sized(after), now)
        return True

    def drop(self, key: ChunkKey) -> None:
        """Forget a chunk, whose Surface may be used for something else from now on."""
        self._crossfades.pop(key, None)

    def advance(self, now: float) -> None:
        """Draw all of them as they look now; those that have ended are forgotten."""
        for key, fade in list(self._crossfades.items()):
            share = (now - fade.since) / SECONDS
            if key in self._mosaic.keys:
                self._mosaic.blend(key, fade.before, fade.after, share)
            if share >= 1.0 or key not in self._mosaic.keys:
                del self._crossfades[key]

    def clear(self) -> None:
        """End all of them where they are."""
        self._crossfades.clear()
