// The connection to the host, made anew when it breaks. Nothing is sent twice.

const ANSWER_MS = 10000; // a line that is dead tells nobody: it is given up after so long
const ASLEEP_MS = 15000; // a page that was hidden for so long does not trust its line
const FIRST_WAIT = 400, LONGEST_WAIT = 15000;

export class Link {
  // heard(message): unasked; opened(): say who you are; closed(code): 4001 and 1008 are for good, else it is tried again.
  constructor(heard, opened, closed) {
    Object.assign(this, {heard, opened, closed, count: 0, asked: new Map(), wait: FIRST_WAIT});
    window.ononline = () => this.again();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.hiddenAt = Date.now();
      else if (!this.isOpen() || Date.now() - this.hiddenAt > ASLEEP_MS) this.again();
    });
    this.open();
  }

  isOpen() { return this.socket.readyState === WebSocket.OPEN; }

  open() {
    clearTimeout(this.timer);
    this.ended = false;
    const socket = this.socket = new WebSocket(new URL(".", location).href.replace(/^http/, "ws"));
    socket.onopen = () => this.opened();
    socket.onmessage = ({data}) => this.hear(JSON.parse(data));
    socket.onclose = ({code}) => socket === this.socket && this.lost(code);
  }

  // At once, unless the host has said to stay away.
  again() {
    if (this.ended) return;
    this.wait = FIRST_WAIT;
    this.socket.close();
    this.drop();
    this.open();
  }

  drop() {
    for (const id of this.asked.keys()) this.hear({id, ok: false, lost: true, error: "There is no connection."});
  }

  lost(code) {
    this.ended = code === 4001 || code === 1008;
    this.drop();
    this.closed(code);
    if (this.ended) return;
    // Thirty phones that lost one host do not all come back in the same moment.
    this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  hear(message) {
    const asked = this.asked.get(message.id);
    if (!message.lost) this.wait = FIRST_WAIT;
    if (!asked) return this.heard(message);
    this.asked.delete(message.id);
    clearTimeout(asked.late);
    asked.answer(message);
  }

  ask(message) {
    const id = ++this.count;
    return new Promise((answer) => {
      this.asked.set(id, {answer, late: setTimeout(() => this.again(), ANSWER_MS)});
      if (this.isOpen()) this.socket.send(JSON.stringify({id, ...message}));
      else this.drop();
    });
  }
}
