#!/usr/bin/env python3
"""The full screen of alea play in French: whole games, a hint and an analysis in each,
on which no English word may appear (see french.py).

Usage: tests/lang/screen.py ALEA [SEED]

With a seed, only some games, which it chooses: all of them take a minute and a half.
"""
import fcntl
import os
import pty
import random
import re
import select
import struct
import sys
import termios
import time

from french import GAMES, LIMIT_S, check, scratch

REDRAW = '\x0c'
MOVES = 6  # of each game, then somebody resigns
SOME = 5  # games
# What a terminal understands: cursor, clearing, titles; everything else changes no text.
SEQUENCE = re.compile(r'\x1b(?:\[([?<>=]?)([\d;]*)([A-Za-z])|\]([^\x1b\x07]*)(?:\x1b\\|\x07)|[78=>])|[\r\n\x07]')


class Screen:
    """A program in a terminal of its own, and what it shows."""

    def __init__(self, args, env, rows=24, columns=80):
        self.size = rows, columns
        self.cells, self.at, self.draws = {}, (0, 0), 0
        self.is_new = self.is_drawing = False
        self.seen, self.rest = [], ''
        pid, self.fd = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
            os.execve(args[0], args, env)
        self.pid = pid

    def text(self):
        rows, columns = self.size
        lines = (''.join(self.cells.get((r, c), ' ') for c in range(columns)) for r in range(rows))
        return '\n'.join(line.rstrip() for line in lines)

    def put(self, text):
        for letter in text:
            self.cells[self.at] = letter
            self.at = self.at[0], self.at[1] + 1

    def obey(self, match):
        row, column = self.at
        _, numbers, kind, title = match.groups()
        n = [int(word) for word in (numbers or '').split(';') if word]
        if title is not None:
            self.seen.append(title)
        elif match.group() in '\r\n':
            self.at = (row, 0) if match.group() == '\r' else (row + 1, column)
        elif kind == 'H':
            self.at = (n + [1, 1])[0] - 1, (n + [1, 1])[1] - 1 if len(n) > 1 else 0
        elif kind == 'G':
            self.at = row, n[0] - 1
        elif kind == 'C':
            self.at = row, column + (n or [1])[0]
        elif kind == 'B':
            self.at = row + (n or [1])[0], column
        elif kind == 'K':
            self.cells = {at: c for at, c in self.cells.items() if at[0] != row or at[1] < column}
        elif kind == 'J':
            self.seen.append(self.text())
            self.cells, self.is_new = {}, True
        elif kind in ('h', 'l') and numbers == '2026':  # a long drawing begins or ends
            self.is_drawing = kind == 'h'

    def receive(self):
        """False: the program has ended."""
        if not select.select([self.fd], [], [], LIMIT_S)[0]:
            sys.exit(f'nothing more comes after:\n{self.text()}')
        try:
            got = os.read(self.fd, 65536)
        except OSError:
            return False
        text = self.rest + got.decode('utf-8', 'ignore')
        done = 0
        for match in SEQUENCE.finditer(text):
            self.put(text[done:match.start()])
            self.obey(match)
            done = match.end()
        cut = text.find('\x1b', done)
        self.put(text[done:cut if cut >= 0 else None])
        self.rest = text[cut:] if cut >= 0 else ''
        if self.is_new and not self.is_drawing and not select.select([self.fd], [], [], 0.02)[0]:
            self.draws, self.is_new = self.draws + 1, False
        return got != b''

    def type(self, keys, shows=''):
        """Types keys, and waits until they are carried out and the screen shows a text."""
        draws = self.draws
        os.write(self.fd, (keys + REDRAW).encode())
        end = time.monotonic() + LIMIT_S
        while self.draws == draws or not re.search(shows, self.text()):
            if time.monotonic() > end or not self.receive():
                sys.exit(f'{keys!r}: waited in vain for {shows!r}:\n{self.text()}')
        while select.select([self.fd], [], [], 0.02)[0] and self.receive():
            pass  # the rest of a drawing
        self.seen.append(self.text())

    def enter(self, line, shows=''):
        """Types a line, and reads the page that it opens."""
        self.type(line + '\r', shows)
        while 'q ferme' in self.text():
            self.type('\x1b[6~' if 'PgSuiv avance' in self.text() else 'q')

    def end(self, keys):
        os.write(self.fd, keys.encode())
        while self.receive():
            pass
        os.close(self.fd)
        self.seen.append(self.text())
        if os.waitpid(self.pid, 0)[1] != 0:
            sys.exit(f'the program failed:\n{self.text()}')

    def transcript(self):
        return '\n'.join(self.seen)


# --- a game at one keyboard --------------------------------------------------------------------

WORDS = ['pace off', 'pace x', 'bell off', 'bell', 'notify', 'notify on', 'notify off', 'level', 'why a1-a1',
         'nonsense', 'moves zz', 'board words', 'board on', 'auto x', 'draw', 'save']


def play(alea, env, game, chance):
    rows, columns = chance.choice(((20, 60), (24, 80), (50, 160)))
    way = ['--level=1'] if chance.randrange(2) else ['--two=bob']
    screen = Screen([alea, 'play', '--local', game, '--new'] + way, env, rows, columns)
    screen.type('', r'À vous|Votre seul coup')
    screen.type('h', r' %|conseil \(Entrée\)')
    screen.type('' if re.search(r' %', screen.text()) else '\r', r' %')  # h may begin a move
    for word in ['?'] + WORDS:
        screen.enter(word)
    for n in range(MOVES):
        screen.enter(f'{chance.randrange(2) + 1}')
        screen.enter('w' if n == 2 else '')
        screen.enter('last')
    screen.enter('history')
    screen.enter('resign sure', r'abandonné')  # a small window has no room for more
    screen.type('s')
    screen.type('\x7f' * 60)
    screen.enter('a', r'Partie [0-9a-f]{16}')
    screen.end('quit\r')
    return screen.transcript()


def main(args):
    alea = os.path.abspath(args[0])
    seed = args[1] if len(args) > 1 else ''
    print(f'seed {seed}')
    chance = random.Random(seed)
    with scratch() as home:
        env = dict(os.environ, LANG='fr_FR.UTF-8', LC_CTYPE='C.UTF-8', LC_ALL='', LC_MESSAGES='', ALEA_LANG='',
                   HOME=home, XDG_STATE_HOME=home, TERM='xterm-256color', USER='ann', NO_COLOR='')
        transcript = ''
        for game in chance.sample(GAMES, SOME) if seed else GAMES:
            print(game, flush=True)
            transcript += play(alea, env, game, chance)
    if os.environ.get('ALEA_SHOW'):
        print(transcript)
    sys.exit(0 if check(transcript) else 1)


if __name__ == '__main__':
    main(sys.argv[1:])
