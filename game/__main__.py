"""The command ``python -m game``."""

from __future__ import annotations

import atexit
import importlib.metadata
import importlib.util
import os
import sys
import threading
from collections.abc import Sequence

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.options import parse_options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the game and return its exit code."""
    try:
        options = parse_options(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    missing = [name for name in ("pygame", "pygame_gui") if importlib.util.find_spec(name) is None]
    if missing:
        wanted = "pip install 'endless-isles[game]'"
        print(f"endless-isles: {' and '.join(missing)} not found: {wanted}", file=sys.stderr)
        return 1
    problem = two_pygames()
    if problem:
        print(f"endless-isles: {problem}", file=sys.stderr)
    # Only now, so that a wrong option is answered at once.
    if options.benchmark:
        from game.benchmark import run_benchmark as run
    elif options.soak:
        from game.soak import run_soak as run
    else:
        from game.run import run_game as run

    code = run(options)
    atexit.register(_leave_at_once, code)
    return code


def two_pygames() -> str | None:
    """Return what to do if pygame and pygame-ce are both installed, since one breaks the other."""
    try:
        importlib.metadata.distribution("pygame")
    except importlib.metadata.PackageNotFoundError:
        return None
    return (
        "pygame is installed beside pygame-ce and overwrites parts of it: "
        "run 'pip uninstall pygame', then 'pip install --force-reinstall pygame-ce'"
    )


def _leave_at_once(code: int) -> None:
    """End without waiting for a thread that is still compiling or solving an island."""
    busy = [thread for thread in threading.enumerate() if thread.name in _THREADS]
    if busy:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


_MAKERS = ("preview", "thumbnails", "lab")
_THREADS = ("opening", *_MAKERS, *(f"loader {number}" for number in range(16)))

if __name__ == "__main__":
    sys.exit(main())
