// The page: the session, and what the server says.  index.html names what this file needs.
import { $, html, toast } from './html.js';
import { Line } from './line.js';
import { Messages } from './messages.js';
import { beginWorker, tellTurn } from './notice.js';
import { Offers } from './offers.js';
import { keptNonce, openSeal } from './seal.js';
import { Seen } from './seen.js';
import { become } from './sign_in.js';
import { local, session, watchKept } from './store.js';
import { showSettings } from './settings.js';
import { EAGER_MS, eagerIn, isOpen, isWall, Views, where } from './views.js';
import { FORGOTTEN, nameWall, resumeWall } from './wall_name.js';
import { firstLanguage, languages, say, sayError, sayOf, setLanguage } from './words.js';

/** After these errors the server will take us in later. */
const AGAIN = ['too_fast', 'storage', 'interrupted', 'draining'];
/** Before we try again, in ms, if the server does not say. */
const AGAIN_MS = 5000;

/** @type {Side[]} */
const SIDES = ['white', 'black'];

/** What begin() makes. */
const later = /** @type {unknown} */ (null);

/** @type {App} */
const app = {
  line: /** @type {Line} */ (later),
  name: '',
  isAccount: false,
  hello: /** @type {Message} */ (later),
  view: null,
  states: new Map(), // room -> its last state
  sides: new Map(), // room -> our side
  watched: new Set(), // rooms that we watch
  commitments: new Map(), // game_id -> what we first saw, before the game was over
  gags: new Set(), // names
  seen: new Seen(), // what has happened in our rooms
  offers: /** @type {Offers} */ (later), // our seek, and challenges to us
  messages: /** @type {Messages} */ (later), // what was said to us, or to everybody
  eager: null, // {room, until}: we are ready there as soon as we can be
  go: (path, isInstead) => views.go(path, isInstead),
  entered,
  ask,
  askName: () => views.askName(),
  leaveRoom,
  unwatch,
  sit: (room, what) => views.sit(room, what),
  sat: (reply, isEager) => views.sat(reply, isEager),
  known,
};
const views = new Views(app);

/** Sends a command and shows its error, if any.  Resolves with the reply, or null.
 *  @param {string} cmd @param {Args} args */
async function ask(cmd, args) {
  try {
    return await app.line.ask(cmd, args);
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    toast(sayError(error));
    return null;
  }
}

/** @param {string} room */
function leaveRoom(room) {
  app.states.delete(room);
  app.sides.delete(room);
  app.watched.delete(room);
  app.seen.forget(room);
}

/** @param {string} room */
function unwatch(room) {
  app.line.ask('unwatch', { room }).catch(() => {});
  leaveRoom(room);
}

/** @param {Message} reply */
function entered(reply) {
  become(app, reply);
  for (const row of reply.mine ?? []) app.sides.set(row.room, row.side);
  begun();
  views.set({ begin() {} }); // the room may take a while, or ask for its word
  views.show();
}

/** What is read once, when we are somebody. */
async function begun() {
  $('me').textContent = isWall ? '' : app.name;
  $('me').hidden = isWall;
  app.offers.begin();
  try {
    app.gags = new Set(
      (await app.line.ask('gag')).gags.map((/** @type {Message} */ { name }) => name),
    );
  } catch {
    /* nothing is hidden then */
  }
}

/** Our room as it is now.  We were told what we missed; if that was nothing, a page that begins
 *  still has no state, and since the last event the clocks have run.
 *  @param {string} room */
async function lookNow(room) {
  try {
    const { seq, state } = await app.line.ask('board', { room });
    onEvent({ event: 'state', snapshot: true, room, seq, ...state });
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    if (AGAIN.includes(error.error))
      setTimeout(() => lookNow(room), error.retry_after_ms ?? AGAIN_MS);
  }
}

/** We were in this room when the connection was lost.  The server may have forgotten that we
 *  watch, or the room may be gone.
 *  @param {View} view */
async function comeBack(view) {
  const { turn } = views,
    { room = '' } = view,
    isThere = app.sides.has(room) || (await views.sit(room, 'watch'));
  const isShown = turn === views.turn; // we may be on the way elsewhere meanwhile
  if (!isThere) {
    leaveRoom(room);
    if (isShown) views.go('/');
  } else if (isShown) {
    view.update?.();
    view.comeBack?.();
  } else if (app.watched.has(room) && app.view?.room !== room) unwatch(room);
}

/** Our session; or, when the server has forgotten it (guests without a seat last as long as their
 *  connection), a new one with our name.
 *  @param {string} token */
async function resume(token) {
  const [what, room] = where(),
    last = what === 'play' ? app.seen.lastSeq(room.toUpperCase()) : 0;
  try {
    return await app.line.ask(
      'resume',
      last ? { token, room: room.toUpperCase(), last } : { token },
    );
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    const name = app.name || (isWall ? '' : local.get('alea.name'));
    if (error.error !== 'unknown_token' || !name) throw error;
    return { ...(await app.line.ask('name', { name })), mine: [] };
  }
}

async function comeIn() {
  const token = isWall ? session.get('alea.wall') : local.get('alea.token');
  const resumed = token ? resume(token) : null;
  resumed?.catch(() => {}); // looked at below
  app.hello = await app.line.ask('hello', { client: 'alea-web' });
  $('title').textContent = app.hello.title;
  document.title = app.hello.title;
  if (!resumed && !isWall) return;
  const reply = isWall ? await (resumed ? resumeWall(app, resumed) : nameWall(app)) : await resumed;
  if (isWall) app.name = reply.name;
  else become(app, reply);
  app.isAccount = app.hello.you === app.name && app.hello.account;
  app.sides = new Map(reply.mine.map((/** @type {Message} */ row) => [row.room, row.side]));
}

let again = 0; // the timer of the next try

/** The server does not take us in now: we keep our name and our token, and try again.
 *  @param {Refusal} error */
function comeLater(error) {
  $('connection').textContent = sayError(error);
  again = setTimeout(onOpen, error.retry_after_ms ?? AGAIN_MS);
}

/** After each connection: we are who we were.  Until then the page says that it is offline. */
async function onOpen() {
  clearTimeout(again);
  const wasName = app.name,
    [, room] = where();
  const known = [room.toUpperCase(), ...app.watched];
  app.watched.clear();
  try {
    await comeIn();
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    if (error.error === 'lost') return;
    if (!error.error) throw error;
    if (isWall || !app.hello || AGAIN.includes(error.error)) {
      comeLater(error);
      return;
    }
    if (FORGOTTEN.includes(error.error)) local.remove('alea.token');
    if (error.error !== 'unknown_token') toast(sayError(error));
    app.name = '';
    app.states.clear();
    app.sides.clear();
  }
  $('connection').textContent = ''; // not earlier: the server must know us
  if (app.name) app.seen.only(new Set([...known, ...app.sides.keys()]));
  for (const state of app.states.values()) openSeal(app, state); // it may have come before our name
  if (app.name) begun();
  if (app.sides.has(room.toUpperCase())) lookNow(room.toUpperCase());
  if (app.name && app.view?.room) comeBack(app.view);
  else if (!app.view || (app.name !== wasName && !isOpen())) views.show();
  else app.view.update?.(); // and what is being typed stays
}

/** The line has been silent while we waited; or it is not any more.
 *  @param {boolean} isLate */
function onLate(isLate) {
  if (!isLate) $('connection').querySelector('.late')?.remove();
  else if (!$('connection').textContent)
    $('connection').append(html('span', { class: 'late' }, say('noAnswer')));
}

/** What the device itself knows of its network.
 *  @param {boolean} isThere */
function onNetwork(isThere) {
  const $line = $('connection'),
    had = $line.querySelector('.network');
  if (isThere) had?.remove();
  else if (!had) $line.prepend(html('span', { class: 'network' }, say('deviceOffline'), ' '));
}

/** @param {string} ended */
function onDown(ended) {
  clearTimeout(again);
  if (!ended) {
    $('connection').textContent = say('offline');
    onNetwork(navigator.onLine);
    return;
  }
  $('connection').replaceChildren(
    say('ended', say(`ended_${ended}`)),
    ' ',
    html('button', { onclick: () => location.reload() }, say('again')),
  );
}

/** @param {State} arg0 */
function noteCommitment({ stage, game_id: gameId, commitment }) {
  if (stage !== 'over' && commitment && !app.commitments.has(gameId))
    app.commitments.set(gameId, commitment);
}

/** What a record must agree with.
 *  @param {string} gameId */
function known(gameId) {
  return {
    commitment: app.commitments.get(gameId),
    name: app.name,
    nonce: keptNonce(app.name, gameId),
  };
}

/** @param {State} state */
function takeState(state) {
  const side = SIDES.find((one) => state.seats[one]?.name === app.name);
  if (side) app.sides.set(state.room, side);
  else app.sides.delete(state.room);
  noteCommitment(state);
  state.came = performance.now();
  const before = app.states.get(state.room),
    isPair = (/** @type {State} */ { seats }) => Boolean(seats.white && seats.black);
  app.states.set(state.room, state);
  app.seen.add(state);
  openSeal(app, state);
  const isOurs = side && state.stage === 'playing' && state.turn === side;
  if (isOurs && before?.turn !== side && app.view?.room !== state.room)
    tellTurn(sayOf('games', state.game), state.room, 0).catch(() => {});
  if (
    !side ||
    state.stage !== 'waiting' ||
    state.snapshot ||
    !isPair(state) ||
    (before && isPair(before))
  )
    return;
  if (!before) {
    if (app.offers.isFresh(EAGER_MS)) app.eager = eagerIn(state.room);
    app.offers.found();
  }
  if (app.view?.room && app.view.room !== state.room && app.view.isOn?.()) toast(say('gameFound'));
  else if (location.pathname !== `/play/${state.room}`) views.go(`/play/${state.room}`);
}

/** @param {Message} event */
function onEvent(event) {
  if (event.event === 'state') takeState(/** @type {State} */ (event));
  else if (event.event === 'say' && event.text !== undefined)
    app.seen.add(/** @type {Said} */ (event));
  else if (event.event === 'closed') leaveRoom(event.room);
  else if (event.event === 'rating' && event.name === app.name)
    toast(
      say(
        'newRating',
        Math.round(event.rating),
        `${event.change < 0 ? '−' : '+'}${Math.abs(Math.round(event.change))}`,
      ),
    );
  else if (event.event === 'notice' || event.event === 'tell' || event.event === 'shout')
    app.messages.take(event);
  else if (event.event === 'offer' || event.event === 'offer_over') app.offers.event(event);
  app.view?.event?.(event);
}

/** Says so while the browser keeps nothing for us; nobody reloads a wall.
 *  @param {boolean} isKept */
function showKept(isKept) {
  const text = isKept || isWall ? '' : say('unkept');
  $('unkept').hidden = !text;
  if ($('unkept').textContent !== text) $('unkept').textContent = text;
}

function begin() {
  setLanguage(firstLanguage());
  showSettings();
  $('language').setAttribute('aria-label', say('languageLabel'));
  for (const [code, words] of Object.entries(languages))
    $('language').append(html('option', { value: code }, words.language));
  const language = /** @type {HTMLSelectElement} */ ($('language'));
  language.value = document.documentElement.lang;
  language.addEventListener('change', () => {
    setLanguage(language.value);
    language.setAttribute('aria-label', say('languageLabel'));
    app.offers.show();
    views.show();
  });
  for (const id of ['home', 'me'])
    $(id).addEventListener('click', (e) => {
      e.preventDefault();
      views.go($(id).getAttribute('href') ?? '/');
    });
  window.addEventListener('popstate', () => views.show(true));
  window.addEventListener('pagehide', () => app.seen.keep());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) app.seen.keep();
  });
  watchKept(showKept);
  for (const state of app.seen.all()) noteCommitment(state); // before a reload
  app.offers = new Offers(app);
  app.messages = new Messages(app);
  app.line = new Line({
    open: onOpen,
    down: onDown,
    late: onLate,
    network: onNetwork,
    event: onEvent,
  });
  app.line.connect();
  if (isOpen()) views.show(); // it needs no connection
  window.addEventListener('load', () => {
    views.fetchAll();
    beginWorker(app.go);
  });
}

begin();
