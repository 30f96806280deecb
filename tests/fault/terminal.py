"""A program at a terminal: input is typed when some output appears; afterwards the terminal must be as
before."""
import os
import pty
import select
import termios
import time

from wrong import Wrong

AGAIN_S = 0.5  # after this time, the input that ends the program is typed again


class Terminal:
    """Both ends of a pseudo-terminal; the program gets .end as its standard input and output."""

    def __init__(self):
        self.keys, self.end = pty.openpty()
        self.usual = termios.tcgetattr(self.end)
        self.shown = b""

    def use(self, program, typed, last, limit_s):
        """Types, and reads until the program ends.  Returns its status, as Patient.wait does."""
        deadline = time.monotonic() + limit_s
        again = None
        while program.is_alive() and time.monotonic() < deadline:
            if select.select([self.keys], [], [], 0.02)[0]:
                self.shown += os.read(self.keys, 65536)
                if again is None:
                    os.write(self.keys, typed)
                    again = time.monotonic() + AGAIN_S
            elif again is not None and time.monotonic() > again:
                os.write(self.keys, last)
                again = time.monotonic() + AGAIN_S
        return program.wait(0.1)

    def check(self, status):
        now = termios.tcgetattr(self.end)
        if now != self.usual:
            raise Wrong(f"it has ended with {status}, and the terminal is not as it was: {now[:4]}, not {self.usual[:4]}")

    def close(self):
        os.close(self.keys)
        os.close(self.end)
