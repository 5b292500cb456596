"""Reading a file that is small and comes to an end, whatever stands under its name.

A named pipe or a device in place of a file would keep its reader waiting for ever, and a huge file
would fill memory. So a file is opened without waiting, and read only if it is a regular file of
bounded size.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

LARGEST_FILE = 1 << 20
_LONGEST_SHOWN = 300
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FileProblem(ValueError):
    """Why a file cannot be read, without the file's name."""


def read_bytes(path: Path) -> bytes:
    """Return what a regular file of at most ``LARGEST_FILE`` bytes holds.

    Raises:
        FileProblem: it is not there, no regular file, too large, or the system refused it.
    """
    try:
        # What is no file is not even opened: a device may do something at that.
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileProblem("is not a file")
        with open(os.open(path, os.O_RDONLY | _WITHOUT_WAITING), "rb") as stream:
            # Another thing may have taken its place since.
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise FileProblem("is not a file")
            data = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise FileProblem("there is no such file") from None
    except OSError as error:
        raise FileProblem(f"cannot be read: {error.strerror}") from None
    except FileProblem:
        raise
    except ValueError:
        raise FileProblem("no file can have this name") from None
    if len(data) > LARGEST_FILE:
        raise FileProblem(f"is larger than {LARGEST_FILE} bytes")
    return data


def read_text(path: Path) -> str:
    """Return what a UTF-8 file holds, with or without a byte order mark.

    Raises:
        FileProblem: as ``read_bytes`` does, and for what is no UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblem(f"is not UTF-8 text (byte {error.start})") from None


def shown_path(path: str | Path) -> str:
    """Return a path as it can stand in a one-line message."""
    text = str(path)
    if not text or not text.isprintable():
        text = ascii(text)
    return text if len(text) <= _LONGEST_SHOWN else "..." + text[-_LONGEST_SHOWN:]


def fits_system(name: str | Path) -> bool:
    """Return whether this system's files can have a name: its code page may lack a letter."""
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True
