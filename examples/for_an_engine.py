"""A height map with its sidecar and a coloured mesh, for Godot, Unity, Unreal and Blender.

Engines want sides of a power of two and one more: 129, 257, 513, 1025.
"""

import json
from pathlib import Path

import worldgen
from worldgen.export import export

world = worldgen.World("atlantis")
x, y = (int(part) for part in world.spawn())
square = (x - 64, y - 64, 129, 129)
export("terrain.r16", world, *square, overwrite=True)
export("terrain.glb", world, *square, relief=60.0, overwrite=True)

about = json.loads(Path("terrain.r16.json").read_text())
sea = round(about["water_level"] * 65_535)
print(f"terrain.r16: {about['width']} x {about['height']}, the sea at {sea} of 65535")
