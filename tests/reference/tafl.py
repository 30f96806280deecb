"""tafl: tablut and alea-evangelii (rules, section 6).

A square is (file, rank), both from 0.  White is the king's side.
"""

import re
from typing import NamedTuple

from core import BLACK, OTHER, PROGRESS, QUIET, WHITE, Game, Over, Refused, fields, one_of

ATTACKER, DEFENDER, KING = "t", "T", "K"
SIDE = {ATTACKER: BLACK, DEFENDER: WHITE, KING: WHITE}
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Position(NamedTuple):
    board: dict         # square -> piece, occupied squares only
    turn: str


def beside(square, direction):
    return square[0] + direction[0], square[1] + direction[1]


def neighbours(square):
    return [beside(square, direction) for direction in DIRECTIONS]


def name(square):
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def find_king(board):
    return next((square for square, piece in board.items() if piece == KING), None)


class Tafl(Game):
    repetition_limit = 3
    # What the two games (and their options) differ in:
    size = None
    start_ranks = None
    counts = None            # piece -> how many at the start
    throne_is_special = None  # for the king alone, and hostile to all while empty
    king_is_armed = None     # takes part in captures
    king_steps = False       # one square at a time

    def __init__(self):
        last = self.size - 1
        self.corners = {(0, 0), (0, last), (last, 0), (last, last)}
        self.throne = (last // 2, last // 2)

    def king_captured_by(self, board, square):
        """The pieces that black captures together with the king after the move to `square`: the king,
        possibly a companion, or none."""
        raise NotImplementedError

    # Texts.

    def start(self, turn):
        return Position(self.read_board(self.start_ranks), turn)

    def write(self, pos):
        ranks = []
        for rank in reversed(range(self.size)):
            row = "".join(pos.board.get((file, rank), ".") for file in range(self.size))
            ranks.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        return f"{'/'.join(ranks)} {pos.turn}"

    def read_board(self, text):
        ranks = text.split("/")
        if len(ranks) != self.size:
            raise Refused(f"{len(ranks)} ranks instead of {self.size}")
        board = {}
        for rank, row in zip(reversed(range(self.size)), ranks):
            if not re.fullmatch(r"([tTK]|[1-9][0-9]?)+", row):
                raise Refused(f"bad rank: {row}")
            row = re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row)
            if len(row) != self.size:
                raise Refused(f"a rank of {len(row)} squares instead of {self.size}")
            board.update({(file, rank): piece for file, piece in enumerate(row) if piece != "."})
        return board

    def read(self, text):
        ranks, turn = fields(text, 2)
        board = self.read_board(ranks)
        one_of(turn, (WHITE, BLACK), "turn")

        pieces = list(board.values())
        for piece, most in self.counts.items():
            if pieces.count(piece) > most:
                raise Refused(f"more than {most} of {piece}")
        king = find_king(board)
        if king is None and turn == BLACK:
            raise Refused("no king with black to move")
        if king in self.corners and turn == WHITE:
            raise Refused("the king on a corner with white to move")
        for square, piece in board.items():
            if piece != KING and self.for_king_alone(square):
                raise Refused(f"{name(square)} is for the king alone")
        return Position(board, turn)

    # Squares.

    def inside(self, square):
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def for_king_alone(self, square):
        return square in self.corners or self.throne_is_special and square == self.throne

    def hostile_square(self, board, square):
        """A square that is hostile by itself, to both sides."""
        return square in self.corners or self.throne_is_special and square == self.throne and square not in board

    def hostile_to(self, side, board, square):
        piece = board.get(square)
        if self.hostile_square(board, square):
            return True
        if piece == KING and not self.king_is_armed:
            return False
        return piece is not None and SIDE[piece] == OTHER[side]

    # Moves.

    def destinations(self, board, origin):
        piece = board[origin]
        reach = 1 if piece == KING and self.king_steps else self.size
        for direction in DIRECTIONS:
            square = origin
            for _ in range(reach):
                square = beside(square, direction)
                if square in board or not self.inside(square):
                    break
                if piece == KING or not self.for_king_alone(square):
                    yield square

    def all_moves(self, board, side):
        for origin, piece in board.items():
            if SIDE[piece] == side:
                for target in self.destinations(board, origin):
                    yield origin, target

    def moves(self, pos):
        return {f"{name(origin)}-{name(target)}": (origin, target) for origin, target in self.all_moves(pos.board, pos.turn)}

    def phase(self, pos):
        king = find_king(pos.board)
        if king is None:
            return Over(BLACK, "captured")
        if king in self.corners:
            return Over(WHITE, "corner")
        if not any(True for _ in self.all_moves(pos.board, pos.turn)):
            return Over(OTHER[pos.turn], "blocked")
        return "move"

    def captured_by(self, board, square):
        """All pieces captured by the piece that has just moved to `square`, judged on the current board."""
        piece = board[square]
        side = SIDE[piece]
        taken = set()
        if piece != KING or self.king_is_armed:
            for direction in DIRECTIONS:
                victim = beside(square, direction)
                if board.get(victim) in (ATTACKER, DEFENDER) and SIDE[board[victim]] != side \
                        and self.hostile_to(OTHER[side], board, beside(victim, direction)):
                    taken.add(victim)
        if side == BLACK:
            taken |= self.king_captured_by(board, square)
        return taken

    def play(self, pos, move):
        origin, target = move
        board = dict(pos.board)
        board[target] = board.pop(origin)
        taken = self.captured_by(board, target)
        for square in taken:
            del board[square]
        return Position(board, OTHER[pos.turn]), PROGRESS if taken else QUIET

    # Announcements.

    def announce(self, pos):
        if pos.turn == BLACK:
            ways = sum(square in self.corners for square in self.destinations(pos.board, find_king(pos.board)))
            return [[], ["raichi"], ["tuichi"]][min(ways, 2)]
        king = find_king(pos.board)
        for move in self.all_moves(pos.board, BLACK):
            after, _ = self.play(Position(pos.board, BLACK), move)
            if king not in after.board:
                return ["gare"]
        return []


class Tablut(Tafl):
    options = {"king": ("armed", "unarmed"), "throne": ("plain", "hostile"), "first": ("black", "white")}
    size = 9
    start_ranks = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
    counts = {ATTACKER: 16, DEFENDER: 8, KING: 1}
    quiet_limit = 200

    def __init__(self, king="armed", throne="plain", first="black"):
        super().__init__()
        self.king_is_armed = king == "armed"
        self.throne_is_special = throne == "hostile"
        self.first = first[0]

    def king_captured_by(self, board, square):
        for king in neighbours(square):
            if board.get(king) == KING:
                # A corner beside him cannot count: he would be on the edge, and a side of his outside the board.
                empty_throne = self.throne_is_special and self.throne not in board
                if all(board.get(n) == ATTACKER or empty_throne and n == self.throne for n in neighbours(king)):
                    return {king}
        return set()


class AleaEvangelii(Tafl):
    options = {"king": ("long", "step")}
    size = 19
    start_ranks = ("2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/"
                   "4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2")
    counts = {ATTACKER: 48, DEFENDER: 24, KING: 1}
    throne_is_special = True
    quiet_limit = 400

    def __init__(self, king="long"):
        super().__init__()
        self.king_steps = self.king_is_armed = king == "step"

    def king_captured_by(self, board, square):
        def shut(side):
            return not self.inside(side) or self.hostile_square(board, side) or board.get(side) == ATTACKER

        king = find_king(board)
        if king is None:
            return set()
        white = [n for n in neighbours(king) if board.get(n) == DEFENDER]
        if len(white) > 1:
            return set()
        group = {king, *white}
        sides = {n for member in group for n in neighbours(member)} - group
        if square in sides and all(shut(side) for side in sides):
            return group
        return set()
