// What a button says that chooses between moves that begin with the same taps.
import { say } from '../words.js';

/** @param {string} game @param {Tapped} arg1 */
export function choiceText(game, { extra }) {
  if (game === 'stelpur') return say('playResult', extra);
  return say(extra ? 'asWarrior' : 'asPlain');
}
