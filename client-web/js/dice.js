// Verifies the throws of a record, by the formula of docs/fairness.md and with no code of the
// server.

import { hmac, sha256 } from './sha256.js';

/** @param {string} hex */
const bytesOf = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const text = new TextEncoder();

/** How many dice, with how many faces, and what counts for none.
 *  @type {Record<string, number[]>} */
export const DICE = {
  'royal-ur': [3, 2],
  finkel: [4, 2],
  blitz: [4, 2],
  masters: [3, 2, 4],
  aseb: [4, 2],
  akalamdung: [3, 2],
  ur: [3, 2],
  stelpur: [2, 6],
  morris: [3, 6],
};
/** Those of a state, whose options may leave them out.
 *  @param {{game: string, options: string}} arg0 */
export const diceOf = ({ game, options }) => (/dice=none/.test(options) ? undefined : DICE[game]);

/** What a throw of two-faced dice counts.
 *  @param {string} game @param {number[]} dice */
export const sumOf = (game, dice) => dice.reduce((a, b) => a + b, 0) || (DICE[game][2] ?? 0);

/** The faces of throw k: n dice with this many faces.
 *  @param {Uint8Array<ArrayBuffer>} secret @param {GameRecord} record @param {number} k
 *  @param {number} n
 *  @param {number} faces */
async function facesOf(secret, record, k, n, faces) {
  const { white, black } = record.players,
    found = [];
  for (let j = 0; found.length < n; j++) {
    const message = text.encode(
      `${record.game_id}:${white.nonce ?? ''}:${black.nonce ?? ''}:${k}:${j}`,
    );
    for (const byte of await hmac(secret, message)) {
      if (found.length === n) break;
      if (faces === 2) found.push(byte % 2);
      else if (byte < 252) found.push(1 + (byte % 6));
    }
  }
  return found;
}

/** The faces that an entry of the log shows, and how many are due; null: it is no throw.
 *  @param {Log} entry @param {number} n */
function thrown(entry, n) {
  if (entry.what === 'start_throw') return { shown: [...entry.white, ...entry.black], due: 2 * n };
  return entry.what === 'throw' ? { shown: entry.dice, due: n } : null;
}

/** Compares also with what this page knows of the game: {commitment, name, nonce}, our own nonce.
 *  Returns {ok, throws}, and unseen, the commitment if the page has not seen it before the end; or
 *  {ok: false, why}: 'open', 'commitment', 'nonce', 'seal' or 'throw', and k.
 *  @param {GameRecord} record @param {Known} [known] */
export async function verifyDice(record, known = {}) {
  if (!record.secret) return { ok: false, why: 'open' };
  const secret = bytesOf(record.secret);
  const hash = hexOf(await sha256(secret));
  if (hash !== record.commitment || (known.commitment && hash !== known.commitment))
    return { ok: false, why: 'commitment' };
  for (const { name, seal, nonce } of Object.values(record.players)) {
    if (known.nonce && name === known.name && nonce !== null && nonce !== known.nonce)
      return { ok: false, why: 'nonce' };
    if (seal && nonce !== null && hexOf(await sha256(text.encode(nonce))) !== seal) {
      return { ok: false, why: 'seal' };
    }
  }
  const [n, faces] = DICE[record.game] ?? [0, 0];
  let throws = 0;
  for (const entry of record.log) {
    const one = thrown(entry, n);
    if (!one || n === 0) continue;
    const right = await facesOf(secret, record, throws, one.due, faces);
    if (entry.k !== throws || right.join() !== one.shown.join())
      return { ok: false, why: 'throw', k: throws };
    throws++;
  }
  return { ok: true, throws, unseen: known.commitment ? null : hash };
}

/** A nonce nobody can guess, or the one that is kept, and its seal.
 *  @param {string | null} kept */
export async function newNonce(kept) {
  const nonce = kept ?? hexOf(crypto.getRandomValues(new Uint8Array(16)));
  return { nonce, seal: `sha256:${hexOf(await sha256(text.encode(nonce)))}` };
}
