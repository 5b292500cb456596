"""What a command ends with; 0 is success."""

NOTHING_FOUND = 1
BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141
"""What a shell reports of a program whose reader has gone."""
