// Functions that run in the page: they know only what is in there.

/** Remembers what the server says: our name, the last state, how many moves were made. */
export function watchStates() {
  window.seen = { name: '', last: null, moves: 0 };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...args) {
      super(...args);
      window.seen.socket = this;
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data);
        if (message.reply === 'name' || message.reply === 'resume') window.seen.name = message.name;
        if (message.reply === 'board')
          window.seen.last = { ...message.state, room: message.room, seq: message.seq };
        if (message.event !== 'state') return;
        window.seen.last = message;
        window.seen.moves += message.happened.filter(({ what }) => what === 'move').length;
      });
    }
  };
}

/** The browser knows who we are, since an earlier visit. */
export function beSomebody(token, name) {
  localStorage.setItem('alea.token', token);
  localStorage.setItem('alea.name', name);
}

/** The browser refuses the service worker. */
export function haveNoWorker() {
  if (window.ServiceWorkerContainer)
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('none'));
}

/** Time runs faster: what the page does after seconds is soon done. */
export function hurry(times) {
  const { setTimeout: once, setInterval: often } = window,
    { now } = performance;
  window.setTimeout = (f, ms, ...args) => once(f, ms / times, ...args);
  window.setInterval = (f, ms, ...args) => often(f, ms / times, ...args);
  performance.now = () => now.call(performance) * times;
}

/** Plays by itself whenever the page changes, by clicks on squares and buttons: captures if it
 *  can, and runs for a corner with a king, so that games end.  Done at the end of the game, or
 *  when the predicate is true. */
export function beginPlayer(stopText, arg) {
  const stop = (0, eval)(stopText); // eslint-disable-line no-eval
  const seen = window.seen,
    player = (window.player = { isDone: false, clicks: 0, covered: null });
  seen.moves = 0;
  // Where nothing moves nobody looks: what is not painted costs a third less.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) document.body.style.opacity = '0';
  let picked = null;

  const isOver = ({ stage, match }) =>
    stage === 'over' && (!match || match.outcome !== null || match.leg === match.legs);
  const middle = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const any = (all) => all[Math.floor(Math.random() * all.length)];

  /** How good a square is to tap. */
  function worth(square, { board, turn, game }) {
    const letters = board.squares[square] ?? '';
    const size = {
      tablut: 9,
      ashton: 9,
      brandubh: 7,
      fetlar: 11,
      copenhagen: 11,
      'alea-evangelii': 19,
    }[game];
    const isTafl = size > 0;
    if (isTafl && turn === 'white' && letters === 'K') return 0.6;
    if (isTafl && picked && board.squares[picked] === 'K') {
      const c = (size - 1) / 2;
      const out =
        Math.abs(square.charCodeAt(0) - 97 - c) + Math.abs(Number(square.slice(1)) - 1 - c);
      return out / size;
    }
    const theirs = isTafl ? (turn === 'white' ? 't' : 'TK') : turn === 'white' ? 'bB' : 'wW';
    return letters && theirs.includes(letters[0]) ? 1 : 0;
  }

  function click(square) {
    const ring = square.querySelector('.ring');
    if (!document.elementFromPoint(...middle(ring)))
      square.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [px, py] = middle(ring);
    const at = () => document.elementFromPoint(px, py);
    if (at()?.closest('[data-square]') !== square) {
      player.covered = `${square.dataset.square} by ${at()?.outerHTML.slice(0, 80)}`;
      setTimeout(act, 100);
      return;
    }
    player.covered = null;
    const event = {
      bubbles: true,
      cancelable: true,
      clientX: px,
      clientY: py,
      pointerId: 1,
      isPrimary: true,
    };
    at().dispatchEvent(new PointerEvent('pointerdown', event));
    at()?.dispatchEvent(new PointerEvent('pointerup', event));
    at()?.dispatchEvent(new MouseEvent('click', event));
  }

  function act() {
    if (player.isDone || !seen.last) return;
    if (
      isOver(seen.last) ||
      (seen.last.stage === 'playing' && stop({ state: seen.last, moves: seen.moves }, arg))
    ) {
      player.end();
      return;
    }
    const button = any(
      [...document.querySelectorAll('#choices button, #status button')].filter(
        ({ disabled }) => !disabled,
      ),
    );
    const can = [...document.querySelectorAll('.square.can')];
    player.clicks++;
    player.since = seen.last.seq === player.seq ? player.since + 1 : 0;
    player.seq = seen.last.seq;
    if (player.since > 100) return; // taps lead nowhere
    if (
      seen.last.stage === 'waiting' &&
      button &&
      button.dataset.wasPressed !== seen.last.game_id
    ) {
      button.dataset.wasPressed = seen.last.game_id;
      button.click();
      return;
    }
    if (seen.last.moves === undefined || !document.querySelector('svg.board')) return;
    if (document.querySelector('#choices button')) {
      button.click();
      return;
    }
    if (!can.length) {
      picked = null;
      return;
    }
    const ranked = can.map((square) => ({
      square,
      worth: worth(square.dataset.square, seen.last) + Math.random() * 0.7,
    }));
    const { square } = ranked.reduce((best, one) => (one.worth > best.worth ? one : best));
    const name = square.dataset.square;
    click(square);
    picked = picked === null && document.querySelector('.square.can') ? name : null;
  }
  player.end = () => {
    player.isDone = true;
    document.body.style.opacity = '';
    observer.disconnect();
    document.body.dataset.player = 'done'; // who waits for a change of the page sees it
  };
  delete document.body.dataset.player;
  const { port1, port2 } = new MessageChannel(); // the page goes on between two clicks
  let isComing = false;
  port1.onmessage = () => {
    isComing = false;
    act();
  };
  const observer = new MutationObserver(() => {
    if (!isComing) {
      isComing = true;
      port2.postMessage(0);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  act();
}
