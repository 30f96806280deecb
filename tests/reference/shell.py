#!/usr/bin/env python3
"""The rules shell (rules, section 7):  shell.py GAME[:options]"""

import re
import sys

sys.dont_write_bytecode = True      # leave the source tree as it is

import core
from akalamdung import Akalamdung
from core import BLACK, WHITE, Refused
from morris import Morris
from race import Aseb, Blitz, Finkel, Masters
from royal_ur import RoyalUr
from stelpur import Stelpur
from tafl import AleaEvangelii, Ashton, Brandubh, Copenhagen, Fetlar, Tablut
from ur import Ur

GAMES = {"royal-ur": RoyalUr, "finkel": Finkel, "blitz": Blitz, "masters": Masters, "aseb": Aseb, "akalamdung": Akalamdung, "ur": Ur, "stelpur": Stelpur, "morris": Morris,
         "tablut": Tablut, "ashton": Ashton, "brandubh": Brandubh, "fetlar": Fetlar, "copenhagen": Copenhagen,
         "alea-evangelii": AleaEvangelii}
ALWAYS = {"legs": ("1", "2")}      # read for every game; nothing here acts on it


class Usage(Exception):
    pass


def make_game(argument):
    """A game from GAME[:options]."""
    name, colon, options = argument.partition(":")
    if name not in GAMES:
        raise Usage(f"unknown game: {name!r}; known are {', '.join(GAMES)}")
    known = {**ALWAYS, **GAMES[name].options}
    chosen = {}
    for option in options.split(",") if colon else []:
        key, _, value = option.partition("=")
        if value not in known.get(key, ()):
            listed = " ".join(f"{k}={'|'.join(v)}" for k, v in known.items())
            raise Usage(f"bad option {option!r} of {name}; known are {listed}")
        if key in chosen:
            raise Usage(f"option {key} given twice")
        chosen[key] = value
    return GAMES[name](**{k: v for k, v in chosen.items() if k not in ALWAYS})


class Shell:
    """One line in, one line out.  `states` are those since the last new or position."""

    def __init__(self, game):
        self.game = game
        self.states = [core.begin(game, game.start(game.first))]
        self.ended = False

    def answer(self, line):
        """The answer to a line of bytes without its line feed."""
        try:
            return " ".join(["ok", *self.obey(line)])
        except Refused as why:
            # The message may quote the line: nothing in it may break the answer line or its encoding.
            text = "".join(c if " " <= c <= "~" else "?" for c in str(why))[:300]
            return f"error refused {text}"

    def obey(self, line):
        try:
            text = line.removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("not UTF-8") from None
        verb, space, rest = text.partition(" ")
        arguments = rest.split(" ") if space else []
        if verb not in self.COMMANDS:
            raise Refused(f"unknown command: {verb}")
        command, least, most = self.COMMANDS[verb]
        if "" in arguments:
            raise Refused("a stray space")
        if not least <= len(arguments) <= most:
            raise Refused(f"{verb}: wrong number of arguments")
        return command(self, *arguments)

    # Commands: each returns the words of its answer after "ok".

    def new(self, side=None):
        turns = {None: self.game.first, "white": WHITE, "black": BLACK}
        if side not in turns:
            raise Refused(f"no such side: {side}")
        self.states = [core.begin(self.game, self.game.start(turns[side]))]
        return self.state()

    def position(self, *words):
        self.states = [core.begin(self.game, core.read_position(self.game, " ".join(words)))]
        return self.state()

    def state(self):
        state = self.states[-1]
        return [self.game.write(state.pos), "|", str(core.phase(self.game, state))]

    def rolls(self):
        return self.game.throws if self.phase() == "roll" else ()

    def roll(self, dice):
        if self.phase() != "roll":
            raise Refused("no throw is due")
        throw = ",".join(sorted(dice.split(","), reverse=True))
        if throw not in self.game.throws:
            raise Refused(f"no such throw: {dice}")
        self.states.append(core.throw(self.game, self.states[-1], throw))
        return self.state()

    def legal(self):
        return self.game.moves(self.states[-1].pos) if self.phase() == "move" else {}

    def moves(self):
        legal = self.legal()
        return [str(len(legal)), *sorted(legal)]

    def move(self, text):
        legal = self.legal()
        if text not in legal:
            raise Refused(f"not a legal move: {text}")
        self.states.append(core.play(self.game, self.states[-1], legal[text]))
        return self.state()

    def perft(self, depth):
        if not re.fullmatch(r"0|[1-9][0-9]{0,2}", depth):
            raise Refused(f"not a depth: {depth}")
        return [str(core.perft(self.game, self.states[-1], int(depth)))]

    def announce(self):
        return self.game.announce(self.states[-1].pos) if self.phase() in ("roll", "move") else []

    def undo(self):
        if len(self.states) == 1:
            raise Refused("nothing to take back")
        self.states.pop()
        return self.state()

    def quit(self):
        self.ended = True
        return []

    def phase(self):
        return core.phase(self.game, self.states[-1])

    COMMANDS = {"new": (new, 0, 1), "position": (position, 1, 1000), "state": (state, 0, 0), "rolls": (rolls, 0, 0),
                "roll": (roll, 1, 1), "moves": (moves, 0, 0), "move": (move, 1, 1), "perft": (perft, 1, 1),
                "announce": (announce, 0, 0), "undo": (undo, 0, 0), "quit": (quit, 0, 0)}


def main(arguments):
    try:
        if len(arguments) != 1:
            raise Usage("usage: shell.py GAME[:options]")
        shell = Shell(make_game(arguments[0]))
    except Usage as why:
        print(f"shell.py: {why}", file=sys.stderr)
        return 2
    for line in iter(sys.stdin.buffer.readline, b""):
        sys.stdout.buffer.write(shell.answer(line.removesuffix(b"\n")).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()
        if shell.ended:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
