"""What is requested of the loader: what is on the screen first, then what lies ahead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.camera import View
from game.terrain.chunk_cache import ChunkCache, Rank
from game.terrain.chunk_grid import ChunkKey, ChunkRange, chunks_of, nearest_first
from game.terrain.failures import Failures
from game.terrain.loader import ChunkRequest
from game.terrain.placeholders import BASE_LEVELS
from game.terrain.world_source import PlanKey
from worldgen.coordinates import MAX_LOD

_NEAR_SHARE = 0.4
_MARGIN = 96
_MOST_PLANS = 128
_ENOUGH = 500
_FEW = 100
_LOOK_AHEAD_SECONDS = 0.9
_PAUSE = 0.06


@dataclass(frozen=True)
class Requests:
    """Chunks and plans, the most urgent first."""

    chunks: list[ChunkRequest]
    plans: list[PlanKey]
    cut: bool
    """Whether more is missing than these."""


@dataclass
class PlanStatus:
    """What is known of the plans that chunks need."""

    missing: dict[ChunkKey, tuple[PlanKey, ...]] = field(default_factory=dict)
    solved: set[PlanKey] = field(default_factory=set)
    failed: Failures = field(default_factory=Failures)
    failed_plans: Failures = field(default_factory=Failures)

    def pending(self, key: ChunkKey) -> list[PlanKey]:
        """Return the plans that must still be made for a chunk."""
        return [plan for plan in self.missing.get(key, ()) if plan not in self.solved]

    def release_failures(self, now: float) -> bool:
        """Let go of what is to be tried again; return whether that is anything."""
        return self.failed.release(now) | self.failed_plans.release(now)

    def forget_outside(self, kept: ChunkRange) -> None:
        """Drop what is known of chunks that nobody asks for."""
        if len(self.missing) > 4 * len(kept):
            self.missing = {key: plans for key, plans in self.missing.items() if key in kept}


class RequestQueue:
    """Decides what to request, anew when the view or the plans have changed enough."""

    def __init__(self, cache: ChunkCache) -> None:
        self._cache = cache
        self._asked_for: object = None
        self._asked_at = 0.0
        self._news = False
        self._cut = False

    def forget(self) -> None:
        """Start anew, in another world."""
        self._asked_for = None

    def requests(
        self,
        view: View,
        velocity: tuple[float, float],
        status: PlanStatus,
        news: bool,
        now: float,
        waiting: int,
        zooming: bool,
    ) -> Requests | None:
        """Return new requests, or None while the last ones still hold.

        ``waiting`` tells how many of the last ones have not been begun.
        """
        self._news = self._news or news or (self._cut and waiting < _FEW)
        ahead = look_ahead(view, velocity)
        asked_for = (chunks_of(view), ahead)
        if asked_for == self._asked_for and not self._news:
            return None
        # What is ahead was asked for long before it is seen: no need to sort every frame.
        if now < self._asked_at + _PAUSE and self._asked_for is not None:
            return None
        self._asked_for = asked_for
        self._asked_at = now
        self._news = False
        requests = requests_for(view, ahead, self._cache, status, zooming)
        self._cut = requests.cut
        return requests


def look_ahead(view: View, velocity: tuple[float, float]) -> tuple[int, int]:
    """Return how far ahead chunks are wanted, in pixels; never more than a window."""
    ahead_x = int(velocity[0] * _LOOK_AHEAD_SECONDS)
    ahead_y = int(velocity[1] * _LOOK_AHEAD_SECONDS)
    return (
        max(-view.width, min(view.width, ahead_x)) // 64 * 64,
        max(-view.height, min(view.height, ahead_y)) // 64 * 64,
    )


def requests_for(
    view: View, ahead: tuple[int, int], cache: ChunkCache, status: PlanStatus, zooming: bool
) -> Requests:
    """Return what is missing of a view that moves on by ``ahead`` pixels, or zooms."""
    near_ahead = int(ahead[0] * _NEAR_SHARE), int(ahead[1] * _NEAR_SHARE)
    shown = chunks_of(view)
    near = chunks_of(view, near_ahead, _MARGIN)
    all_chunks = chunks_of(view, ahead, _MARGIN)
    status.forget_outside(all_chunks)
    lists = _Lists(cache, status, shown, near)
    lists.add(nearest_first(near, view, ahead))
    # When there is enough to do here, what lies farther ahead would only cost time to sort.
    if not lists.full:
        lists.add(key for key in nearest_first(all_chunks, view, ahead) if key not in near)
    first = _bases(all_chunks, cache, status.failed)
    last = _bases(_wider(all_chunks), cache, status.failed)
    if zooming:
        # The next level of detail is in view before much of this one can be made.
        first, last = [*first, *last], []
    chunks = [*first, *lists.urgent, *lists.better, *lists.soon, *last, *lists.later]
    return Requests(chunks, list(lists.plans)[:_MOST_PLANS], lists.full)


def _wider(keys: ChunkRange) -> ChunkRange:
    """Return the chunks of a view zoomed out by a doubling, in the numbers of this lod."""
    across, down = keys.right - keys.left, keys.bottom - keys.top
    return ChunkRange(
        keys.lod,
        keys.left - across // 2,
        keys.top - down // 2,
        keys.right + across // 2,
        keys.bottom + down // 2,
    )


class _Lists:
    """Sorts chunks by how urgent they are, keeping their order within each list."""

    def __init__(
        self, cache: ChunkCache, status: PlanStatus, shown: ChunkRange, near: ChunkRange
    ) -> None:
        self._cache = cache
        self._status = status
        self._shown = shown
        self._near = near
        self.urgent: list[ChunkRequest] = []
        self.better: list[ChunkRequest] = []
        self.soon: list[ChunkRequest] = []
        self.later: list[ChunkRequest] = []
        # A dict, since it keeps the order and holds each plan once.
        self.plans: dict[PlanKey, None] = {}
        self._left = _ENOUGH

    @property
    def full(self) -> bool:
        """Whether more is missing than can be made before the next requests."""
        return self._left == 0

    def add(self, keys: Iterable[ChunkKey]) -> None:
        """Request what is missing of these chunks, or the plans that it waits for."""
        failed, missing, best = self._status.failed, self._status.missing, Rank.FULL
        for key in keys:
            if self._left == 0:
                return
            picture = self._cache.peek(key)
            if (picture is not None and picture.rank is best) or key in failed:
                continue
            pending = self._status.pending(key) if key in missing else ()
            for plan in pending:
                if plan not in self._status.failed_plans:
                    self.plans[plan] = None
            has_own = picture is not None and picture.rank is Rank.SKETCH
            # What only waits for plans gives the workers nothing to do.
            self._left -= self._request(key, has_own, bool(pending))

    def _request(self, key: ChunkKey, has_own: bool, waits: bool) -> bool:
        """Return whether there is anything to request."""
        if key in self._shown:
            if not has_own:
                self.urgent.append(ChunkRequest(key))
            elif not waits:
                self.better.append(ChunkRequest(key, whole=key in self._status.missing))
            return not (has_own and waits)
        if not has_own and key in self._near:
            self.soon.append(ChunkRequest(key))
            return True
        if not waits:
            whole = key in self._status.missing
            self.later.append(ChunkRequest(key, sketch=False, whole=whole))
        return not waits


def _bases(wanted: ChunkRange, cache: ChunkCache, failed: Failures) -> list[ChunkRequest]:
    levels = min(BASE_LEVELS, MAX_LOD - wanted.lod)
    if levels < 1:
        return []
    keys = [key for key in wanted.coarser(levels) if key not in failed]
    return [ChunkRequest(key) for key in keys if cache.get(key) is None]
