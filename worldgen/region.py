"""Regions and chunks, as library users hold them: the fields of samples, with their picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from worldgen.archipelago.island_mask import IslandKey
from worldgen.biomes import Biome
from worldgen.chunk.draw import APRON
from worldgen.chunk.fields import FIELDS, Samples
from worldgen.dataset import samples_dataset
from worldgen.forking import kept_property
from worldgen.movement import movement_cost
from worldgen.notebook import region_png


@dataclass(frozen=True, eq=False, repr=False)
class Region(Samples):
    """All fields of a rectangle of samples, as ``World.region`` makes it.

    Arrays are (height, width), rows are y, read-only.

    Two regions are equal if they are of one kind, of the same samples of worlds with the same
    parameters and own biomes, and all their fields are.
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._place == other._place and all(
            np.array_equal(one, another, equal_nan=one.dtype.kind == "f")
            for one, another in zip(self.arrays, other.arrays, strict=True)
        )

    def __hash__(self) -> int:
        return hash(self._place)

    @property
    def _place(self) -> tuple[Any, ...]:
        return self.grid, self.sketch, self.parameters, self.biomes

    @property
    def island_keys(self) -> tuple[IslandKey, ...]:
        """The keys of the islands whose land is here: small ones first, each kind in
        rising order."""
        return self._islands[0]

    @property
    def island_index(self) -> np.ndarray:
        """int32 (height, width): whose land, lakes and rivers, an index of ``island_keys``.

        -1 at sea, and in worlds without domains.
        """
        return self._islands[1]

    @property
    def domain_keys(self) -> tuple[IslandKey, ...]:
        """The keys of the islands in whose domains samples lie, in the same order.

        Of an island that has only sea here too; ``island_keys`` has those with land.
        """
        return self._domains[0]

    @property
    def domain_index(self) -> np.ndarray:
        """int32 (height, width): in whose domain each sample lies, an index of ``domain_keys``.

        The sea around an island is of its domain; -1 in open sea, and in worlds
        without domains.
        """
        return self._domains[1]

    def in_domain(self, key: IslandKey) -> np.ndarray:
        """Return which samples lie in the domain of an island: bool (height, width)."""
        if key not in self.domain_keys:
            return np.zeros(self.shape, dtype=np.bool_)
        found: np.ndarray = self.domain_index == self.domain_keys.index(key)
        return found

    @kept_property
    def _islands(self) -> tuple[tuple[IslandKey, ...], np.ndarray]:
        return self._owners(self.biome != Biome.OCEAN)

    @kept_property
    def _domains(self) -> tuple[tuple[IslandKey, ...], np.ndarray]:
        return self._owners(np.ones(self.shape, dtype=np.bool_))

    def _owners(self, part: np.ndarray) -> tuple[tuple[IslandKey, ...], np.ndarray]:
        """Return the keys of the islands that own a part of the samples, and an index of them."""
        index = np.full(self.shape, -1, dtype=np.int32)
        keys: tuple[IslandKey, ...] = ()
        if self.mask is not None:
            owners = self.mask.owner[APRON:-APRON, APRON:-APRON]
            part = part & (owners >= 0)
            owner = owners[part]
            # Most regions lie in one domain, and that is found sooner than several are sorted.
            codes = owner[:1]
            index[part] = 0
            if (owner != codes).any():
                codes, index[part] = np.unique(owner, return_inverse=True)
            keys = tuple(self.mask.island_key(int(code)) for code in codes)
        index.flags.writeable = False
        return keys, index

    def cost(self, kind: str) -> np.ndarray:
        """Return what it costs to cross each sample, float32 (height, width), for finding ways.

        Args:
            kind: ``"walk"`` on land: 1 for a cell of level open ground, more where it is steep or
                overgrown and through rivers; infinite on lakes, at sea and on cliffs. ``"sail"``
                on the sea and on lakes: 1 for a cell, 2 close to a coast; infinite on land.
        """
        return movement_cost(self, kind)

    def to_xarray(self) -> Any:
        """Return all fields as an ``xarray.Dataset`` (y, x), coordinates in cells; see the CF
        attributes of its variables.

        Raises:
            ExtraError: without xarray (extra ``xarray``).
        """
        return samples_dataset(self)

    def _repr_png_(self) -> bytes | None:
        """Return the picture that notebooks show; None for a region without samples."""
        return region_png(self) if self.height.size else None


def _attributes() -> str:
    """Return a table of the fields, as class docstrings have it."""
    lines = ["", "    Attributes:"]
    for name, field in FIELDS.items():
        bounds = ""
        if field.lowest is not None:
            bounds = f" in {field.lowest:g}..{field.highest:g}" if field.highest else ", 0 or more"
        unit = f", {field.unit}" if field.unit else ""
        lines.append(f"        {name}: {np.dtype(field.dtype)}{unit}{bounds}. {field.words}")
    return "\n".join([*lines, "    "])


Region.__doc__ = f"{Region.__doc__}{_attributes()}"


@dataclass(frozen=True, eq=False, repr=False)
class Chunk(Region):
    """A region of ``CHUNK_SIZE`` samples a side, at its place in the grid of chunks."""

    cx: int
    cy: int
