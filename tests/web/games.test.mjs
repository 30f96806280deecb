// Whole games of each kind, by clicks on squares: two people at two browsers, and the house.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import { begin, browser, come, GAMES, newName, pair, play, press, seek, setUp, status, until, waitOver } from './fixture.mjs';

const LEVEL = 1;
const server = setUp({ level: LEVEL });

const verified = async (page) => {
  await press(page, en.verify);
  return (await until(page, () => /✓|✗/.exec(document.body.textContent)?.[0])).jsonValue();
};

for (const game of GAMES) {
  test(`two people play a whole game of ${game}`, async (t) => {
    const pages = await pair(browser, server, game);
    await play(pages);
    for (const page of pages) await waitOver(page);
    const [ann, bob] = [await status(pages[0]), await status(pages[1])];
    if (ann.startsWith(begin('aDraw'))) assert.equal(ann, bob);
    else assert.notEqual(ann.startsWith(begin('youWon')), bob.startsWith(begin('youWon')), `${ann} ${bob}`);
    assert.equal(await verified(pages[0]), '✓');
    t.diagnostic(`${ann} ${await pages[0].evaluate(() => window.seen.moves)} moves`);
  });

  test(`somebody plays a whole game of ${game} with the house`, async (t) => {
    const ann = await come(browser, server, newName());
    await seek(ann, game, LEVEL);
    await play([ann]);
    await waitOver(ann);
    assert.ok((await ann.$eval('main', (node) => node.textContent)).includes(server.house));
    assert.equal(await verified(ann), '✓');
    t.diagnostic(`${await status(ann)} ${await ann.evaluate(() => window.seen.moves)} moves`);
  });
}
