#!/usr/bin/env python3
"""The tables of common/proto/nfc_table.h, from the Unicode Character Database of Python.

    nfc.py --write > common/proto/nfc_table.h
    nfc.py                  compares the tables, and the sum of tests/unit/proto/test_name.c

A character that has been assigned keeps its decomposition for ever.  So a later database agrees with the
tables, but has more.
"""

import re
import sys
import unicodedata

TABLE, TEST = "common/proto/nfc_table.h", "tests/unit/proto/test_name.c"
VERSION = "14.0.0"
HANGUL = range(0xAC00, 0xAC00 + 19 * 21 * 28)  # computed

HEAD = """\
/* Canonical decompositions and combining classes, from the Unicode Character Database
 * {version}.  tests/reference/nfc.py makes this file, and compares. */
#ifndef ALEA_PROTO_NFC_TABLE_H
#define ALEA_PROTO_NFC_TABLE_H

#include <stdint.h>

/* Most parts of one character. */
#define NFC_PARTS_MAX {parts}

/* clang-format off */
"""


def tables():
    """The five tables, as lists of lists of numbers."""
    composed, excluded, runs, singles, classes = [], [], [], [], []
    for point in range(0x110000):
        text = chr(point)
        kind = unicodedata.combining(text)
        if kind and classes and sum(classes[-1][:2]) == point and classes[-1][2] == kind:
            classes[-1][1] += 1
        elif kind:
            classes.append([point, 1, kind])
        parts = unicodedata.decomposition(text)
        if not parts or parts.startswith("<") or point in HANGUL:
            continue
        parts = [int(part, 16) for part in parts.split()]
        if len(parts) == 1:
            if runs and sum(runs[-1]) == point:
                runs[-1][1] += 1
            else:
                runs.append([point, 1])
            singles.append(parts)
        elif unicodedata.normalize("NFC", text) == text:
            composed.append([point] + parts)
        else:
            excluded.append([point] + parts)
    return {"composed": composed, "excluded": excluded, "runs": runs, "singles": singles, "classes": classes}


COMMENTS = {
    "composed": "A character, and its two parts.  The second one has none itself.",
    "excluded": "The same; but the parts stay apart.",
    "runs": "Characters that are another code for one character: the first of a row of them, and\n"
            " * how many there are.",
    "singles": "Which ones, for all these rows.",
    "classes": "The first of a row of marks, how many there are, and their canonical combining class.",
}


def write():
    most = max(len(unicodedata.normalize("NFD", chr(p))) for p in range(0x110000))
    print(HEAD.format(version=VERSION[:-2], parts=most))
    for name, rows in tables().items():
        wide = len(rows[0])
        print(f"/* {COMMENTS[name]} */")
        print(f"static const uint32_t nfc_{name}[]{f'[{wide}]' if wide > 1 else ''} = {{")
        line = ""
        for row in rows:
            item = ",".join(f"{n:d}" if name in ("classes", "runs") and i > 0 else f"0x{n:X}"
                            for i, n in enumerate(row))
            item = f"{{{item}}}," if wide > 1 else item + ","
            if len(line) + len(item) > 86:
                print("    " + line)
                line = ""
            line += item
        print("    " + line)
        print("};\n")
    print("/* clang-format on */\n\n#endif")


def read():
    """The tables in the file."""
    with open(TABLE, encoding="utf-8") as file:
        text = file.read()
    found = {}
    for name, wide, body in re.findall(r"nfc_(\w+)\[\](\[\d\])? = \{\n(.*?)\n\};", text, re.S):
        numbers = [int(n, 0) for n in re.findall(r"\w+", body)]
        step = int(wide[1]) if wide else 1
        found[name] = [numbers[i:i + step] for i in range(0, len(numbers), step)]
    return found


class Chance:
    """The random numbers of test_name.c."""

    def __init__(self):
        self.state = 1

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def draw(chance, table):
    """A character, as in test_name.c."""
    kind, r = chance.below(8), chance.below(2**31)
    if kind == 0:
        return ord("a") + r % 26
    if kind in (1, 2):
        rows = table["composed" if kind == 1 else "excluded"]
        return rows[r % len(rows)][r // len(rows) % 3]
    if kind == 3:
        first, n = table["runs"][r % len(table["runs"])]
        return first + r // len(table["runs"]) % n
    if kind == 4:
        first, n, _ = table["classes"][r % len(table["classes"])]
        return first + r // len(table["classes"]) % n
    if kind == 5:
        return HANGUL[r % len(HANGUL)]
    if kind == 6:
        return [0x1100 + r // 3 % 19, 0x1161 + r // 3 % 21, 0x11A7 + r // 3 % 28][r % 3]
    return 0x300 + r % 16


def sum_of(table, n_texts):
    """FNV-1a over the code points of random texts in NFC, with a 0 after each."""
    chance, total = Chance(), 0xCBF29CE484222325
    for _ in range(n_texts):
        text = "".join(chr(draw(chance, table)) for _ in range(1 + chance.below(8)))
        for point in [ord(c) for c in unicodedata.normalize("NFC", text)] + [0]:
            total = (total ^ point) * 0x100000001B3 % 2**64
    return total


def main():
    if sys.argv[1:] == ["--write"]:
        write()
        return
    table, fresh = read(), tables()
    if unicodedata.unidata_version == VERSION and table != fresh:
        sys.exit("these differ: " + " ".join(name for name in fresh if table.get(name) != fresh[name]))
    for name in ("composed", "excluded"):
        if not all(row in fresh[name] for row in table[name]):
            sys.exit(f"{name} has what Unicode {unicodedata.unidata_version} has not")
    with open(TEST, encoding="utf-8") as file:
        text = file.read()
    n_texts = int(re.search(r"#define TEXTS\s+(\d+)", text)[1])
    expected = int(re.search(r"#define SUM\s+UINT64_C\((\w+)\)", text)[1], 16)
    total = sum_of(table, n_texts)
    if total != expected:
        sys.exit(f"the sum is 0x{total:016X}")
    print(f"{len(table['composed'])} composed characters agree with Unicode {unicodedata.unidata_version}")


if __name__ == "__main__":
    main()
