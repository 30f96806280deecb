// The languages of the page, without a browser: each has every word that the page says.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';

const folder = new URL('../../client-web/', import.meta.url);
const files = readdirSync(new URL('lang/', folder)).filter((file) => file !== 'en.js');

/** 'happened.throw' -> '{0} throws {1}.' */
const flat = (words, before = '') => Object.entries(words).flatMap(([key, text]) =>
  (typeof text === 'object' ? flat(text, `${key}.`) : [[before + key, text]]));
const blanks = (text) => [...new Set(text.match(/\{\d\}/g))].sort();

for (const file of files) {
  test(`lang/${file} has the keys and the blanks of English`, async () => {
    const { default: words } = await import(new URL(`lang/${file}`, folder));
    const theirs = flat(words), ours = flat(en);
    assert.deepEqual(theirs.map(([key]) => key).sort(), ours.map(([key]) => key).sort());
    const found = new Map(theirs);
    for (const [key, text] of ours) {
      assert.notEqual(found.get(key), '', key);
      assert.deepEqual(blanks(found.get(key)), blanks(text), key);
    }
  });
}

test('every word that the page says exists', () => {
  for (const file of readdirSync(new URL('js/', folder))) {
    const code = readFileSync(new URL(`js/${file}`, folder), 'utf8');
    for (const [, key] of code.matchAll(/\b(?:say|add)\('(\w+)'/g)) assert.equal(typeof en[key], 'string', `${file}: ${key}`);
  }
});
