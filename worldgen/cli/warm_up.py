"""``python -m worldgen warm-up``: compile ahead, and tell what each kernel takes."""

from __future__ import annotations

import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from tempfile import TemporaryDirectory

from worldgen.cli.progress import compile_all, progress
from worldgen.kernels.cache import numba_settings
from worldgen.kernels.decorators import Kernel, needed_kernels

SUMMARY = "compile all kernels ahead, or tell what each takes"

_IMPORT = (
    "import time; begun = time.process_time(); import numba; print(time.process_time() - begun)"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``warm-up``."""
    parser.add_argument(
        "--report",
        action="store_true",
        help="compile all anew, keep nothing, and print what each kernel takes and is for",
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: Namespace) -> int:
    """Compile, or compile and report."""
    if not arguments.report:
        compile_all(quiet=arguments.quiet)
        print(f"{len(needed_kernels())} kernels are compiled")
        return 0
    yardstick = _seconds_of_import()
    print("\n".join(_table(_seconds_of_kernels(quiet=arguments.quiet), yardstick)))
    return 0


def _seconds_of_import() -> float:
    """Return the processor time of ``import numba`` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _seconds_of_kernels(*, quiet: bool) -> list[tuple[Kernel, float]]:
    """Compile each kernel that is not compiled in this process; return its processor time.

    What several share counts for the first that needs it.
    """
    taken = []
    before = numba_settings.CACHE_DIR
    with TemporaryDirectory(prefix="worldgen-") as folder:
        numba_settings.CACHE_DIR = folder
        try:
            with progress(len(needed_kernels()), "compiling", " kernels", quiet=quiet) as advance:
                for kernel in needed_kernels():
                    begun = time.process_time()
                    kernel.compile()
                    taken.append((kernel, time.process_time() - begun))
                    advance(1)
        finally:
            numba_settings.CACHE_DIR = before
    return taken


def _table(taken: list[tuple[Kernel, float]], yardstick: float) -> list[str]:
    """Return the lines of the report, the dearest kernel first."""
    lines = ["processor time in multiples of `import numba`; * is needed for the first sketch"]
    for kernel, seconds in sorted(taken, key=lambda each: -each[1]):
        name = f"{kernel.py_func.__module__.removeprefix('worldgen.')}.{kernel.py_func.__name__}"
        purpose = (kernel.py_func.__doc__ or "").strip().partition("\n")[0]
        mark = "*" if kernel.first else " "
        lines.append(f"{seconds / yardstick:6.1f} {mark} {name}: {purpose}")
    first = sum(seconds for kernel, seconds in taken if kernel.first)
    total = sum(seconds for _, seconds in taken)
    lines.append(f"{first / yardstick:6.1f} * all that the first sketch needs")
    lines.append(f"{total / yardstick:6.1f}   all {len(taken)} kernels")
    return lines
