// Pieces on their way, above the board: the board itself is not painted again while they move.
import { layoutIn, piecesAt, placeIn } from '../board/draw.js';
import { make } from '../board/svg.js';
import { html } from '../html.js';
import { slideMs } from './steps.js';
import { moved } from './way.js';

export const isStill = () =>
  document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows what a step moves, above an svg; `host` lies over it.  What moves is a small picture of
 *  its own, which the browser moves without painting anything again.
 *  @param {HTMLElement} host @param {SVGGraphicsElement} svg @param {string} game
 *  @param {Step} step */
export function fly(host, svg, game, step) {
  const kind = layoutIn(svg),
    { way, gone } = step,
    frame = kind && { game, kind, ...measure(host, svg) };
  land(host);
  if (!frame || !step.ms) return;
  const pictures = [way && slide(frame, svg, step), gone && send(frame, svg, step)];
  host.append(...pictures.flat().filter((one) => one !== null && one !== undefined));
}

/** Nothing is on its way any more.
 *  @param {HTMLElement} host */
export function land(host) {
  host.replaceChildren();
}

/** Lets the piece of a move slide, for somebody who goes through a game step by step.  `draw`
 *  draws the board: with what it shows meanwhile, and at last without.  Returns the timer of that;
 *  undefined: the move cannot be shown.
 *  @param {HTMLElement} host @param {SVGGraphicsElement} svg @param {string} game
 *  @param {{before: Board, side: Side, move: string, happened?: Happening[]}} arg3
 *  @param {(during?: Board) => void} draw */
export function slideMove(host, svg, game, { before, side, move, happened = [] }, draw) {
  try {
    const { way, letters, during } = moved(game, before, side, move, happened),
      ms = slideMs(way);
    draw(during);
    fly(host, svg, game, { way, letters, ms, side });
    return setTimeout(() => {
      land(host);
      draw();
    }, ms);
  } catch {
    return undefined;
  }
}

/** Where the drawing of an svg lies in `host`: its origin, and the pixels of a unit.
 *  @param {HTMLElement} host @param {SVGGraphicsElement} svg */
function measure(host, svg) {
  const { a: unit, e, f } = svg.getScreenCTM() ?? new DOMMatrix(),
    { left, top } = host.getBoundingClientRect();
  return { unit, left: e - left, top: f - top };
}

/** A board on the screen.
 *  @typedef {{game: string, kind: Layout, unit: number, left: number, top: number}} Frame */

/** The picture of pieces that lie at `at`, and the keyframe that has it at another place.
 *  @param {Frame} arg0 @param {Point} at @param {SVGElement[]} pieces */
function pictureOf({ game, kind, unit, left, top }, at, pieces) {
  const size = 2 * kind.cell,
    x = at.x - kind.cell,
    y = at.y - kind.cell;
  const viewBox = `${x} ${y} ${size} ${size}`,
    svg = make('svg', { viewBox, 'aria-hidden': 'true' }, ...pieces);
  svg.dataset.game = game;
  /** @param {number} n */
  const px = (n) => `${n * unit}px`;
  const node = html('div', {}, svg); // the svg itself would be moved by the main thread
  Object.assign(node.style, { left: `${left + x * unit}px`, top: `${top + y * unit}px` });
  Object.assign(node.style, { width: px(size), height: px(size) });
  /** @param {Point} to */
  const moveTo = (to) => ({ translate: `${px(to.x - at.x)} ${px(to.y - at.y)}` });
  return { node, moveTo };
}

/** @param {Frame} frame @param {SVGGraphicsElement} board @param {Step} arg2 */
function slide(frame, board, { way = [], letters = '', ms, side }) {
  const places = way.map((name) => placeIn(board, name) ?? placeIn(board, `${side}-${name}`));
  const at = places.filter((place) => place !== undefined);
  if (at.length < 2) return null;
  const pieces = piecesAt(frame.game, frame.kind, at[0], letters),
    { node, moveTo } = pictureOf(frame, at[0], pieces);
  const easing = at.length > 2 ? 'ease-in-out' : 'cubic-bezier(.4, .1, .3, 1)';
  node.animate(
    at.map((place) => ({ ...moveTo(place), easing })),
    { duration: ms, fill: 'forwards' },
  );
  const lift = 1.12;
  node.animate(
    [{ scale: 1 }, { scale: lift, offset: 0.3 }, { scale: lift, offset: 0.7 }, { scale: 1 }],
    { duration: ms },
  );
  return node;
}

/** Pieces that are taken go back to their reserve, or fade.
 *  @param {Frame} frame @param {SVGGraphicsElement} board @param {Step} arg2 */
function send(frame, board, { ms, gone }) {
  if (!gone) return null;
  const { letters, from, to } = gone;
  const start = placeIn(board, from),
    end = to && placeIn(board, to);
  if (!start) return null;
  const { game, kind } = frame;
  return [...letters].map((letter, i) => {
    const at = { x: start.x + 6 * i, y: start.y - 6 * i };
    const { node, moveTo } = pictureOf(frame, at, piecesAt(game, kind, at, letter));
    const dx = end ? end.x - start.x : 0,
      dy = end ? end.y - start.y : -kind.cell / 3,
      goal = { x: at.x + dx, y: at.y + dy };
    node.animate(
      [
        { ...moveTo(at), opacity: 1 },
        { ...moveTo(goal), opacity: end ? 0.9 : 0 },
      ],
      {
        duration: ms,
        fill: 'forwards',
        easing: 'ease-in',
      },
    );
    return node;
  });
}
