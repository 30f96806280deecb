// Positions: what a screen reader says of them, and their texts (protocol.md, section 7).
import { say, sayOf } from '../words.js';
import { POINTS } from './mill.js';

/** What a screen reader says of a square.
 *  @param {string} square @param {string} letters @param {{reserve?: Side, off?: Side}} beside
 *  @param {number} count */
export function labelOf(square, letters, beside, count) {
  if (beside.reserve) return say('reserve', say(beside.reserve), count);
  if (beside.off) return say('off', say(beside.off), count);
  const whose = [...letters].map((letter) => sayOf('piece', letter) || letter);
  return `${say('square', square)}${say('colon')}${whose.length ? whose.join(', ') : say('empty')}`;
}

/** A position in words: what stands where, and what is beside the board.
 *  @param {{board: Board}} arg0 */
export function textOf({ board: { squares, reserve, off, hand } }) {
  /** @param {string} key @param {number[] | undefined} pair */
  const beside = (key, pair) =>
    pair ? ['white', 'black'].map((side, i) => say(key, say(side), pair[i])) : [];
  return [
    ...Object.entries(squares).map(([square, letters]) => labelOf(square, letters, {}, 0)),
    ...beside('reserve', reserve ?? hand),
    ...beside('off', off),
  ].join('; ');
}

/** @param {string} text */
const pair = (text) => text.split(',').map(Number);

/** @param {string[]} arg0 */
function urOf([reserve, columns, off]) {
  const squares =
    columns === '-' ? {} : Object.fromEntries(columns.split(',').map((one) => one.split('=')));
  return { squares, reserve: pair(reserve), off: pair(off) };
}

/** @param {string} text @param {string[]} names */
function letters(text, names) {
  const all = [...text].map((letter, i) => [names[i], letter]);
  return Object.fromEntries(all.filter(([, letter]) => letter !== '.'));
}

const RING = Array.from({ length: 24 }, (_, i) => String(i + 1));

/** @param {string[]} arg0 */
function taflOf([ranks]) {
  /** @type {Record<string, string>} */
  const squares = {};
  const rows = ranks.split('/');
  rows.forEach((row, i) => {
    let file = 0;
    for (const [token] of row.matchAll(/\d+|./g)) {
      if (/\d/.test(token)) {
        file += Number(token);
        continue;
      }
      squares[String.fromCharCode(97 + file++) + (rows.length - i)] = token;
    }
  });
  return { squares };
}

/** How each game writes a position: from its fields to the `board`.
 *  @type {Record<string, (fields: string[]) => Partial<Board>>} */
const TEXTS = {
  'royal-ur': urOf,
  finkel: urOf,
  blitz: urOf,
  masters: urOf,
  aseb: urOf,
  akalamdung: urOf,
  ur: urOf,
  /** @param {string[]} arg0 */
  stelpur: ([ring]) => ({ squares: letters(ring, RING) }),
  /** @param {string[]} arg0 */
  morris: ([points, , hand]) => ({ squares: letters(points, POINTS), hand: pair(hand) }),
  tablut: taflOf,
  ashton: taflOf,
  brandubh: taflOf,
  fetlar: taflOf,
  copenhagen: taflOf,
  'alea-evangelii': taflOf,
};

/** What drawBoard needs of a state, from the text of a position.
 *  @param {string} game @param {string} text */
export function stateOf(game, text) {
  const id = game.split(':')[0];
  const board = /** @type {Board} */ (TEXTS[id](text.split(' '))); // as its game has it
  return { game: id, board };
}

/** How many pieces a side of a race has, wherever they are: it depends on the game, and options.
 *  @param {Board} board @param {Side} side */
export function piecesOf({ squares, reserve, off }, side) {
  const i = side === 'white' ? 0 : 1,
    all = Object.values(squares).join('').toLowerCase();
  return reserve[i] + off[i] + all.split(side[0]).length - 1;
}
