"""Lines cut at a box: what is left is all that lay in it, and nothing else."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldgen.export.clipping import clipped

BOX = (-3.0, -2.0, 5.0, 4.0)
places = st.tuples(st.integers(-8, 8), st.integers(-8, 8))


def length(points: np.ndarray) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


@given(st.lists(places, min_size=2, max_size=8))
def test_what_is_left_is_what_lay_in_the_box(line: list[tuple[int, int]]) -> None:
    points = np.array(line, dtype=np.float64)
    parts = [np.array(part) for part in clipped(points, BOX)]
    for part in parts:
        assert (part >= np.array(BOX[:2]) - 1e-9).all()
        assert (part <= np.array(BOX[2:]) + 1e-9).all()
    share = np.linspace(0.0, 1.0, 4001)[1::2, np.newaxis]
    inside = 0.0
    for start, end in itertools.pairwise(points):
        along = start + share * (end - start)
        within = ((along >= BOX[:2]) & (along <= BOX[2:])).all(axis=1)
        inside += float(within.mean()) * length(np.array([start, end]))
    assert sum(map(length, parts)) == pytest.approx(inside, abs=0.05 * len(points))


def test_a_line_within_is_one_part_as_it_was() -> None:
    points = np.array([(0.0, 0.0), (5.0, 4.0), (1.0, 1.5)])
    assert clipped(points, BOX) == [[(0.0, 0.0), (5.0, 4.0), (1.0, 1.5)]]
    assert clipped(points + 20.0, BOX) == []


def test_a_line_that_leaves_and_comes_back_is_two_parts() -> None:
    points = np.array([(0.0, 0.0), (0.0, 8.0), (2.0, 8.0), (2.0, 0.0)])
    assert clipped(points, BOX) == [[(0.0, 0.0), (0.0, 4.0)], [(2.0, 4.0), (2.0, 0.0)]]
