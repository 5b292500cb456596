"""The land on the screen: cached Surfaces of chunks, placeholders until they come, no holes.

``update`` takes what the workers have made and tells them what to make next; ``draw`` only blits.
At one pixel a sample and when shrinking, each chunk is shrunk once and kept (shrinking by these
ratios never looks across a chunk's edge). When stretching, the samples in view are put together
first and stretched as one picture, so that no edge shows.
"""

from __future__ import annotations

import time
import weakref
from collections import deque
from dataclasses import dataclass, field, replace

import pygame

from game.camera import Ratio, View, level_of_detail
from game.terrain.chunk_cache import (
    SURFACE_BYTES,
    ChunkCache,
    ChunkPicture,
    Rank,
    new_surface,
)
from game.terrain.chunk_grid import ChunkKey, ChunkRange, chunks_of
from game.terrain.chunk_mosaic import Blitter, ChunkMosaic, at_least, blit
from game.terrain.crossfade import Crossfades
from game.terrain.loader import ChunkResult, Failure, Loader, PlanResult
from game.terrain.placeholders import Placeholders, own_rank
from game.terrain.request_queue import PlanStatus, RequestQueue
from game.terrain.switch_interval import short_switch_interval

UPLOAD_BUDGET = 0.002
PLACEHOLDER_BUDGET = 0.006

_LEAST_CACHE_BYTES = 34 << 20
_SCREENS_KEPT = 4


@dataclass
class TerrainCounts:
    """What the view has measured of itself."""

    build_seconds: float = 0.0
    """A chunk in a worker, running mean."""
    plan_seconds: float = 0.0
    draw_seconds: float = 0.0
    uploads: int = 0
    own_delays: deque[float] = field(default_factory=lambda: deque(maxlen=20_000))
    """Seconds that chunks were seen before their own picture came."""
    full_delays: deque[float] = field(default_factory=lambda: deque(maxlen=20_000))
    """Seconds that chunks were seen before their final picture came."""


class TerrainView:
    """Draws a world through a loader; only ever used by the thread that owns the window."""

    def __init__(self, loader: Loader, soft: bool = True) -> None:
        self.loader = loader
        self.soft = soft
        """Whether better pictures fade in."""
        self.cache = ChunkCache(_LEAST_CACHE_BYTES)
        self.counts = TerrainCounts()
        self.messages: deque[str] = deque(maxlen=4)
        """Errors of workers, for the player to read."""
        self._placeholders = Placeholders(self.cache, PLACEHOLDER_BUDGET, self.messages.append)
        self._status = PlanStatus()
        self._arrived: dict[ChunkKey, ChunkResult] = {}
        self._requests = RequestQueue(self.cache)
        # In a circle all pictures would stay until the collector comes.
        view = weakref.proxy(self)
        self._mosaic = ChunkMosaic(lambda key: view._surface_of(key))
        self._crossfades = Crossfades(self._mosaic)
        self._fresh: set[ChunkKey] = set()
        self._now = 0.0
        self._gliding = False
        self._joined = new_surface((1, 1))
        self._stretched = new_surface((1, 1))

    @property
    def changed(self) -> bool:
        """Whether another drawing would look different although the view is the same."""
        return bool(self._crossfades or self._fresh or not self._mosaic.keys)

    @property
    def placeholders_made(self) -> int:
        """How many sketches the drawing thread had to make itself."""
        return self._placeholders.made

    def restart(self) -> None:
        """Forget all pictures: the loader has another world now."""
        self.cache.clear()
        self._placeholders.forget()
        self._status = PlanStatus()
        self._arrived.clear()
        self._crossfades.clear()
        self._fresh.clear()
        self._mosaic.clear()
        self._requests.forget()

    def repaint(self, dims: bool = False) -> None:
        """Go on with the same land in another style: what is in view stays until the new comes.

        Args:
            dims: whether what stays is darkened, because it means something else.
        """
        self.cache.demote(self._mosaic.keys)
        if dims:
            self.cache.dim()
            self._crossfades.clear()
            self._fresh.update(self._mosaic.keys)
        self._placeholders.forget()
        self._status.failed.clear()
        self._status.failed_plans.clear()
        self._arrived.clear()
        self._requests.forget()

    def update(self, goal: View, velocity: tuple[float, float], now: float) -> None:
        """Take what has come, and request what ``goal`` will need at this speed in pixels."""
        news = self._collect(now) | self._status.release_failures(now)
        self._upload(now)
        shown = chunks_of(goal)
        self.cache.capacity = max(_LEAST_CACHE_BYTES, _SCREENS_KEPT * len(shown) * SURFACE_BYTES)
        waiting = self.loader.waiting[0]
        requests = self._requests.requests(
            goal, velocity, self._status, news, now, waiting, self._gliding
        )
        if requests is not None:
            self.loader.want(requests.chunks, requests.plans)

    def complete(self, view: View) -> bool:
        """Return whether the last drawing shows the final picture of all that it is made of."""
        return self._is_drawn and all(self._is_final(key) for key in _chunks_drawn(view))

    def ended(self, view: View) -> bool:
        """Return whether it is complete, but for what has failed and is tried again later."""
        keys = _chunks_drawn(view)
        return self._is_drawn and all(self._is_final(key) or self._has_failed(key) for key in keys)

    def is_whole(self, view: View) -> bool:
        """Return whether the final pictures of all that a view shows are there to be drawn."""
        return all(self._is_final(key) for key in _chunks_drawn(view))

    def has_land(self, view: View) -> bool:
        """Return whether most of a view is more than enlarged from afar."""
        ranks = [self._rank_of(key) for key in _chunks_drawn(view)]
        return 2 * sum(rank > Rank.PLACEHOLDER for rank in ranks) >= len(ranks)

    def refresh(self) -> None:
        """Draw everything anew: the same picture to the last bit, however it came about."""
        self._mosaic.clear()

    def draw(
        self,
        target: pygame.Surface,
        view: View,
        now: float,
        gliding: bool = False,
        blitter: Blitter = blit,
    ) -> None:
        """Cover the target with the land in view; while the zoom glides, fast rather than fine."""
        begun = time.perf_counter()
        self._now = now
        self._gliding = gliding
        self._placeholders.begin_frame()
        ratio = level_of_detail(view.zoom)[1]
        if gliding or _is_stretched(ratio):
            self._draw_scaled(target, view, ratio, blitter, fine=not gliding)
        else:
            self._lay_out(chunks_of(view), ratio)
            self._mosaic.blit_to(target, (0, 0), target.size, (view.left, view.top), blitter)
        self.counts.draw_seconds = time.perf_counter() - begun

    def _collect(self, now: float) -> bool:
        """Sort the workers' results; return whether they bear on what should be made next."""
        news = False
        for result in self.loader.collect():
            if isinstance(result, ChunkResult):
                news = self._take_chunk(result) or news
            elif isinstance(result, PlanResult):
                self._status.solved.add(result.key)
                self._status.failed_plans.forget(result.key)
                self.counts.plan_seconds = _mean(self.counts.plan_seconds, result.seconds)
                news = True
            elif isinstance(result, Failure):
                failed = self._status.failed_plans if result.of_plan else self._status.failed
                pause = failed.note(result.key, now)
                self.messages.append(f"{result.message}; trying again in {pause:g} s")
        return news

    def _take_chunk(self, result: ChunkResult) -> bool:
        if result.missing:
            self._status.missing[result.key] = result.missing
            # A plan may have been dropped again since it was made.
            self._status.solved.difference_update(result.missing)
        else:
            self._status.missing.pop(result.key, None)
        if result.pixels is not None:
            self._status.failed.forget(result.key)
            self._arrived[result.key] = result
            self.counts.build_seconds = _mean(self.counts.build_seconds, result.seconds)
        return bool(result.missing)

    def _upload(self, now: float) -> None:
        """Make Surfaces of what has come, what is on the screen first, for a limited time."""
        if not self._arrived:
            return
        end = time.perf_counter() + UPLOAD_BUDGET
        for key in sorted(self._arrived, key=lambda key: key not in self._mosaic.keys):
            self._put(key, self._arrived.pop(key), now)
            if time.perf_counter() > end:
                break

    def _put(self, key: ChunkKey, result: ChunkResult, now: float) -> None:
        assert result.pixels is not None
        rank = own_rank(bool(result.missing))
        picture = self.cache.peek(key)
        self.counts.uploads += 1
        if picture is None:
            self.cache.put(key, ChunkPicture(self.cache.pool.holding(result.pixels), rank))
            return
        if picture.rank >= rank:
            return
        self._note_delay(picture, rank, now)
        before, picture.surface = picture.surface, self.cache.pool.holding(result.pixels)
        picture.rank = rank
        picture.dimmed = False
        self._crossfades.drop(key)
        self.cache.pool.give(before)
        # While the zoom glides everything changes anyhow.
        fades = self.soft and not self._gliding
        if key in self._mosaic.keys and not (
            fades and self._crossfades.begin(key, picture.surface, now)
        ):
            self._fresh.add(key)

    def _note_delay(self, picture: ChunkPicture, rank: Rank, now: float) -> None:
        if picture.shown_at is None:
            return
        if picture.rank < Rank.SKETCH:
            self.counts.own_delays.append(now - picture.shown_at)
        if rank == Rank.FULL:
            self.counts.full_delays.append(now - picture.shown_at)

    @property
    def _is_drawn(self) -> bool:
        """Whether all that has come is on the screen as it is to stay."""
        return not (self._crossfades or self._fresh)

    def _is_final(self, key: ChunkKey) -> bool:
        return self._rank_of(key) == Rank.FULL

    def _rank_of(self, key: ChunkKey) -> Rank:
        picture = self.cache.peek(key)
        return picture.rank if picture is not None else Rank.PLACEHOLDER

    def _has_failed(self, key: ChunkKey) -> bool:
        failed = self._status.failed_plans
        pending = self._status.pending(key)
        return key in self._status.failed or any(plan in failed for plan in pending)

    def _surface_of(self, key: ChunkKey) -> pygame.Surface:
        """Return the picture of a chunk that is now in view, a placeholder at the least."""
        picture = self.cache.get(key) or self._placeholders.picture(self.loader.source, key)
        if picture.shown_at is None:
            picture.shown_at = self._now
            if picture.rank >= Rank.SKETCH:
                self.counts.own_delays.append(0.0)
            if picture.rank == Rank.FULL:
                self.counts.full_delays.append(0.0)
        return picture.surface

    def _lay_out(self, keys: ChunkRange, ratio: Ratio) -> None:
        """Bring the mosaic up to date with what is in view, what is new and what fades in."""
        self.cache.pinned = keys
        if self._mosaic.show(keys, ratio):
            self._crossfades.clear()
        for key in self._fresh:
            if key in keys:
                self._mosaic.put(key)
        self._fresh.clear()
        self._crossfades.advance(self._now)

    def _draw_scaled(
        self, target: pygame.Surface, view: View, ratio: Ratio, blitter: Blitter, fine: bool
    ) -> None:
        """Put the samples in view together, then scale them as one picture.

        They are cut where a sample begins on a whole pixel, at the same places wherever the view
        is, so that the land keeps its look while it moves.
        """
        part = _whole_blocks(view, ratio)
        self._lay_out(chunks_of(part), Ratio(1, 1))
        samples = ratio.inverse()
        size = part.width - 1, part.height - 1
        # With one sample more than it fills, smoothscale steps by exactly 1 / ratio.
        more = int(_is_stretched(ratio))
        cut = samples.floor(size[0]) + more, samples.floor(size[1]) + more
        self._joined = at_least(self._joined, *cut)
        start = samples.floor(part.left), samples.floor(part.top)
        self._mosaic.blit_to(self._joined, (0, 0), cut, start)
        self._stretched = at_least(self._stretched, *size)
        stretched = self._stretched.subsurface((0, 0, *size))
        scale = pygame.transform.smoothscale if fine else pygame.transform.scale
        with short_switch_interval():
            scale(self._joined.subsurface((0, 0, *cut)), size, stretched)
        place = part.left - view.left, part.top - view.top
        blitter(target, place, size, self._stretched, (0, 0), size)


def _chunks_drawn(view: View) -> ChunkRange:
    """Return the chunks that a drawing of a view reads, while its zoom does not glide."""
    ratio = level_of_detail(view.zoom)[1]
    return chunks_of(_whole_blocks(view, ratio) if _is_stretched(ratio) else view)


def _is_stretched(ratio: Ratio) -> bool:
    return ratio.top > ratio.bottom


def _whole_blocks(view: View, ratio: Ratio) -> View:
    """Return the view grown to where samples begin on whole pixels, and one pixel more."""
    block = ratio.top
    left, top = view.left // block * block, view.top // block * block
    columns = -(-(view.left + view.width - left) // block)
    rows = -(-(view.top + view.height - top) // block)
    return replace(view, left=left, top=top, width=columns * block + 1, height=rows * block + 1)


def _mean(before: float, value: float) -> float:
    return value if before == 0.0 else before + 0.05 * (value - before)
