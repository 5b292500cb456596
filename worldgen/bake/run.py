"""Running a bake: on the threads of this machine, or on a Dask cluster."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext
from itertools import islice
from typing import Any

from worldgen.area import Area
from worldgen.bake.address import BakeError, checked_address
from worldgen.bake.store import DEFAULT_TILE, TILES, Store
from worldgen.bake.tiles import Recipe
from worldgen.extras import extra_module
from worldgen.kernels.warm_up import warm_up
from worldgen.version import GENERATOR_VERSION
from worldgen.world import World

Tile = tuple[int, int]

_AHEAD = 2
"""Tiles in hand for each thread."""

_ADDRESS = re.compile(r"([a-z]+://)?[^\s/]+:[0-9]{1,5}")
_CONNECT_SECONDS = 10


def bake(
    path: str,
    world: World,
    area: Area,
    *,
    tile: int = DEFAULT_TILE,
    workers: int | None = None,
    scheduler: str | None = None,
    overwrite: bool = False,
    verify: bool = False,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Bake all fields of an area into a Zarr store; go on with it where it is there in part.

    Args:
        path: the folder of the store, or any address that zarr knows; on a cluster every
            worker must see the same.
        world: the world.
        area: what is baked.
        tile: samples a side that are made and written at once, one of ``TILES``.
        workers: threads at work on this machine; one for each processor when left out.
        scheduler: address of a Dask scheduler whose workers are to do the work instead.
        overwrite: replace another bake that is there, or a damaged one.
        verify: read what is there and make anew what is not as it was written; else tiles are
            made anew of which a shard is not there in its whole length.
        progress: called with the number of samples of each tile that is done, those that were
            done before among them.

    Returns:
        How many tiles this call made.

    Raises:
        BakeError, ExtraError: in one line, for what cannot be begun or gone on with.
        OSError: whatever the system refused.
    """
    if tile not in TILES:
        raise BakeError(f"tile must be one of {', '.join(map(str, TILES))}, not {tile}")
    store = Store(checked_address(str(path)), Recipe.of(world), area, tile)
    count = 0
    # A cluster that is not there is told before anything is written.
    with _connected(scheduler) if scheduler else nullcontext() as client, store.alone():
        with store.reached():
            store.prepare(overwrite=overwrite)
            tiles = store.missing(verify=verify)
        if progress:
            progress(area.samples - sum(store.tile_area(*each).samples for each in tiles))
        made = (
            _on_cluster(client, store, tiles)
            if client
            else _on_threads(store, tiles, workers or os.cpu_count() or 1)
        )
        for samples in made:
            count += 1
            if progress:
                progress(samples)
    return count


def _on_threads(store: Store, tiles: Iterable[Tile], workers: int) -> Iterator[int]:
    for _ in warm_up():
        pass
    rest = iter(tiles)
    pool = ThreadPoolExecutor(workers)
    running: set[Future[int]] = set()
    try:
        while True:
            for each in islice(rest, workers * _AHEAD - len(running)):
                running.add(pool.submit(store.write_tile, *each))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect to a cluster whose workers make the same world of the same seed."""
    distributed = extra_module("distributed", "a cluster", "cluster")
    if not _ADDRESS.fullmatch(address):
        raise BakeError(f"a scheduler's address is like tcp://10.0.0.1:8786, not {address!r}")
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BakeError(f"there is no Dask scheduler at {address} ({error})") from None
    with client:
        _check_versions(client)
        yield client


def _on_cluster(client: Any, store: Store, tiles: Iterable[Tile]) -> Iterator[int]:
    distributed = extra_module("distributed", "a cluster", "cluster")
    rest = iter(tiles)
    limit = _AHEAD * max(sum(client.nthreads().values()), 1)
    running = distributed.as_completed(
        [client.submit(_write, store, each, pure=False) for each in islice(rest, limit)],
        loop=client.loop,
    )
    for future in running:
        try:
            samples = int(future.result())
        except (distributed.KilledWorker, CancelledError) as error:
            raise BakeError(
                f"the cluster lost its workers ({type(error).__name__}); the same bake goes on"
            ) from None
        yield samples
        for each in islice(rest, 1):
            running.add(client.submit(_write, store, each, pure=False))


def _write(store: Store, each: Tile) -> int:
    return store.write_tile(*each)


def _generator_version() -> int:
    return GENERATOR_VERSION


def _check_versions(client: Any) -> None:
    """Refuse a cluster whose workers would make another world of the same seed."""
    versions = set(client.run(_generator_version).values())
    if not versions:
        raise BakeError("the Dask cluster has no workers")
    if versions != {GENERATOR_VERSION}:
        raise BakeError(
            f"the cluster's workers have generator version {sorted(versions)}, "
            f"not {GENERATOR_VERSION} as here"
        )
