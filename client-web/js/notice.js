// Telling the player that it is their turn while they look elsewhere: by a notification, if they
// have switched it on here, and by vibration.
import { isOn, setOn } from './settings.js';
import { say } from './words.js';

const SHAKE_MS = [120, 80, 120];
/** Who has waited for so long may have put the phone down: it shakes. */
const LONG_MS = 20000;

export const canNotify = () =>
  'Notification' in window && 'serviceWorker' in navigator && window.isSecureContext;

/** Switches notifications on or off; the browser asks the player.  Resolves with what it is now.
 *  @param {boolean} isWanted */
export async function setNotify(isWanted) {
  const isAllowed = isWanted && (await Notification.requestPermission()) === 'granted';
  setOn('notify', isAllowed);
  return isAllowed;
}

/** It is our turn, after so many ms: says so to a player who does not look, or not any more.
 *  A page that is hidden cannot shake a phone; its notification can.
 *  @param {string} title @param {string} room @param {number} waitedMs */
export async function tellTurn(title, room, waitedMs) {
  if (!document.hidden) {
    if (waitedMs >= LONG_MS && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(SHAKE_MS);
    return;
  }
  if (!isOn('notify') || !canNotify() || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker.getRegistration();
  const options = {
    body: say('yourMove'),
    tag: `alea-${room}`,
    icon: '/icon-192.png',
    vibrate: SHAKE_MS,
    data: { room },
  };
  await worker?.showNotification(title, options);
}

/** Begins the service worker, which keeps the page for visits without a network.  `go` shows the
 *  room of a notification that was tapped.
 *  @param {(path: string) => unknown} go */
export function beginWorker(go) {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => go(`/play/${data.room}`));
  navigator.serviceWorker.register('/sw.js').catch(() => {
    /* the page does without */
  });
}
