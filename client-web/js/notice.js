// Telling the player that it is their turn while they look elsewhere: by a notification, if they
// have switched it on here, and by vibration.
import { isOn, setOn } from './settings.js';
import { say } from './words.js';

const SHAKE_MS = [120, 80, 120];

export const canNotify = () =>
  'Notification' in window && 'serviceWorker' in navigator && window.isSecureContext;

/** Switches notifications on or off; the browser asks the player.  Resolves with what it is now. */
export async function setNotify(isWanted) {
  const isAllowed = isWanted && (await Notification.requestPermission()) === 'granted';
  setOn('notify', isAllowed);
  return isAllowed;
}

/** It is our turn: says so to a player who does not look. */
export async function tellTurn(title, room) {
  if (!document.hidden) return;
  navigator.vibrate?.(SHAKE_MS);
  if (!isOn('notify') || !canNotify() || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(title, {
    body: say('yourMove'),
    tag: `alea-${room}`,
    icon: '/icon-192.png',
  });
}

/** Begins the service worker, which keeps the page for visits without a network. */
export function beginWorker() {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.register('/sw.js').catch(() => {
    /* the page does without */
  });
}
