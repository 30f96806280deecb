"""The board, the dice and the position text that the three games of Ur share (rules, "The board of Ur").

A board is a dict from square to a non-empty string of pieces.  A square is (owner, number): owner is "w" or "b" on the
private squares 1..4 and 13..14, and "" on the common squares 5..12; race.py has other boards.
"""

import re
from typing import NamedTuple

from core import BLACK, OTHER, WHITE, Game, Refused, fields, one_of, two_digits

PIECES = 7
COMMON = range(5, 13)
LAST = 14
ROSETTES = (4, 8, 14)
IN, OFF = "in", "off"


class Position(NamedTuple):
    reserve: dict       # side -> number of pieces not yet entered
    board: dict         # square -> pieces
    off: dict           # side (colour of the piece) -> number of pieces off the board
    turn: str
    dice: object        # 1, 2, 3 or None


def square(side, number):
    return ("" if number in COMMON else side, number)


def colour(piece):
    return piece.lower()


def of_side(pieces, side):
    return "".join(p for p in pieces if colour(p) == side)


def has_marked(pieces, side):
    return side.upper() in pieces


def on_board(pos, side):
    return sum(len(of_side(pieces, side)) for pieces in pos.board.values())


def crosses_rosette(origin, target):
    return any(origin < r < target for r in ROSETTES)


class Change:
    """A draft of the position after a move."""

    def __init__(self, pos):
        self.reserve, self.board, self.off = dict(pos.reserve), dict(pos.board), dict(pos.off)

    def put(self, where, pieces):
        """Sets what is on a square."""
        self.board.pop(where, None)
        if pieces:
            self.board[where] = pieces

    def to_reserve(self, pieces):
        for piece in pieces:
            self.reserve[colour(piece)] += 1

    def done(self, turn):
        return Position(self.reserve, self.board, self.off, turn, None)


class UrGame(Game):
    throws = ("0", "1", "2", "3")
    pieces = PIECES
    order_matters = False    # of the letters on one square

    def start(self, turn):
        return Position({WHITE: self.pieces, BLACK: self.pieces}, {}, {WHITE: 0, BLACK: 0}, turn, None)

    # Differs from game to game.

    def check(self, pos):
        """Refuses what is impossible only in this game."""
        raise NotImplementedError

    def finished(self, pos):
        """Over for each side that makes the position finished."""
        raise NotImplementedError

    def turn_when_over(self, over):
        raise NotImplementedError

    def after_pass(self, pos):
        """Which side throws next after a 0 or a throw without a legal move."""
        return OTHER[pos.turn]

    # Common.

    def phase(self, pos):
        ends = self.finished(pos)
        if ends:
            return ends[0]
        return "roll" if pos.dice is None else "move"

    def throw(self, pos, text):
        thrown = pos._replace(dice=int(text))
        if thrown.dice == 0 or not self.moves(thrown):
            return pos._replace(turn=self.after_pass(pos), dice=None)
        return thrown

    def write(self, pos):
        def place(where):
            owner, number = where
            return (number, owner == BLACK)

        def letters(pieces):
            return pieces if self.order_matters else "".join(sorted(pieces, key="WwBb".index))

        columns = ",".join(f"{owner}{number}={letters(pos.board[owner, number])}"
                           for owner, number in sorted(pos.board, key=place))
        pair = "{0[w]},{0[b]}".format
        return f"{pair(pos.reserve)} {columns or '-'} {pair(pos.off)} {pos.turn} {pos.dice or '-'}"

    def read(self, text):
        reserve, columns, off, turn, dice = fields(text, 5)
        pos = Position(two_digits(reserve, self.pieces, "reserve"), self.read_columns(columns),
                       two_digits(off, self.pieces, "off"), one_of(turn, (WHITE, BLACK), "turn"),
                       None if dice == "-" else int(one_of(dice, [t for t in self.throws if t != "0"], "dice")))

        for side in (WHITE, BLACK):
            if pos.reserve[side] + on_board(pos, side) + pos.off[side] != self.pieces:
                raise Refused(f"not {self.pieces} pieces of {side} in all")
        self.check(pos)

        ends = self.finished(pos)
        if len(ends) > 1:
            raise Refused("both sides finished")
        if ends and pos.turn != self.turn_when_over(ends[0]):
            raise Refused("wrong turn for a finished game")
        if ends and pos.dice is not None:
            raise Refused("dice in a finished game")
        if pos.dice is not None and not self.moves(pos):
            raise Refused("the dice leave no legal move")
        return pos

    @staticmethod
    def is_square(owner, number):
        return number <= LAST and (owner == "") == (number in COMMON)

    def read_columns(self, text):
        board = {}
        for column in [] if text == "-" else text.split(","):
            found = re.fullmatch(r"([wb]?)([1-9]|1[0-6])=([wWbB]+)", column)
            if not found:
                raise Refused(f"bad column: {column}")
            owner, number, pieces = found[1], int(found[2]), found[3]
            if not self.is_square(owner, number):
                raise Refused(f"no such square: {owner}{number}")
            if (owner, number) in board:
                raise Refused(f"square named twice: {owner}{number}")
            board[owner, number] = pieces
        return board


class RaceGame(UrGame):
    """What royal-ur and akalamdung share: the race, and the winner's turn in a finished text."""

    def turn_when_over(self, over):
        return over.winner

    @staticmethod
    def check_race(pos):
        for (owner, number), pieces in pos.board.items():
            if owner and of_side(pieces, OTHER[owner]):
                raise Refused(f"wrong colour on private square {owner}{number}")
            if number != 8 and of_side(pieces, WHITE) and of_side(pieces, BLACK):
                raise Refused(f"two colours on square {number}")

    @staticmethod
    def target(origin, dice):
        """Where a throw leads from a square (0 for the reserve): a number, OFF, or None."""
        if origin == LAST:
            return OFF if dice == 1 else None
        target = origin + dice
        return None if target > LAST or crosses_rosette(origin, target) else target
