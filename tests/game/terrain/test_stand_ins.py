"""What is shown until the land comes is calm, and says so where it means something else."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

import worldgen
from game.camera import Camera, View
from game.terrain.effects import Effects
from game.terrain.loader import Loader
from game.terrain.terrain_view import TerrainView
from game.terrain.world_source import GeneratedWorld, PlanKey
from tests.game.fakes import FakeWorld
from tests.game.terrain.test_terrain_view import colours, finished, make_view, new_target, now
from tests.worlds import shared_world, west_coast

SIZE = (192, 128)


class _WithoutPlans(GeneratedWorld):
    """A world none of whose plans ever comes."""

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        return ((0, 0),)

    def solve(self, key: PlanKey) -> None:
        """Make nothing: the plan stays missing."""


def _seen(terrain: TerrainView, view: View, effects: Effects) -> np.ndarray:
    """Return the picture of a view with its moving water, as float (height, width, 3)."""
    target = new_target(*SIZE)
    terrain.draw(target, view, now(), blitter=effects.blitter(view))
    return pygame.surfarray.array3d(target).swapaxes(0, 1).astype(np.float64)


def _contrast(picture: np.ndarray, sea: np.ndarray) -> float:
    """Return the mean difference between neighbours that are both sea."""
    beside = np.abs(np.diff(picture, axis=1)).mean(axis=2)[sea[:, 1:] & sea[:, :-1]]
    below = np.abs(np.diff(picture, axis=0)).mean(axis=2)[sea[1:] & sea[:-1]]
    return float(np.concatenate((beside, below)).mean())


@pytest.mark.usefixtures("compiled_kernels")
def test_the_sea_is_no_busier_without_plans_than_with_them() -> None:
    world = shared_world(7)
    view = Camera.at_cell(*west_coast(world)).view(*SIZE)
    effects = Effects()
    effects.advance(1.0)

    whole = TerrainView(Loader(GeneratedWorld(world), workers=1), soft=False)
    finished(whole, new_target(*SIZE), view)
    region = world.region(view.left, view.top, *SIZE)
    sea = region.biome == worldgen.Biome.OCEAN
    assert 0.2 < sea.mean() < 1.0
    most = _contrast(_seen(whole, view, effects), sea)

    waiting = TerrainView(Loader(_WithoutPlans(world), workers=1), soft=False)
    assert _contrast(_seen(waiting, view, effects), sea) <= most
    while not waiting.has_land(view):
        waiting.update(view, (0.0, 0.0), now())
        assert _contrast(_seen(waiting, view, effects), sea) <= most
    assert not waiting.is_whole(view)


def test_nothing_moves_while_a_picture_fades_in() -> None:
    world = FakeWorld(plans=True)
    terrain = make_view(world, soft=True)
    view = Camera.at_cell(5, 5).view(320, 200)
    target = new_target(320, 200)
    while not terrain.complete(view):
        terrain.update(view, (0.0, 0.0), now())
        terrain.draw(target, view, now())
        codes = pygame.surfarray.array2d(target).astype(np.uint32) >> 24
        assert not codes.any()
        if not terrain.loader.idle:
            terrain.loader.wait()


def test_what_shows_something_else_is_darkened_until_its_own_comes() -> None:
    first, second = FakeWorld(), FakeWorld(plans=True)
    terrain = make_view(first, soft=True)
    view = Camera.at_cell(5, 5).view(320, 200)
    target = new_target(320, 200)
    before = _brightness(finished(terrain, target, view))
    second.gate.clear()
    terrain.loader.change(second)
    for _ in range(3):
        terrain.repaint(dims=True)
        terrain.update(view, (0.0, 0.0), now())
        terrain.draw(target, view, now())
        dimmed = _brightness(colours(target))
        assert (dimmed < 0.6 * before).all()
        assert (dimmed > 0.2 * before).all()
    second.gate.set()
    after = _brightness(finished(terrain, target, view))
    assert (after > 0.8 * before).all()


def _brightness(picture: np.ndarray) -> np.ndarray:
    return sum(((picture >> shift & 255).astype(float) for shift in (0, 8, 16)), np.array(1.0))
