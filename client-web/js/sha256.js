// SHA-256 and HMAC: WebCrypto where the browser offers it (HTTPS, localhost), else our own code, so
// that phones on a LAN without a certificate can seal and verify, too.

/** @type {number[]} */
const K = [];
/** @type {number[]} */
const H0 = [];
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
  if (!prime) continue;
  if (found < 8) H0.push(((Math.sqrt(n) % 1) * 2 ** 32) | 0);
  K.push(((Math.cbrt(n) % 1) * 2 ** 32) | 0);
  found++;
}

/** @param {number} x @param {number} n */
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array<ArrayBuffer>} bytes */
export function sha256Plain(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, bytes.length / 2 ** 29);
  view.setUint32(padded.length - 4, bytes.length << 3);
  const h = [...H0],
    w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getInt32(at + 4 * i);
        continue;
      }
      const a = w[i - 15],
        b = w[i - 2];
      w[i] =
        (w[i - 16] +
          w[i - 7] +
          (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) +
          (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))) |
        0;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const t =
        (k + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) |
        0;
      const u =
        ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + t) | 0, c, b, a, (t + u) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => {
      h[i] = (h[i] + x) | 0;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
function hmacPlain(key, message) {
  /** @param {number} byte */
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
  /** @param {Uint8Array<ArrayBuffer>} a @param {Uint8Array<ArrayBuffer>} b */
  const join = (a, b) => Uint8Array.from([...a, ...b]);
  return sha256Plain(join(pad(0x5c), sha256Plain(join(pad(0x36), message))));
}

/** Both take and give Uint8Array; a key has at most 64 bytes.
 *  @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : sha256Plain(bytes);
}
/** @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
export async function hmac(key, message) {
  if (!crypto.subtle) return hmacPlain(key, message);
  const imported = await crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}
