// The page of a seat: shows what the host tells, and hands in what is chosen of it.
import * as circuit from "./circuit.js";
import * as graphPaper from "./graph_paper.js";
import * as lesson from "./lesson.js";
import {Link} from "./link.js";
import {Sheet, car, ink} from "./sheet.js";
import * as stockCars from "./stock_cars.js";
import {badge, box, button, list, main, make, many, nth, say, small, span} from "./words.js";

const GAMES = {"graph-paper": graphPaper, "stock-cars": stockCars, circuit};
const DOUBLE_MS = 300, LINES = 200; // two taps within are one; of the log
const $ = (id) => document.getElementById(id);
const show = (id, shown) => ($(id).hidden = !shown);
const kept = localStorage; // name, theme, and the token of the seat at each table

class Page {
  constructor() {
    Object.assign(this, {code: location.hash.slice(1).toUpperCase(), seat: 0, lines: [], covered: true});
    this.sheet = new Sheet($("paper"), (unit) => this.view && this.paint(unit));
    this.link = new Link((message) => this.hear(message), () => this.greet(), (code) => this.lost(code));
  }

  get game() { return GAMES[this.table.race.game]; }
  get state() { return this.view.state; }
  get rules() { return this.table.race.rules; }
  me() { // to be driven from here, or else the first of this seat
    return this.state.cars.find((c) => c.car === this.view.car) ?? this.state.cars.find((c) => c.player === this.seat);
  }
  seatOf(c) { return this.table.seats[c.player - 1]; }
  pen(c) { return this.seatOf(c).pen; }
  owes(c) { return this.view.turn.includes(c.car); }
  nameOf(number) {
    const {name, cars} = this.seatOf(this.state.cars[number - 1]);
    return name + (cars.length > 1 ? ` ${cars.indexOf(number) + 1}` : "");
  }
  hidden() { return this.moves && this.view.secret && this.covered; }
  ask(message) { return this.link.ask(message); }
  async want(message) {
    const answer = await this.ask(message);
    if (!answer.ok) this.say(answer.late ? "Somebody was faster: choose again." : answer.error);
    return answer.ok && answer;
  }

  async greet() {
    trouble();
    const token = kept[this.code];
    if (!token) return this.watching ? this.enter({watch: this.code}) : showJoin();
    const answer = await this.ask({token});
    if (answer.ok) return this.sit(answer);
    if (answer.lost) return;
    delete kept[this.code];
    showJoin(answer.error);
  }

  async enter(message) {
    const answer = await this.ask(message);
    if (!answer.ok) return showJoin(answer.error);
    this.watching = "watch" in message;
    this.sit(answer);
  }

  sit({seat = 0, token, table}) {
    const seen = JSON.parse(sessionStorage.getItem(this.code));
    if (token) kept[this.code] = token;
    Object.assign(this, {seat, view: null, trails: seen ?? {}});
    showRace(true);
    this.setTable(table);
    this.sheet.load(`table/${this.code}/course.svg`).then((drawn) => {
      this.game.prepare?.(drawn.querySelector("metadata").textContent);
      this.look();
    }).catch(() => trouble("The course could not be fetched."));
  }

  setTable(table) {
    this.table = table;
    this.sheet.height = table.race.sheet?.[1];
    $("title").textContent = document.title = table.course;
    this.refresh();
  }

  lost(code) {
    const again = (words) => button("again", () => this.link.open(), words);
    if (code === 4001) trouble("This seat is driven from another device now.", again("Drive from here"));
    else if (code === 1008) trouble("Too much was sent from here.", again("Connect again"));
    else trouble("No connection. It is tried again …");
    this.refresh();
  }

  hear({table, events, log, view, votes, question}) {
    if (table) this.setTable(table);
    for (const {type, car, path} of events ?? [])
      for (const [x, y, heading] of type === "drove" ? path : []) this.follow(car, this.game.spot(this, {x, y, heading}));
    if (log) this.tell(log);
    if (view) this.show(view, !this.goesOn(view));
    if (votes) this.votes = votes, this.refresh();
    if (question !== undefined) lesson.take(question), this.refresh();
  }

  // What others enter in secret disturbs nothing that is being written here.
  goesOn({n, secret, car, state: {round, phase}}) {
    const was = this.view;
    return was && (n === was.n || secret && was.secret && car === was.car && round === was.state.round && phase === was.state.phase);
  }

  show(view, fresh) {
    this.view = view;
    $("race").dataset.n = view.n;
    this.moves = view.car && !view.state.over ? view : null;
    this.list = view.moves;
    this.ends = view.clock && Date.now() + view.clock;
    for (const c of view.state.cars) if (c.x != null) this.follow(c.car, this.game.spot(this, c));
    sessionStorage.setItem(this.code, JSON.stringify(this.trails));
    if (!fresh) return this.refresh();
    this.votes = null;
    this.hold();
    this.game.begin(this);
    this.refresh();
    this.look();
    this.announce();
  }

  // The ways of the cars, as far as they were seen from here; they outlive a reload.
  follow(car, {at}) {
    const way = this.trails[car] ??= [], is = (other) => at.join() === other?.join();
    if (is(way.at(-1))) return;
    if (is(way.at(-2))) way.pop();
    else way.push(at);
  }

  tell(lines) {
    this.lines = [...(this.view ? this.lines : []), ...lines].slice(-LINES); // before the first view all of it is told
    this.news = lines.slice(-4).join(" ");
    this.announce();
  }
  announce() { $("live").replaceChildren(this.news ?? "", make("span", {class: "unseen"}, " ", this.view && headline(this))); }

  // A tap is not meant for what came up just now.
  hold() {
    $("controls").ariaBusy = "true";
    this.shown = performance.now();
    clearTimeout(this.held);
    this.held = setTimeout(() => ($("controls").ariaBusy = "false"), DOUBLE_MS);
  }

  async act(action) {
    if (this.busy || window.event?.timeStamp < this.shown + DOUBLE_MS) return;
    this.busy = true;
    await this.want({do: action, n: this.view.n});
    this.busy = false;
  }

  async drive(action, bad) { // it asks before the first time
    if (bad && !this.warned && !(await this.sure(`${bad} Drive there all the same?`))) return;
    this.warned ||= bad;
    this.act(action);
  }

  say(text) { trouble(text, button("good", () => trouble(), "OK")); }

  sure(text) {
    $("sure-text").textContent = text;
    $("sure").returnValue = "";
    $("sure").showModal();
    return new Promise((done) => ($("sure").onclose = () => done($("sure").returnValue)));
  }

  cover(covered) {
    this.covered = covered;
    this.hold();
    this.refresh();
    this.look();
    $("controls").querySelector("button")?.focus();
  }

  look(near = this.moves && !this.hidden()) {
    const spot = this.me() && this.game.spot(this, this.me());
    this.sheet.lookAt(near ? [spot, ...this.sheet.marks.filter((m) => m.drawn)].filter(Boolean).map(({at}) => at) : []);
  }

  draw() {
    this.sheet.marks = lesson.onSheet() ? lesson.marks(this) : this.moves && !this.hidden() && this.link.isOpen() ? this.game.marks(this) : [];
    this.sheet.draw();
  }
  paint(unit) {
    const {cars} = this.state, ways = cars.map((c) => ink(this.trails[c.car] ?? [], unit, this.pen(c)));
    return [ways, this.moves && !this.hidden() && this.game.plan?.(this, unit), cars.map((c) => {
      const spot = this.game.spot(this, c);
      return spot && car(spot, unit, this.pen(c), this.owes(c), /finished|retired/.test(c.status));
    })];
  }

  refresh() {
    if (!this.view) return;
    const focused = document.activeElement, {dataset: {key}, selectionStart, type} = focused, me = this.me();
    this.byKeys = key ? focused.matches(":focus-visible") : this.byKeys && focused === document.body;
    if (me) $("paper").style.setProperty("--pen", `var(--${this.pen(me)})`);
    $("round").textContent = `${this.game === graphPaper ? "Round" : "Turn"} ${this.state.round}`;
    $("turn").replaceChildren(...(me ? [badge(this.pen(me))] : []), headline(this));
    show("cover", this.moves && this.view.secret && !this.covered);
    $("cars").replaceChildren(...this.state.cars.map((c) => card(this, c)));
    $("log").replaceChildren(...this.lines.map((line) => make("li", null, line)));
    $("story").scrollTop = $("story").scrollHeight;
    $("race").classList.toggle("asked", lesson.open() && !lesson.onSheet());
    this.sheet.pick = null;
    $("controls").replaceChildren(...[below(this)].flat(9).filter(Boolean));
    this.draw();
    const again = this.byKeys && (document.querySelector(`[data-key="${key}"]`) ?? $("controls").querySelector("button, input"));
    again?.focus?.();
    if (type === "text") again?.setSelectionRange?.(selectionStart, selectionStart);
  }
}

function headline(page) {
  if (lesson.open()) return "A question.";
  const {state, view} = page, me = page.me(), late = page.ends ? `, ${span(Math.ceil((page.ends - Date.now()) / 1000))} left` : "";
  if (state.over) return me?.place ? `The race is over: you are ${nth(me.place)}.` : "The race is over.";
  if (page.moves) return `${view.vote ? "Your team votes" : view.secret ? "Your turn, in secret" : "Your move"}${late}.`;
  const names = view.turn.map((car) => page.nameOf(car) + (page.seatOf(state.cars[car - 1]).here === false ? " (away)" : ""));
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} to move${late}.`;
}

function below(page) {
  if (lesson.open()) return lesson.controls(page);
  if (page.state.over) return make("ol", {class: "places"}, [...page.state.cars].sort((a, b) => (a.place ?? 99) - (b.place ?? 99)).map((c) =>
    make("li", null, badge(page.pen(c)), make("b", null, c.place ? nth(c.place) : "–"), page.nameOf(c.car))));
  if (!page.moves) return page.seat ? null : say("You are watching.");
  if (page.hidden()) return box("cover", "What you write is a secret.", main("uncover", () => page.cover(false), "Show it to me"));
  return [page.game.controls(page), page.votes && page.game !== graphPaper && small(list("Votes", ...Object.entries(page.votes).map((each) => each.join(": "))))];
}

function card(page, c) {
  const {here, driver} = page.seatOf(c), [brief, ...more] = page.game.standing(c, page.rules), own = c.player === page.seat;
  return make("li", {class: "card", pen: page.pen(c), "aria-current": page.owes(c)}, badge(page.pen(c)), make("b", null, page.nameOf(c.car), own && small(" (you)")),
    small(c.place ? nth(c.place) : driver === "human" ? here === false && "away" : driver),
    make("span", null, brief, small(list(" ", ...more, c.missed_turns > 0 && `misses ${many(c.missed_turns, "turn")}`))));
}

function trouble(text, more = "") {
  show("trouble", text);
  $("trouble").replaceChildren(text ?? "", more);
}

function showRace(shown) {
  show("join", !shown);
  show("race", shown);
  show("side-button", shown);
}

function showJoin(refused = "") {
  showRace(false);
  $("code").value ||= page.code;
  $("name").value ||= kept.name ?? "";
  $("refused").textContent = refused;
  ($("code").value ? $("name") : $("code")).focus();
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  kept.theme = name;
  $("theme").textContent = `Colours: ${name}`;
}

// So that it opens without a network, too; by https, or on this device.
window.caches?.open("page").then((cache) => cache.addAll(["./", ...performance.getEntriesByType("resource").map((each) => each.name)]))
  .then(() => navigator.serviceWorker.register("worker.js"));
theme(kept.theme ?? (matchMedia("(prefers-contrast: more)").matches ? "high contrast" : "paper"));
const page = new Page();
onhashchange = () => location.reload();
document.onvisibilitychange = () => document.hidden && page.moves && page.view?.secret && page.cover(true);

const enter = (message) => {
  page.code = $("code").value.toUpperCase();
  history.replaceState(null, "", `#${page.code}`);
  page.enter(message(page.code));
};
$("join").onsubmit = (event) => {
  event.preventDefault();
  kept.name = $("name").value;
  enter((join) => ({join, name: $("name").value.trim()}));
};
const press = (id, act) => ($(id).onclick = () => ($("menu").close(), act()));
press("open", async () => {
  const {error, table} = await page.ask({open: {track: $("track").value, players: +$("players").value, clock: +$("clock").value}});
  $("refused").textContent = error ?? `Open: ${table.code}. Take a seat.`;
  if (table) $("code").value = table.code;
});
press("watch", () => enter((watch) => ({watch})));
press("cover", () => page.cover(true));
press("own", () => page.look(true));
press("all", () => page.sheet.lookAt([]));
press("close", () => {});
press("side-button", () => $("side-button").setAttribute("aria-expanded", $("side").classList.toggle("open")));
press("menu-button", () => {
  $("who").textContent = list(`Table ${page.code}`, page.seat && `seat ${page.seat}`);
  show("undo", page.seat && page.table.undo);
  show("leave", page.seat);
  $("menu").showModal();
});
$("theme").onclick = () => theme({paper: "blackboard", blackboard: "high contrast"}[kept.theme] ?? "paper");
press("undo", () => page.want({undo: true}));
press("leave", async () => {
  if (!(await page.sure("Give the seat back to anybody?")) || !(await page.want({leave: true}))) return;
  delete kept[page.code];
  Object.assign(page, {seat: 0, view: null});
  showJoin();
});
document.onkeydown = (event) => {
  if (!page.view || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input") || document.querySelector("dialog[open]")) return;
  if (event.key === "+" || event.key === "-") page.sheet.zoom(event.key === "+" ? 0.7 : 1.4);
  else if (page.moves && !event.repeat && !lesson.open()) page.game.key?.(page, event);
};
setInterval(() => page.ends && page.view && !document.hidden && $("turn").lastChild.replaceWith(headline(page)), 1000);
