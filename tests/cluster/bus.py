"""A private nats-server: users log in with credentials as from `nsc`, and connections use TLS."""
import asyncio
import base64
import binascii
import hashlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request

# The first byte of a key gives its kind, and so the first letter of its encoding.
OPERATOR, ACCOUNT, USER, SEED = 14 << 3, 0, 20 << 3, 18 << 3
PKCS8 = bytes.fromhex("302e020100300506032b657004220420")  # before the 32 bytes of an Ed25519 key


def is_installed():
    return shutil.which("nats-server") is not None and shutil.which("openssl") is not None


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, **more).stdout


def encode_key(first, key):
    text = first + key
    text += binascii.crc_hqx(text, 0).to_bytes(2, "little")
    return base64.b32encode(text).decode().rstrip("=")


def base64_url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Key:
    """An Ed25519 key in the format of NATS."""

    def __init__(self, kind, directory, name):
        self.path = os.path.join(directory, f"{name}.der")
        seed = os.urandom(32)
        with open(self.path, "wb") as file:
            file.write(PKCS8 + seed)
        public = run("openssl", "pkey", "-inform", "DER", "-in", self.path, "-pubout", "-outform", "DER")[-32:]
        self.public = encode_key(bytes([kind]), public)
        self.seed = encode_key(bytes([SEED | kind >> 5, (kind & 31) << 3]), seed)

    def sign(self, data):
        path = f"{self.path}.data"
        with open(path, "wb") as file:
            file.write(data)
        return run("openssl", "pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-inkey", self.path, "-in", path)


def make_token(issuer, subject, name, about):
    claims = {"iat": int(time.time()), "iss": issuer.public, "name": name, "sub": subject.public, "nats": {**about, "version": 2}}
    claims["jti"] = base64.b32encode(hashlib.sha256(json.dumps(claims).encode()).digest()).decode().rstrip("=")
    head = {"typ": "JWT", "alg": "ed25519-nkey"}
    text = ".".join(base64_url(json.dumps(part).encode()) for part in (head, claims))
    return f"{text}.{base64_url(issuer.sign(text.encode()))}"


def make_credentials(directory):
    """Writes alead.creds; returns configuration lines that accept these credentials."""
    operator, account, user = (Key(kind, directory, name) for kind, name in
                               ((OPERATOR, "operator"), (ACCOUNT, "account"), (USER, "user")))
    none = {"subs": -1, "data": -1, "payload": -1}
    limits = {**none, "conn": -1, "leaf": -1, "imports": -1, "exports": -1, "wildcards": True}
    own = make_token(operator, operator, "alea", {"type": "operator"})
    account_token = make_token(operator, account, "alea", {"type": "account", "limits": limits})
    token = make_token(account, user, "alead", {"type": "user", **none, "pub": {}, "sub": {}})
    path = os.path.join(directory, "alead.creds")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
                   f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n")
    return f"operator: {own}\nresolver: MEMORY\nresolver_preload: {{ {account.public}: {account_token} }}\n"


def make_certificates(directory):
    """Writes ca.pem, and cert.pem with key.pem for 127.0.0.1 and localhost."""
    def path(name):
        return os.path.join(directory, name)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    run("openssl", "req", "-x509", *key, "-keyout", path("ca-key.pem"), "-out", path("ca.pem"), "-days", "2",
        "-subj", "/CN=alea test CA", "-addext", "keyUsage=critical,keyCertSign")
    run("openssl", "req", *key, "-keyout", path("key.pem"), "-out", path("request.pem"), "-subj", "/CN=localhost")
    with open(path("names"), "w", encoding="ascii") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    run("openssl", "x509", "-req", "-in", path("request.pem"), "-CA", path("ca.pem"), "-CAkey", path("ca-key.pem"),
        "-CAcreateserial", "-days", "2", "-out", path("cert.pem"), "-extfile", path("names"))


class Bus:
    def __init__(self, directory):
        self.directory = directory
        self.port, self.monitor = free_port(), free_port()
        self.config = os.path.join(directory, "nats.conf")
        make_certificates(directory)
        with open(self.config, "w", encoding="ascii") as file:
            file.write(f'listen: "127.0.0.1:{self.port}"\nhttp: "127.0.0.1:{self.monitor}"\nserver_name: bus\n{make_credentials(directory)}'
                       f'tls {{ cert_file: "{directory}/cert.pem", key_file: "{directory}/key.pem" }}\n')
        self.process = None

    @property
    def options(self):
        """The options that alead needs."""
        return ["--bus", f"tls://localhost:{self.port}", "--bus-creds", os.path.join(self.directory, "alead.creds"),
                "--bus-tls-ca", os.path.join(self.directory, "ca.pem")]

    async def start(self):
        log = os.path.join(self.directory, "nats.log")
        with open(log, "ab") as stderr:
            self.process = await asyncio.create_subprocess_exec(
                "nats-server", "-c", self.config, stdout=stderr, stderr=stderr)
        for _ in range(1000):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                if self.process.returncode is not None:
                    break
                await asyncio.sleep(0.01)
        raise RuntimeError(f"nats-server does not start: see {log}")

    def counts(self):
        """The counters of nats-server: in_msgs, in_bytes and more."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}/varz") as answer:
            return json.load(answer)

    async def kill(self):
        self.process.kill()
        await self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
