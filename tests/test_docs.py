"""The pages for those who build on the project name only what is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from worldgen.cli.main import make_parser

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
