"""royal-ur: the Royal Game of Ur (rules, section 1)."""

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Over, Refused
from ur_board import IN, OFF, PIECES, ROSETTES, Change, RaceGame, of_side, square


class RoyalUr(RaceGame):

    def check(self, pos):
        self.check_race(pos)
        for (owner, number), pieces in pos.board.items():
            if number != 8 and len(pieces) > 1:
                raise Refused(f"two pieces on square {owner}{number}")
            if pieces != pieces.lower():
                raise Refused("marked pieces are not of this game")

    def finished(self, pos):
        return [Over(side, "off") for side in (WHITE, BLACK) if pos.off[side] == PIECES]

    def moves(self, pos):
        side = pos.turn
        origins = [0] if pos.reserve[side] else []
        origins += [number for (_, number), pieces in pos.board.items() if of_side(pieces, side)]

        found = {}
        for origin in origins:
            target = self.target(origin, pos.dice)
            if target is None:
                continue
            if target not in (OFF, 8) and of_side(pos.board.get(square(side, target), ""), side):
                continue
            found[f"{origin or IN}-{target}"] = (origin, target)
        return found

    def play(self, pos, move):
        origin, target = move
        side, captured = pos.turn, ""
        next_pos = Change(pos)

        if origin == 0:
            next_pos.reserve[side] -= 1
        else:
            where = square(side, origin)
            next_pos.put(where, pos.board[where].replace(side, "", 1))

        if target == OFF:
            next_pos.off[side] += 1
        else:
            where = square(side, target)
            there = pos.board.get(where, "")
            if target != 8:
                captured = of_side(there, OTHER[side])
                there = ""
            next_pos.to_reserve(captured)
            next_pos.put(where, there + side)

        again = captured or target == OFF or target in ROSETTES
        return next_pos.done(side if again else OTHER[side]), PROGRESS if captured or target == OFF else QUIET
