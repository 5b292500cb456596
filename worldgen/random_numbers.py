"""Random numbers for what others put into a world: the same for a chunk wherever it is made."""

from __future__ import annotations

import numpy as np

from worldgen.coordinates import whole
from worldgen.parameters import ParameterError
from worldgen.seed import layer_key

_WORD = (1 << 64) - 1


def chunk_random(key: int, cx: object, cy: object, layer: object) -> np.random.Generator:
    """Return the random numbers of a chunk; see ``World.rng``."""
    if not isinstance(layer, str) or not layer.isprintable():
        raise ParameterError(f"layer must be the name of a layer, not {layer!r}")
    place = (whole(cx, "cx") & _WORD, whole(cy, "cy") & _WORD)
    seed = np.random.SeedSequence([layer_key(key, f"{layer} random"), *place])
    return np.random.Generator(np.random.PCG64(seed))
