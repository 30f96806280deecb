// Inviting and challenging, mostly on a phone: what is on the screen then, and impatient fingers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../client-web/lang/en.js';
import {
  browser,
  come,
  createRoom,
  newName,
  pair,
  PHONE,
  playMoves,
  press,
  setUp,
  status,
  until,
  waitOver,
} from './fixture.mjs';

const server = setUp();

test('the page of a player, under another spelling of the name', async () => {
  const [ann, bob] = await pair(browser, server, 'tablut'),
    name = await ann.$eval('#me', (node) => node.textContent);
  await playMoves([ann, bob], 4); // games without moves are not listed
  await press(bob, en.resign);
  await waitOver(ann);
  for (const spelt of [name, name.toLowerCase(), name.replace('A', 'Á')]) {
    await bob.goto(server.url(`/player/${encodeURIComponent(spelt)}`));
    await until(bob, (text) => document.querySelector('h1')?.textContent === text, name);
    await until(bob, () => document.querySelector('ul.list li'));
    assert.match(
      await bob.$eval('ul.list li', (row) => row.textContent),
      new RegExp(` · ${en.won} \\(${en.reasons.resign}\\)`),
    );
  }
});

/** What is on the screen of a page that begins at its top, with the focus in its view. */
async function fromTop(page, ...selectors) {
  assert.deepEqual(
    await page.evaluate(() => [
      window.scrollY,
      document.querySelector('main').contains(document.activeElement),
    ]),
    [0, true],
    page.url(),
  );
  for (const selector of selectors) {
    const { top, bottom } = await page.$eval(selector, (node) =>
      node.getBoundingClientRect().toJSON(),
    );
    assert.ok(top >= 0 && bottom <= PHONE.height, `${selector}: ${top} to ${bottom}`);
  }
}

test('who taps "Play now" far down sees that it is looking', async () => {
  const ann = await come(browser, server, newName(), PHONE),
    card = '[data-game=brandubh]';
  await ann.waitForSelector(card);
  await ann.$eval(`${card} .row button`, (button) => {
    button.scrollIntoView({ block: 'center' });
    button.click();
  });
  await until(ann, () => document.querySelector('.waiting button'));
  const { top, bottom } = await ann.$eval('.waiting', (node) =>
    node.getBoundingClientRect().toJSON(),
  );
  assert.ok(top >= 0 && bottom <= PHONE.height, `${top} to ${bottom}`);
});

const scrollDown = (page) =>
  page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
  });

test('who creates a room on a phone sees its link, its QR code and what to do', async () => {
  const ann = await come(browser, server, newName(), PHONE);
  await ann.waitForSelector('input[name=word]');
  await scrollDown(ann);
  await createRoom(ann);
  await fromTop(ann, '#status > p', '#qr', 'output.link');
});

test('who challenges somebody on a phone sees that the page waits', async () => {
  const ann = await come(browser, server, newName(), PHONE),
    bob = await come(browser, server, newName('Bob'));
  const name = await bob.$eval('#me', (node) => node.textContent),
    waits = en.waitingForName.replace('{0}', name);
  await until(ann, (who) => document.querySelector(`li[data-of="${who}"] button`), name);
  await scrollDown(ann);
  await ann.$eval(`li[data-of="${name}"] button`, (button) => button.click());
  await ann.waitForSelector('dialog[open]');
  await ann.$eval('dialog form', (form) => form.requestSubmit());
  await until(ann, (text) => document.querySelector('.waiting')?.textContent.includes(text), waits);
  await fromTop(ann, '.waiting');
});

test('each view begins at its top, with the focus in it; a language moves nothing', async () => {
  const ann = await come(browser, server, newName(), PHONE);
  for (const [link, shows] of [
    ['/rules', 'nav'],
    ['/rules/ur', '.rules'],
    ['/', 'input[name=word]'],
    ['/top', 'select[name=game]'],
    ['/account', 'fieldset'],
    ['/', 'input[name=word]'],
    ['/replay', 'input[type=file]'],
  ]) {
    await ann.waitForSelector(`a[href="${link}"]`);
    await scrollDown(ann);
    await ann.$eval(`a[href="${link}"]`, (node) => node.click());
    await ann.waitForSelector(`main ${shows}`);
    await fromTop(ann);
  }
  await ann.focus('#language');
  await ann.select('#language', 'fr');
  await until(ann, () => document.documentElement.lang === 'fr');
  assert.equal(await ann.evaluate(() => document.activeElement.id), 'language');
});

test('two taps create one room, and say something once', async () => {
  const ann = await come(browser, server, newName()),
    name = await ann.$eval('#me', (node) => node.textContent);
  await until(
    ann,
    (text) => [...document.querySelectorAll('button')].some((one) => one.textContent === text),
    en.create,
  );
  await ann.evaluate((text) => {
    const one = [...document.querySelectorAll('button')].find((node) => node.textContent === text);
    one.click();
    one.click();
  }, en.create);
  await until(ann, () => document.querySelector('#status'));
  assert.equal((await status(ann)) !== '', true);
  await ann.$eval('input[name=say]', (input) => {
    input.value = 'hello';
    input.form.requestSubmit();
    input.form.requestSubmit();
  });
  await until(ann, () => document.querySelector('#log .chat'));
  const bob = await come(browser, server, newName('Bob'));
  await until(
    bob,
    (who) => document.querySelector('.columns ul.list')?.textContent.includes(who),
    name,
  );
  assert.equal(
    await bob.$$eval(
      'ul.list li',
      (rows, who) => rows.filter((row) => row.textContent.includes(`${who} – `)).length,
      name,
    ),
    1,
  );
  assert.equal((await ann.$$('#log .chat')).length, 1);
});
