// The bars above and below the board: who plays, whose turn it is, the clocks, what is taken.
import { artOf } from '../board/art.js';
import { piecesOf } from '../board/position.js';
import { make } from '../board/svg.js';
import { html, link, renew } from '../html.js';
import { isTafl, TAFL_MEN } from '../show/way.js';
import { say } from '../words.js';
import { SIDES, other } from './side.js';

const LOW_MS = 20000;
/** How often clocks are shown. */
const TICK_MS = 250;
/** @param {number} ms */
export const clockText = (ms) =>
  `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** A player's piece, small.
 *  @param {string} game @param {Side} side */
export function stone(game, side) {
  const letter = isTafl(game) ? (side === 'white' ? 'T' : 't') : side[0];
  return make(
    'svg',
    { class: 'stone', viewBox: '-27 -27 54 56', 'aria-hidden': 'true' },
    make('use', { href: `#${artOf(game, letter)}` }),
  );
}

export class Bars {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    this.top = html('div', { class: 'bar top' });
    this.bottom = html('div', { class: 'bar bottom' });
  }

  begin() {
    this.tick = setInterval(() => this.showClocks(), TICK_MS);
  }
  end() {
    clearInterval(this.tick);
  }

  show() {
    const { side: mine } = this.room,
      own = mine ?? 'white';
    renew(this.top, this.bar(other(own)));
    renew(this.bottom, this.bar(own));
    this.showClocks();
  }

  /** @param {Side} side */
  bar(side) {
    const { state, side: mine, app } = this.room,
      { seats, turn, stage, game } = state;
    const seat = seats[side],
      isTurn = stage === 'playing' && turn === side;
    const marks = [
      side === mine ? say('you') : '',
      seat?.away && side !== mine ? say('away_') : '', // we have just come back
      seat?.offer ? say(seat.offer === 'draw' ? 'offersDraw' : 'offersAdjourn') : '',
    ]
      .filter(Boolean)
      .join(', ');
    const name = seat
      ? link(app, `/player/${encodeURIComponent(seat.name)}`, seat.name)
      : html('i', {}, say('free'));
    return html(
      'div',
      { class: `seat ${side}${isTurn ? ' turn' : ''}` },
      stone(game, side),
      html('span', { class: 'who' }, name, marks ? html('small', {}, ` ${marks}`) : ''),
      html('span', { class: 'got' }, this.got(side)),
      html('span', { class: 'clock', 'data-side': side }),
    );
  }

  /** What a side has: pieces home, or taken.
   *  @param {Side} side */
  got(side) {
    const { state, show } = this.room,
      { game } = state,
      { board } = show;
    if (board.off && game !== 'ur')
      return say('gotHome', board.off[side === 'white' ? 0 : 1], piecesOf(state.board, side));
    const theirs = side === 'white' ? 'black' : 'white';
    const all = Object.values(board.squares).join('');
    const left = isTafl(game)
      ? all.replace(theirs === 'black' ? /[^t]/g : /[^T]/g, '').length
      : all.toLowerCase().replace(theirs === 'white' ? /[^w]/g : /[^b]/g, '').length;
    const i = theirs === 'white' ? 0 : 1,
      waiting = (board.reserve ?? board.hand)?.[i] ?? 0;
    if (game === 'ur') return board.off[i] ? say('gotTaken', board.off[i]) : '';
    const whole = TAFL_MEN[game] * (i + 1) || (game === 'stelpur' ? 6 : 9);
    const count = whole - left - waiting;
    return count > 0 ? say('gotTaken', count) : '';
  }

  /** The time that a side has left, in ms; Infinity: there are no clocks.
   *  @param {Side} side */
  left(side) {
    const { clock, came } = this.room.state ?? { clock: null };
    if (!clock) return Infinity;
    const spent = clock.running === side ? performance.now() - (came ?? 0) : 0;
    return Math.max(0, clock[`${side}_ms`] - spent);
  }

  showClocks() {
    const { clock } = this.room.state ?? {};
    if (!clock) return;
    for (const side of SIDES) {
      const left = this.left(side);
      for (const bar of [this.top, this.bottom]) {
        const node = bar.querySelector(`[data-side=${side}]`);
        if (!node) continue;
        const text = clockText(left);
        if (node.textContent !== text) node.textContent = text;
        node.classList.toggle('runs', clock.running === side);
        node.classList.toggle('low', clock.running === side && left < LOW_MS);
      }
    }
  }
}
