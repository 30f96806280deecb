// A move that a player plans while the opponent thinks, in games where no throw comes first.  It is
// sent when it is legal then, and never otherwise.  This module knows no page.
import { isTafl, otherSide } from './way.js';

/** Whether the side has men to place, which follows no throw.
 *  @param {State} arg0 @param {Side} side */
const places = ({ game, board, options }, side) =>
  game === 'morris' && board.hand[side === 'white' ? 0 : 1] > 0 && !/alfonso/.test(options);

/** Whether the side can plan its next move, which follows no throw.
 *  @param {State} state @param {Side} side */
function canPlan(state, side) {
  if (state.stage !== 'playing' || state.turn !== otherSide(side)) return false;
  return isTafl(state.game) || /dice=none/.test(state.options) || places(state, side);
}

export class Ahead {
  /** The plans of a side in a game, or null: nothing can be planned now.  `had`: earlier plans,
   *  which stay while the same opponent's turn goes on.
   *  @param {State} state @param {Side | undefined} side @param {Ahead | null} [had] */
  static of(state, side, had = null) {
    if (!side || !canPlan(state, side)) return null;
    return had && had.gameId === state.game_id ? had.at(state) : new Ahead(state, side);
  }

  /** @param {State} state @param {Side} side */
  constructor(state, side) {
    this.side = side;
    this.gameId = state.game_id;
    this.board = state.board;
    /** @type {string[]} */
    this.picked = [];
    /** @type {string | null} */
    this.wish = null; // the move, as the rules write it
    this.at(state);
  }

  /** @param {State} state */
  at(state) {
    this.isPlacing = places(state, this.side);
    this.board = state.board;
    return this;
  }

  /** @param {string} square */
  isOwn(square) {
    const letter = this.board.squares[square];
    if (!letter) return false;
    return this.side === 'white' ? 'wTK'.includes(letter) : 'bt'.includes(letter);
  }

  /** The squares of the plan, for marks. */
  get squares() {
    return this.wish ? this.wish.split('-') : this.picked;
  }

  /** Takes a tap: on a piece of ours and then on a square in line with it; to place a man, on a
   *  point.  Another tap takes the plan back.  Returns whether anything has changed.
   *  @param {string} square */
  tap(square) {
    if (this.wish) {
      this.clear();
      return true;
    }
    const [from] = this.picked;
    if (this.isPlacing) {
      if (this.board.squares[square]) return false;
      this.wish = square;
    } else if (!from || this.isOwn(square)) {
      if (!this.isOwn(square)) return false;
      this.picked = from === square ? [] : [square];
    } else {
      this.picked = [];
      if (isInLine(from, square)) this.wish = `${from}-${square}`;
    }
    return true;
  }

  clear() {
    this.picked = [];
    this.wish = null;
  }

  /** Our turn has come: the planned move if it is one of the legal ones; null: there is none, or
   *  it became illegal, or it would decline what the opponent offers.
   *  @param {State} arg0 */
  moveFor({ moves = '', seats }) {
    const isAsked = Boolean(seats?.[otherSide(this.side)]?.offer);
    return this.wish && !isAsked && moves.split(' ').includes(this.wish) ? this.wish : null;
  }
}

/** @param {string} a @param {string} b */
const isInLine = (a, b) => a !== b && (a[0] === b[0] || a.slice(1) === b.slice(1));
