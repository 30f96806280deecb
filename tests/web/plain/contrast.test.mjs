// Marks on the boards: all that a player must see has 3:1 against what it lies on, letters and
// numbers 4.5:1, in both themes, in the light and in the dark.  Measured over the palettes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (file) =>
  readFileSync(new URL(`../../../client-web/${file}`, import.meta.url), 'utf8');
const board = read('css/board.css'),
  page = read('css/page.css'),
  art = read('js/board/art.js');
const MARK = 3,
  TEXT = 4.5;
/** A mark and its case are so far apart that on any ground one of them has 3:1: √9. */
const CASED = 9;

/** The variables that a block of a style sheet sets. */
const variables = (css) =>
  Object.fromEntries(
    [...css.matchAll(/(--[\w-]+):\s*(#[0-9a-f]+)/g)].map(([, name, value]) => [name, value]),
  );
const block = (css, begin) => css.slice(css.indexOf(begin), css.indexOf('}', css.indexOf(begin)));
/** What a rule of a style sheet sets for all marks: `svg .last` -> stroke. */
const rule = (css, selector, property) => {
  const rules = new RegExp(`^${selector.replace(/[.[\]()]/g, '\\$&')} \\{([^}]*)\\}`, 'gm');
  const found = [...css.matchAll(rules)].filter(([, body]) => body.includes(`${property}: `));
  return found.at(-1)[1].match(new RegExp(`(?:^|\\s)${property}: ([^;]+)`))[1];
};

const day = variables(block(page, ':root'));
const dusk = page.slice(page.indexOf('(prefers-color-scheme: dark)'));
const night = { ...day, ...variables(block(dusk, ':root')) };
const own = variables(block(board, ':root'));
const plain = { ...own, ...variables(block(board, '.clear-boards')) };
const THEMES = {
  'carved, light': { ...day, ...own },
  'carved, dark': { ...night, ...own },
  'plain, light': { ...day, ...plain },
  'plain, dark': { ...night, ...plain },
};
/** Gradients: id -> their two ends. */
const GRADIENT = /(?:sheen|slope)\('([\w-]+)', '([^']+)', '([^']+)'\)/g;
const ends = Object.fromEntries([...art.matchAll(GRADIENT)].map(([, id, a, b]) => [id, [a, b]]));

const rgb = (hex) =>
  hex
    .slice(1)
    .match(/../g)
    .map((part) => Number.parseInt(part, 16));
const light = (hex) => {
  const [r, g, b] = rgb(hex).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [x, y] = [light(a), light(b)].sort((one, two) => two - one);
  return (x + 0.05) / (y + 0.05);
};
/** A colour as hex; a part of one over a ground. */
const hexOf = (theme, colour) => theme[/--[\w-]+/.exec(colour)?.[0]] ?? colour;
const over = (colour, part, ground) => {
  const mixed = rgb(colour).map((c, i) => Math.round(c * part + rgb(ground)[i] * (1 - part)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
};

/** What marks lie on: a colour, or both ends of a gradient. */
const grounds = (theme, ground) => (ends[ground] ?? [ground]).map((one) => hexOf(theme, one));

const nameOf = (game) => rule(board, `svg[data-game='${game}'] .name`, 'fill');

/** [what, colour, ground, least, opacity] */
const PAIRS = [
  ['a rosette', '--ur-lapis', 'g-plaque', MARK],
  ['a rosette', '--ur-lime', 'g-plaque', MARK],
  ['the number of a square of Ur', '#f4e9cd', '#2b2420', TEXT],
  ['an eye', '--ur-lapis', '--ur-light', MARK],
  ['a corner of the ring', '--st-rust', 'g-corner', MARK],
  ['the way round', '--st-foam', '--st-sea', MARK],
  ['the way round', '--st-foam', '--st-sea-light', MARK],
  ['a number of the ring', nameOf('stelpur'), 'g-cell', TEXT],
  ['a number of the ring', nameOf('stelpur'), 'g-corner', TEXT],
  ['a line of the mill', '--mo-ink', 'g-sheet', MARK],
  ['a point of the mill', '--mo-red', 'g-sheet', MARK],
  ['a name on wood', nameOf('morris'), 'g-plank', TEXT],
  ['the castle', '--ta-red', 'g-hide', MARK],
  ['its flower', '--ta-yellow', '--ta-red', MARK],
  ['a corner', '--ta-blue', 'g-hide', MARK],
  ['its arrows', '--ta-yellow', '--ta-blue', MARK],
  ['a camp', '--ta-blue', 'g-hide', MARK],
  ['where a defender begins', '--ta-red', 'g-hide', MARK],
  ['a name on leather', nameOf('tablut'), 'g-hide', TEXT],
  ['a line of the great board', '--al-ink', 'g-vellum', MARK, 0.75],
  ['where an attacker begins', '--al-red', 'g-vellum', MARK],
  ['where a defender begins', '--al-green', 'g-vellum', MARK],
  ['a knot', '--al-green', '--al-light', MARK],
  ['the throne', '--al-red', 'g-vellum', MARK],
  ['a name on vellum', nameOf('alea-evangelii'), 'g-vellum', TEXT],
  ['a name on a rim of oak', nameOf('copenhagen'), '--hn-rim', TEXT],
  ['a line on oak', '--al-ink', '--hn-wood', MARK],
  ['where an attacker begins on oak', '--al-red', '--hn-grain', MARK],
  ['a tray', '--soft', '--paper', MARK],
  ['the tray of those at home', '--home', '--paper', MARK],
  ['the number of a tray', '--ink', '--paper', TEXT],
  ['the focus', '--target', '--paper', MARK],
  ['the focus', '--target', '--card', MARK],
  ['the edge of a field', '--soft', '--card', MARK],
  ['whose turn', '--accent', '--card', MARK],
];

for (const [name, theme] of Object.entries(THEMES)) {
  test(`marks of the boards: ${name}`, () => {
    const low = [];
    for (const [what, colour, ground, least, part = 1] of PAIRS) {
      for (const under of grounds(theme, ground)) {
        const found = contrast(over(hexOf(theme, colour), part, under), under);
        if (found < least) low.push(`${what}: ${colour} on ${under}: ${found.toFixed(2)}`);
      }
    }
    assert.deepEqual(low, []);
  });
}

test('marks with a case show on any ground', () => {
  for (const mark of ['last', 'start', 'picked', 'planned', 'path', 'target.taken']) {
    const [on, under] = [mark, `${mark}.case`].map((one) => rule(board, `svg .${one}`, 'stroke'));
    const found = contrast(on, under);
    assert.ok(found >= CASED, `${mark}: ${found}`);
    assert.doesNotMatch(block(board, `svg .${mark}.case`), /opacity/);
  }
  const [dot, edge] = ['svg .target', 'svg .target.case'].map((one) => rule(board, one, 'fill'));
  assert.ok(contrast(dot, edge) >= CASED);
});

/** Who stands on what: [set of pieces, white, black, ground]. */
const SETS = [
  ['ur', 'w', 'b', 'g-plaque'],
  ['ur', 'W', 'B', 'g-plaque'],
  ['st', 'w', 'b', 'g-cell'],
  ['st', 'w', 'b', 'g-corner'],
  ['st', 'wh', 'bh', 'g-corner'],
  ['mo', 'w', 'b', 'g-sheet'],
  ['ta', 'T', 't', 'g-hide'],
  ['ta', 'K', 't', 'g-hide'],
  ['al', 'T', 't', 'g-vellum'],
  ['al', 'K', 't', 'g-vellum'],
  ['al', 'T', 't', '--hn-wood'],
  ['al', 'T', 't', '--hn-grain'],
];
/** The body of a piece: the gradient of its face, from its middle to its rim, and its outline. */
function bodyOf(id) {
  const from = art.slice(art.indexOf(`'${id}':`)),
    named = /\$\{(\w+Disc)\}/.exec(from);
  const here = /body\(\s*'(g-\w+)', '[^']+', '([^']+)'/.exec(from);
  if (here && !(named && named.index < here.index)) return here.slice(1);
  const disc = new RegExp(`const ${named[1]} = body\\('(g-\\w+)', '[^']+', '([^']+)'`);
  return disc.exec(art).slice(1);
}

for (const [name, theme] of Object.entries(THEMES)) {
  test(`pieces show on their boards, and the sides differ: ${name}`, () => {
    for (const [set, white, black, ground] of SETS) {
      const pair = [white, black].map((letter) => bodyOf(`p-${set}-${letter}`));
      for (const [face, line] of pair) {
        const [, rim] = grounds(theme, face);
        for (const under of grounds(theme, ground)) {
          const found = Math.max(contrast(rim, under), contrast(line, under));
          assert.ok(found >= MARK, `${face} on ${under}: ${found}`);
        }
      }
      if (white === 'K') continue; // a crown tells him from all others
      const [one, two] = pair.map(([face]) => grounds(theme, face)[1]);
      assert.ok(contrast(one, two) >= MARK, `${one} and ${two}`);
    }
  });
}
