"""What is hashed of each layer, in the order in which a change moves one after the other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import worldgen
from tests.fields import digest_of
from worldgen import Island, World, WorldParameters
from worldgen.archipelago.land_domains import make_archipelago, mask_grid, site_table
from worldgen.archipelago.sea import make_archipelago as make_sea
from worldgen.archipelago.sea import mask_grid as sea_mask
from worldgen.noise.hashing import hash_point, hash_row

PATH = Path(__file__).parent / "hashes.json"
FAR = 2**50
SEED = "golden"


def sha256(*arrays: np.ndarray) -> str:
    """Return SHA-256 over the bytes of arrays, in little-endian order on every machine."""
    digest = hashlib.sha256()
    for array in arrays:
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        digest.update(little.tobytes())
    return digest.hexdigest()


def _hash() -> str:
    row = np.uint64(hash_row(np.uint64(12345), np.int64(-7)))
    return sha256(np.array([int(hash_point(row, np.int64(ix))) for ix in range(64)], np.uint64))


def _noise(kind: str) -> str:
    return sha256(
        *(
            worldgen.fbm(SEED, x, y, 192, 128, 330.0, 8, kind=kind, step=step)
            for x, y, step in (
                (-96, -64, 1.0),
                (FAR, -FAR, 1.0),
                (7.5, -3.25, 0.25),
                (0, 0, 1024.0),
            )
        )
    )


def _sites() -> str:
    return sha256(site_table(make_archipelago(99, WorldParameters()), -20, -20, 40, 40))


def _mask() -> str:
    archipelago = make_archipelago(99, WorldParameters())
    masks = [
        mask_grid(archipelago, 64 * x, 64 * y, 64 * step, 256, 256)
        for x, y, step in ((-1500, 900, 8), (FAR, FAR, 4), (0, 0, 1024))
    ]
    return sha256(*(part for mask in masks for part in (mask.strength, mask.owner)))


def _sea() -> str:
    sea = make_sea(99, WorldParameters())
    masks = [
        sea_mask(sea, 64 * x, 64 * y, 64 * step, 256, 256)
        for x, y, step in ((-1500, 900, 8), (FAR, FAR, 4), (0, 0, 1024))
    ]
    return sha256(*(part for mask in masks for part in (mask.strength, mask.owner)))


def _climate(name: str) -> str:
    world = World(SEED)
    return sha256(
        *(getattr(world.region(x, -x, 128, 128, lod=7), name) for x in (-8192, 2**33, FAR))
    )


def _biome() -> str:
    return sha256(World(SEED).region(-16384, -16384, 256, 256, lod=7).biome)


def _home(world: World) -> tuple[int, int]:
    x, y = world.spawn()
    return int(x) // worldgen.CHUNK_SIZE, int(y) // worldgen.CHUNK_SIZE


def _great(world: World) -> Island:
    """Return the largest great island about the origin."""
    sites = world.sites(-65_536, -65_536, 131_072, 131_072, level=2)
    island = world.island(*max(sites, key=lambda site: (site.size, site.key)).key)
    assert island is not None
    return island


def _plan() -> str:
    world = World(SEED)
    x, y = world.spawn()
    key = world.at(x, y).island
    assert key is not None
    island = world.island(*key)
    assert island is not None
    return _hash_of(island)


def _hash_of(island: Island) -> str:
    digest = hashlib.sha256(repr((island.key, island.name, island.bounds, island.area)).encode())
    for river in island.rivers:
        digest.update(sha256(river.points, river.level, river.discharge).encode())
    return digest.hexdigest()


def _chunks() -> str:
    world = World(SEED)
    cx, cy = _home(world)
    chunks = [world.chunk(cx + i, cy + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    chunks += [world.chunk(4 * cx, 4 * cy, lod=-2), world.chunk(cx // 16, cy // 16, lod=4)]
    return hashlib.sha256("".join(map(digest_of, chunks)).encode()).hexdigest()


def _great_chunks() -> str:
    world = World(SEED)
    island = _great(world)
    mouth = max(island.rivers, key=lambda river: river.discharge[-1]).points[-1]
    cells = [(int(island.peak.x), int(island.peak.y)), (int(mouth[0]), int(mouth[1]))]
    size = worldgen.CHUNK_SIZE
    chunks = [
        world.chunk(x // (size << lod), y // (size << lod), lod=lod)
        for x, y in cells
        for lod in (0, 3, 5)
    ]
    return hashlib.sha256("".join(map(digest_of, chunks)).encode()).hexdigest()


def _picture() -> str:
    world = World(SEED)
    return sha256(worldgen.paint(world.chunk(*_home(world))))


LAYERS: dict[str, Callable[[], str]] = {
    "hash": _hash,
    "value noise": lambda: _noise("value"),
    "gradient noise": lambda: _noise("gradient"),
    "sites": _sites,
    "mask": _mask,
    "mask of the sea": _sea,
    "moisture": lambda: _climate("moisture"),
    "temperature": lambda: _climate("temperature"),
    "sketched height": lambda: _climate("height"),
    "sketched biome": _biome,
    "plan": _plan,
    "coarse plan": lambda: _hash_of(_great(World(SEED))),
    "chunk": _chunks,
    "great chunk": _great_chunks,
    "picture": _picture,
}


def read_hashes() -> dict[str, str]:
    """Return the stored hashes, those of the present generator version."""
    stored = json.loads(PATH.read_text(encoding="utf-8"))
    found: dict[str, str] = stored[str(worldgen.GENERATOR_VERSION)]
    return found


def compute() -> Iterator[tuple[str, str]]:
    """Yield every layer's name and hash as this code makes it."""
    for name, layer in LAYERS.items():
        yield name, layer()
