"""Which chunks a view needs, where they lie on the screen, and which of them first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from game.camera import View, level_of_detail
from worldgen.coordinates import CHUNK_SIZE

ChunkKey = tuple[int, int, int]
"""(lod, cx, cy) of a chunk."""


@dataclass(frozen=True)
class ChunkRange:
    """A rectangle of chunks of one lod, its far edges left out."""

    lod: int
    left: int
    top: int
    right: int
    bottom: int

    def __iter__(self) -> Iterator[ChunkKey]:
        for cy in range(self.top, self.bottom):
            for cx in range(self.left, self.right):
                yield self.lod, cx, cy

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, tuple):
            return False
        lod, cx, cy = key
        within = self.left <= cx < self.right and self.top <= cy < self.bottom
        return bool(lod == self.lod and within)

    def __len__(self) -> int:
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    def beyond(self, other: ChunkRange) -> list[ChunkRange]:
        """Return the rectangles of chunks that another range of this lod does not have."""
        top, bottom = max(self.top, other.top), min(self.bottom, other.bottom)
        left, right = max(self.left, other.left), min(self.right, other.right)
        if top >= bottom or left >= right:
            return [self] if len(self) else []
        parts = [
            ChunkRange(self.lod, self.left, self.top, self.right, top),
            ChunkRange(self.lod, self.left, top, left, bottom),
            ChunkRange(self.lod, right, top, self.right, bottom),
            ChunkRange(self.lod, self.left, bottom, self.right, self.bottom),
        ]
        return [part for part in parts if len(part)]

    def blocks(self, side: int) -> Iterator[ChunkRange]:
        """Return the parts of a grid of squares of this many chunks a side."""
        for top in range(self.top, self.bottom, side):
            for left in range(self.left, self.right, side):
                right, bottom = min(left + side, self.right), min(top + side, self.bottom)
                yield ChunkRange(self.lod, left, top, right, bottom)

    def coarser(self, levels: int) -> ChunkRange:
        """Return the chunks that cover these ones, some levels coarser."""
        return ChunkRange(
            self.lod + levels,
            self.left >> levels,
            self.top >> levels,
            ((self.right - 1) >> levels) + 1,
            ((self.bottom - 1) >> levels) + 1,
        )


def chunks_of(view: View, ahead: tuple[int, int] = (0, 0), margin: int = 0) -> ChunkRange:
    """Return the chunks a view shows, also ``ahead`` pixels on and a ``margin`` all around."""
    lod, ratio = level_of_detail(view.zoom)
    top, bottom = CHUNK_SIZE * ratio.top, ratio.bottom
    left_pixel = view.left + min(0, ahead[0]) - margin
    right_pixel = view.left + view.width + max(0, ahead[0]) + margin
    top_pixel = view.top + min(0, ahead[1]) - margin
    bottom_pixel = view.top + view.height + max(0, ahead[1]) + margin
    return ChunkRange(
        lod,
        left_pixel * bottom // top,
        top_pixel * bottom // top,
        -(-right_pixel * bottom // top),
        -(-bottom_pixel * bottom // top),
    )


def nearest_first(keys: ChunkRange, view: View, ahead: tuple[int, int]) -> Iterator[ChunkKey]:
    """Return chunks of a view's lod in order of their distance from a point ahead of the middle."""
    ratio = level_of_detail(view.zoom)[1]
    size = CHUNK_SIZE * ratio.top / ratio.bottom
    # Measured from the view's own chunk: chunk numbers may be too large for a float.
    first_x = view.left * ratio.bottom // (CHUNK_SIZE * ratio.top)
    first_y = view.top * ratio.bottom // (CHUNK_SIZE * ratio.top)
    focus_x = (view.width / 2 + ahead[0] * 0.5) / size + (first_x - keys.left)
    focus_y = (view.height / 2 + ahead[1] * 0.5) / size + (first_y - keys.top)
    lod, left, top = keys.lod, keys.left, keys.top
    columns, rows = keys.right - left, keys.bottom - top
    for x, y in _outward(columns, rows, focus_x, focus_y):
        yield lod, left + x, top + y


@lru_cache(maxsize=16)
def _outward(
    columns: int, rows: int, focus_x: float, focus_y: float
) -> tuple[tuple[int, int], ...]:
    """Return the places of a grid in order of their distance; a view that moves asks it again."""
    places = [(x, y) for y in range(rows) for x in range(columns)]
    distances = [(x - focus_x) ** 2 + (y - focus_y) ** 2 for x, y in places]
    return tuple(places[number] for number in sorted(range(len(places)), key=distances.__getitem__))
