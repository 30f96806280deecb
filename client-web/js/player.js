// Players: ratings, finished games, and the lists of the strongest.
import { challengeDialog, gamePairs } from './create.js';
import { ratingGraph } from './graph.js';
import { button, choice, html, labelled, link, table, toast } from './html.js';
import { SIDES } from './room/side.js';
import { gag } from './room/talk.js';
import { gameName, say, sayError, sayOf } from './words.js';

/** @param {string} utc */
const date = (utc) =>
  new Date(utc).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });

/** The ratings of an account, as a table, and how they came about, as far as `rows` of its games,
 *  the latest first, tell.
 *  @param {App} app @param {string} name @param {Message[]} rows */
async function ratingsOf(app, name, rows) {
  try {
    const { ratings } = await app.line.ask('rating', { name });
    if (!ratings.length) return html('p', { class: 'soft' }, say('noRatings'));
    const graphs = ratings.map((/** @type {Message} */ { game, rating }) => {
      const before = rows.filter((row) => row.game.split(':')[0] === game).map(ratingIn(name));
      return graphOf(app, game, [...before.filter(Boolean).reverse(), Math.round(rating)]);
    });
    return html(
      'div',
      {},
      table(
        [say('game'), say('rating'), say('ratedGames')],
        ratings.map((/** @type {Message} */ row) => [
          gameName(row.game, app.hello),
          `${Math.round(row.rating)} ± ${Math.round(2 * row.deviation)}`,
          String(row.games),
        ]),
      ),
      ...graphs.filter(Boolean),
    );
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    return html(
      'p',
      { class: 'soft' },
      error.error === 'not_registered' ? say('guestNoRatings') : sayError(error),
    );
  }
}

/** A player's rating as the day of a rated game began.
 *  @param {string} name */
const ratingIn = (name) => (/** @type {Message} */ row) =>
  row[`${SIDES.find((side) => isSame(row[side], name))}_rating`];

/** A game's ratings as a graph; null where there is nothing to see yet.
 *  @param {App} app @param {string} game @param {number[]} ratings */
function graphOf(app, game, ratings) {
  const title = gameName(game, app.hello);
  if (new Set(ratings).size < 2) return null;
  return html(
    'figure',
    { class: 'ratings' },
    html('figcaption', {}, title),
    ratingGraph(ratings, title),
  );
}

/** Whether these are spellings of one player's name, as far as the page can tell: the server also
 *  takes "Þóra" and "thora" for the same.
 *  @param {string | null | undefined} a @param {string} b */
const isSame = (a, b) => a?.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;

/** How a game ended for a player; if the page does not know the name in it, who has won.
 *  @param {Message} row @param {string} name */
function endFor(row, name) {
  const { outcome } = row,
    reason = sayOf('reasons', row.reason) || row.reason;
  if (outcome === 'draw') return `${say('drawn')} (${reason})`;
  if (outcome === 'none' || outcome === null) return `${say('noResult')} (${reason})`;
  const side = SIDES.find((one) => isSame(row[one], name));
  return side
    ? `${say(side === outcome ? 'won' : 'lost')} (${reason})`
    : say('sideWon', row[outcome] ?? say(outcome), reason);
}

/** @param {App} app @param {Message} row @param {string} name */
function gameRow(app, row, name) {
  const players = `${row.white ?? '–'} – ${row.black ?? '–'}`;
  return html(
    'li',
    {},
    link(
      app,
      `/game/${row.game_id}`,
      html('b', {}, gameName(row.game, app.hello)),
      ' ',
      html('bdi', {}, players),
    ),
    html(
      'span',
      { class: 'soft' },
      ['', endFor(row, name), ...(row.rated ? [say('rated')] : []), date(row.ended)].join(' · '),
    ),
  );
}

/** Rows of finished games to show at once. */
const ROWS = 50;

/** Lists a player's finished games in a card, the latest first; a button shows earlier ones.
 *  Resolves with the first ones that the server has sent.
 *  @param {App} app @param {string} name @param {HTMLElement} card */
async function listGames(app, name, card) {
  const list = html('ul', { class: 'list' }),
    most = app.hello.limits.list_rows;
  let rows = /** @type {Message[]} */ ([]),
    first = /** @type {Message[]} */ ([]),
    last = /** @type {string | null} */ (null),
    isAll = false;
  const more = button(say('earlierGames'), () => show());
  async function show() {
    if (!rows.length && !isAll) {
      try {
        rows = (await app.line.ask('games', last ? { name, before: last } : { name })).games;
      } catch (caught) {
        const error = /** @type {Refusal} */ (caught);
        toast(sayError(error));
        return;
      }
      isAll = rows.length < most;
      if (!last) first = [...rows];
    }
    if (!rows.length && !last) card.append(html('p', { class: 'soft' }, say('noGames')));
    else if (!last) card.append(list, more);
    const shown = rows.splice(0, ROWS);
    list.append(...shown.map((row) => gameRow(app, row, name)));
    last = shown.at(-1)?.game_id ?? last;
    more.hidden = isAll && !rows.length;
  }
  await show();
  return first;
}

/** What everybody may know of a player, filled in as it comes.
 *  @param {App} app @param {string} name */
export function playerCards(app, name) {
  const ratings = html('section', { class: 'card' }, html('h2', {}, say('ratings')));
  const games = html('section', { class: 'card' }, html('h2', {}, say('finished')));
  listGames(app, name, games)
    .then((rows) => ratingsOf(app, name, rows))
    .then((node) => ratings.append(node));
  return [ratings, games];
}

export class Player {
  /** @param {App} app @param {string} name */
  constructor(app, name) {
    this.app = app;
    this.name = name;
  }

  /** @param {HTMLElement} main */
  async begin(main) {
    const { app, name } = this;
    const title = html('h1', {}, name),
      about = html('section', { class: 'card' }, title);
    main.append(about, html('div', { class: 'columns' }, ...playerCards(app, name)));
    const who = await app.line.ask('whois', { name }).catch((error) => {
      toast(sayError(error));
      return null;
    });
    if (!who || app.view !== this) return; // the card of messages is another view's by now
    title.textContent = who.name; // the address may spell it otherwise
    about.append(
      html(
        'p',
        {},
        say(who.here ? 'isHere' : who.away ? 'isAway' : 'isGone', who.name),
        ' ',
        who.registered ? say('hasAccount', date(who.registered)) : say('isGuest'),
        ' ',
        who.called_off ? say('calledOffGames', who.called_off) : '',
      ),
    );
    if (who.name === app.name) {
      about.append(link(app, '/account', say('account')));
      return;
    }
    const hide = button('', async () => {
      if (await gag(app, name)) label();
    });
    const label = () => {
      hide.textContent = say(app.gags.has(who.name) ? 'ungag' : 'gag', who.name);
    };
    label();
    if (who.here) about.after(app.messages.card(who.name));
    about.append(
      html(
        'div',
        { class: 'row' },
        who.here
          ? button(say('challenge'), () => challengeDialog(app, who.name), { class: 'main' })
          : null,
        hide,
      ),
    );
  }
}

/** The strongest players of a game. */
export class Top {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
  }

  /** @param {HTMLElement} main */
  async begin(main) {
    const { app } = this,
      first = app.hello.games.some((/** @type {Message} */ { id }) => id === this.game)
        ? this.game
        : app.hello.games[0].id;
    const game = choice('game', gamePairs(app), first),
      list = html('div');
    game.addEventListener('change', () => app.go(`/top/${game.value}`));
    main.append(
      html(
        'section',
        { class: 'card' },
        html('h1', {}, say('top')),
        html('p', { class: 'soft' }, say('topHint')),
        labelled(say('game'), game),
        list,
      ),
    );
    const reply = await app.ask('top', { game: first });
    if (!reply) return;
    list.append(
      reply.top.length
        ? table(
            ['#', say('player'), say('rating'), say('ratedGames')],
            reply.top.map((/** @type {Message} */ row) => [
              String(row.rank),
              link(app, `/player/${encodeURIComponent(row.name)}`, row.name),
              `${Math.round(row.rating)} ± ${Math.round(2 * row.deviation)}`,
              String(row.games),
            ]),
          )
        : html('p', { class: 'soft' }, say('noTop')),
    );
  }
}
