"""The plans of a world's islands, kept within a bound; safe to share between threads."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar

from worldgen.forking import in_forked_child


class Solved(Protocol):
    """What is kept: it knows its size."""

    @property
    def nbytes(self) -> int: ...


Key = TypeVar("Key", bound=tuple[int, ...])
Kept = TypeVar("Kept", bound=Solved)

MAX_PLANS = 4096
MAX_BYTES = 12 * 1024 * 1024


class PlanCache(Generic[Key, Kept]):
    """Solves each plan once, however many threads ask for it, and forgets the longest unused."""

    def __init__(self, solve: Callable[[Key], Kept | None], max_bytes: int | None = None) -> None:
        self._max_bytes = max_bytes
        self._solve = solve
        self._lock = threading.Lock()
        self._plans: OrderedDict[Key, Kept | None] = OrderedDict()
        self._waiting: dict[Key, Future[Kept | None]] = {}
        self._bytes = 0
        _caches.add(self)

    def holds(self, key: Key) -> bool:
        """Whether a plan is there without solving it."""
        with self._lock:
            return key in self._plans

    def peek(self, key: Key) -> Kept | None:
        """Return a plan that is there, None for any other; it does not count as used."""
        with self._lock:
            return self._plans.get(key)

    def get(self, key: Key) -> Kept | None:
        """Return the plan of an island, solved now if need be; None for a domain without land."""
        with self._lock:
            if key in self._plans:
                self._plans.move_to_end(key)
                return self._plans[key]
            future = self._waiting.get(key)
            first = future is None
            if future is None:
                future = self._waiting[key] = Future()
        if not first:
            return future.result()
        try:
            plan = self._solve(key)
        except BaseException as error:
            with self._lock:
                del self._waiting[key]
            future.set_exception(error)
            raise
        with self._lock:
            del self._waiting[key]
            self._keep(key, plan)
        future.set_result(plan)
        return plan

    def renew(self) -> None:
        """Forget who holds the lock and what others are solving: they are not in this process."""
        self._lock = threading.Lock()
        self._waiting = {}
        self._bytes = sum(plan.nbytes for plan in self._plans.values() if plan)

    def _keep(self, key: Key, plan: Kept | None) -> None:
        self._plans[key] = plan
        self._bytes += plan.nbytes if plan else 0
        most = MAX_BYTES if self._max_bytes is None else self._max_bytes
        while len(self._plans) > MAX_PLANS or (self._bytes > most and len(self._plans) > 1):
            _, dropped = self._plans.popitem(last=False)
            self._bytes -= dropped.nbytes if dropped else 0


_caches: weakref.WeakSet[PlanCache[Any, Any]] = weakref.WeakSet()


def _renew_caches() -> None:
    for cache in _caches:
        cache.renew()


in_forked_child(_renew_caches)
