// What this page has seen of its rooms: for the log, the chat, the replay, and to ask the server
// for what was missed.  Kept over a reload, in this tab.
import { session } from './store.js';

const KEY = 'alea.seen';
/** Events of a room at most: a long game. */
const EVENTS_MAX = 6000;

/** What is known of a room; `joined`: who sat down last.
 *  @typedef {{game_id: string, last: number, events: (State | Said)[], joined: string,
 *  legEnd?: LegEnd | null}} SeenRoom */
/** How a game of a match ended.
 *  @typedef {Result & {leg: number, winner: string | null,
 *  names: (string | undefined)[]}} LegEnd */

export class Seen {
  constructor() {
    /** @type {Map<string, SeenRoom>} */
    this.rooms = new Map(); // room -> {game_id, last, events, joined: who sat down last}
    try {
      this.rooms = new Map(JSON.parse(session.get(KEY) ?? '[]'));
    } catch {
      /* begin anew */
    }
  }

  /** Takes a `state` or a `say`.
   *  @param {State | Said} event */
  add(event) {
    let room = this.rooms.get(event.room);
    if (!room)
      this.rooms.set(event.room, (room = { game_id: '', last: 0, events: [], joined: '' }));
    if (event.event === 'state' && event.game_id !== room.game_id) {
      const isSameRoom = event.seq > room.last; // else a new room has the code of an old one
      room.game_id = event.game_id;
      room.events = isSameRoom
        ? room.events.filter(({ event: kind }) => kind === 'say').slice(-50)
        : [];
      if (!isSameRoom) room.joined = '';
    } else if (event.seq !== undefined && event.seq <= room.last) return; // a snapshot we know
    room.last = event.seq ?? room.last;
    if (event.event === 'state') {
      this.noteLeg(room, event);
      const { moves, ...rest } = event; // only of use while one chooses
      room.events.push(rest);
      const joined = event.happened.findLast(({ what }) => what === 'joined');
      room.joined = joined?.name ?? room.joined;
    } else room.events.push(event);
    if (room.events.length > EVENTS_MAX) room.events.shift();
  }

  /** How a game of a match ended, as long as the next one has not begun.
   *  @param {SeenRoom} room @param {State} arg1 */
  noteLeg(room, { stage, match, result, seats }) {
    if (stage === 'over' && match && result && match.leg < match.legs) {
      const winner = seats[/** @type {Side} */ (result.outcome)]?.name ?? null;
      room.legEnd = {
        leg: match.leg,
        ...result,
        winner,
        names: [seats.white?.name, seats.black?.name],
      };
    } else if (stage !== 'waiting') room.legEnd = null;
  }

  /** The end of the game before this one of a match, or null.
   *  @param {string} room */
  legEnd(room) {
    return this.rooms.get(room)?.legEnd ?? null;
  }

  /** @param {string} room */
  events(room) {
    return this.rooms.get(room)?.events ?? [];
  }
  /** @param {string} room */
  states(room) {
    return this.events(room).filter((one) => one.event === 'state');
  }

  /** The states of all rooms, each room's in order. */
  all() {
    return [...this.rooms.keys()].flatMap((room) => this.states(room));
  }

  /** The number of the last event; 0: we know none.
   *  @param {string} room */
  lastSeq(room) {
    return this.rooms.get(room)?.last ?? 0;
  }

  /** Who sat down last, in this game or an earlier one; '': we have not seen it.
   *  @param {string} room */
  joined(room) {
    return this.rooms.get(room)?.joined ?? '';
  }

  /** Everything that has happened in the game, in order.  Null: we have not seen its beginning.
   *  @param {string} room */
  happened(room) {
    const states = this.states(room),
      all = states.flatMap((state) => state.happened);
    const isWhole =
      states.length &&
      (states[0].stage === 'waiting' ||
        states[0].stage === 'opening' ||
        all[0]?.what === 'new_game') &&
      !states.some((state, i) => i && state.snapshot);
    return isWhole ? all : null;
  }

  /** Forgets all rooms but these: their codes are given to others.
   *  @param {Set<string>} rooms */
  only(rooms) {
    for (const room of this.rooms.keys()) if (!rooms.has(room)) this.rooms.delete(room);
  }

  /** @param {string} room */
  forget(room) {
    this.rooms.delete(room);
  }

  /** Before the page goes away.  If it is too long to keep, a snapshot will do. */
  keep() {
    session.offer(KEY, JSON.stringify([...this.rooms]));
  }
}
