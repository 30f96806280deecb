#!/usr/bin/env python3
"""Drives two rules shells with the same random session and compares them line by line.

    compare.py GAME[:options] [--steps N] [--seed S] [--programs A B]

A and B are command lines that get the game as one more argument; by default
`build/release/alea rules` and the reference in this directory.  Any two errors count as
equal: their words are not part of the rules.  Stops at the first difference, shows the
session that led there, and exits with 1.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT_PROGRAMS = [
    os.path.join(HERE, "..", "..", "build", "release", "alea") + " rules",
    f"{sys.executable} {os.path.join(HERE, 'shell.py')}",
]
# Most successors of a position for which perft is compared at this depth.
PERFT_SUCCESSORS = {1: 10_000, 2: 60, 3: 8}
NONSENSE = ["", " ", "state ", " state", "state now", "roll", "roll -", "roll 7", "roll 0,0", "roll 1,1,1,1", "move",
            "move a1", "move in-2 ", "move -", "new green", "new white black", "perft", "perft -1", "perft 01", "perft x",
            "position", "position ", "rolls 1", "moves all", "undo 1", "announce it", "NEW", "státe", "move é1-e2",
            "position 7,7 - 0,0 w - ", "\tstate", "state\t", "state\r\r"]


class Program:
    def __init__(self, command, game):
        self.name = command
        self.process = subprocess.Popen([*shlex.split(command), game], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().decode("utf-8", "replace").rstrip("\n")


class Different(Exception):
    pass


class Session:
    """Asks both programs, and remembers the commands since the last new or position."""

    def __init__(self, programs):
        self.programs = programs
        self.log = []
        self.lines = self.errors = 0

    def ask(self, line):
        answers = [program.ask(line) for program in self.programs]
        self.log.append(line)
        self.lines += 1
        kinds = ["error" if a.startswith("error ") else a for a in answers]
        if kinds[0] != kinds[1] or not answers[0]:
            raise Different(answers)
        if kinds[0] == "error":
            self.errors += 1
            return None
        if line.split(" ")[0] in ("new", "position"):
            self.log = [line]
        return answers[0]


def mutated(rng, texts):
    """A position text made from texts seen before: two crossed field by field, or bytes changed."""
    text = rng.choice(texts)
    if rng.random() < 0.5:
        fields = [list(pair) for pair in zip(text.split(" "), rng.choice(texts).split(" "))]
        text = " ".join(rng.choice(pair) for pair in fields)
    letters = list(text)
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        at = rng.randrange(len(letters))
        kind = rng.randrange(4)
        if kind == 0:
            letters[at] = rng.choice(rng.choice(texts))
        elif kind == 1:
            other = rng.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
        elif kind == 2:
            letters.insert(at, rng.choice(rng.choice(texts)))
        elif len(letters) > 1:
            del letters[at]
    return "".join(letters)


class Walk:
    """A random walk through a game."""

    def __init__(self, session, rng):
        self.session = session
        self.rng = rng
        self.seen = []
        self.to_the_end = False     # whether this game is played to its end
        self.finished = self.accepted = 0
        self.arrive(session.ask("state"))

    def arrive(self, answer):
        """Takes the answer to a command that changes the position, and compares everything about it."""
        if answer is not None:
            self.seen = self.seen[-200:] + [answer.removeprefix("ok ").split(" | ")[0]]
        self.rolls = self.session.ask("rolls").split()[1:]
        self.moves = self.session.ask("moves").split()[2:]

    def step(self):
        chance = self.rng.random()
        if chance < 0.80 or (chance >= 0.97 and self.to_the_end):
            self.go_on()
        elif chance < 0.85:
            self.arrive(self.session.ask("undo"))
        elif chance < 0.88:
            self.session.ask("announce")
        elif chance < 0.90:
            self.arrive(self.session.ask("state"))
        elif chance < 0.93:
            self.perft()
        elif chance < 0.97:
            self.nonsense()
        else:
            self.start_anew()

    def go_on(self):
        if self.rolls:
            dice = self.rng.choice(self.rolls).split(",")
            self.rng.shuffle(dice)
            self.arrive(self.session.ask("roll " + ",".join(dice)))
        elif self.moves:
            self.arrive(self.session.ask("move " + self.rng.choice(self.moves)))
        else:
            self.finished += 1
            self.session.ask("announce")
            self.session.ask(self.rng.choice(("roll 1", "move e1-e2", "perft 2", "perft 0")))
            self.start_anew()

    def start_anew(self):
        """Begins another game, often from a position text made of earlier ones."""
        self.to_the_end = self.rng.random() < 0.5
        self.arrive(self.session.ask(self.rng.choice(("new", "new", "new white", "new black", "undo"))))
        for _ in range(self.rng.choice((0, 10, 40))):
            answer = self.session.ask("position " + mutated(self.rng, self.seen))
            self.accepted += answer is not None
            self.arrive(answer)

    def nonsense(self):
        if self.session.ask(self.rng.choice(NONSENSE)) is not None:
            self.arrive(self.session.ask("state"))

    def perft(self):
        wide = len(self.rolls) + len(self.moves)
        for depth, limit in PERFT_SUCCESSORS.items():
            if wide <= limit:
                self.session.ask(f"perft {depth}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--programs", nargs=2, default=DEFAULT_PROGRAMS, metavar=("A", "B"))
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args()

    print(f"{options.game}: seed {options.seed}, {options.steps} steps", flush=True)
    session = Session([Program(command, options.game) for command in options.programs])
    try:
        walk = Walk(session, random.Random(options.seed))
        for _ in range(options.steps):
            walk.step()
    except Different as difference:
        print("they differ; the session since the last new or position:")
        print("\n".join("  > " + line for line in session.log))
        for program, answer in zip(session.programs, difference.args[0]):
            print(f"  {program.name}\n  < {answer}")
        return 1
    print(f"{options.game}: equal in {session.lines} lines: {session.errors} errors, {walk.accepted} changed positions "
          f"accepted, {walk.finished} ends of games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
