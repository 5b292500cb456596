"""Under which heading each action stands, in the help and on the page of keys and buttons."""

from __future__ import annotations

from game.input.controls import Action

_NAMED: tuple[tuple[str, tuple[Action, ...]], ...] = (
    (
        "Moving",
        (
            Action.UP,
            Action.LEFT,
            Action.DOWN,
            Action.RIGHT,
            Action.FASTER,
            Action.ZOOM_IN,
            Action.ZOOM_OUT,
            Action.HOME,
        ),
    ),
    (
        "Travelling",
        (
            Action.NEXT_ISLAND,
            Action.TOUR,
            Action.GO_TO,
            Action.FIND,
            Action.BOOKMARKS,
            Action.CHART,
        ),
    ),
    (
        "What is shown",
        (
            Action.OVERLAY,
            Action.MINIMAP,
            Action.GRID,
            Action.NAMES,
            Action.PLANTS,
            Action.MOVING_WATER,
            Action.CLOUDS,
            Action.LAND_ALONE,
            Action.DETAILS,
        ),
    ),
    (
        "Changing the world",
        (
            Action.NEXT_SEED,
            Action.ISLANDS,
            Action.OWN_OCTAVES,
            *(action for action in Action if action.name.startswith("OCTAVES_")),
        ),
    ),
)
_OTHERS = "World and window"


def action_groups() -> list[tuple[str, tuple[Action, ...]]]:
    """Return every action once, under its heading."""
    named = {action for _, actions in _NAMED for action in actions}
    return [*_NAMED, (_OTHERS, tuple(action for action in Action if action not in named))]
