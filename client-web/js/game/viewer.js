// A game step by step: the board, a slider, keys and swipes, the list of moves; and once it is
// analysed, the graph of winning chances and the worst mistakes.
import { drawBoard, layoutIn, upright, wayNodes } from '../board/draw.js';
import { stateOf } from '../board/position.js';
import { make } from '../board/svg.js';
import { chancesGraph, chancesOf, slider } from '../graph.js';
import { button, html, table } from '../html.js';
import { marksOf } from '../moves.js';
import { faces } from '../room/strip.js';
import { isStill, land, slideMove } from '../show/flight.js';
import { isUr, wayOf } from '../show/way.js';
import { say, sayOf } from '../words.js';

/** Between two steps that are shown by themselves, in ms. */
const STEP_MS = 900;
/** A finger that moves so far sideways, in px, and not up or down, turns a page. */
const SWIPE_PX = 40;
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
/** Mistakes to list at most. */
const MISTAKES = 5;

/** @param {number} value */
const percent = (value) => `${Math.round(100 * value)} %`;
/** @param {number} value */
function signed(value) {
  const n = Math.round(100 * value);
  return `${n < 0 ? '−' : '+'}${Math.abs(n)} %`;
}
/** A decision that is marked, and cost what can be seen in percent.
 *  @param {Judged | undefined} item */
const isMistake = (item) =>
  item?.mark && item.best !== item.played && Math.round(100 * (item.before - item.after)) > 0;

export class Viewer {
  /** @param {{game: string, names: Partial<Record<Side, string>>, positions: Spot[],
   *  steps: Entry[]}} game `game` with
   *  its options; `names` by side; positions as positionsOf of engine.js; steps as in a record.
   *  @param {...Node} about what stands above the graph */
  constructor(game, ...about) {
    this.game = game;
    const [id, options] = game.game.split(':');
    this.id = id;
    this.options = options;
    /** @type {Analysis | null} */
    this.analysis = null;
    /** @type {ReturnType<typeof chancesGraph> | null} */
    this.curve = null; // once it is analysed
    /** @type {HTMLElement[]} */
    this.moves = []; // by step
    this.at = game.positions.length - 1;
    this.svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });
    this.dice = html('div', { class: 'dice' });
    this.graph = html('div');
    this.found = html('div', { class: 'found' });
    this.slider = slider(game.positions.length, (at) => this.show(at));
    this.playing = button(say('playSteps'), () => this.toggle());
    this.list = this.moveList();
    this.arrows = html('div', { class: 'over' });
    this.flights = html('div', { class: 'over' });
    this.stage = html('div', { class: 'stage' }, this.svg, this.arrows, this.flights);
    this.watchSwipes();
    this.node = html(
      'div',
      { class: `lesson replay${isUr(this.id) ? ' long' : ''}` },
      html(
        'div',
        { class: 'felt' },
        this.stage,
        html('div', { class: 'row' }, this.playing, this.dice),
        this.slider,
      ),
      html('section', { class: 'card' }, ...about, this.graph, this.found, this.list),
    );
    this.slider.go(this.at);
    this.gone = new AbortController();
    upright.addEventListener('change', () => this.show(this.at), { signal: this.gone.signal });
  }

  end() {
    this.gone.abort();
    clearTimeout(this.timer);
    clearTimeout(this.landing);
  }

  /** @param {Side} side */
  nameOf(side) {
    return this.game.names[side] ?? say(side);
  }

  /** Shows a step.  Returns what happened in it.
   *  @param {number} at */
  show(at) {
    const isNext = at === this.at + 1,
      step = this.game.steps[at - 1];
    this.at = at;
    clearTimeout(this.landing);
    land(this.flights);
    if (!isNext || step?.what !== 'move' || isStill() || !this.slide(at, step)) this.draw(at);
    this.drawBetter(at);
    this.dice.replaceChildren(...(step?.what === 'throw' ? faces(this.id, step.dice, false) : []));
    this.curve?.at(at);
    for (const [i, one] of this.moves.entries()) {
      if (i === at) one.setAttribute('aria-current', 'step');
      else one.removeAttribute('aria-current');
    }
    return this.tell(at);
  }

  /** @param {number} at */
  draw(at, board = this.boardAt(at)) {
    const { side } = this.game.positions[at],
      step = this.game.steps[at - 1],
      last = step?.what === 'move' ? marksOf(this.id, side, step.move) : [];
    drawBoard(this.svg, { game: this.id, options: this.options, board }, { last });
  }

  /** @param {number} at */
  boardAt(at) {
    return stateOf(this.id, this.game.positions[at].position).board;
  }

  /** Lets the piece of a move slide.  False: that cannot be shown.
   *  @param {number} at @param {Entry} arg1 */
  slide(at, { move }) {
    const shown = { before: this.boardAt(at - 1), side: this.game.positions[at].side, move };
    const draw = (/** @type {Board | undefined} */ board) => this.draw(at, board);
    this.landing = slideMove(this.flights, this.svg, this.id, shown, draw);
    return this.landing !== undefined;
  }

  /** An arrow for the move that would have been better.
   *  @param {number} at */
  drawBetter(at) {
    const item = this.analysis?.items[at - 1],
      kind = layoutIn(this.svg);
    this.arrows.replaceChildren();
    if (!item?.best || !isMistake(item) || !kind) return;
    const way = wayOf(this.id, this.boardAt(at - 1), this.game.positions[at].side, item.best),
      viewBox = `0 0 ${kind.width} ${kind.height}`;
    this.arrows.append(
      make('svg', { viewBox, 'aria-hidden': 'true' }, ...wayNodes(kind.squares, way)),
    );
  }

  /** @param {number} at */
  go(at) {
    this.slider.go(Math.max(0, Math.min(this.game.positions.length - 1, at)));
  }

  /** A step in words.
   *  @param {number} at */
  happened(at) {
    const { what, dice, move } = this.game.steps[at - 1],
      name = this.nameOf(this.game.positions[at].side);
    return sayOf('happened', what, name, what === 'throw' ? dice.join(' ') : move);
  }

  /** @param {number} at */
  tell(at) {
    const did = at ? this.happened(at) : '';
    if (!this.analysis) return did;
    const item = this.analysis.items[at - 1],
      white = chancesOf(this.analysis)[at];
    const better =
      isMistake(item) ? `${item.mark} ${say('better', item.best)}` : '';
    const chance = say('chanceIs', this.nameOf('white'), percent(white));
    return [did, better, chance].filter(Boolean).join(' ');
  }

  // --- going through it ---

  toggle() {
    const isOn = this.timer !== undefined;
    this.stop();
    if (isOn) return;
    if (this.at === this.game.positions.length - 1) this.go(0);
    this.playing.textContent = say('pauseSteps');
    const next = () => {
      this.go(this.at + 1);
      if (this.at === this.game.positions.length - 1) this.stop();
      else this.timer = setTimeout(next, STEP_MS);
    };
    this.timer = setTimeout(next, STEP_MS);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.playing.textContent = say('playSteps');
  }

  /** A key that was pressed on the page.  Fields keep theirs.
   *  @param {KeyboardEvent} event */
  key(event) {
    const by = KEYS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea')) return;
    event.preventDefault();
    this.stop();
    this.go(this.at + by);
  }

  watchSwipes() {
    let from = /** @type {Point | null} */ (null);
    this.stage.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
      from = { x, y };
    });
    this.stage.addEventListener('pointerup', ({ clientX, clientY }) => {
      const dx = clientX - (from?.x ?? clientX),
        dy = clientY - (from?.y ?? clientY);
      from = null;
      if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return;
      this.stop();
      this.go(this.at - Math.sign(dx));
    });
  }

  /** All steps, to choose one. */
  moveList() {
    /** @param {number} at */
    const pick = (at) =>
      html(
        'button',
        {
          type: 'button',
          class: 'move',
          onclick: () => {
            this.stop();
            this.go(at);
          },
        },
        this.happened(at),
      );
    const buttons = this.game.steps
      .slice(0, this.game.positions.length - 1)
      .map((_, i) => pick(i + 1));
    this.moves = [null, ...buttons].map((one) => one ?? html('span'));
    const n = this.game.steps.filter(({ what }) => what === 'move').length;
    return html(
      'details',
      {},
      html('summary', {}, say('movesOf', n)),
      html('ol', { class: 'moves' }, ...buttons.map((one) => html('li', {}, one))),
    );
  }

  // --- the analysis ---

  /** Shows what the engine has found, as `alea analyse --json` writes it.
   *  @param {Analysis} analysis */
  judged(analysis) {
    this.analysis = analysis;
    this.curve = chancesGraph(analysis, (at) => {
      this.stop();
      this.go(at);
    });
    this.graph.replaceChildren(this.curve);
    const worst = analysis.items
      .map((item, i) => ({ ...item, at: i + 1 }))
      .filter(isMistake)
      .sort((a, b) => b.before - b.after - (a.before - a.after))
      .slice(0, MISTAKES);
    const items = worst.map(({ at, side, mark, played, best, before, after }) =>
      html(
        'li',
        {},
        button(
          say('mistake', mark, this.nameOf(side), played, best, signed(after - before)),
          () => {
            this.stop();
            this.go(at);
          },
        ),
      ),
    );
    this.found.replaceChildren(
      html('h2', {}, say('mistakes')),
      worst.length
        ? html('ul', { class: 'list mistakes' }, ...items)
        : html('p', {}, say('noMistakes')),
      html('p', { class: 'soft' }, say('marksAre')),
      ...this.sums(),
    );
    this.go(this.at);
  }

  /** Luck, where there are dice, and skill. */
  sums() {
    const { analysis } = this;
    if (!analysis) return [];
    const hasDice = analysis.items.some(({ what }) => what === 'throw');
    /** @param {Side} side */
    const row = (side) => [
      this.nameOf(side),
      ...(hasDice ? [signed(analysis[side].luck)] : []),
      analysis[side].skill === null ? '–' : percent(analysis[side].skill),
    ];
    return [
      table(
        [say('player'), ...(hasDice ? [say('luck')] : []), say('skill')],
        [row('white'), row('black')],
      ),
      html('p', { class: 'soft' }, hasDice ? `${say('luckIs')} ${say('skillIs')}` : say('skillIs')),
    ];
  }
}
