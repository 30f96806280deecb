// The lessons, without a browser: the rules know each position, its moves, and what the move that
// is asked for makes of it; each language has a task and an answer for every lesson.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { GAMES } from '../fixture.mjs';
import en from '../../../client-web/js/learn/en.js';
import fr from '../../../client-web/js/learn/fr.js';
import { LESSONS } from '../../../client-web/js/learn/lessons.js';
import { SCENES } from '../../../client-web/js/pictures.js';

const alea = path.join(process.env.ALEA_BUILD ?? 'build/release', 'alea');
/** The answers of the rules to these lines. */
const ask = (game, ...lines) =>
  execFileSync(alea, ['rules', game], { input: `${lines.join('\n')}\n`, encoding: 'utf8' })
    .trimEnd()
    .split('\n');

test('each game has six to ten lessons, a history, and words in each language', () => {
  assert.deepEqual(Object.keys(LESSONS).sort(), [...GAMES].sort());
  for (const [game, lessons] of Object.entries(LESSONS)) {
    assert.ok(lessons.length >= 6 && lessons.length <= 10, game);
    for (const words of [en, fr]) {
      assert.equal(words[game].steps.length, lessons.length, game);
      assert.ok(
        words[game].steps.flat().every((text) => text.length > 10),
        game,
      );
      assert.ok(words[game].history.length > 50, game);
    }
  }
});

for (const [game, lessons] of Object.entries(LESSONS)) {
  test(`the rules core says the same of the lessons of ${game}`, () => {
    for (const { options, at, good, moves, then } of lessons) {
      const [position, all, played] = ask(
        options ? `${game}:${options}` : game,
        `position ${at}`,
        'moves',
        `move ${good[0]}`,
      );
      assert.ok(position.startsWith(`ok ${at} | `), position);
      assert.deepEqual(all.split(' ').slice(2), moves.split(' '));
      for (const move of good) assert.ok(moves.split(' ').includes(move), move);
      assert.ok(played.startsWith(`ok ${then} | `), played);
    }
  });

  test(`the scene of ${game} in the lobby is a position`, () => {
    const [position] = ask(game, `position ${SCENES[game]}`);
    assert.ok(position.startsWith(`ok ${SCENES[game]} | `), position);
  });
}

/** Text without its line ends and the difference between fingers and keys. */
const flat = (text) => text.replace(/\s+/g, ' ').replace(/\btap\b/gi, 'choose');

for (const [game, lessons] of Object.entries(LESSONS)) {
  test(`alea learn ${game} has the same lessons`, () => {
    const input = `${lessons.map(({ good }) => good[0]).join('\n')}\n`;
    const said = flat(execFileSync(alea, ['learn', game], { input, encoding: 'utf8' }));
    for (const text of [en[game].history, ...en[game].steps.flat()]) {
      assert.ok(said.includes(flat(text)), text);
    }
  });
}
