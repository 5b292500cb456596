"""The words of the details and of the pointer, from the numbers."""

from __future__ import annotations

from game.camera import Camera, View, level_of_detail, pixels_per_unit, scale_of
from game.hud.hud import Pointer
from game.hud.units import Units
from game.play.compass import Bearing
from game.screen import Pace
from game.terrain.chunk_grid import chunks_of
from game.terrain.loader import Loader
from game.terrain.terrain_view import TerrainView
from game.world.session import Session
from worldgen.seed import Seed

_LONGEST_SEED = 32


def world_words(session: Session) -> str:
    """Return the world's name, or its seed."""
    return session.name or f"Seed {seed_words(session.seed)}"


def seed_words(seed: Seed) -> str:
    """Return a seed, cut where it is long."""
    text = seed if isinstance(seed, str) else _number_words(seed)
    return text if len(text) <= _LONGEST_SEED else text[: _LONGEST_SEED - 1] + "…"


def _number_words(seed: int) -> str:
    # Python refuses to write out numbers of many thousand digits.
    if abs(seed) < 10**_LONGEST_SEED:
        return str(seed)
    return f"{'-' if seed < 0 else ''}a number of {seed.bit_length() * 1233 // 4096 + 1} digits"


def settings_words(session: Session) -> str:
    """Return seed, octaves, and whether there are islands."""
    parameters = session.parameters
    octaves = f"{parameters.octaves} octave{'s' if parameters.octaves != 1 else ''}"
    islands = "islands on" if parameters.island else "islands off"
    return f"seed {seed_words(session.seed)} · {octaves} · {islands}"


def scale_words(zoom: int) -> str:
    """Return the zoom as pixels a cell or cells a pixel."""
    scale = scale_of(zoom)
    return f"{scale:.3g} px per cell" if scale >= 1 else f"{1 / scale:.3g} cells per px"


def pointer_to(
    bearing: Bearing | None, camera: Camera, size: tuple[int, int], units: Units
) -> Pointer | None:
    """Return the arrow to the nearest island: at sea, and only while it is out of sight."""
    if bearing is None or bearing.island is None:
        return None
    island = bearing.island
    scale = scale_of(camera.zoom)
    x, y = camera.cell
    dx, dy = (island.x - x) * scale, (island.y - y) * scale
    if abs(dx) < size[0] / 2 and abs(dy) < size[1] / 2:
        return None
    cells = (dx * dx + dy * dy) ** 0.5 / scale
    return Pointer(dx, dy, f"{island.name} · {units.distance(cells)}")


def detail_words(
    session: Session,
    terrain: TerrainView,
    loader: Loader,
    view: View,
    pace: Pace,
    blit_ms: float,
) -> tuple[str, ...]:
    """Return the lines of the details: world, frame, cache, queue, what drawing anew would cost."""
    counts = terrain.counts
    chunks = len(chunks_of(view))
    chunks_waiting, plans_waiting = loader.waiting
    lod, ratio = level_of_detail(view.zoom)
    anew = chunks * counts.build_seconds * 1000
    return (
        settings_words(session),
        f"{scale_words(view.zoom)} · {pace.frames_per_second:.0f} fps"
        f" · chunk {_ms(counts.build_seconds)}",
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
