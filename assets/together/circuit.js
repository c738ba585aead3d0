// Circuit: build, post a speed, tap spaces; cards and chips where there is no room.
import {box, button, circle, half, list, main, make, many, parse, pick, say, small} from "./words.js";

const THINGS = [["Start", 40, 20, "at most from standing"], ["Acceleration", 20, 20, "faster in a turn"], ["Brakes", 20, 20, "slower in a turn"],
  ["Top speed", 140, 20, "at most"], ["Wear", 0, 1, "more a lap"]];
const UNITS = 5; // of a circuit's file, a square
let built = null, layout = null;

export const standing = (c, rules) => [
  c.status === "waiting" ? "is building" : c.status !== "racing" ? c.status : c.posted ? `drives ${c.posted}` : `speed ${c.speed}`,
  c.row !== null && `lap ${Math.max(c.lap, 1)} of ${rules.laps}`, c.build && `wear ${half(c.wear_halves)}`, many(c.chips, "chip"),
  c.on_line && "on the line", c.spun && "has spun"];
// The circuit's own file says it: its course cut into rows of one length, lane 1 on the right-hand side.
export function prepare(text) {
  const file = parse(text), course = file.querySelector(".course");
  const of = (from, name) => (from.getAttribute(name) ?? "").split(/[ ,]+/).map(Number), path = make("path", {d: course.getAttribute("d")});
  layout = {path, length: path.getTotalLength(), rows: of(file, "data-rows")[0], lanes: of(file, "data-lanes")[0], edge: of(file, "viewBox"),
    width: of(course, "data-lane-width")[0] || UNITS, corners: [...file.querySelectorAll(".corner")].map((corner) =>
      ({from: of(corner, "data-from")[0], to: of(corner, "data-to")[0], limits: of(corner, "data-limits")}))};
}

// In squares and degrees.
function space(row, lane) {
  const {path, length, rows, lanes, edge, width} = layout;
  const [at, before, after] = [0.5, 0.3, 0.7].map((part) => path.getPointAtLength((row + part) % rows / rows * length));
  const [dx, dy] = [after.x - before.x, after.y - before.y], aside = (lanes / 2 - lane + 0.5) * width / (Math.hypot(dx, dy) || 1);
  return {at: [(at.x - dy * aside - edge[0]) / UNITS, (at.y + dx * aside - edge[1]) / UNITS], heading: Math.atan2(dy, dx) * 180 / Math.PI};
}

export const spot = (page, c) => layout && c.row !== null && {...space(c.row, c.lane), heading: space(c.row, c.lane).heading + (c.spun ? 180 : 0), text: c.posted};

export const marks = (page) => page.list.filter((m) => layout && m.lane && !m.action.includes("+")).map((move) => ({at: space(move.row, move.lane).at, act: () => take(page, move),
  drawn: [circle(13, `space ${move.outcome}`), make("text", {y: 4}, move.halves ? half(move.halves) : move.lane)]}));

export function begin({rules}) {
  built ??= [0, 1, 2, 3, 4].map((i) => Math.min(2, Math.floor((rules.points + i) / 5)));
}

const take = (page, {action, outcome}) => page.drive(action, outcome === "spin" && "The car spins there.");

const play = (page, names) => box("cards", page.list.map(({action}) => button(action, () => page.act(action), ...names[action])));

export function controls(page) {
  const {phase, points, force} = page.state, me = page.me(), moves = page.list;
  if (phase === "build") return builder(page);
  if (phase === "post")
    return [say("Post a speed."), box("row", moves.map((m) => button(m.action, () => page.act(m.action), m.speed, ahead(me, m.speed))))];
  if (phase === "cards")
    return [say(`${page.nameOf(force.car)} wants to pass. Lay a card.`), play(page, {pass: ["PASS", "let it through"], block: ["BLOCK", "resist, by the dice"]})];
  if (moves.some((m) => m.action === "chip"))
    return [say(`Spend a chip? It takes 2 off the roll. You have ${me.chips}.`), play(page, {chip: ["Spend it"], keep: ["Keep it"]})];
  return [say(points ? many(points, "space") : "Last point", ` to drive, at ${me.posted}`), box("row", [...moves].sort((a, b) => (b.lane ?? 0) - (a.lane ?? 0)).map((m) =>
    button(m.action, () => take(page, m), title(m), price(page, m), {class: m.outcome})))];
}

function title({action, lane, speed}) {
  if (lane) return (action.startsWith("force") ? "Force lane " : "Lane ") + lane + (action.includes("+") ? ", on the line" : "");
  return action === "brake" ? `Brake${speed ? ` to ${speed}` : ""}` : "Stay";
}

function price(page, {blockers, resist, limit, halves, outcome}) {
  const names = (cars) => cars.map((c) => page.nameOf(c)).join(" and ");
  return list(blockers && `between ${names(blockers)}`, resist && (resist.length ? `${names(resist)} may resist` : "nobody may resist"),
    limit && `limit ${limit}`, halves ? `costs ${half(halves)} wear` : outcome === "spin" ? "spins" : !blockers && "clear");
}

// What corners within reach cost in the best lane, without line and traffic.
function ahead(me, speed) {
  let excess = 0;
  for (let far = 1; layout && far <= speed / 20; far++) {
    const row = (me.row + far) % layout.rows, corner = layout.corners.find(({from, to}) => from <= row && row <= to);
    if (corner) excess = Math.max(excess, (speed - Math.max(...corner.limits)) / 20);
  }
  return excess >= 3 ? "would spin" : excess ? `${many(excess, "point")} of wear` : "no wear";
}

function builder(page) {
  const left = page.rules.points - built.reduce((a, b) => a + b), action = `build ${built.join(" ")}`;
  return [say(left ? `Build your car: ${many(Math.abs(left), "point")} ${left > 0 ? "left" : "too many"}.` : "Build your car: all points are spent."),
    THINGS.map(([name, least, step, means], i) => pick(name, [make("b", null, name), small(`${least + step * built[i]} ${means}`)], name, 2, built[i],
      (n) => (built[i] = n, page.refresh()))),
    main(action, () => page.act(action), "Build it", !left)];
}
