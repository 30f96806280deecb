"""akalamdung: the Game of Akalamdung (rules, section 2): royal-ur with twins, warriors and the Oracle's Vision."""

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Over, Refused
from ur_board import (IN, LAST, OFF, PIECES, ROSETTES, Change, RaceGame, has_marked, of_side, on_board,
                      square)

WAY = (2, 4, 6, 8, 9, 12, 14)   # of the warrior
EYES = (1, 3, 11)               # of the oracle
PARTING = 10                    # the square on which twins part
LONE_ARRIVALS = (8, 14)         # squares that one of two twins reaches alone


def holds_vision(board, side):
    return all(of_side(board.get(square(side, eye), ""), side) for eye in EYES)


def units(pieces, side, number):
    """The ways to move from a square: each is the string of the pieces that move."""
    if has_marked(pieces, side):
        yield side.upper()
    plain = pieces.count(side)
    if plain == 2 and number not in (8, PARTING):
        yield side * 2
    elif plain:
        yield side


def on_arrival(unit, target):
    """What arrives when a unit goes to a square of the board."""
    if len(unit) == 2 and target in LONE_ARRIVALS:
        return unit[0]
    if unit.isupper() and target not in WAY:
        return unit.lower()
    return unit


def may_land(arriving, side, target, there):
    if target == 8:
        return True
    own, foes = of_side(there, side), of_side(there, OTHER[side])
    if own:     # a plain piece makes twins, or a parted pair on 10, with one plain piece
        return arriving == side and own == side and target != LAST
    if len(foes) == 2 and target != PARTING:
        return len(arriving) == 2
    return True


class Akalamdung(RaceGame):

    def check(self, pos):
        self.check_race(pos)
        for (owner, number), pieces in pos.board.items():
            name = f"{owner}{number}"
            if number != 8 and len(pieces) > 2:
                raise Refused(f"more than two pieces on square {name}")
            if number == LAST and len(pieces) > 1:
                raise Refused(f"two pieces on square {name}")
            if any(has_marked(pieces, side) for side in (WHITE, BLACK)):
                if number not in WAY:
                    raise Refused(f"a warrior off its way on square {name}")
                if number != 8 and len(pieces) > 1:
                    raise Refused(f"a warrior shares square {name}")
        for side in (WHITE, BLACK):
            if holds_vision(pos.board, side):
                if pos.turn != side:
                    raise Refused("the side with the vision has the turn")
                if on_board(pos, OTHER[side]):
                    raise Refused("a piece on the board against the vision")

    def finished(self, pos):
        ends = []
        for side in (WHITE, BLACK):
            if pos.off[side] == PIECES:
                ends.append(Over(side, "off"))
            if has_marked(pos.board.get(square(side, LAST), ""), side):
                ends.append(Over(side, "warrior"))
        return ends

    def after_pass(self, pos):
        return pos.turn if holds_vision(pos.board, pos.turn) else OTHER[pos.turn]

    def moves(self, pos):
        side = pos.turn
        ways = []       # (origin, unit)
        if pos.reserve[side]:
            ways.append((0, side))
            if pos.dice == 2:
                ways.append((0, side.upper()))
        for (_, number), pieces in pos.board.items():
            ways += [(number, unit) for unit in units(pieces, side, number)]

        found = {}
        for origin, unit in ways:
            target = self.target(origin, pos.dice)
            if target is None:
                continue
            if target != OFF:
                there = pos.board.get(square(side, target), "")
                if not may_land(on_arrival(unit, target), side, target, there):
                    continue
            mark = "w" if unit.isupper() else ""
            text = f"{IN}-{target}{mark}" if origin == 0 else f"{origin}{mark}-{target}"
            found[text] = (origin, unit, target)
        return found

    def play(self, pos, move):
        origin, unit, target = move
        side, captured = pos.turn, ""
        leaving = unit
        next_pos = Change(pos)

        if target == OFF:
            next_pos.off[side] += 1
        else:
            arriving = on_arrival(unit, target)
            leaving = unit[:len(arriving)]
            where = square(side, target)
            there = pos.board.get(where, "")
            if target != 8:
                captured = of_side(there, OTHER[side])
                there = of_side(there, side)
            next_pos.to_reserve(captured)
            next_pos.put(where, there + arriving)

        if origin == 0:
            next_pos.reserve[side] -= 1
        else:
            where = square(side, origin)
            next_pos.put(where, pos.board[where].replace(leaving[0], "", len(leaving)))

        vision = holds_vision(next_pos.board, side)
        if vision and not holds_vision(pos.board, side):
            for where, pieces in list(next_pos.board.items()):
                next_pos.to_reserve(of_side(pieces, OTHER[side]))
                next_pos.put(where, of_side(pieces, side))

        again = vision or captured or target == OFF or target in ROSETTES
        return next_pos.done(side if again else OTHER[side]), PROGRESS if captured or target == OFF else QUIET
