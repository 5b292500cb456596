"""How large the window is: as asked for, else as it was, and never larger than the desktop."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.app import window
from game.options import Options, parse_options
from game.run import _open_window
from game.settings import SettingsFile


def _size(
    monkeypatch: pytest.MonkeyPatch, folder: Path, options: Options, before: tuple[int, int]
) -> tuple[int, int]:
    file = SettingsFile(folder / "settings.json")
    file.change(window_width=before[0], window_height=before[1])
    monkeypatch.setattr("game.run.SettingsFile", lambda: file)
    monkeypatch.setattr(window, "is_unseen", lambda: False)
    monkeypatch.setattr(window, "desktop_size", lambda: (1024, 768))
    app = _open_window(options)
    size = app.size
    app.close()
    kept = file.settings.window_width, file.settings.window_height
    assert kept == (before if options.size else size)
    return size


@pytest.mark.parametrize(
    ("words", "before", "size"),
    [
        (["--size", "1280x720"], (500, 400), (1280, 720)),
        (["--size", "640x360"], (500, 400), (640, 360)),
        ([], (500, 400), (500, 400)),
        ([], (5120, 2880), (1024, 768)),
    ],
)
def test_the_window(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: list[str],
    before: tuple[int, int],
    size: tuple[int, int],
) -> None:
    assert _size(monkeypatch, tmp_path, parse_options(words), before) == size


def test_without_options_the_title_is_shown_as_the_help_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert parse_options([]).begins_at_title
    with pytest.raises(SystemExit):
        parse_options(["--help"])
    assert "Without options: the title page" in " ".join(capsys.readouterr().out.split())
