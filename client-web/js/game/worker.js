// A thread for the games and the engine, so that the page does not wait: core.wasm is common/rules,
// common/engine and the analysis of `alea analyse` (client-web/core/core.h).

/** What core.h has: texts are numbers, where they begin in the memory.
 *  @typedef {{memory: WebAssembly.Memory, _initialize(): void, core_text(): number,
 *  core_judge(): number, core_judged(): number, core_plies(): number,
 *  core_luck(side: number): number, core_skill(side: number): number,
 *  core_hint(bytes: number): number, core_follow(bytes: number): number}} Core */

/** How often the page hears how far the analysis is, in ms. */
const TELL_MS = 200;

const ENOENT = 8;
/** The engine reads and writes no files.  It ends only by an assertion that fails. */
const wasi = {
  fd_close: () => ENOENT,
  fd_seek: () => ENOENT,
  fd_write: () => ENOENT,
  /** @param {number} code */
  proc_exit: (code) => {
    throw new Error(`the engine has ended: ${code}`);
  },
};

async function load() {
  const response = await fetch(new URL('./core.wasm', import.meta.url));
  if (!response.ok) throw new Error(`no engine: ${response.status}`);
  const bytes = await response.arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi });
  const exports = /** @type {Core} */ (/** @type {unknown} */ (instance.exports));
  exports._initialize();
  return exports;
}
const core = load();
core.catch(() => {}); // whoever asks hears of it

/** @param {Core} arg0 @param {number} at */
const lines = ({ memory }, at) => {
  const bytes = new Uint8Array(memory.buffer, at);
  return new TextDecoder()
    .decode(bytes.subarray(0, bytes.indexOf(0)))
    .trim()
    .split('\n');
};

/** The lines that a function of the core says of a text.
 *  @param {Core} exports @param {string} text @param {(bytes: number) => number} say */
function read(exports, text, say) {
  const bytes = new TextEncoder().encode(text);
  new Uint8Array(exports.memory.buffer, exports.core_text(), bytes.length).set(bytes);
  return lines(exports, say(bytes.length));
}

/** @param {Core} exports */
function judge(exports) {
  let told = performance.now();
  for (let done = 0; exports.core_judge(); done++) {
    if (performance.now() - told < TELL_MS) continue;
    told = performance.now();
    self.postMessage({ done });
  }
  const sides = [0, 1].map((side) => ({
    luck: exports.core_luck(side),
    skill: exports.core_skill(side),
  }));
  return { lines: lines(exports, exports.core_judged()), plies: exports.core_plies(), sides };
}

self.onmessage = async ({ data }) => {
  try {
    const exports = await core;
    const { text, isHint } = data,
      say = isHint ? exports.core_hint : exports.core_follow;
    const answer = text === undefined ? judge(exports) : read(exports, text, say);
    self.postMessage({ answer });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
