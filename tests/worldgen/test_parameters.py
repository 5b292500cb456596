"""Parameters: every wrong one is refused at once, by name, with what is allowed."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import itertools
import math
import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import worldgen
from worldgen.parameters import (
    RULES,
    Choice,
    ParameterError,
    Real,
    Rule,
    Whole,
    WorldParameters,
)

LEVELS = ("water_level", "beach_level", "mountain_level", "snow_level")
MOISTURES = ("desert_moisture", "forest_moisture")
NUMBERS = {name: rule for name, rule in RULES.items() if isinstance(rule, Whole | Real)}
WRONG_FOR_ALL: tuple[object, ...] = (
    None,
    [],
    {},
    ...,
    b"1",
    1j,
    math.nan,
    math.inf,
    -math.inf,
    "no such word",
)


def refused(**changes: object) -> str:
    """Return the one line with which a change is refused."""
    with pytest.raises(ParameterError) as refusal:
        WorldParameters(**changes)  # type: ignore[arg-type]
    assert isinstance(refusal.value, ValueError)
    message = str(refusal.value)
    assert "\n" not in message
    assert len(message) < 600
    return message


def test_rules_and_fields_are_the_same_and_the_defaults_obey() -> None:
    fields = [field.name for field in dataclasses.fields(WorldParameters)]
    assert fields == list(RULES)
    defaults = WorldParameters()
    for name, rule in RULES.items():
        assert rule.check(name, getattr(defaults, name)) == getattr(defaults, name)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("value", WRONG_FOR_ALL, ids=repr)
def test_wrong_for_any_field(name: str, value: object) -> None:
    message = refused(**{name: value})
    assert name in message
    assert str(RULES[name]) in message


@pytest.mark.parametrize(("name", "rule"), NUMBERS.items())
def test_numbers_out_of_range(name: str, rule: Whole | Real) -> None:
    wrong: list[object] = [rule.low - 1, rule.high + 1, 10**400, -(10**400), 10**5000, "3", True]
    wrong += [np.float64("nan"), np.bool_(True), -1e-308 if rule.low == 0 else 1e-308]
    if isinstance(rule, Whole):
        wrong += [float(rule.low), rule.low + 0.5, Fraction(1, 2)]
    else:
        wrong += [math.nextafter(rule.low, -math.inf), math.nextafter(rule.high, math.inf)]
    for value in wrong:
        message = refused(**{name: value})
        assert name in message
        assert f"{rule.low:g}" in message or str(rule.low) in message
        assert f"{rule.high:g}" in message or str(rule.high) in message


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("octaves", value) for value in (0, -1, 1.5, True, 10**9, 13, "6")],
        *[("feature_size", value) for value in (0, -1, 1e-308, math.nan, 0.0, 1e308)],
        *[("lacunarity", value) for value in (0, 1, 1.0, -2)],
        *[("persistence", value) for value in (0, 2, -1, 1.0)],
        *[("water_level", value) for value in (-1, 0, 1, 2)],
        *[("island", value) for value in (0, 1, "true", "false", None)],
        *[("noise", value) for value in ("Gradient", "", "simplex", 0)],
        *[("island_spacing", value) for value in (0, 1000, 1025, 1 << 40)],
    ],
)
def test_faults_that_others_had(name: str, value: object) -> None:
    assert name in refused(**{name: value})


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("octave", "octaves"),
        ("Octaves", "octaves"),
        ("waterlevel", "water_level"),
        ("islands", "island"),
        ("erosoin", "erosion"),
    ],
)
def test_misspelt_names(name: str, meant: str) -> None:
    message = refused(**{name: 1})
    assert name in message
    assert f"did you mean {meant} ({RULES[meant]})" in message


@pytest.mark.parametrize("name", ["", "zzz", "chunk_size", "x" * 10_000, "a\nb"])
def test_unknown_names(name: str) -> None:
    message = refused(**{name: 1})
    assert "there is no parameter" in message
    assert "octaves" in message


@pytest.mark.parametrize("names", [LEVELS, MOISTURES])
def test_levels_must_rise(names: tuple[str, ...]) -> None:
    defaults = WorldParameters()
    for lower, higher in itertools.pairwise(names):
        for change in ({higher: getattr(defaults, lower)}, {lower: getattr(defaults, higher)}):
            message = refused(**change)
            assert f"{higher} must be above {lower}" in message


def test_land_by_rules_alone_needs_islands() -> None:
    assert "island" in refused(relief="rules", island=False)


@pytest.mark.parametrize("mapping", [[], "octaves", 3, None, [("octaves", 3)]])
def test_only_names_and_values_are_a_mapping(mapping: Any) -> None:
    with pytest.raises(ParameterError, match="by name"):
        WorldParameters.from_mapping(mapping)


def test_names_must_be_text() -> None:
    with pytest.raises(ParameterError, match="there is no parameter"):
        WorldParameters.from_mapping({1: 2})  # type: ignore[dict-item]


def test_numbers_of_numpy_become_plain_ones() -> None:
    parameters = WorldParameters(octaves=np.int32(5), erosion=np.float32(0.5))  # type: ignore[arg-type]
    assert (type(parameters.octaves), type(parameters.erosion)) == (int, float)
    assert parameters == WorldParameters(octaves=5, erosion=0.5)


def test_minus_zero_is_zero() -> None:
    assert math.copysign(1.0, WorldParameters(erosion=-0.0).erosion) == 1.0


def test_frozen() -> None:
    parameters = WorldParameters()
    with pytest.raises(dataclasses.FrozenInstanceError):
        parameters.octaves = 3  # type: ignore[misc]
    mapping = parameters.to_mapping()
    mapping["octaves"] = 3
    assert parameters.octaves == WorldParameters().octaves
    world = worldgen.World(1, parameters)
    with pytest.raises(AttributeError):
        world.parameters = WorldParameters(octaves=3)  # type: ignore[misc]


def test_copies_are_equal() -> None:
    parameters = WorldParameters(octaves=3, noise="value", erosion=0.25)
    assert copy.copy(parameters) == copy.deepcopy(parameters) == parameters
    assert pickle.loads(pickle.dumps(parameters)) == parameters
    assert dataclasses.replace(parameters) == parameters
    assert WorldParameters.from_mapping(parameters.to_mapping()) == parameters
    assert hash(WorldParameters.from_mapping(parameters.to_mapping())) == hash(parameters)
    with pytest.raises(ParameterError, match="octaves"):
        dataclasses.replace(parameters, octaves=99)


def values_of(rule: Rule) -> st.SearchStrategy[Any]:
    if isinstance(rule, Whole):
        return st.integers(rule.low // rule.step, rule.high // rule.step).map(
            lambda count: count * rule.step
        )
    if isinstance(rule, Real):
        return st.floats(rule.low, rule.high)
    return st.sampled_from(rule.words) if isinstance(rule, Choice) else st.booleans()


@st.composite
def legal_mappings(draw: st.DrawFn) -> dict[str, Any]:
    mapping = {name: draw(values_of(rule)) for name, rule in RULES.items()}
    for names in (LEVELS, MOISTURES):
        values = draw(
            st.lists(st.floats(0.02, 0.98), min_size=len(names), max_size=len(names), unique=True)
        )
        mapping |= zip(names, sorted(values), strict=True)
    mapping["island"] |= mapping["relief"] == "rules"
    return mapping


@given(legal_mappings())
def test_every_legal_set_is_taken_as_it_is(mapping: dict[str, Any]) -> None:
    parameters = WorldParameters.from_mapping(mapping)
    assert parameters.to_mapping() == mapping


def edges() -> Iterator[dict[str, Any]]:
    """Yield sets with one field at the edge of its range, and levels pressed to either end."""
    for name, rule in RULES.items():
        if name in LEVELS + MOISTURES:
            continue
        if isinstance(rule, Whole | Real):
            yield from ({name: rule.low}, {name: rule.high})
        elif isinstance(rule, Choice):
            yield from ({name: word} for word in rule.words)
        else:
            yield from ({name: False}, {name: True})
    for levels in ((0.02, 0.021, 0.022, 0.023), (0.02, 0.4, 0.9, 1.0), (0.98, 0.985, 0.99, 1.0)):
        yield dict(zip(LEVELS, levels, strict=True))
    for moistures in ((0.0, 1.0), (0.0, 1e-300), (math.nextafter(1.0, 0.0), 1.0)):
        yield dict(zip(MOISTURES, moistures, strict=True))


@pytest.mark.parametrize("mapping", list(edges()), ids=str)
def test_the_edges_of_every_range_make_a_world(mapping: dict[str, Any]) -> None:
    world = worldgen.World(1, WorldParameters.from_mapping(mapping))
    chunk = world.chunk(0, 0, lod=3, sketch=True)
    for field in (chunk.height, chunk.moisture, chunk.temperature):
        assert ((field >= 0) & (field <= 1)).all()


def test_the_docstring_tells_the_range_of_every_field() -> None:
    text = inspect.getdoc(WorldParameters) or ""
    for name, rule in RULES.items():
        told = re.search(rf"^    {name}: (.+)", text, re.MULTILINE)
        assert told is not None, name
        if isinstance(rule, Whole | Real):
            assert told[1].startswith(f"{rule.low:.10g}..{rule.high:.10g}"), name
        elif isinstance(rule, Choice):
            assert all(f'``"{word}"``' in text for word in rule.words), name
        else:
            assert told[1].startswith("True or False. "), name
