"""Text cut into lines: nothing is lost, and no line is too wide."""

from __future__ import annotations

import pytest

from game.ui.wrapping import wrapped


@pytest.mark.parametrize("width", [1, 3, 7, 40])
def test_nothing_is_lost_and_no_line_is_too_wide(width: int) -> None:
    text = "the sea is endless, but incomprehensibilities end"
    lines = wrapped(text, width, len)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= width for line in lines)


def test_words_stay_whole_where_they_have_room() -> None:
    assert wrapped("one two  three", 7, len) == ["one two", "three"]
    assert wrapped("", 7, len) == []
    # A sign that is wider than the room still gets its line.
    assert wrapped("ab", 0, len) == ["a", "b"]
