// A room: the board, what happens on it, and what to do now.  Taps are in input.js, moves on their
// way in mover.js, being ready in ready.js, the line above the board in status.js; what stands
// beside it in bars.js, strip.js, side.js, talk.js, after.js.
import { drawBoard, upright } from '../board/draw.js';
import { textOf } from '../board/position.js';
import { roleOf } from '../board/role.js';
import { make } from '../board/svg.js';
import { announce, button, html, toast } from '../html.js';
import { lastWays, meantBy, Taps, trailOf } from '../moves.js';
import { rulesDialog } from '../rules.js';
import { isOn } from '../settings.js';
import { Ahead } from '../show/ahead.js';
import { fly, isStill, land } from '../show/flight.js';
import { Show } from '../show/show.js';
import { isUr } from '../show/way.js';
import { tellTurn } from '../notice.js';
import { play } from '../sound.js';
import { say, sayError, sayOf } from '../words.js';
import { After } from './after.js';
import { Bars } from './bars.js';
import { choiceText } from './choice.js';
import { Hint } from './hint.js';
import { Input } from './input.js';
import { Mover } from './mover.js';
import { Ready } from './ready.js';
import { other, Side } from './side.js';
import { speaker } from './speaker.js';
import { Status } from './status.js';
import { Strip } from './strip.js';
import { Talk, tell } from './talk.js';

/** What is heard when something happens.
 *  @type {Record<string, string>} */
const SOUNDS = {
  throw: 'dice',
  start_throw: 'dice',
  move: 'move',
  capture: 'capture',
  sent_back: 'capture',
  king_captured: 'capture',
  mill: 'capture',
  bear_off: 'home',
  pass: 'pass',
  over: 'over',
};

export class Room {
  /** @param {App} app @param {string} room */
  constructor(app, room) {
    this.app = app;
    this.room = room;
    /** @type {HTMLElement} */
    this.title;
    /** @type {HTMLElement} */
    this.text;
    /** @type {HTMLElement} */
    this.hints;
    /** @type {HTMLElement} */
    this.flights;
    /** @type {HTMLElement} */
    this.scroller;
    /** @type {HTMLButtonElement} */
    this.zoom;
    /** @type {Element | null | undefined} */
    this.table;
    /** @type {Step | null} */
    this.flown = null;
    /** @type {number | undefined} */
    this.turnSeq;
    /** @type {Taps | null} */
    this.taps = null;
    /** @type {Ahead | null} */
    this.ahead = null; // what we can plan while the opponent thinks
    this.show = new Show({ tell: (one, state, dice) => this.hear(one, state, dice) });
    this.svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });
    this.status = new Status(this);
    this.bars = new Bars(this);
    this.strip = new Strip(this);
    this.side_ = new Side(this);
    this.talk = new Talk(this);
    this.after = new After(this);
    this.input = new Input(this);
    this.hint = new Hint(this);
    this.ready = new Ready(this);
    this.mover = new Mover(this);
    this.gone = new AbortController();
  }

  /** As the server has sent it; undefined until it has, and after we left: what comes later, by a
   *  timer or an answer, asks whether it is there. */
  get state() {
    return /** @type {State} */ (this.app.states.get(this.room));
  }
  get side() {
    return this.app.sides.get(this.room);
  }
  /** The opponent's seat; undefined: we have none ourselves. */
  get theirs() {
    return this.side && this.state?.seats[other(this.side)];
  }
  /** Whether a game of ours is under way here. */
  isOn() {
    return Boolean(this.side) && ['opening', 'playing'].includes(this.state?.stage);
  }

  /** @param {string} cmd @param {Args} [args] */
  ask(cmd, args) {
    return this.app.ask(cmd, { room: this.room, ...args });
  }
  /** @param {Colour} side */
  nameOf(side) {
    return this.state.seats[side]?.name ?? say(side);
  }

  /** @param {HTMLElement} main */
  begin(main) {
    document.body.classList.add('in-room');
    this.title = html('h1', { class: 'hidden' });
    this.text = html('p');
    this.hints = html('div', { class: 'over' });
    this.flights = html('div', { class: 'over' });
    this.scroller = html(
      'div',
      { class: 'scroller' },
      html('div', { class: 'stage' }, this.svg, this.hints, this.flights),
    );
    this.zoom = button(say('zoom'), () => this.setZoom(), {
      'aria-pressed': 'false',
      class: 'zoom',
      hidden: true,
    });
    const rules = button(
      say('rules'),
      () => {
        if (this.state) rulesDialog(this.app, this.state.game, this.side);
      },
      { class: 'rules-button' },
    );
    main.append(
      this.title,
      html(
        'div',
        { class: 'table' },
        html(
          'div',
          { class: 'head' },
          this.status.node,
          html(
            'div',
            { class: 'tools' },
            this.strip.node,
            html('div', { class: 'knobs' }, this.zoom, speaker(), rules),
          ),
        ),
        html(
          'div',
          { class: 'play' },
          this.bars.top,
          html('section', { class: 'felt', 'aria-label': say('board') }, this.scroller),
          this.bars.bottom,
        ),
        html(
          'section',
          { class: 'card beside', 'aria-label': say('beside') },
          this.side_.node,
          this.after.node,
          this.talk.node,
          html(
            'details',
            { ontoggle: () => this.showWords() },
            html('summary', {}, say('textBoard')),
            this.text,
          ),
        ),
      ),
    );
    this.side_.begin();
    this.bars.begin();
    const redraw = () => {
      if (this.state) this.draw();
    };
    upright.addEventListener('change', redraw, { signal: this.gone.signal });
    this.update();
  }

  /** Who only watched stops watching, unless the next view shows the same room; a seat is kept.
   *  @param {View} next */
  end(next) {
    document.body.classList.remove('in-room');
    this.gone.abort();
    clearTimeout(this.timer);
    this.side_.end();
    this.bars.end();
    this.hint.end();
    this.after.end();
    this.mover.end();
    if (next.room === this.room || this.side || !this.app.watched.has(this.room)) return;
    this.app.unwatch(this.room);
  }

  /** @param {Message} event */
  event(event) {
    if (event.room !== this.room) return;
    if (event.event === 'closed') {
      toast(say('notThere'));
      this.app.go('/');
      return;
    }
    if (event.event === 'say') this.talk.show();
    if (event.event === 'state') this.update();
  }

  // --- what to show ---

  update() {
    const { state, show } = this;
    if (!state || !this.title) return;
    if (state !== show.state) this.take(state);
    this.run();
    this.ready.be();
  }

  /** Takes the news of a state.
   *  @param {State} state */
  take(state) {
    const { show } = this,
      isNew = show.state !== null,
      { game, stage } = state;
    const isOurs = this.side !== undefined && state.clock?.running === this.side;
    const clockMs = this.side && isOurs ? this.bars.left(this.side) : Infinity;
    this.table = this.table ?? this.svg.closest('.table');
    this.table?.classList.toggle('long', isUr(game));
    const isHurried = isOurs && Boolean(this.ahead?.wish);
    show.take(state, { isStill: isStill() || isHurried, clockMs });
    const names = `${this.nameOf('white')} – ${this.nameOf('black')}`;
    this.title.textContent = `${sayOf('games', game) || game}${say('colon')}${names}`;
    const isMine = state.moves !== undefined && stage === 'playing';
    document.title =
      isNew && document.hidden && isMine ? `● ${this.app.hello.title}` : this.app.hello.title;
  }

  /** Shows what is to be shown now, and comes back for what is next. */
  run() {
    clearTimeout(this.timer);
    const wait = this.show.advance();
    if (wait !== null) this.timer = setTimeout(() => this.run(), wait);
    this.settle();
    this.fly();
  }

  /** Pieces on their way, above the board. */
  fly() {
    const { playing } = this.show;
    if (playing === this.flown) return;
    this.flown = playing;
    if (playing) fly(this.flights, this.svg, this.state.game, playing);
    else land(this.flights);
  }

  /** A tap while something is shown: at once to its end.  False: nothing was shown. */
  skip() {
    if (!this.show.isPlaying) return false;
    this.show.skip();
    this.run();
    return true;
  }

  /** What can be done now; and all that stands round the board. */
  settle() {
    const { state, show } = this;
    if (!state) return;
    const isMyTurn =
      state.moves !== undefined && this.side === state.turn && state.stage === 'playing';
    const isQuick = isOn('oneTap'),
      key = `${state.seq} ${isQuick}`;
    const { ahead } = this,
      isShown = !show.isPlaying && !show.proposed;
    this.ahead = isMyTurn && !isShown ? ahead : Ahead.of(state, this.side, ahead);
    if (ahead?.wish && !this.ahead && this.mover.playPlan(ahead)) return;
    if (!isMyTurn || !isShown || !this.side) {
      this.taps = null;
      this.choose([]);
    } else if (this.taps?.key !== key) {
      this.taps = new Taps(
        state.game,
        this.side,
        (state.moves ?? '').split(' ').filter(Boolean),
        state.board,
        isQuick,
      );
      this.taps.key = key;
      this.choose([]);
      if (this.turnSeq !== state.seq) {
        play('turn');
        const waited = performance.now() - this.mover.movedAt;
        tellTurn(this.title.textContent ?? '', this.room, waited).catch(() => {});
      }
      this.turnSeq = state.seq;
    }
    this.zoom.hidden = state.game !== 'alea-evangelii';
    this.draw();
    this.bars.show();
    this.strip.show();
    this.side_.show();
    if (!show.isPlaying) this.after.show();
    this.talk.show();
    this.status.show();
  }

  /** Something has happened, and is shown now: for screen readers, the log and ears.
   *  @param {Happening} one @param {State} state @param {number[] | null} dice */
  hear(one, state, dice) {
    const text = tell(state, one, dice);
    if (text) announce([text]);
    this.strip.tell(text);
    if (SOUNDS[one.what]) play(SOUNDS[one.what]);
  }

  /** Everything that has happened in the game, as far as it was shown. */
  happened() {
    const { told } = this.show;
    return this.app.seen
      .states(this.room)
      .filter(({ seq }) => seq <= told.seq)
      .flatMap((state) =>
        state.seq === told.seq ? state.happened.slice(0, told.n) : state.happened,
      );
  }

  /** The board, and what the taps so far have changed. */
  refresh() {
    this.draw();
    this.status.show();
  }

  draw() {
    const none = /** @type {Set<string>} */ (new Set()),
      { taps, state, show } = this,
      { replayed } = this.after;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = this.svg.contains(active) ? active?.dataset.square : null;
    const shown = replayed?.state ?? { ...state, board: show.board },
      happened = replayed?.happened ?? this.happened();
    drawBoard(this.svg, shown, {
      side: this.side,
      picked: taps ? new Set(taps.picked) : none,
      targets: taps?.picked.length ? taps.targets() : none,
      starts: taps && !taps.picked.length ? taps.starts() : none,
      planned: new Set(this.ahead?.squares ?? this.hint.now?.squares),
      last: trailOf(state.game, happened),
    });
    this.lastWays = lastWays(state.game, happened);
    if (focused && !this.svg.contains(document.activeElement)) this.input.focus(focused);
    this.input.hint(focused);
    this.words = shown;
    this.showWords();
  }

  /** The board in words, for those who have opened it. */
  showWords() {
    const { open } = /** @type {HTMLDetailsElement} */ (this.text.parentNode);
    const text = open && this.words ? textOf(this.words) : '';
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  /** A larger board, which begins where something has just happened. */
  setZoom(isWanted = !this.scroller.classList.contains('zoomed')) {
    if (isWanted === this.scroller.classList.contains('zoomed')) return;
    this.scroller.classList.toggle('zoomed', isWanted);
    this.zoom.setAttribute('aria-pressed', String(isWanted));
    /** @type {ScrollIntoViewOptions} */
    const middle = { block: 'center', inline: 'center' };
    if (isWanted) this.svg.querySelector('.last, .picked, .piece')?.scrollIntoView(middle);
  }

  // --- moves ---

  /** Asks which of some moves is meant; none: nothing is asked.
   *  @param {Tapped[]} moves */
  choose(moves) {
    const { choices } = this.strip;
    if (!moves.length && !choices.childElementCount) return;
    choices.replaceChildren(
      ...moves.map((one) =>
        button(choiceText(this.state.game, one), () => this.mover.move(one.move)),
      ),
    );
  }

  /** @param {string | null | undefined} square */
  tap(square) {
    if (!this.taps && square && this.ahead?.tap(square)) this.refresh();
    if (!this.taps || !square) return;
    const result = this.taps.tap(square);
    this.choose(result.choices ?? []);
    if (result.wrong) this.why(result.wrong);
    if (result.move) this.mover.move(result.move);
    else this.refresh();
  }

  /** The connection is back, and the room is known as it is now. */
  comeBack() {
    this.mover.comeBack();
  }

  /** Says which rule forbids what was tapped.
   *  @param {string[]} taps */
  async why(taps) {
    const meant = meantBy(this.state.game, this.state, taps);
    if (!meant) {
      const role = roleOf(this.state, taps[taps.length - 1]);
      toast(`${role} ${say('notThat', this.status.whatNow())}`.trim());
      return;
    }
    try {
      const { legal, rule } = await this.app.line.ask('why', { room: this.room, move: meant });
      if (!this.taps || !this.state) return;
      toast(
        legal || !rule
          ? say('notThat', this.status.whatNow())
          : sayOf('rule', rule.id) || rule.text,
      );
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      toast(sayError(error));
    }
  }

  async leave() {
    const { stage, match } = this.state;
    if (this.side && stage !== 'adjourned') {
      // there the seat is kept
      const isOpen = stage === 'playing' || (stage === 'waiting' && (match?.leg ?? 1) > 1);
      if (isOpen && !confirm(say('sureLeave'))) return;
      if (!(await this.ask('leave', isOpen ? { sure: 'sure' } : {}))) return;
      this.app.leaveRoom(this.room);
      this.app.go('/', true);
    } else this.app.go('/');
  }
}
