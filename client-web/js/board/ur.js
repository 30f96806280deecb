// The board of Ur, as the one from the royal tombs: plaques of shell in bitumen.
import { ownNumber, ownSquare } from '../show/way.js';
import { n, use } from './svg.js';

const CELL = 64,
  EDGE = 20,
  RIM = 9;
/** What marks go round: a plaque, with the number in its corner. */
const PLAQUE = [62, 62];

/** What is inlaid: rosettes where one throws again, five points where a warrior walks, eyes where
 *  the Oracle looks.
 *  @type {Record<number, string>} */
const MOTIFS = {
  1: 'eyes',
  2: 'five',
  3: 'eyes',
  4: 'rosette',
  5: 'steps',
  6: 'five',
  7: 'steps',
  8: 'rosette',
  9: 'five',
  10: 'steps',
  11: 'eyes',
  12: 'five',
  13: 'steps',
  14: 'rosette',
};

/** A board: the numbers of a side's own squares and of the middle ones, by column; where pieces
 *  leave; a game that walks so. */
const ROYAL = {
  game: 'ur',
  home: 5,
  own: [4, 3, 2, 1, 0, 0, 14, 13],
  middle: [5, 6, 7, 8, 9, 10, 11, 12],
  parts: /** @type {[number, number, number, number][]} */ ([
    [0, 0, 4, 3],
    [6, 0, 2, 3],
    [3.5, 1, 3, 1],
  ]),
  motifs: MOTIFS,
  ground: 'url(#g-bitumen)',
};
/** @param {...number} at */
const stars = (...at) => Object.fromEntries(at.map((way) => [way, 'rosette']));
const FINKEL = { ...ROYAL, motifs: stars(4, 8, 14), ground: '#22345c' };
const MASTERS = {
  ...ROYAL,
  game: 'masters',
  own: [4, 3, 2, 1, 0, 0, 16, 15],
  middle: [5, 6, 7, 8, 9, 10, 11, 14],
  motifs: stars(4, 8, 12, 16),
  ground: '#24382e',
};
const ASEB = {
  ...MASTERS,
  game: 'aseb',
  home: 11,
  own: [4, 3, 2, 1],
  middle: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  parts: /** @type {typeof ROYAL.parts} */ ([
    [0, 0, 4, 3],
    [3.5, 1, 8.5, 1],
  ]),
  ground: '#4a2e1c',
};

/** @type {Side[]} */
const BOTH = ['black', 'white'];

/** How long and how short a tray is. */
const TRAY = { long: 62, short: 48 };

/** A pile in a tray, above its number: where its pieces lie, from the middle of the tray.
 *  @param {number} count @param {number} perRow @param {number} scale @param {number} top
 *  @param {number} down */
const pile = (count, perRow, scale, top, down) =>
  Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow),
      inRow = Math.min(perRow, count - perRow * row);
    return { dx: ((i % perRow) - (inRow - 1) / 2) * 14, dy: top + row * down, scale };
  });
/** @param {number} count */
const standing = (count) => pile(count, 3, 0.39, -20.5, 12);
/** @param {number} count */
const lying = (count) => pile(count, 4, 0.36, -13, 12.5);

/** @param {Side} [viewer] @param {boolean} [isTall] */
export const ur = (viewer, isTall) => layout(ROYAL, viewer, isTall);
/** @param {Side} [viewer] @param {boolean} [isTall] */
export const finkel = (viewer, isTall) => layout(FINKEL, viewer, isTall);
/** @param {Side} [viewer] @param {boolean} [isTall] */
export const masters = (viewer, isTall) => layout(MASTERS, viewer, isTall);
export const blitz = masters;
/** @param {Side} [viewer] @param {boolean} [isTall] */
export const aseb = (viewer, isTall) => layout(ASEB, viewer, isTall);

/** Three rows; the viewer's own squares below, else White's.  Where the board stands upright it has
 *  three columns, the own one on the right.  A square that both walk over has the number of the
 *  viewer's way.
 *  @param {typeof ROYAL} arg0 @param {Side} [viewer] @param {boolean} [isTall] */
function layout({ game, own, middle, parts, motifs, ground, home }, viewer, isTall) {
  const rows = viewer === 'black' ? { white: 0, black: 2 } : { black: 0, white: 2 };
  const long = 2 * EDGE + middle.length * CELL,
    short = 2 * EDGE + 3 * CELL;
  /** @type {Square[]} */
  const squares = [];
  /** @param {number} x @param {number} y */
  const turn = (x, y) => /** @type {[number, number]} */ (isTall ? [y, x] : [x, y]);
  const traySize = turn(TRAY.short, TRAY.long);
  /** @param {number} column @param {number} row @param {number} wide @param {number} high
   *  @param {number} grow @param {string} more */
  const box = (column, row, wide, high, grow, more) => {
    const [x, y] = turn(EDGE + column * CELL - grow, EDGE + row * CELL - grow);
    const [w, h] = turn(wide * CELL + 2 * grow, high * CELL + 2 * grow);
    return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" ${more}/>`;
  };
  /** @param {string} more */
  const slab = (more, grow = RIM) => parts.map((at) => box(...at, grow, more)).join('');
  const trays = [0, 2]
    .flatMap((row) =>
      [4, home].map((column) => {
        const [x, y] = turn(column, row + (row ? 0.16 : -0.16)),
          by = column === 4 ? 12 : 4;
        return (
          `<rect x="${n(EDGE + x * CELL + (isTall ? 1 : by))}" ` +
          `y="${n(EDGE + y * CELL + (isTall ? by : 1))}" ` +
          `width="${traySize[0]}" height="${traySize[1]}" rx="12" ` +
          `class="tray${column === 4 ? '' : ' home'}"/>`
        );
      }),
    )
    .join('');
  let under =
    `<g transform="translate(2 7)" class="shade">${slab('rx="10"')}</g>` +
    slab('rx="11" fill="#a88a5c"', RIM + 1.5) +
    `<g transform="translate(0 4)">${slab('rx="10" fill="#120e0b"')}</g>` +
    slab(`rx="10" fill="${ground}"`) +
    trays,
    inlays = '',
    numbers = '';
  /** @param {string} name @param {number} column @param {number} row @param {number} way */
  const add = (name, column, row, way) => {
    const [x, y] = turn(EDGE + (column + 0.5) * CELL, EDGE + (row + 0.5) * CELL),
      number = ownNumber(game, viewer ?? 'white', name) || way;
    squares.push({ name, x, y });
    under += use('u-plaque', x, y);
    inlays += use(`u-${motifs[way] ?? 'steps'}`, x, y, 0.8);
    numbers += `<text x="${n(x - 27)}" y="${n(y - 16.5)}" class="name">${number}</text>`;
  };
  for (const side of BOTH) {
    const ways = own.filter((way) => way > 0).sort((a, b) => a - b);
    for (const way of ways) add(ownSquare(game, side, way), own.indexOf(way), rows[side], way);
  }
  for (const [column, way] of middle.entries()) add(String(way), column, 1, way);
  for (const side of BOTH) {
    for (const [name, of] of [
      ['in', 'reserve'],
      ['off', 'off'],
    ]) {
      const row = rows[side],
        column = of === 'off' ? home : 4,
        out = row ? 0.16 : -0.16;
      const [x, y] = turn(
        EDGE + (column + (column === 4 ? 0.56 : 0.44)) * CELL,
        EDGE + (row + 0.5 + out) * CELL,
      );
      squares.push({ name: `${side}-${name}`, x, y, [of]: side, tray: traySize });
    }
  }
  return {
    width: isTall ? short : long,
    height: isTall ? long : short,
    squares,
    under: `${under}<g class="inlays" transform="translate(0 5)">${inlays}</g>${numbers}`,
    cell: CELL,
    plaque: PLAQUE,
    pile: isTall ? lying : standing,
    countAt: isTall ? 21 : 27,
  };
}
