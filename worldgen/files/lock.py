"""One process at a time: a lock that ends with the process that holds it, however that ends.

The lock is the operating system's own lock on a file, so a file that a killed process left behind
keeps nobody out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LONGEST_NUMBER = 20


class InUseError(Exception):
    """Another process holds the lock; the message is its number, as far as it is known."""


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which is made for it and removed afterwards.

    Raises:
        InUseError: another process, or another thread of this one, holds it.
        OSError: the file cannot be made, or the file system knows no locks.
    """
    handle = _take(path)
    try:
        os.truncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        if sys.platform == "win32":
            os.close(handle)
            # Another process may have opened it at this moment.
            with suppress(OSError):
                path.unlink()
        else:
            path.unlink(missing_ok=True)
            os.close(handle)


def _take(path: Path) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o666)
        try:
            if _lock(handle) and _is_still(path, handle):
                return handle
        except BlockingIOError:
            holder = os.read(handle, _LONGEST_NUMBER).decode("ascii", "replace")
            os.close(handle)
            raise InUseError(holder) from None
        except BaseException:
            os.close(handle)
            raise
        # Who held it has removed the file since it was opened here.
        os.close(handle)


def _lock(handle: int) -> bool:
    if sys.platform == "win32":
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return True


def _is_still(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
