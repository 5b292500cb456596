"""Fields as a labelled dataset: dimensions, coordinates, and what the numbers are.

The attributes follow the CF conventions (cfconventions.org), as far as they know of such fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from worldgen.biome_table import BIOME_NAMES, BiomeTable, biome_label
from worldgen.biomes import Terrain
from worldgen.chunk.fields import FIELDS, Samples
from worldgen.extras import extra_module
from worldgen.parameters import WorldParameters
from worldgen.version import GENERATOR_VERSION, __version__

_AXES = {"x": "toward the right", "y": "down the screen"}


def field_attributes(name: str, biomes: BiomeTable | None = None) -> dict[str, Any]:
    """Return what a dataset says of a field: its long name, unit, range, and words for numbers."""
    flags = {
        "Biome": BIOME_NAMES if biomes is None else biomes.biome_names,
        "Terrain": tuple(each.name.lower() for each in Terrain),
    }
    field = FIELDS[name]
    attributes: dict[str, Any] = {"long_name": name.replace("_", " "), "comment": field.words}
    if words := flags.get(field.unit):
        attributes["flag_values"] = np.arange(len(words), dtype=field.dtype)
        attributes["flag_meanings"] = " ".join(map(biome_label, words))
        return attributes
    attributes["units"] = field.unit or "1"
    bounds = {"valid_min": field.lowest, "valid_max": field.highest}
    return attributes | {
        key: field.dtype(bound) for key, bound in bounds.items() if bound is not None
    }


def axis_attributes(axis: str) -> dict[str, str]:
    """Return what a dataset says of the coordinates ``x`` or ``y``."""
    return {"long_name": f"place {_AXES[axis]}", "units": "cells"}


def make_dataset(
    variables: Mapping[str, Any],
    x: np.ndarray,
    y: np.ndarray,
    attributes: Mapping[str, Any],
    biomes: BiomeTable | None,
) -> Any:
    """Return an ``xarray.Dataset`` of fields (y, x) with their coordinates in cells.

    Raises:
        ExtraError: without xarray.
    """
    xarray = extra_module("xarray", "a labelled dataset", "xarray")
    places = {"x": x, "y": y}
    return xarray.Dataset(
        {
            name: (("y", "x"), data, field_attributes(name, biomes))
            for name, data in variables.items()
        },
        {name: (name, place, axis_attributes(name)) for name, place in places.items()},
        dict(attributes),
    )


def world_attributes(parameters: WorldParameters, biomes: BiomeTable | None) -> dict[str, Any]:
    """Return what a dataset says of the world, apart from its seed."""
    own = {} if biomes is None else {"biomes": json.dumps(biomes.mark)}
    return own | {
        "Conventions": "CF-1.11",
        "source": f"endless-isles {__version__}",
        "generator_version": GENERATOR_VERSION,
        "parameters": json.dumps(parameters.to_mapping()),
    }


def samples_dataset(samples: Samples) -> Any:
    """Return all fields of samples that are there as a dataset; see ``Region.to_xarray``."""
    rows, columns = samples.shape
    x = samples.x + np.arange(columns) * samples.step
    y = samples.y + np.arange(rows) * samples.step
    fields = {name: getattr(samples, name) for name in FIELDS}
    kind = {"lod": samples.lod, "sketch": int(samples.sketch)}
    attributes = world_attributes(samples.parameters, samples.biomes) | kind
    return make_dataset(fields, x, y, attributes, samples.biomes)
