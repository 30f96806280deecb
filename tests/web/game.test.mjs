// A finished game by its link: for anybody, step by step, with its dice and what the engine says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import {
  browser,
  come,
  follow,
  GAMES,
  newName,
  openPage,
  PHONE,
  press,
  setUp,
  until,
  WIDE,
} from './fixture.mjs';
import { beginGame, playGame } from './program.mjs';

const server = setUp();

/** Somebody who has no name here, at a game. */
async function visit(id, size = WIDE) {
  const page = await openPage(await browser.createBrowserContext(), size);
  page.person = 'a visitor';
  await page.goto(server.url(`/game/${id}`));
  return page;
}

const shows = (page, text) =>
  until(page, (part) => document.querySelector('main').innerText.includes(part), text);
const pieces = (page) =>
  page.$$eval('svg.board .square', (all) =>
    all.map((one) => one.getAttribute('aria-label')).join('; '),
  );
const step = (page) => page.$eval('.slider output', (node) => node.textContent);
const atStep = (page, n) =>
  until(
    page,
    (one) => document.querySelector('.slider output')?.textContent.startsWith(one),
    `Step ${n} of`,
  );

/** Runs in the page: a step that is shown for less than a second is the last; asked from outside, a
 *  busy machine sees a later one. */
function pauseAt(step, label) {
  const shown = document.querySelector('.slider output');
  new MutationObserver((_, observer) => {
    if (!shown.textContent.startsWith(step)) return;
    observer.disconnect();
    [...document.querySelectorAll('button')].find((one) => one.textContent === label).click();
  }).observe(shown, { childList: true });
}

test('a visitor without a name steps through a game and verifies its dice', async () => {
  const { id, position } = await playGame(server, 'royal-ur', 6);
  assert.ok(position);
  const page = await visit(id);
  await shows(page, '✓ All');
  await shows(page, 'has won');
  await until(page, () => document.querySelector('.slider input')?.max > 5);
  const last = await pieces(page),
    n = Number(await page.$eval('.slider input', (input) => input.max)) + 1;
  await page.keyboard.press('Home');
  await atStep(page, 1);
  assert.notEqual(await pieces(page), last);
  await page.keyboard.press('ArrowRight');
  await atStep(page, 2);
  await page.keyboard.press('ArrowLeft');
  await atStep(page, 1);
  await page.click('.slider button:last-of-type');
  assert.equal(await pieces(page), last);
  await page.evaluate(() => {
    document.querySelector('details').open = true;
  });
  await page.click('.moves li:nth-child(2) button');
  await atStep(page, 3);
  assert.match(await step(page), new RegExp(`Step 3 of ${n}`));
  await page.evaluate(pauseAt, 'Step 4 of', en.pauseSteps);
  await press(page, en.playSteps);
  await atStep(page, 4); // by itself
  await until(
    page,
    (label) => [...document.querySelectorAll('button')].some((one) => one.textContent === label),
    en.playSteps,
  );
});

test('a piece slides to the next step; an arrow shows the better move', async () => {
  const { id } = await playGame(server, 'royal-ur', 30);
  const page = await visit(id);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
  await press(page, en.analyse);
  await page.waitForSelector('svg.graph polyline');
  await page.keyboard.press('Home');
  await page.evaluate(() => {
    window.flights = 0;
    new MutationObserver((all) => {
      window.flights += all.filter(({ addedNodes }) => addedNodes.length).length;
    }).observe(document.querySelectorAll('.over')[1], { childList: true });
  });
  const last = Number(await page.$eval('.slider input', (input) => input.max)) + 1;
  for (let n = 2; n <= last; n++) {
    await page.keyboard.press('ArrowRight');
    await atStep(page, n);
  }
  assert.ok((await page.evaluate(() => window.flights)) >= 20);
  await until(page, () => !document.querySelectorAll('.over')[1].firstChild);
  await page.click('.mistakes button');
  await page.waitForSelector('.over .path');
});

test('fingers turn the pages of a game', async () => {
  const { id } = await playGame(server, 'tablut', 4);
  const page = await visit(id, PHONE);
  await atStep(page, 5);
  const box = await (await page.waitForSelector('svg.board')).boundingBox();
  const swipe = async (from, to) => {
    const y = box.y + box.height / 2;
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(to, y + 5);
    await page.mouse.up();
  };
  await swipe(box.x + 60, box.x + 260);
  await atStep(page, 4);
  await swipe(box.x + 260, box.x + 60);
  await atStep(page, 5);
});

test('the engine in the page judges a game', async () => {
  const { id } = await playGame(server, 'royal-ur', 12);
  const page = await visit(id, PHONE);
  await press(page, en.analyse);
  await page.waitForSelector('svg.graph polyline');
  await shows(page, en.mistakes);
  await shows(page, 'plies ahead: 2');
  await shows(page, en.luck);
  await page.keyboard.press('Home');
  await atStep(page, 1);
  assert.match(await step(page), /wins with \d+ %/);
});

/** The list of mistakes for losses, in winning chances, that are all marked. */
async function mistakesOf(losses) {
  const main = document.querySelector('script[type=module]').src;
  const [{ Viewer }, { SCENES }] = await Promise.all(
    ['game/viewer', 'pictures'].map((name) => import(main.replace('main.js', `${name}.js`))),
  );
  const side = 'white',
    [played, best] = ['e4-f4', 'e4-g4'],
    sum = { luck: -0.001, skill: 0.5 };
  const viewer = new Viewer({
    game: 'tablut',
    names: {},
    positions: [0, ...losses].map(() => ({ side, position: SCENES.tablut })),
    steps: losses.map(() => ({ what: 'move', move: played })),
  });
  const items = losses.map((loss) => {
    const chances = { before: 0.6, after: 0.6 - loss };
    return { what: 'move', side, played, best, mark: '?!', ...chances };
  });
  viewer.judged({ items, white: sum, black: sum });
  viewer.end();
  return [...viewer.found.querySelectorAll('.mistakes li')].map((one) => one.textContent);
}

test('what costs less than half a percent is no mistake', async () => {
  const { id } = await playGame(server, 'tablut', 2);
  const page = await visit(id);
  const found = await page.evaluate(mistakesOf, [0.004, 0.006, 0.02]);
  assert.deepEqual(
    found.map((one) => one.match(/\((.*)\)/)[1]),
    ['−2 %', '−1 %'],
  );
});

test('the end of a game leads to its page; others get its link', async () => {
  const ann = await come(browser, server, newName()),
    { id, pair } = await playGame(server, 'tablut', 2);
  await ann.goto(server.url(`/player/${pair[0].name}`));
  await ann.waitForSelector('ul.list li a');
  await ann.click(`a[href="/game/${id}"]`);
  await until(
    ann,
    (where) => location.pathname === where && document.querySelector('.slider'),
    `/game/${id}`,
  );
  await ann.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      window.copied = text;
    };
  });
  await press(ann, en.copy);
  assert.equal(await ann.evaluate(() => window.copied), server.url(`/game/${id}`));
  await ann.click('#home');
  await ann.waitForSelector('select[name=game]');
  assert.equal(await ann.title(), 'Welcome to alea');
});

test('a game that nobody has played, and one that goes on, are not shown', async () => {
  for (const id of ['ABCDEF', 'x', '', `${'A'.repeat(26)}`]) {
    const page = await visit(id);
    await shows(page, en.noGame);
  }
  const { pair } = await beginGame(server, 'tablut');
  const page = await visit(pair[0].state.game_id);
  await shows(page, en.noGame);
});

test('a browser without the engine shows the last position, and verifies the dice', async () => {
  const { id } = await playGame(server, 'royal-ur', 4);
  const page = await openPage(await browser.createBrowserContext());
  page.person = 'an old browser';
  await page.evaluateOnNewDocument(() => {
    delete window.Worker;
  });
  await page.goto(server.url(`/game/${id}`));
  await shows(page, en.noEngine);
  await shows(page, '✓ All');
  assert.match(await pieces(page), /white/);
});

test('the board says what its squares do by the options of the game', async () => {
  const game = 'tablut:escape=edge',
    saysEdge = (page) =>
      until(
        page,
        (text) => document.querySelector('[data-square=a1] title')?.textContent === text,
        en.roles.edge,
      );
  const { room } = await beginGame(server, game);
  await saysEdge(await come(browser, server, newName(), WIDE, `/watch/${room}`));
  await saysEdge(await visit((await playGame(server, game, 2)).id));
});

test('a saved game is shown in the same way', async () => {
  const ann = await come(browser, server, newName());
  await follow(ann, en.replayFile);
  const field = await ann.waitForSelector('input[type=file]');
  await field.uploadFile('docs/examples/record.json');
  await until(ann, () => document.querySelector('.slider input')?.max > 5);
  await press(ann, en.analyse);
  await ann.waitForSelector('svg.graph polyline');
});

test('all games that are shown turn with the device', async () => {
  const ann = await come(browser, server, newName());
  await follow(ann, en.replayFile);
  const field = await ann.waitForSelector('input[type=file]');
  await field.uploadFile('docs/examples/record.json', 'docs/examples/record.json');
  const stand = (are) => {
    const boxes = [...document.querySelectorAll('.replay svg.board')].map((svg) =>
      svg.getAttribute('viewBox')?.split(' ').map(Number),
    );
    return boxes.length === 2 && boxes.every((box) => box?.[3] > box?.[2] === are);
  };
  await until(ann, () => document.body.textContent.split('✓').length > 2);
  await until(ann, stand, false);
  await ann.setViewport({ width: 360, height: 640 }); // PHONE would load the page again
  await until(ann, stand, true);
});

/** What a browser makes of a picture: its size, and how many pixels have each colour. */
const look = (page, url) =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height),
      context = canvas.getContext('2d'),
      colours = {};
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    for (let i = 0; i < data.length; i += 4) {
      const key = [...data.slice(i, i + 3)].map((n) => n.toString(16).padStart(2, '0')).join('');
      colours[key] = (colours[key] ?? 0) + 1;
    }
    return { width: image.width, height: image.height, colours };
  }, url);
/** The colours of the bodies of pieces: White's and Black's (server/web/picture.c). */
const BODIES = {
  stelpur: ['ffffff', '15181b'],
  morris: ['fffdf6', '1e1712'],
  tablut: ['fff7e2', '2b4a7f'],
  ashton: ['fffdf6', '24313f'],
  brandubh: ['fffbea', '3a1f1b'],
  fetlar: ['fff8e8', '2a1d14'],
  copenhagen: ['fff8e8', '2a1d14'],
  'alea-evangelii': ['fffdf6', '2c2416'],
};

test('messengers show the last position of each game', async () => {
  const page = await openPage(await browser.createBrowserContext());
  page.person = 'a messenger';
  await page.goto(server.url('/rules'));
  for (const game of GAMES) {
    const { id } = await playGame(server, game, 6);
    const { width, height, colours } = await look(page, `/game/${id}.png`);
    assert.deepEqual([width, height], [600, 315]);
    for (const body of BODIES[game] ?? ['fffdf6', '15110f'])
      assert.ok(colours[body] > 100, `${game}: ${JSON.stringify(colours)}`);
  }
});

test('a profile has links to the finished games, and how the rating came about', async () => {
  const { id, pair } = await playGame(server, 'royal-ur', 6, true),
    [{ name }] = pair;
  const ann = await come(browser, server, newName(), PHONE, `/player/${name}`);
  await ann.waitForSelector(`a[href="/game/${id}"]`);
  await ann.waitForSelector('svg.graph polyline');
  const label = await ann.$eval('.ratings svg', (svg) => svg.getAttribute('aria-label'));
  assert.match(label, /: 1500, 1\d\d\d$/);
  assert.notEqual(label.slice(-4), '1500');
});
