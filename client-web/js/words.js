// The language of the page: the reader's choice, else the browser's, else English.
import en from '../lang/en.js';
import fr from '../lang/fr.js';
import { local } from './store.js';

/** Texts, and lists and tables of them.
 *  @typedef {Record<string, any>} Words */
/** @type {Record<string, Words>} */
export const languages = { en, fr };
/** @type {Words} */
let words = en;

/** @param {string} code */
export function setLanguage(code) {
  const known = languages[code] ? code : 'en';
  words = languages[known];
  document.documentElement.lang = known;
  local.set('alea.language', known);
}
export function firstLanguage() {
  return local.get('alea.language') ?? navigator.language.slice(0, 2);
}

/** The text of a key, with {0}, {1} … filled in.
 *  @param {string} key @param {...unknown} values */
export function say(key, ...values) {
  return fill(words[key] ?? key, values);
}
/** The same in one of the lists, such as reasons or happened.  '' when there is none.
 *  @param {string} list @param {string | number} key @param {...unknown} values */
export function sayOf(list, key, ...values) {
  return fill(words[list]?.[key] ?? '', values);
}
/** A whole list or table: the rules of a game.
 *  @param {string} list */
export function wordsOf(list) {
  return words[list];
}

/** What an error says: in the reader's language where the page knows its code, else as the server
 *  says it.
 *  @param {Refusal} error */
export function sayError(error) {
  if (error.error === 'lost') return say('offline');
  const known =
    error.error === 'bad_argument' || error.error === 'too_fast'
      ? ''
      : sayOf('errors', error.error);
  if (error.retry_after_ms)
    return `${known || error.text} ${say('inSeconds', Math.ceil(error.retry_after_ms / 1000))}`;
  return known || error.text;
}
/** The name of a game; the server has the English one.
 *  @param {string} game @param {Message | null} hello */
export function gameName(game, hello) {
  const id = game.split(':')[0];
  return (
    sayOf('games', id) ||
    (hello?.games.find((/** @type {Message} */ one) => one.id === id)?.title ?? id)
  );
}
/** What an option or a value of it means; as the server calls it when the page does not know.
 *  @param {string} name @param {string} [value] */
export function optionName(name, value) {
  return sayOf('options', value === undefined ? name : `${name}=${value}`) || (value ?? name);
}
/** The options of a room, in words.
 *  @param {string} options */
export function optionsText(options) {
  return options
    ? options
        .split(',')
        .map((one) => {
          const [name, value] = one.split('=');
          return `${optionName(name)}${say('colon')}${optionName(name, value)}`;
        })
        .join(', ')
    : '';
}

/** @param {string} text @param {unknown[]} values */
function fill(text, values) {
  return text.replace(/\{(\d)\}/g, (_, i) => String(values[i] ?? ''));
}
