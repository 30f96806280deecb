// The page: the session, the address bar, and which view is shown.  Views come when they are
// needed, so that the first one is soon there; index.html names what this file needs itself.
import { $, button, form, html, toast } from './html.js';
import { Line } from './line.js';
import { Messages } from './messages.js';
import { beginWorker, tellTurn } from './notice.js';
import { Offers } from './offers.js';
import { keptNonce, openSeal } from './seal.js';
import { Seen } from './seen.js';
import { become, SignIn } from './sign_in.js';
import { local, session, watchKept } from './store.js';
import { showSettings } from './settings.js';
import { FORGOTTEN, nameWall, resumeWall } from './wall_name.js';
import { withWord } from './word.js';
import { firstLanguage, languages, say, sayError, sayOf, setLanguage } from './words.js';

/** Somebody who has just tapped "play" is ready when the game is found within this time. */
const EAGER_MS = 20000;

/** After these errors the server will take us in later. */
const AGAIN = ['too_fast', 'storage', 'interrupted', 'draining'];
/** Before we try again, in ms, if the server does not say. */
const AGAIN_MS = 5000;

/** A projector's page is nobody's: it has a name of its own, and leaves the player's alone. */
const isWall = location.pathname === '/wall';

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
  go,
  entered,
  ask,
  askName,
  leaveRoom,
  unwatch,
  sit,
  sat,
  known,
};

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

/** Goes to another address of the page; perhaps instead of this one, which "back" then skips.
 *  Resolves when it is shown.
 *  @param {string} path */
function go(path, isInstead = false) {
  if (isWall) {
    location.href = path;
    return null;
  }
  if (isInstead) history.replaceState(null, '', path);
  else if (path !== location.pathname + location.hash) history.pushState(null, '', path);
  return show();
}

/** Shows a view from its top; the focus is in it, for the keyboard and screen readers.
 *  @param {View} view */
function setView(view) {
  app.view?.end?.(view);
  app.view = view;
  $('main').replaceChildren();
  view.begin($('main'));
  if (document.activeElement === $('language')) return; // the same view in other words
  window.scrollTo(0, 0);
  if (!$('main').contains(document.activeElement)) $('main').focus({ preventScroll: true });
}

let shown = 0; // counts, so that a view that comes too late is not shown

/** Shows a view that may have to be fetched first.
 *  @param {string} name @param {string} [what] */
async function openView(name, what = '') {
  const turn = ++shown;
  try {
    const View = await VIEWS[name]();
    if (turn === shown) setView(new View(app, what));
  } catch (error) {
    if (turn === shown) toast(say('offline'));
    console.error(error);
  }
}

/** Asks for a name, and goes on to where the address points. */
function askName() {
  shown++;
  $('me').hidden = true;
  setView(new SignIn(app));
}

/** @param {Message} reply */
function entered(reply) {
  become(app, reply);
  for (const row of reply.mine ?? []) app.sides.set(row.room, row.side);
  begun();
  setView({ begin() {} }); // the room may take a while, or ask for its word
  show();
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

/** Each view is made with what the address says of it.
 *  @type {Record<string, () => Promise<new (app: App, what: string) => View>>} */
const VIEWS = {
  lobby: async () => (await import('./lobby.js')).Lobby,
  room: async () => (await import('./room/room.js')).Room,
  learn: async () => (await import('./learn/learn.js')).Learn,
  rules: async () => (await import('./rules.js')).Rules,
  account: async () => (await import('./account.js')).Account,
  player: async () => (await import('./player.js')).Player,
  top: async () => (await import('./player.js')).Top,
  replay: async () => (await import('./replay.js')).Replay,
  game: async () => (await import('./game/game.js')).Game,
  wall: async () => (await import('./wall.js')).Wall,
};
/** Views for people without a name. */
const OPEN = ['rules', 'learn', 'replay', 'game'];

/** Back in the browser never sits down by itself. */
function askToSit() {
  shown++;
  setView({
    /** @param {HTMLElement} main */
    begin: (main) =>
      main.append(
        html(
          'section',
          { class: 'card narrow' },
          html('p', {}, say('lostSeat')),
          html(
            'div',
            { class: 'row' },
            button(say('sitDown'), () => show(), { class: 'main' }),
            button(say('back'), () => go('/')),
          ),
        ),
      ),
  });
}

/** Shows what the address says; isBack: the browser went there. */
async function show(isBack = false) {
  const [, what, rest] = location.pathname.split('/');
  if (!app.name && isWall) return; // it has a name soon
  if (!app.name && !OPEN.includes(what)) {
    askName();
    return;
  }
  let name = '';
  try {
    name = decodeURIComponent(rest ?? '');
  } catch {
    /* not well-formed: the lobby */
  }
  if (VIEWS[what] && what !== 'lobby' && what !== 'room') {
    await openView(what, name);
    return;
  }
  const room = name.toUpperCase();
  if ((what !== 'play' && what !== 'watch') || !room) {
    await openView('lobby');
    return;
  }
  const isThere = app.sides.has(room) || app.watched.has(room);
  if (!isThere) {
    if (isBack && what === 'play') {
      askToSit();
      return;
    }
    const turn = ++shown,
      isIn = await sit(room, what);
    if (turn !== shown) return; // we have gone elsewhere meanwhile
    if (!isIn) {
      history.replaceState(null, '', '/');
      await openView('lobby');
      return;
    }
  }
  await openView('room', room);
}

/** We have a seat by something that we have just done: we are ready there, too.
 *  @param {Message} reply */
function sat(reply, isEager = true) {
  app.sides.set(reply.room, reply.side);
  if (isEager) app.eager = { room: reply.room, until: performance.now() + EAGER_MS };
  return go(`/play/${reply.room}`);
}

/** Takes a seat, else watches.  False: neither.
 *  @param {string} room @param {string} what */
async function sit(room, what) {
  if (what === 'play') {
    try {
      const { side } = await withWord(app, room, 'join');
      app.sides.set(room, side);
      app.eager = { room, until: performance.now() + EAGER_MS };
      return true;
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      if (error.error === 'in_room') return true;
      if (!['room_full', 'seat_taken'].includes(error.error)) {
        toast(sayError(error));
        return false;
      }
    }
  }
  try {
    await withWord(app, room, 'watch');
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    if (['in_room', 'lost'].includes(error.error)) return true;
    if (error.error !== 'already_watching') {
      toast(sayError(error));
      return false;
    }
  }
  app.watched.add(room);
  return true;
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
  const turn = shown,
    { room = '' } = view,
    isThere = app.sides.has(room) || (await sit(room, 'watch'));
  const isShown = turn === shown; // we may be on the way elsewhere meanwhile
  if (!isThere) {
    leaveRoom(room);
    if (isShown) go('/');
  } else if (isShown) {
    view.update?.();
    view.comeBack?.();
  } else if (app.watched.has(room) && app.view?.room !== room) unwatch(room);
}

/** Our session; or, when the server has forgotten it (guests without a seat last as long as their
 *  connection), a new one with our name.
 *  @param {string} token */
async function resume(token) {
  const [, what, room = ''] = location.pathname.split('/');
  const last = what === 'play' ? app.seen.lastSeq(room.toUpperCase()) : 0;
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
    [, what, room = ''] = location.pathname.split('/');
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
  else if (!app.view || (app.name !== wasName && !OPEN.includes(what))) show();
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
    if (app.offers.isFresh(EAGER_MS))
      app.eager = { room: state.room, until: performance.now() + EAGER_MS };
    app.offers.found();
  }
  if (app.view?.room && app.view.room !== state.room && app.view.isOn?.()) toast(say('gameFound'));
  else if (location.pathname !== `/play/${state.room}`) go(`/play/${state.room}`);
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
    show();
  });
  for (const id of ['home', 'me'])
    $(id).addEventListener('click', (e) => {
      e.preventDefault();
      go($(id).getAttribute('href') ?? '/');
    });
  window.addEventListener('popstate', () => show(true));
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
  if (OPEN.includes(location.pathname.split('/')[1])) show(); // it needs no connection
  window.addEventListener('load', () => {
    for (const load of Object.values(VIEWS)) load().catch(() => {});
    beginWorker(go);
  }); // for later
}

begin();
