// Types of the page that several modules share, for tsc --checkJs (make check-web).
import type { Line } from './js/line.js';
import type { Messages } from './js/messages.js';
import type { Offers } from './js/offers.js';
import type { Seen } from './js/seen.js';

export type Side = 'white' | 'black';

/** A position as the server writes it: protocol.md, section 7. */
export interface Board {
  squares: Record<string, string>;
  reserve?: number[];
  hand?: number[];
  off?: number[];
}

export interface Seat {
  name: string;
  ready: boolean;
  away: boolean;
  offer: string | null;
}

/** What happened in a room; its members depend on `what`: protocol.md, section 8. */
export interface Happening {
  what: string;
  [member: string]: any;
}

/** The event `state`, and when it came. */
export interface State {
  room: string;
  seq: number;
  game_id: string;
  game: string;
  stage: 'waiting' | 'opening' | 'playing' | 'adjourned' | 'over';
  seats: { white: Seat | null; black: Seat | null };
  board: Board;
  happened: Happening[];
  came?: number;
  [member: string]: any;
}

/** What is shown in <main>. */
export interface View {
  begin(main: HTMLElement): unknown;
  end?(next: View): void;
  /** The connection is back, or the language is another one. */
  update?(): void;
  event?(event: any): void;
  offerChanged?(): void;
  /** Only of a room. */
  room?: string;
  isOn?(): boolean;
  comeBack?(): void;
}

/** What main.js shares with the views. */
export interface App {
  line: Line;
  offers: Offers;
  messages: Messages;
  name: string;
  isAccount: boolean;
  /** The reply to `hello`. */
  hello: any;
  view: View | null;
  states: Map<string, State>;
  sides: Map<string, Side>;
  watched: Set<string>;
  commitments: Map<string, string>;
  gags: Set<string>;
  seen: Seen;
  eager: { room: string; until: number } | null;
  go(path: string, isInstead?: boolean): Promise<void> | null;
  entered(reply: any): void;
  ask(cmd: string, args?: object): Promise<any>;
  askName(): void;
  leaveRoom(room: string): void;
  unwatch(room: string): void;
  sit(room: string, what: string): Promise<boolean>;
  sat(reply: any, isEager?: boolean): Promise<void> | null;
  known(gameId: string): { commitment?: string; name: string; nonce?: string | null };
}
