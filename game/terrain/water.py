"""Water that moves: a glint that travels over sea, lakes and rivers, and surf that runs ashore.

A chunk's picture tells in the unused byte of each pixel where water is and how far the shore is. It
comes along through every blit and every scaling, so the moving water always lies where the water
does, without a second picture of the land.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numba import types

import worldgen
from game.camera import View, level_of_detail
from worldgen.kernels.decorators import device, kernel

DRY: Final = 0
"""Code of a sample that does not move."""

CALM: Final = 255
"""Code of lakes and rivers."""

_PER_SAMPLE: Final = 4
_FARTHEST_CODE: Final = 160
"""The sea's code grows from 1 at the shore by so much a sample, up to this."""

_SURF_CODES: Final = 96
"""Surf is where the sea's code is less than this."""

_PIECE: Final = 64
"""Pixels that are searched for a shore at once."""

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


class WaterMotion(NamedTuple):
    """How the water of a view moves at one moment."""

    left: int
    """Where the view begins in the tile, in pixels."""
    top: int
    waves: np.ndarray
    """int8 (TILE, TILE): how far crests lighten and troughs darken."""
    first: np.ndarray
    """uint8 (TILE, TILE), read-only: the phases of the two waves."""
    second: np.ndarray
    turn: int
    """Of the first wave, in 256 parts."""
    surf_turn: int
    surf: int
    """How strongly surf shows, 0..255."""


class RepeatingSource(NamedTuple):
    """Pixels that repeat in both directions, and where a copy of them begins."""

    pixels: np.ndarray
    """uint32 (height, width)."""
    x: int
    y: int
    around_x: int
    """Pixels after which columns repeat; those beyond are not used."""
    around_y: int


class Water:
    """The motion of water, and the tiles it needs."""

    def __init__(self) -> None:
        self._phases = (_phases(7, 23, 1), _phases(-4, 27, 2))
        self._waves = np.zeros((TILE, TILE), dtype=np.int8)
        self._waves_of: tuple[int, ...] = ()

    @property
    def awaited(self) -> bool:
        """Whether the kernel of the waves is still to be compiled."""
        return _make_waves.awaited

    def motion(self, view: View, seconds: float) -> WaterMotion:
        """Return how the water of a view moves, as kernels take it."""
        lod = level_of_detail(view.zoom)[0]
        glint, surf = _GLINT.get(lod, 0), _SURF.get(lod, 0)
        turns = [int(256 * (rate * seconds % 1.0)) for rate in (*_GLINT_TURNS, _SURF_TURNS)]
        waves_of = (glint, *turns[:2])
        if waves_of != self._waves_of:
            self._waves_of = waves_of
            _make_waves(*self._phases, turns[0], turns[1], glint, self._waves)
        left, top = view.left % TILE, view.top % TILE
        return WaterMotion(left, top, self._waves, *self._phases, turns[0], turns[2], surf)


def moves_at(zoom: int) -> bool:
    """Return whether water moves at all, seen from so far away."""
    lod = level_of_detail(zoom)[0]
    return lod in _GLINT or lod in _SURF


@cache
def _phases(waves_x: int, waves_y: int, grain: int) -> np.ndarray:
    """Return the phase of a wave over a tile that repeats, bent as wind bends it: uint8."""
    turns = 2.0 * np.pi * np.arange(TILE) / TILE
    x, y = turns[None, :], turns[:, None]
    phase = (waves_x * x + waves_y * y) / (2.0 * np.pi)
    for number in range(1, 13):
        bits = grain * 7919 + number * 104729
        along, down = 1 + bits % 5, bits // 5 % 9 - 4
        phase = phase + 0.21 * np.sin(along * x + down * y + bits % 97) / np.sqrt(along)
    tile = (np.floor(256.0 * phase) % 256.0).astype(np.uint8)
    tile.flags.writeable = False
    return tile


@device(inline="source")
def _triangle(phase):  # type: ignore[no-untyped-def]
    """Return a triangle wave of a phase: 0..128."""
    part = np.int32(np.int32(phase & np.int32(255)) - np.int32(128))
    return np.int32(max(part, np.int32(-part)))


@device(inline="source")
def _mixed(pixel, share, rest):  # type: ignore[no-untyped-def]
    """Return so much of the colour of foam, and so much of a pixel, in 256 parts."""
    red_blue = np.uint32(np.uint32(pixel & np.uint32(0xFF00FF)) * rest)
    red_blue = np.uint32(red_blue + np.uint32(np.uint32(0xE600F4) * share))
    green = np.uint32(np.uint32(np.uint32(pixel >> np.uint32(8)) & np.uint32(0xFF)) * rest)
    green = np.uint32(green + np.uint32(np.uint32(0xF0) * share))
    return np.uint32(
        np.uint32(np.uint32(red_blue >> np.uint32(8)) & np.uint32(0xFF00FF))
        | np.uint32(green & np.uint32(0xFF00))
    )


@device(inline="source")
def _glinting(pixel, wave):  # type: ignore[no-untyped-def]
    """Return a pixel lightened by a crest or darkened by a trough."""
    share = np.uint32(max(wave, np.int32(0)))
    return _mixed(pixel, share, np.uint32(np.int32(256) - np.int32(abs(wave))))


@device(inline="source")
def _foaming(pixel, wave, foam):  # type: ignore[no-untyped-def]
    """Return a pixel with foam upon crest or trough."""
    zero = np.int32(0)
    light = np.int32(min(np.int32(max(wave, zero) + foam), np.int32(200)))
    dark = np.int32(max(np.int32(-wave), zero))
    return _mixed(pixel, np.uint32(light), np.uint32(np.int32(np.int32(256) - light) - dark))


_TILE_TYPE = types.Array(types.uint8, 2, "C", readonly=True)
MOTION_TYPE: Final = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        types.int64, types.int64, types.int8[:, ::1], _TILE_TYPE, _TILE_TYPE,
        types.int64, types.int64, types.int64,
    ),
    WaterMotion,
)  # fmt: skip
SOURCE_TYPE: Final = types.NamedTuple(  # type: ignore[no-untyped-call]
    (types.uint32[:, ::1], *(types.int64,) * 4), RepeatingSource
)


@kernel(
    types.void(_TILE_TYPE, _TILE_TYPE, types.int64, types.int64, types.int64, types.int8[:, ::1]),
    brief=True,
)
def _make_waves(first, second, turn1, turn2, glint, out):  # type: ignore[no-untyped-def]
    """Fill a tile with how far crests lighten (above 0) and troughs darken (below 0) the water."""
    t1, t2, glints, zero = np.int32(turn1), np.int32(turn2), np.int32(glint), np.int32(0)
    for r in range(TILE):
        phase1, phase2, row = first[r], second[r], out[r]
        for k in range(TILE):
            wave = np.int32(_triangle(np.int32(phase1[k] + t1)) - np.int32(64))
            wave = np.int32(wave + np.int32(_triangle(np.int32(phase2[k] + t2)) - np.int32(64)))
            crest = np.int32(max(np.int32(wave - np.int32(56)), zero))
            trough = np.int32(max(np.int32(np.int32(-40) - wave), zero))
            light = np.int32(np.int32(crest * glints) >> np.int32(5))
            row[k] = np.int8(light - np.int32(np.int32(trough * glints) >> np.int32(7)))


@device(inline="source")
def _add_surf(source, target, waves, phase1, phase2, t1, t3, surfs):  # type: ignore[no-untyped-def]
    """Draw a piece of a row anew, with lines that run toward the shore and break up along it."""
    zero = np.int32(0)
    for k in range(len(source)):
        pixel = source[k]
        code = np.int32(pixel >> np.uint32(24))
        away = np.int32(max(np.int32(np.int32(_SURF_CODES) - code), zero))
        shift = np.int32(t3 + np.int32(_triangle(np.int32(phase2[k])) >> np.int32(1)))
        phase = np.int32(np.int32(code * np.int32(5)) + shift)
        first = np.int32(_triangle(np.int32(phase1[k] + t1)) - np.int32(64))
        line = np.int32(_triangle(phase) + np.int32(first >> np.int32(2)))
        foam = np.int32(max(np.int32(line - np.int32(92)), zero))
        foam = np.int32(np.int32(np.int32(foam * away) >> np.int32(4)) * surfs) >> np.int32(8)
        wet = np.int32(-1) if code > zero else zero
        target[k] = _foaming(pixel, np.int32(np.int32(waves[k]) & wet), np.int32(foam & wet))


@device()
def blit_water(  # type: ignore[no-untyped-def]
    target, to_x, to_y, width, height, source, motion
):
    """Copy rows of pixels and let their water glint, 32 bits at a time; then add surf near shores.

    Both in the same piece of a row, while the processor still has it at hand.
    """
    t1, t3, surfs = np.int32(motion.turn), np.int32(motion.surf_turn), np.int32(motion.surf)
    left, top = motion.left + to_x, motion.top + to_y
    waves, first, second = motion.waves, motion.first, motion.second
    from_x, around_x = source.x, source.around_x
    for r in range(height):
        row = (top + r) & (TILE - 1)
        source_row = source.pixels[(source.y + r) % source.around_y]
        target_row = target[to_y + r, to_x : to_x + width]
        c = 0
        while c < width:
            # A piece as long as both the tile and the source go on.
            begin = (left + c) & (TILE - 1)
            at = (from_x + c) % around_x
            count = min(width - c, TILE - begin, around_x - at)
            end = begin + count
            pixels = source_row[at : at + count]
            laid = target_row[c : c + count]
            wave = waves[row, begin:end]
            near = np.uint32(0xFFFFFFFF)
            for k in range(count):
                near = min(near, np.uint32(pixels[k] - np.uint32(1 << 24)))
                wet = np.int32(-1) if pixels[k] >= np.uint32(1 << 24) else np.int32(0)
                laid[k] = _glinting(pixels[k], np.int32(np.int32(wave[k]) & wet))
            near_shore = near < np.uint32((_SURF_CODES - 1) << 24)
            c += count
            k = 0 if motion.surf > 0 and near_shore else count
            while k < count:
                stop = min(k + _PIECE, count)
                if _shore_within(pixels[k:stop]):
                    _add_surf(
                        pixels[k:stop], laid[k:stop], wave[k:stop],
                        first[row, begin + k : begin + stop],
                        second[row, begin + k : begin + stop], t1, t3, surfs,
                    )  # fmt: skip
                k = stop


@device(inline="source")
def _shore_within(pixels):  # type: ignore[no-untyped-def]
    """Return whether any pixel is of sea that is near enough to the shore for surf."""
    near = np.uint32(0xFFFFFFFF)
    for k in range(len(pixels)):
        near = min(near, np.uint32(pixels[k] - np.uint32(1 << 24)))
    return near < np.uint32((_SURF_CODES - 1) << 24)
