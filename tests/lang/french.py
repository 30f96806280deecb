#!/usr/bin/env python3
"""Whole games in French, by telnet and at the terminal, in which no English word may appear.

English words are those of the English texts in common/lang/fr.po that no French one has.  So what
players type (commands, options, moves) is none.

Usage: tests/lang/french.py telnet ALEAD [SEED]
       tests/lang/french.py terminal ALEA [SEED]
       tests/lang/french.py visit ALEA [SEED]       at a server, which stands beside ALEA
"""
import contextlib
import glob
import importlib.machinery
import importlib.util
import os
import random
import re
import signal
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIMIT_S = 60
# One sentence of each part of a visit.
VISIT_SAYS = ['aucun serveur n\'a répondu au port 9', 'ce port est pour les navigateurs',
              'ce n\'est pas un serveur alea', 'version 1 du protocole', 'réessayez dans 3 s',
              '0 joueur', 'Vous avez quitté',
              'acceptez-le avec --tls-fingerprint', 'n\'est pas le serveur que vous voulez',
              'pas de certificat dedans', 's\'en porte pas garant', 'ce fichier n\'existe pas',
              'ce port ne parle que TLS']
GAMES = ('royal-ur finkel blitz masters aseb akalamdung ur stelpur morris tablut '
         'ashton brandubh fetlar copenhagen alea-evangelii').split()
MOVES_MOST = 400  # then somebody resigns
# Names of things, which are not translated.
NAMES = {'english', 'go'}.union(*(game.split('-') for game in GAMES))
# Tokens, records, and the names of limits are for programs.
SKIPPED = re.compile(r'\s*(?:resume [a-z0-9]{20}|[a-z2-7]{16} |[0-9a-f]{64}$|\{"format":|\w+ +\d+$)')


@contextlib.contextmanager
def scratch():
    """A folder without a letter of its own: a random name may hold an English word."""
    path = os.path.join(tempfile.gettempdir(), f'{os.getpid()}{time.time_ns()}')
    os.mkdir(path)
    try:
        yield path
    finally:
        shutil.rmtree(path)


def load_po():
    loader = importlib.machinery.SourceFileLoader('po', os.path.join(ROOT, 'common/lang/po'))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader('po', loader))
    loader.exec_module(module)
    return module.read_po(os.path.join(ROOT, 'common/lang/fr.po'))


def words(text):
    return set(re.findall(r"[a-zà-öø-ÿœ]{2,}", text.lower()))


def english_words():
    english, french = set(), set()
    for key, (text, many, plural) in load_po().items():
        english |= words(key.split('\4')[-1] + ' ' + (plural or ''))
        french |= words(text + ' ' + (many or ''))
    return english - french - NAMES


def check(transcript):
    """Prints each line with an English word; true: there is none."""
    unwanted, ok = english_words(), True
    # The code of a room may happen to be an English word: NODE.
    rooms = '|'.join({'XXXX', *re.findall(r' la table ([A-Z]{4,})\b', transcript)})
    transcript = re.sub(rf'\b(?:{rooms})\b', 'XXXX', transcript)
    for line in dict.fromkeys(transcript.split('\n')):
        found = words(re.sub(r'\S*[-_=.]\w\S*|\b[0-9a-f]{16,}\b', ' ', line)) & unwanted
        if found and not SKIPPED.match(line):
            print(f'{" ".join(sorted(found))}: {line}')
            ok = False
    return ok


class Player:
    """A person who types lines, and keeps what they read."""

    def __init__(self, port, name):
        self.socket = socket.create_connection(('127.0.0.1', port), LIMIT_S)
        self.lines = self.socket.makefile(encoding='utf-8')
        self.read = []
        self.lines.readline()  # the greeting is in all languages
        self.n = 0
        for line in ('lang fr', 'moves on', f'name {name}'):
            self.ask(line)

    def line(self):
        line = self.lines.readline()
        if line == '':
            sys.exit('the server has closed the connection')
        self.read.append(line.rstrip('\r\n'))
        return self.read[-1]

    def ask(self, line):
        """Types a line.  Returns the answer, and what is told with it."""
        self.n += 1
        self.socket.sendall(f'#{self.n} {line}\n#e{self.n} ping\n'.encode())
        begin = len(self.read)
        while not re.match(rf'[+-] #e{self.n} ', self.line()):
            pass
        told = self.read[begin:-1]
        while not re.match(rf'[+-] #{self.n} ', told[0]):
            told.pop(0)  # told before
        return [re.sub(r'^([+-]) #\w+ ', r'\1 ', text) for text in told]

    def transcript(self):
        return '\n'.join(re.sub(r'^([+-]) #\w+ ', r'\1 ', line) for line in self.read)


def play(players, game, chance):
    """Plays a game.  Returns whether it ended by itself."""
    told = players[0].ask(f'create {game}')
    room = re.search(r' ([A-Z]{4,})\.$', told[0]).group(1)
    players[1].ask(f'join {room}')
    for player in players:
        player.ask('ready')
    for n in range(MOVES_MOST):
        moved = False
        for player in players:
            moves = player.ask(f'@{room} moves')
            listed = ' '.join(moves)
            if moves[0].startswith('+') and re.search(r'\d+\) ', listed):
                moved = True
                count = len(re.findall(r'(?<!\S)\d+\) ', listed))
                answer = player.ask(f'@{room} {chance.randrange(count) + 1}')
                if n == 3:
                    player.ask(f'@{room} why a1-a1')
                    player.ask(f'@{room} board')
        if not moved:
            break
    over = players[0].ask(f'@{room} resign sure')[0].startswith('-')
    for player in players:
        player.ask(f'@{room} record')
        player.ask(f'leave {room} sure')
    return over


def start(alead, more=('--listen', '127.0.0.1:0')):
    server = subprocess.Popen([alead, '--db', ':memory:', '--title', 'Alea', *more,
                               '--limit', 'commands_per_s=100000', '--limit', 'commands_burst=1000000'],
                              stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        match = re.search(r'listening.* address=127\.0\.0\.1:(\d+)', line)
        if match:
            return server, int(match.group(1))
    sys.exit('alead has not started')


# What people type besides moves, right or wrong.
LINES = ['help', 'help commands', 'help operator', 'help dice', 'help clock', 'hello', 'who', 'rooms',
         'mine', 'games', 'seeks', 'challenges', 'profile', 'whois ann', 'whois zoe', 'rating',
         'top ur', 'dicestats', 'dicestats ann', 'gag', 'gag bob', 'gag bob off', 'auto', 'auto on',
         'auto off', 'board', 'say', 'tell bob', 'move', 'join', 'join XXXX', 'create chess',
         'create tablut king=none', 'create ur 500+1', 'play ur level=9', 'nonsense', 'hepl', 'stats',
         'mode loud', 'lang de', 'board loud', 'resume', 'resume x', 'login ann x', 'register x',
         'password a b', 'record', 'game x', 'accept', 'decline', 'challenge zoe ur',
         'seek royal-ur', 'unseek', 'takeback', 'claim', 'draw', 'adjourn', 'abort', 'rematch',
         'watch XXXX', 'unwatch', 'shout bonjour', 'why 1', 'open x', 'unseat', 'mode text unicode',
         'mode text plain', 'board words', 'board on', 'leave', 'resign']


def telnet(alead, seed):
    chance = random.Random(seed)
    server, port = start(alead)
    try:
        players = [Player(port, 'ann'), Player(port, 'bob')]
        overview = players[0].ask('help')
        if 'Page' in overview[-1]:
            sys.exit('help takes more than one page')
        topics = [word for line in overview[3:14] for word in line[23:].split()]
        for topic in topics:
            for page in range(1, 9):
                if players[0].ask(f'help {topic} {page}')[0].startswith('-'):
                    break
        for line in LINES:
            players[0].ask(line)
        ended = sum(play(players, game, chance) for game in GAMES)
        for line in ('games', 'dicestats', 'dicestats ann', 'mine'):
            players[1].ask(line)
        transcript = '\n'.join(player.transcript() for player in players)
        for player in players:
            player.socket.close()
    finally:
        server.terminate()
        server.wait()
    if ended < len(GAMES) // 2 or len(topics) < 40:
        sys.exit(f'only {ended} games ended, {len(topics)} topics of help')
    return transcript


def french(home):
    return dict(os.environ, LANG='fr_FR.UTF-8', LC_ALL='', LC_MESSAGES='', ALEA_LANG='', HOME=home,
                XDG_STATE_HOME=home, NO_COLOR='1', USER='ann')


def run_in_french(alea, home):
    """A function that runs a command and returns all that it writes."""
    def run(args, lines=()):
        done = subprocess.run([alea] + args, input='\n'.join(lines) + '\n', text=True, env=french(home),
                              capture_output=True, timeout=LIMIT_S, encoding='utf-8')
        return done.stdout + done.stderr
    return run


# Words of a game at one keyboard, right or wrong.
TYPED = ['help', 'help dice', 'help commands', 'help save', 'moves', 'board', 'board words', 'board on',
         'why 1', 'why a1-a1', 'nonsense', 'moves zz', 'auto on', 'auto off', 'takeback', 'draw',
         'adjourn', 'claim', 'say x', 'who', 'resign', 'save', 'rematch', 'level',
         'login x y', 'last', '99', 'create ur', 'mode text']


# Wrong command lines.
WRONG = ['play --level 9', 'play --side x', 'play --local --tls', 'play --two', 'play --local zz',
         'play --local --two --level 1', 'play --name %', 'bot --game zz', 'bot --wait 1', 'find --wait x',
         'match --games 0 a b', 'match zz random', 'rules zz', 'rules --playouts 3', 'solve tablut',
         'analyse', 'learn zz', 'replay', f'replay --otn {ROOT}/docs/examples/record.json',
         'bench --seconds x']


def terminal(alea, seed):
    chance = random.Random(seed)
    transcript, ended = '', 0
    with scratch() as home:
        run = run_in_french(alea, home)

        transcript += run([]) + run(['play', '--local']) + run(['nonsense'])
        for command in re.findall(r'(?m)^  ([a-z-]+) ', run(['--help'])):
            transcript += run([command, '--help']) + run([command, '--zzz'])
        for wrong in WRONG:
            transcript += run(wrong.split())
        for game in GAMES:
            moves = [str(chance.randrange(3) + 1) for _ in range(MOVES_MOST)]
            told = run(['play', '--local', game, '--two=bob', '--plain', '--new'],
                       TYPED + [f'help {game}', ''] + moves + ['resign sure', 'quit'])
            told += run(['learn', game], ['moves', 'zz', '99', '1'] + ['skip'] * 8)
            ended += 'gagnent' in told or 'nulle :' in told
            transcript += told
        run(['match', '--games', '2', '--game', 'finkel', '--records', home, 'random', 'random'])
        for record in glob.glob(os.path.join(home, '*.json')) + [home, home + '/none']:
            for command in ('verify', 'replay', 'analyse'):
                transcript += run([command, record])
    if 'Tout est juste' not in transcript:
        sys.exit('no record was verified')
    if ended < len(GAMES):
        sys.exit(f'only {ended} games ended')
    return transcript


# --- a visit to a server -----------------------------------------------------------------------

# Typed at a server by somebody who sits alone in a room, right or wrong.
VISITED = ['help', 'help commands', '', 'who', 'rooms', 'mine', 'games', 'seeks', 'hint', 'analyse',
           'register ann', 'abcdefgh', 'abcdefgi', 'register ann', 'kurz', 'login bob', '', 'create ur',
           'moves', 'why 1', 'board', 'save', 'save x y', 'say bonjour', 'join XXXX', 'watch XXXX', 'leave',
           'tell zoe salut', 'mode loud', 'nonsense', 'resign', 'record', 'name bob', 'quit']
# What something else than a server may say.
STRANGERS = ['HTTP/1.1 400 Bad Request', 'SSH-2.0-OpenSSH', '* Alea [alea/9999]',
             '- Too many connections come from your address: try again in 3 s [too_many_connections]', '']


def stranger(line):
    """Something that says a line to whoever comes, and hangs up.  Returns its port."""
    listener = socket.create_server(('127.0.0.1', 0))

    def serve():
        for _ in range(2):  # in plain text and with TLS
            guest = listener.accept()[0]
            guest.sendall(line.encode() + b'\r\n' if line else b'')
            guest.shutdown(socket.SHUT_WR)
            with contextlib.suppress(OSError):
                while guest.recv(4096):  # closed with bytes unread, the line might be lost, too
                    pass
            guest.close()
        listener.close()

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def lose(alea, env, server, port):
    """A visit whose server dies."""
    visit = subprocess.Popen([alea, 'play', f'127.0.0.1:{port}'], stdin=subprocess.PIPE, env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8')
    timer = threading.Timer(LIMIT_S, visit.kill)
    timer.daemon = True
    timer.start()
    lines = []
    visit.stdin.write('create ur\n')
    visit.stdin.flush()
    for line in visit.stdout:
        lines.append(line)
        if 'join' in line and server.poll() is None:
            server.kill()
        elif 'Toujours pas' in line:
            visit.send_signal(signal.SIGINT)
    visit.wait()
    if not any('connexion est perdue' in line for line in lines):
        sys.exit('the loss of the connection was not told')
    return ''.join(lines)


def visit(alea, _seed):
    transcript, alead = '', os.path.join(os.path.dirname(os.path.abspath(alea)), 'alead')
    with scratch() as home:
        run = run_in_french(alea, home)

        def certify(name):
            key, cert = os.path.join(home, name + '.key'), os.path.join(home, name + '.crt')
            subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
                            '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=' + name],
                           check=True, stdin=subprocess.DEVNULL, capture_output=True)
            return ['--tls-cert', cert, '--tls-key', key]

        transcript += run(['find', '--port', '9', '--wait', '10'])
        for line in STRANGERS:
            there = f'127.0.0.1:{stranger(line)}'
            transcript += run(['play', there]) + run(['play', '--tls', there])
        transcript += run(['play', there])  # it is gone
        server, port = start(alead)
        try:
            transcript += run(['find', '--port', str(port), '--wait', '30000', '--enough', '1'])
            transcript += run(['play', f'127.0.0.1:{port}'], VISITED)
            transcript += lose(alea, french(home), server, port)
        finally:
            server.kill()
            server.wait()
        server, port = start(alead, ['--tls-listen', '127.0.0.1:0', *certify('there')])
        try:
            there = f'127.0.0.1:{port}'
            for more in ([], ['--tls-fingerprint', 64 * '0'], ['--tls-ca', os.path.join(home, 'there.key')],
                         ['--tls-ca', os.path.join(home, 'there.crt')], ['--tls-ca', os.path.join(home, 'none')]):
                transcript += run(['play', '--tls', *more, there])
            transcript += run(['play', there])  # without TLS
        finally:
            server.kill()
            server.wait()
    for part in VISIT_SAYS:
        if part not in transcript:
            sys.exit(f'a visit does not say: {part}')
    return transcript


def main(args):
    seed = args[2] if len(args) > 2 else '1'
    print(f'seed {seed}')
    transcript = {'telnet': telnet, 'terminal': terminal, 'visit': visit}[args[0]](args[1], seed)
    if os.environ.get('ALEA_SHOW'):
        print(transcript)
    sys.exit(0 if check(transcript) else 1)


if __name__ == '__main__':
    main(sys.argv[1:])
