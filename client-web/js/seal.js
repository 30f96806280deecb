// The nonces that we seal.  They are kept for all tabs of the browser: whichever is there then
// opens the seal.
import { local } from './store.js';

/** Nonces that are kept: far more than anybody has games at once (64 rooms). */
const NONCES_MAX = 256;
const PREFIX = 'alea.nonce.';
/** Two guests in two tabs of one browser have a nonce each.
 *  @param {string} name @param {string} gameId */
const keyOf = (name, gameId) => `${PREFIX}${name}.${gameId}`;
/** @param {string} key */
const read = (key) => {
  try {
    return JSON.parse(local.get(key));
  } catch {
    return null;
  }
};

/** The nonce of a player in a game; null: this browser knows none.
 *  @param {string} name @param {string} gameId */
export function keptNonce(name, gameId) {
  return read(keyOf(name, gameId))?.nonce ?? null;
}

/** Keeps a nonce, and forgets the oldest ones.
 *  @param {string} name @param {string} gameId @param {string} nonce */
export function keepNonce(name, gameId, nonce) {
  local.set(keyOf(name, gameId), JSON.stringify({ nonce, at: Date.now() }));
  const keys = local.keys().filter((key) => key.startsWith(PREFIX));
  keys.sort((a, b) => (read(b)?.at ?? 0) - (read(a)?.at ?? 0));
  for (const key of keys.slice(NONCES_MAX)) local.remove(key);
}

const opened = new Set(); // game_ids
/** Before a seal is tried again, in ms, if the server does not say. */
const AGAIN_MS = 1000;

/** Opens our seal as soon as the server wants it, whatever the page shows.
 *  @param {App} app @param {State} state */
export async function openSeal(app, state) {
  const mine = Object.values(state.seats).find((seat) => seat?.name === app.name);
  const nonce = keptNonce(app.name, state.game_id);
  if (
    state.stage !== 'opening' ||
    !nonce ||
    !mine?.seal ||
    mine.nonce !== null ||
    opened.has(state.game_id)
  )
    return;
  opened.add(state.game_id);
  const error = await app.line.ask('open', { room: state.room, nonce }).then(
    () => null,
    (one) => one,
  );
  if (!error) return;
  opened.delete(state.game_id);
  if (!['too_fast', 'storage', 'interrupted'].includes(error.error)) return; // lost: we come back
  setTimeout(() => {
    const now = app.states.get(state.room);
    if (now) openSeal(app, now);
  }, error.retry_after_ms ?? AGAIN_MS);
}
