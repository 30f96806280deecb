// From view to view: nothing of the one that is left stays, and answers that come late disturb
// nobody.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import {
  browser,
  come,
  createRoom,
  follow,
  newName,
  press,
  Server,
  setUp,
  type,
  until,
  WIDE,
} from './fixture.mjs';
import { playGames } from './program.mjs';

const server = setUp();

/** Goes elsewhere when the page asks the server this: the answer comes late. */
const leaveWhen = (page, cmd, where) =>
  page.evaluate(
    (asked, to) => {
      const { prototype } = WebSocket,
        { send } = prototype;
      prototype.send = function sendLate(text) {
        if (JSON.parse(text).cmd === asked) {
          prototype.send = send;
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate'));
        }
        send.call(this, text);
      };
    },
    cmd,
    where,
  );

test('who has looked at the view of files can drop files nowhere else', async () => {
  const ann = await come(browser, server, newName());
  const isTaken = () =>
    ann.evaluate(
      () =>
        !document
          .querySelector('main')
          .dispatchEvent(new DragEvent('dragover', { cancelable: true })),
    );
  await follow(ann, en.replayFile);
  await ann.waitForSelector('input[type=file]');
  assert.equal(await isTaken(), true);
  await ann.click('#home');
  await ann.waitForSelector('select[name=game]');
  assert.equal(await isTaken(), false);
});

test('from one lesson to another, and back to the lobby', async () => {
  const ann = await come(browser, server, newName());
  await follow(ann, en.howTo);
  await ann.waitForSelector('.lesson .square.can');
  await follow(ann, en.games.morris);
  await until(
    ann,
    (text) => document.querySelector('h1').textContent.includes(text),
    en.games.morris,
  );
  await ann.click('#home');
  await ann.waitForSelector('select[name=game]');
});

test('a player who is looked up too late leaves the messages of the lobby alone', async () => {
  const ann = await come(browser, server, newName()),
    name = newName('Bob'),
    bob = await come(browser, server, name);
  await leaveWhen(ann, 'whois', '/');
  await follow(ann, name);
  await until(ann, () => location.pathname === '/' && document.querySelector('select[name=game]'));
  await type(bob, 'input[name=shout]', 'hello');
  await bob.keyboard.press('Enter');
  await until(
    ann,
    (text) => document.querySelector('.talk')?.textContent.includes(text),
    `${name}: hello`,
  );
});

test('who reads the rules when the line is back stays there, though the room is gone', async () => {
  const own = new Server();
  await own.start();
  try {
    const ann = await come(browser, own, newName()),
      room = await createRoom(ann);
    const eve = await come(browser, own, newName('Eve'), WIDE, `/watch/${room}`);
    await eve.waitForSelector('svg.board .square');
    await leaveWhen(eve, 'watch', '/rules/tablut');
    await own.stop();
    rmSync(own.db);
    await own.start();
    await until(eve, () => document.querySelector('#toast').textContent); // it may have gone again
    assert.equal(await eve.evaluate(() => location.pathname), '/rules/tablut');
    await eve.waitForSelector('.rules svg');
  } finally {
    await own.end();
  }
});

test('earlier games: the page shows all, each once, however many lists that takes', async () => {
  const { name, whites } = await playGames(server, 203),
    ann = await come(browser, server, newName()); // a list has 200
  await ann.goto(server.url(`/player/${name}`));
  for (const n of [50, 100, 150, 200, 203]) {
    await until(ann, (all) => document.querySelectorAll('.list > li').length === all, n);
    if (n < 203) await press(ann, en.earlierGames);
  }
  assert.equal(
    await ann.evaluate(
      (label) =>
        [...document.querySelectorAll('button')].some(
          (one) => one.textContent === label && !one.hidden,
        ),
      en.earlierGames,
    ),
    false,
  );
  const shown = await ann.$$eval('.list > li', (rows) =>
    rows.map((row) => row.querySelector('bdi').textContent.split(' – ')[0]),
  );
  assert.deepEqual(shown, whites.reverse()); // sides are exchanged: none is missing, none twice
});
