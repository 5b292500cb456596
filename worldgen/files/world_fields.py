"""How a world stands in a file of any kind: the same few fields, with a check over them.

``seed`` is text, since many readers of JSON round large numbers; ``parameters`` is an object of
all of them by name; ``generator_version`` is the version that the world was made with; ``check``
tells whether one of these three was changed since. A world with own biomes has a field ``biomes``
as well: name and digest of their table.

Where only plain text fits, as in XML and in arrays of text, the parameters are the JSON text of
that object, and what such places cannot hold in a seed is escaped (see ``escaped``).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from worldgen.files.reading import FileProblem
from worldgen.files.strict_json import described
from worldgen.parameters import RULES, ParameterError, WorldParameters
from worldgen.seed import Seed, SeedError, normalize_seed
from worldgen.version import GENERATOR_VERSION
from worldgen.world import World

_PARTS = ("seed", "parameters", "generator_version")
_CHECK = re.compile("-".join(["[0-9a-f]{8}"] * len(_PARTS)))

_PLANE_ENDS = "".join(chr(0x10000 * plane + 0xFFFE + end) for plane in range(17) for end in (0, 1))
_ESCAPED = re.compile(f"[\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef{_PLANE_ENDS}]")


def world_fields(
    seed: Seed,
    parameters: WorldParameters,
    version: int = GENERATOR_VERSION,
    *,
    biomes: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the fields of a world, as values that JSON can hold.

    ``biomes`` is the mark of its table of own biomes, if it has one: its name and digest.
    """
    own = {} if biomes is None else {"biomes": dict(biomes)}
    return {
        "generator_version": version,
        "seed": str(seed),
        "parameters": parameters.to_mapping(),
        "check": _check(seed, parameters, version),
        **own,
    }


def text_fields(world: World) -> dict[str, str]:
    """Return the fields of a world for a place that holds nothing but plain text."""
    fields = fields_of(world)
    return {
        name: escaped(value) if isinstance(value, str) else json.dumps(value)
        for name, value in fields.items()
    }


def fields_of(world: World) -> dict[str, Any]:
    """Return the fields of a world, as values that JSON can hold."""
    biomes = None if world.biomes is None else world.biomes.mark
    return world_fields(world.seed, world.parameters, biomes=biomes)


def escaped(text: str) -> str:
    """Return text with ``\\\\``, control characters and what is no character as JSON escapes.

    >>> escaped("a\\x00b"), escaped("atlantis")
    ('a\\\\u0000b', 'atlantis')
    """
    return _ESCAPED.sub(lambda found: json.dumps(found[0])[1:-1], text)


def unescaped(text: str) -> str:
    """Return the text that ``escaped`` was given.

    Raises:
        ValueError: it is not of that form.
    """
    quoted = text.replace('"', '\\"')
    return str(json.loads(f'"{quoted}"'))


def read_seed(value: object) -> Seed:
    """Return the seed of a file's field.

    Raises:
        FileProblem: it is no text, or none that can be a seed.
    """
    if not isinstance(value, str):
        raise FileProblem(f"seed must be text in quotes, not {described(value)}")
    try:
        return normalize_seed(value)
    except SeedError as error:
        raise FileProblem(str(error)) from None


def read_parameters(value: object) -> WorldParameters:
    """Return the parameters of a file's field, all of which must be there.

    Raises:
        FileProblem: naming the parameter that is missing, unknown or out of its range.
    """
    if not isinstance(value, dict):
        raise FileProblem(f"parameters must be an object, not {described(value)}")
    try:
        checked = WorldParameters.from_mapping(value)
    except ParameterError as error:
        raise FileProblem(f"parameters: {error}") from None
    # A default may change with a later version; the world that was saved must not.
    check_complete(value, RULES, "parameters: ")
    return checked


def check_complete(fields: Mapping[str, Any], needed: Iterable[str], within: str = "") -> None:
    """Refuse an object in which a field is missing.

    Raises:
        FileProblem: naming the field.
    """
    for key in needed:
        if key not in fields:
            raise FileProblem(f"{within}{key} is missing")


def changed_parts(
    check: object, seed: Seed, parameters: WorldParameters, version: int
) -> tuple[str, ...]:
    """Return which of the fields of a world are not what they were when the check was made.

    Raises:
        FileProblem: the check itself is none.
    """
    if not isinstance(check, str) or not _CHECK.fullmatch(check):
        raise FileProblem("check is damaged")
    now = _check(seed, parameters, version)
    pairs = zip(_PARTS, check.split("-"), now.split("-"), strict=True)
    return tuple(name for name, before, after in pairs if before != after)


def _check(seed: Seed, parameters: WorldParameters, version: int) -> str:
    values = (str(seed), parameters.to_mapping(), version)
    return "-".join(
        hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=4).hexdigest()
        for value in values
    )
