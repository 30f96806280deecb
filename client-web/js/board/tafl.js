// Tablut and Ashton's, embroidered on leather; brandubh and hnefatafl, carved in wood; and Alea
// Evangelii, a page of a gospel book.
import { n, use } from './svg.js';

/** @param {number} i */
const file = (i) => String.fromCharCode(97 + i);
/** @type {Record<number, string>} */
const START = {
  7: '3t3/3t3/3T3/ttTKTtt',
  9: '3ttt3/4t4/4T4/t3T3t/ttTTKTTtt',
  11: '3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt',
  19:
    '2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/' +
    '3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3',
};

/** Where which piece begins: all boards are the same upside down.
 *  @param {number} size */
function begins(size) {
  const rows = START[size]
    .split('/')
    .map((row) =>
      [...row.matchAll(/\d+|./g)].flatMap(([one]) =>
        /\d/.test(one) ? Array(Number(one)).fill('') : [one],
      ),
    );
  return (/** @type {number} */ column, /** @type {number} */ rank) =>
    rows[Math.min(size - rank, rank - 1)][column];
}

/** @param {number} size @param {number} cell @param {number} left @param {number} top */
function squaresOf(size, cell, left, top) {
  const squares = [];
  for (let column = 0; column < size; column++) {
    for (let rank = 1; rank <= size; rank++)
      squares.push({
        name: file(column) + rank,
        x: left + (column + 0.5) * cell,
        y: top + (size - rank + 0.5) * cell,
        column,
        rank,
      });
  }
  return squares;
}
/** @param {number} size @param {Square} arg1 */
const isMiddle = (size, { column, rank }) => column === (size - 1) / 2 && rank === (size + 1) / 2;
/** @param {number} size @param {Square} arg1 */
const isCorner = (size, { column, rank }) =>
  (column === 0 || column === size - 1) && (rank === 1 || rank === size);

/** @param {number} size @param {number} cell @param {number} left @param {number} y
 *  @param {number} x */
function names(size, cell, left, y, x) {
  return Array.from(
    { length: size },
    (_, i) =>
      `<text x="${n(left + (i + 0.5) * cell)}" y="${y}" class="name mid edge">${file(i)}</text>` +
      `<text x="${x}" y="${n(left + (i + 0.5) * cell + 6)}" ` +
      `class="name mid edge">${size - i}</text>`,
  ).join('');
}

/** A woven band along one side of the frame.
 *  @param {number} size @param {number} turn */
function band(size, turn) {
  const middle = size / 2;
  let d = '';
  for (let x = 24; x < size - 30; x += 18) d += `M${x} 12l9 -7l9 7l-9 7Z`;
  return (
    `<g transform="rotate(${turn} ${middle} ${middle})"><rect x="4" y="4" width="${size - 8}" ` +
    `height="16" fill="var(--ta-red)"/>` +
    `<path d="${d}" fill="var(--ta-yellow)"/><path d="M4 12H${size - 4}" ` +
    `stroke="var(--ta-blue)" stroke-width="2.4" stroke-dasharray="6 12"/></g>`
  );
}

export const tablut = () => woven(true);
export const ashton = () => woven(false);

/** @param {boolean} hasCorners */
function woven(hasCorners) {
  const cell = 64,
    left = 44,
    size = 9 * cell + 2 * left,
    squares = squaresOf(9, cell, left, left),
    at = begins(9);
  let under =
    `<rect x="4" y="8" width="${size - 4}" height="${size - 4}" rx="14" class="shade"/>` +
    `<rect x="1" y="1" width="${size - 2}" height="${size - 2}" rx="12" fill="url(#g-hide)" ` +
    `stroke="#6d4a22" stroke-width="2"/>` +
    [0, 90, 180, 270].map((turn) => band(size, turn)).join('');
  for (const square of squares) {
    const { x, y } = square;
    if (isMiddle(9, square)) under += use('t-castle', x, y);
    else if (isCorner(9, square) && hasCorners) under += use('t-corner', x, y);
    else if (at(square.column, square.rank) === 't') {
      if (!hasCorners)
        under +=
          `<rect x="${x - 32}" y="${y - 32}" width="64" height="64" ` + `fill="var(--ta-light)"/>`;
      under += use('t-camp', x, y);
    } else if (at(square.column, square.rank) === 'T') under += use('t-guard', x, y);
  }
  const lines = Array.from(
    { length: 10 },
    (_, i) =>
      `M${left} ${left + i * cell}H${size - left}M${left + i * cell} ${left}V${size - left}`,
  ).join('');
  under +=
    `<path d="${lines}" stroke="#5b3b17" stroke-width="2.6" stroke-opacity=".5"/>` +
    `<path d="${lines}" stroke="var(--ta-thread)" stroke-width="2.4" stroke-dasharray="9 5"/>` +
    names(9, cell, left, size - left + 17, 32);
  return { width: size, height: size + 6, squares, under, cell };
}

export const brandubh = () => carved(7, 78);
export const hnefatafl = () => carved(11, 54);

/** A board of wood with pegs along its rim.
 *  @param {number} size @param {number} cell */
function carved(size, cell) {
  const left = 44,
    whole = size * cell + 2 * left,
    squares = squaresOf(size, cell, left, left),
    at = begins(size);
  let under =
    `<rect x="5" y="8" width="${whole - 6}" height="${whole - 4}" rx="22" class="shade"/>` +
    `<rect x="1" y="1" width="${whole - 2}" height="${whole - 2}" rx="20" fill="var(--hn-rim)"/>` +
    `<rect x="${left}" y="${left}" width="${size * cell}" height="${size * cell}" ` +
    `fill="var(--hn-wood)"/>`;
  for (const square of squares) {
    const { x, y, column, rank } = square,
      letter = at(column, rank),
      isEnd = isCorner(size, square);
    if ((column + rank) % 2)
      under +=
        `<rect x="${n(x - cell / 2)}" y="${n(y - cell / 2)}" width="${cell}" height="${cell}" ` +
        `fill="var(--hn-grain)"/>`;
    if (isEnd || isMiddle(size, square))
      under +=
        `<circle cx="${n(x)}" cy="${n(y)}" r="${n(cell * 0.42)}" fill="var(--al-light)"/>` +
        use(isEnd ? 'a-knot' : 'a-throne', x, y, Math.round(cell / 4.4) / 10);
    else if (letter)
      under +=
        `<circle cx="${n(x)}" cy="${n(y)}" r="6" ` +
        `fill="var(--al-${letter === 't' ? 'red' : 'green'})"/>`;
  }
  const lines = Array.from(
    { length: size + 1 },
    (_, i) =>
      `M${left} ${left + i * cell}H${whole - left}M${left + i * cell} ${left}V${whole - left}`,
  ).join('');
  under +=
    `<path d="${lines}" stroke="var(--al-ink)" stroke-width="2"/>` +
    names(size, cell, left, whole - left + 24, 22);
  return { width: whole, height: whole + 6, squares, under, cell };
}

/** A braid of two strands along one side of the frame.
 *  @param {number} size @param {number} turn */
function braid(size, turn) {
  /** @param {number} sign */
  const wave = (sign) => {
    let d = 'M21 12';
    for (let x = 21, up = sign; x < size - 30; x += 15, up = -up) d += `q7.5 ${n(up * 11)} 15 0`;
    return d;
  };
  const strands = ['red', 'green']
    .map((colour) => ({ colour, d: wave(colour === 'red' ? 1 : -1) }))
    .map(
      ({ colour, d }) =>
        `<path d="${d}" stroke="var(--al-ink)" stroke-width="5.4" fill="none"/>` +
        `<path d="${d}" stroke="var(--al-${colour})" stroke-width="3.2" fill="none"/>`,
    )
    .join('');
  return `<g transform="rotate(${turn} ${size / 2} ${size / 2})">${strands}</g>`;
}

export function evangelii() {
  const cell = 36,
    left = 46,
    size = 19 * cell + 2 * left,
    squares = squaresOf(19, cell, left, left),
    at = begins(19);
  const first = left + cell / 2,
    end = size - first;
  let under =
    `<rect x="5" y="8" width="${size - 6}" height="${size - 4}" rx="6" class="shade"/>` +
    `<rect x="1" y="1" width="${size - 2}" height="${size - 2}" rx="5" fill="url(#g-vellum)" ` +
    `stroke="#7d6a3f" stroke-width="2"/>` +
    [0, 90, 180, 270].map((turn) => braid(size, turn)).join('') +
    [
      [14, 14],
      [size - 14, 14],
      [14, size - 14],
      [size - 14, size - 14],
    ]
      .map(([x, y]) => use('a-knot', x, y, 0.62))
      .join('') +
    `<rect x="22" y="22" width="${size - 44}" height="${size - 44}" fill="none" ` +
    `stroke="var(--al-ink)" stroke-width="1.2"/>`;
  const lines = Array.from(
    { length: 19 },
    (_, i) => `M${first} ${first + i * cell}H${end}M${first + i * cell} ${first}V${end}`,
  ).join('');
  under += `<path d="${lines}" stroke="var(--al-ink)" stroke-width="1.1" stroke-opacity=".75"/>`;
  for (const square of squares) {
    const { x, y } = square,
      letter = at(square.column, square.rank);
    if (isMiddle(19, square)) under += use('a-throne', x, y, 0.92);
    else if (isCorner(19, square))
      under +=
        `<circle cx="${x}" cy="${y}" r="18" ` +
        `fill="var(--al-light)"/>${use('a-knot', x, y, 0.9)}`;
    else if (letter)
      under +=
        `<circle cx="${x}" cy="${y}" r="4" ` +
        `fill="var(--al-${letter === 't' ? 'red' : 'green'})"/>`;
  }
  under += names(19, cell, left, size - 28, 35);
  return { width: size, height: size + 6, squares, under, cell };
}
