#!/usr/bin/env python3
"""Moves for alea bot --exec 'engine.py PATH-OF-ALEA': wins, else captures or moves again."""
import os
import subprocess
import sys

rules = subprocess.Popen([sys.argv[1], "rules", os.environ["ALEA_GAME"]], text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(line):  # one line to the rules of the game, one line back
    print(line, file=rules.stdin, flush=True)
    return rules.stdout.readline().strip()


def score(move, colour, enemies):  # the position after the move; the higher, the better
    position, state = ask("move " + move).split(" | ")
    ask("undo")
    has_won = state.startswith("over " + colour)
    return has_won, -sum(position.count(letter) for letter in enemies)


def choose():  # of two equal moves, the last one of the list
    is_white = "w" in ask("state").split(" | ")[0].split()
    side = ("white", "bt") if is_white else ("black", "wT")
    return max(reversed(ask("moves").split()[2:]), key=lambda move: score(move, *side))


for line in sys.stdin:  # go is ours; everything else is for the rules
    print("ok " + choose() if line.startswith("go") else ask(line.strip()), flush=True)
