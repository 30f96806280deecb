#!/usr/bin/env python3
"""Games between players of different nodes of a cluster, while nodes are killed or paused beyond their lease, the bus
is killed, and the primary of the database is killed and a standby promoted.  In the end every game is finished,
both players have seen exactly the events in the store, once and in order, and every acknowledged move is there.
Prints how soon the games went on."""
import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import time

from cluster import Cluster
from people import Broken, Person, keep_little

from storm import GAMES, check_table  # of tests/fault

STUCK_S = 60         # a game that does not go on so long after the last fault
LEASE_S = 6
IN_FLIGHT_S = 0.1    # what is heard sooner after a kill may have been sent before
BOUND_S = {"node": 2, "pause": 10}  # a game must go on within this time
KINDS = ["node", "pause", "bus", "primary"]


class Table:
    """Two players in a room."""

    def __init__(self, number, lobby, homes):
        self.lobby, self.number = lobby, number
        self.may_freeze = True
        game, _, clocks = GAMES[number % len(GAMES)].partition(" ")
        self.game, self.time = game, clocks.removeprefix("time=")
        self.players = [Person(f"{name}{number}", home, lobby, self) for name, home in zip(("Ann", "Bob"), homes)]

    @property
    def record(self):
        return self.players[0].record

    @property
    def stage(self):
        state = self.players[0].state
        return state["stage"] if state else None

    @property
    def game_id(self):
        state = self.players[0].state
        return state.get("game_id") if state else None

    def find_seat(self, player):
        ann, bob = self.players
        if player is ann:
            more = {"time": self.time} if self.time else {}
            player.send(cmd="create", game=self.game, **more)
        elif ann.room is not None:
            bob.send(cmd="join", room=ann.room)
        else:
            asyncio.get_running_loop().call_later(0.02, lambda: bob.writer and bob.send(cmd="ping"))

    def heard(self, now):
        for fault in self.lobby.open:
            fault.heard(self, now)

    async def play(self):
        await asyncio.gather(*(player.play() for player in self.players))
        await asyncio.gather(*(ghost for player in self.players for ghost in player.ghosts if ghost.done()))
        for player in self.players:
            player.check_ghosts()
        self.keep_little()
        for fault in self.lobby.open:
            fault.forget(self)

    def keep_little(self):
        ann, bob = self.players
        for number in set(ann.events) & set(bob.events):
            if ann.events[number] != bob.events[number]:
                raise Broken(f"event {number} of {ann.room}:\n{ann.events[number]}\n{bob.events[number]}")
        with open(self.lobby.record_path(self), "w", encoding="utf-8") as file:
            json.dump(ann.record, file)
        for player in self.players:
            keep_little(player)
            player.record = {"game_id": player.record["game_id"]}

    def __str__(self):
        ann, bob = self.players
        homes = [self.lobby.nodes[player.home].name for player in (ann, bob)]
        return f"{ann.room} ({self.game}, {self.stage}, events {ann.last} and {bob.last}, players at {homes})"


class Fault:
    """What was done to the cluster, and how soon the games concerned have gone on."""

    def __init__(self, kind, tables):
        self.kind = kind
        self.at = time.monotonic()
        self.waiting = set(tables)
        self.times_s = []
        self.is_alone = True  # no other fault began before this one was over

    def heard(self, table, now):
        if table in self.waiting and now > self.at + IN_FLIGHT_S:
            self.waiting.remove(table)
            self.times_s.append(now - self.at)

    def forget(self, table):
        self.waiting.discard(table)


class Lobby:
    def __init__(self, arguments, rng, cluster):
        self.arguments, self.rng, self.cluster = arguments, rng, cluster
        self.nodes = cluster.nodes
        self.pace_s = arguments.pace
        self.tables = []    # all that there were
        self.playing = {}   # seat -> table
        self.faults = []
        self.open = []      # faults after which not all games have gone on
        self.is_over = False
        self.reconnections = self.ghost_lines = 0
        self.started = time.monotonic()

    def record_path(self, table):
        return os.path.join(self.cluster.directory, f"record-{table.number}.json")

    def say(self, text):
        if self.arguments.verbose:
            print(f"{time.monotonic() - self.started:7.2f} {text}", flush=True)

    # --- games ---

    def choose_homes(self):
        """Mostly two nodes that take players."""
        up = [i for i, node in enumerate(self.nodes) if node.takes_players] or [0]
        ann = self.rng.choice(up)
        return ann, self.rng.choice([i for i in up if i != ann] or up) if self.rng.random() < 0.75 else ann

    async def fill(self, seat):
        """Plays one game after the other."""
        while not self.is_over:
            table = self.playing[seat] = Table(len(self.tables), self, self.choose_homes())
            self.tables.append(table)
            await table.play()

    async def look(self):
        while True:
            await asyncio.sleep(0.25)
            now = time.monotonic()
            for table in self.playing.values():
                for player in table.players:
                    player.look(now)

    # --- faults ---

    async def concerned(self, node):
        """Tables whose games go on only when somebody has taken the node's place."""
        tables = [table for table in self.playing.values() if table.stage == "playing"]
        if node is None:
            return tables
        owned = await self.cluster.rooms_of(node)
        index = self.nodes.index(node)
        return [table for table in tables if owned is None or table.game_id in owned or
                any(player.home == index for player in table.players)]

    def begin(self, kind, tables):
        for fault in self.open:
            fault.is_alone = False
        fault = Fault(kind, tables)
        fault.is_alone = not self.open
        self.faults.append(fault)
        self.open.append(fault)
        self.say(f"{kind}: {len(tables)} games concerned")
        return fault

    def choose_node(self):
        return self.rng.choice([node for node in self.nodes if node.takes_players])

    async def fault_node(self):
        node = self.choose_node()
        tables = await self.concerned(node)
        self.say(f"kill {node.name}")
        self.begin("node", tables)
        await node.kill()
        await asyncio.sleep(self.rng.choice([0, 0.3, 3]))  # sometimes it is back before the others notice
        await node.start()

    async def fault_pause(self):
        node = self.choose_node()
        tables = await self.concerned(node)
        self.say(f"pause {node.name}")
        self.begin("pause", tables)
        node.pause()
        await asyncio.sleep(self.rng.choice([3, LEASE_S + 1, LEASE_S + 3]))
        node.go_on()

    async def fault_bus(self):
        tables = await self.concerned(None)
        if self.rng.random() < 0.5:
            await self.cluster.bus.kill()
            await asyncio.sleep(self.rng.choice([0, 1, 4]))
            await self.cluster.bus.start()
        else:
            self.cluster.bus.signal(signal.SIGSTOP)
            await asyncio.sleep(self.rng.choice([0.5, 4]))
            self.cluster.bus.signal(signal.SIGCONT)
        self.begin("bus", tables)  # counts from its return

    async def fault_primary(self):
        tables = await self.concerned(None)
        self.begin("primary", tables)
        await self.cluster.database.kill()
        await asyncio.sleep(self.rng.uniform(0, 2))
        await self.cluster.database.fail_over()
        await self.cluster.database.renew()

    async def settle(self):
        """Waits until all games go on."""
        until = time.monotonic() + STUCK_S
        while self.open:
            self.open = [fault for fault in self.open if fault.waiting]
            if time.monotonic() > until:
                stuck = "\n".join(str(table) for fault in self.open for table in fault.waiting)
                raise Broken(f"after {self.open[-1].kind} these games do not go on:\n{stuck}")
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
        self.is_over = True
        self.pace_s = 0

    async def run(self):
        looking = asyncio.create_task(self.look())
        seats = [asyncio.create_task(self.fill(seat)) for seat in range(self.arguments.rooms)]
        while not all(table.stage == "playing" for table in self.playing.values()) or not self.playing:
            await asyncio.sleep(0.05)
            if any(seat.done() for seat in seats):
                break
        tasks = [asyncio.create_task(self.disturb()), *seats]
        for node in self.nodes:
            tasks.append(node.guard)
        waited = {task for task in tasks if task is not None}
        while not all(task.done() for task in seats) or not tasks[0].done():
            done, _ = await asyncio.wait(waited, timeout=1, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
            waited = {tasks[0], *seats} | {node.guard for node in self.nodes if node.guard is not None}
        looking.cancel()


# --- the end ---

def check_store(arguments, lobby):
    path = os.path.join(lobby.cluster.directory, "all.db")
    subprocess.run([arguments.alea, "copy-db", lobby.cluster.database.url, path], stdout=subprocess.DEVNULL, check=True)
    with sqlite3.connect(path) as db:
        for table in lobby.tables:
            check_table(db, table)
    for table in lobby.tables:
        done = subprocess.run([arguments.alea, "verify", lobby.record_path(table)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Broken(f"{table}: {done.stdout}{done.stderr}")
    done = subprocess.run([arguments.alea, "check-db", path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Broken(f"check-db: {done.stdout}{done.stderr}")


def report(lobby):
    players = [player for table in lobby.tables for player in table.players]
    print(f"{len(lobby.tables)} games to their end, {sum(len(player.acknowledged) for player in players)} moves acknowledged, "
          f"{sum(len(player.events) for player in players)} events seen: 0 lost, 0 doubled; "
          f"{lobby.reconnections} reconnections, {lobby.ghost_lines} lines from connections that were left, "
          f"{sum(node.n_lost for node in lobby.nodes)} nodes ended because their lease was lost, "
          f"{time.monotonic() - lobby.started:.0f} s")
    print("| fault | times | alone | games concerned | p50 s | p99 s | max s |\n|---|---:|---:|---:|---:|---:|---:|")
    late = []
    for kind in KINDS:
        faults = [fault for fault in lobby.faults if fault.kind == kind]
        times = sorted(t for fault in faults if fault.is_alone for t in fault.times_s)
        if not times:
            continue
        print(f"| {kind} | {len(faults)} | {sum(fault.is_alone for fault in faults)} | {len(times)} | {statistics.median(times):.2f} "
              f"| {times[int(0.99 * (len(times) - 1))]:.2f} | {times[-1]:.2f} |")
        if times[-1] > BOUND_S.get(kind, STUCK_S):
            late.append(f"{kind}: {sum(t > BOUND_S[kind] for t in times)} of {len(times)} games went on after more than {BOUND_S[kind]} s")
    return late


async def play(arguments, lobby):
    try:
        await lobby.run()
        await lobby.cluster.stop()
    finally:
        lobby.cluster.abandon()


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
    lobby = Lobby(arguments, random.Random(seed), cluster)
    is_well = False
    try:
        await cluster.start()
        await play(arguments, lobby)
        check_store(arguments, lobby)
        print(f"cluster --seed {seed}: {len(cluster.nodes)} nodes, {arguments.rooms} rooms")
        late = report(lobby)
        is_well = not late or not arguments.bounds
        for text in late:
            print(text, file=sys.stderr)
    except (Broken, RuntimeError) as wrong:
        print(f"cluster --seed {seed}: {wrong}", file=sys.stderr)
    finally:
        cluster.remove(keep_logs=not is_well)
    return is_well


def main():
    arguments = parse()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    if arguments.single:
        arguments.pause = arguments.bus = 0
    sys.exit(0 if asyncio.run(main_async(arguments, seed)) else 1)


if __name__ == "__main__":
    main()
