"""Every kind of file, on a disk that is full or not to be written: one line, nothing half done."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.worldgen.files.test_save import without_the_rights_of_root
from worldgen.__main__ import main

AREA = ("--seed=5", "--corner=0,0", "--size=300x300", "--lod=6", "--quiet")
OUTPUTS = {
    "a.png": ("render", *AREA),
    "b.png": ("export", *AREA, "--format=height-png"),
    "a.r16": ("export", *AREA),
    "a.npz": ("export", *AREA),
    "a.geojson": ("export", *AREA),
    "a.tmx": ("export", *AREA),
    "a.tif": ("export", *AREA),
    "a.stl": ("export", *AREA),
    "a.glb": ("export", *AREA),
    "a.tiles": ("export", *AREA),
    "a.zarr": ("bake", *AREA, "--tile=512"),
}
each_output = pytest.mark.parametrize("name", OUTPUTS)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and rights of a process")


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow beyond a few bytes."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def refused(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*OUTPUTS[name], "-o", str(folder / name)])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert captured.err.count("\n") == 1


@each_output
def test_a_full_disk(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], compiled_kernels: None
) -> None:
    with full_disk():
        refused(name, tmp_path, capsys)
    left = list(tmp_path.iterdir())
    # A store is made piece by piece, and gone on with once there is room.
    assert not left or (name == "a.zarr" and left == [tmp_path / name])
    assert main([*OUTPUTS[name], "-o", str(tmp_path / name)]) == 0


@each_output
def test_a_folder_that_must_not_be_written(
    name: str, capsys: pytest.CaptureFixture[str], compiled_kernels: None
) -> None:
    # Not below the folders of the other tests, which are their owner's alone.
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o555)
        with without_the_rights_of_root():
            refused(name, folder, capsys)
        assert list(folder.iterdir()) == []
        folder.chmod(0o755)
