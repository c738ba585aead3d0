"""What a move of graph-paper racing comes to, before anything is changed.

Where it leaves the track, whom it strikes, what it crosses and passes, whether it may be chosen.
Numbers in brackets are sections of the rules.
"""
from fractions import Fraction

from progress import Progress
from sheet import along, crossing


def minus(p, q):
    return (p[0] - q[0], p[1] - q[1])


def plus(p, q):
    return (p[0] + q[0], p[1] + q[1])


class Way:
    """What a move comes to, before anything is changed."""

    def __init__(self, start, to):
        self.start, self.to = start, to
        self.exit = None         # the place where it leaves the track
        self.entry = None        # the place where a car that was outside comes back
        self.returns = False     # leaves and is back on the track within the move
        self.allowed = True
        self.struck = []
        self.end = 1             # the place of 1.5
        self.stays_outside = False
        self.outcome = None
        self.walk = None

    def end_point(self):
        return along(self.start, self.to, self.end)


class Walk:
    """What is crossed and passed on the way, and the counts afterwards."""

    def __init__(self, car):
        self.events = []         # (place, later at equal places, event)
        self.crossings, self.opened = car.crossings, car.opened
        self.checkpoint, self.shift = car.checkpoint, (0, 0)
        self.finishes = False
        self.crossed = 0


class Ahead:
    """Looks ahead for a race; knows nothing but what the race says."""

    def __init__(self, race):
        self.race = race

    def others_at(self, car, p):
        return [other for other in self.race.cars.values()
                if other is not car and other.status == "racing" and other.at == p]

    def first_struck(self, car, way):
        """5: (place, cars) where others are in the way; the exit is known already."""
        last = 1 if way.exit is None else way.exit
        if way.start == way.to:
            return None
        if self.race.rules["reach"] == "end":
            struck = self.others_at(car, way.to) if way.exit is None else []
            return (1, struck) if struck else None
        dx, dy = minus(way.to, way.start)
        places = []
        for other in self.race.cars.values():
            x, y = minus(other.at or way.start, way.start)
            if other is car or other.status != "racing" or (x, y) == (0, 0) or dx * y != dy * x:
                continue
            place = Fraction(x, dx) if dx else Fraction(y, dy)
            if 0 < place <= last and (way.entry is None or way.entry <= place):
                places.append((place, other.at))
        if not places:
            return None
        place, at = min(places)
        return place, self.others_at(car, at)

    def may_strike(self, car, struck):
        """9"""
        if not self.race.derby:
            return True
        return all(other.player != car.player
                   and frozenset((other.player, car.player)) not in self.race.barred
                   for other in struck)

    def look(self, car, start, to):
        way = Way(start, to)
        if self.race.run_wide and not self.race.track.on_sheet(to):
            way.allowed = False
            return way
        if car.status == "outside":
            self.look_from_outside(car, way)
        elif self.race.rules["path"] == "whole" or not self.race.ground.holds(to):
            way.exit = self.race.ground.leaves(start, to)
        if not way.stays_outside:
            self.look_at_others(car, way)
        if self.race.run_wide and way.exit is not None and not way.struck:
            self.look_at_return(way)
        if way.struck:
            way.exit = None
        elif way.exit is not None:
            way.end = way.exit
        self.name_outcome(car, way)
        return way

    def look_from_outside(self, car, way):
        """4.4"""
        pieces = self.race.ground.pieces(way.start, way.to)
        if not pieces:
            way.stays_outside = True
            return
        way.entry = pieces[0][0]
        way.allowed = (len(pieces) == 1 and self.race.ground.holds(way.to)
                       and self.is_behind(way, way.entry, car.left_at))

    def look_at_return(self, way):
        """4.4: the rest of a move that leaves the track."""
        pieces = self.race.ground.pieces(way.start, way.to)[1:]
        if not pieces:
            return
        left_at = self.progress(along(way.start, way.to, way.exit))
        way.returns = True
        way.allowed = way.allowed and (len(pieces) == 1 and self.race.ground.holds(way.to)
                                       and self.is_behind(way, pieces[0][0], left_at))

    def is_behind(self, way, entry, left_at):
        progress = self.progress(along(way.start, way.to, entry))
        return progress is not None and left_at is not None and progress <= left_at

    def progress(self, p):
        if self.race.ground.progress is None:
            self.race.ground.progress = Progress(self.race.track, self.race.ground)
        return self.race.ground.progress.at(p)

    def look_at_others(self, car, way):
        if self.race.rules["collision"] == "none":
            return
        found = self.first_struck(car, way)
        if not found:
            return
        if self.race.rules["collision"] == "forbid" or not self.may_strike(car, found[1]):
            way.allowed = False
        else:
            way.end, way.struck = found

    def name_outcome(self, car, way):
        if not self.race.derby and not way.stays_outside and self.crossed(way)[0] > 0:
            way.walk = self.walk(car, way)
        if way.walk and way.walk.finishes:
            way.outcome = "finish"
        elif way.exit is not None or way.stays_outside:
            way.outcome = "off_track"
        elif way.struck:
            way.outcome = "collision"
        elif self.race.rules["slicks"] == "spin" and self.race.on_slick(way.to):
            way.outcome = "slick"
        else:
            way.outcome = "clear"

    # 1.5, 8: what lies on the way.

    def crossed(self, way):
        """The crossing that counts, and its place on the whole way."""
        first = way.entry or 0
        p = along(way.start, way.to, first)
        count, place = crossing(self.race.track.finish, p, way.end_point(), self.race.touch)
        return count, count and first + place * (way.end - first)

    def walk(self, car, way):
        """5.5, 7, 8.1, 8.2"""
        walk = Walk(car)
        where = None
        if not self.race.derby and not way.stays_outside:
            first = way.entry or 0
            walk.crossed, where = self.crossed(way)
            if walk.crossed:
                self.pass_checkpoints(walk, way, first, where, False)
                self.cross(walk, where)
                first = where
            if not walk.finishes:
                self.pass_checkpoints(walk, way, first, way.end, bool(walk.crossed))
        if self.race.rules["turbo_areas"] == "on":
            for area, arrow in self.race.track.turbos:
                place = area.first_touch(way.start, way.to)
                if place is not None and place <= way.end \
                        and not (walk.finishes and place > where):
                    walk.shift = plus(walk.shift, arrow)
                    walk.events.append((place, 1, ("turbo", dict(shift=list(arrow)))))
        walk.events.sort(key=lambda event: event[:2])
        return walk

    def pass_checkpoints(self, walk, way, first, last, only_behind):
        """Those between the places first and last; without first itself if only_behind."""
        if not self.race.with_checkpoints:
            return
        place, checkpoints = first, self.race.track.checkpoints
        while walk.checkpoint < len(checkpoints) and (walk.opened or self.race.track.open):
            checkpoint = checkpoints[walk.checkpoint]
            strict = only_behind and place == first
            touches = [max(begin, place) for begin, end in checkpoint.touches(way.start, way.to)
                       if begin <= last and (min(end, last) > place if strict else end >= place)]
            if not touches:
                return
            place = min(touches)
            walk.checkpoint += 1
            walk.events.append((place, 0, ("checkpoint", dict(number=walk.checkpoint))))

    def cross(self, walk, where):
        walk.crossings += walk.crossed
        if self.race.with_checkpoints:
            complete = walk.checkpoint == len(self.race.track.checkpoints)
            if walk.crossed < 0 or not complete and (self.race.track.open or walk.opened > 0):
                return
            walk.checkpoint = 0
            walk.finishes = self.race.track.open or walk.opened == self.race.rules["laps"]
            walk.opened += 0 if walk.finishes else 1
            lap = walk.opened
        else:
            last = self.race.rules["laps"] + 1
            walk.finishes = walk.crossed > 0 and (self.race.track.open or walk.crossings == last)
            lap = min(self.race.rules["laps"], max(0, walk.crossings))
        if not walk.finishes and not self.race.track.open:
            walk.events.append((where, 0, ("lap", dict(lap=lap))))
