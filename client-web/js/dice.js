// Verifies the throws of a record, by the formula of docs/fairness.md and with no code of the server.

import { hmac, sha256 } from './sha256.js';

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const text = new TextEncoder();

/** How many dice, and with how many faces. */
export const DICE = { 'royal-ur': [3, 2], akalamdung: [3, 2], ur: [3, 2], stelpur: [2, 6], morris: [3, 6] };

/** The faces of throw k: n dice with this many faces. */
async function facesOf(secret, record, k, n, faces) {
  const { white, black } = record.players, found = [];
  for (let j = 0; found.length < n; j++) {
    const message = text.encode(`${record.game_id}:${white.nonce ?? ''}:${black.nonce ?? ''}:${k}:${j}`);
    for (const byte of await hmac(secret, message)) {
      if (found.length === n) break;
      if (faces === 2) found.push(byte % 2);
      else if (byte < 252) found.push(1 + byte % 6);
    }
  }
  return found;
}

/** Returns {ok, throws} or {ok: false, why}: 'commitment', 'seal' or 'throw', and k. */
export async function verifyDice(record, seenCommitment) {
  if (!record.secret) return { ok: false, why: 'open' };
  const secret = bytesOf(record.secret);
  const hash = hexOf(await sha256(secret));
  if (hash !== record.commitment || (seenCommitment && hash !== seenCommitment)) return { ok: false, why: 'commitment' };
  for (const { seal, nonce } of Object.values(record.players)) {
    if (seal && nonce !== null && hexOf(await sha256(text.encode(nonce))) !== seal) {
      return { ok: false, why: 'seal' };
    }
  }
  const [n, faces] = DICE[record.game] ?? [0, 0];
  let throws = 0;
  for (const entry of record.log) {
    const shown = entry.what === 'start_throw' ? [...entry.white, ...entry.black] : entry.what === 'throw' ? entry.dice : null;
    if (!shown || n === 0) continue;
    const due = await facesOf(secret, record, entry.k, shown.length, faces);
    if (due.join() !== shown.join()) return { ok: false, why: 'throw', k: entry.k };
    throws++;
  }
  return { ok: true, throws };
}

/** A nonce nobody can guess, or the one that is kept, and its seal. */
export async function newNonce(kept) {
  const nonce = kept ?? hexOf(crypto.getRandomValues(new Uint8Array(16)));
  return { nonce, seal: `sha256:${hexOf(await sha256(text.encode(nonce)))}` };
}
