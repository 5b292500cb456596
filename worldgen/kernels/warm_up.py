"""Compiling ahead what play needs, on two cores if there are two.

Numba compiles one kernel at a time in a process. So while this one goes through the kernels in the
order of need, a second process may come from the other end: what it has kept in the cache is only
loaded here. It says what it begins and ends, so that neither takes up what the other is at.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

from worldgen.kernels.cache import numba_settings
from worldgen.kernels.decorators import Kernel, needed_kernels

_SECOND = "import sys; from worldgen.kernels.warm_up import assist; assist(sys.argv[1:])"

_GLANCE = 0.01
"""Seconds between looks at what the second process is at."""


def warm_up(processes: int = 1) -> Iterator[tuple[int, int]]:
    """Compile the kernels that play needs in the order of declaration, yielding (done, total).

    With 2 ``processes`` a second interpreter helps wherever kernels are missing from the cache
    and a second core is there. It ends with the loop, or with this process at the latest.
    """
    needed = needed_kernels()
    total = len(needed)
    second = _begin_second(needed) if processes > 1 else None
    try:
        for done, kernel in enumerate(needed):
            yield done, total
            if second is not None:
                second.wait_for(kernel)
            kernel.compile()
        yield total, total
    finally:
        if second is not None:
            second.stop()


def must_compile() -> bool:
    """Return whether a kernel that play needs is missing from the cache."""
    return not all(kernel.is_kept() for kernel in needed_kernels())


def _begin_second(needed: Sequence[Kernel]) -> Second | None:
    """Start the second process where there is something to share, and a core for it."""
    if (os.cpu_count() or 1) < 2 or not _has_interpreter():
        return None
    missing = [kernel for kernel in needed if not kernel.is_kept()]
    return start_second(missing[:0:-1]) if len(missing) > 1 else None


class Second:
    """A second process at work, and what it has said."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._begun = ""
        self._listener = threading.Thread(target=self._listen, name="listener", daemon=True)
        self._listener.start()

    def wait_for(self, kernel: Kernel) -> None:
        """Wait while it is at this kernel, and tell it that all before are taken."""
        name = _name(kernel)
        if self.process.stdin and self.process.poll() is None:
            with suppress(OSError):  # It may have ended since.
                self.process.stdin.write(f"{name}\n".encode())
                self.process.stdin.flush()
        while self.busy_with(kernel):
            time.sleep(_GLANCE)

    def busy_with(self, kernel: Kernel) -> bool:
        """Return whether it is at this kernel."""
        return self._begun == _name(kernel) and self._listener.is_alive()

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()
        self._listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):  # What it was to hear is written when the pipe is closed.
                    pipe.close()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self._begun = line.decode().strip()
        self._begun = ""


def _name(kernel: Kernel) -> str:
    return f"{kernel.py_func.__module__}:{kernel.py_func.__name__}"


def start_second(kernels: Sequence[Kernel]) -> Second | None:
    """Start a process that compiles some kernels into the cache; None where none can start."""
    names = [_name(each) for each in kernels if each.py_func.__module__ != "__main__"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_search_path())}
    if numba_settings.CACHE_DIR:
        environment["NUMBA_CACHE_DIR"] = str(numba_settings.CACHE_DIR)
    try:
        process = subprocess.Popen(
            # Without -P modules would first be looked for in the current folder.
            [sys.executable, "-P", "-c", _SECOND, *names],
            # Its end tells the second process that this one is gone.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # What it cannot compile is compiled here, where an error is told.
            stderr=subprocess.DEVNULL,
            env=environment,
            # On Windows no console is to open for it.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        # Where no process may be started, this one compiles everything.
        return None
    return Second(process)


def _search_path() -> list[str]:
    """Return where this process looks for modules; an empty entry is its current folder."""
    return [entry or os.getcwd() for entry in sys.path]


def _has_interpreter() -> bool:
    return bool(sys.executable) and not getattr(sys, "frozen", False)


def assist(names: Sequence[str]) -> None:
    """Compile kernels given as ``module:kernel``; what the second process does.

    On each line of the standard input stands a kernel that the first process takes, and with it
    all that come after it here. What is begun is told on the standard output, and an empty line
    when it is done.
    """
    taken: set[str] = set()
    threading.Thread(target=_hear, args=(taken,), daemon=True).start()
    for name in names:
        if name in taken:
            break
        print(name, flush=True)
        module, _, kernel = name.partition(":")
        declared: Kernel = getattr(importlib.import_module(module), kernel)
        declared.compile()
        print(flush=True)


def _hear(taken: set[str]) -> None:
    heard = b""
    while part := os.read(0, 1024):
        heard += part
        taken.update(heard.decode().split("\n")[:-1])
    os._exit(0)
