#!/usr/bin/env python3
"""Unpacks the inputs of a fuzz target, those of a text file and those of seeds.py, or adds one to the file.  Usage:

    tests/fuzz/corpus.py unpack FILE DIR      tests/fuzz/corpus.py add FILE NAME INPUT

A line "@ NAME" begins an input.  Each line after it that begins with "|" is a line of the
input; a "\\" at its end means that no LF follows.  "20|" is the line twenty times, "+ NAME" the
lines of the input of that name, which stands before.  "@ NAME TEXT" is an input of one line
without LF.  Bytes that are no printable ASCII are written \\xHH, a backslash \\\\.  Inputs that
libFuzzer has named after their SHA-1 have no name here; they follow the others.
"""
import hashlib
import os
import re
import sys

import seeds


def escape(line):
    return "".join("\\\\" if byte == 0x5C else chr(byte) if 0x20 <= byte < 0x7F
                   else f"\\x{byte:02x}" for byte in line)


def unescape(text):
    return re.sub(rb"\\(\\|x[0-9a-f]{2})",
                  lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1][1:], 16)]),
                  text.encode("ascii"))


def write_input(name, data):
    lines = data.split(b"\n")
    if name and len(lines) == 1:
        yield f"@ {name} {escape(data)}" if data else f"@ {name}"
        return
    yield f"@ {name}" if name else "@"
    for line in lines[:-1]:
        yield "|" + escape(line)
    if lines[-1]:
        yield "|" + escape(lines[-1]) + "\\"


def read_line(line):
    """The bytes of a line after its bar: a single backslash at the end removes the LF."""
    tail = len(line) - len(line.rstrip("\\"))
    return unescape(line[:-1]) if tail % 2 == 1 else unescape(line) + b"\n"


def read(path):
    """(name or None, bytes) of each input."""
    inputs = []
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            begin = re.fullmatch(r"@(?: (\S+)(?: (.*))?)?", line)
            more = re.fullmatch(r"(\d*)\|(.*)|\+ (\S+)", line)
            if begin:
                inputs.append((begin[1], unescape(begin[2] or "")))
            elif more and inputs:
                name, data = inputs.pop()
                again = dict(inputs)[more[3]] if more[3] else read_line(more[2]) * int(more[1] or 1)
                inputs.append((name, data + again))
            else:
                sys.exit(f"{path}:{number}: neither @ NAME nor a line of an input: {line}")
    return inputs


def unpack(path, directory):
    os.makedirs(directory, exist_ok=True)
    left = set(os.listdir(directory))
    target = os.path.basename(path).removesuffix(".txt")
    for name, data in [*read(path), *((None, data) for data in seeds.of(target))]:
        name = name or hashlib.sha1(data).hexdigest()
        left.discard(name)
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)
    for name in left:
        os.remove(os.path.join(directory, name))


def put(path, named, others):
    """Writes what the file says of its inputs with names, and these; then the others."""
    with open(path, encoding="ascii") as file:
        text = re.split(r"^@\n", file.read(), maxsplit=1, flags=re.M)[0]
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
        for name, data in [*named, *((None, data) for data in others)]:
            file.writelines(line + "\n" for line in write_input(name, data))


def add(path, name, source):
    with open(source, "rb") as file:
        put(path, [(name, file.read())], [data for other, data in read(path) if not other])


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "unpack":
        unpack(*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == "add":
        add(*sys.argv[2:])
    else:
        sys.exit(__doc__)
