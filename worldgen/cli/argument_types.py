"""Numbers, places and sizes as they are written on a command line."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from fractions import Fraction

_NUMBER = re.compile(
    r"\s*[+-]?([0-9]{1,25}(\.[0-9]{0,25})?|\.[0-9]{1,25})([eE][+-]?[0-9]{1,2}|/[0-9]{1,25})?\s*"
)
_SIZE = re.compile(r"\s*([0-9]{1,20})\s*[xX×]\s*([0-9]{1,20})\s*")
_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,20}\s*")
_LONGEST_SHOWN = 60


def number(text: str) -> Fraction:
    """Read a decimal number or a fraction, exactly.

    Raises:
        ValueError: it is none, or of more digits than any use here.
    """
    if not _NUMBER.fullmatch(text) or "/0" in text:
        raise ValueError(f"no number: {shown(text)}")
    return Fraction(text.strip())


def point(form: str) -> Callable[[str], tuple[Fraction, Fraction]]:
    """Return a reader of two numbers, exact however large they are; ``form`` describes them."""

    def read(text: str) -> tuple[Fraction, Fraction]:
        try:
            x, y = map(number, text.split(","))
        except ValueError:
            raise ArgumentTypeError(f"must be {form}, not {shown(text)}") from None
        return x, y

    return read


place = point("X,Y in cells, as in -120,35.5")
"""Reads a place, exactly however far away it is."""


def size(largest: int) -> Callable[[str], tuple[int, int]]:
    """Return a reader of ``WxH``, neither side longer than ``largest``."""

    def read(text: str) -> tuple[int, int]:
        match = _SIZE.fullmatch(text)
        width, height = (int(match[1]), int(match[2])) if match else (0, 0)
        if not (1 <= width <= largest and 1 <= height <= largest):
            raise ArgumentTypeError(
                f"must be WIDTHxHEIGHT, each a whole number from 1 to {largest}, not {shown(text)}"
            )
        return width, height

    return read


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within limits."""

    def read(text: str) -> int:
        number = int(text) if _WHOLE.fullmatch(text) else None
        if number is None or not low <= number <= high:
            raise ArgumentTypeError(
                f"must be a whole number from {low} to {high}, not {shown(text)}"
            )
        return number

    return read


def shown(text: str) -> str:
    """Return what was typed as it can stand in a one-line message."""
    printed = repr(text)
    return printed if len(printed) <= _LONGEST_SHOWN else printed[: _LONGEST_SHOWN - 3] + "..."
