"""Playing a real world with real events."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import worldgen
from game.camera import Camera
from game.menus.help_page import HelpPage
from game.run import play_screen
from game.ui.list_page import ListPage
from game.world.session import OpenedWorld
from game.world.voyage_files import read_voyage
from tests.game.driver import Driver, post
from worldgen.files.saved_worlds import list_worlds

pytestmark = pytest.mark.usefixtures("compiled_kernels")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path)
    yield made
    made.app.close()


def test_keys_move_and_home_leads_back(driver: Driver) -> None:
    start = driver.cell
    driver.press(pygame.K_d, frames=30)
    assert driver.cell[0] > start[0] + 200
    assert driver.cell[1] == start[1]
    driver.press(pygame.K_UP, frames=30)
    assert driver.cell[1] < start[1] - 200
    driver.press(pygame.K_HOME)
    spawn = driver.play.session.source.spawn()
    driver.until(lambda: driver.cell == spawn)


def test_each_key_does_what_the_help_says(driver: Driver) -> None:
    driver.press(pygame.K_F3)
    assert driver.play.readout.detailed
    toured = []
    for _ in range(2):
        driver.press(pygame.K_t)
        toured.append(driver.play.autopilot.touring)
    assert toured == [True, False]
    driver.press(pygame.K_MINUS, frames=3)
    assert driver.play.pilot.zoom_goal < 0
    driver.press(pygame.K_EQUALS, frames=3)
    assert driver.play.pilot.zoom_goal == 0
    driver.press(pygame.K_F11)
    assert driver.app.notice == "There is no screen to fill"


def test_seeds_octaves_and_islands(driver: Driver) -> None:
    def settings() -> tuple[object, int, bool]:
        session = driver.play.session
        return session.seed, session.parameters.octaves, session.parameters.island

    assert settings() == (7, 8, True)
    driver.press(pygame.K_r, pygame.K_r, pygame.K_r)
    driver.until(lambda: settings()[0] == 10)
    driver.press(pygame.K_r, shift=True)
    driver.until(lambda: settings()[0] == 9)
    place = driver.play.pilot.camera
    driver.press(pygame.K_3)
    driver.until(lambda: settings() == (9, 3, True))
    driver.press(pygame.K_i)
    driver.until(lambda: settings() == (9, 3, False))
    assert driver.play.pilot.camera == place


def test_text_seeds_are_numbered(tmp_path: Path) -> None:
    driver = Driver(tmp_path, "atlantis")
    driver.press(pygame.K_r)
    driver.until(lambda: driver.seed == "atlantis 2")
    driver.app.close()


def test_a_changed_world_looks_as_if_it_had_been_opened_so(driver: Driver, tmp_path: Path) -> None:
    seen = []
    for octaves, key in ((3, pygame.K_3), (2, pygame.K_2), (3, pygame.K_3)):
        driver.press(key)
        while driver.play.session.parameters.octaves != octaves:
            driver.frames(1)
        driver.settle()
        seen.append(_land(driver))
    assert seen[0] == seen[2] != seen[1]
    fresh = Driver(tmp_path, camera=driver.play.camera, parameters={"octaves": 2})
    fresh.settle()
    assert _land(fresh) == seen[1]
    fresh.app.close()


def _land(driver: Driver) -> bytes:
    """Return the land alone, without panel and pointer."""
    target = pygame.Surface(driver.app.size, 0, 32)
    driver.play.terrain.refresh()
    driver.play.terrain.draw(target, driver.play.view, driver.app.now)
    return bytes(target.get_buffer().raw)


def test_what_parameters_do_not_allow_is_told(tmp_path: Path) -> None:
    driver = Driver(tmp_path, parameters={"relief": "rules"})
    driver.press(pygame.K_i)
    assert "island" in driver.app.notice
    assert driver.play.session.parameters == worldgen.WorldParameters(relief="rules")
    driver.app.close()


def test_saving_asks_for_a_name_and_never_writes_over_another(
    driver: Driver, tmp_path: Path
) -> None:
    saves = tmp_path / "saves"
    driver.press(pygame.K_F5)
    driver.type("日本")
    driver.press(pygame.K_RETURN)
    assert driver.top is driver.play
    assert [world.name for world in list_worlds(saves)] == ["日本"]
    assert driver.name == "日本"
    path = list_worlds(saves)[0].path
    before = path.read_bytes()

    driver.press(pygame.K_r)
    driver.until(lambda: (driver.name, driver.seed) == (None, 8))
    driver.press(pygame.K_F5)
    driver.type("日本")
    driver.press(pygame.K_RETURN)
    assert isinstance(driver.top, ListPage)
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_ESCAPE)
    assert path.read_bytes() == before
    driver.press(pygame.K_F5)
    driver.type("日本")
    driver.press(pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert driver.top is driver.play
    assert path.read_bytes() != before
    assert driver.seed == 8


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 150])
def test_a_name_that_cannot_be_is_told_and_nothing_is_written(
    driver: Driver, tmp_path: Path, name: str
) -> None:
    driver.press(pygame.K_F5)
    driver.type(name)
    driver.press(pygame.K_RETURN)
    assert driver.top is not driver.play
    assert list_worlds(tmp_path / "saves") == []


@pytest.mark.parametrize("name", ["../x", "C:x", "nul.json"])
def test_no_name_leads_out_of_the_folder(driver: Driver, tmp_path: Path, name: str) -> None:
    driver.press(pygame.K_F5)
    driver.type(name)
    driver.press(pygame.K_RETURN)
    assert [world.name for world in list_worlds(tmp_path / "saves")] == [name]
    assert {path.name for path in tmp_path.iterdir()} <= {"saves", "settings.json"}


def test_loading_goes_on_where_one_was(driver: Driver) -> None:
    driver.press(pygame.K_F5)
    driver.type("first")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_d, frames=20)
    place = driver.play.pilot.camera
    driver.press(pygame.K_r)
    driver.until(lambda: driver.seed == 8)
    driver.press(pygame.K_F9, pygame.K_RETURN)
    driver.until(lambda: driver.play.session.name == "first")
    assert driver.play.pilot.camera == place
    assert driver.seed == 7


def test_pausing_stops_the_flight_and_lets_go_of_keys(driver: Driver) -> None:
    driver.play.fly = (500.0, 0.0)
    driver.down(pygame.K_d)
    driver.frames(5)
    driver.press(pygame.K_ESCAPE)
    assert isinstance(driver.top, ListPage)
    at = driver.play.pilot.camera
    driver.frames(20)
    assert driver.play.pilot.camera == at
    driver.play.fly = (0.0, 0.0)
    driver.press(pygame.K_ESCAPE)
    driver.frames(20)
    assert driver.play.pilot.camera == at


def test_help_opens_and_closes(driver: Driver) -> None:
    driver.press(pygame.K_h)
    assert isinstance(driver.top, HelpPage)
    driver.press(pygame.K_h)
    assert not isinstance(driver.top, HelpPage)


def test_losing_the_window_lets_go_of_keys(driver: Driver) -> None:
    driver.down(pygame.K_d)
    driver.frames(3)
    post(pygame.WINDOWFOCUSLOST)
    driver.frames(1)
    at = driver.cell
    driver.frames(10)
    assert driver.cell == at


def test_islands_are_flown_to_one_after_another(driver: Driver) -> None:
    seen = set()
    for _ in range(3):
        driver.press(pygame.K_n)
        driver.until(lambda: not driver.play.autopilot.steering)
        seen.add(driver.cell)
    assert len(seen) == 3
    driver.press(pygame.K_n)
    driver.until(lambda: driver.play.autopilot.velocity() != (0.0, 0.0))
    driver.press(pygame.K_a, frames=2)
    assert not driver.play.autopilot.steering


def test_a_still_picture_costs_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing moves by itself; what water and clouds cost is tried in test_effects.
    driver.app.change_settings(less_motion=True)
    driver.settle()
    driver.until(lambda: driver.play.compass.ground is not None)
    driver.until(lambda: driver.play.loader.idle)
    driver.frames(30)
    driver.until(lambda: driver.play.loader.idle)
    drawn: list[object] = []
    made: list[object] = []
    monkeypatch.setattr(driver.play.terrain, "draw", lambda *_: drawn.append(1))
    monkeypatch.setattr("game.ui.fonts.FontChain.render", lambda *_: made.append(1))
    monkeypatch.setattr("game.terrain.chunk_cache.new_surface", lambda *_: made.append(1))
    monkeypatch.setattr("game.hud.hud.pygame.Surface", lambda *_: made.append(1))
    driver.frames(120)
    assert not made
    # Twice a second the numbers of the panel may have changed.
    assert len(drawn) <= 3


def test_the_same_script_gives_the_same_picture(tmp_path: Path) -> None:
    pictures = []
    for run in ("a", "b"):
        driver = Driver(tmp_path / run, camera=Camera.at_cell(100, 100), keeps_voyage=False)
        driver.press(pygame.K_d, pygame.K_MINUS, frames=20)
        driver.settle()
        pictures.append((_land(driver), driver.play.pilot.camera))
        driver.app.close()
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("size", [(1, 1), (2, 600)])
def test_any_size_of_window(driver: Driver, size: tuple[int, int]) -> None:
    driver.app.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
    for key in (pygame.K_F3, pygame.K_h, pygame.K_ESCAPE, pygame.K_F5):
        driver.press(key)
    assert driver.app.size == size
    assert driver.app.error is None


def test_a_closed_screen_is_gone_with_its_pictures_before_any_collection(driver: Driver) -> None:
    driver.settle()
    # What a worker still makes is in its hands.
    driver.until(lambda: driver.play.loader.idle)
    gc.collect()
    gc.disable()
    try:
        play = driver.play
        held = [weakref.ref(each) for each in (play, play.terrain, play.scenery, play.loader)]
        opened = OpenedWorld(play.session, play.camera)
        driver.app.replace_all(play_screen(driver.app, opened, keeps_voyage=False, smooth=False))
        del play, driver.play, driver.menus
        driver.frames(1)
        assert [each() for each in held] == [None] * len(held)
    finally:
        gc.enable()


def test_the_place_is_kept_on_closing(driver: Driver, tmp_path: Path) -> None:
    driver.press(pygame.K_d, frames=15)
    at = driver.play.pilot.camera
    post(pygame.QUIT)
    assert driver.app.run() == 0
    assert driver.app.close() == 0
    voyage = read_voyage(tmp_path / "saves", None)
    assert voyage is not None
    assert voyage.camera == at


def test_the_place_is_kept_when_the_game_breaks(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("out of paint")

    monkeypatch.setattr(driver.play.terrain, "draw", broken)
    driver.down(pygame.K_d)
    assert driver.app.run() == 1
    assert driver.app.close() == 1
    assert driver.app.error is not None
    assert "out of paint" in driver.app.error
    assert "\n" not in driver.app.error
    assert "RuntimeError" in (tmp_path / "crash.log").read_text(encoding="utf-8")
    assert read_voyage(tmp_path / "saves", None) is not None
