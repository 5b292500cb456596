"""The pages of the game, used with real events by mouse, keyboard and gamepad."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.camera import CELL, Camera
from game.input.pad_events import PAD_PRESSED, PadButton
from game.lab.lab_menu import PAGES
from game.menus.bindings_page import BindingsPage
from game.menus.bookmarks_page import BookmarksPage
from game.menus.help_page import HelpPage
from game.menus.load_world import LoadPage
from game.menus.new_world import NewWorldPage
from game.menus.settings_page import SettingsPage
from game.menus.title_menu import TitleMenu
from game.play.screen import PlayScreen
from game.screen import Screen
from game.settings import SettingsFile
from game.ui import clipboard
from game.ui.control import Control
from game.ui.list_page import ListPage
from game.ui.page import Page
from game.ui.text_page import TextPage
from game.world.share import Shared, decode
from game.world.voyage_files import read_voyage
from tests.game.driver import Driver, post
from tests.game.pages import (
    button,
    click,
    click_at,
    drag,
    fields,
    page,
    paste,
    shown,
    sliders,
    write,
)
from worldgen import World, WorldParameters, save_world
from worldgen.files.save import SavedWorld, list_worlds

pytestmark = pytest.mark.usefixtures("compiled_kernels")

SAVED_AT = 1_700_000_000
SAVED = {"Atlantis": 11, "日本の島": 12, "Fjords": 13}


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    driver = Driver(tmp_path)
    driver.app.surface = pygame.display.set_mode((640, 360))
    driver.frames(1)
    yield driver
    driver.app.close()


@pytest.fixture
def no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that look at no picture of a draft."""
    monkeypatch.setattr("game.menus.preview_panel.pictures", lambda *_: ())


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    for name, seed in SAVED.items():
        save_world(folder / f"{name}.json", World(seed), name)
    (folder / "broken.json").write_text("{", encoding="utf-8")
    # The list begins with the newest.
    for age, name in enumerate(("Atlantis", "broken", "Fjords", "日本の島")):
        os.utime(folder / f"{name}.json", (SAVED_AT - age, SAVED_AT - age))
    return folder


def press_pad(driver: Driver, *buttons: PadButton) -> None:
    for each in buttons:
        post(PAD_PRESSED, button=each)
        driver.frames(2)


def names(folder: Path) -> list[str]:
    return [world.name for world in list_worlds(folder) if world.error is None]


def on_top(driver: Driver, screen: Screen | None) -> bool:
    return driver.top is screen


def chosen(load: LoadPage) -> SavedWorld:
    """Return the world that is looked at, asked anew every time."""
    assert load.chosen is not None
    return load.chosen


def states(bindings: BindingsPage) -> list[bool]:
    return [bindings.waits]


# Pausing


def test_pause_by_keys_mouse_and_gamepad(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    shown(driver, ListPage)
    driver.press(pygame.K_RETURN)
    assert on_top(driver, driver.play)

    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "Help"))
    shown(driver, HelpPage)
    driver.press(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert on_top(driver, driver.play)

    press_pad(driver, PadButton.START)
    shown(driver, ListPage)
    press_pad(driver, PadButton.DOWN, PadButton.UP, PadButton.SOUTH)
    assert on_top(driver, driver.play)


def test_every_button_of_the_pause_page_can_be_reached_by_arrows(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    form = page(driver).form
    reached: set[Control | None] = set()
    for _ in form.controls:
        for way in (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_DOWN):
            reached.add(form.focused)
            driver.press(way)
    assert reached == set(form.controls)


def test_tab_goes_around(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    form = page(driver).form
    first = form.focused
    for _ in form.controls:
        driver.press(pygame.K_TAB)
    assert form.focused is first
    driver.press(pygame.K_TAB, shift=True)
    assert form.focused is form.controls[-1]


def test_a_held_arrow_goes_on_and_stops_when_the_window_is_left(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    form = page(driver).form
    start = form.focused
    driver.down(pygame.K_DOWN)
    driver.frames(60)
    assert form.focused is not start
    post(pygame.WINDOWFOCUSLOST)
    driver.frames(2)
    here = form.focused
    driver.frames(60)
    assert form.focused is here


# Making a world


def open_new_world(driver: Driver) -> NewWorldPage:
    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "New world"))
    return shown(driver, NewWorldPage)


def test_a_new_world_from_a_typed_seed_and_a_moved_slider(driver: Driver, tmp_path: Path) -> None:
    new = open_new_world(driver)
    name, seed = fields(driver)
    write(driver, seed, "日本 42")
    octaves = sliders(driver)[0]
    click(driver, octaves)
    driver.press(pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT)
    assert new.draft.seed == "日本 42"
    before = new.draft.parameters.octaves
    drag(driver, octaves, 0.0)
    assert new.draft.parameters.octaves == 1 < before
    driver.until(lambda: "island" in new.preview.pictures)
    write(driver, name, "Neue Welt")
    click(driver, button(driver, "Begin"))
    driver.until(lambda: driver.seed == "日本 42")
    assert on_top(driver, driver.play)
    assert driver.play.session.parameters.octaves == 1
    assert names(tmp_path / "saves") == ["Neue Welt"]


def test_the_preview_follows_the_sliders(driver: Driver) -> None:
    new = open_new_world(driver)
    seen = set()
    # More octaves would be too fine for the picture.
    for slider in sliders(driver)[1:5]:
        click(driver, slider)
        driver.press(pygame.K_RIGHT)
        driver.until(lambda: new.preview.drafts.get("sea") == new.draft)
        seen.add(new.preview.pictures["sea"].pixels.tobytes())
    assert len(seen) == 4


@pytest.mark.usefixtures("no_preview")
def test_a_wrong_seed_is_told_and_begins_nothing(driver: Driver) -> None:
    new = open_new_world(driver)
    write(driver, fields(driver)[1], " ")
    click(driver, button(driver, "Begin"))
    assert "seed" in driver.app.notice
    assert on_top(driver, new)
    driver.press(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert on_top(driver, driver.play)
    assert driver.seed == 7


@pytest.mark.usefixtures("no_preview")
def test_dice_and_presets(driver: Driver) -> None:
    new = open_new_world(driver)
    click(driver, button(driver, "Dice"))
    assert new.draft.seed not in (7, None)
    assert fields(driver)[1].text == str(new.draft.seed)
    preset = button(driver, "Archipelago")
    page(driver).form.focus(preset)
    seen = set()
    for _ in range(12):
        press_pad(driver, PadButton.RIGHT)
        assert new.draft.problem is None
        seen.add(new.draft.preset)
    assert len(seen) == 10


@pytest.mark.usefixtures("no_preview")
def test_every_slider_can_go_to_both_ends(driver: Driver) -> None:
    new = open_new_world(driver)
    for end in (0.0, 1.0):
        for number in range(len(sliders(driver))):
            drag(driver, sliders(driver)[number], end)
            assert new.draft.problem is None
    assert new.draft.parameters.water_level == 0.9


@pytest.mark.usefixtures("no_preview")
def test_a_share_string_as_the_seed_changes_everything(driver: Driver) -> None:
    there = Camera(-77 * CELL, 123_456_789 * CELL, 5)
    shared = Shared("far away", WorldParameters(cover=0.9, noise="value"), there)
    assert clipboard.copy(f"Look:\n{shared.encode()}\n")
    new = open_new_world(driver)
    write(driver, fields(driver)[1], "")
    paste(driver)
    assert fields(driver)[1].text == "far away"
    assert new.draft.parameters == shared.parameters
    click(driver, button(driver, "Copy share string"))
    assert decode(clipboard.paste()) == shared
    click(driver, button(driver, "Begin"))
    driver.until(lambda: driver.seed == "far away")
    assert driver.play.camera == there


# Saved worlds


def open_load(driver: Driver) -> LoadPage:
    driver.press(pygame.K_F9)
    return shown(driver, LoadPage)


def test_rename_delete_undo_and_open(driver: Driver, saves: Path) -> None:
    load = open_load(driver)
    assert chosen(load).name == "Atlantis"
    click(driver, button(driver, "Rename"))
    shown(driver, TextPage)
    write(driver, fields(driver)[0], "Zuletzt")
    driver.press(pygame.K_RETURN)
    assert on_top(driver, load)
    assert names(saves) == ["Fjords", "Zuletzt", "日本の島"]
    assert chosen(load).name == "Zuletzt"

    driver.press(pygame.K_DELETE)
    shown(driver, ListPage)
    driver.press(pygame.K_RETURN)
    assert names(saves) == ["Fjords", "Zuletzt", "日本の島"]
    click(driver, button(driver, "Delete"))
    driver.press(pygame.K_DOWN, pygame.K_RETURN)
    assert names(saves) == ["Fjords", "日本の島"]
    click(driver, button(driver, "bring back Zuletzt"))
    assert names(saves) == ["Fjords", "Zuletzt", "日本の島"]

    click(driver, button(driver, "Duplicate"))
    assert "Zuletzt copy" in names(saves)
    click(driver, button(driver, "Copy seed"))
    assert clipboard.paste() == "11"
    click(driver, button(driver, "Open"))
    driver.until(lambda: driver.seed == 11)
    assert driver.name == "Zuletzt copy"


def test_a_damaged_file_is_shown_and_left_alone(driver: Driver, saves: Path) -> None:
    load = open_load(driver)
    driver.press(pygame.K_DOWN)
    assert chosen(load).error is not None
    for text in ("Open", "Rename", "Duplicate", "Delete"):
        assert not button(driver, text).enabled
    driver.press(pygame.K_DELETE)
    assert on_top(driver, load)
    driver.press(pygame.K_RETURN)
    assert "broken.json" in driver.app.notice
    assert (saves / "broken.json").read_text(encoding="utf-8") == "{"


def test_thumbnails_come_and_a_long_list_scrolls(driver: Driver, saves: Path) -> None:
    for number in range(40):
        save_world(saves / f"w{number}.json", World(number), f"World {number:02}")
    load = open_load(driver)
    assert load.row_list is not None
    driver.until(
        lambda: load.row_list is not None and load.row_list.picture_boxes[0].picture is not None
    )
    last = len(load.worlds) - 1
    for _ in range(last):
        driver.press(pygame.K_DOWN)
    assert chosen(load) is load.worlds[last]
    assert last in load.row_list.shown
    post(pygame.MOUSEWHEEL, x=0, y=9, precise_x=0.0, precise_y=9.0, flipped=False)
    driver.frames(2)
    assert last not in load.row_list.shown
    driver.press(pygame.K_UP)


def test_the_world_that_is_played_follows_its_file(driver: Driver, saves: Path) -> None:
    driver.press(pygame.K_F5)
    driver.type("Hier")
    driver.press(pygame.K_RETURN)
    assert driver.name == "Hier"
    load = open_load(driver)
    while chosen(load).name != "Hier":
        driver.press(pygame.K_DOWN)
    click(driver, button(driver, "Rename"))
    write(driver, fields(driver)[0], "Dort")
    driver.press(pygame.K_RETURN)
    assert driver.name == "Dort"
    click(driver, button(driver, "Delete"))
    driver.press(pygame.K_DOWN, pygame.K_RETURN)
    names_now = [driver.name]
    assert names_now == [None]
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_F5)
    shown(driver, TextPage)


# Places


def test_go_to_and_bookmarks(driver: Driver, tmp_path: Path) -> None:
    driver.press(pygame.K_j)
    write(driver, fields(driver)[0], "nowhere")
    driver.press(pygame.K_RETURN)
    shown(driver, TextPage)
    write(driver, fields(driver)[0], "-1000, 2000")
    driver.press(pygame.K_RETURN)
    assert on_top(driver, driver.play)
    assert driver.cell == (-1000, 2000)

    driver.press(pygame.K_b)
    shown(driver, BookmarksPage)
    driver.press(pygame.K_RETURN)
    write(driver, fields(driver)[0], "harbour 港")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_ESCAPE)
    driver.play.travel(Camera(0, 0, 0))
    driver.press(pygame.K_b)
    click(driver, button(driver, "Go there"))
    assert driver.cell == (-1000, 2000)
    voyage = read_voyage(tmp_path / "saves", None)
    assert voyage is not None
    assert [mark.name for mark in voyage.bookmarks] == ["harbour 港"]

    driver.press(pygame.K_b)
    click(driver, button(driver, "Remove"))
    assert driver.play.session.bookmarks == ()
    assert not button(driver, "Remove").enabled
    driver.press(pygame.K_ESCAPE)


def test_world_and_place_on_the_clipboard(driver: Driver) -> None:
    driver.press(pygame.K_c)
    shared = decode(clipboard.paste())
    assert shared == Shared(7, WorldParameters(), driver.play.camera)


# Settings


def test_settings_take_effect_and_are_there_after_a_restart(driver: Driver, tmp_path: Path) -> None:
    driver.settle()
    land = driver.picture()
    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "Settings"))
    shown(driver, SettingsPage)
    palette = button(driver, "natural")
    page(driver).form.focus(palette)
    driver.press(pygame.K_RIGHT)
    size = page(driver).text_size
    page(driver).form.focus(button(driver, "100%"))
    driver.press(pygame.K_RIGHT, pygame.K_RIGHT)
    assert page(driver).text_size > size
    driver.press(pygame.K_ESCAPE, pygame.K_ESCAPE)
    driver.settle()
    assert driver.picture() != land
    kept = SettingsFile(tmp_path / "settings.json").settings
    assert (kept.palette, kept.ui_scale) == ("contrast", 1.5)


def test_full_screen_twice_without_a_screen_is_told(driver: Driver) -> None:
    for _ in range(2):
        driver.press(pygame.K_F11)
        assert "screen" in driver.app.notice
    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "Settings"))
    driver.press(pygame.K_RIGHT)
    assert not driver.app.settings_file.settings.full_screen
    assert "off" in button(driver, "‹").text


def test_a_key_is_bound_anew_and_a_taken_one_is_asked_about(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "Settings"))
    click(driver, button(driver, "Keys and buttons"))
    bindings = shown(driver, BindingsPage)
    page(driver).form.focus(button(driver, "Home"))
    driver.press(pygame.K_RETURN)
    assert states(bindings) == [True]
    driver.press(pygame.K_ESCAPE)
    assert on_top(driver, bindings)
    assert states(bindings) == [False]
    driver.press(pygame.K_RETURN, pygame.K_F7)
    button(driver, "F7")
    driver.press(pygame.K_RETURN, pygame.K_t)
    shown(driver, ListPage)
    driver.press(pygame.K_RETURN)
    assert bindings.bindings.keys[pygame.KSCAN_T].name == "TOUR"
    driver.press(pygame.K_RETURN, pygame.K_t, pygame.K_DOWN, pygame.K_RETURN)
    assert bindings.bindings.keys[pygame.KSCAN_T].name == "HOME"
    driver.press(pygame.K_RETURN, pygame.K_F11)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert on_top(driver, driver.play)
    driver.play.travel(Camera(0, 0, 0))
    driver.press(pygame.K_t)
    driver.until(lambda: driver.play.autopilot.steering)
    assert not driver.play.autopilot.touring


def compose(driver: Driver, text: str) -> None:
    post(pygame.TEXTEDITING, text=text, start=len(text), length=0)
    driver.frames(2)


def test_while_text_is_composed_all_keys_belong_to_it(driver: Driver) -> None:
    driver.menus.save_as()
    driver.frames(2)
    asking = page(driver)
    empty = driver.picture()
    compose(driver, "にほ")
    composed = driver.picture()
    assert composed != empty
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_DOWN):
        driver.press(key)
        assert page(driver) is asking
        assert asking.form.is_typing
        assert fields(driver)[0].text == ""
    assert driver.name is None
    driver.type("日本")
    assert fields(driver)[0].text == "日本"
    compose(driver, "に")
    compose(driver, "")
    driver.press(pygame.K_RETURN)
    assert on_top(driver, driver.play)
    assert driver.name == "日本"


# All pages


def open_every_page(driver: Driver) -> Iterator[Page]:
    menus = driver.menus
    for show in (
        menus.pause,
        menus.help,
        menus.settings,
        menus.save_as,
        menus.load,
        menus.new_world,
        menus.bookmarks,
        menus.go_to,
        menus.lab,
    ):
        show()
        driver.frames(2)
        yield page(driver)
        driver.app.pop_to(driver.play)


def open_files() -> int:
    return len(os.listdir("/dev/fd"))


def test_a_closed_list_of_worlds_is_gone_before_any_collection(driver: Driver) -> None:
    driver.play.take_session(driver.play.session.saved_as("mine", overwrite=False))
    gc.collect()
    gc.disable()
    try:
        driver.press(pygame.K_F9)
        page = weakref.ref(shown(driver, LoadPage))
        driver.frames(2)
        driver.app.pop()
        assert page() is None
    finally:
        gc.enable()


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="open files cannot be counted here")
@pytest.mark.usefixtures("no_preview")
def test_a_closed_page_is_gone_with_its_files_before_any_collection(driver: Driver) -> None:
    # Faces of letters are opened when they are first needed, and stay open.
    for _ in range(2):
        for _ in open_every_page(driver):
            pass
        for kind in PAGES:
            driver.app.push(kind(driver.app))
            driver.frames(2)
            driver.app.pop()
    gc.collect()
    gc.disable()
    try:
        before = open_files()
        pages = [weakref.ref(opened) for opened in open_every_page(driver)]
        for kind in PAGES:
            driver.app.push(kind(driver.app))
            driver.frames(2)
            pages.append(weakref.ref(page(driver)))
            driver.app.pop()
        driver.frames(1)
        assert [type(left()).__name__ for left in pages if left() is not None] == []
        assert open_files() <= before
    finally:
        gc.enable()


@pytest.mark.usefixtures("no_preview")
def test_every_page_fits_into_windows_of_any_size(driver: Driver, saves: Path) -> None:
    for opened in open_every_page(driver):
        for size in ((1, 1), (200, 1000), (1280, 720)):
            driver.app.surface = pygame.display.set_mode(size)
            driver.frames(2)
            whole = pygame.Rect((0, 0), opened.size)
            for control in opened.form.controls:
                assert control.area is not None or whole.contains(control.place) or size[0] < 320


def test_many_resizes(driver: Driver, saves: Path) -> None:
    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "Go to a place"))
    write(driver, fields(driver)[0], "12, 34")
    for number in range(40):
        size = 320 + number * 37 % 400, 200 + number * 11 % 300
        driver.app.surface = pygame.display.set_mode(size)
        post(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)
        driver.frames(1)
    assert fields(driver)[0].text == "12, 34"
    assert isinstance(page(driver).form.focused, type(fields(driver)[0]))
    driver.type("5")
    driver.press(pygame.K_RETURN)
    assert driver.cell == (12, 345)


def test_typing_moves_nothing_and_any_script_is_taken(driver: Driver) -> None:
    driver.press(pygame.K_F5)
    text = "wasd Ünï 日本 한국 שלום عربي ქართ 😀"
    before = driver.cell
    for letter in "wasd":
        driver.down(getattr(pygame, f"K_{letter}"))
    driver.type(text)
    driver.frames(5)
    assert fields(driver)[0].text == text
    assert driver.cell == before
    driver.press(pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_DELETE)
    assert fields(driver)[0].text == text[1:-1]
    assert not clipboard.copy("\0")
    assert clipboard.copy("one\ntwo\tthree")
    paste(driver)
    assert fields(driver)[0].text.startswith("one two three")
    driver.press(pygame.K_ESCAPE)


def test_a_page_that_is_left_lets_go_of_the_keyboard(driver: Driver) -> None:
    driver.press(pygame.K_F5)
    assert pygame.key.get_repeat()[0] > 0
    driver.press(pygame.K_ESCAPE)
    assert pygame.key.get_repeat()[0] == 0


def test_clicks_beside_everything_do_nothing(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    click_at(driver, (3, 3))
    click_at(driver, (637, 357))
    shown(driver, ListPage)


# Gamepads


def test_a_gamepad_appears_drifts_moves_and_is_pulled_out(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = SimpleNamespace(get_instance_id=lambda: 5)
    monkeypatch.setattr(pygame.joystick, "Joystick", lambda _index: device)
    monkeypatch.setattr("pygame._sdl2.controller.is_controller", lambda _index: False)
    post(pygame.JOYDEVICEADDED, device_index=0)
    post(pygame.JOYAXISMOTION, instance_id=5, axis=0, value=0.08)
    post(pygame.JOYAXISMOTION, instance_id=5, axis=2, value=-1.0)
    driver.frames(10)
    at = driver.play.camera
    driver.frames(20)
    assert driver.play.camera == at
    post(pygame.JOYAXISMOTION, instance_id=5, axis=0, value=1.0)
    driver.frames(30)
    moved = driver.cell[0] - at.cell[0]
    assert 250 < moved < 350
    post(pygame.JOYDEVICEREMOVED, instance_id=5)
    driver.frames(2)
    at = driver.play.camera
    driver.frames(20)
    assert driver.play.camera == at
    post(pygame.JOYBUTTONDOWN, instance_id=5, button=0)
    driver.frames(2)
    shown(driver, PlayScreen)


def test_a_world_can_be_saved_with_a_gamepad_alone(driver: Driver, tmp_path: Path) -> None:
    press_pad(driver, PadButton.START)
    while driver.top is not None and page(driver).form.focused is not button(driver, "Save"):
        press_pad(driver, PadButton.RIGHT_SHOULDER)
    press_pad(driver, PadButton.SOUTH, PadButton.SOUTH)
    assert fields(driver)[0].text == "World 7"
    press_pad(driver, PadButton.SOUTH)
    assert names(tmp_path / "saves") == ["World 7"]
    press_pad(driver, PadButton.EAST)
    assert on_top(driver, driver.play)


def test_the_title_page_leads_everywhere(driver: Driver) -> None:
    driver.press(pygame.K_ESCAPE)
    click(driver, button(driver, "Title page"))
    title = shown(driver, TitleMenu)
    driver.until(lambda: title.is_ready)
    driver.frames(1)
    for text, kind in (("Settings", SettingsPage), ("Help", HelpPage), ("New world", NewWorldPage)):
        click(driver, button(driver, text))
        shown(driver, kind)
        driver.press(pygame.K_ESCAPE)
        assert on_top(driver, title)
    driver.press(pygame.K_ESCAPE)
    assert on_top(driver, title)
    click(driver, button(driver, "Continue"))
    assert shown(driver, PlayScreen).session.seed == 7


def test_a_still_page_is_not_drawn_again(driver: Driver) -> None:
    driver.play.loader.stop()
    driver.press(pygame.K_ESCAPE)
    drawn = []
    while page(driver).stale:
        driver.frames(1)
        drawn.append(1)
    assert len(drawn) < 120
