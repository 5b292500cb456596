"""Composites trees, rocks and the like onto the picture of a chunk, in the worker that paints it.

What stands on the ground is found once for blocks of cells and kept, within a bound, for all chunks
that show it. A chunk gets everything whose picture reaches into it, wherever its foot is,
so no border cuts anything.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

import worldgen
from game.lru_cache import LRUCache
from game.sprites.atlas import REACH, VARIANTS, atlas
from game.sprites.compositing import composite
from worldgen.chunk.decoration import APRON, decorations
from worldgen.coordinates import CHUNK_SIZE, UNITS_PER_CELL
from worldgen.growth import Growth
from worldgen.render.palettes import make_palette

CLOSEST_LOD: Final = -4
FARTHEST_LOD: Final = -1
_OPACITY: Final = {-1: 0.7}
"""Sprites are drawn in full from four samples a cell up; one level farther out they are a hint, so
that forests do not spring up all at once."""

BLOCK: Final = CHUNK_SIZE
"""Cells on each side of a block."""

MAX_BLOCKS: Final = 400

_SMALL: Final = (Growth.TUFT, Growth.FLOWERS, Growth.PEBBLES, Growth.FERN, Growth.DRIFTWOOD)
_SMALL_FROM_LOD: Final = -3
"""What is small is drawn only where it is more than a dot."""

_GROUND_SHARE: Final = {"natural": 0.30}
_PLAIN_SHARE: Final = 1.0
"""How much of a sprite's colour is that of the ground it stands on; in other palettes all of it."""

_AROUND: Final = 2
"""Cells around a foot whose mean colour is that of the ground."""

_TREES: Final = (Growth.BROADLEAF, Growth.CONIFER, Growth.JUNGLE_TREE, Growth.BUSH)


@dataclass(frozen=True, eq=False)
class Block:
    """What stands in a block of cells, from back to front."""

    sprite: np.ndarray
    """int64: number in the atlas."""
    x: np.ndarray
    """int64: the foot, in sixty-fourths of a cell."""
    y: np.ndarray
    ground: np.ndarray
    """uint8 (n, 5): colour of the ground, how bright the sprite is, and whether it is a tree."""

    def __len__(self) -> int:
        return len(self.sprite)


class Decorator:
    """Draws what stands on the ground of one world on its chunks; any thread may call it."""

    def __init__(self, world: worldgen.World, palette: str) -> None:
        self._world = world
        self._palette = palette
        self._share = _GROUND_SHARE.get(palette, _PLAIN_SHARE)
        self._meadow = make_palette(palette).colours[worldgen.Biome.GRASSLAND]
        self._lock = threading.Lock()
        self._blocks = LRUCache[tuple[int, int, bool], Block](MAX_BLOCKS)

    def __len__(self) -> int:
        return len(self._blocks)

    def decorate(self, picture: np.ndarray, region: worldgen.Region) -> None:
        """Draw everything that reaches into the picture of a region, uint8 (h, w, 3), in place.

        A sketch does without while the kernels for it are being compiled.
        """
        if not CLOSEST_LOD <= region.lod <= FARTHEST_LOD:
            return
        if region.sketch and composite.awaited:
            return
        per_cell = 1 << -region.lod
        left, top = int(region.x * UNITS_PER_CELL), int(region.y * UNITS_PER_CELL)
        rows, columns = region.shape
        near = self._near(
            left // UNITS_PER_CELL - REACH,
            top // UNITS_PER_CELL - REACH,
            left // UNITS_PER_CELL + columns // per_cell + 1 + REACH,
            top // UNITS_PER_CELL + rows // per_cell + 1 + REACH,
            region.sketch,
        )
        if region.lod > _SMALL_FROM_LOD:
            near = _without(near, _SMALL)
        if not len(near):
            return
        xs = (near.x - left) * per_cell // UNITS_PER_CELL
        ys = (near.y - top) * per_cell // UNITS_PER_CELL
        opacity = _OPACITY.get(region.lod, 1.0)
        composite(xs, ys, near.sprite, near.ground, self._share, opacity, atlas(per_cell), picture)

    def _near(self, left: int, top: int, right: int, bottom: int, sketch: bool) -> Block:
        """Return all that stands in a rectangle of cells, from back to front."""
        blocks = [
            _cut(self._block(i, j, sketch), left, top, right, bottom)
            for j in range(top // BLOCK, (bottom - 1) // BLOCK + 1)
            for i in range(left // BLOCK, (right - 1) // BLOCK + 1)
        ]
        return _sorted(blocks)

    def _block(self, i: int, j: int, sketch: bool) -> Block:
        key = (i, j, sketch)
        with self._lock:
            block = self._blocks.get(key)
        if block is not None:
            return block
        # Two threads may make the same block: both get the same, and neither waits.
        block = self._make(i, j, sketch)
        with self._lock:
            return self._blocks.put(key, block)

    def _make(self, i: int, j: int, sketch: bool) -> Block:
        try:
            left, top, side = BLOCK * i - APRON, BLOCK * j - APRON, BLOCK + 2 * APRON
            region = self._world.region(left, top, side, side, sketch=sketch)
        except worldgen.CoordinateError:
            # The block reaches beyond the limit of the world, where nothing grows.
            return _NOTHING
        found = decorations(region)
        if not len(found):
            return _NOTHING
        ground = worldgen.paint(region, self._palette)
        colours = np.empty((len(found), 5), dtype=np.uint8)
        cell = found.y // UNITS_PER_CELL - top, found.x // UNITS_PER_CELL - left
        colours[:, :3] = _ground_around(ground, region, *cell)
        # Reeds stand in the water, but are not of its colour.
        colours[found.like == Growth.REEDS, :3] = self._meadow
        colours[:, 3] = 112 + (found.bits >> 8) % 32
        colours[:, 4] = np.isin(found.like, _TREES)
        sprites = found.like.astype(np.int64) * VARIANTS + found.bits % VARIANTS
        return _sorted([Block(sprites, found.x, found.y, colours)])


def _ground_around(
    picture: np.ndarray, region: worldgen.Region, row: np.ndarray, column: np.ndarray
) -> np.ndarray:
    """Return the mean colour of the dry ground a few cells around some cells, uint8 (n, 3).

    A tree of the colour of its own cell alone would have the grain of the picture.
    """
    dry = np.isnan(region.water_level) & (region.river_cover < 0.05)
    reach, size = _AROUND, 2 * _AROUND + 1
    rows, columns = dry.shape
    sums = np.zeros((rows + size, columns + size, 4), dtype=np.int32)
    inner = sums[reach + 1 : reach + 1 + rows, reach + 1 : reach + 1 + columns]
    inner[..., :3] = picture
    inner[..., 3] = 1
    inner *= dry[..., None]
    np.cumsum(sums, axis=0, out=sums)
    np.cumsum(sums, axis=1, out=sums)
    below, right = row + size, column + size
    boxes = sums[below, right] - sums[row, right] - sums[below, column] + sums[row, column]
    mean = boxes[:, :3] // np.maximum(boxes[:, 3:], 1)
    colours = np.where(boxes[:, 3:] > 0, mean, picture[row, column])
    return np.asarray(colours, dtype=np.uint8)


def _blocks_joined(blocks: list[Block]) -> Iterator[np.ndarray]:
    for name in ("sprite", "x", "y", "ground"):
        yield np.concatenate([getattr(block, name) for block in blocks])


def _picked(block: Block, which: np.ndarray) -> Block:
    return Block(block.sprite[which], block.x[which], block.y[which], block.ground[which])


def _sorted(blocks: list[Block]) -> Block:
    """Return blocks as one, in an order that follows from the places alone."""
    joined = Block(*_blocks_joined(blocks))
    return _picked(joined, np.lexsort((joined.x, joined.y)))


def _cut(block: Block, left: int, top: int, right: int, bottom: int) -> Block:
    """Return what stands in a rectangle of cells."""
    inside = (
        (block.x >= left * UNITS_PER_CELL)
        & (block.x < right * UNITS_PER_CELL)
        & (block.y >= top * UNITS_PER_CELL)
        & (block.y < bottom * UNITS_PER_CELL)
    )
    return _picked(block, inside)


def _without(block: Block, kinds: tuple[Growth, ...]) -> Block:
    return _picked(block, ~np.isin(block.sprite // VARIANTS, kinds))


_NOTHING: Final = Block(
    np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 5), np.uint8)
)
