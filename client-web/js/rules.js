// The rules of the games, with pictures.
import { drawBoard, make, pathOf, stateOf } from './board.js';
import { html, link } from './html.js';
import { squaresOf, Taps } from './moves.js';
import { say, sayOf, wordsOf } from './words.js';

/** Pictures: a position, White's way, the moves that White can make, or one move.  The captions
 *  are in the language files, in this order. */
const PICTURES = {
  'royal-ur': [{ at: '7,7 - 0,0 w -', path: true }, { at: '1,1 w3=w,5=w,6=b,8=wwbb,9=b,12=w,b13=b 1,1 w 2', moves: '12-14 5-7 8-10 in-2' }],
  akalamdung: [{ at: '7,7 - 0,0 w -', path: true }, { at: '3,5 w1=w,b2=b,w3=w,10=ww,12=B 0,0 w 2', moves: '1-3 10-12 in-2 in-2w' }, { at: '4,7 w1=w,w3=w,11=w 0,0 w -' }],
  ur: [{ at: '7,7 - 0,0 w -', path: true }, { at: '4,3 b2=b,5=w,7=bw,9=Wbb 0,0 w 2', moves: '5-7 9-11 9-7 in-2' }],
  stelpur: [{ at: 'wwwwww......bbbbbb...... w - -', path: true }, { at: 'w....b.b....bw.....b.... w 6,1 6,1', moves: '1:6 14:6 1:1 14:1' }],
  morris: [{ at: 'w....b.................. w 8,8 -' }, { at: 'www.b..b.....w.b....b... b 0,0 -', move: 'd6-d7' }],
  tablut: [{ at: '3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b' }, { at: '9/4T4/9/9/2Tt5/9/4K4/9/9 w', move: 'e8-e5' }, { at: '9/9/4t4/3tKt3/4t4/9/9/9/9 w' }],
  'alea-evangelii': [{ at: '2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2 w' }],
};

function picture(game, { at, path, moves, move }, caption) {
  const svg = make('svg', { class: 'board', role: 'img', 'aria-label': caption });
  drawBoard(svg, stateOf(game, at), {
    picked: new Set(), targets: new Set(), last: move ? squaresOf(game, 'white', move) : [],
    starts: moves ? new Taps(game, 'white', moves.split(' ')).starts() : new Set(),
  });
  if (path) svg.append(...pathOf(game));
  for (const node of svg.querySelectorAll('[data-square]')) for (const name of ['role', 'tabindex', 'aria-label', 'aria-disabled', 'data-square']) node.removeAttribute(name);
  return html('figure', {}, svg, html('figcaption', {}, caption));
}

/** The page of a game. */
function rulesOf(game) {
  const { goal, points, captions } = wordsOf('rulesOf')[game];
  const pictures = PICTURES[game].map((one, i) => picture(game, one, captions[i]));
  return html('article', { class: 'rules', tabindex: '-1', autofocus: true }, html('h2', {}, sayOf('games', game)), html('p', {}, html('b', {}, goal)),
    pictures[0], html('ul', {}, ...points.map((point) => html('li', {}, point))), ...pictures.slice(1));
}

/** The same above a room. */
export function rulesDialog(game) {
  const dialog = html('dialog', { class: 'card', 'aria-label': say('rules') }, rulesOf(game), html('form', { method: 'dialog' }, html('button', { class: 'main' }, say('back'))));
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}

export class Rules {
  constructor(app, game) {
    this.app = app;
    this.game = PICTURES[game] ? game : '';
  }

  begin(main) {
    const { app } = this;
    const list = html('nav', { class: 'row', 'aria-label': say('rules') }, ...Object.keys(PICTURES).map((game) => link(app, `/rules/${game}`, sayOf('games', game))));
    for (const one of list.children) if (one.getAttribute('href') === `/rules/${this.game}`) one.setAttribute('aria-current', 'page');
    main.append(html('h1', {}, say('rules')), list, html('p', {}, say('rulesAll')), ...(this.game ? [html('section', { class: 'card' }, rulesOf(this.game))] : []),
      html('p', {}, link(app, '/', app.name ? say('lobby') : say('enter'))));
  }
}
