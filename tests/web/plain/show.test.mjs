// The event player without a browser: what happened is shown in steps, and told once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEHIND_MS, Show } from '../../../client-web/js/show/show.js';
import { moved, wayOf } from '../../../client-web/js/show/way.js';

const ur = (squares, reserve = [6, 6], off = [0, 0]) => ({ squares, reserve, off });
const state = (seq, board, happened, more = {}) => ({
  seq,
  game_id: 'g',
  game: 'royal-ur',
  stage: 'playing',
  board,
  happened,
  dice: [],
  ...more,
});
const said = (what, more = {}) => ({ what, side: 'white', ...more });

/** A show with a clock of its own, that has seen a first state. */
function begin(first) {
  const world = { now: 0, told: [] };
  world.show = new Show({
    now: () => world.now,
    tell: (one, _, dice) => world.told.push(one.what + (one.what === 'pass' ? ` ${dice}` : '')),
  });
  world.show.take(first);
  world.show.advance();
  /** Lets time pass to the next change; returns how long that took, or null. */
  world.next = () => {
    const wait = world.show.advance();
    world.now += wait ?? 0;
    return wait;
  };
  world.end = () => {
    let ms = 0;
    for (let wait; (wait = world.next()) !== null;) ms += wait;
    return ms;
  };
  return world;
}
const START = ur({ w3: 'w', 6: 'b' });

test('a first state is shown at once, and nothing of it is told', () => {
  const { show, told } = begin(state(1, START, [said('throw', { dice: [1, 1, 0] })]));
  assert.deepEqual(show.board, START);
  assert.equal(show.isPlaying, false);
  assert.deepEqual(told, []);
});

test('a throw, a slide, a capture and a throw are shown one after the other', () => {
  const { show, told, next, end } = begin(state(1, START, []));
  const after = ur({ 6: 'w' }, [6, 7]);
  show.take(
    state(
      2,
      after,
      [
        said('move', { move: '3-6' }),
        said('capture', { at: '6', n: 1 }),
        { what: 'throw', side: 'black', dice: [1, 1, 0] },
      ],
      { dice: [1, 1, 0] },
    ),
  );
  assert.ok(next() > 0);
  assert.deepEqual(told, ['move']);
  assert.deepEqual(show.playing.way, ['w3', 'w4', '5', '6']);
  assert.deepEqual(show.board.squares, { 6: 'b' }, 'the piece is on its way');
  assert.ok(next() > 0);
  assert.deepEqual(told, ['move', 'capture']);
  assert.deepEqual(show.board.reserve, [6, 6], 'the captured piece is on its way');
  assert.equal(show.playing.gone.to, 'black-in');
  assert.ok(next() > 0);
  assert.deepEqual(told, ['move', 'capture', 'throw']);
  assert.deepEqual(show.board, after);
  assert.deepEqual(show.dice, [1, 1, 0]);
  end();
  assert.equal(show.isPlaying, false);
});

test('four throws and their passes are shown, each once, within three seconds', () => {
  const { show, told, end } = begin(state(1, START, []));
  const happened = [0, 1, 2, 3].flatMap((k) => [
    said('throw', { dice: [0, 0, k % 2] }),
    said('pass'),
  ]);
  show.take(state(2, START, happened));
  const ms = end();
  assert.ok(ms > 1500 && ms <= BEHIND_MS + 1, `${ms} ms`);
  assert.deepEqual(told, [
    'throw',
    'pass 0,0,0',
    'throw',
    'pass 0,0,1',
    'throw',
    'pass 0,0,0',
    'throw',
    'pass 0,0,1',
  ]);
});

test('a tap ends the show at once, and everything is told', () => {
  const { show, told } = begin(state(1, START, [])),
    after = ur({ 5: 'w', 6: 'b' });
  show.take(state(2, after, [said('throw', { dice: [1, 1, 0] }), said('move', { move: '3-5' })]));
  show.advance();
  show.skip();
  assert.deepEqual(show.board, after);
  assert.deepEqual(told, ['throw', 'move']);
  assert.equal(show.isPlaying, false);
});

test('where nothing may move, or the show is late, all is shown at once and told once', () => {
  const still = begin(state(1, START, [])),
    after = ur({ 5: 'w', 6: 'b' });
  still.show.take(state(2, after, [said('move', { move: '3-5' })]), { isStill: true });
  assert.deepEqual([still.show.board, still.told, still.show.advance()], [after, ['move'], null]);
  const late = begin(state(1, START, []));
  let board = START;
  for (let seq = 2; seq < 30; seq++) {
    const [from, to] = seq % 2 ? ['5', 'w3'] : ['w3', '5'];
    board = ur({ [to]: 'w', 6: 'b' });
    late.show.take(state(seq, board, [said('move', { move: seq % 2 ? '5-3' : '3-5' })]));
    assert.ok(from && late.show.leftMs() <= BEHIND_MS);
  }
  late.end();
  assert.equal(late.told.length, 28);
  assert.deepEqual(late.show.board, board);
});

test('with little time on the clock the show is short', () => {
  const { show, end } = begin(state(1, START, []));
  show.take(
    state(2, ur({ 5: 'w', 6: 'b' }), [
      said('throw', { dice: [1, 1, 0] }),
      said('move', { move: '3-5' }),
    ]),
    { clockMs: 5000 },
  );
  assert.ok(end() <= 200);
});

test('our own move is shown at once, and only told when it is confirmed', () => {
  const { show, told, next, end } = begin(state(1, START, [])),
    after = ur({ 5: 'w', 6: 'b' });
  show.propose('white', '3-5');
  assert.ok(next() > 0);
  assert.deepEqual(show.playing.way, ['w3', 'w4', '5']);
  next();
  assert.deepEqual(show.board.squares, after.squares);
  assert.deepEqual(told, []);
  show.take(
    state(2, after, [
      said('move', { move: '3-5' }),
      { what: 'throw', side: 'black', dice: [0, 0, 0] },
    ]),
  );
  next();
  assert.deepEqual(told, ['move', 'throw']);
  assert.deepEqual(show.playing.dice, [0, 0, 0], 'the piece does not slide a second time');
  end();
  assert.deepEqual([show.board, show.proposed], [after, null]);
});

test('a refused move of ours goes back; one that waits stays while others come and go', () => {
  const { show } = begin(state(1, START, []));
  show.propose('white', '3-5', true);
  show.advance();
  show.take(state(2, START, [{ what: 'away', side: 'black' }]));
  show.advance();
  assert.equal(show.board.squares[5], 'w');
  show.withdraw();
  assert.deepEqual(show.board, START);
});

test('the end of a leg is shown on its own board, before the next game begins', () => {
  const tafl = (squares) => ({ squares }),
    { show, told, next, end } = begin({
      ...state(1, tafl({ e5: 'K', a1: 't' }), []),
      game: 'tablut',
    });
  const next_ = tafl({ e5: 'K', e9: 't' });
  show.take({
    ...state(2, next_, [said('move', { move: 'e5-e9' }), said('over'), { what: 'new_game' }]),
    game: 'tablut',
    game_id: 'h',
    stage: 'waiting',
  });
  next();
  assert.ok(next() > 1500, 'long enough to see it');
  assert.deepEqual(told, ['move', 'over']);
  assert.deepEqual(show.board.squares, { a1: 't', e9: 'K' });
  end();
  assert.deepEqual(show.board, next_);
});

test('the way of what is no move ends', () => {
  for (const [game, move] of [
    ['royal-ur', 'e4-e5'],
    ['stelpur', 'e4:e5'],
  ])
    assert.ok(wayOf(game, { squares: {} }, 'white', move, 'x').length < 30);
});

test('what moves do to a board, game by game', () => {
  const way = (game, board, side, move, led) => moved(game, board, side, move, led);
  assert.deepEqual(way('royal-ur', ur({}, [7, 7]), 'white', 'in-2').after, ur({ w2: 'w' }, [6, 7]));
  assert.deepEqual(
    way('royal-ur', ur({ w14: 'w' }), 'white', '14-off').after,
    ur({}, [6, 6], [1, 0]),
  );
  assert.deepEqual(way('akalamdung', ur({ 9: 'W' }), 'white', '9w-12').after.squares, { 12: 'W' });
  assert.deepEqual(
    way('akalamdung', ur({ w1: 'ww' }), 'white', '1-3').after.squares,
    { w3: 'ww' },
    'twins go together',
  );
  assert.deepEqual(
    way('akalamdung', ur({ 6: 'ww' }), 'white', '6-8', [{ what: 'parted' }]).after.squares,
    { 6: 'w', 8: 'w' },
  );
  assert.deepEqual(
    way('ur', ur({ 5: 'wbbw', 7: 'bw' }), 'white', '5-7').after.squares,
    { 5: 'w', 7: 'wbbbw' },
    'a piece takes its prisoners along',
  );
  assert.deepEqual(way('stelpur', { squares: { 23: 'w', 1: 'w', 9: 'b' } }, 'white', '23:1').way, [
    '23',
    '24',
  ]);
  assert.deepEqual(
    way('stelpur', { squares: { 19: 'w', 1: 'w', 2: 'b' } }, 'white', '19:6').way.at(-1),
    '3',
    'from an own piece on to the next empty square',
  );
  assert.deepEqual(
    way('stelpur', { squares: { 3: 'w', 13: 'b' } }, 'white', '3:6').way.at(-1),
    '7',
    'a Hornaskella goes to corners',
  );
  assert.deepEqual(
    way('morris', { squares: { d6: 'w', a1: 'b' }, hand: [0, 0] }, 'white', 'd6-d7xa1').after
      .squares,
    { d7: 'w', a1: 'b' },
  );
  assert.deepEqual(way('morris', { squares: {}, hand: [9, 9] }, 'black', 'a1').after, {
    squares: { a1: 'b' },
    hand: [9, 8],
  });
});
