"""The command line: pictures with no window, and one line for whatever is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentParser, HelpFormatter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import worldgen
from tests.commands import run_main
from tests.conftest import CHECKOUT, RunPython
from worldgen import (
    BiomeRule,
    BiomeTable,
    World,
    WorldParameters,
    measure,
    paint,
    save_biomes,
)
from worldgen.__main__ import main
from worldgen.cli import render as render_command
from worldgen.cli.commands import COMMANDS
from worldgen.export import picture
from worldgen.files.save import save_world
from worldgen.render.png import LONGEST_SIDE

FAR = ("--lod", "6", "--size", "40x30")
"""A picture from so far away that no island need be solved for it."""

Refused = Callable[..., str]


@pytest.fixture
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    return folder / "map.png"


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], output: Path) -> Refused:
    """Run a command that must be refused and return the one line it is refused with."""

    def run(*words: str) -> str:
        before = set(output.parent.iterdir())
        code = run_main(*words)
        captured = capsys.readouterr()
        assert (code, captured.out) == (2, "")
        assert captured.err.startswith("worldgen")
        assert captured.err.count("\n") == 1
        assert captured.err.endswith("\n")
        assert len(captured.err) < 900
        assert set(output.parent.iterdir()) == before
        return captured.err

    return run


def pixels(path: Path) -> np.ndarray:
    with Image.open(path) as image:
        assert image.mode == "RGB"
        return np.asarray(image)


def render(output: Path, *words: str) -> np.ndarray:
    assert main(["render", "--seed", "atlantis", "-o", str(output), "--quiet", *words]) == 0
    return pixels(output)


# Pictures.


def test_a_picture_is_the_painted_region(output: Path) -> None:
    drawn = render(output, "--center", "1000,-500", *FAR)
    region = World("atlantis").region((15 - 20) * 64, (-8 - 15) * 64, 40, 30, lod=6)
    assert (drawn == paint(region)).all()
    assert [path.name for path in output.parent.iterdir()] == ["map.png"]


def test_a_picture_of_many_tiles_has_no_seams(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "TILE", 7)
    drawn = render(output, "--center", "-3,-3", *FAR)
    region = World("atlantis").region((-1 - 20) * 64, (-1 - 15) * 64, 40, 30, lod=6)
    assert (drawn == paint(region)).all()


@pytest.mark.parametrize(
    "center", [["--center", "-5,3"], ["--center=-5,3"], ["--center", " -5 , 3.0 "]]
)
def test_places_left_of_the_origin(output: Path, center: list[str]) -> None:
    drawn = render(output, *center, "--lod", "0", "--size", "3x2")
    assert (drawn == paint(World("atlantis").region(-6, 2, 3, 2))).all()


def test_parts_of_cells_are_rounded_down(output: Path) -> None:
    drawn = render(output, "--center", "-0.5,0.999", "--size", "1x1")
    assert (drawn == paint(World("atlantis").region(-1, 0, 1, 1))).all()
    closer = render(output, "--center", "-0.5,0.999", "--size", "1x1", "--lod", "-1", "--force")
    assert (closer == paint(World("atlantis").region(-0.5, 0.5, 1, 1, lod=-1))).all()


def test_far_away_and_close_up(output: Path) -> None:
    far = 2**50
    drawn = render(output, "--center", f"{far + 2},{-far + 2}", "--lod", "-4", "--size", "64x64")
    chunk = World("atlantis").chunk(far // 4, -far // 4, lod=-4)
    assert (drawn == paint(chunk)).all()


def test_the_middle_is_where_the_game_begins(output: Path) -> None:
    x, y = World("atlantis").spawn()
    drawn = render(output, "--size", "3x3")
    assert (drawn == render(output, "--size", "3x3", "--center", f"{x},{y}", "--force")).all()


@pytest.mark.parametrize("palette", worldgen.PALETTES)
def test_palettes(output: Path, palette: str) -> None:
    drawn = render(output, "--center", "0,0", *FAR, "--palette", palette)
    region = World("atlantis").region(-20 * 64, -15 * 64, 40, 30, lod=6)
    assert (drawn == paint(region, palette)).all()


def test_parameters_from_everywhere(tmp_path: Path, output: Path) -> None:
    parameters = tmp_path / "parameters.json"
    parameters.write_text(json.dumps({"octaves": 3, "noise": "value", "cover": 0.9}))
    choice = ("--params", str(parameters), "--set", "octaves=2", "warp=0.25", "--set", "island=off")
    drawn = render(output, "--center", "0,0", *FAR, *choice)
    expected = WorldParameters(octaves=2, noise="value", cover=0.9, warp=0.25, island=False)
    region = World("atlantis", expected).region(-20 * 64, -15 * 64, 40, 30, lod=6)
    assert (drawn == paint(region)).all()


def test_own_biomes(tmp_path: Path, output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = BiomeTable("red", [BiomeRule("red land", {"height": (0.4, None)}, (250, 0, 0))])
    save_biomes(tmp_path / "red.json", table)
    given = ("--biomes", str(tmp_path / "red.json"))
    drawn = render(output, "--center", "0,0", *FAR, *given)
    world = World("atlantis", biomes=table)
    assert (drawn == paint(world.region(-20 * 64, -15 * 64, 40, 30, lod=6))).all()
    capsys.readouterr()
    area = ("--corner=-1280,-960", "--size", "2560x1920", "--lod", "6")
    assert run_main("stats", "--seed", "atlantis", *given, *area, "--json", "--quiet") == 0
    told = json.loads(capsys.readouterr().out)
    measured = measure(world, -1280, -960, 2560, 1920, lod=6, spawn=False).figures()
    assert told["biomes"] == table.mark
    assert told["figures"]["biome.red_land"] == measured["biome.red_land"]
    assert told["figures"]["biome.red_land"] > 0.0


def test_saved_worlds(tmp_path: Path, output: Path) -> None:
    world = World("日本", WorldParameters(octaves=3))
    save_world(tmp_path / "file.json", world, "my world")
    common = ["render", "--saves", str(tmp_path), "-o", str(output), "--force", "--center", "0,0"]
    for given in ("my world", str(tmp_path / "file.json")):
        assert main([*common, *FAR, "--world", given]) == 0
        region = world.region(-20 * 64, -15 * 64, 40, 30, lod=6)
        assert (pixels(output) == paint(region)).all()
    assert main([*common, *FAR, "--world", "my world", "--set", "octaves=1"]) == 0
    changed = World("日本", WorldParameters(octaves=1))
    assert (pixels(output) == paint(changed.region(-20 * 64, -15 * 64, 40, 30, lod=6))).all()


@pytest.mark.parametrize("seed", ["-7", "0", "042", str(2**80), "日本", "a b", "-0x1f", "--odd"])
def test_seeds_as_they_are_typed(output: Path, seed: str) -> None:
    words = ["render", f"--seed={seed}", "-o", str(output), "--center", "0,0", *FAR]
    assert main(words) == 0
    assert (pixels(output) == paint(World(seed).region(-20 * 64, -15 * 64, 40, 30, lod=6))).all()


def test_a_file_is_replaced_only_when_told(output: Path, refused: Refused) -> None:
    output.write_bytes(b"precious")
    words = ("render", "--seed", "1", "-o", str(output), "--center", "0,0", *FAR)
    assert "is there already; --force replaces it" in refused(*words)
    assert output.read_bytes() == b"precious"
    assert main([*words, "--force"]) == 0
    assert pixels(output).shape == (30, 40, 3)


# Bad input.


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "COMMAND"),
        (("paint",), "invalid choice"),
        (("render",), "required"),
        (("render", "--seed"), "expected one argument"),
        (("render", "--seed", "1"), "-o/--output"),
        (("render", "--seed", "1", "--world", "x", "-o", "a.png"), "not allowed with"),
        (("render", "--sed", "1", "-o", "a.png"), "required"),
    ],
)
def test_words_that_are_no_command(refused: Refused, words: tuple[str, ...], reason: str) -> None:
    assert reason in refused(*words)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--center", "5"), "X,Y"),
        (("--center", "a,b"), "X,Y"),
        (("--center", "nan,0"), "X,Y"),
        (("--center", "inf,0"), "X,Y"),
        (("--center", "1e400,0"), "X,Y"),
        (("--center", "1,2,3"), "X,Y"),
        (("--center", "-"), "X,Y"),
        (("--center", "-x,1"), "expected one argument"),
        (("--center", ""), "X,Y"),
        (("--center", "9" * 5000 + ",0"), "X,Y"),
        (("--center", f"{2**52 + 1},0"), "2**52"),
        (("--center", f"0,{-(2**62)}"), "2**52"),
        (("--center", f"{2**52},0"), "2**52"),
        (("--size", "0x0"), "from 1 to"),
        (("--size", "0x10"), "from 1 to"),
        (("--size", "-1x5"), "from 1 to"),
        (("--size", "5"), "from 1 to"),
        (("--size", "1.5x2"), "from 1 to"),
        (("--size", f"{LONGEST_SIDE + 1}x1"), str(LONGEST_SIDE)),
        (("--size", "9999999999x1"), str(LONGEST_SIDE)),
        (("--lod", "11"), "from -4 to 10"),
        (("--lod", "-5"), "from -4 to 10"),
        (("--lod", "1.5"), "from -4 to 10"),
        (("--lod", ""), "from -4 to 10"),
        (("--palette", "nosuch"), "natural"),
        (("--set", "octaves"), "NAME=VALUE"),
        (("--set", "octaves="), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=0"), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=-1"), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=1.5"), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=True"), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=1000000000"), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=" + "9" * 5000), "octaves must be a whole number from 1 to 12"),
        (("--set", "octaves=3", "octaves=4"), "twice"),
        (("--set", "octavez=3"), "did you mean octaves"),
        (("--set", "feature_size=nan"), "feature_size must be a number"),
        (("--set", "feature_size=1e400"), "feature_size must be a number"),
        (("--set", "feature_size=1e-308"), "feature_size must be a number"),
        (("--set", "lacunarity=1"), "lacunarity must be a number"),
        (("--set", "persistence=2"), "persistence must be a number"),
        (("--set", "water_level=0.5"), "beach_level must be above water_level"),
        (("--set", "water_level=2"), "water_level must be a number"),
        (("--set", "island=1"), "island must be true or false"),
        (("--set", "island=maybe"), "island must be true or false"),
        (("--set", "noise=simplex"), "noise must be one of"),
        (("--params", "no such file"), "no such file"),
        (("--params", "."), "not a file"),
        (("extra",), "unrecognized"),
        (("two\nlines",), "unrecognized"),
        (("--forced",), "unrecognized"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_wrong_arguments(
    refused: Refused, output: Path, words: tuple[str, ...], reason: str
) -> None:
    common = ("render", "-o", str(output), *FAR)
    assert reason in refused(*common, "--seed", "1", *words)


@pytest.mark.parametrize("seed", ["", "  ", "\ud800", "9" * 5000, "x" * 100_001])
def test_wrong_seeds(refused: Refused, output: Path, seed: str) -> None:
    assert "seed" in refused("render", "--seed", seed, "-o", str(output), *FAR)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("[]", "a list"),
        ('{"octaves": 3, "octaves": 4}', "twice"),
        ('{"octaves": NaN}', "octaves must be"),
        ('{"octavez": 3}', "did you mean octaves"),
        ('{"format": "endless-isles world"}', "--world"),
    ],
)
def test_wrong_parameter_files(
    refused: Refused, tmp_path: Path, output: Path, text: str, reason: str
) -> None:
    path = tmp_path / "parameters.json"
    path.write_text(text)
    words = ("render", "--seed", "1", "-o", str(output), "--params", str(path))
    assert reason in refused(*words)


def test_worlds_that_are_not_there(refused: Refused, tmp_path: Path, output: Path) -> None:
    save_world(tmp_path / "atlantis.json", World("atlantis"))
    (tmp_path / "damaged.json").write_bytes(b'{"format"')
    common = ("render", "--saves", str(tmp_path), "-o", str(output))
    assert "did you mean 'atlantis'" in refused(*common, "--world", "atlantic")
    assert "no such file" in refused(*common, "--world", "none.json")
    assert "not complete JSON" in refused(*common, "--world", str(tmp_path / "damaged.json"))
    missing = ("render", "--saves", str(tmp_path / "none"), "-o", str(output), "--world", "x")
    assert "no world named" in refused(*missing)


def test_outputs_that_cannot_be(refused: Refused, tmp_path: Path, output: Path) -> None:
    common = ("render", "--seed", "1", "--center", "0,0", *FAR)
    assert "must end in .png" in refused(*common, "-o", str(tmp_path / "map.jpg"))
    assert "must end in .png" in refused(*common, "-o", str(tmp_path))
    assert "no such folder" in refused(*common, "-o", str(tmp_path / "none" / "map.png"))
    (tmp_path / "folder.png").mkdir()
    assert "is a folder" in refused(*common, "-o", str(tmp_path / "folder.png"))
    assert "is a folder" in refused(*common, "--force", "-o", str(tmp_path / "folder.png"))
    (tmp_path / "file").touch()
    assert "no such folder" in refused(*common, "-o", str(tmp_path / "file" / "map.png"))
    assert "no file can have this name" in refused(*common, "-o", "a\0b.png")
    assert "too long" in refused(*common, "-o", str(tmp_path / ("x" * 300 + ".png")))


# Half-written files.


def test_a_failure_halfway_leaves_nothing(
    refused: Refused, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "TILE", 8)
    whole_region = World.region

    def region(
        world: World, x: float, y: float, width: int, height: int, lod: int, sketch: bool
    ) -> worldgen.Region:
        if y >= 0:
            raise OSError(28, "No space left on device")
        return whole_region(world, x, y, width, height, lod, sketch)

    monkeypatch.setattr(World, "region", region)
    words = ("render", "--seed", "1", "--center", "0,0", *FAR, "--quiet", "-o", str(output))
    assert "No space left on device" in refused(*words)
    output.write_bytes(b"precious")
    assert "No space left on device" in refused(*words, "--force")
    assert output.read_bytes() == b"precious"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_command_that_is_ended_clears_up(
    output: Path, number: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "TILE", 8)
    whole_region = World.region
    begun: list[Path] = []

    def region(world: World, x: float, y: float, *rest: Any) -> worldgen.Region:
        if y >= 0:
            begun.extend(output.parent.iterdir())
            signal.raise_signal(number)
        return whole_region(world, x, y, *rest)

    monkeypatch.setattr(World, "region", region)
    words = ("render", "--seed", "1", "--center", "0,0", *FAR, "--quiet", "-o", str(output))
    assert run_main(*words) == code
    assert begun
    assert not list(output.parent.iterdir())


# The program around the commands.


def test_no_window_is_needed(run_python: RunPython, output: Path) -> None:
    program = (
        "import sys; from worldgen.__main__ import main; code = main();"
        "assert not [name for name in sys.modules if name.partition('.')[0] in ('pygame', 'game')];"
        "sys.exit(code)"
    )
    no_display = {"SDL_VIDEODRIVER": "nosuch", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    words = ("render", "--seed", "1", "--quiet", "-o", str(output), "--center", "0,0", *FAR)
    process = run_python("-c", program, *words, environment=no_display)
    assert process.returncode == 0, process.stderr
    assert process.stdout == f"{output}: 40 x 30\n"
    assert process.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_stream_that_is_full(output: Path) -> None:
    words = ["-m", "worldgen", "render", "--seed", "1", "--center", "0,0", *FAR, "--quiet"]
    words.append("--force")
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, *words, "-o", str(output)],
            cwd=CHECKOUT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert process.returncode != 0
    assert process.stderr.count("\n") == 1
    assert "No space left" in process.stderr


@pytest.mark.skipif(os.name != "posix", reason="file names that are no text")
def test_file_names_that_are_no_text(run_python: RunPython, output: Path) -> None:
    path = output.with_name(os.fsdecode(b"caf\xe9 \xe6\x97\xa5 two\nlines.png"))
    words = ("render", "--seed", "1", "--center", "0,0", *FAR, "-o", str(path))
    ascii_only = {"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C"}
    process = run_python("-m", "worldgen", *words, environment=ascii_only)
    assert process.returncode == 0, process.stderr
    assert process.stdout.count("\n") == 1
    assert path.exists()


def test_warnings_are_one_line(
    output: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import warnings

    def run(_: object) -> int:
        warnings.simplefilter("always")
        warnings.warn("the tide is high", RuntimeWarning, stacklevel=1)
        return 0

    monkeypatch.setattr(render_command, "run", run)
    assert main(["render", "--seed", "1", "-o", str(output)]) == 0
    assert capsys.readouterr().err == "worldgen: warning: the tide is high\n"


@pytest.mark.slow
def test_nowhere_to_keep_compiled_code(run_python: RunPython, output: Path) -> None:
    nowhere = {"HOME": "/dev/null/x", "XDG_CACHE_HOME": "/dev/null/x"}
    words = ("render", "--seed", "1", "--center", "0,0", *FAR, "-o", str(output))
    process = run_python("-m", "worldgen", *words, environment=nowhere)
    assert process.returncode == 0
    assert process.stderr.count("warning: compiled code cannot be kept") == 1
    assert "compiling" in process.stderr
    assert pixels(output).shape == (30, 40, 3)


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(words)
    assert leaving.value.code == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "usage: worldgen" in captured.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_declares_itself(name: str) -> None:
    command = COMMANDS[name]
    wide = partial(HelpFormatter, width=400, max_help_position=200)
    parser = ArgumentParser(prog=name, formatter_class=wide)
    command.add_arguments(parser)
    assert command.SUMMARY
    assert "\n" not in command.SUMMARY
    described = re.findall("^  (?! )(.*)", parser.format_help(), re.MULTILINE)
    assert described
    assert [line for line in described if "  " not in line] == []
