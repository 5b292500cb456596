"""Compiling that nobody asked for is told once, and only where somebody looks."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from numba import types

from worldgen.kernels import cache, first_use
from worldgen.kernels.decorators import Kernel


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def add_three(number: int) -> int:
    return number + 3


def add_four(number: int) -> int:
    return number + 4


def fresh(function: Callable[..., int]) -> Kernel:
    """Return a kernel of its own, which is not among those that play needs."""
    return Kernel(function, types.int64(types.int64), rare=True)


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(first_use, "_begun", 0)
    monkeypatch.setattr(cache.numba_settings, "CACHE_DIR", str(tmp_path))


def test_it_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert fresh(add_three)(4) == 7
    assert fresh(add_four)(4) == 8
    assert terminal.getvalue().count("worldgen is compiling, this once") == 1
    assert terminal.getvalue().count("\n") == 1


def test_it_is_told_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    for _ in range(25):
        first_use.tell_of_compiling()
    first, *further = terminal.getvalue().splitlines()
    assert "compiling, this once" in first
    assert further == [f"worldgen has compiled {n} kernels so far" for n in (10, 20)]


def test_nothing_is_told_of_what_was_kept_or_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    fresh(add_three).compile()
    assert fresh(add_three)(4) == 7
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("stream", (None, io.StringIO()))
def test_nothing_is_told_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None
) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    assert fresh(add_three)(4) == 7
    assert stream is None or stream.getvalue() == ""


def test_a_closed_stream_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    terminal.close()
    monkeypatch.setattr("sys.stderr", terminal)
    assert fresh(add_three)(4) == 7
