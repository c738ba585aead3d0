"""4.4 of the rules: how far along the track a point lies, for cars that run wide."""
import heapq
from math import floor

from sheet import crossing, is_on_line, side_value

STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


class Progress:
    def __init__(self, track, ground):
        self.track, self.ground = track, ground
        self.known = {}
        self.distances = self.find_distances()

    def find_distances(self):
        line = self.track.start
        sources = [p for p in self.track.grid_points()
                   if is_on_line(line, p) and self.ground.holds(p)]
        distances = {}
        heap = [(0, p) for p in sources]
        while heap:
            distance, p = heapq.heappop(heap)
            if p in distances:
                continue
            distances[p] = distance
            for step in STEPS:
                q = (p[0] + step[0], p[1] + step[1])
                if q not in distances and self.may_step(p, q):
                    heapq.heappush(heap, (distance + (7 if step[0] and step[1] else 5), q))
        return distances

    def may_step(self, p, q):
        if self.ground.leaves(p, q) is not None:
            return False
        line = self.track.start
        if is_on_line(line, p):
            return side_value(line, q) > 0
        return crossing(line, p, q, False)[0] == 0

    def at(self, p):
        """None if no reached grid point can be seen from p."""
        if p not in self.known:
            cx, cy = floor(p[0]), floor(p[1])
            self.known[p] = min(
                (self.distances[q] for q in ((x, y) for y in range(cy - 2, cy + 4)
                                             for x in range(cx - 2, cx + 4))
                 if q in self.distances and (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 <= 4
                 and self.ground.is_clear_from(p, q)), default=None)
        return self.known[p]
