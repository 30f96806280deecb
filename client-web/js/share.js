// The link to a room: as text, as a QR code, to copy or to hand to another program.
import { make } from './board/svg.js';
import { html, toast } from './html.js';
import { qrCode } from './qr.js';
import { session } from './store.js';
import { say } from './words.js';

/** The address of a room; the word of a private room is behind '#', which no server sees.
 *  @param {string} room */
export function linkTo(room, what = 'play') {
  const word = session.get(`alea.word.${room}`);
  return `${location.origin}/${what}/${room}${word ? `#word=${encodeURIComponent(word)}` : ''}`;
}

/** A QR code as SVG; null when the text is too long for one.
 *  @param {string} text */
export function qrPicture(text) {
  const cells = qrCode(text);
  if (!cells) return null;
  const d = cells
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('');
  const size = cells.length + 8;
  return make(
    'svg',
    { id: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': say('qr', text) },
    make('rect', { width: size, height: size, fill: '#fff' }),
    make('path', { d, fill: '#000' }),
  );
}

/** @param {string} text */
async function copy(text) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else {
      // without TLS browsers have only the old way
      const field = html('textarea', { class: 'hidden' });
      field.value = text;
      document.body.append(field);
      field.select();
      const did = document.execCommand('copy');
      field.remove();
      if (!did) throw new Error('not copied');
    }
    toast(say('copied'));
  } catch {
    toast(text);
  }
}

/** Buttons that copy a link, or hand it to another program.
 *  @param {string} link */
export function linkButtons(link) {
  return [
    html('button', { type: 'button', onclick: () => copy(link) }, say('copy')),
    navigator.share
      ? html(
          'button',
          { type: 'button', onclick: () => navigator.share({ url: link }).catch(() => {}) },
          say('share'),
        )
      : null,
  ].filter(Boolean);
}

/** The link with its QR code and buttons.
 *  @param {string} link */
export function shareBox(link) {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  return html(
    'div',
    { class: 'share' },
    qrPicture(link),
    html(
      'div',
      {},
      html('output', { class: 'link' }, link),
      isLocal ? html('p', { class: 'soft' }, say('onlyHere')) : null,
      html('div', { class: 'row' }, ...linkButtons(link)),
    ),
  );
}
