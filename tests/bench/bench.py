#!/usr/bin/env python3
"""Measures how fast alead is, and what it costs.  Prints Markdown.  Usage:

    tests/bench/bench.py BUILD-DIR [--seconds T] [--rounds N] [--rooms 1,50,500,2500]
                         [--into RESULTS.md] [--db-dir DIR] [--smoke]

Speed: how many moves are answered in a second, and how soon, by a bare relay (relay.c: the upper limit for
any server on libuv), and by alead when an answer survives nothing (:memory:; the same by WebSocket), a crash of the
server (process), or a loss of power (full).  These take turns within a round, because other programs on the machine can slow
down a whole round.  The results are medians over the rounds; ratios are computed within a round.  The
answers of the relay are as long as the mean state event of the run before it.  The server commits
once for each iteration of its loop, for all rooms together, so that many rooms share the cost of a commit.

Then: the cost of idle connections, the cost of many slow games, how soon the server starts, and how fast
the rules are.

--into replaces the section "## Speed" of a file.  --smoke: as little as possible of everything, to test
that it works.  DIR must be on a real disk.
"""
import argparse
import contextlib
import datetime
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from programs import build_dir

KINDS = ["relay", ":memory:", "WebSocket", "process", "full"]
PERFT = {"royal-ur": 16, "akalamdung": 15, "ur": 16, "stelpur": 6, "morris": 5,
         "morris:dice=none": 6,  # OpenSpiel, which counts captures as plies: 96,223,680
         "tablut": 4, "alea-evangelii": 3}
STARTS = 9
BUSY_LOAD = 0.5
EVENT_BYTES = 900  # of the relay when no alead was measured before it
# How often a measurement in which nobody moved is made again.
TRIES = 20


# --- the machine ------------------------------------------------------------------------

def cpu_model():
    with contextlib.suppress(OSError), \
            open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
        for line in info:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def file_system(directory):
    """Type and device of the file system: the longest mount point above the directory."""
    found, kind = "", "unknown"
    path = os.path.realpath(directory) + "/"
    with contextlib.suppress(OSError), \
            open("/proc/mounts", encoding="utf-8", errors="replace") as mounts:
        for line in mounts:
            device, point, type_, *_ = line.split()
            if path.startswith(point.rstrip("/") + "/") and len(point) >= len(found):
                found, kind = point, f"{type_} on {device}"
    return kind


def sync_ms(directory):
    """Time that the disk alone needs to store 4 KiB: the median of 200 times."""
    times = []
    with tempfile.TemporaryFile(dir=directory) as file:
        for i in range(200):
            os.pwrite(file.fileno(), b"x" * 4096, 4096 * i)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def version(package):
    run = subprocess.run(["pkg-config", "--modversion", package], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False, text=True)
    return run.stdout.strip() or "?"


def two_cores():
    """Cores for the server and for the generator; None where there are not enough."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return cores[:2] if len(cores) >= 2 and shutil.which("taskset") else None


def pinned(core):
    """Prefix of a command that makes it run on the server's core (0) or the other one (1)."""
    cores = two_cores()
    return ["taskset", "-c", str(cores[core])] if cores else []


def machine(args):
    cores = two_cores()
    where = f"server on core {cores[0]}, generator on core {cores[1]}" if cores else \
        "not pinned to cores"
    load = os.getloadavg()[0]
    yield (f"`make bench`: {cpu_model()}, {os.cpu_count()} cores, {platform.system()} "
           f"{platform.release()};")
    yield f"libuv {version('libuv')}, SQLite {version('sqlite3')}; {datetime.date.today()}."
    yield (f"{where[0].upper()}{where[1:]}; load {load:.1f} before;")
    yield (f"files on {file_system(args.db_dir)}, {sync_ms(args.db_dir):.2f} ms for fdatasync of "
           "4 KiB.")
    if file_system(args.db_dir).startswith(("tmpfs", "ramfs", "overlay")):
        yield "That may not be a real disk: choose one with --db-dir."
    if load > BUSY_LOAD:
        yield "**The machine was busy**: compare only the columns of CPU."


# --- running ----------------------------------------------------------------------------

def run_bench(args, *words):
    """Runs alea bench and returns its result; ends this program if it fails."""
    return run_json(pinned(1) + [os.path.join(args.build, "alea"), "bench", "--json", *words])


def run_json(command):
    print(" ".join(command), file=sys.stderr)
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {run.returncode}")
    return json.loads(run.stdout)


@contextlib.contextmanager
def store(args, kind):
    """Options for a server that stores games at this durability level."""
    words = ["--server-core", str(two_cores()[0])] if two_cores() else []
    with tempfile.TemporaryDirectory(dir=args.db_dir) as directory:
        if kind != ":memory:":
            words += ["--db", os.path.join(directory, "bench.db"), "--durability", kind]
        yield words


@contextlib.contextmanager
def running(words, stream):
    """Starts a program that writes `ready HOST:PORT` to a pipe named by `stream`.  Returns its pid, the
    address, and how long it took."""
    read, write = os.pipe()
    start = time.perf_counter()
    with subprocess.Popen([word.format(fd=write) for word in words], pass_fds=[write],
                          stdout=write if stream == "stdout" else None) as process:
        os.close(write)
        with os.fdopen(read) as ready:
            line = ready.readline()
        seconds = time.perf_counter() - start
        if not line.startswith("ready "):
            sys.exit(f"{' '.join(words)}: does not start")
        try:
            yield process.pid, line.split()[-1], seconds
        finally:
            process.terminate()


def run_alead(args):
    return running(pinned(0) + [os.path.join(args.build, "alead"), "--listen",
                                "127.0.0.1:0", "--db", ":memory:", "--log-level", "error",
                                "--ready-fd", "{fd}"], "fd")


def measure(args, rooms, kind, event_bytes):
    """One measurement.  On a busy machine nobody may have moved in a short one: it is made again."""
    for _ in range(TRIES):
        result = measure_once(args, rooms, kind, event_bytes)
        if result["moves"] > 0:
            return result
    sys.exit(f"{rooms} rooms, {kind}: nobody moved in {TRIES} measurements of {args.seconds} s")


def measure_once(args, rooms, kind, event_bytes):
    words = ["--rooms", str(rooms), "--seconds", str(args.seconds)]
    if kind == "relay":
        relay = os.path.join(args.build, "tests/bench/relay")
        with running(pinned(0) + [relay, str(event_bytes)], "stdout") as (pid, address, _):
            return run_bench(args, *words, "--relay", str(event_bytes), "--server-pid",
                             str(pid), address)
    if kind == "WebSocket":
        kind, words = ":memory:", words + ["--web"]
    with store(args, kind) as options:
        result = run_bench(args, *words, *options)
    wanted = kind.strip(":")
    if result["durability"] != wanted:
        sys.exit(f"the server says durability {result['durability']}, not {wanted}")
    return result


def get(result, path):
    for key in path.split("."):
        result = result[key]
    return result


def median(results, path):
    return statistics.median(get(result, path) for result in results)


# --- speed ------------------------------------------------------------------------------

def measure_round(args, rooms):
    results, event_bytes = {}, EVENT_BYTES
    for kind in sorted(KINDS, key=lambda kind: kind != ":memory:"):  # first: it tells the event size
        results[kind] = measure(args, rooms, kind, event_bytes)
        if kind == ":memory:":
            event_bytes = round(results[kind]["bytes_per_event"])
    return results


def ratio(rounds, kind, base, path):
    """Compares figures within each round."""
    return statistics.median(get(r[kind], path) / get(r[base], path) for r in rounds)


def speed_rows(args, rooms):
    rounds = [measure_round(args, rooms) for _ in range(args.rounds)]
    for kind in KINDS:
        results = [r[kind] for r in rounds]
        yield (f"|{rooms}|{kind}|{median(results, 'moves_per_s'):.0f}"
               f"|{ratio(rounds, kind, 'relay', 'moves_per_s'):.2f}"
               f"|{ratio(rounds, 'relay', kind, 'server.us_per_move'):.2f}"
               f"|{ratio(rounds, kind, ':memory:', 'moves_per_s'):.2f}"
               f"|{median(results, 'events_per_s'):.0f}"
               f"|{median(results, 'latency_us.p50') / 1000:.2f}"
               f"|{median(results, 'latency_us.p99') / 1000:.2f}"
               f"|{median(results, 'latency_us.p99_9') / 1000:.2f}"
               f"|{median(results, 'server.us_per_move'):.1f}"
               f"|{median(results, 'server.cpu_percent'):.0f}"
               f"|{median(results, 'generator.cpu_percent'):.0f}"
               f"|{median(results, 'server.rss_kb') / 1024:.1f}|")


def speed(args):
    yield (f"royal-ur; every room moves as soon as it is answered; medians of {args.rounds} rounds of "
           f"{args.seconds:g} s.")
    yield "p50, p99 and p99.9 are in ms, from sending a move to its own state event."
    yield "÷relay: its moves/s ÷ the relay's; cpu÷: the relay's us/move ÷ its own; ÷mem: to :memory:."
    yield "us, % and MB are the server's: time for a move, CPU, memory; gen %: CPU of the generator."
    yield ""
    yield "|rooms|server|moves/s|÷relay|cpu÷|÷mem|events/s|p50|p99|p99.9|us|%|gen %|MB|"
    yield "|---:|:---" + "|---:" * 12 + "|"
    for rooms in args.rooms:
        yield from speed_rows(args, rooms)
    yield ""
    yield f"{sync_ms(args.db_dir):.2f} ms for fdatasync of 4 KiB afterwards."


# --- what it costs ----------------------------------------------------------------------

def cpu_seconds(pid):
    return time.clock_gettime((~pid << 3) | 2)  # CPUCLOCK_SCHED, as clock_getcpuclockid


def empty_server(args):
    starts = []
    for _ in range(STARTS):
        with run_alead(args) as (_, _, seconds):
            starts.append(seconds)
    with run_alead(args) as (pid, _, _):
        before = cpu_seconds(pid)
        time.sleep(args.seconds)
        percent = 100 * (cpu_seconds(pid) - before) / args.seconds
    yield (f"| start, until connections are accepted | {1000 * statistics.median(starts):.1f} "
           f"ms, median of {STARTS} |")
    yield f"| nobody there | {percent:.3f} % of a core |"


IDLE = {"seated": "two in a room, nobody ready", "playing": "two in a game that has begun"}


def idle_connections(args, where, web=False):
    with store(args, ":memory:") as options:
        idle = run_bench(args, *(["--web"] if web else []), f"--idle={where}", "--rooms", str(args.idle_rooms),
                         "--seconds", str(args.seconds), *options)
    n = 2 * args.idle_rooms
    server, before = idle["server"], idle["server"]["before"]
    def each(key):
        return f"{(server[key] - before[key]) / n:.2f}"
    who = f"{n} idle{' WebSockets' if web else ''}, {IDLE[where]}"
    yield (f"| {who}; KiB each | {each('rss_kb')} resident, {each('private_kb')} private |")
    yield f"| memory of the whole server | {server['rss_kb'] / 1024:.1f} MiB resident |"
    yield (f"| connecting and greeting them, one at a time | {idle['connect_s']:.2f} s, "
           f"{idle['connect_s'] / n * 1e6:.0f} us each |")
    yield f"| then, until all are seated | {idle['begin_s']:.2f} s |"
    yield f"| {who} | {server['cpu_percent']:.3f} % of a core |"


def slow_games(args):
    for kind in [":memory:", "process", "full"]:
        with store(args, kind) as options:
            slow = run_bench(args, "--pace", str(args.pace_ms), "--rooms",
                             str(args.pace_rooms), "--seconds", str(3 * args.seconds),
                             *options)
        late = slow["latency_us"]
        yield (f"| {args.pace_rooms} rooms, {args.pace_ms / 1000:g} s/move, {kind} "
               f"| {slow['server']['cpu_percent']:.1f} % of a core, "
               f"{slow['server']['us_per_move']:.0f} us/move; p50 {late['p50'] / 1000:.2f}, "
               f"p99 {late['p99'] / 1000:.2f}, max {late['max'] / 1000:.2f} ms |")


def spectators(args):
    """Measures the cost of spectators of one game."""
    for n in [0, args.spectators]:
        with store(args, "process") as options:
            game = run_bench(args, "--rooms", "1", "--spectators", str(n), "--seconds",
                             str(args.seconds), *options)
        yield (f"| one game, {n} spectators | {game['moves_per_s']:.0f} moves/s, "
               f"{game['server']['us_per_move']:.0f} us/move; p99 "
               f"{game['latency_us']['p99'] / 1000:.2f} ms |")


def cost(args):
    yield "| cost | |"
    yield "| :--- | :--- |"
    yield from empty_server(args)
    for where in IDLE:
        yield from idle_connections(args, where)
    yield from idle_connections(args, "seated", web=True)  # at most 2.5 KiB; lines 2 KiB
    yield from slow_games(args)
    yield from spectators(args)


# --- rules ------------------------------------------------------------------------------

def run_rules(args, words, said=""):
    command = pinned(1) + [os.path.join(args.build, "alea"), "rules", *words]
    start = time.perf_counter()
    run = subprocess.run(command, input=said, stdout=subprocess.PIPE, check=True, text=True)
    return run.stdout, time.perf_counter() - start


def playouts(args, game):
    """Games a second, and plies; plays as many games as take a third of a second."""
    n = 1
    while True:
        said, _ = run_rules(args, [game, "--playouts", str(n), "--seed", "1"])
        n, plies, seconds = re.match(r"(\d+) games, (\d+) plies, ([\d.]+) sec", said).groups()
        n, plies, seconds = int(n), int(plies), float(seconds)
        if seconds >= (0 if args.smoke else 0.3):
            return n / max(seconds, 1e-3), plies / max(seconds, 1e-3)
        n *= 4


def rules(args):
    yield "| rules | playouts/s | plies/s | perft | | /s |"
    yield "| :--- | ---: | ---: | ---: | ---: | ---: |"
    for game, depth in PERFT.items():
        depth = 2 if args.smoke else depth
        games_s, plies_s = playouts(args, game)
        said, seconds = run_rules(args, [game], f"perft {depth}\nquit\n")
        n = int(re.search(r"ok (\d+)", said).group(1))
        yield (f"| {game} | {games_s:.0f} | {plies_s:.0f} | {depth} | {n} "
               f"| {n / seconds:.0f} |")


# --- all of it --------------------------------------------------------------------------

def replace_section(path, lines):
    """Replaces the section of a Markdown file with the same title, or puts a new one first."""
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"(?m)^(?=## )", file.read())
    ours = "\n".join(lines) + "\n\n"
    rest = [part for part in parts[1:] if not part.startswith(lines[0] + "\n")]
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join([parts[0], ours, *rest]).rstrip("\n") + "\n")


def read_args():
    parser = argparse.ArgumentParser(description="How fast is alead, and what does it cost?")
    parser.add_argument("build", type=build_dir, help="where alea and alead are: build/release")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", default="1,50,500,2500")
    parser.add_argument("--into", help="replace the section ## Speed of this file")
    parser.add_argument("--db-dir", default="build/bench")
    parser.add_argument("--smoke", action="store_true")
    args = parser.parse_args()
    if args.seconds <= 0 or args.rounds < 1:
        parser.error("--seconds is above 0, --rounds 1 at least")
    if args.into and not os.access(args.into, os.R_OK | os.W_OK):  # checked before it takes minutes
        parser.error(f"--into: {args.into} is no file that can be written to")
    args.rooms = [int(rooms) for rooms in args.rooms.split(",")]
    args.idle_rooms, args.pace_rooms, args.pace_ms = 5000, 2500, 2000
    args.spectators = 500
    if args.smoke:
        args.seconds, args.rounds, args.rooms = 0.1, 1, [1]
        args.idle_rooms, args.pace_rooms, args.pace_ms = 2, 2, 20
        args.spectators = 2
    os.makedirs(args.db_dir, exist_ok=True)
    return args


def main():
    args = read_args()
    lines = []
    for part in (["## Speed", ""], machine(args), [""], speed(args), [""], cost(args), [""],
                 rules(args)):
        for line in part:
            print(line, flush=True)
            lines.append(line)
    if args.into:
        replace_section(args.into, lines)


if __name__ == "__main__":
    main()
