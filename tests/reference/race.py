"""finkel: the Royal Game of Ur by Finkel's rules (docs/rules.md)."""

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Over, Refused
from ur_board import IN, OFF, Change, UrGame, of_side, square


class Finkel(UrGame):
    throws = ("0", "1", "2", "3", "4")
    options = {"pieces": ("7", "5", "3", "2")}
    path = 14
    stars = (4, 8, 14)
    safe = (8,)

    def __init__(self, pieces="7"):
        self.pieces = int(pieces)

    def check(self, pos):
        for (owner, number), pieces in pos.board.items():
            if len(pieces) > 1:
                raise Refused(f"two pieces on square {owner}{number}")
            if pieces != pieces.lower():
                raise Refused("marked pieces are not of this game")
            if owner and pieces != owner:
                raise Refused(f"wrong colour on private square {owner}{number}")

    def finished(self, pos):
        return [Over(side, "off") for side in (WHITE, BLACK) if pos.off[side] == self.pieces]

    def turn_when_over(self, over):
        return over.winner

    def moves(self, pos):
        side, found = pos.turn, {}
        origins = [0] if pos.reserve[side] else []
        origins += [number for number in range(1, self.path + 1) if pos.board.get(square(side, number)) == side]
        for origin in origins:
            target = origin + pos.dice
            there = pos.board.get(square(side, target)) if target <= self.path else None
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
            draft.put(square(side, origin), "")
        if target > self.path:
            draft.off[side] += 1
        else:
            captured = of_side(draft.board.get(square(side, target), ""), OTHER[side])
            draft.to_reserve(captured)
            draft.put(square(side, target), side)
        over = draft.off[side] == self.pieces
        turn = side if over or target in self.stars else OTHER[side]
        return draft.done(turn), PROGRESS if captured or target > self.path else QUIET
