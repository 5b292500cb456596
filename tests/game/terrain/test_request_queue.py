"""What is requested, in what order, and how much of it."""

from __future__ import annotations

import pygame
import pytest

from game.camera import Camera, View
from game.terrain.chunk_cache import ChunkCache, ChunkPicture, Rank
from game.terrain.chunk_grid import ChunkKey, chunks_of, nearest_first
from game.terrain.request_queue import (
    PlanStatus,
    RequestQueue,
    Requests,
    look_ahead,
    requests_for,
)

_WINDOW = 3840, 2160
_PLAN = (7, 7)


def test_chunks_that_wait_for_plans_leave_room_for_others() -> None:
    view = Camera(0, 0).view(*_WINDOW)
    order = list(nearest_first(chunks_of(view), view, (0, 0)))
    cache, status = ChunkCache(1 << 30), PlanStatus()
    sketch = pygame.Surface((1, 1), 0, 32)
    for key in order[:1000]:
        cache.put(key, ChunkPicture(sketch, Rank.SKETCH))
        status.missing[key] = (_PLAN,)
    requests = requests_for(view, (0, 0), cache, status, zooming=False)
    wanted = {request.key for request in requests.chunks}
    assert requests.plans == [_PLAN]
    assert requests.cut
    assert len(wanted & set(order[1000:])) > 300
    assert not wanted & set(order[:1000])


def test_when_all_wait_for_plans_there_is_no_more_to_request() -> None:
    view = Camera(0, 0).view(*_WINDOW)
    cache, status = ChunkCache(1 << 30), PlanStatus()
    sketch = pygame.Surface((1, 1), 0, 32)
    for key in chunks_of(view, margin=96):
        cache.put(key, ChunkPicture(sketch, Rank.SKETCH))
        status.missing[key] = (_PLAN,)
    assert not requests_for(view, (0, 0), cache, status, zooming=False).cut


_VIEW = Camera.at_cell(1000, 1000).view(640, 360)


def requested(ahead: tuple[int, int] = (0, 0), **given: object) -> Requests:
    """Return what is requested of an empty cache, or of what is given."""
    cache = given.get("cache") or ChunkCache(1 << 30)
    status = given.get("status") or PlanStatus()
    assert isinstance(cache, ChunkCache) and isinstance(status, PlanStatus)
    return requests_for(_VIEW, ahead, cache, status, zooming=False)


def in_view(requests: Requests) -> list[ChunkKey]:
    shown = chunks_of(_VIEW)
    return [request.key for request in requests.chunks if request.key in shown]


def filled(rank: Rank) -> ChunkCache:
    cache = ChunkCache(1 << 30)
    for key in chunks_of(_VIEW):
        cache.put(key, ChunkPicture(pygame.Surface((1, 1), 0, 32), rank))
    return cache


def test_what_is_shown_comes_first_and_its_middle_before_its_edges() -> None:
    requests = requested()
    keys = [request.key for request in requests.chunks if request.key[0] == 0]
    shown = in_view(requests)
    assert keys[: len(shown)] == shown
    assert set(shown) == set(chunks_of(_VIEW))
    middle = _VIEW.left + 320, _VIEW.top + 180
    distances = [abs(64 * x + 32 - middle[0]) + abs(64 * y + 32 - middle[1]) for _, x, y in shown]
    third = len(distances) // 3
    assert max(distances[:3]) <= 128
    assert sum(distances[:third]) < sum(distances[-third:])


@pytest.mark.parametrize(("ahead", "axis", "sign"), [((640, 0), 1, 1), ((0, -360), 2, -1)])
def test_chunks_ahead_are_requested_and_none_behind(
    ahead: tuple[int, int], axis: int, sign: int
) -> None:
    shown = list(chunks_of(_VIEW))
    keys = [request.key for request in requested(ahead).chunks if request.key[0] == 0]
    beyond = [sign * key[axis] - max(sign * each[axis] for each in shown) for key in keys]
    behind = [min(sign * each[axis] for each in shown) - sign * key[axis] for key in keys]
    assert max(beyond) >= abs(ahead[axis - 1]) // 64
    assert max(behind) <= 2


def test_nobody_looks_farther_ahead_than_a_window() -> None:
    assert look_ahead(_VIEW, (1e6, -1e6)) == (640, -384)
    assert look_ahead(_VIEW, (0.0, 10.0)) == (0, 0)


def test_what_is_there_is_not_requested_and_sketches_are_made_better() -> None:
    assert not in_view(requested(cache=filled(Rank.FULL)))
    better = in_view(requested(cache=filled(Rank.SKETCH)))
    assert set(better) == set(chunks_of(_VIEW))


def test_sketches_wait_for_their_plans_and_go_on_when_these_are_solved() -> None:
    cache, status = filled(Rank.SKETCH), PlanStatus()
    for key in chunks_of(_VIEW):
        status.missing[key] = (_PLAN,)
    waiting = requested(cache=cache, status=status)
    assert not in_view(waiting)
    assert waiting.plans == [_PLAN]
    status.solved.add(_PLAN)
    going_on = requested(cache=cache, status=status)
    assert set(in_view(going_on)) == set(chunks_of(_VIEW))
    assert going_on.plans == []


def test_what_has_failed_is_requested_again_after_a_pause() -> None:
    status, shown = PlanStatus(), set(chunks_of(_VIEW))
    failed = next(iter(chunks_of(_VIEW)))
    pause = status.failed.note(failed, 1.0)
    assert set(in_view(requested(status=status))) == shown - {failed}
    assert not status.failed.release(1.0 + 0.5 * pause)
    assert status.failed.release(1.0 + pause)
    assert set(in_view(requested(status=status))) == shown


def ask(queue: RequestQueue, view: View, now: float, news: bool = False) -> Requests | None:
    return queue.requests(view, (0.0, 0.0), PlanStatus(), news, now, waiting=0, zooming=False)


def test_requests_hold_until_the_view_moves_or_something_is_new() -> None:
    queue = RequestQueue(ChunkCache(1 << 30))
    assert ask(queue, _VIEW, 1.0) is not None
    assert ask(queue, _VIEW, 2.0) is None
    assert ask(queue, _VIEW, 3.0, news=True) is not None
    moved = Camera.at_cell(1100, 1000).view(640, 360)
    assert ask(queue, moved, 4.0) is not None
    # Not every frame; but what was new in between is not forgotten.
    assert ask(queue, moved, 4.01, news=True) is None
    assert ask(queue, moved, 4.2) is not None
    assert ask(queue, moved, 5.0) is None
    queue.forget()
    assert ask(queue, moved, 5.0) is not None
