"""Compiling ahead what play needs, on two cores if there are two.

Numba compiles one kernel at a time in a process. So while this one goes through the kernels in the
order of need, a helper process may come from the other end, first through what sketches need: what
it has kept in the cache is only loaded here. A process claims a kernel before it compiles it, by
making a file of the kernel's name, so that no kernel is compiled twice.

The helper is worth its code: with an empty cache, compiling takes 34 s of processor time in one
process, or 18 s in this one beside 19 s in the helper, which on two free cores is the time waited.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from worldgen.kernels.cache import numba_settings
from worldgen.kernels.decorators import Kernel, needed_kernels

_HELP = "import sys; from worldgen.kernels.warm_up import help_out; help_out(*sys.argv[1:])"


def warm_up(processes: int = 1) -> Iterator[tuple[int, int]]:
    """Compile the kernels that play needs, those of sketches first, yielding (done, total).

    With 2 ``processes`` a helper process takes part wherever kernels are missing from the cache
    and a second core is there. It ends with the loop; if this process is killed, when nothing is
    left to compile.
    """
    needed = needed_kernels()
    done, total = 0, len(needed)
    missing = [kernel for kernel in needed if not kernel.is_kept()]
    alone = processes < 2 or (os.cpu_count() or 1) < 2 or len(missing) < 2 or not _has_interpreter()
    # From the other end, but from that of what sketches need first.
    helper = None if alone else start_helper(sorted(missing[::-1], key=lambda k: not k.first))
    claimed_there: list[Kernel] = []
    try:
        for kernel in needed:
            if helper is not None and not claim(helper.claims, kernel):
                claimed_there.append(kernel)
            else:
                yield done, total
                kernel.compile()
                done += 1
            for kept in [claimed for claimed in claimed_there if claimed.is_kept()]:
                yield done, total
                kept.compile()
                claimed_there.remove(kept)
                done += 1
        if helper is not None:
            helper.process.wait()
        for kernel in claimed_there:
            yield done, total
            kernel.compile()
            done += 1
        yield total, total
    finally:
        if helper is not None:
            helper.stop()


def sketches_are_ready() -> bool:
    """Return whether all kernels are compiled that sketches and their painting need."""
    return all(kernel.ready for kernel in needed_kernels() if kernel.first)


def compile_behind(steps: Iterator[tuple[int, int]]) -> int:
    """Let a thread go on with ``warm_up``; return how many kernels are ``awaited`` from then on."""
    left = [kernel for kernel in needed_kernels() if not kernel.ready]
    for kernel in left:
        kernel.awaited = True
    # A daemon: whoever leaves does not wait for it.
    threading.Thread(target=deque, args=(steps, 0), name="compiling", daemon=True).start()
    return len(left)


def must_compile() -> bool:
    """Return whether a kernel that play needs is missing from the cache."""
    return not all(kernel.is_kept() for kernel in needed_kernels())


def claim(claims: Path, kernel: Kernel) -> bool:
    """Claim a kernel among processes that share a folder; False if another was first.

    Raises:
        FileNotFoundError: the folder is gone, and so is the process that needs the kernel.
    """
    try:
        (claims / _name(kernel)).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@dataclass(frozen=True)
class Helper:
    """A process that compiles kernels into the cache as it can claim them."""

    process: subprocess.Popen[bytes]
    claims: Path
    owner: int

    def stop(self) -> None:
        """End the process, and drop all claims; not in a fork of the process that started it."""
        if os.getpid() != self.owner:
            return
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.claims, ignore_errors=True)


def start_helper(kernels: Sequence[Kernel]) -> Helper | None:
    """Start a helper for some kernels; None where no process may be started."""
    names = [_name(kernel) for kernel in kernels if kernel.py_func.__module__ != "__main__"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_search_path())}
    if numba_settings.CACHE_DIR:
        environment["NUMBA_CACHE_DIR"] = str(numba_settings.CACHE_DIR)
    try:
        claims = Path(tempfile.mkdtemp(prefix="worldgen-"))
        process = subprocess.Popen(
            # Without -P modules would first be looked for in the current folder.
            [sys.executable, "-P", "-c", _HELP, str(claims), *names],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            # What it cannot compile is compiled here, where an error is told.
            stderr=subprocess.DEVNULL,
            env=environment,
            # On Windows no console is to open for it.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        return None
    return Helper(process, claims, os.getpid())


def help_out(claims: str, *names: str) -> None:
    """Compile kernels given as ``module.kernel`` as far as they are not claimed: the helper's part.

    It ends early, with the error of ``claim``, when the folder of claims is gone.
    """
    for name in names:
        module, _, kernel = name.rpartition(".")
        declared: Kernel = getattr(importlib.import_module(module), kernel)
        if claim(Path(claims), declared):
            declared.compile()


def _name(kernel: Kernel) -> str:
    return f"{kernel.py_func.__module__}.{kernel.py_func.__name__}"


def _search_path() -> list[str]:
    """Return where this process looks for modules; an empty entry is its current folder."""
    return [entry or os.getcwd() for entry in sys.path]


def _has_interpreter() -> bool:
    return bool(sys.executable) and not getattr(sys, "frozen", False)
