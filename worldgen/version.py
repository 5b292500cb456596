"""The version of the package, and that of what a seed makes."""

__version__ = "0.1.0"

GENERATOR_VERSION = 1
"""Changes when the same seed makes another world."""
