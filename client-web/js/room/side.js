// Beside the board: the seats with their clocks, and what a player can do.
import { diceOf } from '../dice.js';
import { button, check, html, renew, setCheck } from '../html.js';
import { canNotify, setNotify } from '../notice.js';
import { isOn, setOn } from '../settings.js';
import { gameName, optionsText, say } from '../words.js';

/** @type {Colour[]} */
export const SIDES = ['white', 'black'];
/** @param {Colour | undefined} side @returns {Colour} */
export const other = (side) => (side === 'white' ? 'black' : 'white');
/** Which game of a match it is, and how the match stands.
 *  @param {Match} match */
export const legText = ({ leg, legs, half_points: halves }) =>
  say('match', leg, legs, halves.map((half) => half / 2).join(' : '));
export class Side {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    /** @type {string | undefined} */
    this.buttonsKey;
    this.about = html('div');
    this.buttons = html('div', { class: 'row' });
    this.switches = html('div', { class: 'switches' });
    this.node = html(
      'div',
      {},
      this.about,
      this.buttons,
      html('details', {}, html('summary', {}, say('settings')), this.switches),
    );
  }

  begin() {
    const { app } = this.room;
    this.tick = setInterval(() => this.showClaim(), 500);
    const now = () => this.room.settle();
    this.switches.append(
      check(say('oneTap'), isOn('oneTap'), (on) => {
        setOn('oneTap', on);
        now();
      }),
      check(say('numbers'), isOn('numbers'), (on) => {
        setOn('numbers', on);
      }),
      check(say('clearBoards'), isOn('clear'), (on) => {
        setOn('clear', on);
      }),
    );
    if (canNotify()) {
      const notify = check(say('notify'), isOn('notify'), async (on) => {
        setCheck(notify, await setNotify(on));
      });
      this.switches.append(notify);
    }
    if (!this.room.side) return;
    const auto = check(say('auto'), false, (on) => app.ask('auto', { switch: on ? 'on' : 'off' }), {
      name: 'auto',
    });
    this.switches.append(auto);
    app.line.ask('auto').then(
      (reply) => {
        setCheck(auto, reply.auto === 'on');
      },
      () => {},
    );
  }

  end() {
    clearInterval(this.tick);
  }

  show() {
    this.showAbout();
    this.showButtons();
  }

  showAbout() {
    const { state, side: mine, app } = this.room;
    const { rated, match, game, options } = state;
    const about = [
      gameName(game, app.hello),
      optionsText(options),
      rated && say('rated'),
      state.private && say('private'),
    ]
      .filter(Boolean)
      .join(' · ');
    const more = [];
    if (match) {
      more.push(html('p', { class: 'soft' }, legText(match)));
      if (match.outcome) more.push(html('p', {}, this.matchText(match)));
    }
    if (!mine) more.push(html('p', { class: 'soft' }, say('watchers')));
    renew(this.about, html('p', { class: 'soft about' }, about), ...more);
  }

  /** Who has won a match, and why: by points, then by captured pieces.
   *  @param {Match} arg0 */
  matchText({ outcome, half_points: halves, captured }) {
    if (outcome === 'draw') return say('matchDraw');
    const of = (/** @type {Pair<number>} */ [white, black]) =>
        outcome === 'white' ? [white, black] : [black, white],
      name = this.room.nameOf(/** @type {Colour} */ (outcome));
    return halves[0] === halves[1]
      ? say('matchByPieces', name, ...of(captured))
      : say('matchWon', name, ...of(halves).map((half) => half / 2));
  }

  /** Whether the game has only just begun, so that we can call it off (protocol.md, section 4). */
  canAbort() {
    const { room, side: mine, state, app } = this.room;
    const happened = app.seen.happened(room);
    if (!happened) return false;
    /** @param {string} what @param {Colour | undefined} side */
    const did = (what, side) => happened.some((one) => one.what === what && one.side === side);
    const hasThrows =
      diceOf(state) && (!state.board.hand?.some(Boolean) || state.options.includes('alfonso'));
    if (!hasThrows) return !(did('move', 'white') && did('move', 'black'));
    return !did('throw', mine) && !did('move', other(mine));
  }

  /** Whether the opponent, who is not ready, came after us, as far as we know; never between the
   *  games of a match. */
  canUnseat() {
    const { state, theirs, room, app } = this.room;
    return (
      state.stage === 'waiting' &&
      theirs?.ready === false &&
      (state.match?.leg ?? 1) === 1 &&
      app.seen.joined(room) === theirs.name
    );
  }

  /** The opponent is away, or has not moved for too long. */
  canClaim() {
    const { side, state, theirs } = this.room;
    if (!side || state?.stage !== 'playing') return false;
    const isIdle =
      typeof state.idle_ms === 'number' &&
      state.turn !== side &&
      performance.now() - state.came >= state.idle_ms;
    return isIdle || Boolean(theirs?.away);
  }

  /** Time alone makes it possible to claim. */
  showClaim() {
    if (this.room.state && this.couldClaim !== this.canClaim()) this.showButtons();
  }

  showButtons() {
    this.couldClaim = this.canClaim();
    const { room } = this,
      { state, side, theirs } = room;
    const mine = side && state.seats[side];
    /** @type {HTMLButtonElement[]} */
    const buttons = [];
    /** @param {string} key @param {() => unknown} action */
    const add = (key, action) => buttons.push(button(say(key), action));
    if (mine && state.stage === 'playing') {
      if (room.hint.can()) add('hint', () => room.hint.ask());
      if (room.hint.canTakeBack()) add('takeBack', () => room.ask('takeback'));
      if (this.canAbort()) add('abort', () => room.ask('abort'));
      if (!mine.offer && !theirs?.offer) add('offerDraw', () => room.ask('draw'));
      if (!mine.offer && !theirs?.offer) add('adjourn', () => room.ask('adjourn'));
      if (this.canClaim()) add('claim', () => room.ask('claim'));
      add('resign', () => {
        if (confirm(say('sureResign'))) room.ask('resign');
      });
    }
    if (this.canUnseat())
      add('unseat', () => {
        if (confirm(say('sureUnseat', theirs?.name))) room.ask('unseat');
      });
    add(side ? 'leave' : 'back', () => room.leave());
    const key = [state.game, ...buttons.map((one) => one.textContent)].join();
    if (key === this.buttonsKey) return;
    this.buttonsKey = key;
    this.buttons.replaceChildren(...buttons);
  }
}
