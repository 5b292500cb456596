"""The small map in the lower right corner: the sea around the player, and the view upon it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from game.camera import ZOOM_DOUBLING, Camera, View, level_of_detail
from game.hud.outline import draw_outline
from game.hud.tile_cache import TileCache
from game.terrain.chunk_cache import new_surface
from game.terrain.chunk_grid import chunks_of, nearest_first
from game.terrain.loader import Loader
from game.terrain.world_source import GeneratedWorld
from worldgen.coordinates import CHUNK_SIZE, MAX_LOD

_SHARE: Final = 0.27
"""Of the window's height, and of its width at most."""

_SMALLEST, _LARGEST = 96, 420
_FARTHER: Final = 3
"""How many levels of detail the map is coarser than the view, until it is zoomed."""

_LEAST_FARTHER, _MOST_FARTHER = 1, 7
_SEA = (17, 60, 120)
_FRAME = (8, 18, 34)
_PAD: Final = 10


class Minimap:
    """Shows where the view lies, at a whole level of detail, and leads elsewhere by a click."""

    def __init__(self, loader: Loader, source: GeneratedWorld) -> None:
        self.tiles = TileCache(loader, source)
        self._farther = _FARTHER
        self.surface = new_surface((1, 1))
        self._drawn: object = None

    def enter(self, source: GeneratedWorld) -> None:
        """Go on with another world, or drawn in another style."""
        self.tiles.enter(source)
        self._drawn = None

    @property
    def state(self) -> object:
        """All that the map depends on, apart from the view."""
        return self._farther, self.tiles.count

    def place(self, size: tuple[int, int]) -> pygame.Rect:
        """Return where the map lies in a window of this size."""
        width = max(_SMALLEST, min(_LARGEST, int(_SHARE * min(size[1] * 4 / 3, size[0]))))
        height = width * 3 // 4
        return pygame.Rect(size[0] - width - _PAD, size[1] - height - _PAD, width, height)

    def view(self, camera: Camera, size: tuple[int, int]) -> View:
        """Return what the map shows while the camera looks here."""
        place = self.place(size)
        return replace(camera, zoom=self._zoom(camera.zoom)).view(place.width, place.height)

    def update(self, camera: Camera, size: tuple[int, int]) -> None:
        """Have the chunks made that the map lacks, the nearest first."""
        view = self.view(camera, size)
        self.tiles.want(nearest_first(chunks_of(view), view, (0, 0)))

    def zoom_by(self, levels: int) -> None:
        """Show more, for a negative number, or less of the sea."""
        self._farther = max(_LEAST_FARTHER, min(_MOST_FARTHER, self._farther - levels))

    def world_of(self, pixel: tuple[int, int], camera: Camera, size: tuple[int, int]) -> Camera:
        """Return the camera over the place that lies under a pixel of the window."""
        place = self.place(size)
        x, y = self.view(camera, size).world_of(pixel[0] - place.left, pixel[1] - place.top)
        return replace(camera, x=x, y=y)

    def draw(self, target: pygame.Surface, camera: Camera) -> None:
        """Draw map, frame and the outline of the view."""
        place = self.place(target.size)
        view = self.view(camera, target.size)
        if self._drawn != (view, self.tiles.count):
            self._drawn = (view, self.tiles.count)
            self.lay_out(view)
        pygame.draw.rect(target, _FRAME, place.inflate(6, 6), border_radius=5)
        target.blit(self.surface, place, (0, 0, *place.size))
        draw_outline(target, place, view, camera, target.size)
        pygame.draw.rect(target, (190, 205, 222), place.inflate(2, 2), 1, border_radius=3)

    def lay_out(self, view: View) -> None:
        """Put the tiles of a view together on the surface."""
        if self.surface.width < view.width or self.surface.height < view.height:
            self.surface = new_surface((view.width, view.height))
        for key in chunks_of(view):
            x, y = CHUNK_SIZE * key[1] - view.left, CHUNK_SIZE * key[2] - view.top
            tile = self.tiles.get(key)
            if tile is None:
                self.surface.fill(_SEA, (x, y, CHUNK_SIZE, CHUNK_SIZE))
            else:
                self.surface.blit(tile, (x, y))

    def _zoom(self, zoom: int) -> int:
        lod = min(MAX_LOD, level_of_detail(zoom)[0] + self._farther)
        return -lod * ZOOM_DOUBLING
