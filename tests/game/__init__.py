"""Tests of the game; no window is needed for any of them."""
