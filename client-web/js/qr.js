// QR codes (ISO/IEC 18004): text in byte mode, error correction level M, versions 1 to 10.

/** Of versions 1 to 10 at level M: error correction bytes of a block, and blocks. */
const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];

const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256); // the field GF(256) with 0x11d
for (let i = 0, x = 1; i < 255; i++, x = x & 128 ? (x << 1) ^ 0x11d : x << 1) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The error correction bytes of a block (Reed-Solomon).
 *  @param {number[]} data @param {number} n */
function checkBytes(data, n) {
  let generator = [1];
  for (let i = 0; i < n; i++) {
    const next = [...generator, 0];
    generator.forEach((c, j) => {
      next[j + 1] ^= times(c, EXP[i]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    generator.forEach((c, j) => {
      rest[i + j] ^= times(c, factor);
    });
  }
  return rest.slice(data.length);
}

/** @param {number} version */
const centres = (version) => {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2,
    last = version * 4 + 10;
  const step = Math.ceil((version * 4 + 4) / (n * 2 - 2)) * 2;
  return [6, ...Array.from({ length: n - 1 }, (_, i) => last - step * (n - 2 - i))];
};

/** How many bytes of both kinds fit into a version.
 *  @param {number} version */
function bytesIn(version) {
  const n = centres(version).length;
  let bits = (16 * version + 128) * version + 64;
  if (n) bits -= (25 * n - 10) * n - 55;
  if (version >= 7) bits -= 36;
  return bits >> 3;
}

/** The text as bytes of the code, blocks interleaved.
 *  @param {number[]} bytes @param {number} version */
function codeBytes(bytes, version) {
  const n = BLOCKS[version - 1],
    check = CHECK_BYTES[version - 1];
  const total = bytesIn(version),
    room = total - n * check;
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} count */
  const put = (value, count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, -bits.length & 7);
  const data = [];
  for (let i = 0; i < bits.length; i += 8)
    data.push(Number.parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(room / n),
    nShort = n - (room % n),
    blocks = [];
  for (let i = 0, at = 0; i < n; i++) {
    const length = short + (i < nShort ? 0 : 1),
      block = data.slice(at, (at += length));
    blocks.push({ block, check: checkBytes(block, check) });
  }
  const out = [];
  for (let i = 0; i <= short; i++)
    for (const { block } of blocks) if (i < block.length) out.push(block[i]);
  for (let i = 0; i < check; i++) for (const one of blocks) out.push(one.check[i]);
  return out;
}

/** @type {((x: number, y: number) => number)[]} */
const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The remainder of a value that is divided by a polynomial: version and format information.
 *  @param {number} value @param {number} polynomial @param {number} bits */
function withRemainder(value, polynomial, bits) {
  let rest = value << bits;
  for (let i = 31; i >= bits; i--) if ((rest >>> i) & 1) rest ^= polynomial << (i - bits);
  return (value << bits) | rest;
}

/** The parts that are the same for every text: cells set to 0 or 1, all others undefined.
 *  @param {number} version */
function frame(version) {
  const size = version * 4 + 17;
  const cells = Array.from({ length: size }, () => new Array(size));
  /** @param {number} x @param {number} y @param {boolean | number} dark */
  const set = (x, y, dark) => {
    if (cells[y]?.[x] === undefined && x >= 0 && x < size && y >= 0 && y < size)
      cells[y][x] = Number(dark);
  };
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++)
        set(cx + dx, cy + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
  const at = centres(version);
  for (const cx of at) {
    for (const cy of at) {
      if (cells[cy][cx] !== undefined) continue; // a corner is there
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++)
          set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  for (let i = 0; i < size; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  if (version >= 7) {
    const bits = withRemainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const a = size - 11 + (i % 3),
        b = Math.floor(i / 3);
      set(a, b, (bits >> i) & 1);
      set(b, a, (bits >> i) & 1);
    }
  }
  return cells;
}

/** The places of the 15 bits of the format, both copies; and the module that is always dark.
 *  @param {number[][]} cells @param {number} mask */
function drawFormat(cells, mask) {
  const size = cells.length,
    bits = withRemainder(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1;
    cells[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit;
    cells[8][i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = bit;
  }
  cells[size - 8][8] = 1;
}

/** How hard it is to read: runs, blocks, what looks like a corner, and too much of one colour.
 *  @param {number[][]} cells */
function penalty(cells) {
  const size = cells.length;
  let sum = 0,
    dark = 0;
  for (const rows of [cells, cells.map((_, x) => cells.map((row) => row[x]))]) {
    for (const row of rows) {
      const text = row.join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      for (const corner of ['10111010000', '00001011101']) {
        for (let i = text.indexOf(corner); i >= 0; i = text.indexOf(corner, i + 1)) sum += 40;
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      dark += cells[y][x];
      if (
        x &&
        y &&
        cells[y][x] === cells[y - 1][x] &&
        cells[y][x] === cells[y][x - 1] &&
        cells[y][x] === cells[y - 1][x - 1]
      )
        sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}

/** The code of a text of at most 213 bytes: rows of 0 and 1 (dark), without the quiet zone.
 *  Null: the text is too long.
 *  @param {string} text */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  let version = 1;
  while (
    version <= 10 &&
    bytesIn(version) - BLOCKS[version - 1] * CHECK_BYTES[version - 1] <
      bytes.length + (version < 10 ? 2 : 3)
  )
    version++;
  if (version > 10) return null;
  const fixed = frame(version),
    size = fixed.length;
  drawFormat(fixed, 0); // keeps its places free
  const bits = codeBytes(bytes, version).flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (byte >> i) & 1),
  );
  const places = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) places.push([x, up ? size - 1 - i : i]);
  }
  const free = places.filter(([x, y]) => fixed[y][x] === undefined);
  /** @type {{cost: number, cells: number[][]}[]} */
  const found = MASKS.map((isOff, mask) => {
    const cells = fixed.map((row) => [...row]);
    free.forEach(([x, y], i) => {
      cells[y][x] = (bits[i] ?? 0) ^ (isOff(x, y) === 0 ? 1 : 0);
    });
    drawFormat(cells, mask);
    return { cost: penalty(cells), cells };
  });
  return found.reduce((best, one) => (one.cost < best.cost ? one : best)).cells;
}
