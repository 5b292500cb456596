"""A world and a place in it as one line of text, to be sent to somebody.

A share string is ``isles1.`` and a packed object: the seed, the version of the generator, those
parameters that differ from a fixed list, and the place. A checksum stands at its end, so that a
string that lost a sign is refused and not taken for another world.

    >>> Shared("atlantis", WorldParameters(), None).encode().startswith("isles1.")
    True
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera
from game.options import MAX_POSITION
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.seed import Seed, SeedError, normalize_seed
from worldgen.version import GENERATOR_VERSION

PREFIX = "isles1."
LONGEST = 400_000
_LARGEST_OBJECT = 600_000
_STRING = re.compile(r"isles1\.([A-Za-z0-9_-]+)")

# What is left out of a string is this, in every version of the program, whatever the defaults are.
_LEFT_OUT = MappingProxyType(
    {
        "octaves": 8,
        "feature_size": 330.0,
        "persistence": 0.5,
        "lacunarity": 2.0,
        "noise": "gradient",
        "island": True,
        "island_spacing": 1024,
        "cover": 0.5,
        "great": 0.5,
        "warp": 0.5,
        "temperature": True,
        "climate_band": 49_152,
        "water_level": 0.40,
        "beach_level": 0.43,
        "mountain_level": 0.72,
        "snow_level": 0.84,
        "desert_moisture": 0.35,
        "forest_moisture": 0.55,
        "relief": "fbm",
        "relief_steps": 24,
        "smoothing": 0.3,
        "uplift": 0.3,
        "thermal": 0.3,
        "erosion": 0.5,
        "lakes": 0.5,
        "river_density": 0.5,
        "humidity": 0.5,
        "humidity_rate": 0.2,
        "humidity_steps": 40,
    }
)


class ShareError(ValueError):
    """A share string that cannot be used; the message says why, in one line."""


@dataclass(frozen=True)
class Shared:
    """What a share string holds."""

    seed: Seed
    parameters: WorldParameters
    camera: Camera | None
    """Where to look; None for the place where play begins."""

    def encode(self) -> str:
        """Return the share string."""
        changed = {
            name: value
            for name, value in self.parameters.to_mapping().items()
            if name not in _LEFT_OUT or _LEFT_OUT[name] != value
        }
        fields: dict[str, Any] = {"s": str(self.seed), "g": GENERATOR_VERSION}
        if changed:
            fields["p"] = changed
        if self.camera is not None:
            fields["at"] = [str(self.camera.x), str(self.camera.y), self.camera.zoom]
        text = json.dumps(fields, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        packed = zlib.compress(text.encode("utf-8"), 9)
        checksum = zlib.crc32(packed).to_bytes(4, "big")
        return PREFIX + base64.urlsafe_b64encode(packed + checksum).decode("ascii").rstrip("=")


def holds_share_string(text: str) -> bool:
    """Return whether a text is meant as a share string."""
    return PREFIX in text


def decode(text: str) -> Shared:
    """Return what a share string holds; white space in it, and text around it, do not matter.

    Raises:
        ShareError: in one line, saying what is wrong.
    """
    if len(text) > LONGEST:
        raise ShareError(f"a share string has at most {LONGEST} signs")
    # Words may follow it, but mails also break long lines: then all that follows is tried.
    found = [match[1] for match in map(_STRING.search, (text, "".join(text.split()))) if match]
    if not found:
        raise ShareError(f"this is no share string: one begins with {PREFIX}")
    try:
        fields = _unpacked(found[0])
    except ShareError:
        fields = _unpacked(found[-1])
    return _shared(fields)


def _unpacked(letters: str) -> dict[str, Any]:
    damaged = ShareError("this share string is damaged: a part of it is missing or changed")
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        raise damaged from None
    packed, checksum = data[:-4], data[-4:]
    if zlib.crc32(packed).to_bytes(4, "big") != checksum:
        raise damaged
    unpacker = zlib.decompressobj()
    try:
        # A few bytes could unpack to more than memory holds.
        plain = unpacker.decompress(packed, _LARGEST_OBJECT)
        fields = json.loads(plain) if unpacker.eof else None
    except (zlib.error, ValueError, RecursionError):
        raise damaged from None
    if not isinstance(fields, dict):
        raise damaged
    return fields


def _shared(fields: dict[str, Any]) -> Shared:
    version = fields.get("g")
    if version != GENERATOR_VERSION:
        raise ShareError(
            f"this share string was made for version {str(version)[:20]} of the generator; "
            f"this is version {GENERATOR_VERSION}, which makes other land"
        )
    seed, changed = fields.get("s"), fields.get("p", {})
    if not isinstance(seed, str) or not isinstance(changed, dict):
        raise ShareError("this share string holds no seed or no parameters")
    try:
        parameters = WorldParameters.from_mapping({**_LEFT_OUT, **changed})
        return Shared(normalize_seed(seed), parameters, _camera(fields.get("at")))
    except (SeedError, ParameterError) as error:
        raise ShareError(f"this share string cannot be used: {error}") from None


def _camera(place: object) -> Camera | None:
    if place is None:
        return None
    wrong = ShareError("this share string holds a place that does not exist")
    if not isinstance(place, list) or len(place) != 3:
        raise wrong
    x, y, zoom = place
    if not all(isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,24}", text) for text in (x, y)):
        raise wrong
    if isinstance(zoom, bool) or not isinstance(zoom, int) or not MIN_ZOOM <= zoom <= MAX_ZOOM:
        raise wrong
    camera = Camera(int(x), int(y), zoom)
    if max(abs(camera.x), abs(camera.y)) > MAX_POSITION * CELL:
        raise wrong
    return camera
