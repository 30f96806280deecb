#!/usr/bin/env python3
"""Games between pairs of players, while the server, its fronts or nodes are killed with SIGKILL at random moments, or paused,
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
from cluster import Database, make_server, strike  # noqa: E402
from player import Broken, Player  # noqa: E402
from proxy import Proxy  # noqa: E402

GAMES = ["royal-ur", "akalamdung", "ur", "stelpur", "morris", "royal-ur time=3+5"]


class Table:
    """Two players in a room."""

    def __init__(self, number, port_of, rng, arguments):
        # The store fails now and then, or the hub of a front does.
        self.may_freeze = arguments.db_kills + arguments.fronts + arguments.nodes > 0
        self.pace_s = arguments.pace
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


async def strike_often(server, database, left, pause, rng, games):
    """Lets one thing after the other happen; left: how often each.  Returns how often it did."""
    done = dict.fromkeys(left, 0)
    while not games.done():
        choices = [what for what in left if done[what] < left[what]]
        if not choices:
            break
        await asyncio.sleep(rng.uniform(0, pause))
        what = rng.choice(choices)
        await strike(what, server, database, rng)
        done[what] += 1
    return done


async def storm(arguments, directory, rng):
    db = os.path.join(directory, "storm.db")
    database = Database(arguments.standby) if arguments.postgres else None
    try:
        if database:
            await database.start()
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
    left = {"kill": arguments.kills, "pause": arguments.pauses, "stall": arguments.stalls, "pair": arguments.pairs, "database": arguments.db_kills}
    while not rounds or any(left.values()) or proxy.cuts < arguments.cuts:
        new = [Table(len(tables) + i, port_of, rng, arguments) for i in range(arguments.rooms)]
        games = asyncio.gather(*(player.play() for table in new for player in table.players))
        done = await strike_often(server, database, left, arguments.pause, rng, games)
        left = {what: left[what] - done[what] for what in left}
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
    server = make_server(arguments, store, [*durability, *limits], directory, rng)
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
    parser.add_argument("--kills", type=int, default=0, help="of the server, a hub, a front or a node")
    parser.add_argument("--fronts", type=int, default=0, help="players connect to so many fronts")
    parser.add_argument("--nodes", type=int, default=0, help="players connect to so many nodes")
    parser.add_argument("--pauses", type=int, default=0, help="stop one of them for up to 12 s")
    parser.add_argument("--stalls", type=int, default=0, help="stop the trunks of fronts for up to 12 s, and cut some")
    parser.add_argument("--pairs", type=int, default=0, help="kill two of them at once, or pause one")
    parser.add_argument("--old-alead", help="what hub and fronts are at first")
    parser.add_argument("--postgres", action="store_true", help="keep the games in PostgreSQL")
    parser.add_argument("--standby", action="store_true", help="which has a standby, that takes its place when it is killed")
    parser.add_argument("--db-kills", type=int, default=0, help="of that PostgreSQL")
    parser.add_argument("--pause", type=float, default=0.4, help="seconds between two of these, at most")
    parser.add_argument("--pace", type=float, default=0, help="seconds that a player thinks, at most")
    parser.add_argument("--cuts", type=int, default=0, help="of connections")
    parser.add_argument("--cut-bytes", type=int, default=60000, help="a connection is cut after so many, at most")
    parser.add_argument("--durability", default="process")
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    if (arguments.db_kills or arguments.nodes or arguments.standby) and not arguments.postgres:
        parser.error("--db-kills, --nodes and --standby need --postgres")
    if arguments.stalls and not arguments.fronts or arguments.pairs and not (arguments.fronts or arguments.nodes):
        parser.error("--stalls needs --fronts, --pairs needs --fronts or --nodes")
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
    print(f"storm --seed {seed}: {arguments.kills} kills, {arguments.db_kills} of the database, {arguments.pauses} pauses, "
          f"{arguments.stalls} stalls, {arguments.pairs} pairs, {cuts} cuts, {len(tables)} games to their end, "
          f"{sum(len(player.events) for player in players)} events seen, "
          f"{sum(len(player.acknowledged) for player in players)} moves acknowledged, "
          f"{sum(player.connections for player in players)} connections, "
          f"{sum(player.snapshots for player in players)} snapshots, {time.monotonic() - started:.1f} s")
    print(said.split(": ", 1)[1])


if __name__ == "__main__":
    main()
