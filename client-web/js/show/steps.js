// What a state tells, as steps that are shown one after the other.
import { changed, moved, taken } from './way.js';

/** How long each thing is shown, in ms; what is not here takes no time.
 *  @type {Record<string, number>} */
const SHOWN_MS = {
  throw: 550,
  start_throw: 900,
  begins: 700,
  pass: 900,
  capture: 320,
  sent_back: 320,
  mill: 450,
  vision: 900,
  vision_broken: 700,
  vision_kept: 700,
  warrior: 300,
  warrior_lost: 500,
  warrior_taken: 500,
  warrior_home: 900,
  promoted: 700,
  freed: 600,
  prisoners_off: 500,
  hornaskella: 900,
  king_captured: 900,
  raichi: 700,
  tuichi: 900,
  gare: 700,
  again: 350,
  over: 600,
};
const SLIDE_MS = 350,
  SQUARE_MS = 45,
  SHORT_WAY = 3;
/** These begin something new: what comes before them is not what a move led to. */
const BEGINS = ['move', 'throw', 'start_throw', 'new_game', 'over', 'pass', 'again'];

/** How long the end of a game is seen when the board of the next one follows. */
const LEG_MS = 1800;

/** How long a piece is on its way.
 *  @param {string[]} way */
export const slideMs = (way) => SLIDE_MS + SQUARE_MS * Math.max(0, way.length - 1 - SHORT_WAY);

/** How long a happening is shown.
 *  @param {Happening[]} happened @param {number} i */
function msOf(happened, i) {
  const { what } = happened[i];
  const isLeg = what === 'over' && happened.slice(i).some((one) => one.what === 'new_game');
  return isLeg ? LEG_MS : (SHOWN_MS[what] ?? 0);
}

/** What a move led to: the happenings after it.
 *  @param {Happening[]} happened @param {number} i */
function ledTo(happened, i) {
  const rest = happened.slice(i + 1),
    end = rest.findIndex(({ what }) => BEGINS.includes(what));
  return end < 0 ? rest : rest.slice(0, end);
}

/** A step for each happening of a state, from the board that was there before.  Each has
 *  `one`, its happening; `ms`; and where they change something `during` and `after`, boards;
 *  `dice`; `way` with `letters`, a piece that slides; `gone`, pieces that are taken.  A move that
 *  the player sees already, `proposed`, takes no time.
 *  @param {Proposed | null} proposed
 *  @param {Board} before @param {State} state */
export function stepsOf(before, state, proposed = null) {
  const { game, happened, board: end, seq } = state;
  /** @type {Step[]} */
  const steps = [];
  let board = before,
    wanted = proposed;
  happened.forEach((one, i) => {
    /** @type {Step} */
    const step = { one, seq, n: i + 1, ms: msOf(happened, i), board };
    if (one.what === 'throw') step.dice = one.dice;
    if (one.what === 'start_throw') step.dice = [...one.white, ...one.black];
    if (one.what === 'move') {
      const isSeen = wanted?.side === one.side && wanted?.move === one.move;
      Object.assign(step, slideOf(game, board, one, ledTo(happened, i), isSeen));
      if (isSeen) wanted = null;
    } else if (one.what === 'new_game') step.after = end;
    else Object.assign(step, takenOf(game, board, one));
    board = step.after ?? board;
    steps.push(step);
  });
  if (!happened.some(({ what }) => what === 'new_game')) settle(steps, end);
  return steps;
}

/** What the server says is what is shown after the last change.
 *  @param {Step[]} steps @param {Board} end */
function settle(steps, end) {
  const last = steps.findLast(({ after }) => after);
  if (last) last.after = end;
}

/** @param {string} game @param {Board} board @param {Happening} arg2 @param {Happening[]} led
 *  @param {boolean} isSeen */
function slideOf(game, board, { side, move }, led, isSeen) {
  try {
    const { way, letters, during, after } = moved(game, board, side, move, led);
    return isSeen ? { ms: 0, after } : { ms: slideMs(way), way, letters, during, after, side };
  } catch {
    return {};
  } // a game or a move that we do not know
}

/** @param {string} game @param {Board} board @param {Happening} one */
function takenOf(game, board, one) {
  try {
    const gone = taken(game, board, one);
    if (gone) return { during: gone.during, after: gone.board, gone };
    const after = changed(game, board, one);
    return after === board ? {} : { after };
  } catch {
    return {};
  }
}
