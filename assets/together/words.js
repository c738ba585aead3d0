// How things are said and made, for all games.

// Read aloud, a minus sign is heard only with a blank before it.
export const signed = (number) => (number < 0 ? ` −${-number}` : String(number));
export const place = ([x, y]) => `(${signed(x)}, ${signed(y)})`;
export const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const half = (halves) => (halves & 1 ? `${halves >> 1 || ""}½` : String(halves / 2));
export const span = (s) => (s < 120 ? `${s} s` : s < 7200 ? `${Math.round(s / 60)} min` : s < 172800 ? `${Math.round(s / 3600)} h` : `${Math.round(s / 86400)} days`);
export const nth = (n) => n + (["th", "st", "nd", "rd"][n] ?? "th"); // of eight cars at most
const both = (x, y, words, join) => [x && words(Math.abs(x), x > 0 ? 0 : 1), y && words(Math.abs(y), y > 0 ? 2 : 3)].filter(Boolean).join(join);
export const arrows = (x, y) => both(x, y, (n, way) => `${"→←↑↓"[way]} ${n}`, " ") || "stands";
export const ways = (x, y) => both(x, y, (n, way) => `${n} ${["right", "left", "up", "down"][way]}`, ", ") || "no way";
export const upTo = (n) => [...Array(n + 1).keys()];
export const list = (...parts) => parts.filter(Boolean).join(" · ");

const SVG = ["svg", "g", "path", "circle", "polyline", "rect", "text", "image"];
export function make(tag, attributes, ...inside) {
  const made = SVG.includes(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "pen") made.style.setProperty("--pen", `var(--${value})`);
    else if (name.startsWith("on")) made[name] = value;
    else if (value != null && (value || name !== "disabled")) made.setAttribute(name, value);
  }
  made.append(...inside.flat(9).filter((each) => each || each === 0));
  return made;
}
// A vector's blank does not break, which some voices do not read.
export const vectors = (text, columns) => text?.split(/(\([^(),]+,\u00a0[^(),]+\))/).map((part, i) => {
  const row = part.replace("\u00a0", " ");
  return i % 2 && columns ? make("span", {class: "vector", role: "img", "aria-label": row}, row.slice(1, -1).replace(", ", "\n")) : row;
});
export const circle = (r, kind, more) => make("circle", {r, class: kind, ...more});
export const box = (kind, ...inside) => make("div", {class: kind}, inside);
export const group = (label, kind, ...inside) => make("div", {class: kind, role: "group", "aria-label": label}, inside);
export const small = (...words) => make("small", null, words);
export const say = (...words) => make("p", {class: "say"}, words);
export const button = (name, act, big, below, more) => make("button", {type: "button", "data-key": name, onclick: act, ...more},
  below ? [make("b", null, big), " ", small(below)] : big);
export const main = (name, act, words, ready = true) => button(name, act, words, "", {class: "main", disabled: !ready});
export const pick = (label, about, key, most, now, act, none = 0) => group(label, "pick", make("span", null, about), upTo(most).map((n) =>
  button(`${key} ${n}`, () => act(n), n || none, "", {"aria-pressed": n === now})));
export const parse = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

const MARKS = ["M-.8-.8.8.8M.8-.8-.8.8", "M.86 0A.86.86 0 1 1-.86 0 .86.86 0 1 1 .86 0Z", "M-1 0H1M0-1V1", "M0-.95.95.75H-.95Z",
  "M-.78-.78H.78V.78H-.78Z", "M0-1.05.85 0 0 1.05-.85 0Z", "M0-1V1M-.87-.5.87.5M-.87.5.87-.5", "M0 .95.95-.75H-.95Z"];
export const mark = (pen, size) => make("path", {d: MARKS[(pen - 1) % 8], pen, class: "mark", transform: `scale(${size})`});
export const badge = (pen) => make("svg", {viewBox: "-1.3 -1.3 2.6 2.6", class: "badge", "aria-hidden": "true"}, mark(pen, 1));

const OUTCOMES = {
  clear: ["clear", "M3.6 0A3.6 3.6 0 1 1-3.6 0 3.6 3.6 0 1 1 3.6 0Z"],
  off_track: ["off the track", "M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5"],
  collision: ["into another car", "M0-6 1.5-2 5.7-1.9 2.4.8 3.5 4.9 0 2.5-3.5 4.9-2.4.8-5.7-1.9-1.5-2Z"],
  slick: ["onto a slick", "M-6 1.5Q-4-3-2 0T2 0 6-1.5M-5 5.5Q-3 1-1 4T3 4"],
  finish: ["over the finish line", "M-4 7V-6H5V1H-4M-4-2.5H5M.5-6V1"],
};
export const outcome = (name) => make("path", {d: OUTCOMES[name][1], class: `outcome ${name}`});
export const outcomeWords = (name) => OUTCOMES[name][0];
