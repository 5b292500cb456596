"""Arrays in memory of their own, which goes back to the system as soon as nobody holds them.

What is kept for long lies badly among what is not: a solver frees tens of megabytes in an instant,
but the few arrays it leaves behind would hold the whole heap in place.
"""

from __future__ import annotations

import dataclasses
import mmap
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Record = TypeVar("Record", bound=DataclassInstance)

_ALIGNMENT: Final = 64


def kept_apart(record: Record) -> Record:
    """Return a dataclass, and those in it, with all arrays copied into one block: read-only."""
    size = sum(_rounded(array.nbytes) for array in _arrays(record))
    return _moved(record, _Block(size)) if size else record


class _Block:
    """Memory straight from the system, filled from its beginning."""

    def __init__(self, size: int) -> None:
        self._memory = _own_memory(size)
        self._used = 0

    def holding(self, array: np.ndarray) -> np.ndarray:
        """Return a copy of an array that lies in the block."""
        copy = np.frombuffer(self._memory, array.dtype, array.size, self._used)
        there = np.frombuffer(self._memory, np.uint8, array.nbytes, self._used)
        here = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        self._used += _rounded(array.nbytes)
        for start in range(0, array.nbytes, mmap.PAGESIZE):
            piece = here[start : start + mmap.PAGESIZE]
            # What is zero is so already; pages that are not written to take no memory.
            if piece.any():
                there[start : start + mmap.PAGESIZE] = piece
        copy.flags.writeable = False
        return copy.reshape(array.shape)


def _own_memory(size: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    else:
        # Shared, as it would be otherwise, a page takes memory as soon as it is read.
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def _rounded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _values(record: DataclassInstance) -> Iterator[tuple[str, Any]]:
    for field in dataclasses.fields(record):
        yield field.name, getattr(record, field.name)


def _arrays(record: DataclassInstance) -> Iterator[np.ndarray]:
    for _, value in _values(record):
        if isinstance(value, np.ndarray):
            yield value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            yield from _arrays(value)


def _moved(record: Record, block: _Block) -> Record:
    changes: dict[str, Any] = {}
    for name, value in _values(record):
        if isinstance(value, np.ndarray) and value.size:
            changes[name] = block.holding(value)
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            changes[name] = _moved(value, block)
    return dataclasses.replace(record, **changes)
