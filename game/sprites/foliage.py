"""Leaves, needles and fronds as many small splats of colour, the dark ones first.

Crowns of a few hundred splats have no smooth outline and no gloss: what is seen is the light on
the leaves. Lengths are in cells, as in the modeller.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from game.sprites.modeller import Colour, SpriteModeller

_GOLDEN_TURN: Final = 2.399963
_LIGHT: Final = (-0.55, -0.62)
"""Where in the picture the light comes from."""

_WARMTH: Final = np.array((0.16, 0.04, -0.20))
"""How lit leaves differ in colour from those in the shade."""

_SNOW: Final = np.array((226.0, 234.0, 244.0))


@dataclass(frozen=True)
class Crown:
    """How a crown of leaves is heaped."""

    rx: float
    ry: float
    clumps: int
    leaves: int
    """Splats in a clump."""
    leaf: float
    """Half the length of a splat."""
    colour: Colour
    ragged: float = 0.16
    """How far clumps stray from an even heap."""
    contrast: float = 1.0


def source(random: Random) -> np.random.RandomState:
    """Return a source of whole arrays that goes on from one of single numbers."""
    return np.random.RandomState(random.getrandbits(32))


def draw_crown(
    sprite: SpriteModeller, draw: np.random.RandomState, x: float, y: float, crown: Crown
) -> None:
    """Draw a crown with its middle at a place: a dark heart, then clump on clump of leaves."""
    _draw_heart(sprite, draw, x, y, crown)
    count = crown.clumps
    number = np.arange(count)
    away = np.sqrt((number + 0.45) / count) * 0.80
    turn = number * _GOLDEN_TURN + draw.uniform(0.0, 2.0 * np.pi)
    stray = crown.ragged * np.clip(draw.normal(size=(2, count)), -1.2, 1.2)
    across, down = away * np.cos(turn) + stray[0], away * np.sin(turn) + stray[1]
    radius = (0.50 - 0.16 * away) * draw.uniform(0.72, 1.28, count) * (9.0 / count) ** 0.4
    # The far side of the crown first, then what bulges towards us.
    for at in np.argsort(down - 0.7 * (1.0 - away)):
        light = 0.42 * (_LIGHT[0] * across[at] + _LIGHT[1] * down[at]) + 0.10 * (0.5 - away[at])
        _lay_clump(
            sprite, draw,
            (x + crown.rx * across[at], y + crown.ry * down[at]),
            (crown.rx * radius[at], crown.ry * radius[at]),
            light + 0.05 * draw.normal(), crown,
        )  # fmt: skip


def _draw_heart(
    sprite: SpriteModeller, draw: np.random.RandomState, x: float, y: float, crown: Crown
) -> None:
    """Fill the crown with leaves in the shade, so that no gap lets the ground through."""
    count = 14 + 3 * crown.clumps
    away = np.sqrt(draw.uniform(0.0, 0.62, count))
    turn = draw.uniform(0.0, 2.0 * np.pi, count)
    down = away * np.sin(turn)
    order = np.argsort(down)
    tone = 0.60 - 0.14 * down + 0.07 * draw.normal(size=count)
    size = 1.7 * crown.leaf * draw.uniform(0.8, 1.3, count)
    draw_splats(
        sprite, (x + crown.rx * away * np.cos(turn))[order], y + 0.05 + crown.ry * down[order],
        size, 0.8 * size, draw.uniform(0.0, np.pi, count), tone[order], crown.colour,
    )  # fmt: skip


def _lay_clump(
    sprite: SpriteModeller,
    draw: np.random.RandomState,
    middle: tuple[float, float],
    radius: tuple[float, float],
    light: float,
    crown: Crown,
) -> None:
    count = crown.leaves
    away = np.sqrt(draw.uniform(0.0, 1.12, count))
    turn = draw.uniform(0.0, 2.0 * np.pi, count)
    across, down = away * np.cos(turn), away * np.sin(turn)
    facing = _LIGHT[0] * across + _LIGHT[1] * down
    tone = light + 0.30 * facing + 0.09 * draw.normal(size=count)
    order = np.argsort(tone + 0.16 * draw.normal(size=count))
    size = crown.leaf * draw.uniform(0.7, 1.3, count)
    draw_splats(
        sprite,
        (middle[0] + radius[0] * across)[order],
        (middle[1] + radius[1] * down)[order],
        size, 0.62 * size, draw.uniform(0.0, np.pi, count),
        0.94 + crown.contrast * tone[order], crown.colour,
    )  # fmt: skip


def draw_splats(
    sprite: SpriteModeller,
    x: np.ndarray,
    y: np.ndarray,
    long: np.ndarray,
    short: np.ndarray,
    turn: np.ndarray,
    tone: np.ndarray,
    colour: Colour,
) -> None:
    """Draw splats one after another: half axes, direction in radians, and how bright each is."""
    shade = np.clip(tone, 0.30, 1.55)[:, None]
    colours = np.asarray(colour) * shade * (1.0 + (shade - 0.9) * _WARMTH)
    sprite.splats(_table(x, y, long, short, turn, np.clip(colours, 0.0, 255.0)))


def draw_snow(
    sprite: SpriteModeller,
    x: np.ndarray,
    y: np.ndarray,
    long: np.ndarray,
    turn: np.ndarray,
    tone: np.ndarray,
) -> None:
    """Draw splats of snow."""
    colours = np.minimum(_SNOW * np.clip(tone, 0.62, 1.05)[:, None], 255.0)
    sprite.splats(_table(x, y, long, 0.55 * long, turn, colours))


def _table(
    x: np.ndarray,
    y: np.ndarray,
    long: np.ndarray,
    short: np.ndarray,
    turn: np.ndarray,
    colours: np.ndarray,
) -> np.ndarray:
    return np.column_stack([x, y, long, short, np.cos(turn), np.sin(turn), colours])
