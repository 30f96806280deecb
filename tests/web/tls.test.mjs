// Over TLS, with a certificate that the test makes: the package ws, which checks it, and Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import WebSocket from 'ws';
import {
  browser,
  come,
  meet,
  newName,
  nextEvent,
  openPage,
  playMoves,
  press,
  sayName,
  setUp,
  until,
  waitOnline,
} from './fixture.mjs';
import en from '../../client-web/lang/en.js';

const server = setUp({ tls: true });

/** Asks by wss; returns the socket, and the answer to a line. */
async function connect(options) {
  const socket = new WebSocket(
    server.secureUrl('/ws').replace('https', 'wss'),
    'alea.1.json',
    options,
  );
  await nextEvent(socket, 'open');
  const ask = async (command) => {
    socket.send(JSON.stringify(command));
    return JSON.parse((await nextEvent(socket, 'message'))[0]);
  };
  return { socket, ask };
}

test('ws speaks over TLS, and knows the certificate', async () => {
  const { socket, ask } = await connect({ ca: readFileSync(server.cert) });
  assert.equal((await ask({ cmd: 'hello' })).tls, true);
  const help = await ask({ cmd: 'help', topic: 'alea-evangelii' });
  assert.ok(help.text.length > 1000);
  for (const part of ['{"cmd":', '"ping"}'])
    socket.send(part, { fin: part.endsWith('}'), binary: false });
  assert.deepEqual(JSON.parse((await nextEvent(socket, 'message'))[0]), { reply: 'ping' });
  socket.close(1000);
  assert.equal((await nextEvent(socket, 'close'))[0], 1000);
  await assert.rejects(connect({}), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('a browser plays over TLS with one without, also after a restart', async () => {
  const ann = await openPage(await browser.createBrowserContext());
  await ann.goto(server.secureUrl());
  await sayName(ann, newName());
  assert.equal(await ann.evaluate(() => window.seen.socket.url.split(':')[0]), 'wss');
  const pages = [ann, await come(browser, server, newName('Bob'))];
  await meet(pages, 'royal-ur');
  await playMoves(pages, 4);
  await server.restart('SIGKILL');
  await waitOnline(...pages);
  await playMoves(pages, 4);
  await press(ann, en.rules); // more of the page
  await until(ann, () => document.querySelector('dialog[open] svg'));
});
