"""The courses of great rivers bend gently: their coarse lattice cannot be seen in them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worldgen.great.great_world import LARGEST, Great, find_great

CHORD, LONGEST = 16.0, 48.0
"""How long the chords of a course are at the least, and what is longer crosses a lake, in cells."""

RIVERS = 4


def course_of(great: Great, mouth: int) -> np.ndarray:
    """Return the corners of the chords of a river from its mouth up, float64 (n, 2), in cells."""
    rivers = great.plan.rivers
    piece, corners = mouth, [np.array([rivers.start_x[mouth], rivers.start_y[mouth]]) / 64.0]
    while True:
        before = np.flatnonzero(rivers.following == piece)
        if not len(before):
            return np.array(corners)
        piece = int(before[np.argmax(rivers.discharge[before])])
        place = np.array([rivers.start_x[piece], rivers.start_y[piece]]) / 64.0
        if np.hypot(*(place - corners[-1])) >= CHORD:
            corners.append(place)


def turns_of(course: np.ndarray) -> np.ndarray:
    """Return by how many degrees a course turns at each corner that lies in no lake."""
    chords = np.diff(course, axis=0)
    angles = np.degrees(np.arctan2(chords[:, 1], chords[:, 0]))
    turns = np.abs((np.diff(angles) + 180.0) % 360.0 - 180.0)
    short = np.hypot(chords[:, 0], chords[:, 1]) < LONGEST
    turns_on_land: np.ndarray = turns[short[:-1] & short[1:]]
    return turns_on_land


@pytest.mark.parametrize("seed", [2, 7])
def test_the_greatest_rivers_have_no_sharp_bends(seed: int) -> None:
    great = find_great(seed, sizes=LARGEST)
    rivers = great.plan.rivers
    mouths = np.flatnonzero(rivers.following < 0)
    greatest = mouths[np.argsort(-rivers.discharge[mouths], kind="stable")][:RIVERS]
    turns = np.concatenate([turns_of(course_of(great, int(mouth))) for mouth in greatest])
    assert len(turns) > 100
    assert turns.max() < 60.0
    assert np.quantile(turns, 0.95) < 35.0
