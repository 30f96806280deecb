// The lobby: play now, rooms, seeks, who is here.
import { html, toast } from './html.js';
import { say } from './words.js';

const CLOCKS = ['', '3+5', '5+10', '15+10', '30+20'];
/** How often the lists are read again, in ms. */
const REFRESH_MS = 5000;

export class Lobby {
  constructor(app) {
    this.app = app;
    this.offer = null; // our own seek: its number
  }

  begin(main) {
    this.lists = html('div', { class: 'columns' });
    main.append(html('div', { class: 'columns' }, this.playForm(), this.createForm()), html('p'), this.lists);
    this.refresh();
    this.timer = setInterval(() => { if (!document.hidden) this.refresh(); }, REFRESH_MS);
  }

  end() {
    clearInterval(this.timer);
    if (this.offer !== null) this.app.line.ask('unseek', {}).catch(() => {});
  }

  games() {
    return this.app.hello.games.map(({ id, title }) => html('option', { value: id }, title));
  }

  clocks() {
    return CLOCKS.map((time) => html('option', { value: time }, time || say('noClock')));
  }

  playForm() {
    const game = html('select', { name: 'game' }, ...this.games());
    const time = html('select', { name: 'time' }, ...this.clocks());
    const level = html('select', { name: 'level' }, html('option', { value: '' }, say('anybody')),
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => html('option', { value: n }, say('houseLevel', n))));
    this.waiting = html('p', { role: 'status' });
    return html('form', { class: 'card', onsubmit: (e) => { e.preventDefault(); this.play(game.value, time.value, level.value); } },
      html('h2', {}, say('playNow')),
      html('div', { class: 'row' }, html('label', {}, say('game'), ' ', game), html('label', {}, say('clock'), ' ', time),
        html('label', {}, say('opponent'), ' ', level), html('button', { class: 'main' }, say('play'))),
      html('p', { class: 'soft' }, say('playHint')), this.waiting);
  }

  createForm() {
    const game = html('select', { name: 'game' }, ...this.games());
    const options = html('select', { name: 'options' });
    const time = html('select', { name: 'time' }, ...this.clocks());
    const fill = () => {
      const { options: known } = this.app.hello.games.find(({ id }) => id === game.value);
      const all = Object.entries(known).flatMap(([name, values]) => values.slice(1).map((value) => `${name}=${value}`));
      options.replaceChildren(html('option', { value: '' }, '–'), ...all.map((one) => html('option', { value: one }, one)));
    };
    game.addEventListener('change', fill);
    fill();
    return html('form', { class: 'card', onsubmit: async (e) => {
      e.preventDefault();
      const reply = await this.app.ask('create', { game: options.value ? `${game.value}:${options.value}` : game.value, time: time.value });
      if (reply) { this.app.sides.set(reply.room, reply.side); this.app.go(`/play/${reply.room}`); }
    } }, html('h2', {}, say('create')),
    html('div', { class: 'row' }, html('label', {}, say('game'), ' ', game), html('label', {}, say('options'), ' ', options),
      html('label', {}, say('clock'), ' ', time), html('button', {}, say('create'))),
    html('p', { class: 'soft' }, say('createHint')));
  }

  async play(game, time, level) {
    const reply = await this.app.ask('play', level ? { game, time, level } : { game, time });
    if (!reply) return;
    if (reply.room) { this.app.sides.set(reply.room, reply.side); this.app.go(`/play/${reply.room}`); return; }
    this.offer = reply.offer;
    this.waiting.replaceChildren(say('waitingFor'), ' ', html('button', { type: 'button', onclick: () => this.cancel() }, say('cancel')));
  }

  async cancel() {
    if (await this.app.ask('unseek', {})) this.offer = null;
    this.waiting.replaceChildren();
  }

  event(event) {
    if (event.event === 'state' && this.app.sides.has(event.room) && event.stage === 'waiting' && event.seats.white && event.seats.black) {
      this.offer = null;
      this.app.go(`/play/${event.room}`);
    } else if (event.event === 'offer_over' && event.offer === this.offer && event.why !== 'taken') {
      this.offer = null;
      this.waiting.replaceChildren();
    } else if (event.event === 'offer' || event.event === 'offer_over') {
      this.refresh();
    }
  }

  async refresh() {
    const { line } = this.app;
    try {
      const [rooms, seeks, who, mine, challenges] = await Promise.all([line.ask('rooms'), line.ask('seeks'), line.ask('who'), line.ask('mine'), line.ask('challenges')]);
      this.show(rooms.rooms, [...seeks.seeks, ...challenges.challenges], who.who, mine.mine);
    } catch (error) {
      if (error.error !== 'lost') toast(error.text);
    }
  }

  list(title, rows, empty) {
    return html('section', { class: 'card' }, html('h2', {}, title),
      rows.length ? html('ul', { class: 'list' }, ...rows) : html('p', { class: 'soft' }, empty));
  }

  row(text, ...buttons) {
    for (const button of buttons.filter(Boolean)) button.dataset.key = `${text}/${button.textContent}`;
    return html('li', {}, html('span', {}, text), ...buttons);
  }

  button(text, action) {
    return html('button', { onclick: action }, text);
  }

  show(rooms, offers, who, mine) {
    const { app } = this;
    const title = (game) => app.hello.games.find(({ id }) => id === game.split(':')[0])?.title ?? game;
    const focused = this.lists.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const parts = [];
    if (mine.length) {
      parts.push(this.list(say('myGames'), mine.map((row) => this.row(`${title(row.game)}: ${row.opponent ?? '…'}`,
        this.button(say('open'), () => app.go(`/play/${row.room}`)))), ''));
    }
    parts.push(this.list(say('rooms'), rooms.map((row) => this.row(
      `${title(row.game)} · ${row.white ?? say('free')} – ${row.black ?? say('free')}${row.time ? ` · ${row.time}` : ''}${row.private ? ' 🔒' : ''}`,
      (!row.white || !row.black) && !row.private ? this.button(say('join'), () => app.go(`/play/${row.room}`)) : null,
      row.private ? null : this.button(say('watch'), () => app.go(`/watch/${row.room}`)))), say('noRooms')));
    if (offers.length) {
      parts.push(this.list(say('seeks'), offers.filter((row) => row.name !== app.name).map((row) => this.row(
        `${row.name}: ${title(row.game)}${row.time ? ` · ${row.time}` : ''}`,
        this.button(say('accept'), () => app.ask('accept', { offer: row.offer })))), ''));
    }
    parts.push(this.list(say('here'), who.filter((row) => row.name !== app.name).map((row) => this.row(
      row.name + (row.bot ? ' 🤖' : ''),
      this.button(say('challenge'), () => app.ask('challenge', { name: row.name, game: document.querySelector('[name=game]').value })))), say('nobody')));
    parts.push(html('p', {}, html('a', { href: '/wall', onclick: (e) => { e.preventDefault(); app.go('/wall'); } }, say('wall'))));
    this.lists.replaceChildren(...parts);
    if (focused) [...this.lists.querySelectorAll('[data-key]')].find(({ dataset }) => dataset.key === focused)?.focus();
  }
}
