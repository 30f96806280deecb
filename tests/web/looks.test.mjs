// How the page looks: axe-core finds nothing on any screen, light and dark. With PICTURES=1
// pictures of the screens are kept in build/screenshots, for people to look at; also of each board
// at all sizes, as the colour-blind see it, and on a projector. Some of them are in docs/pictures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boardSvg } from './board.mjs';
import en from '../../client-web/lang/en.js';
import { playGame } from './program.mjs';
import {
  browser,
  byTurn,
  come,
  createRoom,
  GAMES,
  meet,
  newName,
  openPage,
  pair,
  PHONE,
  playMoves,
  press,
  ready,
  setUp,
  shoot,
  squares,
  tap,
  type,
  until,
  waitOver,
  walk,
  WIDE,
} from './fixture.mjs';

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const server = setUp();
/** Pixels that a text on a board has at least. */
const LEAST_TEXT = 9;

/** Looks at a screen in both colours; the dark ones change nothing but contrast.  Or at a board,
 *  whose colours stay in the dark. */
async function look(page, name, part = 'html') {
  for (const [colours, rules] of [['light'], ['dark', ['color-contrast']]]) {
    if (part === 'svg.board' && rules) return;
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: colours },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    if (process.env.PICTURES) await shoot(page, `${name}-${colours}`);
    const found = await page.evaluate(
      async (code, where, only) => {
        if (!window.axe) (0, eval)(code);
        const { violations } = await window.axe.run(where, {
          resultTypes: ['violations'],
          ...(only && { runOnly: only }),
        });
        return violations.map(
          ({ id, help, nodes }) =>
            `${id}: ${help}: ${nodes
              .slice(0, 3)
              .map(({ html }) => html.slice(0, 160))
              .join(' | ')}`,
        );
      },
      axe,
      part,
      rules,
    );
    assert.deepEqual(found, [], `${name}, ${colours}`);
  }
}

test('the name, the lobby, a room that waits, the wall', async () => {
  const page = await openPage(await browser.createBrowserContext(), PHONE);
  await page.goto(server.url());
  await page.waitForSelector('input[name=name]');
  await look(page, 'name');
  const ann = await come(browser, server, newName());
  await ann.waitForSelector('select[name=game]');
  await look(ann, 'lobby');
  await createRoom(ann);
  await look(ann, 'waiting');
  const bob = await come(browser, server, newName('Bob'), PHONE);
  await bob.waitForSelector('select[name=game]');
  await look(bob, 'lobby-phone');
  await pair(browser, server, 'ur');
  const wall = await openPage(await browser.createBrowserContext());
  await wall.goto(server.url('/wall'));
  await wall.waitForSelector('.wall svg.board');
  await look(wall, 'wall');
});

/** Pixels of the smallest text on the board. */
const smallestText = (page) =>
  page.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('svg.board text')].map(
        (one) => Number.parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a,
      ),
    ),
  );

/** Numbers of squares that lie over an ornament of a board of Ur. */
const overprinted = (page) =>
  page.evaluate(() => {
    const inlays = [...document.querySelectorAll('svg.board .inlays use')].map((one) =>
      one.getBoundingClientRect(),
    );
    const isOver = (number) => {
      const { left, right } = number.getBoundingClientRect(),
        { d, f } = number.getScreenCTM();
      const bottom = f + d * Number(number.getAttribute('y')),
        top = bottom - 0.72 * d * Number.parseFloat(getComputedStyle(number).fontSize);
      return inlays.some(
        (one) =>
          one.left < right - 0.5 &&
          left < one.right - 0.5 &&
          one.top < bottom - 0.5 &&
          top < one.bottom - 0.5,
      );
    };
    const numbers = [...document.querySelectorAll('svg.board .name')];
    return numbers.filter(isOver).map((one) => one.textContent);
  });

/** Positions whose squares are full: pieces beside two digits, twins, columns, captured pieces. */
const FULL = [
  ['aseb', '0,0 10=w,11=b,13=w,14=b 0,0 w 3'],
  ['royal-ur', '0,0 4=w,10=b,11=w,12=b,w13=w,w14=w 5,3 b -'],
  ['akalamdung', '0,0 8=wwwbb,10=ww,11=bb,w13=ww,w14=w 0,0 w 2'],
  ['ur', '0,0 5=wb,7=bwb,8=wbwb,9=Wbbww,10=bwbwbwbwbw,11=Wbbbw,12=w,w14=w 0,0 w 2'],
  ['stelpur', 'w.................b..... w 6,1 6,1'],
];

/** Draws a position; returns the numbers that a piece touches, and how many pieces lie on each
 *  other's place. */
async function touched(game, at) {
  const main = document.querySelector('script[type=module]').src;
  const [{ drawPicture }, { stateOf }, { make }] = await Promise.all(
    ['draw', 'position', 'svg'].map((name) => import(main.replace('main', `board/${name}`))),
  );
  document.querySelector('#tried')?.remove();
  const svg = make('svg', { class: 'board', id: 'tried' });
  document.querySelector('main').prepend(svg);
  drawPicture(svg, stateOf(game, at));
  const pieces = [...svg.querySelectorAll('.piece')].map((one) => {
    const [x, y, scale] = one.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
    return { x, y, r: 23.9 * scale };
  });
  const texts = [...svg.querySelectorAll('text')].map((one) => {
    const { x, width } = one.getBBox(),
      y = Number(one.getAttribute('y'));
    const high = 0.7 * Number.parseFloat(getComputedStyle(one).fontSize);
    return { text: one.textContent, left: x, right: x + width, top: y - high, bottom: y };
  });
  const isOn = ({ x, y, r }, { left, right, top, bottom }) => {
    const dx = x - Math.max(left, Math.min(x, right)),
      dy = y - Math.max(top, Math.min(y, bottom));
    return Math.hypot(dx, dy) < r;
  };
  const places = new Set(pieces.map(({ x, y }) => `${x} ${y}`));
  return {
    on: texts.filter((one) => pieces.some((piece) => isOn(piece, one))).map(({ text }) => text),
    counts: [...svg.querySelectorAll('.tall')].map((one) => one.textContent),
    n: pieces.length,
    hidden: pieces.length - places.size,
  };
}

test('no piece lies over a number; columns and captured pieces can be counted', async () => {
  for (const size of [WIDE, PHONE]) {
    const page = await come(browser, server, newName(), size, '/learn/ur');
    await page.waitForSelector('.lesson svg.board');
    for (const [game, at] of FULL) {
      const { on, counts, n, hidden } = await page.evaluate(touched, game, at);
      if (process.env.PICTURES) await shoot(page, `full-${game}-${size.width}`);
      assert.deepEqual([on, hidden], [[], 0], `${game}, ${size.width}`);
      if (game === 'ur') assert.deepEqual(counts, ['×4', '×5', '×10', '×5']);
      if (game === 'stelpur') assert.equal(n, 12, 'all pieces, on the ring and in the trays');
    }
  }
});

/** Phones, a tablet, screens, and a phone on its side. */
const SIZES = [
  [360, 640],
  [390, 844],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
  [844, 390],
];

/** More pictures of a board. */
async function shootFor(page, name) {
  for (const colours of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colours }]);
    for (const eyes of ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia']) {
      await page.emulateVisionDeficiency(eyes);
      await shoot(page, `${name}-${eyes}-${colours}`);
    }
    await page.emulateVisionDeficiency('none');
    for (const [width, height] of SIZES) {
      await page.setViewport({ width, height });
      await shoot(page, `${name}-${width}x${height}-${colours}`, false);
    }
    await page.setViewport({ width: 3840, height: 2160 });
    await shoot(page, `${name}-4k-${colours}`);
    await page.setViewport(WIDE);
  }
}

/** What of the board and of the players' bars is cut, or lies over another part. */
const cutParts = (page) =>
  page.evaluate(() => {
    window.scrollTo(0, 0);
    const { innerWidth: width, innerHeight: height } = window;
    const boxOf = (name) => document.querySelector(name).getBoundingClientRect().toJSON();
    const parts = ['.bar.top', 'svg.board', '.bar.bottom'].map((name) => ({
      name,
      ...boxOf(name),
    }));
    const isCut = ({ left, top, right, bottom }) =>
      left < 0 || top < 0 || right > width + 0.5 || bottom > height + 0.5;
    const areOver = (a, b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const over = parts.flatMap((a, i) =>
      parts
        .slice(i + 1)
        .filter((b) => areOver(a, b))
        .map((b) => `${a.name} over ${b.name}`),
    );
    const cut = parts.filter(isCut);
    return [...cut.map(({ name, right, bottom }) => `${name} ends at ${right},${bottom}`), ...over];
  });

/** The way of a piece that is picked begins there, also after the phone was turned. */
const isWayOnPiece = (page) =>
  page.evaluate(() => {
    const way = document.querySelector('.over .path'),
      picked = document.querySelector('.picked');
    if (!way || !picked) return true;
    const { x, y, width, height } = picked.getBoundingClientRect();
    const [, a, b] = way.getAttribute('d').match(/^M([\d.]+) ([\d.]+)/);
    const at = new DOMPoint(Number(a), Number(b)).matrixTransform(way.getScreenCTM());
    return Math.hypot(at.x - x - width / 2, at.y - y - height / 2) < width / 2;
  });

/** On every screen the whole board can be seen, with both players. */
async function fitsEverywhere(page) {
  const before = page.viewport();
  for (const [width, height] of SIZES) {
    await page.setViewport({ ...before, width, height });
    assert.deepEqual(await cutParts(page), [], `${width}×${height}`);
    assert.ok(await isWayOnPiece(page), `the way at ${width}×${height}`);
  }
  await page.setViewport(before);
}

/** Drawn as another game is. */
const ALIKE = ['finkel', 'blitz', 'fetlar'];
/** One of each kind of board: on the others axe-core looks at nothing but the board. */
const LOOKED_AT = ['royal-ur', 'stelpur', 'morris', 'tablut'];

for (const game of GAMES.filter((one) => process.env.PICTURES || !ALIKE.includes(one))) {
  test(`the board of ${game}`, async () => {
    const pages = await pair(browser, server, game, [WIDE, PHONE]);
    await playMoves(pages, 14);
    const [mover] = await byTurn(pages);
    const can = await squares(mover);
    if (can.length > 0) await tap(mover, can[0]);
    if (process.env.PICTURES || LOOKED_AT.includes(game)) {
      await look(pages[0], `${game}-wide`);
      await look(pages[1], `${game}-phone`);
    } else await look(pages[1], game, 'svg.board');
    await fitsEverywhere(pages[0]);
    if (process.env.PICTURES) await shootFor(pages[0], game);
    for (const page of pages) {
      assert.ok((await smallestText(page)) >= LEAST_TEXT, `${await smallestText(page)} pixels`);
      assert.deepEqual(await overprinted(page), []);
    }
  });
}

test('the end of a game, with its replay, and the rules', async () => {
  const pages = await pair(browser, server, 'tablut');
  await playMoves(pages, 5);
  await press(pages[0], en.resign);
  await waitOver(pages[0]);
  await press(pages[0], en.verify);
  await until(pages[0], () => /✓|✗/.test(document.body.textContent));
  await look(pages[0], 'over');
  await press(pages[1], en.rules);
  await until(pages[1], () => document.querySelector('dialog[open]'));
  await look(pages[1], 'rules');
});

test('the page of a finished game, with what the engine thinks of it', async () => {
  const { id } = await playGame(server, 'royal-ur', 40);
  for (const [name, size] of [
    ['wide', WIDE],
    ['phone', PHONE],
  ]) {
    const page = await openPage(await browser.createBrowserContext(), size);
    page.person = 'a visitor';
    await page.goto(server.url(`/game/${id}`));
    await press(page, en.analyse);
    await page.waitForSelector('svg.graph polyline');
    await page.evaluate(() => {
      document.querySelector('.replay details').open = true;
    });
    await look(page, `game-${name}`);
    assert.ok(
      (await page.evaluate(() => document.documentElement.scrollWidth)) <= size.width,
      'it is wider than the window',
    );
    const { width, height } = await page.$eval('svg.board', (svg) =>
      svg.getBoundingClientRect().toJSON(),
    );
    // As in a room, a long board takes what height a phone has.
    assert.ok(name === 'wide' ? width > 600 : height > 400, `${width}×${height}`);
    await page.setViewport({ ...size, width: 820, height: 1180 });
    const isCovered = await page.$$eval('.slider button', (all) =>
      all.some((one) => {
        const { x, y, width: wide, height: high } = one.getBoundingClientRect();
        return document.elementFromPoint(x + wide / 2, y + high / 2) !== one;
      }),
    );
    assert.ok(!isCovered, 'on a tablet a button lies under something');
  }
});

test('pages of a guest, an account and a player, lists, rules and questions', async () => {
  const ann = await come(browser, server, newName()),
    bob = await come(browser, server, newName('Bob'), PHONE);
  const pages = [ann, bob],
    name = await bob.$eval('#me', (node) => node.textContent);
  await meet(pages, 'tablut');
  await playMoves(pages, 4);
  await press(bob, en.resign);
  for (const page of pages) await waitOver(page);
  for (const page of pages) {
    await page.click('#me');
    await page.waitForSelector('fieldset input');
    await page.waitForSelector('ul.list li');
  }
  await look(ann, 'account-guest');
  await look(bob, 'account-guest-phone');
  await type(bob, 'input[name=register]', 'correct horse');
  await press(bob, en.registerDo);
  await bob.waitForSelector('input[name=old]');
  await bob.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  await look(bob, 'account-phone');
  await ann.goto(server.url(`/player/${name}`));
  await ann.waitForSelector('input[name=tell]');
  await type(ann, 'input[name=tell]', 'hello');
  await ann.keyboard.press('Enter');
  await ann.waitForSelector('.talk li');
  await look(ann, 'player');
  await press(ann, en.challenge);
  await ann.waitForSelector('dialog[open]');
  await look(ann, 'challenge');
  await ann.evaluate(() => document.querySelector('dialog form').requestSubmit());
  await bob.waitForSelector('.asked');
  await look(bob, 'asked-phone');
  for (const [where, shows] of [
    ['/top', 'table, .soft'],
    ['/rules/ur', '.rules svg'],
    ['/learn/ur', '.lesson .square.can'],
    ['/replay', 'input[type=file]'],
  ]) {
    if (where === '/top') await bob.goto(server.url(where));
    else await walk(bob, where);
    await bob.waitForSelector(`main ${shows}`);
    await look(bob, `${where.split('/')[1]}-phone`);
    const top = await bob.$eval(
      `main ${shows}`,
      (node) => node.getBoundingClientRect().top + window.scrollY,
    );
    assert.ok(top < PHONE.height, `${where} begins at ${top}, below the first screen`);
  }
});

test('the rules of each game are printed on one sheet, with their pictures', async () => {
  const page = await openPage(await browser.createBrowserContext());
  for (const name of GAMES) {
    await page.goto(server.url(`/rules/${name}`));
    await page.waitForSelector('.rules svg');
    const pdf = Buffer.from(await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type ?\/Page\b/g).length, 1, name);
  }
  await page.setViewport({ width: 794, height: 1123 }); // A4
  await page.emulateMediaType('print');
  // Without it, browsers draw squares and pieces without their colours.
  assert.notEqual(await page.$eval('#art', (art) => getComputedStyle(art).display), 'none');
  await shoot(page, 'rules-printed');
});

test('a phone that asks who is ready shows the whole board; no part jumps', async () => {
  const ann = await come(browser, server, newName(), PHONE),
    room = await createRoom(ann);
  const bob = await come(browser, server, newName('Bob'), WIDE, `/play/${room}`);
  // Before bob has come there are buttons, too: to invite somebody.
  const hasReady = (text) =>
    [...document.querySelectorAll('#status button')].some((one) => one.textContent === text);
  await until(ann, hasReady, en.ready);
  const topOf = () => ann.$eval('svg.board', (svg) => svg.getBoundingClientRect().top);
  assert.deepEqual(await cutParts(ann), []);
  const before = await topOf();
  await ready(ann, bob);
  assert.deepEqual(await cutParts(ann), []);
  assert.equal(await topOf(), before);
});

test('four dice and their sum fit one line beside the board of a phone', async () => {
  const size = { ...PHONE, width: 390, height: 844 },
    [ann] = await pair(browser, server, 'finkel', [size, PHONE]);
  await until(ann, () => document.querySelector('.dice .sum'));
  const boxes = await ann.$$eval('.dice > *', (all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  );
  const top = Math.max(...boxes.map((one) => one.top)),
    bottom = Math.min(...boxes.map((one) => one.bottom));
  assert.ok(top < bottom && boxes.at(-1).right <= size.width, JSON.stringify(boxes));
});

test('on an upright tablet a long board stands, and its squares are larger', async () => {
  const size = { ...PHONE, width: 820, height: 1180 },
    [ann] = await pair(browser, server, 'royal-ur', [size, WIDE]);
  const { width, height } = await ann.$eval('svg.board', (svg) =>
    svg.getBoundingClientRect().toJSON(),
  );
  assert.ok(height > 0.75 * size.height && width > 0.45 * size.width, `${width}×${height}`);
  assert.deepEqual(await cutParts(ann), []);
  if (process.env.PICTURES) await shoot(ann, 'tablet', false);
});

test('the picture of the README is what the page draws', async () => {
  const page = await openPage(await browser.createBrowserContext());
  const kept = readFileSync(new URL('../../docs/board.svg', import.meta.url), 'utf8');
  assert.equal(await boardSvg(page, server), kept, 'node tests/web/board.mjs > docs/board.svg');
});
