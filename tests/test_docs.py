"""The pages for those who build on the project name only what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_a_page_is_there(page: str) -> None:
    text = (CHECKOUT / page).read_text("utf-8")
    paths = set(re.findall(r"`((?:worldgen|game|tests|docs)/[\w./]*)`", text))
    assert paths
    assert not sorted(path for path in paths if not (CHECKOUT / path).exists())


@pytest.mark.parametrize("package", ["worldgen", "game"])
def test_every_room_is_on_the_map(package: str) -> None:
    text = (CHECKOUT / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition(f"| room of `{package}`")[2].partition("\n\n")[0]
    on_the_map = {name.strip("/") for name in re.findall(r"`([\w/]+)`", table)}
    rooms = {
        path.stem
        for path in (CHECKOUT / package).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert rooms - on_the_map - {"__init__", "__main__"} == set()
