"""Pairs of players at the nodes of a cluster, who play game after game, and the checks at the end."""
import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

from people import Broken, Person, keep_little

from storm import GAMES, check_table  # of tests/fault


class Table:
    """Two players in a room."""

    def __init__(self, number, lobby, homes):
        self.lobby, self.number = lobby, number
        self.may_freeze = True
        self.is_stored = True  # in the end: games in which nobody has moved are not kept
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
        self.is_stored = any(entry["what"] == "move" for entry in ann.record["log"])
        if not self.is_stored and (ann.acknowledged or bob.acknowledged):
            raise Broken(f"{self}: the record has no move, but some were acknowledged")
        with open(self.lobby.record_path(self), "w", encoding="utf-8") as file:
            json.dump(ann.record, file)
        for player in self.players:
            keep_little(player)
            player.record = {"game_id": player.record["game_id"]}

    def said_since(self, at):
        return "".join(player.said_since(at) for player in self.players)

    def __str__(self):
        ann, bob = self.players
        homes = [self.lobby.nodes[player.home].name for player in (ann, bob)]
        return f"{ann.room} ({self.game}, {self.stage}, events {ann.last} and {bob.last}, players at {homes})"


class Lobby:
    def __init__(self, rng, cluster, rooms, pace_s):
        self.rng, self.cluster, self.nodes = rng, cluster, cluster.nodes
        self.rooms, self.pace_s = rooms, pace_s
        self.tables = []    # all that there were
        self.playing = {}   # seat -> table
        self.open = []      # faults after which not all games have gone on
        self.is_over = False  # no further games begin
        self.is_verbose = False
        self.reconnections = self.ghost_lines = 0
        self.started = time.monotonic()

    def record_path(self, table):
        return os.path.join(self.cluster.directory, f"record-{table.number}.json")

    def say(self, text):
        if self.is_verbose:
            print(f"{time.monotonic() - self.started:7.2f} {text}", flush=True)

    def choose_homes(self):
        """Two nodes that accept players, mostly different ones."""
        up = [i for i, node in enumerate(self.nodes) if node.takes_players] or [0]
        ann = self.rng.choice(up)
        return ann, self.rng.choice([i for i in up if i != ann] or up) if self.rng.random() < 0.75 else ann

    async def fill(self, seat):
        """Plays game after game."""
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

    async def run(self, work):
        """Lets everybody play while `work` runs, then finishes the games."""
        seats = [asyncio.create_task(self.fill(seat)) for seat in range(self.rooms)]
        others = [asyncio.create_task(self.look()), asyncio.create_task(self.work_then_end(work))]
        while not all(task.done() for task in [*seats, others[1]]):
            guards = [node.guard for node in self.nodes if node.guard is not None and not node.guard.done()]
            done, _ = await asyncio.wait([task for task in [*seats, *others] if not task.done()] + guards, timeout=1,
                                         return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        others[0].cancel()

    async def work_then_end(self, work):
        while len(self.playing) < self.rooms or not all(table.stage == "playing" for table in self.playing.values()):
            await asyncio.sleep(0.05)
        await work()
        self.is_over = True
        self.pace_s = 0

    def tell(self):
        """The figures as text."""
        players = [player for table in self.tables for player in table.players]
        print(f"{len(self.tables)} games to their end, {sum(len(player.acknowledged) for player in players)} moves acknowledged, "
              f"{sum(len(player.events) for player in players)} events seen; "
              f"{self.reconnections} reconnections, {self.ghost_lines} lines from connections that were left, "
              f"{sum(node.n_lost for node in self.nodes)} nodes ended because their lease was lost, "
              f"{time.monotonic() - self.started:.0f} s")


async def play(lobby, work):
    """As Lobby.run; then stops the nodes."""
    try:
        await lobby.run(work)
        await lobby.cluster.stop()
    finally:
        lobby.cluster.abandon()


def check_store(alea, lobby):
    """Compares the events that the players saw with those stored."""
    path = os.path.join(lobby.cluster.directory, "all.db")
    subprocess.run([alea, "copy-db", lobby.cluster.database.url, path], stdout=subprocess.DEVNULL, check=True)
    with sqlite3.connect(path) as db:
        for table in lobby.tables:
            if table.is_stored:
                check_table(db, table)
    for table in lobby.tables:
        done = subprocess.run([alea, "verify", lobby.record_path(table)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Broken(f"{table}: {done.stdout}{done.stderr}")
    done = subprocess.run([alea, "check-db", path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Broken(f"check-db: {done.stdout}{done.stderr}")


async def run_all(what, lobby, work, alea, judge):
    """Starts a cluster, plays on it and removes it; judge() prints the figures.  Returns whether all is well."""
    is_well = False
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    try:
        await lobby.cluster.start()
        await play(lobby, work)
        is_soon = judge()
        check_store(alea, lobby)
        print("Compared with the store: 0 events lost, 0 doubled.")
        is_well = is_soon
    except (Broken, RuntimeError) as wrong:
        print(f"{what}: {wrong}", file=sys.stderr)
    finally:
        lobby.cluster.remove(keep_logs=not is_well)
    return is_well
