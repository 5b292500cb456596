"""Pictures of what stands on the ground, modelled by code once for each level of detail.

Each kind has a few shapes. They are kept as arrays, in one stack that kernels can read: a sprite is
composited onto the pixels of a chunk by a worker, and no Surface is needed for it.
"""

from __future__ import annotations

import threading
from random import Random
from typing import Final, NamedTuple

import numpy as np

from game.sprites.growth_models import MODELS, SHADOWS
from game.sprites.modeller import SpriteModeller
from worldgen.growth import Growth

VARIANTS: Final = 8
"""Shapes of each kind."""

_SEEN_SHADE: Final = 0.42
_SEEN_OF_CONIFERS: Final = 0.8
"""Share of its shadow that a tree does not hide itself, nor other trees; conifers are slender."""

REACH: Final = 6
"""No sprite and no shadow reaches farther from its foot than this, in cells."""


class Atlas(NamedTuple):
    """All sprites at one size; sprite ``kind * VARIANTS + variant``. Arrays are read-only."""

    colours: np.ndarray
    """uint8 (sprites, height, width, 4): colours times their cover, and the cover."""
    shadows: np.ndarray
    """uint8 (sprites, height, width): how dark."""
    boxes: np.ndarray
    """int64 (sprites, 8): anchor x, y, width, height of the sprite, then of its shadow."""
    means: np.ndarray
    """float64 (sprites, 4): mean colour of the sprite's kind, and how much brighter than the ground
    its like must be to make up for its shadow."""


_atlases: dict[int, Atlas] = {}
_making = threading.Lock()


def atlas(pixels_per_cell: int) -> Atlas:
    """Return the sprites for a size, made at the first call; any thread may ask."""
    with _making:
        if pixels_per_cell not in _atlases:
            _atlases[pixels_per_cell] = _make_atlas(pixels_per_cell)
        return _atlases[pixels_per_cell]


def _make_atlas(pixels_per_cell: int) -> Atlas:
    sprites, shadows, boxes = [], [], []
    for kind in Growth:
        for variant in range(VARIANTS):
            sprite, anchor = _model(kind, variant, pixels_per_cell)
            shadow, centre = _shadow(kind, variant, pixels_per_cell)
            sprites.append(sprite)
            shadows.append(shadow)
            boxes.append((*anchor, *sprite.shape[1::-1], *centre, *shadow.shape[1::-1]))
    return Atlas(
        _stacked(sprites),
        _stacked(shadows),
        _frozen(np.array(boxes, np.int64)),
        _frozen(_means(sprites, shadows)),
    )


def _means(sprites: list[np.ndarray], shadows: list[np.ndarray]) -> np.ndarray:
    """Return for each sprite the mean colour of its kind, and what it owes for its shadow."""
    means = np.empty((len(sprites), 4))
    for first in range(0, len(sprites), VARIANTS):
        kind = slice(first, first + VARIANTS)
        total = sum(sprite.reshape(-1, 4).sum(axis=0, dtype=np.float64) for sprite in sprites[kind])
        shade = sum(float(shadow.sum(dtype=np.float64)) for shadow in shadows[kind])
        means[kind, :3] = 255.0 * total[:3] / total[3]
        slender = first // VARIANTS in (Growth.CONIFER, Growth.SNOWY_CONIFER)
        seen = _SEEN_OF_CONIFERS if slender else _SEEN_SHADE
        means[kind, 3] = 1.0 + seen * shade / total[3]
    return means


def _stacked(pictures: list[np.ndarray]) -> np.ndarray:
    """Return pictures of different sizes as one array, each in its upper left corner."""
    rows = max(picture.shape[0] for picture in pictures)
    columns = max(picture.shape[1] for picture in pictures)
    stack = np.zeros((len(pictures), rows, columns, *pictures[0].shape[2:]), dtype=np.uint8)
    for number, picture in enumerate(pictures):
        stack[number, : picture.shape[0], : picture.shape[1]] = picture
    return _frozen(stack)


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def _model(kind: Growth, variant: int, pixels_per_cell: int) -> tuple[np.ndarray, tuple[int, int]]:
    bounds, model = MODELS[kind]
    sprite = SpriteModeller(pixels_per_cell, bounds, f"{kind.name} {variant}")
    # The shape of a variant is the same at every size.
    model(sprite, Random(f"{kind.name} {variant}"), variant)
    return sprite.finished(), sprite.anchor


def _shadow(kind: Growth, variant: int, pixels_per_cell: int) -> tuple[np.ndarray, tuple[int, int]]:
    """Return a soft ellipse that falls to the lower right of the foot."""
    radius, height, strength = SHADOWS[kind]
    radius *= 0.85 + 0.3 * variant / VARIANTS
    across, down = radius + 0.16 * height, 0.52 * radius + 0.05 * height
    middle_x, middle_y = 0.30 * height, 0.10 * height
    reach_x, reach_y = 1.25 * across, 1.25 * down
    left = int(np.floor(min(middle_x - reach_x, -radius) * pixels_per_cell))
    top = int(np.floor(min(middle_y - reach_y, -radius) * pixels_per_cell))
    width = int(np.ceil((middle_x + reach_x) * pixels_per_cell)) - left
    rows = int(np.ceil((middle_y + reach_y) * pixels_per_cell)) - top
    x = (np.arange(width) + 0.5 + left) / pixels_per_cell - middle_x
    y = (np.arange(rows) + 0.5 + top) / pixels_per_cell - middle_y
    # Longer from upper left to lower right, as the light falls.
    x, y = x[None, :], y[:, None] - 0.16 * x[None, :]
    away = np.sqrt((x / across) ** 2 + (y / down) ** 2)
    dark = np.clip((1.25 - away) / 0.75, 0.0, 1.0)
    dark = strength * dark * dark * (3.0 - 2.0 * dark)
    # Darkest and smallest where it meets the foot.
    foot_x, foot_y = x + middle_x, y + middle_y + 0.16 * x
    near = np.clip(1.0 - ((foot_x / radius) ** 2 + (foot_y / (0.55 * radius)) ** 2), 0.0, 1.0)
    dark = dark + (1.0 - dark) * 0.45 * near * near
    return (255.0 * dark + 0.5).astype(np.uint8), (-left, -top)
