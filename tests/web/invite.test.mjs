// Inviting and challenging, mostly on a phone: what is on the screen then, and impatient fingers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import { browser, come, newName, pair, playMoves, press, setUp, until, waitOver } from './fixture.mjs';

const server = setUp();

test('the page of a player, under another spelling of the name', async () => {
  const [ann, bob] = await pair(browser, server, 'tablut'), name = await ann.$eval('#me', (node) => node.textContent);
  await playMoves([ann, bob], 4); // games without moves are not listed
  await press(bob, en.resign);
  await waitOver(ann);
  for (const spelt of [name, name.toLowerCase(), name.replace('A', 'Á')]) {
    await bob.goto(server.url(`/player/${encodeURIComponent(spelt)}`));
    await until(bob, (text) => document.querySelector('h1')?.textContent === text, name);
    await until(bob, () => document.querySelector('ul.list li'));
    assert.match(await bob.$eval('ul.list li', (row) => row.textContent), new RegExp(` · ${en.won} \\(${en.reasons.resign}\\)`));
  }
});
