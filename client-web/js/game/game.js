// A finished game by its link: anybody may look at it, step by step, verify its dice, and let the
// engine in the browser analyse it.
import { verifyDice } from '../dice.js';
import { button, html, link, saveFile } from '../html.js';
import { foundText } from '../room/after.js';
import { linkButtons } from '../share.js';
import { gameName, say, sayError, sayOf } from '../words.js';
import { Engine, stepsOf } from './engine.js';
import { Viewer } from './viewer.js';

/** How a game ended, in a sentence.
 *  @param {GameRecord} arg0 */
export function endOf({ result, players }) {
  if (!result) return '';
  const reason = sayOf('reasons', result.reason) || result.reason;
  if (result.outcome === 'draw') return say('aDraw', reason);
  const winner = players[/** @type {Side} */ (result.outcome)]?.name;
  return winner ? say('sideWon', winner, reason) : say('calledOff', reason);
}

/** The parts of a view that show a record.  `end` must be called when it goes. */
export class RecordView {
  /** @param {App} app @param {GameRecord} record */
  constructor(app, record) {
    this.app = app;
    this.record = record;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {Viewer | null} */
    this.viewer = null;
    this.dice = html('p', { role: 'status', class: 'verified' });
    this.place = html('div');
    this.progress = html('p', { role: 'status', class: 'soft' });
    this.analyse = button(say('analyse'), () => this.judge(), { class: 'main', hidden: true });
    this.node = html('div', {}, this.place, this.about());
    this.verify();
    this.begin();
  }

  end() {
    this.viewer?.end();
    this.engine?.end();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.viewer?.key(event);
  }

  about() {
    const { record } = this,
      file = `alea-${record.game_id}.json`;
    const save = () => saveFile(file, 'application/json', JSON.stringify(record));
    return html(
      'section',
      { class: 'card' },
      html('h2', {}, say('dice')),
      this.dice,
      html(
        'div',
        { class: 'row' },
        ...linkButtons(`${location.origin}/game/${record.game_id}`),
        button(say('save'), save),
      ),
    );
  }

  async verify() {
    try {
      const known = this.app.known(this.record.game_id);
      this.dice.textContent = foundText(await verifyDice(this.record, known));
    } catch {
      this.dice.textContent = say('notAGame');
    }
  }

  /** Shows the boards; where there is no engine, the last one. */
  async begin() {
    const { record } = this,
      game = record.options ? `${record.game}:${record.options}` : record.game;
    const names = { white: record.players.white?.name, black: record.players.black?.name };
    /** @param {Spot[]} positions @param {Log[]} steps */
    const show = (positions, steps) => {
      this.viewer?.end();
      this.viewer = new Viewer(
        { game, names, positions, steps },
        html('p', { class: 'task' }, endOf(record)),
        html('div', { class: 'row' }, this.analyse),
        this.progress,
      );
      this.place.replaceChildren(this.viewer.node);
    };
    show([{ side: 'white', position: record.position }], []);
    try {
      this.engine = new Engine(record);
      const positions = await this.engine.follow();
      if (positions.length > 1) show(positions, stepsOf(record));
      this.analyse.hidden = positions.length < 2;
    } catch (error) {
      console.warn(error);
      this.progress.textContent = say('noEngine');
    }
  }

  async judge() {
    const { engine, viewer } = this;
    if (!engine || !viewer) return;
    this.analyse.disabled = true;
    /** @param {number} part */
    const tell = (part) => {
      this.progress.textContent = say('analysing', Math.floor(100 * part));
    };
    tell(0);
    try {
      const analysis = await engine.judge(tell);
      viewer.judged(analysis);
      const table = this.record.game === 'royal-ur' ? [say('judgedTable')] : [];
      this.progress.textContent = [say('judgedBy', analysis.plies), ...table].join(' ');
      this.analyse.hidden = true;
    } catch (error) {
      console.warn(error);
      this.progress.textContent = say('noEngine');
    }
  }
}

export class Game {
  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = html('h1', {}, say('replay'));
    this.body = html('div', {}, html('p', { role: 'status' }, say('loading')));
    this.gone = new AbortController();
  }

  /** @param {HTMLElement} main */
  begin(main) {
    main.append(this.title, this.body);
    document.addEventListener('keydown', (event) => this.view?.key(event), {
      signal: this.gone.signal,
    });
    this.update();
  }

  end() {
    this.gone.abort();
    this.view?.end();
    document.title = this.app.hello?.title ?? document.title;
  }

  /** Asks for the game, once the server hears us. */
  async update() {
    const { app } = this;
    if (this.view || this.isAsking || !app.hello) return;
    this.isAsking = true;
    try {
      const { record } = await app.line.ask('record', { game_id: this.id || '-' });
      if (!this.gone.signal.aborted) this.show(record);
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      if (!error.error) throw error;
      if (error.error !== 'lost') this.refuse(error);
    } finally {
      this.isAsking = false;
    }
  }

  /** @param {Refusal} error */
  refuse(error) {
    const { app } = this,
      isUnknown = ['unknown_record', 'bad_argument'].includes(error.error);
    this.body.replaceChildren(
      html('p', { class: 'card', role: 'alert' }, isUnknown ? say('noGame') : sayError(error)),
      html('p', {}, link(app, '/', app.name ? say('lobby') : say('enter'))),
    );
  }

  /** @param {GameRecord} record */
  show(record) {
    const { app } = this,
      name = (/** @type {Side} */ side) => record.players[side]?.name ?? say(side);
    const title = gameName(record.game, app.hello),
      players = `${name('white')} – ${name('black')}`;
    this.title.replaceChildren(`${title}${say('colon')}`, html('bdi', {}, players));
    document.title = `${title}${say('colon')}${players}`;
    this.view = new RecordView(app, record);
    this.body.replaceChildren(
      this.view.node,
      html(
        'div',
        { class: 'row' },
        link(app, `/learn/${record.game}`, say('learnThis')),
        link(app, '/', app.name ? say('lobby') : say('enter')),
      ),
    );
  }
}
