"""A real alead that can be killed and started again on the same file and port."""
import asyncio
import os
import signal
import socket


class Server:
    def __init__(self, alead, db, arguments):
        self.alead, self.db, self.arguments = alead, db, arguments
        self.place = socket.socket()  # keeps the port while nobody listens there
        self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.place.bind(("127.0.0.1", 0))
        self.port = self.place.getsockname()[1]
        self.process = None
        self.starts = 0

    async def start(self):
        read_fd, write_fd = os.pipe()
        store = [] if self.db is None else ["--store" if self.db.startswith("postgresql://") else "--db", self.db]
        self.process = await asyncio.create_subprocess_exec(
            self.alead, "--listen", f"127.0.0.1:{self.port}", *store, "--log-level", "warn",
            "--ready-fd", str(write_fd), *self.arguments, pass_fds=[write_fd])
        os.close(write_fd)
        ready = await asyncio.get_running_loop().run_in_executor(None, self._read_line, read_fd)
        if not ready.startswith("ready "):
            raise SystemExit(f"alead does not start: {ready!r}")
        self.port = int(ready.rsplit(":", 1)[1])
        self.starts += 1

    @staticmethod
    def _read_line(fd):
        with os.fdopen(fd) as pipe:
            return (pipe.read().splitlines() or [""])[0]

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    def abandon(self):
        """Kills it if it still runs: a test has failed."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    async def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = await self.process.wait()
        if code != 0:
            raise SystemExit(f"alead has ended with {code}")
