// Our moves on their way.  A move is never lost without a word.
import { toast } from '../html.js';
import { isStill } from '../show/flight.js';
import { say, sayError } from '../words.js';

export class Mover {
  /** @param {import('./room.js').Room} room */
  constructor(room) {
    this.room = room;
    this.movedAt = performance.now(); // when we moved last, or came
    /** @type {Sending | null} */
    this.sending = null; // {move, seq, isLost}: a move that the server has not answered
    /** @type {(() => void) | null} */
    this.back = null;
  }

  end() {
    if (this.sending?.isLost) toast(say('moveLeft', this.sending.move));
  }

  /** Nothing can be planned any more: plays what was planned if that is legal, else says that it
   *  is not.  Returns whether it was played.
   *  @param {import("../show/ahead.js").Ahead} ahead */
  playPlan(ahead) {
    const { state } = this.room,
      move = state.stage === 'playing' ? ahead.moveFor(state) : null;
    if (move) this.move(move);
    else if (state.stage === 'playing') toast(say('planGone', ahead.wish));
    return move !== null;
  }

  /** Sends a move, which is shown at once.  If the line is cut, it is sent again when the line is
   *  back, unless something else has happened meanwhile.
   *  @param {string} move */
  async move(move) {
    const { room } = this,
      { show } = room,
      { seq } = room.state,
      sending = { move, seq, isLost: false };
    room.taps = null;
    room.choose([]);
    this.sending = sending;
    this.movedAt = performance.now();
    if (room.side) show.propose(room.side, move, isStill());
    room.run();
    room.status.watchSending(sending);
    const isTaken = await this.send(sending);
    if (this.sending === sending) this.sending = null;
    if (!isTaken && show.proposed?.move === move && room.state?.seq === seq) show.withdraw();
    room.update();
  }

  /** Resolves with whether the server took it.
   *  @param {Sending} sending */
  async send(sending) {
    const { room } = this,
      { move, seq } = sending;
    for (;;) {
      try {
        await room.app.line.ask('move', { room: room.room, move, seq });
        return true;
      } catch (caught) {
        const error = /** @type {Refusal} */ (caught);
        if (error.error !== 'lost') {
          toast(sayError(error));
          return false;
        }
      }
      sending.isLost = true;
      room.status.show();
      await new Promise((resolve) => {
        this.back = () => resolve(null);
      });
      if (room.state?.seq === seq) continue;
      const isDone = room
        .happened()
        .some((one) => one.what === 'move' && one.move === move && one.side === room.side);
      if (!isDone) toast(say('moveLost'));
      return isDone;
    }
  }

  /** The connection is back, and the room is known as it is now. */
  comeBack() {
    this.back?.();
    this.back = null;
  }
}
