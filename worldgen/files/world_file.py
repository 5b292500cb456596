"""What stands in a world file, and reading one without making its world.

A world file is JSON: seed and parameters, a name, and the version of the generator that knew this
world. The seed stands there as text, since many readers of JSON round large numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worldgen.biome_table import BiomeTable
from worldgen.files.reading import FileProblem, shown_path
from worldgen.files.strict_json import described, read_object
from worldgen.files.world_fields import (
    changed_parts,
    check_complete,
    read_parameters,
    read_seed,
    world_fields,
)
from worldgen.files.world_name import WorldNameError, check_name
from worldgen.parameters import WorldParameters
from worldgen.seed import Seed
from worldgen.version import GENERATOR_VERSION

FORMAT = "endless-isles world"
_KEYS = ("format", "generator_version", "name", "seed", "parameters")
_CHECK = "check"
"""Files of earlier versions have none."""
_BIOMES = "biomes"
"""Files of worlds without own biomes have none."""
_BIOME_KEYS = ("name", "digest")


class SaveError(ValueError):
    """A world that cannot be saved or loaded; the message names the file and the field."""


class WorldFileWarning(UserWarning):
    """A world opens, but may be another than was saved: changed since, or of older rules."""


@dataclass(frozen=True, kw_only=True)
class WorldFile:
    """The contents of a world file, checked."""

    name: str
    seed: Seed
    parameters: WorldParameters
    generator_version: int = GENERATOR_VERSION
    changed: tuple[str, ...] = ()
    """Which of the world's fields are not what was saved, as the file's check tells."""
    biomes: Mapping[str, str] | None = None
    """Name and digest of the table of own biomes that the world was saved with."""

    @property
    def notice(self) -> str | None:
        """What to tell the player before this world is opened, if anything."""
        notices = []
        if self.changed:
            notices.append(
                f"{self.name!r} may not be the world that was saved: {' and '.join(self.changed)} "
                "of its file cannot be trusted (edited by hand, or damaged)"
            )
        if self.generator_version != GENERATOR_VERSION:
            notices.append(
                f"{self.name!r} was made by version {self.generator_version} of the generator; "
                f"version {GENERATOR_VERSION} makes other land of the same seed"
            )
        return "; ".join(notices) or None

    def notice_of_biomes(self, given: BiomeTable | None) -> str | None:
        """Return what to tell if this world opens with other own biomes than it was saved with."""
        if self.biomes is None or (given is not None and given.digest == self.biomes["digest"]):
            return None
        opened = "without them" if given is None else f"with {given.name!r} instead"
        return (
            f"{self.name!r} has the own biomes {self.biomes['name']!r} "
            f"({self.biomes['digest']}) and opens {opened}"
        )

    def encode(self) -> bytes:
        """Return the bytes of the file, which end with its last bracket."""
        fields = {
            "format": FORMAT,
            "name": self.name,
            **world_fields(self.seed, self.parameters, self.generator_version, biomes=self.biomes),
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


def _decode(fields: Mapping[str, Any]) -> WorldFile:
    if fields.get("format") != FORMAT:
        raise FileProblem(f"is not a world file: format must be {FORMAT!r}")
    version = _check_version(fields)
    for key in fields:
        if key not in (*_KEYS, _CHECK, _BIOMES):
            raise FileProblem(f"{key[:40]!r} is not a field of a world file")
    check_complete(fields, _KEYS)
    seed, parameters = read_seed(fields["seed"]), read_parameters(fields["parameters"])
    check = fields.get(_CHECK)
    return WorldFile(
        name=_check_name(fields["name"]),
        seed=seed,
        parameters=parameters,
        generator_version=version,
        changed=changed_parts(check, seed, parameters, version) if _CHECK in fields else (),
        biomes=_check_biomes(fields[_BIOMES]) if _BIOMES in fields else None,
    )


def _check_biomes(biomes: object) -> dict[str, str]:
    if not isinstance(biomes, dict):
        raise FileProblem(f"biomes must be an object, not {described(biomes)}")
    check_complete(biomes, _BIOME_KEYS, "biomes: ")
    for key, value in biomes.items():
        if key not in _BIOME_KEYS or not isinstance(value, str):
            raise FileProblem(f"biomes must be a name and a digest, not {key[:40]!r}")
    return biomes


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


def _check_name(name: object) -> str:
    if not isinstance(name, str):
        raise FileProblem(f"name must be text, not {described(name)}")
    try:
        return check_name(name)
    except WorldNameError as error:
        raise FileProblem(str(error)) from None
