#!/usr/bin/env python3
"""A rolling upgrade: people play at the nodes of a cluster; one node after the other hands over its rooms (`drain`),
stops, and restarts as another build.  In between nodes of either build are killed, and restart as the new one.
No game may pause for more than a second, or two after a kill, and nothing may be lost.
Usage: upgrade.py --old BUILD-DIR --new BUILD-DIR"""
import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import time

from cluster import Cluster
from lobby import Broken, Lobby, run_all

BOUND_S = 1      # the longest time in which nothing happens in a game
KILLED_S = 2     # the same after a kill
STUCK_S = 60     # a game that nothing happens in for so long does not go on
DRAIN_S = 60     # how long a node may take to give its rooms away
QUIET_S = 3      # of play before the first node and after each of them


class Pauses:
    """The longest time between two events of each game."""

    def __init__(self):
        self.since = time.monotonic()
        self.last, self.longest = {}, {}

    def measure(self, table, now):
        pause = now - max(self.last.get(table, now), self.since)
        self.longest[table] = max(self.longest.get(table, 0), pause)

    def heard(self, table, now):
        self.measure(table, now)
        self.last[table] = now

    def forget(self, table):
        self.last.pop(table, None)

    def restart(self):
        """Returns the longest pauses so far, and starts measuring afresh."""
        now = time.monotonic()
        for table in self.last:
            self.measure(table, now)
        longest = sorted(self.longest.values())
        self.since, self.longest = now, {}
        return longest


async def ask(node, **request):
    """Sends an operator's request; returns the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port, limit=1 << 24)
    try:
        await reader.readline()  # the greeting
        writer.write(json.dumps(request).encode() + b"\n")
        while True:
            message = json.loads(await reader.readline())
            if "event" not in message:
                return message
    finally:
        writer.close()


class UpgradeLobby(Lobby):
    def __init__(self, arguments, rng, cluster):
        super().__init__(rng, cluster, arguments.rooms, arguments.pace)
        self.alead = os.path.join(arguments.new, "alead")
        self.is_verbose = arguments.verbose
        self.pauses = Pauses()
        self.open = [self.pauses]
        self.found = []  # what was done, the longest pauses, and how long they may be

    async def note(self, what, bound_s):
        await asyncio.sleep(QUIET_S)
        self.found.append((what, self.pauses.restart(), bound_s))
        self.say(f"{what}: longest pause {self.found[-1][1][-1]:.2f} s")

    async def upgrade(self):
        self.pauses.restart()
        await self.note("before", STUCK_S)
        for node in self.nodes:
            await self.renew(node)
            await self.fail(self.rng.choice(self.nodes))

    async def renew(self, node):
        node.is_wanted = False
        answer = await ask(node, cmd="drain")  # it gives its rooms away, and ends
        if "error" in answer:
            raise Broken(f"drain at {node.name}: {answer}")
        try:
            code = await asyncio.wait_for(node.process.wait(), DRAIN_S)
        except TimeoutError:
            raise Broken(f"{node.name} has not ended {DRAIN_S} s after drain: see {node.log}") from None
        if code != 0:
            raise Broken(f"{node.name} has ended with {code} after drain: see {node.log}")
        await self.note(f"{node.name} is drained and has ended", BOUND_S)
        node.alead = self.alead
        await node.start()
        await self.note(f"{node.name} is back", BOUND_S)

    async def fail(self, node):
        build = "new" if node.alead == self.alead else "old"
        await node.kill()
        await self.note(f"{node.name} ({build}) is killed", KILLED_S)
        node.alead = self.alead
        await node.start()
        await self.note(f"{node.name} is back", BOUND_S)


def report(arguments, lobby):
    """False: a game paused for too long."""
    path = os.path.join(arguments.old, "commit")  # of tests/cluster/build_commit
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            print(f"upgrade from {file.read().strip()}")
    lobby.tell()
    think_s = 2 * arguments.pace
    print(f"Longest pause in each game; players think for {arguments.pace} s on average, {think_s} s at most.")
    print("| | games | p50 s | max s |\n|---|---:|---:|---:|")
    for what, times, _ in lobby.found:
        print(f"| {what} | {len(times)} | {statistics.median(times):.2f} | {times[-1]:.2f} |")
    late = [(what, bound_s) for what, times, bound_s in lobby.found if times[-1] > bound_s + think_s]
    for what, bound_s in late:
        print(f"{what}: a game stood still for more than {bound_s} s", file=sys.stderr)
    return not late


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", default="build/release")
    parser.add_argument("--new", default="build/release")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=60, help="at once")
    parser.add_argument("--pace", type=float, default=0.15, help="mean thinking time of a player, in s")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


async def main_async(arguments, seed):
    cluster = Cluster(os.path.join(arguments.old, "alead"), arguments.nodes, ["--operator-local"])
    lobby = UpgradeLobby(arguments, random.Random(seed), cluster)
    return await run_all(f"upgrade --seed {seed}", lobby, lobby.upgrade, os.path.join(arguments.new, "alea"),
                         lambda: report(arguments, lobby))


def main():
    arguments = parse()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    sys.exit(0 if asyncio.run(main_async(arguments, seed)) else 1)


if __name__ == "__main__":
    main()
