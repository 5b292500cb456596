"""PNG files hold every pixel, however their bands are cut."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from worldgen.render.png import encode_bands, encode_png


def pixels(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image)


@pytest.mark.parametrize("shape", [(1, 1), (1, 50), (50, 1), (37, 53)])
def test_png_files_hold_every_pixel(shape: tuple[int, int]) -> None:
    colours = np.random.default_rng(1).integers(0, 256, (*shape, 3), dtype=np.uint8)
    assert (pixels(encode_png(colours)) == colours).all()
    bands = (colours[row : row + 3] for row in range(0, shape[0], 3))
    assert (pixels(b"".join(encode_bands(shape[1], shape[0], bands))) == colours).all()


def test_bands_must_make_up_the_picture() -> None:
    colours = np.zeros((4, 5, 3), dtype=np.uint8)
    for bands in (
        [colours],
        [colours, colours, colours],
        [colours[:, :4]],
        [colours.astype(float)],
    ):
        with pytest.raises(ValueError, match="band"):
            list(encode_bands(5, 8, bands))
