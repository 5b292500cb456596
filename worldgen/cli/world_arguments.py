"""The arguments that say which world a command is about."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, _ActionsContainer
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from worldgen.biome_table import BiomeTable
from worldgen.cli.console import typed
from worldgen.files.biome_file import load_biomes
from worldgen.files.reading import FileProblem, shown_path
from worldgen.files.save import find_world, find_world_or_file, load_world, saves_folder
from worldgen.files.strict_json import read_object
from worldgen.files.world_file import FORMAT
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.world import World

_WHOLE = re.compile(r"[+-]?[0-9]{1,400}")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def add_world_arguments(parser: ArgumentParser) -> None:
    """Declare ``--seed``, ``--world``, ``--biomes``, ``--saves``, ``--params`` and ``--set``."""
    world = parser.add_argument_group("the world")
    which = world.add_mutually_exclusive_group(required=True)
    which.add_argument("--seed", type=typed, help="a whole number or any text")
    which.add_argument("--world", metavar="NAME|FILE", help="a saved world")
    add_biomes_argument(world)
    world.add_argument("--saves", metavar="DIR", type=Path, help="where saved worlds are")
    _add_parameter_options(
        world, "parameters, which go before those of --params and of the saved world"
    )


def add_parameter_arguments(parser: ArgumentParser) -> None:
    """Declare ``--params`` and ``--set`` alone, for commands that find their worlds themselves."""
    group = parser.add_argument_group("the parameters")
    _add_parameter_options(group, "parameters, which go before those of --params")


def add_biomes_argument(group: _ActionsContainer) -> None:
    """Declare ``--biomes``."""
    group.add_argument(
        "--biomes", metavar="FILE", type=Path, help="a JSON file of own biomes and their rules"
    )


def biomes_from(arguments: Namespace) -> BiomeTable | None:
    """Return the table of own biomes that ``--biomes`` names, if it does.

    Raises:
        ParameterError: in one line that names the file.
    """
    return None if arguments.biomes is None else load_biomes(arguments.biomes)


def world_from(arguments: Namespace) -> World:
    """Return the world that the arguments speak of.

    Raises:
        SeedError, ParameterError, SaveError: in one line that names the argument or the file.
    """
    changes, biomes = parameter_changes(arguments), biomes_from(arguments)
    if arguments.world is None:
        return World(arguments.seed, WorldParameters.from_mapping(changes), biomes=biomes)
    saves = arguments.saves or saves_folder()
    path = find_world(saves, typed(arguments.world))
    world = load_world(path or find_world_or_file(saves, arguments.world), biomes=biomes)
    if not changes:
        return world
    changed = WorldParameters.from_mapping(world.parameters.to_mapping() | changes)
    return World(world.seed, changed, biomes=biomes)


def parameter_changes(arguments: Namespace) -> dict[str, Any]:
    """Return the parameters that ``--params`` and ``--set`` name.

    Raises:
        ParameterError: in one line that names the argument or the file.
    """
    return _file_parameters(arguments.params) | assigned_parameters(arguments.set)


def parameter_value(text: str) -> object:
    """Return what the text looks like; the parameter's own rule judges whether that will do."""
    if _WHOLE.fullmatch(text):
        return int(text)
    if _REAL.fullmatch(text):
        return float(text)
    return _FLAGS.get(text.lower(), text)


def _add_parameter_options(group: _ActionsContainer, help_for_set: str) -> None:
    group.add_argument(
        "--params", metavar="FILE", type=Path, help="a JSON object of parameters by name"
    )
    group.add_argument(
        "--set",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help=help_for_set,
    )


def _file_parameters(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        fields = read_object(path)
    except FileProblem as problem:
        raise ParameterError(f"{shown_path(path)}: {problem}") from None
    if fields.get("format") == FORMAT:
        raise ParameterError(f"{shown_path(path)}: is a whole world; use --world for it")
    return fields


def assigned_parameters(assignments: Sequence[str]) -> dict[str, Any]:
    """Return the parameters that words of the form ``NAME=VALUE`` give.

    Raises:
        ParameterError: for a word of another form, or a name given twice.
    """
    return {
        name: parameter_value(value)
        for name, value in assigned("--set", "NAME=VALUE", assignments).items()
    }


def assigned(option: str, form: str, assignments: Sequence[str]) -> dict[str, str]:
    """Return the texts that the words of an option give to names.

    Raises:
        ParameterError: for a word without an equals sign, or a name given twice.
    """
    texts: dict[str, str] = {}
    for assignment in assignments:
        name, equals, text = (part.strip() for part in assignment.partition("="))
        if not equals:
            raise ParameterError(f"{option} takes {form}, not {assignment!r}")
        if name in texts:
            raise ParameterError(f"{option} gives {name} twice")
        texts[name] = text
    return texts
