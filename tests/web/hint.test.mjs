// Hints and moves that are taken back: against the house, in games that are not rated.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import {
  begin,
  browser,
  byTurn,
  come,
  last,
  move,
  newName,
  pair,
  play,
  playMoves,
  press,
  seek,
  setUp,
  until,
  verified,
  waitOver,
  WIDE,
} from './fixture.mjs';
import { Program } from './program.mjs';

const LEVEL = 1;
const server = setUp({ level: LEVEL });
const hasHint = (page) =>
  page.evaluate((label) => {
    const buttons = [...document.querySelectorAll('.beside button')];
    return buttons.some((one) => one.textContent === label);
  }, en.hint);

test('a hint marks the best move, says how good it is, and goes with the move', async () => {
  const ann = await come(browser, server, newName(), WIDE);
  await seek(ann, 'royal-ur', LEVEL);
  await until(ann, () => document.querySelector('.square.can'));
  await press(ann, en.hint);
  const said = [begin('hintOf'), last(en.hintOnly.split('{1}')[0])];
  await until(
    ann,
    (all) => all.some((text) => document.querySelector('#status').textContent.includes(text)),
    said,
  );
  assert.equal(await ann.$$eval('.planned:not(.case)', (all) => all.length), 2);
  await move(ann);
  await until(ann, () => !document.querySelector('.planned'));
});

const shows = (page) =>
  page.$$eval('svg.board .square', (all) => all.map((one) => one.getAttribute('aria-label')));
const throwsOf = ({ log }) => log.filter(({ what }) => what === 'throw').map(({ k }) => k);

test('a move is taken back: the same throws come again, and the dice are right', async () => {
  const ann = await come(browser, server, newName(), WIDE);
  await seek(ann, 'royal-ur', LEVEL);
  const choice = () =>
    window.seen.last.moves?.includes(' ') && document.querySelector('.square.can');
  await play([ann], ({ state }) => state.moves?.includes(' '));
  await until(ann, choice);
  const before = await shows(ann),
    dice = await ann.evaluate(() => window.seen.last.dice);
  await move(ann);
  await press(ann, en.takeBack);
  await until(ann, () => window.seen.last.happened.some(({ what }) => what === 'takeback'));
  assert.deepEqual(await ann.evaluate(() => window.seen.last.dice), dice);
  await until(
    ann,
    (all) =>
      all.every(
        (label, i) =>
          document.querySelectorAll('svg.board .square')[i].getAttribute('aria-label') === label,
      ),
    before,
  );
  assert.equal(await ann.$('.last'), null);
  await move(ann);
  await playMoves([ann], 4);
  await press(ann, en.resign);
  await waitOver(ann);
  assert.equal(await verified(ann), '✓');
  const { game_id: id } = await ann.evaluate(() => window.seen.last),
    { record } = await new Program(server.linePort).ask('record', { game_id: id });
  assert.deepEqual(
    throwsOf(record),
    throwsOf(record).map((_, i) => i + throwsOf(record)[0]),
    'each throw is there once',
  );
  const file = path.join(server.dir, 'record.json');
  writeFileSync(file, JSON.stringify(record));
  execFileSync(path.join(process.env.ALEA_BUILD ?? 'build/release', 'alea'), ['verify', file]);
  execFileSync('python3', ['docs/examples/verify.py', file]);
});

test('against people there is none', async () => {
  const [mover] = await byTurn(await pair(browser, server, 'tablut', [WIDE, WIDE]));
  await mover.waitForSelector('.square.can');
  assert.equal(await hasHint(mover), false);
  await move(mover);
  assert.deepEqual(
    await mover.$$eval(
      'button',
      (all, label) => all.filter((one) => one.textContent === label),
      en.takeBack,
    ),
    [],
  );
});
