"""What the steps of a slider mean: evenly spaced numbers, or numbers in even ratios."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """Numbers from ``low`` to ``high`` in so many steps, rounded to multiples of ``grain``."""

    low: float
    high: float
    steps: int
    grain: float = 0.01
    ratio: bool = False
    """Whether each step multiplies, as suits lengths, instead of adding."""

    @property
    def whole(self) -> bool:
        """Whether all of them are whole numbers."""
        return self.grain >= 1.0

    def longest_shown(self) -> set[str]:
        """Return the numbers that take the most signs to write."""
        shown = {self.shown(self.value(step)) for step in range(self.steps + 1)}
        most = max(map(len, shown))
        return {number for number in shown if len(number) == most}

    def value(self, step: int) -> float:
        """Return the number of a step."""
        share = step / self.steps
        if self.ratio:
            exact = self.low * float((self.high / self.low) ** share)
        else:
            exact = self.low + (self.high - self.low) * share
        rounded = round(exact / self.grain) * self.grain
        kept = max(self.low, min(self.high, rounded))
        return round(kept) if self.whole else round(kept, 6)

    def step(self, value: float) -> int:
        """Return the step nearest to a number."""
        return min(range(self.steps + 1), key=lambda step: abs(self.value(step) - value))

    def shown(self, value: float) -> str:
        """Return a number as it is to be read."""
        if self.whole:
            return f"{int(value):,}"
        return f"{value:.2f}"


def whole_numbers(low: int, high: int) -> Scale:
    """Return a scale with a step for every whole number."""
    return Scale(low, high, high - low, 1.0)


def shares(low: float, high: float, grain: float = 0.05) -> Scale:
    """Return a scale of shares."""
    return Scale(low, high, round((high - low) / grain), grain)
