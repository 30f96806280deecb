// docs/board.svg, drawn by the page's own code: node tests/web/board.mjs > docs/board.svg
// plain/pictures.test.mjs compares it with what the page draws now.
import { fileURLToPath } from 'node:url';
import { openBrowser, openPage, Server, WIDE } from './fixture.mjs';

/** A game of Ur, late: White, to the left, has five pieces home. */
const GAME = 'royal-ur',
  AT = '0,0 b1=b,b2=b,b4=b,10=w,11=b,w13=w 5,3 b -';

/** Draws in the page, and returns a file that needs no style sheet. */
async function draw(game, at) {
  const [{ drawPicture }, { stateOf }, { make }] = await Promise.all(
    ['draw', 'position', 'svg'].map((name) => import(`/js/board/${name}.js`)),
  );
  const svg = make('svg', { class: 'board', xmlns: 'http://www.w3.org/2000/svg' });
  document.body.append(svg);
  drawPicture(svg, stateOf(game, at), { isTall: false });
  /** Adds the drawings that are used, and what those use in turn. */
  const defs = make('defs');
  const add = (node) => {
    const ids = [...node.outerHTML.matchAll(/(?:href="|url\(&quot;|url\()#([\w-]+)/g)];
    for (const [, id] of ids) {
      if (defs.querySelector(`#${id}`)) continue;
      const one = document.querySelector(`#art #${id}`);
      defs.append(one.cloneNode(true));
      add(one);
    }
  };
  add(svg);
  svg.prepend(defs);
  // what classes say becomes attributes, and variables become colours
  const SHAPE = { fill: '', 'fill-opacity': '1', stroke: 'none', 'stroke-width': '1', opacity: 1 };
  const LETTERS = { fill: '', 'font-size': '', 'font-weight': '400', 'text-anchor': 'start' };
  for (const node of svg.querySelectorAll('[class]')) {
    const style = getComputedStyle(node),
      isText = node.tagName === 'text';
    for (const [name, first] of Object.entries(isText ? LETTERS : SHAPE)) {
      const value = style.getPropertyValue(name).replace(/px$/, '');
      if (node.tagName !== 'use' && value !== String(first)) node.setAttribute(name, value);
    }
    if (isText) node.setAttribute('font-family', 'sans-serif');
    node.removeAttribute('class');
  }
  const root = getComputedStyle(document.documentElement);
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const table = make('rect', { width, height, rx: 14, fill: root.getPropertyValue('--table') });
  svg.prepend(make('title', {}, `${game} ${at}`), table);
  for (const [name, value] of Object.entries({ width, height })) svg.setAttribute(name, value);
  for (const name of ['class', 'data-game']) svg.removeAttribute(name);
  const colour = (_, name) => root.getPropertyValue(name);
  const text = svg.outerHTML.replace(/var\((--[\w-]+)\)/g, colour);
  svg.remove();
  return `${text.replace(/(<(?:g id|radial|linear|\/defs|defs|title))/g, '\n$1')}\n`;
}

/** The picture, drawn at a server. */
export async function boardSvg(page, server) {
  await page.goto(server.url('/rules'));
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  return page.evaluate(draw, GAME, AT);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = new Server();
  await server.start();
  const browser = await openBrowser();
  const page = await openPage(await browser.createBrowserContext(), WIDE);
  process.stdout.write(await boardSvg(page, server));
  await browser.close();
  await server.end();
}
