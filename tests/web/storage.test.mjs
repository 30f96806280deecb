// Browsers that keep nothing: the site's data is blocked, or there is no room for a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import {
  begin,
  browser,
  come,
  createRoom,
  newName,
  openPage,
  PHONE,
  playMoves,
  press,
  ready,
  roomOf,
  sayName,
  setUp,
  until,
  waitPlaying,
  waitStatus,
  WIDE,
} from './fixture.mjs';

const server = setUp();
const warning = (page) => page.$eval('#unkept', (node) => (node.hidden ? '' : node.textContent));

/** Runs in the page: its site data is blocked. */
function blockStorage() {
  for (const kind of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, kind, {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
  }
}

async function comeBlocked(size, where = '/') {
  const page = await openPage(await browser.createBrowserContext(), size);
  await page.evaluateOnNewDocument(blockStorage);
  await page.goto(server.url(where));
  await sayName(page, newName('Blo'));
  return page;
}

test('without storage the page works until it is closed, and says so', async () => {
  const ann = await comeBlocked(WIDE),
    room = await createRoom(ann),
    bob = await comeBlocked(PHONE, `/play/${room}`),
    pages = [ann, bob];
  await ready(...pages);
  await playMoves(pages, 4);
  await press(ann, en.offerDraw);
  await press(bob, en.takeDraw);
  await waitStatus(ann, begin('aDraw'));
  for (const page of pages) assert.equal(await warning(page), en.unkept);
  await ann.click('#home'); // what is kept in memory is there in other views
  await ann.waitForSelector('input[name=word]');
  await ann.$eval('input[name=word]', (input) => {
    input.closest('details').open = true;
    input.value = 'sesame';
  });
  await createRoom(ann);
  assert.match(
    await ann.$eval('output.link', (node) => node.textContent),
    new RegExp(`/play/${roomOf(ann)}#word=sesame$`),
  );
});

test('without storage the wall works', async () => {
  const wall = await openPage(await browser.createBrowserContext());
  await wall.evaluateOnNewDocument(blockStorage);
  await wall.goto(server.url('/wall'));
  await until(wall, () => document.querySelector('.wall .card, .wall .soft'));
  assert.equal(await warning(wall), ''); // it has nothing to lose
});

test('a storage that is full for a moment: "Ready" works, and all is kept later', async () => {
  const ann = await come(browser, server, newName()),
    room = await createRoom(ann),
    bob = await come(browser, server, newName('Bob'), WIDE, `/play/${room}`);
  assert.equal(await warning(ann), '');
  await ann.evaluate(() => {
    window.real = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await press(ann, en.ready);
  await waitPlaying(ann, bob);
  assert.equal(await warning(ann), en.unkept);
  assert.equal(
    await ann.evaluate(() =>
      Object.keys(localStorage).some((key) => key.startsWith('alea.nonce.')),
    ),
    false,
  );
  await ann.evaluate(() => {
    Storage.prototype.setItem = window.real;
  });
  await ann.select('#language', 'en'); // whatever is kept next
  await ann.$eval('#language', (node) => node.dispatchEvent(new Event('change')));
  assert.equal(await warning(ann), '');
  assert.equal(
    await ann.evaluate(() =>
      Object.keys(localStorage).some((key) => key.startsWith('alea.nonce.')),
    ),
    true,
  );
});
