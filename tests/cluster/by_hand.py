#!/usr/bin/env python3
"""A lobby of several nodes on this machine, to try by hand, until Ctrl-C.  What you kill is restarted after a
while; if you kill the primary of the database, a standby is promoted.  Usage: by_hand.py BUILD-DIR [--nodes N]"""
import argparse
import asyncio
import contextlib
import os
import signal
import sys

from bus import free_port
from cluster import Cluster

BACK_S = 15  # what was killed comes back after so long


async def keep_node(node):
    while True:
        await node.process.wait()
        print(f"{node.name} has ended: {''.join(node.logged().splitlines()[-1:]) or 'it was killed'}\n  It starts again in {BACK_S} s.", flush=True)
        await asyncio.sleep(BACK_S)
        await node.start()
        print(f"{node.name} is back: process {node.process.pid}", flush=True)


async def keep_bus(bus):
    while True:
        await bus.process.wait()
        print(f"The bus has ended.  It starts again in {BACK_S} s.", flush=True)
        await asyncio.sleep(BACK_S)
        await bus.start()
        print(f"The bus is back: process {bus.process.pid}", flush=True)


async def keep_primary(database):
    while True:
        await asyncio.sleep(0.5)
        if not os.path.exists(os.path.join(database.path(database.primary), "data", "postmaster.pid")):
            database.dead = database.primary
            await database.fail_over()
            print(f"The primary was killed; {database.primary} has taken its place.", flush=True)
            await database.renew()


def tell(arguments, cluster, web):
    print()
    for node, port in zip(cluster.nodes, web):
        print(f"{node.name:6} telnet 127.0.0.1 {node.port}   {arguments.build}/alea play 127.0.0.1:{node.port}"
              f"   http://127.0.0.1:{port}/   (process {node.process.pid})")
    postgres = os.path.relpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "postgres"))
    print(f"""
Try:  a game between two nodes; then
      kill -9 {cluster.nodes[0].process.pid}         a node dies: its games go on at another one
      kill -STOP {cluster.nodes[0].process.pid}      a node stands still; kill -CONT lets it go on
      drain                   typed at a node: its games move to the others
      kill -9 {cluster.bus.process.pid}         the bus dies
      {postgres} kill {cluster.database.path('a')}   the primary of the database dies
Logs are in {cluster.directory}.  Ctrl-C ends everything.""", flush=True)


async def run(arguments):
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    cluster = Cluster(os.path.join(arguments.build, "alead"), arguments.nodes, ["--operator-local"])
    web = [free_port() for _ in range(arguments.nodes)]
    try:
        print("Starting three copies of PostgreSQL, a bus and the nodes ...", flush=True)
        await cluster.start([["--web-listen", f"127.0.0.1:{port}"] for port in web])
        for node in cluster.nodes:
            node.guard.cancel()
        tell(arguments, cluster, web)
        tasks = [asyncio.create_task(work) for work in
                 (*map(keep_node, cluster.nodes), keep_bus(cluster.bus), keep_primary(cluster.database), stop.wait())]
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*rest)
        for task in done:
            task.result()
        print("\nEnding ...", flush=True)
        for node in cluster.nodes:
            if node.is_up:
                await node.stop()
    finally:
        cluster.remove(keep_logs=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--nodes", type=int, default=3)
    try:
        asyncio.run(run(parser.parse_args()))
    except RuntimeError as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
