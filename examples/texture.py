"""Noise alone: a texture that repeats without a seam, twice in each direction."""

from pathlib import Path

import numpy as np

from worldgen import Noise
from worldgen.render.png import encode_png

SIDE = 128

marble = Noise(7, "simplex", "billow", frequency=1 / 64, octaves=5, warp=20, tile=SIDE)
cells = Noise(7, "borders", frequency=1 / 32, tile=SIDE, signed=False)

x = np.arange(2 * SIDE)
y = x[:, np.newaxis]
grey = 0.5 + 0.4 * marble(x, y)
edges = np.clip(cells(x, y) * 6.0, 0.0, 1.0)
picture = (255 * np.stack([grey, grey * edges, edges], axis=-1)).astype(np.uint8)
assert np.array_equal(picture[:SIDE], picture[SIDE:])
Path("texture.png").write_bytes(encode_png(picture))
print(f"texture.png: {2 * SIDE} x {2 * SIDE}, four copies of one tile")
