"""Writing a file whole or not at all.

The bytes go to a temporary file in the same folder, are flushed to the disk, and only then take
the place of the target. Whoever reads the target sees the old file or the new one, whenever the
program or the machine stops.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Iterable
from pathlib import Path

from worldgen.files.reading import fits_system

PART_PREFIX = ".endless-isles-"
PART_SUFFIX = ".part"
_ABANDONED_AFTER = 3600.0


def write_whole(path: Path, pieces: Iterable[bytes], *, overwrite: bool = True) -> None:
    """Write the pieces one after another to ``path``; leave nothing behind when that fails.

    Raises:
        FileExistsError: the target is there and ``overwrite`` is false.
        OSError: whatever else the system refused.
    """
    path = _refuse_target(path, overwrite)
    part = path.with_name(f"{PART_PREFIX}{secrets.token_hex(8)}{PART_SUFFIX}")
    try:
        # "x" keeps the usual file mode, which the tempfile module would narrow to the owner.
        with part.open("xb") as stream:
            for piece in pieces:
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        if overwrite:
            part.replace(path)
        else:
            _move_to_free_place(part, path)
    except OSError as error:
        # Whoever reads the message knows the file, not the part of it.
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        part.unlink(missing_ok=True)
    _flush_folder(path.parent)
    _sweep_abandoned_parts(path.parent)


def _refuse_target(path: Path, overwrite: bool) -> Path:
    """Refuse before any work is done what would be refused, or harmful, at the end of it.

    Return where to write: a link leads to the file it stands for, which stays where it is.
    """
    # A NUL, or a letter that this system's code page lacks.
    if "\0" in str(path) or not fits_system(path):
        raise OSError(errno.EINVAL, "no file can have this name", str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    try:
        path.lstat()
    except FileNotFoundError:
        return path
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    if path.exists():
        path = path.resolve()
        if not path.is_file():
            # A device or a pipe would be gone, and a file in its place.
            raise OSError(errno.EINVAL, "is not a file", str(path))
        # Replacing needs no right to the old file, but who made it read-only wants it kept.
        if not _may_write(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return path


def _may_write(path: Path) -> bool:
    # Where the system tells the two apart, the rights in effect count, not those of the login.
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _move_to_free_place(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems know no hard links; there the question is asked a moment earlier.
        _refuse_target(path, overwrite=False)
        part.replace(path)


def _flush_folder(folder: Path) -> None:
    """Ask the disk to keep the new name too, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    # The file is complete and in place; a file system that cannot flush folders loses nothing.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep_abandoned_parts(folder: Path) -> None:
    """Remove what writers that were killed left in this folder long ago."""
    now = time.time()
    # Another process may sweep the same parts at this moment.
    with contextlib.suppress(OSError):
        for part in folder.glob(f"{PART_PREFIX}*{PART_SUFFIX}"):
            if now - part.stat().st_mtime > _ABANDONED_AFTER:
                part.unlink(missing_ok=True)
