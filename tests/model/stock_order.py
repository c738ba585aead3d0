"""Orders of stock cars, read slowly from the rules' text (section 3)."""

ORDER_BYTES = 1000
BLANK = " "


class Refused(Exception):
    """With the column of 3.5; `words` are those that the error must hold, exactly."""

    def __init__(self, column, words=""):
        super().__init__(words)
        self.column, self.words = column, words


class Part:
    def __init__(self, kind, column, end, count=1, marked=False):
        self.kind, self.count, self.marked = kind, count, marked
        self.column, self.end = column, end  # of its first byte; of what is behind its last
        self.second = False

    def text(self):
        if self.marked:
            return f"({self.kind}+1)"
        return self.kind if self.count is None else f"({self.count}M)"

    def is_move(self):
        return self.kind in "MLR"

    def moves(self):
        return self.count or 1


class Order:
    """Parts in groups: changes at the beginning, moves, changes at the end."""

    def __init__(self):
        self.retires = False
        self.begin, self.moves, self.end = [], [], []
        self.speed = self.cards = 0

    def text(self):
        if self.retires:
            return "RETIRE"
        return "".join(part.text() for part in self.begin + self.moves + self.end) or "-"

    def parts(self):
        return self.begin + self.moves + self.end

    def steps(self):
        """'M', 'L' or 'R' a move."""
        return [part.kind for part in self.moves for _ in range(part.moves())]


class Reader:
    """Letters of the order with their columns, blanks left out."""

    def __init__(self, text):
        content = text.encode() if isinstance(text, str) else text
        content = content.strip(b" ")
        if len(content) > ORDER_BYTES:
            raise Refused(ORDER_BYTES + 1)
        self.letters = [(chr(byte).upper() if byte < 128 else "?", column)
                        for column, byte in enumerate(content, 1) if byte != ord(BLANK)]
        self.behind = len(content) + 1
        self.at = 0

    def word(self):
        return "".join(letter for letter, _ in self.letters)

    def done(self):
        return self.at == len(self.letters)

    def column(self):
        return self.behind if self.done() else self.letters[self.at][1]

    def peek(self):
        return None if self.done() else self.letters[self.at][0]

    def take(self, allowed):
        letter = self.peek()
        if letter is None or letter not in allowed:
            raise Refused(self.column())
        self.at += 1
        return letter

    def part(self):
        column = self.column()
        letter = self.take("ABSMLR(")
        count, marked = None, False
        if letter == "(":
            letter = self.take("ABLR123456789")
            if letter in "ABLR":
                self.take("+")
                self.take("1")
                marked = True
            else:
                digits = letter
                if self.peek() is not None and self.peek() in "0123456789":
                    digits += self.take("0123456789")
                self.take("M")
                count, letter = int(digits), "M"
            self.take(")")
        return Part(letter, column, self.letters[self.at - 1][1] + 1, count, marked)


def read_order(text, car, slipstream):
    """The order of a car (speed, maximum, wild_cards, special) as it stands; or Refused."""
    reader = Reader(text)
    word = reader.word()
    if not word or word.startswith("SPECIAL"):
        raise Refused(1)
    order = Order()
    if word == "RETIRE":
        order.retires = True
        order.speed = car.speed
        return order
    order.speed = car.speed
    if word != "-":
        while not reader.done():
            add_part(order, reader.part(), car, slipstream)
    check_marks(order, car)
    check_moves(order)
    return order


def add_part(order, part, car, slipstream):
    """What is wrong at the part's first character (3.5)."""
    wrong = Refused(part.column)
    if part.is_move() and order.end:
        raise wrong
    if part.kind == "S" and (order.moves or any(other.kind == "S" for other in order.begin)):
        raise wrong
    before = sum(other.kind == part.kind for other in order.parts())
    if part.kind in "ABLR" and before == 2:
        raise wrong
    part.second = before == 1 and part.kind in "ABLR"
    if part.marked and not part.second:
        raise wrong
    if part.kind == "S" and not slipstream:
        raise wrong
    if part.is_move():
        order.moves.append(part)
    elif order.moves:
        order.end.append(part)
    else:
        order.speed += -1 if part.kind == "B" else 1
        if not 0 <= order.speed <= car.maximum:
            raise wrong
        order.begin.append(part)


def price(seconds, steers, special):
    """3.3, 7: of so many second changes, or of second steers."""
    if steers:
        return 1 if seconds and special != "swaybars" else 0
    return max(0, seconds - 1) if special == "turbo" else seconds


def check_marks(order, car):
    """Changes first, then steers."""
    order.cards = 0
    for kinds in ("AB", "LR"):
        seconds = [part for part in order.parts() if part.second and part.kind in kinds]
        marked = [part for part in seconds if part.marked]
        cost = price(len(seconds), kinds == "LR", car.special)
        if len(marked) < cost:
            raise Refused(next(part for part in seconds if not part.marked).column)
        if len(marked) > cost:
            raise Refused(marked[-1].column)
        order.cards += cost
    marks = [part for part in order.parts() if part.marked]
    if order.cards > car.wild_cards:
        raise Refused(marks[car.wild_cards].column)


def check_moves(order):
    given = sum(part.moves() for part in order.moves)
    words = f"{order.speed} moves needed, {given} given"
    reached = 0
    for part in order.moves:
        reached += part.moves()
        if reached > order.speed:
            raise Refused(part.column, words)
    if given < order.speed:
        last = (order.moves or order.begin or [None])[-1]
        raise Refused(last.end if last else 1, words)


def written(parts):
    return "".join(part.text() for part in parts)


def cheapest(difference, car, slipstream):
    """The changes at the beginning that alter the speed by so much and what they cost, or None (8.3)."""
    kinds = "B" * -difference if difference < 0 else "A" * difference
    if slipstream and difference > 0 and car.speed < car.maximum:
        kinds = "S" + kinds[1:]
    text, cost = "", 0
    for index, kind in enumerate(kinds):
        seconds = kinds[:index].count(kind)
        if seconds > 1 and kind != "S":
            return None
        if seconds and car.special != "turbo":
            cost += 1
            text += f"({kind}+1)"
        else:
            text += kind
    if cost > car.wild_cards or not 0 <= car.speed + difference <= car.maximum:
        return None
    return text, cost
