// What a move does to a board, without the rules: enough to show it, square by square.  The server
// says what is true; a step that is wrong here is put right by the next state.

/** The games of Ur, and the last square of a way.
 *  @type {Record<string, number>} */
const UR = { 'royal-ur': 14, finkel: 14, blitz: 16, masters: 16, aseb: 16, akalamdung: 14, ur: 14 };
/** Those of the ring of stelpur. */
export const CORNERS = [1, 6, 7, 12, 13, 18, 19, 24];
/** @param {string} game */
export const isUr = (game) => game in UR;
/** @param {string} game */
export const lastOf = (game) => UR[game];
/** White's men in the tafl games; Black has twice as many.
 *  @type {Record<string, number>} */
export const TAFL_MEN = {
  tablut: 8,
  ashton: 8,
  brandubh: 4,
  fetlar: 12,
  copenhagen: 12,
  'alea-evangelii': 24,
};
/** @param {string} game */
export const isTafl = (game) => game in TAFL_MEN;
/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === 'white' ? 'black' : 'white');

/** The square of the board that a square of one's own way is.  In blitz and masters the ways meet
 *  from 12 on, in opposite directions.
 *  @param {string} game @param {Side} side @param {number} n */
export function ownSquare(game, side, n) {
  const last = UR[game],
    isTurning = game === 'blitz' || game === 'masters';
  if (isTurning && n > 14) return `${otherSide(side)[0]}${28 - n}`;
  const isOwn = n <= 4 || (isTurning ? n === 12 || n === 13 : last === 14 && n > 12);
  return isOwn ? side[0] + n : String(n);
}

/** The reverse: the number of a square on one's own way; 0: it is not on it.
 *  @param {string} game @param {Side} side @param {string} square */
export function ownNumber(game, side, square) {
  let n = UR[game];
  while (n > 0 && ownSquare(game, side, n) !== square) n--;
  return n;
}

/** A square that a happening names, on the board.
 *  @param {string} game @param {Side} side @param {string} at */
export const boardSquare = (game, side, at) =>
  isUr(game) && /^\d+$/.test(at) ? ownSquare(game, side, Number(at)) : at;

/** The two ends of a move of Ur: 0 is the reserve.
 *  @param {string} move @param {number} home */
function endsOf(move, home = 0) {
  const [from, to] = move.split('-');
  return {
    from: from.startsWith('in') ? 0 : Number.parseInt(from, 10),
    to: to.startsWith('off') ? home : Number.parseInt(to, 10),
  };
}

/** @param {string} game @param {Side} side @param {string} move */
function urWay(game, side, move) {
  const home = UR[game] + 1,
    { from, to } = endsOf(move, home),
    way = [];
  /** @param {number} n */
  const nameOf = (n) =>
    n === 0 ? `${side}-in` : n === home ? `${side}-off` : ownSquare(game, side, n);
  for (let n = from; n !== to && n >= 0 && n <= home; n += Math.sign(to - from)) {
    way.push(nameOf(n)); // not for ever, if it is no move of the game
  }
  return [...way, nameOf(to)];
}

/** @param {number} n @param {number} steps */
const ahead = (n, steps) => ((n - 1 + steps + 24) % 24) + 1;
/** @param {number} n */
const nextCorner = (n) => CORNERS.find((corner) => corner > n) ?? CORNERS[0];

/** Where a result leads on the ring.
 *  @param {Board} board @param {Side} side @param {number} from @param {number} result */
function ringEnd(board, side, from, result) {
  const own = side[0],
    all = Object.entries(board.squares);
  /** @param {string} letter */
  const of = (letter) => all.filter(([, one]) => one === letter).map(([name]) => Number(name));
  const mine = of(own),
    theirs = of(otherSide(side)[0]);
  const isLone = mine.length === 1;
  const to = !isLone
    ? ahead(from, result)
    : result === 1
      ? nextCorner(from)
      : nextCorner(nextCorner(from));
  const isSafe =
    theirs.length === 1 &&
    theirs[0] === to &&
    (!CORNERS.includes(to) || (mine.includes(ahead(to, 1)) && mine.includes(ahead(to, -1))));
  if (!(mine.includes(to) || isSafe)) return to;
  let end = to;
  while (mine.includes(end) || theirs.includes(end)) end = ahead(end, 1);
  return end;
}

/** @param {Board | null} board @param {Side} side @param {string} move
 *  @param {string | undefined} at */
function ringWay(board, side, move, at) {
  const [from, result] = move.split(':').map(Number),
    way = [String(from)];
  if (!at && !board) {
    return way;
  }
  const to = at || !board ? Number(at) : ringEnd(board, side, from, result);
  for (let n = from; n !== to && way.length <= 24;) {
    n = ahead(n, 1);
    way.push(String(n));
  }
  return way;
}

/** The squares over which a move goes, from the first to the last.  `at`: where it ended, if a
 *  happening has said so.
 *  @param {string} game @param {Board | null} board @param {Side} side @param {string} move
 *  @param {string} [at] */
export function wayOf(game, board, side, move, at = '') {
  if (isUr(game)) return urWay(game, side, move);
  if (game === 'stelpur') return ringWay(board, side, move, at);
  const [from, to] = move.split('x')[0].split('-');
  return to ? [from, to] : [`${side}-hand`, from];
}

// --- boards that change ---

/** @param {Board} board */
const copy = (board) => structuredClone(board);
/** @param {Side} side */
const at = (side) => (side === 'white' ? 0 : 1);

/** The letters that leave a square with a move.
 *  @param {string} game @param {string} letters @param {Side} side @param {string} move
 *  @param {Happening[]} happened */
function lifted(game, letters, side, move, happened) {
  const own = side[0];
  if (game === 'ur') {
    const end = [...letters].findIndex((one, i) => i > 0 && one.toLowerCase() === own);
    return end < 0 ? letters : letters.slice(0, end);
  }
  if (game !== 'akalamdung') return isUr(game) ? own : letters;
  if (move.includes('w')) return own.toUpperCase();
  const { from } = endsOf(move);
  const twins = letters === own + own && ![8, 10, 14].includes(from);
  return twins && !happened.some(({ what }) => what === 'parted') ? letters : own;
}

/** @param {Board} board @param {string} square @param {string} letters */
function take(board, square, letters) {
  let rest = board.squares[square] ?? '';
  for (const letter of letters) rest = rest.replace(letter, '');
  if (rest) board.squares[square] = rest;
  else delete board.squares[square];
}

/** A move on a board: {way, letters, during: the board while the piece is on its way, after: when
 *  it has landed}.  `happened`: what the move led to.
 *  @param {string} game @param {Board} board @param {Side} side @param {string} move
 *  @param {Happening[]} [happened] */
export function moved(game, board, side, move, happened = []) {
  const land = happened.find(({ what }) => what === 'land' || what === 'go_on')?.at;
  const way = wayOf(game, board, side, move, land),
    from = way[0],
    to = way[way.length - 1];
  const during = copy(board),
    i = at(side);
  let letters = side[0];
  if (from.endsWith('-in')) {
    during.reserve[i]--;
    if (move.includes('w')) letters = letters.toUpperCase();
  } else if (from.endsWith('-hand')) during.hand[i]--;
  else {
    letters = lifted(game, board.squares[from] ?? '', side, move, happened);
    take(during, from, letters);
  }
  const after = copy(during);
  if (to.endsWith('-off')) after.off[i]++;
  else {
    const isPlain = happened.some(({ what }) => what === 'warrior_lost');
    after.squares[to] = (isPlain ? letters.toLowerCase() : letters) + (after.squares[to] ?? '');
  }
  return { way, letters, during, after };
}

/** Pieces that a happening takes off the board: {board: without them, letters, from, to}; null: it
 *  takes none.
 *  @param {string} game @param {Board} board @param {Happening} arg2 */
export function taken(game, board, { what, side, at: named, n = 1 }) {
  const isBack = what === 'sent_back';
  if (!named || !(isBack || what === 'capture' || what === 'king_captured') || game === 'ur')
    return null;
  const whose = isBack ? side : otherSide(side),
    from = boardSquare(game, side, named);
  /** @param {string} letter */
  const isTheirs = (letter) =>
    /[tTK]/.test(letter)
      ? (letter === 't') === (whose === 'black')
      : letter.toLowerCase() === whose[0];
  const letters = [...(board.squares[from] ?? '')].filter(isTheirs).slice(0, n).join('');
  if (!letters) return null;
  const next = copy(board);
  take(next, from, letters);
  const during = copy(next);
  if (isUr(game)) next.reserve[at(whose)] += letters.length;
  const to = isUr(game) ? `${whose}-in` : isTafl(game) ? null : `${otherSide(whose)}-taken`;
  return { during, board: next, letters, from, to };
}

/** What else a happening changes.
 *  @param {string} game @param {Board} board @param {Happening} arg2 */
export function changed(game, board, { what, side, at: named, n = 1 }) {
  const square = named ? boardSquare(game, side, named) : '',
    letters = board.squares[square];
  const next = copy(board);
  if (what === 'promoted' && letters) {
    next.squares[square] = letters[0].toUpperCase() + letters.slice(1);
    return next;
  }
  if (what !== 'prisoners_off') return board;
  const last = `${side[0]}14`,
    foe = otherSide(side);
  const theirs = [...(board.squares[last] ?? '')].filter((one) => one.toLowerCase() === foe[0]);
  take(next, last, theirs.slice(0, n).join(''));
  next.off[at(foe)] += n;
  return next;
}
