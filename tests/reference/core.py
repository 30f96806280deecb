"""What the seven games have in common: the interface of a game, and the state of a game in progress.

A *position* is what a position text says, no more.  It is never changed in place.  A *state* adds what the text does not carry:
the number of quiet moves, the positions seen since the last capture, and whether the game has been drawn by one of them.
"""

from typing import NamedTuple

WHITE, BLACK = "w", "b"
NAMES = {WHITE: "white", BLACK: "black"}
OTHER = {WHITE: BLACK, BLACK: WHITE}

QUIET = "quiet"          # a move that counts towards the no-progress draw
PROGRESS = "progress"    # a capture or a piece borne off: the count starts again
UNCOUNTED = "uncounted"  # a move that does not count (placing men in morris)


class Refused(Exception):
    """A text, a throw or a move that is not acceptable; the message says why."""


class Over(NamedTuple):
    """The phase of a finished position.  The two other phases are the strings "roll" and "move"."""
    winner: str          # WHITE, BLACK or "draw"
    reason: str

    def __str__(self):
        return f"over {NAMES.get(self.winner, self.winner)} {self.reason}"


class Game:
    """The interface.  Every game is a subclass; its options are given to __init__ as keyword arguments."""

    options = {}             # name -> allowed values, the default first
    throws = ()              # canonical texts of all distinct throws, sorted
    first = WHITE            # the side that begins by default
    quiet_limit = None       # that many quiet moves in a row make a draw
    repetition_limit = None  # that many occurrences of a position make a draw
    repeating_loses = False  # for the side that brought the last one about, instead

    def start(self, turn):
        """The start position with that side to begin."""
        raise NotImplementedError

    def read(self, text):
        """The position of a text; Refused if it is impossible.  (read_position checks that it is
        canonical.)"""
        raise NotImplementedError

    def write(self, pos):
        """The canonical text of a position."""
        raise NotImplementedError

    def phase(self, pos):
        """"roll", "move" or an Over, from the position alone."""
        raise NotImplementedError

    def throw(self, pos, throw):
        """The position after a throw (canonical text); a throw that leaves nothing to play is resolved
        here."""
        raise NotImplementedError

    def moves(self, pos):
        """All legal moves of a position in phase "move": a dict from canonical text to what `play` takes."""
        raise NotImplementedError

    def play(self, pos, move):
        """(position after the move, QUIET or PROGRESS or UNCOUNTED)."""
        raise NotImplementedError

    def drawn(self, pos):
        """The position after the move that drew the game: no dice, nothing left to play."""
        return pos

    def announce(self, pos):
        """The announcements that belong to an unfinished position."""
        return []


def read_position(game, text):
    pos = game.read(text)
    if game.write(pos) != text:
        raise Refused(f"not the canonical text, which is: {game.write(pos)}")
    return pos


class State(NamedTuple):
    pos: object
    quiet: int = 0
    seen: tuple = ()    # texts of the positions since the last capture, this one last; kept only where repetition matters
    draw: Over = None   # an end by history


def begin(game, pos):
    """The state right after `new` or `position`: no history."""
    return State(pos, 0, (game.write(pos),) if game.repetition_limit else ())


def phase(game, state):
    return state.draw or game.phase(state.pos)


def throw(game, state, text):
    return state._replace(pos=game.throw(state.pos, text))


def play(game, state, move):
    pos, kind = game.play(state.pos, move)
    quiet = {QUIET: state.quiet + 1, PROGRESS: 0, UNCOUNTED: state.quiet}[kind]
    seen = ()
    if game.repetition_limit:
        seen = () if kind == PROGRESS else state.seen
        if kind != PROGRESS or not game.repeating_loses:
            seen += (game.write(pos),)

    draw = None
    if not isinstance(game.phase(pos), Over):           # a move that wins at once wins
        if game.quiet_limit and quiet >= game.quiet_limit:
            draw = Over("draw", "noprogress")
        elif game.repetition_limit and seen.count(game.write(pos)) >= game.repetition_limit:
            draw = Over(pos.turn if game.repeating_loses else "draw", "repetition")
    return State(game.drawn(pos) if draw else pos, quiet, seen, draw)


def perft(game, state, depth):
    if depth == 0:
        return 1
    now = phase(game, state)
    if now == "roll":
        if depth == 1:
            return len(game.throws)
        return sum(perft(game, throw(game, state, t), depth - 1) for t in game.throws)
    if now == "move":
        moves = game.moves(state.pos)
        if depth == 1:
            return len(moves)
        return sum(perft(game, play(game, state, m), depth - 1) for m in moves.values())
    return 0


# Small helpers for reading position texts.

def fields(text, count):
    parts = text.split(" ")
    if len(parts) != count:
        raise Refused(f"{count} fields separated by single spaces are wanted, not {len(parts)}")
    return parts


def one_of(text, allowed, what):
    if text not in allowed:
        raise Refused(f"bad {what}: {text}")
    return text


def two_digits(text, highest, what):
    """'7,0' -> {'w': 7, 'b': 0}"""
    parts = text.split(",")
    digits = [str(n) for n in range(highest + 1)]
    if len(parts) != 2 or any(p not in digits for p in parts):
        raise Refused(f"bad {what}: {text}")
    return {WHITE: int(parts[0]), BLACK: int(parts[1])}


def dice_text(values):
    return ",".join(str(v) for v in sorted(values, reverse=True))
