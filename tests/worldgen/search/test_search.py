"""Searching: goals as they are written, what is tried in what order, and the command ``search``."""

from __future__ import annotations

import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import worldgen
from tests.commands import run_main
from tests.conftest import CHECKOUT
from worldgen import (
    BiomeRule,
    BiomeTable,
    ParameterError,
    SeedError,
    World,
    WorldParameters,
)
from worldgen.analysis.home import home_area
from worldgen.analysis.measure import measure_area
from worldgen.area import Area
from worldgen.files.reading import FileProblem
from worldgen.search import (
    Candidate,
    GoalError,
    Outcome,
    Query,
    Seeds,
    candidates,
    combine_goals,
    evaluate,
    make_goal,
    make_variants,
    parse_goal,
    parse_seeds,
    search,
)
from worldgen.search.contradictions import check_goals
from worldgen.search.goal_file import SHIPPED, parse_goal_text, parse_goal_toml, read_goal_file
from worldgen.search.quantities import QUANTITIES
from worldgen.search.query import default_lod
from worldgen.search.report import Report, read_report, search_key, write_report
from worldgen.search.trial import SKETCH_ERROR

SMALL = "island_spacing=512"
"""Islands small enough to be solved at once."""

LESSON = (
    "water_fraction=0.30..0.45",
    "largest_land_share>=0.8",
    "spawn_flatness<=0.02",
    "mountain_distance>=150",
    "river_reaches_sea",
)


# Goals


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("water_fraction=0.30..0.45", 0.3, 0.45),
        (" water_fraction = 0.30 .. 0.45 ", 0.3, 0.45),
        ("water_fraction=0.3..", 0.3, float("inf")),
        ("water_fraction=..0.3", float("-inf"), 0.3),
        ("peak_height>=0.9", 0.9, float("inf")),
        ("peak_height <= .9", float("-inf"), 0.9),
        ("islands>=5", 5, float("inf")),
        ("islands=5", 5, 5),
        ("islands==5", 5, 5),
        ("biome.forest>=2e-1", 0.2, float("inf")),
        ("river_reaches_sea", 1, 1),
        ("river_reaches_sea=true", 1, 1),
        ("river_reaches_sea = no", 0, 0),
    ],
)
def test_goals_are_read_as_written(text: str, low: float, high: float) -> None:
    goal = parse_goal(text)
    assert (goal.low, goal.high) == (low, high)
    assert parse_goal(str(goal)) == goal


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("watr_fraction>=0.3", "water_fraction"),
        ("biome.forrest>=0.2", "biome.forest"),
        ("zzz", "there are"),
        ("", "NAME"),
        ("water_fraction 0.3", "NAME"),
        ("water_fraction", "from 0 to 1"),
        ("water_fraction>=", "from 0 to 1"),
        ("water_fraction>=nan", "from 0 to 1"),
        ("water_fraction>=1e999", "from 0 to 1"),
        ("water_fraction>=0x1", "from 0 to 1"),
        ("water_fraction=0.1..0.2..0.3", "from 0 to 1"),
        ("water_fraction=..", "from 0 to 1"),
        ("water_fraction=true", "from 0 to 1"),
        ("water_fraction>=1.2", "never be met"),
        ("water_fraction>1", "never be met"),
        ("water_fraction<0", "never be met"),
        ("water_fraction<=-0.1", "never be met"),
        ("water_fraction=0.5..0.2", "never be met"),
        ("height_spread>=0.6", "never be met"),
        ("islands=2.5", "never be met"),
        ("mountain_distance>=5000", "never be met"),
        ("river_reaches_sea=3", "true or false"),
        ("river_reaches_sea>=1", "true or false"),
        ("wat\ner>=1", "NAME"),
    ],
)
def test_goals_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(GoalError, match=said) as caught:
        parse_goal(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("goals", "together"),
    [
        (("biome.forest>=0.6", "water_fraction>=0.5"), "more than 1"),
        (("biome.forest>=0.6", "biome.desert>=0.5"), "more than 1"),
        (("terrain.water>=0.6", "terrain.hills>=0.5"), "more than 1"),
        (("sea_fraction>=0.6", "land_fraction>=0.5"), "more than 1"),
        (("sea_fraction<=0.5", "land_fraction<=0.3"), "less than 1"),
        (("sea_fraction>=0.5", "water_fraction<=0.4"), "never more than water_fraction"),
        (("height_mean>=0.5", "peak_height<=0.4"), "never more than peak_height"),
        (("longest_river>=50", "river_length<=40"), "never more than river_length"),
        (("river_reaches_sea", "rivers=0"), "never more than rivers"),
    ],
)
def test_goals_that_contradict_one_another(goals: tuple[str, ...], together: str) -> None:
    with pytest.raises(GoalError, match=together):
        check_goals(combine_goals(map(parse_goal, goals)))


def test_goals_of_one_quantity_become_one_range() -> None:
    (goal,) = combine_goals(map(parse_goal, ("peak_height>=0.5", "peak_height<0.9")))
    assert (goal.low, goal.high) == (0.5, 0.9)
    assert goal.met(0.5)
    assert not goal.met(0.9)
    with pytest.raises(GoalError, match="both"):
        combine_goals(map(parse_goal, ("peak_height>=0.5", "peak_height<0.5")))


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_goal_is_met_inside_its_range_alone(low: float, high: float, figure: float) -> None:
    low, high = sorted((low, high))
    goal = make_goal("water_fraction", [low, high])
    assert goal.met(figure) == (low <= figure <= high)
    assert (goal.miss(figure) == 0.0) == goal.met(figure)
    assert not goal.met(None)


def test_no_mountain_at_all_is_far_enough() -> None:
    assert parse_goal("mountain_distance>=150").met(None)
    assert not parse_goal("mountain_distance<=150").met(None)
    assert not parse_goal("mountain_distance=150..300").met(None)


@pytest.mark.parametrize(
    ("goal", "parameters"),
    [
        ("biome.tundra>=0.1", {"temperature": False}),
        ("rivers>=1", {"river_density": 0.0}),
        ("river_reaches_sea", {"river_density": 0.0}),
        ("lakes>=1", {"lakes": 0.0}),
    ],
)
def test_goals_that_no_such_world_can_meet(goal: str, parameters: dict[str, object]) -> None:
    query = Query((parse_goal(goal),))
    barren = WorldParameters.from_mapping(parameters)
    with pytest.raises(GoalError, match="never be met"):
        query.check_worlds([barren])
    query.check_worlds([barren, WorldParameters()])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"goals": ()}, "no goal"),
        ({"goals": (parse_goal("islands>=5"),)}, "window"),
        ({"goals": (parse_goal("rivers>=5"),), "scope": "window", "sketch": True}, "plans"),
        ({"goals": (parse_goal("peak_height>=0.5"),), "sketch": True}, "window"),
        ({"goals": (parse_goal("rivers>=5"),), "scope": "world"}, "island, window"),
        ({"goals": (parse_goal("rivers>=5"),), "window": 0}, "window"),
        ({"goals": (parse_goal("rivers>=5"),), "lod": 11}, "lod"),
    ],
)
def test_queries_that_cannot_be(settings: dict[str, object], said: str) -> None:
    with pytest.raises(GoalError, match=said):
        Query(**settings)  # type: ignore[arg-type]


# Files of goals


def test_the_goals_of_the_lesson_come_along() -> None:
    assert SHIPPED == ("home_island",)
    file = read_goal_file("home_island")
    assert [str(goal) for goal in file.goals] == [str(parse_goal(text)) for text in LESSON]
    assert file.settings["scope"] == "island"


def test_toml_holds_all_settings() -> None:
    file = parse_goal_toml(
        """
        scope = "window"
        window = 2048
        lod = 2
        sketch = false
        [goals]
        water_fraction = "0.30..0.45"
        peak_height = ">= 0.9"
        height_mean = [0.2, 0.5]
        river_reaches_sea = true
        islands = 5
        biome.forest = ">=0.1"
        "biome.desert" = "<0.2"
        [parameters]
        octaves = 6
        [vary]
        cover = [0.4, 0.6]
        """
    )
    assert [str(goal) for goal in file.goals] == [
        "water_fraction=0.3..0.45",
        "peak_height>=0.9",
        "height_mean=0.2..0.5",
        "river_reaches_sea",
        "islands=5",
        "biome.forest>=0.1",
        "biome.desert<0.2",
    ]
    assert file.settings == {"scope": "window", "window": 2048, "lod": 2, "sketch": False}
    assert (file.parameters, file.vary) == ({"octaves": 6}, {"cover": [0.4, 0.6]})


def test_text_holds_a_goal_a_line() -> None:
    file = parse_goal_text("# mine\n\nwater_fraction=0.30..0.45\n  peak_height>=0.9\n")
    assert [str(goal) for goal in file.goals] == ["water_fraction=0.3..0.45", "peak_height>=0.9"]
    with pytest.raises(GoalError, match="line 2: there is no goal peak_hight"):
        parse_goal_text("rivers>=1\npeak_hight>=0.9")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[goals", "TOML"),
        ("[goal]\npeak_height = 1", "did you mean goals"),
        ("goals = 3", "table"),
        ("[goals]\npeak_height = '>= x'", "peak_height"),
        ("[goals]\npeak_height = [1]", "peak_height"),
        ("[goals]\npeak_height = nan", "peak_height"),
        ("[goals]\nriver_reaches_sea = 2", "true or false"),
        ("[goals]\nbiome.woods = 0.1", "no goal biome.woods"),
        ("window = '4096'", "whole number"),
        ("window = true", "whole number"),
        ("sketch = 1", "true or false"),
        ("[vary]\ncover = 0.3", "list"),
        ("[vary]\ncover = []", "list"),
        ("[goals]\na = " + "[" * 5000, "TOML"),
    ],
)
def test_toml_that_is_wrong(text: str, said: str) -> None:
    with pytest.raises(GoalError, match=said) as caught:
        parse_goal_toml(text)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"# \xe9\n")
    (tmp_path / "long.txt").write_bytes(b"#" * (1 << 20) + b"##")
    names = [tmp_path / "none.toml", tmp_path, tmp_path / "latin.txt", tmp_path / "long.txt"]
    for name in [*map(str, names), "a\0b", ""]:
        with pytest.raises(GoalError) as caught:
            read_goal_file(name)
        assert "\n" not in str(caught.value)
        assert "\0" not in str(caught.value)


# What is tried


def test_seeds_as_they_are_written() -> None:
    assert list(parse_seeds("7,atlantis,3..5, -2..0,+9")) == [7, "atlantis", 3, 4, 5, -2, -1, 0, 9]
    assert list(itertools.islice(parse_seeds("5,10.."), 4)) == [5, 10, 11, 12]
    assert parse_seeds("0..").count() is None
    assert parse_seeds("0..99,x").count() == 101
    huge = 10**30
    assert list(parse_seeds(f"{huge}..{huge + 1}")) == [huge, huge + 1]
    assert parse_seeds(f"0..{10**40}").count() == 10**40 + 1


@pytest.mark.parametrize("text", ["", "1,,2", "5..3", "0..,7", ",", " "])
def test_seeds_that_are_none(text: str) -> None:
    with pytest.raises(SeedError):
        parse_seeds(text)


@given(st.integers(0, 14))
def test_seeds_go_on_from_any_index(index: int) -> None:
    seeds = parse_seeds("7,a,3..8,b,20..22")
    assert list(seeds.from_index(index)) == list(seeds)[index:]
    assert next(parse_seeds("1..").from_index(10**18)) == 10**18 + 1


def test_variants_are_every_combination_in_order() -> None:
    variants = make_variants({"octaves": 5}, {"cover": [0.2, 0.3], "warp": [0.1, 0.4, 0.5]})
    assert [(v.octaves, v.cover, v.warp) for v in variants] == [
        (5, cover, warp) for cover in (0.2, 0.3) for warp in (0.1, 0.4, 0.5)
    ]
    for fixed, varied in (
        ({"cover": 0.1}, {"cover": [0.2]}),
        ({}, {"cover": []}),
        ({}, {"cover": [3.0]}),
        ({}, {"kover": [0.3]}),
        ({}, {"relief_steps": list(range(101)), "octaves": list(range(1, 101))}),
    ):
        with pytest.raises(ParameterError):
            make_variants(fixed, varied)


@given(st.integers(0, 13))
def test_candidates_go_on_from_any_index(first: int) -> None:
    variants = make_variants({}, {"cover": [0.2, 0.3, 0.4]})
    seeds = parse_seeds("4..6,x")
    assert list(candidates(seeds, variants, first)) == list(candidates(seeds, variants))[first:]
    assert [c.index for c in candidates(seeds, variants)] == list(range(12))


# Searching

ANYTHING = tuple(
    make_goal(name, ">=0")
    for name, quantity in QUANTITIES.items()
    if not (quantity.flag or quantity.windows_only)
)
"""Goals about every figure, which any world meets."""

Figures = dict[str, float | int | bool | None]


def small_candidates(seeds: str) -> list[Candidate]:
    return list(candidates(parse_seeds(seeds), make_variants({"island_spacing": 512}, {})))


@pytest.fixture(scope="module")
def measured_worlds() -> list[tuple[Candidate, Figures]]:
    """Some worlds and all figures of their home islands, measured with nothing left out."""
    return [
        (each, figures_in_full(World(each.seed, each.parameters)))
        for each in small_candidates("0..3")
    ]


def figures_in_full(world: World) -> Figures:
    area = home_area(world)
    assert area is not None
    return measure_area(world, area).figures()


@pytest.mark.parametrize(
    "names",
    [("peak_height", "rivers"), ("mountain_distance", "largest_land_share")],
)
def test_hits_are_the_worlds_that_meet_all_goals_and_no_others(
    names: tuple[str, ...], measured_worlds: list[tuple[Candidate, Figures]]
) -> None:
    goals = []
    for name in names:
        found = sorted(float(figures[name] or 0.0) for _, figures in measured_worlds)
        goals.append(make_goal(name, f">={found[len(found) // 2 - 1]!r}"))
    query = Query(tuple(goals))
    outcomes = list(search(query, [candidate for candidate, _ in measured_worlds]))
    for outcome, (_, figures) in zip(outcomes, measured_worlds, strict=True):
        assert outcome.hit == all(goal.met(figures[goal.quantity]) for goal in goals)
        assert (outcome.miss == 0.0) == outcome.hit
        if outcome.hit:
            assert outcome.figures == {name: figures[name] for name in names}
        else:
            assert outcome.failed in [str(goal) for goal in goals]
    assert 0 < sum(outcome.hit for outcome in outcomes) < len(outcomes)


@pytest.mark.parametrize(
    "query",
    [
        Query(ANYTHING),
        Query(ANYTHING, lod=2),
        Query((*ANYTHING, parse_goal("islands>=0")), scope="window", window=700),
    ],
    ids=["island", "coarse", "window"],
)
def test_a_figure_is_what_stats_says_of_the_same_area(query: Query) -> None:
    for candidate in small_candidates("3"):
        world = World(candidate.seed, candidate.parameters)
        corner = query.corner
        area = (
            home_area(world, query.lod)
            if query.scope == "island"
            else Area.of_cells(corner, corner, query.window, query.window, query.lod)
        )
        assert area is not None
        figures = measure_area(world, area).figures()
        outcome = evaluate(query, candidate)
        assert outcome.figures == {name: figures[name] for name in outcome.figures}
        assert set(outcome.figures) == {goal.quantity for goal in query.goals}


def test_what_a_sketch_foresees_is_so() -> None:
    """A world that is rejected after a glance would have been rejected in the end."""
    for parameters in (
        {},
        {"lakes": 1.0, "river_density": 1.0},
        {"cover": 0.9, "water_level": 0.3},
    ):
        variants = make_variants({"island_spacing": 512, **parameters}, {})
        for candidate in candidates(parse_seeds("20"), variants):
            world = World(candidate.seed, candidate.parameters)
            area = home_area(world)
            assert area is not None
            full = measure_area(world, area, spawn=False).statistics
            glance = home_area(world, 2)
            assert glance is not None
            seen = measure_area(world, glance, sketch=True).statistics
            for name in ("water_fraction", "sea_fraction", "land_fraction"):
                difference = full.shares()[name] / full.samples - seen.shares()[name] / seen.samples
                assert abs(difference) < 0.8 * SKETCH_ERROR


def test_jobs_find_the_same_and_can_be_left_at_any_time() -> None:
    goals = (parse_goal("largest_land_share>=0.5"), parse_goal("land_fraction>=0.2"))
    query = Query(goals, scope="window", window=1024, lod=3, sketch=True)
    tried = small_candidates("0..15")
    alone = list(search(query, tried))
    assert any(outcome.hit for outcome in alone)
    endless = candidates(parse_seeds("0.."), make_variants({"island_spacing": 512}, {}))
    found = search(query, endless, jobs=2)
    assert list(itertools.islice(found, len(alone))) == alone
    found.close()


def test_reports_say_what_rejected_worlds_most_frequent_first() -> None:
    report = Report()
    for index, (failed, passed, miss) in enumerate(
        [("a", 0, 0.1), ("b", 2, 0.5), ("b", 2, 0.2), (None, 3, 0.0), ("a", 1, 0.1), ("b", 2, 0.2)]
    ):
        report.add(Outcome(index, index, WorldParameters(), {}, failed, passed, miss))
    assert report.reasons() == [("b", 3), ("a", 2)]
    assert report.nearest is not None
    assert report.nearest.index == 2
    assert [hit.index for hit in report.hits] == [3]


def test_reports_are_kept_and_read_again(tmp_path: Path) -> None:
    query = Query((parse_goal("peak_height>=0.6"),), scope="window", window=512, sketch=True)
    seeds, variants = parse_seeds(f"0..3,{2**70},é"), make_variants({"cover": 0.8}, {})
    key = search_key(query, seeds, variants)
    report = Report()
    for outcome in search(query, candidates(seeds, variants)):
        report.add(outcome)
    path = tmp_path / "state.json"
    write_report(path, report, key)
    assert read_report(path, key) == report
    with pytest.raises(FileProblem, match="another search"):
        read_report(path, "x" + key[1:])
    data = path.read_bytes()
    for length in range(0, len(data), 7):
        path.write_bytes(data[:length])
        with pytest.raises(FileProblem):
            read_report(path, key)
    whole = json.loads(data)
    for name in whole:
        path.write_text(json.dumps({k: v for k, v in whole.items() if k != name}))
        with pytest.raises(FileProblem):
            read_report(path, key)
        path.write_text(json.dumps(whole | {name: [None]}))
        with pytest.raises(FileProblem):
            read_report(path, key)


def test_keys_of_searches_tell_them_apart() -> None:
    query = Query((parse_goal("peak_height>=0.6"),))
    variants = make_variants({}, {})
    keys = {
        search_key(query, parse_seeds("0..9"), variants),
        search_key(query, parse_seeds("0.."), variants),
        search_key(Query(query.goals, lod=1), parse_seeds("0.."), variants),
        search_key(Query((parse_goal("peak_height>=0.7"),)), parse_seeds("0.."), variants),
        search_key(query, parse_seeds("0.."), make_variants({"cover": 0.3}, {})),
    }
    assert len(keys) == 5
    assert isinstance(parse_seeds("0.."), Seeds)


# The command

QUICK = ("--window=1024", "--lod=3", "--sketch", "--quiet", "--set", SMALL)


@pytest.fixture
def state(tmp_path: Path) -> str:
    return f"--state={tmp_path / 'state.json'}"


def test_hits_can_be_pasted(state: str, capsys: pytest.CaptureFixture[str]) -> None:
    goals = ("land_fraction>=0.3", "largest_land_share>=0.3")
    vary = ("--vary", "cover=0.5,0.9", "--seeds=0..20,o'clock")
    assert run_main("search", *goals, *QUICK, "temperature=false", *vary, state, "--count=2") == 0
    printed = capsys.readouterr().out.splitlines()
    heads = [line for line in printed if line.startswith("# seed ")]
    calls = [line[2:] for line in printed if line.startswith("# worldgen.World(")]
    commands = [line for line in printed if line.startswith("python -m worldgen ")]
    games = [line for line in printed if line.startswith("python -m game ")]
    assert len(heads) == len(calls) == len(commands) == len(games) == 2
    for head, call, command in zip(heads, calls, commands, strict=True):
        world = eval(call, {"worldgen": worldgen})
        assert run_main(*shlex.split(command)[3:], "--json", "--quiet") == 0
        stats = json.loads(capsys.readouterr().out)
        assert stats["seed"] == str(world.seed)
        assert stats["parameters"] == world.parameters.to_mapping()
        for goal in map(parse_goal, goals):
            figure = stats["figures"][goal.quantity]
            assert goal.met(figure)
            assert f"{goal.quantity} {figure:.4f}" in head


def test_the_goals_of_the_lesson_are_met_by_some_world(
    state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = "--seeds=20..30"
    words = ("search", "--goals", "home_island", seeds, "--count=1", "--json", "--quiet")
    assert run_main(*words, state) == 0
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    for goal in map(parse_goal, LESSON):
        assert goal.met(hit["figures"][goal.quantity])
    world = World(hit["seed"])
    figures = figures_in_full(world)
    for goal in map(parse_goal, LESSON):
        assert figures[goal.quantity] == hit["figures"][goal.quantity]


@pytest.mark.slow
def test_any_number_of_jobs_prints_the_same(state: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for jobs in ("1", "2"):
        words = ("search", "land_fraction>=0.25", *QUICK, "--seeds=0..60", f"--jobs={jobs}")
        assert run_main(*words, "--count=3", state) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].count("python -m game") == 3


def test_none_says_what_was_nearest_and_why(state: str, capsys: pytest.CaptureFixture[str]) -> None:
    goals = ("land_fraction>=0.01", "peak_height>=0.99")
    assert run_main("search", *goals, *QUICK, "--seeds=0..9", state) == 1
    printed = capsys.readouterr().out
    assert "# none in 10 worlds\n" in printed
    assert "# nearest was seed " in printed
    assert "peak_height>=0.99" in printed
    assert run_main("search", *goals, *QUICK, "--seeds=0..9", state, "--json") == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["tried"], result["hits"]) == (10, [])
    assert sum(result["rejected"].values()) == 10
    assert result["nearest"]["seed"] in map(str, range(10))


def test_a_search_goes_on_where_it_stopped(
    tmp_path: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("search", "land_fraction>=0.25", *QUICK, "--seeds=0..60", "--json")
    assert run_main(*words, f"--state={tmp_path / 'other.json'}", "--count=4") == 0
    at_once = json.loads(capsys.readouterr().out)
    assert run_main(*words, state, "--count=2") == 0
    part = json.loads(capsys.readouterr().out)
    assert part["tried"] < at_once["tried"]
    assert run_main(*words, state, "--count=4", "--resume") == 0
    assert json.loads(capsys.readouterr().out) == at_once
    assert run_main(*words, state, "--count=3", "--resume") == 0
    assert json.loads(capsys.readouterr().out) == at_once


def test_resuming_something_else_or_damaged_is_refused(
    tmp_path: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("search", "land_fraction>=0.25", *QUICK, "--seeds=0..9", state, "--resume")
    assert run_main(*words) in (0, 1)
    assert "begins anew" in capsys.readouterr().err
    assert run_main("search", "peak_height>=0.1", *words[1:]) == 2
    assert "another search" in capsys.readouterr().err
    path = tmp_path / "state.json"
    path.write_bytes(path.read_bytes()[:-9])
    damaged = path.read_bytes()
    assert run_main(*words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert path.read_bytes() == damaged


def test_a_state_that_cannot_be_written_is_one_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    state = f"--state={tmp_path / 'file' / 'state.json'}"
    assert run_main("search", "land_fraction>=0.25", *QUICK, "--seeds=0..9", state) in (0, 1)
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "cannot be resumed" in error


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_ctrl_c_prints_what_it_has(jobs: int, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    words = ["search", "land_fraction>=0.25", *QUICK, "--count=1000", f"--state={state}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "worldgen", *words, "--seeds=0..", f"--jobs={jobs}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    # As a terminal does: to the search and to its processes.
    os.killpg(process.pid, signal.SIGINT)
    rest, error = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in error
    assert first.startswith("# seed ")
    assert "interrupted, --resume goes on" in rest
    assert json.loads(state.read_bytes())["tried"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no goal"),
        (("--goals", "nowhere.toml"), "nowhere.toml"),
        (("watr_fraction>=0.3",), "water_fraction"),
        (("water_fraction>=1.3",), "never be met"),
        (("water_fraction>=0.7", "biome.forest>=0.7"), "more than 1"),
        (("islands>=3",), "window"),
        (("rivers>=3", "--set", "river_density=0"), "river_density"),
        (("rivers>=3", "--seeds", "5..3"), "5..3"),
        (("rivers>=3", "--seeds", "0..,5"), "no end"),
        (("rivers>=3", "--count", "0"), "--count"),
        (("rivers>=3", "--count", "x"), "--count"),
        (("rivers>=3", "--jobs", "0"), "--jobs"),
        (("rivers>=3", "--window", "0"), "--window"),
        (("rivers>=3", "--lod", "11"), "--lod"),
        (("rivers>=3", "--scope", "sea"), "--scope"),
        (("rivers>=3", "--vary", "cover"), "--vary"),
        (("rivers>=3", "--vary", "kover=0.3"), "cover"),
        (("rivers>=3", "--vary", "cover=0.1..9/3"), "cover"),
        (("rivers>=3", "--vary", "cover=a..b/3"), "--vary"),
        (("rivers>=3", "--vary", "cover=0.1,0.2", "--set", "cover=0.3"), "both"),
        (("rivers>=3", "--vary", "water_level=0.4,0.5"), "beach_level"),
        (("rivers>=3", "--sketch"), "plans"),
    ],
)
def test_search_refuses_in_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_main("search", "--quiet", *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_a_range_of_a_parameter_is_tried_in_even_steps(
    state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("search", "peak_height>=0.999", *QUICK, "--seeds=3", state, "--json")
    assert run_main(*words, "--vary", "cover=0.2..0.8/4", "octaves=4..8/3") == 1
    assert json.loads(capsys.readouterr().out)["tried"] == 12


def test_a_window_is_looked_at_as_finely_as_is_worth_it() -> None:
    assert [default_lod("window", side, True) for side in (1, 512, 513, 4096, 1 << 20)] == [
        0, 0, 1, 3, 10,
    ]  # fmt: skip
    # From lod 5 on there are only sketches.
    assert default_lod("window", 1 << 20, False) == 4
    assert default_lod("island", 4096, False) == 0


def test_a_window_says_what_it_costs_before_it_begins(
    state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("search", "land_fraction>=0.99", "--window=512", "--set", SMALL, "--seeds=0..1")
    assert run_main(*words, state) == 1
    assert "islands" in capsys.readouterr().err.splitlines()[0]


UNGUARDED = """
from worldgen.search import *
query = Query((parse_goal("peak_height>=0.1"),), scope="window", window=512, sketch=True)
for outcome in search(query, candidates(parse_seeds("0..7"), make_variants({}, {})), jobs=2):
    print(outcome.seed)
"""


def test_processes_of_a_script_without_a_main_guard(tmp_path: Path) -> None:
    path = tmp_path / "unguarded.py"
    path.write_text(UNGUARDED)
    done = subprocess.run(
        [sys.executable, str(path)],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and not done.stdout
    last = done.stderr.splitlines()[-1]
    assert "JobsError: search(jobs=2) starts processes" in last and "__main__" in last
    assert done.stderr.count("Traceback") == 1


def test_goals_can_be_about_own_biomes() -> None:
    table = BiomeTable("wet", [BiomeRule("salt marsh", {"height": (None, 0.45)}, (120, 130, 90))])
    with pytest.raises(GoalError, match=r"there is no goal biome\.salt_marsh"):
        parse_goal("biome.salt_marsh>=0.01")
    goal = parse_goal("biome.salt_marsh>=0.01", table)
    with pytest.raises(GoalError, match=r"there is no goal biome\.salt_marsh"):
        Query((goal,), scope="window", window=2048, sketch=True)
    query = Query((goal,), scope="window", window=2048, sketch=True, biomes=table)
    tried = list(candidates(parse_seeds("0..3"), make_variants({}, {})))
    hits = [outcome for outcome in search(query, tried) if outcome.hit]
    assert hits
    for hit in hits:
        area = Area(-1024, -1024, 2048, 2048)
        measured = measure_area(World(hit.seed, biomes=table), area, sketch=True)
        assert measured.figures()["biome.salt_marsh"] == hit.figures["biome.salt_marsh"]
    plain = Query((parse_goal("landmasses>=0"),))
    seeds, variants = parse_seeds("0..3"), make_variants({}, {})
    assert search_key(plain, seeds, variants) != search_key(
        replace(plain, biomes=table), seeds, variants
    )


def test_lines_of_a_hit_make_its_world_with_its_own_biomes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = BiomeTable("dry", [BiomeRule("desert", {})])
    path = tmp_path / "dry.json"
    worldgen.save_biomes(path, table)
    arguments = ("--seeds", "7", "--window", "256", "--sketch", "--biomes", str(path), "--quiet")
    assert run_main("search", "biome.forest=0", *arguments, "--state", str(tmp_path / "s")) == 0
    told = capsys.readouterr().out
    assert f"python -m game --seed=7 --biomes={path}" in told
    call = next(line for line in told.splitlines() if line.startswith("# worldgen.World("))
    assert eval(call[2:]) == World(7, biomes=table)
