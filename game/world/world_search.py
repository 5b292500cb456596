"""Searching for worlds as a player wishes: seed by seed, each that is found with a picture.

Plain functions without a window, so they may run on any thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import worldgen
from game.world.preview import thumbnail
from game.world.world_goals import WISHES
from worldgen.parameters import WorldParameters
from worldgen.search import Query, Seeds, candidates, search
from worldgen.seed import Seed

MOST_FOUND = 24


@dataclass(frozen=True)
class FoundWorld:
    """A world that is as it was wished."""

    seed: Seed
    words: str
    """The figures that were asked about."""
    pixels: np.ndarray
    """uint8 (height, width, 3)."""


@dataclass(frozen=True)
class Tried:
    """How far a search has come."""

    count: int
    found: FoundWorld | None
    """The last one that was tried, if it is as it was wished."""


def search_worlds(
    query: Query,
    parameters: WorldParameters,
    first_seed: int,
    picture_size: tuple[int, int],
    palette: str,
) -> Iterator[Tried]:
    """Try seeds from the first one on, without end, until enough are found.

    Raises:
        GoalError: no world of these parameters can be so.
    """
    query.check_worlds((parameters,))
    left = MOST_FOUND
    for outcome in search(query, candidates(Seeds(((first_seed, None),)), (parameters,))):
        found = None
        if outcome.hit:
            world = worldgen.World(outcome.seed, parameters)
            figures = ((wish, outcome.figures.get(wish.quantity)) for wish in WISHES)
            words = [wish.figure_words(figure) for wish, figure in figures if figure is not None]
            picture = thumbnail(world, picture_size, palette)
            found = FoundWorld(outcome.seed, " · ".join(words), picture)
            left -= 1
        yield Tried(outcome.index + 1, found)
        if left == 0:
            return
