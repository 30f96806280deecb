// The line that says what to do now, and the button or the link that goes with it.
import { button, html } from '../html.js';
import { linkTo, shareBox } from '../share.js';
import { say, sayOf } from '../words.js';
import { SIDES } from './side.js';

/** A move that is on its way for longer than this is said to be, in ms. */
const SENDING_MS = 500;

export class Status {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    /** @type {string | null | undefined} */
    this.moreKey;
    this.line = html('p', { role: 'status' });
    this.more = html('div', { id: 'more' });
    this.node = html('div', { id: 'status' }, this.line, this.more);
  }

  show() {
    const { room } = this,
      { state, show } = room;
    if (!state) return;
    if (show.isPlaying && state.stage !== 'waiting') return; // first what has happened
    const [text, more] = this.now();
    const { seats } = state,
      away = SIDES.filter((s) => s !== room.side && seats[s]?.away).map((s) =>
        say('away', seats[s]?.name),
      );
    this.set([text, ...away].join(' '), more);
    this.node.classList.toggle('mine', Boolean(room.taps));
  }

  /** Says it again only when it has changed, so that screen readers do not repeat themselves.
   *  @param {string} text @param {HTMLElement | null} more */
  set(text, more) {
    if (this.line.textContent !== text) this.line.textContent = text;
    const key = more ? more.textContent : '';
    if (key === this.moreKey) return;
    this.moreKey = key;
    this.more.replaceChildren(...(more ? [more] : []));
  }

  /** [what to say, what to offer]
   *  @returns {[string, HTMLElement | null]} */
  now() {
    const { room } = this,
      { state, side, app } = room,
      { stage } = state;
    if (!side && !app.watched.has(room.room)) return this.lostSeat();
    if (stage === 'waiting') return this.waiting();
    if (stage === 'opening') return [say('opening'), null];
    if (stage === 'adjourned') return this.adjourned();
    if (stage === 'over') return this.over();
    return this.playing();
  }

  /** @returns {[string, HTMLElement | null]} */
  lostSeat() {
    const { room } = this,
      { app } = room;
    return [
      say('lostSeat'),
      html(
        'div',
        { class: 'row' },
        button(
          say('sitDown'),
          async () => {
            if (await app.sit(room.room, 'play')) room.update();
          },
          { class: 'main' },
        ),
        button(say('back'), () => app.go('/')),
      ),
    ];
  }

  /** What to press to go on.
   *  @param {string} label @param {() => unknown} action */
  ready(label, action) {
    return button(say(label), action, { class: 'main' });
  }

  /** @returns {[string, HTMLElement | null]} */
  waiting() {
    const { room } = this,
      {
        state: { seats },
        side,
        theirs,
      } = room,
      earlier = this.earlier();
    const mine = side && seats[side];
    if (!(seats.white && seats.black))
      return [say(side ? 'waitOther' : 'waitPlayers'), shareBox(linkTo(room.room))];
    if (mine && theirs && !mine.ready) {
      if (room.ready.isSaid) return [say('opening'), null];
      return [
        `${earlier}${say(theirs.ready ? 'theyReady' : 'pressReady', theirs.name)}`,
        this.ready('ready', () => room.ready.say()),
      ];
    }
    const late = side ? theirs : SIDES.map((one) => seats[one]).find((seat) => !seat?.ready);
    return [`${earlier}${say('waitReady', late?.name)}`, null];
  }

  /** How the game before this one of the match ended. */
  earlier() {
    const { app, room } = this.room,
      end = app.seen.legEnd(room);
    if (!end) return '';
    const { leg, outcome, winner, names, reason } = end,
      why = sayOf('reasons', reason) || reason;
    const text =
      outcome === 'none'
        ? say('calledOff', why)
        : outcome === 'draw'
          ? say('aDraw', why)
          : winner === app.name
            ? say('youWon', why)
            : names.includes(app.name)
              ? say('youLost', why)
              : say('sideWon', winner ?? say(outcome), why);
    return `${say('legOver', leg)} ${text} `;
  }

  /** @returns {[string, HTMLElement | null]} */
  adjourned() {
    const { room } = this,
      {
        state: { seats, resume_ms: left },
        side,
        theirs,
      } = room;
    const mine = side && seats[side];
    const day = (/** @type {number} */ ms) =>
      new Date(Date.now() + ms).toLocaleDateString(document.documentElement.lang, {
        dateStyle: 'medium',
      });
    const until = typeof left === 'number' ? say('adjournedUntil', day(left)) : say('adjourned');
    const resume = mine && !mine.ready ? this.ready('resumeGame', () => room.ask('resume')) : null;
    return [mine?.ready ? `${say('waitResume', theirs?.name)} ${until}` : until, resume];
  }

  /** @returns {[string, HTMLElement | null]} */
  over() {
    const { room } = this,
      { result } = room.state;
    const rematch = room.theirs
      ? button(say('rematch'), () => room.ready.rematch(), { class: 'main' })
      : null;
    return [result ? this.result(result) : '', rematch];
  }

  /** @param {Result} arg0 */
  result({ outcome, reason }) {
    const { room } = this,
      why = sayOf('reasons', reason) || reason;
    if (outcome === 'none') return say('calledOff', why);
    if (outcome === 'draw') return say('aDraw', why);
    if (room.side) return say(outcome === room.side ? 'youWon' : 'youLost', why);
    return say('sideWon', room.nameOf(outcome), why);
  }

  /** @returns {[string, HTMLElement | null]} */
  playing() {
    const { room } = this,
      {
        state: { seats, turn },
        side,
        theirs,
        taps,
        ahead,
        mover: { sending },
      } = room;
    const mine = side && seats[side];
    const isDraw = theirs?.offer === 'draw';
    let text = taps ? say('yourTurn', this.whatNow()) : say('theirTurn', room.nameOf(turn));
    if (taps && !taps.picked.length && room.hint.now) text = room.hint.now.text;
    if (ahead?.picked.length) text = say('planTo', text);
    if (sending) text = sending.isLost ? say('unsent') : say('sending');
    const offer = theirs?.offer;
    if (offer) {
      text = `${say(isDraw ? 'theyOfferDraw' : 'theyOfferAdjourn', theirs.name)} ${text}`;
      return [
        text,
        button(say(isDraw ? 'takeDraw' : 'takeAdjourn'), () => room.ask(offer), {
          class: 'main',
        }),
      ];
    }
    if (ahead?.wish) {
      return [say('planned', ahead.wish, text), button(say('cancel'), () => room.input.unpick())];
    }
    return [mine?.offer ? `${say('youOffer')} ${text}` : text, null];
  }

  /** What a tap would do now. */
  whatNow() {
    const { taps, state, strip } = this.room;
    if (!taps) return '';
    const { picked } = taps;
    if (strip.choices.childElementCount) return say('doChoose');
    const isPlacing = state.board.hand?.[state.turn === 'white' ? 0 : 1] > 0;
    if (picked.length && isPlacing) {
      return say(state.board.squares[[...taps.targets()][0]] ? 'doTake' : 'doPlace');
    }
    if (picked.length >= 2) return say('doTake');
    if (picked.length === 1) return say('doTo');
    if (isPlacing) return say('doPlace');
    const starts = [...taps.starts()];
    return say(starts.length === 1 && starts[0].endsWith('-in') ? 'doEnter' : 'doMove');
  }

  /** After a while says that a move is on its way.
   *  @param {Sending} sending */
  watchSending(sending) {
    setTimeout(() => {
      if (this.room.mover.sending === sending) this.show();
    }, SENDING_MS);
  }
}
