"""Arrays that are kept: their own memory, C-contiguous, read-only."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, DTypeLike


def read_only_copy(values: ArrayLike, dtype: DTypeLike) -> np.ndarray:
    """Return a read-only copy of values as an array of a type."""
    array: np.ndarray = np.array(values, dtype=dtype, order="C")
    array.flags.writeable = False
    return array
