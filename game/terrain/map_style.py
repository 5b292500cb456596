"""How the land is drawn: its palette, or one field of the world, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass

from worldgen.render.overlays import OVERLAYS

__all__ = ["OVERLAYS", "MapStyle", "next_overlay"]

_FLAT = "lesson"
"""The palette of flat colours, in which nothing stands on the land and no water moves."""


@dataclass(frozen=True)
class MapStyle:
    """What decides the colours of a chunk."""

    palette: str = "natural"
    overlay: str | None = None
    """One field of the world in place of its picture: one of ``OVERLAYS``."""
    plants: bool = False
    """Whether trees, rocks and the like stand on the land."""

    @property
    def moves(self) -> bool:
        """Whether water may move and clouds may pass over it."""
        return self.overlay is None and self.palette != _FLAT


def next_overlay(overlay: str | None, back: bool = False) -> str | None:
    """Return the overlay after this one; after the last one, and before the first, none."""
    names: tuple[str | None, ...] = (None, *OVERLAYS)
    return names[(names.index(overlay) + (-1 if back else 1)) % len(names)]
