// The page in a real browser: whole games, and everything that goes wrong on the way.
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { come, errors, meet, openBrowser, PHONE, playOn, press, Server, status, step, waitStatus, WIDE } from './fixture.mjs';

const server = new Server();
let browser;
before(async () => { await server.start(); browser = await openBrowser(); });
after(async () => { await browser.close(); await server.end(); });
afterEach(async () => {
  for (const context of browser.browserContexts().slice(1)) await context.close();
  assert.deepEqual(errors.splice(0), []);
});

let n = 0;
const names = () => { n++; return [`Ann${n}`, `Bob${n}`]; };

async function pair(game, sizes = [WIDE, PHONE]) {
  const [a, b] = names();
  const pages = [await come(browser, server, a, sizes[0]), await come(browser, server, b, sizes[1])];
  await meet(...pages, game);
  return pages;
}

const verified = (page) => page.waitForFunction(() => /✓|✗/.exec(document.body.textContent)?.[0], { polling: 50 }).then((found) => found.jsonValue());

for (const game of ['royal-ur', 'akalamdung', 'ur', 'stelpur', 'morris']) {
  test(`a whole game of ${game}`, { timeout: 120000 }, async () => {
    const pages = await pair(game);
    await playOn(pages);
    assert.match(await status(pages[0]), /You have (won|lost)/);
    assert.match(await status(pages[1]), /You have (won|lost)/);
    await press(pages[0], 'Verify the dice');
    assert.equal(await verified(pages[0]), '✓');
  });
}

for (const game of ['tablut', 'alea-evangelii']) {
  test(`moves and resignation in ${game}`, { timeout: 60000 }, async () => {
    const pages = await pair(game);
    await playOn(pages, 40);
    await press(pages[0], 'Resign');
    if (game === 'alea-evangelii') { // the first leg of two
      await waitStatus(pages[1], 'Are you ready?');
      assert.match(await pages[1].$eval('main', (node) => node.textContent), /Leg 2 of 2/);
      return;
    }
    await waitStatus(pages[0], 'You have lost (resigned)');
    await waitStatus(pages[1], 'You have won (resigned)');
  });
}

test('a reload, and a server that is killed and starts again', { timeout: 60000 }, async () => {
  const pages = await pair('royal-ur');
  await playOn(pages, 10);
  await pages[0].reload();
  await pages[0].waitForSelector('#status');
  await playOn(pages, 10);
  await server.stop('SIGKILL');
  await server.start();
  for (const page of pages) await page.waitForFunction(() => document.querySelector('#connection').textContent === '', { timeout: 30000 });
  await playOn(pages, 10);
  assert.match(await status(pages[0]), /Your turn|is to move|You have/);
});

test('strangers cannot inject anything', { timeout: 60000 }, async () => {
  const [ann, bob] = await pair('royal-ur');
  await bob.type('input[name=say]', '<img src=x onerror="window.evil=1"><script>window.evil=1</script>');
  await press(bob, 'Send');
  await ann.waitForFunction(() => document.querySelector('#log').textContent.includes('<script>'), { polling: 50 });
  assert.equal(await ann.evaluate(() => window.evil), undefined);
  assert.equal(await ann.$('#log img'), null);
});

test('telnet plays with a browser, and a friend by the link', { timeout: 60000 }, async () => {
  const [a, b] = names();
  const ann = await come(browser, server, a);
  await ann.waitForSelector('select[name=options]');
  await press(ann, 'Create a room');
  await waitStatus(ann, 'Send this link');
  const room = new URL(ann.url()).pathname.split('/').at(-1);
  const telnet = net.connect(server.linePort, '127.0.0.1');
  telnet.write(`name Tel${n}\njoin ${room}\n`);
  await press(ann, 'Ready');
  telnet.write('ready hello\n');
  await waitStatus(ann, ' ');
  await ann.waitForFunction(() => /Your turn|is to move/.test(document.querySelector('#status').textContent), { polling: 50 });
  const bob = await come(browser, server, b, PHONE, `/play/${room}`);
  await bob.waitForSelector('svg.board');
  assert.match(await bob.$eval('main', (node) => node.textContent), /You are watching/);
  telnet.destroy();
});

test('the page is the same in French', { timeout: 60000 }, async () => {
  const ann = await come(browser, server, names()[0], PHONE);
  await ann.waitForSelector('select[name=game]');
  await ann.select('#language', 'fr');
  await ann.waitForFunction(() => document.body.textContent.includes('Jouer maintenant'), { polling: 50 });
});

test('an illegal tap says why, and nothing happens', { timeout: 60000 }, async () => {
  const pages = await pair('tablut');
  for (const page of pages) await page.waitForFunction(() => /Your turn|is to move/.test(document.querySelector('#status').textContent), { polling: 50 });
  const page = (await pages[0].$('.square.can')) ? pages[0] : pages[1];
  await page.evaluate(() => {
    const tap = (square) => document.querySelector(`[data-square=${square}]`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    tap('a4');
    tap('e5');
  });
  await page.waitForFunction(() => !document.querySelector('#toast').hidden, { polling: 50 });
  assert.equal(await step([page]), true);
});

test('two clicks on "Ready" seal one nonce', { timeout: 60000 }, async () => {
  const [a, b] = names();
  const pages = [await come(browser, server, a), await come(browser, server, b)];
  for (const page of pages) { await page.waitForSelector('select[name=game]'); await press(page, 'Play'); }
  for (const page of pages) {
    await waitStatus(page, 'Are you ready?');
    await page.evaluate(() => { const ready = document.querySelector('#status button'); ready.click(); ready.click(); });
  }
  for (const page of pages) await page.waitForFunction(() => /Your turn|is to move/.test(document.querySelector('#status').textContent), { polling: 50 });
});

test('the rules break no policy', { timeout: 60000 }, async () => {
  const [ann] = await pair('morris');
  await press(ann, 'Rules');
  const rules = await ann.waitForSelector('dialog .rules');
  assert.equal(await rules.evaluate((node) => getComputedStyle(node).whiteSpace), 'pre-wrap');
});

test('the focus stays on its square while others move', { timeout: 60000 }, async () => {
  const pages = await pair('tablut');
  for (const page of pages) await page.waitForFunction(() => /Your turn|is to move/.test(document.querySelector('#status').textContent), { polling: 50 });
  const [moves, waits] = (await pages[0].$('.square.can')) ? pages : [pages[1], pages[0]];
  await waits.evaluate(() => document.querySelector('[data-square=e5]').focus());
  await step([moves]);
  await step([moves]);
  await waits.waitForFunction(() => document.querySelector('#status').textContent.includes('Your turn'), { polling: 50 });
  assert.equal(await waits.evaluate(() => document.activeElement.dataset.square), 'e5');
});

test('the wall shows a game, also after a reload', { timeout: 60000 }, async () => {
  const pages = await pair('tablut');
  await waitStatus(pages[0], ' ');
  await pages[0].waitForFunction(() => /Your turn|is to move/.test(document.querySelector('#status').textContent), { polling: 50 });
  const wall = await come(browser, server, `Wall${n}`, WIDE, '/wall');
  await wall.waitForSelector('.wall svg.board');
  await wall.reload();
  await wall.waitForSelector('.wall svg.board');
});

test('a spectator watches on after the server was killed', { timeout: 60000 }, async () => {
  const pages = await pair('royal-ur');
  await waitStatus(pages[0], ' ');
  await playOn(pages, 4);
  const watcher = await come(browser, server, `Eve${n}`, WIDE, new URL(pages[0].url()).pathname.replace('play', 'watch'));
  await watcher.waitForSelector('svg.board .square');
  await server.stop('SIGKILL');
  await server.start();
  for (const page of [...pages, watcher]) await page.waitForFunction(() => document.querySelector('#connection').textContent === '', { timeout: 30000 });
  await watcher.evaluate(() => { document.querySelector('#log').replaceChildren(); });
  await playOn(pages, 8);
  await watcher.waitForFunction(() => document.querySelector('#log').childElementCount > 0, { polling: 50, timeout: 15000 });
});

test('a lost connection leaves what is being typed', { timeout: 60000 }, async () => {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(server.url());
  await page.type('input[name=name]', 'Half');
  await server.stop();
  await page.waitForFunction(() => document.querySelector('#connection').textContent !== '', { polling: 50 });
  await server.start();
  await page.waitForFunction(() => document.querySelector('#connection').textContent === '', { polling: 50 });
  await page.type('input[name=name]', 'Name');
  await press(page, 'Enter');
  await page.waitForFunction(() => localStorage.getItem('alea.name') === 'HalfName', { polling: 50 });
});

test('an address that is not well-formed leads to the lobby', { timeout: 60000 }, async () => {
  const ann = await come(browser, server, names()[0], WIDE, '/play/%zz');
  await ann.waitForSelector('select[name=options]');
});
