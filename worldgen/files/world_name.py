"""Names of worlds as players type them, and the file names that hold them safely.

The exact name stands inside the world file. The file name is the same text where every system
can hold it; otherwise it is what is left of it, ``~`` and a digest of the exact name, so that
``a/b``, ``a\\b`` and the two ways to write an accented letter are four different files.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from worldgen.files.reading import fits_system

LONGEST_NAME = 100
SUFFIX = ".json"
_LONGEST_PLAIN_BYTES = 150
_LONGEST_STEM_CHARACTERS = 30
_FORBIDDEN_KINDS = {
    "Cc": "a control character",
    "Cs": "half a character",
    "Zl": "a line break",
    "Zp": "a line break",
}
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin|conout)", re.IGNORECASE)
_PLAIN = re.compile(r"[\w()'!+,-]([\w ()'!+,-]*[\w()'!+,-])?")


class WorldNameError(ValueError):
    """A name that no world can have; the message says why."""


def check_name(name: str) -> str:
    """Return the name unchanged if a world can have it.

    Raises:
        WorldNameError: it is empty, too long, begins or ends with white space, or holds
            characters that cannot be shown.
    """
    if not name:
        raise WorldNameError("name must not be empty")
    if len(name) > LONGEST_NAME:
        raise WorldNameError(f"name must have at most {LONGEST_NAME} characters, not {len(name)}")
    for character in name:
        kind = _FORBIDDEN_KINDS.get(unicodedata.category(character))
        if kind:
            raise WorldNameError(f"name must not hold {kind} ({character!a})")
    if name != name.strip():
        raise WorldNameError("name must not begin or end with a space")
    return name


def file_name(name: str) -> str:
    """Return the file name for a world's name: the name itself where that is safe everywhere."""
    return f"{name}{SUFFIX}" if _is_plain(name) else digest_file_name(name)


def digest_file_name(name: str) -> str:
    """Return the file name with a digest, which no other name has even where case is ignored."""
    digest = hashlib.blake2b(name.encode("utf-8"), digest_size=8).hexdigest()
    kept = re.sub(r"[^\w()'!+,-]+", " ", unicodedata.normalize("NFC", name))
    if not fits_system(kept):
        kept = kept.encode("ascii", "ignore").decode()
    stem = kept[:_LONGEST_STEM_CHARACTERS].strip()
    return f"{stem}~{digest}{SUFFIX}"


def same_everywhere(name: str) -> str:
    """Return what is left of a file name where neither case nor Unicode form makes a difference."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).upper().casefold())


def _is_plain(name: str) -> bool:
    return (
        _PLAIN.fullmatch(name) is not None
        and _RESERVED.fullmatch(name) is None
        and unicodedata.is_normalized("NFC", name)
        and fits_system(name)
        and len(name.encode("utf-8")) <= _LONGEST_PLAIN_BYTES
    )
