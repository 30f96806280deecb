#!/usr/bin/env python3
"""Lets a player of the Bologna tablut challenge play on alea as it is (game ashton):

  alea bot HOST --game ashton --exec 'bologna.py PATH-OF-ALEA PLAYER {role} {seconds} {host}'

This is the server that such a player expects: on the ports 5800 (white) and 5801 (black) of
127.0.0.1 it gets states and sends moves, each a length in 4 bytes and JSON.  A player is started
for its side with its role (WHITE or BLACK), the seconds that it has for a move, and the host; and
again for each game, because it may keep the history.  So play one game at a time.
Environment: BOLOGNA_HOST, another address of this machine, for a second bridge; BOLOGNA_PORT=0,
any free port, which {port} tells the player."""
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import time

PORTS = {"w": 5800, "b": 5801}
ROLES = {"w": "WHITE", "b": "BLACK"}
OTHER = {"w": "b", "b": "w"}
PIECES = {"t": "BLACK", "T": "WHITE", "K": "KING"}
RESULTS = {"white": "WHITEWIN", "black": "BLACKWIN", "draw": "DRAW"}
HOST = os.environ.get("BOLOGNA_HOST", "127.0.0.1")
START_S = 60            # in which a player must connect
MESSAGE_BYTES = 65536   # longer than any message of a player


class Rules:
    """alea rules: one line there, one line back."""

    def __init__(self, alea):
        self.shell = subprocess.Popen([alea, "rules", os.environ.get("ALEA_GAME", "ashton")],
                                      text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line):
        print(line, file=self.shell.stdin, flush=True)
        return self.shell.stdout.readline().strip()

    def after(self, position, move):
        """(the position after a move, its state), or None: the move is not legal."""
        self.ask("position " + position)
        found = re.fullmatch(r"ok (.+) \| (.+)", self.ask("move " + move))
        return found and found.groups()

    def leads_to(self, before, after):
        """Whether a move of the opponent leads from one position to the other."""
        self.ask("position " + before)
        moves = self.ask("moves").split()[2:]
        return any((self.after(before, move) or [""])[0] == after for move in moves)


def state_of(position, turn):
    """A position as the challenge writes it: rows 1 to 9, files a to i."""
    ranks, _ = position.split(" ")
    board = [[PIECES.get(piece, "EMPTY") for piece in
              re.sub(r"\d+", lambda run: "." * int(run.group()), rank)]
             for rank in reversed(ranks.split("/"))]
    if board[4][4] == "EMPTY":
        board[4][4] = "THRONE"
    return {"board": board, "turn": turn}


class Player:
    """The program of one side."""

    def __init__(self, command, side, seconds):
        self.position = None    # the one that it saw last
        self.buffer = b""
        with socket.create_server((HOST, int(os.environ.get("BOLOGNA_PORT", PORTS[side])))) as door:
            words = {"role": ROLES[side], "seconds": seconds, "host": HOST,
                     "port": door.getsockname()[1]}
            self.program = subprocess.Popen([word.format(**words) for word in command],
                                            stdin=subprocess.DEVNULL, stdout=sys.stderr,
                                            start_new_session=True)
            door.settimeout(START_S)
            try:
                self.link = door.accept()[0]
            except OSError:
                self.end()
                raise
        self.hear(time.monotonic() + START_S)   # its name

    def hear(self, until_s):
        """The next message; raises an exception if there is none in time, or a bad one."""
        while len(self.buffer) < 4 or len(self.buffer) < 4 + struct.unpack_from(">I", self.buffer)[0]:
            if len(self.buffer) > MESSAGE_BYTES:
                raise ValueError("the player's message is too long")
            if not select.select([self.link], [], [], max(0, until_s - time.monotonic()))[0]:
                raise TimeoutError("the player says nothing")
            more = self.link.recv(4096)
            if not more:
                raise ConnectionError("the player has left")
            self.buffer += more
        end = 4 + struct.unpack_from(">I", self.buffer)[0]
        message, self.buffer = self.buffer[4:end], self.buffer[end:]
        return message.decode()

    def tell(self, position, turn):
        self.position = position
        text = json.dumps(state_of(position, turn)).encode()
        self.link.sendall(struct.pack(">I", len(text)) + text)

    def end(self):
        try:
            os.killpg(self.program.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.program.wait()


class Bridge:
    def __init__(self, alea, command):
        self.rules = Rules(alea)
        self.command = command
        self.players = {}       # side -> Player
        self.position = None

    def player(self, side, ms):
        """The player of this side, a new one if a new game has begun."""
        player = self.players.get(side)
        if player and self.rules.leads_to(player.position, self.position):
            return player
        self.forget(side)
        self.players[side] = Player(self.command, side, max(1, ms // 1000 - 1))
        return self.players[side]

    def forget(self, side):
        if side in self.players:
            self.players.pop(side).end()

    def choose(self, ms):
        side, until_s = self.position[-1], time.monotonic() + ms / 1000
        player = self.player(side, ms)
        player.tell(self.position, ROLES[side])
        action = json.loads(player.hear(until_s))
        move = f"{action['from']}-{action['to']}".lower()
        after = self.rules.after(self.position, move)
        if not after:
            raise ValueError(f"the player's move is not legal: {move}")
        position, state = after
        over = state.startswith("over ")
        player.tell(position, RESULTS[state.split(" ")[1]] if over else ROLES[OTHER[side]])
        if over:
            player.program.wait(START_S)
            self.forget(side)
        return move

    def go(self, ms):
        try:
            return "ok " + self.choose(ms)
        except (OSError, ValueError, KeyError, TypeError, subprocess.TimeoutExpired) as fault:
            self.forget(self.position[-1])
            return f"error {type(fault).__name__} {fault}"


def main(alea, *command):
    bridge = Bridge(alea, command)
    try:
        for line in sys.stdin:
            words = line.split(maxsplit=1)
            if words[0] == "position":
                bridge.position = words[1].strip()
            answer = bridge.go(int(line.split()[-1])) if words[0] == "go" else "ok"
            print(answer, flush=True)
    finally:
        for side in list(bridge.players):
            bridge.forget(side)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
