"""morris: Nine Men's Morris with Dice (rules, section 5); and without, or with dice while placing."""

from typing import NamedTuple

from core import (BLACK, OTHER, PROGRESS, QUIET, UNCOUNTED, WHITE, Game, Over, Refused, dice_text, fields, one_of,
                  two_digits)

POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
LINES = [tuple(line.split()) for line in (
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
    "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1")]
NEIGHBOURS = {p: sorted({q for a, b, c in LINES for pair in ((a, b), (b, c)) if p in pair for q in pair if q != p})
              for p in POINTS}
LINES_OF = {p: [line for line in LINES if p in line] for p in POINTS}
MEN = 9
SPECIAL = ("6,5,4", "6,3,3", "5,2,2", "4,1,1")


class Position(NamedTuple):
    men: dict           # point -> side, occupied points only
    turn: str
    hand: dict          # side -> men not yet placed
    dice: str           # canonical text; "-" when not thrown


def men_of(men, side):
    return {point for point, owner in men.items() if owner == side}


def without(men, *points):
    return {point: side for point, side in men.items() if point not in points}


def mills_at(men, side, point):
    """How many mills a man of `side` on `point` is in (whether or not he is in `men`)."""
    return sum(all(q == point or men.get(q) == side for q in line) for line in LINES_OF[point])


class Morris(Game):
    options = {"mills": ("protected", "open"), "dice": ("moving", "none", "alfonso")}
    throws = tuple(sorted({dice_text((a, b, c)) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)}))
    quiet_limit = 200

    def __init__(self, mills="protected", dice="moving"):
        self.protected = mills == "protected"
        self.plain = dice != "moving"
        self.dice_to_place = dice == "alfonso"
        self.repetition_limit = 3 if self.plain else None
        if dice == "none":
            self.throws = ()

    def start(self, turn):
        return Position({}, turn, {WHITE: MEN, BLACK: MEN}, "-")

    def write(self, pos):
        letters = "".join(pos.men.get(point, ".") for point in POINTS)
        return f"{letters} {pos.turn} {pos.hand[WHITE]},{pos.hand[BLACK]} {pos.dice}"

    def read(self, text):
        letters, turn, hand, dice = fields(text, 4)
        if len(letters) != len(POINTS) or set(letters) - {WHITE, BLACK, "."}:
            raise Refused("bad points")
        pos = Position({point: letter for point, letter in zip(POINTS, letters) if letter != "."},
                       one_of(turn, (WHITE, BLACK), "turn"), two_digits(hand, MEN, "hands"),
                       one_of(dice, self.throws + ("-",), "dice"))

        for side in (WHITE, BLACK):
            if len(men_of(pos.men, side)) > MEN:
                raise Refused("more than nine men of a colour")
        if self.plain:
            self.check_plain(pos)
        elif any(pos.hand.values()):
            for side in (WHITE, BLACK):
                if pos.hand[side] + len(men_of(pos.men, side)) != MEN:
                    raise Refused("not nine men of a colour in hand and on the board")
            if pos.hand[turn] - pos.hand[OTHER[turn]] not in (0, 1):
                raise Refused("the turn does not fit the hands")
            if pos.dice != "-":
                raise Refused("dice while placing")
        elif all(len(men_of(pos.men, side)) <= 2 for side in (WHITE, BLACK)):
            raise Refused("both sides with two men or fewer")

        end = self.phase(pos)
        if isinstance(end, Over):
            if turn != OTHER[end.winner]:
                raise Refused("wrong turn for a finished game")
            if end.reason == "men" and pos.dice != "-":
                raise Refused("dice in a finished game")
        return pos

    def check_plain(self, pos):
        """What is impossible where men are taken while others are placed."""
        in_all = [pos.hand[side] + len(men_of(pos.men, side)) for side in (WHITE, BLACK)]
        if max(in_all) > MEN or max(in_all) <= 2:
            raise Refused("not three to nine men")
        if not self.dice_to_place and pos.hand[pos.turn] - pos.hand[OTHER[pos.turn]] not in (0, 1):
            raise Refused("the turn does not fit the hands")
        if pos.dice != "-" and not (self.dice_to_place and pos.hand[pos.turn]):
            raise Refused("dice that nobody has thrown")

    def plain_phase(self, pos):
        for side in (WHITE, BLACK):
            if pos.hand[side] + len(men_of(pos.men, side)) <= 2:
                return Over(OTHER[side], "men")
        if pos.hand[pos.turn]:
            return "roll" if self.dice_to_place and pos.dice == "-" else "move"
        return "move" if self.steps(pos) else Over(OTHER[pos.turn], "blocked")

    def phase(self, pos):
        if self.plain:
            return self.plain_phase(pos)
        if any(pos.hand.values()):
            return "move"
        for side in (WHITE, BLACK):
            if len(men_of(pos.men, side)) <= 2:
                return Over(OTHER[side], "men")
        if pos.dice == "-":
            return "roll"
        return "move" if self.steps(pos) else Over(OTHER[pos.turn], "blocked")

    def throw(self, pos, text):
        return pos._replace(dice=text)     # a throw without a move loses, and stays in the text

    def moves(self, pos):
        if self.plain and pos.hand[pos.turn]:
            return self.plain_placings(pos)
        if any(pos.hand.values()) and not self.plain:
            return self.placings(pos)
        found = {}
        for origin, target in self.steps(pos):
            men = without(pos.men, origin)
            self.add(found, pos, f"{origin}-{target}", (origin, (target,)), mills_at(men, pos.turn, target))
        return found

    def add(self, found, pos, text, move, mills):
        """Adds the move once for each way to take men."""
        if self.plain:
            mills = min(mills, 1) if men_of(pos.men, OTHER[pos.turn]) else 0
        for victims in self.captures(pos, mills):
            found[text + ("x" + ",".join(victims) if victims else "")] = (*move, victims)

    def plain_placings(self, pos):
        found = {}
        if pos.dice in SPECIAL and men_of(pos.men, OTHER[pos.turn]):
            for line in LINES:
                placed = sorted(point for point in line if pos.men.get(point) != pos.turn)
                if 0 < len(placed) <= pos.hand[pos.turn] and not any(point in pos.men for point in placed):
                    self.add(found, pos, ",".join(placed), (None, tuple(placed)), 1)
        if not found:
            for point in POINTS:
                if point not in pos.men:
                    self.add(found, pos, point, (None, (point,)), mills_at(pos.men, pos.turn, point))
        return found

    @staticmethod
    def placings(pos):
        empty = [point for point in POINTS if point not in pos.men]
        harmless = [point for point in empty if not mills_at(pos.men, pos.turn, point)]
        return {point: (None, (point,), ()) for point in harmless or empty}

    def steps(self, pos):
        """All (origin, target) that the throw allows, without captures."""
        found = set()
        own = men_of(pos.men, pos.turn)
        for origin in own:
            reach = POINTS if self.plain and len(own) == 3 else NEIGHBOURS[origin]
            found |= {(origin, target) for target in reach if target not in pos.men}
            if pos.dice in SPECIAL:
                men = without(pos.men, origin)
                found |= {(origin, target) for target in POINTS
                          if target not in pos.men and mills_at(men, pos.turn, target)}
        return found

    def captures(self, pos, count):
        """All sets of `count` enemy men that may be taken one after the other, each in the order of the move text."""
        enemy = OTHER[pos.turn]

        def takable(men):
            all_of_them = men_of(men, enemy)
            exposed = {point for point in all_of_them if not mills_at(men, enemy, point)}
            return exposed or all_of_them if self.protected else all_of_them

        def orders(men, number):
            if number == 0:
                yield ()
                return
            for point in takable(men):
                for rest in orders(without(men, point), number - 1):
                    yield (point, *rest)

        return {tuple(sorted(order)) for order in orders(pos.men, count)}

    def play(self, pos, move):
        origin, targets, victims = move
        men = {**without(pos.men, origin, *victims), **dict.fromkeys(targets, pos.turn)}
        hand, kind = pos.hand, PROGRESS if victims else QUIET
        if origin is None:
            hand = {**hand, pos.turn: hand[pos.turn] - len(targets)}
            kind = PROGRESS if self.plain else UNCOUNTED
        return Position(men, OTHER[pos.turn], hand, "-"), kind
