"""Worker threads that make pictures of chunks and plans of islands; no call waits for them.

The caller replaces the queue of requests as often as it likes; what it no longer requests is
dropped unless it is being made at this moment. One worker never makes plans, so that sketches
keep coming while islands are being solved. Every result carries the world it belongs to.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from game.terrain.chunk_grid import ChunkKey
from game.terrain.world_source import PlanKey, WorldSource

MAX_WORKERS = 6
_POLITENESS = 5


class ChunkRequest(NamedTuple):
    """A chunk to be painted; with ``sketch``, as a sketch while its plans are missing.

    With ``whole`` all its plans have been made for it: those that were dropped again are made on
    the way, or chunks that need more plans than are kept would never come.
    """

    key: ChunkKey
    sketch: bool = True
    whole: bool = False


@dataclass(frozen=True)
class ChunkResult:
    """A chunk as far as it could be made: no pixels if plans are missing and none were asked."""

    source: WorldSource
    key: ChunkKey
    pixels: np.ndarray | None
    """uint32 (64, 64), see ``packed_pixels``."""
    missing: tuple[PlanKey, ...]
    seconds: float


@dataclass(frozen=True)
class PlanResult:
    """A plan that is there now."""

    source: WorldSource
    key: PlanKey
    seconds: float


@dataclass(frozen=True)
class Failure:
    """A job that ended with an error; it is up to the caller to request it again."""

    source: WorldSource
    key: ChunkKey | PlanKey
    of_plan: bool
    """Whether the key is that of a plan: both are a few whole numbers."""
    message: str


Result = ChunkResult | PlanResult | Failure

Answered = TypeVar("Answered")
Key = TypeVar("Key", bound=ChunkKey | PlanKey)


class Answer(Generic[Answered]):
    """The answer to a question that was put to a worker, once it is there."""

    def __init__(self, question: Callable[[WorldSource], Answered]) -> None:
        self._question = question
        self.done = False
        self.value: Answered | None = None
        self.error: str | None = None

    def find(self, source: WorldSource) -> None:
        """Answer it, on whatever thread this is."""
        try:
            self.value = self._question(source)
        except Exception as error:
            self.error = described(error)
        self.done = True


class Loader:
    """A few daemon threads with one queue of requests."""

    def __init__(self, source: WorldSource, workers: int | None = None) -> None:
        self._source = source
        lock = threading.RLock()
        self._changed = threading.Condition(lock)
        self._done = threading.Condition(lock)
        self._jobs_done = self._jobs_seen = 0
        self._chunks: deque[ChunkRequest] = deque()
        self._plans: deque[PlanKey] = deque()
        self._questions: deque[Callable[[WorldSource], None]] = deque()
        self._answering = 0
        self._busy: set[ChunkKey] = set()
        self._busy_plans: set[PlanKey] = set()
        self._results: deque[Result] = deque()
        self._running = True
        count = workers or max(2, min(MAX_WORKERS, os.cpu_count() or 2))
        self.threads = [
            threading.Thread(
                target=self._work,
                # The first worker is kept for chunks, unless it is the only one.
                args=(number > 0 or count == 1,),
                name=f"loader {number}",
                daemon=True,
            )
            for number in range(count)
        ]
        for thread in self.threads:
            thread.start()

    @property
    def source(self) -> WorldSource:
        """The world that is being loaded."""
        return self._source

    def change(self, source: WorldSource) -> None:
        """Go on with another world; results of the one before are dropped."""
        with self._changed:
            self._source = source
            self._forget()
            self._busy.clear()
            self._busy_plans.clear()
            self._results.clear()

    def want(self, chunks: Iterable[ChunkRequest], plans: Iterable[PlanKey]) -> None:
        """Replace all requests by these, the most urgent first."""
        with self._changed:
            self._chunks = deque(chunks)
            self._plans = deque(plans)
            if self._chunks or self._plans:
                self._changed.notify_all()

    def ask(self, question: Callable[[WorldSource], Answered]) -> Answer[Answered]:
        """Have a short question answered on a worker, before any chunk."""
        answer = Answer(question)
        with self._changed:
            self._questions.append(answer.find)
            self._changed.notify_all()
        return answer

    def collect(self) -> list[Result]:
        """Return the results that have come since the last call."""
        results = []
        while self._results:
            results.append(self._results.popleft())
        return [result for result in results if result.source is self._source]

    @property
    def waiting(self) -> tuple[int, int]:
        """How many chunks and plans are wanted and not yet begun."""
        return len(self._chunks), len(self._plans)

    @property
    def idle(self) -> bool:
        """True when nothing is wanted, being made, or left to collect."""
        with self._changed:
            return not (self._has_work or self._results)

    @property
    def _has_work(self) -> bool:
        waiting = self._chunks or self._plans or self._questions
        busy = self._busy or self._busy_plans or self._answering
        return self._running and bool(waiting or busy)

    def wait(self) -> None:
        """Wait until a job has been done since the last time, or there is none to do."""
        with self._changed:
            self._done.wait_for(lambda: self._jobs_done != self._jobs_seen or not self._has_work)
            self._jobs_seen = self._jobs_done

    def stop(self, timeout: float = 0.2) -> None:
        """Forget all requests and let the threads end; a job in progress is not waited for long."""
        with self._changed:
            self._running = False
            self._forget()
            self._results.clear()
            self._changed.notify_all()
            self._done.notify_all()
        end = time.monotonic() + timeout
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _forget(self) -> None:
        self._chunks.clear()
        self._plans.clear()
        self._questions.clear()

    def _work(self, makes_plans: bool) -> None:
        _be_polite()
        while True:
            with self._changed:
                job = self._next_job(makes_plans)
                while job is None and self._running:
                    self._changed.wait()
                    job = self._next_job(makes_plans)
            if job is None:
                return
            job()

    def _next_job(self, makes_plans: bool) -> Callable[[], None] | None:
        """Take the most urgent job that this worker may do; the lock is held."""
        if not self._running:
            return None
        source = self._source
        if self._questions:
            self._answering += 1
            return partial(self._answer, self._questions.popleft(), source)
        while makes_plans and self._plans:
            plan = self._plans.popleft()
            if plan not in self._busy_plans:
                self._busy_plans.add(plan)
                return partial(
                    self._do, source, self._busy_plans, plan, partial(_solve, source, plan)
                )
        while self._chunks:
            request = self._chunks.popleft()
            if request.key not in self._busy:
                self._busy.add(request.key)
                return partial(
                    self._do, source, self._busy, request.key, partial(_paint, source, request)
                )
        return None

    def _answer(self, find: Callable[[WorldSource], None], source: WorldSource) -> None:
        find(source)
        with self._changed:
            self._answering -= 1
            self._tell_done()

    def _tell_done(self) -> None:
        self._jobs_done += 1
        self._done.notify_all()

    def _do(
        self, source: WorldSource, busy: set[Key], key: Key, make: Callable[[], Result]
    ) -> None:
        result: Result
        try:
            result = make()
        except Exception as error:
            # A thread has nobody above it to tell: the game shows the message instead.
            result = Failure(source, key, busy is self._busy_plans, described(error))
        with self._changed:
            if source is self._source:
                busy.discard(key)
                # Nobody comes for what is made after the end.
                if self._running:
                    self._results.append(result)
            self._tell_done()


def described(error: Exception) -> str:
    """Return an error as one line for the player."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _paint(source: WorldSource, request: ChunkRequest) -> ChunkResult:
    lod, cx, cy = request.key
    begun = time.perf_counter()
    missing = () if request.whole else source.missing_plans(cx, cy, lod)
    pixels = None
    if request.sketch or not missing:
        pixels = source.pixels(cx, cy, lod, sketch=bool(missing))
    return ChunkResult(source, request.key, pixels, missing, time.perf_counter() - begun)


def _solve(source: WorldSource, key: PlanKey) -> PlanResult:
    begun = time.perf_counter()
    source.solve(key)
    return PlanResult(source, key, time.perf_counter() - begun)


def _be_polite() -> None:
    """Let the thread that draws go first, on systems where a thread has a rank of its own."""
    if sys.platform == "linux":
        # Where a sandbox forbids it, all threads simply keep the same rank.
        with contextlib.suppress(OSError):
            # What works in batches does not push others aside when it has something to do again.
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        with contextlib.suppress(OSError):
            rank = os.getpriority(os.PRIO_PROCESS, 0) + _POLITENESS
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), rank)
