// A move planned while the opponent thinks: sent only when it is legal, and dropped for all to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import { Ahead } from '../../client-web/js/show/ahead.js';
import { browser, byTurn, move, pair, press, setUp, tap, until, WIDE } from './fixture.mjs';

const server = setUp();
const seats = { white: { name: 'ann' }, black: { name: 'bob' } };
const state = (game, squares, more = {}) => ({
  game,
  game_id: 'g',
  stage: 'playing',
  turn: 'black',
  seats,
  board: { squares, hand: [9, 9] },
  ...more,
});
const TAFL = { e5: 'K', e4: 'T', a4: 't' };

test('only where no throw comes first, and only for who waits', () => {
  assert.ok(Ahead.of(state('tablut', TAFL), 'white'));
  assert.ok(Ahead.of(state('morris', {}), 'white'));
  assert.equal(Ahead.of(state('tablut', TAFL), 'black'), null, 'it is their turn');
  assert.equal(Ahead.of(state('tablut', TAFL), undefined), null, 'who only watches');
  assert.equal(Ahead.of(state('royal-ur', { w3: 'w' }), 'white'), null, 'a throw comes first');
  assert.equal(
    Ahead.of(state('morris', {}, { board: { squares: {}, hand: [0, 1] } }), 'white'),
    null,
  );
  assert.equal(Ahead.of(state('tablut', TAFL, { stage: 'over' }), 'white'), null);
});

test('two taps plan a move, a third takes it back', () => {
  const ahead = Ahead.of(state('tablut', TAFL), 'white');
  assert.equal(ahead.tap('a4'), false, 'not ours');
  assert.equal(ahead.tap('e4'), true);
  assert.deepEqual(ahead.squares, ['e4']);
  ahead.tap('e5');
  assert.deepEqual(ahead.squares, ['e5'], 'another piece of ours');
  ahead.tap('d4');
  assert.equal(ahead.wish, null, 'not in line');
  ahead.tap('e4');
  ahead.tap('b4');
  assert.equal(ahead.wish, 'e4-b4');
  assert.equal(Ahead.of(state('tablut', TAFL), 'white', ahead).wish, 'e4-b4', 'while they think');
  assert.equal(Ahead.of(state('tablut', TAFL, { game_id: 'h' }), 'white', ahead).wish, null);
  ahead.tap('e4');
  assert.deepEqual([ahead.wish, ahead.picked], [null, []]);
});

test('what is planned is played only when it is legal, and declines no offer', () => {
  const ahead = Ahead.of(state('tablut', TAFL), 'white');
  const now = (moves, more = {}) =>
    ahead.moveFor(state('tablut', TAFL, { turn: 'white', moves, ...more }));
  assert.equal(now('e4-b4'), null, 'nothing is planned');
  ahead.tap('e4');
  ahead.tap('b4');
  assert.equal(now('e4-c4 e4-b4'), 'e4-b4');
  assert.equal(now('e4-c4'), null);
  const offer = { ...seats, black: { name: 'bob', offer: 'draw' } };
  assert.equal(now('e4-c4 e4-b4', { seats: offer }), null);
  const man = Ahead.of(state('morris', { a1: 'b' }), 'white');
  assert.equal(man.tap('a1'), false);
  man.tap('a4');
  assert.equal(man.moveFor(state('morris', {}, { turn: 'white', moves: 'a4 a7' })), 'a4');
});

/** A legal move of the player who waits, as the board is now: their man, and a square beside it. */
const anyPlan = (page) =>
  page.evaluate(() => {
    const {
        board: { squares: all },
        turn,
      } = window.seen.last,
      theirs = turn === 'white' ? 't' : 'T';
    for (const [name, letter] of Object.entries(all)) {
      const [file, rank] = [name.charCodeAt(0), Number(name.slice(1))];
      const to = String.fromCharCode(file + 1) + rank;
      if (letter === theirs && file < 105 - 1 && rank > 1 && rank < 9 && !all[to])
        return [name, to];
    }
    return null;
  });
const made = (page) =>
  page.evaluate(() => window.seen.last.happened.find(({ what }) => what === 'move'));
const seqOf = (page) => page.evaluate(() => window.seen.last.seq);

test('a planned move is shown, sent when it is legal, and can be taken back', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover, waiter] = await byTurn(pages),
    [from, to] = await anyPlan(waiter);
  for (const square of [from, to]) await tap(waiter, square);
  const said = en.planned.split('{1}')[0].replace('{0}', `${from}-${to}`);
  await until(waiter, (text) => document.querySelector('#status').textContent.includes(text), said);
  assert.equal(await waiter.$$eval('.planned:not(.case)', (all) => all.length), 2);
  await press(waiter, en.cancel);
  await until(waiter, () => !document.querySelector('.planned'));
  for (const square of [from, to]) await tap(waiter, square);
  const seq = await seqOf(waiter);
  await move(mover);
  await until(mover, (n) => window.seen.last.seq >= n + 2, seq);
  const last = await made(mover);
  assert.equal(last.move, `${from}-${to}`);
  assert.equal(await waiter.$('.planned'), null);
});

test('a plan that becomes illegal is dropped with a word, and never sent', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover, waiter] = await byTurn(pages),
    [from] = await anyPlan(waiter);
  // along its line, to where a piece stands: no legal move, whatever the opponent plays
  await tap(waiter, from);
  const to = await waiter.evaluate((at) => {
    const { squares: all } = window.seen.last.board,
      isTheirs = (one) => all[one] === 't';
    return Object.keys(all).find(
      (one) =>
        one !== at &&
        isTheirs(one) !== isTheirs(at) &&
        (one[0] === at[0] || one.slice(1) === at.slice(1)),
    );
  }, from);
  await tap(waiter, to);
  await until(waiter, () => document.querySelectorAll('.planned:not(.case)').length === 2);
  const seq = await seqOf(waiter);
  await move(mover);
  const gone = en.planGone.replace('{0}', `${from}-${to}`);
  await until(waiter, (text) => document.querySelector('#toast').textContent === text, gone);
  await until(waiter, () => document.querySelector('.square.can'));
  assert.equal(await seqOf(waiter), seq + 1, 'nothing was sent');
});
