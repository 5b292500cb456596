"""Tables of own biomes as JSON files, to read and to write."""

from __future__ import annotations

import json
from pathlib import Path

from worldgen.biome_table import BiomeTable
from worldgen.files.atomic import write_whole
from worldgen.files.reading import FileProblem, shown_path
from worldgen.files.strict_json import read_object
from worldgen.parameters import ParameterError


def load_biomes(path: str | Path) -> BiomeTable:
    """Read a table of own biomes from a JSON file, as ``BiomeTable.to_mapping`` has it.

    Raises:
        ParameterError: in one line, naming the file and what is wrong in it.
    """
    try:
        return BiomeTable.from_mapping(read_object(Path(path)))
    except (FileProblem, ParameterError) as error:
        raise ParameterError(f"{shown_path(path)}: {error}") from None


def save_biomes(path: str | Path, biomes: BiomeTable, *, overwrite: bool = True) -> None:
    """Write a table of own biomes as a JSON file, whole or not at all.

    Raises:
        OSError: whatever the system refused, and whatever was there is still there.
    """
    text = json.dumps(biomes.to_mapping(), indent=2, ensure_ascii=False, allow_nan=False)
    write_whole(Path(path), [text.encode("utf-8")], overwrite=overwrite)
