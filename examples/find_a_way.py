"""The cheapest way on foot from the spawn to the highest peak of its island."""

import heapq

import numpy as np

import worldgen

LOD = 2  # a step every four cells

Cell = tuple[int, int]


def cheapest_way(cost: np.ndarray, start: Cell, goal: Cell) -> list[Cell]:
    """Return the way from one sample to another (Dijkstra 1959), or nothing."""
    best = {start: 0.0}
    came_from: dict[Cell, Cell] = {}
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(came_from[way[-1]])
            return way[::-1]
        if spent > best[here]:
            continue
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = here[0] + down, here[1] + right
            if 0 <= there[0] < cost.shape[0] and 0 <= there[1] < cost.shape[1]:
                total = spent + float(cost[there])
                if total < best.get(there, np.inf):
                    best[there], came_from[there] = total, here
                    heapq.heappush(queue, (total, there))
    return []


world = worldgen.World("atlantis")
island = world.home_island()
assert island is not None
left, top, width, height = island.bounds
step = 2**LOD
region = world.region(left, top, width // step + 1, height // step + 1, lod=LOD)


def sample(x: float, y: float) -> Cell:
    """Return the row and column of a place."""
    return int(y - top) // step, int(x - left) // step


way = cheapest_way(
    region.cost("walk"), sample(*world.spawn()), sample(island.peak.x, island.peak.y)
)
print(f"To {island.peak.name} on {island.name}: {len(way) * step} cells")
for row, column in way[:: max(1, len(way) // 8)]:
    biome = worldgen.Biome(region.biome[row, column]).name.lower()
    print(f"  ({left + column * step}, {top + row * step}): {biome}")
