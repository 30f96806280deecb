// The files of the page, without a browser: what they weigh, and which are needed at once.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import ts from 'typescript';

const folder = new URL('../../../client-web/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), 'utf8');

/** Everything as it is served, gzipped: boards, lessons and all languages, too; and what index.html
 *  names, which is what a first visit needs before a name can be typed. */
const BYTES_MAX = 150000,
  FIRST_BYTES_MAX = 62000;
const FILES = readdirSync(folder, { recursive: true }).filter((file) =>
  /\.(html|css|js|svg|png|webmanifest)$/.test(file),
);

/** file -> {bytes: gzipped, text}, as `pack` puts it into the program */
const packed = new Map();
before(() => {
  const dir = mkdtempSync(path.join(tmpdir(), 'alea-pack-')),
    of = (file) => fileURLToPath(new URL(file, folder));
  execFileSync(of('pack'), [path.join(dir, 'pages.c'), ...FILES.map(of)]);
  for (const [i, file] of FILES.entries()) {
    const zipped = readFileSync(path.join(dir, `${i}.gz`));
    packed.set(file, { bytes: zipped.length, text: gunzipSync(zipped).toString() });
  }
  rmSync(dir, { recursive: true });
});
const weigh = (files) => files.reduce((sum, file) => sum + packed.get(file).bytes, 0);

test('the whole page is light', (t) => {
  const bytes = weigh(FILES.filter((file) => !file.endsWith('.png')));
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < BYTES_MAX, `${bytes} bytes`);
});

/** A module without any comment. */
const bare = (text) =>
  ts.transpile(text, {
    removeComments: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
  });

test('modules and styles are served without their comments, and with their line numbers', () => {
  for (const file of FILES.filter((one) => /\.(js|css)$/.test(one))) {
    const { text } = packed.get(file);
    assert.doesNotMatch(text, file.endsWith('.js') ? /\/\*\*|^ *\/\//m : /\/\*|\*\//, file);
    assert.equal(text.split('\n').length, read(file).split('\n').length, file);
    if (file.endsWith('.js')) assert.equal(bare(text), bare(read(file)), file); // nothing else
  }
});

test('a first visit is lighter still', (t) => {
  const named = [...read('index.html').matchAll(/(?:href|src)="\/([^"]+\.\w+)"/g)];
  const bytes = weigh(['index.html', ...named.map(([, file]) => file)]);
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
