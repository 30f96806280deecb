"""Three copies of PostgreSQL: a primary and two standbys, one of which must confirm each commit.  When the primary
is killed, the standby with the most of the log is promoted, as Patroni would do."""
import asyncio
import os
import subprocess
import tempfile

POSTGRES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "postgres")
NAMES = ["a", "b", "c"]
SETTINGS = ["wal_keep_size = 1GB", "max_wal_size = 2GB", "max_connections = 60"]
SKIP = 77  # exit status of tests/postgres where there is no PostgreSQL


class Database:
    """names: of the copies; a single one has no standby.  is_safe: commits also survive a power failure."""

    def __init__(self, names=tuple(NAMES), is_safe=False):
        self.directory = tempfile.mkdtemp(prefix="alea-pg-")  # not below a directory that only root can enter
        os.chmod(self.directory, 0o755)
        self.names = names
        self.settings = [*SETTINGS, *([] if is_safe else ["fsync = off"])]
        if len(names) > 1:
            self.settings.append(f"synchronous_standby_names = 'ANY 1 ({', '.join(names)})'")
        self.primary = names[0]
        self.dead = None  # the copy that was killed, until `renew`

    def path(self, name):
        return os.path.join(self.directory, name)

    @property
    def url(self):
        """The URL of all copies; alead uses the writable one."""
        return f"postgresql:///postgres?host={','.join(self.path(name) for name in self.names)}&user=alea"

    def start(self):
        """False: PostgreSQL is not installed; prints that."""
        first = self.path(self.primary)
        done = subprocess.run([POSTGRES, "start", first, *self.settings], stdout=subprocess.DEVNULL, check=False)
        if done.returncode == SKIP:
            return False
        for name in self.names[1:]:
            if done.returncode == 0:
                done = subprocess.run([POSTGRES, "standby", self.path(name), first], check=False)
        if done.returncode != 0:
            raise RuntimeError(f"PostgreSQL does not start: see {self.directory}/*/log")
        return True

    async def _do(self, command, name, *more):
        process = await asyncio.create_subprocess_exec(POSTGRES, command, self.path(name), *more)
        if await process.wait() != 0:
            raise RuntimeError(f"tests/postgres {command} fails: see {self.path(name)}/log")

    async def ask(self, name, sql):
        """The first column of a copy's answer; None: the copy cannot be reached."""
        process = await asyncio.create_subprocess_exec(
            "psql", "-X", "-q", "-A", "-t", "-h", self.path(name), "-U", "alea", "-c", sql, "postgres",
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        said, _ = await process.communicate()
        return said.decode().split() if process.returncode == 0 else None

    async def _received(self, name):
        """How much of the log a standby has received, in bytes."""
        sql = "select pg_wal_lsn_diff(coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')"
        return int((await self.ask(name, sql))[0])

    async def kill(self):
        await self._do("kill", self.primary)
        self.dead = self.primary

    async def fail_over(self):
        standbys = [name for name in self.names if name != self.dead]
        received = {name: await self._received(name) for name in standbys}
        self.primary = max(standbys, key=received.get)
        await self._do("promote", self.primary)
        for name in standbys:
            if name != self.primary:
                await self._do("follow", name, self.path(self.primary))

    async def renew(self):
        """Makes the killed copy a standby, and waits until it follows the primary."""
        await self._do("standby", self.dead, self.path(self.primary))
        self.dead = None
        while len(await self.ask(self.primary, "select pid from pg_stat_replication where state = 'streaming'") or []) < 2:
            await asyncio.sleep(0.05)

    def stop(self):
        for name in self.names:
            subprocess.run([POSTGRES, "stop", self.path(name)], check=False)
        subprocess.run(["rm", "-rf", self.directory], check=False)
