"""The world of this version is the one whose hashes are stored, layer by layer."""

from __future__ import annotations

import pytest

from tests.golden.layers import LAYERS, read_hashes


@pytest.mark.parametrize("layer", LAYERS)
def test_layer_is_as_it_was(layer: str) -> None:
    stored = read_hashes()
    if layer not in stored:
        pytest.skip("no hash is stored yet: python -m tests.golden")
    assert LAYERS[layer]() == stored[layer], (
        f"the {layer} layer has changed; if that is meant, raise GENERATOR_VERSION"
        " and run python -m tests.golden"
    )
