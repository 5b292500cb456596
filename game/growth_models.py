"""How trees, rocks and the rest are modelled: from back to front, in sizes a quarter apart.

A model lays shapes on clay; the same random choices give the same shape at every size.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from game.clay import Clay, Colour
from worldgen.decoration import Growth

Model = Callable[[Clay, Random], None]
Bounds = tuple[float, float, float, float]


def _tint(random: Random, colour: Colour, spread: float = 0.10) -> Colour:
    warm = 1.0 + spread * random.uniform(-1.0, 1.0)
    bright = 1.0 + spread * random.uniform(-1.0, 1.0)
    return colour[0] * bright * warm, colour[1] * bright, colour[2] * bright / warm


def _crown(
    clay: Clay,
    random: Random,
    middle: tuple[float, float],
    spread: tuple[float, float],
    radius: float,
    count: int,
    colour: Colour,
) -> None:
    """Heap balls of leaves, the farther and higher ones first, the lower ones darker."""
    balls = []
    for number in range(count):
        turn = (number + random.uniform(-0.3, 0.3)) / count
        away = 1.0 if number else 0.0
        x = middle[0] + away * spread[0] * np.cos(2 * np.pi * turn)
        y = middle[1] + away * spread[1] * np.sin(2 * np.pi * turn)
        balls.append((y, x, radius * random.uniform(0.82, 1.12)))
    # A dark heart, so that no gap between balls lets the ground through.
    clay.ball(*middle, spread[0] + 0.5 * radius, spread[1] + 0.5 * radius, _darker(colour, 0.62))
    lowest = max(y for y, _, _ in balls)
    highest = min(y for y, _, _ in balls) - 1e-6
    for y, x, r in sorted(balls):
        light = 1.10 - 0.30 * (y - highest) / (lowest - highest + 1e-6)
        clay.ball(x, y, r, 0.92 * r, _darker(colour, light), rough=0.45)


def _darker(colour: Colour, share: float) -> Colour:
    return colour[0] * share, colour[1] * share, colour[2] * share


_BARK: Final = (104.0, 78.0, 54.0)


def _broadleaf(clay: Clay, random: Random) -> None:
    size = random.uniform(0.84, 1.14)
    lean = random.uniform(-0.12, 0.12)
    clay.limb([(0.0, 0.0), (lean, -1.3 * size)], 0.34 * size, 0.22 * size, _BARK)
    colour = _tint(random, (88.0, 138.0, 66.0), 0.14)
    _crown(clay, random, (lean, -2.05 * size), (0.72 * size, 0.52 * size), 0.74 * size, 7, colour)


def _jungle_tree(clay: Clay, random: Random) -> None:
    size = random.uniform(0.86, 1.14)
    lean = random.uniform(-0.2, 0.2)
    clay.limb([(0.0, 0.0), (lean, -2.0 * size)], 0.40 * size, 0.24 * size, (112.0, 92.0, 72.0))
    colour = _tint(random, (58.0, 122.0, 58.0), 0.12)
    _crown(clay, random, (lean, -2.6 * size), (1.05 * size, 0.50 * size), 0.80 * size, 9, colour)


def _conifer_of(clay: Clay, random: Random, snow: float) -> None:
    size = random.uniform(0.80, 1.16)
    slender = random.uniform(0.82, 1.08)
    clay.limb([(0.0, 0.0), (0.0, -0.7 * size)], 0.26 * size, 0.22 * size, (92.0, 70.0, 52.0))
    colour = _tint(random, (66.0, 116.0, 84.0), 0.12)
    tiers = 4
    for tier in range(tiers):
        part = tier / (tiers - 1)
        bottom = -0.42 * size - 2.35 * size * part
        top = bottom - size * (1.55 - 0.45 * part)
        width = slender * size * (1.06 - 0.62 * part)
        clay.cone(top, bottom, width, _darker(colour, 0.88 + 0.2 * part), snow)


def _conifer(clay: Clay, random: Random) -> None:
    _conifer_of(clay, random, 0.0)


def _snowy_conifer(clay: Clay, random: Random) -> None:
    _conifer_of(clay, random, random.uniform(0.55, 0.8))


def _palm(clay: Clay, random: Random) -> None:
    size = random.uniform(0.84, 1.16)
    lean = random.choice((-1.0, 1.0)) * random.uniform(0.25, 0.85)
    trunk = [(lean * part * part, -2.7 * size * part) for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
    clay.limb(trunk, 0.30 * size, 0.17 * size, (150.0, 122.0, 86.0))
    head = trunk[-1]
    colour = _tint(random, (84.0, 142.0, 60.0), 0.10)
    turns = [(number + random.uniform(-0.25, 0.25)) / 9 for number in range(9)]
    # Fronds that point up the picture lie behind those that hang towards us.
    for turn in sorted(turns, key=lambda turn: np.sin(2 * np.pi * turn)):
        reach_x = 1.30 * size * float(np.cos(2 * np.pi * turn))
        reach_y = 0.62 * size * float(np.sin(2 * np.pi * turn))
        points = [
            (
                head[0] + reach_x * part,
                head[1] + reach_y * part - 0.62 * size * part + 1.05 * size * part * part,
            )
            for part in (0.0, 0.33, 0.66, 1.0)
        ]
        light = 0.92 - 0.22 * np.cos(2 * np.pi * turn) + 0.10 * np.sin(2 * np.pi * turn)
        clay.limb(points, 0.34 * size, 0.06 * size, _darker(colour, light))
    clay.ball(*head, 0.16 * size, 0.15 * size, (120.0, 90.0, 52.0))


def _acacia(clay: Clay, random: Random) -> None:
    size = random.uniform(0.85, 1.18)
    bark = (112.0, 88.0, 62.0)
    for side in (-1.0, 1.0):
        fork = [(0.0, 0.0), (0.06 * side, -0.8 * size), (0.62 * side * size, -1.75 * size)]
        clay.limb(fork, 0.24 * size, 0.11 * size, bark)
    colour = _tint(random, (122.0, 132.0, 62.0), 0.10)
    for x, y, rx in ((-0.55, -1.78, 0.98), (0.68, -1.86, 0.92), (0.05, -2.08, 1.12)):
        shifted = x + random.uniform(-0.12, 0.12)
        clay.ball(shifted * size, y * size, rx * size, 0.42 * size, colour, rough=0.45)


def _bush(clay: Clay, random: Random) -> None:
    size = random.uniform(0.8, 1.2)
    colour = _tint(random, (88.0, 124.0, 62.0), 0.14)
    for x, y, r in ((-0.30, -0.42, 0.44), (0.30, -0.40, 0.42), (0.0, -0.30, 0.50)):
        clay.ball(x * size, y * size, r * size, 0.84 * r * size, colour, rough=0.45)


def _dry_bush(clay: Clay, random: Random) -> None:
    size = random.uniform(0.8, 1.2)
    twig = (120.0, 96.0, 62.0)
    for number in range(7):
        lean = (number - 3) * 0.17 + random.uniform(-0.06, 0.06)
        tip = (lean * 1.6 * size, -random.uniform(0.55, 0.95) * size)
        clay.limb([(lean * 0.3, 0.0), tip], 0.10 * size, 0.04 * size, twig)
    colour = _tint(random, (158.0, 148.0, 88.0), 0.10)
    for x, y in ((-0.34, -0.62), (0.32, -0.58), (0.0, -0.76)):
        clay.ball(x * size, y * size, 0.27 * size, 0.20 * size, colour, rough=0.8)


def _cactus(clay: Clay, random: Random) -> None:
    size = random.uniform(0.8, 1.25)
    colour = _tint(random, (92.0, 136.0, 78.0), 0.08)
    for side, low, high in ((-1.0, -0.75, -1.35), (1.0, -1.0, -1.7)):
        if random.random() < 0.8:
            arm = [
                (0.0, low * size),
                (0.46 * side * size, (low - 0.06) * size),
                (0.50 * side * size, high * size),
            ]
            clay.limb(arm, 0.27 * size, 0.24 * size, colour)
    clay.limb([(0.0, 0.0), (0.0, -1.95 * size)], 0.42 * size, 0.36 * size, colour)
    for x in (-0.09, 0.05):
        rib = [(x * size, -0.1), (x * size, -1.9 * size)]
        clay.limb(rib, 0.05 * size, 0.05 * size, _darker(colour, 0.82))


def _stone(clay: Clay, random: Random, colour: Colour, top: Colour | None) -> None:
    size = random.uniform(0.55, 1.05)
    count = random.choice((6, 7, 8))
    sides = [
        ((number + random.uniform(-0.28, 0.28)) / count, random.uniform(0.72, 1.0))
        for number in range(count)
    ]
    if random.random() < 0.5:
        side = random.choice((-1.0, 1.0))
        clay.facets(0.62 * side * size, -0.12, 0.42 * size, sides[::-1], colour, top)
    clay.facets(0.0, -0.42 * size, 0.74 * size, sides, colour, top)


_STONE: Final = (172.0, 164.0, 154.0)


def _rock(clay: Clay, random: Random) -> None:
    _stone(clay, random, _tint(random, _STONE, 0.07), None)


def _snowy_rock(clay: Clay, random: Random) -> None:
    _stone(clay, random, _tint(random, (128.0, 126.0, 128.0), 0.05), (238.0, 243.0, 250.0))


def _reeds(clay: Clay, random: Random) -> None:
    colour = _tint(random, (126.0, 146.0, 78.0), 0.10)
    for number in range(9):
        x = (number - 4) * 0.13 + random.uniform(-0.05, 0.05)
        lean, height = random.uniform(-0.22, 0.22), random.uniform(0.8, 1.5)
        stalk = [(x, 0.0), (x + 0.3 * lean, -0.5 * height), (x + lean, -height)]
        clay.limb(stalk, 0.10, 0.05, _darker(colour, random.uniform(0.8, 1.15)))
        if number % 3 == 1:
            head = [(x + 0.85 * lean, -0.86 * height), (x + lean, -1.02 * height)]
            clay.limb(head, 0.13, 0.12, (112.0, 78.0, 48.0))


def _blades(clay: Clay, random: Random, colour: Colour) -> None:
    for number in range(7):
        x = (number - 3) * 0.08
        lean = (number - 3) * 0.09 + random.uniform(-0.08, 0.08)
        height = random.uniform(0.32, 0.62)
        clay.limb([(x, 0.0), (x + lean, -height)], 0.10, 0.04, colour)


def _tuft(clay: Clay, random: Random) -> None:
    _blades(clay, random, _tint(random, (126.0, 150.0, 76.0), 0.12))


_PETALS: Final = (
    (232.0, 92.0, 84.0),
    (246.0, 214.0, 92.0),
    (240.0, 240.0, 236.0),
    (178.0, 128.0, 214.0),
    (244.0, 158.0, 84.0),
    (120.0, 150.0, 230.0),
)


def _flowers(clay: Clay, random: Random) -> None:
    _blades(clay, random, (104.0, 142.0, 70.0))
    colour = random.choice(_PETALS)
    for _ in range(6):
        x, y = random.uniform(-0.5, 0.5), -random.uniform(0.1, 0.62)
        clay.ball(x, y, 0.13, 0.12, colour)
        clay.ball(x, y, 0.05, 0.05, (250.0, 226.0, 120.0))


def _pebbles(clay: Clay, random: Random) -> None:
    for _ in range(random.choice((2, 3, 4))):
        x, y = random.uniform(-0.45, 0.45), random.uniform(-0.3, 0.1)
        r = random.uniform(0.10, 0.21)
        clay.ball(x, y, r, 0.78 * r, _tint(random, _STONE, 0.10))


_SMALL: Final = (-1.1, -1.9, 1.1, 0.4)
MODELS: Final[dict[Growth, tuple[Bounds, Model]]] = {
    Growth.BROADLEAF: ((-1.9, -4.0, 1.9, 0.3), _broadleaf),
    Growth.CONIFER: ((-1.6, -4.9, 1.6, 0.3), _conifer),
    Growth.SNOWY_CONIFER: ((-1.6, -4.9, 1.6, 0.3), _snowy_conifer),
    Growth.JUNGLE_TREE: ((-2.6, -4.6, 2.6, 0.3), _jungle_tree),
    Growth.PALM: ((-2.6, -4.6, 2.6, 0.3), _palm),
    Growth.ACACIA: ((-2.2, -3.2, 2.2, 0.3), _acacia),
    Growth.BUSH: (_SMALL, _bush),
    Growth.DRY_BUSH: (_SMALL, _dry_bush),
    Growth.CACTUS: ((-1.0, -2.9, 1.0, 0.3), _cactus),
    Growth.ROCK: ((-1.4, -1.4, 1.4, 0.5), _rock),
    Growth.SNOWY_ROCK: ((-1.4, -1.4, 1.4, 0.5), _snowy_rock),
    Growth.REEDS: (_SMALL, _reeds),
    Growth.TUFT: ((-0.9, -0.9, 0.9, 0.2), _tuft),
    Growth.FLOWERS: ((-0.9, -0.9, 0.9, 0.2), _flowers),
    Growth.PEBBLES: ((-0.8, -0.7, 0.8, 0.4), _pebbles),
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
}
"""Radius and height of what casts the shadow, in cells, and how dark it is at most."""
