"""The island nearest to a place: its name, its rivers, and its picture as a PNG file."""

from pathlib import Path

import worldgen
from worldgen.render.png import encode_png

world = worldgen.World("atlantis")
island = world.nearest_island(5000, -3000)
assert island is not None, "there is land everywhere in this world"

print(f"{island.name}, {island.area:.0f} cells, its peak is {island.peak.name}")
for river in island.rivers[:5]:
    way = f"joins the {river.joins}" if river.joins else f"reaches the {river.mouth}"
    print(f"  {river.name}: {river.length:.0f} cells, {way}")

Path("island.png").write_bytes(encode_png(island.picture(longest=400)))
