"""Biomes of one's own: rules that give dry land another biome than the world's own rules do.

A rule looks at the fields of one sample and at layers of noise there, and at nothing else: so there
are no seams, and levels of detail agree. Sea, lakes and rivers stay what they are.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, MISSING, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from worldgen.biomes import Biome
from worldgen.coordinates import SampleGrid
from worldgen.growth import GROWTH_NAMES, DecorationRule
from worldgen.noise.own_layer import Layer, LayerSettings
from worldgen.parameters import ParameterError, Real, Whole
from worldgen.read_only import read_only_copy

Colour = tuple[int, int, int]
Range = tuple[float | None, float | None]

BIOME_NAMES: Final = tuple(biome.name.lower() for biome in Biome)
"""Names of the biomes of a world without a table, by their numbers."""

WET: Final = (Biome.OCEAN, Biome.RIVER, Biome.LAKE)
"""What no rule changes."""

_WET_NAMES: Final = tuple(biome.name.lower() for biome in WET)
LAND_NAMES: Final = tuple(biome.name.lower() for biome in Biome if biome not in WET)

RULED_FIELDS: Final = ("height", "moisture", "temperature", "shore", "relative_height")
"""Fields that a rule can look at: those that are the same at every level of detail."""

_MOST_BIOMES = 256
_BOUND = Real(-1e6, 1e6)


@dataclass(frozen=True)
class BiomeRule:
    """Dry land where all of these hold is of a biome.

    Attributes:
        biome: the name of the biome: one of ``Biome`` in small letters (``"taiga"``), or one of
            your own.
        where: the lowest and the highest value, both included, of any of ``height``,
            ``moisture``, ``temperature``, ``shore``, ``relative_height`` and the table's layers;
            None for no bound.
        colour: red, green and blue, 0..255; an own biome must have one, in one of its rules.
        like: the biome of the world's own which an own one is like in all that the table does not
            say: what grows there, how hard it is to cross, its texture.

    Raises:
        ParameterError: naming what is wrong and what is allowed.
    """

    biome: str
    where: Mapping[str, Range]
    colour: Colour | None = None
    like: str = "grassland"

    def __post_init__(self) -> None:
        _check_name(self.biome, "biome")
        if self.biome in BIOME_NAMES and self.biome not in LAND_NAMES:
            raise ParameterError(f"no rule can make {self.biome}: water follows from the land")
        if self.like not in LAND_NAMES:
            raise ParameterError(f"like must be one of {', '.join(LAND_NAMES)}, not {self.like!r}")
        ranges = {name: _checked_range(name, given) for name, given in _items(self.where, "where")}
        object.__setattr__(self, "where", MappingProxyType(ranges))
        if self.colour is not None:
            object.__setattr__(self, "colour", checked_colour(self.colour))

    def __hash__(self) -> int:
        return hash((self.biome, frozenset(self.where.items()), self.colour, self.like))

    def __reduce__(self) -> tuple[Any, ...]:
        return BiomeRule, (self.biome, dict(self.where), self.colour, self.like)

    def to_mapping(self) -> dict[str, Any]:
        """Return the rule as plain values that JSON can hold."""
        colour = None if self.colour is None else list(self.colour)
        where = {name: list(bounds) for name, bounds in self.where.items()}
        return {"biome": self.biome, "where": where, "colour": colour, "like": self.like}


@dataclass(frozen=True)
class BiomeTable:
    """Own biomes of a world, and where they are: of several rules the first that holds.

    Where none does, land is what it is in a world without the table; so one without rules changes
    nothing but colours and names. Give it to a world: ``World(seed, parameters, biomes=table)``.

    Attributes:
        name: what files call it.
        rules: in the order in which they are tried.
        layers: settings of layers of noise by name, which rules can look at; they are those that
            ``World.layer`` returns.
        colours: other colours of biomes, by name.
        names: other names of the biomes of ``Biome``, by theirs in small letters.
        decorations: what stands on the ground of biomes, for each one that has such rules in place
            of all else; see ``worldgen.decorations``.

    Raises:
        ParameterError: naming what is wrong and what is allowed.

    >>> heath = BiomeRule("heath", {"moisture": (0.4, 0.5)}, colour=(150, 110, 140), like="tundra")
    >>> table = BiomeTable("heaths", [heath])
    >>> table.biome_names[-1], len(table.digest)
    ('heath', 16)
    """

    name: str
    rules: Sequence[BiomeRule] = ()
    _: KW_ONLY
    layers: Mapping[str, LayerSettings] = field(default_factory=dict)
    colours: Mapping[str, Colour] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    decorations: Sequence[DecorationRule] = ()

    def __post_init__(self) -> None:
        _check_name(self.name, "the name of a table")
        kept = {
            "rules": _each(self.rules, BiomeRule, "rules"),
            "layers": MappingProxyType(dict(_items(self.layers, "layers"))),
            "colours": MappingProxyType(
                {name: checked_colour(given) for name, given in _items(self.colours, "colours")}
            ),
            "names": MappingProxyType(dict(_items(self.names, "names"))),
            "decorations": _each(self.decorations, DecorationRule, "decorations"),
        }
        for name, value in kept.items():
            object.__setattr__(self, name, value)
        self._check_rules()
        self._check_biomes()
        self._check_decorations()

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return BiomeTable.from_mapping, (self.to_mapping(),)

    @property
    def own_biomes(self) -> tuple[str, ...]:
        """The names of your own biomes, in the order of their numbers, from 13 on."""
        return tuple(dict.fromkeys(rule.biome for rule in self.rules if _is_own(rule.biome)))

    @property
    def biome_names(self) -> tuple[str, ...]:
        """The names of all biomes by their numbers: those of ``Biome``, then your own."""
        return (*(self.names.get(name, name) for name in BIOME_NAMES), *self.own_biomes)

    @property
    def plain_names(self) -> tuple[str, ...]:
        """The names by which the table itself calls biomes, by their numbers."""
        return (*BIOME_NAMES, *self.own_biomes)

    @property
    def growth_names(self) -> tuple[str, ...]:
        """The names of all that stands on the ground: those of ``Growth``, then your own."""
        kinds = dict.fromkeys(rule.kind for rule in self.decorations)
        return (*GROWTH_NAMES, *(kind for kind in kinds if kind not in GROWTH_NAMES))

    @property
    def growth_likes(self) -> np.ndarray:
        """uint8, by the numbers of kinds: the ``Growth`` that each is drawn as."""
        like = {rule.kind: GROWTH_NAMES.index(rule.like) for rule in self.decorations}
        own = self.growth_names[len(GROWTH_NAMES) :]
        return read_only_copy([*range(len(GROWTH_NAMES)), *(like[kind] for kind in own)], np.uint8)

    @property
    def likes(self) -> np.ndarray:
        """uint8, by the numbers of biomes: the one of ``Biome`` that each is like."""
        like = {rule.biome: BIOME_NAMES.index(rule.like) for rule in self.rules}
        numbers = [*range(len(BIOME_NAMES)), *(like[name] for name in self.own_biomes)]
        return read_only_copy(numbers, np.uint8)

    @property
    def biome_colours(self) -> dict[int, Colour]:
        """The colours that the table gives, by the numbers of the biomes."""
        numbers = {name: number for number, name in enumerate(self.plain_names)}
        given = {rule.biome: rule.colour for rule in reversed(self.rules) if rule.colour}
        return {numbers[name]: colour for name, colour in (given | dict(self.colours)).items()}

    @property
    def digest(self) -> str:
        """16 hexadecimal digits, others for every other table."""
        text = json.dumps(self.to_mapping(), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def mark(self) -> dict[str, str]:
        """What files say of the table: its name and digest."""
        return {"name": self.name, "digest": self.digest}

    def classify(self, arrays: Any, key: int, grid: SampleGrid) -> np.ndarray:
        """Return the biomes of samples under the rules: uint8 (height, width), read-only.

        Args:
            arrays: the fields of the samples in a world without the table, as attributes.
            key: the world's, from its seed.
            grid: where the samples lie.
        """
        numbers = {name: number for number, name in enumerate(self.plain_names)}
        biome: np.ndarray = arrays.biome.copy()
        undecided = ~np.isin(biome, WET)
        values = {
            name: Layer(key, name, self.layers[name]).on(grid)
            if name in self.layers
            else getattr(arrays, name)
            for name in sorted({name for rule in self.rules for name in rule.where})
        }
        for rule in self.rules:
            holds = undecided.copy()
            for name, (low, high) in rule.where.items():
                if low is not None:
                    holds &= values[name] >= np.float32(low)
                if high is not None:
                    holds &= values[name] <= np.float32(high)
            biome[holds] = numbers[rule.biome]
            undecided &= ~holds
        biome.flags.writeable = False
        return biome

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> BiomeTable:
        """Make a table from plain values, as JSON and TOML hold them.

        >>> BiomeTable.from_mapping({"name": "heaths"}).to_mapping()["rules"]
        []
        """
        given = dict(_items(mapping, "a biome table"))
        _check_known(given, [each.name for each in fields(cls)], "a biome table")
        if not isinstance(given.get("rules", ()), list | tuple):
            raise ParameterError(f"rules must be a list, not {given['rules']!r:.60}")
        rules = [_made(BiomeRule, rule, "a rule") for rule in given.pop("rules", ())]
        layers = {
            name: _made(LayerSettings, settings, f"the layer {name!r}")
            for name, settings in _items(given.pop("layers", {}), "layers")
        }
        if not isinstance(given.get("decorations", ()), list | tuple):
            raise ParameterError(f"decorations must be a list, not {given['decorations']!r:.60}")
        things = given.pop("decorations", ())
        given["decorations"] = [_made(DecorationRule, each, "a decoration") for each in things]
        made: BiomeTable = _made(cls, {**given, "rules": rules, "layers": layers}, "a biome table")
        return made

    def to_mapping(self) -> dict[str, Any]:
        """Return the table as plain values that JSON can hold."""
        return {
            "name": self.name,
            "rules": [rule.to_mapping() for rule in self.rules],
            "layers": {name: settings.to_mapping() for name, settings in self.layers.items()},
            "colours": {name: list(colour) for name, colour in self.colours.items()},
            "names": dict(self.names),
            "decorations": [rule.to_mapping() for rule in self.decorations],
        }

    def _check_rules(self) -> None:
        for name, settings in self.layers.items():
            if name in RULED_FIELDS:
                raise ParameterError(f"a layer cannot have the name of the field {name!r}")
            Layer(0, name, settings)
        for rule in self.rules:
            for name in rule.where:
                if name not in RULED_FIELDS and name not in self.layers:
                    allowed = ", ".join((*RULED_FIELDS, *self.layers))
                    raise ParameterError(
                        f"the rule of {rule.biome!r} can look at {allowed}, not {name!r}"
                    )

    def _check_biomes(self) -> None:
        own = self.own_biomes
        if len(BIOME_NAMES) + len(own) > _MOST_BIOMES:
            raise ParameterError(f"there can be at most {_MOST_BIOMES - len(BIOME_NAMES)} biomes")
        for name in self.colours:
            if name not in BIOME_NAMES and name not in own:
                raise ParameterError(f"there is no biome {name!r} to have a colour")
        for name, other in self.names.items():
            if name not in BIOME_NAMES:
                raise ParameterError(f"there is no biome {name!r} to have another name")
            _check_name(other, "the name of a biome")
        if len(set(map(biome_label, self.biome_names))) < len(self.biome_names):
            raise ParameterError("two biomes would have one name")
        for name in own:
            rules = [rule for rule in self.rules if rule.biome == name]
            if name not in self.colours and not any(rule.colour for rule in rules):
                raise ParameterError(f"the biome {name!r} must have a colour")
            if len({rule.like for rule in rules}) > 1:
                raise ParameterError(f"the biome {name!r} can be like one other only")

    def _check_decorations(self) -> None:
        chances = dict.fromkeys(self.plain_names, 0.0)
        for rule in self.decorations:
            if rule.biome not in chances or rule.biome in _WET_NAMES:
                raise ParameterError(f"{rule.kind!r} cannot stand on the biome {rule.biome!r}")
            chances[rule.biome] += rule.chance
            if chances[rule.biome] > 1.0 + 1e-9:
                raise ParameterError(f"the chances of {rule.biome!r} make more than 1")
        for kind in self.growth_names:
            if len({rule.like for rule in self.decorations if rule.kind == kind}) > 1:
                raise ParameterError(f"{kind!r} can be drawn as one other only")


def checked_colour(colour: object) -> Colour:
    """Return a colour as three whole numbers.

    Raises:
        ParameterError: for anything but three whole numbers in 0..255.
    """
    given: Any = colour
    try:
        red, green, blue = given
    except (TypeError, ValueError):
        raise ParameterError(f"a colour must be red, green and blue, not {colour!r:.60}") from None
    part = Whole(0, 255)
    return part.check("red", red), part.check("green", green), part.check("blue", blue)


def biome_label(name: str) -> str:
    """Return the name of a biome as one word, as in the figure ``biome.salt_marsh``."""
    return re.sub(r"\W", "_", name)


def _is_own(biome: str) -> bool:
    return biome not in BIOME_NAMES


def _check_name(name: object, what: str) -> None:
    if not isinstance(name, str) or not name.isprintable() or not name.strip() or len(name) > 100:
        raise ParameterError(f"{what} must be a name of at most 100 letters, not {name!r:.60}")


def _checked_range(name: str, given: object) -> Range:
    bounds: Any = given
    try:
        low, high = bounds
    except (TypeError, ValueError):
        raise ParameterError(
            f"{name} must be a lowest and a highest value, not {given!r:.60}"
        ) from None
    low, high = (None if each is None else _BOUND.check(name, each) for each in (low, high))
    if low is not None and high is not None and low > high:
        raise ParameterError(f"{name} can never be from {low:g} to {high:g}")
    return low, high


def _items(mapping: Any, what: str) -> Any:
    if not isinstance(mapping, Mapping):
        raise ParameterError(f"{what} must be given by name, not as {mapping!r:.60}")
    return mapping.items()


def _each(given: Any, kind: type, what: str) -> tuple[Any, ...]:
    if not isinstance(given, Iterable):
        raise ParameterError(f"{what} must be a list of {kind.__name__}, not {given!r:.60}")
    kept = tuple(given)
    for each in kept:
        if not isinstance(each, kind):
            raise ParameterError(f"{what} must be a list of {kind.__name__}, not of {each!r:.60}")
    return kept


def _check_known(given: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    for name in given:
        if name not in known:
            raise ParameterError(f"{what} has {', '.join(known)}, not {name!r:.60}")


def _made(kind: Any, given: Any, what: str) -> Any:
    """Make one of the dataclasses here from plain values."""
    values = dict(_items(given, what))
    _check_known(values, [each.name for each in fields(kind)], what)
    for each in fields(kind):
        needed = each.default is MISSING and each.default_factory is MISSING
        if needed and each.name not in values:
            raise ParameterError(f"{what} must have {each.name}")
    return kind(**values)
