// Sounds, made here: wood on wood, dice, a few tones.  On, once the player has tapped the page;
// one switch turns them off.
import { local } from './store.js';

/** Knocks: when (ms), how loud, how high the wood sounds (Hz), how long (ms).
 *  @type {Record<string, number[][]>} */
const KNOCKS = {
  move: [[0, 0.5, 900, 60]],
  capture: [
    [0, 0.6, 620, 80],
    [70, 0.4, 420, 90],
  ],
  dice: [
    [0, 0.22, 2300, 30],
    [70, 0.3, 1900, 30],
    [150, 0.22, 2500, 26],
    [230, 0.28, 2100, 30],
    [330, 0.16, 2300, 26],
    [420, 0.12, 2000, 26],
  ],
  home: [[0, 0.4, 1100, 60]],
  pass: [[0, 0.3, 300, 110]],
};
/** Tones: when (ms), frequency (Hz), how long (ms).
 *  @type {Record<string, number[][]>} */
const TONES = {
  turn: [
    [0, 523, 120],
    [110, 784, 220],
  ],
  home: [[40, 880, 220]],
  over: [
    [0, 392, 200],
    [170, 523, 200],
    [340, 659, 420],
  ],
};
const VOLUME = 0.4;
let isAwake = false;
/** @type {AudioContext} */
let audio;
/** @type {AudioBuffer} */
let noise;

export const isSoundOn = () => local.get('alea.sound') !== 'off';

/** Switches sounds on or off, and lets the player hear one.
 *  @param {boolean} isOn */
export function setSound(isOn) {
  local.set('alea.sound', isOn ? 'on' : 'off');
  if (isOn) play('turn');
}

/** A browser plays nothing before the first tap; nothing that came before is caught up with. */
window.addEventListener(
  'pointerdown',
  () => {
    isAwake = true;
  },
  { once: true, capture: true },
);
window.addEventListener(
  'keydown',
  () => {
    isAwake = true;
  },
  { once: true, capture: true },
);

function begin() {
  audio = new AudioContext();
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
}

/** A gain that falls from a loudness to nothing.
 *  @param {number} at @param {number} loudness @param {number} seconds */
function falling(at, loudness, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(Math.max(0.001, loudness * VOLUME), at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** @param {number[]} arg0 */
function knock([ms, loudness, pitch, length]) {
  const at = audio.currentTime + ms / 1000,
    source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 5;
  source.buffer = noise;
  source.connect(filter).connect(falling(at, 3 * loudness, length / 1000));
  source.start(at, Math.random() / 10, length / 1000);
}

/** @param {number[]} arg0 */
function tone([ms, frequency, length]) {
  const at = audio.currentTime + ms / 1000,
    source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.value = frequency;
  source.connect(falling(at, 0.35, length / 1000));
  source.start(at);
  source.stop(at + length / 1000);
}

/** Plays a sound, if they are on.
 *  @param {string} name */
export function play(name) {
  if (!isAwake || !isSoundOn() || document.hidden) return;
  try {
    if (!audio) begin();
    audio.resume();
    for (const one of KNOCKS[name] ?? []) knock(one);
    for (const one of TONES[name] ?? []) tone(one);
  } catch {
    /* this browser has no sound */
  }
}
