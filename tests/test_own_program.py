"""The README's program of one's own: it is as short as it says, and draws the world."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from PIL import Image

from tests.conftest import CHECKOUT, RunPython
from worldgen import World, paint
from worldgen.search.goal_file import parse_goal_toml

README = (CHECKOUT / "README.md").read_text("utf-8")
(PROGRAM,) = (
    text
    for text in re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    if "import pygame" in text
)

# Holds the right arrow for three frames, then takes a picture and closes the window.
PLAYER = """
import collections
import pygame

frames = 0

def pressed():
    return collections.defaultdict(bool, {pygame.K_RIGHT: frames < 3})

def flip():
    global frames
    frames += 1
    if frames == 5:
        pygame.image.save(pygame.display.get_surface(), "screen.png")
        pygame.event.post(pygame.event.Event(pygame.QUIT))

pygame.key.get_pressed = pressed
pygame.display.flip = flip
exec(compile(open("program.py").read(), "program.py", "exec"), {"__name__": "__main__"})
"""


def test_it_draws_the_world_where_it_has_gone(tmp_path: Path, run_python: RunPython) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    (tmp_path / "player.py").write_text(PLAYER, "utf-8")
    process = run_python("player.py", folder=tmp_path)
    assert process.returncode == 0, process.stderr
    world = World("atlantis")
    x, y = world.spawn()
    expected = paint(world.region(x + 3 * 8 - 480, y - 320, 960, 640))
    with Image.open(tmp_path / "screen.png") as screen:
        np.testing.assert_array_equal(np.asarray(screen.convert("RGB")), expected)


def test_it_is_thirty_lines() -> None:
    assert len(PROGRAM.splitlines()) <= 30


def test_the_goals_file_of_the_readme_is_one() -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    file = parse_goal_toml(text)
    assert len(file.goals) == 4
    assert file.settings["scope"] == "window"
    assert file.vary
