// What a square does, in words: for screen readers, a pointer that rests on it, and taps that lead
// nowhere.
import { CORNERS, isUr, lastOf } from '../show/way.js';
import { say, sayOf } from '../words.js';

/** Where attackers begin in tablut and ashton. */
const CAMPS = /^([ai][456]|[def][19]|[bh]5|e[28])$/;

/** The last file and rank, and the middle, of boards whose middle is the king's.
 *  @type {Record<string, [string[], string]>} */
const SPECIAL = {
  brandubh: [['g', '7'], 'd4'],
  fetlar: [['k', '11'], 'f6'],
  copenhagen: [['k', '11'], 'f6'],
  'alea-evangelii': [['s', '19'], 'j10'],
};

/** @param {string} game @param {string} name */
function urRole(game, name) {
  const n = Number(name.replace(/^[wb]/, '')),
    isAkalamdung = game === 'akalamdung';
  if (game === 'ur') {
    if (n === 14) return 'prison';
  } else if (lastOf(game) === 16) {
    if (n % 4 === 0) return game === 'aseb' && n > 4 ? 'safeStar' : 'star';
    return n > 4 ? 'shared' : 'own';
  } else if (n === 8) return 'middleStar';
  else if (n === 4 || n === 14) return 'star';
  if (isAkalamdung && [1, 3, 11].includes(n)) return 'vision';
  if (isAkalamdung && [2, 6, 9, 12].includes(n)) return 'warriors';
  if (isAkalamdung && n === 10) return 'parting';
  return /^\d/.test(name) ? 'shared' : 'own';
}

/** @param {string} game @param {string} name @param {string} options */
function keyOf(game, name, options) {
  if (isUr(game)) return urRole(game, name);
  if (game === 'stelpur') return CORNERS.includes(Number(name)) ? 'ringCorner' : '';
  if (game === 'ashton' && name !== 'e5')
    return CAMPS.test(name) ? 'closedCamp' : /^[ai]|^.[19]$/.test(name) ? 'edge' : '';
  if (game === 'ashton') return 'closedCastle';
  if (game === 'tablut') {
    const isOpen = /escape=edge|rules=linnaeus/.test(options);
    if ((isOpen ? /^[ai]|^.[19]$/ : /^[ai][19]$/).test(name)) return isOpen ? 'edge' : 'corner';
    return name === 'e5' ? 'castle' : CAMPS.test(name) ? 'camp' : '';
  }
  const [last, middle] = SPECIAL[game] ?? [];
  if (!last) return '';
  const end = [name[0], name.slice(1)];
  if (end.every((one, i) => one === (i ? '1' : 'a') || one === last[i])) return 'corner';
  return name !== middle ? '' : game === 'alea-evangelii' ? 'konakis' : 'throne';
}

/** A sentence or two; '': it is a square like any other, or a place beside the board.
 *  @param {{game: string, options?: string}} arg0 @param {string} name */
export function roleOf({ game, options = '' }, name) {
  const key = name.includes('-') ? '' : keyOf(game, name, options);
  return key ? sayOf('roles', key, say(name[0] === 'w' ? 'white' : 'black')) : '';
}
