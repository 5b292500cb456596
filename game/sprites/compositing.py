"""Composites sprites and their shadows onto a picture, tinted by the ground they stand on."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import types

from game.sprites.atlas import Atlas
from worldgen.kernels.decorators import GRID, device, kernel

_WOODS_SHARE: Final = 0.9
"""How much of a tree's colour is that of the ground, where that is no lighter than its leaves, as
the ground of woods is: so woods keep their colour when their trees come into sight."""

_LEAFY_FROM, _LEAFY_TO = 2.2, 1.6
"""Brightness of such ground, as a share of that of the leaves: none of it, and all of it."""

_INTEGERS = types.Array(types.int64, 1, "C", readonly=True)
_ATLAS = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        types.Array(types.uint8, 4, "C", readonly=True),
        types.Array(types.uint8, 3, "C", readonly=True),
        types.Array(types.int64, 2, "C", readonly=True),
        GRID,
    ),
    Atlas,
)


@device()
def _mixture(  # type: ignore[no-untyped-def]
    red, green, blue, tree, mean_red, mean_green, mean_blue, lift, least_share
):
    """Return what a sprite's channels are multiplied by, and its lightness to tint the ground.

    The colour of the ground, that of the mean of the sprite's kind, how much brighter than the
    ground it must be to make up for its shadow, and the share of the ground in its colour.
    """
    tint = lift / (0.30 * mean_red + 0.59 * mean_green + 0.11 * mean_blue)
    if least_share == 1.0:
        # Of the colour of the ground alone: on light ground they would hardly be seen.
        glare = (0.30 * red + 0.59 * green + 0.11 * blue - 125.0) / 50.0
        return 0.0, 0.0, 0.0, tint * (1.0 - 0.3 * min(max(glare, 0.0), 1.0))
    leafy, plain = 0.0, least_share
    if tree:
        lightness = (red + 2.0 * green) / (mean_red + 2.0 * mean_green)
        leafy = (_LEAFY_FROM - lightness) / (_LEAFY_FROM - _LEAFY_TO)
        # Dark rock is no floor of a wood.
        leafy = _WOODS_SHARE * max(min(leafy, 8.0 * (green - red) / (green + 1.0), 1.0), 0.0)
        plain = 0.5 * least_share * (1.0 - leafy)
    own, woods = 1.0 - leafy - plain, lift * leafy
    return (
        own + woods * red / mean_red,
        own + woods * green / mean_green,
        own + woods * blue / mean_blue,
        tint * plain,
    )


@kernel(
    types.void(
        _INTEGERS, _INTEGERS, _INTEGERS, types.Array(types.uint8, 2, "C", readonly=True),
        types.float64, types.float64, _ATLAS, types.uint8[:, :, :],
    )
)  # fmt: skip
def composite(  # type: ignore[no-untyped-def]
    xs, ys, sprites, ground, least_share, opacity, atlas, picture
):
    """Darken the ground by all shadows, then composite all sprites over it from back to front.

    Sprites have their feet at pixels ``xs``, ``ys``; ``ground`` is that of ``Block``. Only
    ``picture`` is written.
    """
    colours, shadows, boxes, means = atlas.colours, atlas.shadows, atlas.boxes, atlas.means
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
                        picture[top + r, left + c, band] = np.uint8((below * kept + 127) // 255)
    for n in range(len(xs)):
        box = boxes[sprites[n]]
        left, top = xs[n] - box[0], ys[n] - box[1]
        bright = opacity * np.float64(ground[n, 3]) / 128.0
        mean = means[sprites[n]]
        red_gain, green_gain, blue_gain, tone = _mixture(
            np.float64(ground[n, 0]), np.float64(ground[n, 1]), np.float64(ground[n, 2]),
            ground[n, 4], mean[0], mean[1], mean[2], mean[3], least_share,
        )  # fmt: skip
        gains = bright * red_gain, bright * green_gain, bright * blue_gain
        tone *= bright
        for r in range(max(0, -top), min(box[3], rows - top)):
            for c in range(max(0, -left), min(box[2], columns - left)):
                cover = np.int64(colours[sprites[n], r, c, 3]) * whole >> 8
                if cover == 0:
                    continue
                through = np.float64(255 - cover) / 255.0
                light = tone * (
                    0.30 * np.float64(colours[sprites[n], r, c, 0])
                    + 0.59 * np.float64(colours[sprites[n], r, c, 1])
                    + 0.11 * np.float64(colours[sprites[n], r, c, 2])
                )
                for band in range(3):
                    laid = gains[band] * np.float64(colours[sprites[n], r, c, band])
                    laid += light * np.float64(ground[n, band])
                    laid += np.float64(picture[top + r, left + c, band]) * through
                    picture[top + r, left + c, band] = np.uint8(min(laid + 0.5, 255.0))
