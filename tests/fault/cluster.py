"""A hub with fronts, or nodes on PostgreSQL, and what may happen to them."""
import asyncio
import os
import shutil
import signal
import subprocess
import tempfile

from server import Server

POSTGRES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "postgres")
PAUSE_S = (0.5, 12)  # a front gives its hub up after 10 s; a lease lasts 6 s


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


class Victim(Server):
    """A hub, a front or a node."""

    def __init__(self, programs, store, arguments, rng):
        super().__init__(programs[0], store, arguments)
        self.programs = programs  # the last one is new: once started, it stays
        self.rng = rng

    async def start(self):
        if self.starts:
            self.programs = self.programs[self.rng.randrange(len(self.programs)):]
        self.alead = self.programs[0]
        await super().start()

    def pids(self):
        """The process, and that which it has started, of a node its hub: one of them, or both."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            children = [int(word) for word in file.read().split()]
        return self.rng.choice([[pid], children, [pid, *children]]) if children else [pid]

    async def kill(self):
        """Kills it, and starts it again; a node starts its hub itself."""
        pids = self.pids()
        signal_all(pids, signal.SIGKILL)
        if self.process.pid in pids:
            await self.process.wait()
            await self.start()

    async def pause(self):
        pids = self.pids()
        signal_all(pids, signal.SIGSTOP)
        await asyncio.sleep(self.rng.uniform(*PAUSE_S))
        signal_all(pids, signal.SIGCONT)

    def abandon(self):
        if self.process is not None and self.process.returncode is None:
            signal_all([self.process.pid], signal.SIGCONT)
        super().abandon()


class Trunks:
    """Stands between fronts and their hub: stops for a while, and cuts some."""

    def __init__(self, directory, rng):
        self.here, self.hub = os.path.join(directory, "trunk"), os.path.join(directory, "hub")
        self.rng = rng
        self.flows = asyncio.Event()
        self.flows.set()
        self.ends = set()

    async def start(self):
        await asyncio.start_unix_server(self.serve, self.here)

    async def serve(self, reader, writer):
        ends = [writer]
        try:
            from_hub, to_hub = await asyncio.open_unix_connection(self.hub)
            ends.append(to_hub)
            self.ends.update(ends)
            ways = [asyncio.ensure_future(self.forward(reader, to_hub)), asyncio.ensure_future(self.forward(from_hub, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        except OSError:
            pass  # there is no hub
        for end in ends:
            self.ends.discard(end)
            end.transport.abort()

    async def forward(self, reader, writer):
        try:
            while data := await reader.read(65536):
                await self.flows.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass

    async def stall(self):
        self.flows.clear()
        await asyncio.sleep(self.rng.uniform(*PAUSE_S))
        for end in list(self.ends):
            if self.rng.random() < 0.2:
                end.transport.abort()
        self.flows.set()


class Database:
    """A private PostgreSQL that can be killed and started again; with a standby, that takes its place."""

    def __init__(self, has_standby):
        # Not below a directory that only root can enter.
        self.directories = [tempfile.mkdtemp(prefix="alea-pg-") for _ in range(1 + has_standby)]
        self.url = f"postgresql:///postgres?host={','.join(self.directories)}&user=alea"

    async def run(self, *words):
        process = await asyncio.create_subprocess_exec(POSTGRES, *words, stdout=subprocess.DEVNULL)
        if await process.wait() != 0:
            raise SystemExit(f"tests/postgres {' '.join(words)} fails: see {self.directories[0]}/log")

    async def start(self):
        first, *standbys = self.directories
        await self.run("start", first, "fsync = off", "wal_level = replica",
                       *(["synchronous_standby_names = '*'"] if standbys else []))
        for standby in standbys:
            await self.run("standby", standby, first)

    async def kill(self):
        """The standby becomes the primary; the one that was killed, its standby."""
        first = self.directories[0]
        await self.run("kill", first)
        if len(self.directories) == 1:
            await self.run("again", first)
            return
        self.directories.reverse()
        await self.run("promote", self.directories[0])
        await self.run("standby", first, self.directories[0])

    def stop(self):
        for directory in self.directories:
            subprocess.run([POSTGRES, "stop", directory], check=False)
            shutil.rmtree(directory, ignore_errors=True)


class Alone(Victim):
    """One server, at which all players are."""

    victims = property(lambda self: [self])


class Cluster:
    """Fronts of one hub; or nodes, if there is no hub.  Players connect to the fronts."""

    def __init__(self, hub, fronts, trunks, rng):
        self.fronts, self.trunks, self.rng = fronts, trunks, rng
        self.victims = [*fronts, *([hub] if hub else [])]

    @property
    def port(self):
        return self.rng.choice(self.fronts).port

    async def start(self):
        if self.trunks is not None:
            await self.trunks.start()
        for victim in reversed(self.victims):
            await victim.start()

    def abandon(self):
        for victim in self.victims:
            victim.abandon()

    async def stop(self):
        for victim in self.victims:
            await victim.stop()


def make_server(arguments, store, words, directory, rng):
    """A server as the arguments of storm.py describe it; words: options of every hub."""
    programs = [arguments.alead] if arguments.old_alead is None else [arguments.old_alead, arguments.alead]
    if arguments.nodes:
        return Cluster(None, [Victim(programs, store, ["--node", f"n{i}", "--trunk-listen", "127.0.0.1:0", *words], rng)
                              for i in range(arguments.nodes)], None, rng)
    if not arguments.fronts:
        return Alone(programs, store, words, rng)
    trunks = Trunks(directory, rng)
    limits = words[words.index("--limit"):]
    return Cluster(Victim(programs, store, [*words, "--trunk-listen", trunks.hub], rng),
                   [Victim(programs, None, ["--front", trunks.here, *limits], rng) for _ in range(arguments.fronts)], trunks, rng)


async def strike(what, server, database, rng):
    """Lets something happen, and waits until it is over."""
    if what == "database":
        await database.kill()
    elif what == "stall":
        await server.trunks.stall()
    elif what == "pair":
        first, second = rng.sample(server.victims, 2)
        await asyncio.gather(first.kill(), second.kill() if rng.random() < 0.5 else second.pause())
    else:
        await getattr(rng.choice(server.victims), what)()
