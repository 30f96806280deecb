// The strip with the dice, what is happening now, and the choices of a move.
import { make } from '../board/svg.js';
import { DICE, diceOf, sumOf } from '../dice.js';
import { html } from '../html.js';
import { say } from '../words.js';

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-8, -8],
    [8, 8],
  ],
  3: [
    [-8, -8],
    [0, 0],
    [8, 8],
  ],
  4: [
    [-8, -8],
    [8, -8],
    [-8, 8],
    [8, 8],
  ],
  5: [
    [-8, -8],
    [8, -8],
    [0, 0],
    [-8, 8],
    [8, 8],
  ],
  6: [
    [-8, -9],
    [8, -9],
    [-8, 0],
    [8, 0],
    [-8, 9],
    [8, 9],
  ],
};

/** A cube of ivory.
 *  @param {number} face */
const cube = (face) =>
  make(
    'svg',
    { class: 'die cube', viewBox: '-20 -20 40 42' },
    make('rect', { x: -17, y: -14.5, width: 34, height: 34, rx: 7, class: 'edge' }),
    make('rect', { x: -17, y: -17, width: 34, height: 34, rx: 7, class: 'face' }),
    ...(PIPS[face] ?? []).map(([x, y]) =>
      make('circle', { cx: x, cy: y, r: 3.6, class: `pip${face === 1 ? ' one' : ''}` }),
    ),
  );

/** A half-round stick: its light flat face with marks is 1, its dark back is 0.
 *  @param {number} face */
const stick = (face) =>
  make(
    'svg',
    { class: `die stick two${face}`, viewBox: '-13 -24 26 50' },
    make('rect', { x: -9, y: -20.5, width: 18, height: 45, rx: 8, class: 'edge' }),
    make('rect', { x: -9, y: -23, width: 18, height: 45, rx: 8, class: 'face' }),
    ...(face
      ? [-12, -0.5, 11].map((y) => make('circle', { cx: 0, cy: y, r: 3.4, class: 'pip' }))
      : [make('path', { d: 'M-3.5 -17Q-6 0 -3.5 16', class: 'shine' })]),
  );

/** The dice of a throw as they look; isNew: they roll.
 *  @param {string} game @param {number[]} dice @param {boolean} isNew */
export function faces(game, dice, isNew) {
  const isBinary = DICE[game]?.[1] === 2;
  return DICE[game]
    ? dice.map((face, i) => {
        const node = isBinary ? stick(face) : cube(face);
        if (isNew) node.setAttribute('class', `${node.getAttribute('class')} new d${i % 3}`);
        return node;
      })
    : [];
}

/** What happened last, in lines; where there is little room only the last is shown. */
const NOW_LINES = 5;

export class Strip {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    this.dice = html('div', { class: 'dice', role: 'img' });
    this.now = html('div', { class: 'now', 'aria-hidden': 'true' });
    this.choices = html('div', { class: 'row', id: 'choices' });
    this.node = html('div', { class: 'strip' }, this.dice, this.now, this.choices);
    /** @type {string | undefined} */
    this.key;
  }

  /** Lines for the eyes: what happens now.
   *  @param {string} text */
  tell(text) {
    if (!text) return;
    this.now.append(html('p', {}, text));
    while (this.now.childElementCount > NOW_LINES) this.now.firstElementChild?.remove();
  }

  show() {
    const { state, show } = this.room,
      { game } = state,
      { dice } = show,
      sides = diceOf(state);
    const rolled = show.playing?.dice && show.playing.since;
    const isRolling = rolled !== undefined;
    const left = show.isPlaying ? [] : state.left,
      key = `${game}/${dice.join()}/${rolled ?? ''}/${left.join()}`;
    if (key === this.key) return;
    this.key = key;
    this.dice.hidden = !sides;
    if (!sides) return;
    const isBinary = sides[1] === 2;
    const all = faces(game, dice, isRolling);
    const sum =
      isBinary && dice.length === sides[0]
        ? html('span', { class: 'sum' }, String(sumOf(game, dice)))
        : null;
    const rest =
      left.length && left.join() !== state.roll.join()
        ? html('span', { class: 'rest' }, say('stillToPlay', left.join(', ')))
        : null;
    this.dice.setAttribute(
      'aria-label',
      dice.length ? say('thrown', dice.join(' ')) : say('throwNone'),
    );
    this.dice.replaceChildren(...[...all, sum, rest].filter((one) => one !== null));
  }
}
