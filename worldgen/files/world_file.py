"""What stands in a world file, and reading one without making its world.

A world file is JSON: seed and parameters, a name, and the version of the generator that knew this
world. The seed stands there as text, since many readers of JSON round large numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worldgen.files.reading import FileProblem
from worldgen.files.strict_json import described, read_object
from worldgen.files.world_name import WorldNameError, check_name
from worldgen.parameters import RULES, ParameterError, WorldParameters
from worldgen.seed import Seed, SeedError, normalize_seed
from worldgen.version import GENERATOR_VERSION

FORMAT = "endless-isles world"
_LONGEST_SHOWN = 300
_KEYS = ("format", "generator_version", "name", "seed", "parameters")


class SaveError(ValueError):
    """A world that cannot be saved or loaded; the message names the file and the field."""


class OlderWorldWarning(UserWarning):
    """A world file was written for older rules, which would have made other land of it."""


@dataclass(frozen=True, kw_only=True)
class WorldFile:
    """The contents of a world file, checked."""

    name: str
    seed: Seed
    parameters: WorldParameters
    generator_version: int = GENERATOR_VERSION

    @property
    def notice(self) -> str | None:
        """What to tell the player before this world is opened, if anything."""
        if self.generator_version == GENERATOR_VERSION:
            return None
        return (
            f"{self.name!r} was made by version {self.generator_version} of the generator; "
            f"version {GENERATOR_VERSION} makes other land of the same seed"
        )

    def encode(self) -> bytes:
        """Return the bytes of the file, which end with its last bracket."""
        fields = {
            "format": FORMAT,
            "generator_version": self.generator_version,
            "name": self.name,
            "seed": str(self.seed),
            "parameters": self.parameters.to_mapping(),
        }
        # No line end after the bracket: so a file that lost even one byte is noticed.
        return json.dumps(fields, indent=2, ensure_ascii=False, allow_nan=False).encode("utf-8")


def read_save(path: str | Path) -> WorldFile:
    """Read a world file and check all of it; no world is made.

    Raises:
        SaveError: in one line, naming the file and what is wrong in it.
    """
    try:
        return _decode(read_object(Path(path)))
    except FileProblem as problem:
        raise SaveError(f"{shown_path(path)}: {problem}") from None


def shown_path(path: str | Path) -> str:
    """Return a path as it can stand in a one-line message."""
    text = str(path)
    if not text or not text.isprintable():
        text = ascii(text)
    return text if len(text) <= _LONGEST_SHOWN else "..." + text[-_LONGEST_SHOWN:]


def _decode(fields: Mapping[str, Any]) -> WorldFile:
    if fields.get("format") != FORMAT:
        raise FileProblem(f"is not a world file: format must be {FORMAT!r}")
    version = _check_version(fields)
    for key in fields:
        if key not in _KEYS:
            raise FileProblem(f"{key[:40]!r} is not a field of a world file")
    _check_complete(fields, _KEYS, "")
    return WorldFile(
        name=_check_name(fields["name"]),
        seed=_check_seed(fields["seed"]),
        parameters=_check_parameters(fields["parameters"]),
        generator_version=version,
    )


def _check_version(fields: Mapping[str, Any]) -> int:
    """Look at the version first: a newer one may well have fields that are not known here."""
    if "generator_version" not in fields:
        raise FileProblem("generator_version is missing")
    version = fields["generator_version"]
    if isinstance(version, bool) or not isinstance(version, int | float):
        raise FileProblem(f"generator_version must be a whole number, not {described(version)}")
    if version > GENERATOR_VERSION:
        raise FileProblem(
            f"generator_version is {version}, but this program only knows worlds up to "
            f"{GENERATOR_VERSION}: it needs to be brought up to date"
        )
    if not isinstance(version, int) or version < 1:
        raise FileProblem(
            f"generator_version must be a whole number from 1, not {described(version)}"
        )
    return version


def _check_complete(fields: Mapping[str, Any], needed: Iterable[str], within: str) -> None:
    for key in needed:
        if key not in fields:
            raise FileProblem(f"{within}{key} is missing")


def _check_name(name: object) -> str:
    if not isinstance(name, str):
        raise FileProblem(f"name must be text, not {described(name)}")
    try:
        return check_name(name)
    except WorldNameError as error:
        raise FileProblem(str(error)) from None


def _check_seed(seed: object) -> Seed:
    if not isinstance(seed, str):
        raise FileProblem(f"seed must be text in quotes, not {described(seed)}")
    try:
        return normalize_seed(seed)
    except SeedError as error:
        raise FileProblem(str(error)) from None


def _check_parameters(parameters: object) -> WorldParameters:
    if not isinstance(parameters, dict):
        raise FileProblem(f"parameters must be an object, not {described(parameters)}")
    try:
        checked = WorldParameters.from_mapping(parameters)
    except ParameterError as error:
        raise FileProblem(f"parameters: {error}") from None
    # A default may change with a later version; the world that was saved must not.
    _check_complete(parameters, RULES, "parameters: ")
    return checked
