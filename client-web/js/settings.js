// Switches that this browser keeps, for whoever uses it.
import { local } from './store.js';

/** What is on when nobody has said anything.
 *  @type {Record<string, boolean>} */
const FIRST = { oneTap: false, numbers: true, clear: false, notify: false };

/** @param {string} name */
export const isOn = (name) => (local.get(`alea.${name}`) ?? (FIRST[name] ? 'on' : 'off')) === 'on';

/** @param {string} name @param {boolean} on */
export function setOn(name, on) {
  local.set(`alea.${name}`, on ? 'on' : 'off');
  showSettings();
}

/** What the style sheets look at. */
export function showSettings() {
  document.documentElement.classList.toggle('no-numbers', !isOn('numbers'));
  document.documentElement.classList.toggle('clear-boards', isOn('clear'));
}
