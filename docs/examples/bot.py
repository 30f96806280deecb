#!/usr/bin/env python3
"""A bot for alea in plain Python: plays one game or match with random moves, from states alone.

Usage: bot.py [HOST [PORT [GAME]]]     plays with the next one who wants this game.
"""
import hashlib, json, random, secrets, socket, sys

host, port, game = (sys.argv[1:] + ["127.0.0.1", "2532", "royal-ur"][len(sys.argv) - 1:])[:3]
connection = socket.create_connection((host, int(port)))
server = connection.makefile("r", encoding="utf-8", newline="\n")  # "rw" loses lines
print(server.readline().strip())  # the greeting
name = "py" + secrets.token_hex(4)
nonces = {}  # of each game: our part of the dice; the server sees its hash first
said = set()  # what we sent in which game


def send(**command):
    connection.sendall((json.dumps(command) + "\n").encode())


def say_once(state, **command):
    """Sends ready or open only once a game, though several events may ask for it."""
    if (state["game_id"], command["cmd"]) not in said:
        said.add((state["game_id"], command["cmd"]))
        send(room=state["room"], **command)


def play(state):
    """Does what a state asks of us; true when the game, or the match of two, is over."""
    nonce = nonces.setdefault(state["game_id"], secrets.token_hex(16))
    seats = state["seats"]
    side = next(side for side in seats if seats[side] and seats[side]["name"] == name)
    mine = seats[side]
    if state["stage"] == "waiting" and all(seats.values()) and not mine["ready"]:
        say_once(state, cmd="ready", nonce="sha256:" + hashlib.sha256(nonce.encode()).hexdigest())
    elif state["stage"] == "opening" and mine["nonce"] is None:
        say_once(state, cmd="open", nonce=nonce)
    elif state["stage"] == "playing" and "moves" in state:
        send(cmd="move", room=state["room"], move=random.choice(state["moves"].split()), seq=state["seq"])
    elif state["stage"] == "over":
        print("I was", side, "and the result is", state["result"])
        return state["match"] is None or state["match"]["outcome"] is not None


send(cmd="name", name=name)
send(cmd="play", game=game)
for line in server:
    message = json.loads(line)
    if message.get("event") == "state":
        if play(message):
            break
    elif message.get("event") == "offer_over" and message["why"] == "expired":
        send(cmd="play", game=game)  # nobody came yet
    elif message.get("error") not in (None, "stale", "not_playing"):  # these: the game has gone on
        sys.exit(message["text"])
send(cmd="quit")
