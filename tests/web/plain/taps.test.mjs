// What a player taps, as moves, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Taps } from '../../../client-web/js/moves.js';

/** What the last of these taps leads to. */
function tapAll(moves, squares) {
  const taps = new Taps('morris', 'white', moves, {});
  return squares.map((square) => taps.tap(square)).at(-1);
}

/** All orders of these. */
const ordersOf = (list) =>
  list.length < 2
    ? [list]
    : list.flatMap((one) =>
        ordersOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );

test('the men of a mill are placed, and taken, in any order', () => {
  const moves = ['a1,d1,g1xb4', 'a1,d1,g1xf2', 'a1,a4,a7xb4', 'a1,a4,a7xf2', 'd7,g7xb4'];
  for (const men of ordersOf(['a1', 'd1', 'g1'])) {
    assert.deepEqual(tapAll(moves, [...men, 'f2']), { move: 'a1,d1,g1xf2' }, men.join());
  }
  for (const men of ordersOf(['a1', 'g1'])) {
    const taken = tapAll(['d6-d7xa1,g1', 'd6-d7xa1,b4', 'd6-d5'], ['d6', 'd7', ...men]);
    assert.deepEqual(taken, { move: 'd6-d7xa1,g1' }, men.join());
  }
});

test('a man goes from its point to another, not back', () => {
  const taps = new Taps('morris', 'white', ['a1-a4', 'a1-d1', 'd1-g1'], {});
  assert.deepEqual([...taps.starts()], ['a1', 'd1']);
  assert.deepEqual(taps.tap('a1'), {});
  assert.deepEqual([...taps.targets()], ['a4', 'd1']);
  assert.deepEqual(taps.tap('d1'), { move: 'a1-d1' });
});
