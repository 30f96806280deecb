#!/usr/bin/env python3
"""Measures what a house bot costs that plays many games at once.  Usage:

    tests/bench/house.py BUILD-DIR [--level 4] [--games 200] [--pace 1000] [--seconds 60]

Starts a server, a house bot at this level, and an opponent for each game, which moves at random every PACE
ms.  The games are a mix of all seven.  When all are being played, it prints the share of a core that the
house bot and the server use, and how many moves are made.
"""
import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

from programs import build_dir

GAMES = ["royal-ur", "akalamdung", "ur", "stelpur", "morris", "tablut", "alea-evangelii"]
LIMITS = ["connections=1000", "connections_per_address=1000", "connects_per_minute=100000", "rooms=1000",
          "rooms_per_address=1000", "rooms_per_bot=256", "bot_rooms_per_address=256",
          "commands_per_s=1000000", "commands_burst=1000000"]


def cpu_s(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        ticks = stat.read().rsplit(")", 1)[1].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def start_server(build, home):
    ours, theirs = os.pipe()
    server = subprocess.Popen([f"{build}/alead", "--listen", "127.0.0.1:0", "--db", f"{home}/alea.db", "--bot", "House",
                               "--operator-local", "--log-level", "error", "--ready-fd", str(theirs)]
                              + [f"--limit={limit}" for limit in LIMITS], pass_fds=[theirs])
    os.close(theirs)
    with os.fdopen(ours) as ready:
        return server, int(ready.readline().rsplit(":", 1)[1])


class Operator:
    """Asks the server."""

    def __init__(self, port):
        self.lines = socket.create_connection(("127.0.0.1", port)).makefile("rw")
        self.given = set()
        self.ask({"cmd": "name", "name": "watcher"})

    def ask(self, command):
        self.lines.write(json.dumps(command) + "\n")
        self.lines.flush()
        for line in self.lines:
            message = json.loads(line) if line.startswith("{") else {}
            if message.get("reply") == command["cmd"]:
                return message
        sys.exit("house.py: the server is gone")

    def stats(self):
        return {row["stat"]: row["value"] for row in self.ask({"cmd": "stats"})["stats"]}

    def free_room(self, game):
        """A room where the house waits for somebody to play this game."""
        while True:
            for row in self.ask({"cmd": "rooms"})["rooms"]:
                if row["game"].split(":")[0] == game and row["stage"] == "waiting" and "House" in (
                        row["white"], row["black"]) and row["room"] not in self.given:
                    self.given.add(row["room"])
                    return row["room"]
            time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=build_dir)
    for name, usual in (("level", 4), ("games", 200), ("pace", 1000), ("seconds", 60)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    running = []
    with tempfile.TemporaryDirectory() as home:
        try:
            server, port = start_server(args.build, home)
            running.append(server)
            alea, where = f"{args.build}/alea", f"127.0.0.1:{port}"
            house = subprocess.Popen([alea, "bot", "--house", "--name", "House", "--level", str(args.level),
                                      "--token", f"{home}/alea.db.bot-House", where],
                                     stdout=subprocess.DEVNULL)
            running.append(house)
            operator = Operator(port)
            for i in range(args.games):
                game = GAMES[i % len(GAMES)]
                running.append(subprocess.Popen([alea, "bot", "--game", game, "--games", "1000000", "--name",
                                                 f"guest{i}", "--pace", str(args.pace), "--retry", "--join",
                                                 operator.free_room(game), where], stdout=subprocess.DEVNULL))
            while operator.stats()["games_running"] < args.games * 95 // 100:
                time.sleep(0.5)
            before = operator.stats()
            cpu = [cpu_s(house.pid), cpu_s(server.pid)]
            began = time.monotonic()
            time.sleep(args.seconds)
            took = time.monotonic() - began
            after = operator.stats()
            shares = [100 * (cpu_s(p.pid) - old) / took for p, old in zip((house, server), cpu)]
            print(f"level {args.level}, {after['games_running']} games, an opponent's move every {args.pace} ms: "
                  f"{(after['moves'] - before['moves']) / took:.0f} moves/s; house {shares[0]:.1f} % of a core, "
                  f"server {shares[1]:.1f} %")
        finally:
            for program in running:
                program.send_signal(signal.SIGKILL)
                program.wait()


if __name__ == "__main__":
    main()
