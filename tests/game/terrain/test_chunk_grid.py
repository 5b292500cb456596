"""Which chunks a view needs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.camera import MAX_ZOOM, MIN_ZOOM, Camera, level_of_detail
from game.terrain.chunk_grid import ChunkRange, chunks_of, nearest_first
from worldgen.coordinates import CHUNK_SIZE

positions = st.integers(-(2**58), 2**58)


@given(positions, positions, st.integers(MIN_ZOOM, MAX_ZOOM), st.integers(1, 4000))
def test_the_chunks_cover_the_view_and_no_more(x: int, y: int, zoom: int, width: int) -> None:
    view = Camera(x, y, zoom).view(width, 500)
    keys = chunks_of(view)
    _, ratio = level_of_detail(zoom)
    assert ratio.floor(CHUNK_SIZE * keys.left) <= view.left
    assert ratio.floor(CHUNK_SIZE * (keys.left + 1)) >= view.left
    assert CHUNK_SIZE * keys.right * ratio.top >= (view.left + width) * ratio.bottom
    assert CHUNK_SIZE * (keys.right - 1) * ratio.top < (view.left + width) * ratio.bottom


def test_looking_ahead_adds_chunks_on_that_side_only() -> None:
    view = Camera(0, 0).view(640, 320)
    plain, ahead = chunks_of(view), chunks_of(view, (640, 0))
    assert (ahead.left, ahead.top, ahead.bottom) == (plain.left, plain.top, plain.bottom)
    assert ahead.right == plain.right + 10


def test_coarser_chunks_cover_the_finer_ones() -> None:
    keys = ChunkRange(0, -9, -8, 9, 8)
    coarse = keys.coarser(3)
    assert coarse == ChunkRange(3, -2, -1, 2, 1)
    assert all((3, cx >> 3, cy >> 3) in coarse for _, cx, cy in keys)


def test_membership() -> None:
    keys = ChunkRange(0, -1, -1, 1, 1)
    assert len(keys) == len(list(keys)) == 4
    assert (0, -1, 0) in keys
    assert (1, -1, 0) not in keys
    assert (0, 1, 0) not in keys
    assert "chunk" not in keys


def test_the_middle_comes_first_and_then_what_lies_ahead() -> None:
    view = Camera(64 * 64 * 2**40, 0).view(640, 640)
    keys = chunks_of(view)
    still = list(nearest_first(keys, view, (0, 0)))
    assert still[0][1] in (2**40 - 1, 2**40)
    assert still[0][2] in (-1, 0)
    moving = list(nearest_first(keys, view, (600, 0)))
    assert moving[0][1] > still[0][1]
    assert sorted(still) == sorted(keys)


ranges = st.builds(
    lambda left, top, width, height: ChunkRange(0, left, top, left + width, top + height),
    *(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 9), st.integers(0, 9)),
)


@given(ranges, ranges)
def test_what_another_range_lacks(first: ChunkRange, second: ChunkRange) -> None:
    found = [key for part in first.beyond(second) for key in part]
    assert sorted(found) == sorted(key for key in first if key not in second)


@given(ranges, st.integers(1, 5))
def test_blocks_make_up_the_whole(keys: ChunkRange, side: int) -> None:
    blocks = list(keys.blocks(side))
    assert sorted(key for block in blocks for key in block) == sorted(keys)
    assert all(len(block) <= side * side for block in blocks)
