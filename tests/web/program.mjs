// Programs that play at a line of their own, for games that nobody needs to see.
import assert from 'node:assert/strict';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { newName, within } from './fixture.mjs';

/** A program at a line of its own. */
export class Program {
  constructor(port, name = newName('Tel')) {
    this.name = name;
    this.socket = net.connect(port, '127.0.0.1');
    this.answers = []; // whoever waits for the next reply
    this.socket.on('error', () => {}); // a server that is killed
    createInterface({ input: this.socket }).on('line', (line) => {
      const message = line.startsWith('{') ? JSON.parse(line) : {};
      if (message.reply || message.error) this.answers.shift()(message);
      else if (message.stage === 'playing') {
        this.state = message;
        this.begun?.();
      }
      if (message.event === 'state') {
        this.seq = message.seq;
        this.seen?.();
      }
    });
  }
  /** Resolves with the reply, or the error. */
  try(cmd, args = {}) {
    this.socket.write(`${JSON.stringify({ cmd, ...args })}\n`);
    return within(
      new Promise((resolve) => {
        this.answers.push(resolve);
      }),
      cmd,
    );
  }
  async ask(cmd, args) {
    const answer = await this.try(cmd, args);
    assert.ok(answer.reply, JSON.stringify(answer));
    return answer;
  }
  /** Takes its name.  Returns the token with which a browser comes back as this player. */
  async beNamed() {
    return (await this.ask('name', { name: this.name })).token;
  }
  /** Waits until it has heard of an event, which may come after the reply. */
  async hear(seq) {
    while (!(this.seq >= seq))
      await within(
        new Promise((resolve) => {
          this.seen = resolve;
        }),
        'a state',
      );
  }
}

/** Two programs sit down in a room.  Returns its code. */
export async function sitDown([one, other], terms) {
  const { room } = await one.ask('create', terms);
  await other.ask('join', { room });
  return room;
}

/** Both are ready, and the game begins. */
async function bothReady(pair) {
  const begun = within(
    new Promise((resolve) => {
      pair[0].begun = resolve;
    }),
    'the game',
  );
  for (const one of pair) await one.ask('ready');
  await begun;
}

/** Two programs begin a game, a rated one with accounts.  Returns them and the room. */
export async function beginGame(server, game, rated = false) {
  const pair = [new Program(server.linePort), new Program(server.linePort)];
  for (const one of pair) await one.beNamed();
  if (rated) for (const one of pair) await one.ask('register', { password: 'correct horse' });
  const room = await sitDown(pair, { game, rated });
  await bothReady(pair);
  return { pair, room };
}

/** Two programs play n games of a game without dice, of one move each.  Returns the name of one,
 *  and of each game who was white, who changes from game to game. */
export async function playGames(server, n) {
  const { pair } = await beginGame(server, 'tablut'),
    whites = [];
  for (;;) {
    const { turn, seats } = pair[0].state,
      mover = pair.find((one) => one.name === seats[turn].name);
    await mover.ask('move', { move: '1' });
    await mover.ask('resign', { sure: 'sure' });
    whites.push(seats.white.name);
    if (whites.length === n) break;
    await pair[0].ask('rematch');
    await bothReady(pair);
  }
  for (const { socket } of pair) socket.destroy();
  return { name: pair[0].name, whites };
}

/** Two programs play a game: n moves, and the side to move resigns.  Returns its id, its last
 *  position, and the programs. */
export async function playGame(server, game, n, rated = false) {
  const { pair } = await beginGame(server, game, rated);
  for (let i = 0; i < n; i++) {
    const { turn, seats } = pair[0].state;
    const { seq } = await pair
      .find((one) => one.name === seats[turn].name)
      .ask('move', { move: '1' });
    await pair[0].hear(seq);
  }
  await pair[0].ask('resign', { sure: 'sure' });
  const { game_id: id, position } = pair[0].state;
  for (const { socket } of pair) socket.destroy();
  return { id, position, pair };
}
