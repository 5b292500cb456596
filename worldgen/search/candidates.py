"""The worlds a search tries, in order: seeds, and for each seed every variant of parameters."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worldgen.parameters import ParameterError, WorldParameters
from worldgen.seed import Seed, SeedError, normalize_seed

MAX_VARIANTS = 10_000

_SPAN = re.compile(r"([+-]?[0-9]{1,4000})\.\.([+-]?[0-9]{1,4000})?")


@dataclass(frozen=True)
class Seeds:
    """Seeds in order: whole numbers from one to another (or without end), and single ones."""

    parts: tuple[tuple[int, int | None] | Seed, ...]
    """Each the first and last number of a span, or one seed."""

    def __iter__(self) -> Iterator[Seed]:
        for part in self.parts:
            if not isinstance(part, tuple):
                yield part
            elif part[1] is None:
                yield from itertools.count(part[0])
            else:
                yield from range(part[0], part[1] + 1)

    def count(self) -> int | None:
        """Return how many seeds there are; None without end."""
        total = 0
        for part in self.parts:
            if not isinstance(part, tuple):
                total += 1
            elif part[1] is None:
                return None
            else:
                total += part[1] - part[0] + 1
        return total

    def from_index(self, index: int) -> Iterator[Seed]:
        """Yield the seeds from the one with this index on, without counting through a span."""
        for position, part in enumerate(self.parts):
            rest = Seeds(self.parts[position + 1 :])
            if not isinstance(part, tuple):
                if index == 0:
                    yield part
                    yield from rest
                    return
                index -= 1
            elif part[1] is None or index <= part[1] - part[0]:
                yield from Seeds(((part[0] + index, part[1]), *rest.parts))
                return
            else:
                index -= part[1] - part[0] + 1

    def __str__(self) -> str:
        return ",".join(
            f"{part[0]}..{'' if part[1] is None else part[1]}"
            if isinstance(part, tuple)
            else str(part)
            for part in self.parts
        )


def parse_seeds(text: str) -> Seeds:
    """Read seeds as they are written: ``0..``, ``0..99``, or ``7,atlantis,100..200``.

    Raises:
        SeedError: naming the part that is no seed.
    """
    parts: list[tuple[int, int | None] | Seed] = []
    for word in text.split(","):
        match = _SPAN.fullmatch(word.strip())
        if not match:
            parts.append(normalize_seed(word))
            continue
        first, last = int(match[1]), int(match[2]) if match[2] else None
        if last is not None and last < first:
            raise SeedError(f"seeds {word.strip()} are none: the last comes before the first")
        parts.append((first, last))
    endless = [part for part in parts[:-1] if isinstance(part, tuple) and part[1] is None]
    if endless:
        raise SeedError(f"seeds {endless[0][0]}.. have no end, so nothing can come after them")
    return Seeds(tuple(parts))


def make_variants(
    fixed: Mapping[str, Any], varied: Mapping[str, Sequence[Any]]
) -> tuple[WorldParameters, ...]:
    """Return the parameters of every combination of the varied values, the last varying fastest.

    Raises:
        ParameterError: for a combination that is not allowed, or too many of them.
    """
    total = 1
    for name, values in varied.items():
        if name in fixed:
            raise ParameterError(f"{name} cannot be both fixed and varied")
        if not values:
            raise ParameterError(f"{name} must be varied over at least one value")
        total *= len(values)
    if total > MAX_VARIANTS:
        raise ParameterError(
            f"{', '.join(varied)} make {total} combinations: more than {MAX_VARIANTS}"
        )
    return tuple(
        WorldParameters.from_mapping({**fixed, **dict(zip(varied, values, strict=True))})
        for values in itertools.product(*varied.values())
    )


def changed_parameters(parameters: WorldParameters) -> dict[str, Any]:
    """Return the fields that differ from the defaults."""
    defaults = WorldParameters().to_mapping()
    return {
        name: value for name, value in parameters.to_mapping().items() if value != defaults[name]
    }


@dataclass(frozen=True)
class Candidate:
    """One world to try."""

    index: int
    """Its place in the order of the search."""
    seed: Seed
    parameters: WorldParameters


def candidates(
    seeds: Seeds, variants: Sequence[WorldParameters], first: int = 0
) -> Iterator[Candidate]:
    """Yield the worlds of a search in order, from the one with index ``first`` on."""
    index = first - first % len(variants)
    for seed in seeds.from_index(first // len(variants)):
        for parameters in variants:
            if index >= first:
                yield Candidate(index, seed, parameters)
            index += 1
