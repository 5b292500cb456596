"""What a key has changed about the world, and how to go back, in one line."""

from __future__ import annotations

from game.play.status import seed_words
from game.world.session import Session


def change_words(before: Session, after: Session, own_octaves: int, undo: str) -> str:
    """Return what is different now; ``undo`` says how to go back."""
    parts = []
    if after.seed != before.seed:
        parts.append(f"Seed {seed_words(after.seed)}")
    octaves = after.parameters.octaves
    if octaves != before.parameters.octaves:
        count = f"{octaves} octave{'s' if octaves != 1 else ''}"
        parts.append(count if octaves == own_octaves else f"{count} instead of {own_octaves}")
    if after.parameters.island != before.parameters.island:
        parts.append("Islands" if after.parameters.island else "Land without end")
    if before.name and not after.name:
        parts.append(f"no longer {before.name!r}")
    elif after.name and after.name != before.name:
        parts.append(f"{after.name!r} again")
    return f"{', '.join(parts)} · {undo}"
