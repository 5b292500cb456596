"""The command line of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.__main__ import main
from game.camera import CELL
from game.options import MAX_POSITION, Options, parse_options


def test_nothing_given() -> None:
    assert parse_options([]) == Options()


def test_everything_given(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    words = ["--seed", "atlantis", "--size", "640x360", "--position", "-1.5,2e3", "--zoom", "1/4"]
    words += ["--headless", "--frames", "7", "--fly", "10,-20.5", "--screenshot", str(picture)]
    options = parse_options([*words, "--saves", str(tmp_path), "--benchmark", "--soak", "1/2"])
    assert options == Options(
        seed="atlantis",
        size=(640, 360),
        position=(-96, 2000 * CELL),
        zoom=-64,
        headless=True,
        frames=7,
        fly=(10.0, -20.5),
        screenshot=picture,
        saves=tmp_path,
        benchmark=True,
        soak=0.5,
    )
    assert not options.keeps_voyage


def test_far_positions_are_exact() -> None:
    far = MAX_POSITION - 1
    options = parse_options([f"--position={far}.25,-{far}"])
    assert options.position == (far * CELL + 16, -far * CELL)


WRONG = [
    ["--size", "640"],
    ["--size", "0x10"],
    ["--size", "-1x5"],
    ["--size", "1x99999"],
    ["--size", "axb"],
    ["--size", "640x480x2"],
    ["--position", "1"],
    ["--position", "nan,0"],
    ["--position", "inf,0"],
    ["--position", "1e99999999,0"],
    ["--position", "4503599627370496,0"],
    ["--position", "1,2,3"],
    ["--zoom", "0"],
    ["--zoom", "17"],
    ["--zoom", "nan"],
    ["--zoom", "1/0"],
    ["--zoom", "wide"],
    ["--frames", "0"],
    ["--frames", "-3"],
    ["--frames", "1.5"],
    ["--frames", "9" * 40],
    ["--fly", "1"],
    ["--fly", "1e9,0"],
    ["--screenshot", "picture.txt"],
    ["--screenshot", "/no/such/folder/a.png"],
    ["--screenshot", ""],
    ["--saves", ""],
    ["--saves", __file__],
    ["--seed", "1", "--world", "x"],
    ["--sed", "1"],
    ["extra"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_a_wrong_value_is_one_line_and_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert len(said.err) < 300


def test_the_help_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "--benchmark" in capsys.readouterr().out


def test_parameters_of_a_seed() -> None:
    given = parse_options(["--seed", "5", "--set", "octaves=3", "island=false"])
    assert given.set == ("octaves=3", "island=false")


def test_parameters_need_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_options(["--set", "octaves=3"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
