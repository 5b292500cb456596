"""Water that moves: a glint that travels over sea, lakes and rivers, and surf that runs ashore.

A chunk's picture tells in the unused byte of each pixel where water is and how far the shore is. It
comes along through every blit and every scaling, so the moving water always lies where the water
does, without a second picture of the land.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import types

import worldgen
from game.camera import View, level_of_detail
from worldgen.compiled import inlined, kernel

DRY: Final = 0
"""Code of a sample that does not move."""

CALM: Final = 255
"""Code of lakes and rivers."""

_PER_SAMPLE: Final = 4
_FARTHEST_CODE: Final = 160
"""The sea's code grows from 1 at the shore by so much a sample, up to this."""

TILE: Final = 512
"""Side of the tile of phases, in pixels."""

_GLINT: Final = {-4: 26, -3: 24, -2: 21, -1: 18, 0: 15, 1: 11, 2: 7, 3: 4}
_SURF: Final = {-4: 230, -3: 230, -2: 220, -1: 190, 0: 150, 1: 90, 2: 40}
"""How strongly glint and surf show at a level of detail; 0 where it is not named."""

_GLINT_TURNS: Final = (0.31, 0.23)
_SURF_TURNS: Final = 0.22
"""Turns a second of the two crossing waves, and of the surf."""


def water_code(region: worldgen.Region) -> np.ndarray:
    """Return what the unused byte of each pixel says: uint8 (height, width)."""
    per_cell = np.float32(_PER_SAMPLE / region.step)
    sea = np.minimum(1.0 - region.shore * per_cell, np.float32(_FARTHEST_CODE))
    wet = ~np.isnan(region.water_level)
    inland = np.where(wet, np.uint8(CALM), np.uint8(DRY))
    return np.where(wet & (region.shore <= 0.0), sea.astype(np.uint8), inland)


class Water:
    """Moves the water of a picture of the land."""

    def __init__(self) -> None:
        self._phases = (_phases(7, 23, 1), _phases(-4, 27, 2))

    def draw(self, pixels: np.ndarray, view: View, seconds: float) -> None:
        """Move the water of the packed pixels of a view, uint32 (height, width)."""
        lod = level_of_detail(view.zoom)[0]
        glint, surf = _GLINT.get(lod, 0), _SURF.get(lod, 0)
        if glint == 0 and surf == 0:
            return
        turns = [int(256 * (rate * seconds % 1.0)) for rate in (*_GLINT_TURNS, _SURF_TURNS)]
        _move_water(
            pixels, view.left % TILE, view.top % TILE, *self._phases,
            turns[0], turns[1], turns[2], glint, surf,
        )  # fmt: skip


def _phases(waves_x: int, waves_y: int, grain: int) -> np.ndarray:
    """Return the phase of a wave over a tile that repeats, bent as wind bends it: uint8."""
    turns = 2.0 * np.pi * np.arange(TILE) / TILE
    x, y = turns[None, :], turns[:, None]
    phase = (waves_x * x + waves_y * y) / (2.0 * np.pi)
    for number in range(1, 13):
        bits = grain * 7919 + number * 104729
        along, down = 1 + bits % 5, bits // 5 % 9 - 4
        phase = phase + 0.36 * np.sin(along * x + down * y + bits % 97) / np.sqrt(along)
    tile = (np.floor(256.0 * phase) % 256.0).astype(np.uint8)
    tile.flags.writeable = False
    return tile


@inlined
def _triangle(phase):  # type: ignore[no-untyped-def]
    """Return a triangle wave of a phase: 0..128."""
    part = np.int32(np.int32(phase & np.int32(255)) - np.int32(128))
    return np.int32(max(part, np.int32(-part)))


@inlined
def _moved(pixel, a, b, t1, t2, t3, glints, surfs):  # type: ignore[no-untyped-def]
    """Return a pixel with its crest lightened, its trough darkened and surf upon it."""
    zero = np.int32(0)
    code = np.int32(pixel >> np.uint32(24))
    first = np.int32(_triangle(np.int32(a + t1)) - np.int32(64))
    second = np.int32(_triangle(np.int32(b + t2)) - np.int32(64))
    wave = np.int32(first + second)
    crest = np.int32(max(np.int32(wave - np.int32(56)), zero))
    trough = np.int32(max(np.int32(np.int32(-40) - wave), zero))
    light = np.int32(np.int32(crest * glints) >> np.int32(5))
    dark = np.int32(np.int32(trough * glints) >> np.int32(7))
    # Lines that run toward the shore, and break up along it.
    away = np.int32(max(np.int32(np.int32(96) - code), zero))
    shift = np.int32(t3 + np.int32(_triangle(b) >> np.int32(1)))
    phase = np.int32(np.int32(code * np.int32(5)) + shift)
    line = np.int32(_triangle(phase) + np.int32(first >> np.int32(2)))
    foam = np.int32(max(np.int32(line - np.int32(92)), zero))
    foam = np.int32(np.int32(np.int32(foam * away) >> np.int32(4)) * surfs) >> np.int32(8)
    light = np.int32(min(np.int32(light + foam), np.int32(200)))
    wet = np.int32(-1) if code > zero else zero
    share = np.uint32(np.int32(light & wet))
    rest = np.uint32(np.uint32(256) - share - np.uint32(np.int32(dark & wet)))
    red_blue = np.uint32(np.uint32(pixel & np.uint32(0xFF00FF)) * rest)
    red_blue = np.uint32(red_blue + np.uint32(np.uint32(0xE600F4) * share))
    green = np.uint32(np.uint32(pixel & np.uint32(0xFF00)) * rest)
    green = np.uint32(green + np.uint32(np.uint32(0xF000) * share))
    return np.uint32(
        np.uint32(np.uint32(red_blue >> np.uint32(8)) & np.uint32(0xFF00FF))
        | np.uint32(np.uint32(green >> np.uint32(8)) & np.uint32(0xFF00))
    )


_TILE_TYPE = types.Array(types.uint8, 2, "C", readonly=True)


@kernel(
    types.void(
        types.uint32[:, ::1], types.int64, types.int64, _TILE_TYPE, _TILE_TYPE,
        types.int64, types.int64, types.int64, types.int64, types.int64,
    ),
    brief=True,
)  # fmt: skip
def _move_water(  # type: ignore[no-untyped-def]
    pixels, left, top, first, second, turn1, turn2, turn3, glint, surf
):
    """Lighten crests and darken troughs of water, 32 bits at a time throughout."""
    t1, t2, t3 = np.int32(turn1), np.int32(turn2), np.int32(turn3)
    glints, surfs = np.int32(glint), np.int32(surf)
    width = pixels.shape[1]
    for r in range(pixels.shape[0]):
        row = (top + r) & (TILE - 1)
        c = 0
        while c < width:
            # A piece as long as the tile goes on.
            begin = (left + c) & (TILE - 1)
            count = min(width - c, TILE - begin)
            line = pixels[r, c : c + count]
            phase1 = first[row, begin : begin + count]
            phase2 = second[row, begin : begin + count]
            for k in range(count):
                line[k] = _moved(
                    line[k], np.int32(phase1[k]), np.int32(phase2[k]), t1, t2, t3, glints, surfs
                )
            c += count
