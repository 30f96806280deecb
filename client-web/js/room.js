// A room: the board, the seats, what to do now, chat, and after the game its dice and replay.
import { drawBoard, make } from './board.js';
import { newNonce, verifyDice } from './dice.js';
import { $, html, toast } from './html.js';
import { squaresOf, Taps } from './moves.js';
import { say, sayOf } from './words.js';

/** A pointer that moves less has not dragged anything. */
const DRAG_PIXELS = 8;
const SIDES = ['white', 'black'];
const other = (side) => (side === 'white' ? 'black' : 'white');
const clockText = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

export class Room {
  constructor(app, room) {
    this.app = app;
    this.room = room;
    this.taps = null;
    this.last = [];
    this.log = [];
    this.shownSeq = 0;
  }

  get state() { return this.app.states.get(this.room); }
  get side() { return this.app.sides.get(this.room); }

  ask(cmd, args) { return this.app.ask(cmd, { room: this.room, ...args }); }

  begin(main) {
    this.svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });
    this.svg.addEventListener('pointerdown', (e) => this.press(e));
    this.svg.addEventListener('keydown', (e) => this.key(e));
    this.status = html('p', { id: 'status', role: 'status' });
    this.dice = html('div', { class: 'dice' });
    this.choices = html('div', { class: 'row', id: 'choices' });
    this.seats = html('div');
    this.buttons = html('div', { class: 'row' });
    this.logList = html('ul', { id: 'log' });
    this.after = html('div');
    const text = html('input', { name: 'say', maxlength: 300, 'aria-label': say('say'), placeholder: say('say') });
    main.append(html('div', { class: 'table' },
      html('section', { class: 'card' }, this.status, this.dice, this.choices, this.svg),
      html('section', { class: 'card' }, this.seats, this.buttons, this.after, this.logList,
        html('form', { class: 'row', onsubmit: (e) => { e.preventDefault(); if (text.value.trim()) this.ask('say', { text: text.value.trim() }); text.value = ''; } },
          text, html('button', {}, say('send'))))));
    this.tick = setInterval(() => this.showClocks(), 500);
    this.update();
  }

  end() { clearInterval(this.tick); }

  event(event) {
    if (event.room !== this.room) return;
    if (event.event === 'closed') { toast(say('notThere')); this.app.go('/'); return; }
    if (event.event === 'say') this.showLog();
    if (event.event === 'state') this.update();
  }

  // --- what to show ---

  update() {
    const { state } = this;
    if (!state || !this.svg) return;
    if (state.seq !== this.shownSeq) this.take(state);
    const isMyTurn = state.moves !== undefined && this.side === state.turn && state.stage === 'playing';
    if (!isMyTurn) this.taps = null;
    else if (!this.taps || this.taps.seq !== state.seq) {
      this.taps = new Taps(state.game, this.side, state.moves.split(' ').filter(Boolean));
      this.taps.seq = state.seq;
    }
    this.ready();
    this.draw();
    this.showDice();
    this.showSeats();
    this.showButtons();
    this.showLog();
    this.showStatus();
  }

  /** Takes the news of a state: the log, the squares of the last move. */
  take(state) {
    const isNew = this.shownSeq !== 0;
    this.shownSeq = state.seq;
    const told = [];
    for (const happening of state.happened) {
      const name = this.nameOf(happening.side) ?? happening.name ?? '';
      const what = happening.move ?? happening.at ?? happening.dice?.join(' ') ?? '';
      const text = sayOf('happened', happening.what, happening.name ?? name, what);
      if (text) told.push(text);
      if (happening.what === 'move') this.last = squaresOf(state.game, happening.side, happening.move);
      if (happening.what === 'new_game') { this.last = []; this.after.replaceChildren(); }
    }
    this.log.push(...told.map((text) => ({ text })));
    if (isNew) $('live').textContent = told.join(' ');
    if (isNew && told.length && localStorage.getItem('alea.sound') === 'on') knock();
    if (isNew && document.hidden && this.side === state.turn && state.moves !== undefined) document.title = `● ${this.app.hello.title}`;
    else document.title = this.app.hello.title;
  }

  nameOf(side) { return side ? this.state.seats[side]?.name ?? say(side) : null; }

  /** The browser seals a nonce for us as soon as both sit; the player only says "ready". */
  async ready() {
    const { state, side } = this;
    const mine = side && state.seats[side];
    if (!mine || state.stage !== 'opening' || mine.nonce !== null || !mine.seal) return;
    const kept = sessionStorage.getItem(`alea.nonce.${state.game_id}`);
    if (kept && this.opened !== state.game_id) {
      this.opened = state.game_id;
      await this.ask('open', { nonce: kept });
    }
  }

  /** A second click must not replace the nonce that is sealed already. */
  async sayReady() {
    if (this.isSealing) return;
    this.isSealing = true;
    const key = `alea.nonce.${this.state.game_id}`;
    const { nonce, seal } = await newNonce(sessionStorage.getItem(key));
    sessionStorage.setItem(key, nonce);
    await this.ask('ready', { nonce: seal });
    this.isSealing = false;
  }

  showStatus() {
    const { state, side } = this;
    const { seats, stage, result } = state;
    let text = '', more = null;
    if (stage === 'waiting' && !(seats.white && seats.black)) {
      const link = `${location.origin}/play/${this.room}`;
      text = say('waitOther');
      more = html('div', {}, html('output', { class: 'link' }, link), ' ', html('button', { onclick: () => this.share(link) }, say('copy')));
    } else if (stage === 'waiting' && side && !seats[side].ready) {
      text = say('pressReady');
      more = html('button', { class: 'main', onclick: () => this.sayReady() }, say('ready'));
    } else if (stage === 'waiting') {
      text = say('waitReady', seats[side ? other(side) : 'white'].name);
    } else if (stage === 'opening') text = say('opening');
    else if (stage === 'adjourned') {
      text = say('adjourned');
      if (side && !seats[side].ready) more = html('button', { class: 'main', onclick: () => this.ask('resume') }, say('resumeGame'));
    } else if (stage === 'over') text = this.resultText(result);
    else if (this.taps) text = say('yourTurn', this.whatNow());
    else text = say('theirTurn', this.nameOf(state.turn));
    const away = SIDES.filter((s) => s !== side && seats[s]?.away).map((s) => say('away', seats[s].name));
    this.status.replaceChildren([text, ...away].join(' '), more ? html('div', {}, more) : '');
  }

  async share(link) {
    try {
      if (navigator.share) await navigator.share({ url: link });
      else { await navigator.clipboard.writeText(link); toast(say('copied')); }
    } catch { toast(link); }
  }

  resultText({ outcome, reason }) {
    const why = sayOf('reasons', reason) || reason;
    if (outcome === 'none') return say('calledOff', why);
    if (outcome === 'draw') return say('aDraw', why);
    if (this.side) return say(outcome === this.side ? 'youWon' : 'youLost', why);
    return say('sideWon', this.nameOf(outcome), why);
  }

  whatNow() {
    const { picked } = this.taps;
    if (this.choices.childElementCount) return say('doChoose');
    if (picked.length >= 2) return say('doTake');
    if (picked.length === 1) return say('doTo');
    return this.taps.all.every(({ taps }) => taps.length === 1 && this.state.game === 'morris') ? say('doPlace') : say('doMove');
  }

  draw() {
    const none = new Set();
    const { taps, state } = this;
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.square : null;
    drawBoard(this.svg, this.replayed ?? state, {
      picked: taps ? new Set(taps.picked) : none,
      targets: taps?.picked.length ? taps.targets() : none,
      starts: taps && !taps.picked.length ? taps.starts() : none,
      last: this.last,
      label: (square, letters, beside, count) => this.label(square, letters, beside, count),
    });
    if (focused) this.focus(focused);
  }

  label(square, letters, beside, count) {
    if (beside.reserve) return say('reserve', say(beside.reserve), count);
    if (beside.off) return say('off', say(beside.off), count);
    const whose = [...letters].map((l) => ('wWTK'.includes(l) ? say('white') : say('black')));
    return `${say('square', square)}: ${whose.length ? whose.join(say('list')) : say('empty')}`;
  }

  showDice() {
    const { state } = this;
    const key = `${state.game_id}/${state.seq}/${state.dice.join()}`;
    if (key === this.diceKey) return;
    this.diceKey = key;
    const isNew = state.happened.some(({ what }) => what === 'throw' || what === 'start_throw');
    const faces = state.dice.map((face) => html('span', { class: `die${isNew ? ' new' : ''}` }, String(face)));
    const sum = state.roll.length === 1 && state.dice.length > 1 ? html('span', { class: 'die' }, `= ${state.roll.join(' ')}`) : null;
    this.dice.setAttribute('aria-label', state.dice.length ? say('thrown', state.roll.join(' ')) : say('throwNone'));
    this.dice.replaceChildren(...faces, ...(sum ? [sum] : []));
  }

  showSeats() {
    const { seats, turn, stage, rated, match } = this.state;
    const rows = [...SIDES].reverse().map((side) => {
      const seat = seats[side];
      const marks = [side === this.side ? say('you') : '', seat?.away ? say('away_') : '', seat?.offer ? '½?' : ''].filter(Boolean).join(', ');
      return html('div', { class: `seat ${side}${stage === 'playing' && turn === side ? ' turn' : ''}` },
        html('span', { class: 'stone' }), html('span', {}, `${say(side)}: ${seat?.name ?? '…'}${marks ? ` (${marks})` : ''}`),
        html('span', { class: 'clock', 'data-side': side }));
    });
    this.seats.replaceChildren(...rows, rated ? html('p', { class: 'soft' }, say('rated')) : '');
    if (match) {
      const points = match.half_points.map((half) => half / 2).join(' : ');
      this.seats.append(html('p', { class: 'soft' }, say('match', match.leg, match.legs, points)));
    }
    if (!this.side) this.seats.append(html('p', { class: 'soft' }, say('watchers')));
    this.showClocks();
  }

  showClocks() {
    const { clock, came } = this.state ?? {};
    if (!clock) return;
    for (const side of SIDES) {
      const spent = clock.running === side ? performance.now() - came : 0;
      const node = this.seats.querySelector(`[data-side=${side}]`);
      if (node) node.textContent = clockText(Math.max(0, clock[`${side}_ms`] - spent));
    }
  }

  showButtons() {
    const { state, side } = this;
    const mine = side && state.seats[side], theirs = side && state.seats[other(side)];
    const buttons = [];
    const add = (key, action) => buttons.push(html('button', { onclick: action }, say(key)));
    if (mine && state.stage === 'playing') {
      add(theirs?.offer === 'draw' ? 'takeDraw' : 'offerDraw', () => this.ask('draw'));
      add('adjourn', () => this.ask('adjourn'));
      add('resign', () => { if (confirm(say('sureResign'))) this.ask('resign'); });
      if (theirs?.away || state.idle_ms === 0) add('claim', () => this.ask('claim'));
      buttons.push(html('label', {}, html('input', { type: 'checkbox', onchange: (e) => this.ask('auto', { switch: e.target.checked ? 'on' : 'off' }) }), ' ', say('auto')));
    }
    if (mine && state.stage === 'over') add('rematch', () => this.ask('rematch'));
    if (state.stage === 'over') { add('verify', () => this.verify()); add('replay', () => this.replay()); add('save', () => this.save()); }
    add(side ? 'leave' : 'back', () => this.leave());
    add('rules', () => this.rules());
    buttons.push(html('label', {}, html('input', { type: 'checkbox', checked: localStorage.getItem('alea.sound') === 'on', onchange: (e) => localStorage.setItem('alea.sound', e.target.checked ? 'on' : 'off') }), ' ', say('sound')));
    const key = buttons.map((b) => b.textContent).join();
    if (key === this.buttonsKey) return;
    this.buttonsKey = key;
    this.buttons.replaceChildren(...buttons);
  }

  showLog() {
    const chat = this.app.chat.get(this.room) ?? [];
    const lines = [...this.log.map(({ text }) => html('li', {}, text)),
      ...chat.slice(-50).map((line) => html('li', { class: 'chat' }, `${line.name}: ${line.text}`))];
    this.logList.replaceChildren(...lines.slice(-120));
    this.logList.scrollTop = this.logList.scrollHeight;
  }

  // --- taps ---

  squareAt(x, y) { return document.elementFromPoint(x, y)?.closest('[data-square]')?.dataset.square; }

  /** A tap, or a drag: a piece that is let go elsewhere is put there. */
  press(event) {
    const square = event.target.closest('[data-square]')?.dataset.square;
    if (!square || !this.taps) return;
    event.preventDefault();
    const wasPicked = this.taps.picked.length;
    this.tap(square);
    if (wasPicked || !this.taps?.picked.length) return;
    const up = (e) => {
      if (Math.hypot(e.clientX - event.clientX, e.clientY - event.clientY) < DRAG_PIXELS) return; // the board may have moved
      const to = this.squareAt(e.clientX, e.clientY);
      if (to && to !== square && this.taps?.picked.length) this.tap(to);
    };
    window.addEventListener('pointerup', up, { once: true });
  }

  key(event) {
    const square = event.target.closest?.('[data-square]')?.dataset.square;
    if (!square) return;
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); this.tap(square); this.focus(square); }
    if (event.key.startsWith('Arrow')) { event.preventDefault(); this.step(square, event.key); }
  }

  focus(square) { this.svg.querySelector(`[data-square="${square}"]`)?.focus(); }

  /** Moves the focus to the nearest square in a direction. */
  step(square, key) {
    const at = (node) => { const c = node.querySelector('.ring'); return [Number(c.getAttribute('cx')), Number(c.getAttribute('cy'))]; };
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const [x, y] = at(this.svg.querySelector(`[data-square="${square}"]`));
    let best = null, bestCost = Infinity;
    for (const node of this.svg.querySelectorAll('[data-square]')) {
      const [a, b] = at(node), along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > 1 && along + 2.5 * aside < bestCost) { best = node; bestCost = along + 2.5 * aside; }
    }
    best?.setAttribute('tabindex', '0');
    best?.focus();
  }

  tap(square) {
    if (!this.taps) return;
    const result = this.taps.tap(square);
    this.choices.replaceChildren();
    if (result.wrong && result.tried) this.why(result.tried, square);
    if (result.choices) {
      this.choices.replaceChildren(...result.choices.map(({ move, extra }) =>
        html('button', { onclick: () => this.move(move) }, extra ? `${move} (${extra})` : move)));
    }
    if (result.move) this.move(result.move);
    else { this.draw(); this.showStatus(); }
  }

  async move(move) {
    this.taps = null;
    this.choices.replaceChildren();
    this.draw();
    if (!(await this.ask('move', { move, seq: this.state.seq }))) this.update();
  }

  /** Says which rule forbids what was tapped. */
  async why(from, to) {
    const bare = (square) => square.replace(/^(white|black)-/, '').replace(/^[wb](\d)/, '$1');
    try {
      const reply = await this.app.line.ask('why', { room: this.room, move: `${bare(from)}-${bare(to)}` });
      toast(reply.text ?? (reply.rule ? `${say('illegal')} (${reply.rule})` : say('illegal')));
    } catch (error) { toast(error.text || say('illegal')); }
  }

  // --- the rest ---

  async leave() {
    const { stage } = this.state;
    if (this.side) {
      const isOn = stage === 'playing' || stage === 'adjourned';
      if (isOn && !confirm(say('sureLeave'))) return;
      if (!(await this.ask('leave', isOn ? { sure: 'sure' } : {}))) return;
    } else {
      await this.app.line.ask('unwatch', { room: this.room }).catch(() => {});
    }
    this.app.leaveRoom(this.room);
    this.app.go('/');
  }

  async rules() {
    const reply = await this.app.ask('help', { topic: this.state.game });
    if (!reply) return;
    const dialog = html('dialog', { class: 'card' }, html('div', { class: 'rules' }, reply.text), html('form', { method: 'dialog' }, html('button', {}, say('back'))));
    document.body.append(dialog);
    dialog.addEventListener('close', () => dialog.remove());
    dialog.showModal();
  }

  async record() { return (await this.ask('record'))?.record ?? null; }

  async verify() {
    const record = await this.record();
    if (!record) return;
    const found = await verifyDice(record, this.app.commitments.get(record.game_id));
    const text = found.ok ? (found.throws ? say('diceRight', found.throws) : say('noDice')) : say('diceWrong', found.k ?? found.why);
    this.after.replaceChildren(html('p', { role: 'status' }, found.ok ? '✓ ' : '✗ ', text));
  }

  async save() {
    const record = await this.record();
    if (!record) return;
    const url = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }));
    html('a', { href: url, download: `alea-${record.game_id}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  /** The game again, by a slider over the states that this page has seen. */
  replay() {
    const seen = this.app.history.get(this.room)?.states ?? [];
    if (!seen.length) return;
    const label = html('output', {});
    const slider = html('input', { type: 'range', min: 0, max: seen.length - 1, value: seen.length - 1, 'aria-label': say('replay'), oninput: () => {
      const at = Number(slider.value);
      this.replayed = at === seen.length - 1 ? null : seen[at];
      const move = seen[at].happened.findLast?.(({ what }) => what === 'move');
      this.last = move ? squaresOf(seen[at].game, move.side, move.move) : [];
      label.textContent = say('step', at + 1, seen.length);
      this.draw();
    } });
    this.after.replaceChildren(slider, ' ', label);
  }
}

/** A short sound, made here. */
function knock() {
  try {
    const audio = knock.audio ??= new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
    tone.frequency.value = 330;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.12);
  } catch { /* no sound here */ }
}
