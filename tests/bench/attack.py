#!/usr/bin/env python3
"""Measures what an attack costs the players: the p99 of a move with and without it, and the server's
memory and processor time during it.

    tests/bench/attack.py BUILD-DIR [--seconds T] [--rounds N] [--only "NAME;..."]

The server is an alead with its default limits, without a disk.  Players (alea bench, a move in each room
every few milliseconds) connect from 127.0.0.1, the attack from 127.0.0.66.  The server has its own core.
Players and attacker share another one, where players have priority: so the server is measured, not the
scheduler.  If you are root, both get real-time priority, so that other programs on the machine do not
matter.  Runs with and without the attack alternate; the results are medians.
"""
import argparse
import contextlib
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from attackers import ATTACKS, Got
from programs import build_dir


def cores():
    """Cores of the server and of the others; None where processes cannot be pinned."""
    found = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return (found[0], found[1]) if len(found) > 1 else (None, None)


def may_be_first():
    """Whether real-time priority is available."""
    return shutil.which("chrt") is not None and subprocess.run(
        ["chrt", "-f", "1", "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0


def pinned(core, priority):
    """Prefix of a command that makes it run on this core; priority 2 comes before 1."""
    words = ["taskset", "-c", str(core)] if core is not None and shutil.which("taskset") else []
    return words + (["chrt", "-f", str(priority)] if may_be_first() else [])


def stand_back(core):
    """Moves this process to this core, and gives players precedence."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    if may_be_first():
        os.nice(-20)
    else:
        with contextlib.suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Server:
    """A server with all its ports."""

    def __init__(self, build, directory):
        key, cert = os.path.join(directory, "key"), os.path.join(directory, "cert")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-keyout", key, "-out", cert, "-subj", "/CN=bench", "-days", "2"],
                       check=True, stderr=subprocess.DEVNULL)
        read_fd, write_fd = os.pipe()
        self.process = subprocess.Popen(
            [*pinned(cores()[0], 1), os.path.join(build, "alead"), "--listen", "127.0.0.1:0", "--tls-listen", "127.0.0.1:0",
             "--tls-cert", cert, "--tls-key", key, "--metrics-listen", "127.0.0.1:0", "--db",
             ":memory:", "--log-level", "error", "--ready-fd", str(write_fd)],
            pass_fds=[write_fd])
        os.close(write_fd)
        ports = {}
        with os.fdopen(read_fd) as pipe:
            for line in pipe:
                *kind, address = line.split()
                ports[kind[-1]] = int(address.rsplit(":", 1)[1])
        self.plain, self.tls, self.metrics = ports["ready"], ports["tls"], ports["metrics"]

    def memory_mb(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu_s(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            words = stat.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.terminate()
        self.process.wait(20)


def attack_for_ever(name, server, told):
    stand_back(cores()[1])
    got = Got()
    at_s = time.monotonic() + 0.2
    for _ in ATTACKS[name](server, got):
        if time.monotonic() > at_s:
            at_s += 0.2
            while not told.empty():
                told.get()
            told.put(dict(got))


# --- measuring ----------------------------------------------------------------------


def play(args, server):
    """Runs alea bench.  Returns its result, the server's share of a core, and its memory at the end."""
    cpu, at_s = server.cpu_s(), time.monotonic()
    run = subprocess.run([*pinned(cores()[1], 2), os.path.join(args.build, "alea"), "bench", "--json", "--rooms", str(args.rooms),
                          "--pace", str(args.pace), "--seconds", str(args.seconds), f"127.0.0.1:{server.plain}"],
                         stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f"players were hurt: exit status {run.returncode}")
    share = (server.cpu_s() - cpu) / (time.monotonic() - at_s)
    return json.loads(run.stdout)["latency_us"]["p99"] / 1000, share, server.memory_mb()


def under(args, server, name):
    told = multiprocessing.Queue()
    attacker = multiprocessing.Process(target=attack_for_ever, args=(name, server, told), daemon=True)
    attacker.start()
    time.sleep(1)  # buckets that were full are empty again
    result = play(args, server)
    got = {}
    while not told.empty():
        got = told.get()
    attacker.terminate()
    attacker.join()
    return (*result, got)


def measure(args, name):
    """Each attack gets a new server."""
    with tempfile.TemporaryDirectory() as directory:
        server = Server(args.build, directory)
        try:
            rounds = []
            for _ in range(args.rounds):
                rounds.append((play(args, server), under(args, server, name)))
                time.sleep(1)
        finally:
            server.close()
    median = lambda side, i: statistics.median(r[side][i] for r in rounds)
    ratio = statistics.median(r[1][0] / max(r[0][0], 0.01) for r in rounds)
    got = ", ".join(f"{n} {what}" for what, n in rounds[-1][1][3].items())
    print(f"|{name}|{median(0, 0):.2f}|{median(1, 0):.2f}|{ratio:.2f}|{100 * median(0, 1):.0f}"
          f"|{100 * median(1, 1):.0f}|{max(r[1][2] for r in rounds):.1f}|{got}|", flush=True)


def main():
    parser = argparse.ArgumentParser(description="What an attack costs those who play.")
    parser.add_argument("build", type=build_dir, help="where alea and alead are: build/release")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=4)
    parser.add_argument("--pace", type=int, default=20)
    parser.add_argument("--only", default="", help="some of them, a semicolon between")
    args = parser.parse_args()
    only = args.only.split(";") if args.only else list(ATTACKS)
    if unknown := set(only) - set(ATTACKS):
        parser.error(f"--only: no such attack: {', '.join(sorted(unknown))}; there are: {'; '.join(ATTACKS)}")
    print(f"{args.rooms} rooms, a move each every {args.pace} ms; median of {args.rounds} x {args.seconds:g} s; "
          f"server on core {cores()[0]}, players and attacker on {cores()[1]}\n")
    print("|attack|p99 ms|under|ratio|CPU %|under|MB|the attacker got|")
    print("|:---|---:|---:|---:|---:|---:|---:|:---|")
    for name in only:
        measure(args, name)


if __name__ == "__main__":
    main()
