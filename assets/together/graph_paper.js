// Graph paper and the derby: the points round where the car would go on, as buttons that lie as the points do.
import {arrows, box, button, group, list, make, many, outcome, outcomeWords, place, say, ways} from "./words.js";
import {car, ink, stamp, stroke} from "./sheet.js";

export const unitName = "Round";
let start = null, nitros = 0, looked = null; // the start point chosen; nitros allowed; the move under finger or focus

export const standing = (c, rules) => [
  {waiting: "at the start", racing: arrows(c.vx, c.vy), outside: "runs wide"}[c.status] ?? c.status,
  rules.contest === "derby" ? many(c.score, "point") : rules.laps > 1 && c.lap > 0 && `lap ${c.lap}`, rules.nitros > 0 && many(c.nitros, "nitro"),
  c.good_brakes > 0 && many(c.good_brakes, "good brake"), c.turbo_boosts > 0 && many(c.turbo_boosts, "boost"),
  c.damage > 0 && `damage ${c.damage}`, c.missed_turns > 0 && `misses ${many(c.missed_turns, "turn")}`];
export const spot = (c) => (c.x === null ? null : [c.x, c.y]);

export function begin() {
  start = looked = null;
  nitros = 0;
}

const origin = (page) => start ?? spot(page.me());
// The start points to choose from, while none is chosen.
function starts(page) {
  if (origin(page)) return null;
  const all = page.moves.moves.map((m) => m.from ?? [m.x, m.y]);
  return [...new Map(all.map((p) => [p.join(), p])).values()];
}
const choices = (page) => page.moves.moves.filter((m) => m.nitros <= nitros && (!m.from || m.from.join() === start.join()));

export function paint(page, unit) {
  const {sheet, state} = page, own = `pen${page.moves && page.pen(page.me())}`;
  const ways = state.cars.map((c) => ink((page.trails[c.car] ?? []).map((p) => sheet.at(p)), unit, page.pen(c)));
  const cars = state.cars.filter(spot).map((c) => car(sheet.at(spot(c)), unit, page.pen(c),
    {own: page.owes(c), faint: c.status === "retired" || c.status === "finished"}));
  if (!page.moves) return [ways, cars];
  if (starts(page)) return [ways, cars, starts(page).map((p) => stamp(sheet.at(p), unit, make("circle", {r: 6, class: `start ${own}`})))];
  const shown = choices(page), middle = sheet.at([shown[0].x - shown[0].ax, shown[0].y - shown[0].ay]);
  return [ways, stamp(middle, unit, make("circle", {r: 12, class: `principal ${own}`})),
    looked && stroke([origin(page), [looked.x, looked.y]].map((p) => sheet.at(p)), `planned ${own}`), cars,
    shown.map((m) => stamp(sheet.at([m.x, m.y]), unit, make("g", {class: own, transform: m === looked ? "scale(1.5)" : null}, outcome(m.outcome))))];
}

export const targets = (page) => starts(page)?.map((p) => ({at: page.sheet.at(p), act: () => choose(page, p)}))
  ?? choices(page).map((m) => ({at: page.sheet.at([m.x, m.y]), act: () => drive(page, m)}));
export const inView = (page) => [origin(page), ...(page.moves ? starts(page) ?? choices(page).map((m) => [m.x, m.y]) : [])]
  .filter(Boolean).map((p) => page.sheet.at(p));

async function choose(page, point) {
  if (!page.moves.moves[0].from) { // too many to tell the moves of each, or chosen before anybody moves
    if (page.rules.choose === "reverse") return page.act(point.join());
    const told = await page.told({moves: point.join()});
    if (!told.ok) return page.say(told.error);
    page.moves = {...page.moves, moves: told.moves};
  }
  start = point;
  page.hold();
  page.refresh();
}

async function drive(page, move) {
  const bad = {off_track: "That leaves the track.", collision: "That runs into another car."}[move.outcome];
  if (bad && !page.warned && !(await page.sure(`${bad} Drive there all the same?`))) return;
  page.warned ||= Boolean(bad);
  page.act(move.action);
}

function allow(page, count) {
  nitros = count;
  looked = null;
  page.refresh();
}

export function controls(page) {
  const points = starts(page), most = Math.min(4, page.me().nitros);
  if (points) return [say("Choose where you start."), box("row", points.slice(0, 40).map((p) => button(`start ${p}`, () => choose(page, p), place(p))))];
  const shown = choices(page), reach = Math.max(1, ...shown.map((m) => Math.max(Math.abs(m.ax), Math.abs(m.ay)))), cells = [];
  for (let ay = reach; ay >= -reach; ay--)
    for (let ax = -reach; ax <= reach; ax++) cells.push(cell(page, shown.find((m) => m.ax === ax && m.ay === ay), reach));
  return [make("div", {class: `grid n${reach}`, role: "group", "aria-label": "Where you drive", onkeydown: walk}, cells),
    box("row", most > 0 && group("Nitros for this move", "pick", make("span", null, "Nitro"), [...Array(most + 1).keys()].map((n) =>
      button(`nitro ${n}`, () => allow(page, n), n || "off", "", {"aria-pressed": n === nitros}))),
    start && button("other", () => page.show(page.view, true), "Another start"))];
}

function cell(page, move, reach) {
  if (!move) return make("span");
  const {x, y, ax, ay} = move, from = origin(page), votes = page.view.votes?.[move.action];
  const look = (at) => () => (looked = at, page.sheet.draw());
  const price = [move.nitros && many(move.nitros, "nitro"), move.good_brakes && "a good brake", move.turbo_boosts && "a turbo boost"];
  return make("button", {type: "button", class: `cell ${move.outcome}`, "data-key": `a ${ax} ${ay}`, tabindex: ax || ay ? -1 : 0,
    "aria-label": list(ways(x - from[0], y - from[1]), outcomeWords(move.outcome), `to ${place([x, y])}`, ...price, votes && many(votes, "vote")),
    onclick: () => drive(page, move), onfocus: look(move), onpointerenter: look(move), onpointerleave: look(null), onblur: look(null)},
  make("svg", {viewBox: "-8 -8 16 16", "aria-hidden": true}, outcome(move.outcome)), reach < 3 && make("small", null, arrows(x - from[0], y - from[1])),
  make("i", null, "◆".repeat(move.nitros + move.good_brakes + move.turbo_boosts)), votes && make("em", null, votes));
}

// The arrow keys walk over the grid as it lies.
function walk(event) {
  const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
  const [, x, y] = event.target.dataset.key.split(" ").map(Number);
  if (!step) return;
  event.preventDefault();
  this.querySelector(`[data-key="a ${x + step[0]} ${y + step[1]}"]`)?.focus();
}

// Digits lie as on the number pad; Shift switches a nitro on and off.
export function key(page, event) {
  const digit = event.code.match(/^(?:Digit|Numpad)([1-9])$/)?.[1] - 1;
  if (starts(page)) return;
  if (event.key === "Shift" && page.me().nitros > 0) return allow(page, nitros ? 0 : 1);
  const move = choices(page).find((m) => m.ax === digit % 3 - 1 && m.ay === Math.floor(digit / 3) - 1);
  if (move) drive(page, move);
}
