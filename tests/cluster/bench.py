#!/usr/bin/env python3
"""Compares nodes on one database with one alead with a file, in the same run.  Prints Markdown.  Usage:

    tests/cluster/bench.py BUILD-DIR [--seconds T] [--rounds N] [--rooms 1,50,500] [--into FILE]

The servers take turns within a round, and all run the whole time.  `here`: both players of a room are connected
to the node that has it; `elsewhere`: the second one is at another node.  Each node has its own generator."""
import argparse
import asyncio
import contextlib
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from cluster import Cluster
from database import Database

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench"))
import bench as single  # noqa: E402

KINDS = [  # name, nodes (0: one alead alone), where the second players are, standbys
    ("file, full", None, "here", 0), ("PostgreSQL, alone", 0, "here", 0), ("1 node", 1, "here", 0),
    ("2 nodes", 2, "here", 0), ("2 nodes", 2, "elsewhere", 0), ("3 nodes", 3, "here", 0), ("3 nodes", 3, "elsewhere", 0),
    ("2 nodes, a standby", 2, "here", 1), ("2 nodes, a standby", 2, "elsewhere", 1)]


class Setup:
    """A cluster, or one alead with a database."""

    def __init__(self, args, n, standbys):
        database = Database(("a", "b")[:1 + standbys], is_safe=True)
        self.cluster = Cluster(os.path.join(args.build, "alead"), n, ["--log-level", "error"], single=n == 0, database=database)
        self.database = database

    async def measure(self, args, rooms, where):
        nodes = self.cluster.nodes
        before = await self.counts()
        results = await asyncio.gather(*(
            run_bench(args, max(rooms // len(nodes), 1), node, nodes[(i + 1) % len(nodes)] if where == "elsewhere" else node)
            for i, node in enumerate(nodes[:rooms])))
        after = await self.counts()
        return join(results, {key: after[key] - before[key] for key in before})

    async def counts(self):
        said = await self.database.ask("a", "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
        counts = {"wal_bytes": int(said[0]), "postgres_s": cpu_of_children(self.first_process()),
                  "bus_msgs": 0, "bus_bytes": 0, "bus_s": 0}
        if self.cluster.bus is not None:
            bus = self.cluster.bus.counts()
            counts.update(bus_msgs=bus["in_msgs"], bus_bytes=bus["in_bytes"], bus_s=single.cpu_seconds(self.cluster.bus.process.pid))
        return counts

    def first_process(self):
        with open(os.path.join(self.database.path("a"), "data", "postmaster.pid"), encoding="ascii") as file:
            return int(file.readline())


def cpu_of_children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        pids = [pid, *map(int, file.read().split())]
    total = 0
    for process in pids:
        with contextlib.suppress(OSError):
            total += single.cpu_seconds(process)
    return total


async def run_bench(args, rooms, node, guest):
    words = [os.path.join(args.build, "alea"), "bench", "--json", "--rooms", str(rooms), "--seconds", str(args.seconds),
             "--server-pid", str(node.process.pid), *(["--guest", f"127.0.0.1:{guest.port}"] if guest is not node else []),
             f"127.0.0.1:{node.port}"]
    print(" ".join(words), file=sys.stderr)
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)
    said, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: exit status {process.returncode}")
    return json.loads(said)


def join(results, counts):
    moves = sum(result["moves"] for result in results)
    seconds = statistics.mean(result["seconds"] for result in results)
    # The servers' counters include moves before and after the measurement: bytes and CPU are those of all events.
    return {"moves_per_s": moves / seconds, "cpu_us": 1e6 * sum(result["server"]["cpu_s"] for result in results) / max(moves, 1),
            "p50": statistics.mean(result["latency_us"]["p50"] for result in results) / 1000,
            "p99": max(result["latency_us"]["p99"] for result in results) / 1000,
            **{key: value / max(moves, 1) for key, value in counts.items()}}


async def measure_file(args, rooms):
    with tempfile.TemporaryDirectory(dir=args.db_dir) as directory:
        words = [os.path.join(args.build, "alea"), "bench", "--json", "--rooms", str(rooms), "--seconds", str(args.seconds),
                 "--db", os.path.join(directory, "bench.db"), "--durability", "full"]
        return join([single.run_json(words)], {})


def median(results, key):
    return statistics.median(result.get(key, 0) for result in results)


def row(args, rooms, kind, results, base):
    name, n, where, _ = kind
    ratio = statistics.median(a["moves_per_s"] / b["moves_per_s"] for a, b in zip(results, base))
    cells = [str(rooms), name, where if n and n > 1 else "", f"{median(results, 'moves_per_s'):.0f}", f"{ratio:.2f}",
             f"{median(results, 'p50'):.2f}", f"{median(results, 'p99'):.2f}", f"{1e6 / median(results, 'cpu_us'):.0f}",
             f"{median(results, 'cpu_us'):.0f}"]
    if n is not None:
        cells += [f"{1e6 * median(results, 'postgres_s'):.0f}", f"{median(results, 'wal_bytes'):.0f}"]
    if n:
        cells += [f"{1e6 * median(results, 'bus_s'):.0f}", f"{median(results, 'bus_msgs'):.1f}", f"{median(results, 'bus_bytes'):.0f}"]
    return "|" + "|".join(cells + [""] * (14 - len(cells))) + "|"


async def speed(args, setups):
    yield f"royal-ur; every room moves as soon as it is answered; medians of {args.rounds} rounds of {args.seconds:g} s."
    yield "÷file: moves/s to those of the file.  p50, p99: ms, from sending a move to its own event."
    yield "/core: moves that one core of alead makes in a second; us: its CPU for a move (all nodes together)."
    yield "pg us: CPU of PostgreSQL; WAL: bytes that it logs; bus us: CPU of nats-server; msgs, bytes: what it"
    yield "is sent; all of them for a move, with the beginnings and ends of the games."
    yield ""
    yield "|rooms|server|second player|moves/s|÷file|p50|p99|/core|us|pg us|WAL|bus us|msgs|bytes|"
    yield "|---:|:---|:---" + "|---:" * 11 + "|"
    for rooms in args.rooms:
        results = {kind: [] for kind in args.kinds}
        for _ in range(args.rounds):
            for kind in args.kinds:
                _, n, where, standbys = kind
                results[kind].append(await measure_file(args, rooms) if n is None else
                                     await setups[n, standbys].measure(args, rooms, where))
        for kind in args.kinds:
            yield row(args, rooms, kind, results[kind], results[args.kinds[0]])


def own_commit(args, database):
    """The median time to commit one row of 100 bytes with one client, in ms; None without pgbench."""
    if shutil.which("pgbench") is None:
        return None
    where = ["-h", database.path("a"), "-U", "alea", "postgres"]
    subprocess.run(["psql", "-q", "-c", "create schema if not exists bench; create table if not exists bench.one"
                    "(n bigint generated always as identity, t text)", *where], check=True)
    with tempfile.TemporaryDirectory() as directory:
        script = os.path.join(directory, "one.sql")
        with open(script, "w", encoding="ascii") as file:
            file.write("insert into bench.one(t) values(repeat('x', 100));\n")
        subprocess.run(["pgbench", "-n", "-M", "prepared", "-c", "1", "-T", str(max(round(args.seconds), 1)), "-f", script,
                        "-l", "--log-prefix", os.path.join(directory, "log"), *where], check=True, capture_output=True)
        times = []
        for path in glob.glob(os.path.join(directory, "log*")):
            with open(path, encoding="ascii") as file:
                times += [int(line.split()[2]) for line in file]
    return statistics.median(times) / 1000


async def all_lines(args):
    setups = {}
    try:
        for _, n, _, standbys in args.kinds:
            if n is not None and (n, standbys) not in setups:
                setups[n, standbys] = Setup(args, n, standbys)
                await setups[n, standbys].cluster.start()
        yield "## Figures"
        yield ""
        for line in single.machine(args):
            yield line.replace("`make bench`", "`make bench-cluster`")
        yield ""
        async for line in speed(args, setups):
            yield line
        first = next(iter(setups.values()))
        commit = own_commit(args, first.database)
        if commit is not None:
            yield ""
            yield f"A commit of the database alone (pgbench, one client, a row of 100 bytes): p50 {commit:.2f} ms."
    finally:
        for setup in setups.values():
            setup.cluster.remove(keep_logs=False)


def read_args():
    parser = argparse.ArgumentParser(description="How fast are nodes on one database?")
    parser.add_argument("build", type=single.build_dir, help="where alea and alead are: build/release")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", default="1,50,500")
    parser.add_argument("--into", help="replace the section ## Figures of this file")
    parser.add_argument("--db-dir", default="build/bench")
    parser.add_argument("--single", action="store_true", help="without nodes")
    args = parser.parse_args()
    args.rooms = [int(rooms) for rooms in args.rooms.split(",")]
    args.kinds = [kind for kind in KINDS if not args.single or not kind[1]]
    os.makedirs(args.db_dir, exist_ok=True)
    return args


async def main_async():
    args, lines = read_args(), []
    async for line in all_lines(args):
        print(line, flush=True)
        lines.append(line)
    if args.into:
        single.replace_section(args.into, lines)


if __name__ == "__main__":
    asyncio.run(main_async())
