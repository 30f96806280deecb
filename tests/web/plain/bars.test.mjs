// What the bars of the players say of a race.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf, stateOf } from '../../../client-web/js/board/position.js';
import { SCENES } from '../../../client-web/js/pictures.js';

test('each side of a race has as many pieces as its game', () => {
  for (const [game, pieces] of Object.entries({
    'royal-ur': 7,
    finkel: 7,
    blitz: 5,
    masters: 7,
    aseb: 5,
    akalamdung: 7,
  })) {
    const { board } = stateOf(game, SCENES[game]);
    for (const side of ['white', 'black']) assert.equal(piecesOf(board, side), pieces, game);
  }
});

test('and as the option says', () => {
  const board = { squares: { w3: 'w', 6: 'b' }, reserve: [1, 2], off: [1, 0] };
  for (const side of ['white', 'black']) assert.equal(piecesOf(board, side), 3, side);
});
