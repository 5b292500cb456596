"""The words of the status panel, from the numbers."""

from __future__ import annotations

from game.camera import CELL, Camera, View, level_of_detail, pixels_per_unit, scale_of
from game.hud.hud import Pointer
from game.play.compass import Bearing
from game.screen import Pace
from game.terrain.chunk_grid import chunks_of
from game.terrain.loader import Loader
from game.terrain.terrain_view import TerrainView
from game.terrain.world_source import CellInfo
from game.world.session import Session
from worldgen.seed import Seed

_LONGEST_SEED = 32


def world_words(session: Session) -> str:
    """Return the world's name, or its seed."""
    shown = seed_words(session.seed)
    return f"{session.name} · seed {shown}" if session.name else f"Unnamed · seed {shown}"


def seed_words(seed: Seed) -> str:
    """Return a seed, cut where it is long."""
    text = seed if isinstance(seed, str) else _number_words(seed)
    return text if len(text) <= _LONGEST_SEED else text[: _LONGEST_SEED - 1] + "…"


def _number_words(seed: int) -> str:
    # Python refuses to write out numbers of many thousand digits.
    if abs(seed) < 10**_LONGEST_SEED:
        return str(seed)
    return f"{'-' if seed < 0 else ''}a number of {seed.bit_length() * 1233 // 4096 + 1} digits"


def settings_words(session: Session, build_seconds: float) -> str:
    """Return octaves, islands, and what a chunk costs."""
    parameters = session.parameters
    octaves = f"{parameters.octaves} octave{'s' if parameters.octaves != 1 else ''}"
    islands = "islands on" if parameters.island else "islands off"
    return f"{octaves} · {islands} · chunk {build_seconds * 1000:.1f} ms"


def place_words(view: View, cursor: tuple[int, int]) -> str:
    """Return the position under the cursor and the scale."""
    x, y = view.world_of(*cursor)
    return f"x {x // CELL:,}  y {y // CELL:,} · {scale_words(view.zoom)}"


def scale_words(zoom: int) -> str:
    """Return the zoom as pixels a cell or cells a pixel."""
    scale = scale_of(zoom)
    return f"{scale:.3g} px per cell" if scale >= 1 else f"{1 / scale:.3g} cells per px"


def ground_words(ground: CellInfo | None) -> str:
    """Return biome, height and island."""
    if ground is None:
        return "…"
    words = f"{ground.biome} · height {ground.height:.2f}"
    return f"{words} · {ground.island}" if ground.island else words


def pointer_to(bearing: Bearing | None, camera: Camera, size: tuple[int, int]) -> Pointer | None:
    """Return the arrow to the nearest island: at sea, and only while it is out of sight."""
    if bearing is None or bearing.island is None:
        return None
    island = bearing.island
    scale = scale_of(camera.zoom)
    x, y = camera.cell
    dx, dy = (island.x - x) * scale, (island.y - y) * scale
    if abs(dx) < size[0] / 2 and abs(dy) < size[1] / 2:
        return None
    cells = int((dx * dx + dy * dy) ** 0.5 / scale)
    return Pointer(dx, dy, f"{island.name} · {cells:,} cells")


def detail_words(
    terrain: TerrainView, loader: Loader, view: View, pace: Pace, blit_ms: float
) -> tuple[str, ...]:
    """Return the lines of the details: cache, queue, frame, and what drawing anew would cost."""
    counts = terrain.counts
    chunks = len(chunks_of(view))
    chunks_waiting, plans_waiting = loader.waiting
    lod, ratio = level_of_detail(view.zoom)
    anew = chunks * counts.build_seconds * 1000
    return (
        f"frame {pace.work:.1f} ms, worst {pace.worst:.1f} · land {_ms(counts.draw_seconds)}",
        f"cache {len(terrain.cache):,} chunks, {terrain.cache.bytes / 2**20:.0f} MB"
        f" · {terrain.cache.evicted:,} dropped",
        f"queue {chunks_waiting} chunks, {plans_waiting} islands"
        f" · island {_ms(counts.plan_seconds)}",
        f"lod {lod} × {ratio.top / ratio.bottom:.3g} · {chunks} chunks in view",
        f"this picture made anew {anew:,.0f} ms · from the cache {_ms(counts.draw_seconds)}"
        f" · one blit {blit_ms:.2f} ms",
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def units_to_pixels(velocity: tuple[float, float], zoom: int) -> tuple[float, float]:
    """Return a speed in pixels a second for one in position units a second."""
    ratio = pixels_per_unit(zoom)
    scale = ratio.top / ratio.bottom
    return velocity[0] * scale, velocity[1] * scale
