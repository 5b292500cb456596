"""A world as charts show it: sketches alone, whole islands at once and nothing solved."""

from __future__ import annotations

import numpy as np

from game.terrain.map_style import MapStyle
from game.terrain.world_source import GeneratedWorld, PlanKey
from worldgen.coordinates import MAX_PLANNED_LOD


class SketchedWorld(GeneratedWorld):
    """A ``WorldSource`` whose every chunk is a sketch, and final."""

    def __init__(self, source: GeneratedWorld) -> None:
        super().__init__(source.world, MapStyle(source.style.palette, source.style.overlay))

    def pixels(self, cx: int, cy: int, lod: int, sketch: bool) -> np.ndarray:
        return super().pixels(cx, cy, lod, sketch=sketch or lod <= MAX_PLANNED_LOD)

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        return ()
