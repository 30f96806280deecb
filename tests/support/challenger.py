#!/usr/bin/env python3
"""A player of the Bologna tablut challenge, for docs/examples/bologna.py: challenger.py ALEA ROLE
HOST PORT.  It plays a random legal move, and checks that the states follow each other."""
import json
import os
import random
import socket
import struct
import subprocess
import sys

alea, role, host, port = sys.argv[1:]
rules = subprocess.Popen([alea, "rules", os.environ["ALEA_GAME"]], text=True,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
link = socket.create_connection((host, int(port)))
LETTERS = {"EMPTY": ".", "THRONE": ".", "WHITE": "T", "BLACK": "t", "KING": "K"}


def send(value):
    text = json.dumps(value).encode()
    link.sendall(struct.pack(">I", len(text)) + text)


def read(n):
    data = b""
    while len(data) < n:
        more = link.recv(n - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def ask(line):
    print(line, file=rules.stdin, flush=True)
    return rules.stdout.readline().strip()


def text_of(board):
    ranks = []
    for row in reversed(board):
        rank = "".join(LETTERS[piece] for piece in row)
        for run in range(9, 0, -1):
            rank = rank.replace("." * run, str(run))
        ranks.append(rank)
    return "/".join(ranks)


send("challenger")
due = None      # what our move makes of the board
while True:
    state = json.loads(read(struct.unpack(">I", read(4))[0]))
    position, turn = text_of(state["board"]), state["turn"]
    if due is not None:
        assert position == due, (position, due)
        due = None
    if turn in ("WHITEWIN", "BLACKWIN", "DRAW"):
        break
    if turn == role:
        assert ask(f"position {position} {role[0].lower()}").startswith("ok "), position
        move = random.choice(ask("moves").split()[2:])
        due = ask(f"move {move}").split()[1]
        origin, target = move.split("-")
        send({"from": origin, "to": target, "turn": role})
