"""The files that hold the shards of a store, looked at without decoding them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from worldgen.bake.address import local_folder
from worldgen.extras import extra_module


@dataclass(frozen=True)
class ShardFiles:
    """The shards of a store's arrays, each a file ``ARRAY/c/ROW/COLUMN``.

    A shard that holds nothing but zeros may have no file at all.
    """

    address: str

    def size(self, array: str, row: int, column: int) -> int:
        """Return how many bytes a shard has; 0 where there is none."""
        files, path = self._file(array, row, column)
        try:
            return int(files.size(path))
        except FileNotFoundError:
            return 0

    def digest(self, array: str, row: int, column: int) -> int:
        """Return 64 bits of a digest of a shard's bytes, never 0; no shard counts as no bytes."""
        files, path = self._file(array, row, column)
        try:
            data = files.cat_file(path)
        except FileNotFoundError:
            data = b""
        return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little") or 1

    def remove(self, array: str, row: int, column: int) -> None:
        """Remove a shard, if it is there."""
        if self.size(array, row, column):
            files, path = self._file(array, row, column)
            files.rm_file(path)

    def _file(self, array: str, row: int, column: int) -> tuple[Any, str]:
        fsspec = extra_module("fsspec", "baking", "cluster")
        folder = local_folder(self.address)
        if folder is None:
            files, root = fsspec.core.url_to_fs(self.address)
        else:
            files, root = fsspec.filesystem("file"), folder.absolute()
        return files, f"{root}/{array}/c/{row}/{column}"
