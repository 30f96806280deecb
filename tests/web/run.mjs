// Runs the tests, three files at once, whatever Node.js it is (18 or newer): make check-web.
// Those in plain/ need no browser.  ALEA_TEST=words: only tests with that in their names.
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

/** Of a file, on a machine that has much else to do. */
const TIMEOUT_MS = 20 * 60000;
/** Files that take long begin first, so that none of them is alone at the end. */
const LONG = ['games', 'house', 'comeback', 'people', 'account', 'looks'].map(
  (name) => `${name}.test.mjs`,
);
const folder = new URL('.', import.meta.url),
  { ALEA_TEST: only } = process.env;
const tests = ['', 'plain/'].flatMap((dir) =>
  readdirSync(new URL(dir, folder))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => dir + file),
);
const files = [...LONG, ...tests.filter((file) => !LONG.includes(file))];
run({
  files: files.map((file) => fileURLToPath(new URL(file, folder))),
  concurrency: 3,
  timeout: TIMEOUT_MS,
  ...(only ? { testNamePatterns: [only] } : {}),
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout); // eslint-disable-line new-cap
