"""An island as its users see it: name, bounds, peak, rivers, lakes and figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from worldgen.coordinates import MAX_PLANNED_LOD, UNITS_PER_CELL
from worldgen.forking import kept_property
from worldgen.generator import Generator, Key
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.great.warp import unwarp
from worldgen.island.plan import Plan
from worldgen.names import feature_name, island_name
from worldgen.notebook import island_picture
from worldgen.render.png import encode_png

_LAND_LOD = 2
_GREAT_LAND_LOD = MAX_PLANNED_LOD + 1
"""The finest level for which no tile is solved."""

_HEIGHT_UNITS = 1 << 20


@dataclass(frozen=True)
class Peak:
    """The highest place of an island.

    Attributes:
        x: its place, in cells.
        y: the same along y, down the screen.
        height: 0..1.
        name: its name.
    """

    x: float
    y: float
    height: float
    name: str


@dataclass(frozen=True)
class Lake:
    """A lake with one level and an outlet.

    Attributes:
        name: its name.
        x: a place on the lake, in cells.
        y: the same place, in cells.
        level: height of its surface, 0..1.
        area: cells of water.
        outlet: where the lake is left, in cells.
    """

    name: str
    x: float
    y: float
    level: float
    area: float
    outlet: tuple[float, float]


@dataclass(frozen=True, eq=False)
class River:
    """A river from its source to its mouth; the part below a junction is shared.

    Where a river runs through a lake, its points cross the water in straight lines.

    Attributes:
        name: its name.
        points: float64 (n, 2): positions in cells, source first, mouth last.
        level: float64 (n,): the water's level, never rising.
        discharge: float64 (n,): catchment in cells, weighted by rain, never falling.
        own_points: how many points come before the junction with a greater river (all where there
            is none).
        mouth: where all its points lead, the shared part included: ``"sea"`` or ``"lake"``.
        joins: the name of the river that it flows into; None where it reaches its mouth by itself.
    """

    name: str
    points: np.ndarray
    level: np.ndarray
    discharge: np.ndarray
    own_points: int
    mouth: str
    joins: str | None

    @property
    def length(self) -> float:
        """Length of the river's own part, in cells."""
        own = self.points[: self.own_points]
        return float(np.sqrt((np.diff(own, axis=0) ** 2).sum(axis=1)).sum())

    def __repr__(self) -> str:
        return f"<River {self.name!r}, {self.length:.0f} cells to the {self.mouth}>"


@dataclass(frozen=True)
class Statistics:
    """Figures of one island: of its box, and, where the name says so, of its land alone.

    Attributes:
        mean_height: mean height within the bounds, the sea bed included: 0..1.
        height_spread: standard deviation of these heights.
        water_fraction: share of the bounds that is water, sea included: 0..1.
        mountain_fraction: share of the bounds that is dry mountain: 0..1.
        land_mean_height: mean height of the land, beds of its lakes and rivers included: 0..1.
        land_height_spread: standard deviation of these heights.
        land_mountain_fraction: share of the land that is dry mountain: 0..1.
        largest_land_share: share of all land that the largest connected piece holds.
        area: the same as ``Island.area``.
        peak_height: height of the peak: 0..1.
        rivers: how many there are.
        longest_river: its own length, in cells; 0 without a river.
        lakes: how many there are.
    """

    mean_height: float
    height_spread: float
    water_fraction: float
    mountain_fraction: float
    land_mean_height: float
    land_height_spread: float
    land_mountain_fraction: float
    largest_land_share: float
    area: float
    peak_height: float
    rivers: int
    longest_river: float
    lakes: int


class Island:
    """All that lies in one domain. Made by ``World.island`` and ``World.islands``."""

    def __init__(self, generator: Generator, plan: Plan | CoarsePlan) -> None:
        self._generator = generator
        self._plan = plan

    @property
    def key(self) -> Key:
        """Which island it is: ``World.island(*key)`` returns it."""
        return self._plan.island

    @property
    def name(self) -> str:
        """Its name, which follows from the seed and its key."""
        return island_name(self._generator.key, *self.key)

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The smallest rectangle of cells that holds the land: x, y, width, height."""
        figures = self._plan.figures
        return tuple(int(figures[name]) for name in ("x", "y", "width", "height"))  # type: ignore[return-value]

    @property
    def area(self) -> float:
        """Cells of land, lakes and islets included, as the lattice of the plan has them.

        This is the area of the island wherever one is told. Counting its samples
        (``region.island_index``) comes within about a hundredth of it, as coasts are finer than the
        lattice; polygons of a GeoJSON file tell the area of what they outline.
        """
        return self._plan.figures["area"]

    @property
    def peak(self) -> Peak:
        """The highest place of its dry land."""
        figures = self._plan.figures
        return Peak(
            figures["peak_x"],
            figures["peak_y"],
            figures["peak_height"],
            feature_name(self._generator.key, "peak", *self.key, 0),
        )

    @kept_property
    def lakes(self) -> tuple[Lake, ...]:
        """The lakes, in a fixed order."""
        plan = self._plan
        step = plan.step / UNITS_PER_CELL
        found = []
        for number in range(1, len(plan.lake_levels)):
            rows, columns = np.nonzero(plan.lakes == number)
            middle = len(rows) // 2
            x, y = self._node_place(int(rows[middle]), int(columns[middle]))
            found.append(
                Lake(
                    name=feature_name(self._generator.key, "lake", *self.key, number),
                    x=x,
                    y=y,
                    level=float(plan.lake_levels[number]),
                    area=float(len(rows) * step * step),
                    outlet=self._node_place(*divmod(int(plan.lake_outlets[number]), plan.shape[1])),
                )
            )
        return tuple(found)

    def _node_place(self, row: int, column: int) -> tuple[float, float]:
        """Return where a node of the plan lies in the world, in cells."""
        plan = self._plan
        x, y = column * plan.step, row * plan.step
        left, top = plan.first_x * plan.step, plan.first_y * plan.step
        if isinstance(plan, CoarsePlan):
            place = np.array([[x, y]], dtype=np.int32)
            x, y = (int(part) for part in unwarp(self._generator.layers, left, top, place)[0])
        return (left + x) / UNITS_PER_CELL, (top + y) / UNITS_PER_CELL

    @kept_property
    def rivers(self) -> tuple[River, ...]:
        """The rivers, the longest first; a tributary's last part is that of the river it joins."""
        pieces = self._plan.rivers
        chains = []
        for source in pieces.sources:
            chain = [int(source)]
            while pieces.following[chain[-1]] >= 0:
                chain.append(int(pieces.following[chain[-1]]))
            chains.append(chain)
        chains.sort(key=lambda chain: (-len(chain), chain[0]))
        # The number of the river that a piece belongs to.
        claimed = np.full(len(pieces), -1)
        rivers = []
        for number, chain in enumerate(chains):
            along = np.array(chain)
            taken = np.flatnonzero(claimed[along] >= 0)
            own = int(taken[0]) if len(taken) else len(chain)
            joined = int(claimed[along[own]]) if len(taken) else None
            claimed[along[:own]] = number
            rivers.append(self._river(number, along, own, joined))
        rivers.sort(key=lambda river: -river.length)
        return tuple(rivers)

    def _river(self, number: int, along: np.ndarray, own: int, joined: int | None) -> River:
        plan, pieces = self._plan, self._plan.rivers
        last = along[-1]
        xs = np.append(pieces.start_x[along], pieces.end_x[last])
        ys = np.append(pieces.start_y[along], pieces.end_y[last])
        origin = np.array([plan.first_x, plan.first_y]) * plan.step
        points = (np.column_stack([xs, ys]) + origin) / UNITS_PER_CELL
        level = np.append(pieces.level[along], pieces.level[last]).astype(np.float64)
        discharge = np.append(pieces.discharge[along], pieces.discharge[last]).astype(np.float64)
        end_row, end_column = ys[-1] // plan.step, xs[-1] // plan.step
        lake = plan.lakes[end_row : end_row + 2, end_column : end_column + 2].any()
        for array in (points, level, discharge):
            array.flags.writeable = False
        return River(
            name=self._river_name(number),
            points=points,
            level=level,
            discharge=discharge,
            own_points=own + 1,
            mouth="lake" if lake else "sea",
            joins=None if joined is None else self._river_name(joined),
        )

    def _river_name(self, number: int) -> str:
        return feature_name(self._generator.key, "river", *self.key, number)

    @kept_property
    def statistics(self) -> Statistics:
        """Figures of its box and of its land."""
        figures = self._plan.figures
        land = self._land_figures()
        return Statistics(
            mean_height=figures["mean_height"],
            height_spread=figures["height_spread"],
            water_fraction=figures["water_fraction"],
            mountain_fraction=figures["mountain_fraction"],
            land_mean_height=land[0],
            land_height_spread=land[1],
            land_mountain_fraction=land[2],
            largest_land_share=figures["largest_land_share"],
            area=figures["area"],
            peak_height=figures["peak_height"],
            rivers=len(self.rivers),
            longest_river=max((river.length for river in self.rivers), default=0.0),
            lakes=len(self.lakes),
        )

    def _land_figures(self) -> tuple[float, float, float]:
        """Measure every fourth cell of the land; of a great island what its coarse plan tells."""
        x, y, width, height = self.bounds
        lod = _GREAT_LAND_LOD if isinstance(self._plan, CoarsePlan) else _LAND_LOD
        size = (width >> lod) + 1, (height >> lod) + 1
        region = self._generator.region(x, y, *size, lod, only=self.key)
        land = (region.island_index >= 0) & region.in_domain(self.key)
        count = max(int(land.sum()), 1)
        # Whole numbers, whose sum is the same in any order.
        heights = np.floor(region.height[land] * _HEIGHT_UNITS).astype(np.int64)
        mean = int(heights.sum()) / count / _HEIGHT_UNITS
        square = int(((heights >> 4) ** 2).sum()) / count / (_HEIGHT_UNITS >> 4) ** 2
        high = region.height >= np.float32(self._generator.parameters.mountain_level)
        mountains = int((land & high & np.isnan(region.water_level)).sum())
        spread = float(np.sqrt(max(square - mean * mean, 0.0)))
        return mean, spread, mountains / count

    def picture(self, longest: int = 640) -> np.ndarray:
        """Return the picture of the island, uint8 (height, width, 3), about ``longest`` a side."""
        great = isinstance(self._plan, CoarsePlan)
        return island_picture(self._generator, self.bounds, longest, great)

    def _repr_png_(self) -> bytes:
        """Return the picture that notebooks show."""
        return encode_png(self.picture())

    def __repr__(self) -> str:
        return f"<Island {self.name!r} {self.key}, {self.area:.0f} cells>"
