"""One large Surface that holds the chunks in view, so that a frame blits it and little else.

Chunk (cx, cy) lies in column ``cx mod columns``, row ``cy mod rows``: when the view moves, what
comes in takes the place of what has left, and nothing else is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.camera import Ratio
from game.chunk_cache import ChunkPicture, new_surface
from game.chunk_grid import CHUNK_SIZE, ChunkKey, ChunkRange

_EMPTY = ChunkRange(0, 0, 0, 0, 0)
_SPARE = 2


class Canvas:
    """The chunks of one lod at one size; ``look`` gives the picture of any chunk."""

    def __init__(self, look: Callable[[ChunkKey], ChunkPicture]) -> None:
        self._look = look
        self._surface: pygame.Surface | None = None
        self._columns = 0
        self._rows = 0
        self._ratio = Ratio(1, 1)
        self._side = CHUNK_SIZE
        self.keys = _EMPTY
        """The chunks that lie on it."""

    def clear(self) -> None:
        """Forget what lies on it."""
        self.keys = _EMPTY

    def show(self, keys: ChunkRange, ratio: Ratio) -> bool:
        """Lay out these chunks at this size; return whether all of them had to be laid anew."""
        anew = not self._has_room(keys) or ratio != self._ratio or keys.lod != self.keys.lod
        if anew:
            self._make_room(keys, ratio)
            self.keys = _EMPTY
        if keys != self.keys:
            before, self.keys = self.keys, keys
            for key in keys.beyond(before):
                self.lay(key)
        return anew

    def lay(self, key: ChunkKey) -> None:
        """Put the picture of a chunk in its place."""
        assert self._surface is not None
        self._surface.blit(self._sized(self._look(key)), self._place(key))

    def blend(self, key: ChunkKey, before: pygame.Surface, share: float) -> None:
        """Put the picture of a chunk over the one it takes the place of, so far as ``share``."""
        assert self._surface is not None
        place = self._place(key)
        surface = self._sized(self._look(key))
        self._surface.blit(before, place)
        surface.set_alpha(int(255 * max(0.0, min(1.0, share))))
        self._surface.blit(surface, place)
        surface.set_alpha(None)

    def blit_to(
        self,
        target: pygame.Surface,
        place: tuple[int, int],
        left: int,
        top: int,
        size: tuple[int, int],
    ) -> None:
        """Blit a part of the plane in which chunk (cx, cy) begins at its numbers times its side."""
        assert self._surface is not None
        for x, from_x, width in _pieces(left, size[0], self._columns * self._side):
            for y, from_y, height in _pieces(top, size[1], self._rows * self._side):
                target.blit(
                    self._surface, (place[0] + x, place[1] + y), (from_x, from_y, width, height)
                )

    def _has_room(self, keys: ChunkRange) -> bool:
        return keys.right - keys.left <= self._columns and keys.bottom - keys.top <= self._rows

    def _make_room(self, keys: ChunkRange, ratio: Ratio) -> None:
        self._ratio = ratio
        self._side = ratio.floor(CHUNK_SIZE)
        columns, rows = keys.right - keys.left, keys.bottom - keys.top
        # Kept when it is large enough, unless it is far too large.
        if self._surface is not None:
            columns = max(columns, min(self._surface.width // self._side, 2 * columns))
            rows = max(rows, min(self._surface.height // self._side, 2 * rows))
        self._columns, self._rows = columns, rows
        width, height = columns * self._side, rows * self._side
        room = self._surface
        if room is None or room.width < width or room.height < height:
            spare = _SPARE * self._side
            self._surface = new_surface((width + spare, height + spare))

    def _sized(self, picture: ChunkPicture) -> pygame.Surface:
        return picture.shrunk_by(self._ratio)

    def _place(self, key: ChunkKey) -> tuple[int, int]:
        return key[1] % self._columns * self._side, key[2] % self._rows * self._side


def _pieces(start: int, length: int, around: int) -> Iterator[tuple[int, int, int]]:
    """Return (offset, start, length) of the pieces of a stretch on a circle."""
    done = 0
    while done < length:
        begin = (start + done) % around
        piece = min(length - done, around - begin)
        yield done, begin, piece
        done += piece
