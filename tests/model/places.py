"""8.3 and 9 of the rules: who takes which place, and when that is told."""
from fractions import Fraction

from sheet import side_value


class Places:
    def __init__(self, race):
        self.race = race
        self.finishers, self.retirements = [], []
        self.this_round = []     # finish = round: (how far beyond the line, car)
        self.untold = []

    def finish(self, car, end):
        if self.race.rules["finish"] == "crossing":
            self.finishers.append(car)
            car.place = len(self.finishers)
            self.untold.append(car)
        else:
            self.this_round.append((Fraction(side_value(self.race.track.finish, end)), car))

    def retire(self, car):
        self.retirements.append(car)

    def end_round(self):
        before = len(self.finishers)
        for beyond, car in self.this_round:
            car.place = before + 1 + sum(other > beyond for other, _ in self.this_round)
        placed = [car for _, car in self.this_round]
        self.finishers += placed
        self.untold += sorted(placed, key=lambda car: (car.place, car.number))
        self.this_round = []

    def tell_finishers(self, tell):
        for car in self.untold:
            tell("placed", car.number, place=car.place)
        self.untold = []

    def end(self, tell):
        if self.race.derby:
            scores = self.race.scores
            for car in self.race.cars.values():
                car.place = 1 + sum(score > scores[car.player] for score in scores.values())
            for car in sorted(self.race.cars.values(), key=lambda car: car.place):
                tell("placed", car.number, place=car.place)
        else:
            self.place_the_rest(tell)
        tell("over", None)

    def place_the_rest(self, tell):
        place = len(self.finishers) + 1
        rest = self.race.active()
        for car in rest:
            car.place = place
            tell("placed", car.number, place=place)
        for i, car in enumerate(reversed(self.retirements)):
            car.place = place + len(rest) + i
            tell("placed", car.number, place=car.place)
