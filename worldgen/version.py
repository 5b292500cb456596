"""The version of what a seed makes: it changes when the same seed makes another world."""

GENERATOR_VERSION = 1
