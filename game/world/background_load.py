"""Loading something on a thread of its own, while the window goes on answering."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

Loaded = TypeVar("Loaded")

Tell = Callable[[float, str], None]
"""Takes how much is done, 0..1, and what is being done."""


class LoadError(ValueError):
    """A world that cannot be opened, in one line for the player."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


class BackgroundLoad(Generic[Loaded]):
    """One thing that is being loaded.

    Args:
        make: loads it, and tells how far it is; called once, on another thread.
    """

    def __init__(self, make: Callable[[Tell], Loaded]) -> None:
        self._make = make
        self.progress = 0.0
        self.stage = ""
        self.result: Loaded | None = None
        self.error: LoadError | None = None
        self.details = ""
        """Where an unexpected error came from."""
        self._thread = threading.Thread(target=self._run, name="opening", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return self.result is not None or self.error is not None

    @property
    def alive(self) -> bool:
        """Whether its thread is still at work."""
        return self._thread.is_alive()

    def _run(self) -> None:
        try:
            self.result = self._make(self._tell)
        except LoadError as error:
            self.error = error
        except Exception as error:
            # Nobody waits for this thread: whoever shows its progress shows its error.
            self.details = traceback.format_exc()
            message = " ".join(f"{type(error).__name__}: {error}".split())
            self.error = LoadError(f"the world could not be opened: {message}", 1)

    def _tell(self, progress: float, stage: str) -> None:
        self.progress = progress
        self.stage = stage
