"""What the players in a session were told, and so what the store must and must not contain afterwards."""
import sqlite3

from wrong import Wrong

MOVES = ("select games.id, events.seq, events.text from log as events join games on events.game = games.n"
         " where events.kind = 'move'")
LATEST = "select games.id, max(events.seq) from log as events join games on events.game = games.n group by games.n"


def read(path, query):
    with sqlite3.connect(path) as db:
        rows = db.execute(query).fetchall()
    db.close()
    return rows


class Facts:
    """before: the moves that the store had; path: of the store at the end."""

    def __init__(self, before=(), accounts=()):
        self.before = set(before)
        self.moves = []  # (game id, event number, move) of acknowledged moves
        self.unanswered = set()  # (game id, move) of moves that may or may not be stored
        self.told = {}  # id of a game that has begun -> the latest event that a client was sent
        self.over = set()  # ids of games whose end was announced
        self.accounts = dict(accounts)  # name -> whether the account exists; None: unknown

    def hear(self, state):
        if state["stage"] in ("playing", "over"):
            game = state["game_id"]
            self.told[game] = max(self.told.get(game, 0), state["seq"])
            if state["stage"] == "over":
                self.over.add(game)

    def hear_move(self, game, move, answer):
        if answer is None:
            self.unanswered.add((game, move))
        elif "error" not in answer:
            self.moves.append((game, answer["seq"], move))

    def hear_account(self, name, answer, is_there):
        """Takes the answer to a command that creates or deletes an account."""
        if answer is None:
            self.accounts[name] = None
        elif "error" not in answer:
            self.accounts[name] = is_there

    def check(self, path):
        stored = set(read(path, MOVES))
        for move in self.moves:
            if move not in stored:
                raise Wrong(f"the move {move} was acknowledged, and is lost")
        for game, seq, move in stored - self.before - set(self.moves):
            if (game, move) not in self.unanswered:
                raise Wrong(f"the move {(game, seq, move)} was not acknowledged, and is stored")
        latest = dict(read(path, LATEST))
        for game, seq in self.told.items():
            if latest.get(game, 0) < seq:
                raise Wrong(f"event {seq} of {game} was told, and is lost")
        ended = {game for game, in read(path, "select id from games where ended_s is not null")}
        if not self.over <= ended:
            raise Wrong(f"the end of {self.over - ended} was told, and is lost")
        accounts = {name for name, in read(path, "select name from accounts where forgotten is null")}
        for name, is_there in self.accounts.items():
            if is_there is not None and (name in accounts) != is_there:
                raise Wrong(f"the account {name} is {'lost' if is_there else 'there'}, and the answer said otherwise")
