// Taps, drags and keys on the board.
import { drawAnew, layoutIn, placeIn, wayNodes } from '../board/draw.js';
import { make } from '../board/svg.js';
import { toast } from '../html.js';
import { wayOf } from '../show/way.js';

/** A pointer that moves less has not dragged anything. */
const DRAG_PIXELS = 8;
/** Where a key leads.
 *  @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Fingers that go apart, or together, by this factor mean it. */
const PINCHED = 1.25;

export class Input {
  /** @param {Playground} room */
  constructor(room) {
    this.room = room;
    /** @type {string | undefined} */
    this.hinted;
    /** @type {Layout | undefined} */
    this.hintedOn;
    this.isIdle = false; // whether a tap can do nothing here
    const { svg } = room;
    svg.addEventListener('pointerdown', (e) => this.press(e));
    svg.addEventListener('keydown', (e) => this.key(e));
    svg.addEventListener('pointerover', (e) => this.hover(e));
    svg.addEventListener('focusin', (e) => this.hint(nameOf(e.target)));
    svg.addEventListener('pointerleave', () => this.hint(null));
    svg.addEventListener('click', (e) => {
      if (this.isIdle) this.tellRole(e);
    });
    svg.addEventListener('contextmenu', (e) => this.tellRole(e)); // a long press, too
    this.pinch(svg);
  }

  /** Says what a square does.
   *  @param {Event} event */
  tellRole(event) {
    const { target } = event,
      square = target instanceof Element ? target.closest('[data-square]') : null,
      role = square?.querySelector('title')?.textContent;
    if (!role) return;
    event.preventDefault();
    toast(role);
  }

  /** Two fingers make a small board larger, and small again.
   *  @param {SVGSVGElement} svg */
  pinch(svg) {
    let from = 0;
    /** @param {TouchList} arg0 */
    const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    svg.addEventListener(
      'touchstart',
      ({ touches }) => {
        from = touches.length === 2 && svg.classList.contains('fine') ? apart(touches) : 0;
      },
      { passive: true },
    );
    svg.addEventListener(
      'touchmove',
      (event) => {
        if (!from || event.touches.length !== 2) return;
        event.preventDefault();
        const part = apart(event.touches) / from;
        if (part > PINCHED) this.room.setZoom?.(true);
        else if (part < 1 / PINCHED) this.room.setZoom?.(false);
      },
      { passive: false },
    );
  }

  get taps() {
    return this.room.taps;
  }

  /** @param {number} x @param {number} y */
  squareAt(x, y) {
    return nameOf(document.elementFromPoint(x, y));
  }

  /** A tap; or a drag, when the finger or the mouse takes a piece elsewhere.  A finger that scrolls
   *  the page is neither: the browser cancels it.  Other fingers do nothing meanwhile.
   *  @param {PointerEvent} event */
  press(event) {
    this.isIdle = false;
    if (this.room.skip()) {
      event.preventDefault();
      return;
    }
    this.isIdle = !(this.taps ?? this.room.ahead);
    const square = nameOf(event.target);
    if (!square || !(this.taps ?? this.room.ahead) || event.button || !event.isPrimary) return;
    const { clientX, clientY, pointerId } = event,
      gone = new AbortController();
    /** @type {SVGGElement | null} */
    let ghost = null;
    /** @param {'pointermove' | 'pointerup' | 'pointercancel'} kind
     *  @param {(event: PointerEvent) => void} action */
    const on = (kind, action) =>
      window.addEventListener(
        kind,
        (e) => {
          if (e.pointerId === pointerId) action(e);
        },
        { signal: gone.signal },
      );
    on('pointermove', (e) => {
      const dx = e.clientX - clientX,
        dy = e.clientY - clientY,
        { svg } = this.room;
      const isDrag = !ghost && Math.hypot(dx, dy) > DRAG_PIXELS;
      if (isDrag && this.taps?.starts().has(square)) ghost = this.lift(square);
      const scale = 1 / (svg.getScreenCTM()?.a || 1);
      ghost?.setAttribute('transform', `translate(${dx * scale} ${dy * scale})`);
    });
    on('pointerup', (e) => {
      gone.abort();
      const to = this.squareAt(e.clientX, e.clientY);
      if (to === square) this.drop(square, ghost);
      else if (ghost) this.drop(to, ghost);
      else if (!this.taps && to) for (const end of [square, to]) this.room.tap(end);
    });
    on('pointercancel', () => {
      gone.abort();
      if (ghost) this.drop(null, ghost);
    });
  }

  /** Takes a piece up: its targets are shown, and it follows the pointer.
   *  @param {string} square */
  lift(square) {
    const { svg } = this.room;
    if (this.taps) this.taps.picked = [square];
    this.room.choose([]);
    this.room.draw();
    const ghost = make('g', { class: 'ghost' });
    ghost.append(...svg.querySelectorAll(`[data-square="${square}"] .piece`));
    svg.append(ghost);
    drawAnew(svg);
    return ghost;
  }

  /** Lets a piece go on a square, or nowhere; without a piece it is a tap.
   *  @param {string | null | undefined} square @param {SVGElement | null} ghost */
  drop(square, ghost) {
    if (!this.taps && ghost) {
      this.room.draw();
      return;
    }
    if (!ghost || (square && square !== this.taps?.picked[0])) {
      this.room.tap(square);
      return;
    }
    this.unpick();
  }

  unpick() {
    this.room.ahead?.clear();
    if (this.taps) this.taps.picked = [];
    this.room.choose([]);
    this.room.refresh();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const square = nameOf(event.target);
    if (!square) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (!this.room.skip()) this.room.tap(square);
      this.focus(square);
    }
    if (event.key === 'Escape') this.unpick();
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      this.step(square, event.key);
    }
  }

  /** @param {string} square */
  focus(square) {
    /** @type {SVGElement | null} */ (
      this.room.svg.querySelector(`[data-square="${square}"]`)
    )?.focus();
  }

  /** Moves the focus to the nearest square in a direction.
   *  @param {string} square @param {string} key */
  step(square, key) {
    const { svg } = this.room,
      [dx, dy] = STEPS[key] ?? [0, 0],
      start = placeIn(svg, square);
    if (!start) return;
    const { x, y } = start;
    let best = null,
      bestCost = Infinity;
    for (const { name, x: a, y: b } of layoutIn(svg)?.squares ?? []) {
      const along = (a - x) * dx + (b - y) * dy,
        aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > 1 && along + 2.5 * aside < bestCost) {
        best = name;
        bestCost = along + 2.5 * aside;
      }
    }
    if (best) this.focus(best);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType === 'mouse') this.hint(nameOf(event.target));
  }

  /** Shows the ways of a piece over the board, before it moves.
   *  @param {string | null | undefined} square */
  hint(square) {
    const { room, taps } = this,
      { hints, svg, show } = room;
    const from = taps?.picked[0] ?? square,
      plan = (room.ahead?.wish ? room.ahead : room.hint?.now)?.squares ?? [];
    const moves = taps && from ? taps.from(from) : [],
      was = taps?.picked.length || plan.length ? [] : (room.lastWays ?? []),
      key = [...plan, ...moves.map(({ move }) => move), ...was.flat()].join(),
      kind = layoutIn(svg); // another one on a phone that is turned
    if (key === this.hinted && kind === this.hintedOn) return;
    this.hinted = key;
    this.hintedOn = kind;
    hints.replaceChildren();
    if (!kind || !key) return;
    const { game } = room.state;
    const { side = 'white' } = room;
    const ways = (moves.length > 4 ? [] : moves)
      .map(({ move }) => wayOf(game, show.board, side, move))
      .filter((way) => way[0] === from);
    if (plan.length) ways.push(plan);
    const layer = make('svg', {
      viewBox: `0 0 ${kind.width} ${kind.height}`,
      'aria-hidden': 'true',
    });
    layer.append(...was.flatMap((way) => wayNodes(kind.squares, way, ' was')));
    layer.append(...ways.flatMap((way) => wayNodes(kind.squares, way)));
    hints.append(layer);
  }
}

/** @param {EventTarget | null} node */
const nameOf = (node) =>
  node instanceof Element ? node.closest('[data-square]')?.getAttribute('data-square') : undefined;
