"""What the loader should make next: what is on the screen first, then what lies ahead."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from game.camera import View
from game.chunk_cache import ChunkCache, Rank
from game.chunk_grid import MAX_LOD, ChunkKey, ChunkRange, chunks_of, nearest_first
from game.loader import ChunkRequest
from game.stand_in import BASE_LEVELS
from game.world_source import PlanKey

_NEAR_SHARE = 0.4
_MARGIN = 96
_MOST_PLANS = 128


@dataclass(frozen=True)
class Wishes:
    """Chunks and plans, the most urgent first."""

    chunks: list[ChunkRequest]
    plans: list[PlanKey]


@dataclass
class Knowledge:
    """What is known of the plans that chunks need."""

    missing: dict[ChunkKey, tuple[PlanKey, ...]] = field(default_factory=dict)
    solved: set[PlanKey] = field(default_factory=set)
    failed: set[ChunkKey | PlanKey] = field(default_factory=set)

    def pending(self, key: ChunkKey) -> list[PlanKey]:
        """Return the plans that must still be made for a chunk."""
        return [plan for plan in self.missing.get(key, ()) if plan not in self.solved]

    def forget_outside(self, kept: ChunkRange) -> None:
        """Drop what is known of chunks that nobody asks for."""
        if len(self.missing) > 4 * len(kept):
            self.missing = {key: plans for key, plans in self.missing.items() if key in kept}


def wishes_for(
    view: View, ahead: tuple[int, int], cache: ChunkCache, knowledge: Knowledge
) -> Wishes:
    """Return what is missing of a view that moves on by ``ahead`` pixels."""
    near_ahead = int(ahead[0] * _NEAR_SHARE), int(ahead[1] * _NEAR_SHARE)
    shown = chunks_of(view)
    near = chunks_of(view, near_ahead, _MARGIN)
    all_chunks = chunks_of(view, ahead, _MARGIN)
    knowledge.forget_outside(all_chunks)
    lists = _Lists(cache, knowledge, shown, near)
    for key in nearest_first(all_chunks, view, ahead):
        lists.add(key)
    chunks = [*_bases(all_chunks, cache, knowledge.failed), *lists.urgent, *lists.better]
    return Wishes([*chunks, *lists.soon, *lists.later], list(lists.plans)[:_MOST_PLANS])


class _Lists:
    """Sorts chunks by how urgent they are, keeping their order within each list."""

    def __init__(
        self, cache: ChunkCache, knowledge: Knowledge, shown: ChunkRange, near: ChunkRange
    ) -> None:
        self._cache = cache
        self._knowledge = knowledge
        self._shown = shown
        self._near = near
        self.urgent: list[ChunkRequest] = []
        self.better: list[ChunkRequest] = []
        self.soon: list[ChunkRequest] = []
        self.later: list[ChunkRequest] = []
        # A dict, since it keeps the order and holds each plan once.
        self.plans: dict[PlanKey, None] = {}

    def add(self, key: ChunkKey) -> None:
        """Wish for a chunk, or for the plans that it waits for."""
        picture = self._cache.get(key)
        rank = picture.rank if picture else Rank.STAND_IN
        if rank == Rank.FULL or key in self._knowledge.failed:
            return
        pending = self._knowledge.pending(key)
        for plan in pending:
            if plan not in self._knowledge.failed:
                self.plans[plan] = None
        has_own = rank == Rank.SKETCH
        if key in self._shown:
            if not has_own:
                self.urgent.append(ChunkRequest(key))
            elif not pending:
                self.better.append(ChunkRequest(key))
        elif key in self._near and not has_own:
            self.soon.append(ChunkRequest(key))
        elif not pending:
            self.later.append(ChunkRequest(key, sketch=False))


def _bases(wanted: ChunkRange, cache: ChunkCache, failed: Collection[object]) -> list[ChunkRequest]:
    levels = min(BASE_LEVELS, MAX_LOD - wanted.lod)
    if levels < 1:
        return []
    keys = [key for key in wanted.coarser(levels) if key not in failed]
    return [ChunkRequest(key) for key in keys if cache.seen(key) is None]
