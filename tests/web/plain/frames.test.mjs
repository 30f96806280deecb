// Frames, with a second implementation: the package ws plays, cuts its messages, pings, and sends
// what is forbidden.
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import WebSocket from 'ws';
import { newName, nextEvent, PATIENCE, Server, within } from '../fixture.mjs';

const server = new Server({
  limits: {
    web_ping_ms: 300,
    web_request_ms: 3000,
    stall_ms: 1000,
    connections: 10000,
    commands_per_s: 1000000,
    commands_burst: 1000000,
  },
});
before(() => server.start());
after(() => server.end());
const open = [];
afterEach(() => {
  for (const socket of open.splice(0)) (socket.terminate ?? socket.destroy).call(socket);
});

const address = () => server.url('/ws').replace('http', 'ws');

/** A client whose messages are kept until somebody asks for them. */
async function connect(options = {}) {
  const socket = new WebSocket(address(), 'alea.1.json', { perMessageDeflate: false, ...options });
  open.push(socket);
  const waiting = [];
  let look = () => {};
  socket.on('message', (data, isBinary) => {
    assert.equal(isBinary, false);
    waiting.push(JSON.parse(data));
    look();
  });
  /** The next message that is so. */
  socket.next = (isIt) =>
    within(
      new Promise((resolve) => {
        look = () => {
          const at = waiting.findIndex(isIt);
          if (at < 0) return;
          look = () => {};
          resolve(waiting.splice(0, at + 1).at(-1));
        };
        look();
      }),
      isIt,
    );
  socket.say = (command) => socket.send(JSON.stringify(command));
  socket.ask = (command) => {
    socket.say(command);
    return socket.next((message) => message.reply === command.cmd || message.error);
  };
  await nextEvent(socket, 'open');
  return socket;
}

/** Sends frames byte for byte, below ws.  Masks are zero, as a lazy client's. */
const raw = (socket, ...bytes) => socket._socket.write(Buffer.from(bytes.flat()));
const masked = (first, payload) => [
  first,
  0x80 | payload.length,
  0,
  0,
  0,
  0,
  ...Buffer.from(payload),
];

test('ws plays a game, each byte in a frame of its own, with pings between', async () => {
  const players = [await connect(), await connect()];
  const say = (socket, command) => {
    const text = Buffer.from(JSON.stringify(command));
    for (let i = 0; i < text.length; i++) {
      socket.send(text.subarray(i, i + 1), { fin: i === text.length - 1, binary: false });
      if (i % 16 === 3) socket.ping(`p${i}`);
    }
  };
  let pongs = 0;
  for (const socket of players) {
    socket.on('pong', () => {
      pongs++;
    });
    say(socket, { cmd: 'name', name: newName('Ws') });
    await socket.next(({ reply }) => reply === 'name');
  }
  say(players[0], { cmd: 'create', game: 'morris' });
  const { room } = await players[0].next(({ reply }) => reply === 'create');
  say(players[1], { cmd: 'join', room });
  for (const socket of players) say(socket, { cmd: 'ready', room });
  await Promise.all(
    players.map(async (socket) => {
      for (;;) {
        const state = await socket.next(
          ({ event, stage, moves }) => event === 'state' && (moves || stage === 'over'),
        );
        if (state.stage === 'over') return;
        say(socket, { cmd: 'move', room, seq: state.seq, move: state.moves.split(' ')[0] });
      }
    }),
  );
  assert.ok(pongs > 100, `${pongs} pongs`);
});

test('ws understands each length of frame that alead sends', async () => {
  const [a, b] = [await connect(), await connect()],
    lengths = new Set();
  for (const socket of [a, b]) await socket.ask({ cmd: 'name', name: newName('Len') });
  b.on('message', (data) => lengths.add(data.length < 126 ? 'short' : 'middle'));
  const { room } = await a.ask({ cmd: 'create', game: 'tablut' });
  await b.ask({ cmd: 'join', room });
  await b.ask({ cmd: 'ping' });
  const help = await b.ask({ cmd: 'help', topic: 'alea-evangelii' });
  assert.ok(help.text.length > 1000);
  assert.deepEqual(lengths, new Set(['short', 'middle']));
});

test('the server pings, and a ping of ours is answered with its own bytes', async () => {
  const socket = await connect(),
    bytes = Buffer.from([0, 255, 1, 254]);
  await nextEvent(socket, 'ping');
  socket.ping(bytes);
  const [answer] = await nextEvent(socket, 'pong');
  assert.deepEqual(answer, bytes);
  socket.ping('x'.repeat(125));
  assert.equal((await nextEvent(socket, 'pong'))[0].length, 125);
});

const WRONG = {
  'no mask': [1002, [0x81, 2, 0x7b, 0x7d]],
  'reserved bits': [1002, masked(0xc1, '{}')],
  'an unknown opcode': [1002, masked(0x83, '{}')],
  'an unknown control opcode': [1002, masked(0x8b, '')],
  'a cut control frame': [1002, masked(0x09, 'x')],
  'a control frame of 126 bytes': [1002, [0x89, 0xfe, 0, 126, 0, 0, 0, 0]],
  'a length with its highest bit': [1002, [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  'a continuation of nothing': [1002, masked(0x80, '{}')],
  'a message within a message': [1002, [...masked(0x01, '{'), ...masked(0x81, '}')]],
  'a binary message': [1003, masked(0x82, '{}')],
  'text that is no UTF-8': [1007, masked(0x81, [0xff, 0xfe])],
  'text cut within a character': [1007, masked(0x81, [0xc3])],
  'a surrogate': [1007, masked(0x81, [0xed, 0xa0, 0x80])],
  'a close of one byte': [1002, masked(0x88, [3])],
  'a close with a forbidden code': [1002, masked(0x88, [3, 0xed])],
  'a close whose reason is no UTF-8': [1007, masked(0x88, [3, 0xe8, 0xff])],
};
for (const [what, [code, bytes]] of Object.entries(WRONG)) {
  test(`forbidden: ${what}`, async () => {
    const socket = await connect();
    raw(socket, bytes);
    assert.equal((await nextEvent(socket, 'close'))[0], code);
    assert.deepEqual(await (await connect()).ask({ cmd: 'ping' }), { reply: 'ping' });
  });
}

test('a character cut between two frames is whole', async () => {
  const socket = await connect();
  const text = Buffer.from(JSON.stringify({ cmd: 'name', name: 'zoë', id: 'ë' })),
    at = text.lastIndexOf(0xc3) + 1;
  socket.send(text.subarray(0, at), { fin: false, binary: false });
  socket.send(text.subarray(at), { fin: true });
  assert.equal((await socket.next(({ id }) => id === 'ë')).id, 'ë');
});

test('a message that is too long is skipped, however long it is', async () => {
  const socket = await connect();
  socket.send('x'.repeat(1 << 20));
  assert.equal((await socket.next(({ error }) => error)).error, 'line_too_long');
  assert.deepEqual(await socket.ask({ cmd: 'ping' }), { reply: 'ping' });
});

test('each close code of ours comes back', async () => {
  for (const code of [1000, 1001, 3000, 4999]) {
    const socket = await connect();
    socket.close(code, 'bye');
    assert.equal((await nextEvent(socket, 'close'))[0], code);
  }
});

/** Sends a text and reads until the end. */
async function talk(text) {
  const socket = net.connect(server.port, '127.0.0.1').setEncoding('latin1');
  open.push(socket);
  let said = '';
  socket.on('data', (part) => {
    said += part;
  });
  socket.write(text, 'latin1');
  await nextEvent(socket, 'close');
  return said;
}
const HANDSHAKE = [
  'GET /ws HTTP/1.1',
  'Host: a',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

test('wrong versions and keys are refused, with what would be right', async () => {
  const without = (n, line) =>
    [
      ...HANDSHAKE.slice(0, n),
      ...(line ? [line] : []),
      ...HANDSHAKE.slice(n + 1),
      'Connection: close',
      '',
      '',
    ].join('\r\n');
  for (const version of ['8', '12', '14', '013', ''])
    assert.match(
      await talk(without(4, `Sec-WebSocket-Version: ${version}`)),
      /^HTTP\/1.1 426 [^]*\r\nSec-WebSocket-Version: 13\r\n/,
    );
  for (const key of ['', 'Sec-WebSocket-Key: short', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=!'])
    assert.match(await talk(without(5, key)), /^HTTP\/1.1 4\d\d /);
  assert.match(await talk('GET /ws HTTP/2.0\r\nHost: a\r\n\r\n'), /^HTTP\/1.1 (400|505) /);
});

test('2,000 sockets that never finish the handshake are closed; nobody else waits', async () => {
  const lazy = [],
    socket = await connect();
  await socket.ask({ cmd: 'ping' });
  for (let n = 0; n < 2000; n++) {
    const one = net.connect(server.port, '127.0.0.1');
    one.on('error', () => {});
    one.resume();
    one.write(HANDSHAKE.join('\r\n').slice(0, n % 150)); // cut at every byte
    open.push(one);
    lazy.push(one);
    if (n % 100 === 0) await nextEvent(one, 'connect');
  }
  await socket.ask({ cmd: 'ping' });
  await Promise.all(lazy.map((one) => one.closed || nextEvent(one, 'close')));
  assert.deepEqual(await (await connect()).ask({ cmd: 'ping' }), { reply: 'ping' });
});

test('who never reads is closed, and costs the others nothing', async () => {
  const slow = await connect(),
    other = await connect(),
    name = newName('Slow');
  await slow.ask({ cmd: 'name', name });
  await other.ask({ cmd: 'name', name: newName('Other') });
  slow.on('error', () => {});
  slow._socket.pause();
  for (let n = 0; n < 3000; n++) slow.say({ cmd: 'help', topic: 'alea-evangelii' });
  for (const begin = performance.now(); ;) {
    // each answer comes, while the server waits for the slow one
    const { who } = await other.ask({ cmd: 'who' });
    if (!who.some((row) => row.name === name)) break;
    assert.ok(performance.now() - begin < PATIENCE, 'the slow one stays');
  }
});
