// Whole games by clicks on squares: two people at two browsers.  house.test.mjs has others, and
// firefox.test.mjs has stelpur.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, browser, pair, play, setUp, status, verified, waitOver } from './fixture.mjs';

const server = setUp();

for (const game of ['ur', 'tablut']) {
  test(`two people play a whole game of ${game}`, async (t) => {
    const pages = await pair(browser, server, game);
    await play(pages);
    for (const page of pages) await waitOver(page);
    const [ann, bob] = [await status(pages[0]), await status(pages[1])];
    if (ann.startsWith(begin('aDraw'))) assert.equal(ann, bob);
    else
      assert.notEqual(
        ann.startsWith(begin('youWon')),
        bob.startsWith(begin('youWon')),
        `${ann} ${bob}`,
      );
    assert.equal(await verified(pages[0]), '✓');
    t.diagnostic(`${ann} ${await pages[0].evaluate(() => window.seen.moves)} moves`);
  });
}
