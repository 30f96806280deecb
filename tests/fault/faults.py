#!/usr/bin/env python3
"""Lets every system call and allocation of a program fail once in a session: the first, the second, ...
the last; some also permanently from then on.  Whatever fails, the program must go on, refuse a request,
close a connection, or end with a message and a documented status.  Nothing acknowledged is lost,
nothing is half sent, and no client waits forever (docs/operating.md, docs/man/alea.1)."""
import argparse
import collections
import errno
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import clients  # noqa: E402
import facts  # noqa: E402
from patient import Faults, Patient, Server  # noqa: E402
from session import Refused, Session, Visitor  # noqa: E402
from wrong import Wrong  # noqa: E402

NO_MEMORY = "alea: out of memory\n"
MEMORY_STATUS, FAILED_STATUS, ABORTED = 71, 1, -6
END_LIMIT_S = 60

# kind of call -> the errors it fails with: "X!" is X for good, "short" half of it is done.  With "X+"
# the server is killed when the first request has been refused: what was refused must not be there.
ERRORS = {
    "malloc": "ENOMEM",
    "mmap": "ENOMEM",
    "thread": "EAGAIN EAGAIN!",
    "open": "EMFILE EIO EMFILE!",
    "file-read": "EIO EINTR short EIO!",
    "file-write": "EIO ENOSPC EINTR short ENOSPC! EIO! EIO+",
    "sync": "EIO EIO! ENOSPC EIO+",
    "truncate": "EIO ENOSPC",
    "lock": "EIO ENOLCK",
    "name": "EACCES EIO",
    "stat": "EIO EACCES",
    "socket-read": "ECONNRESET EINTR EAGAIN short",
    "socket-write": "EPIPE ECONNRESET EINTR EAGAIN ENOBUFS short",
    "pipe-read": "EINTR",
    "pipe-write": "EINTR",
    "log": "full",  # standard output and error are a disk that is full
    "accept": "EMFILE ENFILE ECONNABORTED EINTR EAGAIN ENOMEM ENOBUFS EMFILE! ENFILE! ENOMEM!",
    "socket": "EMFILE ENFILE ENOBUFS EMFILE!",
    "setup": "ENOBUFS EINVAL",
    "epoll": "ENOMEM ENOSPC",
    "wait": "EINTR",
    "random": "EINTR",
}
# These are not failures, but calls to repeat, which nobody notices.  alea bench cannot use a server that does
# not read.
HARMLESS = {"EINTR", "EAGAIN", "short"}
NOT_HARMLESS = {("session", "thread"), ("bench", "socket-write")}
# In a session: which failures may close a connection, and which may be answered with an error
# (docs/operating.md).
MAY_CLOSE = {"socket-read", "socket-write", "accept", "epoll", "setup"}
MAY_REFUSE = {"file-read", "file-write", "sync", "truncate", "lock", "open", "stat", "name", "mmap"}
# Where libuv itself gives up (docs/operating.md).
MAY_ABORT = {"epoll", "thread"}
MAY_ABORT_AT_START = {"socket"}
# A bot retries for hours (it has its own tests), and needs a descriptor for that.
NOT_TRIED = {("bot", "socket", "EMFILE!"), ("play", "socket", "EMFILE!")}
LIBRARY = "tests/fault/libfaults.so"  # in the build folder
# If accepting fails permanently, it is retried in QUIET_S some times, but not all the time.
ACCEPTS_MAX = 200
MEMORY_KINDS = {"malloc", "mmap"}


class Case(collections.namedtuple("Case", "scenario kind error n")):
    """One fault."""

    def arm(self, faults):
        if self.error == "full":
            return
        name = self.error.rstrip("!+")
        faults.arm(self.kind, self.n, self.error.endswith("!"), 0 if name == "short" else getattr(errno, name))

    def __str__(self):
        return f"--scenario {self.scenario} --kind {self.kind} --error {self.error} --n {self.n}"


class Bench:
    """What all runs have in common."""

    def __init__(self, build, directory):
        self.build, self.directory = build, directory
        self.alead, self.alea = (os.path.join(build, name) for name in ("alead", "alea"))
        self.library = os.path.abspath(os.path.join(build, LIBRARY))
        self.known = None
        self.shown = {}  # scenario -> its output when nothing fails
        self.descriptors = None  # of a server after a session without failures
        linked = subprocess.run(["ldd", self.alead], capture_output=True, text=True, check=True).stdout
        sanitizer = re.search(r"=> (\S*/libasan\S*)", linked)
        self.is_sanitized = sanitizer is not None  # finds leaks, but allocations of the sanitizer cannot fail
        if self.is_sanitized:
            self.library = f"{sanitizer[1]} {self.library}"  # must be loaded first

    def argv(self, directory):
        more = []
        if os.path.exists(os.path.join(self.directory, "cert.pem")):
            more = ["--tls-listen", "127.0.0.1:0", "--tls-cert", os.path.join(self.directory, "cert.pem"),
                    "--tls-key", os.path.join(self.directory, "key.pem")]
        return [self.alead, "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--db",
                os.path.join(directory, "a.db"), "--log-level", "debug", "--limit", "commands_burst=1000000",
                "--limit", "connections_per_address=1000", *more]

    def healthy(self, directory):
        server = Server(self.library, None, self.argv(directory), os.path.join(directory, "log"))
        if not server.is_ready:
            raise Wrong(f"the server does not start any more: {server.said()[-600:]}")
        return server

    def prepare(self):
        """Prepares the state before the session: a running game, a finished one, an account; the server
        was killed."""
        if shutil.which("openssl"):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                            "-nodes", "-keyout", os.path.join(self.directory, "key.pem"), "-out",
                            os.path.join(self.directory, "cert.pem"), "-subj", "/CN=alea", "-days", "2"],
                           check=True, capture_output=True)
        home = os.path.join(self.directory, "before")
        os.mkdir(home)
        server = self.healthy(home)
        session = Session(server, {})
        ann, bob = (name_visitor(session, name) for name in ("Ann", "Bob"))
        tokens = {"Ann": ann[1], "Bob": bob[1]}
        room = session.begin(ann[0], bob[0], "royal-ur")
        session.play([ann[0], bob[0]], room, 5)
        self.known = {"token": tokens, "room": room}
        session.new_game()
        session.visit("Eve").must(cmd="register", password="12345678")
        server.process.kill()
        server.process.wait()
        self.known["moves"] = facts.read(os.path.join(home, "a.db"), facts.MOVES)
        self.known["accounts"] = {"Eve": True, "Kim": False, "Lee": False}
        clients.prepare(self, session)

    def new_home(self):
        home = tempfile.mkdtemp(dir=self.directory)
        before = os.path.join(self.directory, "before")
        for name in os.listdir(before):
            if name.startswith("a.db") and not name.endswith("-shm"):
                shutil.copy(os.path.join(before, name), home)
        return home


def name_visitor(session, name):
    visitor = Visitor(session, session.server.port, name)
    return visitor, visitor.must(cmd="name", name=name)["token"]


# --- checks afterwards ---

def check_store(bench, home, known):
    path = os.path.join(home, "a.db")
    done = subprocess.run([bench.alea, "check-db", path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"check-db: {done.returncode}: {done.stdout}{done.stderr}")
    if facts.read(path, "select n from games where damage is not null"):
        raise Wrong("a game was set aside")
    known.check(path)


def may_abort(case, said):
    """The backtrace shows who allocated memory when libuv started its threads."""
    return case is not None and (case.kind in MAY_ABORT or
                                 (case.kind == "malloc" and "uv_queue_work" in said) or
                                 (case.scenario == "start" and case.kind in MAY_ABORT_AT_START))


def check_words(case, said):
    for word in ("Sanitizer", "runtime error", "Assertion", "damaged", "set_aside"):
        if word in said:
            raise Wrong(f"it says {word}: {said[-900:]}")
    for line in said.splitlines():
        is_known = re.match(r"\d{4}-\d\d-\d\dT\S+Z (error|warn |info |debug) \w+", line)
        if not is_known and line + "\n" != NO_MEMORY and not may_abort(case, said):
            raise Wrong(f"it says {line!r}")


def judge_end(case, status, said):
    """The server has ended: checks that this is documented."""
    if status is None:
        raise Wrong("it does not end")
    if status == MEMORY_STATUS and case.kind in MEMORY_KINDS and said.endswith(NO_MEMORY):
        return "ended"
    if status == FAILED_STATUS and case.scenario == "start" and "start_failed why=" in said.splitlines()[-1]:
        return "ended"
    if status == ABORTED and may_abort(case, said):
        return "aborted"
    raise Wrong(f"it has ended with {status}: {said[-900:]}")


def after(bench, home, known):
    """Checks that the store is in order, and that the next start continues with it."""
    check_store(bench, home, known)
    server = bench.healthy(home)
    session = Session(server, bench.known)
    session.players = [session.come_back("Ann"), session.come_back("Bob")]
    session.check_health()
    server.process.terminate()
    if server.wait(END_LIMIT_S) != 0:
        raise Wrong("the next server does not end well")


# --- scenarios of the server ---

def stop(server):
    server.process.terminate()
    return server.wait(END_LIMIT_S)


def descriptors_of(pid):
    """Descriptors by name, and how many; without standard input, output and error."""
    counted = collections.Counter()
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{fd}")
        except OSError:
            continue  # closed in the meantime
        if int(fd) > 2:
            counted["directory" if os.path.isdir(target) else re.sub(r":.*", "", os.path.basename(target))] += 1
    return counted


def check_descriptors(bench, server, session):
    """Disconnects everybody; then the server has no more descriptors than after a session without
    failures."""
    for visitor in session.visitors:
        visitor.close()
    if bench.descriptors is None:
        time.sleep(0.5)
        bench.descriptors = descriptors_of(server.process.pid)
    deadline = time.monotonic() + END_LIMIT_S
    while more := descriptors_of(server.process.pid) - bench.descriptors:
        if time.monotonic() > deadline:
            raise Wrong(f"descriptors are left open: {dict(more)}")
        time.sleep(0.01)


def outcome_of(session):
    errors = [error for visitor in session.visitors for error in visitor.errors if error[1] in ("storage", "internal")]
    if any(not visitor.is_open and visitor.was_cut for visitor in session.visitors):
        return "closed"
    return "refused" if errors else "went on"


# The disk failed when this was read: it is there after the next start.
LEFT_OUT = ("game_skipped", "games_unreadable", "game_set_aside")


def is_bad_sector(case, said):
    """SQLite says that a page that can never be read is damaged; what is on it is set aside."""
    return case is not None and (case.scenario, case.kind, case.error) == ("start", "file-read", "EIO!") and \
        "game_set_aside" in said


def look_after(server, session):
    """The server goes on, or it has ended and judge_end accepts that."""
    try:
        session.check_health()
    except Wrong:
        try:
            server.process.wait(20)
        except subprocess.TimeoutExpired:
            pass
        if server.is_alive():
            raise


def run_session(session):
    """False: it has ended at the first refused request."""
    try:
        session.run()
    except Refused:
        return False
    finally:
        session.ends_refused = False
    return True


def run_server(bench, case, home, faults):
    """Runs it.  Returns the outcome, and the number of calls of each kind."""
    at_start = case is not None and case.scenario == "start"
    if case is None:
        faults.arm()
    elif at_start:
        case.arm(faults)
    is_full = case is not None and case.error == "full"
    log = "/dev/full" if is_full else os.path.join(home, "log")
    server = Server(bench.library, faults, bench.argv(home), log)
    heals = case is not None and case.kind == "accept" and case.error.endswith("!")
    session = Session(server, bench.known, faults.disarm if heals else None, case is not None and case.error[-1] == "+")
    calls = faults.calls()
    if server.is_ready:
        if case is None:
            faults.arm()
        elif not at_start:
            case.arm(faults)
        if not at_start and not run_session(session):
            server.process.kill()
            server.process.wait()
            after(bench, home, session.facts)
            return "refused", (calls, calls)
    if not server.is_ready and server.wait(END_LIMIT_S) is None:
        raise Wrong("it neither starts nor ends")
    outcome = None
    if server.is_ready and not at_start:
        if (faults.failed() or is_full) and server.is_alive():
            faults.disarm()
            look_after(server, session)
    if at_start and server.is_ready and any(word in server.said() for word in LEFT_OUT):
        pass  # it is there after the next start
    elif at_start and server.is_ready:
        faults.disarm()
        session.players = [session.come_back("Ann"), session.come_back("Bob")]
        look_after(server, session)
    gone = server.process.poll() if not server.is_ready or not server.is_alive() else None
    if gone is None:
        check_descriptors(bench, server, session)
        status = stop(server)
        outcome = outcome_of(session) if status == 0 else None
    else:
        status = server.wait(END_LIMIT_S)
    session_calls = faults.calls()
    failed = faults.failed()
    if heals and session_calls["accept"] > ACCEPTS_MAX:
        raise Wrong(f"accepting is tried without a pause: {session_calls['accept']} times")
    said = "" if is_full else server.said()
    check_words(case, said if not is_bad_sector(case, said) else "")
    if outcome is None:
        outcome = judge_end(case, status, said) if case else "ended"
    if (failed or case is None or is_full) and not is_bad_sector(case, said):
        after(bench, home, session.facts)
    if case is not None and not failed and case.error != "full":
        outcome = "not reached"
    return outcome, (calls, session_calls)


# --- running them ---

def check_outcome(case, outcome):
    """Whether this is documented for a failure of this kind."""
    is_harmless = case.error in HARMLESS and (case.scenario, case.kind) not in NOT_HARMLESS
    if is_harmless and outcome not in ("went on", "not reached"):
        raise Wrong(f"{outcome} because of {case.error}")
    if case.scenario == "session" and (outcome == "closed" and case.kind not in MAY_CLOSE or
                                       outcome == "refused" and case.kind not in MAY_REFUSE):
        raise Wrong(f"{outcome} because of {case.kind}")


def run_case(bench, case):
    home = bench.new_home()
    faults = Faults(os.path.join(home, "faults"))
    try:
        if case.scenario in ("start", "session"):
            outcome, _ = run_server(bench, case, home, faults)
        else:
            outcome = clients.run(bench, case, home, faults)
        check_outcome(case, outcome)
        return case, outcome, ""
    except Wrong as wrong:
        log = os.path.join(home, "log")
        said = Patient.read(log) if os.environ.get("ALEA_FAULTS_LOG") else ""
        return case, "WRONG", f"{wrong}\n{said}"
    finally:
        faults.close()
        shutil.rmtree(home, ignore_errors=True)


def count_calls(bench, wanted):
    """scenario -> kind -> number of calls when nothing fails."""
    home = bench.new_home()
    faults = Faults(os.path.join(home, "faults"))
    _, (start, session) = run_server(bench, None, home, faults)
    faults.close()
    counted = {"start": {**start, "log": 0}, "session": {**session, "log": 1}}
    counted.update(clients.count(bench, wanted))
    return counted


def choose(arguments, counted, rng, is_sanitized):
    for scenario, calls in counted.items():
        if arguments.scenario and scenario not in arguments.scenario:
            continue
        for kind, errors in ERRORS.items():
            if arguments.kind and kind not in arguments.kind or kind == "malloc" and is_sanitized:
                continue
            for error in arguments.error or errors.split():
                if (scenario, kind, error) in NOT_TRIED or error.endswith("+") and scenario != "session":
                    continue
                every = range(1, calls[kind] + 1)
                if arguments.n:
                    every = arguments.n
                elif arguments.sample is not None and len(every) > arguments.sample:
                    every = rng.sample(every, arguments.sample)
                for n in every:
                    yield Case(scenario, kind, error, n)


def pick_each(cases, n, rng):
    kinds = collections.defaultdict(list)
    for case in cases:
        kinds[case.scenario, case.kind].append(case)
    return [case for some in kinds.values() for case in rng.sample(some, min(n, len(some)))]


worker_bench = None  # pylint: disable=invalid-name


def begin_worker(bench):
    global worker_bench  # pylint: disable=global-statement
    worker_bench = bench


def work(case):
    return run_case(worker_bench, case)


OUTCOMES = ["went on", "refused", "closed", "ended", "aborted", "not reached", "WRONG"]


def show_table(counted, results):
    rows = collections.defaultdict(collections.Counter)
    for case, outcome, _ in results:
        rows[case.scenario, case.kind, case.error][outcome] += 1
    print(f"{'scenario':10} {'kind':13} {'error':13} {'calls':>6}" + "".join(f"{name:>12}" for name in OUTCOMES))
    for (scenario, kind, error), row in sorted(rows.items()):
        print(f"{scenario:10} {kind:13} {error:13} {counted[scenario][kind]:6}" +
              "".join(f"{row[name] or '':>12}" for name in OUTCOMES))


def build_dir(path):
    """Type for argparse: prints one line if the programs are missing from the folder."""
    for name in ("alead", "alea", LIBRARY):
        if not os.access(os.path.join(path, name), os.R_OK):
            raise argparse.ArgumentTypeError(f"there is no {path}/{name}: make check-faults builds it")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=build_dir, default="build/release", help="where alead, alea and tests/fault/libfaults.so are")
    parser.add_argument("--scenario", action="append", help="only this one")
    parser.add_argument("--kind", action="append", help="only calls of this kind")
    parser.add_argument("--error", action="append", help="only this error; EIO! is EIO for good")
    parser.add_argument("--n", type=int, action="append", help="only the call with this number")
    parser.add_argument("--sample", type=int, help="so many of the calls of each kind")
    parser.add_argument("--each", type=int, help="so many runs of each kind, whatever the errors")
    parser.add_argument("--runs", type=int, help="so many runs, of all that would be done")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=None, help="of the sample")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    rng = random.Random(seed)
    began = time.monotonic()
    wrong = 0
    shm = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=shm, prefix="alea-faults.") as directory:
        bench = Bench(arguments.build, directory)
        bench.prepare()
        counted = count_calls(bench, arguments.scenario)
        cases = list(choose(arguments, counted, rng, bench.is_sanitized))
        if arguments.each is not None:
            cases = pick_each(cases, arguments.each, rng)
        if arguments.runs is not None and arguments.runs < len(cases):
            cases = rng.sample(cases, arguments.runs)
        if not cases:
            sys.exit("faults: there is no such call, scenario, kind or error")
        print(f"faults: {len(cases)} runs, seed {seed}", flush=True)
        results = []
        with multiprocessing.Pool(arguments.jobs, begin_worker, (bench,)) as pool:
            for case, outcome, why in pool.imap_unordered(work, cases):
                results.append((case, outcome, why))
                if outcome == "WRONG":
                    wrong += 1
                    print(f"tests/fault/faults.py --build {arguments.build} {case}\n    {why}", flush=True)
                if len(results) % 500 == 0:
                    print(f"{len(results)} of {len(cases)}, {wrong} wrong", flush=True)
    show_table(counted, results)
    print(f"faults: seed {seed}, {len(results)} runs, {wrong} wrong, {time.monotonic() - began:.1f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
