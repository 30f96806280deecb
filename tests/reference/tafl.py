"""tafl: tablut, ashton, brandubh, fetlar, copenhagen and alea-evangelii (rules, section 6).

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
    # What the games (and their options) differ in:
    size = None
    start_ranks = None
    counts = None             # piece -> how many at the start
    throne_is_special = None  # for the king alone, and hostile to all while empty
    throne_is_left = False    # nobody enters it again
    king_is_armed = None      # takes part in captures
    king_steps = False        # one square at a time
    king_is_weak = False      # captured between two
    king_is_guarded = False   # but strong on the throne and beside it
    edge_wins = False         # the king wins on the edge, and there are no corners
    camps = frozenset()       # Ashton's: squares of attackers that never left them
    camps_hostile_to = {WHITE: frozenset(), BLACK: frozenset()}  # to the men of that side
    has_walls = False         # shieldwalls
    has_forts = False         # exit forts, and enclosures

    def __init__(self):
        last = self.size - 1
        lines = range(self.size)
        self.edge = {(f, r) for f in lines for r in lines if {f, r} & {0, last}}
        self.corners = set() if self.edge_wins else {(0, 0), (0, last), (last, 0), (last, last)}
        self.goals = self.edge if self.edge_wins else self.corners
        self.throne = (last // 2, last // 2)

    def king_captured_by(self, board, square):
        """The pieces that black captures together with the king after the move to `square`: the king,
        possibly a companion, or none."""
        for king in neighbours(square):
            if board.get(king) != KING:
                continue
            guarded = self.king_is_guarded and (king == self.throne or self.throne in neighbours(king))
            if self.king_is_weak and not guarded:
                across = (2 * king[0] - square[0], 2 * king[1] - square[1])
                if self.hostile_to(WHITE, board, across):
                    return {king}
            elif all(board.get(n) == ATTACKER or self.hostile_square(WHITE, board, n) for n in neighbours(king)):
                return {king}
        return set()

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
        if king in self.goals and turn == WHITE:
            raise Refused("the king at its goal with white to move")
        for square, piece in board.items():
            if piece != KING and self.for_king_alone(square):
                raise Refused(f"{name(square)} is for the king alone")
            if piece != ATTACKER and square in self.camps:
                raise Refused(f"{name(square)} is for attackers alone")
        return Position(board, turn)

    # Squares.

    def inside(self, square):
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def for_king_alone(self, square):
        return square in self.corners or self.throne_is_special and square == self.throne

    def hostile_square(self, victim, board, square):
        """A square that is hostile by itself, to men of the victim's side."""
        if square == self.throne and self.throne_is_special:
            return square not in board or bool(self.camps)
        return square in self.corners or square in self.camps_hostile_to[victim]

    def hostile_to(self, side, board, square):
        piece = board.get(square)
        if self.hostile_square(side, board, square):
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
                if self.camps and (square == self.throne or square in self.camps and not self.same_camp(origin, square)):
                    break
                if square == self.throne and self.throne_is_left:
                    continue
                if piece == KING or not self.for_king_alone(square):
                    yield square

    def same_camp(self, a, b):
        return a in self.camps and abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 2

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
        if king in self.goals:
            return Over(WHITE, "edge" if self.edge_wins else "corner")
        if self.has_forts and pos.turn == WHITE and self.is_enclosed(pos.board, king):
            return Over(BLACK, "enclosed")
        if self.has_forts and pos.turn == BLACK and self.is_fort(pos.board, king):
            return Over(WHITE, "fort")
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
        if self.has_walls:
            taken |= self.walled_by(board, square)
        return taken

    # Copenhagen's additions.

    def walled_by(self, board, square):
        """The men of shieldwalls that a move to this square closes."""
        side, taken = SIDE[board[square]], set()
        for direction in DIRECTIONS:
            inward = [d for d in DIRECTIONS if d[0] * direction[0] + d[1] * direction[1] == 0
                      and not self.inside((square[0] - d[0], square[1] - d[1]))]
            for before in inward:
                row, at = [], beside(square, direction)
                while at in board and SIDE[board[at]] != side:
                    row.append(at)
                    at = beside(at, direction)
                closed = at in self.corners or at in board
                held = all(SIDE.get(board.get(beside(one, before))) == side for one in row)
                if len(row) > 1 and closed and held:
                    taken |= {one for one in row if board[one] != KING}
        return taken

    def area(self, board, king, walls):
        """The squares connected with the king's, and the pieces around them."""
        found, border, todo = {king}, set(), [king]
        while todo:
            for square in neighbours(todo.pop()):
                if not self.inside(square) or square in found:
                    continue
                if square in board and board[square] in walls:
                    border.add(square)
                else:
                    found.add(square)
                    todo.append(square)
        return found, border

    def is_secure(self, board, area, border, side, inside_is_safe):
        def safe(square):
            if not self.inside(square) or SIDE.get(board.get(square)) == side:
                return True
            return (square in area) == inside_is_safe and not self.hostile_square(side, board, square)

        return all(any(safe((f + sign * d[0], r + sign * d[1])) for sign in (1, -1)) for f, r in border for d in DIRECTIONS[:2])

    def is_fort(self, board, king):
        area, border = self.area(board, king, (ATTACKER, DEFENDER))
        return king in self.edge and len(area) > 1 and not area & self.corners \
            and all(board[square] == DEFENDER for square in border) and self.is_secure(board, area, border, WHITE, True)

    def is_enclosed(self, board, king):
        area, border = self.area(board, king, (ATTACKER,))
        return not area & self.edge and all(square in area for square, piece in board.items() if piece != ATTACKER) \
            and self.is_secure(board, area, border, BLACK, False)

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
            ways = sum(square in self.goals for square in self.destinations(pos.board, find_king(pos.board)))
            return [[], ["raichi"], ["tuichi"]][min(ways, 2)]
        king = find_king(pos.board)
        for move in self.all_moves(pos.board, BLACK):
            after, _ = self.play(Position(pos.board, BLACK), move)
            if king not in after.board:
                return ["gare"]
        return []


class Tablut(Tafl):
    options = {"king": ("armed", "unarmed", "weak"), "throne": ("plain", "hostile"), "first": ("black", "white"),
               "escape": ("corner", "edge"), "rules": ("booklet", "linnaeus")}
    size = 9
    start_ranks = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
    counts = {ATTACKER: 16, DEFENDER: 8, KING: 1}
    quiet_limit = 200

    def __init__(self, king="armed", throne="plain", first="black", escape="corner", rules="booklet"):
        is_linnaeus = rules == "linnaeus"
        self.king_is_armed = king != "unarmed"
        self.king_is_weak = king == "weak" or is_linnaeus
        self.king_is_guarded = is_linnaeus
        self.throne_is_special = throne == "hostile" or is_linnaeus
        self.throne_is_left = is_linnaeus
        self.edge_wins = escape == "edge" or is_linnaeus
        self.first = first[0]
        super().__init__()


def squares(*names):
    return {(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in names}


class Ashton(Tafl):
    size = 9
    start_ranks = Tablut.start_ranks
    counts = Tablut.counts
    quiet_limit = 200
    repetition_limit = 2
    throne_is_special = throne_is_left = king_is_armed = king_is_weak = king_is_guarded = edge_wins = True
    camps = squares("a4", "a5", "a6", "b5", "d1", "e1", "f1", "e2", "i4", "i5", "i6", "h5", "d9", "e9", "f9", "e8")
    camps_hostile_to = {WHITE: camps, BLACK: camps - squares("a5", "e1", "i5", "e9")}


class Brandubh(Tafl):
    size = 7
    first = BLACK
    start_ranks = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3"
    counts = {ATTACKER: 8, DEFENDER: 4, KING: 1}
    quiet_limit = 200
    repeating_loses = True
    throne_is_special = king_is_armed = king_is_weak = king_is_guarded = True


class Fetlar(Tafl):
    size = 11
    first = BLACK
    start_ranks = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3"
    counts = {ATTACKER: 24, DEFENDER: 12, KING: 1}
    quiet_limit = 200
    throne_is_special = king_is_armed = True


class Copenhagen(Fetlar):
    repeating_loses = True
    has_walls = has_forts = True


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
            return not self.inside(side) or self.hostile_square(WHITE, board, side) or board.get(side) == ATTACKER

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
