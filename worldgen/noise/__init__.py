"""Lattice noise: hashes, octaves and their sums over grids of samples."""
