// docs/examples/bot.mjs: two of them play each other in Node.js, one plays in a browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openBrowser, openPage, PATIENCE, Server, within } from './fixture.mjs';

const FILE = 'docs/examples/bot.mjs';
const bot = (server, game) =>
  promisify(execFile)(
    process.execPath,
    [
      '--import',
      new URL('global.mjs', import.meta.url).href,
      FILE,
      server.url('/ws').replace('http', 'ws'),
      game,
    ],
    { timeout: 3 * PATIENCE }, // a whole game
  );

test('the example of a bot plays in Node.js, and in a browser', async () => {
  const server = new Server();
  await server.start();
  const browser = await openBrowser();
  try {
    for (const { stdout } of await Promise.all([bot(server, 'ur'), bot(server, 'ur')]))
      assert.match(stdout, /^I was (white|black) and the result is .*'imprisoned'.*\nclosed 1000/);
    const page = await openPage(await browser.createBrowserContext());
    const said = new Promise((resolve) => {
      page.on('console', (message) => {
        if (message.text().startsWith('I was')) resolve(message.text());
      });
    });
    await page.goto(server.url('/icon.svg'));
    const other = bot(server, 'royal-ur');
    await page.evaluate(
      (code) => {
        const body = code
          .slice(code.indexOf('\n'))
          .replace("'ws://127.0.0.1:8080/ws'", '`ws://${location.host}/ws`');
        (0, eval)(`(async () => {${body}\n})()`);
      },
      readFileSync(FILE, 'utf8'),
    );
    assert.match((await other).stdout, /'off'/);
    assert.match(await within(said, 'the end of the game in the browser'), /I was (white|black)/);
  } finally {
    await browser.close();
    await server.end();
  }
});

test('the example has 55 lines', () => {
  assert.ok(readFileSync(FILE, 'utf8').trimEnd().split('\n').length <= 56); // and #!
});
