"""Seeds: what a player types, and the 64-bit keys a world is made with.

A seed is a whole number of any size or a piece of text. Text is stripped of white space at both
ends and brought to Unicode normal form C; text made only of ASCII digits, with an optional sign,
is that number: ``"42"``, ``" 042 "`` and ``"+42"`` are 42, ``"-0"`` is 0, while ``"4.2e1"`` and
``"42abc"`` stay text.
"""

from __future__ import annotations

import hashlib
import operator
import re
import unicodedata

Seed = int | str

MAX_SEED_DIGITS = 4000
MAX_SEED_CHARACTERS = 100_000

_BEYOND_DIGITS = 10**MAX_SEED_DIGITS
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")
_NUMBERED_TEXT = re.compile(r"(.*\S) ([1-9][0-9]{0,17})", re.DOTALL)


class SeedError(ValueError):
    """A seed that cannot name a world; the message says why and what is allowed."""


def normalize_seed(seed: object) -> Seed:
    """Return the seed in its one canonical form: an int, or normalised text.

    Raises:
        SeedError: for anything but a whole number or text, for empty text, and beyond the limits
            of ``MAX_SEED_DIGITS`` digits and ``MAX_SEED_CHARACTERS`` characters.
    """
    if isinstance(seed, str):
        return _normalize_text(seed)
    # The oldest numpy takes its own truth values for numbers.
    if type(seed).__name__ in ("bool", "bool_"):
        raise SeedError(f"seed must be a whole number or text, not the bool {seed}")
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise SeedError(f"seed must be a whole number or text, not {type(seed).__name__}") from None
    if abs(number) >= _BEYOND_DIGITS:
        raise SeedError(f"seed must have at most {MAX_SEED_DIGITS} digits")
    return number


def _normalize_text(seed: str) -> Seed:
    text = unicodedata.normalize("NFC", seed).strip()
    if not text:
        raise SeedError("seed must not be empty: give a whole number or some text")
    if len(text) > MAX_SEED_CHARACTERS:
        raise SeedError(f"seed must have at most {MAX_SEED_CHARACTERS} characters")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise SeedError("seed holds half a character (a lone surrogate)") from None
    if not _WHOLE_NUMBER.fullmatch(text):
        return text
    if len(text.lstrip("+-")) > MAX_SEED_DIGITS:
        raise SeedError(f"seed must have at most {MAX_SEED_DIGITS} digits")
    return int(text)


def world_key(seed: Seed) -> int:
    """Return the 64-bit key of a normalised seed."""
    kind = b"number:" if isinstance(seed, int) else b"text:"
    return _digest(kind + str(seed).encode("utf-8"), b"world")


def layer_key(key: int, layer: str, index: int = 0) -> int:
    """Return the 64-bit key of one layer of a world, or of one octave of a layer."""
    message = key.to_bytes(8, "little") + index.to_bytes(8, "little") + layer.encode("utf-8")
    return _digest(message, b"layer")


def _digest(message: bytes, purpose: bytes) -> int:
    return int.from_bytes(
        hashlib.blake2b(message, digest_size=8, key=b"endless isles", person=purpose).digest(),
        "little",
    )


def next_seed(seed: Seed) -> Seed:
    """Return the seed after this one: 7 gives 8, "atlantis" gives "atlantis 2"."""
    if isinstance(seed, int):
        return seed + 1
    match = _NUMBERED_TEXT.fullmatch(seed)
    return f"{match[1]} {int(match[2]) + 1}" if match else f"{seed} 2"


def previous_seed(seed: Seed) -> Seed:
    """Return the seed before this one; text without a number is its own beginning."""
    if isinstance(seed, int):
        return seed - 1
    match = _NUMBERED_TEXT.fullmatch(seed)
    if not match or int(match[2]) < 2:
        return seed
    if match[2] == "2":
        # What is left of "5 2" is no text but the number 5.
        return normalize_seed(match[1])
    return f"{match[1]} {int(match[2]) - 1}"
