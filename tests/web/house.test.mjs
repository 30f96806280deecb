// Whole games with the house, by clicks on squares, and with nothing but the keyboard.
// games.test.mjs has other games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import fr from '../../client-web/lang/fr.js';
import {
  browser,
  come,
  isButton,
  newName,
  openPage,
  play,
  press,
  seek,
  setUp,
  status,
  tabTo,
  until,
  verified,
  waitOver,
} from './fixture.mjs';

const LEVEL = 1;
const server = setUp({ level: LEVEL });

test('somebody plays a whole game with the house', async (t) => {
  const ann = await come(browser, server, newName());
  await seek(ann, 'akalamdung', LEVEL);
  await play([ann]);
  await waitOver(ann);
  assert.ok((await ann.$eval('main', (node) => node.textContent)).includes(server.house));
  assert.equal(await verified(ann), '✓');
  t.diagnostic(`${await status(ann)} ${await ann.evaluate(() => window.seen.moves)} moves`);
});

test('the house plays tablut by the balanced options', async () => {
  const ann = await come(browser, server, newName());
  await seek(ann, 'tablut', LEVEL);
  await until(ann, () => /king=weak,escape=edge/.test(window.seen.last?.options));
});

test('the house greets in the language of the page', async () => {
  const ann = await come(browser, server, newName());
  await ann.waitForSelector('select[name=game]');
  await ann.select('#language', 'fr');
  await until(ann, (text) => document.body.textContent.includes(text), fr.playNow);
  await ann.waitForSelector(`select[name=level] option[value="${LEVEL}"]`);
  await ann.select('select[name=level]', String(LEVEL));
  await press(ann, fr.play);
  await until(
    ann,
    (text) => document.querySelector('#log')?.textContent.includes(text),
    fr.botHello.replace('{0}', LEVEL),
  );
  const throws = fr.happened.start_throw.replace('{1}', '[A-Z]\\S+ [\\d ]+ – [A-Z]\\S+ [\\d ]+');
  await until(
    ann,
    (text) => new RegExp(text).test(document.querySelector('#log').textContent),
    throws,
  );
});

// Nothing but the keyboard, from the name to the verified dice.
for (const [game, most] of [
  ['royal-ur', 20],
  ['morris', Infinity],
]) {
  test(`a game of ${game} with the house, with the keyboard alone`, async (t) => {
    const ann = await openPage(await browser.createBrowserContext());
    ann.person = newName();
    const enter = async (...where) => {
      await tabTo(ann, ...where);
      await ann.keyboard.press('Enter');
    };
    await ann.goto(server.url());
    await tabTo(ann, (node) => node.name === 'name');
    await ann.keyboard.type(ann.person);
    await ann.keyboard.press('Enter');
    await ann.waitForSelector(`select[name=level] option[value="${LEVEL}"]`);
    await tabTo(ann, (node) => node.name === 'game');
    const chosen = () => ann.$eval('select[name=game]', ({ value }) => value);
    for (let n = 0; n < 15 && (await chosen()) !== game; n++)
      await ann.keyboard.press('ArrowDown');
    assert.equal(await chosen(), game);
    await tabTo(ann, (node) => node.name === 'level');
    await ann.keyboard.press('ArrowDown');
    await enter(isButton, en.play);
    let keys = 0;
    while (
      keys < most &&
      (await until(
        ann,
        () =>
          window.seen.last?.stage === 'over' ||
          document.querySelector('.square.can, #choices button'),
      )) &&
      !(await ann.evaluate(() => window.seen.last.stage === 'over'))
    ) {
      const before = await ann.evaluate(() => document.querySelector('svg.board').outerHTML);
      await enter((node) => node.matches('.square.can, #choices button'));
      await until(
        ann,
        (was) =>
          document.querySelector('svg.board').outerHTML !== was ||
          document.querySelector('#choices button') ||
          window.seen.last.stage === 'over',
        before,
      );
      assert.ok(++keys < 3000);
    }
    if (keys === most) await enter(isButton, en.resign);
    await waitOver(ann);
    await enter(isButton, en.verify);
    await until(ann, () => /✓|✗/.test(document.body.textContent));
    assert.match(await ann.$eval('main', (main) => main.textContent), /✓/);
    t.diagnostic(`${await status(ann)} ${keys} times Enter`);
  });
}
