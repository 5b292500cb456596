"""Goals: what one wants of a world, as in ``water_fraction=0.3..0.45`` or ``peak_height>=0.9``.

>>> goal = parse_goal("water_fraction=0.30..0.45")
>>> goal.met(0.4), goal.met(0.5), str(goal)
(True, False, 'water_fraction=0.3..0.45')
"""

from __future__ import annotations

import numbers
import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite

from worldgen.biome_table import BiomeTable
from worldgen.search.quantities import Quantity, quantities_of, quantity_of, unknown_quantity

_GOAL = re.compile(r"\s*([A-Za-z_][\w.]*)\s*(<=|>=|==|=|<|>)?\s*(.*?)\s*", re.DOTALL)
_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_RANGE = re.compile(rf"((?:{_NUMBER})?)\s*\.\.\s*((?:{_NUMBER})?)")
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


class GoalError(ValueError):
    """A goal that cannot be understood or never be met; the message says which and why."""


@dataclass(frozen=True)
class Goal:
    """A quantity and the range it must lie in."""

    quantity: str
    low: float
    high: float
    above: bool = False
    """The lower end itself will not do."""
    below: bool = False

    def met(self, figure: float | None) -> bool:
        """Return whether a figure is as wanted; where there is nothing to measure, it is not."""
        if figure is None:
            return self._met_by_nothing()
        return not self.too_low(figure) and not self.too_high(figure)

    def too_low(self, figure: float) -> bool:
        """Return whether a figure would have to be more."""
        return figure <= self.low if self.above else figure < self.low

    def too_high(self, figure: float) -> bool:
        """Return whether a figure would have to be less."""
        return figure >= self.high if self.below else figure > self.high

    def miss(self, figure: float | None) -> float:
        """Return how far off a figure is, as a share of what was wanted; 0 when the goal is met."""
        if self.met(figure):
            return 0.0
        if figure is None:
            return 1.0
        bound = self.low if figure <= self.low else self.high
        scale = max(abs(bound), abs(figure)) or 1.0
        return abs(figure - bound) / scale

    def __str__(self) -> str:
        if quantity_of(self.quantity).flag:
            return self.quantity if self.low else f"{self.quantity}=false"
        if self.low == self.high:
            return f"{self.quantity}={self.low:g}"
        if self.low == -inf:
            return f"{self.quantity}{'<' if self.below else '<='}{self.high:g}"
        if self.high == inf:
            return f"{self.quantity}{'>' if self.above else '>='}{self.low:g}"
        if self.above or self.below:
            upper = f"{'<' if self.below else '<='}{self.high:g}"
            return f"{self.quantity}{'>' if self.above else '>='}{self.low:g}, {upper}"
        return f"{self.quantity}={self.low:g}..{self.high:g}"

    def _met_by_nothing(self) -> bool:
        # No mountain within reach is far enough from mountains for whoever wants a distance.
        return self.quantity == "mountain_distance" and self.high == inf


def parse_goal(text: str, biomes: BiomeTable | None = None) -> Goal:
    """Read a goal as it is written on the command line or on a line of a text file.

    ``biomes`` are the own biomes of the worlds, which it can name.

    Raises:
        GoalError: naming what is wrong and what is allowed.
    """
    match = _GOAL.fullmatch(text)
    if not match:
        raise GoalError(f"a goal is written NAME=LOW..HIGH or NAME>=NUMBER, not {_shown(text)}")
    name, sign, value = match.groups()
    if not sign and value:
        raise GoalError(f"a goal is written NAME=LOW..HIGH or NAME>=NUMBER, not {_shown(text)}")
    return make_goal(name, (sign or "") + value, biomes)


def make_goal(name: str, wanted: object, biomes: BiomeTable | None = None) -> Goal:
    """Make the goal that a quantity be as wanted.

    Args:
        name: the quantity.
        wanted: ``">= 0.8"``, ``"0.30..0.45"``, a number, a list of the two ends, or a flag.
        biomes: own biomes of the worlds.

    Raises:
        GoalError: naming what is wrong and what is allowed.
    """
    known = quantities_of(biomes)
    quantity = known.get(name)
    if quantity is None:
        raise GoalError(unknown_quantity(name, known))
    goal = _flag_goal(quantity, wanted) if quantity.flag else _range_goal(quantity, wanted)
    _check_possible(goal, quantity)
    return goal


def _flag_goal(quantity: Quantity, wanted: object) -> Goal:
    if isinstance(wanted, str):
        wanted = _FLAGS.get(wanted.lstrip("= ").lower() or "true", wanted)
    if not _is_flag(wanted):
        raise GoalError(f"{quantity.name} is true or false, not {_shown(wanted)}")
    return Goal(quantity.name, float(bool(wanted)), float(bool(wanted)))


def _is_flag(value: object) -> bool:
    # Numpy's own flags are no bool of Python's.
    return type(value).__name__ in ("bool", "bool_")


def _range_goal(quantity: Quantity, wanted: object) -> Goal:
    name = quantity.name
    if isinstance(wanted, numbers.Real) and not _is_flag(wanted):
        return Goal(name, _number(quantity, wanted), _number(quantity, wanted))
    if isinstance(wanted, list) and len(wanted) == 2:
        return Goal(name, _number(quantity, wanted[0]), _number(quantity, wanted[1]))
    if not isinstance(wanted, str):
        raise GoalError(
            f"{name} takes '>= NUMBER', '<= NUMBER' or 'LOW..HIGH', not {_shown(wanted)}"
        )
    text = wanted.strip()
    for sign, above, below in (
        (">=", False, False), ("<=", False, False), (">", True, False), ("<", False, True),
    ):  # fmt: skip
        if text.startswith(sign):
            bound = _number(quantity, text[len(sign) :])
            if sign[0] == ">":
                return Goal(name, bound, inf, above=above)
            return Goal(name, -inf, bound, below=below)
    text = text.lstrip("=").strip()
    match = _RANGE.fullmatch(text)
    if match and (match[1] or match[2]):
        low = _number(quantity, match[1]) if match[1] else -inf
        high = _number(quantity, match[2]) if match[2] else inf
        return Goal(name, low, high)
    number = _number(quantity, text)
    return Goal(name, number, number)


def _number(quantity: Quantity, value: object) -> float:
    if isinstance(value, str) and re.fullmatch(_NUMBER, value.strip()):
        value = float(value)
    if _is_flag(value) or not isinstance(value, numbers.Real):
        raise GoalError(f"{quantity.name} is {quantity.described()}, not {_shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise GoalError(f"{quantity.name} is {quantity.described()}, not {number}")
    return number


def _check_possible(goal: Goal, quantity: Quantity) -> None:
    if goal.low > goal.high:
        raise GoalError(
            f"{goal.quantity} can never be met: {goal.low:g} is more than {goal.high:g}"
        )
    lowest, highest = max(goal.low, quantity.low), min(goal.high, quantity.high)
    at_low_end = goal.above and lowest == goal.low
    at_high_end = goal.below and highest == goal.high
    if lowest > highest or (lowest == highest and (at_low_end or at_high_end)):
        raise GoalError(f"{goal} can never be met: {goal.quantity} is {quantity.described()}")
    if quantity.whole and goal.low == goal.high and goal.low % 1:
        raise GoalError(f"{goal} can never be met: {goal.quantity} is {quantity.described()}")


def combine_goals(goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """Return the goals with one range for each quantity.

    Raises:
        GoalError: for two goals of one quantity that contradict each other.
    """
    combined: dict[str, Goal] = {}
    for goal in goals:
        before = combined.get(goal.quantity)
        combined[goal.quantity] = _both(before, goal) if before else goal
    return tuple(combined.values())


def _both(one: Goal, other: Goal) -> Goal:
    low, high = max(one.low, other.low), min(one.high, other.high)
    both = Goal(
        one.quantity,
        low,
        high,
        above=any(goal.above and goal.low == low for goal in (one, other)),
        below=any(goal.below and goal.high == high for goal in (one, other)),
    )
    if low > high or (low == high and (both.above or both.below)):
        raise GoalError(f"{one} and {other} can never both be met")
    return both


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
