"""The sheet of the model: what lies where, worked out with fractions and no thought of speed.

Points are pairs in squares, y up, integers or fractions; vertices are in 1/1024 of a square. A way
is the straight segment between two points, and a place on it is the fraction of it that lies
behind. Numbers in brackets are sections of the rules.
"""
from fractions import Fraction
from math import lcm

FINE = 1024
QUARTER = FINE // 4


def edges_of(loop):
    return [(ax, ay, bx, by) for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1])]


def fine(*points):
    return [(int(x * FINE), int(y * FINE)) for x, y in points]


def meets(px, py, dx, dy, ax, ay, bx, by):
    """The places from and to which the way p, p + d has points in common with the segment a b."""
    from_a = dx * (ay - py) - dy * (ax - px)
    from_b = dx * (by - py) - dy * (bx - px)
    if from_a > 0 and from_b > 0 or from_a < 0 and from_b < 0:
        return None
    if dx == 0 and dy == 0:
        across = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        on = across == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by)
        return (Fraction(0), Fraction(0)) if on else None
    if from_a == 0 and from_b == 0:
        length = dx * dx + dy * dy
        ends = sorted((Fraction(dx * (ax - px) + dy * (ay - py), length),
                       Fraction(dx * (bx - px) + dy * (by - py), length)))
        first, last = max(ends[0], Fraction(0)), min(ends[1], Fraction(1))
        return (first, last) if first <= last else None
    ex, ey = bx - ax, by - ay
    down, up = dx * ey - dy * ex, (ax - px) * ey - (ay - py) * ex
    if down < 0:
        down, up = -down, -up
    if not 0 <= up <= down:
        return None
    place = Fraction(up, down)
    return (place, place)


def along(p, q, place):
    if place == 0:
        return p
    if place == 1:
        return q
    return (p[0] + place * (q[0] - p[0]), p[1] + place * (q[1] - p[1]))


def in_fine(p, q):
    """p, q - p and the scale that makes whole numbers of both, in 1/1024 of a square."""
    scale = lcm(*(value.denominator for value in (*p, *q)))
    px, py, qx, qy = (int(value * FINE * scale) for value in (*p, *q))
    return px, py, qx - px, qy - py, scale


def contacts(p, q, edges):
    px, py, dx, dy, scale = in_fine(p, q)
    low_x, high_x = min(px, px + dx), max(px, px + dx)
    low_y, high_y = min(py, py + dy), max(py, py + dy)
    for edge in edges:
        ax, ay, bx, by = edge if scale == 1 else (value * scale for value in edge)
        if (ax < low_x and bx < low_x or ax > high_x and bx > high_x
                or ay < low_y and by < low_y or ay > high_y and by > high_y):
            continue
        contact = meets(px, py, dx, dy, ax, ay, bx, by)
        if contact:
            yield contact


def even_odd(edges, x, y, unit, on_edge):
    """Whether (x / unit, y / unit) lies within; on_edge is the answer for a point of the edges."""
    odd = False
    for ax, ay, bx, by in edges:
        ax, ay, bx, by = ax * unit, ay * unit, bx * unit, by * unit
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return on_edge
        if (ay > y) != (by > y) and (cross > 0) == (by > ay):
            odd = not odd
    return odd


class Area:
    """A slick or a turbo area: its boundary belongs to it."""

    def __init__(self, loop):
        self.edges = edges_of(loop)
        self.points, self.known = {}, {}

    def holds(self, p):
        """Whether a grid point lies in it."""
        if p not in self.points:
            self.points[p] = even_odd(self.edges, p[0] * FINE, p[1] * FINE, 1, True)
        return self.points[p]

    def first_touch(self, p, q):
        """The first place of the way between two grid points, None if it never touches."""
        if (p, q) not in self.known:
            self.known[p, q] = Fraction(0) if self.holds(p) else min(
                (contact[0] for contact in contacts(p, q, self.edges)), default=None)
        return self.known[p, q]


class Checkpoint:
    """8.2: grid points, and the straight joins between those that are neighbours."""

    def __init__(self, points):
        self.points = points
        self.edges = [tuple(value * FINE for value in (*a, *b)) for a in points for b in points
                      if max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1]
        self.known = {}

    def touches(self, p, q):
        """From where to where the way touches it, any number of times."""
        if (p, q) not in self.known:
            self.known[p, q] = sorted(contacts(p, q, self.edges))
        return self.known[p, q]


class Ground:
    """1.2, 2.3, 2.4: the points that count as track, with one reading of `walls`."""

    def __init__(self, track, walls):
        self.walls_are_in = walls == "in"
        self.walls = [edge for loop in track.loops for edge in edges_of(loop)]
        self.inside, self.outside = track.inside, track.outside
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        squares = [[(x * FINE + dx * QUARTER, y * FINE + dy * QUARTER) for dx, dy in corners]
                   for x, y in track.inside + track.outside]
        self.far_x, self.far_y = track.width * FINE, track.height * FINE
        sheet = [(0, 0), (self.far_x, 0), (self.far_x, self.far_y), (0, self.far_y)]
        self.stops = self.walls + [edge for loop in squares + [sheet] for edge in edges_of(loop)]
        self.profiles = {}
        self.points = {}
        self.progress = None    # of 4.4, when somebody asks for it

    def holds_fine(self, x, y, unit):
        if not (0 <= x <= self.far_x * unit and 0 <= y <= self.far_y * unit):
            return False
        for gx, gy in self.inside:
            if (abs(x - gx * FINE * unit) <= QUARTER * unit
                    and abs(y - gy * FINE * unit) <= QUARTER * unit):
                return True
        for gx, gy in self.outside:
            if (abs(x - gx * FINE * unit) < QUARTER * unit
                    and abs(y - gy * FINE * unit) < QUARTER * unit):
                return False
        return even_odd(self.walls, x, y, unit, self.walls_are_in)

    def holds(self, p):
        """Whether a grid point lies in the track."""
        if p not in self.points:
            self.points[p] = self.holds_fine(p[0] * FINE, p[1] * FINE, 1)
        return self.points[p]

    def profile(self, p, q):
        """(place, whether it is track there, whether right behind it; None at the end), ..."""
        if (p, q) not in self.profiles:
            self.profiles[p, q] = self.find_profile(p, q)
        return self.profiles[p, q]

    def find_profile(self, p, q):
        px, py, dx, dy, scale = in_fine(p, q)
        places = {0}
        if dx or dy:
            places.add(1)
        met = list(contacts(p, q, self.stops))
        if not met:
            here = self.holds_fine(px, py, scale)
            return [(0, here, here), (1, here, None)]
        for contact in met:
            places.update(contact)

        def track_at(place):
            up, down = place.numerator, place.denominator
            return self.holds_fine(px * down + dx * up, py * down + dy * up, scale * down)

        places = sorted(places)
        behind = [track_at(Fraction(a + b) / 2) for a, b in zip(places, places[1:])] + [None]
        return [(place, track_at(place), gap) for place, gap in zip(places, behind)]

    def leaves(self, p, q):
        """4: the place of the exit; None if the whole way is track."""
        for place, here, behind in self.profile(p, q):
            if not here or behind is False:
                return place
        return None

    def is_clear_from(self, p, q):
        """Whether the way is track but for the contact at p, an exit."""
        return not any(place > 0 and not here or behind is False
                       for place, here, behind in self.profile(p, q))

    def pieces(self, p, q):
        """4.4: [from, to] of what lies in the track, a single point counts, too."""
        pieces, begin = [], None
        for place, here, behind in self.profile(p, q):
            if here and begin is None:
                begin = place
            if begin is not None and (not here or not behind):
                pieces.append((begin, place))
                begin = None
            if behind and begin is None:
                begin = place
        return pieces


class Track:
    def __init__(self, width, height, loops, start=None, finish=None, slicks=(), turbos=(),
                 checkpoints=(), inside=(), outside=()):
        self.width, self.height, self.loops = width, height, loops
        self.start, self.finish = start, finish
        self.open = start != finish
        self.slick_loops, self.turbo_loops = list(slicks), list(turbos)
        self.slicks = [Area(loop) for loop in slicks]
        self.turbos = [(Area(loop), arrow) for loop, arrow in turbos]
        self.checkpoints = [Checkpoint(points) for points in checkpoints]
        self.inside, self.outside = list(inside), list(outside)
        self.grounds = {}

    def ground(self, walls):
        if walls not in self.grounds:
            self.grounds[walls] = Ground(self, walls)
        return self.grounds[walls]

    def grid_points(self):
        return [(x, y) for y in range(self.height + 1) for x in range(self.width + 1)]

    def on_sheet(self, p):
        return 0 <= p[0] <= self.width and 0 <= p[1] <= self.height

    def svg(self):
        def points(pairs, unit):
            return " ".join(f"{x / unit!r},{self.height - y / unit!r}" for x, y in pairs)

        def line(role, ends):
            (ax, ay), (bx, by) = ends
            return (f"<line class='{role}' x1='{ax}' y1='{self.height - ay}' x2='{bx}' "
                    f"y2='{self.height - by}'/>")

        parts = [f"<polygon class='wall' points='{points(loop, FINE)}'/>" for loop in self.loops]
        parts += [f"<polygon class='slick' points='{points(loop, FINE)}'/>"
                  for loop in self.slick_loops]
        parts += [f"<polygon class='turbo' data-arrow='{arrow[0]} {arrow[1]}' "
                  f"points='{points(loop, FINE)}'/>" for loop, arrow in self.turbo_loops]
        parts += [f"<polyline class='checkpoint' data-number='{number}' "
                  f"points='{points(checkpoint.points, 1)}'/>"
                  for number, checkpoint in enumerate(self.checkpoints, 1)]
        parts += [f"<circle class='{role}' cx='{x}' cy='{self.height - y}' r='.25'/>"
                  for role, declared in (("inside", self.inside), ("outside", self.outside))
                  for x, y in declared]
        if self.start and self.open:
            parts += [line("start", self.start), line("finish", self.finish)]
        elif self.start:
            parts.append(line("start finish", self.start))
        return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} "
                f"{self.height}'>{''.join(parts)}</svg>")


# --- lines ----------------------------------------------------------------------------------------

def side_value(line, p):
    """1.4, not only the sign: twice the area of A, B and p."""
    (ax, ay), (bx, by) = line
    return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)


def is_on_line(line, p):
    (ax, ay), (bx, by) = line
    return (side_value(line, p) == 0 and min(ax, bx) <= p[0] <= max(ax, bx)
            and min(ay, by) <= p[1] <= max(ay, by))


def crossing(line, p, e, touch):
    """1.5, 1.6: +1, -1 or 0, and the place where the way p e meets the line."""
    before, after = side_value(line, p), side_value(line, e)
    if touch:
        forward, backward = before < 0 <= after, after < 0 <= before
    else:
        forward, backward = before <= 0 < after, after <= 0 < before
    if not forward and not backward:
        return 0, None
    place = Fraction(before) / (before - after)
    if not is_on_line(line, along(p, e, place)):
        return 0, None
    return (1 if forward else -1), place
