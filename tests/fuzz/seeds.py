"""Inputs of fuzz targets that other tests have already: rules cases, transcripts, messages and view samples."""
import glob
import json
import os
import re

# What is done in a room of each game.
ROOM = ["sit w 0 ann", "sit b 0 bob", "ready w 0 apple", "ready b 0 pear",
        *["move w 1 1", "move b 1 1"] * 6, "move w 1 3", "move b 1 3", "say w 0 hello", "draw w 0", "draw b 0", "rematch w 0", "rematch b 0"]


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def sessions():
    """(game with its options, lines) of each part of tests/rules, up to other options or a headline."""
    for path in sorted(glob.glob("tests/rules/*/*.txt")):
        game = kind = os.path.basename(os.path.dirname(path))
        lines = []
        for line in [*lines_of(path), "options:"]:
            if line.startswith(("options:", "# ---")):
                if lines:
                    yield kind, lines
                lines = []
            if line.startswith("options:"):
                options = line.removeprefix("options:").strip()
                kind = f"{game}:{options}" if options else game
            elif line.startswith(("> ", "< ", "! ")):
                lines.append(line)


def shell():
    for kind, lines in sessions():
        yield "\n".join([f"{kind} state", *(line[2:] for line in lines if line[0] == ">")])


def positions():
    """(game with its options and position, moves that are tried there); what is asked for, and what is answered."""
    tried = {}
    for kind, lines in sessions():
        here = None
        for line in lines:
            asked = re.match(r"> position (.*)", line)
            answered = re.match(r"< ok (.*) \| \w+$", line)
            move = re.match(r"> (?:move|why) (.*)", line)
            if asked or answered:
                here = tried.setdefault(f"{kind} {(asked or answered)[1]}", [])
            elif move and here is not None:
                here.append(move[1])
    return tried.items()


def moves():
    return ("\n".join([position, *tried]) for position, tried in positions() if tried)


def rooms():
    for kind in dict.fromkeys(kind for kind, _ in sessions()):
        yield "\n".join([f"{kind} c", *ROOM])


def transcripts():
    """Guests are called A, B, C there, and 0, 1, 2 in the target."""
    for path in sorted(glob.glob("tests/transcripts/*.txt")):
        said = (re.match(r"([A-C])(?:> (.*)|(!)|-$)", line) for line in lines_of(path))
        yield "\n".join("012"["ABC".index(m[1])] + (m[2] or "!") for m in said if m)


def messages():
    for path in sorted(glob.glob("tests/view/*.txt")):
        for sample in re.findall(r"^@.*\n((?:.*\n)*?)=\n", "\n".join(lines_of(path)), re.M):
            yield json.dumps(json.loads(sample))
    yield from lines_of("tests/samples/messages.txt")


def pages():
    """One page of a store with its first cell damaged."""
    for page in range(1, 30):
        yield bytes([0, page, 0x0F, 0xA0, 1, 0xFF, 0, page, 0, 0, 5, 0x0D, 0, 0, 0, 5])


SEEDS = {"shell": shell, "position": lambda: (position for position, _ in positions()), "move": moves, "room": rooms,
         "hub": transcripts, "message": messages, "store": pages}


def of(target):
    """The bytes of each."""
    for seed in SEEDS.get(target, list)():
        yield seed if isinstance(seed, bytes) else seed.encode("utf-8")
