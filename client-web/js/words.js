// The language of the page: the reader's choice, else the browser's, else English.
import en from '../lang/en.js';
import fr from '../lang/fr.js';

export const languages = { en, fr };
let words = en;

export function setLanguage(code) {
  const known = languages[code] ? code : 'en';
  words = languages[known];
  document.documentElement.lang = known;
  localStorage.setItem('alea.language', known);
}
export function firstLanguage() {
  return localStorage.getItem('alea.language') ?? navigator.language.slice(0, 2);
}

/** The text of a key, with {0}, {1} … filled in. */
export function say(key, ...values) {
  return fill(words[key] ?? key, values);
}
/** The same in one of the lists: reasons, happened.  '' when there is none. */
export function sayOf(list, key, ...values) {
  return fill(words[list][key] ?? '', values);
}
function fill(text, values) {
  return text.replace(/\{(\d)\}/g, (_, i) => values[i] ?? '');
}
