// Being ready for a game, with our sealed part of its dice; and another game.
import { newNonce } from '../dice.js';
import { keepNonce, keptNonce } from '../seal.js';
import { eagerIn } from '../views.js';

/** Somebody who asks for another game is ready when the opponent agrees within this time, in ms. */
const REMATCH_MS = 5000;

export class Ready {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    this.knownFrom = 0; // from this state on the server knows that we are ready
  }

  /** We have said so, and nobody need press anything. */
  get isSaid() {
    return this.room.state.seq < this.knownFrom;
  }

  /** Who has just tapped "play" need not tap again. */
  be() {
    const { state, side, theirs, app, room } = this.room,
      mine = side && state.seats[side];
    if (app.eager?.room !== room || state?.stage !== 'waiting' || !mine || !theirs) return;
    const isLate = performance.now() > app.eager.until || document.hidden;
    app.eager = null;
    if (!mine.ready && !isLate) this.say();
  }

  /** A second click must not replace the nonce that is sealed already. */
  async say() {
    if (this.isSaid) return;
    const { app, state, status } = this.room,
      gameId = state.game_id;
    let reply = null;
    this.knownFrom = Infinity;
    status.show();
    try {
      const { nonce, seal } = await newNonce(keptNonce(app.name, gameId));
      keepNonce(app.name, gameId, nonce);
      reply = await this.room.ask('ready', { nonce: seal });
    } finally {
      this.knownFrom = reply?.seq ?? 0;
      if (!reply) status.show();
    }
  }

  async rematch() {
    const { app, room } = this.room;
    app.eager = eagerIn(room, REMATCH_MS);
    await this.room.ask('rematch');
    this.be();
  }
}
