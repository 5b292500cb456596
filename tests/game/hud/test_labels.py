"""Names: never one over another, in their place at every zoom, rendered once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pygame
import pytest

import worldgen
from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera, View, scale_of
from game.hud import places as places_module
from game.hud.label_layout import Label, lay_out, strength
from game.hud.label_text import LabelText, Style
from game.hud.labels import Labels, area_around, style_of
from game.hud.places import Gazetteer, MapArea, Place, PlaceKind
from game.terrain.loader import Loader
from tests.game.fakes import FakeWorld
from tests.worlds import island_with_lake, shared_world

SIZE = (1280, 720)
ISLANDS = {PlaceKind.LAND, PlaceKind.ISLAND}


@pytest.fixture(scope="module")
def world() -> worldgen.World:
    world = worldgen.World(17)
    x, y = here()
    world.islands(x - 500, y - 500, 1000, 1000)
    return world


@pytest.fixture(scope="module")
def gazetteer(world: worldgen.World) -> Gazetteer:
    made = Gazetteer(world)
    for _ in range(8):
        made.places(area_around(view_of()))
    return made


@cache
def here() -> tuple[int, int]:
    """Return the middle of a small island with a peak, rivers and a lake."""
    x, y, width, height = island_with_lake(shared_world(17)).bounds
    return x + width // 2, y + height // 2


def view_of(zoom: int = 0) -> View:
    return Camera.at_cell(*here(), zoom).view(*SIZE)


def laid_out(gazetteer: Gazetteer, view: View, kept: Sequence[Place] = ()) -> list[Label]:
    text = LabelText()
    places = gazetteer.places(area_around(view))
    return lay_out(places, view, lambda each: text.size(each.name, style_of(each, view, 1.0)), kept)


def rects(labels: Sequence[Label], view: View) -> list[pygame.Rect]:
    return [label.rect(*view.screen_of(label.place.x, label.place.y)) for label in labels]


@pytest.mark.parametrize("size", [(320, 200), (1280, 720)])
def test_no_name_lies_over_another_at_any_zoom(gazetteer: Gazetteer, size: tuple[int, int]) -> None:
    written = 0
    for zoom in range(MIN_ZOOM, MAX_ZOOM + 1, 29):
        for x, y in (here(), (here()[0] + 700, here()[1] - 300)):
            view = Camera.at_cell(x, y, zoom).view(*size)
            labels = laid_out(gazetteer, view)
            for one, other in itertools.combinations(rects(labels, view), 2):
                assert not one.colliderect(other)
            written += len(labels)
    assert written > 40


def test_every_kind_is_named_and_only_at_its_zoom(gazetteer: Gazetteer) -> None:
    kinds = {
        zoom: {label.place.kind for label in laid_out(gazetteer, view_of(zoom))}
        for zoom in (MIN_ZOOM, -200, -110, -48, 0, 112)
    }
    assert kinds[MIN_ZOOM] == {PlaceKind.LAND}
    assert kinds[-200] == ISLANDS
    assert kinds[-110] == {PlaceKind.ISLAND}
    assert {PlaceKind.ISLAND, PlaceKind.PEAK} <= kinds[-48]
    assert {PlaceKind.PEAK, PlaceKind.LAKE, PlaceKind.RIVER} <= kinds[0]
    assert not ISLANDS & kinds[112]


def test_names_fade_with_the_zoom() -> None:
    place = Place(PlaceKind.ISLAND, "Somewhere", 0, 0, 800.0)
    shares = [strength(place, zoom) for zoom in range(MIN_ZOOM, MAX_ZOOM + 1)]
    assert shares[0] == shares[-1] == 0.0
    assert max(shares) == 1.0
    assert max(abs(a - b) for a, b in itertools.pairwise(shares)) < 0.12


def test_the_important_ones_come_first_and_what_is_written_stays() -> None:
    view = Camera(0, 0).view(*SIZE)
    large = Place(PlaceKind.ISLAND, "Large", 0, 0, 900.0)
    small = Place(PlaceKind.ISLAND, "Small", 10 * CELL, 0, 300.0)

    def names(kept: Sequence[Place]) -> list[str]:
        labels = lay_out([small, large], view, lambda _: (200, 60), kept)
        return [label.place.name for label in labels]

    assert names([]) == ["Large"]
    assert names([small]) == ["Small"]


def test_a_river_is_named_along_its_course(gazetteer: Gazetteer, world: worldgen.World) -> None:
    rivers: dict[str, list[worldgen.River]] = {}
    for island in world.solved_islands(-4000, -4000, 8000, 8000):
        for river in island.rivers:
            rivers.setdefault(river.name, []).append(river)
    places = gazetteer.places(area_around(view_of()))
    named = [place for place in places if place.kind == PlaceKind.RIVER]
    assert named
    for place in named:
        assert -90 <= place.angle <= 90
        courses = [river.points[: river.own_points] for river in rivers[place.name]]
        here = place.x / CELL, place.y / CELL
        assert min(abs(course - here).max(axis=1).min() for course in courses) < 60


def test_close_by_the_name_of_an_island_stands_on_its_land(
    gazetteer: Gazetteer, world: worldgen.World
) -> None:
    box = here()[0] - 900, here()[1] - 700, 1800, 1400
    solved = {island.name for island in world.islands(*box)}
    named = [
        place
        for place in gazetteer.places(MapArea(*box, 1.0))
        if place.kind == PlaceKind.ISLAND and place.name in solved
    ]
    assert len(named) >= 3
    for place in named:
        assert world.at(place.x / CELL, place.y / CELL).biome != worldgen.Biome.OCEAN


@pytest.mark.parametrize("scale", [0.12, 1.0])
def test_an_island_that_is_not_solved_is_named_amid_its_land(scale: float) -> None:
    world = worldgen.World(99)
    area = MapArea(-5000, -5000, 10000, 10000, scale)
    gazetteer = Gazetteer(world)
    answers = [gazetteer.places(area)]
    while not gazetteer.complete:
        answers.append(gazetteer.places(area))
    places = answers[-1]
    assert len(places) > 48 and len(answers) > 1
    assert world.solved_islands(-5000, -5000, 10000, 10000) == ()
    reach = 512 if scale < 0.45 else 32
    for place in places:
        x, y = place.x // CELL - reach // 2, place.y // CELL - reach // 2
        near = world.region(x, y, reach // 16 + 1, reach // 16 + 1, lod=4, sketch=True)
        assert (near.shore > 0.0).any(), place


def test_a_name_stays_when_its_island_is_solved() -> None:
    world = worldgen.World(11)
    gazetteer, area = Gazetteer(world), MapArea(-500, -500, 1000, 1000, 1.0)
    before = {place.name: place for place in gazetteer.places(area)}
    islands = world.islands(-500, -500, 1000, 1000)
    after = {place.name: place for place in gazetteer.places(area) if place.kind in ISLANDS}
    assert {island.name for island in islands} <= set(before) == set(after)
    assert sum(before[name] == after[name] for name in before) >= 0.9 * len(before)


def test_more_sites_than_are_kept_are_named_where_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise no answer would ever be complete."""
    monkeypatch.setattr(places_module, "_MOST_SPOTS", 10)
    world = worldgen.World(11)
    gazetteer = Gazetteer(world)
    places = gazetteer.places(MapArea(-4000, -4000, 8000, 8000, 0.12))
    assert gazetteer.complete
    sites = {
        (math.floor(site.x * CELL), math.floor(site.y * CELL))
        for site in world.sites(-13000, -13000, 26000, 26000)
    }
    assert len(places) > 10
    assert all((place.x, place.y) in sites for place in places)


def test_nothing_is_solved_for_a_name() -> None:
    world = worldgen.World(5)
    gazetteer = Gazetteer(world)
    places = gazetteer.places(MapArea(-2000, -2000, 4000, 4000, 1.0))
    assert places
    assert {place.kind for place in places} <= ISLANDS
    assert world.solved_islands(-2000, -2000, 4000, 4000) == ()
    site = world.sites(-4000, -4000, 8000, 8000, level=0)[0]
    world.solve(*site.key)
    solved = world.solved_islands(-6000, -6000, 12000, 12000)
    assert [island.key for island in solved] == [site.key]


def test_names_far_away_are_those_of_the_same_place_near_by(gazetteer: Gazetteer) -> None:
    for zoom in range(-150, 60, 21):
        for label in laid_out(gazetteer, view_of(zoom)):
            x, y = view_of(zoom).screen_of(label.place.x, label.place.y)
            cells = (x - 640) / scale_of(zoom), (y - 360) / scale_of(zoom)
            assert abs(here()[0] + cells[0] - label.place.x / CELL) <= 2 / scale_of(zoom) + 1
            assert abs(here()[1] + cells[1] - label.place.y / CELL) <= 2 / scale_of(zoom) + 1


def settled(labels: Labels, loader: Loader, view: View, target: pygame.Surface) -> float:
    """Write names until none is missing; return when that is."""
    now, quiet = 0.0, 0
    while quiet < 10:
        before = labels.state
        labels.update(view, 0, 0.1, now)
        labels.draw(target, view)
        quiet = quiet + 1 if before == labels.state and labels.labels else 0
        loader.wait()
        now += 0.1
    return now


def test_a_still_picture_makes_no_text(
    world: worldgen.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader = Loader(FakeWorld(), workers=1)
    labels = Labels(loader, world)
    target = pygame.Surface(SIZE, 0, 32)
    view = view_of()
    now = settled(labels, loader, view, target)
    picture = bytes(target.get_buffer().raw)
    made: list[object] = []
    monkeypatch.setattr("game.ui.fonts.FontChain.render", lambda *_: made.append(1))
    monkeypatch.setattr(pygame.font, "Font", lambda *_: made.append(1))
    monkeypatch.setattr("game.hud.label_text.pygame.Surface", lambda *_: made.append(1))
    for _ in range(5):
        target.fill((0, 0, 0))
        labels.update(view, 0, 0.1, now)
        labels.draw(target, view)
    assert not made
    assert bytes(target.get_buffer().raw)[:1000] == picture[:1000]
    loader.stop()


def test_names_fade_in_and_make_way_for_panels(world: worldgen.World) -> None:
    loader = Loader(FakeWorld(), workers=1)
    labels = Labels(loader, world)
    target = pygame.Surface(SIZE, 0, 32)
    view = view_of()
    now = settled(labels, loader, view, target)
    covered = [pygame.Rect(0, 0, *SIZE)]
    before = labels.state
    labels.update(view, 0, 0.1, now, covered)
    assert labels.state != before
    labels.update(view, 0, 1.0, now, covered)
    target.fill((0, 0, 0))
    labels.draw(target, view)
    assert not pygame.surfarray.array2d(target).any()
    labels.soft = False
    labels.update(view, 0, 0.01, now)
    labels.draw(target, view)
    assert pygame.surfarray.array2d(target).any()
    loader.stop()


def test_the_edge_of_the_window_cuts_no_name(world: worldgen.World) -> None:
    loader = Loader(FakeWorld(), workers=1)
    labels = Labels(loader, world)
    labels.soft = False
    target = pygame.Surface(SIZE, 0, 32)
    now = settled(labels, loader, view_of(), target)
    crossing = written = 0
    for shift in range(0, 1200, 40):
        view = replace(view_of(), left=view_of().left + shift)
        labels.update(view, 0, 0.1, now)
        target.fill((0, 0, 0))
        labels.draw(target, view)
        places = rects(labels.labels, view)
        crossing += sum(rect.left < 0 < rect.right for rect in places)
        pixels = pygame.surfarray.array2d(target)
        written += bool(pixels.any())
        assert not (pixels[0].any() or pixels[-1].any())
        assert not (pixels[:, 0].any() or pixels[:, -1].any())
    assert crossing > 0
    assert written > 0
    loader.stop()


def test_the_name_of_a_small_lake_stands_beside_it() -> None:
    view = Camera(0, 0, 0).view(*SIZE)
    scale = scale_of(view.zoom)
    for pixels, beside in ((60.0, True), (400.0, False)):
        lake = Place(PlaceKind.LAKE, "Loch", 0, 0, pixels / scale)
        (label,) = lay_out([lake], view, lambda _: (80, 16))
        rect = label.rect(0, 0)
        assert rect.collidepoint(0, 0) != beside
        assert (rect.top >= 0.5 * pixels) == beside


def test_another_world_has_other_names(world: worldgen.World) -> None:
    loader = Loader(FakeWorld(), workers=1)
    labels = Labels(loader, world)
    target = pygame.Surface(SIZE, 0, 32)
    view = view_of(-64)
    settled(labels, loader, view, target)
    first = {label.place.name for label in labels.labels}
    labels.enter(worldgen.World(99))
    assert not labels.labels
    settled(labels, loader, view, target)
    assert not first & {label.place.name for label in labels.labels}
    loader.stop()


def test_at_the_limit_of_the_world_there_is_nothing_to_name(world: worldgen.World) -> None:
    loader = Loader(FakeWorld(), workers=1)
    labels = Labels(loader, world)
    limit = worldgen.COORDINATE_LIMIT
    view = Camera.at_cell(limit, -limit, -64).view(*SIZE)
    for step in range(20):
        labels.update(view, 0, 0.1, step / 10)
        loader.wait()
    assert loader.idle
    loader.stop()


def test_pictures_of_names_are_bounded_and_larger_than_their_letters() -> None:
    text = LabelText()
    style = Style(16, (255, 255, 255), spaced=2)
    width, height = text.size("Somewhere", style)
    picture = text.picture("Somewhere", style, 0.0)
    assert picture.width >= width
    assert picture.height >= height
    assert text.picture("Somewhere", style, 0.0) is picture
    for number in range(400):
        text.picture(f"Isle {number}", style, 0.0)
    assert not text.ready("Somewhere", style, 0.0)
    for name in ("", "Đảo", "島", "שלום"):
        text.picture(name, Style(14, (1, 2, 3), italic=True), 30.0)
