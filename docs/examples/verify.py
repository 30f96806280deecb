#!/usr/bin/env python3
"""Checks the record of a game: all its dice, and of royal-ur the moves and the result too.
usage: verify.py FILE      exit status: 0 right, 1 wrong, 2 cannot be read, 3 not over yet
It shares nothing with the server but docs/fairness.md and the rules of the game."""
import hashlib, hmac, itertools, json, sys

OTHER = {"white": "black", "black": "white"}
DICE = {"royal-ur": (3, 2), "akalamdung": (3, 2), "ur": (3, 2), "stelpur": (2, 6), "morris": (3, 6)}

def need(condition, fault):
    if not condition:
        raise ValueError(fault)

def sha256(data):
    return hashlib.sha256(data).hexdigest()

def byte_stream(record, k):  # B(0) B(1) ...
    nonces = [record["players"][side]["nonce"] for side in OTHER]
    for j in itertools.count():
        message = ":".join([record["game_id"], *nonces, str(k), str(j)]).encode()
        yield from hmac.digest(bytes.fromhex(record["secret"]), message, "sha256")

def throw(stream, n_dice, n_faces):
    usable = (byte for byte in stream if n_faces == 2 or byte < 252)
    return [next(usable) % n_faces + (n_faces == 6) for _ in range(n_dice)]

class RoyalUr:
    def __init__(self, first):  # pieces by the squares of a path: 0 the reserve, 15 borne off
        self.turn, self.dice, self.pieces = first, 0, {side: [7] + 15 * [0] for side in OTHER}

    def moves(self):  # text: from where, to where
        own, names = self.pieces[self.turn], ["in", *range(1, 15), "off"]
        return {f"{names[start]}-{names[end]}": (start, end)
                for start, end in enumerate(range(self.dice, 16)) if self.dice and own[start]
                and not {4, 8, 14} & {*range(start + 1, end)} and (end in (8, 15) or not own[end])}

    def throw(self, faces):
        need(not self.dice, "a move is due")
        self.dice = sum(faces)
        if not self.moves():
            self.turn, self.dice = OTHER[self.turn], 0

    def move(self, text):  # returns the result once there is one
        need(text in self.moves(), f"{text} is not a legal move")
        (start, end), side, other = self.moves()[text], self.turn, OTHER[self.turn]
        took = self.pieces[other][end] if 5 <= end <= 12 and end != 8 else 0
        for owner, origin, target in [(side, start, end)] + took * [(other, end, 0)]:
            self.pieces[owner][origin] -= 1
            self.pieces[owner][target] += 1
        self.turn, self.dice = side if took or end in (4, 8, 14, 15) else other, 0
        return {"outcome": side, "reason": "off"} if self.pieces[side][15] == 7 else None

def check_secrets(record):
    secret, players = record["secret"], record["players"]
    need(record["format"] == 1 and secret == secret.lower(), "not a record that is known here")
    need(sha256(bytes.fromhex(secret)) == record["commitment"], "commitment: not the secret's hash")
    for side in OTHER:
        name, nonce, seal, opened = (players[side][key] for key in ("name", "nonce", "seal", "opened"))
        need(seal in (None, sha256(nonce.encode())) if opened else seal and not nonce,
             f"players.{side}: the nonce of {name} is not the one that was sealed")

def check_log(record):  # returns the number of throws
    first, game, result, k = None if record["game"] in DICE else record["first"], None, None, 0
    for i, entry in enumerate(record["log"]):
        what, side, place = entry["what"], entry.get("side"), f"log[{i}]: {entry}: "
        need(not result, place + "the game was over before")
        if what in ("start_throw", "throw"):
            need(entry["k"] == k, place + f"throw {k} is due")
            stream, k = byte_stream(record, k), k + 1
            for key in OTHER if what == "start_throw" else ["dice"]:
                faces = throw(stream, *DICE[record["game"]])
                need(entry[key] == faces, place + f"{key} should be {faces}")
        if what == "start_throw" and not first:
            lead = sum(entry["white"]) - sum(entry["black"])
            first = "white" if lead > 0 else "black" if lead < 0 else None
            game = RoyalUr(first) if record["game"] == "royal-ur" else None
        elif what in ("throw", "move") and first:
            need(not game or side == game.turn, place + "it is the other side's turn")
            if game:
                result = game.throw(entry["dice"]) if what == "throw" else game.move(entry["move"])
        else:
            need(what in ("resign", "left") if first else what == "unopened" and not k
                 and not record["players"][side]["opened"], place + "not possible here")
            result = {"outcome": OTHER[side] if first else "none", "reason": what}
    need(record["first"] == first, f"first: should be {first}")
    is_known = result or record["game"] == "royal-ur"
    need(record["result"] == result or not is_known, f"result: should be {result}")
    need(not first or all(player["opened"] for player in record["players"].values()),
         "players: the game was played though a seal was not opened")
    return k

def main(name):
    try:
        with open(name, "rb") as file:
            text = file.read()
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        record = json.loads(text)
        if record["result"] is None and record["secret"] is None:
            print("The game is not over: its secret, and so its dice, are not known yet.")
            return 3
        check_secrets(record)
        print('{game}, options "{options}", server {server}, {started} to {ended}'.format(**record))
        print(f"Right are the commitment, the seals, all {check_log(record)} throws of the dice",
              "and every move." if record["game"] == "royal-ur" else "(moves were not checked).")
        return 0
    except Exception as fault:  # a forged record can provoke any
        print(f"WRONG: {type(fault).__name__}: {fault}")
        return 1

if len(sys.argv) != 2:
    print(__doc__, file=sys.stderr)
sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else 2)
