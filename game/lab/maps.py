"""Grey maps and what can go wrong with them: stretching piece by piece, and noise from a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import worldgen
from game.world.draft import NO_RULES
from worldgen.island.relief import random_cells
from worldgen.seed import layer_key, normalize_seed, world_key

TABLE = 256


def bare_world(seed: str, island: bool, octaves: int, feature_size: float) -> worldgen.World:
    """Return a world of noise and mask alone, without the rules that need neighbours."""
    parameters = worldgen.WorldParameters(
        island=island, octaves=octaves, feature_size=feature_size, **NO_RULES
    )
    return worldgen.World(seed, parameters)


@dataclass(frozen=True)
class Seam:
    """Two chunks beside each other, and how steep their border is beside the rest."""

    left: np.ndarray
    right: np.ndarray

    @property
    def ratio(self) -> float:
        """The mean step across the border as a multiple of the mean step elsewhere."""
        both = np.concatenate([self.left, self.right], axis=1).astype(np.float64)
        steps = np.abs(np.diff(both, axis=1))
        border = self.left.shape[1] - 1
        elsewhere = np.delete(steps, border, axis=1).mean()
        return float(steps[:, border].mean() / max(1e-12, elsewhere))


def two_chunks(seed: str, x: int, y: int, wavelength: float, octaves: int) -> Seam:
    """Return the noise of two chunks that are neighbours."""
    size = worldgen.CHUNK_SIZE
    left, right = (
        worldgen.fbm(seed, x + side * size, y, size, size, wavelength, octaves) for side in range(2)
    )
    return Seam(left, right)


def stretched(seam: Seam) -> Seam:
    """Return the chunks, each stretched to its own minimum and maximum."""
    return Seam(_stretch(seam.left), _stretch(seam.right))


def _stretch(values: np.ndarray) -> np.ndarray:
    low, high = float(values.min()), float(values.max())
    return (values - low) / max(1e-9, high - low)


def table_noise(seed: str, first_x: int, first_y: int, size: int, wavelength: int) -> np.ndarray:
    """Return value noise whose lattice values come from a table of 256 numbers.

    This is not how the world is made: it repeats after 256 lattice points, and here one can see it.
    """
    key = layer_key(world_key(normalize_seed(seed)), "table")
    table = np.empty((1, TABLE))
    random_cells(np.uint64(key), 0, 0, table)
    order = np.argsort(table[0])
    # Whole numbers of any size, so that a place far away loses nothing but what the table loses.
    columns = [(first_x + c) // wavelength for c in range(size)]
    rows = [(first_y + r) // wavelength for r in range(size)]
    ix = np.array([column % TABLE for column in columns])
    iy = np.array([row % TABLE for row in rows])
    u = _smooth(np.array([(first_x + c) % wavelength / wavelength for c in range(size)]))
    v = _smooth(np.array([(first_y + r) % wavelength / wavelength for r in range(size)]))

    def lattice(dx: int, dy: int) -> np.ndarray:
        start = order[(iy + dy) % TABLE][:, None]
        values: np.ndarray = table[0][(start + ix[None, :] + dx) % TABLE]
        return values

    top = lattice(0, 0) + u * (lattice(1, 0) - lattice(0, 0))
    bottom = lattice(0, 1) + u * (lattice(1, 1) - lattice(0, 1))
    noise: np.ndarray = top + v[:, None] * (bottom - top)
    return noise


def _smooth(share: np.ndarray) -> np.ndarray:
    weight: np.ndarray = share * share * (3.0 - 2.0 * share)
    return weight


def share_equal(one: np.ndarray, other: np.ndarray) -> float:
    """Return how large a part of two pictures is the same to the bit."""
    return float((one == other).mean())
