"""Compiled kernels: kept where they can be, made anew where they are stale, damaged or homeless."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numba
import pytest
from numba import types
from numba.core.registry import cpu_target

from tests.conftest import CHECKOUT, RunPython
from worldgen.kernels import cache as kernel_cache
from worldgen.kernels import decorators
from worldgen.kernels.warm_up import claim, help_out

LIMITS = "STEP = 3\n"
INNER = """
    from worldgen.kernels.decorators import device
    import limits

    OFFSET = 10

    @device()
    def shifted(number):
        return number * limits.STEP + OFFSET
"""
TOY = """
    from limits import STEP
    from numba import types
    from part import shifted

    from worldgen.kernels.decorators import kernel
    from worldgen.kernels.warm_up import warm_up

    @kernel(types.int64(types.int64))
    def add(number):
        return shifted(number) + STEP

    @kernel(types.int64(types.int64))
    def double(number):
        return number * 2

    if __name__ == "__main__":
        import sys
        print(list(warm_up()))
        print(add(7), double(7), add.py_func is not None)
        print(sorted(name for name in sys.modules if name.startswith("pygame")))
"""
ANSWER = "[(0, 2), (1, 2), (2, 2)]\n34 14 True\n[]\n"

RunToy = Callable[..., tuple[str, str]]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A small program with kernels of its own, so that nothing large need be compiled."""
    folder = tmp_path / "program"
    folder.mkdir()
    for name, text in (("limits", LIMITS), ("part", INNER), ("toy", TOY)):
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    # Only the module that compiles is wanted here, not all that its package imports.
    shutil.copytree(CHECKOUT / "worldgen" / "kernels", folder / "worldgen" / "kernels")
    shutil.copy(CHECKOUT / "worldgen" / "forking.py", folder / "worldgen")
    (folder / "worldgen" / "__init__.py").touch()
    # Beside the sources nothing can be kept.
    (folder / "__pycache__").touch()
    return folder


@pytest.fixture
def run_toy(toy: Path, tmp_path: Path, run_python: RunPython) -> RunToy:
    """Run the program and return its output and its complaints."""

    def run(**environment: str) -> tuple[str, str]:
        variables = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DEBUG_CACHE": "1"}
        variables |= {"PYTHONPATH": str(toy)} | environment
        process = run_python("toy.py", environment=variables, folder=toy)
        assert process.returncode == 0, process.stderr
        assert "Traceback" not in process.stderr
        lines = process.stdout.splitlines(keepends=True)
        said = "".join(line for line in lines if not line.startswith("[cache]"))
        news = "".join(line for line in lines if line.startswith("[cache] data"))
        return said, news + process.stderr

    return run


def kept(folder: Path, pattern: str = "*.nb[ci]") -> list[Path]:
    return sorted((folder / "cache").rglob(pattern))


def test_kernels_are_compiled_once_and_again_when_something_changes(
    run_toy: RunToy, toy: Path, tmp_path: Path
) -> None:
    said, news = run_toy()
    assert said == ANSWER
    assert news.count("data saved") == 2
    said, news = run_toy()
    assert said == ANSWER
    assert "saved" not in news
    assert news.count("data loaded") == 2
    assert all(path.is_relative_to(tmp_path / "cache" / "endless-isles") for path in kept(tmp_path))
    change(toy / "limits.py", "STEP = 3", "STEP = 4")
    assert run_toy()[0] == ANSWER.replace("34", "42")


def change(path: Path, old: str, new: str) -> None:
    """Change a file but not its time: a copy or a checkout may well bring the old one."""
    times = path.stat()
    path.write_text(path.read_text().replace(old, new))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "answer"),
    [
        ("part", "* limits.STEP", "* 5 * limits.STEP", "118"),
        ("part", "OFFSET = 10", "OFFSET = 11", "35"),
        ("toy", "+ STEP", "- STEP", "28"),
    ],
)
def test_a_change_anywhere_is_noticed(
    run_toy: RunToy, toy: Path, file: str, old: str, new: str, answer: str
) -> None:
    assert run_toy()[0] == ANSWER
    change(toy / f"{file}.py", old, new)
    assert run_toy()[0] == ANSWER.replace("34", answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"error_model": "numpy"', '"error_model": "python"'),
        ('"auto": {}', '"auto": {"forceinline": True}'),
    ],
)
def test_a_change_of_the_compilers_options_is_noticed(
    run_toy: RunToy, toy: Path, old: str, new: str
) -> None:
    assert run_toy()[0] == ANSWER
    path = toy / "worldgen" / "kernels" / "decorators.py"
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    said, news = run_toy()
    assert said == ANSWER
    assert "data saved" in news


AHEAD = """
    import sys

    import toy
    from worldgen.kernels import warm_up

    if sys.argv[1] == "helper":
        helper = warm_up.start_helper([toy.double, toy.add])
        print(helper.process.wait())
        print(sorted(path.name for path in helper.claims.iterdir()))
        helper.stop()
        print(helper.claims.exists())
    else:
        print(list(warm_up.warm_up(processes=2)))
        print(toy.add(7), toy.double(7), True)
        print([])
"""


@pytest.fixture
def ahead(toy: Path, tmp_path: Path, run_python: RunPython) -> Callable[..., str]:
    """Compile the program's kernels ahead: by a helper alone, or by two processes."""
    (toy / "ahead.py").write_text(textwrap.dedent(AHEAD))

    def run(who: str, folder: Path = toy) -> str:
        variables = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(toy)}
        ahead = str(toy / "ahead.py")
        process = run_python(ahead, who, environment=variables, folder=folder)
        assert process.returncode == 0, process.stderr
        assert process.stderr == ""
        return process.stdout

    return run


ALL_DONE = "0\n['toy.add', 'toy.double']\nFalse\n"


def test_a_helper_compiles_what_nobody_else_does(
    ahead: Callable[..., str], run_toy: RunToy, tmp_path: Path
) -> None:
    # Not what happens to lie in the current folder under the name of a module.
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "toy.py").write_text("raise SystemExit(1)")
    assert ahead("helper", elsewhere) == ALL_DONE
    assert len(kept(tmp_path, "seal")) == 2
    said, news = run_toy()
    assert said == ANSWER
    assert (news.count("data loaded"), news.count("data saved")) == (2, 0)


def test_two_processes_give_what_one_gives(ahead: Callable[..., str], tmp_path: Path) -> None:
    assert ahead("both") == ANSWER
    assert len(kept(tmp_path, "seal")) == 2


KINDS = """
    from worldgen.kernels.decorators import kernel
    from numba import types

    @kernel(types.int64(types.int64))
    def first(number):
        return number + 1

    @kernel(types.int64(types.int64))
    def second(number):
        return number + 2
"""


def test_a_helper_leaves_what_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kinds.py").write_text(textwrap.dedent(KINDS))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(kernel_cache.numba_settings, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(decorators, "_kernels", [])
    kinds = importlib.import_module("kinds")
    claims = tmp_path / "claims"
    claims.mkdir()
    assert claim(claims, kinds.first)
    assert not claim(claims, kinds.first)
    help_out(str(claims), "kinds.first", "kinds.second")
    assert (kinds.first.is_kept(), kinds.second.is_kept()) == (False, True)
    claims.rename(tmp_path / "gone")
    with pytest.raises(FileNotFoundError):
        help_out(str(claims), "kinds.first")
    assert not kinds.first.is_kept()


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip_in_the_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in range(len(data) // 3, len(data) * 2 // 3):
        data[place] ^= 0xFF
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def replace_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.slow
def test_damaged_files_are_made_anew(run_toy: RunToy, tmp_path: Path) -> None:
    run_toy()
    for pattern, damage in (
        ("*.nbi", cut_in_half),
        ("*.nbc", flip_in_the_middle),
        ("*.nbc", replace_by_a_folder),
    ):
        for path in kept(tmp_path, pattern):
            damage(path)
        said, news = run_toy()
        assert said == ANSWER
        assert "Warning" not in news
        assert news.count("data saved") == 2
    assert "saved" not in run_toy()[1]


@pytest.mark.parametrize("name", ["sub/a.nbi", "sub/a.1.nbc", "seal"])
@pytest.mark.parametrize("damage", [cut_in_half, flip_in_the_middle, empty, replace_by_a_folder])
def test_any_damage_breaks_the_seal(
    tmp_path: Path, name: str, damage: Callable[[Path], None]
) -> None:
    folder = tmp_path / "kernels" / "a"
    before = kernel_cache.open_sealed(folder)
    (folder / "sub").mkdir()
    (folder / "sub" / "a.nbi").write_bytes(b"index")
    (folder / "sub" / "a.1.nbc").write_bytes(b"machine code")
    kernel_cache.seal(folder, before)
    kernel_cache.open_sealed(folder)
    assert (folder / "sub" / "a.1.nbc").read_bytes() == b"machine code"
    damage(folder / name)
    kernel_cache.open_sealed(folder)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "link to nothing", "link to a folder"])
def test_what_lies_in_a_folders_place_is_taken_away(tmp_path: Path, kind: str) -> None:
    folder, elsewhere = tmp_path / "kernels" / "a", tmp_path / "elsewhere"
    folder.parent.mkdir()
    elsewhere.mkdir()
    (elsewhere / "kept.txt").touch()
    if kind == "file":
        folder.touch()
    else:
        folder.symlink_to(elsewhere if kind == "link to a folder" else tmp_path / "nothing")
    assert not kernel_cache.is_whole(folder)
    before = kernel_cache.open_sealed(folder)
    assert before == kernel_cache.NOTHING
    (folder / "a.nbi").write_bytes(b"index")
    kernel_cache.seal(folder, before)
    assert kernel_cache.is_whole(folder)
    assert not folder.is_symlink()
    assert [path.name for path in elsewhere.iterdir()] == ["kept.txt"]


def test_nothing_is_kept_for_another_compiler_or_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache.numba_settings, "CACHE_DIR", str(tmp_path))
    toy = decorators.Kernel(one_more, types.int64(types.int64), rare=True)
    other = decorators.Kernel(one_more, types.int64(types.int64), rare=True)
    toy.compile()
    assert other.is_kept()
    codegen = type(cpu_target.target_context.codegen())
    for target, name, value in (
        (numba, "__version__", "999.0"),
        (codegen, "magic_tuple", lambda _: ("another", "processor")),
        (sys, "version", "3.99"),
    ):
        with monkeypatch.context() as upgraded:
            upgraded.setattr(target, name, value)
            kernel_cache._makers.cache_clear()
            assert not other.is_kept(), name
    kernel_cache._makers.cache_clear()
    assert other.is_kept()


@pytest.mark.slow
def test_a_plain_processor_has_kernels_of_its_own(run_toy: RunToy) -> None:
    assert run_toy()[1].count("data saved") == 2
    said, news = run_toy(NUMBA_CPU_NAME="generic")
    assert said == ANSWER
    assert news.count("data saved") == 2
    assert "data saved" not in run_toy()[1]


def test_old_kernels_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache, "_FOLDERS_KEPT", 3)
    for number in range(6):
        folder = tmp_path / "kernels" / str(number)
        before = kernel_cache.open_sealed(folder)
        (folder / "a.nbi").write_bytes(b"index")
        os.utime(folder, (number, number))
        kernel_cache.seal(folder, before)
        os.utime(folder, (number, number))
    assert sorted(path.name for path in (tmp_path / "kernels").iterdir()) == ["3", "4", "5"]


@pytest.mark.parametrize("place", ["/dev/null/x", pytest.param("file", marks=pytest.mark.slow)])
def test_nowhere_to_keep_them(run_toy: RunToy, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / place / "x")
    said, news = run_toy(XDG_CACHE_HOME=nowhere, HOME=nowhere, LOCALAPPDATA=nowhere)
    assert said == ANSWER
    assert news.count("RuntimeWarning: compiled code cannot be kept") == 1
    assert "data saved" not in news


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache.numba_settings, "CACHE_DIR", "")
    monkeypatch.setattr(kernel_cache, "user_cache_path", lambda *_, **__: Path("~/.cache"))
    with pytest.raises(OSError, match="no home"):
        kernel_cache.cache_folder(cut_in_half, types.void(types.int64), {})


class Point(NamedTuple):
    across: int
    down: int


class Swapped(NamedTuple):
    down: int
    across: int


def test_the_order_of_a_tuples_fields_is_noticed() -> None:
    """Compiled code knows fields by their places alone."""
    Swapped.__name__ = Point.__name__
    signatures = [
        types.void(types.NamedUniTuple(types.int64, 2, kind))  # type: ignore[no-untyped-call]
        for kind in (Point, Swapped)
    ]
    first, second = (kernel_cache.cache_folder(cut_in_half, each, {}) for each in signatures)
    assert repr(signatures[0]) == repr(signatures[1])
    assert first != second


@pytest.mark.slow
def test_the_folder_of_numbas_own_setting_is_used(run_toy: RunToy, tmp_path: Path) -> None:
    run_toy(NUMBA_CACHE_DIR=str(tmp_path / "chosen"))
    assert list((tmp_path / "chosen").rglob("*.nbc"))
    assert not kept(tmp_path)


def test_uncompiled_they_give_the_same(run_toy: RunToy) -> None:
    assert run_toy(NUMBA_DISABLE_JIT="1")[0] == ANSWER


def test_a_mistake_in_a_kernel_is_not_hidden(
    toy: Path, tmp_path: Path, run_python: RunPython
) -> None:
    path = toy / "part.py"
    path.write_text(path.read_text().replace("+ OFFSET", "+ undefined_name"))
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(toy)}
    process = run_python("toy.py", environment=cache, folder=toy)
    assert process.returncode == 1
    assert "undefined_name" in process.stderr
    assert "cannot be kept" not in process.stderr


@pytest.mark.slow
def test_two_first_starts_at_once(run_toy: RunToy, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(run_toy) for _ in range(2)]
    assert [result.result()[0] for result in results] == [ANSWER, ANSWER]
    assert "Warning" not in "".join(result.result()[1] for result in results)
    assert run_toy()[0] == ANSWER


def one_more(number: int) -> int:
    return number + 1


def compiled_functions() -> list[tuple[str, ast.FunctionDef]]:
    """Return all functions of the package that are decorated to be compiled, with their files."""
    found = []
    for path in sorted((CHECKOUT / "worldgen").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                marks = " ".join(ast.unparse(mark) for mark in node.decorator_list)
                if "kernel(" in marks or "device(" in marks or "jit" in marks:
                    found.append((path.name, node))
    return found


FORBIDDEN_CALLS = {"random", "sin", "cos", "tan", "exp", "log", "pow", "hash", "rand", "randint"}


def test_nothing_inexact_or_random_is_compiled() -> None:
    functions = compiled_functions()
    assert len(functions) > 5
    for file, function in functions:
        for node in ast.walk(function):
            where = f"{file}:{getattr(node, 'lineno', '?')}"
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                assert name not in FORBIDDEN_CALLS, f"{where}: {name} differs between machines"
            assert not (isinstance(node, ast.Attribute) and node.attr == "random"), where
        for mark in function.decorator_list:
            assert "fastmath" not in ast.unparse(mark)
            assert "parallel" not in ast.unparse(mark)


def test_kernels_are_compiled_without_fast_arithmetic() -> None:
    allowed = {"nogil", "error_model", "no_cfunc_wrapper"}
    assert set(decorators._OPTIONS) == allowed
