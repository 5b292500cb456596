"""A short switch interval while the thread that draws releases the interpreter.

Scaling, flipping and compiled kernels release it to another thread. A thread that runs Python code
then gives it back only after the switch interval.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SECONDS = 0.0001


@contextmanager
def short_switch_interval() -> Iterator[None]:
    """Let other threads give the interpreter back almost at once, while this lasts.

    For the thread that draws alone, since the interval is that of the whole process. Not for long
    stretches of Python code: that would be interrupted as often.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
