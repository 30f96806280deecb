// What is drawn again and again: the pieces and the ornaments of all boards, once in the page.
// The colours are variables of `board.css`, so that a theme changes them.
import { n, nodesOf } from './svg.js';

/** @param {number} times @param {(i: number, angle: number) => string} draw */
const turned = (times, draw) =>
  Array.from({ length: times }, (_, i) => draw(i, (360 * i) / times)).join('');
/** @param {number} times @param {number} r
 *  @param {(x: string, y: string, i: number) => string} draw */
const ring = (times, r, draw) =>
  turned(times, (i, a) =>
    draw(n(r * Math.cos((Math.PI * a) / 180)), n(r * Math.sin((Math.PI * a) / 180)), i),
  );

/** @param {string} id @param {string} light @param {string} dark */
const sheen = (id, light, dark) =>
  `<radialGradient id="${id}" cx=".38" cy=".32" r=".75">` +
  `<stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/>` +
  `</radialGradient>`;
/** @param {string} id @param {string} light @param {string} dark */
const slope = (id, light, dark) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2=".35" y2="1">` +
  `<stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/>` +
  `</linearGradient>`;

const GRADIENTS = [
  sheen('g-shell', '#fffdf6', '#eadcb9'),
  sheen('g-shale', '#57504a', '#1d1916'),
  sheen('g-ice', '#ffffff', '#c8d7df'),
  sheen('g-basalt', '#5b636b', '#1c2024'),
  sheen('g-bone', '#fffbef', '#dcc79a'),
  sheen('g-oak', '#6b4a30', '#2a1a10'),
  sheen('g-birch', '#fff6dd', '#dcb981'),
  sheen('g-dusk', '#51658f', '#1b2746'),
  sheen('g-leaf', '#fffdf2', '#e4d9b8'),
  sheen('g-ink', '#4d4231', '#1a140b'),
  sheen('g-gold', '#ffe9a8', '#b98318'),
  sheen('g-wax', '#d8684b', '#8c2f1c'),
  slope('g-plaque', 'var(--ur-light)', 'var(--ur-shell)'),
  slope('g-bitumen', '#4a3d34', '#1f1915'),
  slope('g-ring', '#4b535b', '#1d2226'),
  slope('g-cell', 'var(--st-light)', 'var(--st-ice)'),
  slope('g-corner', 'var(--st-corner-light)', 'var(--st-corner)'),
  '<radialGradient id="g-sea"><stop offset="0" stop-color="var(--st-sea-light)"/>' +
    '<stop offset="1" stop-color="var(--st-sea)"/></radialGradient>',
  slope('g-sheet', 'var(--mo-light)', 'var(--mo-sheet)'),
  slope('g-plank', '#8a5a34', '#4c2e19'),
  slope('g-hide', 'var(--ta-light)', 'var(--ta-hide)'),
  slope('g-vellum', 'var(--al-light)', 'var(--al-vellum)'),
].join('');

/** A body seen from above: its shadow, its edge, its face.
 *  @param {string} face @param {string} edge @param {string} line
 *  @param {(more: string) => string} [shape] */
function body(face, edge, line, shape = (more) => `<circle r="23" ${more}/>`) {
  return (
    `<g transform="translate(1.5 4.5)" opacity=".3">${shape('fill="#000"')}</g>` +
    `<g transform="translate(0 2.2)">${shape(`fill="${edge}"`)}</g>` +
    shape(`fill="url(#${face})" stroke="${line}" stroke-width="1.8"`)
  );
}
/** @param {string} more */
const octagon = (more) => `<path d="M-10 -23H10L23 -10V10L10 23H-10L-23 10V-10Z" ${more}/>`;
/** @param {string} more */
const lozenge = (more) =>
  `<path d="M0 -25Q5 -17 25 0Q17 5 0 25Q-5 17 -25 0Q-17 -5 0 -25Z" ${more}/>`;
/** @param {string} more */
const shield = (more) =>
  `<path d="M-19 -20Q0 -25 19 -20Q24 0 19 20Q0 25 -19 20Q-24 0 -19 -20Z" ${more}/>`;

const STAR = `<path d="${turned(8, (i, a) => {
  /** @param {number} r @param {number} t */
  const at = (r, t) =>
    `${n(r * Math.sin((Math.PI * t) / 180))} ${n(-r * Math.cos((Math.PI * t) / 180))}`;
  return `${i ? 'L' : 'M'}${at(18, a)}L${at(7.5, a + 22.5)}`;
})}Z" `;
/** @param {number} r @param {number} at @param {string} more */
const five = (r, at, more) =>
  [
    [0, 0],
    [-at, -at],
    [at, -at],
    [-at, at],
    [at, at],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}" ${more}/>`)
    .join('');
const CROWN = 'M-13 9V-8L-6.5 0L0 -12L6.5 0L13 -8V9Z';
/** @param {string} fill @param {string} line */
const crown = (fill, line) =>
  `<path d="${CROWN}" fill="${fill}" stroke="${line}" stroke-width="1.8"` +
  ` stroke-linejoin="round"/><path d="M-13 5H13" stroke="${line}" stroke-width="1.5"/>` +
  [
    [-13, -9],
    [0, -13],
    [13, -9],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="2.6" ` +
        `fill="${fill}" stroke="${line}" stroke-width="1.2"/>`,
    )
    .join('');
const SEAL =
  '<circle r="13" fill="url(#g-wax)" stroke="#5d1c10" stroke-width="1.5"/>' +
  '<path d="M-5 -8V8M5 -8V8M-5 2L5 -2" stroke="#ffe9c9" stroke-width="2.6" ' +
  'stroke-linecap="round"/>';

const shellDisc = body('g-shell', '#a58a5b', '#5d4726');
const shaleDisc = body('g-shale', '#070605', '#d8c49c');
const iceDisc = body('g-ice', '#8fa3ae', '#39474f');
const basaltDisc = body('g-basalt', '#0a0c0e', '#c6d2d8', octagon);

const PIECES = {
  'p-ur-w': `${shellDisc}${five(4, 9.5, 'fill="#234a8c" stroke="#12295a" stroke-width=".8"')}`,
  'p-ur-b': `${shaleDisc}${five(4, 9.5, 'fill="#f3e6c6"')}`,
  'p-ur-W': `${shellDisc}${STAR}fill="#234a8c"/><circle r="4.5" fill="#e8b64a"/>`,
  'p-ur-B': `${shaleDisc}${STAR}fill="#f0c25a"/><circle r="4.5" fill="#a63d2f"/>`,
  'p-st-w':
    `${iceDisc}<circle r="15" fill="none" stroke="#7f97a4" stroke-width="2"/>` +
    '<path d="M0 -9V9M-9 0H9" stroke="#5d7684" stroke-width="2.4" stroke-linecap="round"/>',
  'p-st-b':
    `${basaltDisc}<path d="M0 -12L12 0L0 12L-12 0Z" fill="none" stroke="#c9b458" ` +
    'stroke-width="2.2"/>',
  'p-st-wh': `${iceDisc}${SEAL}`,
  'p-st-bh': `${basaltDisc}${SEAL}`,
  'p-mo-w':
    `${body('g-bone', '#9a7c48', '#4d3716')}` +
    [15, 8]
      .map((r) => `<circle r="${r}" fill="none" stroke="#9d8050" stroke-width="1.8"/>`)
      .join(''),
  'p-mo-b':
    `${body('g-oak', '#120a05', '#e5cf9f', octagon)}` +
    '<path d="M-8 -8L8 8M8 -8L-8 8" stroke="#d9b877" stroke-width="2.6" stroke-linecap="round"/>',
  'p-ta-T':
    `${body('g-birch', '#8d6428', '#4a2f0d')}<circle r="14" fill="none" stroke="#a8322d" ` +
    'stroke-width="2.4" stroke-dasharray="4 3.3"/><circle r="4" fill="#a8322d"/>',
  'p-ta-t':
    `${body('g-dusk', '#0b1224', '#e8dcb8', shield)}` +
    '<path d="M-9 -9H9V9H-9Z" fill="none" stroke="#e0b03a" stroke-width="2.2"/>' +
    '<path d="M0 -9V9M-9 0H9" stroke="#e0b03a" stroke-width="1.6"/>',
  'p-ta-K':
    `<g transform="scale(1.14)">${body('g-gold', '#6f4a06', '#3d2703')}</g>` +
    `<circle r="21" fill="#a8322d"/>` +
    `<g transform="translate(0 2) scale(1.15)">${crown('#ffe08a', '#3d2703')}</g>`,
  'p-al-T':
    `${body('g-leaf', '#6d7a58', '#1f4d41')}<circle r="20.5" fill="none" stroke="#2f6f5d" ` +
    'stroke-width="4"/><path d="M0 -11V11M-11 0H11" stroke="#2f6f5d" stroke-width="5"/>',
  'p-al-t': `${body('g-ink', '#080603', '#f0e0b8', lozenge)}<circle r="6" fill="#e0664a"/>`,
  'p-al-K':
    `<g transform="scale(1.2)">${body('g-gold', '#6f4a06', '#2c2416')}</g>` +
    `<circle r="22" fill="#a5331d"/>` +
    `<g transform="translate(0 2) scale(1.25)">${crown('#ffe79a', '#2c2416')}</g>`,
};

const LAPIS = 'var(--ur-lapis)',
  LIME = 'var(--ur-lime)',
  GOLD = 'var(--ur-gold)',
  LIGHT = 'var(--ur-light)';
const PETAL = 'M0 -4C-9 -10 -8.5 -20 0 -25C8.5 -20 9 -10 0 -4Z';
const EYE =
  `<path d="M-12 0Q0 -10.5 12 0Q0 10.5 -12 0Z" fill="${LIGHT}" stroke="${LAPIS}" ` +
  `stroke-width="2.4"/>` +
  `<circle r="4.6" fill="${LAPIS}"/><circle r="1.9" fill="${LIME}"/>`;
const teeth = turned(
  4,
  (_, a) =>
    `<path transform="rotate(${a})" fill="${LAPIS}" ` +
    'd="M-22 -25l5.5 7 5.5 -7 5.5 7 5.5 -7 5.5 7 5.5 -7 5.5 7 5.5 -7Z"/>',
);

const KNOT =
  'M-12 -12C0 -26 26 0 12 12C0 26 -26 0 -12 -12M12 -12C26 0 0 26 -12 12C-26 0 0 -26 12 -12';

const ORNAMENTS = {
  'u-plaque':
    '<rect x="-29" y="-29" width="58" height="58" rx="3" fill="url(#g-plaque)"/>' +
    `<path d="M-29 29V-29H29" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/>` +
    `<path d="M-29 29H29V-29" fill="none" stroke="#6b5224" stroke-opacity=".55" ` +
    `stroke-width="1.5"/>`,
  'u-rosette':
    `<rect x="-26" y="-26" width="52" height="52" fill="none" stroke="${LAPIS}" ` +
    `stroke-width="2"/>` +
    turned(
      8,
      (i, a) => `<path transform="rotate(${a})" d="${PETAL}" fill="${i % 2 ? LIME : LAPIS}"/>`,
    ) +
    `<circle r="6.5" fill="${GOLD}" stroke="${LIGHT}" stroke-width="1.5"/>`,
  'u-five': [
    [0, 0],
    [-14, -14],
    [14, -14],
    [-14, 14],
    [14, 14],
  ]
    .map(
      ([x, y]) =>
        `<g transform="translate(${x} ${y})">` +
        `<circle r="7" fill="${LAPIS}"/><circle r="4" fill="${LIGHT}"/><circle r="2.2" ` +
        `fill="${LIME}"/></g>`,
    )
    .join(''),
  'u-eyes': [
    [-13, -12],
    [13, -12],
    [-13, 12],
    [13, 12],
  ]
    .map(([x, y]) => `<g transform="translate(${x} ${y})">${EYE}</g>`)
    .join(''),
  'u-steps': `${teeth}${[-9, 0, 9]
    .flatMap((y) =>
      [-9, 0, 9].map(
        (x) => `<circle cx="${x}" cy="${y}" r="2.9" fill="${(x + y) % 2 ? LIME : LAPIS}"/>`,
      ),
    )
    .join('')}`,
  't-castle':
    `<rect x="-28" y="-28" width="56" height="56" fill="var(--ta-red)"/>` +
    turned(
      8,
      (i, a) =>
        `<path transform="rotate(${a})" d="${PETAL}" ` +
        `fill="${i % 2 ? 'var(--ta-light)' : 'var(--ta-yellow)'}"/>`,
    ) +
    '<circle r="6" fill="var(--ta-blue)"/>',
  't-corner':
    '<rect x="-28" y="-28" width="56" height="56" fill="var(--ta-blue)" />' +
    turned(
      4,
      (_, a) =>
        `<path transform="rotate(${a})" d="M0 -3L-11 -14V-24L0 -17L11 -24V-14Z" ` +
        `fill="var(--ta-yellow)"/>`,
    ) +
    '<rect x="-5" y="-5" width="10" height="10" transform="rotate(45)" fill="var(--ta-light)"/>',
  't-camp':
    '<path d="M0 -15L15 0L0 15L-15 0Z" fill="none" stroke="var(--ta-blue)" stroke-width="3" ' +
    'stroke-dasharray="6 3"/>' +
    '<path d="M0 -6L6 0L0 6L-6 0Z" fill="var(--ta-blue)" opacity=".75"/>',
  't-guard':
    '<path d="M0 -14V14M-14 0H14M-9 -9L9 9M9 -9L-9 9" stroke="var(--ta-red)" stroke-width="3" ' +
    'stroke-dasharray="5 3"/>',
  'a-knot':
    `<path d="${KNOT}" fill="none" stroke="var(--al-ink)" stroke-width="7"/>` +
    `<path d="${KNOT}" fill="none" stroke="var(--al-green)" stroke-width="4"/>` +
    '<circle r="3.5" fill="var(--al-red)"/>',
  'a-throne':
    '<circle r="20" fill="var(--al-red)"/><circle r="16.5" fill="var(--al-light)"/>' +
    `<g transform="scale(.62)"><path d="${KNOT}" fill="none" stroke="var(--al-green)" ` +
    `stroke-width="7"/></g>`,
  's-wave':
    '<path d="M-30 0q7.5 -9 15 0t15 0t15 0t15 0" fill="none" stroke="var(--st-foam)" ' +
    'stroke-width="3" stroke-linecap="round"/>',
  's-knot': ring(
    4,
    9,
    (x, y) =>
      `<circle cx="${x}" cy="${y}" r="7" fill="none" stroke="var(--st-rust)" stroke-width="2.6"/>`,
  ),
};

/** How a piece is drawn: its game and its letter.
 *  @type {Record<string, string>} */
const ART = {
  'royal-ur': 'ur',
  finkel: 'ur',
  blitz: 'ur',
  masters: 'ur',
  aseb: 'ur',
  akalamdung: 'ur',
  ur: 'ur',
  stelpur: 'st',
  morris: 'mo',
  tablut: 'ta',
  ashton: 'ta',
  brandubh: 'ta',
  fetlar: 'al',
  copenhagen: 'al',
  'alea-evangelii': 'al',
};
/** @param {string} game @param {string} letter */
export const artOf = (game, letter) => `p-${ART[game]}-${letter}`;

/** Puts the drawings into the page, once. */
export function beginArt() {
  if (document.getElementById('art')) return;
  const all = Object.entries({ ...PIECES, ...ORNAMENTS })
    .map(([id, text]) => `<g id="${id}">${text}</g>`)
    .join('');
  const [svg] = nodesOf(
    `<svg id="art" width="0" height="0" aria-hidden="true"><defs>${GRADIENTS}${all}</defs></svg>`,
  );
  document.body.append(svg);
}
