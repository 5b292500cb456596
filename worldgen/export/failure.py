"""What goes wrong when a world is taken elsewhere, in one line."""

from __future__ import annotations


class ExportError(ValueError):
    """An export that cannot be made; the message says why and what is allowed."""


def check_size(samples: int, most: int, what: str) -> None:
    """Refuse what would not fit memory, before any work is done.

    Raises:
        ExportError: naming the limit.
    """
    if samples > most:
        raise ExportError(
            f"{what} holds at most {most:,} samples, not {samples:,}: take a smaller area or a "
            "higher lod"
        )
