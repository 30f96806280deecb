// What a visitor does besides moving: names and passwords, private rooms, hiding words, calling
// off, another tab, a game from a file; and how many taps it takes from a QR code to the first
// move.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { verifyDice } from '../../client-web/js/dice.js';
import en from '../../client-web/lang/en.js';
import {
  browser,
  byTurn,
  come,
  meet,
  openPage,
  PHONE,
  press,
  Server,
  setUp,
  status,
  type,
  until,
  WIDE,
} from './fixture.mjs';

const server = setUp();
let n = 0;

const someone = (like = 'Eva') => `${like}${++n}`;
const shows = (page, text) => until(page, (part) => document.body.textContent.includes(part), text);
const says = (page, pattern) =>
  until(
    page,
    (source) => new RegExp(source).test(document.querySelector('#status')?.textContent ?? ''),
    pattern,
  );
const ON = 'Your turn|is to move';

/** Somebody opens a room.  Returns the page, and the path of the invitation. */
async function host(game, size = WIDE, word = '') {
  const page = await come(browser, server, someone('Hal'), size);
  await page.waitForSelector('select[name=side]');
  const form = await page.evaluateHandle(() => document.querySelector('select[name=side]').form);
  await (await form.$('select[name=game]')).select(game);
  if (word) {
    await page.evaluate(() => {
      document.querySelector('input[name=word]').closest('details').open = true;
    });
    await type(page, 'input[name=word]', word);
  }
  await press(page, en.create);
  await says(page, 'Waiting for your opponent');
  return { page, link: await page.$eval('output.link', (node) => node.textContent) };
}

async function pair(game) {
  const { page, link } = await host(game);
  const friend = await come(browser, server, someone(), PHONE, new URL(link).pathname);
  await says(page, 'Are you ready');
  await press(page, en.ready);
  for (const one of [page, friend]) await says(one, ON);
  return [page, friend];
}

test('register, log out, log in again', async () => {
  const name = someone(),
    ann = await come(browser, server, name);
  await ann.waitForSelector('#me:not(:empty)');
  await ann.click('#me');
  await type(ann, 'input[name=register]', 'correct horse');
  await press(ann, en.registerDo);
  await shows(ann, `The name ${name} is registered`);
  await shows(ann, en.noRatings);
  await press(ann, en.logOut);
  await ann.waitForSelector('input[name=name]');
  assert.equal(await ann.evaluate(() => localStorage.getItem('alea.token')), null);
  await type(ann, 'input[name=name]', name);
  await press(ann, en.enter);
  await until(ann, () => document.querySelector('details').open);
  await type(ann, 'input[name=password]', 'correct horse');
  await press(ann, en.enter);
  await ann.waitForSelector('input[name=rated]');
  await ann.reload(); // a token knows the account, too
  await ann.waitForSelector('input[name=rated]');
});

test('a wish is kept: nobody can challenge for an unwanted game', async () => {
  const [a, b] = [someone(), someone()];
  const ann = await come(browser, server, a),
    bob = await come(browser, server, b, WIDE, '/', 4);
  await ann.waitForSelector('#me:not(:empty)');
  await ann.click('#me');
  await ann.waitForSelector('fieldset input');
  await ann.evaluate(() => {
    for (const one of document.querySelectorAll('fieldset input')) one.click();
  });
  await ann.click('#home');
  await ann.waitForSelector('select[name=side]');
  await ann.click('#me');
  await until(
    ann,
    () =>
      document.querySelectorAll('fieldset input').length > 0 &&
      !document.querySelector('fieldset input:checked'),
  );
  await until(
    bob,
    (name) => {
      // the list is read again every few seconds
      const row = [...document.querySelectorAll('li')].find((one) =>
        one.textContent.startsWith(name),
      );
      return row && !row.querySelector('button');
    },
    a,
  );
});

test('a challenge is declined, and another is taken back', async () => {
  const b = someone(),
    ann = await come(browser, server, someone()),
    bob = await come(browser, server, b);
  for (const answer of [() => press(bob, en.decline), () => press(ann, en.cancel)]) {
    await shows(ann, b);
    await ann.evaluate(
      (name) =>
        [...document.querySelectorAll('li')]
          .find((row) => row.textContent.startsWith(name))
          .querySelector('button')
          .click(),
      b,
    );
    await ann.waitForSelector('dialog form');
    await ann.evaluate(() => document.querySelector('dialog form').requestSubmit());
    await bob.waitForSelector('.asked');
    await answer();
    await until(bob, () => !document.querySelector('.asked'));
    await until(
      ann,
      (text) => ![...document.querySelectorAll('button')].some((one) => one.textContent === text),
      en.cancel,
    );
  }
});

test('a private room asks for its word, unless the link has it', async () => {
  const { page: host1, link } = await host('tablut', WIDE, 'sesame');
  const room = new URL(link);
  const { options } = await host1.evaluate(() => window.seen.last);
  assert.equal(options, 'king=weak,escape=edge', 'the balanced ones come first');
  assert.equal(room.hash, '#word=sesame');
  const eve = await come(browser, server, someone(), WIDE, room.pathname);
  for (const word of ['wrong', 'sesame']) {
    await eve.waitForSelector('dialog input[name=word]');
    await type(eve, 'dialog input[name=word]', word);
    await eve.evaluate(() => {
      const dialog = document.querySelector('dialog');
      dialog.querySelector('form').requestSubmit();
    });
    await until(
      eve,
      () =>
        !document.querySelector('dialog') ||
        /not the word/.test(document.querySelector('dialog').textContent),
    );
  }
  await says(eve, 'Waiting until');
  const link2 = (await host('tablut', WIDE, 'sesame')).link;
  const bob = await come(
    browser,
    server,
    someone(),
    WIDE,
    link2.slice(new URL(link2).origin.length),
  );
  await says(bob, 'Waiting until');
});

test('words of somebody who is hidden are not shown', async () => {
  const [ann, bob] = await pair('royal-ur');
  const talk = async (text) => {
    await type(bob, 'input[name=say]', text);
    await press(bob, en.send);
  };
  await talk('hello you');
  await shows(ann, 'hello you');
  const name = await bob.$eval('#me', (node) => node.textContent);
  await ann.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  await press(ann, en.gag.replace('{0}', name));
  await until(ann, () => !document.querySelector('#log').textContent.includes('hello you'));
  await ann.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  await press(ann, en.ungag.replace('{0}', name));
  await shows(ann, 'hello you');
});

test('a game that has just begun can be called off', async () => {
  const [ann, bob] = await pair('tablut');
  await press(ann, en.abort);
  for (const page of [ann, bob]) await says(page, 'called off');
});

test('another tab opens the seal that the first one made', async () => {
  const { page: ann, link } = await host('royal-ur');
  const room = new URL(link).pathname;
  const bob = await come(browser, server, someone(), WIDE, room);
  await says(bob, 'Waiting until'); // and has sealed
  const tab = await openPage(bob.browserContext());
  await tab.goto(server.url(room));
  await says(tab, 'Waiting until');
  await shows(bob, 'you are playing in another window');
  await press(ann, en.ready);
  for (const page of [ann, tab]) await says(page, ON);
});

test('after a reload the whole game can still be replayed', async () => {
  const [ann, bob] = await pair('royal-ur');
  const log = await ann.$eval('#log', (node) => node.textContent);
  await ann.reload();
  await says(ann, ON);
  assert.equal(
    (await ann.$eval('#log', (node) => node.textContent)).slice(0, 40),
    log.slice(0, 40),
  );
  await press(bob, en.resign);
  await says(ann, 'You have won');
  await ann.waitForSelector('.slider');
  await press(ann, en.verify);
  await shows(ann, '✓');
  assert.ok(
    !(await ann.$eval('main', (node) => node.textContent)).includes(en.diceUnseen.split('.')[0]),
  ); // it was kept
});

test('a record is compared with what the page knows, and its throws are counted', async () => {
  const record = JSON.parse(readFileSync('docs/examples/record.json')),
    { name, nonce } = record.players.white;
  const { commitment } = record,
    known = { commitment, name, nonce };
  const find = (change, seen = known) => {
    const copy = structuredClone(record);
    change(copy.log);
    return verifyDice(copy, seen);
  };
  assert.deepEqual(await find(() => {}), { ok: true, throws: 11, unseen: null });
  assert.deepEqual(await find(() => {}, {}), { ok: true, throws: 11, unseen: commitment });
  assert.deepEqual(await find(() => {}, { ...known, commitment: '00' }), {
    ok: false,
    why: 'commitment',
  });
  assert.deepEqual(await find(() => {}, { ...known, nonce: 'another' }), {
    ok: false,
    why: 'nonce',
  });
  const throws = (log) => log.filter(({ what }) => what === 'throw');
  assert.deepEqual(
    await find((log) => {
      log.splice(log.indexOf(throws(log)[0]), 1);
    }),
    { ok: false, why: 'throw', k: 2 },
  ); // skipped
  assert.deepEqual(
    await find((log) => {
      throws(log)[0].dice.pop();
    }),
    { ok: false, why: 'throw', k: 2 },
  );
});

test('a record is verified, and an analysis draws its graph', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'alea-file-'));
  const record = path.join(dir, 'record.json'),
    wrong = path.join(dir, 'wrong.json'),
    chances = path.join(dir, 'chances.json');
  writeFileSync(record, readFileSync('docs/examples/record.json'));
  writeFileSync(
    wrong,
    readFileSync(record, 'utf8').replace(/"dice": ?\[1, ?0, ?0\]/, '"dice":[0,1,0]'),
  );
  writeFileSync(
    chances,
    execFileSync(path.join(process.env.ALEA_BUILD ?? 'build/release', 'alea'), [
      'analyse',
      '--json',
      '--plies',
      '0',
      record,
    ]),
  );
  const page = await openPage(await browser.createBrowserContext());
  await page.goto(server.url('/replay'));
  const field = await page.waitForSelector('input[type=file]');
  await field.uploadFile(record);
  await shows(page, '✓ All 11 throws are right');
  await field.uploadFile(wrong);
  await shows(page, '✗ The dice are wrong');
  await field.uploadFile(chances);
  await page.waitForSelector('svg.graph polyline');
  const pieces = () => page.$$eval('svg.board [data-square="b2"] .piece', (all) => all.length);
  assert.equal(await pieces(), 0);
  await page.click('.slider button:last-of-type');
  assert.equal(await pieces(), 1);
  rmSync(dir, { recursive: true });
});

// On a phone: scanned, one name (the keyboard's own key ends it), then at most three taps until a
// move is on the board.
for (const game of ['royal-ur', 'stelpur', 'morris', 'tablut']) {
  test(`from the QR code to the first move in ${game}: few taps`, async (t) => {
    const { page: ann, link } = await host(game);
    const phone = await openPage(await browser.createBrowserContext(), PHONE);
    await phone.goto(link); // what the QR code says: qr.test.mjs
    await phone.waitForSelector('input[name=name]:focus');
    await phone.keyboard.type(someone());
    let taps = 0;
    const tap = async (selector) => {
      taps++;
      await (await phone.waitForSelector(selector)).tap();
    };
    await phone.keyboard.press('Enter');
    await says(ann, 'Are you ready');
    await press(ann, en.ready);
    while (!/Your turn/.test(await status(phone))) {
      // the other side may begin; a throw may pass
      await says(ann, ON);
      if (!/Your turn/.test(await status(phone))) {
        await ann.evaluate(() => {
          const can =
            document.querySelector('#choices button') ?? document.querySelector('.square.can');
          if (can?.matches('button')) can.click();
          else can?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        });
      }
    }
    const name = await phone.$eval('#me', (node) => node.textContent);
    const hasMoved = () =>
      phone.evaluate(
        (who) =>
          [...document.querySelectorAll('#log li')].some((line) =>
            new RegExp(`^${who}: \\S+$`).test(line.textContent),
          ),
        name,
      );
    while (!(await hasMoved()) && taps < 9) {
      const before = (await phone.$$('svg .picked')).length;
      await tap((await phone.$('#choices button')) ? '#choices button' : '.square.can');
      await until(
        phone,
        (who, picked) =>
          [...document.querySelectorAll('#log li')].some((line) =>
            new RegExp(`^${who}: \\S+$`).test(line.textContent),
          ) ||
          document.querySelector('#choices button') ||
          document.querySelectorAll('svg .picked').length > picked, // the last tap is not all
        name,
        before,
      );
    }
    t.diagnostic(`${taps} taps`);
    assert.ok(taps <= 3, `${taps} taps`);
  });
}

test('who waits too long for a move can claim the win, without another event', async () => {
  const slow = new Server({ limits: { idle_ms: 1500 } });
  await slow.start();
  try {
    const pages = [await come(browser, slow, someone()), await come(browser, slow, someone())];
    await meet(pages, 'tablut');
    const [, waiter] = await byTurn(pages);
    await press(waiter, en.claim);
    await says(waiter, 'You have won');
  } finally {
    await slow.end();
  }
});
