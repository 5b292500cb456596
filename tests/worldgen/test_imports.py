"""What importing the library brings with it, and how long that takes."""

from __future__ import annotations

import importlib.metadata
import inspect
import json
from pathlib import Path

import pytest

from tests.conftest import RunPython
from worldgen.kernels.decorators import needed_kernels
from worldgen.kernels.warm_up import must_compile

PROGRAM = """
import json, sys
import numpy, numba
import numba.core.registry
before = set(sys.modules)
import worldgen
print(json.dumps([sorted(set(sys.modules) - before), "pygame" in sys.modules]))
"""


def test_the_library_imports_no_window_and_nothing_large(run_python: RunPython) -> None:
    done = run_python("-c", PROGRAM)
    assert done.returncode == 0, done.stderr
    modules, window = json.loads(done.stdout)
    assert not window
    roots = {module.split(".")[0] for module in modules}
    assert not roots & {"game", "pygame", "pygame_gui", "PIL", "dask", "zarr", "scipy"}


def test_importing_compiles_nothing(run_python: RunPython, tmp_path: Path) -> None:
    program = (
        "import worldgen\n"
        "from worldgen.kernels.decorators import needed_kernels\n"
        "world = worldgen.World('atlantis', worldgen.WorldParameters(octaves=6))\n"
        "assert needed_kernels()\n"
        "assert not any(kernel.is_kept() for kernel in needed_kernels())\n"
    )
    done = run_python("-c", program, environment={"NUMBA_CACHE_DIR": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.rglob("*.nb*"))


def test_everything_named_is_there() -> None:
    import worldgen

    for name in worldgen.__all__:
        assert getattr(worldgen, name) is not None
        assert name in dir(worldgen)
    with pytest.raises(AttributeError, match="hight"):
        worldgen.hight  # type: ignore[attr-defined]  # noqa: B018
    # What is imported in passing does not show.
    shown = {name for name in dir(worldgen) if not name.startswith("__")}
    assert shown - {"bake", "export"} == {name for name in worldgen.__all__ if name[0] != "_"}
    # Not the modules of these names.
    assert inspect.isfunction(worldgen.measure) and inspect.isfunction(worldgen.warm_up)


def test_numbers_and_parameters_cost_no_compiler(run_python: RunPython) -> None:
    program = (
        "import sys\n"
        "from worldgen.coordinates import CHUNK_SIZE\n"
        "from worldgen import COORDINATE_LIMIT, GENERATOR_VERSION, WorldParameters\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
    )
    done = run_python("-c", program)
    assert done.returncode == 0, done.stderr


def test_the_version_is_the_packages() -> None:
    import worldgen

    assert worldgen.__version__ == importlib.metadata.version("endless-isles")


def test_warming_up_compiles_when_it_is_called() -> None:
    import worldgen

    told: list[tuple[int, int]] = []
    worldgen.warm_up(progress=lambda *counts: told.append(counts))
    kernels = needed_kernels()
    assert told == [(done, len(kernels)) for done in range(len(kernels) + 1)]
    assert not must_compile()


def test_rooms_are_found_by_name(run_python: RunPython) -> None:
    program = "import worldgen; print(worldgen.bake.to_dask, worldgen.export.export)"
    done = run_python("-c", program)
    assert done.returncode == 0, done.stderr
