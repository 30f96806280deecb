#!/usr/bin/env python3
"""Takes the best of what libFuzzer has learned (make fuzz) into the corpora.  Inputs with names of their own
stay; of the others, those are kept that reach most together, while there are fewer than SEEDS.  Usage:

    tests/fuzz/merge.py BUILD-DIR PROGRAM...     (ALEA_TEST=name as in tests/run)
"""
import concurrent.futures
import hashlib
import os
import subprocess
import sys
import tempfile

import corpus

SEEDS = 20


def merge(program, out, directories, control=""):
    """libFuzzer's own merge: copies to `out`, from the other directories, what reaches something new."""
    subprocess.run([program, "-merge=1", "-use_counters=0", "-close_fd_mask=3", "-max_len=4096",
                    *([f"-merge_control_file={control}"] if control else []), out, *directories], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def reached(program, data):
    """The edges that an input reaches."""
    with tempfile.TemporaryDirectory() as scratch:
        one, none, control = (os.path.join(scratch, name) for name in ("one", "none", "control"))
        os.mkdir(one)
        os.mkdir(none)
        with open(os.path.join(one, "input"), "wb") as file:
            file.write(data)
        merge(program, none, [one], control)
        with open(control, encoding="ascii") as file:
            return {edge for line in file if line.startswith("FT ") for edge in line.split()[2:]}


def choose(named, others):
    """Of the others, each time the one that adds most, up to SEEDS in all; inputs and what they reach."""
    have = set().union(*named.values())
    chosen = []
    while others and len(named) + len(chosen) < SEEDS:
        best = max(others, key=lambda data: (len(others[data] - have), -len(data)))
        if not others[best] - have:
            break
        have |= others.pop(best)
        chosen.append(best)
    return chosen, have


def update(build, program):
    target = os.path.basename(program).removeprefix("fuzz_")
    path = f"tests/fuzz/corpus/{target}.txt"
    kept = list(corpus.read(path))
    with tempfile.TemporaryDirectory() as least:
        merge(program, least, [f"build/corpus/{target}", f"{build}/corpus/{target}"])
        found = [open(entry.path, "rb").read() for entry in os.scandir(least)]
    names = {data: name for name, data in kept if name}
    inputs = [*names, *(data for data in found if data not in names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        edges = dict(zip(inputs, pool.map(lambda data: reached(program, data), inputs)))
    chosen, have = choose({data: edges[data] for data in names},
                          {data: edges[data] for data in inputs if data not in names})
    with open(path, "w", encoding="ascii") as out:
        for name, data in [*((name, data) for data, name in names.items()),
                           *((hashlib.sha1(data).hexdigest(), data) for data in chosen)]:
            out.writelines(line + "\n" for line in corpus.write_input(name, data))
    print(f"{target:13} {len(names)} named and {len(chosen)} others reach {len(have)} edges; "
          f"all {len(inputs)}: {len(set().union(*edges.values()))}", flush=True)


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    for each in sys.argv[2:]:
        if os.environ.get("ALEA_TEST", "") in each:
            os.makedirs(f"{sys.argv[1]}/corpus/{os.path.basename(each).removeprefix('fuzz_')}", exist_ok=True)
            update(sys.argv[1], each)
