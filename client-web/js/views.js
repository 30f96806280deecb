// The address bar, and which view is shown.  Views come when they are needed, so that the first one
// is soon there; index.html names what they need.
import { $, button, html, toast } from './html.js';
import { SignIn } from './sign_in.js';
import { withWord } from './word.js';
import { say, sayError } from './words.js';

/** Somebody who has just tapped "play" is ready when the game is found within this time. */
export const EAGER_MS = 20000;
/** What `eager` of App says of them.
 *  @param {string} room */
export const eagerIn = (room, ms = EAGER_MS) => ({ room, until: performance.now() + ms });

/** A projector's page is nobody's: it has a name of its own, and leaves the player's alone. */
export const isWall = location.pathname === '/wall';

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

/** What the address says: [view, of what]. */
export const where = () => {
  const [, what, rest = ''] = location.pathname.split('/');
  return [what, rest];
};
/** Whether what the address names is for people without a name, too. */
export const isOpen = () => OPEN.includes(where()[0]);

export class Views {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.turn = 0; // counts, so that a view that comes too late is not shown
  }

  /** Goes to another address of the page; perhaps instead of this one, which "back" then skips.
   *  Resolves when it is shown.
   *  @param {string} path */
  go(path, isInstead = false) {
    if (isWall) {
      location.href = path;
      return null;
    }
    if (isInstead) history.replaceState(null, '', path);
    else if (path !== location.pathname + location.hash) history.pushState(null, '', path);
    return this.show();
  }

  /** Shows a view from its top; the focus is in it, for the keyboard and screen readers.
   *  @param {View} view */
  set(view) {
    const { app } = this;
    app.view?.end?.(view);
    app.view = view;
    $('main').replaceChildren();
    view.begin($('main'));
    if (document.activeElement === $('language')) return; // the same view in other words
    window.scrollTo(0, 0);
    if (!$('main').contains(document.activeElement)) $('main').focus({ preventScroll: true });
  }

  /** Shows a view that may have to be fetched first.
   *  @param {string} name @param {string} [what] */
  async open(name, what = '') {
    const turn = ++this.turn;
    try {
      const View = await VIEWS[name]();
      if (turn === this.turn) this.set(new View(this.app, what));
    } catch (error) {
      if (turn === this.turn) toast(say('offline'));
      console.error(error);
    }
  }

  /** Fetches all of them, for later. */
  fetchAll() {
    for (const load of Object.values(VIEWS)) load().catch(() => {});
  }

  /** Asks for a name, and goes on to where the address points. */
  askName() {
    this.turn++;
    $('me').hidden = true;
    this.set(new SignIn(this.app));
  }

  /** Back in the browser never sits down by itself. */
  askToSit() {
    this.turn++;
    this.set({
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
              button(say('sitDown'), () => this.show(), { class: 'main' }),
              button(say('back'), () => this.go('/')),
            ),
          ),
        ),
    });
  }

  /** Shows what the address says; isBack: the browser went there. */
  async show(isBack = false) {
    const { app } = this,
      [what, rest] = where();
    if (!app.name && isWall) return; // it has a name soon
    if (!app.name && !isOpen()) {
      this.askName();
      return;
    }
    let name = '';
    try {
      name = decodeURIComponent(rest);
    } catch {
      /* not well-formed: the lobby */
    }
    if (VIEWS[what] && what !== 'lobby' && what !== 'room') await this.open(what, name);
    else if ((what !== 'play' && what !== 'watch') || !name) await this.open('lobby');
    else await this.showRoom(name.toUpperCase(), what, isBack);
  }

  /** @param {string} room @param {string} what @param {boolean} isBack */
  async showRoom(room, what, isBack) {
    const { app } = this;
    if (!app.sides.has(room) && !app.watched.has(room)) {
      if (isBack && what === 'play') {
        this.askToSit();
        return;
      }
      const turn = ++this.turn,
        isIn = await this.sit(room, what);
      if (turn !== this.turn) return; // we have gone elsewhere meanwhile
      if (!isIn) {
        history.replaceState(null, '', '/');
        await this.open('lobby');
        return;
      }
    }
    await this.open('room', room);
  }

  /** We have a seat by something that we have just done: we are ready there, too.
   *  @param {Message} reply */
  sat(reply, isEager = true) {
    const { app } = this;
    app.sides.set(reply.room, reply.side);
    if (isEager) app.eager = eagerIn(reply.room);
    return this.go(`/play/${reply.room}`);
  }

  /** Takes a seat, else watches.  False: neither.
   *  @param {string} room @param {string} what */
  async sit(room, what) {
    const { app } = this;
    if (what === 'play') {
      try {
        const { side } = await withWord(app, room, 'join');
        app.sides.set(room, side);
        app.eager = eagerIn(room);
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
}
