"""What is requested when a view has more chunks than can be requested at once."""

from __future__ import annotations

import pygame

from game.camera import Camera
from game.terrain.chunk_cache import ChunkCache, ChunkPicture, Rank
from game.terrain.chunk_grid import chunks_of, nearest_first
from game.terrain.request_queue import PlanStatus, requests_for

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
