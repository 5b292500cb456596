"""The land on the screen: cached Surfaces of chunks, stand-ins until they come, never a hole.

``update`` takes what the workers have made and tells them what to make next; ``draw`` only blits.
At one pixel a sample and when shrinking, each chunk is shrunk once and kept (shrinking by these
ratios never looks across a chunk's edge). When stretching, the samples in view are put together
first and stretched as one picture, so that no edge shows.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field, replace

import pygame

from game.camera import Ratio, View, level_of_detail
from game.terrain.canvas import Canvas, Lay, at_least, blit
from game.terrain.chunk_cache import (
    SURFACE_BYTES,
    ChunkCache,
    ChunkPicture,
    Rank,
    new_surface,
)
from game.terrain.chunk_grid import ChunkKey, ChunkRange, chunks_of
from game.terrain.crossfade import Fades
from game.terrain.handover import soon_back
from game.terrain.loader import ChunkResult, Failure, Loader, PlanResult
from game.terrain.placeholders import StandIns, own_rank
from game.terrain.request_queue import Knowledge, Wisher

UPLOAD_BUDGET = 0.002
STAND_IN_BUDGET = 0.006

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
        self._loader = loader
        self.soft = soft
        """Whether better pictures fade in."""
        self.cache = ChunkCache(_LEAST_CACHE_BYTES)
        self.counts = TerrainCounts()
        self.messages: deque[str] = deque(maxlen=4)
        """Errors of workers, for the player to read."""
        self._stand_ins = StandIns(self.cache, STAND_IN_BUDGET, self.messages.append)
        self._knowledge = Knowledge()
        self._arrived: dict[ChunkKey, ChunkResult] = {}
        self._wisher = Wisher(self.cache)
        self._canvas = Canvas(self._look)
        self._fades = Fades(self._canvas)
        self._fresh: set[ChunkKey] = set()
        self._now = 0.0
        self._gliding = False
        self._sheet = new_surface((1, 1))
        self._stretched = new_surface((1, 1))

    @property
    def changed(self) -> bool:
        """Whether another drawing would look different although the view is the same."""
        return bool(self._fades or self._fresh or not self._canvas.keys)

    @property
    def stand_ins_made(self) -> int:
        """How many sketches the drawing thread had to make itself."""
        return self._stand_ins.made

    def restart(self) -> None:
        """Forget all pictures: the loader has another world now."""
        self.cache.clear()
        self._stand_ins.forget()
        self._knowledge = Knowledge()
        self._arrived.clear()
        self._fades.clear()
        self._fresh.clear()
        self._canvas.clear()
        self._wisher.forget()

    def repaint(self) -> None:
        """Go on with another look of the same land: what is in view stays until the new comes."""
        self.cache.demote(self._canvas.keys)
        self._stand_ins.forget()
        self._knowledge.failed.clear()
        self._arrived.clear()
        self._wisher.forget()

    def update(self, goal: View, velocity: tuple[float, float], now: float) -> None:
        """Take what has come, and wish for what ``goal`` will need at this speed in pixels."""
        news = self._collect()
        self._upload(now)
        shown = chunks_of(goal)
        self.cache.capacity = max(_LEAST_CACHE_BYTES, _SCREENS_KEPT * len(shown) * SURFACE_BYTES)
        waiting = self._loader.waiting[0]
        wishes = self._wisher.wishes(
            goal, velocity, self._knowledge, news, now, waiting, self._gliding
        )
        if wishes is not None:
            self._loader.want(wishes.chunks, wishes.plans)

    def complete(self, view: View) -> bool:
        """Return whether every chunk in view has its final picture, or never will."""
        return not self._fades and all(self._is_final(key) for key in chunks_of(view))

    def refresh(self) -> None:
        """Lay everything out anew: the same picture to the last bit, however it came about."""
        self._canvas.clear()

    def draw(
        self,
        target: pygame.Surface,
        view: View,
        now: float,
        gliding: bool = False,
        lay: Lay = blit,
    ) -> None:
        """Cover the target with the land in view; while the zoom glides, fast rather than fine."""
        begun = time.perf_counter()
        self._now = now
        self._gliding = gliding
        self._stand_ins.begin_frame()
        ratio = level_of_detail(view.zoom)[1]
        if gliding or ratio.top > ratio.bottom:
            self._draw_scaled(target, view, ratio, lay, fine=not gliding)
        else:
            self._lay_out(chunks_of(view), ratio)
            self._canvas.lay_on(target, (0, 0), target.size, (view.left, view.top), lay)
        self.counts.draw_seconds = time.perf_counter() - begun

    def _collect(self) -> bool:
        """Sort the workers' results; return whether they bear on what should be made next."""
        news = False
        for result in self._loader.collect():
            if isinstance(result, ChunkResult):
                news = self._take_chunk(result) or news
            elif isinstance(result, PlanResult):
                self._knowledge.solved.add(result.key)
                self.counts.plan_seconds = _mean(self.counts.plan_seconds, result.seconds)
                news = True
            elif isinstance(result, Failure):
                self._knowledge.failed.add(result.key)
                self.messages.append(result.message)
        return news

    def _take_chunk(self, result: ChunkResult) -> bool:
        if result.missing:
            self._knowledge.missing[result.key] = result.missing
            # A plan may have been dropped again since it was made.
            self._knowledge.solved.difference_update(result.missing)
        else:
            self._knowledge.missing.pop(result.key, None)
        if result.pixels is not None:
            self._arrived[result.key] = result
            self.counts.build_seconds = _mean(self.counts.build_seconds, result.seconds)
        return bool(result.missing)

    def _upload(self, now: float) -> None:
        """Make Surfaces of what has come, what is on the screen first, for a limited time."""
        if not self._arrived:
            return
        end = time.perf_counter() + UPLOAD_BUDGET
        for key in sorted(self._arrived, key=lambda key: key not in self._canvas.keys):
            self._put(key, self._arrived.pop(key), now)
            if time.perf_counter() > end:
                break

    def _put(self, key: ChunkKey, result: ChunkResult, now: float) -> None:
        assert result.pixels is not None
        rank = own_rank(key, bool(result.missing))
        picture = self.cache.get(key)
        self.counts.uploads += 1
        if picture is None:
            self.cache.put(key, ChunkPicture(self.cache.pool.holding(result.pixels), rank))
            return
        if picture.rank >= rank:
            return
        self._note_delay(picture, rank, now)
        before, picture.surface = picture.surface, self.cache.pool.holding(result.pixels)
        picture.rank = rank
        self._fades.drop(key)
        self.cache.pool.give(before)
        # While the zoom glides everything changes anyhow.
        fades = self.soft and not self._gliding
        if key in self._canvas.keys and not (
            fades and self._fades.begin(key, picture.surface, now)
        ):
            self._fresh.add(key)

    def _note_delay(self, picture: ChunkPicture, rank: Rank, now: float) -> None:
        if picture.shown_at is None:
            return
        if picture.rank < Rank.SKETCH:
            self.counts.own_delays.append(now - picture.shown_at)
        if rank == Rank.FULL:
            self.counts.full_delays.append(now - picture.shown_at)

    def _is_final(self, key: ChunkKey) -> bool:
        picture = self.cache.get(key)
        if picture is not None and picture.rank == Rank.FULL:
            return True
        failed = self._knowledge.failed
        return key in failed or any(plan in failed for plan in self._knowledge.pending(key))

    def _look(self, key: ChunkKey) -> pygame.Surface:
        """Return the picture of a chunk that is now in view, a stand-in at the least."""
        picture = self.cache.seen(key) or self._stand_ins.picture(self._loader.source, key)
        if picture.shown_at is None:
            picture.shown_at = self._now
            if picture.rank >= Rank.SKETCH:
                self.counts.own_delays.append(0.0)
            if picture.rank == Rank.FULL:
                self.counts.full_delays.append(0.0)
        return picture.surface

    def _lay_out(self, keys: ChunkRange, ratio: Ratio) -> None:
        """Bring the canvas up to date with what is in view, what is new and what fades in."""
        self.cache.pinned = keys
        if self._canvas.show(keys, ratio):
            self._fades.clear()
        for key in self._fresh:
            if key in keys:
                self._canvas.lay(key)
        self._fresh.clear()
        self._fades.advance(self._now)

    def _draw_scaled(
        self, target: pygame.Surface, view: View, ratio: Ratio, lay: Lay, fine: bool
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
        more = int(ratio.top > ratio.bottom)
        cut = samples.floor(size[0]) + more, samples.floor(size[1]) + more
        self._sheet = at_least(self._sheet, *cut)
        start = samples.floor(part.left), samples.floor(part.top)
        self._canvas.lay_on(self._sheet, (0, 0), cut, start)
        self._stretched = at_least(self._stretched, *size)
        stretched = self._stretched.subsurface((0, 0, *size))
        scale = pygame.transform.smoothscale if fine else pygame.transform.scale
        with soon_back():
            scale(self._sheet.subsurface((0, 0, *cut)), size, stretched)
        place = part.left - view.left, part.top - view.top
        lay(target, place, size, self._stretched, (0, 0), size)


def _whole_blocks(view: View, ratio: Ratio) -> View:
    """Return the view grown to where samples begin on whole pixels, and one pixel more."""
    block = ratio.top
    left, top = view.left // block * block, view.top // block * block
    columns = -(-(view.left + view.width - left) // block)
    rows = -(-(view.top + view.height - top) // block)
    return replace(view, left=left, top=top, width=columns * block + 1, height=rows * block + 1)


def _mean(before: float, value: float) -> float:
    return value if before == 0.0 else before + 0.05 * (value - before)
