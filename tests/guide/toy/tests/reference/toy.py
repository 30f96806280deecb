"""toy: the race that tries the guide."""

import re
from typing import NamedTuple

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Game, Over, Refused

HOME = 6


class Position(NamedTuple):
    white: int
    black: int
    turn: str
    dice: int


class Toy(Game):
    throws = ("0", "1", "2", "3")

    def start(self, turn):
        return Position(0, 0, turn, 0)

    def read(self, text):
        found = re.fullmatch("([0-6]),([0-6]) ([wb]) ([-123])", text)
        if not found:
            raise Refused(f"no position: {text}")
        pos = Position(int(found[1]), int(found[2]), found[3], int(found[4].replace("-", "0")))
        if self.at(pos, OTHER[pos.turn]) == HOME:
            raise Refused("not the turn of the winner")
        if pos.dice and (self.at(pos, pos.turn) == HOME or not self.moves(pos)):
            raise Refused("dice of no use")
        return pos

    def write(self, pos):
        return f"{pos.white},{pos.black} {pos.turn} {pos.dice or '-'}"

    def phase(self, pos):
        for side in (WHITE, BLACK):
            if self.at(pos, side) == HOME:
                return Over(side, "off")
        return "move" if pos.dice else "roll"

    def throw(self, pos, throw):
        thrown = pos._replace(dice=int(throw))
        return thrown if self.moves(thrown) else pos._replace(turn=OTHER[pos.turn])

    def moves(self, pos):
        at = self.at(pos, pos.turn)
        return {f"{at}-{to}": to for to in (at + pos.dice - 1, at + pos.dice) if at < to <= HOME}

    def play(self, pos, move):
        white, black = (move, pos.black) if pos.turn == WHITE else (pos.white, move)
        turn = pos.turn if move == HOME else OTHER[pos.turn]
        return Position(white, black, turn, 0), PROGRESS if move == HOME else QUIET

    @staticmethod
    def at(pos, side):
        return pos.white if side == WHITE else pos.black
