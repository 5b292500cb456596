"""Reading a JSON file that may be damaged, hostile or written by hand.

Python's own reader keeps the last of two equal keys in silence and takes NaN and endless nesting.
Here every such file is one clear ``FileProblem``. Numbers too large to hold become infinite, so
that the check of the field they stand in names that field.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from worldgen.files.reading import FileProblem, read_text

_MOST_DIGITS = 400


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object that makes up the file.

    Raises:
        FileProblem: whatever is wrong with the file.
    """
    text = read_text(path)
    if not text:
        raise FileProblem("is empty")
    value = _parse(text)
    if not isinstance(value, dict):
        raise FileProblem(f"holds {described(value)}, not an object of named fields")
    return value


def described(value: object) -> str:
    """Return what kind of JSON value this is, in words for a player."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return "the number " + f"{value}"[:40]
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "an object"


def _parse(text: str) -> Any:
    try:
        return json.loads(
            text, object_pairs_hook=_unique_keys, parse_int=_whole_number, parse_float=float
        )
    except json.JSONDecodeError as error:
        raise FileProblem(
            f"is not complete JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        ) from None
    except RecursionError:
        raise FileProblem("is nested too deeply") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise FileProblem(f"holds {twice[:40]!r} twice")
    return mapping


def _whole_number(text: str) -> int | float:
    if len(text) <= _MOST_DIGITS:
        return int(text)
    return -math.inf if text.startswith("-") else math.inf
