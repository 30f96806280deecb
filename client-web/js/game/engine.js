// A game for the engine in the browser: the positions after each throw and move, and what it
// thinks of them, in the form of `alea analyse --json`.

/** The throws and moves of a record.
 *  @param {GameRecord} record */
export const stepsOf = (record) =>
  record.log.filter(({ what }) => what === 'throw' || what === 'move');

/** @param {{game: string, options: string}} arg0 */
const fullName = ({ game, options }) => (options ? `${game}:${options}` : game);

/** A record as core.h describes it.
 *  @param {GameRecord} record */
export function textOf(record) {
  const lines = stepsOf(record).map(({ what, dice, move }) =>
    what === 'throw' ? `throw ${dice.join(' ')}` : `move ${move}`,
  );
  return [`${fullName(record)} ${record.first ?? 'white'}`, ...lines].join('\n');
}

/** The start, and each throw and move with the position after it: [{side, position}].
 *  @param {string[]} lines */
export function positionsOf(lines) {
  return lines.map((line) => {
    const blank = line.indexOf(' ');
    return { side: /** @type {Side} */ (line.slice(0, blank)), position: line.slice(blank + 1) };
  });
}

/** What the engine says of a record, as `alea analyse --json` does.
 *  @param {GameRecord} record @param {Spot[]} positions
 *  @param {{lines: string[], plies: number, sides: {luck: number, skill: number}[]}} arg2 */
export function analysisOf(record, positions, { lines, plies, sides }) {
  const [start, ...judged] = lines;
  const items = judged.map((line, i) => {
    const [before, after, legal, best, mark] = line.split(' ');
    const { what, dice, move } = stepsOf(record)[i],
      { side, position } = positions[i + 1];
    const values = { before: Number(before) / 1e6, after: Number(after) / 1e6 };
    const common = { what, side, ...values, position };
    return what === 'throw'
      ? { ...common, dice }
      : { ...common, played: move, best, legal: Number(legal), mark: mark === '-' ? null : mark };
  });
  /** @param {Side} side @param {number} i */
  const sum = (side, i) => ({
    name: record.players[side].name,
    luck: sides[i].luck,
    skill: sides[i].skill < 0 ? null : sides[i].skill,
  });
  return {
    game: fullName(record),
    plies,
    position: positions[0].position,
    start: Number(start) / 1e6,
    items,
    white: sum('white', 0),
    black: sum('black', 1),
  };
}

/** The engine with one game.  Everything rejects where the browser cannot run it. */
export class Engine {
  /** @param {GameRecord} record */
  constructor(record) {
    this.record = record;
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    /** @type {Spot[]} */
    this.positions = []; // after follow
  }

  /** Asks the thread; `tell` hears how far it is.
   *  @param {object} message
   *  @param {(done: number) => void} tell */
  ask(message, tell = () => {}) {
    return new Promise((resolve, reject) => {
      this.worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      this.worker.onmessage = ({ data }) => {
        if (data.done !== undefined) tell(data.done);
        else if (data.error) reject(new Error(data.error));
        else resolve(data.answer);
      };
      this.worker.postMessage(message);
    });
  }

  /** Plays the game again.  Resolves with its positions, as positionsOf. */
  async follow() {
    this.positions = positionsOf(await this.ask({ text: textOf(this.record) }));
    return this.positions;
  }

  /** After follow: judges the game.  `tell` hears which part is done, 0 to 1.
   *  @param {(part: number) => void} tell */
  async judge(tell) {
    const n = this.positions.length;
    return analysisOf(this.record, this.positions, await this.ask({}, (done) => tell(done / n)));
  }

  end() {
    this.worker.terminate();
  }
}
