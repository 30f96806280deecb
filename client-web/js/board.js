// Boards as SVG, drawn from a state's `board`.  One entry of KINDS for each kind of drawing: its
// squares with their places, what is drawn under them, and where the pieces beside the board are.

import { say, sayOf } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const CELL = 64;

export function make(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const box = (x, y, more = '') => make('rect', { x, y, width: CELL, height: CELL, class: `field ${more}` });

const number = (x, y, text) => make('text', { x: x + 11, y: y + 14, class: 'name' }, text);

/** A phone that is held upright: long boards stand. */
export const upright = window.matchMedia('(max-width: 30rem) and (orientation: portrait)');

function star(x, y) {
  const c = CELL / 2, points = [];
  for (let i = 0; i < 16; i++) {
    const r = i % 2 ? 24 : 9, a = Math.PI * i / 8; // no point towards the number
    points.push(`${x + c + r * Math.cos(a)},${y + c + r * Math.sin(a)}`);
  }
  return make('polygon', { points: points.join(' '), class: 'rosette' });
}

/** royal-ur, akalamdung, ur: three rows; the viewer's own squares below, else White's.  On a phone
 *  three columns, the own ones on the right. */
function ur(viewer) {
  const squares = [], under = [];
  const rows = viewer === 'black' ? { w: 0, b: 2 } : { b: 0, w: 2 };
  const long = 40 + 8 * CELL, short = 28 + 3 * CELL, isTall = upright.matches;
  const place = (column, row) => {
    const along = 20 + column * CELL, across = 14 + row * CELL;
    return isTall ? [across, along] : [along, across];
  };
  const rosettes = ['w4', 'b4', '8', 'w14', 'b14'];
  const add = (name, column, row) => {
    const [x, y] = place(column, row);
    squares.push({ name, x: x + CELL / 2, y: y + CELL / 2 });
    under.push(box(x, y), number(x, y, name.replace(/^[wb]/, '')));
    if (rosettes.includes(name)) under.push(star(x, y));
  };
  for (const side of ['b', 'w']) {
    for (let i = 1; i <= 4; i++) add(`${side}${i}`, 4 - i, rows[side]);
    add(`${side}13`, 7, rows[side]);
    add(`${side}14`, 6, rows[side]);
  }
  for (let i = 5; i <= 12; i++) add(String(i), i - 5, 1);
  for (const side of ['white', 'black']) {
    for (const [column, name, of] of [[4, 'in', 'reserve'], [5, 'off', 'off']]) {
      const [x, y] = place(column, rows[side[0]]);
      squares.push({ name: `${side}-${name}`, x: x + CELL / 2, y: y + CELL / 2, [of]: side });
    }
  }
  return { width: isTall ? short : long, height: isTall ? long : short, squares, under };
}

/** stelpur: the ring as two rows; the upper one runs back.  On a phone as two columns. */
function ring() {
  const isTall = upright.matches;
  const squares = [], under = [], gap = isTall ? 60 : 40;
  for (let i = 1; i <= 24; i++) {
    const column = i <= 12 ? i - 1 : 24 - i, row = i <= 12 ? 1 : 0;
    const along = 20 + column * CELL + (column >= 6 ? 16 : 0), across = 30 + row * (CELL + gap);
    const [x, y] = isTall ? [across, along] : [along, across];
    squares.push({ name: String(i), x: x + CELL / 2, y: y + CELL / 2 });
    under.push(box(x, y), number(x, y, String(i)));
    if ([1, 6, 7, 12, 13, 18, 19, 24].includes(i)) {
      under.push(make('path', { d: `M${x + 6} ${y + 6}L${x + CELL - 6} ${y + CELL - 6}M${x + CELL - 6} ${y + 6}L${x + 6} ${y + CELL - 6}`, class: 'rosette' }));
    }
  }
  const long = 56 + 12 * CELL, short = 60 + 2 * CELL + gap;
  return { width: isTall ? short : long, height: isTall ? long : short, squares, under };
}

/** The name of a row or a column, at the edge. */
const edge = (x, y, text) => make('text', { x, y, class: 'name edge' }, text);

/** The points of a mill board, in the order of a position's text. */
export const POINTS = 'a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1'.split(' ');

function mill() {
  const place = (name) => ({ x: 50 + ('abcdefg'.indexOf(name[0])) * 80, y: 50 + (7 - Number(name[1])) * 80 });
  const line = (a, b) => { const p = place(a), q = place(b); return `M${p.x} ${p.y}L${q.x} ${q.y}`; };
  const d = ['a7', 'b6', 'c5'].map((p, i) => {
    const far = 'gfe'[i], high = p[1], low = String(8 - Number(high));
    return line(p, far + high) + line(far + high, far + low) + line(far + low, p[0] + low) + line(p[0] + low, p);
  }).join('') + line('d7', 'd5') + line('d3', 'd1') + line('a4', 'c4') + line('e4', 'g4');
  const squares = POINTS.map((name) => ({ name, ...place(name) }));
  const names = [...'abcdefg'].flatMap((file, i) => {
    const { x, y } = place(file + (i + 1));
    return [edge(x, 580, file), edge(12, y + 5, String(i + 1))];
  });
  return { width: 580, height: 620, squares, under: [make('rect', { x: 22, y: 22, width: 536, height: 536, class: 'field' }), make('path', { d, class: 'lines' }), ...names], beside: { white: 598, black: 13 } };
}

function tafl(size) {
  const cell = size > 9 ? 36 : CELL, squares = [], under = [];
  for (let file = 0; file < size; file++) {
    for (let rank = 1; rank <= size; rank++) {
      const x = 30 + file * cell, y = 10 + (size - rank) * cell;
      const middle = file === (size - 1) / 2 && rank === (size + 1) / 2;
      const corner = (file === 0 || file === size - 1) && (rank === 1 || rank === size);
      squares.push({ name: String.fromCharCode(97 + file) + rank, x: x + cell / 2, y: y + cell / 2 });
      under.push(make('rect', { x, y, width: cell, height: cell, class: 'field' }));
      if (middle || corner) under.push(make('rect', { x: x + 4, y: y + 4, width: cell - 8, height: cell - 8, class: 'rosette' }));
    }
  }
  for (let i = 0; i < size; i++) {
    under.push(edge(30 + i * cell + cell / 2, 28 + size * cell, String.fromCharCode(97 + i)), edge(15, 15 + i * cell + cell / 2, String(size - i)));
  }
  return { width: 40 + size * cell, height: 36 + size * cell, squares, under, cell };
}

const KINDS = {
  'royal-ur': ur, akalamdung: ur, ur: ur, stelpur: ring, morris: mill,
  tablut: () => tafl(9), 'alea-evangelii': () => tafl(19),
};

/** What a letter of `squares` is: its side, and a sign for pieces that are special. */
function pieceOf(game, letter) {
  if (game === 'tablut' || game === 'alea-evangelii') {
    return { side: letter === 't' ? 'black' : 'white', sign: letter === 'K' ? '♚\ufe0e' : '' };
  }
  const low = letter.toLowerCase();
  const sign = letter === low ? '' : game === 'ur' ? '★' : '⚔\ufe0e'; // as text, not as a picture
  return { side: low === 'w' ? 'white' : 'black', sign };
}

/** White's way over the board, as an arrow: for the rules. */
export function pathOf(game) {
  const { squares } = KINDS[game]();
  const way = game === 'stelpur' ? Array.from({ length: 24 }, (_, i) => String(i + 1))
    : ['w1', 'w2', 'w3', 'w4', '5', '6', '7', '8', '9', '10', '11', '12', 'w13', 'w14'];
  const at = way.map((name) => squares.find((square) => square.name === name));
  const [p, q] = at.slice(-2), dx = Math.sign(q.x - p.x) * 12, dy = Math.sign(q.y - p.y) * 12;
  const line = at.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x} ${y}`).join('');
  return [make('path', { class: 'path', d: line }),
    make('path', { class: 'path head', d: `M${q.x - dx + dy} ${q.y - dy + dx}L${q.x} ${q.y}L${q.x - dx - dy} ${q.y - dy - dx}` })];
}

/** What a screen reader says of a square. */
export function labelOf(square, letters, beside, count) {
  if (beside.reserve) return say('reserve', say(beside.reserve), count);
  if (beside.off) return say('off', say(beside.off), count);
  const whose = [...letters].map((letter) => sayOf('piece', letter) || letter);
  return `${say('square', square)}: ${whose.length ? whose.join(', ') : say('empty')}`;
}

/** A position in words: what stands where, and what is beside the board. */
export function textOf({ board: { squares, reserve, off, hand } }) {
  const beside = (key, pair) => (pair ? ['white', 'black'].map((side, i) => say(key, say(side), pair[i])) : []);
  return [...Object.entries(squares).map(([square, letters]) => labelOf(square, letters, {}, 0)),
    ...beside('reserve', reserve ?? hand), ...beside('off', off)].join('; ');
}

const onBoard = (name) => name.replace(/^(white|black)-/, '');

/** svg -> what it shows: which layout, and of each square how it looks and the nodes that show it. */
const drawn = new WeakMap();

/** The next drawBoard draws everything anew: somebody has changed nodes of the board. */
export function drawAnew(svg) { drawn.delete(svg); }

/** What the svg shows, which is nothing but the empty board if it had another one before. */
function layoutOf(svg, game, side) {
  const name = `${game} ${side} ${upright.matches}`, had = drawn.get(svg);
  if (had?.name === name) return had;
  const kind = KINDS[game](side), shown = { name, kind, looks: new Map() };
  svg.classList.toggle('fine', kind.cell < CELL);
  svg.replaceChildren(...kind.under);
  svg.setAttribute('viewBox', `0 0 ${kind.width} ${kind.height}`);
  drawn.set(svg, shown);
  return shown;
}

/** Draws a state; nodes of squares that look the same stay.  `view` has picked, targets, starts
 *  (sets of square names) and last (a list); and side, of the player who looks. */
export function drawBoard(svg, state, view) {
  const { kind, looks } = layoutOf(svg, state.game, view.side);
  const show = (name, look, draw) => {
    const had = looks.get(name);
    if (had?.look === look) return;
    const nodes = draw();
    if (had) { had.nodes[0].before(...nodes); for (const node of had.nodes) node.remove(); } else svg.append(...nodes);
    looks.set(name, { look, nodes });
  };
  const { squares: occupied, reserve, off, hand } = state.board;
  for (const square of kind.squares) {
    const { name } = square, pair = square.reserve ? reserve : off, letters = occupied[name] ?? '';
    const count = square.reserve || square.off ? pair[(square.reserve ?? square.off) === 'white' ? 0 : 1] : 0;
    const marks = ['last', 'starts', 'targets', 'picked'].filter((mark) => (mark === 'last' ? view.last.includes(name) : view[mark].has(name)));
    const label = labelOf(onBoard(name), letters, square, count);
    show(name, [label, letters, ...marks].join(), () => drawSquare(state.game, square, { letters, count, label, marks }, kind.cell ?? CELL));
  }
  if (hand) show('hand', hand.join(), () => [drawHand(hand, kind.beside)]);
}

/** The nodes of a square, or of a place beside the board, which has its texts after it. */
function drawSquare(game, square, { letters, count, label, marks }, cell) {
  const { x, y } = square, radius = cell * 0.36, can = marks.includes('starts') || marks.includes('targets');
  const round = (part, name) => make('circle', { cx: x, cy: y, r: radius * part, class: name });
  const group = make('g', { class: `square${can ? ' can' : ''}`, 'data-square': square.name, role: 'button', tabindex: can ? '0' : '-1', 'aria-label': label }, round(1.35, 'ring'));
  if (!can) group.setAttribute('aria-disabled', 'true');
  if (marks.includes('last')) group.append(round(1.3, 'last'));
  const texts = [];
  if (square.reserve || square.off) {
    const side = square.reserve ?? square.off;
    if (square.reserve) group.append(make('circle', { cx: x, cy: y, r: radius * 0.78, class: `piece ${side}`, opacity: count ? 1 : 0.25 }));
    // below the texts, which are in its label in other words
    texts.push(make('text', { 'aria-hidden': true, x, y, class: `sign ${square.reserve ? side : ''}`, fill: square.off ? 'currentColor' : '', 'font-size': 20 }, String(count)),
      make('text', { 'aria-hidden': true, x, y: y + 29, class: 'name' }, say(square.reserve ? 'inReserve' : game === 'ur' ? 'takenOff' : 'isHome')));
  }
  drawPieces(group, game, square, letters, radius);
  if (marks.includes('starts')) group.append(round(1.17, 'start'));
  if (marks.includes('targets')) group.append(round(1.05, 'target'));
  if (marks.includes('picked')) group.append(round(1.2, 'picked'));
  return [group, ...texts];
}

/** The men that are not placed yet, beside a mill board. */
function drawHand(hand, beside) {
  return make('g', {}, ...['white', 'black'].flatMap((side, i) => Array.from({ length: hand[i] }, (_, n) =>
    make('circle', { cx: 90 + n * 34, cy: beside[side], r: 10, class: `piece ${side}` }))));
}

/** Several pieces stand a little beside each other; the first is on top. */
function drawPieces(group, game, square, letters, radius) {
  const all = [...letters].reverse();
  all.forEach((letter, i) => {
    const { side, sign } = pieceOf(game, letter);
    const shift = (i - (all.length - 1) / 2) * radius * 0.42;
    const y = square.y - shift * 0.6, x = square.x + shift;
    group.append(make('circle', { cx: x, cy: y, r: all.length > 1 ? radius * 0.82 : radius, class: `piece ${side}` }));
    if (sign) group.append(make('text', { x, y, class: `sign ${side}`, 'font-size': radius * (radius < 20 ? 2 : 1.6) }, sign));
  });
}

// --- positions as text (protocol.md, section 7) to the `board` that is drawn ---

const pair = (text) => text.split(',').map(Number);

function urOf([reserve, columns, off]) {
  const squares = columns === '-' ? {} : Object.fromEntries(columns.split(',').map((one) => one.split('=')));
  return { squares, reserve: pair(reserve), off: pair(off) };
}

function letters(text, names) {
  return Object.fromEntries([...text].map((letter, i) => [names[i], letter]).filter(([, letter]) => letter !== '.'));
}

const RING = Array.from({ length: 24 }, (_, i) => String(i + 1));

function taflOf([ranks]) {
  const squares = {}, rows = ranks.split('/');
  rows.forEach((row, i) => {
    let file = 0;
    for (const [token] of row.matchAll(/\d+|./g)) {
      if (/\d/.test(token)) { file += Number(token); continue; }
      squares[String.fromCharCode(97 + file++) + (rows.length - i)] = token;
    }
  });
  return { squares };
}

/** How each game writes a position: from its fields to the `board`. */
const TEXTS = {
  'royal-ur': urOf, akalamdung: urOf, ur: urOf, stelpur: ([ring]) => ({ squares: letters(ring, RING) }),
  morris: ([points, , hand]) => ({ squares: letters(points, POINTS), hand: pair(hand) }), tablut: taflOf, 'alea-evangelii': taflOf,
};

/** What drawBoard needs of a state, from the text of a position. */
export function stateOf(game, text) {
  const id = game.split(':')[0];
  return { game: id, board: TEXTS[id](text.split(' ')) };
}
