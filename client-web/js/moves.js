// Moves as taps: what squares a player touches, one after the other, for each legal move.

const UR = ['royal-ur', 'akalamdung', 'ur'];

/** The square of the board that a square of one's own way is. */
function ownSquare(side, n) {
  return n <= 4 || n >= 13 ? `${side[0]}${n}` : String(n);
}

/** The squares of a move, and what the taps do not say. */
export function tapsOf(game, side, move) {
  if (UR.includes(game)) {
    const [from, to] = move.split('-');
    const square = (text) => text.startsWith('in') ? `${side}-in` : text.startsWith('off') ? `${side}-off`
      : ownSquare(side, Number.parseInt(text, 10));
    return { move, taps: [square(from), square(to)], extra: move.includes('w') ? '⚔' : '' };
  }
  if (game === 'stelpur') {
    const [from, result] = move.split(':');
    return { move, taps: [from], extra: result };
  }
  return { move, taps: move.split(/[-x,]/), extra: '' };
}

/** The squares to mark for a move that was made. */
export function squaresOf(game, side, move) {
  return tapsOf(game, side, move).taps;
}

/** The move that somebody meant by taps that are no legal move, as `why` takes it.  Null: none. */
export function meantBy(game, state, taps) {
  const bare = taps.map((square) => square.replace(/^(white|black)-/, '').replace(/^[wb](\d)/, '$1'));
  const [from, to, ...men] = bare;
  if (UR.includes(game)) {
    const start = from === 'in' ? 0 : Number(from), end = start + (state.roll[0] ?? 0);
    if (to === undefined && Number.isNaN(start)) return null;
    return `${from}-${to ?? (end > 14 ? 'off' : end)}`;
  }
  if (game === 'stelpur') return state.left.length ? `${from}:${state.left[0]}` : null;
  if (game === 'morris' && (state.board.hand?.some((n) => n > 0) || to === undefined)) return from;
  if (to === undefined) { // the square beside it: the rule is about the piece
    const rank = Number(from.slice(1));
    return `${from}-${from[0]}${rank > 1 ? rank - 1 : rank + 1}`;
  }
  return `${from}-${to}${men.length ? `x${men.join()}` : ''}`;
}

/** Taps of a player whose turn it is: feed squares until a move is whole. */
export class Taps {
  constructor(game, side, moves) {
    this.all = moves.map((move) => tapsOf(game, side, move));
    this.picked = [];
  }

  /** Moves that the taps so far allow.  The order in which men are taken does not matter. */
  open() {
    return this.all.filter(({ taps }) => this.picked.every((square, i) =>
      i < 2 ? taps[i] === square : taps.slice(2).includes(square)));
  }

  /** Squares that may be tapped next. */
  targets() {
    const n = this.picked.length;
    const next = this.open().flatMap(({ taps }) => n < 2 ? taps.slice(n, n + 1)
      : taps.slice(2).filter((square) => !this.picked.includes(square)));
    return new Set(next);
  }

  starts() {
    return new Set(this.all.map(({ taps }) => taps[0]));
  }

  /** Takes a tap.  Returns {move}, {choices} to ask for, {wrong: the taps so far}, or {}: go on. */
  tap(square) {
    if (this.picked.length > 0 && this.picked.at(-1) === square) {
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

  settle() {
    const open = this.open();
    const whole = open.filter(({ taps }) => taps.length === this.picked.length);
    if (open.length === 1) return { move: open[0].move };
    if (whole.length === open.length) return { choices: whole };
    return {};
  }
}
