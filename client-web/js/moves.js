// Moves as taps: what squares a player touches, one after the other, for each legal move.
import { boardSquare, isUr, lastOf, ownNumber, wayOf } from './show/way.js';

/** The squares of a move in groups, within which their order does not matter: men that are placed
 *  together, or taken.
 *  @param {string} move */
const groupsOf = (move) => move.split(/[-x]/).map((group) => group.split(','));

/** The squares of a move, and what the taps do not say.
 *  @param {string} game @param {Side} side @param {string} move @param {Board} board */
export function tapsOf(game, side, move, board) {
  if (isUr(game) || game === 'stelpur') {
    const way = wayOf(game, board, side, move);
    const extra = game === 'stelpur' ? move.split(':')[1] : move.includes('w') ? '⚔' : '';
    const ends = [way[0], way[way.length - 1]];
    return { move, taps: ends, groups: ends.map((end) => [end]), extra };
  }
  const groups = groupsOf(move);
  return { move, taps: groups.flat(), groups, extra: '' };
}

/** The squares of a move that may be tapped after these, or null: it does not begin so.
 *  @param {Tapped} move @param {string[]} picked */
function nextTaps({ groups }, picked) {
  let at = 0;
  for (const group of groups) {
    const done = picked.slice(at, at + group.length);
    if (!done.every((square) => group.includes(square))) return null;
    if (done.length < group.length) return group.filter((square) => !done.includes(square));
    at += group.length;
  }
  return [];
}

/** No move before these is marked. */
const BEGINS = ['new_game', 'begins', 'takeback'];

/** The moves of the latest turn, the last first: those of the side that moved last.  Each with
 *  what it led to.
 *  @param {Happening[]} happened */
function lastMoves(happened) {
  /** @type {{side: Side, move: string, led: Happening[]}[]} */
  const moves = [];
  for (let i = happened.length - 1; i >= 0; i--) {
    const { what, side, move } = happened[i];
    const isOthers = what === 'move' && moves.length > 0 && side !== moves[0].side;
    if (BEGINS.includes(what) || isOthers) break;
    if (what === 'move') moves.push({ side, move, led: happened.slice(i + 1) });
  }
  return moves;
}

/** The squares to mark for the moves of the latest turn.
 *  @param {string} game @param {Happening[]} happened */
export const trailOf = (game, happened) => [
  ...new Set(lastMoves(happened).flatMap(({ side, move, led }) => marksOf(game, side, move, led))),
];

/** The ways of these moves, as far as they are known without the board.
 *  @param {string} game @param {Happening[]} happened */
export const lastWays = (game, happened) =>
  lastMoves(happened).flatMap(({ side, move, led }) => {
    const land = led.find(({ what }) => what === 'land' || what === 'go_on')?.at;
    return game === 'stelpur' && !land ? [] : [wayOf(game, null, side, move, land)];
  });

/** The squares of a move that was made; `led`: what came after it.
 *  @param {string} game @param {Side} side @param {string} move @param {Happening[]} [led] */
export function marksOf(game, side, move, led = []) {
  if (game !== 'stelpur') {
    return isUr(game) ? urEnds(game, side, move) : move.split(/[-x,]/);
  }
  const land = led.find(({ what }) => what === 'land' || what === 'go_on');
  return [move.split(':')[0], ...(land?.at ? [land.at] : [])];
}

/** @param {string} game @param {Side} side @param {string} move */
function urEnds(game, side, move) {
  return move
    .split('-')
    .map((end) =>
      end.startsWith('in')
        ? `${side}-in`
        : end.startsWith('off')
          ? `${side}-off`
          : boardSquare(game, side, String(Number.parseInt(end, 10))),
    );
}

/** The move that somebody meant by taps that are no legal move, as `why` takes it.  Null: none.
 *  @param {string} game @param {State} state @param {string[]} taps */
export function meantBy(game, state, taps) {
  const bare = taps.map((square) =>
    isUr(game) && ownNumber(game, state.turn, square)
      ? String(ownNumber(game, state.turn, square))
      : square.replace(/^(white|black)-/, '').replace(/^[wb](\d)/, '$1'),
  );
  const [from, to, ...men] = bare;
  if (isUr(game)) {
    const start = from === 'in' ? 0 : Number(from),
      end = start + (state.roll[0] ?? 0);
    if (to === undefined && Number.isNaN(start)) return null;
    return `${from}-${to ?? (end > lastOf(game) ? 'off' : end)}`;
  }
  if (game === 'stelpur') return state.left.length ? `${from}:${state.left[0]}` : null;
  if (game === 'morris' && (state.board.hand?.some((n) => n > 0) || to === undefined)) return from;
  if (to === undefined) {
    // the square beside it: the rule is about the piece
    const rank = Number(from.slice(1));
    return `${from}-${from[0]}${rank > 1 ? rank - 1 : rank + 1}`;
  }
  return `${from}-${to}${men.length ? `x${men.join()}` : ''}`;
}

/** Taps of a player whose turn it is: feed squares until a move is whole. */
export class Taps {
  /** isQuick: a piece that can go only one way goes with the first tap.
   *  @param {string} game @param {Side} side @param {string[]} moves @param {Board} board */
  constructor(game, side, moves, board, isQuick = false) {
    this.all = moves.map((move) => tapsOf(game, side, move, board));
    this.isQuick = isQuick;
    /** @type {string[]} */
    this.picked = [];
    this.key = ''; // of the state that they are for: room.js
  }

  /** Moves that the taps so far allow. */
  open() {
    return this.all.filter((one) => nextTaps(one, this.picked));
  }

  /** Squares that may be tapped next. */
  targets() {
    return new Set(this.all.flatMap((one) => nextTaps(one, this.picked) ?? []));
  }

  starts() {
    return new Set(this.all.flatMap(({ groups }) => groups[0]));
  }

  /** The moves that begin on a square.
   *  @param {string} square */
  from(square) {
    return this.all.filter(({ groups }) => groups[0].includes(square));
  }

  /** Takes a tap.  Returns {move}, {choices} to ask for, {wrong: the taps so far}, or {}: go on.
   *  @param {string} square
   *  @returns {{move?: string, choices?: Tapped[], wrong?: string[]}} */
  tap(square) {
    if (this.picked.length > 0 && this.picked.at(-1) === square) {
      const open = this.open();
      if (this.picked.length === 1 && open.length === 1) return { move: open[0].move };
      this.picked = [];
      return {};
    }
    if (!this.targets().has(square)) {
      const wrong = [...this.picked, square];
      this.picked = this.starts().has(square) ? [square] : [];
      return this.picked.length ? this.settle() : { wrong };
    }
    this.picked.push(square);
    return this.settle();
  }

  /** @returns {{move?: string, choices?: Tapped[]}} */
  settle() {
    const open = this.open(),
      isFirst = this.picked.length === 1;
    const whole = open.filter(({ taps }) => taps.length === this.picked.length);
    if (open.length === 1 && (!isFirst || whole.length || this.isQuick))
      return { move: open[0].move };
    if (whole.length && whole.length === open.length) return { choices: whole };
    return {};
  }
}
