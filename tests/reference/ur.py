"""ur: the Game of Ur, the capture game (rules, section 3).  The pieces of a square are a column, top piece first."""

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Over, Refused
from ur_board import IN, LAST, Change, UrGame, colour, of_side, square


def split(column):
    """(the unit that moves: the top piece and its prisoners, what stays behind)"""
    size = 1
    while size < len(column) and colour(column[size]) != colour(column[0]):
        size += 1
    return column[:size], column[size:]


def owner_of(column):
    return colour(column[0]) if column else None


class Ur(UrGame):
    order_matters = True
    quiet_limit = 1000

    def check(self, pos):
        for (owner, number), column in pos.board.items():
            if not owner:
                continue
            if owner_of(column) != owner:
                raise Refused(f"the top of private square {owner}{number} is not its owner's")
            if len(of_side(column, owner)) > 1:
                raise Refused(f"a second piece of its owner on private square {owner}{number}")
            if number == LAST and column != owner.upper():
                raise Refused("only one officer can stand on square 14")

    def finished(self, pos):
        def free(side):
            return pos.reserve[side] or any(owner_of(column) == side for column in pos.board.values())
        return [Over(OTHER[side], "imprisoned") for side in (WHITE, BLACK) if not free(side)]

    def turn_when_over(self, over):
        return OTHER[over.winner]

    def moves(self, pos):
        side = pos.turn
        ways = [(0, pos.dice)] if pos.reserve[side] else []
        for (_, number), column in pos.board.items():
            if column[0] == side:
                ways.append((number, number + pos.dice))
            elif column[0] == side.upper():
                ways += [(number, number + pos.dice), (number, number - pos.dice)]
        return {f"{origin or IN}-{target}": (origin, target)
                for origin, target in ways
                if 1 <= target <= LAST and owner_of(pos.board.get(square(side, target))) != side}

    def play(self, pos, move):
        origin, target = move
        side = pos.turn
        next_pos = Change(pos)

        if origin == 0:
            next_pos.reserve[side] -= 1
            unit = side
        else:
            where = square(side, origin)
            unit, rest = split(pos.board[where])
            next_pos.put(where, rest)

        where = square(side, target)
        there = pos.board.get(where, "")
        progress = bool(there)              # an enemy column: a piece cannot land on its own
        if target == LAST:
            progress = len(unit) > 1
            next_pos.off[OTHER[side]] += len(unit) - 1
            unit = side.upper()
        next_pos.put(where, unit + there)

        return next_pos.done(OTHER[side]), PROGRESS if progress else QUIET
