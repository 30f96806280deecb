// The files of the page, without a browser: what they weigh, and which are needed at once.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../../client-web/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), 'utf8');

/** Everything, gzipped: boards, lessons and all languages, too; and what index.html names, which is
 *  what a first visit needs before a name can be typed. */
const BYTES_MAX = 166000,
  FIRST_BYTES_MAX = 66000;
const weigh = (files) =>
  files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

test('the whole page is light', (t) => {
  const isPage = (file) => /\.(html|css|js|svg|webmanifest)$/.test(file);
  const files = readdirSync(folder, { recursive: true }).filter(isPage);
  const bytes = weigh(files);
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < BYTES_MAX, `${bytes} bytes`);
});

test('a first visit is lighter still', (t) => {
  const named = [...read('index.html').matchAll(/(?:href|src)="\/([^"]+\.\w+)"/g)].map(
    ([, file]) => file,
  );
  const bytes = weigh(['index.html', ...named]);
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < FIRST_BYTES_MAX, `${bytes} bytes`);
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
