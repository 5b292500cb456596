"""What a forked process must make anew: locks and futures that its parent's other threads hold.

Only the thread that forks lives on in the child. A lock that another one held would stay shut there
for ever, and a future that another one was to answer would never be answered.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext
from functools import cached_property
from typing import Any, TypeVar

Value = TypeVar("Value")


def in_forked_child(renew: Callable[[], object]) -> None:
    """Have something called in every process that is forked from this one."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)


def held_over_fork(acquire: Callable[[], object], release: Callable[[], object]) -> None:
    """Have a lock taken before every fork, and let go of on both sides of it."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=acquire, after_in_parent=release, after_in_child=release)


class kept_property(cached_property[Value]):
    """A property computed once for an instance, without a lock.

    Python 3.11 has one lock for all instances, which a fork may leave shut; and of two islands
    asked by two threads one would wait.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        super().__init__(compute)
        self.lock = nullcontext()
