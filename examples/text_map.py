"""Chunks as the tiles of a game of your own, here printed as letters."""

import worldgen
from worldgen import CHUNK_SIZE, Biome

LETTERS = {
    Biome.OCEAN: " ",
    Biome.LAKE: "~",
    Biome.RIVER: "~",
    Biome.BEACH: ".",
    Biome.DESERT: ":",
    Biome.GRASSLAND: ",",
    Biome.SAVANNA: ",",
    Biome.FOREST: "f",
    Biome.TAIGA: "f",
    Biome.JUNGLE: "F",
    Biome.MOUNTAIN: "^",
    Biome.SNOW: "*",
    Biome.TUNDRA: "-",
}

world = worldgen.World("atlantis")
x, y = world.spawn()
# One letter for eight cells: chunks at level of detail 3 are 512 cells a side.
cx, cy = (int(part) // (8 * CHUNK_SIZE) for part in (x, y))
chunks = [world.chunk(cx, cy, lod=3), world.chunk(cx + 1, cy, lod=3)]
for row in range(0, CHUNK_SIZE, 2):
    print("".join(LETTERS[Biome(biome)] for chunk in chunks for biome in chunk.biome[row]))
