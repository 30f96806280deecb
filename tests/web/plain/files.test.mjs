// The files of the page, without a browser: what they weigh, and which are needed at once.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../../client-web/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), 'utf8');

/** Everything, gzipped: boards, lessons and all languages, too.  A first visit fetches less, which
 *  network.test.mjs measures. */
const BYTES_MAX = 150000;

test('the whole page is light', (t) => {
  const isPage = (file) => /\.(html|css|js|svg|webmanifest)$/.test(file);
  const files = readdirSync(folder, { recursive: true }).filter(isPage);
  const gzipped = files.map((file) => gzipSync(read(file), { level: 9 }).length);
  const bytes = gzipped.reduce((sum, one) => sum + one, 0);
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < BYTES_MAX, `${bytes} bytes`);
});

test('index.html names the modules that the page needs at once', () => {
  const needs = new Set();
  const add = (file) => {
    if (needs.has(file)) return;
    needs.add(file);
    for (const [, one] of read(file).matchAll(/^(?:import|\}) .*from '(.*)';/gm)) {
      add(new URL(one, `http://x/${file}`).pathname.slice(1));
    }
  };
  add('js/main.js');
  const links = read('index.html').matchAll(/(?:modulepreload" href|module" src)="\/(.*?)"/g);
  const named = [...links].map(([, file]) => file);
  assert.deepEqual(named.sort(), [...needs].sort());
});
