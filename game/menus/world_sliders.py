"""The sliders of a new world, and the sentence about each from the parameters' own description."""

from __future__ import annotations

import re
from functools import lru_cache

from game.ui.slider_scale import Scale, shares, whole_numbers
from worldgen.parameters import FIELD_NAMES, WorldParameters

SLIDERS: tuple[tuple[str, str, Scale], ...] = (
    ("octaves", "Octaves", whole_numbers(1, 12)),
    ("feature_size", "Feature size", Scale(40, 2000, 24, 10.0, ratio=True)),
    ("island_spacing", "Island size", Scale(512, 8192, 24, 64.0, ratio=True)),
    ("cover", "Land cover", shares(0.0, 1.0)),
    ("warp", "Bent coasts", shares(0.0, 1.0)),
    ("water_level", "Water level", Scale(0.1, 0.9, 40, 0.02)),
    ("erosion", "Erosion", shares(0.0, 1.0)),
    ("smoothing", "Smoothing", shares(0.0, 1.0)),
    ("uplift", "Uplift", shares(0.0, 1.0)),
    ("thermal", "Slides", shares(0.0, 1.0)),
    ("river_density", "Rivers", shares(0.0, 1.0)),
    ("lakes", "Lakes", shares(0.0, 1.0)),
    ("persistence", "Roughness", shares(0.1, 0.9)),
    ("lacunarity", "Lacunarity", shares(1.5, 4.0, 0.1)),
)
"""Name of the parameter, words, and what the steps mean."""


@lru_cache(maxsize=1)
def parameter_tips() -> dict[str, str]:
    """Return what the library says about each parameter, without its range."""
    words = " ".join((WorldParameters.__doc__ or "").partition("Attributes:")[2].split())
    words = words.partition("Raises:")[0]
    # Every entry begins with the name of a field and a colon.
    parts = re.split(rf"(?:^|(?<=\. ))({'|'.join(FIELD_NAMES)}): ", words)
    return {name: _readable(text) for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def _readable(text: str) -> str:
    """Return a description in words alone."""
    text = re.sub(r"^\d[\d.]*?\.\.\d[\d.]*?(, a multiple of \d+)?\. ", "", text.strip())
    text = re.sub(r"^True or False\. ", "", text)
    return text.replace("``", "").replace('"', "")
