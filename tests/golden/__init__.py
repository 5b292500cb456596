"""Hashes of what the present version makes, layer by layer: a change of the world is a decision.

``python -m tests.golden`` writes them anew, and says which have changed.
"""
