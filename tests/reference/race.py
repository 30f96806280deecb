"""The races with one piece on each square: finkel, blitz, masters, aseb (docs/rules.md)."""

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Over, Refused
from ur_board import IN, OFF, Change, UrGame, of_side, square


class Race(UrGame):
    throws = ("0", "1", "2", "3", "4")
    path = 16
    stars = (4, 8, 12, 16)
    safe = ()
    capture_again = False

    def square(self, side, number):
        return square(side, number)

    def is_square(self, owner, number):
        return any(self.square(side, n) == (owner, number) for side in (WHITE, BLACK) for n in range(1, self.path + 1))

    def check(self, pos):
        for (owner, number), pieces in pos.board.items():
            if len(pieces) > 1:
                raise Refused(f"two pieces on square {owner}{number}")
            if pieces != pieces.lower():
                raise Refused("marked pieces are not of this game")
            if pieces not in self.walkers(owner, number):
                raise Refused(f"wrong colour on private square {owner}{number}")

    def walkers(self, owner, number):
        """The sides whose way has this square."""
        return [side for side in (WHITE, BLACK)
                if any(self.square(side, n) == (owner, number) for n in range(1, self.path + 1))]

    def finished(self, pos):
        return [Over(side, "off") for side in (WHITE, BLACK) if pos.off[side] == self.pieces]

    def turn_when_over(self, over):
        return over.winner

    def moves(self, pos):
        side, found = pos.turn, {}
        origins = [0] if pos.reserve[side] else []
        origins += [number for number in range(1, self.path + 1) if pos.board.get(self.square(side, number)) == side]
        for origin in origins:
            target = origin + pos.dice
            there = pos.board.get(self.square(side, target)) if target <= self.path else None
            if target > self.path + 1 or there == side or there and target in self.safe:
                continue
            found[f"{origin or IN}-{target if target <= self.path else OFF}"] = (origin, target)
        return found

    def play(self, pos, move):
        (origin, target), side = move, pos.turn
        draft, captured = Change(pos), ""
        if origin == 0:
            draft.reserve[side] -= 1
        else:
            draft.put(self.square(side, origin), "")
        if target > self.path:
            draft.off[side] += 1
        else:
            captured = of_side(draft.board.get(self.square(side, target), ""), OTHER[side])
            draft.to_reserve(captured)
            draft.put(self.square(side, target), side)
        over = draft.off[side] == self.pieces
        again = target in self.stars or self.capture_again and captured
        turn = side if over or again else OTHER[side]
        return draft.done(turn), PROGRESS if captured or target > self.path else QUIET


class Finkel(Race):
    options = {"pieces": ("7", "5", "3", "2")}
    path = 14
    stars = (4, 8, 14)
    safe = (8,)

    def __init__(self, pieces="7"):
        self.pieces = int(pieces)


class Masters(Race):
    throws = ("1", "2", "3", "4")

    def square(self, side, number):
        """Around the end of the board, each on the way of the other: A4..A1 B1..B7 C7 C8 B8 A8 A7 for White."""
        if number > 14:
            return (OTHER[side], 28 - number)
        return (side if number <= 4 or number in (12, 13) else "", number)


class Blitz(Masters):
    throws = ("0", "1", "2", "3", "4")
    pieces = 5
    capture_again = True


class Aseb(Race):
    pieces = 5
    safe = (8, 12, 16)

    def square(self, side, number):
        return (side if number <= 4 else "", number)
