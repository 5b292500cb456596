"""Everything besides the seed that decides a world, each field with its range."""

from __future__ import annotations

import difflib
import itertools
import math
import numbers
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

NOISE_KINDS = ("value", "gradient")
RELIEF_KINDS = ("fbm", "rules")


class ParameterError(ValueError, TypeError):
    """A parameter that cannot make a world; the message names the field and what it allows."""


@dataclass(frozen=True)
class Whole:
    """A whole number from ``low`` to ``high``, a multiple of ``step``."""

    low: int
    high: int
    step: int = 1

    def check(self, name: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise ParameterError(f"{name} must be {self}, not {_shown(value)}")
        number = int(value)
        if not self.low <= number <= self.high or number % self.step:
            raise ParameterError(f"{name} must be {self}, not {_shown(value)}")
        return number

    def __str__(self) -> str:
        multiple = f", a multiple of {self.step}" if self.step > 1 else ""
        return f"a whole number from {self.low} to {self.high}{multiple}"


@dataclass(frozen=True)
class Real:
    """A finite number from ``low`` to ``high``."""

    low: float
    high: float

    def check(self, name: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ParameterError(f"{name} must be {self}, not {_shown(value)}")
        # Compared before it becomes a float, which a whole number may be too large for.
        number: Any = value
        if not self.low <= number <= self.high:
            raise ParameterError(f"{name} must be {self}, not {_shown(value)}")
        return float(number) + 0.0

    def __str__(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Flag:
    """True or False."""

    def check(self, name: str, value: object) -> bool:
        # Numpy's own flags are no bool of Python's.
        if type(value).__name__ not in ("bool", "bool_"):
            raise ParameterError(f"{name} must be {self}, not {_shown(value)}")
        return bool(value)

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise ParameterError(f"{name} must be {self}, not {_shown(value)}")
        return str(value)

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)


Rule = Whole | Real | Flag | Choice

RULES: dict[str, Rule] = {
    "octaves": Whole(1, 12),
    "feature_size": Real(16.0, 4096.0),
    "persistence": Real(0.05, 0.95),
    "lacunarity": Real(1.5, 4.0),
    "noise": Choice(NOISE_KINDS),
    "island": Flag(),
    "island_spacing": Whole(512, 8192, 64),
    "cover": Real(0.0, 1.0),
    "great": Real(0.0, 1.0),
    "warp": Real(0.0, 1.0),
    "temperature": Flag(),
    "climate_band": Whole(1024, 1_048_576),
    "water_level": Real(0.02, 0.98),
    "beach_level": Real(0.02, 1.0),
    "mountain_level": Real(0.02, 1.0),
    "snow_level": Real(0.02, 1.0),
    "desert_moisture": Real(0.0, 1.0),
    "forest_moisture": Real(0.0, 1.0),
    "relief": Choice(RELIEF_KINDS),
    "relief_steps": Whole(0, 200),
    "smoothing": Real(0.0, 1.0),
    "uplift": Real(0.0, 1.0),
    "thermal": Real(0.0, 1.0),
    "erosion": Real(0.0, 1.0),
    "lakes": Real(0.0, 1.0),
    "river_density": Real(0.0, 1.0),
    "humidity": Real(0.0, 1.0),
    "humidity_rate": Real(0.0, 0.25),
    "humidity_steps": Whole(0, 200),
}


@dataclass(frozen=True, kw_only=True)
class WorldParameters:
    """All that decides a world apart from its seed. Frozen, and validated when made.

    Lengths are in cells, levels and moisture in 0..1. ``RULES`` holds every field's range.

    Attributes:
        octaves: 1..12. Octaves of height and moisture noise: with 1 the land is smooth, with many
            rough at every scale. Those finer than two cells are left out.
        feature_size: 16..4096. Wavelength of the first octave of height: low for many small hills
            and bays, high for few large ones.
        persistence: 0.05..0.95. Amplitude of each octave relative to the one before: low for
            smooth land, high for land as rough as it is wide.
        lacunarity: 1.5..4. How many times finer each octave is than the one before: low for land
            that is alike at all scales, high for fine grain upon broad shapes.
        noise: ``"value"`` or ``"gradient"``.
        island: True or False. Whether the sea is cut into domains with an island each, or land
            runs on without end.
        island_spacing: 512..8192, a multiple of 64. Side of the square that holds one site of a
            small island: low for small islands close together, high for large ones with wide sea
            between.
        cover: 0..1. How much of the sea is land: 0 hardly any, 1 as much as the domains hold.
        great: 0..1. How much of the land is in great islands: 0 none, 1 nearly all.
        warp: 0..1. How strongly domains and coasts are bent: 0 for round islands, 1 for capes and
            deep bays.
        temperature: True or False. Whether climate bands and height cool the land and bring
            tundra and taiga.
        climate_band: 1024..1048576. Distance from the equator of a climate band to its pole.
        water_level: 0.02..0.98. Height of the sea: low for wide land, high for drowned valleys and
            small islands. The four levels rise from this to the snow.
        beach_level: 0.02..1. Land lower than this is beach.
        mountain_level: 0.02..1. Land as high as this is mountain.
        snow_level: 0.02..1. Land as high as this is snow.
        desert_moisture: 0..1. Lowland drier than this is desert; below ``forest_moisture``.
        forest_moisture: 0..1. Lowland moister than this is forest.
        relief: ``"fbm"`` starts an island from noise, ``"rules"`` grows it by the local rules
            alone.
        relief_steps: 0..200. How often the relief rules are applied: with 0 the land is noise.
        smoothing: 0..1. How strongly each step draws the land toward its local mean: 0 leaves it
            rough, 1 makes it soft.
        uplift: 0..1. How strongly each step lifts the inside of an island: low for flat islands,
            high for mountains amid them.
        thermal: 0..1. How readily material slides down where it is too steep: low for steep
            cliffs, high for even slopes.
        erosion: 0..1. How strongly running water cuts into the land: low for even slopes, high for
            deep valleys.
        lakes: 0..1. 0 none; the higher, the more and the smaller hollows are kept as lakes.
        river_density: 0..1. 0 none; the higher, the less water makes a river.
        humidity: 0..1. How much water nearby adds to the moisture of the land.
        humidity_rate: 0..0.25. Share of a difference in humidity that moves to each neighbour in a
            step.
        humidity_steps: 0..200. How often humidity spreads by one lattice step: how far inland it
            comes.

    Raises:
        ParameterError: naming the field and its range, for a wrong type, NaN, a value out of
            range, an unknown field, or levels that are not in rising order.
    """

    octaves: int = 8
    feature_size: float = 330.0
    persistence: float = 0.5
    lacunarity: float = 2.0
    noise: str = "gradient"
    island: bool = True
    island_spacing: int = 1024
    cover: float = 0.5
    great: float = 0.5
    warp: float = 0.5
    temperature: bool = True
    climate_band: int = 49_152
    water_level: float = 0.40
    beach_level: float = 0.43
    mountain_level: float = 0.72
    snow_level: float = 0.84
    desert_moisture: float = 0.35
    forest_moisture: float = 0.55
    relief: str = "fbm"
    relief_steps: int = 24
    smoothing: float = 0.3
    uplift: float = 0.3
    thermal: float = 0.3
    erosion: float = 0.5
    lakes: float = 0.5
    river_density: float = 0.5
    humidity: float = 0.5
    humidity_rate: float = 0.2
    humidity_steps: int = 40

    def __new__(cls, *_positional: object, **given: object) -> WorldParameters:
        for name in given:
            if name not in RULES:
                raise ParameterError(_unknown(name))
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, rule in RULES.items():
            object.__setattr__(self, name, rule.check(name, getattr(self, name)))
        _check_order(self, "water_level", "beach_level", "mountain_level", "snow_level")
        _check_order(self, "desert_moisture", "forest_moisture")
        if self.relief == "rules" and not self.island:
            raise ParameterError("relief 'rules' grows islands: it needs island to be true")

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> WorldParameters:
        """Make parameters from names and values; fields left out keep their defaults."""
        if not isinstance(mapping, Mapping):
            raise ParameterError(
                f"parameters must be given by name, not as {type(mapping).__name__}"
            )
        return cls(**{_name(name): value for name, value in mapping.items()})

    def to_mapping(self) -> dict[str, Any]:
        """Return every field by name, as plain values that JSON can hold."""
        return asdict(self)


def _check_order(parameters: WorldParameters, *names: str) -> None:
    for lower, higher in itertools.pairwise(names):
        low, high = getattr(parameters, lower), getattr(parameters, higher)
        if not low < high:
            raise ParameterError(
                f"{higher} must be above {lower}, but {higher} is {high:g} and {lower} is {low:g}"
            )


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise ParameterError(_unknown(repr(name)))
    return name


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, RULES, n=1)
    hint = f"; did you mean {near[0]} ({RULES[near[0]]})?" if near else ""
    return f"there is no parameter {_shown(name)}{hint or '; there are ' + ', '.join(RULES)}"


def _shown(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    try:
        text = repr(value)
    except ValueError:
        text = f"a {type(value).__name__} too long to show"
    return text if len(text) <= 60 else text[:57] + "..."


FIELD_NAMES = tuple(field.name for field in fields(WorldParameters))
