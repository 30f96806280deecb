#!/usr/bin/env python3
"""Games between players of different nodes of a cluster, while nodes are killed or paused beyond their lease, the bus
is killed, and the primary of the database is killed and a standby promoted.  At the end every game must be finished,
both players must have seen exactly the events in the store, once and in order, and every acknowledged move must be there.
Prints how soon the games continued."""
import argparse
import asyncio
import os
import random
import signal
import statistics
import sys
import time

from cluster import Cluster
from lobby import Broken, Lobby, run_all

STUCK_S = 60         # a game that does not go on so long after the last fault
LEASE_S = 6
IN_FLIGHT_S = 0.1    # what is heard sooner after a kill may have been sent before
BOUND_S = {"node": 2, "pause": 10, "bus": STUCK_S, "primary": STUCK_S}  # a game must go on within this time
KINDS = list(BOUND_S)


def machine_load():
    """The number of runnable processes, and the share of the last 10 s in which one of them had to wait, in percent."""
    try:
        with open("/proc/pressure/cpu", encoding="ascii") as file:
            pressure = float(file.readline().split()[1].partition("=")[2])
    except OSError:
        pressure = None
    return os.getloadavg()[0], pressure


class Fault:
    """One fault, and how soon the affected games continued."""

    def __init__(self, kind, what, tables):
        self.kind, self.what = kind, what
        self.at = time.monotonic()
        self.waiting = set(tables)
        self.times_s = []
        self.is_alone = True  # no other fault began before this one was over
        self.load, self.pressure = machine_load()
        self.late = []        # what happened in games that went on too late

    def heard(self, table, now):
        if table in self.waiting and now > self.at + IN_FLIGHT_S:
            self.waiting.remove(table)
            self.times_s.append(now - self.at)
            if self.times_s[-1] > BOUND_S[self.kind]:
                self.late.append(f"{self.times_s[-1]:.2f} s {table}\n{table.said_since(self.at - 0.5)}")

    def forget(self, table):
        self.waiting.discard(table)

    def __str__(self):
        pressure = "" if self.pressure is None else f", somebody waited for a processor {self.pressure:.0f} % of the time"
        return f"{self.what} (load {self.load:.1f}{pressure})"


class StormyLobby(Lobby):
    def __init__(self, arguments, rng, cluster):
        super().__init__(rng, cluster, arguments.rooms, arguments.pace)
        self.arguments, self.is_verbose = arguments, arguments.verbose
        self.faults = []

    async def concerned(self, node):
        """Tables whose games continue only after another node has taken over."""
        tables = [table for table in self.playing.values() if table.stage == "playing"]
        if node is None:
            return tables
        owned = await self.cluster.rooms_of(node)
        index = self.nodes.index(node)
        return [table for table in tables if owned is None or table.game_id in owned or
                any(player.home == index for player in table.players)]

    def begin(self, kind, what, tables):
        for fault in self.open:
            fault.is_alone = False
        fault = Fault(kind, f"{what} at {time.monotonic() - self.started:.2f} s", [table for table in tables if table.stage == "playing"])
        fault.is_alone = not self.open
        self.faults.append(fault)
        self.open.append(fault)
        self.say(f"{fault}: {len(fault.waiting)} games concerned")

    def choose_node(self):
        return self.rng.choice([node for node in self.nodes if node.takes_players])

    async def fault_node(self):
        node = self.choose_node()
        pause_s = self.rng.choice([0, 0.3, 3])  # sometimes it is back before the others notice
        tables = await self.concerned(node)
        self.begin("node", f"kill {node.name} for {pause_s} s", tables)
        await node.kill()
        await asyncio.sleep(pause_s)
        await node.start()

    async def fault_pause(self):
        node = self.choose_node()
        pause_s = self.rng.choice([3, LEASE_S + 1, LEASE_S + 3])
        tables = await self.concerned(node)
        self.begin("pause", f"pause {node.name} for {pause_s} s", tables)
        node.pause()
        await asyncio.sleep(pause_s)
        node.go_on()

    async def fault_bus(self):
        tables = await self.concerned(None)
        if self.rng.random() < 0.5:
            what = "kill the bus"
            await self.cluster.bus.kill()
            await asyncio.sleep(self.rng.choice([0, 1, 4]))
            await self.cluster.bus.start()
        else:
            what = "pause the bus"
            self.cluster.bus.signal(signal.SIGSTOP)
            await asyncio.sleep(self.rng.choice([0.5, 4]))
            self.cluster.bus.signal(signal.SIGCONT)
        self.begin("bus", what, tables)  # counts from its return

    async def fault_primary(self):
        tables = await self.concerned(None)
        self.begin("primary", f"kill the primary {self.cluster.database.primary}", tables)
        await self.cluster.database.kill()
        await asyncio.sleep(self.rng.uniform(0, 2))
        await self.cluster.database.fail_over()
        await self.cluster.database.renew()

    async def settle(self):
        """Waits until all games have continued."""
        until = time.monotonic() + STUCK_S
        while self.open:
            self.open = [fault for fault in self.open if fault.waiting]
            if time.monotonic() > until:
                tables = {table for fault in self.open for table in fault.waiting}
                stuck = "".join(f"{table}\n{table.said_since(0)}" for table in tables)
                raise Broken(f"after {self.open[-1]} these games do not go on:\n{stuck}")
            await asyncio.sleep(0.02)

    async def disturb(self):
        left = {kind: getattr(self.arguments, kind) for kind in KINDS}
        while any(left.values()):
            await asyncio.sleep(self.rng.uniform(0, 2 * self.arguments.every))
            kind = self.rng.choices(KINDS, [left[kind] for kind in KINDS])[0]
            left[kind] -= 1
            work = [asyncio.create_task(getattr(self, f"fault_{kind}")())]
            other = self.rng.choices(KINDS, [left[kind] for kind in KINDS])[0] if any(left.values()) else kind
            if other != kind and self.rng.random() < self.arguments.both:  # two at once
                await asyncio.sleep(self.rng.uniform(0, 1))
                left[other] -= 1
                work.append(asyncio.create_task(getattr(self, f"fault_{other}")()))
            for task in work:
                await task
            await self.settle()


def report(lobby):
    """False: a game continued too late."""
    lobby.tell()
    print("| fault | times | alone | games concerned | p50 s | p99 s | max s | too late | load |\n"
          "|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for kind in KINDS:
        faults = [fault for fault in lobby.faults if fault.kind == kind]
        alone = [fault for fault in faults if fault.is_alone]
        times = sorted(t for fault in alone for t in fault.times_s)
        if times:
            late = sum(len(fault.late) for fault in alone)
            print(f"| {kind} | {len(faults)} | {len(alone)} | {len(times)} | {statistics.median(times):.2f} "
                  f"| {times[int(0.99 * (len(times) - 1))]:.2f} | {times[-1]:.2f} | {late} "
                  f"| {statistics.median(fault.load for fault in alone):.1f} |")
    late = [(fault, text) for fault in lobby.faults if fault.is_alone for text in fault.late]
    for fault, text in late:
        print(f"{fault}: more than {BOUND_S[fault.kind]} s: {text}", file=sys.stderr)
    return not late


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alead", default="build/release/alead")
    parser.add_argument("--alea", default="build/release/alea")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--single", action="store_true", help="one alead without --node and --bus")
    parser.add_argument("--rooms", type=int, default=60, help="at once")
    parser.add_argument("--node", type=int, default=12, help="kills of nodes")
    parser.add_argument("--pause", type=int, default=4, help="pauses of nodes, most beyond the lease")
    parser.add_argument("--bus", type=int, default=3, help="kills and pauses of the bus")
    parser.add_argument("--primary", type=int, default=3, help="kills of the primary")
    parser.add_argument("--both", type=float, default=0.2, help="how many faults begin before the last one is over")
    parser.add_argument("--every", type=float, default=0.5, help="mean pause between faults, in s")
    parser.add_argument("--pace", type=float, default=0.15, help="mean thinking time of a player, in s")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--bounds", action="store_true", help="fail if a game goes on too late")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


async def main_async(arguments, seed):
    cluster = Cluster(arguments.alead, arguments.nodes, ["--log-level", "info"], arguments.single)
    lobby = StormyLobby(arguments, random.Random(seed), cluster)

    def judge():
        print(f"cluster --seed {seed}: {len(cluster.nodes)} nodes, {arguments.rooms} rooms")
        return report(lobby) or not arguments.bounds

    return await run_all(f"cluster --seed {seed}", lobby, lobby.disturb, arguments.alea, judge)


def main():
    arguments = parse()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    if arguments.single:
        arguments.pause = arguments.bus = 0
    sys.exit(0 if asyncio.run(main_async(arguments, seed)) else 1)


if __name__ == "__main__":
    main()
