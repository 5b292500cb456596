"""Where a bake goes: a folder of this machine, or an address of another kind of store."""

from __future__ import annotations

from pathlib import Path
from urllib.request import url2pathname

from worldgen.extras import extra_module
from worldgen.files.reading import shown_path

_LOCAL = ("file", "local")


class BakeError(ValueError):
    """A bake that cannot be made or gone on with; the message says why."""


def checked_address(address: str) -> str:
    """Return a path or an address of a store; a ``file://`` address becomes its path.

    Raises:
        BakeError: in one line, for an address that no store here can have.
    """
    scheme, mark, rest = address.partition("://")
    if not mark:
        if not address or "\0" in address:
            raise BakeError(f"{shown_path(address)}: no folder can have this name")
        return address
    if scheme.lower() in _LOCAL:
        host, _, path = rest.partition("/")
        if host not in ("", "localhost"):
            raise BakeError(f"{shown_path(address)}: write {scheme}:// with a full path after it")
        return checked_address(url2pathname(f"/{path}"))
    if scheme.lower() == "memory":
        raise BakeError(f"{shown_path(address)}: a store in memory would end with this command")
    try:
        extra_module("fsspec", "such an address", "cluster").get_filesystem_class(scheme)
    except ImportError as error:
        raise BakeError(f"{shown_path(address)}: its kind of store is not here: {error}") from None
    except ValueError:
        raise BakeError(f"{shown_path(address)}: there is no such kind of store") from None
    return address


def local_folder(address: str) -> Path | None:
    """Return the folder of a checked address, None where it is not on this machine."""
    return None if "://" in address else Path(address)
