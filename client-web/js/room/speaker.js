// The button beside the board that switches sounds on and off.
import { make } from '../board/svg.js';
import { html } from '../html.js';
import { isSoundOn, setSound } from '../sound.js';
import { say } from '../words.js';

export function speaker() {
  const node = html('button', {
    type: 'button',
    class: 'sound',
    'aria-label': say('sound'),
    onclick: () => {
      setSound(!isSoundOn());
      show();
    },
  });
  const show = () => {
    const isOn = isSoundOn();
    node.setAttribute('aria-pressed', String(isOn));
    node.replaceChildren(
      make(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        make('path', { d: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z', fill: 'currentColor' }),
        make('path', {
          class: 'line',
          d: isOn ? 'M15 9a4.2 4.2 0 0 1 0 6M17.6 6.4a8 8 0 0 1 0 11.2' : 'M15 9l6 6M21 9l-6 6',
        }),
      ),
    );
  };
  show();
  return node;
}
