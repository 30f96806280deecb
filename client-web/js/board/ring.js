// Að Elta Stelpur: a ring of 24 round an empty middle, the sea; eight corners set apart.
import { row, tray } from './mill.js';
import { n, use } from './svg.js';

const MIDDLE = 320,
  IN = 202,
  OUT = 304,
  STEP = 14,
  HALF = 6.75;
const CORNERS = [1, 6, 7, 12, 13, 18, 19, 24];
/** @param {number} r @param {number} angle */
const at = (r, angle) => [
  MIDDLE + r * Math.cos((Math.PI * angle) / 180),
  MIDDLE + r * Math.sin((Math.PI * angle) / 180),
];
/** @param {number} r @param {number} angle */
const point = (r, angle) => at(r, angle).map(n).join(' ');

/** A field of the ring: between two radii, round an angle.
 *  @param {number} angle @param {string} more */
function wedge(angle, more) {
  return (
    `<path d="M${point(IN, angle - HALF)}A${IN} ${IN} 0 0 1 ${point(IN, angle + HALF)}` +
    `L${point(OUT, angle + HALF)}` +
    `A${OUT} ${OUT} 0 0 0 ${point(OUT, angle - HALF)}Z" ${more}/>`
  );
}

/** The arrow of the direction in which all walk, in the sea.
 *  @param {number} angle */
function arrow(angle) {
  const r = IN - 22,
    tip = angle - 20;
  return (
    `<path d="M${point(r, angle + 20)}A${r} ${r} 0 0 0 ${point(r, tip)}` +
    `M${point(r - 9, tip + 4)}L${point(r, tip - 1)}` +
    `L${point(r + 9, tip + 4)}" class="way"/>`
  );
}

/** The ring; the viewer's first six squares are below, and in the sea what each side has taken.
 *  @param {Side} [viewer] */
export function ringBoard(viewer) {
  const squares = [],
    from = viewer === 'black' ? 2 : 0;
  let under =
    `<circle cx="${MIDDLE + 2}" cy="${MIDDLE + 6}" r="314" class="shade"/>` +
    `<circle cx="${MIDDLE}" cy="${MIDDLE + 2}" r="315" fill="#0e1114"/>` +
    `<circle cx="${MIDDLE}" cy="${MIDDLE}" r="315" fill="url(#g-ring)"/>` +
    `<circle cx="${MIDDLE}" cy="${MIDDLE}" r="311" fill="none" stroke="var(--st-corner)" ` +
    `stroke-width="1.5" opacity=".7"/>` +
    `<circle cx="${MIDDLE}" cy="${MIDDLE}" r="${IN - 7}" fill="url(#g-sea)" stroke="#0e1114" ` +
    `stroke-width="3"/>`;
  for (let i = 1; i <= 24; i++) {
    const sector = Math.floor((i - 1) / 6) + from,
      inSector = (i - 1) % 6;
    const angle = 90 - 90 * sector + (2.5 - inSector) * STEP,
      isCorner = CORNERS.includes(i);
    const [x, y] = at((IN + OUT) / 2 + 12, angle),
      [tx, ty] = at(IN + 13, angle);
    squares.push({ name: String(i), x, y });
    under += wedge(
      angle,
      `fill="url(#${isCorner ? 'g-corner' : 'g-cell'})" stroke="#12161a" stroke-width="2.5" ` +
        `stroke-linejoin="round"`,
    );
    if (isCorner) under += use('s-knot', x, y, 1, angle);
    under += `<text x="${n(tx)}" y="${n(ty + 4)}" class="name mid">${i}</text>`;
  }
  for (const [x, y, scale] of [
    [0, -62, 1],
    [-62, -32, 0.8],
    [58, -24, 0.9],
    [-24, 8, 1.1],
    [50, 34, 0.8],
    [-66, 52, 0.9],
    [4, 70, 1],
  ]) {
    under += use('s-wave', MIDDLE + x, MIDDLE + y, scale);
  }
  under += [0, 90, 180, 270].map((angle) => arrow(angle)).join('');
  /** @type {Record<string, Place>} */
  const beside = {};
  for (const side of /** @type {Side[]} */ (['white', 'black'])) {
    const y = MIDDLE + ((side === 'black') === (viewer === 'black') ? 120 : -120),
      taken = side === 'white' ? 'black' : 'white';
    beside[`${side}-taken`] = { x: MIDDLE - 40.5, y, of: 'taken', side: taken, lay: row(-1) };
    under += tray(MIDDLE - 90, y - 20, 180);
  }
  return { width: 640, height: 644, squares, under, cell: 64, beside };
}
