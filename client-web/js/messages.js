// What people say outside of rooms: to everybody, or to one player.  Kept while the page is open.
import { html, link, renew, toast } from './html.js';
import { sayForm } from './room/talk.js';
import { say } from './words.js';

/** A text that may be written from right to left, within one that is not.
 *  @param {string} text */
const apart = (text) => `\u2068${text}\u2069`;

/** Messages that are kept. */
const LINES = 50;

export class Messages {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Message[]} */
    this.all = []; // {event, name, to, text}; name null: the server
  }

  /** Takes a `tell`, a `shout` or a `notice`.
   *  @param {Message} arg0 */
  take({ event, name = null, text }) {
    this.add({ event, name, text });
    if (name !== this.app.name) toast(name ? `${name}${say('colon')}${apart(text)}` : text);
  }

  /** @param {Message} message */
  add(message) {
    this.all.push(message);
    if (this.all.length > LINES) this.all.shift();
    this.show?.();
  }

  /** The messages, and a field to answer: those with one player, or all. */
  card(name = null) {
    const { app } = this;
    const log = html('ul', { class: 'talk', tabindex: '0', 'aria-label': say('messages') });
    this.show = () => {
      const lines = this.all
        .filter((one) => !name || [one.name, one.to].includes(name))
        .map((one) => this.line(one));
      renew(log, ...lines);
      log.hidden = !lines.length;
      log.scrollTop = log.scrollHeight;
    };
    this.show();
    return html(
      'section',
      { class: 'card' },
      html('h2', {}, say('messages')),
      log,
      name
        ? sayForm('tell', say('sayTo', name), (text) => this.tell(name, text))
        : sayForm('shout', say('sayToAll'), (text) => app.ask('shout', { text })),
    );
  }

  /** @param {string} name @param {string} text */
  async tell(name, text) {
    const reply = await this.app.ask('tell', { name, text });
    if (reply) this.add({ event: 'tell', name: this.app.name, to: reply.name, text });
    return reply;
  }

  /** @param {Message} arg0 */
  line({ event, name, to, text }) {
    const who =
      name && name !== this.app.name
        ? link(this.app, `/player/${encodeURIComponent(name)}`, name)
        : name;
    const whom = event !== 'tell' ? '' : ` (${to ? say('toName', to) : say('toYou')})`;
    return html(
      'li',
      { class: 'chat' },
      ...(who ? [html('b', {}, who), `${whom}${say('colon')}`] : []),
      html('bdi', {}, text),
    );
  }
}
