// A hint in a game against the house that is not rated: the engine in the browser says which move
// is best, and how good it is.
import { tapsOf } from '../moves.js';
import { say } from '../words.js';

/** @param {string | undefined} millionths */
const percent = (millionths) => `${Math.round(Number(millionths) / 10000)}\u00a0%`;

export class Hint {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {{seq: number, text: string, squares: string[]} | null} */
    this.found = null; // {seq, text, squares}
  }

  /** Whether the house plays here, for nothing. */
  isFriendly() {
    const { state, theirs } = this.room;
    return !state.rated && Boolean(theirs?.house);
  }

  /** Whether there may be one now: the same as in `alea play`. */
  can() {
    return Boolean(this.room.taps) && this.isFriendly();
  }

  /** Whether a move of ours may be taken back. */
  canTakeBack() {
    const { room } = this,
      { state, side } = room;
    /** @param {Happening} arg0 */
    const isOurs = ({ what, ...one }) => what === 'move' && one.side === side;
    return this.isFriendly() && !state.clock && room.happened().some(isOurs);
  }

  /** What was found for the position that is shown; null: nothing. */
  get now() {
    return this.found?.seq === this.room.state.seq && this.room.taps ? this.found : null;
  }

  /** Asks the engine.  Resolves when the answer is shown. */
  async ask() {
    const { room } = this,
      { state, side } = room,
      { seq, game, options, position, board } = state;
    const name = options ? `${game}:${options}` : game;
    let text = say('noHint'),
      squares = /** @type {string[]} */ ([]);
    try {
      const [best, second] = (await this.judge(`${name} ${position}`)).map((one) => one.split(' '));
      const [move, chance] = best;
      if (move && side) {
        const values = [move, percent(chance), second?.[0], percent(second?.[1])];
        text = say(second ? 'hintOf' : 'hintOnly', ...values);
        squares = tapsOf(game, side, move, board).taps;
      }
    } catch (error) {
      console.warn(error); // this browser has no engine
    }
    this.found = { seq, text, squares };
    if (room.state?.seq === seq) room.refresh();
  }

  /** @param {string} text @returns {Promise<string[]>} */
  judge(text) {
    const worker = (this.worker ??= new Worker(new URL('../game/worker.js', import.meta.url), {
      type: 'module',
    }));
    return new Promise((resolve, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.onmessage = ({ data }) =>
        data.error ? reject(new Error(data.error)) : resolve(data.answer);
      worker.postMessage({ text, isHint: true });
    });
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}
