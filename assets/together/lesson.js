// A question of the class, as `graphprix worksheet --json` tells it, and its answer.
import {arrows, box, button, circle, group, main, make, place, say, signed, upTo, vectors, ways} from "./words.js";

let asked = null, given = false, answer = null;

export function take(question) {
  if (question?.id !== asked?.id) {
    given = false;
    answer = {typed: question?.fields?.map(() => ""), point: null, moves: []};
  }
  asked = question;
}
export const open = () => asked;
// A place of the race's own sheet.
export const onSheet = () => asked?.ask === "place";
export const marks = ({sheet}) => answer.point ? [{at: sheet.at(...answer.point), drawn: circle(9, "own"), large: true}] : [];

export function controls(page) {
  const {verdict, table = [], fields, choices, ask} = asked, refresh = () => page.refresh(), words = (text) => vectors(text, asked.columns);
  if (given || verdict) return [make("p", {class: "say", role: "status"}, verdict ?? "Given. Wait for the others."), scene()];
  const send = async (what) => {
    given = await page.want({answer: what, question: asked.id});
    refresh();
  };
  const give = (key, ready) => main("give", () => send({[key]: answer[key]}), "Give the answer", ready);
  const field = (label, key, value, act) => make("label", null, label, make("input", {value, autocomplete: "off", "data-key": key, oninput: ({target}) => (act(target.value), refresh())}));
  const point = (point) => (answer.point = point.map(Math.round), refresh());
  if (onSheet()) page.sheet.pick = point;
  const forms = {
    numbers: () => [box("row", fields.map(({label, unit}, i) => field([label, unit && ` (${unit})`], `field ${i}`, answer.typed[i], (text) => (answer.typed[i] = text)))),
      give("typed", answer.typed.every((text) => text.trim()))],
    choice: () => box("cards", choices.map((choice, i) => button(`choice ${i}`, () => send({number: i}), [words(choice.text), choice.graph ? graph(choice, choice.graph) : choice.bodies && picture(choice)]))),
    row: () => box("row", table.map(({t}, i) => button(`row ${i}`, () => send({number: i}), `Row ${t}`))),
    point: () => [box("row", ["x", "y"].map((axis, i) => field(axis, axis, answer.point?.[i] ?? "", (text) => ((answer.point ??= [0, 0])[i] = Number(text))))), give("point", answer.point)],
    acceleration: () => pushes((push) => send({point: push})),
    drive: () => [pushes((push) => (answer.moves.push(push), refresh())), box("row", button("back", () => (answer.moves.pop(), refresh()), "Take back"), give("moves", answer.moves.length))],
  };
  return [say(words(asked.sentence)), scene(ask === "point" && point), table.length > 0 && columns(table), forms[onSheet() ? "point" : ask](),
    asked.hint && make("details", null, make("summary", null, "Hint"), words(asked.hint))];
}

const pushes = (act) => group("Acceleration", "grid", [1, 0, -1].flatMap((y) => [-1, 0, 1].map((x) =>
  button(`a ${x} ${y}`, () => act([x, y]), x || y ? arrows(x, y) : "no push", "", {class: "cell", "aria-label": x || y ? ways(x, y) : null}))));

function columns(rows) {
  const names = Object.keys(Object.assign({}, ...rows));
  return make("table", null, make("tr", null, names.map((name) => make("th", null, name))),
    rows.map((row) => make("tr", null, names.map((name) => make("td", null, name in row ? signed(row[name]) : "?")))));
}

// A quantity against time: x and y from point to point, v and a as steps.
function graph({bodies, now}, name, body = 0) {
  const {points, velocity} = bodies[body], axis = name.endsWith("y") ? 1 : 0, at = (t) => points[t][axis];
  const v = (t) => (t ? at(t) - at(t - 1) : velocity[axis]), of = {v, a: (t) => v(t) - v(t - 1)}[name[0]];
  const way = upTo(now - 1).flatMap((t) => [[t, of ? of(t + 1) : at(t)], [t + 1, (of ?? at)(t + 1)]]), values = way.map((p) => p[1]);
  return picture({sheet: [now, Math.max(0, ...values)], low: Math.min(0, ...values), bodies: [{name, points: way}], targets: [], walls: [[[0, 0], [now, 0]]]});
}

function scene(tapped) {
  if (!asked.bodies) return null;
  if (asked.graphs?.length) return asked.graphs.map((name) => graph(asked, name, asked.body));
  const drawn = picture(asked, answer.point, driven());
  if (tapped) drawn.onclick = ({clientX, clientY}) => {
    const {x, y} = new DOMPoint(clientX, clientY).matrixTransform(drawn.getScreenCTM().inverse());
    tapped([x, asked.sheet[1] - y]);
  };
  return drawn;
}

// Velocity, acceleration and wind add up.
function driven() {
  const {points, velocity} = asked.bodies[asked.body], [x, y] = points.at(-1), [left, down] = points.at(-2) ?? [x - velocity[0], y - velocity[1]];
  const at = [x, y], v = [x - left, y - down], add = (a) => [0, 1].map((i) => (at[i] += v[i] += a[i] + asked.wind[i]));
  return answer.moves.map(add);
}

function picture({sheet: [w, h], low = 0, bodies, targets, walls = [], course}, point, way = []) {
  const at = ([x, y]) => [x, h - y], lines = (list) => `M${list.map(at).join("L")}`, step = w > 9 ? 5 : 1;
  const axis = (from, to, spot) => upTo(to - from).map((i) => i + from).map((n) => !(n % step) && make("text", spot(n), signed(n)));
  return make("svg", {viewBox: `-1 -.5 ${w + 1.5} ${h - low + 1.5}`, class: "scene", role: "img", "aria-label": bodies.map(({name, points}) => `${name}: ${points.map(place).join(", ")}`).join("; ")},
    course ? make("image", {href: `data:image/svg+xml,${encodeURIComponent(course)}`, width: w, height: h})
      : make("path", {class: "squares", d: upTo(w).map((x) => `M${x} 0V${h - low}`).join("") + upTo(h - low).map((y) => `M0 ${y}H${w}`).join("")}),
    axis(0, w, (x) => ({x, y: h - low + 0.8})), axis(low, h, (y) => ({x: -0.5, y: h - y + 0.2})),
    walls.map((wall) => make("path", {class: "axis", d: lines(wall)})),
    bodies.map(({points}, i) => [make("path", {pen: i + 1, class: "ink", d: lines(points)}), points.map((p, j) => {
      const [cx, cy] = at(p);
      return circle(points[j + 1] ? 0.14 : 0.28, "start", {cx, cy, pen: i + 1});
    })]), way.length > 0 && make("path", {pen: 1, class: "planned", d: lines([bodies[asked.body].points.at(-1), ...way])}),
    targets.map((target) => make("path", {class: "flag", d: `M${at(target.at)}v-1.1l.8.3-.8.35`})),
    point && circle(0.4, "principal", {cx: point[0], cy: h - point[1], pen: 1}));
}
