// The log of a room, its chat, and whose words are hidden.
import { DICE, sumOf } from '../dice.js';
import { button, form, html } from '../html.js';
import { say, sayOf } from '../words.js';

const LINES = 120;

/** What a state tells, a sentence for each happening; or of its first `n` happenings.
 *  @param {State} state */
export function tellAll(state, n = Infinity) {
  /** @type {number[] | null} */
  let dice = null;
  return state.happened
    .slice(0, n)
    .map((one) => {
      if (one.what === 'throw') ({ dice } = one);
      return tell(state, one, dice);
    })
    .filter(Boolean);
}

/** One happening, as a sentence; `dice`: the last throw before it.  '': nothing to say.
 *  @param {State} state @param {Happening} one @param {number[] | null} dice */
export function tell(state, one, dice) {
  /** @param {Side} side */
  const nameOf = (side) => state.seats[side]?.name ?? say(side);
  const name = one.name ?? (one.side ? nameOf(one.side) : '');
  if (one.what === 'pass')
    return sayOf('happened', 'pass', name, dice ? amount(state.game, dice) : '–');
  const what =
    one.what === 'start_throw'
      ? `${nameOf('white')} ${one.white.join(' ')} – ${nameOf('black')} ${one.black.join(' ')}`
      : (one.move ?? one.at ?? one.dice?.join(' ') ?? '');
  return sayOf('happened', one.what, name, what, one.n ?? '');
}

/** What a throw is worth: the sum of two-faced dice, the numbers of others.
 *  @param {string} game @param {number[]} dice */
const amount = (game, dice) => (DICE[game]?.[1] === 2 ? sumOf(game, dice) : dice.join(' '));

/** A field to say something.  `send` takes the text and resolves with null when the server has
 *  refused it: then it stays in the field.
 *  @param {string} name @param {string} label @param {(text: string) => Promise<unknown>} send */
export function sayForm(name, label, send) {
  const field = html('input', {
    name,
    dir: 'auto',
    maxlength: 400,
    autocomplete: 'off',
    enterkeyhint: 'send',
    'aria-label': label,
    placeholder: label,
  });
  const submit = async () => {
    const { value } = field;
    if (value.trim() && (await send(value.trim())) && field.value === value) field.value = '';
  };
  return form({ class: 'row say' }, submit, field, html('button', {}, say('send')));
}

/** What `alea bot` says to everybody, in the reader's language; anything else as it is.
 *  @param {string} text */
function inOurWords(text) {
  const greeting = /^Hello! {2}I am a bot and play (?:at random|at level (\d))\.$/.exec(text);
  if (!greeting) return text;
  return greeting[1] ? say('botHello', greeting[1]) : say('botRandom');
}

export class Talk {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    /** @type {string | undefined} */
    this.shownKey;
    /** @type {string | undefined} */
    this.gagsKey;
    this.log = html('ul', { id: 'log', class: 'talk', tabindex: '0', 'aria-label': say('log') });
    this.gags = html('div');
    this.written = new WeakMap(); // event -> how many of its happenings are in the log
    this.node = html(
      'div',
      {},
      this.log,
      sayForm('say', say('say'), (text) => room.ask('say', { text })),
      this.gags,
    );
  }

  /** Adds what is new below, as far as it has been shown; writes everything again when another
   *  game begins, or somebody is hidden or heard again. */
  show() {
    const {
        app,
        show: { told },
      } = this.room,
      key = [this.room.state?.game_id, ...app.gags].join();
    if (key !== this.shownKey) {
      this.log.replaceChildren();
      this.written = new WeakMap();
    }
    this.shownKey = key;
    const lines = [];
    for (const event of app.seen.events(this.room.room)) {
      const n =
        event.event === 'say'
          ? 1
          : event.seq < told.seq
            ? Infinity
            : event.seq > told.seq
              ? 0
              : told.n;
      const had = this.written.get(event) ?? 0;
      if (n <= had) continue;
      this.written.set(event, n);
      if (event.event === 'say') lines.push(this.line(event));
      else
        lines.push(
          ...tellAll(event, n)
            .slice(tellAll(event, had).length)
            .map((text) => html('li', {}, text)),
        );
    }
    const fresh = lines.filter((one) => one !== null).slice(-LINES);
    if (fresh.length) {
      this.log.append(...fresh);
      while (this.log.childElementCount > LINES) this.log.firstElementChild?.remove();
      // with the next frame: to ask how high it is now would make the browser lay out the page
      requestAnimationFrame(() => {
        this.log.scrollTop = this.log.scrollHeight;
      });
    }
    this.showGags();
  }

  /** @param {Said} arg0 */
  line({ name, text, watcher }) {
    const { app } = this.room;
    if (app.gags.has(name)) return null;
    return html(
      'li',
      { class: 'chat' },
      html('b', {}, name),
      watcher ? ` (${say('watcher')})` : '',
      say('colon'),
      html('bdi', {}, inOurWords(text)),
    );
  }

  /** Everybody who has said something here can be hidden, and heard again. */
  showGags() {
    const { app } = this.room;
    const seats = this.room.state?.seats;
    const sitting = [seats?.white?.name, seats?.black?.name].filter((one) => one !== undefined);
    const names = new Set([
      ...sitting,
      ...app.seen
        .events(this.room.room)
        .filter((one) => one.event === 'say')
        .map(({ name }) => name),
    ]);
    names.delete(app.name);
    const key = [...names].map((name) => name + app.gags.has(name)).join();
    if (key === this.gagsKey) return;
    this.gagsKey = key;
    this.gags.replaceChildren(
      names.size
        ? html(
            'details',
            {},
            html('summary', {}, say('hide')),
            html(
              'div',
              { class: 'row' },
              ...[...names].map((name) =>
                button(say(app.gags.has(name) ? 'ungag' : 'gag', name), () => this.gag(name)),
              ),
            ),
          )
        : '',
    );
  }

  /** @param {string} name */
  async gag(name) {
    if (await gag(this.room.app, name)) this.show();
  }
}

/** Hides what somebody says, or shows it again.  False: it did not work.
 *  @param {App} app @param {string} name */
export async function gag(app, name) {
  const reply = await app.ask('gag', app.gags.has(name) ? { name, show: 'off' } : { name });
  if (reply) app.gags = new Set(reply.gags.map((/** @type {Message} */ row) => row.name));
  return Boolean(reply);
}
