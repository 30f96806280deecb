// Learn a game: small positions, one move each, with the rules core's answer.
import { drawBoard, upright } from '../board/draw.js';
import { stateOf } from '../board/position.js';
import { make } from '../board/svg.js';
import { button, html, link } from '../html.js';
import { marksOf, Taps } from '../moves.js';
import { choiceText } from '../room/choice.js';
import { Input } from '../room/input.js';
import { fly, isStill, land } from '../show/flight.js';
import { Show } from '../show/show.js';
import { isUr } from '../show/way.js';
import { play } from '../sound.js';
import { local } from '../store.js';
import { say, sayOf } from '../words.js';
import { LESSONS } from './lessons.js';

/** @type {Record<string, () => Promise<{default: Record<string, any>}>>} */
const texts = { en: () => import('./en.js'), fr: () => import('./fr.js') };
/** The side to move in a position.
 *  @param {string} text */
const turnOf = (text) => (/ b( |$)/.test(text) ? 'black' : 'white');

export class Learn {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = LESSONS[game] ? game : Object.keys(LESSONS)[0];
    this.at = 0;
    this.state = stateOf(this.game, LESSONS[this.game][0].at);
    this.show = new Show();
    /** @type {SVGSVGElement} */
    this.svg;
    /** @type {HTMLElement} */
    this.hints;
    /** @type {HTMLElement} */
    this.flights;
    /** @type {HTMLElement} */
    this.step;
    /** @type {HTMLElement} */
    this.task;
    /** @type {HTMLElement} */
    this.said;
    /** @type {HTMLElement} */
    this.choices;
    /** @type {HTMLButtonElement} */
    this.back;
    /** @type {HTMLButtonElement} */
    this.solve;
    /** @type {HTMLButtonElement} */
    this.next;
    /** @type {HTMLElement} */
    this.history;
    /** @type {HTMLElement} */
    this.onward;
    /** @type {Input | undefined} */
    this.input;
    /** @type {Side} */
    this.side;
    /** @type {Board | null} */
    this.then;
    /** @type {{history: string, steps: string[][]}} */
    this.words;
    this.gone = new AbortController();
    this.lesson = LESSONS[this.game][0];
    this.isDone = false;
    /** @type {string[]} */
    this.last = [];
    /** @type {Taps | null} */
    this.taps = null;
  }

  /** @param {HTMLElement} main */
  async begin(main) {
    const { app, game } = this;
    const list = html(
      'nav',
      { class: 'row', 'aria-label': say('learn') },
      ...Object.keys(LESSONS).map((one) => link(app, `/learn/${one}`, sayOf('games', one))),
    );
    for (const one of list.children)
      if (one.getAttribute('href') === `/learn/${game}`) one.setAttribute('aria-current', 'page');
    this.svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });
    this.hints = html('div', { class: 'over' });
    this.flights = html('div', { class: 'over' });
    this.step = html('small', { class: 'soft' });
    this.task = html('p', { class: 'task' });
    this.said = html('p', { role: 'status', class: 'answer' });
    this.choices = html('div', { class: 'row' });
    this.back = button(say('lessonBack'), () => this.go(this.at - 1));
    this.solve = button(say('lessonShow'), () => this.showMove());
    this.next = button(say('lessonNext'), () => this.go(this.at + 1), { class: 'main' });
    this.history = html('p', { class: 'soft' });
    this.onward = html(
      'div',
      { class: 'row' },
      button(
        say('playNow'),
        () => {
          local.set('alea.game', game);
          app.go('/');
        },
        { class: 'main' },
      ),
      link(app, `/rules/${game}`, say('rules')),
    );
    main.append(
      html('h1', {}, `${say('learn')}${say('colon')}${sayOf('games', game)} `, this.step),
      html(
        'div',
        { class: `lesson${isUr(game) ? ' long' : ''}` },
        html(
          'div',
          { class: 'felt' },
          html('div', { class: 'stage' }, this.svg, this.hints, this.flights),
        ),
        html(
          'section',
          { class: 'card' },
          this.task,
          this.choices,
          this.said,
          html('div', { class: 'row' }, this.back, this.solve, this.next),
          this.onward,
        ),
      ),
      html('section', { class: 'card' }, html('h2', {}, say('history')), this.history),
      list,
    );
    this.input = new Input(this);
    const { default: all } = await (texts[document.documentElement.lang] ?? texts.en)();
    this.words = all[game];
    this.history.textContent = this.words.history;
    this.go(0);
    upright.addEventListener('change', () => this.draw(), { signal: this.gone.signal });
  }

  end() {
    this.gone.abort();
    clearTimeout(this.timer);
  }

  /** Shows a lesson.
   *  @param {number} at */
  go(at) {
    const all = LESSONS[this.game];
    this.at = Math.max(0, Math.min(all.length - 1, at));
    const lesson = all[this.at];
    this.lesson = lesson;
    this.side = turnOf(lesson.at);
    this.state = stateOf(this.game, lesson.at);
    this.show = new Show();
    const first = { ...this.state, seq: this.at, game_id: 'lesson' };
    this.show.take(/** @type {State} */ (/** @type {unknown} */ (first))); // no more is shown
    this.isDone = false;
    this.last = [];
    this.step.textContent = say('lessonOf', this.at + 1, all.length);
    [this.task.textContent] = this.words.steps[this.at];
    this.answer('');
    this.again();
    this.back.disabled = this.at === 0;
    this.next.hidden = this.at === all.length - 1;
    this.solve.hidden = false;
    this.onward.hidden = true;
    this.next.classList.toggle('main', false);
    this.svg.querySelector('.square')?.scrollIntoView?.({ block: 'nearest' });
  }

  /** @param {string} text */
  answer(text, kind = '') {
    this.said.textContent = text;
    this.said.dataset.kind = kind;
  }

  again() {
    this.taps = new Taps(this.game, this.side, this.lesson.moves.split(' '), this.state.board);
    this.choose([]);
    this.draw();
  }

  /** @param {Tapped[]} moves */
  choose(moves) {
    this.choices.replaceChildren(
      ...moves.map((one) => button(choiceText(this.game, one), () => this.move(one.move))),
    );
  }

  skip() {
    if (!this.show.isPlaying) return false;
    this.show.skip();
    this.run();
    return true;
  }

  /** @param {string | null | undefined} square */
  tap(square) {
    if (!this.taps || !square) return;
    const result = this.taps.tap(square);
    this.choose(result.choices ?? []);
    if (result.wrong) this.answer(say('lessonIllegal'), 'wrong');
    if (result.move) this.move(result.move);
    else this.draw();
  }

  showMove() {
    if (this.taps) this.move(this.lesson.good[0]);
  }

  /** @param {string} move */
  move(move) {
    if (!this.lesson.good.includes(move)) {
      this.answer(say('lessonOther'), 'wrong');
      this.again();
      return;
    }
    this.taps = null;
    this.choose([]);
    this.show.propose(this.side, move, isStill());
    this.isDone = true;
    this.last = marksOf(this.game, this.side, move);
    this.then = move === this.lesson.good[0] ? stateOf(this.game, this.lesson.then).board : null;
    play('move');
    this.run();
  }

  run() {
    clearTimeout(this.timer);
    const wait = this.show.advance();
    if (wait !== null) this.timer = setTimeout(() => this.run(), wait);
    else if (this.isDone) this.finish();
    this.draw();
    if (this.show.playing) fly(this.flights, this.svg, this.game, this.show.playing);
    else land(this.flights);
  }

  /** What the rules core makes of the move. */
  finish() {
    this.isDone = false;
    if (this.then) this.show.board = this.then;
    this.answer(this.words.steps[this.at][1], 'right');
    this.solve.hidden = true;
    this.next.classList.toggle('main', true);
    const isLast = this.at === LESSONS[this.game].length - 1;
    this.onward.hidden = !isLast;
    if (!isLast) this.next.focus({ preventScroll: true });
    play('home');
  }

  refresh() {
    this.draw();
  }

  draw() {
    const none = /** @type {Set<string>} */ (new Set()),
      { taps } = this,
      active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = this.svg.contains(active) ? active?.dataset.square : null;
    drawBoard(
      this.svg,
      { game: this.game, board: this.show.board },
      {
        side: this.side,
        picked: taps ? new Set(taps.picked) : none,
        targets: taps?.picked.length ? taps.targets() : none,
        starts: taps && !taps.picked.length ? taps.starts() : none,
        last: this.show.isPlaying ? [] : this.last,
      },
    );
    if (focused) this.input?.focus(focused);
    this.input?.hint(focused);
  }
}
