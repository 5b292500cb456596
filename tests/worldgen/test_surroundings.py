"""The same world in surroundings of every kind: processes, loops, locales, folders, archives."""

from __future__ import annotations

import asyncio
import hashlib
import json
import multiprocessing
import os
import shutil
import zipfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, RunPython
from tests.fields import digest_of
from worldgen import World, WorldParameters

PARAMETERS = WorldParameters(island_spacing=512)
PLACES = [(0, 0), (3, -4), (-7, 2)]


def digest(place: tuple[int, int]) -> str:
    return digest_of(World(5, PARAMETERS).chunk(*place))


@pytest.fixture(scope="module")
def expected() -> list[str]:
    return [digest(place) for place in PLACES]


PROGRAM = """
import hashlib, json
from worldgen import World, WorldParameters
world = World(5, WorldParameters(island_spacing=512))
heights = [world.chunk(x, y).height.tobytes() for x, y in [(0, 0), (3, -4), (-7, 2)]]
print(json.dumps([hashlib.sha256(height).hexdigest() for height in heights]))
"""


@pytest.fixture(scope="module")
def heights() -> list[str]:
    world = World(5, PARAMETERS)
    chunks = (world.chunk(*place) for place in PLACES)
    return [hashlib.sha256(chunk.height.tobytes()).hexdigest() for chunk in chunks]


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pools_of_every_kind(method: str, expected: list[str]) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(digest, PLACES)) == expected


def test_tasks_of_an_event_loop(expected: list[str]) -> None:
    world = World(5, PARAMETERS)

    async def ask(place: tuple[int, int]) -> str:
        return digest_of(await asyncio.to_thread(world.chunk, *place))

    async def ask_all() -> list[str]:
        return await asyncio.gather(*(ask(place) for place in PLACES * 3))

    assert asyncio.run(ask_all()) == expected * 3


SETTINGS = {
    "plain locale": {"LC_ALL": "C", "PYTHONUTF8": "0"},
    "another locale": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_settings_of_every_kind(name: str, heights: list[str], run_python: RunPython) -> None:
    done = run_python("-c", PROGRAM, environment=SETTINGS[name])
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == heights


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs to choose a core")
def test_one_core(heights: list[str], run_python: RunPython) -> None:
    core = min(os.sched_getaffinity(0))
    done = run_python("-c", f"import os; os.sched_setaffinity(0, [{core}])\n{PROGRAM}")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == heights


@pytest.mark.slow
def test_a_folder_that_cannot_be_written(
    heights: list[str], run_python: RunPython, tmp_path: Path
) -> None:
    shutil.copytree(
        CHECKOUT / "worldgen", tmp_path / "worldgen", ignore=shutil.ignore_patterns("__pycache__")
    )
    folders = [path for path in [tmp_path, *tmp_path.rglob("*")] if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        done = run_python("-c", PROGRAM, environment={"PYTHONPATH": str(tmp_path)}, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout) == heights
    finally:
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.slow
def test_code_in_an_archive(run_python: RunPython, tmp_path: Path, heights: list[str]) -> None:
    archive = tmp_path / "worldgen.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted((CHECKOUT / "worldgen").rglob("*.py")):
            packed.write(path, path.relative_to(CHECKOUT))
    done = run_python(
        "-W", "ignore", "-c", PROGRAM, environment={"PYTHONPATH": str(archive)}, folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == heights
