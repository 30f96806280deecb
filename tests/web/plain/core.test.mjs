// The engine of the page, without a browser: it says what `alea analyse` says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { analysisOf, positionsOf, textOf } from '../../../client-web/js/game/engine.js';

const alea = path.join(process.env.ALEA_BUILD ?? 'build/release', 'alea');
const wasm = readFileSync('build/page/client-web/js/game/core.wasm');
/** The budget of the page with its engine, less that of the page alone (files.test.mjs). */
const BYTES_MAX = 250000;
const CORE_TEXT_BYTES = 1 << 20;
const GAMES = [
  'royal-ur',
  'finkel',
  'blitz',
  'masters',
  'aseb',
  'akalamdung',
  'ur',
  'stelpur',
  'morris:mills=open',
  'tablut:king=unarmed',
  'tablut:rules=linnaeus',
  'ashton',
  'brandubh',
  'fetlar',
  'copenhagen',
  'alea-evangelii',
];

let dir = '';
before(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'alea-core-'));
});
after(() => rmSync(dir, { recursive: true }));

/** As js/game/worker.js, with the same functions. */
async function newCore() {
  const none = () => {
    throw new Error('the engine has ended');
  };
  const { instance } = await WebAssembly.instantiate(wasm, {
    wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none, proc_exit: none },
  });
  const { exports: core } = instance;
  core._initialize();
  const lines = (at) => {
    const bytes = new Uint8Array(core.memory.buffer, at);
    return new TextDecoder()
      .decode(bytes.subarray(0, bytes.indexOf(0)))
      .trim()
      .split('\n');
  };
  const put = (text) =>
    new TextEncoder().encodeInto(
      text,
      new Uint8Array(core.memory.buffer, core.core_text(), CORE_TEXT_BYTES),
    ).written;
  return {
    core,
    lines,
    follow: (text) => lines(core.core_follow(put(text))),
    hint: (text) => lines(core.core_hint(put(text))),
  };
}

/** Positions of a game for which the page is asked. */
const HINTS = 6;
const played = new Map();
/** Moves of a game of tafl that are judged: a whole one of 19 × 19 takes half a minute. */
const STEPS_MAX = 30;
/** A game that two levels have played, and what `alea analyse` says of it: once for all tests. */
function playGame(game) {
  if (!played.has(game)) played.set(game, playAnother(game));
  return played.get(game);
}
/** Of a long game without dice the beginning: there the side to move resigns. */
async function shorten(record) {
  if (record.log.length <= STEPS_MAX || record.log.some(({ what }) => what === 'throw')) return;
  record.log = record.log.slice(0, STEPS_MAX);
  const { follow } = await newCore();
  const { side, position } = positionsOf(follow(textOf(record))).at(-1);
  record.position = position;
  const loser = side === 'white' ? 'black' : 'white';
  record.log.push({ what: 'resign', side: loser });
  record.result = { outcome: side, reason: 'resign' };
}
async function playAnother(game) {
  const into = mkdtempSync(path.join(dir, 'game-'));
  execFileSync(
    alea,
    [
      'match',
      '--game',
      game,
      '--games',
      '2',
      '--seed',
      '7',
      '--nodes',
      '500',
      '--records',
      into,
      'random',
      'level=2',
    ],
    { stdio: 'ignore' },
  );
  const [file] = readdirSync(into)
    .map((name) => path.join(into, name))
    .sort((a, b) => statSync(a).size - statSync(b).size); // the shorter one
  const record = JSON.parse(readFileSync(file));
  await shorten(record);
  writeFileSync(file, JSON.stringify(record));
  const judged = execFileSync(alea, ['analyse', '--json', file], {
    env: { ...process.env, HOME: into, XDG_DATA_HOME: into },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { record, expected: JSON.parse(judged) };
}

test('the engine fits into the budget of the page', (t) => {
  const bytes = gzipSync(wasm, { level: 9 }).length;
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < BYTES_MAX, `${bytes} bytes`);
});

for (const game of GAMES) {
  test(`a hint in ${game} is the best move that the analysis knows`, async () => {
    const { record, expected } = await playGame(game),
      { follow, hint } = await newCore();
    const positions = positionsOf(follow(textOf(record)));
    let hints = 0;
    for (const [i, item] of expected.items.entries()) {
      if (item.what !== 'move' || item.before - item.after < 0.001 || hints >= HINTS) continue;
      const answer = hint(`${game} ${positions[i].position}`).map((one) => one.split(' '));
      assert.equal(answer.length, 2);
      assert.ok(Number(answer[1][1]) <= Number(answer[0][1]));
      // the analysis knows more of the move that was played: what came after it
      const [, value] = answer.find(([move]) => move !== item.played);
      assert.ok(Math.abs(value / 1e6 - item.before) < 1e-4, `${answer}: ${item.before}`);
      hints++;
    }
    assert.ok(hints > 0);
    if (record.result.reason !== 'resign')
      assert.deepEqual(hint(`${game} ${positions.at(-1).position}`), [''], 'the game is over');
    assert.deepEqual(hint('chess e4'), ['']);
  });
  test(`the page judges ${game} as alea analyse does`, async () => {
    const { record, expected } = await playGame(game),
      { core, lines, follow } = await newCore();
    const positions = positionsOf(follow(textOf(record)));
    assert.deepEqual(
      positions.slice(1).map(({ position }) => position),
      expected.items.map(({ position }) => position),
    );
    assert.equal(positions.at(-1).position, record.position);
    while (core.core_judge());
    const sides = [0, 1].map((side) => ({
      luck: core.core_luck(side),
      skill: core.core_skill(side),
    }));
    const found = analysisOf(record, positions, {
      lines: lines(core.core_judged()),
      plies: core.core_plies(),
      sides,
    });
    const near = (a, b, what) => assert.ok(Math.abs(a - b) < 1e-4, `${what}: ${a} ${b}`);
    assert.equal(found.plies, expected.plies);
    near(found.start, expected.start, 'start');
    for (const side of ['white', 'black']) near(found[side].luck, expected[side].luck, 'luck');
    for (const [i, item] of expected.items.entries()) {
      const own = found.items[i];
      assert.equal(own.side, item.side);
      assert.equal(own.what, item.what);
      near(own.before, item.before, `before ${i}`);
      near(own.after, item.after, `after ${i}`);
      if (item.what !== 'move') continue;
      assert.equal(own.legal, item.legal);
      if (item.before - item.after > 0.001)
        assert.deepEqual([own.best, own.mark], [item.best, item.mark]);
    }
  });
}

test('a game that breaks the rules is followed up to there', async () => {
  const { follow, core } = await newCore();
  assert.deepEqual(follow('chess white'), ['']);
  assert.equal(core.core_judge(), 0);
  assert.deepEqual(follow('royal-ur'), ['']);
  assert.deepEqual(follow(''), ['']);
  const wrong = ['throw 1 1', 'throw 1 1 2', 'throw', 'move in-2', 'jump', 'throw 1 1 1 ', ''];
  for (const line of wrong) assert.equal(follow(`royal-ur white\n${line}`).length, 1, line);
  assert.equal(follow('royal-ur white\nthrow 1 1 0\nmove in-2\nmove in-2').length, 3);
  assert.equal(follow('tablut black\nthrow 1 1 1').length, 1);
  assert.equal(follow(`tablut black\n${'x'.repeat(CORE_TEXT_BYTES)}`).length, 1);
});
