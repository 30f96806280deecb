// Runs the tests, two files at once, whatever Node.js it is (18 or newer): make check-web.
// ALEA_TEST=words: only tests with that in their names.
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 600000;
const folder = new URL('.', import.meta.url), { ALEA_TEST: only } = process.env;
const files = readdirSync(folder).filter((file) => file.endsWith('.test.mjs')).map((file) => fileURLToPath(new URL(file, folder)));
run({ files, concurrency: 2, timeout: TIMEOUT_MS, ...(only ? { testNamePatterns: [only] } : {}) })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new spec()).pipe(process.stdout); // eslint-disable-line new-cap
