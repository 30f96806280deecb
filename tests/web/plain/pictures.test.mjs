// The pictures of the rules, without a browser: the rules know each position, its moves, and the
// squares that the captions name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import en from '../../../client-web/lang/en.js';
import { PICTURES } from '../../../client-web/js/pictures.js';

const alea = path.join(process.env.ALEA_BUILD ?? 'build/release', 'alea');
/** The answers of the rules to these lines. */
const ask = (game, ...lines) =>
  execFileSync(alea, ['rules', game], { input: `${lines.join('\n')}\n`, encoding: 'utf8' })
    .trimEnd()
    .split('\n');

for (const [game, pictures] of Object.entries(PICTURES)) {
  test(`the pictures of ${game} are positions, with moves that the rules allow`, () => {
    const { captions } = en.rulesOf[game];
    assert.equal(captions.length, pictures.length);
    pictures.forEach(({ at, moves, move }, i) => {
      const [position, all, played] = ask(game, `position ${at}`, 'moves', `move ${move}`);
      assert.ok(position.startsWith(`ok ${at} | `), position);
      if (moves) assert.deepEqual(all.split(' ').slice(2).sort(), moves.split(' ').sort());
      if (!move) return;
      assert.match(played, /^ok /, `${at}: ${move}`);
      for (const square of move.split(/[-x,]/))
        assert.ok(captions[i].includes(square), `${captions[i]} ${square}`);
      const side = at.split(' ')[1] === 'w' ? 'White' : 'Black';
      assert.ok(captions[i].startsWith(`${side} moves `), captions[i]);
    });
  });
}
