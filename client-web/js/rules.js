// The rules of the games, with pictures.
import { drawPicture, pathOf } from './board/draw.js';
import { stateOf } from './board/position.js';
import { make } from './board/svg.js';
import { html, link } from './html.js';
import { marksOf, Taps } from './moves.js';
import { PICTURES } from './pictures.js';
import { say, sayOf, wordsOf } from './words.js';

/** @param {string} game @param {import('./pictures.js').Picture} arg1 @param {string} caption
 *  @param {Side | undefined} viewer */
function picture(game, { at, path, moves, move }, caption, viewer) {
  const svg = make('svg', { class: 'board', role: 'img', 'aria-label': caption });
  const state = stateOf(game, at),
    mover = / b( |$)/.test(at) ? 'black' : 'white';
  const starts = moves ? [...new Taps(game, mover, moves.split(' '), state.board).starts()] : [];
  drawPicture(svg, state, { side: viewer, starts, last: move ? marksOf(game, mover, move) : [] });
  if (path) svg.append(...pathOf(game, viewer ?? 'white'));
  return html('figure', {}, svg, html('figcaption', {}, caption));
}

/** The page of a game.
 *  @param {App} app @param {string} game @param {Side} [viewer] */
function rulesOf(app, game, viewer = 'white') {
  const { goal, points, captions } = wordsOf('rulesOf')[game];
  const pictures = PICTURES[game].map((one, i) =>
    picture(game, one, captions[i], one.path ? viewer : 'white'),
  );
  return html(
    'article',
    { class: 'rules', tabindex: '-1', autofocus: true },
    html('h2', {}, sayOf('games', game)),
    html('p', {}, html('b', {}, goal)),
    pictures[0],
    html('ul', {}, ...points.map((/** @type {string} */ point) => html('li', {}, point))),
    ...pictures.slice(1),
    html('p', {}, link(app, `/learn/${game}`, say('learnThis'))),
  );
}

/** The same above a room.
 *  @param {App} app @param {string} game @param {Side | undefined} viewer */
export function rulesDialog(app, game, viewer) {
  const dialog = html(
    'dialog',
    { class: 'card', 'aria-label': say('rules') },
    rulesOf(app, game, viewer),
    html('form', { method: 'dialog' }, html('button', { class: 'main' }, say('back'))),
  );
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}

export class Rules {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = PICTURES[game] ? game : '';
  }

  /** @param {HTMLElement} main */
  begin(main) {
    const { app } = this;
    const list = html(
      'nav',
      { class: 'row', 'aria-label': say('rules') },
      ...Object.keys(PICTURES).map((game) => link(app, `/rules/${game}`, sayOf('games', game))),
    );
    for (const one of list.children)
      if (one.getAttribute('href') === `/rules/${this.game}`)
        one.setAttribute('aria-current', 'page');
    main.append(
      html('h1', {}, say('rules')),
      ...(this.game ? [html('section', { class: 'card' }, rulesOf(app, this.game))] : []),
      html('p', {}, say('rulesAll')),
      list,
      html('p', {}, link(app, '/', app.name ? say('lobby') : say('enter'))),
    );
  }
}
