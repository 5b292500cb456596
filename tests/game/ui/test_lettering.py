"""Text: once rendered, only blitted; any letter can be shown."""

from __future__ import annotations

import pygame
import pytest

from game.ui.lettering import Lettering, shown, text_size


def test_a_text_that_was_drawn_is_not_rendered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = Lettering(20)
    target = pygame.Surface((400, 60), 0, 32)
    letters.draw(target, "0123456789 fps", (0, 0))
    renders: list[object] = []
    monkeypatch.setattr("game.ui.fonts.FontChain.render", lambda *_: renders.append(1))
    letters.draw(target, "9 8 7 fps 60", (0, 0))
    assert not renders


@pytest.mark.parametrize(
    "text", ["", " ", "nul\0nul", "line\nline", "\ud800", "日本", "é", "e\u0301", "😀", "\u202e"]
)
def test_any_text_can_be_drawn(text: str) -> None:
    letters = Lettering(18)
    target = pygame.Surface((300, 40), 0, 32)
    end = letters.draw(target, text, (5, 5))
    assert end == 5 + letters.width(text)


def test_letters_of_other_scripts_are_letters() -> None:
    letters = Lettering(24)
    pictures = []
    for letter in "A日本é":
        target = pygame.Surface((40, 40), 0, 32)
        letters.draw(target, letter, (0, 0))
        pictures.append(target.get_buffer().raw)
    assert len(set(pictures)) == len(pictures)


def test_two_ways_to_write_a_letter_look_the_same() -> None:
    assert shown("e\u0301") == "é"
    assert shown("\0") == "\ufffd"


def test_a_long_text_is_cut() -> None:
    letters = Lettering(20)
    text = letters.fitted("a very long name for a very small island", 120)
    assert text.endswith("…")
    assert letters.width(text) <= 120
    assert letters.fitted("short", 120) == "short"


def test_text_grows_with_the_window_within_limits() -> None:
    sizes = [text_size(height) for height in (1, 360, 720, 1440, 2160, 10_000)]
    assert sizes == sorted(sizes)
    assert sizes[0] >= 12
    assert sizes[-1] <= 44
