// The lobby: play now, rooms, open games, who is here.
import { drawPicture } from './board/draw.js';
import { stateOf } from './board/position.js';
import { make } from './board/svg.js';
import {
  BALANCED,
  challengeDialog,
  clockName,
  clockPairs,
  createForm,
  gamePairs,
} from './create.js';
import { button, choice, form, html, labelled, link, renew, toast } from './html.js';
import { PICTURES, SCENES } from './pictures.js';
import { local } from './store.js';
import { gameName, optionsText, say, sayError, sayOf, wordsOf } from './words.js';

/** How often the lists are read again, in ms. */
const REFRESH_MS = 5000;

export class Lobby {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.levels = '';
    /** @type {HTMLElement} */
    this.mine;
    /** @type {HTMLElement} */
    this.waiting;
    /** @type {HTMLElement} */
    this.lists;
    /** @type {HTMLSelectElement} */
    this.game;
    /** @type {HTMLSelectElement} */
    this.time;
    /** @type {HTMLSelectElement} */
    this.level;
    /** @type {HTMLButtonElement} */
    this.playButton;
    /** @type {HTMLFormElement} */
    this.form;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map(); // game -> its picture
  }

  /** @param {HTMLElement} main */
  begin(main) {
    this.mine = html('div');
    this.waiting = html('p', { role: 'status', class: 'waiting' });
    this.lists = html('div', { class: 'columns' });
    const friend = createForm(this.app);
    main.append(
      html('h1', { class: 'hidden' }, say('lobby')),
      this.waiting,
      this.mine,
      this.ways(friend),
      this.gallery(),
      this.lists,
      html('div', { class: 'columns' }, friend, this.app.messages.card()),
      this.links(),
    );
    this.offerChanged();
    this.refresh();
    this.timer = setInterval(() => {
      if (!document.hidden) this.refresh();
    }, REFRESH_MS);
  }

  end() {
    clearInterval(this.timer);
  }

  /** What one can come for, which a phone shows only further down.
   *  @param {HTMLElement} friend */
  ways(friend) {
    /** @param {HTMLElement} node */
    const to = (node) => () => {
      node.scrollIntoView({ block: 'start' });
      /** @type {HTMLElement | null} */
      const first = node.querySelector('select, a, button');
      first?.focus({ preventScroll: true });
    };
    return html(
      'div',
      { class: 'row ways' },
      button(say('createTitle'), to(friend)),
      button(say('here'), to(this.lists)),
    );
  }

  links() {
    const { app } = this;
    return html(
      'p',
      { class: 'row links' },
      link(app, '/rules', say('rules')),
      link(app, '/top', say('top')),
      html('a', { href: '/wall', target: '_blank' }, say('wall')),
      link(app, '/replay', say('replayFile')),
    );
  }

  /** The games as pictures, races and others: a tap on one chooses it, below. */
  gallery() {
    /** @type {string[]} */
    const known = this.app.hello.games
      .map((/** @type {Message} */ { id }) => id)
      .filter((/** @type {string} */ id) => SCENES[id]);
    this.cards = new Map(known.map((id) => [id, this.gameCard(id)]));
    /** @param {string} id */
    const kindOf = (id) => (PICTURES[id][0].path ? 'races' : 'taflAndMorris');
    const cards = ['races', 'taflAndMorris'].flatMap((kind) => [
      html('h2', { class: 'kind' }, say(kind)),
      ...known.filter((id) => kindOf(id) === kind).map((id) => this.cards.get(id) ?? ''),
    ]);
    const name = { class: 'gallery', 'aria-label': say('chooseGame') };
    return html('section', name, ...cards, this.playForm());
  }

  /** @param {string} id */
  gameCard(id) {
    const svg = make('svg', { class: 'board', 'aria-hidden': 'true' }),
      name = gameName(id, this.app.hello);
    drawPicture(svg, stateOf(id, SCENES[id]), { isTall: false });
    const picture = html(
      'button',
      {
        type: 'button',
        class: 'picture',
        'aria-label': say('choose', name),
        onclick: () => {
          this.choose(id);
          this.playButton.focus({ preventScroll: true });
          this.form.scrollIntoView({ block: 'nearest' });
        },
      },
      svg,
    );
    const play = button(
      say('playNow'),
      () => {
        this.choose(id);
        return this.playChosen();
      },
      { 'aria-label': `${say('playNow')}${say('colon')}${name}` },
    );
    const learn = link(this.app, `/learn/${id}`, say('howTo'));
    learn.setAttribute('aria-label', `${say('howTo')}${say('colon')}${name}`);
    const [line, facts] = wordsOf('about')[id];
    return html(
      'article',
      { class: 'game', 'data-game': id },
      picture,
      html(
        'div',
        {},
        html('h3', {}, name),
        html('p', {}, line),
        html('p', { class: 'facts' }, facts),
      ),
      html('div', { class: 'row' }, play, learn),
    );
  }

  /** @param {string} id */
  choose(id) {
    this.game.value = id;
    this.showChosen();
  }

  showChosen() {
    for (const [id, card] of this.cards) card.classList.toggle('chosen', id === this.game.value);
  }

  playChosen() {
    return this.play(this.game.value, this.time.value, this.level.value);
  }

  playForm() {
    this.game = choice('game', gamePairs(this.app), local.get('alea.game') ?? undefined);
    this.game.addEventListener('change', () => this.showChosen());
    this.time = choice(
      'time',
      clockPairs().filter(([value]) => value !== 'own'),
    );
    this.level = choice('level', [['', say('anybody')]]);
    const rules = html(
      'a',
      {
        href: '/rules',
        /** @param {Event} e */
        onclick: (e) => {
          e.preventDefault();
          this.app.go(`/rules/${this.game.value}`);
        },
      },
      say('rules'),
    );
    this.playButton = html('button', { class: 'main' }, say('play'));
    this.showChosen();
    this.form = form(
      { class: 'card' },
      () => this.playChosen(),
      html('h2', {}, say('playNow')),
      html('p', { class: 'soft' }, say('playHint')),
      html(
        'div',
        { class: 'row' },
        labelled(say('game'), this.game),
        labelled(say('opponent'), this.level),
        labelled(say('clock'), this.time),
      ),
      html('div', { class: 'row' }, this.playButton, rules),
    );
    return this.form;
  }

  /** @param {string} id @param {string} time @param {string} level */
  play(id, time, level) {
    local.set('alea.game', id);
    const game = level && BALANCED[id] ? `${id}:${BALANCED[id]}` : id;
    return this.app.offers.ask('play', level ? { game, time, level } : { game, time });
  }

  /** What we wait for has begun or ended. */
  offerChanged() {
    const { own } = this.app.offers;
    this.playButton.hidden = own !== null;
    this.waiting.replaceChildren(
      ...(own
        ? [
            own.to
              ? say('waitingForName', own.to)
              : say('waitingFor', gameName(own.game, this.app.hello)),
            ' ',
            own.bot ? say('houseSoon', own.bot) : '',
            ' ',
            button(say('cancel'), () => this.app.offers.cancel()),
          ]
        : []),
    );
  }

  /** @param {Message} event */
  event(event) {
    if (event.event === 'offer' || event.event === 'offer_over') this.refresh();
  }

  update() {
    this.refresh();
  }

  async refresh() {
    const { line } = this.app;
    try {
      const [rooms, seeks, who, mine] = await Promise.all([
        line.ask('rooms'),
        line.ask('seeks'),
        line.ask('who'),
        line.ask('mine'),
      ]);
      this.show(rooms.rooms, seeks.seeks, who.who, mine.mine);
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      if (error.error !== 'lost') toast(sayError(error));
    }
  }

  /** @param {string} title @param {Node[]} rows @param {string} empty */
  list(title, rows, empty) {
    return html(
      'section',
      { class: 'card' },
      html('h2', {}, title),
      rows.length ? html('ul', { class: 'list' }, ...rows) : html('p', { class: 'soft' }, empty),
    );
  }

  /** A row of a list, with what its buttons are for: a room, an offer or a name.
   *  @param {string | number} of @param {string | HTMLElement} text
   *  @param {...(HTMLElement | null)} buttons */
  row(of, text, ...buttons) {
    const words = typeof text === 'string' ? text : text.textContent;
    for (const one of buttons.filter((some) => some !== null)) {
      one.dataset.key = `${words}/${one.textContent}`;
      one.setAttribute('aria-label', `${one.textContent}${say('colon')}${words}`);
    }
    return html('li', { 'data-of': of }, html('span', {}, text), ...buttons);
  }

  /** Only levels that are here can be chosen.
   *  @param {Message[]} who */
  showLevels(who) {
    const levels = [
      ...new Set(
        who.filter(({ bot }) => bot).flatMap(({ name }) => /-([1-8])$/.exec(name)?.[1] ?? []),
      ),
    ].sort();
    if (levels.join() === this.levels) return;
    this.levels = levels.join();
    const chosen = this.level.value;
    this.level.replaceChildren(
      html('option', { value: '' }, say('anybody')),
      ...levels.map((n) => html('option', { value: n }, say('houseLevel', n, sayOf('levels', n)))),
    );
    if (levels.includes(chosen)) this.level.value = chosen;
  }

  /** @param {Message} row */
  roomText(row) {
    const { hello } = this.app;
    const [game, options] = row.game.split(':');
    return [
      gameName(game, hello),
      optionsText(options),
      `${row.white ?? say('free')} – ${row.black ?? say('free')}`,
      row.time && clockName(row.time),
      row.rated && say('rated'),
      row.private && `🔒 ${say('private')}`,
      say(`stage_${row.stage}`),
      row.watchers && say('watching', row.watchers),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /** @param {Message[]} rooms @param {Message[]} seeks @param {Message[]} who
   *  @param {Message[]} mine */
  show(rooms, seeks, who, mine) {
    const { app } = this;
    const bots = new Set(who.filter(({ bot }) => bot).map(({ name }) => name));
    this.showLevels(who);
    renew(
      this.mine,
      mine.length
        ? this.list(
            say('myGames'),
            mine.map((row) =>
              this.row(
                row.room,
                mineText(app, row),
                button(
                  say('open'),
                  () => app.go(`/play/${row.room}`),
                  row.your_turn ? { class: 'main' } : {},
                ),
              ),
            ),
            '',
          )
        : '',
    );
    /** @param {Message} row */
    const isWaitingBot = (row) =>
      row.stage === 'waiting' &&
      bots.has(row.white) !== bots.has(row.black) &&
      (!row.white || !row.black);
    const people = rooms.filter(
      (row) => !isWaitingBot(row) && !mine.some(({ room }) => room === row.room),
    );
    const parts = [],
      others = seeks.filter((row) => row.name !== app.name);
    const here = who
      .filter((row) => row.name !== app.name)
      .sort((one, two) => Number(Boolean(one.bot)) - Number(Boolean(two.bot)));
    parts.push(
      this.list(
        say('here'),
        here.map((row) =>
          this.row(
            row.name,
            html(
              'span',
              {},
              link(app, `/player/${encodeURIComponent(row.name)}`, row.name),
              row.bot ? ` (${say('bot')})` : '',
            ),
            row.free === null
              ? null
              : button(say('challenge'), () => challengeDialog(app, row.name)),
          ),
        ),
        say('nobody'),
      ),
    );
    if (others.length) {
      parts.push(
        this.list(
          say('seeks'),
          others.map((row) =>
            this.row(
              row.offer,
              [
                row.name + (row.rating ? ` (${Math.round(row.rating)})` : ''),
                gameName(row.game, app.hello),
                optionsText(row.game.split(':')[1]),
                row.time && clockName(row.time),
                row.rated && say('rated'),
              ]
                .filter(Boolean)
                .join(' · '),
              button(say('accept'), () => app.offers.accept(row.offer)),
            ),
          ),
          '',
        ),
      );
    }
    parts.push(
      this.list(
        say('rooms'),
        people.map((row) =>
          this.row(
            row.room,
            this.roomText(row),
            !row.white || !row.black
              ? button(say('join'), () => app.go(`/play/${row.room}`))
              : null,
            button(say('watch'), () => app.go(`/watch/${row.room}`)),
          ),
        ),
        say('noRooms'),
      ),
    );
    renew(this.lists, ...parts);
  }
}

/** A game of ours, in a line.
 *  @param {App} app @param {Message} row */
function mineText(app, row) {
  const turn = row.your_turn ? ` · ${say('yourMove')}` : '',
    { lang } = document.documentElement;
  const day = row.resume_by
    ? new Date(row.resume_by).toLocaleDateString(lang, { dateStyle: 'medium' })
    : '';
  const until = day ? ` · ${say('stage_adjourned')} → ${day}` : '';
  return `${gameName(row.game, app.hello)}${say('colon')}${row.opponent ?? '…'}${turn}${until}`;
}
