"""A world of a few lines and a host without a window, to try the game with."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from game.app.screen_stack import ScreenStack
from game.input.gamepad import Gamepads
from game.screen import Pace, Screen
from game.settings import SettingsFile
from game.terrain.world_source import CellInfo, Landfall, PlanKey
from worldgen.coordinates import CHUNK_SIZE


def packed(picture: np.ndarray, code: np.ndarray | int = 0) -> np.ndarray:
    """Return a picture, uint8 (h, w, 3), as packed pixels, uint32 (h, w)."""
    red, green, blue = (picture[:, :, band].astype(np.uint32) for band in range(3))
    return np.asarray(code, np.uint32) << 24 | red << 16 | green << 8 | blue


def sample_pixels(
    x: int, y: int, width: int, height: int, lod: int, finished: bool = True
) -> np.ndarray:
    """Return the packed pixels of samples from (x, y) on: a smooth pattern of period 4096."""
    rows = np.array([(y + row) % 4096 for row in range(height)], dtype=np.uint32)[:, None]
    columns = np.array([(x + column) % 4096 for column in range(width)], dtype=np.uint32)[None, :]
    red = (columns * 3 + rows) % 200
    green = (rows * 2 + columns) % 200 + 20
    blue = np.full_like(red + green, 40 + 10 * (lod + 4) + (5 if finished else 0))
    return (red << 16 | green << 8 | blue).astype(np.uint32)


class FakeWorld:
    """A ``WorldSource`` whose chunks follow from their place alone."""

    spacing = 1024

    def __init__(self, plans: bool = False) -> None:
        self.plans = plans
        self.solved: set[PlanKey] = set()
        self.asked: list[tuple[int, int, int, bool]] = []
        self.fails: Callable[[int, int, int], bool] = lambda cx, cy, lod: False
        self.begun = threading.Event()
        """Set once a worker has begun with a chunk."""
        self.gate = threading.Event()
        self.gate.set()
        self.main_thread_sketches = 0
        self.islands = (
            Landfall((0, 0, 0), 5000.0, 0.0, 800.0, "East"),
            Landfall((1, 0, 0), -9000.0, 100.0, 800.0, "West"),
            Landfall((2, 0, 0), 100.0, 100.0, 0.0, "Nothing"),
        )

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> np.ndarray:
        if threading.current_thread() is threading.main_thread():
            self.main_thread_sketches += 1
        else:
            self.begun.set()
            self.gate.wait()
        if self.fails(cx, cy, lod):
            raise ValueError(f"chunk {cx} {cy} is broken")
        self.asked.append((cx, cy, lod, sketch))
        return sample_pixels(
            CHUNK_SIZE * cx, CHUNK_SIZE * cy, CHUNK_SIZE, CHUNK_SIZE, lod, not sketch
        )

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        if not self.plans or lod >= 5:
            return ()
        key = (cx >> 3, cy >> 3)
        return () if key in self.solved else (key,)

    def solve(self, key: PlanKey) -> None:
        self.solved.add(key)

    def ground(self, x: int, y: int, lod: int) -> CellInfo:
        return CellInfo("ocean", 0.2, None, True)

    def landfalls(self, x: int, y: int, radius: int) -> tuple[Landfall, ...]:
        return tuple(
            island
            for island in self.islands
            if abs(island.x - x) <= radius and abs(island.y - y) <= radius
        )

    def landing(self, island: Landfall) -> tuple[float, float] | None:
        return island.x, island.y

    def spawn(self) -> tuple[int, int]:
        return 12, 34


class FakeHost:
    """A ``Host`` that remembers what it was asked."""

    def __init__(self, size: tuple[int, int] = (640, 360)) -> None:
        self.size = size
        self.screens = ScreenStack()
        self.pace = Pace()
        self.now = 0.0
        self.notices: list[str] = []
        self.settings_file = SettingsFile(Path(os.devnull) / "settings.json")
        self.gamepads = Gamepads()
        self.ended: tuple[str | None, int] | None = None

    def push(self, screen: Screen) -> None:
        self.screens.push(screen)

    def pop(self) -> None:
        self.screens.pop()

    def pop_to(self, screen: Screen) -> None:
        while self.screens.top is not screen and len(self.screens) > 1:
            self.screens.pop()

    def replace_all(self, screen: Screen) -> None:
        self.screens.replace_all(screen)

    def quit(self, error: str | None = None, code: int = 0) -> None:
        self.ended = (error, code)

    def notify(self, text: str, warning: bool = False) -> None:
        self.notices.append(text)

    def change_settings(self, **changes: Any) -> None:
        self.settings_file.change(**changes)

    def save_screenshot(self) -> None:
        self.notices.append("screenshot")

    def toggle_full_screen(self) -> None:
        self.notices.append("full screen")
