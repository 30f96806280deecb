"""One alead of a cluster.  It can be killed and paused.  If it exits because it has lost its lease, it is restarted,
as systemd would do."""
import asyncio
import contextlib
import os
import signal

from bus import free_port

LIMITS = ["connections_per_address=10000", "connects_per_minute=1000000", "commands_burst=100000",
          "commands_per_s=100000", "stored_per_hour=1000000000", "say_per_minute=100000", "replay_events=10000",
          "resume_per_minute=100000", "rooms_per_address=100000", "connections=20000"]
START_S = 60  # a start waits for the database, which may be away


class Node:
    def __init__(self, name, alead, options, directory):
        self.name, self.alead, self.options = name, alead, options
        self.log = os.path.join(directory, f"{name}.log")
        self.port = free_port()
        self.process = None
        self.is_paused = False
        self.is_ready = False   # it has said that it accepts connections
        self.is_wanted = False  # it should run: if it ends, it is started again
        self.n_lost = 0         # how often it has ended because its lease was lost
        self.guard = None
        self.began = 0          # its log of this start begins here

    @property
    def is_up(self):
        return self.process is not None and self.process.returncode is None

    @property
    def takes_players(self):
        return self.is_up and self.is_ready and self.is_wanted and not self.is_paused

    async def start(self):
        """Starts it, and restarts it if it exits."""
        self.is_wanted = True
        await self._run()
        self.guard = asyncio.create_task(self._guard(self.process))

    async def _run(self):
        self.is_ready = False
        read_fd, write_fd = os.pipe()
        with open(self.log, "ab") as log:
            self.began = log.tell()
            self.process = await asyncio.create_subprocess_exec(
                self.alead, "--listen", f"127.0.0.1:{self.port}", "--ready-fd", str(write_fd),
                *(word for limit in LIMITS for word in ("--limit", limit)), *self.options,
                pass_fds=[write_fd], stdout=log, stderr=log)
        os.close(write_fd)
        ready = await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(None, self._read_line, read_fd), START_S)
        self.is_ready = ready.startswith("ready ")

    @staticmethod
    def _read_line(fd):
        with os.fdopen(fd) as pipe:
            return pipe.readline().strip()

    async def _guard(self, process):
        """Restarts it when it exits by itself; any exit other than that for a lost store fails the test."""
        while True:
            code = await process.wait()
            if not self.is_wanted:
                return
            said = self.logged()
            if code != 1 or ("store_lost" not in said and "start_failed" not in said):
                raise RuntimeError(f"{self.name} has ended with {code}: see {self.log}\n{said[-3000:]}")
            self.n_lost += "store_lost" in said
            await asyncio.sleep(0.2)
            if not self.is_wanted or self.process is not process:
                return  # it was killed, and maybe started, meanwhile
            await self._run()
            process = self.process

    def logged(self):
        """Its log since its last start."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            file.seek(self.began)
            return file.read()

    async def kill(self):
        self.is_wanted = False
        with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
            self.process.kill()
        await self.process.wait()
        self.is_paused = False

    def pause(self):
        self.is_paused = True
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        if self.is_paused and self.is_up:
            self.process.send_signal(signal.SIGCONT)
        self.is_paused = False

    async def stop(self):
        """Stops it cleanly."""
        self.is_wanted = False
        self.process.send_signal(signal.SIGTERM)
        code = await self.process.wait()
        if code != 0:
            raise RuntimeError(f"{self.name} has ended with {code}: see {self.log}\n{self.logged()[-1000:]}")

    def abandon(self):
        self.is_wanted = False
        if self.is_up:
            self.process.kill()
