"""What can stand on the ground: the kinds that a world plants, and rules for those of one's own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any, Final

from worldgen.parameters import ParameterError, Real


class Growth(IntEnum):
    """Kinds of things that stand on the ground."""

    BROADLEAF = 0
    CONIFER = 1
    SNOWY_CONIFER = 2
    JUNGLE_TREE = 3
    PALM = 4
    ACACIA = 5
    BUSH = 6
    DRY_BUSH = 7
    CACTUS = 8
    ROCK = 9
    SNOWY_ROCK = 10
    REEDS = 11
    TUFT = 12
    FLOWERS = 13
    PEBBLES = 14
    FERN = 15
    STUMP = 16
    DRIFTWOOD = 17


GROWTH_NAMES: Final = tuple(growth.name.lower() for growth in Growth)

_CHANCE: Final = Real(0.0, 1.0)


@dataclass(frozen=True)
class DecorationRule:
    """Something stands on some cells of a biome.

    Attributes:
        biome: the name of the biome. Where it has such rules, nothing stands but what they say.
        kind: one of ``Growth`` in small letters (``"fern"``), or a kind of your own.
        chance: 0..1. The share of the biome's dry cells that hold it.
        like: the one of ``Growth`` that a kind of your own is drawn as in the game.

    Raises:
        ParameterError: naming what is wrong and what is allowed.
    """

    biome: str
    kind: str
    chance: float
    like: str = "bush"

    def __post_init__(self) -> None:
        kind: object = self.kind
        if not isinstance(kind, str) or not kind.isprintable() or not kind.strip():
            raise ParameterError(f"kind must be a name, not {kind!r:.60}")
        if self.like not in GROWTH_NAMES:
            raise ParameterError(
                f"like must be one of {', '.join(GROWTH_NAMES)}, not {self.like!r:.60}"
            )
        object.__setattr__(self, "chance", _CHANCE.check("chance", self.chance))

    def to_mapping(self) -> dict[str, Any]:
        """Return the rule as plain values that JSON can hold."""
        return asdict(self)
