"""The fields of a rectangle of samples, each a function of its own place."""
