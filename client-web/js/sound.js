// Sounds, made here: off until the player asks for them.
import { local } from './store.js';

/** Frequencies and lengths (ms), one after the other. */
const TUNES = {
  move: [[330, 90]],
  theirs: [[262, 90]],
  capture: [[220, 60], [165, 120]],
  turn: [[440, 80], [587, 140]],
  over: [[392, 120], [494, 120], [587, 260]],
};
let audio = null;

export const isSoundOn = () => local.get('alea.sound') === 'on';

/** Switches sounds on or off, and lets the player hear one. */
export function setSound(isOn) {
  local.set('alea.sound', isOn ? 'on' : 'off');
  if (isOn) play('turn');
}

/** Plays one of TUNES, if sounds are on. */
export function play(tune) {
  if (!isSoundOn()) return;
  try {
    audio ??= new AudioContext();
    audio.resume(); // a browser holds it until the player has tapped the page
    let at = audio.currentTime;
    for (const [frequency, ms] of TUNES[tune]) {
      const tone = audio.createOscillator(), volume = audio.createGain(), end = at + ms / 1000;
      volume.gain.setValueAtTime(0.15, at);
      volume.gain.exponentialRampToValueAtTime(0.001, end);
      tone.frequency.value = frequency;
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(end);
      at = end;
    }
  } catch { /* this browser has no sound */ }
}
