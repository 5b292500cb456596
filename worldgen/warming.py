"""Compiling ahead what play needs, on two cores if there are two.

Numba compiles one kernel at a time in a process. So while this one goes through the kernels in the
order of need, a second process may come from the other end: what it has kept in the cache is only
loaded here.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence

from worldgen.compiled import Kernel, needed_kernels
from worldgen.kernel_cache import numba_settings

_SECOND = "import sys; from worldgen.warming import assist; assist(sys.argv[1:])"

_LOADED_WITHIN = 0.4
"""Seconds; a kernel that takes longer was not in the cache, and neither is what follows."""


def warm_up(processes: int = 1) -> Iterator[tuple[int, int]]:
    """Compile the kernels that play needs in the order of declaration, yielding (done, total).

    With 2 ``processes`` a second interpreter helps wherever kernels are missing from the cache
    and a second core is there. It ends with the loop, or with this process at the latest.
    """
    needed = needed_kernels()
    total = len(needed)
    second: subprocess.Popen[bytes] | None = None
    asked = processes < 2 or (os.cpu_count() or 1) < 2 or not _has_interpreter()
    try:
        for done, kernel in enumerate(needed):
            yield done, total
            started = time.perf_counter()
            kernel.compile()
            if not asked and time.perf_counter() - started > _LOADED_WITHIN:
                asked = True
                second = start_second(list(reversed(needed[done + 1 :])))
        yield total, total
    finally:
        if second is not None:
            _stop(second)


def start_second(kernels: Sequence[Kernel]) -> subprocess.Popen[bytes] | None:
    """Start a process that compiles some kernels into the cache; None where none can start."""
    functions = [each.py_func for each in kernels if each.py_func.__module__ != "__main__"]
    names = [f"{function.__module__}:{function.__name__}" for function in functions]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_search_path())}
    if numba_settings.CACHE_DIR:
        environment["NUMBA_CACHE_DIR"] = str(numba_settings.CACHE_DIR)
    try:
        return subprocess.Popen(
            # Without -P modules would first be looked for in the current folder.
            [sys.executable, "-P", "-c", _SECOND, *names],
            # Nothing is ever written to it: its end tells that this process is gone.
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            # What it cannot compile is compiled here, where an error is told.
            stderr=subprocess.DEVNULL,
            env=environment,
            # On Windows no console is to open for it.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        # Where no process may be started, this one compiles everything.
        return None


def _search_path() -> list[str]:
    """Return where this process looks for modules; an empty entry is its current folder."""
    return [entry or os.getcwd() for entry in sys.path]


def _has_interpreter() -> bool:
    return bool(sys.executable) and not getattr(sys, "frozen", False)


def _stop(second: subprocess.Popen[bytes]) -> None:
    second.terminate()
    if second.stdin:
        second.stdin.close()
    second.wait()


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(0)


def assist(names: Sequence[str]) -> None:
    """Compile kernels given as ``module:kernel``; what the second process does."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for name in names:
        module, _, kernel = name.partition(":")
        declared: Kernel = getattr(importlib.import_module(module), kernel)
        declared.compile()
