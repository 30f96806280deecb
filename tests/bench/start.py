#!/usr/bin/env python3
"""How soon alead starts again after it was killed with many live games.  Usage:

    tests/bench/start.py BUILD-DIR [--rooms 10000] [--moves-s 15] [--starts 5] [--db-dir DIR]

Players move every two seconds in all rooms for a while (alea bench, 5000 rooms at a time); then the server and
they are killed.  The time counts from starting alead to `ready`, on the file as the kill has left it.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from programs import build_dir

LIMITS = ["connections=12000", "connections_per_address=12000", "connects_per_minute=10000000",
          "rooms=20000", "rooms_per_address=20000", "commands_per_s=100000", "commands_burst=100000",
          "stored_per_hour=1000000000", "grace_ms=3600000"]
BENCH_ROOMS = 5000  # of one alea bench


def start(args, directory, stderr=None):
    """Returns the process, its address, and the seconds it took."""
    read, write = os.pipe()
    words = [os.path.join(args.build, "alead"), "--listen", "127.0.0.1:0", "--durability", "full",
             "--db", os.path.join(directory, "alea.db"), "--ready-fd", str(write)]
    for limit in LIMITS:
        words += ["--limit", limit]
    began = time.perf_counter()
    server = subprocess.Popen(words, pass_fds=[write], stderr=stderr)  # pylint: disable=consider-using-with
    os.close(write)
    with os.fdopen(read) as ready:
        address = ready.readline().split()[-1]
    return server, address, time.perf_counter() - began


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


def fill(args, directory):
    """One lot of rooms after the other, each killed: that takes fewer descriptors at once."""
    for left in range(args.rooms, 0, -BENCH_ROOMS):
        server, address, _ = start(args, directory, subprocess.DEVNULL)
        words = [os.path.join(args.build, "alea"), "bench", "--rooms", str(min(left, BENCH_ROOMS)), "--pace",
                 "2000", "--seconds", "600", address]
        with subprocess.Popen(words) as players:
            time.sleep(args.moves_s)
            kill(server)
            kill(players)


def main():
    parser = argparse.ArgumentParser(description="How soon does alead start with many live games?")
    parser.add_argument("build", type=build_dir, help="where alea and alead are: build/release")
    parser.add_argument("--rooms", type=int, default=10000)
    parser.add_argument("--moves-s", type=float, default=15)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--db-dir", default="build/bench")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.db_dir) as directory:
        crashed, again = os.path.join(directory, "crashed"), os.path.join(directory, "again")
        os.mkdir(crashed)
        fill(args, crashed)
        for _ in range(args.starts):
            shutil.copytree(crashed, again)
            with tempfile.TemporaryFile() as log:
                server, _, seconds = start(args, again, log)
                kill(server)
                log.seek(0)
                taken = re.search(rb"rooms_loaded n=(\d+)", log.read())
            n = int(taken.group(1)) if taken else 0
            print(f"{seconds:.2f} s, {n} rooms, {os.path.getsize(os.path.join(again, 'alea.db')) >> 20} MiB")
            shutil.rmtree(again)


if __name__ == "__main__":
    main()
