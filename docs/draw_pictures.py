"""Draws the pictures of these pages, each by the program that stands above it.

``python docs/draw_pictures.py`` runs the Python programs of every page that shows pictures. A
program leaves a ``picture``, which is the next one on the page, or ``pictures`` by their names; all
are uint8 (height, width, 3). The project must be installed with the extra ``export``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

DOCS = Path(__file__).resolve().parent
PART = re.compile(
    r"^```python\n(?P<program>.*?)^```$|!\[[^]]*\]\((?P<picture>[\w/.-]*pictures/[\w/-]+\.jpg)\)",
    re.DOTALL | re.MULTILINE,
)


def drawn(page: Path) -> Iterator[tuple[Path, np.ndarray]]:
    """Run the programs of a page; yield where each of its pictures belongs, and the picture."""
    made: dict[str, np.ndarray] = {}
    for part in PART.finditer(page.read_text("utf-8")):
        if part["program"]:
            left: dict[str, object] = {"__name__": "page"}
            exec(compile(part["program"], page.name, "exec"), left)
            several, one = left.get("pictures", {}), left.get("picture")
            assert isinstance(several, dict)
            made = several if one is None else {"": np.asarray(one)}
            continue
        path = (page.parent / part["picture"]).resolve()
        yield path, made[""] if "" in made else made[path.stem]


def main() -> int:
    """Draw all pictures, and say which. What else programs write is gone afterwards."""
    with TemporaryDirectory() as folder, chdir(folder):
        for page in sorted(DOCS.rglob("*.md")):
            for path, picture in drawn(page):
                path.parent.mkdir(parents=True, exist_ok=True)
                Image.fromarray(picture).save(path, quality=84, optimize=True, progressive=True)
                print(path.relative_to(DOCS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
