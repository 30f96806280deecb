// Hints: against the house, in games that are not rated, from the engine in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import { begin, browser, byTurn, come, last, move, newName, pair, press, seek, setUp, until, WIDE,
} from './fixture.mjs';

const LEVEL = 1;
const server = setUp({ level: LEVEL });
const hasHint = (page) => page.evaluate((label) => {
  const buttons = [...document.querySelectorAll('.beside button')];
  return buttons.some((one) => one.textContent === label);
}, en.hint);

test('a hint marks the best move, says how good it is, and goes with the move', async () => {
  const ann = await come(browser, server, newName(), WIDE);
  await seek(ann, 'royal-ur', LEVEL);
  await until(ann, () => document.querySelector('.square.can'));
  await press(ann, en.hint);
  const said = [begin('hintOf'), last(en.hintOnly.split('{1}')[0])];
  await until(ann, (all) => all.some((text) =>
    document.querySelector('#status').textContent.includes(text)), said);
  assert.equal(await ann.$$eval('.planned:not(.case)', (all) => all.length), 2);
  await move(ann);
  await until(ann, () => !document.querySelector('.planned'));
});

test('against people there is none', async () => {
  const [mover] = await byTurn(await pair(browser, server, 'tablut', [WIDE, WIDE]));
  await mover.waitForSelector('.square.can');
  assert.equal(await hasHint(mover), false);
});
