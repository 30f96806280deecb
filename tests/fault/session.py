"""What players, spectators, telnet users, accounts, Prometheus and alea find do with a server while its
calls fail.  A client that was cut off stays away; every other one must be answered."""
import json
import os
import signal
import socket
import ssl
import time

from facts import Facts
from wrong import Wrong

LIMIT_S = 60  # timeout for an answer; much, for slow machines
QUIET_S = 0.3  # the same while the server cannot accept connections


class Visitor:
    """A connection in JSON mode.  Once the server has closed it, every answer is None."""

    def __init__(self, session, port, name, tls=False):
        self.name, self.state, self.n, self.unread = name, None, 0, b""
        self.session, self.is_open, self.errors = session, False, []
        self.was_cut = True  # unless we close it
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), LIMIT_S)
            if tls:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                self.socket = context.wrap_socket(self.socket, do_handshake_on_connect=False)
                session.patiently(self.socket, self.socket.do_handshake, name)
            self.is_open = True
        except (ConnectionError, ssl.SSLError, OSError) as why:
            if isinstance(why, TimeoutError):
                raise Wrong(f"{name}: the connection is not taken") from None
        self.hear_line()  # the greeting
        session.visitors.append(self)

    def close(self, was_cut=False):
        if self.is_open:
            self.socket.close()
            self.was_cut = was_cut
        self.is_open = False

    def send_line(self, line):
        try:
            if self.is_open:
                self.socket.sendall(line.encode() + b"\n")
        except (OSError, ssl.SSLError):
            self.close(was_cut=True)

    def hear_line(self):
        """None: it is closed."""
        while self.is_open:
            line, end, rest = self.unread.partition(b"\n")
            if end:
                self.unread = rest
                return line.decode()
            try:
                chunk = self.session.hear(self.socket, self.name)
            except (OSError, ssl.SSLError):
                chunk = b""
            self.unread += chunk
            if chunk == b"":
                self.close(was_cut=True)
        return None

    def hear(self):
        line = self.hear_line()
        if line is None:
            return None
        try:
            message = json.loads(line)
        except ValueError:
            raise Wrong(f"{self.name} was told half of something: {line!r}") from None
        if message.get("event") == "state":
            self.state = message
            self.session.facts.hear(message)
        return message

    def ask(self, **request):
        """The answer; None: it is closed."""
        self.n += 1
        self.send_line(json.dumps({**request, "id": f"q{self.n}"}))
        while (message := self.hear()) is not None:
            if message.get("id") == f"q{self.n}" and ("reply" in message or "error" in message):
                if "error" in message:
                    self.errors.append((request["cmd"], message["error"]))
                    if message["error"] == "storage" and self.session.ends_refused:
                        raise Refused
                return message
        return None

    def must(self, **request):
        answer = self.ask(**request)
        if answer is None or "error" in answer:
            raise Wrong(f"{self.name}: {request}: {answer}")
        return answer

    def await_state(self, room, seq):
        while self.is_open and (self.state is None or self.state["room"] != room or self.state["seq"] < seq):
            self.hear()


class Refused(Exception):
    """The disk has failed, and a client was told."""


class Session:
    """heal, may be None: called once when nothing arrives, because the server cannot accept connections;
    then it must arrive.  ends_refused: raise Refused when a client is told that the disk has failed."""

    def __init__(self, server, known, heal=None, ends_refused=False):
        self.server, self.known, self.heal, self.ends_refused = server, known, heal, ends_refused
        self.visitors = []
        self.record = None  # of a finished game
        self.facts = Facts(known.get("moves", ()), known.get("accounts", ()))

    def hear(self, line, name):
        """Bytes from a socket."""
        return self.patiently(line, lambda: line.recv(65536), name)

    def patiently(self, line, run, name):
        """What `run` returns, which waits for the other end of a socket."""
        try:
            line.settimeout(QUIET_S if self.heal else LIMIT_S)
            return run()
        except TimeoutError:
            if self.heal is None:
                raise Wrong(f"{name} hears nothing any more") from None
        for visitor in self.visitors:  # connected clients are not affected
            if visitor.is_open and visitor.socket is not line and self.heal:
                heal, self.heal = self.heal, None
                visitor.ask(cmd="ping")
                self.heal = heal
        heal, self.heal = self.heal, None
        heal()
        return self.patiently(line, run, name)

    def visit(self, name, **more):
        visitor = Visitor(self, self.server.tls_port if more.get("tls") else self.server.port, name, **more)
        if visitor.is_open:
            visitor.ask(cmd="name", name=name)
        return visitor

    def come_back(self, name):
        visitor = Visitor(self, self.server.port, name)
        if visitor.is_open:
            answer = visitor.ask(cmd="resume", token=self.known["token"][name], room=self.known["room"], last=0)
            if answer is not None and "error" not in answer:
                visitor.ask(cmd="board", room=self.known["room"])
        return visitor

    # --- games ---

    def move(self, players, room):
        """Makes one move, whoever's turn it is.  True: it was acknowledged, and both were sent the event."""
        for player in players:
            state = player.state
            if not player.is_open or state is None or state["room"] != room or not state.get("moves"):
                continue
            move = state["moves"].split()[0]
            answer = player.ask(cmd="move", room=room, move=move, seq=state["seq"])
            self.facts.hear_move(state["game_id"], move, answer)
            if answer is None or "error" in answer:
                return False
            for other in players:
                other.await_state(room, answer["seq"])
            return True
        return False

    def play(self, players, room, n):
        return sum(self.move(players, room) for _ in range(n))

    def begin(self, white, black, game):
        """The room; None: it could not be set up."""
        answer = white.ask(cmd="create", game=game)
        room = answer.get("room") if answer else None
        if room is None or "error" in (black.ask(cmd="join", room=room) or {"error": 1}):
            return room
        white.ask(cmd="ready", room=room, nonce="w")
        answer = black.ask(cmd="ready", room=room, nonce="b")
        if answer is not None and "error" not in answer and white.is_open:
            while white.is_open and white.state is not None and white.state["stage"] in ("waiting", "opening"):
                white.hear()
            while black.is_open and black.state is not None and black.state["stage"] in ("waiting", "opening"):
                black.hear()
        return room

    # --- actions ---

    def run(self):
        self.players = [self.come_back("Ann"), self.come_back("Bob")]
        ann, bob = self.players
        room = self.known["room"]
        cid = self.visit("Cid")
        cid.ask(cmd="watch", room=room)
        self.play(self.players, room, 4)
        self.telnet()
        eve = self.visit("Ida")
        eve.ask(cmd="login", name="Eve", password="12345678")
        for command in ("hello", "who", "rooms", "games", "dice", "rating", "profile", "mine", "bans", "nonsense"):
            eve.ask(cmd=command)
        self.new_game()
        ann.ask(cmd="say", room=room, text="well played")
        self.accounts()
        self.tls()
        self.scrape()
        self.find()
        self.server.process.send_signal(signal.SIGHUP)
        cid.ask(cmd="unwatch", room=room)
        bob.close()
        self.players[1] = self.come_back("Bob")
        self.play(self.players, room, 2)

    def new_game(self):
        gus, hal = self.visit("Gus"), self.visit("Hal")
        gus.ask(cmd="seek", game="royal-ur")
        gus.ask(cmd="unseek")
        room = self.begin(gus, hal, "tablut")
        if room is not None:
            self.play([gus, hal], room, 2)
            gus.ask(cmd="draw", room=room)
            hal.ask(cmd="resign", room=room)
            self.record = (hal.ask(cmd="record", room=room) or {}).get("record")
            hal.ask(cmd="leave", room=room)
        gus.ask(cmd="quit")
        gus.close()

    def telnet(self):
        dan = Visitor(self, self.server.port, "Dan")
        for i, line in enumerate(("name Dan", "help", "rooms", f"watch {self.known['room']}", "ping")):
            dan.send_line(f"#{i} {line}")
        while (line := dan.hear_line()) is not None and "#4" not in line:
            pass
        dan.close()

    def accounts(self):
        kim = self.visit("Kim")
        self.facts.hear_account("Kim", kim.ask(cmd="register", password="abcdefgh"), True)
        lee = self.visit("Lee")
        self.facts.hear_account("Lee", lee.ask(cmd="register", password="abcdefgh"), True)
        self.facts.hear_account("Lee", lee.ask(cmd="forget-me", password="abcdefgh"), False)

    def tls(self):
        if self.server.tls_port is not None:
            tom = self.visit("Tom", tls=True)
            tom.ask(cmd="hello")
            tom.close()

    def scrape(self):
        try:
            with socket.create_connection(("127.0.0.1", self.server.metrics_port), LIMIT_S) as line:
                line.sendall(b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                text = b""
                while chunk := self.hear(line, "Prometheus"):
                    text += chunk
        except OSError:
            return
        head, _, body = text.partition(b"\r\n\r\n")
        length = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        if length and text.startswith(b"HTTP/1.1 200") and len(body) == int(length[0]) and b"alea_rooms " not in body:
            raise Wrong(f"Prometheus was told half of it: {body!r}")

    def find(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.settimeout(0.1)
            line.sendto(b"alea-find/1 b5tq3wkzr4yhn2ce".ljust(256), ("127.0.0.1", self.server.port))
            try:
                answer = line.recv(512)
            except OSError:
                return  # datagrams may be lost
        if not answer.startswith(b"alea-here/1 b5tq3wkzr4yhn2ce ") or not answer.endswith(b"\n"):
            raise Wrong(f"who looks for servers was told {answer!r}")

    # --- afterwards ---

    def check_health(self):
        """Nothing fails any more: connected clients go on, and others can connect."""
        for visitor in self.visitors:
            if visitor.is_open and visitor.name != "Dan":
                answer = visitor.ask(cmd="ping")
                if answer is not None and "error" in answer:
                    raise Wrong(f"{visitor.name}: ping: {answer}")
        new = self.visit(f"New{os.getpid()}x")
        new.must(cmd="ping")
        room = self.known["room"]
        deadline = time.monotonic() + LIMIT_S
        while not self.are_back() or not self.goes_on(room):
            if time.monotonic() > deadline:
                raise Wrong(f"the game does not go on: {[player.errors[-3:] for player in self.players]}")
            time.sleep(0.05)

    def are_back(self):
        """Tries to bring both players back: while a store has not yet recovered, nobody can."""
        for i, name in enumerate(("Ann", "Bob")):
            if not self.players[i].is_open or self.players[i].state is None:
                self.players[i] = self.come_back(name)
        return all(player.is_open and player.state is not None for player in self.players)

    def goes_on(self, room):
        for player in self.players:
            answer = player.ask(cmd="board", room=room)
            if answer is None:
                raise Wrong(f"{player.name} is cut off though nothing fails any more")
            if "error" in answer and answer["error"] != "storage":
                raise Wrong(f"{player.name}: board: {answer}")
        return self.move(self.players, room)
