// What moves: with motion, everything that happens is shown in steps, and told once; and moves on a
// line that is cut.
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
  pair,
  PHONE,
  playMoves,
  press,
  roomOf,
  setUp,
  squares,
  tap,
  traced,
  until,
  waitOnline,
  WIDE,
} from './fixture.mjs';

const server = setUp();

/** A page says that its line is dead after seconds; here they are shorter. */
const TIMES = 4;

/** Lets pieces move, and counts what is told to screen readers. */
async function withMotion(page) {
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
  await page.evaluate(() => {
    window.told = [];
    window.flights = 0;
    window.flown = new Set();
    window.longest = 0;
    new MutationObserver((all) => {
      for (const { addedNodes } of all)
        for (const node of addedNodes) window.told.push(node.textContent);
    }).observe(document.querySelector('#live'), { childList: true });
    new MutationObserver((all) => {
      window.flights += all.filter(({ addedNodes }) => addedNodes.length).length;
      for (const { addedNodes } of all)
        for (const node of addedNodes)
          for (const use of node.querySelectorAll('use'))
            window.flown.add(use.getAttribute('href'));
    }).observe(document.querySelectorAll('.over')[1], { childList: true });
  });
}

test('with motion pieces slide, and each line of the log is told once', async () => {
  const pages = await pair(browser, server, 'royal-ur', [WIDE, WIDE]),
    [ann] = pages;
  for (const page of pages) await withMotion(page);
  const before = await ann.$$eval('#log li', (all) => all.length);
  await playMoves(pages, 8);
  await until(ann, () => !document.querySelectorAll('.over')[1].firstChild);
  await until(
    ann,
    (seq) => window.seen.last.seq >= seq,
    await pages[1].evaluate(() => window.seen.last.seq),
  );
  await ann.waitForFunction(
    () => document.querySelector('#log li:last-child').textContent === window.told.at(-1),
  );
  const [log, told, flights, sorts] = await ann.evaluate(
    (from) => [
      [...document.querySelectorAll('#log li')].slice(from).map((one) => one.textContent),
      window.told,
      window.flights,
      window.flown.size,
    ],
    before,
  );
  assert.deepEqual(told, log);
  assert.ok(flights >= 4, `${flights} pieces slid`);
  assert.equal(sorts, 2, 'those of both sides');
});

test('pieces slide whatever else the page does', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover, waiter] = await byTurn(pages);
  await withMotion(waiter);
  await waiter.tracing.start({ categories: ['blink.animations'] });
  await move(mover);
  await until(
    waiter,
    () => window.flights > 0 && !document.querySelectorAll('.over')[1].firstChild,
  );
  const all = (await traced(waiter)).filter(({ name }) => name === 'Animation'),
    slides = all.filter(({ args }) => args.data?.nodeName && !args.data.displayName);
  assert.ok(slides.length >= 2, 'a piece is lifted, and slides');
  for (const { id2 } of slides) {
    const [, next] = all.filter((one) => one.id2.local === id2.local);
    assert.equal(next.args.data.compositeFailed, undefined, 'not by the main thread');
  }
});

test('a tap ends what is shown', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover, waiter] = await byTurn(pages);
  await withMotion(waiter);
  await waiter.evaluate(() => {
    // what is shown waits for a tap, and for nothing else
    const { now } = performance,
      at = now.call(performance);
    performance.now = () => at;
  });
  await move(mover);
  await until(waiter, () => document.querySelectorAll('.over')[1].firstChild);
  assert.deepEqual(await squares(waiter), []);
  await waiter.$eval('svg.board', (svg) =>
    svg.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
  );
  await until(waiter, () => document.querySelectorAll('.square.can').length > 0);
  assert.equal(await waiter.evaluate(() => document.querySelectorAll('.over')[1].firstChild), null);
});

test('the slider in the room lets the piece of the next move slide', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]),
    [ann] = pages;
  await playMoves(pages, 2);
  await press(ann, en.resign);
  await ann.waitForSelector('.slider');
  await withMotion(ann);
  await ann.click(`.slider [aria-label="${en.first}"]`);
  assert.equal(await ann.evaluate(() => window.flights), 0, 'only the next step slides');
  await ann.click(`.slider [aria-label="${en.next}"]`);
  await until(ann, () => window.flights > 0 && !document.querySelectorAll('.over')[1].firstChild);
});

test('a move on a dead line: the page says so soon, and plays it later', async (t) => {
  const cable = new Cable(server);
  await cable.begin();
  t.after(() => cable.end());
  const pages = [];
  for (const like of ['Ann', 'Bob'])
    pages.push(await come(browser, cable, newName(like), WIDE, '/', TIMES));
  await meet(pages, 'tablut');
  await playMoves(pages, 2);
  const [mover, waiter] = await byTurn(pages);
  const [from, to] = await mover.evaluate(() => window.seen.last.moves.split(' ')[0].split('-'));
  await listen(mover);
  await tap(mover, from); // a busy machine may find that the line is dead between two taps
  cable.pull();
  await tap(mover, to);
  await heard(mover, en.sending);
  await heard(mover, en.noAnswer);
  assert.equal(
    await mover.$$eval(`[data-square="${to}"] .piece`, (all) => all.length),
    1,
    'the move is shown',
  );
  await heard(mover, en.unsent);
  cable.plug();
  await waitOnline(...pages);
  const isTold = (move) =>
    [...document.querySelectorAll('#log li')].some((line) =>
      line.textContent.endsWith(`: ${move}`),
    );
  await until(waiter, isTold, `${from}-${to}`); // what came last may be that somebody is back
  await playMoves(pages, 3);
});

test('who leaves the board before a move is sent hears that it was not', async (t) => {
  const cable = new Cable(server);
  await cable.begin();
  t.after(() => cable.end());
  const pages = [];
  for (const like of ['Ann', 'Bob'])
    pages.push(await come(browser, cable, newName(like), WIDE, '/', TIMES));
  await meet(pages, 'tablut');
  const [mover] = await byTurn(pages);
  const [from, to] = await mover.evaluate(() => window.seen.last.moves.split(' ')[0].split('-'));
  await listen(mover);
  cable.pull();
  for (const square of [from, to]) await tap(mover, square);
  await heard(mover, en.unsent);
  await mover.click('#home');
  const left = en.moveLeft.replace('{0}', `${from}-${to}`);
  await heard(mover, left);
});

test('the device says that it is offline', async () => {
  const ann = await come(browser, server, newName());
  await ann.waitForSelector('select[name=game]');
  await ann.evaluate(() => window.dispatchEvent(new Event('offline')));
  await until(
    ann,
    (text) => document.querySelector('#connection').textContent.includes(text),
    en.deviceOffline,
  );
  await ann.evaluate(() => window.dispatchEvent(new Event('online')));
  await waitOnline(ann);
});

test('the first leg of a match ends for all to see', async () => {
  const pages = await pair(browser, server, 'alea-evangelii', [WIDE, WIDE]);
  for (const page of pages) await withMotion(page);
  await press(pages[0], en.resign);
  for (const page of pages)
    await until(
      page,
      (text) => document.querySelector('#status').textContent.includes(text),
      en.legOver.replace('{0}', 1),
    );
});

test('one tap is a setting', async () => {
  const pages = await pair(browser, server, 'royal-ur', [WIDE, WIDE]);
  const [mover] = await byTurn(pages),
    seq = await mover.evaluate(() => window.seen.last.seq);
  const side = await mover.evaluate(() => window.seen.last.turn);
  await tap(mover, `${side}-in`); // the first move: only the reserve can move
  assert.equal(
    await mover.evaluate(() => window.seen.last.seq),
    seq,
    'the first tap shows the way',
  );
  assert.ok(await mover.$('.over .path'));
  await mover.evaluate(
    (label) =>
      [...document.querySelectorAll('.switches label')]
        .find((one) => one.textContent.includes(label))
        .firstChild.click(),
    en.oneTap,
  );
  await until(mover, () => document.querySelector('.start'));
  await tap(mover, `${side}-in`);
  await until(mover, (before) => window.seen.last.seq > before, seq);
});

test('two fingers make the board of 19 lines larger, and small again', async () => {
  const pages = await pair(browser, server, 'alea-evangelii', [PHONE, WIDE]),
    [ann] = pages;
  const pinch = (from, to) =>
    ann.evaluate(
      (distances) => {
        const svg = document.querySelector('svg.board');
        const touches = (apart) =>
          [0, apart].map(
            (x, i) => new Touch({ identifier: i, target: svg, clientX: 100 + x, clientY: 300 }),
          );
        distances.forEach((apart, i) =>
          svg.dispatchEvent(
            new TouchEvent(i ? 'touchmove' : 'touchstart', {
              bubbles: true,
              cancelable: true,
              touches: touches(apart),
            }),
          ),
        );
        return svg.getBoundingClientRect().width;
      },
      [from, to],
    );
  const { width } = ann.viewport();
  assert.ok((await pinch(60, 140)) > 1.5 * width);
  assert.ok((await pinch(140, 60)) <= width);
});

test('who only watches sees pieces move, and arrive', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]),
    [mover] = await byTurn(pages);
  const eve = await come(browser, server, newName('Eve'), WIDE, `/watch/${roomOf(mover)}`);
  await eve.waitForSelector('svg.board .square');
  await withMotion(eve);
  await move(mover);
  const { move: played } = await mover.evaluate(() =>
    window.seen.last.happened.find(({ what }) => what === 'move'),
  );
  await until(
    eve,
    (to) => document.querySelector(`[data-square="${to}"] .piece`),
    played.split('-')[1],
  );
  assert.equal(await eve.evaluate(() => window.flights), 1);
});

test('a piece that gets a mark is not drawn anew', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]),
    [mover] = await byTurn(pages);
  const [from] = await squares(mover),
    piece = `[data-square="${from}"] .piece`;
  await mover.$eval(piece, (node) => {
    node.dataset.kept = 'yes';
  });
  await tap(mover, from);
  await mover.waitForSelector(`[data-square="${from}"] .picked`);
  assert.equal(await mover.$eval(piece, (node) => node.dataset.kept), 'yes');
  assert.equal(await mover.$(`[data-square="${from}"] .start`), null);
});

test('our turn shakes the phone after a long wait, and notifies who looks elsewhere', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover, waiter] = await byTurn(pages);
  await waiter.evaluate(() => {
    window.shakes = 0;
    window.notes = [];
    navigator.vibrate = () => {
      window.shakes++;
    };
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    navigator.serviceWorker.getRegistration = () => ({
      showNotification: (_, { data, vibrate }) => {
        window.notes.push([data.room, vibrate.length]);
      },
    });
    localStorage.setItem('alea.notify', 'on');
  });
  const told = () => waiter.evaluate(() => [window.shakes, window.notes.length]);
  const setClock = (ms) =>
    waiter.evaluate((at) => {
      performance.now = () => at;
    }, ms);
  await setClock(0);
  const turn = () => waiter.waitForSelector('.square.can');
  await move(mover);
  await turn();
  assert.deepEqual(await told(), [0, 0], 'a short wait');
  await move(waiter);
  await setClock(30000);
  await move(mover);
  await turn();
  assert.deepEqual(await told(), [1, 0], 'a long wait');
  await move(waiter);
  await waiter.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await move(mover);
  await until(waiter, () => window.notes.length === 1);
  const [[room, parts]] = await waiter.evaluate(() => window.notes);
  assert.deepEqual([room, parts], [roomOf(waiter), 3]);
});
