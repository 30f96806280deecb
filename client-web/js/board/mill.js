// Morris: a sheet of parchment, ruled by hand, on a plank; the men that wait lie above and below.
import { n } from './svg.js';

/** The points of a mill board, in the order of a position's text. */
export const POINTS =
  'a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1'.split(' ');
const TOP = 56,
  STEP = 80,
  EDGE = 62;
/** @param {string} name */
const place = (name) => ({
  x: EDGE + 'abcdefg'.indexOf(name[0]) * STEP,
  y: TOP + EDGE + (7 - Number(name[1])) * STEP,
});

/** A line as a hand draws it: the same at each time.
 *  @param {string} a @param {string} b @param {number} seed */
function stroke(a, b, seed) {
  const p = place(a),
    q = place(b),
    long = Math.hypot(q.x - p.x, q.y - p.y);
  /** @param {number} k */
  const off = (k) => (((seed * 37 + k * 53) % 11) - 5) * 0.36;
  /** @param {number} part @param {number} k */
  const along = (part, k) =>
    `${n(p.x + (q.x - p.x) * part + ((q.y - p.y) / long) * off(k))} ` +
    `${n(p.y + (q.y - p.y) * part + ((q.x - p.x) / long) * off(k + 3))}`;
  return `M${n(p.x)} ${n(p.y)}C${along(0.3, 1)} ${along(0.7, 2)} ${n(q.x)} ${n(q.y)}`;
}

/** Every line of the board, from point to point. */
const LINES = [
  'a7 d7',
  'd7 g7',
  'g7 g4',
  'g4 g1',
  'g1 d1',
  'd1 a1',
  'a1 a4',
  'a4 a7',
  'b6 d6',
  'd6 f6',
  'f6 f4',
  'f4 f2',
  'f2 d2',
  'd2 b2',
  'b2 b4',
  'b4 b6',
  'c5 d5',
  'd5 e5',
  'e5 e4',
  'e4 e3',
  'e3 d3',
  'd3 c3',
  'c3 c4',
  'c4 c5',
  'd7 d6',
  'd6 d5',
  'd3 d2',
  'd2 d1',
  'a4 b4',
  'b4 c4',
  'e4 f4',
  'f4 g4',
].map((one) => one.split(' '));

/** A tray for men, from its left end.
 *  @param {number} x @param {number} y @param {number} width */
export const tray = (x, y, width) =>
  `<rect x="${x}" y="${y}" width="${width}" height="40" rx="20" class="tray"/>`;

/** A row of men in a tray: from the left those that wait, from the right those taken.
 *  @param {number} from @returns {(count: number) => Lay[]} */
export const row = (from) => (count) =>
  Array.from({ length: count }, (_, i) => ({ dx: from * (i * 27 - 108), dy: 0, scale: 0.55 }));

/** @param {Side} [viewer] */
export function mill(viewer) {
  const squares = POINTS.map((name) => ({ name, ...place(name) }));
  const own = viewer === 'black' ? 'black' : 'white',
    size = 6 * STEP + 2 * EDGE,
    low = TOP + size;
  /** @param {number} grow @param {string} more */
  const frame = (grow, more) =>
    `<rect x="${8 - grow}" y="${TOP + 8 - grow}" width="${size - 16 + 2 * grow}" ` +
    `height="${size - 16 + 2 * grow}" ${more}/>`;
  let under =
    `<g transform="translate(2 6)" class="shade">${frame(6, 'rx="12"')}</g>` +
    frame(6, 'rx="12" fill="url(#g-plank)" stroke="#2c190c" stroke-width="2"') +
    [0.2, 0.4, 0.6, 0.8]
      .map(
        (part) =>
          `<path d="M4 ${n(TOP + size * part)}H${size - 4}" stroke="#2c190c" ` +
          `stroke-opacity=".3" stroke-width="2"/>`,
      )
      .join('') +
    frame(-12, 'rx="5" fill="url(#g-sheet)" stroke="#8d6f3c" stroke-width="1.5"') +
    frame(-19, 'fill="none" stroke="var(--mo-blue)" stroke-width="2"') +
    frame(-23, 'fill="none" stroke="var(--mo-red)" stroke-width="1.2"') +
    `<path d="${LINES.map(([a, b], i) => stroke(a, b, i)).join('')}" class="ruled"/>` +
    `<path d="${LINES.map(([a, b], i) => stroke(a, b, i + 7)).join('')}" class="ruled thin"/>`;
  for (const { x, y } of squares)
    under +=
      `<circle cx="${x}" cy="${y}" r="8.5" fill="var(--mo-red)" stroke="var(--mo-ink)" ` +
      `stroke-width="2.4"/>`;
  const middle = { x: size / 2, y: TOP + size / 2 };
  under +=
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map(
        (a, i) =>
          `<path transform="translate(${middle.x} ${middle.y}) rotate(${a})" ` +
          `d="M0 -10C-14 -20 -12 -38 0 -48C12 -38 14 -20 0 -10Z" ` +
          `fill="${i % 2 ? 'var(--mo-red)' : 'var(--mo-blue)'}" opacity=".85"/>`,
      )
      .join('') +
    `<circle cx="${middle.x}" cy="${middle.y}" r="9" fill="var(--mo-gold)" ` +
    `stroke="var(--mo-ink)" stroke-width="1.5"/>`;
  [...'abcdefg'].forEach((file, i) => {
    under +=
      `<text x="${EDGE + i * STEP}" y="${low - 6}" class="name mid edge on-wood">${file}</text>` +
      `<text x="11" y="${TOP + EDGE + i * STEP + 5}" ` +
      `class="name mid edge on-wood">${7 - i}</text>`;
  });
  under += tray(14, 8, size - 28) + tray(14, low + 8, size - 28);
  /** @type {Record<string, Place>} */
  const beside = {};
  for (const side of /** @type {Side[]} */ (['white', 'black'])) {
    const y = side === own ? low + 28 : 28;
    beside[`${side}-hand`] = { x: size / 2 - 138, y, of: 'hand', side, lay: row(1) };
    beside[`${side}-taken`] = {
      x: size / 2 + 138,
      y,
      of: 'taken',
      side: side === 'white' ? 'black' : 'white',
      lay: row(-1),
    };
  }
  return { width: size, height: low + 56, squares, under, cell: 64, beside };
}
