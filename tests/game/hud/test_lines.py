"""Lines over the land: what is too wide goes on below, and nothing is cut."""

from __future__ import annotations

import pygame
import pytest

from game.hud.hud import Hud
from game.ui.lettering import Lettering

TEXT = "Another world has its place by now, and what stood there was put aside under another name"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_notice_and_the_panel_are_read_whole(
    scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    drawn: list[tuple[str, int, int]] = []

    def draw(
        letters: Lettering, _target: object, text: str, place: tuple[int, int], *_: object
    ) -> int:
        drawn.append((text, place[0], place[0] + letters.width(text)))
        return 0

    monkeypatch.setattr(Lettering, "draw", draw)
    target = pygame.Surface((320, 240), 0, 32)
    hud = Hud(lambda: scale)
    for number in range(2):
        drawn.clear()
        if number:
            hud.draw_lines(target, [(TEXT, (255, 255, 255))])
        else:
            hud.draw_line(target, TEXT, warning=False)
        assert " ".join(text for text, _, _ in drawn) == TEXT
        assert all(left >= 0 and right <= 320 for _, left, right in drawn)
