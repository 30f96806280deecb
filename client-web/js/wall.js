// The wall: the lobby's running games, large, for a projector.  It comes by itself, under a name of
// its own (main.js), so that nobody has to type.
import { drawPicture } from './board/draw.js';
import { make } from './board/svg.js';
import { html } from './html.js';
import { stone } from './room/bars.js';
import { trailOf } from './moves.js';
import { qrPicture } from './share.js';
import { SIDES } from './room/side.js';
import { gameName, say, sayOf } from './words.js';

const LOOK_MS = 10000;
const GAMES = 4;
/** A game in which nothing happens for so long makes room for another one. */
const STILL_MS = 15 * 60000;

export class Wall {
  constructor(app) {
    this.app = app;
    this.watched = new Set();
    this.left = new Set(); // rooms where nobody was there, or played, when we looked
  }

  begin(main) {
    document.body.classList.add('on-wall');
    this.grid = html('div', { class: 'wall' });
    const address = location.origin;
    main.append(html('h1', { class: 'hidden' }, say('wall')), html('div', { class: 'row invite' }, qrPicture(`${address}/`), html('p', {}, say('wallInvite'), html('br'), html('b', {}, address))), this.grid);
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  end() {
    document.body.classList.remove('on-wall');
    clearInterval(this.timer);
    for (const room of this.watched) this.leave(room);
  }

  /** After a lost connection. */
  update() {
    this.watched.clear();
    this.look();
  }

  /** True also after a reload: the server remembers who watches. */
  async watch(room) {
    try {
      await this.app.line.ask('watch', { room });
      return true;
    } catch (error) { return error.error === 'already_watching'; }
  }

  leave(room) {
    this.watched.delete(room);
    this.app.unwatch(room);
  }

  /** Nobody sits at a running game: both are away. */
  isDeserted({ seats, stage }) { return stage === 'playing' && SIDES.every((side) => seats[side]?.away); }

  /** Games that are shown already stay; games where nobody plays any more come last. */
  rank(room) {
    const state = this.watched.has(room) && this.app.states.get(room);
    if (state && (this.isDeserted(state) || performance.now() - state.came > STILL_MS)) this.left.add(room);
    else if (state) this.left.delete(room);
    return this.left.has(room) ? 2 : this.watched.has(room) ? 0 : 1;
  }

  async look() {
    const reply = await this.app.line.ask('rooms').catch(() => null);
    if (!reply) return;
    const all = reply.rooms.filter((row) => row.stage === 'playing' && !row.private).map(({ room }) => ({ room, rank: this.rank(room) }));
    const running = all.sort((a, b) => a.rank - b.rank).slice(0, GAMES).map(({ room }) => room);
    for (const room of this.left) if (!all.some((one) => one.room === room)) this.left.delete(room);
    for (const room of this.watched) if (!running.includes(room)) this.leave(room);
    for (const room of running) if (!this.watched.has(room) && await this.watch(room)) this.watched.add(room);
    this.show();
  }

  event(event) {
    if (event.event === 'closed') this.watched.delete(event.room);
    if (event.event === 'state' || event.event === 'closed') this.show();
  }

  show() {
    const rooms = [...this.watched].filter((room) => this.app.states.has(room) && !this.isDeserted(this.app.states.get(room)));
    this.grid.dataset.games = rooms.length;
    this.grid.replaceChildren(...(rooms.length ? rooms.map((room) => this.card(this.app.states.get(room))) : [html('p', { class: 'soft' }, say('wallEmpty'))]));
  }

  card(state) {
    const svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });

    drawPicture(svg, state, { last: trailOf(state.game, state.happened), isTall: false });
    const names = [...SIDES].reverse().map((side) => html('span', { class: `seat ${side}${state.stage === 'playing' && state.turn === side ? ' turn' : ''}` },
      stone(state.game, side), state.seats[side]?.name ?? '–'));
    const { result } = state;
    const end = !result ? '' : result.outcome === 'white' || result.outcome === 'black'
      ? say('sideWon', state.seats[result.outcome]?.name ?? say(result.outcome), sayOf('reasons', result.reason)) : say(result.outcome === 'draw' ? 'aDraw' : 'calledOff', sayOf('reasons', result.reason));
    return html('section', { class: 'card' }, html('h2', { class: 'row' }, ...names), html('p', { class: 'soft' }, `${gameName(state.game, this.app.hello)} ${end}`), svg);
  }
}
