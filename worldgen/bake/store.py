"""The Zarr store of a bake: an array for each field, one for each axis, and a record of its shards.

A tile of the area is one shard of each array. Its shards are written first and its record last, so
whatever ends a bake, a tile that is recorded was whole. The record says how long each shard is and
what digest it has, so that one that was lost or cut since is noticed. It lies in a group of its
own, so that programs that open the store find nothing but fields and their coordinates.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from worldgen.area import Area
from worldgen.bake.address import BakeError, local_folder
from worldgen.bake.shards import ShardFiles
from worldgen.bake.tiles import Recipe
from worldgen.chunk.fields import FIELDS
from worldgen.dataset import axis_attributes, field_attributes
from worldgen.export.arrays import EXPORTED
from worldgen.extras import ExtraError, extra_module
from worldgen.files.lock import InUseError, exclusive
from worldgen.files.reading import FileProblem, read_bytes, shown_path
from worldgen.files.world_fields import world_fields

FORMAT = "endless-isles bake"
CHUNK = 256
"""Samples a side that are compressed together."""

TILES = (512, 1024, 2048, 4096)
DEFAULT_TILE = 2048

RECORD = "record/shards"
"""uint64 (rows, columns, fields, 2) of tiles: length and digest of each shard, 0 until written."""

_RECORD_BYTES = len(EXPORTED) * 2 * 8
_AXIS_CHUNK = 1 << 20
_EXTRA = "cluster"
_METADATA = "zarr.json"
_UNFINISHED = "*.partial"


@dataclass(frozen=True)
class Store:
    """Where one area of one world is baked to."""

    address: str
    """As ``checked_address`` returns it."""
    recipe: Recipe
    area: Area
    tile: int

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other bakes out of a local store; elsewhere nothing can tell of them.

        Raises:
            BakeError: another process bakes into it, or there is no such place.
        """
        folder = local_folder(self.address)
        if folder is None:
            yield
            return
        folder = folder.absolute()
        if not folder.parent.is_dir():
            raise BakeError(f"{shown_path(folder.parent)}: there is no such folder")
        try:
            with exclusive(folder.with_name(f"{folder.name}.lock")):
                yield
        except InUseError as error:
            raise BakeError(
                f"{self._shown()}: process {error} is baking into it; let it end first"
            ) from None

    @contextmanager
    def reached(self) -> Iterator[None]:
        """Tell in one line why a store elsewhere cannot be reached: its errors have no common kind.

        Raises:
            BakeError: whatever a remote file system made of it.
        """
        try:
            yield
        except (BakeError, ExtraError, OSError):
            raise
        except Exception as error:
            if local_folder(self.address) is not None:
                raise
            raise BakeError(
                f"{self._shown()}: cannot be reached ({type(error).__name__}: {error})"
            ) from error

    def prepare(self, *, overwrite: bool) -> None:
        """Make the store, or check that what is there is the same bake; other bakes are kept out.

        Raises:
            BakeError: when something else is there.
        """
        extra_module("zarr", "baking", _EXTRA)
        if self._is_begun():
            self._sweep()
            if self._is_same():
                return
            if not overwrite:
                raise BakeError(
                    f"{self._shown()} holds another bake, or a damaged one; --force replaces it"
                )
            self._remove()
        self._create()

    def missing(self, *, verify: bool = False) -> list[tuple[int, int]]:
        """Return row and column of the tiles that are not there whole, in order.

        Args:
            verify: read every shard and compare its digest; else lengths are compared.
        """
        record = self._open()[RECORD][...]
        rows, columns = record.shape[:2]
        return [
            (row, column)
            for row in range(rows)
            for column in range(columns)
            if not self._is_whole(row, column, record[row, column], verify)
        ]

    def tile_area(self, row: int, column: int) -> Area:
        """Return the samples of one tile."""
        left, top = column * self.tile, row * self.tile
        return Area(
            self.area.left + left,
            self.area.top + top,
            min(self.tile, self.area.width - left),
            min(self.tile, self.area.height - top),
            self.area.lod,
        )

    def write_tile(self, row: int, column: int) -> int:
        """Make one tile and write it; return the number of its samples."""
        group, area, shards = self._open(), self.tile_area(row, column), ShardFiles(self.address)
        top, left = row * self.tile, column * self.tile
        place = (slice(top, top + area.height), slice(left, left + area.width))
        record = []
        for name, values in self.recipe.read(area).items():
            # A shard that is there would be read first, and may be damaged.
            shards.remove(name, row, column)
            group[name][place] = values
            record.append((shards.size(name, row, column), shards.digest(name, row, column)))
        group[RECORD][row, column] = np.array(record, dtype=np.uint64)
        return area.samples

    def _is_whole(self, row: int, column: int, record: np.ndarray, verify: bool) -> bool:
        shards = ShardFiles(self.address)
        return all(
            digest
            and shards.size(name, row, column) == size
            and (not verify or shards.digest(name, row, column) == digest)
            for name, (size, digest) in zip(EXPORTED, record.tolist(), strict=True)
        )

    def _attributes(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            **world_fields(
                self.recipe.seed,
                self.recipe.parameters,
                biomes=None if self.recipe.biomes is None else self.recipe.biomes.mark,
            ),
            "left": str(self.area.left),
            "top": str(self.area.top),
            "x": float(self.area.x),
            "y": float(self.area.y),
            "step": float(self.area.step),
            "width": self.area.width,
            "height": self.area.height,
            "tile": self.tile,
        }

    def _open(self) -> Any:
        return extra_module("zarr", "baking", _EXTRA).open_group(self.address, mode="r+")

    def _is_begun(self) -> bool:
        """Return whether a bake is there, be it damaged.

        Raises:
            BakeError: when something else is there.
        """
        folder = local_folder(self.address)
        if folder is None:
            attributes = self._found()
            ours = attributes is None or attributes.get("format") == FORMAT
            begun = attributes is not None
        else:
            if not folder.is_dir() and folder.exists():
                raise BakeError(f"{self._shown()} is a file; a bake is a folder")
            # A bake that was killed in its first moment leaves no more than these.
            rest = [path for path in _entries(folder) if not _is_unstarted(path)]
            begun = bool(rest)
            ours = not begun or _names_format(folder / _METADATA)
        if not ours:
            raise BakeError(f"{self._shown()} is there already, and is no bake")
        return begun

    def _found(self) -> Mapping[str, Any] | None:
        try:
            return dict(self._open().attrs)
        except (FileNotFoundError, KeyError, ValueError):
            return None

    def _is_same(self) -> bool:
        """Return whether all that is there is what this bake would make, and make up the rest."""
        if self._found() != self._attributes():
            return False
        try:
            self._make_arrays()
        except ValueError:
            # What describes an array is no JSON, or describes another.
            return False
        return True

    def _create(self) -> None:
        self._sweep()
        zarr = extra_module("zarr", "baking", _EXTRA)
        zarr.create_group(store=self.address, zarr_format=3, attributes=self._attributes())
        self._make_arrays()

    def _make_arrays(self) -> None:
        """Make the arrays that are not there."""
        group = self._open()
        height, width = self.area.height, self.area.width
        codecs = extra_module("zarr.codecs", "baking", _EXTRA)
        for name in EXPORTED:
            if name not in group:
                group.create_array(
                    name,
                    shape=(height, width),
                    dtype=np.dtype(FIELDS[name].dtype),
                    chunks=(CHUNK, CHUNK),
                    shards=(self.tile, self.tile),
                    compressors=codecs.ZstdCodec(level=3),
                    fill_value=0,
                    dimension_names=("y", "x"),
                    attributes=_plain(field_attributes(name, self.recipe.biomes)),
                )
        for axis, first, count in (("x", self.area.x, width), ("y", self.area.y, height)):
            if axis not in group:
                group.create_array(
                    axis,
                    shape=(count,),
                    dtype=np.float64,
                    chunks=(_AXIS_CHUNK,),
                    compressors=codecs.ZstdCodec(level=3),
                    dimension_names=(axis,),
                    attributes=axis_attributes(axis),
                )
            _fill_axis(group[axis], float(first), float(self.area.step))
        if RECORD not in group:
            group.create_array(
                RECORD,
                shape=(-(-height // self.tile), -(-width // self.tile), len(EXPORTED), 2),
                dtype=np.uint64,
                chunks=(1, 1, len(EXPORTED), 2),
                compressors=None,
                fill_value=0,
                dimension_names=("tile_row", "tile_column", "field", "length_and_digest"),
            )

    def _remove(self) -> None:
        folder = local_folder(self.address)
        if folder is None:
            raise BakeError(f"{self._shown()} holds another bake; only a folder can be replaced")
        shutil.rmtree(folder)

    def _sweep(self) -> None:
        """Remove the unfinished files that a killed process, or a failing disk, left behind."""
        folder = local_folder(self.address)
        if folder is not None:
            for path in folder.rglob("*"):
                if _is_unfinished(path):
                    path.unlink(missing_ok=True)
            for path in (folder / RECORD / "c").rglob("*"):
                if path.is_file() and path.stat().st_size != _RECORD_BYTES:
                    path.unlink()

    def _shown(self) -> str:
        return shown_path(self.address)


def _fill_axis(array: Any, first: float, step: float) -> None:
    """Write the places along an axis where they are not there: before the first tile is."""
    for start in range(0, array.shape[0], _AXIS_CHUNK):
        part = slice(start, min(start + _AXIS_CHUNK, array.shape[0]))
        places = first + np.arange(part.start, part.stop) * step
        try:
            there = np.array_equal(array[part], places)
        except (RuntimeError, ValueError):
            # What was cut or changed cannot be unpacked.
            there = False
        if not there:
            array[part] = places


def _plain(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes as values that JSON can hold."""
    return {
        name: value.tolist() if isinstance(value, np.ndarray | np.generic) else value
        for name, value in attributes.items()
    }


def _entries(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _is_unfinished(path: Path) -> bool:
    """Return whether a writer was killed before this file was whole."""
    return path.is_file() and (path.match(_UNFINISHED) or not path.stat().st_size)


def _is_unstarted(path: Path) -> bool:
    return _is_unfinished(path) and (path.match(_UNFINISHED) or path.name == _METADATA)


def _names_format(path: Path) -> bool:
    """Return whether a file that describes a group is a bake's, even if it is damaged."""
    try:
        return json.dumps(FORMAT).encode() in read_bytes(path)
    except FileProblem:
        return False
