// Pieces on their way, above the board: the board itself is not painted again while they move.
import { layoutIn, pieceNode, piecesAt, placeIn, scaleOf } from '../board/draw.js';
import { make } from '../board/svg.js';

export const isStill = () =>
  document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows what a step moves, above an svg; `host` lies exactly over it. */
export function fly(host, svg, game, step) {
  land(host);
  const kind = layoutIn(svg),
    { way, gone } = step;
  if (!kind || !step.ms || !(way || gone)) return;
  const layer = make('svg', { viewBox: `0 0 ${kind.width} ${kind.height}`, 'aria-hidden': 'true' });
  layer.dataset.game = game;
  host.append(layer);
  if (way) slide(layer, svg, game, kind, step, way);
  if (gone) send(layer, svg, game, kind, step, gone);
}

/** Nothing is on its way any more. */
export function land(host) {
  host.replaceChildren();
}

function slide(layer, svg, game, kind, { letters, ms, side }, way) {
  const places = way.map((name) => placeIn(svg, name) ?? placeIn(svg, `${side}-${name}`));
  const at = places.filter(Boolean);
  if (at.length < 2) return;
  const [from] = at,
    group = make('g');
  group.append(...piecesAt(game, kind, from, letters));
  layer.append(group);
  const lift = 1.12,
    frames = at.map(({ x, y }, i) => ({
      transform: `translate(${x - from.x}px, ${y - from.y}px)`,
      offset: i / (at.length - 1),
      easing: at.length > 2 ? 'ease-in-out' : 'cubic-bezier(.4, .1, .3, 1)',
    }));
  group.animate(frames, { duration: ms, fill: 'forwards' });
  group.style.transformOrigin = `${from.x}px ${from.y}px`;
  for (const piece of group.children) {
    piece.style.transformBox = 'fill-box';
    piece.style.transformOrigin = 'center';
    piece.animate(
      [{ scale: 1 }, { scale: lift, offset: 0.3 }, { scale: lift, offset: 0.7 }, { scale: 1 }],
      { duration: ms },
    );
  }
}

/** Pieces that are taken go back to their reserve, or fade. */
function send(layer, svg, game, kind, { ms }, { letters, from, to }) {
  const start = placeIn(svg, from),
    end = to && placeIn(svg, to);
  if (!start) return;
  [...letters].forEach((letter, i) => {
    const piece = make('g'),
      base = scaleOf(kind);
    piece.append(pieceNode(game, letter, start.x + 6 * i, start.y - 6 * i, base));
    layer.append(piece);
    const dx = end ? end.x - start.x : 0,
      dy = end ? end.y - start.y : -kind.cell / 3;
    piece.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px)`, opacity: end ? 0.9 : 0 },
      ],
      { duration: ms, fill: 'forwards', easing: 'ease-in' },
    );
  });
}
