// After a game: its dice verified here, the replay, the record.
import { verifyDice } from '../dice.js';
import { button, html, link, saveFile } from '../html.js';
import { slider } from '../graph.js';
import { isStill, land, slideMove } from '../show/flight.js';
import { say } from '../words.js';
import { tellAll } from './talk.js';

/** What the slider stops at. */
const STEPS = ['move', 'throw', 'start_throw', 'takeback', 'over'];

export class After {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    /** @type {string | undefined} */
    this.key;
    this.found = html('p', { role: 'status' });
    this.at = 0;
    /** @type {{state: State, happened: Happening[]} | null} */
    this.replayed = null; // {state, happened}: what the slider shows instead of the end
    this.node = html('div', { class: 'after' });
  }

  show() {
    const { state } = this.room;
    const key = state.stage === 'over' ? state.game_id : '';
    if (key === this.key) return;
    this.key = key;
    this.end();
    this.replayed = null;
    this.found = html('p', { role: 'status' });
    this.node.replaceChildren(...(key ? this.parts() : []));
  }

  end() {
    clearTimeout(this.landing);
  }

  parts() {
    const { room } = this;
    const all = room.app.seen
      .states(room.room)
      .filter(({ happened }) => happened.some(({ what }) => STEPS.includes(what)));
    this.at = all.length - 1;
    return [
      html(
        'div',
        { class: 'row' },
        button(say('verify'), () => this.verify()),
        button(say('save'), () => this.save()),
      ),
      this.found,
      all.length > 1 ? slider(all.length, (at) => this.step(all, at)) : null,
      html('p', {}, link(room.app, `/game/${this.key}`, say('gamePage'))),
    ].filter((one) => one !== null);
  }

  /** Shows a step of the game.  Returns what happened then.
   *  @param {State[]} all @param {number} at */
  step(all, at) {
    const isNext = at === this.at + 1;
    this.at = at;
    this.end();
    land(this.room.flights);
    if (!isNext || isStill() || !this.slide(all, at)) this.look(all, at);
    return tellAll(all[at]).join(' ');
  }

  /** @param {State[]} all @param {number} at @param {Board} [board] */
  look(all, at, board) {
    const happened = all.slice(0, at + 1).flatMap((one) => one.happened);
    const state = board ? { ...all[at], board } : all[at];
    this.replayed = at === all.length - 1 && !board ? null : { state, happened };
    this.room.draw();
  }

  /** Lets the piece of a move slide.  False: there is none, or it cannot be shown.
   *  @param {State[]} all @param {number} at */
  slide(all, at) {
    const { game, happened } = all[at];
    const { side, move } = happened.find(({ what }) => what === 'move') ?? {};
    if (!move || !side) return false;
    const { flights, svg } = this.room,
      shown = { before: all[at - 1].board, side, move, happened };
    this.landing = slideMove(flights, svg, game, shown, (board) => this.look(all, at, board));
    return this.landing !== undefined;
  }

  async record() {
    return (await this.room.ask('record'))?.record ?? null;
  }

  async verify() {
    const record = await this.record();
    if (!record) return;
    const found = await verifyDice(record, this.room.app.known(record.game_id));
    this.found.textContent = foundText(found);
  }

  async save() {
    const record = await this.record();
    if (record) saveFile(`alea-${record.game_id}.json`, 'application/json', JSON.stringify(record));
  }
}

/** What verifyDice found, in words.
 *  @param {Verified} found */
export function foundText(found) {
  if (!found.ok) {
    const why = found.k === undefined ? say(`wrong_${found.why}`) : say('wrong_throw', found.k);
    return `✗ ${say('diceWrong', why)}`;
  }
  if (!found.throws) return `✓ ${say('noDice')}`;
  const unseen = found.unseen ? ` ${say('diceUnseen', found.unseen)}` : '';
  return `✓ ${say('diceRight', found.throws)}${unseen}`;
}
