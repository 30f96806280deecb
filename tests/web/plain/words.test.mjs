// The languages of the page, without a browser: each has every word that the page says, no word is
// left over, and what the server says in English is known.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../../client-web/lang/en.js';

const root = new URL('../../../', import.meta.url),
  folder = new URL('client-web/', root);
const read = (file) => readFileSync(new URL(file, root), 'utf8');
const files = readdirSync(new URL('lang/', folder)).filter((file) => file !== 'en.js');
const code = readdirSync(new URL('js/', folder), { recursive: true })
  .filter((file) => file.endsWith('.js'))
  .map((file) => read(`client-web/js/${file}`))
  .join('\n');

/** 'happened.throw' -> '{0} throws {1}.' */
const flat = (words, before = '') =>
  Object.entries(words).flatMap(([key, text]) =>
    typeof text === 'object' ? flat(text, `${before}${key}.`) : [[before + key, text]],
  );
const blanks = (text) => [...new Set(text.match(/\{\d\}/g))].sort();
const codesIn = (pattern, sources) =>
  new Set(sources.flatMap((source) => [...read(source).matchAll(pattern)].map(([, one]) => one)));

const sources = readdirSync(new URL('common/rules/', root), { recursive: true })
  .filter((file) => file.endsWith('.c'))
  .map((file) => `common/rules/${file}`);
const rules = codesIn(/"([a-z-]+\.[a-z-]+)",\s*"/g, sources);
const errors = codesIn(/"([a-z_]+)"/g, ['common/proto/errors.h']);

test('between two texts stands the colon of the language', () => {
  assert.doesNotMatch(code, /\}: (\$\{|`)|^\s*': ',$/m);
});

for (const file of files) {
  test(`lang/${file} has the keys and the blanks of English`, async () => {
    const {
      default: { errors: _, rule: __, ...words },
    } = await import(new URL(`lang/${file}`, folder));
    const { errors: ___, ...english } = en,
      theirs = flat(words),
      ours = flat(english);
    assert.deepEqual(theirs.map(([key]) => key).sort(), ours.map(([key]) => key).sort());
    const found = new Map(theirs);
    for (const [key, text] of ours) {
      assert.equal(found.get(key) === '', text === '', key);
      assert.deepEqual(blanks(found.get(key)), blanks(text), key);
    }
  });

  test(`lang/${file} translates the rules and errors that the server has`, async () => {
    const { default: words } = await import(new URL(`lang/${file}`, folder));
    // The page asks only in its player's turn, and writes no move wrongly.
    assert.deepEqual(
      Object.keys(words.rule).sort(),
      [...rules].filter((rule) => !rule.endsWith('.notation') && !rule.startsWith('turn.')).sort(),
    );
    assert.deepEqual(
      Object.keys(words.errors).filter((error) => !errors.has(error)),
      [],
    );
    // Nobody types here.
    const typed = codesIn(/"([a-z_]+)",\s*\\?\s*"[^"]*: type /g, ['common/proto/errors.h']);
    assert.deepEqual(
      [...typed].filter((error) => words.errors[error] && !en.errors[error]),
      [],
    );
  });
}

test('every word that the page says exists', () => {
  for (const [, key] of code.matchAll(/\b(?:say|add)\('(\w+)'/g))
    assert.equal(typeof en[key], 'string', key);
});

test('the page says every word that exists', () => {
  const isSaid = (key) =>
    code.includes(`'${key}'`) ||
    code.includes(`\`${key.split('_')[0]}_\${`) ||
    code.includes(`.${key}`);
  assert.deepEqual(
    Object.keys(en).filter((key) => !isSaid(key)),
    [],
  );
});

test('what happens in a room has words', () => {
  const told = codesIn(/X\([A-Z_]+,\s*"([a-z_]+)"/g, [
    'common/rules/happened.h',
    'common/proto/message/note.h',
  ]);
  told.delete('rule');
  assert.deepEqual(
    [...told].filter((what) => en.happened[what] === undefined && !en.reasons[what]),
    [],
  );
});
