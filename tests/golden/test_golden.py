"""The world of this version is the one whose hashes are stored, layer by layer."""

from __future__ import annotations

import pytest

from tests.golden.layers import LAYERS, read_hashes


def test_every_layer_has_a_hash_and_no_other_is_stored() -> None:
    assert list(read_hashes()) == list(LAYERS)


@pytest.mark.parametrize("layer", LAYERS)
def test_layer_is_as_it_was(layer: str) -> None:
    assert LAYERS[layer]() == read_hashes()[layer], (
        f"the {layer} layer has changed; if that is meant, raise GENERATOR_VERSION"
        " and run python -m tests.golden"
    )
