// A real alead, and people at real browsers.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import puppeteer from 'puppeteer-core';
import en from '../../client-web/lang/en.js';
import './global.mjs';
import { beginPlayer, beSomebody, haveNoWorker, hurry, watchStates } from './player.mjs';
import { Program, sitDown } from './program.mjs';

/** Chromium asks nobody but alead.  Its sandbox does not run as root, as CI does. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
];
/** Everybody here has one address, and players that move as fast as they can; and a busy machine
 *  may need longer for anything than people do. */
const LIMITS = {
  open_ms: 600000,
  ready_ms: 3600000,
  grace_ms: 3600000,
  stall_ms: 600000,
  connections_per_address: 10000,
  connects_per_minute: 100000,
  commands_per_s: 10000,
  commands_burst: 10000,
  stored_per_hour: 10000000,
  say_per_minute: 1000,
};

const build = process.env.ALEA_BUILD ?? 'build/release';
export const WIDE = { width: 1200, height: 900 };
export const PHONE = { width: 360, height: 640, hasTouch: true, isMobile: true };
/** Longest wait for anything, in ms: for busy machines. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60000);
export const GAMES = [
  'royal-ur',
  'finkel',
  'blitz',
  'masters',
  'aseb',
  'akalamdung',
  'ur',
  'stelpur',
  'morris',
  'tablut',
  'ashton',
  'brandubh',
  'fetlar',
  'copenhagen',
  'alea-evangelii',
];

/** What a promise resolves with; fails when that takes longer than anything may. */
export async function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), PATIENCE);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The next event of an emitter, within a bound; returns its values. */
export const nextEvent = (emitter, event) => within(once(emitter, event), event);

/** All that a stream says, to its end. */
async function allOf(stream) {
  let said = '';
  for await (const part of stream) said += part;
  return said;
}

const exit = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', resolve);
  });

/** Starts alead on free ports, or again on the ports that it had; and perhaps its house.  With tls
 *  it serves HTTPS, too, with a certificate of its own. */
export class Server {
  constructor({ level = 0, limits = {}, tls = false } = {}) {
    this.dir = mkdtempSync(path.join(tmpdir(), 'alea-web-'));
    this.db = path.join(this.dir, 'alea.db');
    this.port = 0;
    this.level = level;
    if (tls) this.makeCertificate();
    this.limits = Object.entries({ ...LIMITS, ...limits }).flatMap(([name, n]) => [
      '--limit',
      `${name}=${n}`,
    ]);
  }

  makeCertificate() {
    this.cert = path.join(this.dir, 'cert.pem');
    this.key = path.join(this.dir, 'key.pem');
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=alead',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        this.key,
        '-out',
        this.cert,
      ],
      { stdio: 'ignore' },
    );
  }

  get house() {
    return `House-${this.level}`;
  }

  async start() {
    const words = [
      '--db',
      this.db,
      '--listen',
      `127.0.0.1:${this.linePort ?? 0}`,
      '--web-listen',
      `127.0.0.1:${this.port}`,
      '--no-discovery',
      '--ready-fd',
      '3',
      ...this.limits,
      ...(this.level ? ['--bot', this.house] : []),
      ...(this.cert
        ? [
            '--web-tls-listen',
            `127.0.0.1:${this.tlsPort ?? 0}`,
            '--tls-cert',
            this.cert,
            '--tls-key',
            this.key,
          ]
        : []),
    ];
    this.process = spawn(path.join(build, 'alead'), words, {
      stdio: ['ignore', 'ignore', process.env.ALEA_LOG ? 'inherit' : 'ignore', 'pipe'],
    });
    const said = await within(allOf(this.process.stdio[3]), 'alead to start');
    this.port = Number(/ready web .*:(\d+)/.exec(said)?.[1]);
    this.tlsPort = Number(/ready web-tls .*:(\d+)/.exec(said)?.[1]);
    this.linePort = Number(/ready 127.*:(\d+)/.exec(said)?.[1]);
    assert.ok(this.port, `alead has not started: ${said}`);
    if (this.level && !this.bot) this.startHouse();
  }

  startHouse() {
    this.bot = spawn(
      path.join(build, 'alea'),
      [
        'bot',
        `127.0.0.1:${this.linePort}`,
        '--house',
        '--challenges',
        '--name',
        this.house,
        '--level',
        String(this.level),
        '--retry',
        '--token',
        `${this.db}.bot-${this.house}`,
      ],
      { stdio: 'ignore', env: { ...process.env, XDG_STATE_HOME: this.dir } },
    );
  }

  async stop(signal = 'SIGTERM') {
    this.process.kill(signal);
    await within(exit(this.process), 'the end of alead');
  }

  async restart(signal) {
    await this.stop(signal);
    await this.start();
  }

  async end() {
    this.bot?.kill();
    await this.stop();
    if (this.bot) await within(exit(this.bot), 'the end of the house');
    rmSync(this.dir, { recursive: true });
  }

  url(where = '/') {
    return `http://127.0.0.1:${this.port}${where}`;
  }
  secureUrl(where = '/') {
    return `https://127.0.0.1:${this.tlsPort}${where}`;
  }
}

/** A line between a browser and the server, which can be pulled out: nothing goes through, and
 *  nobody is told. */
export class Cable {
  constructor(server) {
    this.isOut = false;
    this.ends = [];
    this.linePort = server.linePort;
    this.relay = net.createServer((near) => {
      if (this.isOut) {
        near.destroy();
        return;
      }
      near.isNear = true;
      const far = net.connect(server.port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        from.on('data', (bytes) => {
          if (!from.isDead) to.write(bytes);
        });
        from.on('error', () => {});
        from.on('close', () => {
          if (!from.isDead) to.destroy();
        });
        this.ends.push(from);
      }
    });
  }
  async begin() {
    await new Promise((resolve) => {
      this.relay.listen(0, '127.0.0.1', resolve);
    });
    this.port = this.relay.address().port;
  }
  pull() {
    this.isOut = true;
    this.dead = this.ends.splice(0);
    for (const end of this.dead) end.isDead = true;
  }
  /** Only the browser learns what is dead. */
  plug() {
    this.isOut = false;
    for (const end of this.dead) if (end.isNear) end.destroy();
  }
  end() {
    this.relay.close();
    this.pull();
  }
  url(where = '/') {
    return `http://127.0.0.1:${this.port}${where}`;
  }
}
/** A browser with a new profile; each person has a context, as on a machine of their own.  It takes
 *  certificates that it does not know.  The headless shell needs half of Chromium's CPU time. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  return puppeteer.launch({
    acceptInsecureCerts: true,
    executablePath,
    args: FLAGS,
    protocolTimeout: 4 * PATIENCE,
  });
}

/** The browser of a file with tests. */
export let browser = null;

/** For a file with tests: a server and a browser.  Each test ends without pages and errors. */
export function setUp(options) {
  const server = new Server(options);
  before(async () => {
    await server.start();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close(); // neither may have begun
    await server.end();
  });
  afterEach(async () => {
    for (const context of browser.browserContexts().slice(1)) await context.close();
    checkErrors();
  });
  return server;
}

/** What went wrong on any page; each test ends with checkErrors. */
const errors = [];
function checkErrors() {
  assert.deepEqual(errors.splice(0), []);
}

/** A lost connection is no error of the page.  What the service worker asks for then has FAILED. */
const isLoss = (text) =>
  /WebSocket connection to|net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET|FAILED)/.test(text);

/** A page of a person; come() also gives a name.  Nothing moves there, so that whole games are
 *  quick; motion.test.mjs looks at what moves.  Nor does a service worker fetch and keep all of the
 *  page, which takes as long as everything else; network.test.mjs looks at that. */
export async function openPage(context, size = WIDE, hasWorker = false) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport(size);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  if (!hasWorker) await page.evaluateOnNewDocument(haveNoWorker);
  await page.evaluateOnNewDocument(watchStates);
  page.on('pageerror', (error) => errors.push(`${page.person}: ${error.stack}`));
  page.on('console', (said) => {
    if (said.type() === 'error' && !isLoss(said.text()))
      errors.push(`${page.person}: ${said.text()}`);
  });
  page.on('dialog', (dialog) => dialog.accept());
  return page;
}

/** Types into a field, once it is there. */
export async function type(page, selector, text) {
  await page.waitForSelector(selector);
  await page.type(selector, text);
}

export async function sayName(page, name) {
  page.person = name;
  await page.waitForSelector('input[name=name]');
  await page.$eval('input[name=name]', (input) => {
    input.value = '';
  });
  await type(page, 'input[name=name]', name);
  await page.keyboard.press('Enter');
  await until(page, () => !document.querySelector('input[name=name]'));
}

/** A player whom the server knows comes back, at a machine of their own. */
async function comeBack(context, server, token, name, size, where, times = 1) {
  const page = await openPage(context, size);
  page.person = name;
  const { identifier } = await page.evaluateOnNewDocument(beSomebody, token, name);
  if (times !== 1) await page.evaluateOnNewDocument(hurry, times);
  await page.goto(server.url(where));
  await until(
    page,
    (mine) => window.seen.name === mine && document.querySelector('#me').textContent,
    name,
  );
  await page.removeScriptToEvaluateOnNewDocument(identifier); // later the page says who we are
  return page;
}

/** Somebody comes who has a name, at a machine of their own; perhaps one where time runs faster.
 *  The page asks nobody for a name then, which costs half the time: sayName() gives it by hand. */
export async function come(browser, server, name, size = WIDE, where = '/', times = 1) {
  const token = await new Program(server.linePort, name).beNamed();
  return comeBack(await browser.createBrowserContext(), server, token, name, size, where, times);
}

let n = 0;
/** A name nobody has yet. */
export const newName = (like = 'Ann') => `${like}${++n}`;

// --- what is shown ---

export const status = (page) => page.$eval('#status', (node) => node.textContent);

/** How a text begins, up to the first blank that is filled in: 'You have won ('. */
export const begin = (key) => en[key].split('{')[0];

/** Where somebody is, for the message of a test that fails. */
async function shown(page) {
  return `${page.person} waited in vain, and sees: ${await page.evaluate(() =>
    [
      document.querySelector('#status')?.textContent ?? document.querySelector('main')?.innerText,
      location.pathname,
      JSON.stringify(window.player),
      JSON.stringify(window.seen?.last)?.slice(0, 300),
    ].join('; '),
  )}`;
}

/** Waits until a predicate is true in the page, looking whenever the page changes. */
export async function until(page, predicate, ...args) {
  try {
    return await page.waitForFunction(predicate, { polling: 'mutation' }, ...args);
  } catch (cause) {
    throw new Error(await shown(page), { cause });
  }
}

/** Waits until the status line has one of these texts. */
export async function waitStatus(page, ...parts) {
  await until(
    page,
    (all) => all.some((part) => document.querySelector('#status')?.textContent.includes(part)),
    parts,
  );
}

/** From now on the page remembers what it says about the line, and what to do. */
export const listen = (page) =>
  page.evaluate(() => {
    window.said = [];
    const look = () => {
      for (const node of document.querySelectorAll('#status, #connection, #toast'))
        window.said.push(node.textContent);
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });

/** Waits until the page has said something since it listens; on a busy machine that may be over. */
export const heard = (page, text) =>
  until(page, (part) => window.said.some((one) => one.includes(part)), text);

/** How a text ends, after the last blank. */
export const last = (text) => text.split('}').at(-1);

/** Waits until somebody is to move. */
export async function waitPlaying(...pages) {
  for (const page of pages)
    await until(
      page,
      () => window.seen.last?.stage === 'playing' && document.querySelector('svg.board .square'),
    );
}

export async function waitOver(page) {
  await waitStatus(page, begin('youWon'), begin('youLost'), begin('aDraw'));
}

/** Presses the button with this text. */
export async function press(page, text) {
  const found = await page.waitForFunction(
    (label) =>
      [...document.querySelectorAll('button')].find(
        (b) => b.textContent === label && !b.disabled && b.checkVisibility(),
      ),
    { polling: 'mutation', timeout: PATIENCE },
    text,
  );
  await found.evaluate((button) => button.click());
}

export async function waitOnline(...pages) {
  for (const page of pages)
    await until(page, () => document.querySelector('#connection').textContent === '');
}

/** Runs in the page: all that a player sees of a game. */
const look = () => ({
  board: [...document.querySelectorAll('svg.board .square')].map((square) =>
    square.getAttribute('aria-label'),
  ),
  status: document.querySelector('#status').textContent,
  seats: [...document.querySelectorAll('.seat span:nth-child(2)')].map((seat) => seat.textContent),
});
export const picture = (page) => page.evaluate(look);

/** Waits until a player sees what was there before. */
export async function waitPicture(page, before) {
  await page.waitForSelector('#status');
  try {
    await until(page, `JSON.stringify((${look})()) === ${JSON.stringify(JSON.stringify(before))}`);
  } catch (cause) {
    assert.deepEqual(await picture(page), before, cause.message);
  }
}

/** What the board is drawn with. */
export const drawing = (page) => page.$eval('svg.board', (svg) => svg.innerHTML);

/** Keeps a picture of the page, or of the window, in build/screenshots. */
export async function shoot(page, name, fullPage = true) {
  const dir = path.join(build, '..', 'screenshots');
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: path.join(dir, `${name}.png`), fullPage });
}

/** Shows another view, as a link does: to load the page again takes longer. */
export const walk = (page, where) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, where);

/** Follows the link with this text, once it is there. */
export async function follow(page, text) {
  await until(
    page,
    (label) => [...document.querySelectorAll('main a')].some((a) => a.textContent === label),
    text,
  );
  await page.evaluate(
    (label) =>
      [...document.querySelectorAll('main a')].find((a) => a.textContent === label).click(),
    text,
  );
}

// --- playing ---

export const roomOf = (page) => new URL(page.url()).pathname.split('/').at(-1);

/** Opens a room from the lobby; returns its code. */
export async function createRoom(page) {
  await press(page, en.create);
  await waitStatus(page, en.waitOther);
  return roomOf(page);
}

/** Asks for a game in the lobby. */
export async function seek(page, game, level = '') {
  await page.waitForSelector('select[name=game]');
  await page.select('select[name=game]', game);
  if (level) {
    await page.waitForSelector(`select[name=level] option[value="${level}"]`);
    await page.select('select[name=level]', String(level));
  }
  await press(page, en.play);
}

/** Presses "ready" if the page asks for it. */
export async function sayReady(page, words = en) {
  await until(
    page,
    (label) => {
      const { last, name } = window.seen;
      if (!last) return false;
      const button = [...document.querySelectorAll('#status button')].find(
        (b) => b.textContent === label,
      );
      if (button && button.dataset.wasPressed !== last.game_id) {
        button.dataset.wasPressed = last.game_id;
        button.click();
      }
      return (
        last.stage === 'playing' ||
        Object.values(last.seats).some((seat) => seat?.name === name && seat.ready)
      );
    },
    words.ready,
  );
}

/** All are ready, and the game begins. */
export async function ready(...pages) {
  for (const page of pages) await sayReady(page);
  await waitPlaying(...pages);
}

/** Two people meet by "play now" and are ready. */
export async function meet(pages, game) {
  for (const page of pages) await seek(page, game);
  await ready(...pages);
}

/** Two people who play a game.  They have met already, elsewhere: meet() is how people do. */
export async function pair(browser, server, game, sizes = [WIDE, PHONE]) {
  const programs = ['Ann', 'Bob'].map((like) => new Program(server.linePort, newName(like))),
    tokens = await Promise.all(programs.map((one) => one.beNamed()));
  const where = `/play/${await sitDown(programs, { game, side: any(['white', 'black']) })}`;
  const pages = await Promise.all(
    programs.map(async ({ name }, i) =>
      comeBack(await browser.createBrowserContext(), server, tokens[i], name, sizes[i], where),
    ),
  );
  await ready(...pages);
  return pages;
}
const any = (all) => all[Math.floor(Math.random() * all.length)];

/** Lets pages play by themselves, with clicks on their squares, to the end, or until stop,
 *  a predicate that runs in the pages, is true in one of them for ({state, moves}, arg). */
export async function play(pages, stop = () => false, arg = null) {
  for (const page of pages) await page.evaluate(beginPlayer, `(${stop})`, arg);
  await Promise.any(
    pages.map((page) =>
      page.waitForFunction(() => window.player.isDone, {
        polling: 'mutation',
        timeout: 3 * PATIENCE,
      }),
    ),
  ).catch(async ({ errors: [cause] }) => {
    throw new Error((await Promise.all(pages.map(shown))).join('\n'), { cause });
  });
  for (const page of pages) await page.evaluate(() => window.player.end());
  await inStep(pages);
}
/** Presses "verify the dice"; returns what the page makes of them: '✓' or '✗'. */
export async function verified(page) {
  await press(page, en.verify);
  return (await until(page, () => /✓|✗/.exec(document.body.textContent)?.[0])).jsonValue();
}
export const playMoves = (pages, n) => play(pages, ({ moves }, most) => moves >= most, n);

/** What the browser has traced since tracing.start. */
export const traced = async (page) =>
  JSON.parse(new TextDecoder().decode(await page.tracing.stop())).traceEvents;

/** Waits until all see the same. */
async function inStep(pages) {
  const seqs = await Promise.all(pages.map((page) => page.evaluate(() => window.seen.last.seq)));
  for (const page of pages)
    await until(page, (seq) => window.seen.last.seq >= seq, Math.max(...seqs));
}

/** [whose turn it is, who waits] */
export async function byTurn(pages) {
  await inStep(pages);
  const isMine = await pages[0].evaluate(() => window.seen.last.moves !== undefined);
  return isMine ? pages : [pages[1], pages[0]];
}

/** Taps or clicks the middle of a square, as a finger or a mouse does. */
export async function tap(page, square) {
  const at = await page.$eval(`[data-square="${square}"]`, (node) => {
    node.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = node.querySelector('.ring').getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  if (page.viewport().hasTouch) await page.touchscreen.tap(...at);
  else await page.mouse.click(...at);
}

/** Squares that can be tapped now. */
export const squares = (page) =>
  page.$$eval('.square.can', (all) => all.map((one) => one.dataset.square));

/** Makes a move by hand, once it is our turn: taps what can be tapped until the turn is over. */
export async function move(page) {
  await until(
    page,
    () => window.seen.last.moves && document.querySelector('.square.can, #choices button'),
  );
  const before = await page.evaluate(() => window.seen.last.seq);
  for (let taps = 0; taps < 12; taps++) {
    if (await page.$('#choices button')) await page.click('#choices button');
    else await tap(page, (await squares(page))[0]);
    if (!(await page.$('.square.can, #choices button'))) break;
    if (await page.evaluate((seq) => window.seen.last.seq !== seq, before)) break;
  }
  await until(page, (seq) => window.seen.last.seq !== seq, before);
}

// --- with the keyboard ---

/** Tab, until what has the focus is this. */
export async function tabTo(page, predicate, arg) {
  for (let n = 0; n < 80; n++) {
    if (
      await page.evaluate(
        (text, given) => (0, eval)(text)(document.activeElement, given),
        `(${predicate})`,
        arg,
      )
    )
      return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`not reached with the keyboard: ${predicate} ${arg}`);
}
export const isButton = (node, label) => node.tagName === 'BUTTON' && node.textContent === label;
