"""The command that compiles ahead."""

from __future__ import annotations

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
        (line,) = (each for each in lines if f".{kernel.py_func.__name__}: " in each)
        assert ("*" in line[:9]) == kernel.first


def test_sketches_come_first() -> None:
    marks = [kernel.first for kernel in needed_kernels()]
    assert any(marks) and marks == sorted(marks, reverse=True)
