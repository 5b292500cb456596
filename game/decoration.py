"""Lays trees, rocks and the like on the picture of a chunk, in the worker that paints it.

What stands on the ground is found once for blocks of cells and kept, within a bound, for all chunks
that show it. A chunk is laid with everything whose picture reaches into it, wherever its foot is,
so no border cuts anything.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numba import types

import worldgen
from game.sprites import REACH, VARIANTS, atlas
from worldgen.compiled import kernel
from worldgen.decoration import Growth, decorations
from worldgen.palettes import make_palette

CLOSEST_LOD: Final = -4
FARTHEST_LOD: Final = -1
_OPACITY: Final = {-1: 0.55}
"""Sprites are drawn in full from four samples a cell up; one level farther out they are a hint, so
that forests do not spring up all at once."""

BLOCK: Final = worldgen.CHUNK_SIZE
"""Cells on each side of a block: it is made from one chunk of level of detail 0."""

MAX_BLOCKS: Final = 400
_UNITS: Final = 64

_SMALL: Final = (Growth.TUFT, Growth.FLOWERS, Growth.PEBBLES)
_SMALL_FROM_LOD: Final = -3
"""What is small is drawn only where it is more than a dot."""

_GROUND_SHARE: Final = {"natural": 0.30}
_PLAIN_SHARE: Final = 1.0
"""How much of a sprite's colour is that of the ground it stands on; in other palettes all of it."""


@dataclass(frozen=True, eq=False)
class Block:
    """What stands in a block of cells, from back to front."""

    sprite: np.ndarray
    """int64: number in the atlas."""
    x: np.ndarray
    """int64: the foot, in sixty-fourths of a cell."""
    y: np.ndarray
    ground: np.ndarray
    """uint8 (n, 3): colour of the ground, and in a fourth column how bright the sprite is."""

    def __len__(self) -> int:
        return len(self.sprite)


class Decorator:
    """Lays what stands on the ground of one world on its chunks; any thread may call it."""

    def __init__(self, world: worldgen.World, palette: str) -> None:
        self._world = world
        self._palette = palette
        self._share = _GROUND_SHARE.get(palette, _PLAIN_SHARE)
        self._meadow = make_palette(palette).colours[worldgen.Biome.GRASSLAND]
        self._lock = threading.Lock()
        self._blocks: OrderedDict[tuple[int, int, bool], Block] = OrderedDict()

    def __len__(self) -> int:
        return len(self._blocks)

    def decorate(self, picture: np.ndarray, region: worldgen.Region) -> None:
        """Lay everything that reaches into the picture of a region, uint8 (h, w, 3), in place."""
        if not CLOSEST_LOD <= region.lod <= FARTHEST_LOD:
            return
        per_cell = 1 << -region.lod
        left, top = int(region.x * _UNITS), int(region.y * _UNITS)
        rows, columns = region.shape
        near = self._near(
            left // _UNITS - REACH,
            top // _UNITS - REACH,
            left // _UNITS + columns // per_cell + 1 + REACH,
            top // _UNITS + rows // per_cell + 1 + REACH,
            region.sketch,
        )
        if region.lod > _SMALL_FROM_LOD:
            near = _without(near, _SMALL)
        if not len(near):
            return
        stamps = atlas(per_cell)
        _lay(
            (near.x - left) * per_cell // _UNITS, (near.y - top) * per_cell // _UNITS, near.sprite,
            near.ground, self._share, _OPACITY.get(region.lod, 1.0), stamps.colours,
            stamps.shadows, stamps.boxes, picture,
        )  # fmt: skip

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
                self._blocks.move_to_end(key)
                return block
        # Two threads may make the same block: both get the same, and neither waits.
        block = self._make(i, j, sketch)
        with self._lock:
            self._blocks[key] = block
            while len(self._blocks) > MAX_BLOCKS:
                self._blocks.popitem(last=False)
        return block

    def _make(self, i: int, j: int, sketch: bool) -> Block:
        try:
            region = self._world.chunk(i, j, sketch=sketch)
        except worldgen.CoordinateError:
            # The block reaches beyond the limit of the world, where nothing grows.
            return _NOTHING
        found = decorations(region)
        if not len(found):
            return _NOTHING
        ground = worldgen.paint(region, self._palette)
        colours = np.empty((len(found), 4), dtype=np.uint8)
        colours[:, :3] = ground[found.y // _UNITS - BLOCK * j, found.x // _UNITS - BLOCK * i]
        # Reeds stand in the water, but are not of its colour.
        colours[found.kind == Growth.REEDS, :3] = self._meadow
        colours[:, 3] = 112 + (found.bits >> 8) % 32
        sprites = found.kind.astype(np.int64) * VARIANTS + found.bits % VARIANTS
        return _sorted([Block(sprites, found.x, found.y, colours)])


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
        (block.x >= left * _UNITS)
        & (block.x < right * _UNITS)
        & (block.y >= top * _UNITS)
        & (block.y < bottom * _UNITS)
    )
    return _picked(block, inside)


def _without(block: Block, kinds: tuple[Growth, ...]) -> Block:
    return _picked(block, ~np.isin(block.sprite // VARIANTS, kinds))


_NOTHING: Final = Block(
    np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 4), np.uint8)
)


_INTEGERS = types.Array(types.int64, 1, "C", readonly=True)
_BYTES3 = types.Array(types.uint8, 3, "C", readonly=True)


@kernel(
    types.void(
        _INTEGERS, _INTEGERS, _INTEGERS, types.Array(types.uint8, 2, "C", readonly=True),
        types.float64, types.float64, types.Array(types.uint8, 4, "C", readonly=True), _BYTES3,
        types.Array(types.int64, 2, "C", readonly=True), types.uint8[:, :, ::1],
    )
)  # fmt: skip
def _lay(  # type: ignore[no-untyped-def]
    xs, ys, sprites, ground, share, opacity, colours, shadows, boxes, picture
):
    """Darken the ground by all shadows, then lay all sprites over it from back to front."""
    rows, columns = picture.shape[0], picture.shape[1]
    whole = np.int64(opacity * 256.0)
    for n in range(len(xs)):
        box = boxes[sprites[n]]
        left, top = xs[n] - box[4], ys[n] - box[5]
        for r in range(max(0, -top), min(box[7], rows - top)):
            for c in range(max(0, -left), min(box[6], columns - left)):
                dark = np.int64(shadows[sprites[n], r, c]) * whole >> 8
                if dark:
                    for band in range(3):
                        # A shadow takes less of the blue, as the sky still lights it.
                        kept = 255 - dark if band < 2 else 255 - dark * 13 // 16
                        below = np.int64(picture[top + r, left + c, band])
                        picture[top + r, left + c, band] = np.uint8(below * kept // 255)
    for n in range(len(xs)):
        box = boxes[sprites[n]]
        left, top = xs[n] - box[0], ys[n] - box[1]
        bright = opacity * np.float64(ground[n, 3]) / 128.0
        own = bright * (1.0 - share)
        for r in range(max(0, -top), min(box[3], rows - top)):
            for c in range(max(0, -left), min(box[2], columns - left)):
                cover = np.int64(colours[sprites[n], r, c, 3]) * whole >> 8
                if cover == 0:
                    continue
                red = np.float64(colours[sprites[n], r, c, 0])
                green = np.float64(colours[sprites[n], r, c, 1])
                blue = np.float64(colours[sprites[n], r, c, 2])
                light = share * bright * (0.30 * red + 0.59 * green + 0.11 * blue) / 118.0
                for band in range(3):
                    laid = own * np.float64(colours[sprites[n], r, c, band])
                    laid += light * np.float64(ground[n, band])
                    below = np.int64(picture[top + r, left + c, band]) * (255 - cover) // 255
                    picture[top + r, left + c, band] = np.uint8(min(laid + below, 255.0))
