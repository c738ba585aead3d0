// Stock cars: an order by letters or by tapping tiles, and what it would come to.
import {box, button, circle, group, list, main, make, many, place, say, upTo} from "./words.js";
import {stamp, stroke} from "./sheet.js";

const HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const STEPS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];
const SPECIALS = {turbo: ["Turbo", "One second A or B a turn costs no wild card."], swaybars: ["Sway bars", "A second steer to one side is free."],
  performance: ["Performance", "Twice the wild cards, at the start and in the pits."], none: ["None", "No special."]};
let order = "", told = null, asked = 0; // what the host said of it; how often it was asked

export const standing = (c) => [c.status === "racing" ? `speed ${c.speed} of ${c.max_speed} ${c.heading}` : c.status, `lap ${c.lap}`,
  many(c.wild_cards, "wild card"), c.special && c.special !== "none" && SPECIALS[c.special][0], c.pit && "in the pits", c.ordered && "order given"];
export const spot = (page, {x, y, heading}) => ({at: page.sheet.at(x, y, 0.5), heading: turned(heading, 0) * 45 - 90});
const turned = (heading, by) => (HEADINGS.indexOf(heading) + by + 8) % 8;
// So many tiles straight on, turned by so many eighths.
function on([x, y, heading], far, by = 0) {
  const [right, up] = STEPS[turned(heading, by)];
  return [x + right * far, y + up * far];
}
const way = (page) => [[page.me().x, page.me().y, page.me().heading], ...(told?.path ?? [])];

export function plan(page, unit) {
  const at = ([x, y]) => page.sheet.at(x, y, 0.5), off = told?.off_track && upTo(told.off_track).map((far) => on(Object.values(told.ends), far));
  return page.moves.orders ? [stroke(way(page).map(at), "planned"), way(page).map((p) => stamp(at(p), unit, circle(3, "start"))),
    off && stroke(off.map(at), "planned wrong")] : [];
}

// A tap adds a tile, or the rest of a straight at once.
export const marks = (page) => (page.moves.orders ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : []).flatMap((far) => [["M", 0], ["L", -1], ["R", 1]].map(([letter, by]) => ({
  at: page.sheet.at(...on(way(page).at(-1), far, by), 0.5), act: () => edit(page, (parts) => drive(parts, letter, far)),
  drawn: far === 1 && [circle(10, "space"), make("text", {y: 4}, letter)]})));

export function begin(page) {
  order = "";
  told = null;
  if (page.moves?.orders) write(page, page.moves.orders.speeds.find((s) => !s.changes)?.changes ?? page.moves.orders.speeds[0].changes);
}

// "A(A+1)(2M)R" as its letters, each with the +1 of a wild card: changes, moves, changes again.
function read(text) {
  const all = [...text.toUpperCase().replace(/\s/g, "").matchAll(/\((\d{0,2})([ABSMLR])(\+1)?\)|([ABSMLR])/g)]
    .flatMap(([, count, inner, card, plain]) => Array(Number(count || 1)).fill({letter: inner ?? plain, card}));
  const is = ({letter}) => "MLR".includes(letter), last = all.findLastIndex(is) + 1, first = last ? all.findIndex(is) : all.length;
  return {before: all.slice(0, first), moves: all.slice(first, last), after: last ? all.slice(last) : []};
}

const written = ({before, moves, after}) => [...before, ...moves, ...after].map(({letter, card}) => (card ? `(${letter}+1)` : letter)).join("")
  .replace(/M{2,}/g, (run) => `(${run.length}M)`);

// Only a second of its kind can cost a wild card, and steers cost one together.
function drive(parts, letter, far) {
  const second = parts.moves.filter((p) => p.letter === letter).length === 1;
  const card = letter !== "M" && second && !parts.moves.some((p) => p.card) && parts.special !== "swaybars";
  return {...parts, after: [], moves: [...parts.moves, {letter, card}, ...Array(far - 1).fill({letter: "M"})]};
}

function change(parts, letter) {
  const all = [...parts.before, ...parts.after], plain = (l) => all.filter((p) => p.letter === l && !p.card).length;
  const free = parts.special === "turbo" && plain("A") < 2 && plain("B") < 2;
  return {...parts, after: [...parts.after, {letter, card: all.some((p) => p.letter === letter) && !free}]};
}

function shorter(parts) {
  const last = ["after", "moves", "before"].find((name) => parts[name].length) ?? "moves";
  return {...parts, [last]: parts[last].slice(0, -1)};
}

const edit = (page, how) => write(page, written(how({...read(order), special: page.me().special})));

// One that lacks moves is tried with the rest straight on.
async function write(page, text) {
  const count = ++asked, attempt = (what) => page.ask({try: what || "-"});
  order = text;
  let answer = await attempt(text);
  const [, needed, given] = answer.error?.match(/^(\d+) moves needed, (\d+) given/)?.map(Number) ?? [];
  if (needed > given) {
    const {path, ok} = await attempt(text + "M".repeat(needed - given));
    answer = {error: answer.error, left: ok && needed - given, path: path?.slice(0, given)};
  }
  if (count !== asked) return;
  told = answer;
  page.refresh();
}

export function controls(page) {
  if (page.moves.specials)
    return [say("Choose a special."), box("cards", page.moves.specials.map((name) => button(`special ${name}`, () => page.act(`special ${name}`), ...SPECIALS[name])))];
  const parts = read(order), before = written({...parts, moves: [], after: []}), bad = !told || Boolean(told.error);
  const give = () => bad || page.act(order || "-");
  return [group("Speed of this turn", "row", page.moves.orders.speeds.map((s) => button(`speed ${s.speed}`, () => write(page, written({...parts, before: read(s.changes).before})),
    s.speed, list(s.changes || "as now", s.wild_cards && many(s.wild_cards, "card")), {"aria-pressed": s.changes === before}))),
  box("row", make("input", {value: order, "aria-label": "Your order", autocapitalize: "characters", autocomplete: "off", "data-key": "order",
    oninput: (event) => write(page, event.target.value), onkeydown: ({key}) => void (key === "Enter" && give())}),
  main("give", give, "Give the order", !bad)),
  make("p", {class: bad && !told?.left ? "wrong" : "comes", role: "status"}, told && comes(page.moves.orders)),
  box("letters", [["L", "left"], ["M", "ahead"], ["R", "right"]].map(([letter, way]) => button(`letter ${letter}`, () => edit(page, (p) => drive(p, letter, 1)), letter, way)),
    [["A", "faster"], ["B", "slower"]].map(([letter, word]) => button(`end ${letter}`, () => edit(page, (p) => change(p, letter)), letter, word,
      {disabled: !parts.moves.length, "aria-label": `${letter} at the end: ${word} in the next turn`})),
    button("back", () => edit(page, shorter), "⌫", "back", {"aria-label": "Take the last letter back"}))];
}

function comes({slipstream}) {
  const {left, error, ends} = told;
  if (left) return list(`${many(left, "move")} to go`, slipstream && "S: drawn along by the car ahead");
  if (error) return error[0].toUpperCase() + error.slice(1) + ".";
  return list(told.off_track ? `Off the track by ${told.off_track}` : told.finishes ? "Finishes" : `To ${place([ends.x, ends.y])} ${ends.heading}`,
    told.wild_cards ? many(told.wild_cards, "wild card") : "no wild card", `then speed ${ends.speed} of ${ends.max_speed}`, told.unknown && "not all is known");
}
