#!/usr/bin/env python3
"""How soon alead answers what needs no disk while each sync takes long.  Prints Markdown.  Usage:

    tests/bench/slow_disk.py BUILD-DIR [--alead PROGRAM] [--sync-ms 500] [--n 400]

Two players talk all the time, so that there is always a turn on its way to the disk.  A third one, in a game
that runs, sends one question after the other, each as soon as the last one is answered.  The store is on
durability `full`; libslow.so (slow_sync.c) makes each sync slow.  --alead measures another program, such as
that of an older commit.
"""
import argparse
import contextlib
import json
import os
import socket
import subprocess
import tempfile
import threading
import time

from programs import build_dir

LIMITS = ["commands_per_s=100000", "commands_burst=100000", "say_per_minute=100000"]
QUESTIONS = [{"cmd": "ping"}, {"cmd": "why", "move": "a1-a2"}, {"cmd": "help"}, {"cmd": "board"}]
TALK_S = 0.02  # between two lines of chat


class Client:
    def __init__(self, port, name):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.file.readline()  # the greeting
        self.n_asked = 0
        self.ask(cmd="name", name=name)

    def send(self, **request):
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def ask(self, **request):
        """Returns the reply; skips events."""
        self.n_asked += 1
        self.send(**request, id=str(self.n_asked))
        while True:
            message = json.loads(self.file.readline())
            if message.get("id") == str(self.n_asked):
                if "error" in message:
                    raise SystemExit(f"{request}: {message}")
                return message


def begin_game(port, names):
    one, two = (Client(port, name) for name in names)
    room = one.ask(cmd="create", game="tablut")["room"]
    two.ask(cmd="join", room=room)
    for player in (one, two):
        player.ask(cmd="ready")
    return one, two


def drain(client):
    with contextlib.suppress(OSError):  # the end
        while client.file.readline():
            pass


def talk(client):
    with contextlib.suppress(OSError):
        while True:
            client.send(cmd="say", text="and so on")
            time.sleep(TALK_S)


def start_talk(clients):
    for client in clients:
        threading.Thread(target=drain, args=(client,), daemon=True).start()
        threading.Thread(target=talk, args=(client,), daemon=True).start()


def measure(client, question, n):
    times = []
    for _ in range(n):
        start = time.perf_counter()
        client.ask(**question)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    return times[n // 2], times[n * 99 // 100], times[-1]


def run(args, directory):
    read, write = os.pipe()
    words = [args.alead, "--listen", "127.0.0.1:0", "--db", os.path.join(directory, "alea.db"), "--durability",
             "full", "--ready-fd", str(write), "--log-level", "error"]
    for limit in LIMITS:
        words += ["--limit", limit]
    library = os.path.abspath(os.path.join(args.build, "tests/bench/libslow.so"))
    environment = dict(os.environ, LD_PRELOAD=library, SLOW_SYNC_MS=str(args.sync_ms))
    with subprocess.Popen(words, pass_fds=[write], env=environment) as server:
        os.close(write)
        with os.fdopen(read) as ready:
            port = int(ready.readline().rsplit(":", 1)[1])
        try:
            asks, _ = begin_game(port, ["Ann", "Bob"])
            start_talk(begin_game(port, ["Cid", "Dan"]))
            print(f"Each sync takes {args.sync_ms} ms longer; {args.n} questions each, in ms.\n")
            print("|question|p50|p99|max|\n|:---|---:|---:|---:|")
            for question in QUESTIONS:
                times = measure(asks, question, args.n)
                print(f"|{question['cmd']}|" + "|".join(f"{t:.2f}" for t in times) + "|", flush=True)
        finally:
            server.kill()


def main():
    parser = argparse.ArgumentParser(description="How soon does alead answer while its disk is slow?")
    parser.add_argument("build", type=build_dir, help="where alead and libslow.so are: build/release")
    parser.add_argument("--alead")
    parser.add_argument("--sync-ms", type=int, default=500)
    parser.add_argument("--n", type=int, default=400)
    args = parser.parse_args()
    args.alead = args.alead or os.path.join(args.build, "alead")
    with tempfile.TemporaryDirectory() as directory:
        run(args, directory)


if __name__ == "__main__":
    main()
