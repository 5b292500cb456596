"""One large Surface that holds the chunks in view, so that a frame blits it and little else.

It is addressed modulo its size in both directions (a toroidal buffer).

Chunk (cx, cy) lies in column ``cx mod columns``, row ``cy mod rows``: when the view moves, what
comes in takes the place of what has left, and nothing else is touched. Chunks that are shrunk are
shrunk by the block: every scaling hands the interpreter to another thread, and waiting to get it
back costs more than the scaling itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.camera import Ratio
from game.terrain.chunk_cache import new_surface
from game.terrain.chunk_grid import ChunkKey, ChunkRange
from game.terrain.packed_pixels import dry
from game.terrain.switch_interval import short_switch_interval
from worldgen.coordinates import CHUNK_SIZE

Pair = tuple[int, int]
Blitter = Callable[[pygame.Surface, Pair, Pair, pygame.Surface, Pair, Pair], None]
"""Blits a rectangle of a source that repeats in both directions: see ``blit``."""


def blit(
    target: pygame.Surface,
    place: Pair,
    size: Pair,
    source: pygame.Surface,
    start: Pair,
    around: Pair,
) -> None:
    """Blit a rectangle to a place of the target, from a source that repeats in both directions.

    Column ``start[0] + x`` of the plane lies in column ``(start[0] + x) mod around[0]`` of the
    source, and so do rows.
    """
    for x, from_x, width in _pieces(start[0], size[0], around[0]):
        for y, from_y, height in _pieces(start[1], size[1], around[1]):
            target.blit(source, (place[0] + x, place[1] + y), (from_x, from_y, width, height))


_EMPTY = ChunkRange(0, 0, 0, 0, 0)
_SPARE = 2
_LARGEST_BLOCK = 24


class ChunkMosaic:
    """The chunks of one lod at one size; ``surface_of`` gives the Surface of any chunk."""

    def __init__(self, surface_of: Callable[[ChunkKey], pygame.Surface]) -> None:
        self._surface_of = surface_of
        self._surface = new_surface((1, 1))
        self._block = new_surface((1, 1))
        self._columns = 0
        self._rows = 0
        self._ratio = Ratio(1, 1)
        self._side = CHUNK_SIZE
        self.keys = _EMPTY
        """The chunks that it holds."""

    def clear(self) -> None:
        """Forget what it holds."""
        self.keys = _EMPTY

    def show(self, keys: ChunkRange, ratio: Ratio) -> bool:
        """Hold these chunks at this size; return whether all of them had to be drawn anew."""
        anew = not self._has_room(keys) or ratio != self._ratio or keys.lod != self.keys.lod
        if anew:
            self._make_room(keys, ratio)
            self.keys = _EMPTY
        if keys != self.keys:
            before, self.keys = self.keys, keys
            for part in keys.beyond(before):
                self._put_part(part)
        return anew

    def put(self, key: ChunkKey) -> None:
        """Put the picture of a chunk in its place."""
        self._surface.blit(self.sized(self._surface_of(key)), self._place(key))

    def copy_of(self, key: ChunkKey) -> pygame.Surface:
        """Return what is to be seen of a chunk at this moment."""
        return self._surface.subsurface((*self._place(key), self._side, self._side)).copy()

    def sized(self, surface: pygame.Surface) -> pygame.Surface:
        """Return the picture of a chunk in the size it has here."""
        if self._side == CHUNK_SIZE:
            return surface
        with short_switch_interval():
            return pygame.transform.smoothscale(surface, (self._side, self._side))

    def blend(
        self, key: ChunkKey, before: pygame.Surface, after: pygame.Surface, share: float
    ) -> None:
        """Put one picture of a chunk over another, so far as ``share``."""
        place = self._place(key)
        if share >= 1.0:
            self._surface.blit(after, place)
            return
        self._surface.blit(before, place)
        after.set_alpha(int(255 * max(0.0, share)))
        self._surface.blit(after, place)
        after.set_alpha(None)
        # Blending leaves no codes of water that mean anything.
        dry(self._surface.subsurface((*place, self._side, self._side)))

    def blit_to(
        self, target: pygame.Surface, place: Pair, size: Pair, start: Pair, blitter: Blitter = blit
    ) -> None:
        """Blit a part of the plane in which chunk (cx, cy) begins at its numbers times its side."""
        around = self._columns * self._side, self._rows * self._side
        blitter(target, place, size, self._surface, start, around)

    def _put_part(self, keys: ChunkRange) -> None:
        if self._side == CHUNK_SIZE:
            for key in keys:
                self._surface.blit(self._surface_of(key), self._place(key))
            return
        for block in keys.blocks(_LARGEST_BLOCK):
            self._put_shrunk(block)

    def _put_shrunk(self, keys: ChunkRange) -> None:
        """Put chunks together in samples, shrink them at once, and put the whole in its place."""
        columns, rows = keys.right - keys.left, keys.bottom - keys.top
        self._block = at_least(self._block, CHUNK_SIZE * columns, CHUNK_SIZE * rows)
        for key in keys:
            x, y = key[1] - keys.left, key[2] - keys.top
            self._block.blit(self._surface_of(key), (CHUNK_SIZE * x, CHUNK_SIZE * y))
        whole = self._block.subsurface((0, 0, CHUNK_SIZE * columns, CHUNK_SIZE * rows))
        size = self._side * columns, self._side * rows
        with short_switch_interval():
            shrunk = pygame.transform.smoothscale(whole, size)
        left, top = self._side * keys.left, self._side * keys.top
        for x, to_x, width in _pieces(left, size[0], self._columns * self._side):
            for y, to_y, height in _pieces(top, size[1], self._rows * self._side):
                self._surface.blit(shrunk, (to_x, to_y), (x, y, width, height))

    def _has_room(self, keys: ChunkRange) -> bool:
        return keys.right - keys.left <= self._columns and keys.bottom - keys.top <= self._rows

    def _make_room(self, keys: ChunkRange, ratio: Ratio) -> None:
        self._ratio = ratio
        self._side = ratio.floor(CHUNK_SIZE)
        columns, rows = keys.right - keys.left, keys.bottom - keys.top
        width, height = (columns + _SPARE) * self._side, (rows + _SPARE) * self._side
        self._surface = at_least(self._surface, width, height)
        self._columns, self._rows = columns + _SPARE, rows + _SPARE

    def _place(self, key: ChunkKey) -> tuple[int, int]:
        return key[1] % self._columns * self._side, key[2] % self._rows * self._side


def at_least(surface: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """Return a Surface to work on, the same one as long as it is large enough."""
    if surface.width >= width and surface.height >= height:
        return surface
    return new_surface((max(width, surface.width), max(height, surface.height)))


def _pieces(start: int, length: int, around: int) -> Iterator[tuple[int, int, int]]:
    """Return (offset, start, length) of the pieces of a stretch on a circle."""
    done = 0
    while done < length:
        begin = (start + done) % around
        piece = min(length - done, around - begin)
        yield done, begin, piece
        done += piece
