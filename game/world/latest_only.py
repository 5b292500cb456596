"""A worker thread that runs the latest job alone: a new one replaces the one before."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from game.terrain.loader import described

Made = TypeVar("Made")


class LatestOnlyWorker(Generic[Made]):
    """Runs one job at a time, always the latest; a job may make several things one by one.

    Between two of them it is dropped for a newer job. Errors become a line of text.
    """

    def __init__(self, name: str) -> None:
        self._changed = threading.Condition()
        self._job: Callable[[], Iterator[Made]] | None = None
        self._busy = False
        self._running = True
        self._made: deque[Made] = deque()
        self.error: str | None = None
        """Why the last job failed."""
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def ask(self, job: Callable[[], Iterator[Made]]) -> None:
        """Have this made, in place of whatever was asked before."""
        with self._changed:
            self._job = job
            self._changed.notify_all()

    def take(self) -> list[Made]:
        """Return what has been made since the last time."""
        with self._changed:
            made = list(self._made)
            self._made.clear()
        return made

    @property
    def idle(self) -> bool:
        """Whether nothing is asked, being made, or left to take."""
        with self._changed:
            return self._job is None and not self._busy and not self._made

    def wait(self) -> None:
        """Wait until all that was asked has been made."""
        with self._changed:
            self._changed.wait_for(lambda: self._job is None and not self._busy)

    def stop(self) -> None:
        """End as soon as the thing that is being made is done; nobody waits for it."""
        with self._changed:
            self._running = False
            self._job = None
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                while self._job is None and self._running:
                    self._changed.wait()
                if self._job is None:
                    return
                job, self._job = self._job, None
                self._busy = True
                self.error = None
            self._run(job)

    def _run(self, job: Callable[[], Iterator[Made]]) -> None:
        try:
            for thing in job():
                with self._changed:
                    if not self._running:
                        return
                    self._made.append(thing)
                    if self._job is not None:
                        return
        except Exception as error:
            # Nobody waits for this thread: whoever shows what it makes shows its error.
            self.error = described(error)
