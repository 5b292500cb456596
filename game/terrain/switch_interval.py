"""Getting the interpreter back from the workers without a long wait.

Scaling, flipping and compiled kernels let another thread have the interpreter. When it is wanted
back, a thread in the midst of Python code gives it up only after the switch interval.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SECONDS = 0.0001


@contextmanager
def short_switch_interval() -> Iterator[None]:
    """While this lasts, other threads give the interpreter back almost at once.

    For the thread that draws alone, since the interval is that of the whole process. Not for long
    stretches of Python code: that would be interrupted as often.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
