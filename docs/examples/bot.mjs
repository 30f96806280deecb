#!/usr/bin/env node
// A bot for alea in JavaScript: plays one game or match with random moves, from states alone.  In
// Node.js (22 or newer; before, with --experimental-websocket), and in browsers as a module.
//
// Usage: bot.mjs [URL [GAME]]     plays with the next one who wants this game.
const [url, game = 'royal-ur'] = globalThis.process?.argv.slice(2) ?? [];
const hex = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const random = (n) => hex(crypto.getRandomValues(new Uint8Array(n)));
const name = `js${random(4)}`;
const nonces = {}; // of each game: our part of the dice; the server sees its hash first
const sha256 = async (text) =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
const said = new Set(); // what we sent in which game
const socket = new WebSocket(url ?? 'ws://127.0.0.1:8080/ws', 'alea.1.json');
const send = (command) => socket.send(JSON.stringify(command)); // one message, one command

/** Sends ready or open only once a game, though several events may ask for it. */
function sayOnce({ room, game_id: id }, command) {
  if (!said.has(id + command.cmd)) send({ room, ...command });
  said.add(id + command.cmd);
}

async function play({ room, seq, stage, seats, moves, result, match, ...state }) {
  const side = ['white', 'black'].find((one) => seats[one]?.name === name);
  const nonce = (nonces[state.game_id] ??= random(16));
  const all = moves?.split(' ') ?? []; // only the side to move gets its moves
  if (stage === 'waiting' && seats.white && seats.black && !seats[side].ready)
    sayOnce({ room, ...state }, { cmd: 'ready', nonce: `sha256:${await sha256(nonce)}` });
  else if (stage === 'opening' && seats[side].nonce === null)
    sayOnce({ room, ...state }, { cmd: 'open', nonce });
  else if (stage === 'playing' && moves)
    send({ cmd: 'move', room, seq, move: all[Math.floor(Math.random() * all.length)] });
  else if (stage === 'over') console.log('I was', side, 'and the result is', result);
  // outcome null: a second game follows
  if (stage === 'over' && match?.outcome !== null) {
    socket.onmessage = null;
    send({ cmd: 'quit' });
  }
}

socket.onopen = () => {
  send({ cmd: 'name', name });
  send({ cmd: 'play', game });
};
socket.onclose = ({ code, reason }) => console.log('closed', code, reason);
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.event === 'state') play(message);
  else if (message.event === 'offer_over' && message.why === 'expired')
    send({ cmd: 'play', game }); // nobody came yet
  else if (message.error && !['stale', 'not_playing'].includes(message.error))
    throw new Error(message.text); // these: the game has gone on
};
