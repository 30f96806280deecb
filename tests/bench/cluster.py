#!/usr/bin/env python3
"""What fronts and nodes cost, and how soon another node serves.  Prints Markdown.  Usage:

    tests/bench/cluster.py BUILD-DIR [--rooms 500,2500] [--seconds 5] [--rounds 3] [--drain-rooms 2500] [--kills 10]

CPU: of a hub for each move, and of its two fronts together, next to that of a server alone, which takes
turns with them.  Then three nodes on a private PostgreSQL: how long nobody is answered after `drain`, and
how soon the next event comes in each of 60 rooms after kill -9 of the hub, to players at other nodes."""
import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fault"))
from cluster import Database, Victim  # noqa: E402
from player import Player  # noqa: E402
from programs import build_dir  # noqa: E402

HIGH = [word for limit in (
    "connections=12000", "connections_per_address=12000", "connects_per_minute=10000000", "rooms=20000",
    "rooms_per_address=20000", "commands_per_s=100000", "commands_burst=100000", "stored_per_hour=1000000000")
    for word in ("--limit", limit)]
ROOMS = 60  # when the hub is killed
PACE_S = 0.2


def cpu_seconds(pid):
    return time.clock_gettime((~pid << 3) | 2)  # CPUCLOCK_SCHED, as clock_getcpuclockid


# --- CPU --------------------------------------------------------------------------------

@contextlib.contextmanager
def alead(args, *words):
    """Starts one.  Returns its process, and where it listens."""
    read, write = os.pipe()
    with subprocess.Popen([os.path.join(args.build, "alead"), *words, *HIGH, "--no-discovery", "--log-level", "error",
                           "--ready-fd", str(write)], pass_fds=[write]) as process:
        os.close(write)
        with os.fdopen(read) as ready:
            at = ready.readline().split()[-1]
        try:
            yield process, at
        finally:
            process.terminate()


def bench(args, rooms, pid, at):
    run = subprocess.run([os.path.join(args.build, "alea"), "bench", "--json", "--rooms", str(rooms), "--seconds",
                          str(args.seconds), "--server-pid", str(pid), at], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def measure_cpu(args, rooms):
    """us for a move: of a server alone, of a hub, of its fronts."""
    with tempfile.TemporaryDirectory() as directory:
        store = ["--durability", "process", "--listen", "127.0.0.1:0", "--db"]
        with alead(args, *store, os.path.join(directory, "alone.db")) as (server, at):
            alone = bench(args, rooms, server.pid, at)["server"]["us_per_move"]
        trunk = os.path.join(directory, "hub")
        with alead(args, *store, os.path.join(directory, "hub.db"), "--trunk-listen", trunk) as (hub, _), \
                alead(args, "--front", trunk, "--listen", "127.0.0.1:0") as (front, at), \
                alead(args, "--front", trunk, "--listen", at) as (other, _):
            hub_us = bench(args, rooms, hub.pid, at)["server"]["us_per_move"]
            fronts = cpu_seconds(front.pid) + cpu_seconds(other.pid)
            return alone, hub_us, hub_us * fronts / cpu_seconds(hub.pid)


def cpu(args):
    yield "| rooms | alone, us a move | hub | both fronts | hub ÷ alone | fronts ÷ alone |"
    yield "|---:" * 6 + "|"
    for rooms in args.rooms:
        rounds = [measure_cpu(args, rooms) for _ in range(args.rounds)]
        alone, hub, fronts = (statistics.median(column) for column in zip(*rounds))
        yield (f"| {rooms} | {alone:.1f} | {hub:.1f} | {fronts:.1f} | {statistics.median(h / a for a, h, _ in rounds):.2f} "
               f"| {statistics.median(f / a for a, _, f in rounds):.2f} |")


# --- nodes ------------------------------------------------------------------------------

def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Nodes:
    """Three of them; the first one is the hub."""

    def __init__(self, args):
        self.args = args
        self.database = Database(False)
        self.metrics = [free_port() for _ in range(3)]
        self.nodes = [Victim([os.path.join(args.build, "alead")], self.database.url, [
            "--node", f"n{i}", "--trunk-listen", "127.0.0.1:0", "--operator-local", "--no-discovery", "--durability", "full",
            "--hub-metrics-listen", f"127.0.0.1:{metrics}", *HIGH], random) for i, metrics in enumerate(self.metrics)]

    async def __aenter__(self):
        await self.database.start()
        for i, node in enumerate(self.nodes):
            await node.start()
            while i == 0 and self.hub() is None:
                await asyncio.sleep(0.1)
        return self

    async def __aexit__(self, *_):
        for node in self.nodes:
            node.abandon()
        await asyncio.sleep(1)  # their hubs see that
        self.database.stop()

    def metric(self, i, name):
        """None: this node is not the hub."""
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.metrics[i]}/metrics") as page:
            return next(float(line.split()[1]) for line in page.read().decode().splitlines() if line.startswith(name + " "))
        return None

    def hub(self):
        return next((i for i in range(3) if self.metric(i, "alea_trunks") is not None), None)


async def drain(args):
    """ms in which no question is answered."""
    async with Nodes(args) as nodes:
        hub = nodes.hub()
        at = f"127.0.0.1:{nodes.nodes[(hub + 1) % 3].port}"
        players = subprocess.Popen(  # pylint: disable=consider-using-with
            [os.path.join(args.build, "alea"), "bench", "--idle=playing", "--rooms", str(args.drain_rooms), "--seconds", "600", at],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while nodes.metric(hub, "alea_games_running") < args.drain_rooms:
            await asyncio.sleep(0.2)
        reader, writer = await asyncio.open_connection("127.0.0.1", nodes.nodes[(hub + 2) % 3].port)
        writer.write(b'{"cmd":"drain"}\n')
        longest, before = 0, time.monotonic()
        end = before + 5
        while before < end:
            writer.write(b'{"cmd":"ping"}\n')
            while not re.search(rb'"(ping|interrupted)"', await reader.readline()):
                pass
            longest, before = max(longest, time.monotonic() - before), time.monotonic()
            await asyncio.sleep(0.01)
        players.kill()
        players.wait()
        if nodes.hub() == hub:
            sys.exit("drain did not hand over")
        return 1000 * longest


class Timed(Player):
    """Notes how long after the kill of the hub its first new event comes."""

    killed_s = after_s = None
    n_lost = 0  # connections

    async def read(self):
        try:
            message = await super().read()
        except OSError:
            self.n_lost += 1
            raise
        self.n_lost += message.get("event") == "bye"
        return message

    def hear_event(self, event):
        if self.killed_s is not None and self.after_s is None and event.get("seq", 0) > self.last:
            self.after_s = time.monotonic() - self.killed_s
        super().hear_event(event)


class Room:
    """Two players at a front."""

    def __init__(self, number, port):
        self.pace_s, self.may_freeze = PACE_S, True
        self.players = [Timed(f"{name}{number}", lambda: port, random, self) for name in ("Ann", "Bob")]

    def find_seat(self, player):
        ann, bob = self.players
        if player is ann:
            player.send(cmd="create", game="royal-ur")
        elif ann.room is not None:
            bob.send(cmd="join", room=ann.room)
        else:
            bob.send(cmd="ping")


async def kill_one(nodes):
    """Returns the seconds until the next event of each player, and how many connections others ended."""
    node = nodes.nodes[nodes.hub()]
    ports = [other.port for other in nodes.nodes if other is not node]
    players = [player for i in range(ROOMS) for player in Room(i, ports[i % 2]).players]
    games = [asyncio.ensure_future(player.play()) for player in players]
    await asyncio.sleep(6)
    playing = [player for player in players if player.state is not None and player.state["stage"] == "playing"]
    pid = node.process.pid
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        hub = int(children.read())
    for number in (hub, pid):
        os.kill(number, signal.SIGKILL)
    for player in playing:
        player.killed_s = time.monotonic()
    await asyncio.sleep(8)
    lost = sum(player.n_lost for player in players)
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    await node.process.wait()
    await node.start()
    await asyncio.sleep(2)
    return [player.after_s for player in playing if player.after_s is not None], lost


async def kill(args):
    async with Nodes(args) as nodes:
        results = [await kill_one(nodes) for _ in range(args.kills)]
    return [s for after, _ in results for s in after], sum(lost for _, lost in results)


def main():
    parser = argparse.ArgumentParser(description="What do fronts and nodes cost?")
    parser.add_argument("build", type=build_dir, help="where alea and alead are: build/release")
    parser.add_argument("--rooms", type=lambda text: [int(word) for word in text.split(",")], default=[500, 2500])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--drain-rooms", type=int, default=2500)
    parser.add_argument("--kills", type=int, default=10)
    args = parser.parse_args()
    for line in cpu(args):
        print(line, flush=True)
    print(f"\n- `drain` with {args.drain_rooms} rooms: nobody is answered for {asyncio.run(drain(args)):.0f} ms", flush=True)
    after, lost = asyncio.run(kill(args))
    print(f"- kill -9 of the hub {args.kills} times, {ROOMS} rooms: next event after {statistics.median(after):.2f} s (p50), "
          f"{max(after):.2f} s (max), of {len(after)}; {lost} connections lost")


if __name__ == "__main__":
    main()
