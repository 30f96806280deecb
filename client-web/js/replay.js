// A game from a file: a record, whose dice are verified, or what `alea analyse --json` says of one,
// with the board, a slider and the graph of winning chances.
import { foundText } from './room/after.js';
import { drawBoard } from './board/draw.js';
import { stateOf } from './board/position.js';
import { make } from './board/svg.js';
import { verifyDice } from './dice.js';
import { chancesGraph, chancesOf, slider } from './graph.js';
import { html, table } from './html.js';
import { marksOf } from './moves.js';
import { gameName, say, sayOf } from './words.js';

const percent = (value) => `${Math.round(100 * value)} %`;

/** What is in a file: records and analyses; the file may have one of them in each line. */
export function readFile(text) {
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
  constructor(app) {
    this.app = app;
  }

  begin(main) {
    const file = html('input', {
      type: 'file',
      name: 'file',
      accept: '.json,application/json',
      multiple: true,
      onchange: () => this.take(file.files),
    });
    this.found = html('div');
    const card = html(
      'section',
      { class: 'card' },
      html('h1', {}, say('replayFile')),
      html('p', {}, say('replayHelp')),
      html('pre', {}, 'alea analyse --json alea-….json > chances.json'),
      html('label', {}, say('chooseFile'), ' ', file),
    );
    main.append(card, this.found);
    this.gone = new AbortController(); // main stays when the view goes
    for (const kind of ['dragover', 'drop'])
      main.addEventListener(
        kind,
        (e) => {
          e.preventDefault();
          if (e.type === 'drop') this.take(e.dataTransfer.files);
        },
        { signal: this.gone.signal },
      );
  }

  end() {
    this.gone.abort();
  }

  async take(files) {
    const games = (await Promise.all([...files].map((file) => file.text()))).flatMap(readFile);
    this.found.replaceChildren(
      ...(games.length
        ? games.map((one) => this.card(one))
        : [html('p', { class: 'card', role: 'alert' }, say('notAGame'))]),
    );
  }

  card(one) {
    const title = html(
      'h2',
      {},
      `${gameName(one.game, this.app.hello)}: ${nameIn(one, 'white')} – ${nameIn(one, 'black')}`,
    );
    return html(
      'section',
      { class: 'card' },
      title,
      ...(one.items ? this.analysis(one) : this.record(one)),
    );
  }

  record(record) {
    const found = html('p', { role: 'status' });
    verifyDice(record, this.app.known(record.game_id)).then(
      (result) => {
        found.textContent = foundText(result);
      },
      () => {
        found.textContent = say('notAGame');
      },
    );
    const moves = record.log.filter(({ what }) => what === 'move').map(({ move }) => move);
    return [
      found,
      html(
        'p',
        {},
        record.result
          ? say('endsBy', sayOf('reasons', record.result.reason) || record.result.reason)
          : '',
      ),
      html(
        'details',
        {},
        html('summary', {}, say('movesOf', moves.length)),
        html('p', {}, moves.join(' ')),
      ),
      html('p', { class: 'soft' }, say('recordHint')),
    ];
  }

  analysis(analysis) {
    const svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });
    const chances = chancesOf(analysis),
      positions = [analysis.position, ...analysis.items.map(({ position }) => position)];
    const show = (step) => {
      graph.at(step);
      const item = analysis.items[step - 1];
      if (positions[step]) this.draw(svg, analysis.game, positions[step], item);
      return this.tell(analysis, item, chances[step]);
    };
    const steps = slider(positions.length, show),
      graph = chancesGraph(analysis, (step) => steps.go(step));
    steps.go(0);
    return [
      html(
        'div',
        { class: 'table' },
        html('div', {}, svg),
        html('div', {}, html('h3', {}, say('chances')), graph, steps, this.sums(analysis)),
      ),
      html('p', { class: 'soft' }, analysis.judge),
    ];
  }

  draw(svg, game, position, item) {
    const none = new Set(),
      state = stateOf(game, position);
    drawBoard(svg, state, {
      picked: none,
      targets: none,
      starts: none,
      last: item?.played ? marksOf(state.game, item.side, item.played) : [],
    });
  }

  tell(analysis, item, white) {
    const chance = say('chanceIs', nameIn(analysis, 'white'), percent(white));
    if (!item) return chance;
    const name = nameIn(analysis, item.side);
    const did =
      item.what === 'throw'
        ? sayOf('happened', 'throw', name, item.dice.join(' '))
        : sayOf('happened', 'move', name, item.played);
    const better =
      item.mark && item.best !== item.played ? `${item.mark} ${say('better', item.best)}` : '';
    return [did, better, chance].filter(Boolean).join(' ');
  }

  sums(analysis) {
    const signed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(0)} %`;
    return table(
      [say('player'), say('luck'), say('skill')],
      ['white', 'black'].map((side) => [
        nameIn(analysis, side),
        signed(analysis[side].luck),
        analysis[side].skill === null ? '–' : percent(analysis[side].skill),
      ]),
    );
  }
}

const nameIn = (one, side) => one.players?.[side]?.name ?? one[side]?.name ?? say(side);
