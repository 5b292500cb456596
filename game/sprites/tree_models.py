"""How trees and bushes are modelled: trunk, limbs, and crowns of leaves.

Seen from high above: crowns are wide, trunks short and mostly hidden. The variants of a kind are
as different as species are, so that no wood looks planted.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from game.sprites.foliage import Crown, draw_crown, draw_snow, draw_splats, source
from game.sprites.modeller import Colour, SpriteModeller

_BARK: Final = (92.0, 72.0, 54.0)


def tinted(random: Random, colour: Colour, spread: float = 0.10) -> Colour:
    """Return a colour a little warmer or cooler, lighter or darker."""
    warm = 1.0 + spread * random.uniform(-1.0, 1.0)
    bright = 1.0 + spread * random.uniform(-1.0, 1.0)
    return colour[0] * bright * warm, colour[1] * bright, colour[2] * bright / warm


def darker(colour: Colour, share: float) -> Colour:
    """Return a share of a colour."""
    return colour[0] * share, colour[1] * share, colour[2] * share


@dataclass(frozen=True)
class _Species:
    """What leafy trees of one kind have in common."""

    rx: float
    ry: float
    clumps: int
    leaves: int
    leaf: float
    colour: Colour
    trunk: float = 0.8
    """From the foot to the lower edge of the crown's middle half."""


_BROADLEAVES: Final = (
    _Species(1.62, 1.30, 11, 34, 0.150, (84.0, 130.0, 62.0)),
    _Species(1.50, 1.34, 9, 34, 0.135, (98.0, 138.0, 60.0)),
    _Species(1.78, 1.30, 13, 32, 0.155, (72.0, 120.0, 62.0)),
    _Species(1.26, 1.50, 10, 36, 0.125, (88.0, 136.0, 72.0), 0.9),
    _Species(1.66, 1.24, 12, 34, 0.160, (78.0, 118.0, 54.0)),
    _Species(1.36, 1.20, 8, 32, 0.120, (110.0, 146.0, 70.0)),
    _Species(1.90, 1.46, 15, 34, 0.165, (76.0, 124.0, 60.0)),
    _Species(1.54, 1.22, 10, 34, 0.140, (92.0, 126.0, 52.0)),
)
_JUNGLE_TREES: Final = (
    _Species(2.10, 1.50, 14, 38, 0.170, (56.0, 118.0, 56.0), 1.0),
    _Species(1.80, 1.40, 11, 38, 0.190, (66.0, 128.0, 54.0), 1.0),
    _Species(2.30, 1.46, 17, 36, 0.160, (50.0, 108.0, 56.0), 1.1),
    _Species(1.62, 1.50, 10, 36, 0.200, (74.0, 132.0, 60.0), 0.9),
    _Species(2.16, 1.34, 15, 36, 0.175, (58.0, 114.0, 50.0), 1.2),
    _Species(1.90, 1.56, 13, 38, 0.150, (48.0, 112.0, 64.0), 1.0),
    _Species(2.24, 1.60, 16, 38, 0.180, (64.0, 122.0, 58.0), 1.1),
    _Species(1.74, 1.30, 9, 38, 0.220, (78.0, 136.0, 56.0), 0.9),
)


def _leafy(sprite: SpriteModeller, random: Random, species: _Species, bark: Colour) -> None:
    size = random.uniform(0.88, 1.12)
    lean = random.uniform(-0.15, 0.15)
    middle = -(species.trunk + 0.62 * species.ry) * size
    trunk = [(0.0, 0.05), (0.4 * lean, 0.5 * middle), (lean, middle)]
    sprite.limb(trunk, 0.36 * size, 0.20 * size, bark)
    crown = Crown(
        species.rx * size,
        species.ry * size,
        species.clumps,
        species.leaves,
        species.leaf,
        tinted(random, species.colour, 0.05),
    )
    draw_crown(sprite, source(random), lean, middle, crown)


def broadleaf(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a tree of the woods."""
    _leafy(sprite, random, _BROADLEAVES[variant % len(_BROADLEAVES)], _BARK)


def jungle_tree(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a wide tree of the jungle."""
    _leafy(sprite, random, _JUNGLE_TREES[variant % len(_JUNGLE_TREES)], (104.0, 88.0, 72.0))


def _conifer_of(sprite: SpriteModeller, random: Random, variant: int, snow: float) -> None:
    size = random.uniform(0.84, 1.14)
    tall = (3.5, 4.0, 3.2, 3.8, 3.0, 3.6, 4.1, 3.3)[variant % 8] * size
    wide = (1.16, 1.00, 1.26, 1.10, 1.20, 0.94, 1.08, 1.30)[variant % 8] * size
    sprite.limb([(0.0, 0.05), (0.0, -0.8 * size)], 0.26 * size, 0.2 * size, _BARK)
    colour = tinted(random, (72.0, 116.0, 76.0), 0.12)
    draw = source(random)
    tiers = 9 + variant % 3
    for tier in range(tiers):
        part = tier / (tiers - 1)
        reach = wide * (1.0 - part) ** 0.85 + 0.10
        y = -0.62 * size - part * (tall - 0.62 * size)
        _lay_tier(sprite, draw, y, reach, tall / tiers, part, colour, snow)


def _lay_tier(
    sprite: SpriteModeller,
    draw: np.random.RandomState,
    y: float,
    reach: float,
    step: float,
    part: float,
    colour: Colour,
    snow: float,
) -> None:
    """Draw branches all around the trunk, those behind it first, each as a few strokes."""
    count = max(7, int(20 * reach / 1.2))
    turn = (np.arange(count) + draw.uniform(-0.4, 0.4, count)) * 2.0 * np.pi / count
    turn = turn[np.argsort(np.sin(turn))]
    length = reach * draw.uniform(0.74, 1.16, count)
    along = np.array((0.30, 0.58, 0.86))[:, None]
    x = (length * np.cos(turn) * along).T.ravel()
    sink = (0.30 * length * np.sin(turn) + 0.12 * length) * along + 0.4 * step * along**2
    down = y + sink.T.ravel()
    slope = np.arctan2(0.34 * np.sin(turn) + 0.42, np.cos(turn))
    slopes = np.repeat(slope, 3)
    facing = -0.34 * np.repeat(np.cos(turn), 3) - 0.12 * np.repeat(np.sin(turn), 3)
    tip = np.tile(along.ravel(), count)
    noise = 0.08 * draw.normal(size=3 * count)
    tone = 0.82 + 0.20 * part + facing * (0.5 + 0.5 * tip) + 0.24 * (tip - 0.4) + noise
    size = np.repeat(length, 3) * 0.20 + 0.06
    draw_splats(sprite, x, down, size, 0.42 * size, slopes, tone, colour)
    if snow > 0.0:
        keeps = (draw.uniform(size=3 * count) < snow) & (facing > -0.22)
        draw_snow(
            sprite, x[keeps], down[keeps] - 0.05, 0.72 * size[keeps], slopes[keeps],
            0.86 + 0.5 * facing[keeps] + noise[keeps],
        )  # fmt: skip


def conifer(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a fir or a spruce."""
    _conifer_of(sprite, random, variant, 0.0)


def snowy_conifer(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a conifer on which snow lies."""
    _conifer_of(sprite, random, variant, random.uniform(0.30, 0.55))


def palm(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a palm: a leaning trunk and a head of feathered fronds."""
    size = random.uniform(0.86, 1.14)
    side = -1.0 if variant % 2 else 1.0
    lean = side * random.uniform(0.15, 0.85)
    tall = random.uniform(2.1, 2.8)
    trunk = [(lean * part * part, 0.03 - tall * size * part) for part in (0.0, 0.25, 0.5, 0.75, 1)]
    sprite.limb(trunk, 0.27 * size, 0.16 * size, (138.0, 114.0, 84.0))
    x, y = trunk[-1]
    draw = source(random)
    colour = tinted(random, (82.0, 132.0, 64.0), 0.10)
    count = 9
    turns = (np.arange(count) + draw.uniform(-0.3, 0.3, count)) * 2.0 * np.pi / count
    # Fronds that point up the picture lie behind those that hang towards us.
    for turn in turns[np.argsort(np.sin(turns))]:
        _lay_frond(sprite, draw, (x, y), float(turn), size, colour)
    sprite.ball(x, y + 0.04, 0.13 * size, 0.12 * size, (112.0, 86.0, 52.0))


def _lay_frond(
    sprite: SpriteModeller,
    draw: np.random.RandomState,
    head: tuple[float, float],
    turn: float,
    size: float,
    colour: Colour,
) -> None:
    """Draw leaflets along both sides of a rib that rises, bends over and hangs."""
    length = size * draw.uniform(1.3, 1.75)
    part = np.linspace(0.06, 1.0, 17)
    across, away = float(np.cos(turn)), 0.72 * float(np.sin(turn))
    x = head[0] + length * across * part
    y = head[1] + length * (away * part - 0.34 * part + 0.52 * part * part)
    heading = np.arctan2(np.gradient(y), np.gradient(x))
    leaflet = size * 0.19 * np.sin(np.pi * np.clip(0.16 + 0.80 * part, 0.0, 1.0)) + 0.02
    light = 0.96 - 0.24 * across - 0.10 * away
    for side in (-1.0, 1.0):
        spread = heading + side * 0.75
        tone = light + 0.16 * side * across * -1.0 + 0.07 * draw.normal(size=len(part))
        draw_splats(
            sprite, x + 0.7 * leaflet * np.cos(spread), y + 0.7 * leaflet * np.sin(spread),
            leaflet, 0.26 * leaflet + 0.015, spread, tone, colour,
        )  # fmt: skip
    rib = np.full(len(part), 0.06 * size)
    draw_splats(sprite, x, y, rib, 0.4 * rib, heading, np.full(len(part), light + 0.22), colour)


def acacia(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a tree with a flat, wide crown on forked limbs."""
    size = random.uniform(0.86, 1.16)
    bark = (104.0, 84.0, 62.0)
    tall = random.uniform(1.35, 1.75) * size
    for reach in (-0.7, 0.1, 0.75):
        fork = [(0.0, 0.04), (0.05 * reach, -0.45 * tall), (reach * size, -0.98 * tall)]
        sprite.limb(fork, 0.22 * size, 0.10 * size, bark)
    colour = tinted(random, (112.0, 122.0, 60.0), 0.08)
    draw = source(random)
    tiers = ((-0.62, 0.02, 0.92), (0.68, -0.08, 0.88), (0.02, -0.34, 1.12))
    for x, y, rx in tiers[variant % 2 :] if variant == 5 else tiers:
        rx *= size * random.uniform(0.9, 1.1)
        shifted = (x + random.uniform(-0.1, 0.1)) * size
        crown = Crown(rx, 0.40 * rx, 7, 30, 0.105, colour, 0.10, 0.9)
        draw_crown(sprite, draw, shifted, -tall + y * size, crown)


def bush(sprite: SpriteModeller, random: Random, variant: int) -> None:
    """Draw a low round bush, or two."""
    size = random.uniform(0.8, 1.2)
    colour = tinted(random, (86.0, 122.0, 60.0), 0.12)
    draw = source(random)
    if variant % 3 == 1:
        crown = Crown(0.40 * size, 0.32 * size, 4, 24, 0.09, darker(colour, 0.92))
        draw_crown(sprite, draw, -0.5 * size, -0.42, crown)
    draw_crown(
        sprite, draw, 0.0, -0.36 * size, Crown(0.58 * size, 0.44 * size, 6, 26, 0.10, colour)
    )


def dry_bush(sprite: SpriteModeller, random: Random, _variant: int) -> None:
    """Draw a bush of twigs with few leaves."""
    size = random.uniform(0.8, 1.2)
    draw = source(random)
    twig = (118.0, 96.0, 66.0)
    count = 11
    lean = (np.arange(count) - count // 2) * 0.15 + 0.06 * draw.normal(size=count)
    height = size * draw.uniform(0.45, 0.9, count)
    for x, tall in zip(lean, height, strict=True):
        sprite.limb([(0.25 * x, 0.0), (size * x, -tall)], 0.07 * size, 0.03 * size, twig)
    leaves = 54
    at = draw.randint(0, count, leaves)
    part = draw.uniform(0.45, 1.05, leaves)
    x = size * lean[at] * part + 0.06 * draw.normal(size=leaves)
    y = -height[at] * part + 0.05 * draw.normal(size=leaves)
    leaf = 0.075 * draw.uniform(0.7, 1.3, leaves)
    tone = 0.92 - 0.25 * x + 0.14 * draw.normal(size=leaves)
    colour = tinted(random, (150.0, 140.0, 84.0), 0.10)
    draw_splats(sprite, x, y, leaf, 0.6 * leaf, draw.uniform(0.0, np.pi, leaves), tone, colour)
