"""Worlds as files: what stands in one, what it is called, and where it lies."""
