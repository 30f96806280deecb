// A game from a file: a record, as its page shows it, or what `alea analyse --json` says of one.
import { RecordView } from './game/game.js';
import { Viewer } from './game/viewer.js';
import { html } from './html.js';
import { gameName, say } from './words.js';

/** What is in a file: records and analyses; the file may have one of them in each line.
 *  @param {string} text */
export function readFile(text) {
  /** @param {string} part */
  const read = (part) => {
    try {
      return [JSON.parse(part)].flat();
    } catch {
      return [];
    }
  };
  const all = read(text),
    games = all.length ? all : text.split('\n').flatMap(read);
  return games.filter(
    (one) =>
      one && typeof one.game === 'string' && (Array.isArray(one.items) || Array.isArray(one.log)),
  );
}

export class Replay {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {{end(): void}[]} */
    this.shown = [];
    this.gone = new AbortController(); // main stays when the view goes
    this.found = html('div');
  }

  /** @param {HTMLElement} main */
  begin(main) {
    const file = html('input', {
      type: 'file',
      name: 'file',
      accept: '.json,application/json',
      multiple: true,
      onchange: () => this.take(file.files ?? []),
    });
    const card = html(
      'section',
      { class: 'card' },
      html('h1', {}, say('replayFile')),
      html('p', {}, say('replayHelp')),
      html('label', {}, say('chooseFile'), ' ', file),
    );
    main.append(card, this.found);
    for (const kind of ['dragover', 'drop'])
      main.addEventListener(
        kind,
        (e) => {
          e.preventDefault();
          if (e instanceof DragEvent && e.type === 'drop') this.take(e.dataTransfer?.files ?? []);
        },
        { signal: this.gone.signal },
      );
  }

  end() {
    this.gone.abort();
    this.drop();
  }

  /** Forgets the games of the files before. */
  drop() {
    for (const one of this.shown.splice(0)) one.end();
  }

  /** @param {Iterable<File>} files */
  async take(files) {
    const games = (await Promise.all([...files].map((file) => file.text()))).flatMap(readFile);
    this.drop();
    this.found.replaceChildren(
      ...(games.length
        ? games.map((one) => this.show(one))
        : [html('p', { class: 'card', role: 'alert' }, say('notAGame'))]),
    );
  }

  /** @param {Message} one */
  show(one) {
    const view = one.items
      ? analysed(/** @type {Analysis} */ (one))
      : new RecordView(this.app, /** @type {GameRecord} */ (one));
    this.shown.push(view);
    return html(
      'section',
      {},
      html(
        'h2',
        {},
        `${gameName(one.game, this.app.hello)}${say('colon')}` +
          `${nameIn(one, 'white')} – ${nameIn(one, 'black')}`,
      ),
      view.node,
      one.judge ? html('p', { class: 'soft' }, one.judge) : null,
    );
  }
}

/** What `alea analyse --json` says of a game.
 *  @param {Analysis} analysis */
function analysed(analysis) {
  const { game, items } = analysis;
  const viewer = new Viewer({
    game,
    names: { white: analysis.white.name, black: analysis.black.name },
    positions: [{ side: 'white', position: analysis.position }, ...items],
    steps: items.map(({ what, dice = [], played = '' }) => ({ what, dice, move: played })),
  });
  viewer.judged(analysis);
  viewer.go(0);
  return viewer;
}

/** @param {Message} one @param {Side} side */
const nameIn = (one, side) => one.players?.[side]?.name ?? one[side]?.name ?? say(side);
