// The connection: a WebSocket that comes back by itself, one JSON message a line.  Requests get
// ids, so that each promise gets its own answer.

const LONGEST_WAIT_MS = 15000;

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
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/ws`, 'alea.1.json');
    this.socket = socket;
    socket.onopen = () => this.handlers.open();
    socket.onmessage = (e) => this.take(JSON.parse(e.data));
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
    if (!this.socket && !this.ended) { this.failures = 0; this.connect(); }
  }

  take(message) {
    if (message.event) {
      if (message.event === 'bye' && ['banned', 'kicked', 'taken_over'].includes(message.code)) {
        this.ended = message.text;
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
