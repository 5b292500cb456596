"""Noise at any points of a line, a plane or a space, one octave a kernel."""
