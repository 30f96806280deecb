// The event player: what is known, what is shown, and what is playing.  Between a state that
// arrives and a board that is drawn, everything that happened is shown in steps, and told once.
// It knows no page and no timers: `advance` says when it wants to be called again.
import { slideMs, stepsOf } from './steps.js';
import { moved } from './way.js';

/** More than that the show is never behind, in ms. */
export const BEHIND_MS = 3000;
/** With a clock that runs, the part of the time left that may be spent on looking. */
const CLOCK_PART = 0.04;

export class Show {
  /** @param {{tell?: (one: Happening, state: State, dice: number[] | null) => void,
   *  now?: () => number}} how  `tell(one, state, dice)` is called once for
   *  each happening, when its turn to be shown has come. */
  constructor({ tell = () => {}, now = () => performance.now() } = {}) {
    this.tell = tell;
    this.now = now;
    /** @type {State | null} */
    this.state = null; // the last that we know
    /** @type {Board} */
    this.board = { squares: {}, reserve: [], hand: [], off: [] }; // what is shown
    /** @type {number[]} */
    this.dice = [];
    /** @type {(Step & {since: number}) | null} */
    this.playing = null; // the step that is shown: {…, since, ms}
    /** @type {Step[]} */
    this.queue = [];
    /** @type {Proposed | null} */
    this.proposed = null; // our move that the server has not confirmed: {side, move}
    this.told = { seq: 0, n: 0 }; // the last happening that was told
    /** @type {number[] | null} */
    this.throw_ = null; // the dice of the last throw that was told
  }

  get isPlaying() {
    return this.playing !== null || this.queue.length > 0;
  }

  /** A new state.  isStill: nothing moves, since nobody sees it or wants it.  clockMs: what is
   *  left on our clock, while it runs.
   *  @param {State} state @param {{isStill?: boolean, clockMs?: number}} [arg1] */
  take(state, { isStill = false, clockMs = Infinity } = {}) {
    const had = this.state,
      isNext = had && state.seq > had.seq && !state.snapshot;
    this.state = state;
    if (had && state.seq === had.seq && state.game_id === had.game_id) return; // we know it
    if (!isNext || state.game !== had.game) {
      this.jump(state);
      return;
    }
    const steps = stepsOf(had.board, state, this.proposed);
    const isOpen =
      this.proposed !== null &&
      state.stage === 'playing' &&
      !state.happened.some(({ what }) => what === 'move'); // it is still on its way
    if (!isOpen) this.proposed = null;
    for (const step of steps) step.state = state;
    const most = Math.min(BEHIND_MS, CLOCK_PART * clockMs);
    const ms = steps.reduce((sum, step) => sum + step.ms, 0),
      left = this.leftMs();
    if (isStill || left + ms > most) this.finish();
    const part = isStill ? 0 : Math.min(1, most / (ms || 1));
    this.queue.push(...steps.map((step) => ({ ...step, ms: Math.round(step.ms * part) })));
    this.queue.push({ ms: 0, after: isOpen ? null : state.board, dice: state.dice });
    if (isStill) this.finish();
  }

  /** Shows a state at once; what led to it is not told.
   *  @param {State} state */
  jump(state) {
    this.queue = [];
    this.playing = null;
    this.proposed = null;
    this.board = state.board;
    this.dice = state.dice ?? [];
    this.told = { seq: state.seq, n: Infinity };
  }

  /** Shows a move of ours before the server has confirmed it.
   *  @param {Side} side @param {string} move */
  propose(side, move, isStill = false) {
    if (!this.state) return;
    this.finish();
    this.proposed = { side, move };
    try {
      const { way, letters, during, after } = moved(this.state.game, this.board, side, move);
      this.queue.push({ ms: isStill ? 0 : slideMs(way), way, letters, during, after, side });
    } catch {
      /* it is shown when it comes back */
    }
  }

  /** The server did not take it. */
  withdraw() {
    if (!this.proposed) return;
    this.proposed = null;
    this.finish();
    if (this.state) this.board = this.state.board;
  }

  leftMs() {
    const { playing, queue } = this;
    const now = playing ? Math.max(0, playing.ms - (this.now() - playing.since)) : 0;
    return queue.reduce((sum, { ms }) => sum + ms, now);
  }

  /** Ends what is over, and begins what is next.  Returns after how many ms there is more to do;
   *  null: nothing. */
  advance() {
    const now = this.now();
    if (this.playing && now - this.playing.since >= this.playing.ms) this.end();
    while (!this.playing && this.queue.length) this.begin(now);
    return this.playing ? Math.max(0, this.playing.ms - (now - this.playing.since)) : null;
  }

  /** A tap: everything that is known is shown, and told. */
  skip() {
    this.finish();
  }

  finish() {
    if (this.playing) this.end();
    while (this.queue.length) {
      this.begin(0);
      if (this.playing) this.end();
    }
  }

  /** @param {number} now */
  begin(now) {
    const step = this.queue.shift();
    if (!step) return;
    if (step.one) this.say(step.one, step);
    if (step.dice) this.dice = step.dice;
    if (step.ms <= 0) {
      this.board = step.after ?? this.board;
      return;
    }
    this.board = step.during ?? this.board;
    this.playing = { ...step, since: now };
  }

  end() {
    this.board = this.playing?.after ?? this.board;
    this.playing = null;
  }

  /** @param {Happening} one @param {Step} arg1 */
  say(one, { state, seq = 0, n = 0 }) {
    if (one.what === 'throw') this.throw_ = one.dice;
    this.told = { seq, n };
    if (state) this.tell(one, state, this.throw_);
  }
}
