"""A rectangle of samples of any size, read tile by tile so that it need not fit memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from worldgen.chunk.fields import Made, Source
from worldgen.coordinates import (
    COORDINATE_LIMIT,
    MAX_LOD,
    MIN_LOD,
    Cells,
    CoordinateError,
    cells,
    whole,
)


@dataclass(frozen=True)
class Area:
    """A rectangle of the lattice of samples that lie ``2**lod`` cells apart.

    Raises:
        CoordinateError: without a single sample, beyond the limit, or for an unknown lod.
    """

    left: int
    """First column, counted in samples from the world's origin."""
    top: int
    width: int
    """In samples."""
    height: int
    lod: int = 0

    def __post_init__(self) -> None:
        for name in ("left", "top", "width", "height", "lod"):
            # Whole numbers of a few bytes, as arrays hold them, would wrap.
            object.__setattr__(self, name, whole(getattr(self, name), name))
        if not MIN_LOD <= self.lod <= MAX_LOD:
            raise CoordinateError(f"lod must be from {MIN_LOD} to {MAX_LOD}, not {self.lod}")
        if self.width < 1 or self.height < 1:
            raise CoordinateError(
                f"an area must have at least 1 x 1 samples, not {self.width} x {self.height}"
            )
        ends = (self.left, self.top, self.left + self.width, self.top + self.height)
        if max(abs(end) * self.step for end in ends) > COORDINATE_LIMIT:
            raise CoordinateError(
                f"an area must lie within {COORDINATE_LIMIT} cells (2**52) of the origin"
            )

    @classmethod
    def of_cells(cls, x: Cells, y: Cells, width: Cells, height: Cells, lod: int = 0) -> Area:
        """Return the samples in a rectangle of cells; its right and lower edge do not belong.

        Rectangles that share an edge share no sample, and miss none, at any lod.
        """
        x, y, width, height = (
            Fraction(cells(number, name))
            for name, number in (("x", x), ("y", y), ("width", width), ("height", height))
        )
        per_cell = Fraction(2) ** -lod
        left, top = ceil(x * per_cell), ceil(y * per_cell)
        right, bottom = ceil((x + width) * per_cell), ceil((y + height) * per_cell)
        return cls(left, top, right - left, bottom - top, lod)

    @property
    def step(self) -> Fraction:
        """Cells between samples."""
        return Fraction(2) ** self.lod

    @property
    def x(self) -> Fraction:
        """World position of the first column in cells."""
        return self.left * self.step

    @property
    def y(self) -> Fraction:
        return self.top * self.step

    @property
    def samples(self) -> int:
        return self.width * self.height

    def tiles(self, size: int) -> Iterator[Area]:
        """Yield the tiles of at most ``size`` samples a side, row by row from the top left."""
        for top in range(self.top, self.top + self.height, size):
            rows = min(size, self.top + self.height - top)
            for left in range(self.left, self.left + self.width, size):
                yield Area(left, top, min(size, self.left + self.width - left), rows, self.lod)

    def holds(self, x: Cells, y: Cells) -> bool:
        """Return whether a place in cells lies in one of the squares that belong to a sample."""
        column, row = Fraction(x) / self.step, Fraction(y) / self.step
        return (
            self.left <= column < self.left + self.width
            and self.top <= row < self.top + self.height
        )

    def read(self, source: Source[Made], sketch: bool = False) -> Made:
        """Return the fields of all samples at once, from a world or its generator."""
        return source.region(self.x, self.y, self.width, self.height, self.lod, sketch)
