"""The pages for those who build on the project name only what is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from docs.draw_pictures import PART, drawn
from worldgen.chunk.fields import FIELDS
from worldgen.cli.main import make_parser
from worldgen.parameters import RULES

CHECKOUT = Path(__file__).resolve().parent.parent
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
BLOCKS = [
    (path.name, kind, text)
    for path in sorted((CHECKOUT / "docs").glob("*.md"))
    for kind, text in re.findall(
        r"^```(\w+)\n(.*?)^```$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
]
PROGRAMS = [(name, text) for name, kind, text in BLOCKS if kind == "python"]
COMMANDS = [line for _, kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]


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


@pytest.mark.parametrize("page", ["gallery.md", "reference/fields.md", "reference/parameters.md"])
def test_every_picture_of_a_program_is_there(page: str) -> None:
    path = CHECKOUT / "docs" / page
    parts = list(PART.finditer(path.read_text("utf-8")))
    assert parts[0]["program"]
    shown = [(path.parent / part["picture"]).resolve() for part in parts if part["picture"]]
    assert len(shown) == len(set(shown)) > 5
    assert all(picture.is_file() for picture in shown)
    if page == "gallery.md":
        assert [bool(part["program"]) for part in parts] == [True, False] * len(shown)
    else:
        names = RULES if page.endswith("parameters.md") else FIELDS
        assert [picture.stem for picture in shown] == list(names)


def test_pictures_are_drawn_by_the_programs_above_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    one = "import numpy\npicture = numpy.zeros((2, 3, 3), numpy.uint8)\n"
    several = "import numpy\npictures = {'b': numpy.ones((1, 1, 3)), 'a': numpy.ones((2, 2, 3))}\n"
    page.write_text(
        f"```python\n{one}```\n![A](pictures/c.jpg)\n```python\n{several}```\n"
        "![A](pictures/a.jpg) ![B](../pictures/b.jpg) ![other](other.jpg)\n"
    )
    found = [(path, picture.shape) for path, picture in drawn(page)]
    assert found == [
        (tmp_path / "pictures" / "c.jpg", (2, 3, 3)),
        (tmp_path / "pictures" / "a.jpg", (2, 2, 3)),
        (tmp_path.parent / "pictures" / "b.jpg", (1, 1, 3)),
    ]


@pytest.mark.parametrize(("page", "program"), PROGRAMS)
def test_every_program_on_a_page_runs(
    page: str, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(program, page, "exec"), {"__name__": "example"})


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_on_a_page_is_understood(command: str) -> None:
    words = shlex.split(command)
    assert words[:3] == ["python", "-m", "worldgen"]
    assert make_parser().parse_args(words[3:]).output


def test_every_page_is_on_the_map_of_the_site() -> None:
    listed = set(
        re.findall(r": ([\w/-]+\.md)$", (CHECKOUT / "mkdocs.yml").read_text(), re.MULTILINE)
    )
    docs = CHECKOUT / "docs"
    assert listed == {str(path.relative_to(docs)) for path in docs.rglob("*.md")}
