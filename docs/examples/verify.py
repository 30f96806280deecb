#!/usr/bin/env python3
"""Checks a record: all dice, and of royal-ur moves and result; not names, times, clocks, position.
usage: verify.py FILE      exit status: 0 right, 1 wrong, 2 cannot be read, 3 not over yet"""
import hashlib, hmac, itertools, json, sys
OTHER = {"white": "black", "black": "white"}
DICE = {"royal-ur": (3, 2), "finkel": (4, 2), "blitz": (4, 2), "masters": (3, 2), "aseb": (4, 2), "akalamdung": (3, 2), "ur": (3, 2), "stelpur": (2, 6), "morris": (3, 6)}
def need(condition, fault):
    if not condition:
        raise ValueError(fault)
def sha256(data): return hashlib.sha256(data).hexdigest()
def dice(record, k):  # the dice of throw k, from the bytes B(0) B(1) ... of docs/fairness.md
    faces, nonces = DICE[record["game"]][1], [record["players"][side]["nonce"] for side in OTHER]
    for j in itertools.count():
        message = ":".join([record["game_id"], *nonces, str(k), str(j)]).encode()
        block = hmac.digest(bytes.fromhex(record["secret"]), message, "sha256")
        yield from (byte % faces + (faces == 6) for byte in block if faces == 2 or byte < 252)
class RoyalUr:  # pieces by the squares of a path: 0 the reserve, 15 borne off
    def __init__(self, first):
        self.turn, self.dice, self.pieces = first, 0, {side: [7] + 15 * [0] for side in OTHER}
    def moves(self):  # text: from where, to where
        own, names = self.pieces[self.turn], ["in", *range(1, 15), "off"]
        return {f"{names[start]}-{names[end]}": (start, end)
                for start, end in enumerate(range(self.dice, 16)) if self.dice and own[start]
                and not {4, 8, 14} & {*range(start + 1, end)} and (end in (8, 15) or not own[end])}
    def throw(self, faces):
        need(not self.dice, "a move is due")
        self.dice = sum(faces)
        self.turn, self.dice = (self.turn, self.dice) if self.moves() else (OTHER[self.turn], 0)
    def move(self, text):  # returns the result once there is one
        need(text in self.moves(), f"{text} is not a legal move")
        (start, end), side, other = self.moves()[text], self.turn, OTHER[self.turn]
        took = self.pieces[other][end] if 5 <= end <= 12 and end != 8 else 0
        for owner, origin, target in [(side, start, end)] + took * [(other, end, 0)]:
            self.pieces[owner][origin] -= 1
            self.pieces[owner][target] += 1
        self.turn, self.dice = side if took or end in (4, 8, 14, 15) else other, 0
        return {"outcome": side, "reason": "off"} if self.pieces[side][15] == 7 else None
def check(record):
    players, game, result, k, late, moved = record["players"], None, None, 0, [], set()
    first = None if record["game"] in DICE and "dice=none" not in record["options"] else record["first"]
    need(record["format"] == 1 and record["secret"] == record["secret"].lower()
         and sha256(bytes.fromhex(record["secret"])) == record["commitment"], "commitment")
    for side, player in players.items():
        need(player["seal"] in (None, sha256(player["nonce"].encode())) if player["opened"] else
             player["seal"] and not player["nonce"], f"players.{side}: not the nonce that was sealed")
    for i, entry in enumerate(record["log"]):
        what, side, place = entry["what"], entry.get("side"), f"log[{i}]: {entry}: "
        need(not result or late and what == "unopened", place + "the game was over before")
        need(what not in ("throw", "move", "flag", "idle") or not game or side == game.turn, place + "whose turn?")
        if what in ("start_throw", "throw"):
            need(entry["k"] == k, place + f"throw {k} is due")
            stream, k = dice(record, k), k + 1
            for key in OTHER if what == "start_throw" else ["dice"]:
                faces = [next(stream) for _ in range(DICE[record["game"]][0])]
                need(entry[key] == faces, place + f"{key} should be {faces}")
        if what == "start_throw" and not first:
            none = 4 if record["game"] == "masters" else 0
            lead = (sum(entry["white"]) or none) - (sum(entry["black"]) or none)
            first = "white" if lead > 0 else "black" if lead < 0 else None
            game = RoyalUr(first) if first and record["game"] == "royal-ur" else None
        elif what in ("throw", "move") and first:
            moved |= {side} if what == "move" else set()
            result = game and getattr(game, what)(entry["dice" if what == "throw" else "move"])
        elif what in ("resign", "absent", "unresumed", "adjudicated", "flag" if record["time"] else "idle") and first:
            result = {"outcome": OTHER[side], "reason": what}
        elif what == "draw" and first:
            result = {"outcome": "draw", "reason": "agreed"}
        else:
            need(not first and not k if what == "unopened" else
                 first and (what in ("abandoned", "lapsed") or what == "endless" and i >= 100000
                            or what == "abort" and len(moved) < 2), place)
            reason = "aborted" if what == "abort" else what
            result, late = {"outcome": "none", "reason": reason}, late + [side] * (what == "unopened")
    unopened = [side for side in OTHER if not players[side]["opened"]]
    need((record["first"], late) == (first, unopened), f"first: {first}; unopened: {unopened}")
    need(record["result"] == result or not result and not game, f"result: should be {result}")
    return f"Right: commitment, seals, {k} throws" + (", every move, the result" if game else "")
try:
    record = json.load(open(sys.argv[1], "rb"))
    over = record["result"] or record["secret"]
    sys.exit(print(check(record) if over else "Not over: the secret is not known yet.") or 3 * (not over))
except (OSError, IndexError) as fault:
    sys.exit(print(fault, __doc__, sep="\n", file=sys.stderr) or 2)
except Exception as fault:  # a forged record can provoke any
    sys.exit(print(f"WRONG: {type(fault).__name__}: {fault}") or 1)
