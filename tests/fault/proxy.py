"""Forwards connections, and cuts each of them after a random number of bytes, until there were enough
cuts."""
import asyncio


class Proxy:
    def __init__(self, server, rng, most_cuts, most_bytes):
        self.server, self.rng = server, rng
        self.most_cuts, self.most_bytes = most_cuts, most_bytes
        self.port = 0
        self.cuts = 0
        self.listener = None

    async def start(self):
        self.listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]

    async def _serve(self, reader, writer):
        try:
            to_server, from_server = None, None
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self.server.port)
            budget = [self.rng.randint(1, self.most_bytes) if self.cuts < self.most_cuts else 1 << 40]
            ways = [asyncio.create_task(self._forward(reader, to_server, budget)),
                    asyncio.create_task(self._forward(from_server, writer, budget))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        except OSError:
            pass
        for end in (writer, to_server):
            if end is not None:
                end.transport.abort()

    async def _forward(self, reader, writer, budget):
        """Counts bytes of both directions; the cut may be in the middle of a line."""
        try:
            while data := await reader.read(65536):
                passed = data[:budget[0]]
                budget[0] -= len(passed)
                if writer.is_closing():
                    return
                writer.write(passed)
                await writer.drain()
                if budget[0] <= 0:
                    self.cuts += 1
                    return
        except OSError:
            pass
