"""Lattice noise and fBm with whole numbers and floats of Python alone, one sample at a time.

Written from the description of the noise, not from its code. Only the order of additions is the
kernels' own, as the last bit depends on it.
"""

from __future__ import annotations

import hashlib
import math
import struct
from dataclasses import dataclass

WORD = (1 << 64) - 1
UNITS = 64

DEVIATION = {"value": 0.21444438569900384, "gradient": 0.21571080275974666}
"""Standard deviation of one octave of amplitude 1."""


def mix(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & WORD
    return value ^ (value >> 31)


def hash_point(key: int, ix: int, iy: int) -> int:
    row = mix((key + iy * 0x9E3779B97F4A7C15) & WORD)
    return mix(row ^ ((ix * 0xD1342543DE82EF95) & WORD))


def world_key(seed: int | str) -> int:
    kind = "number:" if isinstance(seed, int) else "text:"
    return _digest(f"{kind}{seed}".encode(), b"world")


def octave_key(key: int, layer: str, kind: str, octave: int) -> int:
    message = key.to_bytes(8, "little") + octave.to_bytes(8, "little")
    return _digest(message + f"{layer} {kind}".encode(), b"layer")


def _digest(message: bytes, purpose: bytes) -> int:
    digest = hashlib.blake2b(message, digest_size=8, key=b"endless isles", person=purpose)
    return int.from_bytes(digest.digest(), "little")


@dataclass(frozen=True)
class Octave:
    wavelength: int
    key: int
    amplitude: float

    @property
    def offset(self) -> tuple[int, int]:
        return (self.key >> 8) & 0xFFFFFFFF, (self.key >> 24) & 0xFFFFFFFF


def octaves_of(
    key: int,
    layer: str,
    wavelength: float,
    octaves: int,
    persistence: float,
    lacunarity: float,
    kind: str,
) -> list[Octave]:
    """Return the octaves of a layer, none but the first shorter than two cells."""
    lengths: list[int] = []
    amplitudes: list[float] = []
    length, amplitude = wavelength * UNITS, 1.0
    while len(lengths) < octaves and (not lengths or round(length) >= 2 * UNITS):
        lengths.append(max(1, round(length)))
        amplitudes.append(amplitude)
        length, amplitude = length / lacunarity, amplitude * persistence
    power = 0.0
    for part in amplitudes:
        power += part * part
    scale = DEVIATION[kind] * math.sqrt(power) * 3.3
    return [
        Octave(length, octave_key(key, layer, kind, index), amplitude / scale)
        for index, (length, amplitude) in enumerate(zip(lengths, amplitudes, strict=True))
    ]


def sum_at(octaves: list[Octave], kind: str, x: int, y: int) -> float:
    """Return the sum of octaves at a place in sixty-fourths of a cell."""
    terms = [
        _value_terms(o, x, y) if kind == "value" else _gradient_terms(o, x, y) for o in octaves
    ]
    total = 0.0
    for above, _ in terms:
        total += above
    for _, blends in terms:
        for weight, term in blends:
            total += weight * term
    return total


def fbm_at(octaves: list[Octave], kind: str, x: int, y: int) -> float:
    """Return fractal noise in 0..1 at a place, rounded to single precision."""
    bounded = min(max(sum_at(octaves, kind, x, y), -1.0), 1.0)
    curved = 0.5 + bounded * (0.75 - 0.25 * (bounded * bounded))
    single: float = struct.unpack("f", struct.pack("f", curved))[0]
    return single


def _locate(octave: Octave, x: int, y: int) -> tuple[int, int, float, float]:
    offset_x, offset_y = octave.offset
    ix, px = divmod(x + offset_x, octave.wavelength)
    iy, py = divmod(y + offset_y, octave.wavelength)
    inverse = 1.0 / octave.wavelength
    return ix, iy, px * inverse, py * inverse


Terms = tuple[float, list[tuple[float, float]]]


def _value_terms(octave: Octave, x: int, y: int) -> Terms:
    """Return an octave as what the lattice row above gives, and what blends to the row below."""
    ix, iy, fx, fy = _locate(octave, x, y)
    weight_x, weight_y = (f * f * (3.0 - 2.0 * f) for f in (fx, fy))

    def corner(dx: int, dy: int) -> float:
        part = (hash_point(octave.key, ix + dx, iy + dy) >> 33) * 2.0**-31
        return octave.amplitude * (part - 0.5)

    above, below = (corner(0, dy) + weight_x * (corner(1, dy) - corner(0, dy)) for dy in (0, 1))
    return above, [(weight_y, below - above)]


def direction(bits: int, amplitude: float) -> tuple[float, float]:
    """Return a vector of a length close to ``amplitude`` for the hash of a lattice point."""
    signed = bits >> 32
    if signed >= 1 << 31:
        signed -= 1 << 32
    part = signed * 2.0**-31
    square = part * part
    sine = 0.7853981633974483 + square * (
        -0.08074551218828077 + square * (0.002490394570192716 + square * -3.657620418217724e-05)
    )
    cosine = 1.0 + square * (
        -0.30842513753404244 + square * (0.015854344243815498 + square * -0.00032599188692739)
    )
    short, long = amplitude * (part * sine), amplitude * cosine
    if bits & 2:
        long = -long
    return (short, long) if bits & 1 else (long, short)


def _gradient_terms(octave: Octave, x: int, y: int) -> Terms:
    ix, iy, fx, fy = _locate(octave, x, y)
    weight_x, weight_y = (f * f * f * (f * (f * 6.0 - 15.0) + 10.0) for f in (fx, fy))

    def row(dy: int) -> tuple[float, float]:
        """Return the part of a lattice row that does not depend on y, and its slope in y."""
        left, right = (
            direction(hash_point(octave.key, ix + dx, iy + dy), octave.amplitude) for dx in (0, 1)
        )
        near, far = left[0] * fx, right[0] * (fx - 1.0)
        return near + weight_x * (far - near), left[1] + weight_x * (right[1] - left[1])

    above, above_slope = row(0)
    below, below_slope = row(1)
    return above, [
        (fy, above_slope),
        (weight_y, (below - below_slope) - above),
        (weight_y * fy, below_slope - above_slope),
    ]
