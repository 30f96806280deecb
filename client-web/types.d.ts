// Types of the page that several modules share, for tsc --checkJs (make check-web).

type Colour = 'white' | 'black';
/** The same; room/side.js has a class of this name. */
type Side = Colour;
/** White's and Black's. */
type Pair<T> = [T, T];
/** How a game ends: a side has won, `draw`, or `none`: it was called off. */
type Outcome = Side | 'draw' | 'none';

// --- what the server says: protocol.md ---

/** A position as the server writes it: section 7.  `squares`, and what its game has beside. */
interface Board {
  squares: Record<string, string>;
  reserve: number[];
  hand: number[];
  off: number[];
}

interface Seat {
  name: string;
  ready: boolean;
  away: boolean;
  offer: 'draw' | 'adjourn' | null;
  seal?: string | null;
  nonce?: string | null;
  house?: boolean;
}

/** What happened in a room; its members depend on `what`: section 8. */
interface Happening {
  what: string;
  side: Side;
  move: string;
  at?: string;
  n?: number;
  name?: string;
  dice: number[];
  /** Of a throw that decides who begins. */
  white: number[];
  black: number[];
}

interface Result {
  outcome: Outcome;
  reason: string;
}

interface Clock {
  running: Side | null;
  white_ms: number;
  black_ms: number;
}

interface Match {
  leg: number;
  legs: number;
  half_points: Pair<number>;
  captured: Pair<number>;
  outcome: Exclude<Outcome, 'none'> | null;
}

/** The event `state`, and when it came. */
interface State {
  event: 'state';
  room: string;
  seq: number;
  snapshot?: boolean;
  game_id: string;
  game: string;
  options: string;
  rated: boolean;
  private: boolean;
  stage: 'waiting' | 'opening' | 'playing' | 'adjourned' | 'over';
  seats: Record<Side, Seat | null>;
  board: Board;
  position: string;
  turn: Side;
  roll: number[];
  dice: number[];
  left: number[];
  moves?: string;
  happened: Happening[];
  clock: Clock | null;
  result: Result | null;
  match: Match | null;
  commitment: string;
  idle_ms?: number;
  resume_ms?: number;
  came: number;
}

/** The event `say`. */
interface Said {
  event: 'say';
  room: string;
  seq: number;
  name: string;
  text: string;
  watcher?: boolean;
}

/** An error, as an answer to what the page asked; `lost`: there was no answer. */
interface Refusal {
  error: string;
  text: string;
  retry_after_ms?: number;
}

/** Any message: each view looks at the members of those that it knows. */
type Message = Record<string, any>;
/** What goes with a command. */
type Args = Record<string, string | number | undefined>;

/** A finished game: docs/fairness.md says how its dice are verified. */
interface Log {
  what: string;
  k: number;
  side: Side;
  dice: number[];
  white: number[];
  black: number[];
  move: string;
}
/** A throw or a move of a record. */
type Entry = Pick<Log, 'what' | 'dice' | 'move'>;
interface GameRecord {
  game_id: string;
  game: string;
  options: string;
  first?: Side;
  position: string;
  secret: string | null;
  commitment: string;
  players: Record<Side, { name: string; nonce: string | null; seal: string | null }>;
  log: Log[];
  result: Result | null;
}

/** What `alea analyse --json` says of a game. */
interface Judged extends Spot {
  what: string;
  before: number;
  after: number;
  dice?: number[];
  played?: string;
  best?: string;
  mark?: string | null;
}
interface Analysis {
  game: string;
  plies: number;
  position: string;
  start?: number;
  items: Judged[];
  white: { name: string; luck: number; skill: number | null };
  black: { name: string; luck: number; skill: number | null };
}
/** A position of a game, and whose turn it was. */
interface Spot {
  side: Side;
  position: string;
}

// --- boards as they are drawn ---

interface Point {
  x: number;
  y: number;
}
/** How a piece lies, from the middle of its place. */
interface Lay {
  dx: number;
  dy: number;
  scale: number;
}
/** A place for pieces: on the board, or beside it. */
interface Place extends Point {
  name?: string;
  reserve?: Side;
  off?: Side;
  side?: Side;
  of?: string;
  tray?: number[];
  lay?: (count: number) => Lay[];
}
interface Square extends Place {
  name: string;
  column?: number;
  rank?: number;
}
/** A board without its pieces. */
interface Layout {
  width: number;
  height: number;
  squares: Square[];
  under: string;
  cell: number;
  plaque?: number[];
  countAt?: number;
  pile?: (count: number) => Lay[];
  beside?: Record<string, Place>;
}
/** Whatever has a board of a game: a state, or a picture. */
interface Shown {
  game: string;
  board: Board;
  options?: string;
}
/** What verifyDice of dice.js finds. */
type Verified = Awaited<ReturnType<typeof import('./js/dice.js').verifyDice>>;
/** What is marked on a board, and for whom it is drawn. */
interface Marks {
  side?: Side;
  last: string[];
  picked?: Set<string>;
  targets?: Set<string>;
  starts?: Set<string>;
  planned?: Set<string>;
}
/** A step of the event player. */
interface Step {
  ms: number;
  one?: Happening;
  state?: State;
  seq?: number;
  n?: number;
  since?: number;
  side?: Side;
  way?: string[];
  letters?: string;
  board?: Board;
  during?: Board;
  after?: Board | null;
  dice?: number[];
  gone?: { letters: string; from: string; to: string | null };
}
/** What an svg shows: its layout, and of each square how it looks and the nodes that do. */
interface Drawn {
  name: string;
  kind: Layout;
  looks: Map<string, { look: string; nodes: SVGElement[]; marks?: string }>;
}
/** A move of ours that the server has not confirmed. */
interface Proposed {
  side: Side;
  move: string;
}
/** A move as taps. */
interface Tapped {
  move: string;
  taps: string[];
  groups: string[][]; // taps whose order does not matter
  extra: string;
}
/** What Input of room/input.js needs of a room, or of a lesson. */
interface Playground {
  svg: SVGSVGElement;
  hints: HTMLElement;
  side: Side | undefined;
  state: { game: string };
  show: { board: Board };
  taps: import('./js/moves.js').Taps | null;
  ahead?: import('./js/show/ahead.js').Ahead | null;
  hint?: { now: { squares: string[] } | null };
  lastWays?: string[][];
  skip(): boolean;
  draw(): void;
  refresh(): void;
  tap(square: string | null | undefined): void;
  choose(moves: Tapped[]): void;
  setZoom?(isWanted?: boolean): void;
}
/** A move on its way: it is lost when the line is. */
interface Sending {
  move: string;
  seq: number;
  isLost: boolean;
}

// --- elements ---

type Child = Node | string | null | undefined;
type Handlers = {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (
    event: GlobalEventHandlersEventMap[K],
  ) => unknown;
};
type Attributes = Handlers & Record<string, unknown>;

// --- the page ---

/** What is shown in <main>. */
interface View {
  begin(main: HTMLElement): unknown;
  end?(next: View): void;
  /** The connection is back, or the language is another one. */
  update?(): void;
  event?(event: Message): void;
  offerChanged?(): void;
  /** Only of a room. */
  room?: string;
  isOn?(): boolean;
  comeBack?(): void;
}

/** What main.js shares with the views. */
interface App {
  line: import('./js/line.js').Line;
  offers: import('./js/offers.js').Offers;
  messages: import('./js/messages.js').Messages;
  name: string;
  isAccount: boolean;
  /** The reply to `hello`. */
  hello: Message;
  view: View | null;
  states: Map<string, State>;
  sides: Map<string, Side>;
  watched: Set<string>;
  commitments: Map<string, string>;
  gags: Set<string>;
  seen: import('./js/seen.js').Seen;
  eager: { room: string; until: number } | null;
  go(path: string, isInstead?: boolean): Promise<void> | null;
  entered(reply: Message): void;
  ask(cmd: string, args?: Args): Promise<Message | null>;
  askName(): void;
  leaveRoom(room: string): void;
  unwatch(room: string): void;
  sit(room: string, what: string): Promise<boolean>;
  sat(reply: Message, isEager?: boolean): Promise<void> | null;
  known(gameId: string): Known;
}
/** What the page itself knows of a game. */
interface Known {
  commitment?: string;
  name?: string;
  nonce?: string | null;
}
