"""Three copies of PostgreSQL, a nats-server and several alead; all private, on free ports."""
import os
import shutil
import sys
import tempfile

from bus import Bus, is_installed
from database import Database
from node import Node

NAMES = ["north", "east", "south", "west"]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


class Cluster:
    """single: one alead without nodes and a bus; otherwise n nodes."""

    def __init__(self, alead, n, more=(), single=False, database=None):
        self.alead, self.single, self.more = alead, single, list(more)
        self.directory = tempfile.mkdtemp(prefix="alea-cluster-")
        self.database = database or Database()
        self.bus = None
        self.nodes = []
        self.n = 1 if single else n

    async def start(self, more=()):
        """more: additional options for each node."""
        if not self.single and not is_installed():
            skip("nats-server or openssl is not installed (Debian: nats-server, openssl)")
        if not self.database.start():
            skip("PostgreSQL 15 or later is not installed")
        if not self.single:
            self.bus = Bus(self.directory)
            await self.bus.start()
        for i in range(self.n):
            self.nodes.append(Node(NAMES[i % 4] + (str(i // 4) if i >= 4 else ""), self.alead, [], self.directory))
            self.nodes[i].options = [*self.options(self.nodes[i]), *(more[i] if more else [])]
            await self.nodes[i].start()

    def options(self, node):
        words = ["--store", self.database.url, "--durability", "full", *self.more]
        if not self.single:
            words += ["--node", node.name, "--node-address", f"127.0.0.1:{node.port}", *self.bus.options]
        return words

    async def stop(self):
        """Stops all nodes in order; the database keeps running."""
        for node in self.nodes:
            await node.stop()

    def abandon(self):
        for node in self.nodes:
            node.abandon()
        if self.bus is not None:
            self.bus.stop()

    def remove(self, keep_logs):
        """Stops what still runs.  Keeps the logs of nodes and database if something was wrong."""
        self.abandon()
        if keep_logs:
            for name in self.database.names:
                log = os.path.join(self.database.path(name), "log")
                if os.path.exists(log):
                    shutil.copy(log, os.path.join(self.directory, f"postgres-{name}.log"))
            print(f"logs: {self.directory}", file=sys.stderr)
        self.database.stop()
        if not keep_logs:
            shutil.rmtree(self.directory)

    async def rooms_of(self, node):
        """Ids of the games that the node owns, or None."""
        if self.single:
            return None
        said = await self.database.ask(self.database.primary, (
            "select games.id from games join nodes on games.owner = nodes.slot "
            f"where games.live = 1 and nodes.name = '{node.name}'"))
        return None if said is None else set(said)
