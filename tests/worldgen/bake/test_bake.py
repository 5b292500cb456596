"""Baking: the same bytes however many do the work and however often it is stopped."""

from __future__ import annotations

import hashlib
import importlib
import itertools
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.commands import run_main
from tests.conftest import CHECKOUT
from worldgen import GENERATOR_VERSION, CoordinateError, ParameterError, World, WorldParameters
from worldgen.area import Area
from worldgen.bake import BakeError, bake, to_dask
from worldgen.bake.store import RECORD, Store
from worldgen.chunk.fields import FIELDS
from worldgen.export import EXPORTED
from worldgen.extras import ExtraError

zarr = pytest.importorskip("zarr", reason="needs the extra cluster")
dask = pytest.importorskip("dask", reason="needs the extra cluster")

PARAMETERS = WorldParameters(island_spacing=512)
AREA = Area(-700, -540, 1100, 700)
"""Six tiles of 512, those at the right and below not whole."""

WORDS = (
    "bake", "--seed", "5", "--set", "island_spacing=512", "--corner", "-700,-540",
    "--size", "1100x700", "--tile", "512", "--quiet",
)  # fmt: skip


@pytest.fixture(scope="module")
def world() -> World:
    return World(5, PARAMETERS)


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def baked(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bakes") / "whole.zarr"
    assert bake(str(path), world, AREA, tile=512, workers=1) == 6
    return path


def test_a_store_holds_all_fields_and_the_world(baked: Path, world: World) -> None:
    group = zarr.open_group(str(baked), mode="r")
    region = AREA.read(world)
    for name in EXPORTED:
        values = group[name][...]
        assert values.dtype == FIELDS[name].dtype
        assert group[name].attrs["comment"] == FIELDS[name].words
        np.testing.assert_array_equal(values, getattr(region, name))
    attributes = dict(group.attrs)
    again = World(attributes["seed"], WorldParameters.from_mapping(attributes["parameters"]))
    assert again == world
    assert attributes["generator_version"] == GENERATOR_VERSION
    assert (attributes["x"], attributes["y"], attributes["step"]) == (-700, -540, 1)
    assert group["height"].metadata.dimension_names == ("y", "x")
    assert group[RECORD][..., 1].all()
    # A program that opens the store finds fields and coordinates, and can name all axes.
    assert {name for name, _ in group.arrays()} == {*EXPORTED, "x", "y"}
    for name, each in group.arrays():
        assert each.metadata.dimension_names == ((name,) if name in ("x", "y") else ("y", "x"))
    assert all(group[RECORD].metadata.dimension_names)


def test_a_store_opens_as_a_labelled_dataset(baked: Path) -> None:
    xarray = pytest.importorskip("xarray", reason="needs the extra xarray")
    with xarray.open_zarr(baked, consolidated=False) as dataset:
        assert set(dataset.data_vars) == set(EXPORTED)
        np.testing.assert_array_equal(dataset.x.values, np.arange(-700, 400))
        np.testing.assert_array_equal(dataset.y.values, np.arange(-540, 160))
        assert dataset.x.attrs["units"] == "cells"
        assert "forest" in dataset.biome.attrs["flag_meanings"].split()
        assert dataset.attrs["seed"] == "5"
        place = dataset.sel(x=-300, y=20)
        assert float(place.height) == float(World(5, PARAMETERS).at(-300, 20).height)


def test_coordinates_that_were_lost_or_cut_are_written_again(
    baked: Path, world: World, tmp_path: Path
) -> None:
    path = tmp_path / "cut.zarr"
    shutil.copytree(baked, path)
    (path / "x" / "c" / "0").write_bytes((baked / "x" / "c" / "0").read_bytes()[:20])
    shutil.rmtree(path / "y")
    assert bake(str(path), world, AREA, tile=512) == 0
    assert digests(path) == digests(baked)


def test_threads_write_the_same_bytes(baked: Path, world: World, tmp_path: Path) -> None:
    seen: list[int] = []
    path = tmp_path / "threads.zarr"
    assert bake(str(path), world, AREA, tile=512, workers=4, progress=seen.append) == 6
    assert sum(seen) == AREA.samples
    assert digests(path) == digests(baked)


def test_what_is_done_is_not_done_again(baked: Path, world: World) -> None:
    before = {path: path.stat().st_mtime_ns for path in baked.rglob("*")}
    seen: list[int] = []
    assert bake(str(baked), world, AREA, tile=512, progress=seen.append) == 0
    assert sum(seen) == AREA.samples
    assert {path: path.stat().st_mtime_ns for path in baked.rglob("*")} == before


class Stopped(Exception):
    pass


def test_a_bake_goes_on_where_it_stopped(baked: Path, world: World, tmp_path: Path) -> None:
    path = tmp_path / "part.zarr"
    tiles: list[int] = []

    def stop(samples: int) -> None:
        tiles.append(samples)
        if len(tiles) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        bake(str(path), world, AREA, tile=512, workers=1, progress=stop)
    done = int(zarr.open_group(str(path), mode="r")[RECORD][..., 0, 1].astype(bool).sum())
    assert 2 <= done < 6
    assert bake(str(path), world, AREA, tile=512, workers=1) == 6 - done
    assert digests(path) == digests(baked)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_an_interrupted_bake_says_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Store, "write_tile", lambda *_: signal.raise_signal(signal.SIGINT))
    assert run_main(*WORDS, "--workers=1", "-o", str(tmp_path / "a.zarr")) == 130
    assert "goes on" in capsys.readouterr().err


SMALL = Area(0, 0, 40, 30, 6)


class Killed(BaseException):
    pass


def kill_at_write(number: int, leaves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """End this process's next bake at one of its writes, with a part of that file left behind."""
    writes = itertools.count()
    whole = zarr.storage.LocalStore.set

    async def write(store: Any, key: str, value: Any) -> None:
        if next(writes) == number:
            target = store.root / key
            target.parent.mkdir(parents=True, exist_ok=True)
            if leaves == "part":
                target.with_suffix(".0123456789abcdef.partial").write_bytes(b'{"zarr')
            elif leaves == "empty":
                target.touch()
            raise Killed
        await whole(store, key, value)

    monkeypatch.setattr(zarr.storage.LocalStore, "set", write)


@pytest.mark.parametrize(
    "leaves",
    [*(pytest.param(each, marks=pytest.mark.slow) for each in ("nothing", "empty")), "part"],
)
def test_a_bake_killed_at_any_of_its_writes_goes_on(
    leaves: str, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = tmp_path / "whole.zarr"
    assert bake(str(reference), world, SMALL, tile=512) == 1
    for number in range(100):
        path = tmp_path / f"{number}.zarr"
        with monkeypatch.context() as patched:
            kill_at_write(number, leaves, patched)
            try:
                bake(str(path), world, SMALL, tile=512, workers=1)
                break
            except Killed:
                pass
        assert bake(str(path), world, SMALL, tile=512, workers=1) == 1
        assert digests(path) == digests(reference)
        assert not path.with_name(f"{path.name}.lock").exists()
    # A group, seven arrays, the record in its group, six shards (no river is so wide), the mark.
    assert number >= 16


def test_a_damaged_bake_can_be_forced(world: World, tmp_path: Path) -> None:
    reference = tmp_path / "whole.zarr"
    bake(str(reference), world, SMALL, tile=512)
    for name in ("zarr.json", "height/zarr.json", f"{RECORD}/zarr.json"):
        path = tmp_path / "damaged.zarr"
        shutil.copytree(reference, path)
        described = (path / name).read_bytes()
        (path / name).write_bytes(described[: len(described) - 9])
        with pytest.raises(BakeError, match="damaged one; --force"):
            bake(str(path), world, SMALL, tile=512)
        assert bake(str(path), world, SMALL, tile=512, overwrite=True) == 1
        assert digests(path) == digests(reference)
        shutil.rmtree(path)


def test_lost_and_cut_shards_are_noticed(baked: Path, world: World, tmp_path: Path) -> None:
    path = tmp_path / "lost.zarr"
    shutil.copytree(baked, path)
    (path / "height" / "c" / "0" / "0").unlink()
    cut = path / "moisture" / "c" / "1" / "2"
    cut.write_bytes(cut.read_bytes()[:-1])
    (path / "temperature" / "c" / "0" / "1").write_bytes(b"")
    assert bake(str(path), world, AREA, tile=512, workers=1) == 3
    assert digests(path) == digests(baked)


def test_changed_shards_are_noticed_when_asked(baked: Path, world: World, tmp_path: Path) -> None:
    path = tmp_path / "changed.zarr"
    shutil.copytree(baked, path)
    changed = path / "moisture" / "c" / "1" / "0"
    data = bytearray(changed.read_bytes())
    data[len(data) // 2] ^= 1
    changed.write_bytes(data)
    assert bake(str(path), world, AREA, tile=512) == 0
    assert run_main(*WORDS, "-o", str(path), "--verify") == 0
    assert digests(path) == digests(baked)


def test_one_bake_at_a_time(world: World, tmp_path: Path) -> None:
    path = tmp_path / "a.zarr"
    lock = tmp_path / "a.zarr.lock"
    # What a killed process left keeps nobody out.
    lock.write_text("1")
    refusals: list[str] = []

    def meanwhile(_: int) -> None:
        before = digests(tmp_path)
        for overwrite in (False, True):
            with pytest.raises(BakeError) as refusal:
                bake(str(path), World(6), SMALL, tile=512, overwrite=overwrite)
            refusals.append(str(refusal.value))
        assert digests(tmp_path) == before

    assert bake(str(path), world, SMALL, tile=512, progress=meanwhile) == 1
    assert refusals
    assert all(f"process {os.getpid()} is baking into it" in each for each in refusals)
    assert not lock.exists()
    assert bake(str(path), world, SMALL, tile=512) == 0


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_the_lock_of_a_living_process_holds_and_that_of_a_killed_one_does_not(
    world: World, tmp_path: Path
) -> None:
    program = (
        "import sys; from pathlib import Path; from worldgen.files.lock import exclusive\n"
        "with exclusive(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.read()"
    )
    path = tmp_path / "a.zarr"
    process = subprocess.Popen(
        [sys.executable, "-c", program, f"{path}.lock"],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(BakeError, match=f"process {process.pid} is baking"):
            bake(str(path), world, SMALL, tile=512)
        assert not path.exists()
        process.kill()
        process.wait()
    assert bake(str(path), world, SMALL, tile=512) == 1


def test_file_addresses_are_folders(world: World, tmp_path: Path) -> None:
    for address in (f"file://{tmp_path}/a%20b.zarr", f"file://localhost{tmp_path}/c.zarr"):
        assert bake(address, world, SMALL, tile=512) == 1
        assert bake(address, world, SMALL, tile=512) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"a b.zarr", "c.zarr"}
    assert bake(str(tmp_path / "a b.zarr"), world, SMALL, tile=512) == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_cluster_of_two_workers_writes_the_same_bytes(
    processes: bool, baked: Path, world: World, tmp_path: Path
) -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
    path = tmp_path / "cluster.zarr"
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp://",
        dashboard_address=None,
    ) as cluster:
        address = cluster.scheduler_address
        assert bake(str(path), world, AREA, tile=512, scheduler=address) == 6
        assert digests(path) == digests(baked)
        assert bake(str(path), world, AREA, tile=512, scheduler=address) == 0


def test_other_bakes_and_other_files_are_not_touched(
    baked: Path, world: World, tmp_path: Path
) -> None:
    before = digests(baked)
    for other, area, tile in (
        (World(6, PARAMETERS), AREA, 512),
        (World(5), AREA, 512),
        (world, Area(-700, -540, 1100, 701), 512),
        (world, Area(-701, -540, 1100, 700), 512),
        (world, Area(-700, -540, 1100, 700, 1), 512),
        (world, AREA, 1024),
    ):
        with pytest.raises(BakeError, match="another bake"):
            bake(str(baked), other, area, tile=tile)
    assert digests(baked) == before
    (tmp_path / "file.zarr").write_text("mine")
    (tmp_path / "folder.zarr").mkdir()
    (tmp_path / "folder.zarr" / "letter").write_text("mine")
    zarr.create_group(str(tmp_path / "group.zarr"), attributes={"format": "mine"})
    before = digests(tmp_path)
    for name in ("file.zarr", "folder.zarr", "group.zarr", "nowhere/a.zarr"):
        with pytest.raises(BakeError):
            bake(str(tmp_path / name), world, AREA, overwrite=True)
    assert digests(tmp_path) == before
    assert not (tmp_path / "nowhere").exists()


def test_force_replaces_another_bake(world: World, tmp_path: Path) -> None:
    path, area = str(tmp_path / "a.zarr"), Area(0, 0, 40, 30)
    assert bake(path, World(6, PARAMETERS), area, tile=512) == 1
    assert bake(path, world, area, tile=512, overwrite=True) == 1
    group = zarr.open_group(path, mode="r")
    np.testing.assert_array_equal(group["height"][...], area.read(world).height)
    # The same bake is gone on with, not begun again.
    assert bake(path, world, area, tile=512, overwrite=True) == 0


def test_dask_arrays_are_the_region(world: World) -> None:
    fields = to_dask(world, -130, 40, 301, 222, chunk=100)
    region = world.region(-130, 40, 301, 222)
    assert set(fields) == set(EXPORTED)
    computed = dask.compute(fields, scheduler="threads")[0]
    for name, values in computed.items():
        np.testing.assert_array_equal(values, getattr(region, name))
    assert fields["height"].chunks == ((100, 100, 22), (100, 100, 100, 1))
    assert fields["biome"].dtype == np.uint8
    mean = fields["height"].mean().compute(scheduler="synchronous")
    assert mean == pytest.approx(region.height.mean(), rel=1e-5)


def test_dask_arrays_share_what_they_are_made_from(world: World) -> None:
    fields = to_dask(world, 0, 0, 64, 64, fields=("height", "biome"))
    keys = [set(dict(fields[name].__dask_graph__())) for name in ("height", "biome")]
    assert keys[0] & keys[1]


def test_dask_arrays_that_cannot_be(world: World) -> None:
    with pytest.raises(ParameterError, match="hight"):
        to_dask(world, 0, 0, 8, 8, fields=("hight",))
    with pytest.raises(ParameterError, match="chunk"):
        to_dask(world, 0, 0, 8, 8, chunk=0)
    with pytest.raises(CoordinateError):
        to_dask(world, 0, 0, 0, 8)


def test_a_missing_package_names_the_extra(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ExtraError, match=r"endless-isles\[cluster\]"):
        bake(str(tmp_path / "a.zarr"), world, AREA)
    with pytest.raises(ExtraError, match=r"endless-isles\[cluster\]"):
        to_dask(world, 0, 0, 8, 8)
    assert list(tmp_path.iterdir()) == []


def test_the_command_bakes_and_says_when_there_is_nothing_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("bake", "--seed", "5", "--size", "30x20", "--lod", "6", "--quiet")
    path = str(tmp_path / "a.zarr")
    assert run_main(*words, "-o", path) == 0
    assert "1 tiles baked" in capsys.readouterr().out
    assert run_main(*words, "-o", path) == 0
    assert "complete already" in capsys.readouterr().out
    assert zarr.open_group(path, mode="r")["height"].shape == (20, 30)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "nowhere/a.zarr"), "no such folder"),
        (("-o", "file.zarr"), "is a file"),
        (("-o", "folder.zarr"), "no bake"),
        (("-o", ""), "can have this name"),
        (("-o", "memory://a.zarr"), "memory"),
        (("-o", "nosuch://a.zarr"), "no such kind"),
        (("-o", "file://a.zarr"), "full path"),
        (("-o", "oss://bucket/a.zarr"), "not here"),
        (("-o", "reference://a.zarr"), "cannot be reached"),
        (("-o", "data://a.zarr"), "cannot be reached"),
        (("-o", "a.zarr", "--tile", "100"), "--tile"),
        (("-o", "a.zarr", "--workers", "0"), "--workers"),
        (("-o", "a.zarr", "--scheduler", "nonsense"), "nonsense"),
        (("-o", "a.zarr", "--size", "0x1"), "--size"),
        (("-o", "a.zarr", "--corner", "9999999999999999,0"), "2**52"),
        (("-o", "a.zarr", "--workers", "2", "--scheduler", "tcp://127.0.0.1:1"), "--scheduler"),
        ((), "--output"),
    ],
)
def test_the_command_refuses_in_one_line(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.zarr").write_text("mine")
    (tmp_path / "folder.zarr").mkdir()
    (tmp_path / "folder.zarr" / "letter").write_text("mine")
    before = digests(tmp_path)
    assert run_main("bake", "--seed", "5", "--quiet", *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert digests(tmp_path) == before
