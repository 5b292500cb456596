"""A world as charts show it: sketches alone, whole islands at once and nothing solved."""

from __future__ import annotations

from game.terrain.map_style import MapStyle
from game.terrain.world_source import GeneratedWorld, PlanKey


class SketchedWorld(GeneratedWorld):
    """A ``WorldSource`` whose every chunk is a sketch, and final."""

    def __init__(self, source: GeneratedWorld) -> None:
        style = MapStyle(source.style.palette, source.style.overlay)
        super().__init__(source.world, style, sketched=True)

    def missing_plans(self, cx: int, cy: int, lod: int) -> tuple[PlanKey, ...]:
        return ()
