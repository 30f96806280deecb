// The wall: the lobby's running games, large, for a projector.
import { make, drawBoard } from './board.js';
import { html } from './html.js';

const LOOK_MS = 10000;
const GAMES = 4;

export class Wall {
  constructor(app) {
    this.app = app;
    this.watched = new Set();
  }

  begin(main) {
    this.main = main;
    this.grid = html('div', { class: 'wall' });
    main.append(this.grid);
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  end() {
    clearInterval(this.timer);
    for (const room of this.watched) this.leave(room);
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
    this.app.line.ask('unwatch', { room }).catch(() => {});
    this.app.leaveRoom(room);
  }

  async look() {
    const reply = await this.app.line.ask('rooms').catch(() => null);
    if (!reply) return;
    const running = reply.rooms.filter((row) => row.stage === 'playing' && !row.private)
      .sort((a, b) => this.watched.has(b.room) - this.watched.has(a.room)).slice(0, GAMES).map(({ room }) => room);
    for (const room of this.watched) if (!running.includes(room)) this.leave(room);
    for (const room of running) if (!this.watched.has(room) && await this.watch(room)) this.watched.add(room);
    this.show();
  }

  event(event) {
    if (event.event === 'closed') this.watched.delete(event.room);
    if (event.event === 'state' || event.event === 'closed') this.show();
  }

  show() {
    this.grid.replaceChildren(...[...this.watched].filter((room) => this.app.states.has(room)).map((room) => {
      const state = this.app.states.get(room), svg = make('svg', { class: 'board' });
      const none = new Set();
      drawBoard(svg, state, { picked: none, targets: none, starts: none, last: [], label: (square) => square });
      return html('section', { class: 'card' }, html('h2', {}, `${state.seats.white?.name ?? '–'} – ${state.seats.black?.name ?? '–'}`), svg);
    }));
  }
}
