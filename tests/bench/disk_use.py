#!/usr/bin/env python3
"""How much one address can make a server store.

    tests/bench/disk_use.py BUILD-DIR [--seconds T]

An alead with its default limits and a file, and players from one address who do as much as it lets
them: short games again and again, or long ones with talk.  Each kind has a server of its own, and
ends when the server refuses the next game, or after T seconds.  Told are games and events a second
until then, the bytes that the database has in use, what they come to a day without the limit, and
with it: stored_per_hour fills a bucket once and then again every hour.
"""
import argparse
import json
import os
import random
import socket
import subprocess
import tempfile
import time

from programs import build_dir

QUOTA, GAME_COST, HOURS = 60000, 100, 24


class Player:
    def __init__(self, port, name):
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.66", 0))
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.lines.readline()
        self.state = None
        self.ask(cmd="name", name=name)

    def read_until(self, seq):
        """Reads events until this one is known."""
        while self.state["seq"] < seq:
            line = json.loads(self.lines.readline())
            self.state = line if line.get("event") == "state" else self.state

    def ask(self, **request):
        """The answer; a request that comes too fast for the rate of commands is made again."""
        while True:
            self.socket.sendall((json.dumps(request) + "\n").encode())
            while True:
                line = json.loads(self.lines.readline())
                if line.get("event") == "state":
                    self.state = line
                if "reply" in line:
                    return line
                if "error" in line:
                    break
            too_soon = line["error"] == "too_fast" and request["cmd"] != "say" and "last hour" not in line["text"]
            if not too_soon:
                return line
            time.sleep(line["retry_after_ms"] / 1000)


def begin(pair):
    """Both are ready.  False: the server lets no game begin."""
    seq = 0
    for player in pair:
        seq = player.ask(cmd="ready").get("seq", 0)
        if seq == 0:
            return False
    for player in pair:
        player.read_until(seq)
    return True


def move(pair, rng):
    """Whose turn it is plays anything.  False: nobody could."""
    for player in pair:
        if moves := player.state.get("moves"):
            seq = player.ask(cmd="move", move=rng.choice(moves.split(" "))).get("seq", 0)
            for other in pair:
                other.read_until(seq)
            return seq > 0
    return False


def without_a_move(pair, _rng):
    return pair[0].ask(cmd="resign"), 0


def after_a_move(pair, rng):
    moved = move(pair, rng)
    pair[0].ask(cmd="resign")
    return moved, int(moved)


def to_the_end(pair, rng):
    n = 0
    while move(pair, rng):
        n += 1
        if n % 10 == 0 and "reply" in pair[0].ask(cmd="say", text="x" * 400):
            n += 3
    return True, n



def measure(build, play, seconds):
    with tempfile.TemporaryDirectory() as directory:
        read_fd, write_fd = os.pipe()
        server = subprocess.Popen([os.path.join(build, "alead"), "--listen", "127.0.0.1:0", "--db", f"{directory}/a.db",
                                   "--operator", "nobody", "--durability", "process", "--log-level", "error", "--ready-fd",
                                   str(write_fd)], pass_fds=[write_fd])
        os.close(write_fd)
        with os.fdopen(read_fd) as pipe:
            port = int(pipe.readline().rsplit(":", 1)[1])
        pair = [Player(port, "Ann"), Player(port, "Bob")]
        pair[1].ask(cmd="join", room=pair[0].ask(cmd="create", game="tablut")["room"])
        rng, games, moves, at_s = random.Random(1), 0, 0, time.monotonic()
        while begin(pair) and time.monotonic() < at_s + seconds:
            games += 1
            moves += play(pair, rng)[1]
            if "reply" not in pair[0].ask(cmd="rematch"):
                break
        took_s = time.monotonic() - at_s
        time.sleep(3)  # what is not kept is deleted
        server.terminate()
        server.wait(20)
        return games, moves, took_s, os.path.getsize(f"{directory}/a.db")


def main():
    parser = argparse.ArgumentParser(description="How much one address can make a server store.")
    parser.add_argument("build", type=build_dir, help="where alea and alead are: build/release")
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    print("| games              | games/s | tokens/s | bytes a game | without a limit, a day | with it, a day |")
    print("| :----------------- | ------: | -------: | -----------: | ---------------------: | -------------: |")
    for name, play in (("without a move", without_a_move), ("of one move", after_a_move), ("to their end, talk", to_the_end)):
        games, moves, took_s, size = measure(args.build, play, args.seconds)
        size = max(size - EMPTY, 0)
        tokens = games * (GAME_COST + 4) + moves
        free = size / took_s * 86400
        bounded = size / tokens * QUOTA * (HOURS + 1)
        print(f"| {name:18} | {games / took_s:7.1f} | {tokens / took_s:8.0f} | {size / games:12.0f} | {free / 1e6:19.0f} MB"
              f" | {min(free, bounded) / 1e6:11.1f} MB |")


EMPTY = 160 * 1024  # a database in which nothing was played

if __name__ == "__main__":
    main()
