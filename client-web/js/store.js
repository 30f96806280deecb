// What the page keeps in the browser: `local` for all its tabs, `session` for this one.  What the
// browser does not take (its site data is blocked, or there is no room left) is kept in memory,
// until the page goes away or the browser takes it after all.

class Store {
  /** @param {'localStorage' | 'sessionStorage'} kind */
  constructor(kind) {
    this.kind = kind;
    this.memory = new Map(); // what the browser has not taken
  }

  /** The browser's storage: where it is blocked, even asking for it fails. */
  get browsers() {
    return globalThis[this.kind];
  }

  /** The text of a key, or null.
   *  @param {string} key */
  get(key) {
    if (this.memory.has(key)) return this.memory.get(key);
    try {
      return this.browsers.getItem(key);
    } catch {
      return null;
    }
  }

  /** Keeps a text that we can do without.  False: the browser does not take it, and has none.
   *  @param {string} key @param {string} text */
  offer(key, text) {
    try {
      this.browsers.setItem(key, text);
      return true;
    } catch {
      this.forget(key);
      return false;
    }
  }

  /** Keeps a text, and tries again to get rid of what is in memory.
   *  @param {string} key @param {string} text */
  set(key, text) {
    this.memory.set(key, text);
    for (const [one, value] of this.memory) if (this.offer(one, value)) this.memory.delete(one);
    tell();
  }

  /** @param {string} key */
  remove(key) {
    this.memory.delete(key);
    this.forget(key);
    tell();
  }

  /** @param {string} key */
  forget(key) {
    try {
      this.browsers.removeItem(key);
    } catch {
      /* it has nothing */
    }
  }

  keys() {
    /** @type {string[]} */
    let theirs = [];
    try {
      theirs = Object.keys(this.browsers);
    } catch {
      /* it has nothing */
    }
    return [...new Set([...theirs, ...this.memory.keys()])];
  }
}

export const local = new Store('localStorage'),
  session = new Store('sessionStorage');

/** @type {(isKept: boolean) => void} */
let watcher = () => {};
const tell = () => watcher(local.memory.size + session.memory.size === 0);

/** Calls back with whether the browser keeps everything, now and at each change.
 *  @param {(isKept: boolean) => void} action */
export function watchKept(action) {
  watcher = action;
  tell();
}
