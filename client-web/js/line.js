// The connection: a WebSocket that comes back by itself, one JSON message a line.  Requests get
// ids, so that each promise gets its own answer.

const LONGEST_WAIT_MS = 15000;
/** How often the page looks whether its line is alive. */
const LOOK_MS = 500;
/** After so long without a word the page asks whether the server is still there; more rarely when
 *  nobody looks at it, so that phones can sleep. */
const QUIET_MS = 10000,
  QUIET_HIDDEN_MS = 25000;
/** Looks in a row at which something is asked and nothing has come: then the page says that it
 *  waits, and then the line is dead, whatever the browser thinks. */
const LATE_LOOKS = 3,
  DEAD_LOOKS = 16;
/** A tap after so long without a word asks first whether the line is alive. */
const TAP_QUIET_MS = 4000;
/** A line that is only slow gets more time on each try: 8, 16, 32 s. */
const DOUBLINGS_MAX = 2;

export class Line {
  /** @param {{event: function, open: function, down: function, late: function,
   *  network: function}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.asked = new Map(); // id -> {resolve, reject}
    this.lastId = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = 0; // when something came
    this.failures = 0;
    this.silent = 0; // looks since we ask for something and hear nothing
    this.deaths = 0; // lines in a row that were silent for too long
    this.ended = ''; // why the server said goodbye for good
    window.addEventListener('online', () => {
      this.handlers.network(true);
      this.soon();
    });
    window.addEventListener('offline', () => this.handlers.network(false));
    window.addEventListener('pointerdown', () => this.tapped(), { passive: true });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.soon();
    });
    setInterval(() => this.look(), LOOK_MS);
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/ws`, 'alea.1.json');
    this.socket = socket;
    this.hear();
    socket.onopen = () => {
      this.hear();
      this.handlers.open();
    };
    socket.onmessage = (e) => {
      this.hear();
      this.take(JSON.parse(e.data));
    };
    socket.onclose = () => this.lost(socket);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    for (const { reject } of this.asked.values()) reject({ error: 'lost', text: '' });
    this.asked.clear();
    this.handlers.down(this.ended);
    if (this.ended) return;
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.failures++);
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Tries again now, when the page wakes up or the network is back. */
  soon() {
    if (this.ended) return;
    if (this.socket) {
      this.probe();
      return;
    }
    this.failures = 0;
    this.connect();
  }

  /** Asks whether the server is there, unless we wait for an answer already. */
  probe() {
    if (!this.asked.size) this.ask('ping').catch(() => {});
  }

  /** Somebody is about to do something: better to know now that the line is dead. */
  tapped() {
    if (this.socket && performance.now() - this.heard > TAP_QUIET_MS) this.probe();
  }

  /** Something has come. */
  hear() {
    if (this.silent >= LATE_LOOKS) this.handlers.late(false);
    this.silent = 0;
    this.heard = performance.now();
  }

  /** A phone that slept, or changed its network, may hold a dead line that looks open.  Counts
   *  looks, not time: after a sleep of the page what has come meanwhile is read first. */
  look() {
    const { socket } = this;
    if (!socket) return;
    const isOpen = socket.readyState === WebSocket.OPEN,
      quiet = document.hidden ? QUIET_HIDDEN_MS : QUIET_MS;
    if (isOpen && !this.asked.size) {
      this.deaths = 0;
      if (performance.now() - this.heard > quiet) this.probe();
      return;
    }
    if (++this.silent === LATE_LOOKS) this.handlers.late(true);
    if (this.silent < DEAD_LOOKS * 2 ** this.deaths) return;
    this.deaths = Math.min(DOUBLINGS_MAX, this.deaths + 1);
    socket.close();
    this.lost(socket); // its close event may take a minute
  }

  /** @param {Message} message */
  take(message) {
    if (message.event) {
      if (message.event === 'bye' && ['banned', 'kicked', 'taken_over'].includes(message.code)) {
        this.ended = message.code;
      }
      this.handlers.event(message);
      return;
    }
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (!asked) return;
    if (message.error) {
      asked.reject(message);
      return;
    }
    this.failures = 0; // a server that turns us away answers nothing
    asked.resolve(message);
  }

  /** Sends a command; resolves with the reply, rejects with the error message.
   *  @param {string} cmd */
  ask(cmd, args = {}) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject({ error: 'lost', text: '' });
        return;
      }
      const id = String(++this.lastId);
      if (!this.asked.size) this.silent = 0;
      this.asked.set(id, { resolve, reject });
      const given = Object.fromEntries(
        Object.entries(args).filter(([, v]) => v !== undefined && v !== ''),
      );
      this.socket.send(JSON.stringify({ cmd, id, ...given }));
    });
  }
}
