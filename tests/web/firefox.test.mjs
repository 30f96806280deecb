// A whole game in Firefox, by WebDriver BiDi.  Where there is no Firefox the test is skipped, and
// says so; with ALEA_NO_SKIP=1 it fails.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { newName, PATIENCE, play, sayName, seek, Server, verified, waitOver } from './fixture.mjs';
import { watchStates } from './player.mjs';

const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  LEVEL = 1;
const why = `NOT TESTED IN FIREFOX: there is no ${executablePath} (apt-get install firefox-esr)`;
const isHere = existsSync(executablePath);
if (!isHere) console.error(why);

test(
  'a whole game with the house, in Firefox',
  { skip: isHere || process.env.ALEA_NO_SKIP ? false : why },
  async () => {
    assert.ok(isHere, why);
    const server = new Server({ level: LEVEL }),
      errors = [];
    await server.start();
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      protocolTimeout: 4 * PATIENCE,
      timeout: PATIENCE,
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE);
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.evaluateOnNewDocument(watchStates);
      await page.goto(server.url());
      await sayName(page, newName('Fox'));
      await seek(page, 'stelpur', LEVEL);
      await play([page]);
      await waitOver(page);
      assert.equal(await verified(page), '✓');
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
      await server.end();
    }
  },
);
