"""``python -m game --benchmark``: fly where nobody has been, and see whether frames come in time.

Every leg is the game itself with its loop, clock and workers; only the keys are missing. The
time of a frame is the work in it, without the wait for the next one. Behind the land everything
is magenta, and every picture is searched for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from statistics import median

import pygame

from game.app import window
from game.app.app import FRAMES_PER_SECOND, SWITCH_SECONDS, App
from game.app.memory import resident_megabytes
from game.camera import MAX_ZOOM, MIN_ZOOM, ZOOM_DOUBLING, Camera
from game.options import Options
from game.play.screen import PlayScreen
from game.run import is_playing, open_app, settle

MAGENTA = (255, 0, 255)
FRAME_BUDGET, WORST_BUDGET, STILL_BUDGET = 16.7, 33.0, 2.0
FULL_BUDGET, MEMORY_BUDGET, GROWTH_BUDGET = 150.0, 450.0, 5.0
SPEED = 2000.0
_FIRST_SECONDS = 2.0
_FEW_CHUNKS, _MANY_CHUNKS = 2_000, 20_000
_STRIP = 32
_SEED = "benchmark"


@dataclass(frozen=True)
class Leg:
    """One part of the route."""

    name: str
    seconds: float
    size: tuple[int, int] = (1280, 720)
    zoom: int = 0
    fly: tuple[float, float] = (0.0, 0.0)
    zooms: bool = False
    full_target: bool = False

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return not self.zooms and self.fly == (0.0, 0.0)


LEGS = (
    Leg("flight, 1 px per cell", 60.0, fly=(SPEED, 0.0), full_target=True),
    Leg("flight, 4 cells per px", 60.0, zoom=-2 * ZOOM_DOUBLING, fly=(0.0, SPEED)),
    Leg("flight, 2560 x 1440", 20.0, size=(2560, 1440), fly=(-SPEED, 0.0)),
    Leg("zoom in and out", 15.0, zooms=True),
    Leg("still picture", 5.0),
)


@dataclass
class Measured:
    """What one leg gave, times in milliseconds."""

    leg: Leg
    frames: list[float] = field(default_factory=list)
    holes: int = 0
    sketch: float = 0.0
    full: float = 0.0
    chunks: int = 0
    memory: float = 0.0

    def misses(self) -> list[str]:
        """Return the targets of this leg that were missed."""
        late, worst = percentile(self.frames, 99), max(self.frames[self._first_frame() :])
        found = []
        if self.leg.still:
            if median(self.frames) > STILL_BUDGET:
                found.append(f"still frame {median(self.frames):.1f} ms > {STILL_BUDGET}")
        elif late > FRAME_BUDGET and not self.leg.zooms:
            found.append(f"99 % of frames {late:.1f} ms > {FRAME_BUDGET}")
        if worst > WORST_BUDGET:
            found.append(f"worst frame {worst:.1f} ms > {WORST_BUDGET}")
        if self.leg.full_target and self.full > FULL_BUDGET:
            found.append(f"full chunk {self.full:.0f} ms > {FULL_BUDGET}")
        if self.holes:
            found.append(f"{self.holes} frames with holes")
        return found

    def _first_frame(self) -> int:
        """Return the first frame that counts for the worst, but leave one at the least."""
        return min(int(_FIRST_SECONDS * FRAMES_PER_SECOND), len(self.frames) - 1)


def percentile(numbers: list[float], percent: float) -> float:
    """Return the number that so many percent of them do not exceed."""
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * percent / 100))]


class Memory:
    """Notes the memory in use after a few and after many chunks.

    An island that is being solved takes some megabytes for an instant: the median of the frames
    after each mark counts.
    """

    def __init__(self) -> None:
        self.few: list[float] = []
        self.many: list[float] = []

    def note(self, chunks: int, megabytes: float) -> None:
        """Take the memory in use at a number of chunks, if that is a mark."""
        for mark, noted in ((_FEW_CHUNKS, self.few), (_MANY_CHUNKS, self.many)):
            if chunks >= mark and len(noted) < FRAMES_PER_SECOND:
                noted.append(megabytes)

    def growth(self) -> float | None:
        """Return by how many percent it grew; None after too few chunks, or if nobody can tell."""
        if not self.many or not median(self.few):
            return None
        return (median(self.many) / median(self.few) - 1.0) * 100


def run_benchmark(options: Options) -> int:
    """Fly all legs and print what they gave; return 1 if a target was missed."""
    options = replace(options, seed=options.seed or _SEED)
    try:
        window.start_display(options.headless)
        app = App(LEGS[0].size, options.saves)
    except window.WindowError as error:
        print(f"endless-isles: {error}")
        return 1
    interval = sys.getswitchinterval()
    try:
        open_app(app, options, keeps_voyage=False)
        app.run(1, lambda: is_playing(app))
        # From here on without the loop of the game, but as in it.
        sys.setswitchinterval(SWITCH_SECONDS)
        if not isinstance(app.screens.top, PlayScreen):
            return app.close() or 1
        missed = _fly_all(app, app.screens.top, options.frames)
        return app.close() or int(missed)
    finally:
        sys.setswitchinterval(interval)
        pygame.quit()


def _fly_all(app: App, play: PlayScreen, frames: int | None) -> bool:
    memory = Memory()
    print(f"{'':24} {'frames':>6} {'median':>7} {'99 %':>6} {'worst':>6}  "
          f"{'sketch':>7} {'full':>7} {'chunks':>7} {'memory':>7}")  # fmt: skip
    missed = []
    for leg in LEGS:
        measured = _fly(app, play, leg, frames, memory)
        print(_line(measured))
        missed += [f"{leg.name}: {miss}" for miss in measured.misses()]
        if measured.memory > MEMORY_BUDGET:
            missed.append(f"{leg.name}: memory {measured.memory:.0f} MB > {MEMORY_BUDGET:.0f}")
    growth = memory.growth()
    if growth is not None:
        print(f"memory from {_FEW_CHUNKS:,} to {_MANY_CHUNKS:,} chunks: {growth:+.1f} %")
        if growth > GROWTH_BUDGET:
            missed.append(f"memory grew by {growth:.1f} % > {GROWTH_BUDGET}")
    print("\n".join(f"missed: {miss}" for miss in missed) or "all targets reached")
    return bool(missed)


def _fly(app: App, play: PlayScreen, leg: Leg, frames: int | None, memory: Memory) -> Measured:
    measured = Measured(leg)
    app.surface = window.open_window(leg.size)
    play.pilot.place(Camera(play.pilot.camera.x, play.pilot.camera.y, leg.zoom))
    if leg.still or leg.zooms:
        settle(app)
    play.terrain.counts.own_delays.clear()
    play.terrain.counts.full_delays.clear()
    before = play.terrain.counts.uploads
    play.fly = leg.fly
    watch = _watch(app, play, measured, memory)
    count = min(frames or 10**9, int(leg.seconds * FRAMES_PER_SECOND))
    if not leg.still:
        app.surface.fill(MAGENTA)
    for number in range(count):
        if leg.zooms:
            _turn_wheel(number)
        app.after_frame = watch
        app.frame()
    app.after_frame = None
    counts = play.terrain.counts
    measured.sketch = median(counts.own_delays or [0.0]) * 1000
    measured.full = median(counts.full_delays or [0.0]) * 1000
    measured.chunks = counts.uploads - before
    measured.memory = resident_megabytes()
    play.fly = (0.0, 0.0)
    return measured


def _watch(
    app: App, play: PlayScreen, measured: Measured, memory: Memory
) -> Callable[[float], None]:
    def watch(work: float) -> None:
        measured.frames.append(work * 1000)
        memory.note(play.terrain.counts.uploads, resident_megabytes())
        if measured.leg.fly != (0.0, 0.0):
            measured.holes += has_hole(app.surface)
            app.surface.fill(MAGENTA)

    return watch


def has_hole(surface: pygame.Surface) -> bool:
    """Look for magenta, a strip at a time: workers must not be kept from their work for long."""
    pixels = pygame.surfarray.pixels2d(surface).T
    strips = (pixels[top : top + _STRIP] for top in range(0, len(pixels), _STRIP))
    return any(((strip & 0xFFFFFF) == 0xFF00FF).any() for strip in strips)


def _turn_wheel(frame: int) -> None:
    """Turn the wheel by a notch every other frame: all the way in, then all the way out."""
    notches = (MAX_ZOOM - MIN_ZOOM) // 8
    direction = 1 if frame // (2 * notches) % 2 == 0 else -1
    if frame % 2 == 0:
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=direction, flipped=False))


def _line(measured: Measured) -> str:
    times = measured.frames
    return (
        f"{measured.leg.name:24} {len(times):6} {median(times):6.1f}  {percentile(times, 99):5.1f}"
        f"  {max(times):5.1f}  {measured.sketch:5.0f}ms {measured.full:5.0f}ms"
        f" {measured.chunks:7,} {measured.memory:4.0f} MB"
    )
