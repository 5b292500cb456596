"""The screen on which a world is played, and what acts there."""
