"""How trees, rocks and the rest are modelled: from back to front, in sizes a quarter apart.

A model draws shapes with a modeller; the same random choices give the same shape at every size.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from game.sprites import tree_models as trees
from game.sprites.foliage import draw_splats, source
from game.sprites.modeller import Colour, SpriteModeller
from game.sprites.tree_models import darker, tinted
from worldgen.growth import Growth

Model = Callable[[SpriteModeller, Random, int], None]
Bounds = tuple[float, float, float, float]


def _cactus(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    size = random.uniform(0.8, 1.25)
    colour = tinted(random, (98.0, 130.0, 80.0), 0.08)
    draw = source(random)
    for side, low, high in ((-1.0, -0.70, -1.30), (1.0, -0.95, -1.65)):
        if random.random() < 0.75:
            low, high = low + random.uniform(-0.15, 0.2), high + random.uniform(-0.2, 0.2)
            elbow = (0.46 * side * size, (low - 0.04) * size)
            arm = [(0.0, low * size), elbow, (0.50 * side * size, high * size)]
            sprite.limb(arm, 0.28 * size, 0.24 * size, colour)
            _ribs(sprite, draw, elbow[0], elbow[1], high * size, 0.20 * size, colour)
    tall = random.uniform(1.7, 2.1) * size
    sprite.limb([(0.0, 0.0), (0.0, -tall)], 0.44 * size, 0.36 * size, colour)
    _ribs(sprite, draw, 0.0, 0.0, -tall, 0.34 * size, colour)


def _ribs(
    sprite: SpriteModeller,
    draw: np.random.RandomState,
    x: float,
    bottom: float,
    top: float,
    width: float,
    colour: Colour,
) -> None:
    """Draw furrows and rows of thorns along a stem."""
    rows = max(3, int((bottom - top) / 0.09))
    down = np.linspace(top, bottom - 0.04, rows)
    for place in (-0.36, -0.12, 0.12, 0.36):
        at = x + width * place + 0.01 * draw.normal(size=rows)
        light = 0.86 - 0.55 * place + 0.10 * draw.normal(size=rows)
        draw_splats(
            sprite, at + 0.035, down, np.full(rows, 0.06), np.full(rows, 0.022),
            np.full(rows, 0.5 * np.pi), light - 0.18, colour,
        )  # fmt: skip
        draw_splats(
            sprite, at, down, np.full(rows, 0.028), np.full(rows, 0.022),
            np.zeros(rows), light + 0.26, colour,
        )  # fmt: skip


def _stone(sprite: SpriteModeller, random: Random, colour: Colour, top: Colour | None) -> None:
    size = random.uniform(0.55, 1.05)
    count = random.choice((6, 7, 8))
    sides = [
        ((number + random.uniform(-0.28, 0.28)) / count, random.uniform(0.72, 1.0))
        for number in range(count)
    ]
    if random.random() < 0.5:
        side = random.choice((-1.0, 1.0))
        sprite.facets(0.62 * side * size, -0.12, 0.42 * size, sides[::-1], colour, top)
    sprite.facets(0.0, -0.42 * size, 0.74 * size, sides, colour, top)


_STONE: Final = (156.0, 148.0, 138.0)


def _rock(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    _stone(sprite, random, tinted(random, _STONE, 0.07), None)


def _snowy_rock(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    _stone(sprite, random, tinted(random, (148.0, 146.0, 148.0), 0.05), (222.0, 229.0, 238.0))


def _reeds(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    colour = tinted(random, (126.0, 146.0, 78.0), 0.10)
    for number in range(9):
        x = (number - 4) * 0.13 + random.uniform(-0.05, 0.05)
        lean, height = random.uniform(-0.22, 0.22), random.uniform(0.8, 1.5)
        stalk = [(x, 0.0), (x + 0.3 * lean, -0.5 * height), (x + lean, -height)]
        sprite.limb(stalk, 0.10, 0.05, darker(colour, random.uniform(0.8, 1.15)))
        if number % 3 == 1:
            head = [(x + 0.85 * lean, -0.86 * height), (x + lean, -1.02 * height)]
            sprite.limb(head, 0.13, 0.12, (112.0, 78.0, 48.0))


def _blades(sprite: SpriteModeller, random: Random, colour: Colour) -> None:
    for number in range(7):
        x = (number - 3) * 0.08
        lean = (number - 3) * 0.09 + random.uniform(-0.08, 0.08)
        height = random.uniform(0.32, 0.62)
        sprite.limb([(x, 0.0), (x + lean, -height)], 0.10, 0.04, colour)


def _tuft(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    _blades(sprite, random, tinted(random, (126.0, 150.0, 76.0), 0.12))


_PETALS: Final = (
    (232.0, 92.0, 84.0),
    (246.0, 214.0, 92.0),
    (240.0, 240.0, 236.0),
    (178.0, 128.0, 214.0),
    (244.0, 158.0, 84.0),
    (120.0, 150.0, 230.0),
)


def _flowers(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    _blades(sprite, random, (104.0, 142.0, 70.0))
    colour = random.choice(_PETALS)
    for _ in range(6):
        x, y = random.uniform(-0.5, 0.5), -random.uniform(0.1, 0.62)
        sprite.ball(x, y, 0.13, 0.12, colour)
        sprite.ball(x, y, 0.05, 0.05, (250.0, 226.0, 120.0))


def _pebbles(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    for _ in range(random.choice((2, 3, 4))):
        x, y = random.uniform(-0.45, 0.45), random.uniform(-0.3, 0.1)
        r = random.uniform(0.10, 0.21)
        sprite.ball(x, y, r, 0.78 * r, darker(tinted(random, _STONE, 0.10), 0.88))


def _fern(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    colour = tinted(random, (100.0, 146.0, 72.0), 0.10)
    draw = source(random)
    fronds = random.choice((6, 7, 8))
    for number in range(fronds):
        # From the back to the front, so that the near ones lie over the others.
        turn = np.pi * (number + 0.5 + random.uniform(-0.3, 0.3)) / fronds
        side, length = np.cos(turn + np.pi), random.uniform(0.62, 0.95)
        along = np.linspace(0.12, 1.0, 12)
        x = side * length * along
        y = -0.16 - 0.62 * length * along * (1.25 - along) * (1.5 - abs(side)) + 0.05 * along
        width = 0.15 * (1.1 - along)
        light = 0.88 - 0.26 * side + 0.08 * draw.normal(size=len(along))
        for edge in (-1.0, 1.0):
            draw_splats(
                sprite, x + 0.25 * edge * width, y + 0.5 * edge * width, width + 0.02,
                np.full(len(along), 0.035), np.full(len(along), 0.5 + 0.7 * edge),
                light - 0.12 * edge, colour,
            )  # fmt: skip


_WOOD: Final = (128.0, 100.0, 70.0)


def _stump(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    size = random.uniform(0.8, 1.15)
    bark = tinted(random, (96.0, 76.0, 58.0), 0.08)
    for side in (-1.0, 0.3, 1.0):
        root = [(0.0, -0.12 * size), (0.46 * side * size, 0.06 * size)]
        sprite.limb(root, 0.24 * size, 0.08 * size, darker(bark, 0.9 - 0.1 * side))
    sprite.limb([(0.0, -0.04), (0.0, -0.44 * size)], 0.62 * size, 0.54 * size, bark)
    sprite.ball(0.0, -0.48 * size, 0.29 * size, 0.19 * size, tinted(random, (172.0, 152.0, 120.0)))
    sprite.ball(0.02, -0.47 * size, 0.13 * size, 0.08 * size, _WOOD)


def _driftwood(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    colour = tinted(random, (164.0, 150.0, 130.0), 0.06)
    length, rise = random.uniform(0.75, 1.1), random.uniform(-0.22, 0.22)
    bend = random.uniform(-0.14, 0.14)
    log = [(-length, -0.12 - rise), (0.0, -0.15 + bend), (length, -0.12 + rise)]
    for _ in range(2):
        x = random.uniform(-0.5, 0.5) * length
        branch = [(x, -0.14), (x + random.uniform(-0.4, 0.4), -random.uniform(0.35, 0.6))]
        sprite.limb(branch, 0.11, 0.05, darker(colour, 0.9))
    sprite.limb(log, 0.30, 0.14, colour)


_SMALL: Final = (-1.3, -1.9, 1.3, 0.4)
MODELS: Final[dict[Growth, tuple[Bounds, Model]]] = {
    Growth.BROADLEAF: ((-2.5, -3.9, 2.5, 0.4), trees.broadleaf),
    Growth.CONIFER: ((-1.8, -5.2, 1.8, 0.5), trees.conifer),
    Growth.SNOWY_CONIFER: ((-1.8, -5.2, 1.8, 0.5), trees.snowy_conifer),
    Growth.JUNGLE_TREE: ((-3.1, -4.6, 3.1, 0.4), trees.jungle_tree),
    Growth.PALM: ((-3.0, -4.6, 3.0, 0.4), trees.palm),
    Growth.ACACIA: ((-2.3, -3.3, 2.3, 0.4), trees.acacia),
    Growth.BUSH: (_SMALL, trees.bush),
    Growth.DRY_BUSH: (_SMALL, trees.dry_bush),
    Growth.CACTUS: ((-1.0, -2.9, 1.0, 0.3), _cactus),
    Growth.ROCK: ((-1.4, -1.4, 1.4, 0.5), _rock),
    Growth.SNOWY_ROCK: ((-1.4, -1.4, 1.4, 0.5), _snowy_rock),
    Growth.REEDS: (_SMALL, _reeds),
    Growth.TUFT: ((-0.9, -0.9, 0.9, 0.2), _tuft),
    Growth.FLOWERS: ((-0.9, -0.9, 0.9, 0.2), _flowers),
    Growth.PEBBLES: ((-0.8, -0.7, 0.8, 0.4), _pebbles),
    Growth.FERN: (_SMALL, _fern),
    Growth.STUMP: ((-0.9, -1.0, 0.9, 0.4), _stump),
    Growth.DRIFTWOOD: ((-1.5, -1.0, 1.5, 0.5), _driftwood),
}
"""What is in reach of each kind, in cells from the foot, and how it is modelled."""

SHADOWS: Final[dict[Growth, tuple[float, float, float]]] = {
    Growth.BROADLEAF: (1.25, 3.0, 0.38),
    Growth.CONIFER: (0.95, 3.4, 0.38),
    Growth.SNOWY_CONIFER: (0.95, 3.4, 0.31),
    Growth.JUNGLE_TREE: (1.65, 3.2, 0.39),
    Growth.PALM: (1.10, 2.8, 0.30),
    Growth.ACACIA: (1.45, 2.2, 0.31),
    Growth.BUSH: (0.70, 0.7, 0.33),
    Growth.DRY_BUSH: (0.55, 0.6, 0.21),
    Growth.CACTUS: (0.42, 1.7, 0.30),
    Growth.ROCK: (0.80, 0.8, 0.34),
    Growth.SNOWY_ROCK: (0.80, 0.8, 0.28),
    Growth.REEDS: (0.50, 0.5, 0.16),
    Growth.TUFT: (0.32, 0.3, 0.18),
    Growth.FLOWERS: (0.36, 0.3, 0.18),
    Growth.PEBBLES: (0.40, 0.2, 0.21),
    Growth.FERN: (0.55, 0.4, 0.26),
    Growth.STUMP: (0.42, 0.5, 0.32),
    Growth.DRIFTWOOD: (0.80, 0.25, 0.28),
}
"""Radius and height of what casts the shadow, in cells, and how dark it is at most."""
