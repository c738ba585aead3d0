// The connection to the host: questions with their answers, and what the host tells unasked.
//
// A phone sleeps, a page is reloaded, a network goes away: the token of the seat lies in the
// browser, and whoever comes back says it and is told how the race stands. Nothing is sent twice:
// whether a move was done before the line broke is seen from the view that comes next.

const ANSWER_MS = 10000; // a line that is dead tells nobody: it is given up after so long
const ASLEEP_MS = 15000; // a page that was hidden for so long does not trust its line
const FIRST_WAIT = 400, LONGEST_WAIT = 15000;

export const remember = (code, token) => localStorage.setItem(`seat ${code}`, token);
export const remembered = (code) => localStorage.getItem(`seat ${code}`);
export const forget = (code) => localStorage.removeItem(`seat ${code}`);

export class Link {
  // heard(message): what came unasked; opened(): the line is there, say who you are;
  // closed(code): 4001: another device has the seat; 1008: too much was asked; 0: it is tried again.
  constructor(heard, opened, closed) {
    Object.assign(this, {heard, opened, closed, count: 0, waiting: new Map(), wait: FIRST_WAIT});
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.hiddenAt = Date.now();
      else if (!this.isOpen() || Date.now() - this.hiddenAt > ASLEEP_MS) this.again();
    });
    this.open();
  }

  isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    this.ended = false;
    const socket = this.socket = new WebSocket(new URL(".", location).href.replace(/^http/, "ws"));
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  // Anew and at once, unless the host has said to stay away.
  again() {
    if (this.ended) return;
    const old = this.socket;
    this.wait = FIRST_WAIT;
    this.open();
    old.close();
    this.drop();
  }

  drop() {
    for (const {refuse} of this.waiting.values()) refuse(new Error("the connection was lost"));
    this.waiting.clear();
  }

  lost(code) {
    this.ended = code === 4001 || code === 1008;
    this.drop();
    this.closed(this.ended ? code : 0);
    if (this.ended) return;
    // Thirty phones that lost one host do not all come back in the same moment.
    this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  hear(message) {
    this.wait = FIRST_WAIT;
    const asked = this.waiting.get(message.id);
    if (!asked) return this.heard(message);
    this.waiting.delete(message.id);
    clearTimeout(asked.late);
    asked.answer(message);
  }

  ask(message) {
    const id = ++this.count;
    return new Promise((answer, refuse) => {
      if (!this.isOpen()) return refuse(new Error("there is no connection"));
      const late = setTimeout(() => this.again(), ANSWER_MS);
      this.waiting.set(id, {answer, late, refuse: (error) => (clearTimeout(late), refuse(error))});
      this.socket.send(JSON.stringify({id, ...message}));
    });
  }
}
