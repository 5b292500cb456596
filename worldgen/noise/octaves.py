"""Octaves of lattice noise, and their sum, fBm (Musgrave, Kolb and Mace 1989).

The same bits at any cut of the plane, at any distance: world positions are whole sixty-fourths of a
cell, and a lattice value is an integer hash of (key, ix, iy), so there is no table and no period.
How grids are filled is in ``grid``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from worldgen.coordinates import COORDINATE_LIMIT, UNITS_PER_CELL, CoordinateError, to_units
from worldgen.noise.grid import fill_grid
from worldgen.parameters import NOISE_KINDS, ParameterError, Real, Whole
from worldgen.read_only import read_only_copy
from worldgen.rounding import check_rounding
from worldgen.seed import layer_key, normalize_seed, world_key

_VALUE_DEVIATION = 0.21444438569900384
_GRADIENT_DEVIATION = 0.21571080275974666
"""Standard deviation of one octave of amplitude 1, from the integrals of its blend weights."""

_DEVIATIONS_TO_EDGE = 3.3
"""How many standard deviations of a sum fill the range 0..1 from its middle to its edge."""

MAX_GRID_SAMPLES = 1 << 28

_SHORTEST_WAVELENGTH = 2 * UNITS_PER_CELL
_LIMIT_UNITS = COORDINATE_LIMIT * UNITS_PER_CELL
_NO_SUMS = np.empty((0, 0))
_NOTHING_SHAPED = np.empty((0, 0), dtype=np.float32)


@dataclass(frozen=True)
class Octaves:
    """The octaves of one layer of noise, as the kernels take them.

    ``wavelengths`` and ``offsets`` are in sixty-fourths of a cell. ``amplitudes`` are scaled so
    that the sum of all octaves has the standard deviation 1 / 3.3 of its settings, whatever their
    number.
    """

    wavelengths: np.ndarray
    keys: np.ndarray
    offsets_x: np.ndarray
    offsets_y: np.ndarray
    amplitudes: np.ndarray
    gradient: bool
    table: np.ndarray = field(init=False, repr=False)
    """All whole numbers of the octaves, one octave a row."""

    def __post_init__(self) -> None:
        columns = (self.wavelengths, self.keys.view(np.int64), self.offsets_x, self.offsets_y)
        object.__setattr__(self, "table", read_only_copy(np.stack(columns, axis=1), np.int64))

    def __len__(self) -> int:
        return len(self.wavelengths)

    def split(self, shortest: float) -> tuple[Octaves, Octaves]:
        """Return the octaves of at least ``shortest`` cells wavelength, and the finer rest."""
        count = int(np.count_nonzero(self.wavelengths >= shortest * UNITS_PER_CELL))
        return self._cut(slice(0, count)), self._cut(slice(count, None))

    def seen(self, step: int, least: int = 1) -> Octaves:
        """Return the octaves that samples ``step`` units apart can show, ``least`` in any case."""
        count = max(int(np.count_nonzero(self.wavelengths >= 2 * step)), least)
        return self if count >= len(self) else self._cut(slice(0, count))

    def _cut(self, part: slice) -> Octaves:
        return Octaves(
            self.wavelengths[part],
            self.keys[part],
            self.offsets_x[part],
            self.offsets_y[part],
            self.amplitudes[part],
            self.gradient,
        )


@lru_cache(maxsize=256)
def make_octaves(
    key: int,
    layer: str,
    wavelength: float,
    octaves: int,
    persistence: float = 0.5,
    lacunarity: float = 2.0,
    kind: str = "value",
) -> Octaves:
    """Return the octaves of one layer of the world with this key.

    ``wavelength`` is in cells. Octaves whose wavelength would fall below two cells are left out.
    """
    lengths: list[int] = []
    amplitudes: list[float] = []
    length, amplitude = wavelength * UNITS_PER_CELL, 1.0
    for _ in range(octaves):
        if lengths and round(length) < _SHORTEST_WAVELENGTH:
            break
        lengths.append(max(round(length), 1))
        amplitudes.append(amplitude)
        length /= lacunarity
        amplitude *= persistence
    deviation = _GRADIENT_DEVIATION if kind == "gradient" else _VALUE_DEVIATION
    power = 0.0
    for each in amplitudes:
        # Not with sum(), which rounds in another way from Python 3.12 on.
        power += each * each
    total = deviation * float(np.sqrt(power)) * _DEVIATIONS_TO_EDGE
    keys = [layer_key(key, f"{layer} {kind}", index) for index in range(len(lengths))]
    return Octaves(
        read_only_copy(lengths, np.int64),
        read_only_copy(keys, np.uint64),
        read_only_copy([(k >> 8) & 0xFFFFFFFF for k in keys], np.int64),
        read_only_copy([(k >> 24) & 0xFFFFFFFF for k in keys], np.int64),
        read_only_copy([a / total for a in amplitudes], np.float64),
        kind == "gradient",
    )


def sum_octaves(octaves: Octaves, x: int, y: int, step: int, width: int, height: int) -> np.ndarray:
    """Return the raw sum of octaves on a grid: float64 (height, width), about -1..1.

    ``x``, ``y`` and ``step`` are in sixty-fourths of a cell.
    """
    out = np.zeros((height, width))
    add_octaves(octaves, x, y, step, out)
    return out


def add_octaves(octaves: Octaves, x: int, y: int, step: int, out: np.ndarray) -> None:
    """Add octaves, one after the other, to a float64 grid in place."""
    if len(octaves):
        fill_grid(
            x, y, step, octaves.table, octaves.amplitudes, octaves.gradient, out, _NOTHING_SHAPED
        )


def fbm(
    seed: int | str,
    x: float,
    y: float,
    width: int,
    height: int,
    wavelength: float = 64.0,
    octaves: int = 6,
    persistence: float = 0.5,
    lacunarity: float = 2.0,
    kind: str = "value",
    *,
    layer: str = "height",
    step: float = 1.0,
) -> np.ndarray:
    """Return fractal noise on a grid of samples: float32 (height, width), values in 0..1.

    Args:
        seed: any whole number, or text.
        x: world position of sample [0, 0], in cells.
        y: the same along y, down the screen.
        width: samples in a row.
        height: rows.
        wavelength: size of the largest features, in cells.
        octaves: layers of noise, 1..12, each finer and weaker than the one before.
        persistence: amplitude of each octave relative to the one before, 0.05..0.95.
        lacunarity: how many times finer each octave is, 1.5..4.
        kind: ``"value"`` (smoothstep) or ``"gradient"`` (quintic).
        layer: the name of the layer; layers of one seed are independent.
        step: cells between samples, a multiple of 1/64.

    Raises:
        SeedError, ParameterError, CoordinateError: naming the argument and what it allows.

    Value noise and its summing by octaves follow the usual lesson; gradient noise is Ken Perlin's
    "Improving Noise" (2002) with gradients of every direction.
    """
    check_rounding()
    settings = (
        seed,
        wavelength,
        octaves,
        persistence,
        lacunarity,
        kind,
        layer,
        step,
        width,
        height,
    )
    try:
        made = _checked_octaves(*settings)
    except TypeError:  # something that cannot be a key: the check itself says what
        made = _checked_octaves.__wrapped__(*settings)
    left, top = to_units(x, "x"), to_units(y, "y")
    units = int(step * UNITS_PER_CELL)
    columns, rows = int(width), int(height)
    if max(left + units * columns, top + units * rows) > _LIMIT_UNITS:
        raise CoordinateError(f"a grid must end within {COORDINATE_LIMIT} cells (2**52)")
    out = np.empty((rows, columns), dtype=np.float32)
    fill_grid(left, top, units, made.table, made.amplitudes, made.gradient, _NO_SUMS, out)
    return out


@lru_cache(maxsize=64, typed=True)
def _checked_octaves(
    seed: int | str,
    wavelength: float,
    octaves: int,
    persistence: float,
    lacunarity: float,
    kind: str,
    layer: str,
    step: float,
    width: int,
    height: int,
) -> Octaves:
    """Return the octaves for ``fbm``, once every argument but the place is found good."""
    rules: tuple[tuple[str, object, Real | Whole], ...] = (
        ("wavelength", wavelength, Real(1 / UNITS_PER_CELL, 1 << 20)),
        ("octaves", octaves, Whole(1, 12)),
        ("persistence", persistence, Real(0.05, 0.95)),
        ("lacunarity", lacunarity, Real(1.5, 4.0)),
        ("step", step, Real(1 / UNITS_PER_CELL, 1 << 20)),
        ("width", width, Whole(0, 1 << 20)),
        ("height", height, Whole(0, 1 << 20)),
    )
    for argument, number, rule in rules:
        rule.check(argument, number)
    if max(width, 1) * max(height, 1) > MAX_GRID_SAMPLES:
        raise ParameterError(
            f"a grid holds at most {MAX_GRID_SAMPLES} samples, not {width} x {height}"
        )
    name: object = layer
    if not isinstance(name, str) or not name.isprintable():
        raise ParameterError(f"layer must be the name of a layer, not {layer!r}")
    if step * UNITS_PER_CELL % 1:
        raise ParameterError(f"step must be a multiple of 1/{UNITS_PER_CELL}, not {step!r}")
    if kind not in NOISE_KINDS:
        raise ParameterError(f"kind must be one of {', '.join(NOISE_KINDS)}, not {kind!r}")
    return make_octaves(
        world_key(normalize_seed(seed)),
        layer,
        wavelength,
        int(octaves),
        persistence,
        lacunarity,
        kind,
    )
