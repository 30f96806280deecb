"""The attackers of attack.py: each is a generator that takes a server and counters, and does a little of
its work at each step."""
import contextlib
import json
import os
import random
import selectors
import socket
import ssl
import time

EVIL = "127.0.0.66"
PING = b'{"cmd":"ping"}\n'
PASSWORD = "12345678"


class Got(dict):
    """Counters of the attacker's answers."""

    def count(self, what, n=1):
        self[what] = self.get(what, 0) + n


def dial(port, timeout=None):
    peer = socket.socket()
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    peer.bind((EVIL, 0))
    peer.settimeout(timeout or 2)
    peer.connect(("127.0.0.1", port))
    return peer


def dial_ok(port, got):
    """None: it was refused before the greeting."""
    try:
        peer = dial(port)
    except OSError:
        got.count("not connected")
        return None
    got.count("connected")
    return peer


class Crowd:
    """Connections that send blocks of bytes as fast as the server takes them."""

    def __init__(self, server, got, n, first, block, reads=True, port=None):
        self.server, self.got, self.n = server, got, n
        self.first, self.block, self.reads = first, block, reads
        self.port = port or server.plain
        self.selector = selectors.DefaultSelector()
        self.open = 0
        self.next_dial = 0

    def enter(self):
        peer = dial_ok(self.port, self.got)
        if peer is None:
            return
        peer.setblocking(False)
        begin = self.first() if callable(self.first) else self.first
        self.open += 1
        mask = selectors.EVENT_WRITE | (selectors.EVENT_READ if self.reads else 0)
        self.selector.register(peer, mask, bytearray(begin))

    def leave(self, peer):
        self.selector.unregister(peer)
        peer.close()
        self.open -= 1

    def read(self, peer):
        data = peer.recv(1 << 18)
        self.got.count("answers", data.count(b"\n"))
        self.got.count("too_fast", data.count(b"too_fast"))
        if not data or data.startswith(b"- ") or b"The connection is closed" in data or b'"event":"bye"' in data:
            self.got.count("ended")
            self.leave(peer)
            return False
        return True

    def serve(self, key, mask):
        peer, left = key.fileobj, key.data
        try:
            if mask & selectors.EVENT_READ and not self.read(peer):
                return
            if mask & selectors.EVENT_WRITE:
                if not left:
                    left += self.block() if callable(self.block) else self.block
                sent = peer.send(left)
                del left[:sent]
        except BlockingIOError:
            pass
        except OSError:
            self.got.count("ended")
            self.leave(peer)

    def step(self):
        if self.open < self.n and time.monotonic() > self.next_dial:
            self.enter()
            if self.got.get("ended", 0) > 2 * self.n:
                self.next_dial = time.monotonic() + 0.001
        for key, mask in self.selector.select(0.01):
            self.serve(key, mask)


def flood(block, n=64, first=b"", reads=True, port=None):
    def attack(server, got):
        crowd = Crowd(server, got, n, first, block, reads, getattr(server, port) if port else None)
        while True:
            crowd.step()
            yield
    return attack


def new_name():
    return "x%09d" % random.randrange(10 ** 9)


def name_line():
    return b'{"cmd":"name","name":"%s"}\n' % new_name().encode()


def spin(_server, _got):
    """Loads the attackers' core, not the server, for comparison."""
    while True:
        sum(range(2000))
        yield


def connects(server, got):
    while True:
        peer = dial_ok(server.plain, got)
        if peer is not None:
            peer.close()
        yield


def held(server, got):
    kept = []
    while True:
        peer = dial_ok(server.plain, got)
        kept.append(peer)
        if len(kept) > 500:
            old = kept.pop(0)
            if old is not None:
                old.close()
        yield


def handshakes(server, got):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    while True:
        peer = dial_ok(server.tls, got)
        try:
            if peer is not None:
                context.wrap_socket(peer).close()
                got.count("handshakes")
        except OSError:
            got.count("ended")
        yield


def half_closed(server, got):
    while True:
        peer = dial_ok(server.plain, got)
        if peer is not None:
            with contextlib.suppress(OSError):
                peer.send(PING * 20)
                peer.shutdown(socket.SHUT_WR)
                got.count("answers", peer.recv(65536).count(b"\n"))
            peer.close()
        yield


def reconnects(server, got):
    """A client with a seat that reconnects all the time."""
    token = None
    while True:
        peer = dial_ok(server.plain, got)
        if peer is not None:
            with contextlib.suppress(OSError, ValueError):
                lines = peer.makefile("rb")
                lines.readline()
                if token is None:
                    peer.send(name_line())
                    token = json.loads(lines.readline())["token"]
                    peer.send(b'{"cmd":"create","game":"royal-ur"}\n')
                else:
                    peer.send(b'{"cmd":"resume","token":"%s"}\n' % token.encode())
                got.count("too_fast" if b"too_fast" in lines.readline() else "answers")
            peer.close()
        yield


def logins(server, got):
    peer = dial(server.plain)
    lines = peer.makefile("rb")
    name = new_name()
    for line in ('{"cmd":"name","name":"%s"}', '{"cmd":"register","password":"' + PASSWORD + '"}'):
        lines.readline()
        peer.send((line.replace("%s", name) + "\n").encode())
    lines.readline()
    tries = [b'{"cmd":"login","name":"%s","password":"%s"}\n' % (name.encode(), word)
             for word in (PASSWORD.encode(), b"not this one")]
    yield from flood(lambda: random.choice(tries))(server, got)


def watch(server, got):
    """As many spectators as possible in the rooms of the players."""
    peer = dial(server.plain)
    peer.send(b'{"cmd":"mode","mode":"json"}\n{"cmd":"rooms"}\n')
    rows = []
    for line in peer.makefile("rb"):
        if line.startswith(b'{"reply":"rooms"'):
            rows = json.loads(line)["rooms"]
            break
    lines = b"".join(b'{"cmd":"watch","room":"%s"}\n' % row["room"].encode() for row in rows[:8])
    yield from flood(lambda: lines if random.random() < 0.01 else PING, first=lambda: name_line() + lines)(server, got)


class Bot:
    """One of a pair that plays as fast as it is answered."""

    def __init__(self, server, got):
        self.got, self.later, self.buffer = got, 0, b""
        self.peer = dial(server.plain)
        self.peer.send(name_line())
        self.lines = self.peer.makefile("rb")
        self.lines.readline()
        self.lines.readline()

    def ask(self, line):
        self.peer.send(line)
        return json.loads(self.lines.readline())

    def hear(self, message):
        if message.get("error") == "too_fast":
            self.got.count("too_fast")
            self.later = time.monotonic() + message["retry_after_ms"] / 1000
        elif message.get("event") == "state" and message["stage"] == "over":
            self.peer.send(b'{"cmd":"rematch"}\n')
        elif message.get("event") == "state" and message["stage"] == "waiting":
            self.peer.send(b'{"cmd":"ready"}\n')
        elif message.get("event") == "state" and message.get("moves"):
            self.got.count("moves")
            self.peer.send(b'{"cmd":"move","move":"1"}\n')

    def step(self):
        if self.later and time.monotonic() > self.later:
            self.later = 0
            self.peer.send(b'{"cmd":"move","move":"1"}\n')
        with contextlib.suppress(BlockingIOError):
            self.buffer += self.peer.recv(1 << 16)
        *lines, self.buffer = self.buffer.split(b"\n")
        for line in lines:
            self.hear(json.loads(line))


def bots(server, got):
    pairs = []
    for _ in range(16):
        ann, bob = Bot(server, got), Bot(server, got)
        room = ann.ask(b'{"cmd":"create","game":"royal-ur"}\n')["room"].encode()
        bob.ask(b'{"cmd":"join","room":"%s"}\n' % room)
        for bot in (ann, bob):
            bot.peer.send(b'{"cmd":"ready"}\n')
            bot.peer.setblocking(False)
        pairs += [ann, bob]
    while True:
        for bot in pairs:
            bot.step()
        yield


def discovery(server, got):
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind((EVIL, 0))
    query = b"alea-find/1 b5tq3wkzr4yhn2ce".ljust(256)
    while True:
        for _ in range(20):
            with contextlib.suppress(OSError):
                udp.sendto(query, ("127.0.0.1", server.plain))
            with contextlib.suppress(BlockingIOError):
                udp.recv(512, socket.MSG_DONTWAIT)
                got.count("answers")
        yield


def loris(server, got):
    crowd = Crowd(server, got, 64, b"{", lambda: b"x" if random.random() < 0.1 else b"")
    while True:
        crowd.step()
        time.sleep(0.001)
        yield


def rooms_of_new_names():
    return name_line() + b'{"cmd":"create","game":"royal-ur"}\n' * 9


def seeks():
    return name_line() + b'{"cmd":"seek","game":"tablut"}\n{"cmd":"challenge","name":"nobody","game":"ur"}\n' * 5


TALK = (b'{"cmd":"tell","name":"nobody","text":"%s"}\n{"cmd":"say","text":"%s"}\n' % (b"x" * 300, b"y" * 300)) * 10
SHOUT = b'{"cmd":"shout","text":"%s"}\n' % (b"x" * 300)
DEEP = b'{"cmd":"ping","x":' + b"[" * 1900 + b"]" * 1900 + b"}\n"
LISTS = b"".join(b'{"cmd":"%s"}\n' % word for word in (b"rooms", b"who", b"games", b"seeks", b"help", b"hello"))

ATTACKS = {
    "a busy neighbour": spin,
    "connects": connects,
    "connections kept": held,
    "TLS handshakes": handshakes,
    "TLS never begun": flood(b"", port="tls"),
    "TLS garbage": flood(lambda: b"\x16\x03\x01\x02\x00" + os.urandom(2000), port="tls"),
    "bytes that drip": loris,
    "half-closed": half_closed,
    "reconnects, resume": reconnects,
    "10,000 pings at once": flood(PING * 10000),
    "empty lines": flood(b"\n" * 30000),
    "no commands": flood(b"frobnicate\n" * 5000),
    "lines too long": flood((b"x" * 5000 + b"\n") * 20),
    "no line ends": flood(b"x" * 200000),
    "telnet options": flood(b"\xff\xfb\x01\xff\xfd\x03" * 10000),
    "deep JSON": flood(DEEP * 20),
    "lists": flood(LISTS * 100),
    "lists, never read": flood(LISTS * 100, reads=False),
    "logins": logins,
    "rooms, new names": flood(PING * 10, first=rooms_of_new_names),
    "seeks, challenges": flood(seeks),
    "talk": flood(TALK, first=lambda: name_line() + b'{"cmd":"create","game":"ur"}\n'),
    "shouts": flood(SHOUT * 10, first=name_line),
    "watchers": watch,
    "bots": bots,
    "metrics": flood(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" * 50, n=16, port="metrics"),
    "discovery": discovery,
}
