#!/usr/bin/env python3
"""alea find between two machines: two network namespaces and a cable (a veth pair).

Usage: unshare -rn python3 tests/lan/lan.py --alead FILE --alea FILE CASE

This program runs in the namespace `here`, the client's machine; the server's is `there`. Exit status: 0
passed, 1 failed, 77 namespaces are not available here (prints why).
"""
import argparse
import ctypes
import json
import os
import select
import signal
import socket
import ssl
import subprocess
import sys
import tempfile

HERE, THERE, SECOND, ELSEWHERE = "10.77.0.1", "10.77.0.2", "10.77.0.3", "10.99.0.1"
HERE6, THERE6 = "fe80::1", "fe80::2"
PORT, TLS_PORT = 2532, 2533
NOT_POSSIBLE = 77
LIMIT_S = 60
QUERY = "alea-find/1 {:16.16}"
PR_SET_PDEATHSIG = 1


def end_with_us():
    """In a child: has it killed when this program ends for any reason."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def ip(*words, there=None):
    """Runs ip here, or in the network namespace of the process `there`."""
    prefix = ["nsenter", "-t", str(there.pid), "-n"] if there else []
    subprocess.run([*prefix, "ip", *words], check=True, stdin=subprocess.DEVNULL)


class Lan:
    """Two machines on one cable, with the addresses above; IPv6 without the second's wait for other
    machines with the same address."""

    def __init__(self, alead, alea):
        self.alead, self.alea = alead, alea
        self.servers = []
        # Prints a word when its namespace exists, and runs as long as its input is open.
        self.there = subprocess.Popen(
            ["unshare", "-n", "sh", "-c", "echo ready; read -r end"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self.there.stdout.readline() != b"ready\n":
            raise OSError("unshare -n does not work")
        ip("link", "add", "cable0", "type", "veth", "peer", "name", "cable1", "netns", str(self.there.pid))
        for name, address, address6, where in (("cable0", HERE, HERE6, None), ("cable1", THERE, THERE6, self.there)):
            ip("link", "set", "lo", "up", there=where)
            ip("link", "set", name, "addrgenmode", "none", there=where)
            ip("addr", "add", f"{address}/24", "brd", "+", "dev", name, there=where)
            ip("link", "set", name, "up", there=where)
            ip("-6", "addr", "add", f"{address6}/64", "dev", name, "nodad", there=where)

    def serve(self, *arguments):
        """Starts a server on the other machine."""
        read_fd, write_fd = os.pipe()
        self.servers.append(subprocess.Popen(
            ["nsenter", "-t", str(self.there.pid), "-n", self.alead, "--db", ":memory:", "--title", "Over there",
             "--ready-fd", str(write_fd), *arguments], pass_fds=[write_fd], preexec_fn=end_with_us))
        os.close(write_fd)
        with os.fdopen(read_fd) as pipe:
            assert pipe.read().startswith("ready "), "alead does not start"

    def run_find(self, *arguments, prefix=()):
        return subprocess.run([*prefix, self.alea, "find", "--json", *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=LIMIT_S, check=False)

    def find(self, *arguments, status=0, said="", prefix=()):
        """The output of alea find; `said` must be in its error output."""
        done = self.run_find(*arguments, prefix=prefix)
        expect(f"alea find: status {status}: {done}", done.returncode == status)
        expect(f"alea find says {said!r}: {done.stderr}", said in done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def find_all(self, **wanted):
        """The server, in an answer with all these addresses; it is listed once.  A slow machine may need
        several tries."""
        for _ in range(40):
            found = [json.loads(line) for line in self.run_find("--wait", "500").stdout.splitlines()]
            expect(f"one server: {found}", len(found) <= 1)
            if found and all(found[0][key] == value for key, value in wanted.items()):
                return found[0]
        raise AssertionError(f"{wanted}: {found}")

    def find_server(self):
        found = self.find("--wait", "30000", "--enough", "1")
        assert len(found) == 1 and found[0]["title"] == "Over there", found
        return found[0]

    def find_one(self):
        return self.find_server()["address"]

    def close(self):
        for server in self.servers:
            server.terminate()
            assert server.wait(LIMIT_S) == 0, "alead has not ended well"
        self.there.stdin.close()
        self.there.wait(LIMIT_S)


def expect(what, is_so):
    assert is_so, what


def greeting(address):
    """What the server with this address answers."""
    host, port = address.rsplit(":", 1)
    with socket.create_connection((host.strip("[]"), int(port)), timeout=LIMIT_S) as peer:
        return peer.makefile().readline()


def ask(source, nonce):
    """A socket with this address that has sent a query to the other machine only."""
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind((source, 0))
    udp.connect((THERE, PORT))
    udp.send(QUERY.format(nonce).ljust(256).encode())
    return udp


def answer(udp):
    ready, _, _ = select.select([udp], [], [], LIMIT_S)
    assert ready, "no answer"
    return udp.recv(1000)


def all_addresses(lan):
    lan.serve("--listen", f":{PORT}")
    both = [f"{THERE}:{PORT}", f"[{THERE6}%cable0]:{PORT}"]  # IPv4 first
    lan.find_all(addresses=both)
    for address in both:
        expect(f"a greeting from {address}", "Over there" in greeting(address))


def ipv4_only(lan):
    lan.serve("--listen", f"0.0.0.0:{PORT}")
    expect("found by broadcast", lan.find_one() == f"{THERE}:{PORT}")


def ipv6_only(lan):
    ip("addr", "del", f"{HERE}/24", "dev", "cable0")
    lan.serve("--listen", f":{PORT}")
    address = lan.find_one()
    expect(f"found by multicast: {address}", address == f"[{THERE6}%cable0]:{PORT}")
    expect("a greeting", "Over there" in greeting(address))
    # The printed address works with our client, including the interface.
    done = subprocess.run([lan.alea, "play", address], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S, check=False)
    expect(f"alea play {address}: {done.stdout}", "Over there" in done.stdout)


def one_address(lan):
    """The server listens on the second of its two addresses: that one must answer."""
    ip("addr", "add", f"{SECOND}/24", "brd", "+", "dev", "cable1", there=lan.there)
    lan.serve("--listen", f"{SECOND}:{PORT}")
    address = lan.find_one()
    expect(f"the address where it listens: {address}", address == f"{SECOND}:{PORT}")
    expect("a greeting", "Over there" in greeting(address))


def one_address_ipv6(lan):
    lan.serve("--listen", f"[{THERE6}%cable1]:{PORT}")
    address = lan.find_one()
    expect(f"its address: {address}", address == f"[{THERE6}%cable0]:{PORT}")
    expect("a greeting", "Over there" in greeting(address))


def two_ports(lan):
    """Each port has its own server; one that cannot use its UDP port runs without being found."""
    ip("addr", "add", f"{SECOND}/24", "brd", "+", "dev", "cable1", there=lan.there)
    lan.serve("--listen", f"{THERE}:{PORT}", "--listen", f"{SECOND}:{PORT + 1}")
    lan.serve("--listen", f"127.0.0.1:{PORT}", "--log-level", "error")
    expect("this port", lan.find_one() == f"{THERE}:{PORT}")
    found = lan.find("--wait", "30000", "--enough", "1", "--port", str(PORT + 1))
    expect(f"that port: {found}", found[0]["address"] == f"{SECOND}:{PORT + 1}")


def make_certificate(directory):
    """Options of alead for TLS."""
    cert, key = os.path.join(directory, "cert.pem"), os.path.join(directory, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=there"],
                   check=True, stdin=subprocess.DEVNULL, capture_output=True)
    return ["--tls-cert", cert, "--tls-key", key]


def secure_greeting(address):
    """Finds a server with TLS, whoever has signed its certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    host, port = address.rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=LIMIT_S) as plain:
        with context.wrap_socket(plain) as peer:
            return peer.makefile().readline()


def tls_only(lan):
    """A server with TLS only is found on the port of TLS servers."""
    with tempfile.TemporaryDirectory() as directory:
        lan.serve("--tls-listen", f"0.0.0.0:{TLS_PORT}", *make_certificate(directory))
    found = lan.find_server()
    expect(f"no address without TLS: {found}", found["address"] is None and found["addresses"] == [])
    expect(f"its address: {found}", found["tls_address"] == f"{THERE}:{TLS_PORT}")
    expect("a greeting", "Over there" in secure_greeting(found["tls_address"]))
    lan.find("--wait", "200", "--port", str(PORT), status=1, said=f"no server answered on port {PORT}.")


def tls_and_plain(lan):
    """A server is listed once, however often it has answered."""
    with tempfile.TemporaryDirectory() as directory:
        lan.serve("--listen", f"0.0.0.0:{PORT}", "--tls-listen", f"0.0.0.0:{TLS_PORT}", *make_certificate(directory))
    lan.find_server()  # it answers
    found = lan.find_all(addresses=[f"{THERE}:{PORT}"], tls_addresses=[f"{THERE}:{TLS_PORT}"])
    expect("a greeting", "Over there" in greeting(found["address"]))
    expect("one with TLS", "Over there" in secure_greeting(found["tls_address"]))


def tls_for_others(lan):
    """Plain connections on loopback only: other machines are told about TLS only."""
    with tempfile.TemporaryDirectory() as directory:
        lan.serve("--listen", f"127.0.0.1:{PORT}", "--tls-listen", f":{TLS_PORT}", *make_certificate(directory))
    found = lan.find_server()
    expect(f"no address without TLS: {found}", found["address"] is None)
    expect(f"one with TLS: {found}", found["tls_address"] in
           (f"{THERE}:{TLS_PORT}", f"[{THERE6}%cable0]:{TLS_PORT}"))


def from_elsewhere(lan):
    """A client outside the server's networks gets no answer, even if it could."""
    ip("addr", "add", f"{ELSEWHERE}/24", "dev", "cable0")
    ip("route", "add", "10.99.0.0/24", "via", HERE, there=lan.there)
    lan.serve("--listen", f":{PORT}")
    expect("there is a way", "Over there" in socket.create_connection(
        (THERE, PORT), LIMIT_S, (ELSEWHERE, 0)).makefile().readline())
    stranger = ask(ELSEWHERE, "strangerstranger")
    neighbour = ask(HERE, "neighbourneighbo")
    expect("the neighbour is answered", answer(neighbour).startswith(b"alea-here/1 neighbourneighbo "))
    # The stranger's query arrived before this one.
    stranger.setblocking(False)
    try:
        expect(f"the stranger is not: {stranger.recv(1000)}", False)
    except BlockingIOError:
        pass


def turned_off(lan):
    lan.serve("--listen", f":{PORT}", "--no-discovery")
    lan.find("--wait", "200", status=1, said="no server answered on port 2532 or 2533.")
    expect("it is there", "Over there" in greeting(f"{THERE}:{PORT}"))


def this_machine_only(lan):
    lan.serve("--listen", f"127.0.0.1:{PORT}", "--listen", f"[::1]:{PORT}")
    lan.find("--wait", "200", status=1, said="no server answered on port 2532 or 2533.")


def no_network(lan):
    lan.find("--wait", "15000", status=1, said="cannot ask the network: Network is unreachable",
             prefix=("unshare", "-n"))


CASES = {case.__name__: case for case in (
    all_addresses, ipv4_only, ipv6_only, one_address, one_address_ipv6, two_ports, tls_only, tls_and_plain,
    tls_for_others, from_elsewhere, turned_off, this_machine_only, no_network)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--alead", required=True)
    parser.add_argument("--alea", required=True)
    parser.add_argument("case", choices=CASES)
    args = parser.parse_args()
    try:
        lan = Lan(args.alead, args.alea)
    except (OSError, subprocess.CalledProcessError) as why:
        print(why)
        return NOT_POSSIBLE
    CASES[args.case](lan)
    lan.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
