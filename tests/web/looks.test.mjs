// How the page looks: axe-core finds nothing on any screen, light and dark, and pictures of every
// board are kept in build/screenshots, for people to look at.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import { browser, byTurn, come, createRoom, GAMES, newName, openPage, pair, PHONE, playMoves, press, setUp, shoot, squares, tap,
  until, waitOver, WIDE } from './fixture.mjs';

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const server = setUp();

/** Looks at a screen in both colours. */
async function look(page, name) {
  for (const colours of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
    await shoot(page, `${name}-${colours}`);
    const found = await page.evaluate(async (code) => {
      if (!window.axe) (0, eval)(code);
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    }, axe);
    assert.deepEqual(found, [], `${name}, ${colours}`);
  }
}

test('the name, the lobby, a room that waits, the wall', async () => {
  const page = await openPage(await browser.createBrowserContext(), PHONE);
  await page.goto(server.url());
  await page.waitForSelector('input[name=name]');
  await look(page, 'name');
  const ann = await come(browser, server, newName());
  await ann.waitForSelector('select[name=game]');
  await look(ann, 'lobby');
  await createRoom(ann);
  await look(ann, 'waiting');
  const bob = await come(browser, server, newName('Bob'), PHONE);
  await bob.waitForSelector('select[name=game]');
  await look(bob, 'lobby-phone');
  await pair(browser, server, 'ur');
  const wall = await openPage(await browser.createBrowserContext());
  await wall.goto(server.url('/wall'));
  await wall.waitForSelector('.wall svg.board');
  await look(wall, 'wall');
});

for (const game of GAMES) {
  test(`the board of ${game}`, async () => {
    const pages = await pair(browser, server, game, [WIDE, PHONE]);
    await playMoves(pages, 14);
    const [mover] = await byTurn(pages);
    const can = await squares(mover);
    if (can.length > 0) await tap(mover, can[0]);
    await look(pages[0], `${game}-wide`);
    await look(pages[1], `${game}-phone`);
  });
}

test('the end of a game, with its replay, and the rules', async () => {
  const pages = await pair(browser, server, 'tablut');
  await playMoves(pages, 5);
  await press(pages[0], en.resign);
  await waitOver(pages[0]);
  await press(pages[0], en.verify);
  await until(pages[0], () => /✓|✗/.test(document.body.textContent));
  await look(pages[0], 'over');
  await press(pages[1], en.rules);
  await until(pages[1], () => document.querySelector('dialog[open]'));
  await look(pages[1], 'rules');
});
