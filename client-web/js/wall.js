// The wall: the lobby's running games, large, for a projector.  It comes by itself, under a name of
// its own (main.js), so that nobody has to type.
import { drawPicture } from './board/draw.js';
import { stateOf } from './board/position.js';
import { make } from './board/svg.js';
import { html } from './html.js';
import { trailOf } from './moves.js';
import { SCENES } from './pictures.js';
import { clockText, stone } from './room/bars.js';
import { legText, SIDES } from './room/side.js';
import { faces } from './room/strip.js';
import { qrPicture } from './share.js';
import { fly, isStill, land } from './show/flight.js';
import { Show } from './show/show.js';
import { gameName, say, sayOf } from './words.js';

const LOOK_MS = 10000;
/** As many games as are told apart from the back of a room; more take turns. */
const GAMES_MAX = 12;
/** With more games than that, so many make room for others at each look. */
const TURNS = 3;
/** A game in which nothing happens for so long makes room for another one. */
const STILL_MS = 15 * 60000;
const CLOCK_MS = 500;

/** One game on the wall. */
class Card {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.show = new Show();
    /** @type {Happening[]} */
    this.happened = [];
    /** @type {Step | null | undefined} */
    this.flown;
    this.svg = make('svg', { class: 'board', role: 'img', 'aria-label': say('board') });
    this.flights = html('div', { class: 'over' });
    this.names = html('h2', { class: 'names' });
    this.about = html('p', { class: 'soft' });
    this.dice = html('div', { class: 'dice' });
    this.node = html(
      'section',
      { class: 'card' },
      this.names,
      html('div', { class: 'stage' }, this.svg, this.flights),
      html('div', { class: 'below' }, this.about, this.dice),
    );
  }

  /** @param {State} state */
  take(state) {
    if (state === this.show.state) return;
    if (state.game_id !== this.show.state?.game_id) this.happened = [];
    this.happened = [...this.happened, ...state.happened].slice(-40);
    this.show.take(state, { isStill: isStill() });
    const { seats, stage, turn, game, result, match } = state;
    this.names.replaceChildren(
      ...[...SIDES]
        .reverse()
        .map((side) =>
          html(
            'span',
            { class: `seat ${side}${stage === 'playing' && turn === side ? ' turn' : ''}` },
            stone(game, side),
            html('span', { class: 'who' }, seats[side]?.name ?? '–'),
            html('span', { class: 'clock', 'data-side': side }),
          ),
        ),
    );
    const end = !result
      ? ''
      : result.outcome === 'white' || result.outcome === 'black'
        ? say(
            'sideWon',
            seats[result.outcome]?.name ?? say(result.outcome),
            sayOf('reasons', result.reason),
          )
        : say(result.outcome === 'draw' ? 'aDraw' : 'calledOff', sayOf('reasons', result.reason));
    const about = [gameName(game, this.app.hello), match && legText(match), end];
    this.about.textContent = about.filter(Boolean).join(' · ');
    this.showClocks();
    this.run();
  }

  run() {
    clearTimeout(this.timer);
    const wait = this.show.advance(),
      { playing, state } = this.show;
    if (wait !== null) this.timer = setTimeout(() => this.run(), wait);
    if (!state || (playing === this.flown && playing)) return;
    this.flown = playing;
    drawPicture(
      this.svg,
      { game: state.game, board: this.show.board },
      { last: playing ? [] : trailOf(state.game, this.happened), isTall: false },
    );
    if (playing) fly(this.flights, this.svg, state.game, playing);
    else land(this.flights);
    this.dice.replaceChildren(...faces(state.game, this.show.dice, Boolean(playing?.dice)));
  }

  showClocks() {
    const { clock = null, came = 0 } = this.show.state ?? {};
    if (!clock) return;
    for (const node of this.names.querySelectorAll('.clock')) {
      const side = /** @type {Side} */ (node.getAttribute('data-side')),
        spent = clock.running === side ? performance.now() - came : 0;
      node.textContent = clockText(Math.max(0, clock[`${side}_ms`] - spent));
      node.classList.toggle('runs', clock.running === side);
    }
  }
}

export class Wall {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.watched = new Set();
    this.left = new Set(); // rooms where nobody was there, or played, when we looked
    this.cards = new Map(); // room -> Card
    this.seen = new Map(); // room -> at which look it was last on the wall
    this.looks = 0;
    /** @type {HTMLElement} */
    this.grid;
    /** @type {string | undefined} */
    this.key;
  }

  /** @param {HTMLElement} main */
  begin(main) {
    document.body.classList.add('on-wall');
    this.grid = html('div', { class: 'wall' });
    const address = location.origin;
    main.append(
      html('h1', { class: 'hidden' }, say('wall')),
      html(
        'div',
        { class: 'row invite' },
        qrPicture(`${address}/`),
        html('p', {}, say('wallInvite'), html('br'), html('b', {}, address)),
      ),
      this.grid,
    );
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.clocks = setInterval(() => {
      for (const card of this.cards.values()) card.showClocks();
    }, CLOCK_MS);
  }

  end() {
    document.body.classList.remove('on-wall');
    clearInterval(this.timer);
    clearInterval(this.clocks);
    for (const room of this.watched) this.leave(room);
  }

  /** After a lost connection. */
  update() {
    this.watched.clear();
    this.look();
  }

  /** True also after a reload: the server remembers who watches.
   *  @param {string} room */
  async watch(room) {
    try {
      await this.app.line.ask('watch', { room });
      return true;
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      return error.error === 'already_watching';
    }
  }

  /** @param {string} room */
  leave(room) {
    this.watched.delete(room);
    this.app.unwatch(room);
  }

  /** Nobody sits at a running game: both are away.
   *  @param {State} arg0 */
  isDeserted({ seats, stage }) {
    return stage === 'playing' && SIDES.every((side) => seats[side]?.away);
  }

  /** As many games as the server lets one watch. */
  get most() {
    return Math.min(GAMES_MAX, this.app.hello?.limits?.watched_per_player ?? GAMES_MAX);
  }

  /** Games that are shown already stay; games where nobody plays any more come last.
   *  @param {string} room */
  rank(room) {
    const state = this.watched.has(room) && this.app.states.get(room);
    if (state && (this.isDeserted(state) || performance.now() - state.came > STILL_MS))
      this.left.add(room);
    else if (state) this.left.delete(room);
    return this.left.has(room) ? 2 : this.watched.has(room) ? 0 : 1;
  }

  /** The rooms to show: with more than there is room for, those that were still for longest make
   *  room for those that were not shown for longest.
   *  @param {Message[]} all */
  chosen(all) {
    const ranked = all
      .map(({ room }) => ({ room, rank: this.rank(room) }))
      .sort((a, b) => a.rank - b.rank);
    const shown = ranked.filter(({ rank }) => rank === 0).map(({ room }) => room);
    const others = ranked
      .filter(({ rank }) => rank === 1)
      .map(({ room }) => room)
      .sort((a, b) => (this.seen.get(a) ?? 0) - (this.seen.get(b) ?? 0));
    /** @param {string} room */
    const came = (room) => this.app.states.get(room)?.came ?? 0;
    const go = Math.max(0, Math.min(TURNS, shown.length + others.length - this.most));
    const stay = shown.sort((a, b) => came(b) - came(a)).slice(0, this.most - go);
    return [
      ...stay,
      ...others,
      ...ranked.filter(({ rank }) => rank === 2).map(({ room }) => room),
    ].slice(0, this.most);
  }

  async look() {
    const reply = await this.app.line.ask('rooms').catch(() => null);
    if (!reply) return;
    this.looks++;
    const all = reply.rooms.filter(
        (/** @type {Message} */ row) => row.stage === 'playing' && !row.private,
      ),
      running = this.chosen(all);
    for (const room of this.left)
      if (!all.some((/** @type {Message} */ one) => one.room === room)) this.left.delete(room);
    for (const room of this.watched) if (!running.includes(room)) this.leave(room);
    for (const room of running)
      if (!this.watched.has(room) && (await this.watch(room))) this.watched.add(room);
    for (const room of this.watched) this.seen.set(room, this.looks);
    for (const room of this.seen.keys())
      if (!all.some((/** @type {Message} */ one) => one.room === room)) this.seen.delete(room);
    this.show();
  }

  /** @param {Message} event */
  event(event) {
    if (event.event === 'closed') this.watched.delete(event.room);
    if (event.event === 'state' || event.event === 'closed') this.show();
  }

  show() {
    const rooms = [...this.watched].filter((room) => {
      const state = this.app.states.get(room);
      return state && !this.isDeserted(state);
    });
    const key = rooms.join();
    for (const room of this.cards.keys()) if (!rooms.includes(room)) this.cards.delete(room);
    for (const room of rooms) if (!this.cards.has(room)) this.cards.set(room, new Card(this.app));
    if (key !== this.key) {
      this.key = key;
      this.grid.dataset.games = String(rooms.length);
      this.grid.classList.toggle('is-empty', !rooms.length);
      this.grid.replaceChildren(
        ...(rooms.length
          ? rooms.flatMap((room) => this.cards.get(room)?.node ?? [])
          : this.nothing()),
      );
    }
    for (const room of rooms) {
      const state = this.app.states.get(room);
      if (state) this.cards.get(room)?.take(state);
    }
  }

  /** An empty wall shows what one could play. */
  nothing() {
    const scenes = Object.entries(SCENES).map(([game, at]) => {
      const svg = make('svg', { class: 'scene', 'aria-hidden': 'true' });
      drawPicture(svg, stateOf(game, at), { isTall: false });
      return html('figure', {}, svg, html('figcaption', {}, gameName(game, this.app.hello)));
    });
    return [
      html('p', { class: 'soft' }, say('wallEmpty')),
      html('div', { class: 'scenes' }, ...scenes),
    ];
  }
}
