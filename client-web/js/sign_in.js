// Who you are: the name that a guest gives, an account's password, and logging out.
import { form, html, link, toast } from './html.js';
import { local, session } from './store.js';
import { gameName, say, sayError } from './words.js';

/** Sends a command with a password.  The server warns once on lines without TLS; the page has
 *  warned already, so it sends it again.
 *  @param {App} app @param {string} cmd @param {Args} args */
export async function askSecret(app, cmd, args) {
  if (app.hello.passwords === 'refuse') {
    toast(say('passwordRefuse'));
    return null;
  } // it stays here
  try {
    return await app.line.ask(cmd, args);
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    if (error.error === 'insecure' && app.hello.passwords === 'warn') {
      app.hello.passwords = 'any';
      return app.ask(cmd, args);
    }
    toast(sayError(error));
    return null;
  }
}

/** What to know before one types a password here; null: nothing.
 *  @param {App} app */
export function passwordNote(app) {
  const { passwords } = app.hello;
  return passwords === 'any'
    ? null
    : html('p', { class: 'soft' }, say(passwords === 'warn' ? 'passwordWarn' : 'passwordRefuse'));
}

/** A field for a password, with its label.
 *  @param {string} label @param {string} name @param {string} autocomplete */
export function passwordField(label, name, autocomplete) {
  const field = html('input', {
    name,
    type: 'password',
    required: true,
    minlength: 8,
    maxlength: 128,
    autocomplete,
  });
  return { field, label: html('label', {}, label, ' ', field) };
}

/** The reply of name, login or resume makes us who we are.
 *  @param {App} app @param {Message} reply */
export function become(app, reply) {
  app.name = reply.name;
  local.set('alea.name', reply.name);
  if (reply.token) local.set('alea.token', reply.token);
}

/** Ends the session, with its seats; the browser forgets it.
 *  @param {App} app */
export async function logOut(app) {
  try {
    await app.line.ask('quit');
  } catch (caught) {
    const error = /** @type {Refusal} */ (caught);
    if (error.error !== 'in_game') {
      toast(sayError(error));
      return;
    }
    if (!confirm(say('sureLogOut')) || !(await app.ask('quit', { sure: 'sure' }))) return;
  }
  for (const key of ['alea.token', 'alea.name']) local.remove(key);
  for (const key of session.keys()) session.remove(key);
  location.href = '/';
}

/** The first view of a newcomer: asks for a name; by a link to a room, says what it leads to. */
export class SignIn {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLElement} */
    this.invitation;
    /** @type {HTMLDetailsElement} */
    this.details;
    /** @type {HTMLElement} */
    this.cover;
    /** @type {HTMLInputElement} */
    this.password;
    this.isName = true;
  }

  /** @param {HTMLElement} main */
  begin(main) {
    const { app } = this;
    const name = html('input', {
      name: 'name',
      required: true,
      minlength: 2,
      maxlength: 16,
      autocomplete: 'nickname',
      autocapitalize: 'words',
      spellcheck: 'false',
      enterkeyhint: 'go',
      value: local.get('alea.name') ?? '',
      'aria-describedby': 'name-hint',
    });
    const password = html('input', {
      name: 'password',
      type: 'password',
      autocomplete: 'current-password',
    });
    const [, what, room] = location.pathname.split('/');
    const isInvited = what === 'play' && room;
    this.invitation = html(
      'p',
      { class: 'invitation' },
      isInvited ? say('invitedTo', room.toUpperCase()) : '',
    );
    this.details = html(
      'details',
      {},
      html('summary', {}, say('login')),
      app.hello && passwordNote(app),
      html('label', {}, say('password'), ' ', password),
    );
    this.main = form(
      { class: 'card narrow' },
      () => this.enter(name.value.trim(), password.value),
      html('h1', { dir: 'auto' }, app.hello?.title ?? 'alea'),
      app.hello?.welcome ? html('p', { class: 'soft', dir: 'auto' }, app.hello.welcome) : null,
      this.invitation,
      html('label', {}, say('yourName'), ' ', name),
      html('p', { class: 'soft', id: 'name-hint' }, say('nameHint')),
      html('button', { class: 'main' }, say(isInvited ? 'sitDown' : 'enter')),
      this.details,
      html('p', { class: 'soft' }, say('whatIsThis'), ' ', link(app, '/rules', say('rules'))),
    );
    this.cover = html('div', { class: 'cover' });
    main.append(this.cover, this.main);
    if (!isInvited) this.showCover('royal-ur').catch(() => {});
    this.password = password;
    name.focus();
    if (isInvited) this.tellAbout(room.toUpperCase());
  }

  /** A board to look at; it comes after the form, which must not wait for it.
   *  @param {string} game */
  async showCover(game) {
    const [{ drawPicture }, { stateOf }, { make }, { SCENES }] = await Promise.all([
      import('./board/draw.js'),
      import('./board/position.js'),
      import('./board/svg.js'),
      import('./pictures.js'),
    ]);
    if (!SCENES[game]) return;
    const svg = make('svg', { class: 'board', 'aria-hidden': 'true' });
    drawPicture(svg, stateOf(game, SCENES[game]), { isTall: false });
    this.cover.replaceChildren(svg);
  }

  /** @param {string} code */
  async tellAbout(code) {
    const reply = await this.app.line.ask('rooms').catch(() => null);
    const row = reply?.rooms.find((/** @type {Message} */ { room }) => room === code);
    if (!row) return;
    this.showCover(row.game.split(':')[0]).catch(() => {});
    const host = row.white ?? row.black,
      isFree = !row.white || !row.black;
    this.invitation.textContent =
      isFree && host
        ? say('invitedBy', host, gameName(row.game, this.app.hello))
        : isFree
          ? say('invitedTo', gameName(row.game, this.app.hello))
          : say('invitedWatch', gameName(row.game, this.app.hello));
  }

  /** @param {string} name @param {string} password */
  async enter(name, password) {
    const { app } = this;
    if (password) {
      const reply = await askSecret(app, 'login', { name, password });
      if (reply) {
        app.isAccount = true;
        app.entered(reply);
      }
      return;
    }
    try {
      app.entered(await app.line.ask('name', { name }));
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      toast(sayError(error));
      if (error.error !== 'name_registered') return;
      this.details.open = true;
      this.password.focus();
    }
  }
}
