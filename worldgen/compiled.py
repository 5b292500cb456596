"""How kernels are compiled: lazily, once, with declared signatures and a cache that notices change.

A kernel is a small function of numbers and arrays. ``@kernel(signature)`` compiles it on its first
call or in ``warm_up``, so importing the package costs no compilation. ``@inner`` marks the functions
that kernels call. Compiled code is kept in the user's cache folder, under a digest of the sources
of the kernel and of every inner function it reaches; numba alone would notice changes only in
the kernel's own file.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import pickle
import shutil
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.registry import CPUDispatcher
from platformdirs import user_cache_path

INTEGERS = types.Array(types.int64, 1, "C", readonly=True)
KEYS = types.Array(types.uint64, 1, "C", readonly=True)
FLOATS = types.Array(types.float64, 1, "C", readonly=True)
GRID = types.Array(types.float64, 2, "C", readonly=True)
"""Argument types of kernels: C-contiguous arrays that are only read."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_DAMAGED = (EOFError, pickle.UnpicklingError, IndexError, AttributeError, TypeError, KeyError)
_compile_lock = threading.RLock()
_kernels: list[Kernel] = []
_cache_works = True


class Kernel:
    """A compiled function with one declared signature; callable from any thread."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        self.py_func = function
        self.signature = signature
        self._compiled: Callable[..., Any] | None = None
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return (self._compiled or self.compile())(*arguments)

    def compile(self) -> Callable[..., Any]:
        """Compile now, or load from the cache, and return the compiled function."""
        with _compile_lock:
            if self._compiled is None:
                self._compiled = _compile(self.py_func, self.signature)
            return self._compiled


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel with its numba signature; nothing is compiled yet."""

    def declare(function: Callable[..., Any]) -> Kernel:
        declared = Kernel(function, signature)
        _kernels.append(declared)
        return declared

    return declare


def inner(function: Callable[..., Any]) -> Any:
    """Mark a function that kernels call; it is compiled into each of them."""
    return numba.njit(**_OPTIONS)(function)


def warm_up() -> Iterator[tuple[int, int]]:
    """Compile every declared kernel in the order of declaration, yielding (done, total)."""
    total = len(_kernels)
    for done, declared in enumerate(list(_kernels)):
        yield done, total
        declared.compile()
    yield total, total


def _compile(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    global _cache_works
    folder = _cache_folder(function)
    if _cache_works:
        try:
            return _compile_cached(function, signature, folder)
        except _DAMAGED:
            shutil.rmtree(folder, ignore_errors=True)
        except (RuntimeError, OSError):
            pass
        try:
            return _compile_cached(function, signature, folder)
        except (*_DAMAGED, RuntimeError, OSError) as error:
            _cache_works = False
            warnings.warn(
                f"compiled code cannot be kept ({error}); every start will compile anew",
                RuntimeWarning,
                stacklevel=4,
            )
    return numba.njit(signature, **_OPTIONS)(function)  # type: ignore[no-any-return]


def _compile_cached(
    function: Callable[..., Any], signature: Any, folder: Path
) -> Callable[..., Any]:
    folder.mkdir(parents=True, exist_ok=True)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(signature, cache=True, **_OPTIONS)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def _cache_folder(function: Callable[..., Any]) -> Path:
    digest = hashlib.sha256()
    for path in sorted(_source_files(function, set())):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return Path(user_cache_path("endless-isles")) / "kernels" / digest.hexdigest()[:20]


def _source_files(function: Callable[..., Any], seen: set[Callable[..., Any]]) -> set[Path]:
    """Return the files of a function and of all inner functions it reaches."""
    if function in seen:
        return set()
    seen.add(function)
    files = {Path(inspect.getfile(function))}
    for name in function.__code__.co_names:
        reached = function.__globals__.get(name)
        if isinstance(reached, CPUDispatcher):
            files |= _source_files(reached.py_func, seen)
    return files
