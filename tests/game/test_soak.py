"""Playing at random: what counts as grown, and a short game of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.options import Options
from game.soak import Held, Soaked, run_soak
from tests.conftest import RunPython

REST = Held(400.0, 11, 3)


def rests(*last: Held) -> Soaked:
    return Soaked([REST] * 8 + list(last))


def test_what_stays_as_it_is_has_not_grown() -> None:
    assert rests(REST, REST, REST).grown() == []
    assert Soaked([]).grown() == []
    # One rest with a thread that is about to end says nothing.
    assert rests(Held(900.0, 90, 9), REST, REST).grown() == []


@pytest.mark.parametrize(
    ("held", "word"),
    [
        (Held(500.0, 11, 3), "megabytes: from 400 to 500"),
        (Held(400.0, 20, 3), "files: from 11 to 20"),
        (Held(400.0, 11, 9), "threads: from 3 to 9"),
    ],
)
def test_what_grows_is_named(held: Held, word: str) -> None:
    assert rests(held, held, held).grown() == [word]


def test_the_slowest_frames_are_kept() -> None:
    soaked = Soaked()
    for number in range(20):
        soaked.note_frame(float(number), "fly")
    assert [time for time, _ in soaked.worst] == [19.0, 18.0, 17.0, 16.0, 15.0]


def test_an_error_is_told_with_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("out of wind")

    monkeypatch.setattr("game.play.pilot.Pilot.begin_zoom", broken)
    monkeypatch.setattr("game.soak.RandomPlayer._fly", broken)
    options = Options(seed="3", headless=True, soak=10.0, saves=tmp_path, size=(320, 200))
    assert run_soak(options) == 1
    said = capsys.readouterr().out
    assert "seed 3" in said
    assert "out of wind" in said


@pytest.mark.slow
def test_nothing_grows_and_nothing_fails_in_a_minute(run_python: RunPython) -> None:
    done = run_python("-m", "game", "--headless", "--soak", "1", "--seed", "9")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
