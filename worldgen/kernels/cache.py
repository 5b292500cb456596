"""Where compiled kernels are kept, and how a folder of them is known to be fresh and whole.

Each kernel has a folder of its own, named by a digest of all that it is compiled from: numba alone
would notice a change only in the kernel's own file.

A seal over the folder's files, their SHA-256, tells damage before numba loads them. Without it, of
72 damaged files that were loaded 5 ended the process with a segmentation fault: 3 of 24 with one
block of 4,096 bytes zeroed, and 2 of 24 with one bit flipped. All 24 cut short were noticed as they
were unpickled, and made anew.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import EnumMeta
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.registry import CPUDispatcher, cpu_target
from platformdirs import user_cache_path

numba_settings: Any = numba.config
"""Numba's settings, which it makes up as it is imported."""

_SEAL = "seal"
NOTHING = hashlib.sha256().hexdigest().encode()
"""What an empty folder holds."""

_FOLDERS_KEPT = 400


def cache_folder(
    function: Callable[..., Any], signature: Any, options: Mapping[str, object]
) -> Path:
    """Return the folder for a kernel, whose name changes with everything it is made from.

    That is its signature, the compiler's options for it and for the functions it calls, the
    source files and constants of all of them, the compiler and Python, and the processor.

    Raises:
        OSError: the sources cannot be read, or the user has no cache folder.
    """
    digest = hashlib.sha256(
        f"{function.__qualname__} {signature!r} {_fields(signature.args)} {_makers()}".encode()
    )
    for part in sorted(_ingredients(function, options, set())):
        digest.update(len(part).to_bytes(8, "little") + part)
    return _base() / "kernels" / f"{function.__name__}-{digest.hexdigest()[:20]}"


def open_sealed(folder: Path) -> bytes:
    """Make the folder ready for numba: as it was sealed, or empty. Return what it holds."""
    if not is_whole(folder):
        discard(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return _contents(folder)


def seal(folder: Path, before: bytes) -> None:
    """Seal the folder if it has changed since it was opened, and drop the oldest of others."""
    contents = _contents(folder)
    if contents == before:
        return
    part = folder / f"{_SEAL}.{os.getpid()}"
    part.write_bytes(contents)
    part.replace(folder / _SEAL)
    for old in _oldest_first(folder.parent)[:-_FOLDERS_KEPT]:
        discard(old)


def discard(folder: Path) -> None:
    """Remove a folder as far as possible, or a file or link in its place.

    Another process may be at it too.
    """
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
        return
    with suppress(OSError):
        folder.unlink()


def _base() -> Path:
    if numba_settings.CACHE_DIR:
        return Path(numba_settings.CACHE_DIR)
    folder = Path(user_cache_path("endless-isles", appauthor=False))
    if not folder.is_absolute():
        # A user without a home: "~" would become a folder of that name wherever we are.
        raise OSError("the user has no home folder")
    return folder


def is_whole(folder: Path) -> bool:
    """Return whether a folder holds a compiled kernel as it was sealed."""
    try:
        return (folder / _SEAL).read_bytes() == _contents(folder)
    except OSError:
        return False


def _contents(folder: Path) -> bytes:
    """Return a digest of numba's files in the folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.nb[ci]")):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(data)}\n".encode() + data)
    return digest.hexdigest().encode()


def _oldest_first(parent: Path) -> list[Path]:
    ages = []
    for folder in parent.iterdir():
        try:
            ages.append((folder.stat().st_mtime, folder))
        except FileNotFoundError:
            continue
    return [folder for _, folder in sorted(ages)]


@cache
def _makers() -> str:
    """Return what machine code depends on beside its source; numba keeps as much in its index."""
    processor = cpu_target.target_context.codegen().magic_tuple()
    return f"{numba.__version__} {sys.version} {processor}"


def _fields(argument_types: Iterable[Any]) -> list[tuple[str, ...]]:
    """Return the names of the fields of named tuples, which numba turns into places."""
    named: list[Any] = [each for each in argument_types if isinstance(each, types.BaseNamedTuple)]
    return [fields for each in named for fields in (each.fields, *_fields(each.types))]


def _ingredients(
    function: Callable[..., Any], options: Mapping[str, object], seen: set[Callable[..., Any]]
) -> set[bytes]:
    """Return the options, source files and constants of a function and of those that it calls."""
    if function in seen:
        return set()
    seen.add(function)
    source = Path(inspect.getfile(function))
    parts = {source.name.encode() + b"\n" + source.read_bytes()}
    parts.add(f"{function.__qualname__} {sorted(options.items())!r}".encode())
    for name, value in _reached(function):
        if isinstance(value, CPUDispatcher):
            parts |= _ingredients(value.py_func, value.targetoptions, seen)
        elif isinstance(value, np.ndarray):
            parts.add(f"{name} {value.dtype} {value.shape}\n".encode() + value.tobytes())
        elif isinstance(value, EnumMeta):
            parts.add(f"{name} {list(value)!r}".encode())
        elif isinstance(value, bool | int | float | complex | str | tuple):
            parts.add(f"{name} {value!r}".encode())
    return parts


def _reached(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Yield what stands behind the names in a function: numba freezes them when it compiles."""
    code = function.__code__
    names = sorted(_names(code))
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType) and _same_package(value, function):
            for attribute in names:
                yield f"{name}.{attribute}", getattr(value, attribute, None)
        yield name, value
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _names(code: CodeType) -> set[str]:
    nested = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*(_names(part) for part in nested))


def _same_package(module: ModuleType, function: Callable[..., Any]) -> bool:
    return module.__name__.partition(".")[0] == function.__module__.partition(".")[0]
