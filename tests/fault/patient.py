"""A program under test: it runs with libfaults.so loaded before all other libraries (faults.c), and this
side selects which of its calls fail (faults.h has the layout)."""
import mmap
import os
import re
import struct
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# In the order of the table in faults.h.
with open(os.path.join(HERE, "faults.h"), encoding="utf-8") as header:
    KINDS = re.findall(r'X\(FAULT_\w+, "([a-z-]+)"\)', header.read())
HEAD = struct.Struct("=6I")
NOTHING = len(KINDS)


class Faults:
    """The memory that both sides map."""

    def __init__(self, path):
        self.path = path
        with open(path, "wb") as file:
            file.write(bytes(HEAD.size + 4 * len(KINDS)))
        with open(path, "r+b") as file:
            self.block = mmap.mmap(file.fileno(), 0)

    def arm(self, kind=None, at=0, for_good=False, error=0):
        """Counts calls from now on; of this kind, call number `at` fails, and optionally all after it."""
        number = KINDS.index(kind) if kind else NOTHING
        self.block[:] = HEAD.pack(0, number, at, for_good, error, 0) + bytes(4 * len(KINDS))
        self.block[:4] = struct.pack("=I", 1)

    def disarm(self):
        self.block[:4] = struct.pack("=I", 0)

    def failed(self):
        return HEAD.unpack(self.block[:HEAD.size])[5]

    def calls(self):
        return dict(zip(KINDS, struct.unpack(f"={len(KINDS)}I", self.block[HEAD.size:])))

    def close(self):
        self.block.close()


class Patient:
    """A program under faults (a Faults; None: without faults).  Its error output goes to a file."""

    def __init__(self, library, faults, argv, log, **more):
        environment = dict(os.environ)
        if faults is not None:
            environment["LD_PRELOAD"] = library
            environment["ALEA_FAULTS"] = faults.path
        environment.update(more.pop("environment", {}))
        self.log = log
        with open(log, "ab") as stderr:
            self.process = subprocess.Popen(  # pylint: disable=consider-using-with
                argv, env=environment, stderr=stderr, **{"stdin": subprocess.DEVNULL, "stdout": stderr, **more})

    def is_alive(self):
        return self.process.poll() is None

    def wait(self, limit_s):
        """Its exit status, negative for a signal; None: it did not end, and was killed."""
        try:
            return self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None

    def said(self):
        return self.read(self.log)

    @staticmethod
    def read(log):
        with open(log, encoding="utf-8", errors="replace") as file:
            return file.read()


class Server(Patient):
    def __init__(self, library, faults, argv, log, limit_s=60):
        read_fd, write_fd = os.pipe()
        super().__init__(library, faults, [*argv, "--ready-fd", str(write_fd)], log, pass_fds=[write_fd])
        os.close(write_fd)
        self.port = self.tls_port = self.metrics_port = None
        self.is_ready = self._read_ready(read_fd, time.monotonic() + limit_s)

    def _read_ready(self, fd, deadline):
        """False: it has ended instead."""
        text = b""
        with os.fdopen(fd, "rb", buffering=0) as pipe:
            os.set_blocking(pipe.fileno(), False)
            while time.monotonic() < deadline:
                chunk = pipe.read(4096)
                if chunk == b"":
                    break
                text += chunk or b""
                if chunk is None:
                    time.sleep(0.001)
        for line in text.decode().splitlines():
            words = line.split()
            port = int(words[-1].rsplit(":", 1)[1])
            name = {"tls": "tls_port", "metrics": "metrics_port"}.get(words[1], "port")
            setattr(self, name, port)
        return self.port is not None
