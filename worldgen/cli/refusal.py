"""What a command raises when it cannot do as it is told."""

from __future__ import annotations


class Refusal(ValueError):
    """Bad input to a command: the message is the one line that the player sees."""
