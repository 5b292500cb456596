"""The command that compiles ahead."""

from __future__ import annotations

from typing import Any

import pytest

from worldgen.cli.main import main
from worldgen.kernels.decorators import needed_kernels


@pytest.mark.usefixtures("compiled_kernels")
def test_the_report_has_a_line_for_each_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm-up", "--report", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    kernels = needed_kernels()
    assert len(lines) == len(kernels) + 3
    for kernel in kernels:
        (line,) = (each for each in lines if _name(kernel) in each)
        assert ("*" in line[:9]) == kernel.first


def _name(kernel: Any) -> str:
    room = kernel.py_func.__module__.removeprefix("worldgen.")
    return f" {room}.{kernel.py_func.__name__}: "


def test_sketches_come_first() -> None:
    marks = [kernel.first for kernel in needed_kernels()]
    assert any(marks) and marks == sorted(marks, reverse=True)
