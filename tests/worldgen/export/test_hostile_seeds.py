"""Seeds of every kind of text, through every kind of file: what is read is what was written."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from worldgen import World, WorldParameters
from worldgen.__main__ import main
from worldgen.area import Area
from worldgen.export.arrays import write_npz
from worldgen.export.failure import ExportError
from worldgen.export.geojson import write_geojson
from worldgen.export.geotiff import write_geotiff
from worldgen.export.heightmap import raw16_files, write_raw16
from worldgen.export.map_tiles import PAGE, write_map_tiles
from worldgen.export.mesh import write_gltf
from worldgen.export.tiled import write_tiled
from worldgen.files.save import load_world, save_world
from worldgen.files.world_fields import escaped, text_fields, unescaped, world_fields
from worldgen.search import Outcome, Query, parse_goal, parse_seeds
from worldgen.search.report import Report, read_report, search_key, write_report

HOSTILE = (
    "a\x00", "\x00", "a\x01b", "a\x0bb", "a\nb\r\nc\td", "\x1b[31mred", "a\x7fb",
    "a\x85b", "a\u2028b",
    "\ufffe", "a\uffff", "a\ufdd0b", "a\U0001fffeb", "\U0010ffff", "\ufeffa", "\u202eevil",
    "]]>", "<!--", "&amp;", '"quoted"', "it's", "a\\b", "a\\", "\\u0041", "\\\\", "日本", "🏝️",
    "e\u0301", "2**53", "9007199254740993", "-0x1f", "x" * 5000,
)  # fmt: skip
"""Besides these: half a character, which no seed may hold."""

PARAMETERS = WorldParameters(octaves=2, island_spacing=512)
FAR = Area(3, -5, 4, 3, 8)
"""So far from above that no island is solved for it."""

every_seed = pytest.mark.parametrize("seed", HOSTILE, ids=lambda seed: ascii(seed)[:24])


def check_fields(world: World, fields: dict[str, str]) -> None:
    """Check fields of plain text against the world they describe."""
    again = World(
        unescaped(fields["seed"]), WorldParameters.from_mapping(json.loads(fields["parameters"]))
    )
    assert again == world
    assert fields == text_fields(world)


@every_seed
def test_every_format_gives_the_seed_back(seed: str, tmp_path: Path) -> None:
    world = World(seed, PARAMETERS)
    save_world(tmp_path / "world.json", world, "any")
    assert load_world(tmp_path / "world.json") == world
    write_geojson(tmp_path / "map.geojson", world, FAR)
    collection = json.loads((tmp_path / "map.geojson").read_text("utf-8"))
    assert collection["seed"] == str(world.seed)
    assert collection["parameters"] == PARAMETERS.to_mapping()
    write_npz(tmp_path / "map.npz", world, FAR)
    with np.load(tmp_path / "map.npz", allow_pickle=False) as loaded:
        check_fields(world, {name: str(loaded[name]) for name in text_fields(World(1, PARAMETERS))})
    write_tiled(tmp_path / "map.tmx", world, FAR)
    # A strict parser: expat refuses what XML does not allow.
    root = ElementTree.parse(tmp_path / "map.tmx").getroot()
    properties: dict[str, Any] = {
        each.get("name", ""): each.get("value") for each in root.iter("property")
    }
    check_fields(world, {name: properties[name] for name in text_fields(World(1, PARAMETERS))})


@every_seed
def test_every_file_that_describes_itself_gives_the_seed_back(seed: str, tmp_path: Path) -> None:
    world = World(seed, PARAMETERS)
    fields = world_fields(world.seed, PARAMETERS)
    write_raw16(tmp_path / "map.r16", world, FAR)
    (sidecar,) = set(raw16_files(tmp_path / "map.r16")) - {tmp_path / "map.r16"}
    assert json.loads(sidecar.read_text("utf-8"))["world"] == fields
    write_gltf(tmp_path / "map.glb", world, FAR)
    data = (tmp_path / "map.glb").read_bytes()
    content = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    assert {name: content["extras"][name] for name in fields} == fields
    tifffile = pytest.importorskip("tifffile", reason="needs the extra export")
    write_geotiff(tmp_path / "map.tif", world, FAR)
    with tifffile.TiffFile(tmp_path / "map.tif") as opened:
        description = json.loads(opened.pages[0].description)
    check_fields(world, {name: description[name] for name in fields})


@pytest.mark.parametrize("seed", [*HOSTILE, "TITLE", "ABOUT", "</script><b>", "</title>"])
def test_the_page_of_map_tiles_shows_the_seed_and_nothing_else(seed: str, tmp_path: Path) -> None:
    world = World(seed, PARAMETERS)
    fields = world_fields(world.seed, PARAMETERS)
    write_map_tiles(tmp_path / "map.tiles", world, FAR)
    about = json.loads((tmp_path / "map.tiles" / "tiles.json").read_text("utf-8"))
    assert about["world"] == fields
    page = (tmp_path / "map.tiles" / PAGE).read_text("utf-8")
    title = page.partition("<title>")[2].partition("</title>")[0]
    assert unescaped(html.unescape(title)) == str(world.seed)
    (line,) = [line for line in page.splitlines() if line.startswith("const about = ")]
    assert json.loads(line.removeprefix("const about = ").rstrip(";")) == about
    assert page.count("</script>") == 1
    assert not set(page) & set("\x00\x01\x0b\ufffe\uffff")


@every_seed
def test_reports_of_searches_give_the_seed_back(seed: str, tmp_path: Path) -> None:
    world = World(seed, PARAMETERS)
    report = Report()
    report.add(Outcome(0, world.seed, PARAMETERS, {"rivers": 1}, None, 1, 0.0))
    query = Query((parse_goal("rivers>=1"),))
    key = search_key(query, parse_seeds("0..1"), (PARAMETERS,))
    write_report(tmp_path / "state.json", report, key)
    again = read_report(tmp_path / "state.json", key).hits
    assert [(hit.seed, hit.parameters) for hit in again] == [(world.seed, PARAMETERS)]


@every_seed
def test_figures_for_programs_give_the_seed_back(
    seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["stats", f"--seed={seed}", "--corner=0,0", "--size=2000x2000", "--lod=8", "--sketch"]
    assert main([*words, "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == str(World(seed).seed)


@every_seed
def test_escapes_can_stand_anywhere(seed: str) -> None:
    assert unescaped(escaped(seed)) == seed
    assert not set(escaped(seed)) & set("\x00\x01\x0b\x1b\ufffe\uffff")
    if seed.isprintable() and "\\" not in seed:
        assert escaped(seed) == seed


@pytest.mark.parametrize("name", ["a\x01.tmx", "two\nlines.tmx", "caf\udce9.tmx", "\uffff.tmx"])
def test_a_map_whose_name_xml_cannot_hold(name: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="proper text"):
        write_tiled(tmp_path / name, World(1, PARAMETERS), FAR)
    assert list(tmp_path.iterdir()) == []
