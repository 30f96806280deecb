"""Players of a cluster: each is connected to one node, and tries another one when that does not answer."""
import asyncio
import collections
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fault"))
from player import Broken, Player, canonical  # noqa: E402

QUIET_S = 1.0    # after it a player asks whether the node is still there
PATIENCE_S = 2.5  # after it they try another node
LINES_KEPT = 40   # of what was said last, shown when something is wrong
ANSWER_S = 10    # every request is answered after 5 s at most, but a fault may be under way
GHOST_S = 30     # how long the connection that they left is read


class Person(Player):
    def __init__(self, name, home, lobby, table):
        super().__init__(name, None, lobby.rng, table)
        self.lobby, self.home = lobby, home
        self.heard_at = 0.0
        self.asked = False
        self.gives_up = False  # this connection
        self.n_creates = 0    # how often a room was asked for
        self.strays = set()   # rooms that were opened and are left, see `is_stray`
        self.lines = collections.deque(maxlen=LINES_KEPT)
        self.task = None      # the conversation
        self.ghosts = []      # tasks that read connections that were left
        self.ghost_said = {}  # number -> what such a connection was told

    # --- the connection ---

    def move_on(self):
        """Chooses another node; a player does not know which nodes answer."""
        others = [i for i in range(len(self.lobby.nodes)) if i != self.home]
        self.home = self.rng.choice(others or [self.home])

    async def connect(self):
        self.heard_at, self.asked, self.known = time.monotonic(), False, False
        self.port_of = lambda: self.lobby.nodes[self.home].port
        await super().connect()
        self.note("connected to", self.lobby.nodes[self.home].name)

    def note(self, what, text):
        self.lines.append((time.monotonic(), f"{what} {text[:300]}"))

    def said_since(self, at):
        """The traffic on the connection since then, as text."""
        return "".join(f"  {self.name} {when - self.lobby.started:8.3f} {text}\n" for when, text in self.lines if when >= at)

    def send(self, **request):
        self.note(">", json.dumps(request))
        self.n_creates += request["cmd"] == "create"
        super().send(**request)

    async def read(self):
        message = await super().read()
        self.note("<", ("snapshot " if message.get("snapshot") else "") + json.dumps(message))
        self.heard_at, self.asked = time.monotonic(), False
        return message

    def look(self, now):
        """Called periodically: notices that the node does not answer."""
        if self.task is None or now - self.heard_at < QUIET_S:
            return
        if now - self.heard_at > PATIENCE_S:
            self.gives_up = True
            self.task.cancel()
        elif not self.asked and self.known and self.writer is not None:
            self.asked = True
            self.send(cmd="ping")

    def leave(self):
        """Leaves a connection that does not answer, but keeps reading it in case the node wakes up.  The last request
        there must not be carried out."""
        if self.writer is None:
            return
        state = self.state
        if self.room is not None and state is not None and state.get("moves"):
            self.send(cmd="move", move=state["moves"].split()[0], seq=self.last, id="ghost", room=self.room)
        self.ghosts.append(asyncio.create_task(self.hear_ghost(self.reader, self.writer, state and state.get("moves"))))
        self.writer = self.reader = None

    async def hear_ghost(self, reader, writer, moves):
        try:
            async with asyncio.timeout(GHOST_S):
                while (line := await reader.readline()).endswith(b"\n"):
                    if line.startswith(b"{"):  # not the greeting
                        self.hear_ghost_line(json.loads(line), moves)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.transport.abort()

    def hear_ghost_line(self, said, moves):
        self.lobby.ghost_lines += 1
        if "seq" in said and "event" in said and not said.get("snapshot") and said.get("room") == self.room:
            self.ghost_said[said["seq"]] = canonical(said)
        elif said.get("reply") == "move":
            move = moves.split()[0] if said["id"] == "ghost" else said["id"]
            self.acknowledged.append((said["seq"], move))

    # --- playing ---

    def is_stray(self, event):
        """A node can die after opening a room but before answering.  Until another node has the room, no list shows it;
        so the player opens another room, and sits in both once the first one is back."""
        room = event.get("room")
        if room in (None, self.room) or self.room is None or self.n_creates < 2:
            return False
        return room in self.strays or (event["event"] == "state" and event["stage"] == "waiting" and not all(event["seats"].values()))

    def hear_event(self, event):
        if self.is_stray(event):
            if event["room"] not in self.strays:
                self.strays.add(event["room"])
                self.send(cmd="leave", room=event["room"])
            return
        was = self.last
        try:
            super().hear_event(event)
        except ConnectionError:  # the room is shown again, and what was missed must be asked for
            if event.get("snapshot"):
                self.table.heard(time.monotonic())
            raise
        if self.last > was > 0:
            self.table.heard(time.monotonic())

    def hear_answer(self, answer):
        if answer.get("error") == "draining":
            raise ConnectionError("this node begins no games any more")
        return super().hear_answer(answer)

    def pause_s(self, message):
        return 0.1 if message.get("error") in ("storage", "unknown_room") else super().pause_s(message)

    def act(self):
        state = self.state
        is_mine = state is not None and state["stage"] == "playing" and state.get("moves")
        if not is_mine:
            super().act()
            return
        delay = self.rng.uniform(0, 2 * self.lobby.pace_s)
        asyncio.get_running_loop().call_later(delay, self.act_later, self.connections, state)

    def act_later(self, connection, state):
        """Moves after some thinking time, unless the state of the game has changed meanwhile."""
        if connection == self.connections and state is self.state and self.writer is not None:
            super().act()

    async def play(self):
        while self.record is None:
            self.gives_up = False
            self.task = asyncio.create_task(self.be_connected())
            try:
                await self.task
            except asyncio.CancelledError:
                if asyncio.current_task().cancelling() or not self.gives_up:
                    raise
                self.leave()
            except Broken as broken:
                raise Broken(f"{broken}\nIts last lines:\n{self.said_since(0)}") from None
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(self.rng.uniform(0, 0.05))
            if self.record is None:
                self.lobby.reconnections += 1
                self.move_on()
            if self.writer is not None:
                self.writer.transport.abort()
            self.writer = self.task = None

    async def be_connected(self):
        await self.connect()
        await self.converse()
        await self.go()

    async def go(self):
        """Leaves the lobby; the room closes when both players have left."""
        self.task = None  # this waits by itself
        self.send(cmd="quit", sure="sure")
        try:
            async with asyncio.timeout(ANSWER_S):
                while (line := await self.reader.readline()) and "event" in json.loads(line):
                    pass
        except TimeoutError:
            if not self.lobby.open:
                raise Broken(f"{self.name}: quit is not answered") from None

    def check_ghosts(self):
        for number, said in self.ghost_said.items():
            if number in self.events and self.events[number] != said:
                raise Broken(f"{self.name} in {self.room}: event {number} was told differently by a node that woke up:\n"
                             f"{said}\n{self.events[number]}")
            if number > self.last:
                raise Broken(f"{self.name} in {self.room}: a node that woke up told event {number}: there are {self.last}")


def keep_little(player):
    """Drops what the check of the store does not need of a finished game."""
    for number, text in player.events.items():
        event = json.loads(text)
        kept = {key: event[key] for key in ("event", "text") if key in event}
        kept["happened"] = [note for note in event.get("happened", []) if note["what"] == "move"]
        player.events[number] = json.dumps(kept, sort_keys=True)
    player.state = None
    player.ghost_said.clear()
