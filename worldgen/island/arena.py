"""An arena: one block of memory for all arrays of a record that is kept for long.

What is kept lies badly among what is not: a solver frees tens of megabytes in an instant, but the
few arrays it leaves behind would hold the whole heap in place. An arena's memory comes straight
from the system, and goes back as soon as nobody holds one of its arrays.
"""

from __future__ import annotations

import dataclasses
import mmap
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import DTypeLike

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Record = TypeVar("Record", bound=DataclassInstance)

_ALIGNMENT: Final = 64


def kept_as(dtype: DTypeLike) -> dict[str, DTypeLike]:
    """Return the metadata of a dataclass's field that an arena keeps as an array of this type."""
    return {"dtype": dtype}


def into_arena(record: Record) -> Record:
    """Return a dataclass, and those in it, with all arrays copied into one arena: read-only.

    Arrays come out C-contiguous and of the types that ``kept_as`` declares, else as they are.
    """
    size = sum(_rounded(array.size * dtype.itemsize) for array, dtype in _arrays(record))
    return _moved(record, _Arena(max(size, 1)))


class _Arena:
    """Memory straight from the system, filled from its beginning."""

    def __init__(self, size: int) -> None:
        self._memory = _own_memory(size)
        self._used = 0

    def hold(self, array: np.ndarray, dtype: np.dtype) -> np.ndarray:
        """Return a copy of an array, as a type, that lies in the arena."""
        copy = np.frombuffer(self._memory, dtype, array.size, self._used)
        self._used += _rounded(copy.nbytes)
        flat, page = array.reshape(-1), mmap.PAGESIZE // dtype.itemsize
        for start in range(0, array.size, page):
            piece = flat[start : start + page].astype(dtype)
            # What is zero is so already; pages that are not written to take no memory.
            if piece.view(np.uint8).any():
                copy[start : start + page] = piece
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


def _arrays(record: DataclassInstance) -> Iterator[tuple[np.ndarray, np.dtype]]:
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if isinstance(value, np.ndarray):
            yield value, _type_of(field, value)
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            yield from _arrays(value)


def _moved(record: Record, arena: _Arena) -> Record:
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if isinstance(value, np.ndarray):
            changes[field.name] = arena.hold(value, _type_of(field, value))
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            changes[field.name] = _moved(value, arena)
    return dataclasses.replace(record, **changes)


def _type_of(field: dataclasses.Field[Any], array: np.ndarray) -> np.dtype:
    dtype: np.dtype = np.dtype(field.metadata.get("dtype", array.dtype))
    return dtype
