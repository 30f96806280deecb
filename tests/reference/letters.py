#!/usr/bin/env python3
"""Compares the letters of names (common/proto/name_letters.h) with the Unicode Character Database of Python.

    letters.py [FILE]
"""

import re
import sys
import unicodedata

LATIN = range(0xC0, 0x1F00)      # the letters with a diacritic are between these
MARKS = range(0x300, 0x370)


def made_of(letter):
    """Base and mark of a letter with a diacritic; None: it has none."""
    parts = unicodedata.decomposition(chr(letter)).split()
    if len(parts) != 2 or parts[0].startswith("<"):
        return None
    base, mark = (int(part, 16) for part in parts)
    return (base, mark) if mark in MARKS else None


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "common/proto/name_letters.h"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    composed = {int(p, 16): (int(b, 16), int(m, 16))
                for p, b, m in re.findall(r"\{0x(\w+), 0x(\w+), 0x(\w+)\}", text)}
    lone = {int(p, 16): key for p, key in re.findall(r'\{0x(\w+), "(\w+)"\}', text)}
    letters = set(lone) | {ord(c) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
    expected = {}
    while True:
        more = {p: made_of(p) for p in LATIN
                if p not in letters and made_of(p) and made_of(p)[0] in letters}
        if not more:
            break
        expected.update(more)
        letters.update(more)
    if composed != expected:
        sys.exit("these differ: " + " ".join(sorted(f"{p:04X}" for p in set(composed.items()) ^ set(expected.items())
                                                    for p in [p[0]])))
    for letter in letters:
        if unicodedata.normalize("NFC", chr(letter)) != chr(letter):
            sys.exit(f"{letter:04X} is not in NFC")
        if not unicodedata.name(chr(letter)).startswith("LATIN"):
            sys.exit(f"{letter:04X} is not Latin")
    for letter, key in lone.items():
        upper, lower = chr(letter).upper(), chr(letter).lower()
        for other in (upper, lower):
            if len(other) == 1 and ord(other) in lone and lone[ord(other)] != key:
                sys.exit(f"{letter:04X} has another key in the other case")
    print(f"{len(composed)} letters with a mark and {len(lone)} others agree with Unicode {unicodedata.unidata_version}")


if __name__ == "__main__":
    main()
