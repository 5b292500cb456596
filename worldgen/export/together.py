"""Files that belong together: all of them are written, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from worldgen.files.atomic import write_whole


def write_together(contents: Mapping[Path, Iterable[bytes]], *, overwrite: bool) -> None:
    """Write several files; when one fails, those that were not there before go again.

    Raises:
        FileExistsError: one of them is there and ``overwrite`` is false.
        OSError: whatever else the system refused.
    """
    made: list[Path] = []
    try:
        for path, pieces in contents.items():
            new = not path.exists()
            write_whole(path, pieces, overwrite=overwrite)
            if new:
                made.append(path)
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise
