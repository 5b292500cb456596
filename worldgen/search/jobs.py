"""Trying many worlds, in this process or in several; the outcomes come in the same order."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing.synchronize import Event

from worldgen.search.candidates import Candidate
from worldgen.search.query import Query
from worldgen.search.trial import Outcome, evaluate

MAX_JOBS = 256

_AHEAD = 4
"""How many candidates each process has in hand, so that none waits for a slow one."""


class JobsError(RuntimeError):
    """Processes of a search that could not begin."""


def search(
    query: Query, tried: Iterable[Candidate], jobs: int = 1
) -> Generator[Outcome, None, None]:
    """Yield the outcome of every candidate in the order of the candidates.

    Args:
        query: what is searched for.
        tried: the candidates, which may be without end; they are taken as they are needed.
        jobs: how many processes try worlds. With more than one, a script that calls this needs
            the usual ``if __name__ == "__main__":``.

    Raises:
        ValueError: for a number of jobs that cannot be.
        JobsError: when no process could begin, for want of that line.
    """
    if not 1 <= jobs <= MAX_JOBS:
        raise ValueError(f"jobs must be from 1 to {MAX_JOBS}, not {jobs}")
    if jobs > 1 and _imports_the_program_again():
        # The process that started this one tells why.
        raise SystemExit(1)
    if jobs == 1:
        return (evaluate(query, candidate) for candidate in tried)
    return _search_in_processes(query, iter(tried), jobs)


def _search_in_processes(
    query: Query, tried: Iterator[Candidate], jobs: int
) -> Generator[Outcome, None, None]:
    # Forked processes would inherit locks that a thread of this one holds.
    context = multiprocessing.get_context("spawn")
    stop, begun = context.Event(), context.Event()
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin_process, initargs=(stop, begun)
    )
    waiting: deque[Future[Outcome]] = deque()
    try:
        for candidate in itertools.islice(tried, jobs * _AHEAD):
            waiting.append(pool.submit(evaluate, query, candidate))
        while waiting:
            yield waiting.popleft().result()
            for candidate in itertools.islice(tried, 1):
                waiting.append(pool.submit(evaluate, query, candidate))
    except BrokenExecutor:
        if begun.is_set():
            raise
        raise JobsError(
            f"search(jobs={jobs}) starts processes that import this program once more, and they "
            'ended there: put what it does under if __name__ == "__main__":'
        ) from None
    finally:
        if waiting:
            stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _imports_the_program_again() -> bool:
    """Return whether this process was started by another and is still on its way."""
    # The mark by which multiprocessing itself refuses to start processes then.
    return bool(getattr(multiprocessing.current_process(), "_inheriting", False))


def _begin_process(stop: Event, begun: Event) -> None:
    """Leave Ctrl-C to the process that was started by hand, and end when that one says so."""
    begun.set()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_on_time, args=(stop,), daemon=True).start()


def _end_on_time(stop: Event) -> None:
    """End this process at once when it is told to, or when the one that began it is gone."""
    parent = multiprocessing.parent_process()
    while not stop.wait(1.0):
        if parent is not None and not parent.is_alive():
            break
    # The interpreter's own way out would finish work that nobody asks for any more.
    os._exit(1)
