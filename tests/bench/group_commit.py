#!/usr/bin/env python3
"""What keeping games costs: moves answered in a second, and how soon, when an answer
survives a loss of power (full), a crash of the server (process), or nothing (:memory:).

The server commits once for each turn of its loop, for all rooms at once, so that the cost
of a commit is shared when many play.  Usage:

    tests/bench/group_commit.py BUILD-DIR [--seconds T] [--rounds N] [--rooms 1,50,500]
                                [--db-dir DIR]

The kinds take turns within a round, as other programs of the machine make one round
slower than another; told is the median of the rounds.  DIR must be on a real disk.
"""
import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

KINDS = [":memory:", "process", "full"]


def cpu_model():
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
            for line in info:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def file_system(directory):
    """Its type and device, of the longest mount point above the directory."""
    found, kind = "", "unknown"
    path = os.path.realpath(directory) + "/"
    try:
        with open("/proc/mounts", encoding="utf-8", errors="replace") as mounts:
            for line in mounts:
                device, point, type_, *_ = line.split()
                if path.startswith(point.rstrip("/") + "/") and len(point) >= len(found):
                    found, kind = point, f"{type_} on {device}"
    except OSError:
        pass
    return kind


def sync_ms(directory):
    """What the disk alone needs to keep 4 KiB: the median of 200 times."""
    times = []
    with tempfile.TemporaryFile(dir=directory) as file:
        for i in range(200):
            os.pwrite(file.fileno(), b"x" * 4096, 4096 * i)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def pinning():
    """Words before and options of alea bench: the server on one core, it on another."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2 or shutil.which("taskset") is None:
        return [], [], "not pinned to cores"
    server, generator = str(cores[0]), str(cores[1])
    return (["taskset", "-c", generator], ["--server-core", server],
            f"server on core {server}, generator on core {generator}")


def measure(args, rooms, kind):
    before, options, _ = pinning()
    command = before + [os.path.join(args.build, "alea"), "bench", "--json",
                        "--rooms", str(rooms), "--seconds", str(args.seconds)] + options
    with tempfile.TemporaryDirectory(dir=args.db_dir) as directory:
        if kind != ":memory:":
            command += ["--db", os.path.join(directory, "bench.db"), "--durability", kind]
        run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {run.returncode}")
    result = json.loads(run.stdout)
    wanted = "memory" if kind == ":memory:" else kind
    if result["durability"] != wanted:
        sys.exit(f"the server says durability {result['durability']}, not {wanted}")
    return result


def median(results, *path):
    values = []
    for result in results:
        for key in path:
            result = result[key]
        values.append(result)
    return statistics.median(values)


def print_rows(args, rooms):
    rounds = [{kind: measure(args, rooms, kind) for kind in KINDS}
              for _ in range(args.rounds)]
    for kind in KINDS:
        results = [r[kind] for r in rounds]
        # Each round is compared with itself.
        ratio = statistics.median(r[kind]["moves_per_s"] / r[":memory:"]["moves_per_s"]
                                  for r in rounds)
        seconds = median(results, "seconds")
        print(f"{rooms:5}  {kind:9} {median(results, 'moves_per_s'):8.0f}  {ratio:6.2f}"
              f" {median(results, 'latency_us', 'p50') / 1000:8.2f}"
              f" {median(results, 'latency_us', 'p99') / 1000:8.2f}"
              f" {median(results, 'latency_us', 'p99_9') / 1000:8.2f}"
              f" {median(results, 'server', 'us_per_move'):8.1f}"
              f" {100 * median(results, 'server', 'cpu_s') / seconds:6.0f} %"
              f" {100 * median(results, 'generator', 'cpu_s') / seconds:6.0f} %", flush=True)


def main():
    parser = argparse.ArgumentParser(description="What keeping games costs.")
    parser.add_argument("build", help="where alea and alead are: build/release")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", default="1,50,500")
    parser.add_argument("--db-dir", default="build/bench")
    args = parser.parse_args()
    os.makedirs(args.db_dir, exist_ok=True)

    kind = file_system(args.db_dir)
    print(f"{cpu_model()}, {os.cpu_count()} cores, {platform.system()} "
          f"{platform.release()}; {pinning()[2]}")
    print(f"{args.db_dir}: {kind}, {sync_ms(args.db_dir):.2f} ms for fdatasync of 4 KiB")
    if kind.startswith(("tmpfs", "ramfs", "overlay")):
        print("That may be no disk at all: say where one is with --db-dir.")
    print(f"royal-ur, as fast as answers come; median of {args.rounds} x {args.seconds:g} s\n")
    print("                           ratio to        answered in ms     server   server "
          "generator")
    print("rooms  durable    moves/s  :memory:     p50      p99    p99.9  us/move"
          "     cpu      cpu")
    for rooms in args.rooms.split(","):
        print_rows(args, int(rooms))
    print(f"\n{sync_ms(args.db_dir):.2f} ms for fdatasync now")


if __name__ == "__main__":
    main()
