// Boards as SVG, drawn from a state's `board`.  A layout for each kind of board says where its
// squares are, what is drawn under them, and where the pieces beside the board lie.
import { isTafl, lastOf, ownSquare } from '../show/way.js';
import { artOf, beginArt } from './art.js';
import { mill } from './mill.js';
import { labelOf } from './position.js';
import { ringBoard } from './ring.js';
import { roleOf } from './role.js';
import { make, n, nodesOf } from './svg.js';
import { ashton, brandubh, evangelii, hnefatafl, tablut } from './tafl.js';
import { aseb, blitz, finkel, masters, ur } from './ur.js';

/** A phone or a tablet that is held upright: long boards stand. */
export const upright = window.matchMedia('(max-width: 60rem) and (orientation: portrait)');

/** @type {Record<string, (viewer?: Side, isTall?: boolean) => Layout>} */
const KINDS = {
  'royal-ur': ur,
  finkel,
  blitz,
  masters,
  aseb,
  akalamdung: ur,
  ur,
  stelpur: ringBoard,
  morris: mill,
  tablut,
  ashton,
  brandubh,
  fetlar: hnefatafl,
  copenhagen: hnefatafl,
  'alea-evangelii': evangelii,
};
/** Radius of a drawn piece in art.js, and the part of a square that a piece covers. */
const ART_RADIUS = 23,
  PART = 0.37;

/** A side's way over the board, as an arrow: for the rules.
 *  @param {string} game @param {Side} side */
export function pathOf(game, side) {
  const isRing = game === 'stelpur';
  const way = Array.from({ length: isRing ? 24 : lastOf(game) }, (_, i) =>
    isRing ? String(i + 1) : ownSquare(game, side, i + 1),
  );
  return wayNodes(KINDS[game](side, upright.matches).squares, way);
}

/** An arrow over squares; those that are not on the board are left out.  `more`: classes.
 *  @param {Square[]} squares @param {string[]} way */
export function wayNodes(squares, way, more = '') {
  const at = way.flatMap((name) => squares.find((square) => square.name === name) ?? []);
  if (at.length < 2) return [];
  const [p, q] = at.slice(-2),
    long = Math.hypot(q.x - p.x, q.y - p.y) || 1;
  const dx = (12 * (q.x - p.x)) / long,
    dy = (12 * (q.y - p.y)) / long;
  const d =
    `${at.map(({ x, y }, i) => `${i ? 'L' : 'M'}${n(x)} ${n(y)}`).join('')}` +
    `M${n(q.x - dx + dy)} ${n(q.y - dy - dx)}L${n(q.x)} ${n(q.y)}` +
    `L${n(q.x - dx - dy)} ${n(q.y - dy + dx)}`;
  return ['path case', 'path'].map((name) => make('path', { class: name + more, d }));
}

/** @param {string} name */
const onBoard = (name) => name.replace(/^(white|black)-/, '');

/** svg -> what it shows: its layout, and of each square how it looks and the nodes that do. */
const drawn = /** @type {WeakMap<SVGElement, Drawn>} */ (new WeakMap());

/** What can be marked, in the order in which marks are drawn.
 *  @type {('last' | 'starts' | 'targets' | 'picked' | 'planned')[]} */
const MARKS = ['last', 'starts', 'targets', 'picked', 'planned'];

/** The next drawBoard draws everything anew: somebody has changed nodes of the board.
 *  @param {SVGElement} svg */
export function drawAnew(svg) {
  drawn.delete(svg);
}

/** The layout of the board that an svg shows.
 *  @param {SVGElement} svg */
export const layoutIn = (svg) => drawn.get(svg)?.kind;

/** Where something is on the board that an svg shows; undefined: nowhere.
 *  @param {SVGElement} svg @param {string} name */
export function placeIn(svg, name) {
  const kind = layoutIn(svg);
  return kind?.squares.find((square) => square.name === name) ?? kind?.beside?.[name];
}

/** What the svg shows, which is nothing but the empty board if it had another one before.
 *  @param {SVGElement} svg @param {string} game @param {Side} [side] */
function layoutOf(svg, game, side, isTall = upright.matches) {
  const name = `${game} ${side} ${isTall}`,
    had = drawn.get(svg);
  if (had?.name === name) return had;
  beginArt();
  const kind = KINDS[game](side, isTall),
    shown = { name, kind, looks: /** @type {Drawn['looks']} */ (new Map()) };
  svg.classList.toggle('fine', kind.cell < 64);
  svg.dataset.game = game;
  svg.replaceChildren(...nodesOf(kind.under));
  svg.setAttribute('viewBox', `0 0 ${kind.width} ${kind.height}`);
  drawn.set(svg, shown);
  return shown;
}

/** Draws a state; nodes of squares that look the same stay.  `view` has picked, targets, starts
 *  and planned (sets of square names) and last (a list); and side, of the player who looks.
 *  @param {SVGElement} svg @param {Shown} state @param {Marks} view */
export function drawBoard(svg, state, view) {
  const { kind, looks } = layoutOf(svg, state.game, view.side);
  /** @param {string} name @param {string} look @param {() => SVGElement[]} draw */
  const show = (name, look, draw) => {
    const had = looks.get(name);
    if (had?.look === look) return;
    const nodes = draw();
    if (had) had.nodes[0].before(...nodes);
    else svg.append(...nodes);
    for (const node of had?.nodes ?? []) node.remove();
    looks.set(name, { look, nodes });
  };
  const { squares: occupied, reserve, off } = state.board,
    lone = lastPieces(state);
  for (const square of kind.squares) {
    const { name } = square,
      letters = occupied[name] ?? '';
    const whose = square.reserve ?? square.off,
      pair = square.reserve ? reserve : off;
    const count = whose ? pair[whose === 'white' ? 0 : 1] : 0;
    const marks = MARKS.filter((mark) =>
      mark === 'last' ? view.last.includes(name) : view[mark]?.has(name),
    );
    show(name, `${letters} ${count} ${lone}`, () => {
      const label = labelOf(onBoard(name), letters, square, count),
        role = roleOf(state, name);
      return [drawSquare(state.game, square, { letters, count, label, role, lone }, kind)];
    });
    const shown = looks.get(name),
      key = marks.join();
    if (!shown || shown.marks === key) continue;
    shown.marks = key;
    drawMarks(shown.nodes[0], square, letters, marks, kind);
  }
  for (const [name, place] of Object.entries(kind.beside ?? {})) {
    const count = besideOf(state.board, place);
    show(name, String(count), () => [drawPile(state.game, place, count, kind)]);
  }
}

/** Draws a state to look at: pieces and marks of the last move, nothing to tap.
 *  @param {SVGElement} svg
 *  @param {Shown} state
 *  @param {{side?: Side, last?: string[], starts?: string[], isTall?: boolean}} view */
export function drawPicture(
  svg,
  state,
  { side = 'white', last = [], starts = [], isTall = upright.matches } = {},
) {
  drawAnew(svg);
  const { kind } = layoutOf(svg, state.game, side, isTall),
    { squares, reserve, off } = state.board;
  const lone = lastPieces(state);
  for (const square of kind.squares) {
    const { name } = square,
      whose = square.reserve ?? square.off;
    const pair = square.reserve ? reserve : off,
      i = whose === 'white' ? 0 : 1;
    if (last.includes(name))
      svg.append(...marked('last', (mark) => roundAt(kind, square, 0.45, mark)));
    if (whose) svg.append(drawPile(state.game, square, pair[i], kind));
    if (squares[name]) svg.append(...piecesAt(state.game, kind, square, squares[name], lone));
    if (starts.includes(name))
      svg.append(...marked('start', (mark) => roundAt(kind, square, 0.44, mark)));
  }
  for (const place of Object.values(kind.beside ?? {})) {
    svg.append(drawPile(state.game, place, besideOf(state.board, place), kind));
  }
}

/** Men beside a mill board or in a ring: those in hand, and those that were taken.
 *  @param {Board} arg0 @param {Place} arg1 */
function besideOf({ squares, hand }, { of, side }) {
  const waiting = hand?.[side === 'white' ? 0 : 1] ?? 0;
  if (of === 'hand') return waiting;
  const left = Object.values(squares).filter((letter) => letter === side?.[0]).length;
  return (hand ? 9 : 6) - waiting - left;
}

/** stelpur: the letters of sides with one piece left, a Hornaskella.
 *  @param {Shown} arg0 */
function lastPieces({ game, board }) {
  if (game !== 'stelpur') return '';
  const all = Object.values(board.squares).join('');
  return ['w', 'b'].filter((letter) => all.split(letter).length === 2).join('');
}

/** A piece at a place; the letter as the position writes it.
 *  @param {string} game @param {string} letter @param {number} x @param {number} y
 *  @param {number} scale */
function pieceNode(game, letter, x, y, scale, lone = '') {
  const id = artOf(game, letter) + (lone.includes(letter) ? 'h' : '');
  const side = sideOf(game, letter);
  return make('use', {
    href: `#${id}`,
    class: `piece ${side}`,
    transform: `translate(${n(x)} ${n(y)}) scale(${n3(scale)})`,
  });
}
/** @param {number} value */
const n3 = (value) => String(Math.round(value * 1000) / 1000);

/** @param {string} game @param {string} letter */
function sideOf(game, letter) {
  if (isTafl(game)) return letter === 't' ? 'black' : 'white';
  return letter.toLowerCase() === 'w' ? 'white' : 'black';
}

/** How several pieces lie on a square, from the first letter: fanned, so that they can be counted;
 *  a column of ur from its top.
 *  @param {string} game @param {string} letters @param {number} cell */
function fan(game, letters, cell) {
  const count = letters.length,
    sides = [...letters].map((letter) => sideOf(game, letter));
  if (count === 1) return [{ dx: 0, dy: 0, scale: 1 }];
  if (game === 'ur') {
    const step = Math.min(10, 18 / (count - 1));
    return sides.map((_, i) => ({ dx: 0, dy: 1.5 + (i - (count - 1) / 2) * step, scale: 0.64 }));
  }
  if (count === 2)
    return [0.1, -0.1].map((part) => ({ dx: 1.2 * part * cell, dy: -part * cell, scale: 0.78 }));
  const rows = ['white', 'black'].map((side) => sides.filter((one) => one === side).length);
  const isMixed = rows[0] > 0 && rows[1] > 0,
    done = { white: 0, black: 0 };
  return sides.map((side) => {
    const inRow = rows[side === 'white' ? 0 : 1],
      i = done[side]++;
    const step = Math.min(0.26, 0.5 / Math.max(1, inRow - 1)) * cell;
    return {
      dx: (i - (inRow - 1) / 2) * step,
      dy: isMixed ? (side === 'white' ? 0.17 : -0.14) * cell : 0,
      scale: 0.55,
    };
  });
}

/** The pieces of a square, the first on top; on a plaque, below its number.  A tall column says how
 *  many it has.
 *  @param {string} game @param {Layout} kind @param {Point} arg2 @param {string} letters */
export function piecesAt(game, { cell, plaque }, { x, y }, letters, lone = '') {
  const all = fan(game, letters, cell),
    [left, top, part] = plaque ? [x + 2, y + 6, 0.9] : [x, y, 1],
    base = (part * cell * PART) / ART_RADIUS;
  const nodes = [...letters].map((letter, i) => {
    const { dx, dy, scale } = all[i];
    return pieceNode(game, letter, left + dx, top + dy, base * scale, lone);
  });
  for (const node of nodes) node.classList.toggle('low', Boolean(plaque));
  if (game !== 'ur') return letters.length < 3 ? nodes.reverse() : nodes;
  const count = { class: 'tall', x: n(x + 29), y: n(y - 16.5) };
  return [
    ...nodes.reverse(),
    ...(letters.length > 3 ? [make('text', count, `×${letters.length}`)] : []),
  ];
}

/** A pile beside the board; those that are home show their marked face.
 *  @param {string} game @param {Place} place @param {number} count @param {Layout} kind */
function drawPile(game, place, count, kind) {
  const side = place.reserve ?? place.off ?? place.side ?? 'white';
  const letter = place.off && game !== 'ur' ? side[0].toUpperCase() : side[0];
  const lay = place.lay ?? kind.pile;
  return make(
    'g',
    {},
    ...(lay?.(count) ?? []).map(({ dx, dy, scale }) =>
      pieceNode(game, letter, place.x + dx, place.y + dy, scale),
    ),
  );
}

/** A circle in a square; round a tray or a plaque, its outline.
 *  @param {Layout} arg0 @param {Place} arg1 @param {number} part @param {string} name */
function roundAt({ cell, plaque }, { x, y, tray }, part, name) {
  const outline = tray ?? (part > 0.4 && plaque);
  if (!outline) return make('circle', { cx: n(x), cy: n(y), r: n(cell * part), class: name });
  const [width, height] = outline;
  const at = { x: n(x - width / 2), y: n(y - height / 2), rx: tray ? 12 : 6 };
  return make('rect', { ...at, width, height, class: name });
}

/** A mark round a square that shows on light and on dark.
 *  @param {string} name @param {(name: string) => SVGElement} draw */
function marked(name, draw) {
  return [`mark ${name} case`, `mark ${name}`].map((one) => draw(one));
}

/** The node of a square, or of a place beside the board.
 *  @param {string} game @param {Square} square
 *  @param {{letters: string, count: number, label: string, role: string, lone: string}} arg2
 *  @param {Layout} kind */
function drawSquare(game, square, { letters, count, label, role, lone }, kind) {
  const { x, y } = square;
  const group = make('g', {
    class: 'square',
    'data-square': square.name,
    role: 'button',
    'aria-label': role ? `${label}. ${role}` : label,
  });
  group.append(roundAt(kind, square, 0.485, 'ring'));
  if (square.reserve || square.off) {
    group.append(drawPile(game, square, count, kind));
    group.append(
      make(
        'text',
        { 'aria-hidden': true, x: n(x), y: n(y + (kind.countAt ?? 0)), class: 'count' },
        String(count),
      ),
    );
  }
  group.append(...piecesAt(game, kind, square, letters, lone));
  if (role) group.append(make('title', {}, role));
  return group;
}

/** The marks of a square, and whether it can be tapped.  What lies there stays: to draw a piece
 *  anew costs far more than to mark it.
 *  @param {SVGElement} group @param {Square} square @param {string} letters
 *  @param {string[]} marks @param {Layout} kind */
function drawMarks(group, square, letters, marks, kind) {
  const has = (/** @type {string} */ mark) => marks.includes(mark),
    can = has('starts') || has('targets');
  /** @param {number} part @param {string} name */
  const round = (part, name) => roundAt(kind, square, part, name);
  group.setAttribute('class', `square${can ? ' can' : ''}`);
  group.setAttribute('tabindex', can ? '0' : '-1');
  if (can) group.removeAttribute('aria-disabled');
  else group.setAttribute('aria-disabled', 'true');
  for (const mark of group.querySelectorAll('.mark')) mark.remove();
  if (has('last')) group.firstElementChild?.after(...marked('last', (name) => round(0.45, name)));
  if (has('starts')) group.append(...marked('start', (name) => round(0.44, name)));
  if (has('targets')) {
    const isTaken = letters !== '' || square.reserve || square.off;
    group.append(
      ...marked(isTaken ? 'target taken' : 'target', (name) => round(isTaken ? 0.42 : 0.17, name)),
    );
  }
  for (const mark of ['picked', 'planned'])
    if (has(mark)) group.append(...marked(mark, (name) => round(0.45, name)));
}
