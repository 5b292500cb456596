"""The Zarr store of a bake: a group with an array for each field, and one that says what is done.

A tile of the area is one shard of each array. Its shards are written first and its mark in
``done`` last, so whatever ends a bake, a tile that is marked is whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from worldgen.area import Area
from worldgen.bake.tiles import Recipe
from worldgen.export.arrays import FIELDS
from worldgen.export.failure import optional_module
from worldgen.files.world_file import shown_path
from worldgen.version import GENERATOR_VERSION

FORMAT = "endless-isles bake"
CHUNK = 256
"""Samples a side that are compressed together."""

TILES = (512, 1024, 2048, 4096)
DEFAULT_TILE = 2048

_EXTRA = "cluster"
_DONE = "done"


class BakeError(ValueError):
    """A bake that cannot be made or gone on with; the message says why."""


def zarr_module() -> Any:
    """Import zarr, or say which extra brings it."""
    return optional_module("zarr", "baking", _EXTRA)


@dataclass(frozen=True)
class Store:
    """Where one area of one world is baked to."""

    path: str
    """A folder, or any address that zarr knows."""
    recipe: Recipe
    area: Area
    tile: int

    def prepare(self, *, overwrite: bool) -> None:
        """Make the store, or check that what is there is the same bake.

        Raises:
            BakeError: when something else is there.
        """
        zarr = zarr_module()
        described = self._attributes()
        found = self._found()
        if found is not None and found != described and overwrite:
            self._remove()
            found = None
        if found is not None and found != described:
            raise BakeError(f"{self._shown()} holds another bake; --force replaces it")
        if found is None:
            zarr.create_group(store=self.path, zarr_format=3, attributes=described)
        else:
            self._sweep()
        self._make_arrays()

    def missing(self) -> list[tuple[int, int]]:
        """Return row and column of the tiles that are not done, in order."""
        done = self._open()[_DONE][...]
        return [(int(row), int(column)) for row, column in np.argwhere(done == 0)]

    def tile_count(self) -> tuple[int, int]:
        """Return how many rows and columns of tiles there are."""
        return -(-self.area.height // self.tile), -(-self.area.width // self.tile)

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
        group, area = self._open(), self.tile_area(row, column)
        top, left = row * self.tile, column * self.tile
        place = (slice(top, top + area.height), slice(left, left + area.width))
        for name, values in self.recipe.read(area).items():
            group[name][place] = values
        group[_DONE][row, column] = 1
        return area.samples

    def _attributes(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "generator_version": GENERATOR_VERSION,
            # Many readers of JSON round large numbers, so a seed stands as text.
            "seed": str(self.recipe.seed),
            "parameters": self.recipe.parameters.to_mapping(),
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
        return zarr_module().open_group(self.path, mode="r+")

    def _found(self) -> Mapping[str, Any] | None:
        """Return the attributes of the bake that is there, None where nothing is.

        Raises:
            BakeError: when what is there is no bake.
        """
        local = self._local_folder()
        if local is not None and not local.is_dir():
            if local.exists():
                raise BakeError(f"{self._shown()} is a file; a bake is a folder")
            if not local.absolute().parent.is_dir():
                raise BakeError(f"{shown_path(local.absolute().parent)}: there is no such folder")
            return None
        if local is not None and not any(local.iterdir()):
            return None
        try:
            attributes = dict(self._open().attrs)
        except (FileNotFoundError, KeyError, ValueError) as error:
            if local is None:
                return None
            raise BakeError(f"{self._shown()} is there already, and is no bake") from error
        if attributes.get("format") != FORMAT:
            raise BakeError(f"{self._shown()} is there already, and is no bake")
        return attributes

    def _make_arrays(self) -> None:
        group = self._open()
        shape = (self.area.height, self.area.width)
        for name, kind in FIELDS.items():
            if name not in group:
                group.create_array(
                    name,
                    shape=shape,
                    dtype=np.dtype(kind),
                    chunks=(CHUNK, CHUNK),
                    shards=(self.tile, self.tile),
                    compressors=_compressors(),
                    fill_value=0,
                    dimension_names=("y", "x"),
                )
        if _DONE not in group:
            group.create_array(
                _DONE, shape=self.tile_count(), dtype=np.uint8, chunks=(1, 1), compressors=None,
                fill_value=0,
            )  # fmt: skip

    def _local_folder(self) -> Path | None:
        return None if "://" in self.path else Path(self.path)

    def _remove(self) -> None:
        local = self._local_folder()
        if local is None:
            raise BakeError(f"{self._shown()} holds another bake; only a folder can be replaced")
        shutil.rmtree(local)

    def _sweep(self) -> None:
        """Remove the unfinished files that a killed process left behind."""
        local = self._local_folder()
        if local is not None:
            for part in local.rglob("*.partial"):
                part.unlink(missing_ok=True)

    def _shown(self) -> str:
        return shown_path(self.path)


def _compressors() -> Any:
    """Return how every chunk is compressed; one setting, so that all processes write alike."""
    codecs = optional_module("zarr.codecs", "baking", _EXTRA)
    return codecs.ZstdCodec(level=3)
