"""The land on the screen: cached Surfaces of chunks, stand-ins until they come, never a hole.

``update`` takes what the workers have made and tells them what to make next; ``draw`` only blits.
At one pixel a sample and when shrinking, chunks are blitted one by one, shrunk once and kept
(shrinking by these ratios never looks across a chunk's edge). When stretching, the samples in
view are put together first and stretched as one picture, so that no edge shows.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pygame

from game.camera import Ratio, View, level_of_detail
from game.chunk_cache import (
    SURFACE_BYTES,
    ChunkCache,
    ChunkPicture,
    Rank,
    new_surface,
    surface_of,
)
from game.chunk_grid import CHUNK_SIZE, ChunkKey, ChunkRange, chunks_of, edges
from game.loader import ChunkResult, Failure, Loader, PlanResult
from game.stand_in import StandIns, own_rank
from game.wishes import Knowledge, wishes_for

FADE_SECONDS = 0.25
UPLOAD_BUDGET = 0.002
STAND_IN_BUDGET = 0.008
LOOK_AHEAD_SECONDS = 0.9

_LEAST_CACHE_BYTES = 96 << 20
_SCREENS_KEPT = 4

Placed = tuple[ChunkPicture, tuple[int, int]]


@dataclass
class TerrainCounts:
    """What the view has measured of itself."""

    build_seconds: float = 0.0
    """A chunk in a worker, running mean."""
    plan_seconds: float = 0.0
    draw_seconds: float = 0.0
    uploads: int = 0
    own_delays: deque[float] = field(default_factory=lambda: deque(maxlen=50_000))
    """Seconds that chunks were seen before their own picture came."""
    full_delays: deque[float] = field(default_factory=lambda: deque(maxlen=50_000))
    """Seconds that chunks were seen before their final picture came."""


class TerrainView:
    """Draws a world through a loader; only ever used by the thread that owns the window."""

    def __init__(self, loader: Loader, soft: bool = True) -> None:
        self._loader = loader
        self.soft = soft
        self.cache = ChunkCache(_LEAST_CACHE_BYTES)
        self.counts = TerrainCounts()
        self.messages: deque[str] = deque(maxlen=4)
        """Errors of workers, for the player to read."""
        self._stand_ins = StandIns(self.cache, STAND_IN_BUDGET, self.messages.append)
        self._knowledge = Knowledge()
        self._arrived: dict[ChunkKey, ChunkResult] = {}
        self._wished_for: object = None
        self._fading: dict[ChunkKey, ChunkPicture] = {}
        self._ratio: Ratio | None = None
        self._frame = 0
        self._sheet: pygame.Surface | None = None
        self._stretched: pygame.Surface | None = None
        self.changed = True
        """Whether another drawing would look different although the view is the same."""

    @property
    def stand_ins_made(self) -> int:
        """How many sketches the drawing thread had to make itself."""
        return self._stand_ins.made

    def restart(self) -> None:
        """Forget all pictures: the loader has another world now."""
        self.cache.clear()
        self._knowledge = Knowledge()
        self._arrived.clear()
        self._fading.clear()
        self._wished_for = None
        self.changed = True

    def update(self, view: View, velocity: tuple[float, float], now: float) -> None:
        """Take what has come, and wish for what ``view`` will need at this speed in pixels."""
        news = self._collect()
        shown = chunks_of(view)
        self._upload(shown, now)
        self.cache.capacity = max(_LEAST_CACHE_BYTES, _SCREENS_KEPT * len(shown) * SURFACE_BYTES)
        ahead = _look_ahead(view, velocity)
        wished_for = (shown, ahead[0] // 64, ahead[1] // 64)
        if news or wished_for != self._wished_for:
            wishes = wishes_for(view, ahead, self.cache, self._knowledge)
            self._loader.want(wishes.chunks, wishes.plans)
            self._wished_for = wished_for

    def complete(self, view: View) -> bool:
        """Return whether every chunk in view has its final picture."""
        pictures = (self.cache.get(key) for key in chunks_of(view))
        return not self._fading and all(
            picture is not None and (picture.rank == Rank.FULL) for picture in pictures
        )

    def draw(self, target: pygame.Surface, view: View, now: float) -> None:
        """Cover the target with the land in view."""
        begun = time.perf_counter()
        self._frame += 1
        self._stand_ins.begin_frame()
        ratio = level_of_detail(view.zoom)[1]
        if ratio != self._ratio:
            self._end_fading()
            self._ratio = ratio
        if ratio.top > ratio.bottom:
            self._draw_stretched(target, view, ratio, now)
        else:
            self._draw_chunks(target, view, ratio, now)
        self.changed = bool(self._fading)
        self.counts.draw_seconds = time.perf_counter() - begun

    def _collect(self) -> bool:
        """Sort the workers' results; return whether there were any."""
        results = self._loader.collect()
        for result in results:
            if isinstance(result, ChunkResult):
                self._take_chunk(result)
            elif isinstance(result, PlanResult):
                self._knowledge.solved.add(result.key)
                self.counts.plan_seconds = _mean(self.counts.plan_seconds, result.seconds)
            elif isinstance(result, Failure):
                self._knowledge.failed.add(result.key)
                self.messages.append(result.message)
        return bool(results)

    def _take_chunk(self, result: ChunkResult) -> None:
        if result.missing:
            self._knowledge.missing[result.key] = result.missing
            # A plan may have been dropped again since it was made.
            self._knowledge.solved.difference_update(result.missing)
        else:
            self._knowledge.missing.pop(result.key, None)
        if result.pixels is not None:
            self._arrived[result.key] = result
            self.counts.build_seconds = _mean(self.counts.build_seconds, result.seconds)

    def _upload(self, shown: ChunkRange, now: float) -> None:
        """Make Surfaces of what has come, what is on the screen first, for a limited time."""
        if not self._arrived:
            return
        end = time.perf_counter() + UPLOAD_BUDGET
        for key in sorted(self._arrived, key=lambda key: key not in shown):
            self._put(key, self._arrived.pop(key), now)
            if time.perf_counter() > end:
                # What is left is wished for again only after it was uploaded.
                break

    def _put(self, key: ChunkKey, result: ChunkResult, now: float) -> None:
        assert result.pixels is not None
        rank = own_rank(key, bool(result.missing))
        picture = self.cache.get(key)
        self.counts.uploads += 1
        if picture is None:
            self.cache.put(key, ChunkPicture(surface_of(result.pixels), rank))
            return
        if picture.rank >= rank:
            return
        seen = picture.drawn_in >= self._frame
        self._note_delay(picture, rank, now)
        picture.replace(surface_of(result.pixels), rank, now if seen and self.soft else None)
        if seen:
            self.changed = True
            if self.soft:
                self._fading[key] = picture

    def _note_delay(self, picture: ChunkPicture, rank: Rank, now: float) -> None:
        if picture.shown_at is None:
            return
        if picture.rank < Rank.SKETCH:
            self.counts.own_delays.append(now - picture.shown_at)
        if rank == Rank.FULL:
            self.counts.full_delays.append(now - picture.shown_at)

    def _end_fading(self) -> None:
        for picture in self._fading.values():
            picture.before = None
        self._fading.clear()

    def _pictures(self, keys: ChunkRange, now: float) -> Iterator[ChunkPicture]:
        """Return the pictures of chunks, each a stand-in at the least."""
        source = self._loader.source
        for key in keys:
            picture = self.cache.seen(key) or self._stand_ins.picture(source, key)
            picture.drawn_in = self._frame
            if picture.shown_at is None:
                self._note_first_sight(picture, now)
            yield picture

    def _note_first_sight(self, picture: ChunkPicture, now: float) -> None:
        picture.shown_at = now
        if picture.rank >= Rank.SKETCH:
            self.counts.own_delays.append(0.0)
        if picture.rank == Rank.FULL:
            self.counts.full_delays.append(0.0)

    def _draw_chunks(self, target: pygame.Surface, view: View, ratio: Ratio, now: float) -> None:
        keys = chunks_of(view)
        columns = edges(keys.left, keys.right, view, view.left)
        rows = edges(keys.top, keys.bottom, view, view.top)
        places = ((x, y) for y in rows[:-1] for x in columns[:-1])
        placed = zip(self._pictures(keys, now), places, strict=True)
        self._blit(target, list(placed), ratio, now)

    def _draw_stretched(self, target: pygame.Surface, view: View, ratio: Ratio, now: float) -> None:
        """Put the samples in view together, then stretch them as one picture.

        It is cut where a sample begins on a whole pixel, at the same places wherever the view
        is, so that the land keeps its look while it moves.
        """
        part = _whole_blocks(view, ratio)
        keys = chunks_of(part)
        self._sheet = _at_least(
            self._sheet,
            CHUNK_SIZE * (keys.right - keys.left),
            CHUNK_SIZE * (keys.bottom - keys.top),
        )
        places = (
            (CHUNK_SIZE * (cx - keys.left), CHUNK_SIZE * (cy - keys.top)) for _, cx, cy in keys
        )
        placed = zip(self._pictures(keys, now), places, strict=True)
        self._blit(self._sheet, list(placed), Ratio(1, 1), now)
        samples = ratio.inverse()
        left = samples.floor(part.left) - CHUNK_SIZE * keys.left
        top = samples.floor(part.top) - CHUNK_SIZE * keys.top
        size = part.width - 1, part.height - 1
        # With one sample more than it fills, smoothscale steps by exactly 1 / ratio.
        cut = (left, top, samples.floor(size[0]) + 1, samples.floor(size[1]) + 1)
        self._stretched = _at_least(self._stretched, *size)
        stretched = self._stretched.subsurface((0, 0, *size))
        pygame.transform.smoothscale(self._sheet.subsurface(cut), size, stretched)
        target.blit(stretched, (part.left - view.left, part.top - view.top))

    def _blit(self, target: pygame.Surface, placed: list[Placed], ratio: Ratio, now: float) -> None:
        self._drop_faded(now)
        plain = []
        fading = []
        for picture, place in placed:
            surface = picture.shrunk_by(ratio)
            if picture.before is None:
                plain.append((surface, place))
            else:
                plain.append((picture.before, place))
                fading.append((surface, place, (now - picture.since) / FADE_SECONDS))
        target.fblits(plain)
        for surface, place, share in fading:
            surface.set_alpha(int(255 * max(0.0, share)))
            target.blit(surface, place)
            surface.set_alpha(None)

    def _drop_faded(self, now: float) -> None:
        for key, picture in list(self._fading.items()):
            if now - picture.since >= FADE_SECONDS or picture.drawn_in != self._frame:
                picture.before = None
                del self._fading[key]


def _whole_blocks(view: View, ratio: Ratio) -> View:
    """Return the view grown to where samples begin on whole pixels, and one pixel more."""
    block = ratio.top
    left, top = view.left // block * block, view.top // block * block
    columns = -(-(view.left + view.width - left) // block)
    rows = -(-(view.top + view.height - top) // block)
    return replace(view, left=left, top=top, width=columns * block + 1, height=rows * block + 1)


def _at_least(surface: pygame.Surface | None, width: int, height: int) -> pygame.Surface:
    """Return a Surface to work on, the same one as long as it is large enough."""
    if surface is not None:
        if surface.width >= width and surface.height >= height:
            return surface
        width, height = max(width, surface.width), max(height, surface.height)
    return new_surface((width, height))


def _look_ahead(view: View, velocity: tuple[float, float]) -> tuple[int, int]:
    """Return how far ahead chunks are wanted, in pixels; never more than a window."""
    ahead_x = int(velocity[0] * LOOK_AHEAD_SECONDS)
    ahead_y = int(velocity[1] * LOOK_AHEAD_SECONDS)
    return (
        max(-view.width, min(view.width, ahead_x)),
        max(-view.height, min(view.height, ahead_y)),
    )


def _mean(before: float, value: float) -> float:
    return value if before == 0.0 else before + 0.05 * (value - before)
