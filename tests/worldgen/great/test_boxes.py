"""The lattice of a plan holds all land of its island: no coast is cut off straight."""

from __future__ import annotations

import numpy as np
import pytest

from worldgen import World
from worldgen.archipelago.archipelago import domain_box, mask_grid
from worldgen.coordinates import UNITS_PER_CELL
from worldgen.great.lattices import coarse_step
from worldgen.island.domain_terrain import find_box
from worldgen.layers import plan_step


@pytest.mark.parametrize("seed", [3, 7])
def test_the_box_of_an_island_holds_all_its_land_and_some_sea(seed: int) -> None:
    world = World(seed)
    layers = world.generator.layers
    x, y = world.spawn()
    tried = set()
    for site in world.sites(x - 12_000, y - 12_000, 24_000, 24_000)[::5]:
        great = world.generator.great.is_great(site.key)
        step = coarse_step(layers) if great else plan_step(layers.parameters) * UNITS_PER_CELL
        box = find_box(layers, site.key, step)
        left, top, width, height = domain_box(layers.archipelago, site.key)
        apart = 16
        mask = mask_grid(
            layers.archipelago, left * UNITS_PER_CELL, top * UNITS_PER_CELL,
            apart * UNITS_PER_CELL, width // apart, height // apart,
        )  # fmt: skip
        rows, columns = np.nonzero((mask.owner == mask.code(*site.key)) & (mask.strength > 0.3))
        if box is None:
            assert not len(rows)
            continue
        tried.add(great)
        across = (left + columns * apart) * UNITS_PER_CELL / step - box[0]
        down = (top + rows * apart) * UNITS_PER_CELL / step - box[1]
        if len(rows):
            assert min(across.min(), down.min()) > 8
            assert across.max() < box[2] - 9 and down.max() < box[3] - 9
    assert tried == {False, True}
