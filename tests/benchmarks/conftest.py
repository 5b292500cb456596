"""Benchmarks run when they alone are asked for: ``python -m pytest tests/benchmarks``.

At the end they print one table: what was measured, ours, the peer's where there is one, the ratio,
and the target.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    what: str
    ours: float
    peer: float | None
    unit: str
    target: str

    def cells(self) -> tuple[str, ...]:
        peer = "" if self.peer is None else f"{self.peer:.2f}"
        ratio = "" if self.peer is None else f"{self.peer / self.ours:.1f} x"
        return self.what, f"{self.ours:.2f}", peer, self.unit, ratio, self.target


Report = Callable[[Line], None]

_LINES = pytest.StashKey[list[Line]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_LINES] = []


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Add a line to the table that is printed at the end."""
    return request.config.stash[_LINES].append


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    lines = config.stash[_LINES]
    if not lines:
        return
    head = ("", "ours", "peer", "", "ratio", "target")
    rows = [head, *(line.cells() for line in lines)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
    terminalreporter.section("measured")
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:5], widths[1:5], strict=True)]
        terminalreporter.write_line("  ".join([*cells, row[5]]).rstrip())
