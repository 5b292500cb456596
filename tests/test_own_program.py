"""The README's program of one's own: it is as short as it says, and draws the world."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np
import pygame
import pytest

from tests.conftest import CHECKOUT
from tests.worlds import shared_world
from worldgen import paint
from worldgen.search.goal_file import parse_goal_toml

README = (CHECKOUT / "README.md").read_text("utf-8")
(PROGRAM,) = (
    text
    for text in re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    if "import pygame" in text
)


def test_it_draws_the_world_where_it_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the right arrow for three frames, then close the window."""
    shown: list[np.ndarray] = []
    window: list[pygame.Surface] = []
    open_window = pygame.display.set_mode

    def pressed() -> dict[int, bool]:
        return defaultdict(bool, {pygame.K_RIGHT: len(shown) < 3})

    def flip() -> None:
        shown.append(pygame.surfarray.array3d(window[0]).swapaxes(0, 1))
        if len(shown) == 4:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    def opened(size: tuple[int, int]) -> pygame.Surface:
        window.append(open_window(size))
        return window[0]

    monkeypatch.setattr(pygame.display, "set_mode", opened)
    monkeypatch.setattr(pygame.key, "get_pressed", pressed)
    monkeypatch.setattr(pygame.display, "flip", flip)
    try:
        exec(compile(PROGRAM, "README.md", "exec"), {"__name__": "__main__"})
    finally:
        pygame.quit()
    world = shared_world("atlantis")
    x, y = world.spawn()
    expected = paint(world.region(x + 3 * 8 - 480, y - 320, 960, 640))
    np.testing.assert_array_equal(shown[-1], expected)


def test_it_is_thirty_lines() -> None:
    assert len(PROGRAM.splitlines()) <= 30


def test_the_goals_file_of_the_readme_is_one() -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    file = parse_goal_toml(text)
    assert len(file.goals) == 4
    assert file.settings["scope"] == "window"
    assert file.vary
