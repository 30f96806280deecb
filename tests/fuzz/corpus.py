#!/usr/bin/env python3
"""Packs the inputs of a fuzz target into one text file, and unpacks them.  Usage:

    tests/fuzz/corpus.py pack DIR FILE      tests/fuzz/corpus.py unpack FILE DIR

A line "@ NAME" begins an input.  Each line after it that begins with "|" is a line of the
input; a "\\" at its end means that no LF follows.  Bytes that are no printable ASCII are
written \\xHH, a backslash \\\\.  Inputs that libFuzzer has named after their SHA-1 have
no name here.  unpack writes only what has changed, so that it can run at every build.
"""
import hashlib
import os
import re
import sys


def escape(line):
    return "".join("\\\\" if byte == 0x5C else chr(byte) if 0x20 <= byte < 0x7F
                   else f"\\x{byte:02x}" for byte in line)


def unescape(text):
    return re.sub(rb"\\(\\|x[0-9a-f]{2})",
                  lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1][1:], 16)]),
                  text.encode("ascii"))


def write_input(name, data):
    lines = data.split(b"\n")
    yield "@" if name == hashlib.sha1(data).hexdigest() else f"@ {name}"
    for line in lines[:-1]:
        yield "|" + escape(line)
    if lines[-1]:
        yield "|" + escape(lines[-1]) + "\\"


def pack(directory, path):
    with open(path, "w", encoding="ascii") as out:
        for name in sorted(os.listdir(directory), key=lambda n: (len(n) == 40, n)):
            with open(os.path.join(directory, name), "rb") as file:
                for line in write_input(name, file.read()):
                    out.write(line + "\n")


def read_line(line):
    """The bytes of a line after its bar: a single backslash at the end removes the LF."""
    tail = len(line) - len(line.rstrip("\\"))
    return unescape(line[:-1]) if tail % 2 == 1 else unescape(line) + b"\n"


def read(path):
    """(name or None, bytes) of each input."""
    name, data, has_any = None, b"", False
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line == "@" or line.startswith("@ "):
                if has_any:
                    yield name, data
                name, data, has_any = line[2:] or None, b"", True
            elif line.startswith("|") and has_any:
                data += read_line(line[1:])
            else:
                sys.exit(f"{path}:{number}: neither @ NAME nor a line of an input: {line}")
    if has_any:
        yield name, data


def unpack(path, directory):
    os.makedirs(directory, exist_ok=True)
    left = set(os.listdir(directory))
    for name, data in read(path):
        name = name or hashlib.sha1(data).hexdigest()
        left.discard(name)
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)
    for name in left:
        os.remove(os.path.join(directory, name))


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    (pack if sys.argv[1] == "pack" else unpack)(sys.argv[2], sys.argv[3])
