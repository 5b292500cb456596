"""World files: what is saved comes back exactly; what is damaged is told apart, in one line."""

from __future__ import annotations

import itertools
import json
import os
import signal
import stat
import sys
import tempfile
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import CHECKOUT
from worldgen import World, WorldParameters
from worldgen.files import atomic
from worldgen.files import world_file as world_file_module
from worldgen.files.reading import LARGEST_FILE
from worldgen.files.save import (
    SaveError,
    WorldFile,
    WorldFileWarning,
    find_world,
    find_world_or_file,
    list_worlds,
    load_world,
    make_saves_folder,
    read_save,
    save_world,
    saves_folder,
    world_path,
)
from worldgen.parameters import RULES
from worldgen.seed import Seed, SeedError, normalize_seed
from worldgen.version import GENERATOR_VERSION

ATLANTIS = World("atlantis", WorldParameters(octaves=6, erosion=0.25))
OTHER = World(-7, WorldParameters(island=False, noise="value"))
NAMES_THAT_WORK = (
    *(
        "v/test",
        "../x",
        "/etc/passwd",
        "a\\b",
        "C:x",
        "CON",
        "con",
        "nul.json",
        "COM1",
        "x.",
        "a:b",
    ),
    *("日本", "🏝️ island", "caf\u00e9", "cafe\u0301", "..", ".", ".hidden", "-rf", "~", "$HOME"),
    *("%2e%2e", 'a|b?*<>"', "x.json", "x.voyage", "X.VOYAGE", "Atlantis", "atlantis", "a  b"),
    *("n" * 100, "日" * 100, "🏝" * 100, "\u202eevil", "aux.txt", "a'b", "\u00df", "SS", "ss"),
)
NAMES_THAT_DO_NOT = {
    "": "empty",
    "x ": "space",
    " x": "space",
    "\u3000x": "space",
    "n" * 300: "100 characters",
    "a\0b": "control character",
    "a\nb": "control character",
    "a\tb": "control character",
    "\x7f": "control character",
    "a\u2028b": "line break",
    "\ud800": "half a character",
}


def one_line(call: Callable[[], object]) -> str:
    """Return the one line with which a call is refused."""
    with pytest.raises(SaveError) as refusal:
        call()
    message = str(refusal.value)
    assert len(message.splitlines()) == 1
    assert len(message) < 700
    assert message.isprintable()
    return message


def saved(folder: Path, **changes: object) -> dict[str, Any]:
    path = folder / "good.json"
    save_world(path, ATLANTIS, "good")
    fields: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return fields | changes


def write(folder: Path, fields: object) -> Path:
    path = folder / "bad.json"
    path.write_text(json.dumps(fields), "utf-8")
    return path


def files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if not path.is_dir()}


# What is saved comes back.


@pytest.mark.parametrize("world", [ATLANTIS, OTHER])
def test_round_trip(tmp_path: Path, world: World) -> None:
    path = tmp_path / "any name.json"
    save_world(path, world)
    loaded = load_world(path)
    assert loaded == world
    assert type(loaded.seed) is type(world.seed)
    assert read_save(str(path)) == WorldFile(
        name="any name", seed=world.seed, parameters=world.parameters
    )
    before, after = (each.chunk(1, -1, lod=2, sketch=True) for each in (world, loaded))
    assert before.height.tobytes() == after.height.tobytes()
    assert before.biome.tobytes() == after.biome.tobytes()


@given(
    seed=st.one_of(st.integers(), st.text()), octaves=st.integers(1, 12), level=st.floats(0.44, 0.8)
)
def test_any_seed_comes_back(
    tmp_path_factory: pytest.TempPathFactory, seed: Seed, octaves: int, level: float
) -> None:
    try:
        seed = normalize_seed(seed)
    except SeedError:
        return
    path = tmp_path_factory.getbasetemp() / "seed.json"
    parameters = WorldParameters(octaves=octaves, mountain_level=level)
    save_world(path, World(seed, parameters), "any")
    assert read_save(path) == WorldFile(name="any", seed=seed, parameters=parameters)


@pytest.mark.parametrize("seed", [2**53 + 1, 2**63 - 1, -(2**62 + 3), 0, 10**3999])
def test_readers_that_round_numbers_do_not_harm_the_seed(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "world.json"
    save_world(path, World(seed))
    rounded = json.loads(path.read_text("utf-8"), parse_int=float)
    rounded["generator_version"] = int(rounded["generator_version"])
    rounded["parameters"] |= {
        name: int(value)
        for name, value in rounded["parameters"].items()
        if isinstance(value, float) and value.is_integer() and isinstance(RULES[name].low, int)  # type: ignore[union-attr]
    }
    path.write_text(json.dumps(rounded), "utf-8")
    assert load_world(path).seed == seed


def test_the_file_holds_what_is_documented(tmp_path: Path) -> None:
    fields = saved(tmp_path)
    assert list(fields) == ["format", "name", "generator_version", "seed", "parameters", "check"]
    assert fields["format"] == "endless-isles world"
    assert fields["generator_version"] == GENERATOR_VERSION
    assert fields["seed"] == "atlantis"
    assert fields["parameters"] == ATLANTIS.parameters.to_mapping()


def test_nothing_but_the_file_is_left(tmp_path: Path) -> None:
    save_world(tmp_path / "a.json", ATLANTIS)
    save_world(tmp_path / "a.json", OTHER)
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_others_may_read_the_file_as_usual(tmp_path: Path) -> None:
    save_world(tmp_path / "a.json", ATLANTIS)
    (tmp_path / "usual").touch()
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_the_sample_world_of_the_checkout() -> None:
    """Made by ``save_world(path, World("atlantis"), "atlantis")``; do so again with new fields."""
    file = read_save(CHECKOUT / "saves" / "atlantis.json")
    assert file == WorldFile(name="atlantis", seed="atlantis", parameters=WorldParameters())


# A name that was there before.


def test_a_file_keeps_its_name_when_none_is_given(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    save_world(path, ATLANTIS, "Home / sweet home")
    save_world(path, OTHER)
    assert read_save(path).name == "Home / sweet home"


def test_overwriting_can_be_forbidden(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    save_world(path, ATLANTIS, overwrite=False)
    before = path.read_bytes()
    save_world(path, ATLANTIS, overwrite=False)
    assert "there already" in one_line(lambda: save_world(path, OTHER, overwrite=False))
    renamed = one_line(lambda: save_world(path, ATLANTIS, "new name", overwrite=False))
    assert "there already" in renamed
    assert path.read_bytes() == before
    path.write_bytes(before[:-5])
    assert "there already" in one_line(lambda: save_world(path, ATLANTIS, overwrite=False))
    assert path.read_bytes() == before[:-5]
    save_world(path, OTHER)
    assert load_world(path) == OTHER


def test_forbidden_overwriting_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "world.json"
    save_world(path, ATLANTIS, overwrite=False)
    assert load_world(path) == ATLANTIS
    assert "there already" in one_line(lambda: save_world(path, OTHER, overwrite=False))
    assert [each.name for each in tmp_path.iterdir()] == ["world.json"]


# Damage.


def test_cut_at_every_byte(tmp_path: Path) -> None:
    save_world(tmp_path / "good.json", ATLANTIS, "日本")
    whole = (tmp_path / "good.json").read_bytes()
    path = tmp_path / "cut.json"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert str(path) in one_line(lambda: read_save(path))
        assert path.read_bytes() == whole[:length]
    path.write_bytes(whole)
    assert read_save(path).name == "日本"


def test_bytes_replaced_give_a_world_or_one_line(tmp_path: Path) -> None:
    fields = saved(tmp_path)
    whole = json.dumps(fields).encode()
    path = tmp_path / "bad.json"
    for place in range(0, len(whole), 3):
        for byte in (b"\0", b"\xff", b"}", b"9", b'"'):
            path.write_bytes(whole[:place] + byte + whole[place + 1 :])
            try:
                read_save(path)
            except SaveError as error:
                assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize("key", ["format", "generator_version", "name", "seed", "parameters"])
def test_missing_fields(tmp_path: Path, key: str) -> None:
    fields = saved(tmp_path)
    del fields[key]
    path = write(tmp_path, fields)
    message = one_line(lambda: load_world(path))
    assert str(path) in message
    assert key in message


@pytest.mark.parametrize("name", RULES)
def test_missing_parameters(tmp_path: Path, name: str) -> None:
    fields = saved(tmp_path)
    del fields["parameters"][name]
    path = write(tmp_path, fields)
    assert f"parameters: {name} is missing" in one_line(lambda: load_world(path))


WRONG_VALUES: dict[str, tuple[object, ...]] = {
    "seed": (12, 12.0, 1e3, True, None, [], {}, "", " ", "1" * 5000),
    "name": (12, True, None, [], *NAMES_THAT_DO_NOT),
    "parameters": (12, None, [], "octaves", True),
    "generator_version": (0, -1, 1.5, 1.0, "1", True, None, [], {}),
    "format": (1, None, "", "endless-isles voyage", []),
    "octavez": (3,),
    "": (1,),
    "position": ([0, 0],),
}


@pytest.mark.parametrize(
    ("key", "value"),
    [(key, value) for key, values in WRONG_VALUES.items() for value in values],
    ids=lambda value: ascii(value)[:30],
)
def test_wrong_fields(tmp_path: Path, key: str, value: object) -> None:
    path = write(tmp_path, saved(tmp_path, **{key: value}))
    before = path.read_bytes()
    message = one_line(lambda: load_world(path))
    assert message.startswith(f"{path}: ")
    assert repr(key) in message or key in message
    assert path.read_bytes() == before


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999", "9" * 5000])
@pytest.mark.parametrize("name", ["octaves", "persistence", "island", "noise"])
def test_numbers_that_are_none(tmp_path: Path, name: str, number: str) -> None:
    fields = saved(tmp_path)
    fields["parameters"][name] = "HERE"
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(fields).replace('"HERE"', number), "utf-8")
    message = one_line(lambda: load_world(path))
    assert f"parameters: {name} must be {RULES[name]}" in message


def test_misspelt_parameters(tmp_path: Path) -> None:
    fields = saved(tmp_path)
    fields["parameters"]["octavez"] = fields["parameters"].pop("octaves")
    path = write(tmp_path, fields)
    assert "did you mean octaves" in one_line(lambda: load_world(path))


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (b"", "empty"),
        (b"   ", "not complete JSON"),
        (b"[]", "a list"),
        (b"null", "null"),
        (b'"text"', "text"),
        (b"12", "the number 12"),
        (b"9" * 5000, "the number inf"),
        (b"true", "true"),
        (b"{}", "format"),
        (b'{"a": 1, "a": 1}', "'a' twice"),
        (b'{"seed": {"b": 1, "b": 2}}', "'b' twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"\xff\xfe{\0}\0", "not UTF-8"),
        (b'{"format": "caf\xe9"}', "not UTF-8"),
        (b"\0" * 100, "not complete JSON"),
        (b" " * (LARGEST_FILE + 1), f"larger than {LARGEST_FILE} bytes"),
        (b"{'format': 1}", "not complete JSON"),
        (b"{}{}", "not complete JSON"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_files_that_are_no_world(tmp_path: Path, contents: bytes, reason: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(contents)
    message = one_line(lambda: load_world(path))
    assert str(path) in message
    assert reason in message
    assert path.read_bytes() == contents


def test_duplicate_keys_anywhere(tmp_path: Path) -> None:
    text = json.dumps(saved(tmp_path))
    path = tmp_path / "bad.json"
    for twice in ('"seed": "1"', '"name": "x"'):
        path.write_text(text[:-1] + f", {twice}}}", "utf-8")
        assert "twice" in one_line(lambda: load_world(path))
    path.write_text(text.replace('"octaves"', '"octaves": 3, "octaves"'), "utf-8")
    assert "'octaves' twice" in one_line(lambda: load_world(path))


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "windows.json"
    path.write_text(json.dumps(saved(tmp_path)), "utf-8-sig")
    assert load_world(path) == ATLANTIS


def test_things_that_are_no_file(tmp_path: Path) -> None:
    assert "no such file" in one_line(lambda: load_world(tmp_path / "none.json"))
    assert "not a file" in one_line(lambda: load_world(tmp_path))
    assert "this name" in one_line(lambda: load_world("a\0b.json"))
    assert "this name" in one_line(lambda: save_world("a\0b.json", ATLANTIS, "x"))
    one_line(lambda: load_world(tmp_path / ("x" * 5000)))
    one_line(lambda: load_world(tmp_path / "a\nb.json"))
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe.json")
        assert "not a file" in one_line(lambda: load_world(tmp_path / "pipe.json"))
        assert "not a file" in one_line(lambda: load_world("/dev/zero"))


# Versions.


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    for version in (GENERATOR_VERSION + 1, 10**30, 1.5e300):
        # A newer file may have other fields; its version is what the player must hear of.
        write(tmp_path, saved(tmp_path, generator_version=version, weather="fine"))
        message = one_line(lambda: load_world(path))
        assert "generator_version" in message
        assert "brought up to date" in message


def test_an_older_version_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.json"
    save_world(path, ATLANTIS)
    assert read_save(path).notice is None
    monkeypatch.setattr(world_file_module, "GENERATOR_VERSION", GENERATOR_VERSION + 1)
    notice = read_save(path).notice
    assert notice
    assert f"version {GENERATOR_VERSION} " in notice
    with pytest.warns(WorldFileWarning, match="makes other land"):
        assert load_world(path) == ATLANTIS


# Changes since it was saved.


@pytest.mark.parametrize("bits", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_no_flipped_bit_opens_as_another_world_in_silence(tmp_path: Path, bits: int) -> None:
    path = tmp_path / "world.json"
    save_world(path, ATLANTIS, "home")
    whole = path.read_bytes()
    told = 0
    for place, byte in enumerate(whole):
        for bit in range(bits):
            flipped = byte ^ 1 << (place + bit) % 8
            path.write_bytes(whole[:place] + bytes([flipped]) + whole[place + 1 :])
            try:
                file = read_save(path)
            except SaveError:
                continue
            same = (file.seed, file.parameters) == (ATLANTIS.seed, ATLANTIS.parameters)
            assert same or file.changed
            told += bool(file.notice)
    assert told > 8


def test_a_warning_names_what_cannot_be_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = saved(tmp_path, seed="atlantic")
    assert read_save(write(tmp_path, edited)).changed == ("seed",)
    edited["parameters"]["octaves"] = 7
    path = write(tmp_path, edited)
    with pytest.warns(WorldFileWarning, match="seed and parameters of its file cannot be trusted"):
        world = load_world(path)
    assert world == World("atlantic", WorldParameters(octaves=7, erosion=0.25))
    monkeypatch.setattr(world_file_module, "GENERATOR_VERSION", GENERATOR_VERSION + 1)
    path = write(tmp_path, saved(tmp_path, generator_version=GENERATOR_VERSION + 1))
    assert "generator_version of its file cannot" in str(read_save(path).notice)


def test_files_without_a_check_open_as_they_are(tmp_path: Path) -> None:
    fields = saved(tmp_path)
    del fields["check"]
    file = read_save(write(tmp_path, fields))
    assert (file.notice, file.changed, file.seed) == (None, (), "atlantis")


@pytest.mark.parametrize("check", ["", "x", None, 7, "0" * 26, "00000000-00000000"])
def test_a_check_that_is_none(tmp_path: Path, check: object) -> None:
    path = write(tmp_path, saved(tmp_path, check=check))
    assert "check is damaged" in one_line(lambda: load_world(path))


# Names.


@pytest.mark.parametrize("name", NAMES_THAT_WORK, ids=ascii)
def test_any_name_is_listed_exactly(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "outer" / "saves"
    make_saves_folder(folder)
    path = world_path(folder, name)
    assert path.parent == folder
    save_world(path, ATLANTIS, name, overwrite=False)
    (entry,) = list_worlds(folder)
    assert (entry.name, entry.path, entry.error) == (name, path, None)
    assert find_world(folder, name) == find_world_or_file(folder, name) == path
    assert world_path(folder, name) == path
    assert files_below(tmp_path) == {path}
    # What Windows cannot have in a file name, and what a shell or a person would trip over.
    assert not set('<>:"/\\|?*\0') & set(path.name)
    assert path.name == path.name.strip() and not path.stem.endswith((" ", "."))
    assert len(path.name.encode()) < 200
    assert path.stem.upper() not in {"CON", "NUL", "AUX", "PRN", "COM1"}


def test_all_names_together(tmp_path: Path) -> None:
    for number, name in enumerate(NAMES_THAT_WORK):
        save_world(world_path(tmp_path, name), World(number), name, overwrite=False)
    listed = {entry.name: entry for entry in list_worlds(tmp_path)}
    assert set(listed) == set(NAMES_THAT_WORK)
    for number, name in enumerate(NAMES_THAT_WORK):
        file = listed[name].file
        assert file
        assert file.seed == number
    # On a disk that ignores case, and the way an accent is written, they are different files too.
    names = [path.name for path in tmp_path.iterdir()]
    for form in ("NFC", "NFD"):
        for fold in (str.casefold, str.upper, str.lower):
            folded = {fold(unicodedata.normalize(form, name)) for name in names}
            assert len(folded) == len(names)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Test", "test"), ("caf\u00e9", "CAF\u00c9"), ("\u00df", "SS"), ("\u03c3", "\u03c2")],
)
def test_names_equal_but_for_case_lie_in_files_that_differ_otherwise(
    tmp_path: Path, one: str, other: str
) -> None:
    for name in (one, other):
        save_world(world_path(tmp_path, name), ATLANTIS, name, overwrite=False)
    first, second = (world_path(tmp_path, name) for name in (one, other))
    assert first.name == f"{one}.json"
    assert "~" in second.name
    assert [find_world(tmp_path, name) for name in (one, other)] == [first, second]


def test_names_that_the_system_has_no_letters_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with ``LC_ALL=C``: the file name is what is left, the name in the file is whole."""
    monkeypatch.setattr(os, "fsencode", lambda name: str(name).encode("ascii"))
    for name in ("日本", "caf\u00e9", "\u00e9"):
        path = world_path(tmp_path, name)
        assert path.name.isascii()
        save_world(path, ATLANTIS, name, overwrite=False)
        assert find_world(tmp_path, name) == path


@pytest.mark.parametrize(
    ("name", "reason"), NAMES_THAT_DO_NOT.items(), ids=lambda value: ascii(value)[:30]
)
def test_names_that_are_refused(tmp_path: Path, name: str, reason: str) -> None:
    assert reason in one_line(lambda: world_path(tmp_path, name))
    assert reason in one_line(lambda: save_world(tmp_path / "x.json", ATLANTIS, name))
    assert find_world(tmp_path, name) is None
    assert not list(tmp_path.iterdir())


def test_the_same_file_name_with_another_world_in_it(tmp_path: Path) -> None:
    """As on a disk that ignores case, or after a file was renamed by hand."""
    save_world(tmp_path / "home.json", ATLANTIS, "HOME")
    assert find_world(tmp_path, "HOME") == tmp_path / "home.json"
    path = world_path(tmp_path, "home")
    assert path != tmp_path / "home.json"
    save_world(path, OTHER, "home", overwrite=False)
    assert [entry.name for entry in list_worlds(tmp_path)] == ["HOME", "home"]
    assert load_world(tmp_path / "home.json") == ATLANTIS
    assert find_world(tmp_path, "home") == path


def test_a_damaged_file_stays_in_the_list_and_as_it_is(tmp_path: Path) -> None:
    save_world(tmp_path / "good.json", ATLANTIS)
    (tmp_path / "bad.json").write_bytes(b"{")
    bad, good = list_worlds(tmp_path)
    assert (bad.name, bad.file) == ("bad", None)
    assert bad.error
    assert "bad.json" in bad.error
    assert (good.name, good.error) == ("good", None)
    path = world_path(tmp_path, "bad")
    save_world(path, OTHER, "bad", overwrite=False)
    assert (tmp_path / "bad.json").read_bytes() == b"{"
    assert find_world(tmp_path, "bad") == path


def test_only_worlds_are_listed(tmp_path: Path) -> None:
    save_world(tmp_path / "world.json", ATLANTIS)
    for name in ("world.voyage.json", "World.Voyage.JSON", ".hidden.json", "notes.txt", "json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / ".endless-isles-0123.part").write_text("{")
    (tmp_path / "folder.json").mkdir()
    assert [entry.name for entry in list_worlds(tmp_path)] == ["world"]


def test_a_missing_folder_has_no_worlds_and_a_file_is_no_folder(tmp_path: Path) -> None:
    assert list_worlds(tmp_path / "none") == []
    (tmp_path / "file").touch()
    assert "file" in one_line(lambda: list_worlds(tmp_path / "file"))
    assert "file" in one_line(lambda: make_saves_folder(tmp_path / "file"))
    assert "inner" in one_line(lambda: make_saves_folder(tmp_path / "file" / "inner"))


def test_resolve_by_name_or_by_file(tmp_path: Path) -> None:
    save_world(world_path(tmp_path, "v/test"), ATLANTIS, "v/test")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    save_world(elsewhere / "x.json", OTHER)
    assert load_world(find_world_or_file(tmp_path, "v/test")) == ATLANTIS
    assert load_world(find_world_or_file(tmp_path, str(elsewhere / "x.json"))) == OTHER
    assert "did you mean 'v/test'" in one_line(lambda: find_world_or_file(tmp_path, "v-test"))
    for name in ("", "zzz", "a\0b", "a\nb"):
        one_line(lambda name=name: find_world_or_file(tmp_path, name))  # type: ignore[misc]


def test_where_worlds_live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert saves_folder() == CHECKOUT / "saves"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    installed = tmp_path / "site-packages" / "worldgen" / "files" / "saved_worlds.py"
    monkeypatch.setattr("worldgen.files.saved_worlds.__file__", str(installed))
    folder = saves_folder()
    assert folder.name == "saves"
    assert "endless-isles" in str(folder)
    assert not folder.is_relative_to(tmp_path / "site-packages")


# A disk that fails.


@pytest.fixture
def old_save(tmp_path: Path) -> Iterator[Path]:
    """A saved world that must be there unharmed after the test, alone in its folder."""
    folder = tmp_path / "saves"
    folder.mkdir()
    path = folder / "world.json"
    save_world(path, ATLANTIS)
    before = path.read_bytes()
    yield path
    folder.chmod(0o755)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["world.json"]


@pytest.mark.parametrize(("owner", "call"), [(os, "fsync"), (Path, "replace")])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_any_step_that_fails_leaves_the_old_world(
    old_save: Path,
    monkeypatch: pytest.MonkeyPatch,
    owner: object,
    call: str,
    error: BaseException,
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(owner, call, fail)
    with pytest.raises((SaveError, KeyboardInterrupt)) as failure:
        save_world(old_save, OTHER)
    if isinstance(error, OSError):
        assert str(failure.value) == f"{old_save}: cannot be written: No space left on device"


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_disk_that_takes_only_a_part(old_save: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        message = one_line(lambda: save_world(old_save, OTHER))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "cannot be written" in message


def test_folders_that_cannot_take_a_world(tmp_path: Path, old_save: Path) -> None:
    missing = tmp_path / "none" / "world.json"
    assert str(missing) in one_line(lambda: save_world(missing, OTHER))
    assert not missing.parent.exists()
    below_file = old_save / "world.json"
    assert str(below_file) in one_line(lambda: save_world(below_file, OTHER))
    folder = old_save.parent
    assert str(folder) in one_line(lambda: save_world(folder, OTHER, "x"))


@contextmanager
def without_the_rights_of_root() -> Iterator[None]:
    """Root may write anywhere; for a moment be somebody who may not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_read_only_folders_and_files() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "world.json"
        save_world(path, ATLANTIS)
        before = path.read_bytes()
        path.parent.chmod(0o555)
        with without_the_rights_of_root():
            assert "Permission denied" in one_line(lambda: save_world(path, OTHER))
        path.parent.chmod(0o777)
        path.chmod(0o444)
        with without_the_rights_of_root():
            assert "Permission denied" in one_line(lambda: save_world(path, OTHER))
            assert load_world(path) == ATLANTIS
        path.chmod(0o000)
        with without_the_rights_of_root():
            assert "Permission denied" in one_line(lambda: load_world(path))
        path.chmod(0o644)
        assert path.read_bytes() == before
        assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_at_any_line_while_it_saves(tmp_path: Path, step: int) -> None:
    path = tmp_path / "world.json"
    seen = []
    for line in itertools.count(step=step):
        path.unlink(missing_ok=True)
        save_world(path, ATLANTIS)
        child = fork_a_saver(path, line)
        _, status = os.waitpid(child, 0)
        seen.append(load_world(path))
        assert [entry.path for entry in list_worlds(tmp_path)] == [path]
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            break
    replaced = seen.index(OTHER)
    assert seen[:replaced] == [ATLANTIS] * replaced
    assert seen[replaced:] == [OTHER] * (len(seen) - replaced)
    assert 10 // step < replaced < len(seen) - 1


def fork_a_saver(path: Path, last: int) -> int:
    """Start a process that saves a world and kills itself before a line of the writer's code."""
    with warnings.catch_warnings():
        # The test runner may have threads; the child calls nothing that they could have locked.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        lines = itertools.count()

        def trace(frame: FrameType, event: str, _: object) -> Any:
            if frame.f_code.co_filename != atomic.__file__:
                return None
            if event == "line" and next(lines) == last:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        code = 1
        try:
            sys.settrace(trace)
            save_world(path, OTHER)
            code = 0
        finally:
            os._exit(code)
    return child


def test_what_a_killed_writer_left_is_swept_up_later(tmp_path: Path) -> None:
    old, new = (tmp_path / f".endless-isles-{name}.part" for name in ("old", "new"))
    old.touch()
    new.touch()
    os.utime(old, (0, 0))
    save_world(tmp_path / "world.json", ATLANTIS)
    assert not old.exists()
    assert new.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    with pytest.raises(SaveError, match="is not a file"):
        save_world(pipe, World(3))
    assert pipe.is_fifo()


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    save_world(real, World(3))
    link.symlink_to(real)
    save_world(link, World(4))
    assert link.is_symlink()
    assert load_world(real) == World(4)
