"""What a player has set, kept in the user's config folder.

A damaged file never stops the game: what can still be read is used, the rest is as on the first
day, and the damaged file is put aside before another one takes its place.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from game.input.bindings import BindingError, Bindings
from worldgen.files.atomic import write_whole
from worldgen.files.reading import FileProblem, read_bytes
from worldgen.render.palette_data import PALETTES

FORMAT = "endless-isles settings"
FILE_NAME = "settings.json"
DAMAGED_SUFFIX = ".damaged"
DEFAULT_SIZE = (1280, 720)
SMALLEST_WINDOW, LARGEST_WINDOW = 64, 16_384


@dataclass(frozen=True)
class Range:
    """A number from ``low`` to ``high``."""

    low: float
    high: float

    def allows(self, value: object) -> bool:
        """Return whether a value from a file can be used."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and self.low <= value <= self.high  # type: ignore[operator]

    def __str__(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Switch:
    """On or off."""

    def allows(self, value: object) -> bool:
        """Return whether a value from a file can be used."""
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def allows(self, value: object) -> bool:
        """Return whether a value from a file can be used."""
        return isinstance(value, str) and value in self.words

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)


UNITS = ("metric", "cells")

RULES: dict[str, Range | Switch | OneOf] = {
    "full_screen": Switch(),
    "window_width": Range(SMALLEST_WINDOW, LARGEST_WINDOW),
    "window_height": Range(SMALLEST_WINDOW, LARGEST_WINDOW),
    "ui_scale": Range(0.75, 2.0),
    "palette": OneOf(PALETTES),
    "units": OneOf(UNITS),
    "help_seen": Switch(),
    "high_contrast": Switch(),
    "less_motion": Switch(),
    "plants": Switch(),
    "moving_water": Switch(),
    "clouds": Switch(),
    "names": Switch(),
    "minimap": Switch(),
    "scale_bar": Switch(),
    "grid": Switch(),
    "speed": Range(0.25, 4.0),
    "gamepad": Switch(),
    "dead_zone": Range(0.05, 0.5),
}


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; ``RULES`` holds what each field allows."""

    full_screen: bool = False
    window_width: int = DEFAULT_SIZE[0]
    window_height: int = DEFAULT_SIZE[1]
    ui_scale: float = 1.0
    """Size of all text, 1 for what suits the window."""
    palette: str = "natural"
    units: str = "metric"
    """How lengths and heights are written."""
    help_seen: bool = False
    """Whether the player knows how to call the help."""
    high_contrast: bool = False
    less_motion: bool = False
    """No glides, fades and flights that the player has not asked for; still water, no clouds."""
    plants: bool = True
    """Trees, rocks and the like from close up."""
    moving_water: bool = True
    clouds: bool = True
    names: bool = True
    minimap: bool = True
    scale_bar: bool = True
    grid: bool = False
    speed: float = 1.0
    gamepad: bool = True
    dead_zone: float = 0.2
    """How far a stick must be moved before it counts."""
    bindings: Bindings = field(default_factory=Bindings)


class SettingsFile:
    """The settings in use and the file that keeps them.

    Args:
        path: the file; the one in the user's config folder when left out.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or settings_path()
        self._damaged = False
        self.notice: str | None = None
        """What is wrong with the file, for the player to read."""
        self.settings = self._read()

    def change(self, **changes: Any) -> str | None:
        """Set some fields and write all of them; return why they could not be kept, or None."""
        changed = replace(self.settings, **changes)
        if changed == self.settings:
            return None
        self.settings = changed
        try:
            self._write()
        except OSError as error:
            return f"{self.path}: cannot be written: {error.strerror}"
        return None

    def _read(self) -> Settings:
        if not self.path.exists():
            return Settings()
        try:
            read = json.loads(read_bytes(self.path))
        except FileProblem as problem:
            self._complain(str(problem))
        except (ValueError, RecursionError):
            self._complain("is damaged")
        else:
            if isinstance(read, dict) and read.get("format") == FORMAT:
                return self._checked(read)
            self._complain(f"is no settings file: format must be {FORMAT!r}")
        return Settings()

    def _checked(self, read: dict[str, Any]) -> Settings:
        """Return the settings with every field that can be used."""
        whole = {each.name for each in fields(Settings) if each.type == "int"}
        good: dict[str, Any] = {}
        for name, rule in RULES.items():
            if name not in read:
                continue
            if rule.allows(read[name]):
                good[name] = int(read[name]) if name in whole else read[name]
            else:
                self._complain(f"{name} must be {rule}, not {str(read[name])[:40]!r}")
        if "bindings" in read:
            try:
                good["bindings"] = Bindings.from_mapping(read["bindings"])
            except BindingError as error:
                self._complain(str(error))
        return Settings(**good)

    def _complain(self, problem: str) -> None:
        self._damaged = True
        if self.notice is None:
            self.notice = f"{self.path}: {problem}; the usual is used instead"

    def _write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self._damaged:
            # What is wrong in it may still be of use to whoever wrote it.
            with contextlib.suppress(OSError):
                self.path.replace(self.path.with_name(self.path.name + DAMAGED_SUFFIX))
            self._damaged = False
        data = {"format": FORMAT, **asdict(self.settings)}
        data["bindings"] = self.settings.bindings.to_mapping()
        write_whole(self.path, [json.dumps(data, indent=2, ensure_ascii=False).encode("utf-8")])


def settings_path() -> Path:
    """Return where settings are kept."""
    return Path(user_config_path("endless-isles", appauthor=False)) / FILE_NAME
