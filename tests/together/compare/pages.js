// Four pages at each of so many tables, who do nine moves: pages.js KIND PORT TABLES RATE. A move is done when all four
// have been told of it. RATE 0: each table at once goes on; else so many moves a second begin, whatever has come of the
// others. Says {"ready":true}, waits for a line, and says how long it took.
const readline = require("readline");
const [kind, port, tables, rate] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const MOVES = 9, SEATS = 4, AT_ONCE = 50;

class Table {
  constructor(number) {
    Object.assign(this, {number, moves: 0, told: Array(SEATS).fill(0), waits: false});
  }
  // A page has been told of so many moves.
  hear(seat, moves) {
    this.told[seat] = moves;
    if (this.waits && this.told.every((each) => each > this.moves)) {
      this.moves++;
      this.waits = false;
      took.push(performance.now() - this.began);
      if (this.moves < MOVES) idle.push(this);
      next();
    }
  }
  act() {
    this.waits = true;
    this.began = performance.now();
    this.move();
  }
}

class Theirs extends Table {
  open() {
    const {Client} = require("boardgame.io/client"), {SocketIO} = require("boardgame.io/multiplayer"), {nine} = require("./nine.js");
    this.clients = this.told.map((_, seat) => Client({game: nine, numPlayers: SEATS, matchID: String(this.number), playerID: String(seat),
      multiplayer: SocketIO({server: `http://127.0.0.1:${port}`, socketOpts: {transports: ["websocket"]}}), debug: false}));
    // The first makes the match.
    return this.clients.reduce((before, client, seat) => before.then(() => new Promise((ready) => {
      client.start();
      client.subscribe((state) => {
        if (!state) return;
        ready();
        this.hear(seat, state.ctx.turn - 1 + (state.ctx.gameover ? 1 : 0));
      });
    })), Promise.resolve());
  }
  move() { this.clients[this.moves % SEATS].moves.take(this.moves); }
}

class Ours extends Table {
  async open() {
    const WebSocket = require("ws");
    // A host opens twenty tables an hour for an address, and loopback has many.
    const line = () => new Promise((opened) => {
      const address = Math.floor(this.number / 20), socket = new WebSocket(`ws://127.0.0.1:${port}/`,
        {localAddress: `127.1.${address >> 8}.${(address & 255) || 256 - 1}`, perMessageDeflate: false});
      socket.on("open", () => opened(socket));
    });
    const ask = (socket, message) => new Promise((answer) => {
      const hear = (data) => {
        const told = JSON.parse(data);
        if (!("ok" in told)) return;
        socket.off("message", hear);
        if (!told.ok) throw new Error(told.error);
        answer(told);
      };
      socket.on("message", hear);
      socket.send(JSON.stringify({id: 1, ...message}));
    });
    this.lines = await Promise.all(this.told.map(line));
    const {table} = await ask(this.lines[0], {open: {track: "first-oval", players: SEATS, rules: "classroom", set: {order: "listed"}}});
    for (const [seat, socket] of this.lines.entries()) {
      await new Promise((seen) => {
        socket.on("message", (data) => {
          const text = data.toString(), at = text.startsWith('{"view":{"n":') && parseInt(text.slice(13));
          if (at === false) return;
          if (text.includes('"car":' + (seat + 1) + ',"moves"') || at === 0) this.views ??= [], (this.views[seat] = text);
          this.hear(seat, at);
          seen();
        });
        ask(socket, {join: table.code, name: `Seat ${seat}`});
      });
    }
  }
  move() {
    const seat = this.moves % SEATS, {moves} = JSON.parse(this.views[seat]).view;
    const {action} = moves.find((move) => move.outcome === "clear") ?? moves[0];
    this.lines[seat].send(JSON.stringify({id: 2, do: action, n: this.moves}));
  }
}

const all = [...Array(tables).keys()].map((number) => new {theirs: Theirs, ours: Ours}[kind](number));
const idle = [], took = [];
let begun = 0;
const next = () => {
  if (took.length === tables * MOVES) return finish();
  if (!rate) while (idle.length && begun - took.length < AT_ONCE) begun++, idle.shift().act();
};

function finish() {
  const seconds = (performance.now() - started) / 1000;
  took.sort((a, b) => a - b);
  console.log(JSON.stringify({moves: took.length, seconds, median: took[took.length >> 1], p99: took[Math.floor(took.length * 0.99)]}));
  process.exit(0);
}

let started;
function begin() {
  started = performance.now();
  idle.push(...all);
  next();
  if (!rate) return;
  setInterval(() => {
    for (const due = (performance.now() - started) / 1000 * rate; begun < due && idle.length;) begun++, idle.shift().act();
  }, 1);
}

(async () => {
  for (let i = 0; i < tables; i += 20) await Promise.all(all.slice(i, i + 20).map((table) => table.open()));
  console.log(JSON.stringify({ready: true}));
  readline.createInterface({input: process.stdin}).once("line", begin);
})();
