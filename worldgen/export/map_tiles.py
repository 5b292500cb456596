"""A folder of map tiles as web maps read them, with a page that shows them.

Tile (x, y) of level z is ``z/x/y.png``, 256 pixels a side, counted from the upper left; each level
has half the pixels of the next. The page needs no network and nothing else: any browser opens it.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from worldgen.area import Area
from worldgen.export.failure import ExportError, check_size
from worldgen.export.picture import picture_bands
from worldgen.files.atomic import write_whole
from worldgen.files.world_fields import escaped, fields_of
from worldgen.render.palettes import Palette
from worldgen.render.png import encode_png
from worldgen.world import World

SIDE = 256
MOST_SAMPLES = 1 << 26
PAGE = "index.html"


def write_map_tiles(
    path: str | Path,
    world: World,
    area: Area,
    *,
    palette: str | Palette = "natural",
    overwrite: bool = False,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write the folder: the tiles of all levels, ``tiles.json`` about them, and the page last.

    The finest level has a pixel a sample. Tiles that reach beyond the area show what lies there.

    Raises:
        ExportError: for an area too large for memory, or a folder that holds anything already
            when ``overwrite`` is false.
        OSError: whatever the system refused.
    """
    folder = Path(path)
    if not overwrite and folder.is_dir() and any(folder.iterdir()):
        raise ExportError(f"the folder {folder.name} is not empty")
    columns, rows = -(-area.width // SIDE), -(-area.height // SIDE)
    whole = Area(area.left, area.top, columns * SIDE, rows * SIDE, area.lod)
    check_size(whole.samples, MOST_SAMPLES, "a folder of map tiles")
    finest = (max(columns, rows) - 1).bit_length()
    picture = np.concatenate(list(picture_bands(world, whole, palette, progress)))
    about = {
        "tilejson": "3.0.0",
        "tiles": ["{z}/{x}/{y}.png"],
        "minzoom": 0,
        "maxzoom": finest,
        "size": [area.width, area.height],
        "origin": [float(area.x), float(area.y)],
        "step": float(area.step),
        "samples": "points",
        "world": fields_of(world),
    }
    new = not folder.exists()
    try:
        _write(folder, picture, finest, about, str(world.seed))
    except BaseException:
        if new:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _write(
    folder: Path, picture: np.ndarray, finest: int, about: dict[str, object], seed: str
) -> None:
    for level in range(finest, -1, -1):
        for x, y, tile in _tiles(picture):
            target = folder / str(level) / str(x) / f"{y}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, [encode_png(tile)], overwrite=True)
        picture = _halved(picture)
    write_whole(folder / "tiles.json", [json.dumps(about, indent=1).encode()])
    # The page comes last: when it is there, all that it shows is there as well.
    write_whole(folder / PAGE, [_page(about, seed).encode()])


def _tiles(picture: np.ndarray) -> Iterator[tuple[int, int, np.ndarray]]:
    for top in range(0, picture.shape[0], SIDE):
        for left in range(0, picture.shape[1], SIDE):
            yield left // SIDE, top // SIDE, picture[top : top + SIDE, left : left + SIDE]


def _halved(picture: np.ndarray) -> np.ndarray:
    """Return the picture at half its size, its edges drawn out to whole tiles."""
    rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
    halves = picture.reshape(rows, 2, columns, 2, 3).astype(np.uint16)
    small = ((halves.sum(axis=(1, 3)) + 2) // 4).astype(np.uint8)
    return np.pad(small, ((0, -rows % SIDE), (0, -columns % SIDE), (0, 0)), mode="edge")


def _page(about: dict[str, object], seed: str) -> str:
    # Within a script only this could end it.
    data = json.dumps(about).replace("<", "\\u003c")
    parts = {"TITLE": html.escape(escaped(seed)), "ABOUT": data}
    # At one go: a seed may be called as one of these words.
    return re.sub("|".join(parts), lambda word: parts[word[0]], _TEMPLATE)


_TEMPLATE = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>TITLE</title>
<style>
html, body { margin: 0; height: 100%; overflow: hidden; background: #16324f; }
canvas { display: block; cursor: grab; touch-action: none; }
p { position: fixed; left: 8px; bottom: 0; font: 14px sans-serif; color: white;
    text-shadow: 0 0 3px black; pointer-events: none; }
</style>
<canvas></canvas><p></p>
<script>
const about = ABOUT;
const side = 256, last = about.maxzoom, canvas = document.querySelector("canvas");
const note = document.querySelector("p"), context = canvas.getContext("2d"), images = new Map();
let centre = [about.size[0] / 2, about.size[1] / 2], zoom = 1, held = null;

function image(z, x, y) {
  const name = `${z}/${x}/${y}.png`;
  if (!images.has(name)) {
    const made = new Image();
    made.onload = draw;
    made.src = name;
    images.set(name, made);
  }
  return images.get(name);
}

function draw() {
  const z = Math.max(0, Math.min(last, Math.ceil(last + Math.log2(zoom))));
  const span = side * 2 ** (last - z), shown = span * zoom;
  const left = canvas.width / 2 - centre[0] * zoom, top = canvas.height / 2 - centre[1] * zoom;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = zoom < 1;
  for (let y = 0; y * span < about.size[1]; y++) {
    for (let x = 0; x * span < about.size[0]; x++) {
      const px = left + x * shown, py = top + y * shown;
      if (px > canvas.width || py > canvas.height || px + shown < 0 || py + shown < 0) continue;
      const tile = image(z, x, y);
      if (tile.complete && tile.naturalWidth) {
        context.drawImage(tile, px, py, shown + 0.5, shown + 0.5);
      }
    }
  }
}

function resize() {
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  draw();
}

function place(event) {
  return [0, 1].map(n => centre[n] + ([event.clientX, event.clientY][n]
    - [canvas.width, canvas.height][n] / 2) / zoom);
}

canvas.onpointerdown = event => { held = place(event); canvas.setPointerCapture(event.pointerId); };
canvas.onpointerup = () => { held = null; };
canvas.onpointermove = event => {
  const under = place(event);
  const cell = [0, 1].map(n => Math.floor(about.origin[n] + under[n] * about.step));
  note.textContent = `${about.world.seed}: ${cell[0]}, ${cell[1]}`;
  if (!held) return;
  centre = centre.map((c, n) => c + held[n] - under[n]);
  draw();
};
canvas.onwheel = event => {
  event.preventDefault();
  const under = place(event), before = zoom;
  zoom = Math.min(16, Math.max(0.5 ** last / 2, zoom * 2 ** (-event.deltaY / 400)));
  centre = centre.map((c, n) => under[n] + (c - under[n]) * before / zoom);
  draw();
};
onresize = resize;
zoom = Math.min(1, innerWidth / about.size[0], innerHeight / about.size[1]);
resize();
</script>
"""
