"""PNG files of any size, encoded with nothing but the standard library and numpy."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator

import numpy as np

LONGEST_SIDE = 65_536
"""Far less than PNG allows, and more than most programs open."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = 2
_SUBTRACT_LEFT = 1
_COMPRESSION = 6


def encode_png(picture: np.ndarray) -> bytes:
    """Return the PNG file of an RGB picture, uint8 (height, width, 3)."""
    height, width = picture.shape[:2]
    return b"".join(encode_bands(width, height, [picture]))


def encode_bands(width: int, height: int, bands: Iterable[np.ndarray]) -> Iterator[bytes]:
    """Yield the PNG file of a picture that comes as bands of rows from the top.

    Neither the picture nor the file need fit memory.

    Raises:
        ValueError: the bands do not make up a picture of this size.
    """
    yield _SIGNATURE
    yield _section(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _TRUE_COLOUR, 0, 0, 0))
    compressor = zlib.compressobj(_COMPRESSION)
    rows = 0
    for band in bands:
        if band.shape[1:] != (width, 3) or band.dtype != np.uint8:
            raise ValueError(f"a band must be uint8 (rows, {width}, 3), not {band.shape}")
        rows += len(band)
        packed = compressor.compress(_filtered(band))
        if packed:
            yield _section(b"IDAT", packed)
    if rows != height:
        raise ValueError(f"the bands have {rows} rows together, not {height}")
    yield _section(b"IDAT", compressor.flush())
    yield _section(b"IEND", b"")


def _filtered(band: np.ndarray) -> bytes:
    """Return the rows as differences from the pixel on the left, which compress better."""
    rows, width, _ = band.shape
    lines = np.empty((rows, 1 + 3 * width), dtype=np.uint8)
    lines[:, 0] = _SUBTRACT_LEFT
    differences = lines[:, 1:].reshape(rows, width, 3)
    differences[:, 0] = band[:, 0]
    np.subtract(band[:, 1:], band[:, :-1], out=differences[:, 1:])
    return lines.tobytes()


def _section(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
