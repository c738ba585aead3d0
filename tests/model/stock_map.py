"""Maps of stock cars once more, slowly, straight from the rules (section 1).

Nothing is shared with the program. Numbers in brackets are sections of the rules.
"""
HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
STEPS = dict(zip(HEADINGS, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]))
PITS = "p#P"
ALLEY = ".Ss"
STARTS = "12345678"
TILES = "* Foo.SsbpP#" + STARTS
FILE_BYTES, SIDE = 1024 * 1024, 500
KEYS = ("name", "author", "laps", "race", "turn", "sandbags")


class Wrong(Exception):
    """What makes a map none (1.4); line and column where the rules leave no doubt, else None."""

    def __init__(self, what, line=None, column=None):
        super().__init__(what)
        self.line, self.column = line, column


def turned(heading, eighths):
    """To the right by so many eighths."""
    return HEADINGS[(HEADINGS.index(heading) + eighths) % 8]


def ahead(at, heading):
    dx, dy = STEPS[heading]
    return at[0] + dx, at[1] + dy


class Map:
    def __init__(self, content):
        if len(content) > FILE_BYTES:
            raise Wrong("over 1 MiB")
        lines = content.decode().split("\n")
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
        self.header_lines = {}
        first = self.read_header(lines)
        self.read_rows(lines, first)
        self.line = self.find_line()
        self.check()

    # 1.2: the header.

    def read_header(self, lines):
        """The index of the first row."""
        values = dict(author="", laps=3, turn="none", sandbags=None)
        for index, line in enumerate(lines):
            if not line.strip(" "):
                if "race" not in values:
                    raise Wrong("no race")
                if not values.get("name"):
                    raise Wrong("no name", self.header_lines.get("name"))
                self.name, self.race, self.turn = values["name"], values["race"], values["turn"]
                self.laps, self.sandbags = values["laps"], values["sandbags"]
                return index + 1
            key, colon, value = (part.strip(" ") for part in line.partition(":"))
            if not colon:
                raise Wrong("no colon", index + 1)
            if key not in KEYS:
                raise Wrong(f"unknown key {key}", index + 1)
            if key in self.header_lines:
                raise Wrong(f"{key} twice", index + 1)
            self.header_lines[key] = index + 1
            values[key] = self.read_value(key, value)
        raise Wrong("no tiles")

    def read_value(self, key, value):
        choices = dict(race=["N", "E", "S", "W"], turn=["left", "right"]).get(key)
        limits = dict(laps=(1, 99), sandbags=(0, 10 ** 30)).get(key)
        if choices and value in choices or key in ("author", "name"):
            return value
        if limits and value and not value.strip("0123456789") and limits[0] <= int(value) <= limits[1]:
            return int(value)
        raise Wrong(f"no such {key}", self.header_lines[key])

    # 1.1: the rows.

    def read_rows(self, lines, first):
        rows = [line.rstrip(" \t") for line in lines[first:]]  # a tab at the end is not seen
        while rows and not rows[-1]:
            rows.pop()
        if not rows:
            raise Wrong("no tiles")
        self.width, self.height = max(map(len, rows)), len(rows)
        if self.width > SIDE or self.height > SIDE:
            raise Wrong("over 500 columns or rows")
        self.tiles = {}  # (x, y) -> character; what is off the track is not there
        self.starts = {}
        for index, row in enumerate(rows):
            for x, tile in enumerate(row):
                at = x, self.height - 1 - index
                if tile not in TILES:
                    raise Wrong(f"unknown tile {tile!r}", first + index + 1, x + 1)
                if tile in STARTS:
                    if int(tile) in self.starts:
                        raise Wrong(f"{tile} twice")
                    self.starts[int(tile)] = at
                if tile != " ":
                    self.tiles[at] = tile

    def tile(self, at):
        """As the map shows it; a starting place is asphalt (1.1)."""
        tile = self.tiles.get(at, " ")
        return "*" if tile in STARTS else tile

    def on_track(self, at):
        return at in self.tiles

    def all_of(self, kinds):
        return [at for at, tile in self.tiles.items() if tile in kinds]

    def alley(self):
        return self.all_of(ALLEY)

    def bags_in_sight(self):
        return len(self.all_of("Ss"))

    # 1.3: the line.

    def along(self):
        return (1, 0) if self.race in "NS" else (0, 1)

    def find_line(self):
        line = set(self.all_of("F"))
        dx, dy = self.along()
        for x, y in list(line):
            for sign in (1, -1):
                at = x + sign * dx, y + sign * dy
                while 0 <= at[0] < self.width and 0 <= at[1] < self.height:
                    if self.tile(at) in PITS:
                        line.add(at)
                    elif self.tile(at) != " ":
                        break
                    at = at[0] + sign * dx, at[1] + sign * dy
        return line

    # 5.1: 1 forward, -1 backward, 0 neither.

    def crossing(self, at, to):
        part = (to[0] - at[0]) * STEPS[self.race][0] + (to[1] - at[1]) * STEPS[self.race][1]
        if part > 0 and to in self.line and at not in self.line:
            return 1
        if part < 0 and at in self.line and to not in self.line:
            return -1
        return 0

    # 1.4: what is wrong, of what has been read.

    def check(self):
        if sorted(self.starts) != list(range(1, len(self.starts) + 1)) or not self.starts:
            raise Wrong("no 1, or a gap in the numbers")
        flags = self.all_of("F")
        across = {at[1] if self.race in "NS" else at[0] for at in flags}
        if len(across) != 1:
            raise Wrong("F: none, or not in one row or column")
        self.check_neighbours(flags)
        for at in self.starts.values():
            self.check_start(at)
        if self.all_of("b") and self.turn == "none":
            raise Wrong("b without turn")
        if self.sandbags is None:
            self.sandbags = self.bags_in_sight()
        if not self.bags_in_sight() <= self.sandbags <= len(self.alley()):
            raise Wrong("sandbags", self.header_lines["sandbags"])
        for at in self.all_of("pP"):
            if any(self.tile(ahead(at, heading)) not in " p#P" for heading in HEADINGS):
                raise Wrong("p or P beside the track")
        if not self.has_lap():
            raise Wrong("no lap possible")

    def check_neighbours(self, flags):
        dx, dy = self.along()
        for x, y in flags:
            for at in ((x + dx, y + dy), (x - dx, y - dy)):
                if self.on_track(at) and at not in self.line:
                    raise Wrong("F beside track that is not of the line")

    def check_start(self, at):
        """The first tile ahead counts, not the place itself."""
        while self.tile(at) != "F":
            at = ahead(at, self.race)
            if not self.on_track(at):
                raise Wrong("a starting place that does not lead to the line")

    def has_lap(self):
        reached = self.all_of("F")
        seen = set(reached)
        for at in reached:
            for heading in HEADINGS:
                to = ahead(at, heading)
                if not self.on_track(to) or self.crossing(at, to) < 0:
                    continue
                if self.crossing(at, to) > 0:
                    return True
                if to not in seen:
                    seen.add(to)
                    reached.append(to)
        return False
