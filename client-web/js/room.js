// A room: the board, what to do now, and your taps.  What stands beside it is in side.js, talk.js
// and after.js.
import { After } from './after.js';
import { drawAnew, drawBoard, make, textOf, upright } from './board.js';
import { DICE, newNonce } from './dice.js';
import { announce, button, html, toast } from './html.js';
import { meantBy, squaresOf, Taps } from './moves.js';
import { rulesDialog } from './rules.js';
import { keepNonce, keptNonce } from './seal.js';
import { linkTo, shareBox } from './share.js';
import { other, Side, SIDES } from './side.js';
import { play } from './sound.js';
import { Talk, tellAll } from './talk.js';
import { say, sayError, sayOf } from './words.js';

/** A pointer that moves less has not dragged anything. */
const DRAG_PIXELS = 8;

export class Room {
  constructor(app, room) {
    this.app = app;
    this.room = room;
    this.taps = null;
    this.shownSeq = 0;
    this.side_ = new Side(this);
    this.talk = new Talk(this);
    this.after = new After(this);
  }

  get state() { return this.app.states.get(this.room); }
  get side() { return this.app.sides.get(this.room); }
  /** Whether a game of ours is under way here. */
  isOn() { return Boolean(this.side) && ['opening', 'playing'].includes(this.state?.stage); }

  ask(cmd, args) { return this.app.ask(cmd, { room: this.room, ...args }); }
  nameOf(side) { return side ? this.state.seats[side]?.name ?? say(side) : null; }

  begin(main) {
    this.svg = make('svg', { class: 'board', role: 'group', 'aria-label': say('board') });
    this.svg.addEventListener('pointerdown', (e) => this.press(e));
    this.svg.addEventListener('keydown', (e) => this.key(e));
    this.title = html('h1', { class: 'hidden' });
    this.status = html('p', { role: 'status' });
    this.more = html('div', { id: 'more' });
    this.dice = html('div', { class: 'dice', role: 'img' });
    this.choices = html('div', { class: 'row', id: 'choices' });
    this.text = html('p');
    this.scroller = html('div', { class: 'scroller' }, this.svg);
    this.zoom = button(say('zoom'), () => { this.zoom.setAttribute('aria-pressed', this.scroller.classList.toggle('zoomed')); }, { 'aria-pressed': 'false', class: 'zoom', hidden: true });
    const rules = button(say('rules'), () => { if (this.state) rulesDialog(this.state.game); });
    main.append(this.title, html('div', { class: 'table' },
      html('section', { class: 'card', 'aria-label': say('board') }, html('div', { id: 'status' }, this.status, this.more), html('div', { class: 'row tools' }, this.dice, this.zoom, rules), this.choices, this.scroller, html('details', {}, html('summary', {}, say('textBoard')), this.text)),
      html('section', { class: 'card', 'aria-label': say('beside') }, this.side_.node, this.after.node, this.talk.node)));
    this.side_.begin();
    upright.onchange = () => { if (this.state) this.draw(); };
    this.update();
  }

  /** Who only watched stops watching, unless the next view shows the same room; a seat is kept. */
  end(next) {
    upright.onchange = null;
    this.side_.end();
    if (next.room === this.room || this.side || !this.app.watched.has(this.room)) return;
    this.app.unwatch(this.room);
  }

  event(event) {
    if (event.room !== this.room) return;
    if (event.event === 'closed') { toast(say('notThere')); this.app.go('/'); return; }
    if (event.event === 'say') this.talk.show(event.name);
    if (event.event === 'state') this.update();
  }

  // --- what to show ---

  update() {
    const { state } = this;
    if (!state || !this.svg) return;
    const isMyTurn = state.moves !== undefined && this.side === state.turn && state.stage === 'playing';
    if (!isMyTurn) { this.taps = null; this.choices.replaceChildren(); }
    else if (this.taps?.seq !== state.seq) {
      this.taps = new Taps(state.game, this.side, state.moves.split(' ').filter(Boolean));
      this.taps.seq = state.seq;
      this.choices.replaceChildren();
    }
    if (state.seq !== this.shownSeq) this.take(state);
    this.zoom.hidden = state.game !== 'alea-evangelii';
    this.draw();
    this.showDice();
    this.side_.show();
    this.after.show();
    this.talk.show();
    this.showStatus();
    this.beReady();
  }

  /** Takes the news of a state: for screen readers, ears, and the title of the tab. */
  take(state) {
    const isNew = this.shownSeq !== 0;
    this.shownSeq = state.seq;
    const { game, stage } = state;
    this.title.textContent = `${sayOf('games', game) || game}: ${this.nameOf('white')} – ${this.nameOf('black')}`;
    document.title = isNew && document.hidden && this.taps ? `● ${this.app.hello.title}` : this.app.hello.title;
    if (!isNew) return;
    announce(tellAll(this, state));
    const did = new Set(state.happened.map(({ what }) => what));
    if (stage === 'over' && did.has('over')) play('over');
    else if (['capture', 'king_captured', 'warrior_taken', 'mill'].some((what) => did.has(what))) play('capture');
    else if (this.taps) play('turn');
    else if (did.has('move')) play(state.turn === this.side ? 'theirs' : 'move');
  }

  /** The squares of the latest move of a state, or of those before it. */
  lastMove(states) {
    for (let i = states.length - 1; i >= 0; i--) {
      const move = states[i].happened.findLast(({ what }) => what === 'move');
      if (move) return squaresOf(states[i].game, move.side, move.move);
    }
    return [];
  }

  showStatus() {
    const { state, side } = this;
    const { seats, stage, result } = state;
    const theirs = side && seats[other(side)], mine = side && seats[side];
    let text = '', more = null;
    const ready = (cmd) => button(say(cmd === 'resume' ? 'resumeGame' : 'ready'), () => (cmd === 'resume' ? this.ask('resume') : this.sayReady()), { class: 'main' });
    if (!side && !this.app.watched.has(this.room)) {
      text = say('lostSeat');
      more = html('div', { class: 'row' }, button(say('sitDown'), async () => { if (await this.app.sit(this.room, 'play')) this.update(); }, { class: 'main' }), button(say('back'), () => this.app.go('/')));
    } else if (stage === 'waiting' && !(seats.white && seats.black)) {
      text = say(side ? 'waitOther' : 'waitPlayers');
      more = shareBox(linkTo(this.room));
    } else if (stage === 'waiting' && side && !mine.ready) {
      text = say(theirs.ready ? 'theyReady' : 'pressReady', theirs.name);
      more = ready('ready');
    } else if (stage === 'waiting') {
      text = say('waitReady', (side ? theirs : SIDES.map((s) => seats[s]).find((seat) => !seat.ready)).name);
    } else if (stage === 'opening') text = say('opening');
    else if (stage === 'adjourned') {
      const { resume_ms: left } = state;
      const until = typeof left === 'number' ? say('adjournedUntil', new Date(Date.now() + left).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' })) : say('adjourned');
      text = mine?.ready ? `${say('waitResume', theirs.name)} ${until}` : until;
      if (side && !mine.ready) more = ready('resume');
    } else if (stage === 'over') {
      text = this.resultText(result);
      if (side && theirs) more = button(say('rematch'), () => this.rematch(), { class: 'main' });
    } else if (this.taps) text = say('yourTurn', this.whatNow());
    else text = say('theirTurn', this.nameOf(state.turn));
    if (stage === 'playing' && theirs?.offer) {
      text = `${say(theirs.offer === 'draw' ? 'theyOfferDraw' : 'theyOfferAdjourn', theirs.name)} ${text}`;
      more = button(say(theirs.offer === 'draw' ? 'takeDraw' : 'takeAdjourn'), () => this.ask(theirs.offer), { class: 'main' });
    } else if (stage === 'playing' && mine?.offer) text = `${say('youOffer')} ${text}`;
    const away = SIDES.filter((s) => s !== side && seats[s]?.away).map((s) => say('away', seats[s].name));
    this.setStatus([text, ...away].join(' '), more);
  }

  /** Says it again only when it has changed, so that screen readers do not repeat themselves. */
  setStatus(text, more) {
    if (this.status.textContent !== text) this.status.textContent = text;
    const key = more ? more.textContent : '';
    if (key === this.moreKey) return;
    this.moreKey = key;
    this.more.replaceChildren(...(more ? [more] : []));
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
    if (this.state.game === 'morris' && this.state.board.hand.some(Boolean)) return say('doPlace');
    const starts = [...this.taps.starts()];
    return say(starts.length === 1 && starts[0].endsWith('-in') ? 'doEnter' : 'doMove');
  }

  draw() {
    const none = new Set();
    const { taps, state } = this, { replayed } = this.after;
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.square : null;
    drawBoard(this.svg, replayed?.state ?? state, {
      side: this.side,
      picked: taps ? new Set(taps.picked) : none,
      targets: taps?.picked.length ? taps.targets() : none,
      starts: taps && !taps.picked.length ? taps.starts() : none,
      last: this.lastMove(replayed?.before ?? this.app.seen.states(this.room)),
    });
    if (focused) this.focus(focused);
    this.text.textContent = textOf(replayed?.state ?? state);
  }

  showDice() {
    const { state } = this;
    const key = `${state.game_id}/${state.seq}/${state.dice.join()}`;
    if (key === this.diceKey) return;
    this.diceKey = key;
    this.dice.hidden = !DICE[state.game] || !state.dice.length;
    const isNew = state.happened.some(({ what }) => what === 'throw' || what === 'start_throw');
    const isBinary = DICE[state.game]?.[1] === 2;
    const faces = state.dice.map((face) => html('span', { class: `die${isBinary ? ` two${face}` : ''}${isNew ? ' new' : ''}` }, isBinary ? (face ? '●' : '○') : String(face)));
    const sum = isBinary && state.dice.length ? html('span', { class: 'sum' }, `= ${state.roll[0] ?? state.dice.reduce((a, b) => a + b, 0)}`) : null;
    const left = state.left.length && state.left.join() !== state.roll.join() ? html('span', { class: 'sum' }, say('stillToPlay', state.left.join(', '))) : null;
    this.dice.setAttribute('aria-label', state.dice.length ? say('thrown', state.dice.join(' ')) : say('throwNone'));
    this.dice.replaceChildren(...[...faces, sum, left].filter(Boolean));
  }

  // --- being ready ---

  /** Who has just tapped "play" need not tap again. */
  beReady() {
    const { state, side, app } = this, mine = side && state.seats[side];
    if (app.eager?.room !== this.room || state.stage !== 'waiting' || !mine || !state.seats[other(side)]) return;
    const isLate = performance.now() > app.eager.until || document.hidden;
    app.eager = null;
    if (!mine.ready && !isLate) this.sayReady();
  }

  /** A second click must not replace the nonce that is sealed already. */
  async sayReady() {
    if (this.isSealing) return;
    this.isSealing = true;
    try {
      const { name } = this.app, gameId = this.state.game_id;
      const { nonce, seal } = await newNonce(keptNonce(name, gameId));
      keepNonce(name, gameId, nonce);
      await this.ask('ready', { nonce: seal });
    } finally { this.isSealing = false; }
  }

  async rematch() {
    this.app.eager = { room: this.room, until: performance.now() + 5000 };
    await this.ask('rematch');
    this.beReady();
  }

  // --- taps ---

  squareAt(x, y) { return document.elementFromPoint(x, y)?.closest('[data-square]')?.dataset.square; }

  /** A tap; or a drag, when the finger or the mouse takes a piece elsewhere.  A finger that scrolls
   *  the page is neither: the browser cancels it.  Other fingers do nothing meanwhile. */
  press(event) {
    const square = event.target.closest('[data-square]')?.dataset.square;
    if (!square || !this.taps || event.button || !event.isPrimary) return;
    const { clientX, clientY, pointerId } = event, gone = new AbortController();
    let ghost = null;
    const on = (kind, action) => window.addEventListener(kind, (e) => { if (e.pointerId === pointerId) action(e); }, { signal: gone.signal });
    on('pointermove', (e) => {
      const dx = e.clientX - clientX, dy = e.clientY - clientY;
      if (!ghost && Math.hypot(dx, dy) > DRAG_PIXELS && this.taps?.starts().has(square)) ghost = this.lift(square);
      const scale = this.svg.viewBox.baseVal.width / this.svg.clientWidth;
      ghost?.setAttribute('transform', `translate(${dx * scale} ${dy * scale})`);
    });
    on('pointerup', (e) => {
      gone.abort();
      const to = this.squareAt(e.clientX, e.clientY);
      if (to === square) this.drop(square, ghost); else if (ghost) this.drop(to, ghost);
    });
    on('pointercancel', () => { gone.abort(); if (ghost) this.drop(null, ghost); });
  }

  /** Takes a piece up: its targets are shown, and it follows the pointer. */
  lift(square) {
    this.taps.picked = [square];
    this.choices.replaceChildren();
    this.draw();
    const ghost = make('g', { class: 'ghost' });
    ghost.append(...this.svg.querySelectorAll(`[data-square="${square}"] .piece, [data-square="${square}"] .sign`));
    this.svg.append(ghost);
    drawAnew(this.svg);
    return ghost;
  }

  /** Lets a piece go on a square, or nowhere; without a piece it is a tap. */
  drop(square, ghost) {
    if (!this.taps) return;
    if (!ghost || (square && square !== this.taps.picked[0])) { this.tap(square); return; }
    this.taps.picked = [];
    this.draw();
    this.showStatus();
  }

  key(event) {
    const square = event.target.closest?.('[data-square]')?.dataset.square;
    if (!square) return;
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); this.tap(square); this.focus(square); }
    if (event.key === 'Escape' && this.taps?.picked.length) { this.taps.picked = []; this.choices.replaceChildren(); this.draw(); this.showStatus(); }
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
    best?.focus();
  }

  tap(square) {
    if (!this.taps) return;
    const result = this.taps.tap(square);
    this.choices.replaceChildren();
    if (result.wrong) this.why(result.wrong);
    if (result.choices) this.choices.replaceChildren(...result.choices.map((one) => button(choiceText(this.state.game, one), () => this.move(one.move))));
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
  async why(taps) {
    const meant = meantBy(this.state.game, this.state, taps);
    if (!meant) { toast(say('notThat', this.whatNow())); return; }
    try {
      const { legal, rule } = await this.app.line.ask('why', { room: this.room, move: meant });
      toast(legal || !rule ? say('notThat', this.whatNow()) : sayOf('rule', rule.id) || rule.text);
    } catch (error) { toast(sayError(error)); }
  }

  async leave() {
    const { stage, match } = this.state;
    if (this.side && stage !== 'adjourned') { // there the seat is kept
      const isOn = stage === 'playing' || (stage === 'waiting' && match?.leg > 1);
      if (isOn && !confirm(say('sureLeave'))) return;
      if (!(await this.ask('leave', isOn ? { sure: 'sure' } : {}))) return;
      this.app.leaveRoom(this.room);
      this.app.go('/', true);
    } else this.app.go('/');
  }
}

/** A choice between moves that begin with the same taps. */
function choiceText(game, { extra }) {
  if (game === 'stelpur') return say('playResult', extra);
  return say(extra ? 'asWarrior' : 'asPlain');
}
