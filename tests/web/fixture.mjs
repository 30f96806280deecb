// A real alead, and people at real browsers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

/** Chromium asks nobody but alead.  Its sandbox does not run as root, as CI does. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
  '--disable-background-networking', '--disable-component-update'];

const build = process.env.ALEA_BUILD ?? 'build/release';
export const WIDE = { width: 1200, height: 900 };
export const PHONE = { width: 360, height: 640, hasTouch: true, isMobile: true };

/** Starts alead on free ports, or again on the port that it had. */
export class Server {
  constructor() {
    this.dir = mkdtempSync(path.join(tmpdir(), 'alea-web-'));
    this.port = 0;
  }

  async start(...args) {
    this.process = spawn(path.join(build, 'alead'), ['--db', path.join(this.dir, 'alea.db'), '--listen', '127.0.0.1:0',
      '--web-listen', `127.0.0.1:${this.port}`, '--no-discovery', '--ready-fd', '3', ...args], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    let said = '';
    for await (const part of this.process.stdio[3]) said += part;
    this.port = Number(/ready web .*:(\d+)/.exec(said)?.[1]);
    this.linePort = Number(/ready 127.*:(\d+)/.exec(said)?.[1]);
    assert.ok(this.port, `alead has not started: ${said}`);
  }

  async stop(signal = 'SIGTERM') {
    const ended = new Promise((resolve) => { this.process.once('exit', resolve); });
    this.process.kill(signal);
    await ended;
  }

  async end() {
    await this.stop();
    rmSync(this.dir, { recursive: true });
  }

  url(where = '/') { return `http://127.0.0.1:${this.port}${where}`; }
}

/** A browser; each person has a context of their own, as on a machine of their own. */
export async function openBrowser() {
  return puppeteer.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

export const errors = [];

/** Somebody comes with a name.  Every error on the console fails the test at its end. */
export async function come(browser, server, name, size = WIDE, where = '/') {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(size);
  page.on('pageerror', (error) => errors.push(`${name}: ${error.stack}`));
  page.on('console', (said) => { if (said.text().includes('Content Security Policy')) errors.push(`${name}: ${said.text()}`); });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(server.url(where));
  await page.waitForSelector('input[name=name]');
  await page.type('input[name=name]', name);
  await page.click('button.main');
  return page;
}

export const status = (page) => page.$eval('#status', (node) => node.textContent);

export async function waitStatus(page, text, timeout = 15000) {
  await page.waitForFunction((part) => document.querySelector('#status')?.textContent.includes(part), { timeout, polling: 50 }, text);
}

export async function press(page, text) {
  await page.waitForFunction((label) => [...document.querySelectorAll('button')].some((b) => b.textContent === label && !b.disabled), { timeout: 15000, polling: 50 }, text);
  await page.evaluate((label) => [...document.querySelectorAll('button')].find((b) => b.textContent === label).click(), text);
}

/** Two people meet by "play now" and are ready. */
export async function meet(ann, bob, game) {
  for (const page of [ann, bob]) {
    await page.waitForSelector('select[name=game]');
    await page.select('select[name=game]', game);
    await press(page, 'Play');
  }
  for (const page of [ann, bob]) await press(page, 'Ready');
}

/** Does one tap for whoever is to move, by the keyboard.  False: nobody can. */
export async function step(pages) {
  for (const page of pages) {
    const did = await page.evaluate(() => {
      const choice = [...document.querySelectorAll('#choices button')];
      const can = choice.length ? choice : [...document.querySelectorAll('.square.can')];
      if (!can.length) return false;
      const one = can[Math.floor(Math.random() * can.length)];
      if (choice.length) one.click(); else one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      return true;
    });
    if (did) return true;
  }
  return false;
}

/** Plays to the end, or this many taps. */
export async function playOn(pages, taps = 5000) {
  for (let n = 0, idle = 0; n < taps && idle < 400;) {
    if (await step(pages)) { n++; idle = 0; continue; }
    if (/You have (won|lost)|A draw/.test(await status(pages[0]))) return;
    idle++;
    await pages[0].evaluate(() => new Promise((resolve) => { requestAnimationFrame(resolve); }));
  }
}
