"""A labelled dataset: how warm and how wet each biome is, over a million cells a side."""

import worldgen

world = worldgen.World("atlantis")
# Nothing of this is made before it is looked at.
everything = world.to_xarray(-(2**19), -(2**19), 2**20, 2**20, lod=6)
piece = everything.isel(x=slice(8000, 8400), y=slice(8000, 8400)).load()
print(piece.biome.attrs["flag_meanings"])

means = piece[["temperature", "moisture"]].groupby(piece.biome).mean()
for number in means.biome.values:
    name = worldgen.Biome(number).name.lower()
    row = means.sel(biome=number)
    print(f"{name:10} warmth {float(row.temperature):.2f}, wetness {float(row.moisture):.2f}")
