// The line to the server, without a browser: how soon the page says that it is dead.
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The page says within these times that nothing answers, and that it is offline. */
const LATE_MS = 2000,
  DEAD_MS = 8000;

/** A browser with a socket that never answers; its clock is a number. */
class Silent {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    Silent.last = this;
  }
  send() {}
  close() {}
}
const target = { addEventListener() {} };
let look, every;
Object.assign(globalThis, {
  window: target,
  document: { ...target, hidden: false },
  location: { protocol: 'http:', host: 'a' },
});

test('a line that is silent while something is asked is late soon, then dead', async () => {
  const plain = { setInterval, setTimeout },
    said = [];
  Object.assign(globalThis, {
    WebSocket: Silent,
    setTimeout: () => 0,
    setInterval: (f, ms) => {
      look = f;
      every = ms;
    },
  });
  try {
    const { Line } = await import('../../../client-web/js/line.js');
    const line = new Line({
      event() {},
      open() {},
      network() {},
      late: (is) => said.push([is, passed]),
      down: () => said.push(['down', passed]),
    });
    let passed = 0;
    const pass = (ms) => {
      for (const end = passed + ms; passed < end;) {
        passed += every;
        look();
      }
    };
    line.connect();
    Silent.last.onopen();
    pass(DEAD_MS); // nothing is asked
    assert.deepEqual(said, []);
    passed = 0;
    line.ask('ping').catch(({ error }) => said.push([error]));
    pass(DEAD_MS);
    assert.deepEqual(
      said.map(([what]) => what),
      [true, 'down'],
    );
    assert.ok(said[0][1] <= LATE_MS && said[1][1] <= DEAD_MS, JSON.stringify(said));
    await null;
    assert.deepEqual(said.at(-1), ['lost']);
  } finally {
    Object.assign(globalThis, plain);
  }
});
