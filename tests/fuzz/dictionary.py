#!/usr/bin/env python3
"""Writes the words that a fuzz target should try, as a dictionary for libFuzzer and AFL++, made from the
documents and the source.  Ends with status 1 if the target has none.  Usage:

    tests/fuzz/dictionary.py TARGET FILE
"""
import os
import re
import sqlite3
import sys

SEAL = "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def words():
    """Commands, members, codes, what can have happened: all that the protocol has in `backticks`."""
    return sorted(set(re.findall(r"`([a-z][a-z0-9_-]+)`", read("protocol.md"))))


def members():
    return [part for word in words() for part in (f'"{word}"', f'"{word}":')]


def messages():
    # The last one is long enough, a few times, to be cut.
    return members() + ['"state":{', '"mine":[', '"games":[', '"snapshot":true', '"time":"5+10"', "\xf6" * 30]


def lines():
    return words() + ["SALI", "\n0", "\n1", "\nt4\n", "\n0!\n", '\n1{"cmd":"', '","room":"SALI"}', SEAL, ":legs=2",
                      "shutdown sure", "games=none", "rated=yes", "word=x", "rating ann", "top royal-ur"]


def ops():
    return re.findall(r'X\(OP_\w+, "(\w+)"\)', read("common/room/op.h"))


def steps():
    return [f"\n{op} {side} 0 " for op in ops() for side in "wb"] + ["ann", "bob", SEAL, "\nmove w 1 1", "\n!", " 9 "]


def columns():
    with sqlite3.connect("tests/data/store-18.db") as db:
        found = [f"{table}.{column}" for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                 for _, column, *_ in db.execute(f"PRAGMA table_info({table})")]
    return found + [f"${op}" for op in ops()] + [" #0", " #-1", " #9223372036854775807", " -", " %1e999", "\n"]


def packets():
    return ["alea-find/1 ", "alea-here/1 ", *(f" {word}=" for word in words()), "\n", "\x1b["]


def headers():
    return ["GET /ws HTTP/1.1\r\n", "Connection: Upgrade\r\n", "Upgrade: websocket\r\n", "Accept-Encoding: gzip",
            "Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: ", "Content-Length: 1", "If-None-Match: ", "Host: ",
            "Origin: ", "\r\n\r\n", b"\x81\x80", b"\x81\xfe", b"\x81\xff", b"\x89\x80", b"\x88\x82"]


TARGETS = {"bot": messages, "client": messages, "message": messages, "command_json": members, "hub": lines,
           "room": steps, "rows": columns, "discovery": packets, "web": headers}


def quote(entry):
    data = entry if isinstance(entry, bytes) else entry.encode()
    return '"' + "".join(chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\x{byte:02x}"
                         for byte in data) + '"'


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if sys.argv[1] not in TARGETS:
        sys.exit(1)
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    with open(sys.argv[2], "w", encoding="ascii") as out:
        out.writelines(quote(entry) + "\n" for entry in TARGETS[sys.argv[1]]())
