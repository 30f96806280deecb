// The log of a room, its chat, and whose words are hidden.
import { button, form, html } from './html.js';
import { say, sayOf } from './words.js';

const LINES = 120;

/** What a state tells, a sentence for each happening. */
export function tellAll(room, state) {
  return state.happened.map((one) => tell(state, one)).filter(Boolean);
}

function tell(state, one) {
  const name = one.name ?? (one.side ? state.seats[one.side]?.name ?? say(one.side) : '');
  const what = one.what === 'start_throw' ? `${one.white.join(' ')} – ${one.black.join(' ')}`
    : one.move ?? one.at ?? one.dice?.join(' ') ?? '';
  return sayOf('happened', one.what, name, what, one.n ?? '');
}

/** A field to say something.  `send` takes the text and resolves with null when the server has
 *  refused it: then it stays in the field. */
export function sayForm(name, label, send) {
  const field = html('input', { name, dir: 'auto', maxlength: 400, autocomplete: 'off', enterkeyhint: 'send', 'aria-label': label, placeholder: label });
  const submit = async () => {
    const { value } = field;
    if (value.trim() && await send(value.trim()) && field.value === value) field.value = '';
  };
  return form({ class: 'row say' }, submit, field, html('button', {}, say('send')));
}

/** What `alea bot` says to everybody, in the reader's language; anything else as it is. */
function inOurWords(text) {
  const greeting = /^Hello! {2}I am a bot and play (?:at random|at level (\d))\.$/.exec(text);
  if (!greeting) return text;
  return greeting[1] ? say('botHello', greeting[1]) : say('botRandom');
}

export class Talk {
  constructor(room) {
    this.room = room;
    this.log = html('ul', { id: 'log', class: 'talk', tabindex: '0', 'aria-label': say('log') });
    this.gags = html('div');
    this.node = html('div', {}, this.log, sayForm('say', say('say'), (text) => room.ask('say', { text })), this.gags);
  }

  /** Adds what is new below; writes everything again when another game begins, or somebody is hidden
   *  or heard again. */
  show() {
    const { app } = this.room;
    const events = app.seen.events(this.room.room), shown = events.lastIndexOf(this.latest);
    const key = [this.room.state?.game_id, ...app.gags].join(), isSame = shown >= 0 && key === this.shownKey;
    const fresh = isSame ? events.slice(shown + 1) : events;
    this.shownKey = key;
    this.latest = events.at(-1);
    if (!isSame) this.log.replaceChildren();
    const lines = fresh.slice(-LINES).flatMap((event) => (event.event === 'say' ? [this.line(event)]
      : tellAll(this.room, event).map((text) => html('li', {}, text)))).filter(Boolean);
    if (lines.length) {
      this.log.append(...lines.slice(-LINES));
      while (this.log.childElementCount > LINES) this.log.firstElementChild.remove();
      this.log.scrollTop = this.log.scrollHeight;
    }
    this.showGags();
  }

  line({ name, text, watcher }) {
    const { app } = this.room;
    if (app.gags.has(name)) return null;
    return html('li', { class: 'chat' }, html('b', {}, name), watcher ? ` (${say('watcher')})` : '', ': ', html('bdi', {}, inOurWords(text)));
  }

  /** Everybody who has said something here can be hidden, and heard again. */
  showGags() {
    const { app } = this.room;
    const { seats } = this.room.state ?? { seats: {} };
    const names = new Set([seats.white?.name, seats.black?.name, ...app.seen.events(this.room.room).filter(({ event }) => event === 'say').map(({ name }) => name)]);
    names.delete(app.name);
    names.delete(undefined);
    const key = [...names].map((name) => name + app.gags.has(name)).join();
    if (key === this.gagsKey) return;
    this.gagsKey = key;
    this.gags.replaceChildren(names.size ? html('details', {}, html('summary', {}, say('hide')), html('div', { class: 'row' },
      ...[...names].map((name) => button(say(app.gags.has(name) ? 'ungag' : 'gag', name), () => this.gag(name))))) : '');
  }

  async gag(name) {
    if (await gag(this.room.app, name)) this.show();
  }
}

/** Hides what somebody says, or shows it again.  False: it did not work. */
export async function gag(app, name) {
  const reply = await app.ask('gag', app.gags.has(name) ? { name, show: 'off' } : { name });
  if (reply) app.gags = new Set(reply.gags.map((row) => row.name));
  return Boolean(reply);
}
