// SVG from plain values, and from drawings of ours, which are constant texts.
const SVG = 'http://www.w3.org/2000/svg';

/** make('circle', {r: 4})
 *  @template {keyof SVGElementTagNameMap} T
 *  @param {T} tag @param {...(Node | string)} children */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** The nodes of a drawing.  Nothing of a stranger is ever in its text.
 *  @param {string} text */
export function nodesOf(text) {
  const { documentElement: all } = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}">${text}</svg>`,
    'image/svg+xml',
  );
  return [...document.importNode(all, true).childNodes];
}

/** A number for a drawing: at most one decimal.
 *  @param {number} value */
export const n = (value) => String(Math.round(value * 10) / 10);

/** Something drawn in `art.js`, at a place.
 *  @param {string} id @param {number} x @param {number} y @param {number} [turn] */
export function use(id, x, y, scale = 1, turn = 0) {
  const more = `${scale === 1 ? '' : ` scale(${scale})`}${turn ? ` rotate(${n(turn)})` : ''}`;
  return `<use href="#${id}" transform="translate(${n(x)} ${n(y)})${more}"/>`;
}
