"""The command line: ``python -m worldgen COMMAND``, with no window."""

from __future__ import annotations

import sys

from worldgen.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
