"""Text that takes no room, or that no font has, is drawn as well as may be and never an error."""

from __future__ import annotations

import pygame
import pytest

from game.ui.font import InterfaceFont
from game.ui.fonts import FontChain

ODD = [
    *"\ufe0f\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\u00ad\u0301\u20e3\x00\n\ufeff",
    "\u2764\ufe0f isle",
    "\U0001f3dd\ufe0f",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "e\u0301\u0301\u0301",
    "\u202eabc",
    "\u65e5\u672c \u0639\u0631\u0628\u064a",
]


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_widgets_draw_it(text: str) -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    font = InterfaceFont(18)
    for shown in (text, f"a{text}", f"{text}a"):
        picture = font.render_premul(shown, pygame.Color("white"))
        assert picture.get_size() == (max(1, font.width(shown)), font.height)


@pytest.mark.parametrize(
    "text", ["\U0001f600", "\U0001f3dd\ufe0f", "\U0001f44d\U0001f3fd", "\u26f5"]
)
def test_a_diamond_stands_for_an_emoji_with_all_that_changes_it(text: str) -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    font = InterfaceFont(18)
    white = pygame.Color("white")

    def picture(shown: str) -> bytes:
        return pygame.image.tobytes(font.render_premul(shown, white), "RGBA")

    assert picture(text) == picture("\N{BLACK DIAMOND}") != picture("\uffff")


def test_titles_have_a_face_of_their_own_and_all_other_letters() -> None:
    title, plain = FontChain(30, is_title=True), FontChain(30)
    colour = 255, 255, 255

    def same(letter: str) -> bool:
        pictures = [
            pygame.image.tobytes(each.render(letter, colour), "RGBA") for each in (title, plain)
        ]
        return pictures[0] == pictures[1]

    assert not same("E")
    assert same("\u65e5")


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_letters_are_drawn_one_by_one(text: str) -> None:
    chain = FontChain(18)
    for letter in text.replace("\x00", ""):
        assert chain.render(letter, (255, 255, 255)).get_height() > 0
        assert chain.advance(letter) >= 0
