// The wall: what a projector shows of the games of an evening.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import { browser, GAMES, nextEvent, openPage, Server, setUp, until, WIDE } from './fixture.mjs';
import { hurry } from './player.mjs';
import { beginGame } from './program.mjs';

const server = setUp();

/** Both are away at once. */
async function desert({ pair }) {
  for (const { socket } of pair) {
    const closed = nextEvent(socket, 'close');
    socket.destroy();
    await closed;
  }
}

/** It looks for other games every ten seconds: here more often, or as `prepare` says. */
async function openWall(server, size = WIDE, prepare = () => hurry(5)) {
  const page = await openPage(await browser.createBrowserContext(), size);
  page.person = 'the wall';
  await page.evaluateOnNewDocument(`${hurry}; (${prepare})()`);
  await page.goto(server.url('/wall'));
  return page;
}

const shows = (wall, n) =>
  until(wall, (games) => document.querySelectorAll('.wall svg.board').length === games, n);

test('four games fill the screen, none is cut off, and a match says how it stands', async () => {
  const games = [];
  for (const game of ['morris', 'alea-evangelii', 'royal-ur', 'stelpur'])
    games.push(await beginGame(server, game));
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
  ]) {
    const wall = await openWall(server, size);
    await shows(wall, 4);
    await wall.reload(); // it is the same wall then
    await shows(wall, 4);
    const boxes = await wall.$$eval('.wall .card', (cards) =>
      cards.map((card) =>
        [card, card.querySelector('svg.board')].map((one) => one.getBoundingClientRect().toJSON()),
      ),
    );
    for (const [card, board] of boxes) {
      assert.ok(card.bottom <= size.height && board.bottom <= card.bottom, JSON.stringify(board));
      assert.ok(board.height > size.height / 8, `${board.height}`);
    }
    const leg = en.match.replace(/\{(\d)\}/g, (_, i) => [1, 2, '0 : 0'][i]);
    assert.ok((await wall.$eval('.wall', (node) => node.textContent)).includes(leg), leg);
    for (const [a, b] of [
      [0, 1],
      [2, 3],
    ])
      assert.equal(boxes[a][0].top, boxes[b][0].top);
  }
  for (const one of games) await desert(one);
});

test('at the end of a game its board stays where it was', async () => {
  const lookOnce = () => {
    window.setInterval = () => 0; // a game that is over goes when it looks again
  };
  const game = await beginGame(server, 'royal-ur'),
    wall = await openWall(server, WIDE, lookOnce);
  await shows(wall, 1);
  await wall.waitForSelector('.wall .die');
  const height = () => wall.$eval('.wall .stage', (node) => node.getBoundingClientRect().height);
  const before = await height();
  await game.pair[0].ask('resign', { sure: 'sure' });
  await until(
    wall,
    (text) =>
      document.querySelector('.wall .below').textContent.includes(text) &&
      !document.querySelector('.wall .die'),
    ' · ',
  );
  assert.equal(await height(), before);
  await desert(game);
});

test('twelve games fit on one screen, with names and clocks; more take turns', async () => {
  const own = new Server(),
    games = [];
  await own.start();
  try {
    for (let n = 0; n < 14; n++)
      games.push(await beginGame(own, ['morris', 'alea-evangelii', 'royal-ur', 'stelpur'][n % 4]));
    for (const size of [
      { width: 1920, height: 1080 },
      { width: 1280, height: 720 },
    ]) {
      const wall = await openWall(own, size);
      await shows(wall, 12);
      const boxes = await wall.evaluate(() => {
        // at once: with $$eval cards may go meanwhile
        const cards = [...document.querySelectorAll('.wall .card')];
        return cards.map((card) =>
          [card, card.querySelector('svg.board')].map((one) =>
            one.getBoundingClientRect().toJSON(),
          ),
        );
      });
      for (const [card, board] of boxes) {
        assert.ok(
          card.bottom <= size.height &&
            board.bottom <= card.bottom &&
            board.height > size.height / 8,
          JSON.stringify(board),
        );
      }
      const names = () =>
        wall.$$eval('.wall .names .who:first-of-type', (all) => all.map((one) => one.textContent));
      const before = await names();
      if (size.width === 1280)
        await until(
          wall,
          (all) =>
            [...document.querySelectorAll('.wall .names .who:first-of-type')].some(
              (one) => !all.includes(one.textContent),
            ),
          before,
        );
    }
    for (const one of games) await desert(one);
  } finally {
    await own.end();
  }
});

test('an empty wall shows every game whole', async () => {
  const own = new Server();
  await own.start();
  try {
    for (const size of [
      { width: 1920, height: 1080 },
      { width: 1280, height: 720 },
    ]) {
      const wall = await openWall(own, size);
      await wall.waitForSelector('.scenes figure');
      const lowest = await wall.$$eval('.scenes :is(svg, figcaption)', (all) =>
        Math.max(...all.map((one) => one.getBoundingClientRect().bottom)),
      );
      assert.ok(lowest <= size.height, `${lowest}`);
      const heights = await wall.$$eval('.scenes figure', (all) =>
        all.map((one) => one.querySelector('svg').getBoundingClientRect().height),
      );
      assert.equal(heights.length, GAMES.length);
      assert.ok(Math.min(...heights) > 40, `${heights}`);
    }
  } finally {
    await own.end();
  }
});

test('games that nobody plays any more are not shown, and keep nobody out', async () => {
  const own = new Server(),
    games = [];
  await own.start();
  try {
    for (let n = 0; n < 4; n++) games.push(await beginGame(own, 'tablut'));
    const wall = await openWall(own);
    await shows(wall, 4);
    for (const one of games) await desert(one);
    await until(
      wall,
      (text) => document.querySelector('.wall').textContent.includes(text),
      en.wallEmpty,
    );
    const late = await beginGame(own, 'tablut');
    games.push(late);
    await until(
      wall,
      (name) => document.querySelector('.wall .card')?.textContent.includes(name),
      late.pair[0].name,
    );
    await shows(wall, 1);
    await desert(late);
  } finally {
    await own.end();
  }
});
