#!/usr/bin/env python3
"""Games between pairs of players, while the server is killed with SIGKILL at random moments,
connections are cut at random bytes, or the PostgreSQL that keeps the games is killed.  In the end every game is finished, both players have seen exactly
the events in the store, once and in order, every acknowledged move is there, and every record verifies."""
import argparse
import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from player import Broken, Player  # noqa: E402
from proxy import Proxy  # noqa: E402
from server import Cluster, Server  # noqa: E402

POSTGRES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "postgres")
GAMES = ["royal-ur", "akalamdung", "ur", "stelpur", "morris", "royal-ur time=3+5"]


class Table:
    """Two players in a room."""

    def __init__(self, number, port_of, rng, may_freeze):
        self.may_freeze = may_freeze  # the store fails now and then, or the hub of a front does
        game, _, clocks = GAMES[number % len(GAMES)].partition(" ")
        self.game, self.time = game, clocks.removeprefix("time=")
        self.players = [Player(f"{name}{number}", port_of, rng, self) for name in ("Ann", "Bob")]

    def find_seat(self, player):
        ann, bob = self.players
        if player is ann:
            more = {"time": self.time} if self.time else {}
            player.send(cmd="create", game=self.game, **more)
        elif ann.room is not None:
            bob.send(cmd="join", room=ann.room)
        else:
            bob.send(cmd="ping")


def stored_events(db, game_id):
    """(number, kind, text) of the events of a game."""
    # Not from the view `log`: for each game SQLite would read all that is in it.
    part = "select seq, kind, text from {} where game = (select n from games where id = :id)"
    return list(db.execute(f"{part.format('events')} union {part.format('recent')} order by seq", {"id": game_id}))


def check_table(db, table):
    ann, bob = table.players
    for number in sorted(set(ann.events) & set(bob.events)):
        if ann.events[number] != bob.events[number]:
            raise Broken(f"event {number} of {ann.room}:\n{ann.events[number]}\n{bob.events[number]}")
    stored = stored_events(db, ann.record["game_id"])
    if not stored:
        raise Broken(f"{ann.room}: nothing is stored of {ann.record['game_id']}")
    for player in (ann, bob):
        first = min(player.events)
        numbers = [number for number, _, _ in stored if first <= number <= player.last]
        if sorted(player.events) != numbers:
            missing = sorted(set(numbers) ^ set(player.events))
            raise Broken(f"{player.name} in {player.room} was told other events than are stored: {missing}")
        for number, kind, text in stored:
            if number in player.events:
                check_event(player, number, kind, text)
        for number, move in player.acknowledged:
            if (number, "move", move) not in stored:
                raise Broken(f"{player.name}: the move {move} was acknowledged as event {number}: lost")


def check_event(player, number, kind, text):
    event = json.loads(player.events[number])
    if (kind == "say") != (event["event"] == "say"):
        raise Broken(f"{player.name}: event {number} is {kind} in the store: {event}")
    if kind == "say" and event["text"] != text:
        raise Broken(f"{player.name}: event {number}: {event['text']} is stored as {text}")
    moves = [note["move"] for note in event.get("happened", []) if note["what"] == "move"]
    if kind == "move" and moves != [text]:
        raise Broken(f"{player.name}: event {number}: {moves} is stored as {text}")


class Database:
    """A private PostgreSQL that can be killed and started again."""

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="alea-pg-")  # not below a directory that only root can enter
        self.url = ""

    def start(self):
        done = subprocess.run([POSTGRES, "start", self.directory, "fsync = off"], stdout=subprocess.PIPE, text=True, check=True)
        self.url = done.stdout.strip()

    async def kill(self):
        for command in ("kill", "again"):
            process = await asyncio.create_subprocess_exec(POSTGRES, command, self.directory)
            if await process.wait() != 0:
                raise SystemExit(f"tests/postgres {command} fails: see {self.directory}/log")

    def stop(self):
        subprocess.run([POSTGRES, "stop", self.directory], check=False)


async def kill_often(server, database, left, pause, rng, games):
    """Kills server and database in turn; left: how often each.  Returns how often it did."""
    kills = {"server": 0, "database": 0}
    while not games.done():
        choices = [what for what in kills if kills[what] < left[what]]
        if not choices:
            break
        await asyncio.sleep(rng.uniform(0, pause))
        what = rng.choice(choices)
        if what == "server":
            await server.kill()
            await server.start()
        else:
            await database.kill()
        kills[what] += 1
    return kills


async def storm(arguments, directory, rng):
    db = os.path.join(directory, "storm.db")
    database = Database() if arguments.postgres else None
    if database:
        database.start()
    try:
        return await storm_on(arguments, directory, rng, db, database)
    finally:
        if database:
            database.stop()


async def play_rounds(arguments, rng, server, database):
    await server.start()
    proxy = Proxy(server, rng, arguments.cuts, arguments.cut_bytes)
    await proxy.start()
    port_of = (lambda: proxy.port) if arguments.cuts else (lambda: server.port)
    tables, rounds = [], 0
    left = {"server": arguments.kills, "database": arguments.db_kills}
    while not rounds or any(left.values()) or proxy.cuts < arguments.cuts:
        new = [Table(len(tables) + i, port_of, rng, arguments.db_kills > 0 or arguments.fronts > 0) for i in range(arguments.rooms)]
        games = asyncio.gather(*(player.play() for table in new for player in table.players))
        kills = await kill_often(server, database, left, arguments.pause, rng, games)
        left = {what: left[what] - kills[what] for what in left}
        await games
        tables += new
        rounds += 1
    return tables, proxy.cuts


async def storm_on(arguments, directory, rng, db, database):
    store = database.url if database else db
    durability = ["--durability", arguments.durability]
    limits = [
        "--limit", "connections_per_address=10000", "--limit", "connects_per_minute=1000000",
        "--limit", "commands_burst=100000", "--limit", "stored_per_hour=1000000000", "--limit", "commands_per_s=100000", "--limit", "say_per_minute=100000",
        "--limit", "replay_events=10000", "--limit", "resume_per_minute=100000"]
    server = (Cluster(arguments.alead, store, durability, limits, arguments.fronts, directory, rng) if arguments.fronts
              else Server(arguments.alead, store, [*durability, *limits]))
    try:
        tables, cuts = await play_rounds(arguments, rng, server, database)
        await server.stop()
    finally:
        server.abandon()
    if database:  # the checks read a file
        subprocess.run([arguments.alea, "copy-db", database.url, db], stdout=subprocess.DEVNULL, check=True)
    return db, tables, cuts


def verify(arguments, directory, db_path, tables):
    for i, table in enumerate(tables):
        path = os.path.join(directory, f"{i}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(table.players[0].record, file)
        done = subprocess.run([arguments.alea, "verify", path], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Broken(f"{path}: {done.stdout}{done.stderr}")
    done = subprocess.run([arguments.alea, "check-db", db_path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Broken(f"check-db: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alead", required=True)
    parser.add_argument("--alea", required=True)
    parser.add_argument("--rooms", type=int, default=50, help="at once")
    parser.add_argument("--kills", type=int, default=0, help="of the server")
    parser.add_argument("--fronts", type=int, default=0, help="players connect to so many fronts; hub and fronts are killed")
    parser.add_argument("--postgres", action="store_true", help="keep the games in PostgreSQL")
    parser.add_argument("--db-kills", type=int, default=0, help="of that PostgreSQL")
    parser.add_argument("--pause", type=float, default=0.4, help="seconds between kills, at most")
    parser.add_argument("--cuts", type=int, default=0, help="of connections")
    parser.add_argument("--cut-bytes", type=int, default=60000, help="a connection is cut after so many, at most")
    parser.add_argument("--durability", default="process")
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    if arguments.db_kills and not arguments.postgres:
        parser.error("--db-kills needs --postgres")
    if arguments.db_kills and arguments.durability != "full":
        parser.error("--db-kills needs --durability full: otherwise a database may lose its last commits")
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    rng = random.Random(seed)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        try:
            db_path, tables, cuts = asyncio.run(storm(arguments, directory, rng))
            with sqlite3.connect(db_path) as db:
                for table in tables:
                    check_table(db, table)
            said = verify(arguments, directory, db_path, tables)
        except Broken as broken:
            raise SystemExit(f"storm --seed {seed}: {broken}") from None
    players = [player for table in tables for player in table.players]
    print(f"storm --seed {seed}: {arguments.kills} kills, {arguments.db_kills} of the database, {cuts} cuts, {len(tables)} games to their end, "
          f"{sum(len(player.events) for player in players)} events seen, "
          f"{sum(len(player.acknowledged) for player in players)} moves acknowledged, "
          f"{sum(player.connections for player in players)} connections, "
          f"{sum(player.snapshots for player in players)} snapshots, {time.monotonic() - started:.1f} s")
    print(said.split(": ", 1)[1])


if __name__ == "__main__":
    main()
