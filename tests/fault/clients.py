"""The client's commands while their system calls fail.  Each must end by itself with a documented status,
and with a message if that is not 0; a file that it should save is complete or does not exist."""
import json
import os
import subprocess

from patient import Faults, Patient
from terminal import Terminal
from wrong import Wrong

LIMIT_S = 60  # much, for slow machines
NO_MEMORY = "alea: out of memory\n"
# scenario -> the exit statuses that it may have.  terminal is play, viewer is replay, at a terminal.
STATUSES = {"verify": (0, 1, 2), "replay": (0, 1, 2), "check-db": (0, 1, 2, 3), "rules": (0, 1),
            "bot": (0, 1, 2), "play": (0, 1, 2), "bench": (0, 1, 2), "find": (0, 1, 2), "terminal": (0, 1, 2),
            "viewer": (0, 1, 2), "solve": (0, 1), "local": (0, 1, 2), "analyse": (0, 1, 2)}
# The output of these is always the same if nothing fails.
SAME = ("verify", "replay", "check-db", "rules", "solve", "analyse")
AT_SERVER = ("bot", "play", "bench", "find", "terminal")
PLAYED = "hello\nrooms\nwho\ngames\nrecord {game}\nquit\n"
ALONE = "e4-b4\nhint\nresign sure\nsave {home}/local.json\nrematch\nquit\n"
RULES = "new\nroll 2\nmoves\nmove in-2\nundo\nperft 2\nstate\nquit\n"
# At a terminal: what is typed, and what ends the program.
TYPED = {"terminal": (b"rooms\nregister\n12345678\n12345678\nwho\nquit\n", b"quit\n"), "viewer": (b"lln3\rGgq", b"q")}


def prepare(bench, session):
    """The record of the finished game."""
    record = session.record
    with open(os.path.join(bench.directory, "game.json"), "w", encoding="utf-8") as file:
        json.dump(record, file)
    bench.game = record["game_id"]


def argv_of(bench, scenario, home, port):
    record = os.path.join(bench.directory, "game.json")
    return {
        "verify": ["verify", record],
        "replay": ["replay", record],
        "analyse": ["analyse", "--plies", "0", "--svg", os.path.join(home, "chances.svg"), record],
        "check-db": ["check-db", os.path.join(home, "a.db")],
        "bot": ["bot", "--game", "royal-ur", "--games", "1", "--seed", "1", "--save", home, f"127.0.0.1:{port}"],
        "play": ["play", "--name", "Zoe", f"127.0.0.1:{port}"],
        "terminal": ["play", "--name", "Zoe", f"127.0.0.1:{port}"],
        "local": ["play", "--local", "--level", "1", "tablut:first=white"],
        "viewer": ["replay", record],
        "rules": ["rules", "royal-ur"],
        "find": ["find", "--port", str(port), "--wait", "500", "--enough", "1"],
        "solve": ["solve", "--left", "1", "--output", os.path.join(home, "a.table"), "royal-ur"],
        "bench": ["bench", "--rooms", "2", "--seconds", "0.02", f"127.0.0.1:{port}"],
    }[scenario]


def start(bench, scenario, home, faults, port, stdio):
    return Patient(bench.library, faults, [bench.alea, *argv_of(bench, scenario, home, port)],
                   os.path.join(home, "client.log"), stdin=stdio[0], stdout=stdio[1],
                   environment={"HOME": home, "XDG_STATE_HOME": os.path.join(home, "state"), "TERM": "xterm"})


def end_of(bench, scenario, home, faults, port, full):
    """Lets it run to its end.  Returns its exit status (None: it does not end), and its error output."""
    if scenario in TYPED:
        terminal = Terminal()
        try:
            client = start(bench, scenario, home, faults, port, (terminal.end, terminal.end))
            status = terminal.use(client, *TYPED[scenario], LIMIT_S)
            terminal.check(status)
            return status, client.said()
        finally:
            terminal.close()
    with open(os.path.join(home, "typed"), "w", encoding="utf-8") as file:
        typed = {"rules": RULES, "local": ALONE}.get(scenario, PLAYED)
        file.write(typed.format(game=bench.game, home=home))
    output = "/dev/full" if full else os.path.join(home, "shown")
    with open(os.path.join(home, "typed"), "rb") as typed, open(output, "wb") as shown:
        client = start(bench, scenario, home, faults, port, (typed, shown))
        return client.wait(LIMIT_S), client.said()


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


def check_shown(bench, scenario, home):
    """A command that reports success has checked everything."""
    with open(os.path.join(home, "shown"), encoding="utf-8") as file:
        shown = file.read().replace(home, "")
    if bench.shown.setdefault(scenario, shown) != shown:
        raise Wrong(f"it has ended with 0, and says {shown[-300:]!r} instead of {bench.shown[scenario][-300:]!r}")


def check_saved(bench, home):
    for name in os.listdir(home):
        if name.endswith(".json"):
            done = subprocess.run([bench.alea, "verify", os.path.join(home, name)], capture_output=True, text=True,
                                  check=False)
            if done.returncode != 0:
                raise Wrong(f"{name} is not whole: {done.stderr}")


def run_once(bench, case, scenario, home, faults):
    server = bench.healthy(home) if scenario in AT_SERVER else None
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
        port = server.port if server else 0
        status, said = end_of(bench, scenario, home, faults, port, is_full)
        if status is None:
            raise Wrong(f"{scenario} does not end: {said[-500:]}")
        outcome = judge(scenario, status, said)
        if is_full and outcome == "went on":
            raise Wrong("it could not write what it has to say, and has ended with 0")
        if scenario in SAME and outcome == "went on":
            check_shown(bench, scenario, home)
        check_saved(bench, home)
        if scenario in ("play", "terminal", "local") and case is not None:  # files kept for the next time are fine
            faults.disarm()
            status, said = end_of(bench, scenario, home, None, port, False)
            if status != 0:
                raise Wrong(f"the next time it does not work: {said[-500:]}")
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
        counted[scenario] = {**faults.calls(), "log": scenario not in TYPED}
        faults.close()
    return counted
