"""Things of a table's own on the ground: as many as it says, at the same places for every cut."""

from __future__ import annotations

import numpy as np
import pytest

from worldgen import (
    Biome,
    BiomeRule,
    BiomeTable,
    DecorationRule,
    Decorations,
    Growth,
    ParameterError,
    World,
    decorations,
)
from worldgen.chunk.decoration import APRON

PLAIN = World("atlantis")
X, Y = PLAIN.spawn()
WET = float(np.median(PLAIN.region(X - 150, Y - 150, 300, 300).moisture))
TABLE = BiomeTable(
    "fairy tale",
    [BiomeRule("mushroom wood", {"moisture": (WET, None)}, (150, 90, 150), "forest")],
    decorations=[
        DecorationRule("mushroom wood", "mushroom", 0.2, like="stump"),
        DecorationRule("mushroom wood", "fern", 0.1),
        DecorationRule("desert", "obelisk", 0.0, like="rock"),
    ],
)
OWN = World("atlantis", biomes=TABLE)
MUSHROOM = len(Growth)


def things(world: World, x: int, y: int, width: int, height: int) -> Decorations:
    return decorations(world.region(x - APRON, y - APRON, width + 2 * APRON, height + 2 * APRON))


def rows(found: Decorations) -> list[tuple[int, ...]]:
    columns = (found.y, found.x, found.kind, found.bits, found.like)
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


def test_as_many_as_the_chances_say_and_nothing_else() -> None:
    region = OWN.region(X - 150 - APRON, Y - 150 - APRON, 300 + 2 * APRON, 300 + 2 * APRON)
    found = decorations(region)
    inner = region.biome[APRON:-APRON, APRON:-APRON]
    row, column = found.y // 64 - (Y - 150), found.x // 64 - (X - 150)
    there = inner[row, column]
    wood = there == len(Biome)
    assert found.names[MUSHROOM:] == ("mushroom", "obelisk")
    assert {found.names[kind] for kind in found.kind[wood]} == {"mushroom", "fern"}
    assert not (found.kind[~wood] >= MUSHROOM).any() and not (there == Biome.DESERT).any()
    cells = int((inner == len(Biome)).sum())
    assert np.count_nonzero(found.kind == MUSHROOM) == pytest.approx(0.2 * cells, rel=0.1)
    assert (found.like[found.kind == MUSHROOM] == Growth.STUMP).all()
    assert (found.like[found.kind < MUSHROOM] == found.kind[found.kind < MUSHROOM]).all()
    order = np.lexsort((found.x // 64, found.y // 64))
    assert (order == np.arange(len(found))).all()
    assert len({*zip(row.tolist(), column.tolist(), strict=True)}) == len(found)


def test_elsewhere_stands_what_stood_there() -> None:
    region = PLAIN.region(X - 150 - APRON, Y - 150 - APRON, 300 + 2 * APRON, 300 + 2 * APRON)
    plain, own = decorations(region), things(OWN, X - 150, Y - 150, 300, 300)
    biome = region.biome[plain.y // 64 - (Y - 150 - APRON), plain.x // 64 - (X - 150 - APRON)]
    moist = region.moisture[plain.y // 64 - (Y - 150 - APRON), plain.x // 64 - (X - 150 - APRON)]
    kept = (biome != Biome.DESERT) & ((moist < WET) | np.isin(biome, (Biome.LAKE, Biome.RIVER)))
    assert kept.any()
    expected = [row for row, keep in zip(zip(
        plain.y.tolist(), plain.x.tolist(), plain.kind.tolist(), plain.bits.tolist(),
        plain.like.tolist(), strict=True), kept, strict=True) if keep]  # fmt: skip
    assert set(expected) <= set(rows(own))
    assert plain.names == tuple(each.name.lower() for each in Growth)


def test_the_same_for_every_cut_and_far_away() -> None:
    far = 2**40
    for x, y in ((X, Y), (-far, far)):
        whole = rows(things(OWN, x, y, 80, 60))
        parts = []
        for left, width in ((0, 33), (33, 47)):
            for top, height in ((0, 17), (17, 43)):
                parts += rows(things(OWN, x + left, y + top, width, height))
        assert whole == sorted(parts)


def test_tables_with_decorations_go_to_mappings_and_back() -> None:
    again = BiomeTable.from_mapping(TABLE.to_mapping())
    assert again == TABLE and again.digest == TABLE.digest
    bare = BiomeTable(TABLE.name, TABLE.rules)
    assert bare.digest != TABLE.digest


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([DecorationRule("river", "fern", 0.1)], "'fern' cannot stand on the biome 'river'"),
        ([DecorationRule("heath", "fern", 0.1)], "cannot stand on the biome 'heath'"),
        ([DecorationRule("snow", "a", 0.6), DecorationRule("snow", "b", 0.5)], "more than 1"),
        (
            [DecorationRule("snow", "a", 0.1), DecorationRule("desert", "a", 0.1, "rock")],
            "drawn as one other",
        ),
    ],
)
def test_what_is_wrong_is_named(rules: list[DecorationRule], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        BiomeTable("a", decorations=rules)
    with pytest.raises(ParameterError, match="chance must be a number from 0 to 1"):
        DecorationRule("snow", "a", 1.5)
    with pytest.raises(ParameterError, match="like must be one of broadleaf"):
        DecorationRule("snow", "a", 0.5, like="tree")
    with pytest.raises(ParameterError, match="a decoration must have kind"):
        BiomeTable.from_mapping({"name": "a", "decorations": [{"biome": "snow", "chance": 0.1}]})
