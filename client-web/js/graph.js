// A slider over the steps of a game, and the graph of winning chances of a game that `alea analyse
// --json` has judged.
import { make } from './board/svg.js';
import { button, html } from './html.js';
import { say } from './words.js';

const WIDTH = 600,
  HEIGHT = 200,
  LEFT = 44,
  TOP = 8;

/** White's chances: at the start, then after each item.
 *  @param {Analysis} analysis */
export function chancesOf(analysis) {
  /** @param {Judged} item */
  const white = (item) => (item.side === 'white' ? item.after : 1 - item.after);
  return [analysis.start ?? 0.5, ...analysis.items.map(white)];
}

/** Draws it.  `pick` is called with the step that somebody taps; the result has `at(step)`, which
 *  marks one.
 *  @param {Analysis} analysis @param {(step: number) => void} pick */
export function chancesGraph(analysis, pick) {
  const chances = chancesOf(analysis),
    last = Math.max(1, chances.length - 1);
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT - 8)) / last,
    y = (/** @type {number} */ chance) => TOP + (1 - chance) * HEIGHT;
  const points = chances.map((chance, i) => `${x(i).toFixed(1)},${y(chance).toFixed(1)}`).join(' ');
  const cursor = make('line', { class: 'cursor', y1: TOP, y2: TOP + HEIGHT });
  const svg = make(
    'svg',
    {
      class: 'graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`,
      role: 'img',
      'aria-label': say('chances'),
    },
    make('rect', { class: 'frame', x: LEFT, y: TOP, width: WIDTH - LEFT - 8, height: HEIGHT }),
    ...[0, 0.5, 1].flatMap((chance) => [
      make('line', { class: 'grid', x1: LEFT, x2: WIDTH - 8, y1: y(chance), y2: y(chance) }),
      make(
        'text',
        { class: 'axis', x: LEFT - 6, y: y(chance) + 4 },
        `${Math.round(chance * 100)} %`,
      ),
    ]),
    make('polygon', { class: 'area', points: `${x(0)},${y(0)} ${points} ${x(last)},${y(0)}` }),
    make('polyline', { class: 'line', points }),
    ...analysis.items.flatMap((item, i) =>
      item.mark
        ? [
            make('circle', { class: 'mark', cx: x(i + 1), cy: y(chances[i + 1]), r: 4 }),
            make(
              'text',
              {
                class: 'mark',
                x: x(i + 1),
                y: y(chances[i + 1]) + (chances[i + 1] > 0.5 ? 18 : -8),
              },
              item.mark,
            ),
          ]
        : [],
    ),
    cursor,
  );
  svg.addEventListener('click', (e) => {
    const box = svg.getBoundingClientRect(),
      at = ((e.clientX - box.left) / box.width) * WIDTH;
    pick(Math.min(last, Math.max(0, Math.round(((at - LEFT) / (WIDTH - LEFT - 8)) * last))));
  });
  const at = (/** @type {number} */ step) => {
    for (const end of ['x1', 'x2']) cursor.setAttribute(end, String(x(step)));
  };
  return Object.assign(svg, { at });
}

/** A player's ratings in a game, the oldest first.
 *  @param {number[]} ratings @param {string} label */
export function ratingGraph(ratings, label) {
  const least = Math.floor(Math.min(...ratings) / 50 - 0.5) * 50,
    most = Math.ceil(Math.max(...ratings) / 50 + 0.5) * 50,
    last = ratings.length - 1;
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT - 8)) / last,
    y = (/** @type {number} */ rating) => TOP + ((most - rating) / (most - least)) * HEIGHT;
  return make(
    'svg',
    {
      class: 'graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`,
      role: 'img',
      'aria-label': `${label}${say('colon')}${ratings.join(', ')}`,
    },
    make('rect', { class: 'frame', x: LEFT, y: TOP, width: WIDTH - LEFT - 8, height: HEIGHT }),
    ...[least, (least + most) / 2, most].flatMap((rating) => [
      make('line', { class: 'grid', x1: LEFT, x2: WIDTH - 8, y1: y(rating), y2: y(rating) }),
      make('text', { class: 'axis', x: LEFT - 6, y: y(rating) + 4 }, String(Math.round(rating))),
    ]),
    make('polyline', {
      class: 'line',
      points: ratings.map((rating, i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`).join(' '),
    }),
    make('circle', { class: 'mark', cx: x(last), cy: y(ratings[last]), r: 4 }),
  );
}

/** A slider over steps with buttons.  `show` shows a step and returns what happened in it; the
 *  result has `go(step)`.
 *  @param {number} steps @param {(step: number) => string} show */
export function slider(steps, show) {
  const range = html('input', {
    type: 'range',
    min: 0,
    max: steps - 1,
    value: steps - 1,
    'aria-label': say('replay'),
  });
  const text = html('output', { class: 'soft' });
  /** @param {number} step */
  const go = (step) => {
    range.value = String(Math.max(0, Math.min(steps - 1, step)));
    const told = show(Number(range.value));
    range.setAttribute('aria-valuetext', told);
    text.textContent = `${say('step', Number(range.value) + 1, steps)} ${told}`;
  };
  range.addEventListener('input', () => go(Number(range.value)));
  /** @param {string} sign @param {string} name @param {() => number} step */
  const by = (sign, name, step) => button(sign, () => go(step()), { 'aria-label': say(name) });
  const node = html(
    'div',
    { class: 'slider' },
    html(
      'div',
      { class: 'row' },
      by('«', 'first', () => 0),
      by('‹', 'before', () => range.valueAsNumber - 1),
      range,
      by('›', 'next', () => range.valueAsNumber + 1),
      by('»', 'last', () => steps - 1),
    ),
    text,
  );
  return Object.assign(node, { go });
}
