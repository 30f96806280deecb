"""The client's commands while their calls fail: each ends by itself, with a documented status, and with a
message when that is not 0; a file that it was to save is whole, or not there."""
import json
import os
import subprocess

from patient import Faults, Patient
from wrong import Wrong

LIMIT_S = 60  # much, for slow machines
NO_MEMORY = "alea: out of memory\n"
STATUSES = {"verify": (0, 1, 2), "replay": (0, 1, 2), "export": (0, 1, 2), "check-db": (0, 1, 2, 3),
            "bot": (0, 1, 2), "play": (0, 1, 2)}
PLAYED = "hello\nrooms\nwho\ngames\nrecord {game}\nquit\n"


def prepare(bench, session):
    """A record, of the game that is over."""
    record = session.record
    with open(os.path.join(bench.directory, "game.json"), "w", encoding="utf-8") as file:
        json.dump(record, file)
    bench.game = record["game_id"]


def argv_of(bench, scenario, home, port):
    record = os.path.join(bench.directory, "game.json")
    return {
        "verify": ["verify", record],
        "replay": ["replay", record],
        "export": ["export", record],
        "check-db": ["check-db", os.path.join(home, "a.db")],
        "bot": ["bot", "--game", "royal-ur", "--games", "1", "--seed", "1", "--save", home, f"127.0.0.1:{port}"],
        "play": ["play", "--name", "Zoe", f"127.0.0.1:{port}"],
    }[scenario]


def start(bench, scenario, home, faults, port, full):
    with open(os.path.join(home, "typed"), "w", encoding="utf-8") as file:
        file.write(PLAYED.format(game=bench.game))
    with open(os.path.join(home, "typed"), "rb") as typed, open("/dev/full" if full else os.devnull, "wb") as shown:
        return Patient(bench.library, faults, [bench.alea, *argv_of(bench, scenario, home, port)],
                       os.path.join(home, "client.log"), stdin=typed, stdout=shown,
                       environment={"HOME": home, "XDG_STATE_HOME": os.path.join(home, "state")})


def judge(scenario, status, said):
    for word in ("Sanitizer", "runtime error", "Assertion"):
        if word in said:
            raise Wrong(f"it says {word}: {said[-900:]}")
    if status == 71 and said.endswith(NO_MEMORY):
        return "ended"
    if status not in STATUSES[scenario]:
        raise Wrong(f"it has ended with {status}: {said[-900:]}")
    if status not in (0, 3) and "alea" not in said:
        raise Wrong(f"it has ended with {status}, and does not say why: {said!r}")
    return "went on" if status == 0 else "refused"


def check_saved(bench, home):
    for name in os.listdir(home):
        if name.endswith(".json"):
            done = subprocess.run([bench.alea, "verify", os.path.join(home, name)], capture_output=True, text=True,
                                  check=False)
            if done.returncode != 0:
                raise Wrong(f"{name} is not whole: {done.stderr}")


def run_once(bench, case, scenario, home, faults):
    server = bench.healthy(home) if scenario in ("bot", "play") else None
    other = None
    try:
        if scenario == "bot":
            other = Patient(bench.library, None, [
                bench.alea, "bot", "--game", "royal-ur", "--games", "1", "--seed", "2", f"127.0.0.1:{server.port}"],
                os.path.join(home, "other.log"), environment={"HOME": home})
        if case is None:
            faults.arm()
        elif case.error != "full":
            case.arm(faults)
        is_full = case is not None and case.error == "full"
        client = start(bench, scenario, home, faults, server.port if server else 0, is_full)
        status = client.wait(LIMIT_S)
        if status is None:
            raise Wrong(f"{scenario} does not end: {client.said()[-500:]}")
        outcome = judge(scenario, status, client.said())
        check_saved(bench, home)
        if scenario == "play" and case is not None:  # what is kept for the next time does no harm
            faults.disarm()
            again = start(bench, scenario, home, None, server.port, False)
            if again.wait(LIMIT_S) != 0:
                raise Wrong(f"the next time it does not work: {again.said()[-500:]}")
        return outcome
    finally:
        for process in (other, server):
            if process is not None:
                process.process.kill()
                process.process.wait()


def run(bench, case, home, faults):
    outcome = run_once(bench, case, case.scenario, home, faults)
    return outcome if faults.failed() or case.error == "full" else "not reached"


def count(bench, wanted):
    counted = {}
    for scenario in STATUSES:
        if wanted and scenario not in wanted:
            continue
        home = bench.new_home()
        faults = Faults(os.path.join(home, "faults"))
        if run_once(bench, None, scenario, home, faults) != "went on":
            raise SystemExit(f"faults: {scenario} does not work: {open(os.path.join(home, 'client.log')).read()}")
        counted[scenario] = {**faults.calls(), "log": 1}
        faults.close()
    return counted
