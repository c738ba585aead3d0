// Graph paper and the derby: points round where the car would go on, as buttons that lie as they do.
import {arrows, box, button, circle, list, make, many, outcome, outcomeWords, pick, place, say, small, ways} from "./words.js";
import {stamp, stroke} from "./sheet.js";

let start = null, nitros = 0, looked = null; // chosen, allowed, under finger or focus

export const standing = (c, rules) => [
  {waiting: "at the start", racing: arrows(c.vx, c.vy), outside: "runs wide"}[c.status] ?? c.status,
  rules.contest === "derby" ? many(c.score, "point") : rules.laps > 1 && c.lap > 0 && `lap ${c.lap}`, rules.nitros > 0 && many(c.nitros, "nitro"),
  c.good_brakes > 0 && many(c.good_brakes, "good brake"), c.turbo_boosts > 0 && many(c.turbo_boosts, "boost"),
  c.damage > 0 && `damage ${c.damage}`];
export const spot = (page, c) => c.x !== null && {at: page.sheet.at(c.x, c.y)};

export function begin() {
  start = looked = null;
  nitros = 0;
}

function origin(page) {
  const {x, y} = page.me();
  return start ?? (x === null ? null : [x, y]);
}
// While none is chosen.
function starts(page) {
  if (origin(page)) return null;
  const all = page.list.map((m) => m.from ?? [m.x, m.y]);
  return [...new Map(all.map((p) => [p.join(), p])).values()];
}
const choices = (page) => page.list.filter((m) => m.nitros <= nitros && (!m.from || m.from.join() === start.join()));

export const marks = (page) => starts(page)?.map((p) => ({at: page.sheet.at(...p), drawn: circle(6, "start"), act: () => choose(page, p)}))
  ?? choices(page).map((m) => ({at: page.sheet.at(m.x, m.y), drawn: outcome(m.outcome), large: m === looked, act: () => drive(page, m)}));

export function plan(page, unit) {
  if (starts(page)) return [];
  const [{x, y, ax, ay}] = choices(page), line = looked && [origin(page), [looked.x, looked.y]];
  return [stamp(page.sheet.at(x - ax, y - ay), unit, circle(12, "principal")), line && stroke(line.map((p) => page.sheet.at(...p)), "planned")];
}

async function choose(page, point) {
  if (!page.list[0].from) { // too many to tell the moves of each, or chosen before anybody moves
    if (page.rules.choose === "reverse") return page.act(point.join());
    const told = await page.want({moves: point.join()});
    if (!told) return;
    page.list = told.moves;
  }
  start = point;
  page.hold();
  page.refresh();
}

const drive = (page, {action, outcome}) => page.drive(action, {off_track: "That leaves the track.", collision: "That runs into another car."}[outcome]);

function allow(page, count) {
  nitros = count;
  looked = null;
  page.refresh();
}

export function controls(page) {
  const points = starts(page), most = Math.min(4, page.me().nitros);
  if (points) return [say("Choose a start, here or there."), box("row", points.slice(0, 15).map((p) => button(`start ${p}`, () => choose(page, p), place(p))))];
  const shown = choices(page), reach = Math.max(1, ...shown.map((m) => Math.max(Math.abs(m.ax), Math.abs(m.ay)))), cells = [];
  for (let ay = reach; ay >= -reach; ay--)
    for (let ax = -reach; ax <= reach; ax++) cells.push(cell(page, shown.find((m) => m.ax === ax && m.ay === ay), reach));
  return [make("div", {class: `grid ${["", "", "wide"][reach] ?? "wider"}`, style: `--n:${2 * reach + 1}`, role: "group", "aria-label": "Where you drive", onkeydown: walk}, cells),
    box("row", most > 0 && pick("Nitros for this move", "Nitro", "nitro", most, nitros, (n) => allow(page, n), "off"),
    start && button("other", () => page.show(page.view, true), "Another start"))];
}

function cell(page, move, reach) {
  if (!move) return make("span");
  const {x, y, ax, ay} = move, from = origin(page);
  const look = (at) => () => (looked = at, page.draw());
  const votes = page.votes?.[move.action], price = [move.nitros && many(move.nitros, "nitro"), move.good_brakes && "a good brake", move.turbo_boosts && "a turbo boost", votes && many(votes, "vote")];
  return button(`a ${ax} ${ay}`, () => drive(page, move), [make("svg", {viewBox: "-8 -8 16 16", "aria-hidden": true}, outcome(move.outcome)),
    reach < 3 && small(arrows(x - from[0], y - from[1])), make("i", null, "◆".repeat(move.nitros + move.good_brakes + move.turbo_boosts)), votes && make("b", null, votes)], "", {
    class: `cell ${move.outcome}`, tabindex: ax || ay ? -1 : 0,
    "aria-label": list(ways(x - from[0], y - from[1]), outcomeWords(move.outcome), `to ${place([x, y])}`, ...price),
    onfocus: look(move), onpointerenter: look(move), onpointerleave: look(null), onblur: look(null)});
}

function walk(event) {
  const all = [...this.children], n = Math.sqrt(all.length), step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -n, ArrowDown: n}[event.key];
  if (!step) return;
  event.preventDefault();
  all[all.indexOf(event.target) + step]?.focus();
}

export function key(page, event) {
  const digit = event.code.match(/^(?:Digit|Numpad)([1-9])$/)?.[1] - 1;
  if (starts(page)) return;
  if (event.key === "Shift" && page.me().nitros > 0) return allow(page, nitros ? 0 : 1);
  const move = choices(page).find((m) => m.ax === digit % 3 - 1 && m.ay === Math.floor(digit / 3) - 1);
  if (move) drive(page, move);
}
