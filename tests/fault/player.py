"""A player in JSON mode who always reconnects, and remembers what they were sent."""
import asyncio
import json


class Broken(Exception):
    """Something was lost, came twice, or came in the wrong order."""


def canonical(event):
    """The part of an event that both players must get alike: moves go to the player to move only, and the
    time on a running clock differs."""
    told = {key: value for key, value in event.items() if key not in ("moves", "clock")}
    for seat in (told.get("seats") or {}).values():
        if seat is not None:
            seat.pop("grace_ms", None)
    return json.dumps(told, sort_keys=True)


class Player:
    def __init__(self, name, port_of, rng, table):
        self.name, self.port_of, self.rng, self.table = name, port_of, rng, table
        self.token = None
        self.room = None
        self.last = 0         # number of the last event seen
        self.events = {}      # number -> canonical event
        self.state = None     # the latest
        self.acknowledged = []  # (number, move) from replies to moves
        self.snapshots = 0
        self.connections = 0
        self.record = None
        self.reader = self.writer = None
        self.known = False    # the server has said that it knows who this connection is

    # --- the line ---

    def send(self, **request):
        if not self.writer.is_closing():  # what is lost with the connection is asked again on the next one
            self.writer.write(json.dumps(request).encode() + b"\n")

    async def read(self):
        line = await self.reader.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the line is cut")
        if not self.known and not line.startswith(b"{"):  # text mode: the server has not read the first request yet
            raise ConnectionError(line.decode().strip())
        return json.loads(line)

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port_of(), limit=1 << 24)
        self.connections += 1
        if not (await self.reader.readline()).endswith(b"\n"):
            raise ConnectionError("no greeting")
        self.known = False
        self.introduce()

    def introduce(self):
        if self.token is None:
            self.send(cmd="name", name=self.name)
        elif self.room is None:
            self.send(cmd="resume", token=self.token)
        else:
            self.send(cmd="resume", token=self.token, room=self.room, last=self.last)

    # --- messages ---

    def hear_event(self, event):
        if event["event"] == "bye":
            raise ConnectionError(event["text"])
        if event["event"] == "notice":
            return
        if self.room is None:
            self.room = event["room"]
        if event["room"] != self.room:
            raise Broken(f"{self.name}: an event of {event['room']}, he sits in {self.room}")
        if "seq" not in event:
            raise Broken(f"{self.name} sits in {self.room}, and after event {self.last} hears {event}")
        number = event["seq"]
        if event.get("snapshot"):
            self.snapshots += 1
            if number < self.last:
                raise Broken(f"{self.name}: snapshot {number} after event {self.last}")
            if self.events and number > self.last and self.table.may_freeze:
                raise ConnectionError("a room that stood still is shown as it is now: ask for what was missed")
            if self.events and number > self.last:
                raise Broken(f"{self.name}: events {self.last + 1} to {number} are not replayed")
        elif self.last not in (0, number - 1):
            raise Broken(f"{self.name} in {self.room}: event {number} after {self.last}")
        else:
            self.events[number] = canonical(json.loads(json.dumps(event)))
        self.last = number
        if event["event"] == "state":
            self.state = event

    def hear_answer(self, answer):
        """False: the command must be sent again."""
        reply, error = answer.get("reply"), answer.get("error")
        self.known = self.known or reply in ("name", "resume")
        if reply in ("name",):
            self.token = answer["token"]
        elif reply in ("create", "join"):
            self.room = self.room or answer["room"]
        elif reply == "resume" and answer.get("mine"):
            self.room = self.room or answer["mine"][0]["room"]
        elif reply == "move":
            self.acknowledged.append((answer["seq"], answer["id"]))
        elif reply == "record":
            self.record = answer["record"]
        elif error == "unknown_token":
            if self.room is not None:
                raise Broken(f"{self.name}: the token is unknown, but he sat in {self.room}")
            self.token = None
            self.send(cmd="name", name=self.name)
            return False
        elif error == "name_taken":  # already done, before the answer was lost
            self.name = f"{self.name[:10]}x{self.rng.randrange(10000)}"
            self.send(cmd="name", name=self.name)
            return False
        elif error == "interrupted":  # the hub of the front is gone: this was done, or not
            if self.room is None:
                raise ConnectionError("ask what became of it")
        elif error is not None and error not in (
                "stale", "not_your_turn", "not_playing", "already_ready", "no_opponent", "in_room",
                "room_full", "seat_taken", "unknown_room", "not_over", "illegal_move", "too_fast", "storage", "already_offered",
                "not_adjourned"):
            raise Broken(f"{self.name}: {answer}")
        return True

    # --- commands ---

    def act(self):
        state = self.state
        if not self.known:
            self.introduce()  # the store did not answer
            return
        if self.room is None:
            self.table.find_seat(self)
            return
        if state is None:
            return
        sides = [side for side, seat in state["seats"].items() if seat and seat["name"] == self.name]
        if not sides:
            raise Broken(f"{self.name} sits nowhere in {self.room}: {state}")
        own = state["seats"][sides[0]]
        offered = next((seat["offer"] for side, seat in state["seats"].items() if side != sides[0] and seat), None)
        if state["stage"] == "waiting" and all(state["seats"].values()) and not own["ready"]:
            self.send(cmd="ready", nonce=f"n{self.rng.randrange(1 << 30)}", room=self.room)
        elif state["stage"] == "playing" and offered is not None and self.rng.random() < 0.5:
            self.send(cmd=offered, room=self.room)
        elif state["stage"] == "playing" and state["turn"] == sides[0] and state.get("moves"):
            move = self.rng.choice(state["moves"].split())
            if self.rng.random() < 0.05:
                self.send(cmd="say", text=f"playing {move}", room=self.room)
            chance = self.rng.random()
            if chance < 0.04:  # an offer that the opponent may accept before their next move
                self.send(cmd="adjourn" if chance < 0.03 else "draw", room=self.room)
            self.send(cmd="move", move=move, seq=self.last, id=move, room=self.room)
        elif state["stage"] == "adjourned" and not own["ready"]:
            self.send(cmd="resume", room=self.room)
        elif state["stage"] == "over" and self.record is None:
            self.send(cmd="record", room=self.room)

    async def play(self):
        """Plays until the game is over and its record has arrived."""
        while self.record is None:
            try:
                await self.connect()
                await self.converse()
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(self.rng.uniform(0, 0.05))
            finally:
                if self.writer is not None:
                    self.writer.transport.abort()
                    self.writer = None

    def pause_s(self, _message):
        """How long to wait before a request is made again that was refused."""
        return 0.01

    async def converse(self):
        while self.record is None:
            message = await self.read()
            if "event" in message:
                self.hear_event(message)
                if message["event"] in ("say", "notice"):
                    continue
            elif not self.hear_answer(message):
                continue
            elif message.get("reply") in ("say", "ready", "move", "create", "join", "draw", "adjourn") or \
                    message.get("error") in ("stale", "not_your_turn", "already_ready"):
                continue  # the event will cause the next action
            if message.get("error") is not None or message.get("reply") == "resume":
                await asyncio.sleep(self.pause_s(message))
            if self.table.pace_s > 0:
                await asyncio.sleep(self.rng.uniform(0, self.table.pace_s))
            self.act()
