"""A world that is being made: what was typed and moved so far, checked as a whole."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from game.camera import Camera
from game.world.share import Shared, ShareError, decode, holds_share_string
from worldgen.parameters import ParameterError, WorldParameters
from worldgen.seed import Seed, SeedError, normalize_seed

_LEVELS = ("water_level", "beach_level", "mountain_level", "snow_level")
_LEAST_GAP = 0.01

NO_RULES: dict[str, Any] = {
    "relief_steps": 0,
    "smoothing": 0.0,
    "uplift": 0.0,
    "thermal": 0.0,
    "erosion": 0.0,
    "lakes": 0.0,
    "river_density": 0.0,
    "humidity": 0.0,
}

PRESETS: MappingProxyType[str, dict[str, Any]] = MappingProxyType(
    {
        "Archipelago": {},
        "Scattered atolls": {"cover": 0.3, "island_spacing": 640, "water_level": 0.46},
        "Great islands": {"cover": 0.75, "island_spacing": 2048, "feature_size": 620.0},
        "Fjords": {"warp": 0.9, "erosion": 0.85, "cover": 0.65, "mountain_level": 0.62},
        "Land of lakes": {"lakes": 1.0, "river_density": 0.85, "cover": 0.7, "uplift": 0.15},
        "Dry shores": {"desert_moisture": 0.55, "forest_moisture": 0.75, "river_density": 0.25},
        "Worn hills": {"smoothing": 0.9, "erosion": 0.8, "thermal": 0.8, "uplift": 0.1},
        "Grown by rules": {"relief": "rules", "relief_steps": 60, "smoothing": 0.25},
        "Land without end": {"island": False, "water_level": 0.42},
        "The lesson's map": {
            "noise": "value",
            "island": False,
            "temperature": False,
            "octaves": 6,
            **NO_RULES,
        },
    }
)


@dataclass(frozen=True)
class Draft:
    """Name, seed and parameters as they stand, whether or not they can be used."""

    name: str = ""
    seed_text: str = ""
    parameters: WorldParameters = WorldParameters()  # noqa: RUF009, it is frozen
    camera: Camera | None = None
    """A place that came with a share string."""
    complaint: str | None = None
    """What is wrong with the last change, which was not made."""

    @property
    def seed(self) -> Seed | None:
        """The seed, or None while there is none that can be used."""
        try:
            return normalize_seed(self.seed_text)
        except SeedError:
            return None

    @property
    def problem(self) -> str | None:
        """Why no world can be made of it yet, in one line."""
        try:
            normalize_seed(self.seed_text)
        except SeedError as error:
            return str(error)
        return self.complaint

    def with_seed_text(self, text: str) -> Draft:
        """Return the draft with another seed; a share string changes everything."""
        if holds_share_string(text):
            try:
                return self.with_shared(decode(text))
            except ShareError as error:
                return replace(self, seed_text=text, complaint=str(error))
        return replace(self, seed_text=text, camera=None, complaint=None)

    def with_shared(self, shared: Shared) -> Draft:
        """Return the draft of a shared world."""
        return Draft(self.name, str(shared.seed), shared.parameters, shared.camera)

    def with_parameters(self, **changes: Any) -> Draft:
        """Return the draft with other parameters, or with a complaint if they cannot be."""
        values = {**self.parameters.to_mapping(), **changes}
        if "water_level" in changes:
            values |= _levels_above(values)
        try:
            parameters = WorldParameters.from_mapping(values)
        except ParameterError as error:
            return replace(self, complaint=str(error))
        return replace(self, parameters=parameters, camera=None, complaint=None)

    def with_preset(self, name: str) -> Draft:
        """Return the draft with the parameters of a preset."""
        fresh = replace(self, parameters=WorldParameters(), camera=None, complaint=None)
        return fresh.with_parameters(**PRESETS[name])

    @property
    def preset(self) -> str | None:
        """The preset that these are the parameters of."""
        for name in PRESETS:
            if self.with_preset(name).parameters == self.parameters:
                return name
        return None


def random_seed() -> str:
    """Return a seed that nobody has chosen."""
    return str(secrets.randbelow(10**9))


def _levels_above(values: dict[str, Any]) -> dict[str, float]:
    """Return the levels above the water, lifted where the water has come too close."""
    usual = WorldParameters()
    beach_gap = usual.beach_level - usual.water_level
    levels = {"beach_level": min(values["water_level"] + beach_gap, 0.985)}
    lowest = levels["beach_level"]
    for name in _LEVELS[2:]:
        lowest = max(values[name], min(lowest + _LEAST_GAP, 1.0))
        levels[name] = min(round(lowest, 4), 1.0)
    return levels
