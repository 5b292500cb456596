"""What all tests share: no window, no sound, and tests that give the same result every time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from worldgen import warm_up

# Before anything imports pygame.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# A shell lets what it starts in the background ignore Ctrl-C, which some tests send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example may have to compile; and a run must not depend on what the last one found.
hypothesis.settings.register_profile(
    "endless-isles", deadline=None, derandomize=True, max_examples=60
)
hypothesis.settings.load_profile("endless-isles")

CHECKOUT = Path(__file__).resolve().parent.parent

RunPython = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def checkout() -> Path:
    """The root of the checkout."""
    return CHECKOUT


@pytest.fixture(scope="session")
def compiled_kernels() -> None:
    """Have everything compiled, so that no test has to."""
    warm_up()


@pytest.fixture
def run_python() -> RunPython:
    """Run a new Python process on this checkout and return what came of it."""

    def run(
        *arguments: str,
        environment: dict[str, str] | None = None,
        folder: Path = CHECKOUT,
    ) -> subprocess.CompletedProcess[str]:
        variables = {**os.environ, "PYTHONPATH": str(CHECKOUT), **(environment or {})}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env=variables,
            capture_output=True,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
        )

    return run
