// The connection: a WebSocket that comes back by itself, one JSON message a line.  Requests get
// ids, so that each promise gets its own answer.

const LONGEST_WAIT_MS = 15000;
/** After so long without a word the page asks whether the server is still there. */
const QUIET_MS = 25000;
/** If nothing comes within this time, the connection is dead, whatever the browser thinks. */
const ANSWER_MS = 6000;

export class Line {
  /** @param {{event: function, open: function, down: function}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.asked = new Map(); // id -> {resolve, reject}
    this.lastId = 0;
    this.failures = 0;
    this.ended = ''; // why the server said goodbye for good
    window.addEventListener('online', () => this.soon());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.soon(); });
    setInterval(() => { if (performance.now() - this.heard > QUIET_MS) this.probe(); }, QUIET_MS / 5);
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/ws`, 'alea.1.json');
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => this.handlers.open();
    socket.onmessage = (e) => { this.heard = performance.now(); this.take(JSON.parse(e.data)); };
    socket.onclose = () => this.lost(socket);
  }

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
    if (this.socket) { this.probe(); return; }
    this.failures = 0;
    this.connect();
  }

  /** A phone that slept, or changed its network, may hold a dead connection that looks open. */
  probe() {
    const { socket } = this;
    if (!socket || this.probing === socket) return;
    this.probing = socket;
    const since = performance.now();
    this.ask('ping').catch(() => {});
    setTimeout(() => {
      this.probing = null;
      if (socket !== this.socket || this.heard > since) return;
      socket.close();
      this.lost(socket); // its close event may take a minute
    }, ANSWER_MS);
  }

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
    if (message.error) { asked.reject(message); return; }
    this.failures = 0; // a server that turns us away answers nothing
    asked.resolve(message);
  }

  /** Sends a command; resolves with the reply, rejects with the error message. */
  ask(cmd, args = {}) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject({ error: 'lost', text: '' });
        return;
      }
      const id = String(++this.lastId);
      this.asked.set(id, { resolve, reject });
      const given = Object.fromEntries(Object.entries(args).filter(([, v]) => v !== undefined && v !== ''));
      this.socket.send(JSON.stringify({ cmd, id, ...given }));
    });
  }
}
