"""Share strings and typed places: all that was shared comes back, and nothing else is taken."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.camera import CELL, MAX_ZOOM, MIN_ZOOM, Camera
from game.options import MAX_POSITION
from game.world.place_text import PlaceError, read_place, shown_place
from game.world.share import _LEFT_OUT, PREFIX, Shared, ShareError, decode
from worldgen.parameters import RULES, WorldParameters
from worldgen.seed import SeedError, normalize_seed
from worldgen.version import GENERATOR_VERSION

PLAIN = Shared("atlantis", WorldParameters(), Camera(-640, 64 * 10**12, -9))

far = some.integers(-MAX_POSITION * CELL, MAX_POSITION * CELL)
cameras = some.none() | some.builds(Camera, far, far, some.integers(MIN_ZOOM, MAX_ZOOM))
parameters = some.builds(
    WorldParameters,
    octaves=some.integers(1, 12),
    cover=some.floats(0, 1),
    erosion=some.floats(0, 1),
    noise=some.sampled_from(("value", "gradient")),
    island=some.booleans(),
    island_spacing=some.sampled_from((512, 1024, 8192)),
)


@given(some.integers() | some.text(max_size=200), parameters, cameras)
def test_all_comes_back(
    seed: int | str, parameters: WorldParameters, camera: Camera | None
) -> None:
    try:
        shared = Shared(normalize_seed(seed), parameters, camera)
    except SeedError:
        return
    text = shared.encode()
    assert text.isascii()
    assert text.startswith(PREFIX)
    assert decode(text) == shared


def test_it_is_short_and_survives_mails_and_words_around_it() -> None:
    text = PLAIN.encode()
    assert len(text) < 120
    broken = f"  <{text[:30]}\r\n  {text[30:50]} {text[50:]}>  "
    assert decode(broken) == PLAIN
    assert decode(f"Look at this: {text} - is it not fine?") == PLAIN


def test_one_wrong_sign_is_noticed() -> None:
    text = PLAIN.encode()
    for place in range(len(PREFIX), len(text)):
        other = "A" if text[place] != "A" else "B"
        wrong = text[:place] + other + text[place + 1 :]
        try:
            # The very last sign may hold bits that mean nothing.
            assert decode(wrong) == PLAIN
            assert place == len(text) - 1
        except ShareError as error:
            assert "\n" not in str(error)


def test_cut_short_it_is_refused() -> None:
    text = PLAIN.encode()
    for length in range(len(text)):
        with pytest.raises(ShareError):
            decode(text[:length])


def packed(fields: Any) -> str:
    data = zlib.compress(json.dumps(fields).encode())
    data += zlib.crc32(data).to_bytes(4, "big")
    return PREFIX + base64.urlsafe_b64encode(data).decode().rstrip("=")


GOOD = {"s": "7", "g": GENERATOR_VERSION}


@pytest.mark.parametrize(
    "fields",
    [
        [],
        {},
        {**GOOD, "s": 7},
        {**GOOD, "s": ""},
        {**GOOD, "g": GENERATOR_VERSION + 1},
        {**GOOD, "g": None},
        {**GOOD, "p": []},
        {**GOOD, "p": {"octaves": 99}},
        {**GOOD, "p": {"no_such": 1}},
        {**GOOD, "p": {"erosion": float("nan")}},
        {**GOOD, "at": [0, 0, 0]},
        {**GOOD, "at": ["0", "0"]},
        {**GOOD, "at": ["0", "0", 9999]},
        {**GOOD, "at": ["0", "0", True]},
        {**GOOD, "at": ["9" * 24, "0", 0]},
        {**GOOD, "at": ["9" * 5000, "0", 0]},
        {**GOOD, "at": ["٣", "0", 0]},
    ],
)
def test_a_whole_string_with_wrong_contents_is_refused_in_one_line(fields: object) -> None:
    assert decode(packed(GOOD)) == Shared(7, WorldParameters(), None)
    with pytest.raises(ShareError) as caught:
        decode(packed(fields))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_string_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(ShareError):
        decode(packed({**GOOD, "s": "x" * 5_000_000}))
    with pytest.raises(ShareError):
        decode(PREFIX + "A" * 1_000_000)


def test_what_is_left_out_is_a_whole_world() -> None:
    assert set(_LEFT_OUT) <= set(RULES)
    # As long as this holds, strings are as short as they can be.
    assert WorldParameters().to_mapping() == dict(_LEFT_OUT)


@pytest.mark.parametrize(
    ("text", "x", "y"),
    [
        ("120, -45.5", 120 * 64, -2912),
        ("  x 3  y −4 ", 192, -256),
        ("0;0", 0, 0),
        ("x=-0.015625 y=+1", -1, 64),
        ("1'000'000 2", 64_000_000, 128),
        (f"{MAX_POSITION} {-MAX_POSITION}", MAX_POSITION * 64, -MAX_POSITION * 64),
    ],
)
def test_places_as_players_type_them(text: str, x: int, y: int) -> None:
    camera = read_place(text, zoom=5)
    assert (camera.x, camera.y, camera.zoom) == (x, y, 5)
    assert read_place(shown_place(camera), 5).cell == camera.cell


@pytest.mark.parametrize(
    "text",
    ["", "1", "1 2 3", "a b", "1e9 2", "nan nan", "inf, 0", f"{2**52}, 0", "9" * 200, "1 2\0"],
)
def test_what_is_no_place_is_one_line(text: str) -> None:
    with pytest.raises(PlaceError) as caught:
        read_place(text, 0)
    assert "\n" not in str(caught.value)
