"""Regions and chunks, as library users hold them: the fields of samples, with their picture."""

from __future__ import annotations

from dataclasses import dataclass

from worldgen.chunk.fields import Samples
from worldgen.notebook import region_png


@dataclass(frozen=True, eq=False, repr=False)
class Region(Samples):
    """All fields of a rectangle of samples. Arrays are (height, width), rows are y, read-only."""

    def _repr_png_(self) -> bytes | None:
        """Return the picture that notebooks show; None for a region without samples."""
        return region_png(self) if self.height.size else None


@dataclass(frozen=True, eq=False, repr=False)
class Chunk(Region):
    """A region of ``CHUNK_SIZE`` samples a side, at its place in the grid of chunks."""

    cx: int
    cy: int
