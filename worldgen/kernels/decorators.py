"""How kernels are compiled: lazily, once, with declared signatures and a cache that notices change.

A kernel is a small function of numbers and arrays. ``@kernel(signature)`` compiles it on its first
call or by ``warm_up``, so importing the package costs no compilation. ``@device()`` marks functions
that kernels call. Compiled code is kept in the user's cache folder; where nothing can be kept,
every start compiles anew, after one warning.
"""

from __future__ import annotations

import functools
import gc
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import numba
from numba import types
from numba.core.errors import NumbaError

from worldgen.forking import held_over_fork
from worldgen.kernels.cache import (
    NOTHING,
    cache_folder,
    discard,
    is_whole,
    numba_settings,
    open_sealed,
    seal,
)
from worldgen.kernels.first_use import tell_of_compiling

FLOATS = types.Array(types.float64, 1, "C", readonly=True)
GRID = types.Array(types.float64, 2, "C", readonly=True)
GRID32 = types.Array(types.float32, 2, "C", readonly=True)
"""Argument types of kernels: C-contiguous arrays that are only read."""

Inline = Literal["auto", "source", "forced"]

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    # Nothing in C calls what is compiled here.
    "no_cfunc_wrapper": True,
}
_INLINING: dict[Inline, dict[str, Any]] = {
    "auto": {},
    "source": {"inline": "always"},
    "forced": {"forceinline": True},
}
_compile_lock = threading.RLock()
# A fork waits for the kernel that is being compiled: half of the compiler's work would come along,
# and locks of its own that nobody opens.
held_over_fork(_compile_lock.acquire, _compile_lock.release)
_kernels: list[Kernel] = []
_cache_works = True


class Kernel:
    """A compiled function with one declared signature; callable from any thread."""

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Any,
        *,
        rare: bool = False,
        brief: bool = False,
        first: bool = False,
    ) -> None:
        self.py_func = function
        self.signature = signature
        self.rare = rare
        self.first = first
        self.awaited = False
        """Whether a thread is going to compile it: who can do without it meanwhile does."""
        self._options = {**_OPTIONS, "nogil": not brief}
        self._compiled: Callable[..., Any] | None = None
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return (self._compiled or self.compile(unasked=True))(*arguments)

    @property
    def ready(self) -> bool:
        """Whether a call waits for no compiling."""
        return self._compiled is not None

    def is_kept(self) -> bool:
        """Return whether it is compiled already, or lies whole in the cache."""
        try:
            return self._compiled is not None or is_whole(
                cache_folder(self.py_func, self.signature, self._options)
            )
        except OSError:
            # Where there is no place for a cache, nothing is kept.
            return False

    def compile(self, *, unasked: bool = False) -> Callable[..., Any]:
        """Compile now, or load from the cache, and return the compiled function.

        What takes long ``unasked`` is told, once.
        """
        with _compile_lock:
            if self._compiled is None:
                with _uncollected():
                    self._compiled = _compile(self.py_func, self.signature, self._options, unasked)
                self.awaited = False
            return self._compiled


def kernel(
    signature: Any, *, rare: bool = False, brief: bool = False, first: bool = False
) -> Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel with its numba signature; nothing is compiled yet.

    A ``rare`` kernel is not needed for play: it is compiled when it is first called. A ``brief``
    one keeps the interpreter while it runs: to get it back from a worker may take longer than that.
    What sketches and their painting need comes ``first``: with it, play can begin.
    """

    def declare(function: Callable[..., Any]) -> Kernel:
        declared = Kernel(function, signature, rare=rare, brief=brief, first=first)
        _kernels.append(declared)
        return declared

    return declare


def device(*, inline: Inline = "auto", alone: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Mark a function that kernels call.

    What leads into it from Python is left out unless it is to be called ``alone``: it takes a
    seventh of all compiling. Without it, such a call ends the process.

    Args:
        inline: ``"auto"`` compiles the function by itself and leaves to the compiler what to do
            with the call; for what several kernels share this compiles fastest. ``"source"`` puts
            the body into the caller before types are inferred: nothing is handed over, and no
            references to arrays are counted for every sample. ``"forced"`` makes the compiler
            dissolve the machine code into the caller: slower to compile than ``"source"``, and the
            fastest to run where a dozen arrays are handed to something as short as one row.
        alone: whether it may be called from Python as well.
    """

    def declare(function: Callable[..., Any]) -> Any:
        options = {**_OPTIONS, **_INLINING[inline], "no_cpython_wrapper": not alone}
        return numba.njit(**options)(function)

    return declare


def needed_kernels() -> list[Kernel]:
    """Return the kernels that play needs: what sketches need first, then as they are declared."""
    needed = [declared for declared in _kernels if not declared.rare]
    return sorted(needed, key=lambda declared: not declared.first)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: of what the compiler makes, little is garbage before its end.

    Looking through it again and again takes a tenth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _compile(
    function: Callable[..., Any], signature: Any, options: dict[str, Any], unasked: bool
) -> Callable[..., Any]:
    global _cache_works
    for attempt in (1, 2):
        if not _cache_works:
            break
        try:
            return _compile_cached(function, signature, options, unasked)
        except NumbaError:
            raise
        # Damaged files fail in as many ways as unpickling can. What is wrong with the kernel itself
        # comes up again below, where nothing is caught.
        except Exception as error:
            if attempt == 2:
                _cache_works = False
                warnings.warn(
                    f"compiled code cannot be kept ({error}); every start will compile anew",
                    RuntimeWarning,
                    stacklevel=4,
                )
    if unasked:
        tell_of_compiling()
    return numba.njit(signature, **options)(function)  # type: ignore[no-any-return]


def _compile_cached(
    function: Callable[..., Any], signature: Any, options: dict[str, Any], unasked: bool
) -> Callable[..., Any]:
    folder = cache_folder(function, signature, options)
    sealed = open_sealed(folder)
    if unasked and sealed == NOTHING:
        tell_of_compiling()
    before = numba_settings.CACHE_DIR
    numba_settings.CACHE_DIR = str(folder)
    try:
        compiled = numba.njit(signature, cache=True, **options)(function)
    except NumbaError:
        raise
    except Exception:
        discard(folder)
        raise
    finally:
        numba_settings.CACHE_DIR = before
    seal(folder, sealed)
    return compiled  # type: ignore[no-any-return]
