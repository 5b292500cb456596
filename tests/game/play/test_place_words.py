"""What the panel says of a place."""

from __future__ import annotations

from dataclasses import replace

from game.camera import CELL, Camera
from game.hud.places import Place, PlaceKind
from game.hud.units import Units
from game.play.compass import Bearing
from game.play.place_words import name_words, nature_words, position_words, way_words
from game.terrain.world_source import CellInfo, Landfall

VIEW = Camera(0, 0).view(640, 360)
WOOD = CellInfo("forest", 0.5, "Kambando", False)
SEA = CellInfo("ocean", 0.3, None, True)
PLACES = (
    Place(PlaceKind.ISLAND, "Kambando", 0, 0, 800.0),
    Place(PlaceKind.PEAK, "Mount Thaelsara", 300 * CELL, 0, 500.0),
    Place(PlaceKind.RIVER, "Haevor River", 0, 0, 500.0),
)


def test_a_place_is_named_by_peak_or_lake_or_part_of_its_island() -> None:
    assert name_words(WOOD, PLACES, VIEW, 310 * CELL, 9 * CELL) == "Mount Thaelsara, Kambando"
    assert name_words(WOOD, PLACES, VIEW, 5 * CELL, 0) == "Kambando"
    assert name_words(WOOD, PLACES, VIEW, 0, -200 * CELL) == "Kambando, north"
    assert name_words(WOOD, (), VIEW, 0, -200 * CELL) == "Kambando"
    land = replace(PLACES[0], kind=PlaceKind.LAND)
    assert name_words(WOOD, (land,), VIEW, 0, -200 * CELL) == "Kambando, north"


def test_what_is_not_known_is_not_said() -> None:
    assert name_words(None, PLACES, VIEW, 0, 0) == "…"
    assert nature_words(None, 0.4, Units(metric=True)) == "…"
    assert name_words(SEA, PLACES, VIEW, 0, 0) == "Open sea"
    sketch = CellInfo("grassland", 0.5, None, False, for_now=True)
    assert name_words(sketch, (), VIEW, 0, 0) == "Land"


def test_a_place_near_to_a_peak_is_so_on_the_screen() -> None:
    far = Camera(0, 0, -96).view(640, 360)
    near = Camera(0, 0, 96).view(640, 360)
    place = 320 * CELL, 0
    assert name_words(WOOD, PLACES, far, *place).startswith("Mount")
    assert name_words(WOOD, PLACES, near, *place) == "Kambando, east"


def test_biome_height_way_and_position() -> None:
    metric, cells = Units(metric=True), Units(metric=False)
    assert nature_words(WOOD, 0.4, metric) == "forest · 400 m high"
    assert nature_words(WOOD, 0.4, cells) == "forest · height 0.50"
    bearing = Bearing(SEA, Landfall((0, 0, 0), 500.0, -500.0, 0.8, "East"))
    assert way_words(bearing, (0, 0), metric) == "East · 14.1 km north-east"
    assert way_words(bearing, (0, 0), cells) == "East · 707 cells north-east"
    assert way_words(Bearing(WOOD, None), (0, 0), metric) == ""
    assert way_words(None, (0, 0), metric) == ""
    assert position_words(-1, 1234 * CELL) == "x -1  y 1,234"
