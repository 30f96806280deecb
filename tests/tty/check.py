#!/usr/bin/env python3
"""Looks at alea play in a terminal, in tmux: sizes, keys, the mouse, a lost server, Ctrl-Z,
other languages and terminals.  A small server in this program says always the same, so that
screens can be compared with those kept in tests/tty/screens; ALEA_GOLDEN=1 keeps them anew.

Usage: check.py BUILD-DIR"""

import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SCREENS = os.path.join(HERE, "screens")
LIMIT_S = 60
TOKEN = "aaaaaaacaaaac65ckjbmtuhyqrnigygxn6tb5g3wnhbmcva5crs6qzhkpo6fyqou"
GREETING = b"* Games: type help [alea/1 alead/0.1.0]\r\n"


def seat(name):
    return {"name": name, "ready": True, "seal": None, "nonce": "word"}


def state(room, game, position, happened, moves, seq=7, **more):
    """A state event, as the server writes it."""
    event = {"event": "state", "room": room, "seq": seq, "game_id": "g42", "game": game, "options": "",
             "stage": "playing", "seats": {"white": seat("ann"), "black": seat("bob")},
             "commitment": "63" * 32, "secret": None, "position": position, "happened": happened,
             "result": None, "moves": moves}
    return {**event, **more}


UR = state("KOTO", "royal-ur", "2,3 w2=w,b4=b,7=w,8=wwb,b13=b 1,1 w 2",
           [{"what": "move", "side": "white", "move": "5-7"},
            {"what": "capture", "side": "white", "at": "7", "n": 1},
            {"what": "again", "side": "white"},
            {"what": "throw", "k": 9, "side": "white", "dice": [1, 1, 0]}],
           "2-4 8-10 in-2", dice=[1, 1, 0])
START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
TABLUT = state("NATA", "tablut", START + " w", [{"what": "begins", "side": "white"}],
               " ".join(sorted(f"e4-{f}4" for f in "bcdfgh")))


class Server:
    """A server for one player: answers the greeting, and says what it is told to."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lines, self.fd = [], None
        self.ready = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                fd, _ = self.listener.accept()
            except OSError:
                return
            fd.sendall(GREETING)
            self.fd = fd
            try:
                for line in fd.makefile("r", encoding="utf-8", errors="replace"):
                    self.hear(line.strip())
            except OSError:
                pass  # the client is gone

    def hear(self, line):
        self.lines.append(line)
        if '"name"' in line and '"cmd":"name"' in line.replace(" ", ""):
            self.say({"reply": "name", "id": "player.name", "name": "ann", "token": TOKEN})
            self.ready.set()

    def say(self, message):
        self.fd.sendall(json.dumps(message).encode() + b"\r\n")

    def await_line(self, pattern):
        wait(lambda: any(re.search(pattern, line) for line in self.lines), f"the server gets {pattern}")

    def close(self):
        self.listener.close()
        if self.fd is not None:
            try:
                self.fd.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the client has closed it


def wait(is_there, what, limit_s=LIMIT_S):
    end = time.monotonic() + limit_s
    while not is_there():
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain: {what}")
        time.sleep(0.05)


class Terminal:
    """A window of tmux with a shell in it."""

    def __init__(self, columns, rows, env=None):
        self.name = f"alea-check-{os.getpid()}-{id(self)}"
        self.state = tempfile.mkdtemp(prefix="alea-tty-")
        env = {"XDG_STATE_HOME": self.state, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PS1": "sh$ ",
               **(env or {})}
        words = [f"{k}={v}" for k, v in env.items()]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", str(columns), "-y", str(rows),
                  "env", "-u", "NO_COLOR", *words, "bash", "--norc", "--noprofile")
        self.await_text(r"sh\$")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", self.name, *words], check=True, capture_output=True,
                              encoding="utf-8").stdout

    def type(self, *keys):
        self.tmux("send-keys", "-t", "t", *keys)

    def click(self, row, column):
        """As a terminal with SGR mouse tracking reports it."""
        for end in "Mm":
            self.tmux("send-keys", "-t", "t", "-l", f"\033[<0;{column + 1};{row + 1}{end}")

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "t")

    def still(self):
        """The screen, once nothing is drawn any more."""
        shown = [self.screen()]

        def is_still():
            time.sleep(0.2)
            shown.append(self.screen())
            return shown[-1] == shown[-2]

        wait(is_still, "the screen stands still")
        return shown[-1]

    def record(self, file):
        """Keeps all that the program writes, also what the screen shows only for a moment."""
        self.tmux("pipe-pane", "-t", "t", f"cat > {file.name}")

    def flag(self, name):
        return self.tmux("display-message", "-p", "-t", "t", "#{" + name + "}").strip()

    def await_text(self, pattern):
        wait(lambda: re.search(pattern, self.screen()), f"the screen shows {pattern}:\n{self.screen()}")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(rows))

    def close(self):
        subprocess.run(["tmux", "-L", self.name, "kill-server"], check=False, capture_output=True)
        shutil.rmtree(self.state, ignore_errors=True)


class Visit:
    """alea play in a terminal, at our server."""

    def __init__(self, columns, rows, options="", env=None):
        self.server, self.terminal = Server(), Terminal(columns, rows, env)
        self.terminal.type(f"{ALEA} play --name ann {options} 127.0.0.1:{self.server.port}", "Enter")
        assert self.server.ready.wait(LIMIT_S), self.terminal.screen()

    def __enter__(self):
        return self.server, self.terminal

    def __exit__(self, *_):
        self.terminal.close()
        self.server.close()


def written(file):
    """What another program has written to a file by now."""
    with open(file.name, "rb") as again:
        return again.read()


def compare(name, screen):
    """Compares a screen with the one that is kept."""
    path = os.path.join(SCREENS, name + ".txt")
    screen = "\n".join(line.rstrip() for line in screen.splitlines()) + "\n"
    if os.environ.get("ALEA_GOLDEN"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(screen)
        return
    with open(path, encoding="utf-8") as file:
        kept = file.read()
    assert screen == kept, f"{name}: the screen is\n{screen}\nand not\n{kept}"


# --- the checks ---------------------------------------------------------------------------------


def check_sizes():
    for columns, rows in ((60, 20), (80, 24), (200, 50)):
        for event in (UR, TABLUT):
            with Visit(columns, rows) as (server, terminal):
                server.say(event)
                terminal.await_text(r"Your turn")
                terminal.await_text(r"ann ○ ›")
                compare(f"{event['game']}-{columns}x{rows}", terminal.still())


def check_resize():
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        before = terminal.still()
        terminal.resize(200, 50)
        terminal.await_text(r"─────────────┬")  # the squares have grown
        compare("royal-ur-200x50", terminal.still())
        terminal.resize(50, 15)
        terminal.await_text(r"too small")
        terminal.resize(80, 24)
        terminal.await_text(r"Your turn")
        wait(lambda: terminal.screen() == before, "the screen of before")


def check_keys():
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        terminal.type("Tab", "Enter")
        terminal.await_text(r"◌")
        terminal.type("Escape")
        wait(lambda: "◌" not in terminal.screen(), "the choice is taken back")
        terminal.type("Enter", "Enter")
        server.await_line(r'"move":"8-10"|"move":"in-2"|"move":"2-4"')
        terminal.type("?")
        terminal.await_text(r"takes the last choice back")
        terminal.type("q")
        terminal.await_text(r"Your turn")
        with tempfile.NamedTemporaryFile() as raw:
            terminal.record(raw)
            terminal.type("3")  # sent after a moment
            wait(lambda: b"in-2, Esc takes it back" in written(raw), "the move can be taken back")
        terminal.type("Escape")
        wait(lambda: "in-2, Esc" not in terminal.screen(), "the choice is taken back")
        terminal.type("say hello", "Enter")
        server.await_line(r'"say".*hello')


def check_why():
    """w asks why the piece in hand cannot go where the cursor is."""
    with Visit(80, 24) as (server, terminal):
        server.say(TABLUT)
        terminal.await_text(r"Your turn")
        terminal.type("Enter")
        terminal.await_text(r"◌")
        terminal.type("S-Up")
        terminal.type("w")
        server.await_line(r'"why".*"e4-b5"')


def check_offer_of_auto():
    """The first forced move comes with a word about auto; Enter plays it."""
    with Visit(80, 24) as (server, terminal):
        server.say({**UR, "moves": "in-2"})
        terminal.await_text(r"Your only move: in-2\.")
        terminal.await_text(r"auto on plays such moves for you")
        terminal.type("Enter")
        server.await_line(r'"move":"in-2"')
        server.say({**UR, "seq": 8, "moves": "8-10"})
        terminal.await_text(r"Your only move: 8-10\.")
        assert "auto on" not in terminal.still(), terminal.screen()


def check_completion():
    """Tab completes commands, games, rooms, names, moves; several are listed."""
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        for typed, wanted in (("reg", "register "), ("play roy", "play royal-ur "), ("join KO", "join KOTO "),
                              ("tell bo", "tell bob "), ("move 8-", "move 8-10 "), ("hist", "history ")):
            terminal.type(typed, "Tab")
            terminal.await_text("› " + wanted.rstrip() + r"\s*$")
            terminal.type("C-u")
        terminal.type("re", "Tab")
        terminal.await_text(r"register +rematch|ready +")
        terminal.type("Escape")


def check_pages():
    """What is long is shown page by page, and can be searched."""
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        for seq in range(8, 60):
            server.say({**UR, "seq": seq, "happened": [{"what": "throw", "k": seq, "side": "white",
                                                        "dice": [seq // 30, 0, 0]}]})
        terminal.await_text(r"White: 1\.")  # so much is told as on a score sheet
        terminal.type("history", "Enter")
        terminal.await_text(r"This game so far")
        terminal.await_text(r"Enter or PgDn shows more")
        terminal.type("/")
        terminal.await_text(r"(?m)^ /")
        terminal.type("throws 1", "Enter")
        wait(lambda: "throws 1." in terminal.screen().splitlines()[0], "the line that was searched for")
        terminal.type("End")
        terminal.await_text(r"Enter or q closes")
        terminal.type("q")
        terminal.await_text(r"Your turn")
        terminal.type("last", "Enter")
        terminal.await_text(r"Since your last decision")
        terminal.type("q")


def check_calls():
    """By choice the desktop is told, too, when it is your turn and you look elsewhere."""
    with Visit(80, 24) as (server, terminal):
        with tempfile.NamedTemporaryFile() as raw:
            terminal.record(raw)
            terminal.type("notify on", "Enter")
            terminal.await_text(r"You will be called")
            seqs = itertools.count(7)

            def is_called():  # not while whoever has just pressed a key is there
                server.say({**UR, "seq": next(seqs), "moves": None})
                server.say({**UR, "seq": next(seqs)})
                seen = written(raw)
                return all(part in seen for part in (b"\033]9;alea: it is your turn\033\\",
                                                     b"\033]777;notify;alea;", b"\a"))

            wait(is_called, "the bell and the notices")


def check_records():
    """save FILE ID and analyse ID ask for any game."""
    with Visit(80, 24) as (server, terminal):
        game = "0123456789abcdef"
        terminal.type(f"save x.json {game}", "Enter")
        server.await_line(rf'"cmd": *"record".*"id": *"ui.save".*{game}|{game}.*ui.save')
        terminal.type(f"analyse {game}", "Enter")
        server.await_line(rf'ui.analyse.*{game}|{game}.*ui.analyse')


def check_mouse():
    with Visit(80, 24) as (server, terminal):
        server.say(TABLUT)
        terminal.await_text(r"Your turn")
        lines = terminal.still().splitlines()
        row = next(i for i, line in enumerate(lines) if re.match(r" +4 ", line))
        e4 = lines[row].index("○")
        terminal.click(row, e4)
        terminal.await_text(r"◌")
        terminal.click(row, e4 - 4)
        server.await_line(r'"move":"e4-d4"')


def check_escapes():
    """What players say reaches the terminal as text."""
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        before = terminal.flag("pane_title")
        server.say({"event": "say", "room": "KOTO", "seq": 8, "name": "bob",
                    "text": "\033]2;evil\007\033[2Jmark\u009b31m\u202e"})
        terminal.await_text(r"mark")
        terminal.await_text(r"Your turn")
        assert "evil" not in terminal.flag("pane_title"), terminal.flag("pane_title")
        assert terminal.flag("pane_title") == before


def check_title_and_end():
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        wait(lambda: "your turn" in terminal.flag("pane_title"), "the title calls")
        assert terminal.flag("alternate_on") == "1"
        assert terminal.flag("mouse_any_flag") == "1"
        terminal.type("C-c")
        expect_shell(terminal)
        terminal.await_text(r"Your seat in KOTO is kept")


def expect_shell(terminal):
    """The terminal is as it was: a shell that echoes, no mouse, the main screen."""
    for flag, value in (("alternate_on", "0"), ("mouse_any_flag", "0"), ("cursor_flag", "1")):
        wait(lambda: terminal.flag(flag) == value, f"{flag} is {value}")
    terminal.type("echo a$((1+1))b", "Enter")
    terminal.await_text(r"echo a\$\(\(1\+1\)\)b")
    terminal.await_text(r"a2b")


def check_suspend():
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        before = terminal.still()
        terminal.type("C-z")
        terminal.await_text(r"Stopped")
        expect_shell(terminal)
        terminal.type("fg", "Enter")
        wait(lambda: terminal.screen() == before, "the screen again")
        terminal.type("Tab", "Enter")
        terminal.await_text(r"◌")


def pid_of_play(terminal):
    shell = terminal.flag("pane_pid")
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, encoding="utf-8",
                           check=False).stdout.split()
    return int(found[0])


def check_crash():
    """Also after a signal that kills it, the terminal is as it was."""
    for number in (signal.SIGSEGV, signal.SIGTERM, signal.SIGHUP):
        with Visit(80, 24) as (server, terminal):
            server.say(UR)
            terminal.await_text(r"Your turn")
            os.kill(pid_of_play(terminal), number)
            expect_shell(terminal)


def check_lost_server():
    with Visit(80, 24) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        server.close()
        terminal.await_text(r"The connection is lost")
        terminal.await_text(r"royal|Royal")
        terminal.type("quit", "Enter")
        expect_shell(terminal)


def check_plain_letters():
    with Visit(80, 24, env={"LANG": "C", "LC_ALL": "C"}) as (server, terminal):
        server.say(UR)
        terminal.await_text(r"Your turn")
        screen = terminal.still()
        assert all(ord(c) < 128 for c in screen), screen
        compare("royal-ur-80x24-c", screen)


def check_line_mode():
    """A dumb terminal, --plain, and a small window get lines."""
    for options, env, size in (("", {"TERM": "dumb"}, (80, 24)), ("--plain", {}, (80, 24)),
                               ("", {}, (59, 24)), ("", {}, (80, 19))):
        with Visit(*size, options, env) as (server, terminal):
            server.say(UR)
            terminal.await_text(r"Type the number of a move")
            assert terminal.flag("alternate_on") == "0"
            terminal.type("1", "Enter")
            server.await_line(r'"move":"2-4"')


def main():
    global ALEA
    if shutil.which("tmux") is None:
        print("skipped: there is no tmux here")
        return 0
    ALEA = os.path.abspath(os.path.join(sys.argv[1], "alea"))
    failed = 0
    wanted = sys.argv[2:]
    for name, check in list(globals().items()):
        if not name.startswith("check_") or (wanted and name not in wanted):
            continue
        began = time.monotonic()
        try:
            check()
            print(f"ok      {name} {time.monotonic() - began:.1f} s", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED  {name}: {error}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
