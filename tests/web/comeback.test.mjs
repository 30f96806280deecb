// The page comes back by itself: reloads in every phase, a killed server, a second tab.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Seen } from '../../client-web/js/seen.js';
import en from '../../client-web/lang/en.js';
import {
  begin,
  browser,
  byTurn,
  come,
  createRoom,
  drawing,
  last,
  meet,
  move,
  newName,
  openPage,
  pair,
  PHONE,
  picture,
  play,
  playMoves,
  press,
  ready,
  roomOf,
  sayName,
  seek,
  Server,
  setUp,
  squares,
  status,
  tap,
  type,
  until,
  waitOnline,
  waitOver,
  waitPicture,
  waitPlaying,
  waitStatus,
} from './fixture.mjs';
import { Program } from './program.mjs';

const server = setUp();

const inLobby = (page) =>
  until(
    page,
    () =>
      document.querySelector('select[name=game]') && !document.querySelector('input[name=name]'),
  );

/** Reloads, and expects what was there before: a board that has changed move by move is the same as
 *  one that is drawn at once.  The other one may have reloaded a moment ago, and is back first. */
async function reloadSame(page) {
  await until(
    page,
    (text) => !document.querySelector('#status').textContent.includes(text),
    last(en.away),
  );
  const before = await picture(page),
    drawn = await drawing(page);
  await page.reload();
  await waitPicture(page, before);
  assert.equal(await drawing(page), drawn);
}

test('a reload in the lobby', async () => {
  const ann = await come(browser, server, newName());
  await inLobby(ann);
  await ann.reload();
  await inLobby(ann);
});

test('a reload while looking for an opponent', async () => {
  const ann = await come(browser, server, newName()),
    bob = await come(browser, server, newName('Bob'));
  await seek(ann, 'ur');
  await until(ann, (text) => document.body.textContent.includes(text), begin('waitingFor'));
  await ann.reload();
  await inLobby(ann);
  await seek(ann, 'ur');
  await seek(bob, 'ur');
  await ready(ann, bob);
});

test('a reload while waiting in a room, and when ready', async () => {
  const ann = await come(browser, server, newName());
  await createRoom(ann);
  await ann.reload();
  await waitStatus(ann, en.waitOther);
  const bob = await come(browser, server, newName('Bob'), PHONE, new URL(ann.url()).pathname);
  await waitStatus(bob, begin('waitReady')); // invited, he is ready
  await reloadSame(bob); // his nonce is sealed, and is kept
  await ann.reload();
  await press(ann, en.ready);
  await waitPlaying(ann, bob);
  await playMoves([ann, bob], 4);
});

test('a reload on the own turn, on the turn of the other, and at the end', async () => {
  const pages = await pair(browser, server, 'royal-ur');
  await playMoves(pages, 3);
  const [mover, waiter] = await byTurn(pages);
  await reloadSame(mover);
  await reloadSame(waiter);
  await move(mover);
  await playMoves(pages, 3);
  await press(pages[1], en.resign);
  for (const page of pages) {
    await waitOver(page);
    await reloadSame(page);
  }
  await type(pages[1], 'input[name=say]', 'well played');
  await pages[1].keyboard.press('Enter');
  await pages[0].waitForSelector('#log .chat');
  const { game_id: first } = await pages[0].evaluate(() => window.seen.last);
  await press(pages[0], en.rematch);
  for (const page of pages) await until(page, (id) => window.seen.last.game_id !== id, first);
  await ready(...pages);
  for (const page of pages)
    assert.match(
      await page.$eval('#log li', (line) => line.textContent),
      /well played/,
      'the log begins with what was said last',
    );
});

/** Runs in the page: the line is slow, and it hears later that somebody is back. */
function hearLater() {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    set onmessage(take) {
      const later = (window.later = []);
      super.onmessage = (message) => {
        const { happened = [], reply } = JSON.parse(message.data);
        if (happened.some(({ what }) => what === 'back') || reply === 'board') later.push(message);
        else take(message);
      };
      window.hear = () => later.splice(0).forEach((message) => take(message));
    }
  };
}

test('who has reloaded is told first to have been away, but is never shown so', async () => {
  const pages = await pair(browser, server, 'royal-ur'),
    [ann, bob] = pages,
    before = await picture(ann);
  await ann.evaluateOnNewDocument(hearLater);
  await ann.goto('about:blank');
  await waitStatus(bob, last(en.away));
  await ann.goBack();
  await until(ann, () => window.later?.length === 2);
  await waitPicture(ann, before);
  await ann.evaluate(() => window.hear());
  await waitPicture(ann, before);
  await playMoves(pages, 2);
});

test('a reload within a move of several parts', async () => {
  const pages = await pair(browser, server, 'morris');
  await play(pages, ({ state }) => /x/.test(state.moves ?? ''));
  const [mover] = await byTurn(pages);
  const moves = await mover.evaluate(() => window.seen.last.moves.split(' '));
  const [first] = moves.find((one) => one.includes('x')).split(/[-x,]/);
  await tap(mover, first);
  assert.ok((await squares(mover)).length > 0);
  await reloadAndForget(mover);
  await move(mover);
  await playMoves(pages, 4);
});

/** Reloads in the middle of a move: the taps so far are forgotten, nothing else. */
async function reloadAndForget(page) {
  await page.reload();
  await until(page, () => document.querySelectorAll('.square.can').length > 0);
  const starts = await page.evaluate(
    () => new Set(window.seen.last.moves.split(' ').map((one) => one.split(/[-x,:]/)[0])).size,
  );
  assert.equal((await squares(page)).length, starts);
}

test('a reload while a choice is asked for', async () => {
  const pages = await pair(browser, server, 'akalamdung');
  await play(
    pages,
    ({ state }) =>
      (state.moves ?? '').split(' ').includes('in-2w') && state.moves.split(' ').includes('in-2'),
  );
  const [mover] = await byTurn(pages);
  const side = await mover.evaluate(() => window.seen.last.turn);
  await tap(mover, `${side}-in`);
  if (!(await mover.$('#choices button'))) await tap(mover, `${side[0]}2`);
  await until(mover, () => document.querySelectorAll('#choices button').length === 2);
  await mover.reload();
  await until(
    mover,
    () =>
      document.querySelectorAll('.square.can').length > 0 &&
      !document.querySelector('#choices button'),
  );
  await playMoves(pages, 4);
});

test('a reload before the seals are open: the page opens its own then', async () => {
  const ann = await come(browser, server, newName());
  await createRoom(ann);
  const bob = await come(browser, server, newName('Bob'), PHONE, new URL(ann.url()).pathname),
    pages = [ann, bob];
  await waitStatus(bob, begin('waitReady'));
  for (const page of pages) await page.evaluate(forgetToOpen);
  await press(ann, en.ready);
  for (const page of pages) await waitStatus(page, en.opening);
  await reloadSame(ann);
  assert.equal(await bob.evaluate(() => window.seen.last.stage), 'opening');
  await bob.reload();
  await waitPlaying(...pages);
});

/** Runs in the page: it never opens its seal. */
function forgetToOpen() {
  const { socket } = window.seen,
    send = socket.send.bind(socket);
  socket.send = (text) => {
    if (JSON.parse(text).cmd !== 'open') send(text);
  };
}

test('a reload while a game is adjourned, and when one of the two wants to go on', async () => {
  const pages = await pair(browser, server, 'royal-ur'),
    [ann, bob] = pages;
  await playMoves(pages, 3);
  await press(ann, en.adjourn);
  await press(bob, en.takeAdjourn);
  for (const page of pages) {
    await waitStatus(page, begin('adjournedUntil'));
    await reloadSame(page);
  }
  await press(ann, en.resumeGame);
  await waitStatus(ann, begin('waitResume'));
  await reloadSame(bob);
  await ann.reload(); // who has gone says it again
  await press(ann, en.resumeGame);
  await waitStatus(ann, begin('waitResume'));
  await press(bob, en.resumeGame);
  await waitPlaying(...pages);
  await playMoves(pages, 4);
});

test('a reload between the two games of a match', async () => {
  const pages = await pair(browser, server, 'alea-evangelii'),
    [ann, bob] = pages;
  await playMoves(pages, 2);
  await press(ann, en.resign);
  for (const page of pages) {
    await until(
      page,
      () => window.seen.last.stage === 'waiting' && window.seen.last.match.leg === 2,
    );
    await reloadSame(page);
    assert.match(
      await page.$eval('main', (main) => main.textContent),
      new RegExp(en.match.split('·')[0].replace('{0}', 2).replace('{1}', 2)),
    );
  }
  await press(bob, en.ready);
  await waitStatus(bob, begin('waitReady'));
  await reloadSame(bob);
  await press(ann, en.ready);
  await waitPlaying(...pages);
  await playMoves(pages, 2);
});

test('a server that is killed and starts again, with half a move made', async () => {
  const pages = await pair(browser, server, 'tablut');
  await playMoves(pages, 6);
  const [mover, waiter] = await byTurn(pages),
    before = await picture(waiter);
  await tap(mover, (await squares(mover))[0]);
  await server.stop('SIGKILL');
  for (const page of pages)
    await until(page, () => document.querySelector('#connection').textContent !== '');
  await server.start();
  await waitOnline(...pages);
  await waitPicture(waiter, before);
  await playMoves(pages, 4);
});

test('a spectator and the seats come back after the server was killed', async () => {
  const pages = await pair(browser, server, 'royal-ur');
  await playMoves(pages, 4);
  const eve = await come(
    browser,
    server,
    newName('Eve'),
    undefined,
    new URL(pages[0].url()).pathname.replace('play', 'watch'),
  );
  await eve.waitForSelector('svg.board .square');
  await server.restart('SIGKILL');
  await waitOnline(...pages, eve);
  await playMoves(pages, 6);
  const { board } = await picture(pages[0]);
  await until(
    eve,
    (labels) =>
      [...document.querySelectorAll('svg.board .square')].every(
        (square, i) => square.getAttribute('aria-label') === labels[i],
      ),
    board,
  );
});

test('a lost connection leaves what is being typed', async () => {
  const page = await openPage(await browser.createBrowserContext());
  await page.goto(server.url());
  await type(page, 'input[name=name]', 'Half');
  await server.stop();
  await until(page, () => document.querySelector('#connection').textContent !== '');
  await server.start();
  await waitOnline(page);
  await type(page, 'input[name=name]', 'Name');
  await press(page, en.enter);
  await inLobby(page);
  assert.equal(await page.evaluate(() => localStorage.getItem('alea.name')), 'HalfName');
});

test('two tabs of one player: the new one plays, the old one says why not', async () => {
  const pages = await pair(browser, server, 'tablut');
  const [old, bob] = pages,
    tab = await openPage(old.browserContext());
  tab.person = old.person;
  await playMoves(pages, 2);
  const before = await picture(old);
  await tab.goto(old.url());
  await until(
    old,
    (text) => document.querySelector('#connection').textContent.includes(text),
    begin('ended'),
  );
  await waitPicture(tab, before);
  await tab.evaluate(() => {
    window.seen.moves = 2;
  });
  await playMoves([tab, bob], 4);
  await press(old, en.again); // and back
  await until(
    tab,
    (text) => document.querySelector('#connection').textContent.includes(text),
    begin('ended'),
  );
  await until(old, () => document.querySelectorAll('svg.board .square').length > 0);
  await playMoves([old, bob], 4);
  assert.equal((await status(old)) === '', false);
});

test('a duplicated tab and "Play here" show the room though nothing was missed', async () => {
  const pages = await pair(browser, server, 'tablut'),
    [old] = pages;
  await playMoves(pages, 2);
  const before = await picture(old),
    tab = await openPage(old.browserContext());
  const kept = await old.evaluate(() => {
    window.dispatchEvent(new Event('pagehide'));
    return Object.entries(sessionStorage);
  });
  await tab.goto(server.url('/icon.svg')); // no page of alea, but its storage
  await tab.evaluate((all) => {
    for (const [key, text] of all) sessionStorage.setItem(key, text);
  }, kept);
  await tab.goto(old.url());
  await waitPicture(tab, before);
  await press(old, en.again);
  await waitPicture(old, before);
  await press(old, en.leave);
});

/** Runs in the page: the server says that White has a minute left. */
function leaveAMinute() {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    set onmessage(take) {
      super.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.reply === 'board')
          Object.assign(message.state.clock, { white_ms: 60000, running: null });
        take({ data: JSON.stringify(message) });
      };
    }
  };
}

test('who comes back sees the clocks as they are now', async () => {
  const pages = [
      await come(browser, server, newName()),
      await come(browser, server, newName('Bob')),
    ],
    [ann] = pages;
  for (const page of pages) {
    await page.waitForSelector('select[name=time]');
    await page.select('select[name=time]', '5+10');
  }
  await meet(pages, 'tablut');
  await ann.evaluateOnNewDocument(leaveAMinute);
  await ann.reload();
  await until(ann, () => document.querySelector('.clock[data-side=white]')?.textContent === '1:00');
});

test('two people meet again after both have reloaded in the lobby', async () => {
  const pages = [
    await come(browser, server, newName()),
    await come(browser, server, newName('Bob')),
  ];
  for (const page of pages) {
    await inLobby(page);
    await page.reload();
    await inLobby(page);
  }
  await meet(pages, 'stelpur');
});

test('who has sealed and looks at the lobby opens the seal', async () => {
  const ann = await come(browser, server, newName());
  await createRoom(ann);
  const bob = await come(browser, server, newName('Bob'), PHONE, new URL(ann.url()).pathname);
  await waitStatus(bob, begin('waitReady'));
  await bob.click('#home');
  await inLobby(bob);
  await press(ann, en.ready);
  await waitPlaying(ann);
});

const tokenOf = (page) => page.evaluate(() => localStorage.getItem('alea.token'));

test('who comes back too often waits, and is the same player then', async () => {
  const busy = new Server({ limits: { resume_per_minute: 8 } }); // the next one after 7 s
  await busy.start();
  try {
    const ann = await come(browser, busy, newName());
    await createRoom(ann);
    const token = await tokenOf(ann);
    await ann.evaluateOnNewDocument(noteBusy);
    do {
      const program = new Program(busy.linePort); // she ends its connection when she is back
      while (!(await program.try('resume', { token })).error); // as another page of hers might
      await ann.reload();
      await waitStatus(ann, en.waitOther);
      assert.equal(await tokenOf(ann), token);
      await waitOnline(ann);
    } while (!(await ann.evaluate(() => window.wasBusy))); // a very slow machine comes too late
  } finally {
    await busy.end();
  }
});

/** Runs in the page: remembers whether the server has had no time for it. */
function noteBusy() {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        window.wasBusy ||= JSON.parse(data).error === 'too_fast';
      });
    }
  };
}

/** Runs in the page: the first `resume` gets an error. */
function refuseResume(error) {
  const Plain = window.WebSocket;
  let isFirst = true;
  window.WebSocket = class extends Plain {
    send(text) {
      const { cmd, id } = JSON.parse(text);
      if (cmd !== 'resume' || !isFirst) {
        super.send(text);
        return;
      }
      isFirst = false;
      const data = JSON.stringify({ id, error, text: error, retry_after_ms: 100 });
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
  };
}

test('a server that cannot write for a while costs nobody the seat', async () => {
  const ann = await come(browser, server, newName());
  await createRoom(ann);
  const token = await tokenOf(ann);
  await ann.evaluateOnNewDocument(refuseResume, 'storage');
  await ann.reload();
  await waitStatus(ann, en.waitOther);
  assert.equal(await tokenOf(ann), token);
});

test('who looks for an opponent still does after the server was killed', async () => {
  const pages = [
      await come(browser, server, newName()),
      await come(browser, server, newName('Bob')),
    ],
    [ann, bob] = pages;
  for (const page of pages) await inLobby(page);
  await seek(ann, 'ur');
  await until(ann, (text) => document.body.textContent.includes(text), begin('waitingFor'));
  await server.stop('SIGKILL');
  for (const page of pages)
    await until(page, () => document.querySelector('#connection').textContent !== '');
  await server.start();
  await waitOnline(...pages);
  await seek(bob, 'ur');
  await ready(...pages);
});

/** Runs in the page: sends no second `name` before the test calls window.sendName.  A page that
 *  waits for long may have another line then, and says its name there. */
function holdName() {
  const Plain = window.WebSocket;
  let isFirst = true,
    isHeld = true;
  window.WebSocket = class extends Plain {
    send(text) {
      const isName = JSON.parse(text).cmd === 'name';
      if (isName && !isFirst && isHeld) {
        window.sendName = () => {
          isHeld = false;
          super.send(text);
        };
      } else super.send(text);
      if (isName) isFirst = false;
    }
  };
}

test('the page says that it is offline until the server knows the player again', async () => {
  const name = newName(),
    ann = await openPage(await browser.createBrowserContext());
  await ann.evaluateOnNewDocument(holdName);
  await ann.goto(server.url());
  await sayName(ann, name);
  await inLobby(ann);
  await server.restart('SIGKILL');
  await ann.waitForFunction(() => window.sendName);
  assert.equal(await ann.$eval('#connection', (node) => node.textContent), en.offline);
  await ann.evaluate(() => window.sendName());
  await waitOnline(ann);
  await seek(ann, 'ur');
  await until(ann, (text) => document.body.textContent.includes(text), begin('waitingFor'));
});

test('who has left a room and goes back is asked before sitting down', async () => {
  const ann = await come(browser, server, newName());
  await createRoom(ann);
  const room = roomOf(ann),
    bob = await come(browser, server, newName('Bob'));
  await inLobby(bob);
  for (const where of [`/play/${room}`, '/rules'])
    await bob.evaluate((path) => {
      history.pushState(null, '', path);
    }, where);
  await bob.goBack(); // to a room where he does not sit
  await press(bob, en.sitDown);
  await waitStatus(bob, begin('waitReady'), begin('pressReady'));
  await press(bob, en.leave);
  await inLobby(bob);
  assert.equal(new URL(bob.url()).pathname, '/'); // instead of the room
  await waitStatus(ann, en.waitOther);
});

test('a new room with the code of an old one is seen from its beginning', () => {
  const seen = new Seen(),
    state = (gameId, seq) => ({ event: 'state', room: 'ABCD', game_id: gameId, seq, happened: [] });
  for (const event of [
    state('old', 8),
    { event: 'say', room: 'ABCD', name: 'Ann', text: 'hi' },
    state('again', 9),
  ])
    seen.add(event);
  assert.deepEqual(
    seen.events('ABCD').map(({ event }) => event),
    ['say', 'state'],
  );
  seen.add(state('new', 3));
  assert.deepEqual([seen.lastSeq('ABCD'), seen.events('ABCD').length], [3, 1]);
  seen.add(state('new', 3)); // a snapshot of what we know
  assert.equal(seen.events('ABCD').length, 1);
  seen.only(new Set());
  assert.equal(seen.lastSeq('ABCD'), 0);
});
