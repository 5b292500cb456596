"""Files of goals: TOML with all settings of a search, or plain text with a goal a line."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from worldgen.biome_table import BiomeTable
from worldgen.files.reading import FileProblem, read_text
from worldgen.search.goals import Goal, GoalError, make_goal, parse_goal

SHIPPED = ("home_island",)
"""Names of the goals files that come with the package."""

_SETTINGS = {"scope": str, "window": int, "lod": int, "sketch": bool}
_TABLES = ("goals", "parameters", "vary")


@dataclass(frozen=True)
class GoalFile:
    """What a goals file says; settings it does not speak of are left out."""

    goals: tuple[Goal, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    """``scope``, ``window``, ``lod`` and ``sketch``."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    vary: Mapping[str, list[Any]] = field(default_factory=dict)


def read_goal_file(name: str, biomes: BiomeTable | None = None) -> GoalFile:
    """Read a goals file by its path, or one that comes with the package by its name.

    Raises:
        GoalError: naming the file and what is wrong in it.
    """
    try:
        text = _read(name)
        parse = parse_goal_toml if _is_toml(name) else parse_goal_text
        return parse(text, biomes)
    except GoalError as error:
        raise GoalError(f"{_shown(name)}: {error}") from None


def parse_goal_text(text: str, biomes: BiomeTable | None = None) -> GoalFile:
    """Read plain text: a goal a line; empty lines and those that begin with # are skipped."""
    goals = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.strip().startswith("#"):
            continue
        try:
            goals.append(parse_goal(line, biomes))
        except GoalError as error:
            raise GoalError(f"line {number}: {error}") from None
    return GoalFile(tuple(goals))


def parse_goal_toml(text: str, biomes: BiomeTable | None = None) -> GoalFile:
    """Read TOML: settings, and the tables ``[goals]``, ``[parameters]`` and ``[vary]``."""
    try:
        fields = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise GoalError(f"is not TOML: {error}") from None
    for name in fields:
        if name not in _SETTINGS and name not in _TABLES:
            raise GoalError(_unknown_field(name))
    tables = {name: fields.get(name, {}) for name in _TABLES}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise GoalError(f"{name} must be a table: [{name}]")
    settings = {name: fields[name] for name in _SETTINGS if name in fields}
    for name, value in settings.items():
        if type(value) is not _SETTINGS[name]:
            raise GoalError(f"{name} must be {_kind(_SETTINGS[name])}, not {value!r}")
    return GoalFile(
        tuple(make_goal(name, wanted, biomes) for name, wanted in _flat(tables["goals"]).items()),
        settings,
        tables["parameters"],
        {name: _values(name, value) for name, value in tables["vary"].items()},
    )


def _read(name: str) -> str:
    if name in SHIPPED and not os.path.exists(name):
        return resources.files("worldgen.search").joinpath(f"{name}.toml").read_text("utf-8")
    if not os.path.exists(name):
        raise GoalError(
            f"there is no such file, nor do goals of that name come along: {', '.join(SHIPPED)}"
        )
    try:
        return read_text(Path(name))
    except FileProblem as problem:
        raise GoalError(str(problem)) from None


def _is_toml(name: str) -> bool:
    return name in SHIPPED or Path(name).suffix.lower() == ".toml"


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return a table with dotted names: TOML reads ``biome.forest`` as a table of its own."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{name}.")
        else:
            flat[before + name] = value
    return flat


def _values(name: str, value: object) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise GoalError(f"vary: {name} must be a list of values, as in {name} = [0.3, 0.4]")
    return value


def _unknown_field(name: str) -> str:
    known = [*_SETTINGS, *(f"[{table}]" for table in _TABLES)]
    near = difflib.get_close_matches(name, [*_SETTINGS, *_TABLES], n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return f"{name[:60]!r} is not a field of a goals file; {hint}"


def _kind(kind: type) -> str:
    return {str: "text", int: "a whole number", bool: "true or false"}[kind]


def _shown(name: str) -> str:
    return name if name.isprintable() and name else ascii(name)
