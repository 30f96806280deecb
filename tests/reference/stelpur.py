"""stelpur: Ad Elta Stelpur (rules, section 4)."""

from typing import NamedTuple

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Game, Over, Refused, dice_text, fields, one_of

SQUARES = 24
PIECES = 6
CORNERS = (1, 6, 7, 12, 13, 18, 19, 24)
EMPTY = "."


class Position(NamedTuple):
    ring: tuple         # the letters of squares 1..24 (index 0 is square 1)
    turn: str
    dice: tuple         # highest first; () when not thrown
    left: tuple         # results still to be played, highest first


def ahead(square, steps):
    return (square - 1 + steps) % SQUARES + 1


def at(ring, square):
    return ring[square - 1]


def with_squares(ring, changes):
    return tuple(changes.get(square, at(ring, square)) for square in range(1, SQUARES + 1))


def is_hornaskella(ring, side):
    return ring.count(side) == 1


def results(dice, hornaskella):
    """The results that a throw gives."""
    high, low = dice
    if high != low:
        return tuple(d for d in dice if d in (1, 6))
    if hornaskella:
        return dice if high in (1, 6) else ()
    return dice * 2 if high == 6 else dice


def remainders(gift):
    """Everything that can be left of a throw's results while they are being played."""
    if not gift:
        return set()
    return {gift}.union(*(remainders(gift[:i] + gift[i + 1:]) for i in range(len(gift))))


def next_empty(ring, square):
    while at(ring, square) != EMPTY:
        square = ahead(square, 1)
    return square


def can_be_captured(ring, square):
    """Whether the piece on a square can be captured: a Hornaskella only in a corner, and not between two enemies."""
    side = at(ring, square)
    if not is_hornaskella(ring, side):
        return True
    surrounded = at(ring, ahead(square, 1)) == at(ring, ahead(square, -1)) == OTHER[side]
    return square in CORNERS and not surrounded


def landing(ring, origin, result):
    """Where the piece on `origin` ends when it plays `result`."""
    side = at(ring, origin)
    if is_hornaskella(ring, side):
        square = origin
        for _ in range({1: 1, 6: 2}[result]):
            square = ahead(square, 1)
            while square not in CORNERS:
                square = ahead(square, 1)
    else:
        square = ahead(origin, result)
    there = at(ring, square)
    if there == EMPTY or there == OTHER[side] and can_be_captured(ring, square):
        return square
    return next_empty(ring, square)


class Stelpur(Game):
    throws = tuple(sorted(dice_text((high, low)) for high in range(1, 7) for low in range(1, high + 1)))
    quiet_limit = 1000

    def start(self, turn):
        half = EMPTY * PIECES
        return Position(tuple(WHITE * PIECES + half + BLACK * PIECES + half), turn, (), ())

    def write(self, pos):
        return f"{''.join(pos.ring)} {pos.turn} {dice_text(pos.dice) or '-'} {dice_text(pos.left) or '-'}"

    def read(self, text):
        ring, turn, dice, left = fields(text, 4)
        if len(ring) != SQUARES or set(ring) - {WHITE, BLACK, EMPTY}:
            raise Refused("bad squares")
        if max(ring.count(WHITE), ring.count(BLACK)) > PIECES:
            raise Refused("more than six pieces of a colour")
        if set(ring) == {EMPTY}:
            raise Refused("an empty board")
        one_of(turn, (WHITE, BLACK), "turn")
        one_of(dice, self.throws + ("-",), "dice")

        values = () if dice == "-" else tuple(int(d) for d in dice.split(","))
        gift = results(values, is_hornaskella(ring, turn)) if values else ()
        remaining = {dice_text(rest): rest for rest in remainders(gift)} if values else {"-": ()}
        if left not in remaining:
            raise Refused("dice and left do not belong together")

        pos = Position(tuple(ring), turn, values, remaining[left])
        end = self.phase(pos)
        if isinstance(end, Over) and (values or turn != end.winner):
            raise Refused("a finished game has the turn of the winner and no dice")
        return pos

    def phase(self, pos):
        for side in (WHITE, BLACK):
            if side not in pos.ring:
                return Over(OTHER[side], "captured")
        return "move" if pos.dice else "roll"

    def throw(self, pos, text):
        dice = tuple(int(d) for d in text.split(","))
        return self.settled(pos.ring, pos.turn, dice, results(dice, is_hornaskella(pos.ring, pos.turn)))

    @staticmethod
    def settled(ring, turn, dice, left):
        """The position when `left` is still to be played; if nothing is left, the throw is over."""
        if left:
            return Position(ring, turn, dice, left)
        again = dice[0] == dice[1]
        return Position(ring, turn if again else OTHER[turn], (), ())

    def moves(self, pos):
        return {f"{origin}:{result}": (origin, result)
                for origin in range(1, SQUARES + 1) if at(pos.ring, origin) == pos.turn
                for result in set(pos.left)}

    def play(self, pos, move):
        origin, result = move
        target = landing(pos.ring, origin, result)
        captured = at(pos.ring, target) == OTHER[pos.turn]
        ring = with_squares(pos.ring, {origin: EMPTY, target: pos.turn})
        kind = PROGRESS if captured else QUIET
        if OTHER[pos.turn] not in ring:
            return Position(ring, pos.turn, (), ()), kind
        left = list(pos.left)
        left.remove(result)
        return self.settled(ring, pos.turn, pos.dice, tuple(left)), kind

    def drawn(self, pos):
        return pos._replace(dice=(), left=())
