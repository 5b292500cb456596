"""Using pages as a player does: finding controls by what they say, clicking, dragging, typing."""

from __future__ import annotations

from typing import Any, TypeVar

import pygame

from game.ui.control import Button, Control, Field, Slider
from game.ui.page import Page
from tests.game.driver import Driver, post

Shown = TypeVar("Shown")


def page(driver: Driver) -> Page:
    """Return the page on top."""
    assert isinstance(driver.top, Page)
    return driver.top


def shown(driver: Driver, kind: type[Shown]) -> Shown:
    """Return the screen on top, which must be of this kind."""
    top = driver.top
    assert isinstance(top, kind), top
    return top


def button(driver: Driver, text: str) -> Button:
    """Return the button that says this."""
    controls = page(driver).form.controls
    found = [each for each in controls if isinstance(each, Button) and text in each.text]
    assert found, [each.text for each in controls if isinstance(each, Button)]
    return found[0]


def fields(driver: Driver) -> list[Field]:
    return [each for each in page(driver).form.controls if isinstance(each, Field)]


def sliders(driver: Driver) -> list[Slider]:
    return [each for each in page(driver).form.controls if isinstance(each, Slider)]


def mouse(kind: int, place: tuple[int, int], **more: Any) -> None:
    post(kind, pos=place, **more)


def click_at(driver: Driver, place: tuple[int, int]) -> None:
    mouse(pygame.MOUSEMOTION, place, rel=(0, 0), buttons=(0, 0, 0))
    driver.frames(1)
    mouse(pygame.MOUSEBUTTONDOWN, place, button=1)
    driver.frames(1)
    mouse(pygame.MOUSEBUTTONUP, place, button=1)
    driver.frames(2)


def click(driver: Driver, control: Control) -> None:
    reveal(driver, control)
    click_at(driver, control.place.center)


def reveal(driver: Driver, control: Control) -> None:
    if control.area is not None:
        control.area.reveal(control.place)
        driver.frames(2)


def drag(driver: Driver, slider: Slider, share: float) -> None:
    """Drag the knob of a slider to a share of its way."""
    reveal(driver, slider)
    start = slider.knob.center
    goal = slider.place.left + int(share * (slider.place.width - 1)), start[1]
    mouse(pygame.MOUSEMOTION, start, rel=(0, 0), buttons=(0, 0, 0))
    mouse(pygame.MOUSEBUTTONDOWN, start, button=1)
    driver.frames(1)
    for step in range(1, 6):
        place = start[0] + (goal[0] - start[0]) * step // 5, start[1]
        mouse(pygame.MOUSEMOTION, place, rel=(0, 0), buttons=(1, 0, 0))
        driver.frames(1)
    mouse(pygame.MOUSEBUTTONUP, goal, button=1)
    driver.frames(2)


def write(driver: Driver, field: Field, text: str) -> None:
    """Replace what stands in a field by typing."""
    click(driver, field)
    post(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode="")
    post(pygame.KEYUP, key=pygame.K_a, mod=pygame.KMOD_CTRL)
    driver.frames(1)
    driver.press(pygame.K_DELETE)
    driver.type(text)
    driver.frames(1)


def paste(driver: Driver) -> None:
    post(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_CTRL, unicode="v")
    post(pygame.KEYUP, key=pygame.K_v, mod=pygame.KMOD_CTRL)
    driver.frames(2)
