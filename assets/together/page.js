// The page of a seat: joins a table, shows the race as the host tells it, and hands in what is chosen.
//
// It has no rules of its own: what can be done are the moves of the view, and who owes nothing has none.
import * as circuit from "./circuit.js";
import * as graphPaper from "./graph_paper.js";
import * as lesson from "./lesson.js";
import {Link, forget, remember, remembered} from "./link.js";
import {Sheet} from "./sheet.js";
import * as stockCars from "./stock_cars.js";
import {badge, box, button, list, make, nth, say} from "./words.js";

const GAMES = {"graph-paper": graphPaper, "stock-cars": stockCars, circuit};
const DOUBLE_MS = 300; // two taps within that time are one
const LINES = 200; // of what happened
const $ = (id) => document.getElementById(id);
const show = (id, shown) => ($(id).hidden = !shown);
const kept = (name, value) => (value === undefined ? localStorage.getItem(`graph-prix ${name}`) : localStorage.setItem(`graph-prix ${name}`, value));

class Page {
  constructor() {
    Object.assign(this, {code: codeOf(location.hash), seat: 0, table: null, view: null, moves: null, trails: {}, lines: [], busy: false, covered: true});
    this.sheet = new Sheet($("paper"), (unit) => (this.view ? this.game.paint(this, unit) : []));
    this.link = new Link((message) => this.hear(message), () => this.greet(), (code) => this.lost(code));
  }

  get game() { return GAMES[this.table.race.game]; }
  get state() { return this.view.state; }
  get rules() { return this.table.race.rules; }
  me() { // the car that is to be driven from here, or else the first of this seat
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
  async told(message) { return this.ask(message).catch((error) => ({ok: false, error: error.message})); }

  // --- the table ----------------------------------------------------------------------------

  async greet() {
    trouble();
    const token = remembered(this.code);
    if (!token) return this.watching ? this.enter({watch: this.code}) : showJoin(this.code);
    const answer = await this.ask({token}).catch(() => null); // the line broke again: it is tried again
    if (answer?.ok) return this.sit(answer);
    if (answer) forget(this.code);
    if (answer) showJoin(this.code, answer.error);
  }

  // Takes a seat, or only a look.
  async enter(message) {
    const answer = await this.told(message);
    if (!answer.ok) return showJoin(this.code, answer.error);
    this.watching = "watch" in message;
    this.sit(answer);
  }

  sit({seat = 0, token, table}) {
    const seen = JSON.parse(sessionStorage.getItem(this.code) ?? "{}");
    if (token) remember(this.code, token);
    Object.assign(this, {seat, view: null, trails: seen.trails ?? {}, lines: seen.lines ?? []});
    show("join", false);
    show("race", true);
    show("side-button", true);
    this.setTable(table);
    this.sheet.load(`table/${this.code}/course.svg`).then((drawn) => {
      this.game.prepare?.(drawn.querySelector("metadata").textContent);
      this.look();
    }).catch(() => trouble("The course could not be fetched."));
  }

  setTable(table) {
    this.table = table;
    this.sheet.size = table.race.sheet ?? this.sheet.size;
    $("title").textContent = document.title = table.course;
    this.refresh();
  }

  lost(code) {
    const again = (words) => button("again", () => this.link.open(), words);
    if (code === 4001) trouble("This seat is driven from another device or tab now.", again("Drive from here"));
    else if (code === 1008) trouble("Too much came from here, and the host closed the line.", again("Connect again"));
    else trouble("No connection. It is tried again …");
    this.refresh();
  }

  hear({table, events, log, view, question, result}) {
    if (table) this.setTable(table);
    for (const {type, car, from, path} of events ?? [])
      if (type === "drove") (this.trails[car] ??= [from.slice(0, 2)]).push(...path.map((at) => at.slice(0, 2)));
    if (log) this.tell(log);
    if (view) this.show(view, !this.goesOn(view));
    if (question !== undefined) lesson.take(question);
    if (result) this.words = result;
    if (question !== undefined || result) this.refresh();
  }

  // What others enter in secret meanwhile takes nothing away from what is being written here.
  goesOn({n, secret, car, state: {round, phase}}) {
    const was = this.view;
    return was && (n === was.n || secret && was.secret && car === was.car && round === was.state.round && phase === was.state.phase);
  }

  show(view, fresh) {
    this.view = view;
    $("race").dataset.n = view.n;
    this.moves = view.car && !view.state.over ? view : null;
    this.ends = view.clock && Date.now() + view.clock;
    for (const c of view.state.cars) this.follow(c);
    this.keep();
    if (fresh) {
      this.hold();
      this.game.begin(this);
    }
    this.refresh();
    if (fresh) {
      this.look();
      this.announce();
    }
  }

  // The ways of the cars and what was said, as far as it was seen from here: both outlive a reload.
  follow(c) {
    const at = this.game.spot(c), way = this.trails[c.car] ??= [], is = (other) => at.join() === other?.join();
    if (!at || is(way.at(-1))) return;
    if (is(way.at(-2))) way.pop(); // taken back
    else way.push(at);
  }
  keep() { sessionStorage.setItem(this.code, JSON.stringify({trails: this.trails, lines: this.lines})); }

  tell(lines) {
    this.lines = [...this.lines, ...lines].slice(-LINES);
    this.news = lines.slice(-4).join(" ");
    this.keep();
    this.announce();
  }
  announce() { $("live").textContent = [this.news, this.view && headline(this)].filter(Boolean).join(" "); }

  // --- what is done -------------------------------------------------------------------------

  // What came up just now is not taken: that tap was meant for what was there before.
  hold() {
    const controls = $("controls");
    controls.ariaBusy = "true";
    clearTimeout(this.held);
    this.held = setTimeout(() => (controls.ariaBusy = "false"), DOUBLE_MS);
  }

  // The number of lines goes along: what was chosen on an older sheet is refused by the host.
  async act(action) {
    if (this.busy || $("controls").ariaBusy === "true") return;
    this.busy = true;
    const answer = await this.told({do: action, n: this.view.n});
    this.busy = false;
    if (!answer.ok) this.say(answer.late ? "Somebody was faster: choose again." : answer.error);
  }

  say(text) { trouble(text, button("good", () => trouble(), "Good")); }

  sure(text) {
    $("sure-text").textContent = text;
    $("sure").returnValue = "no";
    $("sure").showModal();
    return new Promise((done) => $("sure").addEventListener("close", () => done($("sure").returnValue === "yes"), {once: true}));
  }

  cover(covered) {
    this.covered = covered;
    this.hold();
    this.refresh();
    this.look();
    $("controls").querySelector("button")?.focus();
  }

  // --- what is seen -------------------------------------------------------------------------

  look(near = this.moves && !this.hidden()) {
    this.sheet.lookAt(near && this.me() ? this.game.inView(this) : []);
  }

  refresh() {
    if (!this.view) return;
    const {dataset, selectionStart, type} = document.activeElement, me = this.me();
    $("round").textContent = `${this.game.unitName} ${this.state.round}`;
    $("turn").replaceChildren(...(me ? [badge(this.pen(me))] : []), headline(this));
    show("cover", this.moves && this.view.secret && !this.covered);
    $("cars").replaceChildren(...this.state.cars.map((c) => card(this, c)));
    $("log").replaceChildren(...this.lines.map((line) => make("li", null, line)));
    $("story").scrollTop = $("story").scrollHeight;
    $("controls").replaceChildren(...[below(this)].flat(9).filter(Boolean));
    this.sheet.targets = this.moves && !this.hidden() && this.link.isOpen() ? this.game.targets(this) : [];
    this.sheet.draw();
    const again = dataset.key && document.querySelector(`[data-key="${dataset.key}"]`);
    again?.focus();
    if (type === "text") again?.setSelectionRange(selectionStart, selectionStart);
  }
}

function headline(page) {
  const {state, view} = page, me = page.me(), late = page.ends ? `, ${Math.ceil((page.ends - Date.now()) / 1000)} s left` : "";
  if (state.over) return me?.place ? `The race is over: you are ${nth(me.place)}.` : "The race is over.";
  if (page.moves) return `${view.secret ? "Your turn, in secret" : "Your move"}${late}.`;
  const names = view.turn.map((car) => page.nameOf(car) + (page.seatOf(state.cars[car - 1]).here === false ? " (away)" : ""));
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} to move${late}.`;
}

function below(page) {
  if (lesson.open()) return lesson.controls(page);
  if (page.state.over) return make("ol", {class: "places"}, [...page.state.cars].sort((a, b) => (a.place ?? 99) - (b.place ?? 99)).map((c) =>
    make("li", null, badge(page.pen(c)), make("b", null, c.place ? nth(c.place) : "–"), " ", page.nameOf(c.car), make("small", null, page.words?.[c.car - 1].words))));
  if (!page.moves) return page.seat ? null : say("You are watching.");
  if (page.hidden()) return box("cover", "What you write is a secret.", button("uncover", () => page.cover(false), "Show it to me", "", {class: "main"}));
  return page.game.controls(page);
}

function card(page, c) {
  const {here, driver} = page.seatOf(c), [brief, ...more] = page.game.standing(c, page.rules), own = c.player === page.seat;
  return make("li", {class: `card pen${page.pen(c)}`, "aria-current": page.owes(c)}, badge(page.pen(c)), make("b", null, page.nameOf(c.car), own && make("small", null, " (you)")),
    make("small", null, c.place ? nth(c.place) : driver === "human" ? here === false && "away" : driver),
    make("span", null, brief, make("small", null, list(" ", ...more))));
}

function trouble(text, more = "") {
  show("trouble", text);
  $("trouble").replaceChildren(text ?? "", more);
}

function showJoin(code, refused = "") {
  show("join", true);
  show("race", false);
  show("side-button", false);
  $("code").value ||= code;
  $("name").value ||= kept("name") ?? "";
  $("refused").textContent = refused;
  ($("code").value ? $("name") : $("code")).focus();
}

function codeOf(text) {
  return text.replace("#", "").toUpperCase();
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  kept("theme", name);
  document.querySelector(`[value=${name}]`).checked = true;
}

theme(kept("theme") ?? (matchMedia("(prefers-contrast: more)").matches ? "high-contrast" : "paper"));
const page = new Page();
addEventListener("hashchange", () => location.reload());
document.addEventListener("visibilitychange", () => document.hidden && page.moves && page.view.secret && page.cover(true));

const enter = (message) => {
  page.code = codeOf($("code").value);
  history.replaceState(null, "", `#${page.code}`);
  page.enter(message(page.code));
};
$("join").onsubmit = (event) => {
  event.preventDefault();
  kept("name", $("name").value);
  enter((join) => ({join, name: $("name").value.trim()}));
};
const press = (id, act) => ($(id).onclick = () => ($("menu").close(), act()));
press("watch", () => enter((watch) => ({watch})));
press("cover", () => page.cover(true));
press("nearer", () => page.sheet.zoom(0.7));
press("farther", () => page.sheet.zoom(1.4));
press("own", () => page.look(true));
press("all", () => page.sheet.lookAt([]));
press("close", () => {});
press("side-button", () => $("side-button").setAttribute("aria-expanded", $("side").classList.toggle("open")));
press("menu-button", () => {
  $("who").textContent = page.table ? `Table ${page.code}${page.seat ? `, seat ${page.seat}` : ""}` : "At no table yet";
  show("undo", page.seat && page.table.undo);
  show("retire", page.moves?.orders);
  show("leave", page.seat);
  $("menu").showModal();
});
$("themes").onchange = (event) => theme(event.target.value);
press("undo", async () => {
  const answer = await page.told({undo: true});
  if (!answer.ok) page.say(answer.error);
});
press("retire", async () => await page.sure("Give up? The car stays where it is.") && page.act("retire"));
press("leave", async () => {
  if (!(await page.sure("Give the seat back? Somebody else may take it then."))) return;
  const answer = await page.told({leave: true});
  if (!answer.ok) return page.say(answer.error);
  forget(page.code);
  Object.assign(page, {seat: 0, view: null});
  showJoin(page.code);
});
document.addEventListener("keydown", (event) => {
  if (!page.view || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input") || document.querySelector("dialog[open]")) return;
  if (event.key === "f") page.sheet.lookAt([]);
  else if (event.key === "+" || event.key === "-") page.sheet.zoom(event.key === "+" ? 0.7 : 1.4);
  else if (page.moves && !event.repeat && !lesson.open()) page.game.key(page, event);
});
// The clock of a turn.
setInterval(() => page.ends && page.view && !document.hidden && $("turn").lastChild.replaceWith(headline(page)), 1000);
