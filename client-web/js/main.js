// The page: the session, the address bar, and which view is shown.
import { Line } from './line.js';
import { $, html, toast } from './html.js';
import { firstLanguage, languages, say, setLanguage } from './words.js';
import { Lobby } from './lobby.js';
import { Room } from './room.js';
import { Wall } from './wall.js';

const app = {
  line: null, name: '', hello: null, view: null,
  states: new Map(), // room -> its last state
  sides: new Map(), // room -> our side; absent: we watch, or are not there
  commitments: new Map(), // game_id -> what we saw before the game began
  chat: new Map(), // room -> lines said
  history: new Map(), // room -> {game_id, states}: what was seen of its last game, for the replay
  go, enter, ask, leaveRoom,
};

/** Sends a command and shows its error, if any.  Resolves with the reply, or null. */
async function ask(cmd, args) {
  try {
    return await app.line.ask(cmd, args);
  } catch (error) {
    toast(error.text);
    return null;
  }
}

function leaveRoom(room) {
  app.states.delete(room);
  app.sides.delete(room);
  app.chat.delete(room);
  app.history.delete(room);
}

/** Goes to another address of the page. */
function go(path) {
  if (path !== location.pathname) history.pushState(null, '', path);
  show();
}

function setView(view) {
  app.view?.end?.();
  app.view = view;
  $('main').replaceChildren();
  view.begin($('main'));
}

function askName() {
  const name = html('input', { name: 'name', required: true, minlength: 2, maxlength: 16, autocomplete: 'nickname', value: localStorage.getItem('alea.name') ?? '', 'aria-describedby': 'name-hint' });
  const password = html('input', { name: 'password', type: 'password', autocomplete: 'current-password' });
  const form = html('form', { class: 'card', onsubmit: (e) => { e.preventDefault(); enter(name.value.trim(), password.value); } },
    html('h1', {}, app.hello?.title ?? 'alea'),
    app.hello?.welcome ? html('p', { class: 'soft' }, app.hello.welcome) : null,
    html('label', {}, say('yourName'), ' ', name),
    html('p', { class: 'soft', id: 'name-hint' }, say('nameHint')),
    html('details', {}, html('summary', {}, say('login')), html('label', {}, say('password'), ' ', password)),
    html('button', { class: 'main' }, say('enter')));
  setView({ isName: true, begin: (main) => { main.append(form); name.focus(); } });
}

async function enter(name, password) {
  const reply = password ? await ask('login', { name, password }) : await ask('name', { name });
  if (!reply) return;
  app.name = reply.name;
  localStorage.setItem('alea.name', reply.name);
  localStorage.setItem('alea.token', reply.token);
  show();
}

/** Shows what the address says. */
async function show() {
  if (!app.name) { askName(); return; }
  const [, what, room] = location.pathname.split('/');
  if (what === 'wall') { setView(new Wall(app)); return; }
  if ((what !== 'play' && what !== 'watch') || !room) { setView(new Lobby(app)); return; }
  const code = room.toUpperCase();
  const isThere = app.states.has(code) || app.sides.has(code); // the state may still be on its way
  if (!isThere && !(await sit(code, what))) { history.replaceState(null, '', '/'); setView(new Lobby(app)); return; }
  setView(new Room(app, code));
}

/** Takes a seat, else watches.  False: neither. */
async function sit(room, what) {
  const word = new URLSearchParams(location.hash.slice(1)).get('word') ?? undefined;
  if (what === 'play') {
    try {
      app.sides.set(room, (await app.line.ask('join', { room, word })).side);
      return true;
    } catch (error) {
      if (error.error === 'unknown_room') { toast(say('notThere')); return false; }
    }
  }
  try {
    await app.line.ask('watch', { room, word });
    return true;
  } catch (error) {
    if (['already_watching', 'in_room', 'lost'].includes(error.error)) return true;
    toast(error.text);
    return false;
  }
}

/** We were in this room when the connection was lost.  The server may have forgotten that we
 *  watch, or the room may be gone. */
async function comeBack(room) {
  if (app.sides.has(room) || await sit(room, 'watch')) { app.view.update?.(); return; }
  leaveRoom(room);
  go('/');
}

/** Our session; or, when the server has forgotten it (guests without a seat last as long as their
 *  connection), a new one with our name. */
async function resume(token) {
  try {
    return await app.line.ask('resume', { token });
  } catch (error) {
    const name = app.name || localStorage.getItem('alea.name');
    if (error.error !== 'unknown_token' || !name) throw error;
    const reply = await app.line.ask('name', { name });
    localStorage.setItem('alea.token', reply.token);
    return { ...reply, mine: [] };
  }
}

/** After each connection: we are who we were. */
async function onOpen() {
  $('connection').textContent = '';
  try {
    app.hello = await app.line.ask('hello', { client: 'alea-web' });
    $('title').textContent = app.hello.title;
    document.title = app.hello.title;
    const token = localStorage.getItem('alea.token');
    if (token) {
      const reply = await resume(token);
      app.name = reply.name;
      app.sides.clear();
      for (const row of reply.mine) app.sides.set(row.room, row.side);
    }
  } catch (error) {
    if (error.error === 'lost') return;
    if (error.error === 'unknown_token') localStorage.removeItem('alea.token');
    else toast(error.text);
    app.name = '';
    app.states.clear();
    app.sides.clear();
  }
  if (app.name && app.view instanceof Room) comeBack(app.view.room);
  else if (app.name || !app.view?.isName) show(); // else keep what is being typed
}

function onDown(ended) {
  if (!ended) { $('connection').textContent = say('offline'); return; }
  $('connection').replaceChildren(say('ended', ended), ' ', html('button', { onclick: () => location.reload() }, say('again')));
}

function remember(state) {
  const seen = app.history.get(state.room);
  if (seen?.game_id !== state.game_id) app.history.set(state.room, { game_id: state.game_id, states: [state] });
  else if (seen.states.at(-1).seq !== state.seq) seen.states.push(state);
}

function onEvent(event) {
  if (event.event === 'state') {
    const seat = ['white', 'black'].find((side) => event.seats[side]?.name === app.name);
    if (seat && (app.sides.has(event.room) || event.moves !== undefined || !app.states.has(event.room))) app.sides.set(event.room, seat);
    if (!seat) app.sides.delete(event.room);
    if (event.stage === 'waiting' || event.stage === 'opening') app.commitments.set(event.game_id, event.commitment);
    event.came = performance.now();
    app.states.set(event.room, event);
    remember(event);
  } else if (event.event === 'say' && event.text !== undefined) {
    app.chat.set(event.room, [...(app.chat.get(event.room) ?? []), event].slice(-200));
  } else if (event.event === 'closed') {
    leaveRoom(event.room);
  } else if (event.event === 'notice' || event.event === 'tell' || event.event === 'shout') {
    toast(event.name ? `${event.name}: ${event.text}` : event.text);
  }
  app.view?.event?.(event);
}

function begin() {
  setLanguage(firstLanguage());
  for (const [code, words] of Object.entries(languages)) $('language').append(html('option', { value: code }, words.language));
  $('language').value = document.documentElement.lang;
  $('language').addEventListener('change', () => { setLanguage($('language').value); show(); });
  $('home').addEventListener('click', (e) => { e.preventDefault(); go('/'); });
  window.addEventListener('popstate', show);
  app.line = new Line({ open: onOpen, down: onDown, event: onEvent });
  app.line.connect();
}

begin();
