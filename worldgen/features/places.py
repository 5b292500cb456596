"""Which island lies at a place, and which is nearest to one."""

from __future__ import annotations

import numpy as np

from worldgen.coordinates import COORDINATE_LIMIT, UNITS_PER_CELL, Cells, cells
from worldgen.features.island import Island
from worldgen.generator import Generator
from worldgen.great.coarse_plan import CoarsePlan
from worldgen.island.plan import Plan

_FARTHEST = 64
"""Spacings of islands within which the nearest one is looked for."""


def island_at(generator: Generator, x: Cells, y: Cells) -> Island | None:
    """Return the island whose land, lake or river is at a place; see ``World.island_at``."""
    keys = generator.region(x, y, 1, 1).island_keys
    plan = generator.plan(*keys[0]) if keys else None
    return None if plan is None else Island(generator, plan)


def nearest_island(generator: Generator, x: Cells, y: Cells) -> Island | None:
    """Return the island whose land is nearest to a place; see ``World.nearest_island``."""
    x, y = cells(x, "x"), cells(y, "y")
    spacing = generator.parameters.island_spacing
    # Near first: every island that may reach into the square has to be solved.
    for reach in (spacing // 4, spacing, 4 * spacing, 16 * spacing, _FARTHEST * spacing):
        left, top = max(x - reach, -COORDINATE_LIMIT), max(y - reach, -COORDINATE_LIMIT)
        width, height = (min(p + reach, COORDINATE_LIMIT) - q for p, q in ((x, left), (y, top)))
        best: Plan | CoarsePlan | None = None
        least = float(reach)
        for key in generator.land_near(left, top, width, height):
            plan = generator.plan(*key)
            if plan is not None and (way := _way_to_land(plan, x, y)) < least:
                best, least = plan, way
        if best is not None:
            return Island(generator, best)
    return None


def _way_to_land(plan: Plan | CoarsePlan, x: Cells, y: Cells) -> float:
    """Return the distance in cells to the nearest land of a plan; infinite where it has none."""
    rows, columns = np.nonzero(plan.shore > 0)
    if not rows.size:
        return float("inf")
    # Whole numbers, as they are exact at any distance.
    right = columns * plan.step + (plan.first_x * plan.step - int(x * UNITS_PER_CELL // 1))
    down = rows * plan.step + (plan.first_y * plan.step - int(y * UNITS_PER_CELL // 1))
    return (
        float(np.sqrt((right.astype(float) ** 2 + down.astype(float) ** 2).min())) / UNITS_PER_CELL
    )
