"""What a player has set: kept, checked, and safe against a damaged file."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pygame
import pytest

import worldgen
from game.input.bindings import FIXED_KEYS, BindingError, Bindings
from game.input.controls import Action
from game.input.pad_events import PadButton
from game.settings import FORMAT, RULES, Settings, SettingsFile
from worldgen.render.palette_data import PALETTES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def written(path: Path, **changed: Any) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"format": FORMAT, **changed}), encoding="utf-8")
    return path


def test_without_a_file_all_is_as_usual_and_nothing_is_written(path: Path) -> None:
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert file.notice is None
    assert file.change(speed=1.0) is None
    assert not path.exists()


def test_changes_are_there_after_a_restart(path: Path) -> None:
    bindings = Bindings().with_key(Action.HOME, pygame.KSCAN_J)
    changes: dict[str, Any] = {"ui_scale": 1.5, "palette": "safe", "less_motion": True}
    assert SettingsFile(path).change(**changes, bindings=bindings) is None
    again = SettingsFile(path)
    assert again.notice is None
    assert (again.settings.ui_scale, again.settings.palette) == (1.5, "safe")
    assert again.settings.bindings.keys_of(Action.HOME) == (pygame.KSCAN_J,)
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_every_field_has_a_rule_that_its_usual_value_keeps() -> None:
    names = {field.name for field in fields(Settings)} - {"bindings"}
    assert names == set(RULES)
    assert all(RULES[name].allows(getattr(Settings(), name)) for name in names)
    assert PALETTES == worldgen.PALETTES


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", "\0", "[" * 100_000, '{"format": "x"}', "\ufeff{}", "1e999"]
)
def test_a_damaged_file_is_told_and_put_aside_when_another_is_written(
    path: Path, content: str
) -> None:
    path.parent.mkdir()
    path.write_text(content, encoding="utf-8")
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert file.notice is not None
    assert "\n" not in file.notice
    assert str(path) in file.notice
    assert path.read_text(encoding="utf-8") == content
    assert file.change(speed=2.0) is None
    assert SettingsFile(path).settings.speed == 2.0
    aside = path.with_name("settings.json.damaged")
    assert aside.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed", "fast"),
        ("speed", True),
        ("speed", 100),
        ("ui_scale", None),
        ("ui_scale", float("nan")),
        ("window_width", 1e400),
        ("palette", "Natural"),
        ("full_screen", 1),
        ("dead_zone", []),
        ("bindings", 3),
        ("bindings", {"keys": {"NO_SUCH": [4]}}),
        ("bindings", {"keys": {"HOME": [0]}}),
        ("bindings", {"keys": {"HOME": [8], "TOUR": [8]}}),
        ("bindings", {"buttons": {"HOME": ["no button"]}}),
    ],
)
def test_one_wrong_field_leaves_the_others(path: Path, name: str, value: object) -> None:
    file = SettingsFile(written(path, less_motion=True, **{name: value}))
    assert file.settings.less_motion
    assert getattr(file.settings, name) == getattr(Settings(), name)
    assert file.notice is not None
    assert "\n" not in file.notice


def test_a_folder_that_cannot_be_made_is_told_and_the_change_holds() -> None:
    file = SettingsFile(Path(os.devnull) / "settings.json")
    problem = file.change(speed=2.0)
    assert problem is not None
    assert "\n" not in problem
    assert file.settings.speed == 2.0


def test_a_key_means_one_thing() -> None:
    bindings = Bindings().with_key(Action.HOME, pygame.KSCAN_T)
    assert bindings.keys[pygame.KSCAN_T] is Action.HOME
    assert bindings.keys_of(Action.TOUR) == ()
    assert Action.TOUR in bindings.unbound()
    assert pygame.KSCAN_HOME not in bindings.keys
    back = Bindings.from_mapping(bindings.to_mapping())
    assert (dict(back.keys), dict(back.buttons)) == (dict(bindings.keys), dict(bindings.buttons))


@pytest.mark.parametrize("scancode", FIXED_KEYS)
def test_there_is_always_a_way_back(scancode: int) -> None:
    with pytest.raises(BindingError):
        Bindings().with_key(Action.HOME, scancode)
    with pytest.raises(BindingError):
        Bindings().with_button(Action.HOME, PadButton.START)
    read = Bindings.from_mapping({"keys": {action.name: [] for action in Action}})
    assert read.keys == dict(FIXED_KEYS)


def test_an_action_that_is_new_in_this_version_has_its_usual_keys() -> None:
    old = Bindings().to_mapping()
    del old["keys"]["HOME"]
    assert Bindings.from_mapping(old).keys_of(Action.HOME) == (pygame.KSCAN_HOME,)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_in_place_of_the_file_is_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert file.notice is not None and "is not a file" in file.notice
    assert file.change(speed=2.0) is None
    assert SettingsFile(path).settings.speed == 2.0
