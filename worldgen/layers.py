"""The noise layers of one world, made once from its key and parameters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from worldgen.archipelago.archipelago import Archipelago, make_archipelago
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.forking import kept_property
from worldgen.noise.octaves import Octaves, make_octaves
from worldgen.parameters import WorldParameters
from worldgen.seed import layer_key

_MOISTURE_WAVELENGTH = 400.0
_MOISTURE_OCTAVES = 6
_CLIMATE_OCTAVES = 3

_GREATEST_COAST_AMPLITUDE = 0.06


@dataclass(frozen=True)
class Layers:
    """The noise of one world, ready for the kernels."""

    height_low: Octaves
    """The octaves an island plan is made from."""
    height_high: Octaves
    """The detail that only chunks add."""
    moisture: Octaves
    climate: Octaves
    basins: Octaves
    """Where lake basins are dug."""
    plains: Octaves
    """Which coasts have plains behind them."""
    coast_noise: Octaves
    """What moves coasts to and fro."""
    ridge_noise: Octaves
    """What stands in for ridges and valleys in a sketch."""
    coast_roughness: Octaves
    """What roughens coasts between lattice points."""
    close: Octaves
    """Detail finer than a cell, which vanishes on whole cells."""
    key: int
    """The world's key."""
    plan_key: int
    archipelago: Archipelago
    parameters: WorldParameters
    numbers: np.ndarray = field(repr=False)
    """The parameters that kernels need, in the order of ``_NUMBERS``, and two derived ones."""

    def seen(self, step: int) -> Layers:
        """Return the layers without what samples ``step`` units apart cannot show."""
        return replace(
            self,
            height_low=self.height_low.seen(step),
            height_high=self.height_high.seen(step, 0),
            moisture=self.moisture.seen(step),
            ridge_noise=self.ridge_noise.seen(step),
            coast_noise=self.coast_noise.seen(step),
        )

    @kept_property
    def planned(self) -> bool:
        """Whether any rule of the plan is on; otherwise height is noise and mask alone."""
        rules = self.parameters
        return rules.relief == "rules" or self.shaped or rules.lakes > 0 or rules.river_density > 0

    @kept_property
    def shaped(self) -> bool:
        """Whether any rule changes the relief."""
        rules = self.parameters
        strengths = rules.erosion + rules.smoothing + rules.uplift + rules.thermal
        return rules.relief == "rules" or (rules.relief_steps > 0 and strengths > 0.0)


_NUMBERS = (
    "water_level",
    "beach_level",
    "mountain_level",
    "snow_level",
    "desert_moisture",
    "forest_moisture",
    "climate_band",
    "humidity",
)
WATER, BEACH, MOUNTAIN, SNOW, DESERT, FOREST, BAND, HUMIDITY = range(len(_NUMBERS))
MEAN_EROSION, COAST_AMPLITUDE = len(_NUMBERS), len(_NUMBERS) + 1


def make_layers(key: int, parameters: WorldParameters) -> Layers:
    """Return the noise layers of the world with this key."""
    low, high = _height_octaves(key, parameters).split(4.0 * plan_step(parameters))
    given = [float(getattr(parameters, name)) for name in _NUMBERS]
    numbers = np.array([*given, _mean_erosion(parameters), _coast_amplitude(parameters)])
    numbers.flags.writeable = False
    return Layers(
        height_low=low,
        height_high=high,
        moisture=make_octaves(
            key,
            "moisture",
            _MOISTURE_WAVELENGTH,
            min(parameters.octaves, _MOISTURE_OCTAVES),
            parameters.persistence,
            parameters.lacunarity,
            parameters.noise,
        ),
        climate=make_octaves(
            key, "climate", parameters.climate_band / 4, _CLIMATE_OCTAVES, kind="gradient"
        ),
        basins=make_octaves(key, "basins", 150.0, 2, kind="gradient"),
        plains=make_octaves(key, "plains", 420.0, 2, kind="gradient"),
        # Octaves are hashed from these names: to change one is to change the world.
        coast_noise=make_octaves(key, "bays", 80.0, 4, 0.9, kind="gradient"),
        ridge_noise=make_octaves(key, "folds", 90.0, 3, kind="gradient"),
        coast_roughness=_coast_octaves(key, plan_step(parameters)),
        close=_close_octaves(key),
        key=key,
        plan_key=layer_key(key, "plan"),
        archipelago=make_archipelago(key, parameters),
        parameters=parameters,
        numbers=numbers,
    )


def _height_octaves(key: int, parameters: WorldParameters) -> Octaves:
    """Return all octaves of height."""
    return make_octaves(
        key,
        "height",
        parameters.feature_size,
        parameters.octaves,
        parameters.persistence,
        parameters.lacunarity,
        parameters.noise,
    )


def _coast_octaves(key: int, step: int) -> Octaves:
    """Return what roughens coasts between lattice points ``step`` cells apart."""
    return make_octaves(key, "coast", 3.5 * step, 2, kind="gradient")


def _mean_erosion(parameters: WorldParameters) -> float:
    """Return how much the relief lowers the land on the average, 1 at the defaults."""
    if parameters.relief == "rules":
        return 0.0
    strength = parameters.relief_steps * (parameters.erosion + 0.2 * parameters.smoothing) / 13.44
    return min(2.0 * strength / (1.0 + strength), 1.6)


def _coast_amplitude(parameters: WorldParameters) -> float:
    """Return the amplitude of coast noise, in height; too little to make a domain's border land."""
    return min(_GREATEST_COAST_AMPLITUDE, 0.15 * parameters.water_level)


def plan_step(parameters: WorldParameters) -> int:
    """Return the distance between the lattice points of a plan, in cells."""
    return max(4, parameters.island_spacing // 256)


def _close_octaves(key: int) -> Octaves:
    """Return gradient octaves of 1, 1/2 and 1/4 cell without offset: 0 on every whole cell."""
    lengths = (UNITS_PER_CELL, UNITS_PER_CELL // 2, UNITS_PER_CELL // 4)
    nothing = np.zeros(len(lengths), dtype=np.int64)
    return Octaves(
        wavelengths=np.array(lengths, dtype=np.int64),
        keys=np.array([layer_key(key, "close", n) for n in range(3)], dtype=np.uint64),
        offsets_x=nothing,
        offsets_y=nothing,
        amplitudes=np.array([1.0, 0.5, 0.25]),
        gradient=True,
    )
