// What people do on the page, and what they meet there.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import fr from '../../client-web/lang/fr.js';
import {
  begin,
  browser,
  byTurn,
  come,
  createRoom,
  drawing,
  follow,
  isButton,
  last,
  meet,
  move,
  newName,
  openPage,
  pair,
  PHONE,
  playMoves,
  press,
  ready,
  roomOf,
  sayName,
  sayReady,
  seek,
  Server,
  setUp,
  squares,
  status,
  tabTo,
  tap,
  type,
  until,
  waitPlaying,
  waitStatus,
  WIDE,
  within,
} from './fixture.mjs';

const server = setUp();

/** Somebody at telnet: sends lines, and waits for text. */
class Telnet {
  constructor() {
    this.socket = net.connect(server.linePort, '127.0.0.1').setEncoding('utf8');
    this.said = '';
    this.socket.on('data', (text) => {
      this.said += text;
      this.look?.();
    });
  }
  send(...lines) {
    this.socket.write(lines.map((line) => `${line}\n`).join(''));
  }
  /** Waits for text; returns it, and forgets what came before. */
  wait(pattern) {
    return within(
      new Promise((resolve) => {
        this.look = () => {
          const found = pattern.exec(this.said);
          if (!found) return;
          this.said = this.said.slice(found.index + found[0].length);
          this.look = null;
          resolve(found);
        };
        this.look();
      }),
      pattern,
    );
  }
}

test('text mode: a browser and telnet talk and play a move each', async () => {
  const ann = await come(browser, server, newName()),
    room = await createRoom(ann),
    tel = new Telnet(),
    name = newName('Tel');
  tel.send(`name ${name}`, `join ${room}`);
  await waitStatus(ann, last(en.pressReady));
  tel.send('ready');
  await ready(ann);
  await type(ann, 'input[name=say]', 'hello telnet');
  await press(ann, en.send);
  await tel.wait(/hello telnet/);
  tel.send('say hello browser');
  await until(ann, () => document.querySelector('#log').textContent.includes('hello browser'));
  if (!(await ann.evaluate(() => window.seen.last.moves))) {
    const { seq } = await ann.evaluate(() => window.seen.last);
    tel.send('moves');
    const [, first] = await tel.wait(/\b((?:in|\d+)-(?:\d+|off))\b/);
    tel.send(`move ${first}`);
    await until(ann, (before) => window.seen.last.seq > before, seq);
  }
  tel.send('resign sure');
  await waitStatus(ann, begin('youWon'));
  tel.socket.destroy();
});

test('a phone, from the link to the first move: one name and few taps', async () => {
  const ann = await come(browser, server, newName()),
    room = await createRoom(ann);
  const bob = await openPage(await browser.createBrowserContext(), PHONE);
  await bob.goto(server.url(`/play/${room}`));
  await sayName(bob, newName('Bob')); // the first tap, or Enter on the phone's keyboard
  await ready(ann, bob); // the second
  const [mover, waiter] = await byTurn([ann, bob]);
  await move(mover);
  if (mover === ann) {
    await until(bob, () => window.seen.last.moves !== undefined || window.seen.last.turn);
  }
  assert.equal(roomOf(bob), room);
  assert.equal(
    await bob.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    true,
    'no sideways scrolling',
  );
  assert.ok(waiter);
});

for (const game of ['royal-ur', 'morris', 'alea-evangelii']) {
  test(`taps on a phone: ${game}`, async () => {
    const pages = await pair(browser, server, game, [PHONE, PHONE]);
    for (let n = 0; n < 6; n++) await move((await byTurn(pages))[0]);
    for (const page of pages)
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true,
        'no sideways scrolling',
      );
  });
}

test('a piece is dragged; a tap may slide; one dropped beside the board goes back', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover] = await byTurn(pages);
  const at = (square) =>
    mover.$eval(`[data-square="${square}"] .ring`, (ring) => {
      const { x, y, width, height } = ring.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
  const [[from, to], seq] = await mover.evaluate(() => [
    window.seen.last.moves.split(' ')[0].split('-'),
    window.seen.last.seq,
  ]);
  await mover.$eval('svg.board', (svg) => svg.scrollIntoView({ block: 'center' }));
  const [x, y] = await at(from),
    end = await at(to),
    drawn = await drawing(mover);
  await mover.mouse.move(x, y);
  await mover.mouse.down();
  await mover.mouse.move(1, 1, { steps: 5 });
  assert.ok(await mover.$('.ghost .piece'));
  await mover.mouse.up();
  assert.equal(await drawing(mover), drawn);
  await mover.mouse.move(x, y);
  await mover.mouse.down();
  await mover.mouse.move(x + 2, y + 1);
  await mover.mouse.up();
  assert.ok((await squares(mover)).includes(to));
  await mover.mouse.click(x, y); // puts it down again
  await mover.mouse.move(x, y);
  await mover.mouse.down();
  await mover.mouse.move(...end, { steps: 5 });
  await mover.mouse.up();
  await until(mover, (before) => window.seen.last.seq > before, seq);
  assert.equal(
    await mover.evaluate(() => window.seen.last.happened.find(({ what }) => what === 'move').move),
    `${from}-${to}`,
  );
});

test('a second finger does not end the drag of the first', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover] = await byTurn(pages);
  const seq = await mover.evaluate(() => window.seen.last.seq);
  const isHeld = await mover.evaluate(() => {
    const at = (name) => document.querySelector(`[data-square="${name}"] .ring`);
    const send = (kind, pointerId, name) => {
      const { x, y, width, height } = at(name).getBoundingClientRect();
      at(name).dispatchEvent(
        new PointerEvent(kind, {
          bubbles: true,
          pointerId,
          isPrimary: pointerId === 1,
          clientX: x + width / 2,
          clientY: y + height / 2,
        }),
      );
    };
    const [from, to] = window.seen.last.moves.split(' ')[0].split('-');
    send('pointerdown', 1, from);
    send('pointermove', 1, to);
    send('pointerdown', 2, 'e5');
    send('pointermove', 2, 'e5');
    send('pointerup', 2, 'e5');
    const isDragged = Boolean(document.querySelector('.ghost'));
    send('pointerup', 1, to);
    return isDragged;
  });
  assert.ok(isHeld);
  await until(mover, (before) => window.seen.last.seq > before, seq);
});

test('keyboard only, from the name to a move', async () => {
  const bob = await come(browser, server, newName('Bob'));
  await seek(bob, 'tablut');
  const ann = await openPage(await browser.createBrowserContext());
  ann.person = newName();
  await ann.goto(server.url());
  await tabTo(ann, (node) => node.name === 'name');
  await ann.keyboard.type(ann.person);
  await ann.keyboard.press('Enter');
  await ann.waitForSelector('select[name=game]');
  await tabTo(ann, (node) => node.name === 'game');
  for (
    let n = 0;
    n < 30 && (await ann.$eval('select[name=game]', ({ value }) => value)) !== 'tablut';
    n++
  )
    await ann.keyboard.press('ArrowDown');
  await tabTo(ann, isButton, en.play);
  await ann.keyboard.press('Enter');
  await until(
    ann,
    () =>
      window.seen.last?.seats.white &&
      window.seen.last.seats.black &&
      document.querySelector('#status'),
  );
  await sayReady(bob);
  const isAsked = await until(
    ann,
    (label) => {
      const { last, name } = window.seen; // who has just tapped "play" is ready by itself
      const mine = Object.values(last.seats).find((seat) => seat.name === name);
      if (last.stage !== 'waiting' || mine.ready) return 'no';
      return document.querySelector('#status button')?.textContent === label && 'yes';
    },
    en.ready,
  );
  if ((await isAsked.jsonValue()) === 'yes') {
    await tabTo(ann, isButton, en.ready);
    await ann.keyboard.press('Enter');
  }
  await waitPlaying(ann, bob);
  if ((await byTurn([ann, bob]))[0] === bob) {
    await move(bob);
    await until(ann, () => window.seen.last.moves !== undefined);
  }
  const before = await ann.evaluate(() => window.seen.last.seq);
  await tabTo(ann, (node) => node.matches('.square.can'));
  await ann.keyboard.press('Enter');
  const from = await ann.evaluate(() => document.activeElement.dataset.square);
  assert.ok(from, 'the focus stays on the square');
  const targets = await squares(ann); // a square beside it, by an arrow
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowDown']) {
    await ann.$eval(`[data-square="${from}"]`, (square) => square.focus());
    await ann.keyboard.press(key);
    if (targets.includes(await ann.evaluate(() => document.activeElement.dataset.square))) break;
  }
  await ann.keyboard.press(' ');
  await until(ann, (seq) => window.seen.last.seq > seq, before);
});

test('French', async () => {
  const context = await browser.createBrowserContext(),
    ann = await openPage(context, PHONE);
  await ann.setExtraHTTPHeaders({ 'Accept-Language': 'fr-FR,fr' });
  await ann.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'fr-FR' });
    Object.defineProperty(navigator, 'languages', { get: () => ['fr-FR', 'fr'] });
  });
  await ann.goto(server.url());
  await sayName(ann, newName());
  await until(ann, (text) => document.body.textContent.includes(text), fr.playNow);
  assert.equal(await ann.evaluate(() => document.documentElement.lang), 'fr');
  const bob = await come(browser, server, newName('Bob'));
  await bob.waitForSelector('select[name=game]');
  await bob.select('#language', 'fr'); // by hand
  await until(bob, (text) => document.body.textContent.includes(text), fr.playNow);
  for (const page of [ann, bob]) {
    await page.select('select[name=game]', 'royal-ur');
    await press(page, fr.play);
  }
  for (const page of [ann, bob]) await sayReady(page, fr);
  await waitPlaying(ann, bob);
  const [mover] = await byTurn([ann, bob]);
  await waitStatus(mover, fr.yourTurn.split('{')[0]);
  await playMoves([ann, bob], 3);
  const text = await mover.$eval('body', (body) => body.innerText);
  for (const key of ['yourTurn', 'resign', 'offerDraw', 'leave', 'send'])
    assert.ok(!text.includes(begin(key)), `${en[key]} is English`);
  await ann.reload();
  await until(ann, () => document.documentElement.lang === 'fr');
});

test('a spectator sees the game and is shown no moves', async () => {
  const pages = await pair(browser, server, 'tablut'),
    room = roomOf(pages[0]);
  const eve = await come(browser, server, newName('Eve'), WIDE, `/watch/${room}`);
  await eve.waitForSelector('svg.board .square');
  await playMoves(pages, 4);
  await until(
    eve,
    (seq) => window.seen.last?.seq >= seq,
    await pages[0].evaluate(() => window.seen.last.seq),
  );
  assert.deepEqual(await squares(eve), []);
  const fay = await come(browser, server, newName('Fay'), PHONE, `/play/${room}`); // full
  await fay.waitForSelector('svg.board .square');
  assert.ok((await fay.$eval('main', (node) => node.textContent)).includes(en.watchers));
  const labels = (page) =>
    page.$$eval('svg.board .square', (all) => all.map((one) => one.getAttribute('aria-label')));
  assert.deepEqual(await labels(fay), await labels(pages[0]));
});

test('an illegal tap says why, and nothing happens', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover] = await byTurn(pages);
  const seq = await mover.evaluate(() => window.seen.last.seq);
  const from = (await squares(mover))[0];
  await tap(mover, from);
  const targets = await squares(mover);
  const wrong = await mover.evaluate(
    (can) =>
      [...document.querySelectorAll('.square')].find(
        (one) =>
          !can.includes(one.dataset.square) && !window.seen.last.board.squares[one.dataset.square],
      ).dataset.square,
    targets,
  );
  await tap(mover, wrong);
  await until(mover, () => document.querySelector('#toast').textContent.length > 10); // maybe gone
  assert.equal(await mover.evaluate(() => window.seen.last.seq), seq);
  await move(mover);
});

test('a tap tells who watches what a square does; so does a long press', async () => {
  const pages = await pair(browser, server, 'royal-ur', [WIDE, WIDE]),
    [mover] = await byTurn(pages);
  const eve = await come(browser, server, newName('Eve'), WIDE, `/watch/${roomOf(mover)}`);
  await move(mover);
  const isTold = (role) => document.querySelector('#toast').textContent === role;
  await eve.waitForSelector('[data-square="8"]');
  await eve.click('[data-square="8"] .ring');
  await until(eve, isTold, en.roles.middleStar);
  for (const page of pages)
    assert.equal(
      await page.$eval('#toast', (toast) => toast.textContent),
      '',
      'a move tells nothing',
    );
  await mover.$eval('[data-square="6"] .ring', (ring) =>
    ring.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await until(mover, isTold, en.roles.shared);
  assert.match(
    await mover.$eval('[data-square="8"]', (one) => one.getAttribute('aria-label')),
    /star/,
  );
});

test('strangers cannot inject anything: names, chat, titles, words of rooms', async () => {
  const evil = '<img src=x onerror="window.evil=1">',
    own = new Server();
  const welcome = path.join(own.dir, 'welcome');
  writeFileSync(welcome, `${evil}\n`);
  own.limits.push('--title', evil, '--welcome', welcome);
  await own.start();
  try {
    const ann = await openPage(await browser.createBrowserContext());
    await ann.goto(own.url());
    await until(ann, () => document.body.textContent.includes('onerror'));
    await sayName(ann, newName());
    await ann.goto(own.url(`/play/ABCD#word=${encodeURIComponent(evil)}`));
    await ann.goto(own.url(`/play/${encodeURIComponent(evil)}`));
    await until(ann, () => document.querySelector('select[name=game]'));
    await ann.goto(own.url());
    const pages = [ann, await come(browser, own, newName('Bob'))];
    await meet(pages, 'royal-ur');
    await type(pages[1], 'input[name=say]', `${evil}<script>window.evil=1</script>`);
    await press(pages[1], en.send);
    await until(ann, () => document.querySelector('#log').textContent.includes('<script>'));
    // A server may say anything, too: names that no server of ours allows.
    await ann.evaluate((text) => {
      const event = structuredClone(window.seen.last);
      event.seq++;
      for (const seat of Object.values(event.seats)) seat.name = text;
      event.happened = [
        { what: 'joined', side: 'white', name: text },
        { what: text, name: text },
      ];
      window.seen.socket.dispatchEvent(
        new MessageEvent('message', { data: JSON.stringify(event) }),
      );
    }, evil);
    await until(ann, () => document.querySelector('.seat').textContent.includes('onerror'));
    for (const page of pages)
      assert.deepEqual(
        await page.evaluate(() => [
          window.evil ?? 0,
          document.querySelectorAll('img[src=x]').length,
        ]),
        [0, 0],
      );
  } finally {
    await own.end();
  }
});

test('the word of a room injects nothing: in its link, questions, and what is told', async () => {
  const evil = '"><img/src=x/onerror=window.evil=1>';
  const ann = await come(browser, server, newName());
  await ann.waitForSelector('input[name=word]');
  await ann.evaluate(() => {
    document.querySelector('input[name=word]').closest('details').open = true;
  });
  await type(ann, 'input[name=word]', evil);
  const room = await createRoom(ann),
    link = await ann.$eval('output.link', (node) => node.textContent);
  assert.ok(link.endsWith(`#word=${encodeURIComponent(evil)}`));
  assert.ok((await ann.$eval('#qr', (node) => node.getAttribute('aria-label'))).includes(link));
  const eve = await come(
    browser,
    server,
    newName('Eve'),
    WIDE,
    `/play/${room}#word=${encodeURIComponent(`${evil}2`)}`,
  );
  await eve.waitForSelector('dialog input[name=word]'); // it was wrong
  await until(ann, () => document.querySelector('#toast').textContent); // and the room hears of it
  await type(eve, 'dialog input[name=word]', evil);
  await eve.keyboard.press('Enter');
  await waitStatus(eve, begin('waitReady'), begin('pressReady'));
  for (const page of [ann, eve])
    assert.deepEqual(
      await page.evaluate(() => [window.evil ?? 0, document.querySelectorAll('img[src=x]').length]),
      [0, 0],
    );
});

test('two clicks on "Ready" seal one nonce', async () => {
  const ann = await come(browser, server, newName()),
    room = await createRoom(ann);
  const bob = await come(browser, server, newName('Bob'), WIDE, `/play/${room}`);
  await waitStatus(ann, last(en.pressReady), last(en.theyReady));
  await ann.evaluate(() => {
    const button = document.querySelector('#status button');
    button.click();
    button.click();
  });
  await waitPlaying(ann, bob);
});

test('the rules break no policy', async () => {
  const [ann] = await pair(browser, server, 'morris');
  await press(ann, en.rules);
  await ann.waitForSelector('dialog');
});

test('the focus stays on its square while others move', async () => {
  const pages = await pair(browser, server, 'tablut', [WIDE, WIDE]);
  const [mover, waiter] = await byTurn(pages);
  await waiter.evaluate(() => document.querySelector('[data-square=e5]').focus());
  await move(mover);
  await waitStatus(waiter, begin('yourTurn'));
  assert.equal(await waiter.evaluate(() => document.activeElement.dataset.square), 'e5');
});

const lineOf = (page, text) =>
  until(
    page,
    (part) =>
      [...document.querySelectorAll('.talk li')].some((line) => line.textContent.includes(part)),
    text,
  );

/** The server says something once more, with other members. */
const hear = (page, ...changes) =>
  page.evaluate((all) => {
    for (const change of all) {
      const event = { ...structuredClone(window.seen.last), ...change };
      event.seq++;
      window.seen.socket.dispatchEvent(
        new MessageEvent('message', { data: JSON.stringify(event) }),
      );
    }
  }, changes);

test('a screen reader is told everything, also what comes in one moment, and twice', async () => {
  const [ann] = await pair(browser, server, 'tablut'),
    name = await ann.evaluate(() => window.seen.last.seats.white.name);
  await hear(
    ann,
    ...['a1-a2', 'b1-b2', 'b1-b2'].map((move) => ({
      happened: [{ what: 'move', side: 'white', move }],
    })),
  );
  const told = await ann.$$eval('#live > *', (lines) => lines.map((line) => line.textContent));
  assert.deepEqual(told.slice(-3), [`${name}: a1-a2`, `${name}: b1-b2`, `${name}: b1-b2`]);
});

test('the end of a match says why', async () => {
  const [ann] = await pair(browser, server, 'tablut'),
    names = await ann.evaluate(() =>
      ['white', 'black'].map((side) => window.seen.last.seats[side].name),
    );
  const over = (halves, captured, outcome) =>
    hear(ann, {
      stage: 'over',
      result: { outcome: 'white', reason: 'corner' },
      match: { legs: 2, leg: 2, half_points: halves, captured, outcome },
    });
  const says = (key, ...values) =>
    until(
      ann,
      (text) => document.querySelector('main').textContent.includes(text),
      en[key].replace(/{(\d)}/g, (_, i) => values[i]),
    );
  await over([1, 3], [4, 9], 'black');
  await says('matchWon', names[1], 1.5, 0.5);
  await over([2, 2], [12, 9], 'white');
  await says('matchByPieces', names[0], 12, 9);
  await over([2, 2], [9, 9], 'draw');
  await says('matchDraw');
});

test('what is written from right to left is shown so, among what is not', async () => {
  const [ann, bob] = await pair(browser, server, 'tablut'),
    text = 'שלום (abc)!';
  await type(ann, 'input[name=say]', text);
  assert.equal(
    await ann.$eval('input[name=say]', (field) => getComputedStyle(field).direction),
    'rtl',
  );
  await ann.keyboard.press('Enter');
  await lineOf(bob, text);
  const said = await bob.$$eval('.talk .chat bdi', (all) =>
    all.map((one) => [one.textContent, getComputedStyle(one).direction]),
  );
  assert.deepEqual(said, [[text, 'rtl']]);
});

test('a click on a list counts, although the list changes meanwhile', async () => {
  const ann = await come(browser, server, newName()),
    name = newName('Bob'),
    bob = await come(browser, server, name);
  const room = await createRoom(bob),
    third = newName('Cid'),
    cid = await come(browser, server, third);
  await until(ann, (who) => document.body.textContent.includes(who), third); // then nothing shifts
  const join = await ann.waitForFunction(
    (who) =>
      [...document.querySelectorAll('ul.list button')].find((b) =>
        b.ariaLabel.includes(`${who} –`),
      ),
    { polling: 'mutation' },
    name,
  );
  await join.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await ann.evaluate(() => {
    window.seen.socket.addEventListener('message', ({ data }) => {
      if (JSON.parse(data).reply === 'mine')
        document.body.dataset.lists = Number(document.body.dataset.lists ?? 0) + 1;
    });
  });
  const { x, y, width, height } = await join.boundingBox();
  await ann.mouse.move(x + width / 2, y + height / 2);
  await ann.mouse.down();
  await seek(cid, 'morris'); // Ann hears of it, and reads the lists again
  await until(ann, () => Number(document.body.dataset.lists) > 0);
  await ann.mouse.up();
  await until(ann, (where) => location.pathname === where, `/play/${room}`);
});

test('people talk to everybody, and to one alone', async () => {
  const evil = '<img src=x onerror="window.evil=1">',
    names = [newName(), newName('Bob'), newName('Cid')];
  const pages = [];
  for (const name of names) pages.push(await come(browser, server, name));
  const [ann, bob, cid] = pages;
  await type(ann, 'input[name=shout]', `hello all ${evil}`);
  await ann.keyboard.press('Enter');
  for (const page of pages) await lineOf(page, `${names[0]}: hello all ${evil}`);
  await until(
    bob,
    (text) => document.querySelector('#toast').textContent.includes(text),
    'hello all',
  );
  await until(ann, () => document.querySelector('input[name=shout]').value === '');
  await follow(ann, names[1]); // from the list of those who are here
  await ann.waitForSelector('input[name=tell]');
  await type(ann, 'input[name=tell]', `only you ${evil}`);
  await ann.keyboard.press('Enter');
  await lineOf(ann, `${names[0]} (${en.toName.replace('{0}', names[1])}): only you`);
  await lineOf(bob, `${names[0]} (${en.toYou}): only you`);
  await follow(bob, names[0]); // from the message
  await bob.waitForSelector('input[name=tell]');
  await type(bob, 'input[name=tell]', 'yes');
  await bob.keyboard.press('Enter');
  await lineOf(ann, `${names[1]} (${en.toYou}): yes`);
  assert.ok(!(await cid.$eval('main', (main) => main.textContent)).includes('only you'));
  for (const page of pages)
    assert.deepEqual(
      await page.evaluate(() => [window.evil ?? 0, document.querySelectorAll('img[src=x]').length]),
      [0, 0],
    );
});

test('who opened the room sends away a guest who does not get ready', async () => {
  const ann = await come(browser, server, newName()),
    room = await createRoom(ann),
    tel = new Telnet();
  const name = newName('Tel'),
    questions = [];
  ann.on('dialog', (dialog) => questions.push(dialog.message())); // each is answered with yes
  tel.send(`name ${name}`, `join ${room}`);
  await waitStatus(ann, last(en.pressReady));
  await press(ann, en.unseat);
  await waitStatus(ann, en.waitOther);
  assert.deepEqual(questions, [en.sureUnseat.replace('{0}', name)]);
  await tel.wait(/sent .* away|away/i);
  tel.socket.destroy();
  const bob = await come(browser, server, newName('Bob'));
  await createRoom(bob);
  const cid = await come(browser, server, newName('Cid'), WIDE, new URL(bob.url()).pathname);
  await waitStatus(cid, begin('waitReady'));
  assert.ok(
    !(await cid.$$eval('button', (all) => all.map((one) => one.textContent))).includes(en.unseat),
  ); // Bob opened it
  assert.ok(
    !(await bob.$$eval('button', (all) => all.map((one) => one.textContent))).includes(en.unseat),
  ); // Cid is ready
});

test('nobody is sent away between the games of a match', async () => {
  const pages = await pair(browser, server, 'alea-evangelii'),
    [ann] = pages;
  await playMoves(pages, 2);
  await press(ann, en.resign);
  for (const page of pages) {
    await until(
      page,
      () =>
        window.seen.last.stage === 'waiting' &&
        window.seen.last.match.leg === 2 &&
        document.querySelector('#status button'),
    );
    assert.ok(
      !(await page.$$eval('button', (all) => all.map((one) => one.textContent))).includes(
        en.unseat,
      ),
    );
  }
});

test('an address that is not well-formed leads to the lobby', async () => {
  const ann = await come(browser, server, newName(), WIDE, '/play/%zz');
  await ann.waitForSelector('select[name=game]');
});

test('resign, and play again', async () => {
  const pages = await pair(browser, server, 'tablut');
  await press(pages[0], en.resign);
  await waitStatus(pages[0], begin('youLost'));
  await waitStatus(pages[1], begin('youWon'));
  assert.match(await status(pages[0]), new RegExp(en.reasons.resign));
  const { game_id: first } = await pages[0].evaluate(() => window.seen.last);
  await press(pages[0], en.rematch);
  for (const page of pages) await until(page, (id) => window.seen.last.game_id !== id, first);
  await ready(...pages);
});
