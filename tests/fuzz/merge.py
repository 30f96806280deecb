#!/usr/bin/env python3
"""Takes the best of what libFuzzer has learned (make fuzz) into the corpora.  Inputs with names of their own
stay, as do those of seeds.py; of the others, those are kept that reach most together, up to SEEDS a file.  Usage:

    tests/fuzz/merge.py BUILD-DIR PROGRAM...     (ALEA_TEST=name as in tests/run)
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

import corpus
import seeds

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


def choose(kept, others, room):
    """Of the others, each time the one that adds most, while there is room; inputs and what they reach."""
    have = set().union(*kept.values())
    chosen = []
    while others and len(chosen) < room:
        best = max(others, key=lambda data: (len(others[data] - have), -len(data)))
        if not others[best] - have:
            break
        have |= others.pop(best)
        chosen.append(best)
    return chosen, have


def update(build, program):
    target = os.path.basename(program).removeprefix("fuzz_")
    path = f"tests/fuzz/corpus/{target}.txt"
    named = [data for name, data in corpus.read(path) if name]
    kept = {*named, *seeds.of(target)}
    with tempfile.TemporaryDirectory() as least:
        merge(program, least, [f"build/corpus/{target}", f"{build}/corpus/{target}"])
        found = [open(entry.path, "rb").read() for entry in os.scandir(least)]
    inputs = [*kept, *(data for data in found if data not in kept)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        edges = dict(zip(inputs, pool.map(lambda data: reached(program, data), inputs)))
    chosen, have = choose({data: edges[data] for data in kept},
                          {data: edges[data] for data in inputs if data not in kept}, SEEDS - len(named))
    corpus.put(path, [], chosen)
    print(f"{target:13} {len(kept)} kept and {len(chosen)} others reach {len(have)} edges; "
          f"all {len(inputs)}: {len(set().union(*edges.values()))}", flush=True)


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    for each in sys.argv[2:]:
        if os.environ.get("ALEA_TEST", "") in each:
            os.makedirs(f"{sys.argv[1]}/corpus/{os.path.basename(each).removeprefix('fuzz_')}", exist_ok=True)
            update(sys.argv[1], each)
