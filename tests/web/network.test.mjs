// Bad networks: none for a while, a slow one; and a page that is older than the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import {
  browser,
  byTurn,
  Cable,
  come,
  heard,
  listen,
  meet,
  move,
  newName,
  openPage,
  pair,
  PHONE,
  picture,
  playMoves,
  press,
  sayName,
  Server,
  setUp,
  status,
  until,
  waitOnline,
  waitOver,
  waitPicture,
  WIDE,
} from './fixture.mjs';

/** 1.6 Mbit/s, as a slow phone. */
const SLOW = { offline: false, download: 1.6e6 / 8, upload: 0.75e6 / 8, latency: 150 };
const server = setUp();

/** A page says that its line is dead after seconds; here they are shorter. */
const TIMES = 4;

test('no network for a while: the page notices, and is back on the same seat', async (t) => {
  const cable = new Cable(server);
  await cable.begin();
  t.after(() => cable.end());
  const ann = await come(browser, cable, newName(), WIDE, '/', TIMES);
  const pages = [ann, await come(browser, server, newName('Bob'))];
  await meet(pages, 'tablut');
  await playMoves(pages, 3);
  const [mover] = await byTurn(pages);
  await listen(ann);
  cable.pull();
  if (mover !== ann) await move(mover); // Ann hears of it when she is back
  await heard(ann, en.offline); // she has asked for nothing
  cable.plug();
  await ann.evaluate(() => window.dispatchEvent(new Event('online')));
  await until(
    ann,
    (seq) => window.seen.last.seq >= seq,
    await pages[1].evaluate(() => window.seen.last.seq),
  );
  await waitOnline(ann);
  await playMoves(pages, 4);
  for (const page of pages) assert.ok(await status(page));
});

test('a line that dies silently is noticed soon; a reload then shows the room', async (t) => {
  const cable = new Cable(server);
  await cable.begin();
  t.after(() => cable.end());
  const ann = await come(browser, cable, newName(), WIDE, '/', TIMES);
  const bob = await come(browser, cable, newName('Bob')),
    pages = [ann, bob];
  await meet(pages, 'tablut');
  await playMoves(pages, 3);
  const before = await picture(bob);
  await listen(ann);
  cable.pull();
  await press(ann, en.offerDraw);
  await heard(ann, en.noAnswer);
  await heard(ann, en.offline);
  cable.plug();
  await waitOnline(ann);
  await bob.reload(); // the server does not know that he was away
  await waitPicture(bob, before);
  await playMoves(pages, 3);
});

test('people play over a slow network', async () => {
  const page = await openPage(await browser.createBrowserContext(), PHONE);
  await page.emulateNetworkConditions(SLOW);
  await page.goto(server.url());
  await sayName(page, newName('Slow'));
  const pages = [page, await come(browser, server, newName('Fast'))];
  await meet(pages, 'royal-ur');
  await playMoves(pages, 10);
});

test('a second visit asks for the page, and for nothing else', async () => {
  const page = await openPage(await browser.createBrowserContext(), WIDE, true),
    asked = [];
  const visit = async () => {
    await page.goto(server.url(), { waitUntil: 'networkidle0' });
    await page.waitForSelector('input[name=name]');
  };
  await visit();
  page.on('response', (response) => {
    if (!response.fromCache()) asked.push(new URL(response.url()).pathname);
  });
  await visit();
  assert.deepEqual(
    asked.filter((path) => path !== '/'),
    [],
  ); // a slow machine shows what was kept
  const { headers } = await fetch(
    server.url(await page.$eval('script[src]', ({ attributes }) => attributes.src.value)),
  );
  assert.match(headers.get('cache-control'), /immutable/);
  const older = await fetch(server.url('/v/0123456789abcdef/js/main.js'));
  assert.equal(older.status, 200);
  assert.equal(older.headers.get('cache-control'), 'no-cache');
  assert.equal((await fetch(server.url('/v/0123456789abcdef'))).status, 404);
});

test('without a server the page that was visited still teaches', async () => {
  const own = new Server(),
    page = await openPage(await browser.createBrowserContext(), WIDE, true);
  await own.start();
  try {
    await page.goto(own.url());
    await page.waitForSelector('input[name=name]');
    const isKept = (path) =>
      caches
        .open('alea')
        .then(async (cache) => (await cache.keys()).some(({ url }) => url.endsWith(path)));
    for (const path of ['/js/learn/fr.js', '/js/learn/lessons.js'])
      await page.waitForFunction(isKept, { polling: 200 }, path);
  } finally {
    await own.end();
  }
  await page.goto(own.url('/learn/tablut'));
  await page.waitForSelector('.lesson .square.can');
  await press(page, en.lessonShow);
  await until(page, () => document.querySelector('.answer').dataset.kind === 'right');
});

/** Tomorrow's server says more than this page knows. */
function speakOfTomorrow() {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    set onmessage(take) {
      super.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        message.tomorrow = { list: [1, null] };
        if (message.event === 'state') {
          message.happened.push({ what: 'eclipse', side: 'white', name: 'Tomorrow' });
          message.board.moons = ['a1'];
          if (message.result) message.result.tomorrow = true;
          take({
            data: JSON.stringify({ event: 'eclipse', room: message.room, seq: message.seq }),
          });
          take({ data: JSON.stringify({ event: 'weather' }) });
        }
        if (message.reply === 'hello')
          message.games.push({ ...message.games[0], id: 'chaturanga', title: 'Chaturanga' });
        take({ data: JSON.stringify(message) });
      };
    }
  };
}

test("yesterday's page and today's server: words it does not know", async () => {
  const pages = [];
  for (const size of [WIDE, PHONE]) {
    const page = await openPage(await browser.createBrowserContext(), size);
    await page.evaluateOnNewDocument(speakOfTomorrow);
    await page.goto(server.url());
    await sayName(page, newName('Old'));
    pages.push(page);
  }
  await meet(pages, 'royal-ur');
  await playMoves(pages, 20);
  await press(pages[0], en.resign);
  for (const page of pages) await waitOver(page);
});

test("yesterday's page and today's server: a page that stays open over a restart", async () => {
  const pages = await pair(browser, server, 'tablut');
  await playMoves(pages, 2);
  await pages[0].setCacheEnabled(true);
  await server.restart();
  await waitOnline(...pages);
  await pages[0].reload(); // each file is asked for again, and is new if it has changed
  await until(pages[0], () => document.querySelectorAll('svg.board .square').length > 0);
  const asked = await fetch(server.url('/js/main.js'));
  assert.ok(asked.headers.get('etag'));
  assert.match(asked.headers.get('cache-control'), /no-cache|max-age=0|immutable/);
  const again = await fetch(server.url('/js/main.js'), {
    headers: { 'If-None-Match': '"yesterday"' },
  });
  assert.equal(again.status, 200);
  await playMoves(pages, 2);
});
