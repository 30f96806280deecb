// Offers: our own seek or challenge, and challenges to us, which are shown in every view.
import { $, button, html, renew, toast } from './html.js';
import { gameName, say, sayError } from './words.js';

export class Offers {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Message | null} */
    this.own = null; // {offer, game, to, bot, at, cmd, args, rooms}: what we wait for
    this.asked = new Map(); // number -> challenge to us
  }

  /** After we have come: challenges that wait already, and our own offer once more. */
  async begin() {
    if (this.own) this.askAgain(this.own);
    const reply = await this.app.line.ask('challenges').catch(() => null);
    if (!reply) return;
    this.asked = new Map(
      reply.challenges
        .filter((/** @type {Message} */ { to }) => to === this.app.name)
        .map((/** @type {Message} */ row) => [row.offer, row]),
    );
    this.show();
  }

  /** Asks for a game: play or challenge.  Goes there, or waits.
   *  @param {string} cmd @param {Args} args */
  async ask(cmd, args) {
    const { app } = this;
    const reply = await app.ask(cmd, args);
    if (!reply) return;
    if (reply.room) {
      await app.sat(reply);
      return;
    }
    this.own = {
      offer: reply.offer,
      game: args.game,
      to: args.name,
      bot: reply.bot,
      at: performance.now(),
      cmd,
      args,
      rooms: new Set(app.sides.keys()),
    };
    this.changed();
  }

  /** The server ends the offers of those who lose their connection; if this one still stands, it
   *  stays one.  A room that we did not have when we asked: it was taken meanwhile.
   *  @param {Message} own */
  async askAgain(own) {
    const { app } = this;
    if ([...app.sides.keys()].some((room) => !own.rooms.has(room))) {
      this.found();
      toast(say('gameFound'));
      return;
    }
    try {
      const reply = await app.line.ask(own.cmd, own.args);
      const isCancelled = this.own !== own && !reply.room; // meanwhile
      if (isCancelled) await app.line.ask('decline', { offer: reply.offer });
      if (this.own !== own) return;
      if (reply.room) {
        this.found();
        app.sat(reply);
        return;
      }
      Object.assign(own, { offer: reply.offer, bot: reply.bot });
      this.changed();
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      if (error.error === 'lost' || this.own !== own) return; // the next connection asks once more
      toast(sayError(error));
      this.found();
    }
  }

  /** Takes our offer back: a seek or a challenge. */
  async cancel() {
    const { own } = this;
    this.found();
    if (own) await this.app.line.ask('decline', { offer: own.offer }).catch(() => {}); // over
  }

  /** We play, or have given up. */
  found() {
    this.own = null;
    this.changed();
  }

  /** Whether we asked for a game only a moment ago, and still look at the page.
   *  @param {number} ms */
  isFresh(ms) {
    return this.own !== null && performance.now() - this.own.at < ms && !document.hidden;
  }

  /** @param {Message} event */
  event(event) {
    if (event.event === 'offer' && event.to === this.app.name) {
      this.asked.set(event.offer, event);
      this.show();
    } else if (event.event === 'offer_over') {
      if (this.asked.delete(event.offer)) this.show();
      if (event.offer === this.own?.offer && event.why !== 'taken') {
        toast(say(event.why === 'declined' ? 'offerDeclined' : 'offerOver'));
        this.found();
      }
    }
  }

  changed() {
    this.app.view?.offerChanged?.();
  }

  /** @param {number} offer */
  async accept(offer) {
    try {
      await this.app.sat(await this.app.line.ask('accept', { offer }));
    } catch (caught) {
      const error = /** @type {Refusal} */ (caught);
      toast(sayError(error));
    }
  }

  /** The challenges to us, above whatever is shown. */
  show() {
    renew(
      $('asked'),
      ...[...this.asked.values()].map((row) =>
        html(
          'p',
          { class: 'row asked', 'data-of': row.offer },
          html(
            'span',
            {},
            say('challengesYou', row.name, gameName(row.game, this.app.hello)),
            row.time ? ` · ${row.time}` : '',
            row.rated ? ` · ${say('rated')}` : '',
          ),
          button(say('accept'), () => this.accept(row.offer), { class: 'main' }),
          button(say('decline'), () => {
            this.asked.delete(row.offer);
            this.show();
            this.app.ask('decline', { offer: row.offer });
          }),
        ),
      ),
    );
  }
}
