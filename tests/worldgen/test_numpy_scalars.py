"""Numbers, flags and words as arrays hold them are taken everywhere, and become plain ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from worldgen import CoordinateError, ParameterError, World, WorldParameters
from worldgen.area import Area
from worldgen.files.save import load_world, save_world
from worldgen.parameters import RULES, Choice, Flag, Real, Whole
from worldgen.search import Query, make_goal, make_variants, parse_seeds
from worldgen.search.report import search_key

WHOLE = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
REAL = (np.float16, np.float32, np.float64, np.longdouble)


def scalars(value: Any) -> list[Any]:
    """Return a parameter's value as every scalar of numpy that holds it."""
    if isinstance(value, bool):
        return [np.bool_(value)]
    if isinstance(value, str):
        return [np.str_(value)]
    if isinstance(value, int):
        return [kind(value) for kind in WHOLE if np.iinfo(kind).max >= value]
    return [kind(value) for kind in REAL]


@pytest.mark.parametrize("name", RULES)
def test_parameters(name: str, tmp_path: Path) -> None:
    usual = WorldParameters()
    value = getattr(usual, name)
    for scalar in scalars(value):
        parameters = WorldParameters(**{name: scalar})
        assert type(getattr(parameters, name)) is type(value)
        if not isinstance(value, float):
            assert parameters == usual
        save_world(tmp_path / "a.json", World(1, parameters))
        assert load_world(tmp_path / "a.json").parameters == parameters
        assert make_variants({}, {name: [scalar]}) == (parameters,)


@pytest.mark.parametrize(("name", "rule"), RULES.items())
def test_no_kind_is_taken_for_another(name: str, rule: object) -> None:
    wrong: list[Any] = [np.array([1]), np.array(True), np.bytes_(b"x"), np.datetime64(1, "s")]
    if not isinstance(rule, Flag):
        wrong.append(np.bool_(True))
    if isinstance(rule, Flag | Choice):
        wrong += [np.int64(1), np.float64(1.0)]
    if isinstance(rule, Whole | Real):
        wrong.append(np.str_("1"))
    for value in wrong:
        with pytest.raises(ParameterError, match=name):
            WorldParameters(**{name: value})


@pytest.mark.parametrize("kind", WHOLE)
def test_places(kind: Any) -> None:
    world = World(kind(7))
    number: Any = kind(100)
    assert world == World(7)
    plain = world.region(100, 100, 3, 2, lod=5)
    same = world.region(number, number, kind(3), kind(2), lod=kind(5))
    assert (same.height == plain.height).all()
    area = Area(number, number, kind(3), kind(2), kind(5))
    assert area == Area(100, 100, 3, 2, 5)
    # In its own few bytes this would be beyond the largest number of that kind.
    assert area.x == 3200
    assert Area.of_cells(number, number, number, number) == Area.of_cells(100, 100, 100, 100)


def test_flags_are_no_places() -> None:
    flag: Any = np.bool_(True)
    with pytest.raises(CoordinateError):
        Area(flag, 0, 1, 1)
    with pytest.raises(CoordinateError):
        World(1).region(flag, 0, 1, 1)


def test_goals_and_queries() -> None:
    assert make_goal("rivers", np.int64(5)) == make_goal("rivers", 5)
    assert make_goal("rivers", [np.int8(1), np.float32(5)]) == make_goal("rivers", [1, 5])
    assert make_goal("river_reaches_sea", np.bool_(True)) == make_goal("river_reaches_sea", True)
    goals = (make_goal("water_fraction", np.float64(0.5)),)
    number: Any = np.int64(64)
    flag: Any = np.bool_(True)
    query = Query(goals, "window", number, np.int16(2), flag)  # type: ignore[arg-type]
    plain = Query(goals, "window", 64, 2, True)
    keys = [search_key(each, parse_seeds("1"), (WorldParameters(),)) for each in (query, plain)]
    assert keys[0] == keys[1]


def test_figures_of_such_areas_are_json() -> None:
    from worldgen.analysis.measure import measure_area

    area = Area(np.int32(0), np.int32(0), np.int8(9), np.int8(9), np.int8(8))  # type: ignore[arg-type]
    assert json.dumps(measure_area(World(1), area, sketch=True).to_mapping())
