"""Seeds: their one canonical form, and keys that no two of them share."""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldgen import World
from worldgen.seed import (
    MAX_SEED_CHARACTERS,
    MAX_SEED_DIGITS,
    Seed,
    SeedError,
    layer_key,
    next_seed,
    normalize_seed,
    previous_seed,
    world_key,
)

TEXT_SEEDS = ("a", "b", "ab", "ba", "\u00e9", "日本", "🏝", "x" * 10_000)
LARGEST = 10**MAX_SEED_DIGITS - 1

GOLDEN_KEYS = {
    "0": 0xE3272C8B9338AAB6,
    "-1": 0x29E4CB7DB622E243,
    "2**64": 0x9D2EF2DB8E02EFDD,
    "atlantis": 0x10240C5345D27E60,
    "日本": 0x16C9548F99F282E3,
    "height 3": 0xEA8693E973ECF2CC,
}


def short(value: object) -> str:
    """Name a test case; pytest itself cannot write out the longest numbers."""
    if isinstance(value, int) and abs(value) > 10**30:
        return f"{value.bit_length()} bits"
    return ascii(value)[:30]


def picture_of(seed: Seed) -> str:
    """Return a digest of one sketched chunk of the world of a seed."""
    chunk = World(seed).chunk(3, -2, lod=2, sketch=True)
    fields = (chunk.height, chunk.moisture, chunk.temperature, chunk.biome, chunk.water_level)
    return hashlib.sha256(b"".join(field.tobytes() for field in fields)).hexdigest()


@pytest.mark.parametrize(
    ("given_seed", "canonical"),
    [
        (0, 0),
        (-1, -1),
        ("42", 42),
        (" 42 ", 42),
        ("042", 42),
        ("+42", 42),
        ("-42", -42),
        ("-0", 0),
        ("42\n", 42),
        ("4.2e1", "4.2e1"),
        ("42abc", "42abc"),
        ("4 2", "4 2"),
        ("1_000", "1_000"),
        ("--1", "--1"),
        ("0x10", "0x10"),
        ("٤٢", "٤٢"),
        ("４２", "４２"),
        (" atlantis ", "atlantis"),
        ("e\u0301", "\u00e9"),
        ("\u00e9", "\u00e9"),
        ("a\0b", "a\0b"),
        (np.int64(-7), -7),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (np.str_(" 7 "), 7),
        (LARGEST, LARGEST),
        (-LARGEST, -LARGEST),
        ("9" * MAX_SEED_DIGITS, LARGEST),
        ("-" + "9" * MAX_SEED_DIGITS, -LARGEST),
    ],
    ids=short,
)
def test_canonical_form(given_seed: object, canonical: Seed) -> None:
    seed = normalize_seed(given_seed)
    assert seed == canonical
    assert type(seed) is type(canonical)


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        ("", "empty"),
        (" \t\n", "empty"),
        (None, "NoneType"),
        (True, "True"),
        (np.True_, "bool"),
        (12.0, "float"),
        (b"atlantis", "bytes"),
        ([], "list"),
        ("\ud800", "surrogate"),
        ("x" * (MAX_SEED_CHARACTERS + 1), f"{MAX_SEED_CHARACTERS} characters"),
        ("1" * 5000, f"{MAX_SEED_DIGITS} digits"),
        (LARGEST + 1, f"{MAX_SEED_DIGITS} digits"),
        (-LARGEST - 1, f"{MAX_SEED_DIGITS} digits"),
        (1 << 1_000_000, f"{MAX_SEED_DIGITS} digits"),
    ],
    ids=short,
)
def test_refused(seed: object, reason: str) -> None:
    with pytest.raises(SeedError, match=reason) as refusal:
        normalize_seed(seed)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@given(st.one_of(st.integers(), st.text()))
def test_canonical_form_is_final_and_survives_text(seed: Seed) -> None:
    try:
        canonical = normalize_seed(seed)
    except SeedError:
        return
    assert normalize_seed(canonical) == canonical
    # This is how a seed is saved.
    assert normalize_seed(str(canonical)) == canonical
    assert type(normalize_seed(str(canonical))) is type(canonical)


@pytest.mark.parametrize("seed", [0, 1, -1, 7, 2**31, 2**53 + 1, 2**63, 2**64 - 1])
def test_no_seed_is_cut_short(seed: int) -> None:
    seeds = {seed, -seed, 10**40 + seed}
    seeds |= {seed + 2**bits for bits in (0, 3, 8, 16, 31, 32, 40, 53, 63, 64, 128)}
    assert len({world_key(normalize_seed(each)) for each in seeds}) == len(seeds) >= 13


def test_number_and_text_are_different_worlds() -> None:
    assert world_key("42 ".strip() + "abc") != world_key(42)
    assert world_key(-1) != world_key(2**64 - 1)


def test_golden_keys() -> None:
    """The keys decide every world: a change here is a new generator version."""
    assert world_key(0) == GOLDEN_KEYS["0"]
    assert world_key(-1) == GOLDEN_KEYS["-1"]
    assert world_key(2**64) == GOLDEN_KEYS["2**64"]
    assert world_key("atlantis") == GOLDEN_KEYS["atlantis"]
    assert world_key("日本") == GOLDEN_KEYS["日本"]
    assert layer_key(world_key(0), "height", 3) == GOLDEN_KEYS["height 3"]


def test_layers_and_octaves_have_keys_of_their_own() -> None:
    keys = {
        layer_key(world_key(seed), layer, index)
        for seed in range(20)
        for layer in ("height", "moisture", "warp", "heigh", "t")
        for index in range(12)
    }
    assert len(keys) == 20 * 5 * 12


def test_every_seed_makes_a_world_of_its_own_in_any_order() -> None:
    seeds: list[Seed] = [1, 2**63 + 5, -1, -(2**63), 2**63, 2**64 - 1, 2**64, 10**40, 0]
    seeds += TEXT_SEEDS
    forward = {str(seed): picture_of(seed) for seed in seeds}
    backward = {str(seed): picture_of(seed) for seed in reversed(seeds)}
    assert forward == backward
    assert len(set(forward.values())) == len(seeds)


def test_seeds_over_the_full_range_make_worlds() -> None:
    source = random.Random(7)
    seeds: list[Seed] = [source.randrange(-(2**65), 2**65) for _ in range(150)]
    seeds += [chr(source.randrange(0x20, 0xD7FF)) + chr(source.randrange(0x20)) for _ in range(50)]
    assert len({picture_of(seed) for seed in _usable(seeds)}) > 190


def _usable(seeds: Iterable[Seed]) -> Iterable[Seed]:
    for seed in seeds:
        try:
            yield normalize_seed(seed)
        except SeedError:
            continue


def test_zero_is_a_seed_like_any_other() -> None:
    assert World(0).seed == 0
    assert World("0").seed == 0
    assert picture_of(0) == picture_of("0") != picture_of(1)


@pytest.mark.parametrize(
    ("seed", "following"),
    [
        (0, 1),
        (-1, 0),
        (2**64, 2**64 + 1),
        ("atlantis", "atlantis 2"),
        ("atlantis 2", "atlantis 3"),
        ("atlantis 9", "atlantis 10"),
        ("atlantis2", "atlantis2 2"),
        ("日本", "日本 2"),
    ],
)
def test_next_and_previous(seed: Seed, following: Seed) -> None:
    assert next_seed(seed) == following
    assert previous_seed(following) == seed


@pytest.mark.parametrize("seed", ["atlantis", "atlantis 1", "atlantis 0", "atlantis 02"])
def test_the_first_text_has_none_before_it(seed: str) -> None:
    assert previous_seed(seed) == seed


@given(st.one_of(st.integers(), st.text(min_size=1)))
def test_next_and_previous_are_canonical(seed: Seed) -> None:
    try:
        seed = normalize_seed(seed)
    except SeedError:
        return
    for other in (next_seed(seed), previous_seed(seed)):
        assert normalize_seed(other) == other


def test_python_can_turn_every_number_into_text() -> None:
    """Python refuses to write out very long numbers; every seed must stay below that."""
    assert sys.int_info.default_max_str_digits > MAX_SEED_DIGITS
    assert len(str(LARGEST)) == MAX_SEED_DIGITS
    assert world_key(LARGEST) != world_key(-LARGEST)
