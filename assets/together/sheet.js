// The sheet: the course as the host draws it, what the game lays over it, and the eye that looks at it.
//
// One unit is one square, y downwards from the upper left corner of the sheet. What is laid over the
// course is drawn anew when the eye moves, so that marks and strokes keep their size on the screen.
import {make, mark} from "./words.js";

const NEAR = 13; // squares seen across when the eye is on a car
const TAP = 26; // pixels within which a tap takes the nearest point
const STRAY = 7; // and how far a finger may stray and still be one that taps

export class Sheet {
  constructor(svg, paint) {
    Object.assign(this, {svg, paint, size: [10, 10], over: make("g"), targets: [], fingers: new Map(), eye: {x: 5, y: 5, across: 12}});
    this.box = {x: 0, y: 0, width: 10, height: 10};
    svg.onpointerdown = (event) => this.press(event);
    svg.onpointermove = (event) => this.drag(event);
    svg.onpointerup = svg.onpointercancel = (event) => this.lift(event);
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 400), event);
    }, {passive: false});
    new ResizeObserver(() => this.draw()).observe(svg);
  }

  // The course, with a square of margin, is an image: whatever stands in it cannot run. Returns the drawing, to read in.
  async load(address) {
    const text = await (await fetch(address)).text(), drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const [, , width, height] = drawn.getAttribute("viewBox").split(" ").map(Number), box = this.box = {x: -1, y: -1, width, height};
    const href = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
    this.svg.replaceChildren(make("rect", {...box, class: "board"}), make("image", {...box, href, "aria-hidden": true}), this.over);
    return drawn;
  }

  // Grid points count upwards; tiles have their middle half a square on.
  at([x, y], tile = 0) {
    return [x + tile, this.size[1] - y - tile];
  }

  unit() { // squares a pixel: as much as was asked for is seen in the narrower direction
    return this.eye.across / (Math.min(this.svg.clientWidth, this.svg.clientHeight) || 1);
  }

  draw() {
    const {eye, box, svg} = this, unit = this.unit(), width = unit * svg.clientWidth, height = unit * svg.clientHeight;
    // No more of the table is seen than has to be.
    const within = (at, seen, from, size) => (seen >= size ? from + size / 2 : Math.min(Math.max(at, from + seen / 2), from + size - seen / 2));
    eye.x = within(eye.x, width, box.x, box.width);
    eye.y = within(eye.y, height, box.y, box.height);
    svg.setAttribute("viewBox", `${eye.x - width / 2} ${eye.y - height / 2} ${width} ${height}`);
    this.over.replaceChildren(...this.paint(unit).flat(9).filter(Boolean));
  }

  // --- the eye ------------------------------------------------------------------------------

  // So near that squares are large, and so far that all these are seen; without any, at the whole sheet.
  lookAt(points) {
    const {x, y, width, height} = this.box, {clientWidth: w, clientHeight: h} = this.svg, least = Math.min(w, h) || 1;
    const side = (of, from, size) => {
      const all = points.length ? points.map((p) => p[of]) : [from, from + size], [low, high] = [Math.min(...all), Math.max(...all)];
      return [(low + high) / 2, high - low + (points.length ? 3 : 0)];
    };
    const [[middleX, wide], [middleY, high]] = [side(0, x, width), side(1, y, height)];
    this.eye = {x: middleX, y: middleY, across: Math.max(points.length ? Math.min(NEAR, width, height) : 0, wide * least / (w || 1), high * least / (h || 1))};
    this.draw();
  }

  zoom(factor, event) {
    const before = event && this.where(event);
    this.eye.across = Math.min(Math.max(this.eye.across * factor, 4), 2 * Math.max(this.box.width, this.box.height));
    this.draw();
    if (!event) return;
    const after = this.where(event);
    this.move(before[0] - after[0], before[1] - after[1]);
  }

  move(x, y) {
    this.eye.x += x;
    this.eye.y += y;
    this.draw();
  }

  where({clientX, clientY}) {
    const {x, y, width, height} = this.svg.getBoundingClientRect(), unit = this.unit();
    return [this.eye.x + (clientX - x - width / 2) * unit, this.eye.y + (clientY - y - height / 2) * unit];
  }

  // --- fingers ------------------------------------------------------------------------------

  press(event) {
    this.svg.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, {from: event, last: event});
    this.strayed = this.fingers.size > 1;
  }

  drag(event) {
    const finger = this.fingers.get(event.pointerId), far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
    if (!finger) return;
    const {from, last} = finger, other = [...this.fingers.values()].find((each) => each !== finger)?.last, unit = this.unit() / this.fingers.size;
    this.strayed ||= far(event, from) > STRAY;
    if (!this.strayed) return;
    finger.last = event;
    if (other) this.zoom(far(last, other) / far(event, other), event);
    this.move((last.clientX - event.clientX) * unit, (last.clientY - event.clientY) * unit);
  }

  lift(event) {
    const had = this.fingers.delete(event.pointerId), [x, y] = this.where(event);
    if (!had || this.strayed || event.type === "pointercancel") return;
    const far = ({at}) => Math.hypot(at[0] - x, at[1] - y);
    const [nearest] = [...this.targets].sort((a, b) => far(a) - far(b));
    if (nearest && far(nearest) < TAP * this.unit()) nearest.act();
  }
}

// --- what is laid over it ---------------------------------------------------------------------

// A drawing in pixels at a place; larger where the squares are large.
const grown = (unit) => unit * Math.min(Math.max(1, 0.028 / unit), 2);
export const stamp = ([x, y], unit, ...drawn) => make("g", {transform: `translate(${x} ${y}) scale(${grown(unit)})`}, drawn);
export const stroke = (points, kind) => make("polyline", {points: points.join(" "), class: kind});

// A car: its pen's mark on paper; pointed where it has a heading (degrees, 0: to the right).
export function car(at, unit, pen, {heading = null, own, faint, text}) {
  const size = heading === null ? 11 : Math.max(9, 0.36 / grown(unit));
  const body = heading === null ? make("circle", {r: size, class: "car"}) : make("path", {d: "M-1-.8H.35L1.15 0 .35.8H-1Z", transform: `rotate(${heading}) scale(${size})`, class: "car"});
  return stamp(at, unit, own && make("circle", {r: size * 1.45, class: "own"}), make("g", {class: `pen${pen} ${faint ? "faint" : ""}`}, body, mark(pen, size * 0.52)),
    text && make("text", {x: size * 1.6, y: size * 1.9}, text));
}

// The strokes of a car's moves, a tick at the end of each; old ink is faded.
export function ink(way, unit, pen) {
  const tick = Math.max(0.2, 3.5 * unit);
  return way.slice(1).map(([x, y], i) => {
    const [left, top] = way[i], part = tick / Math.hypot(x - left, y - top);
    const kind = `ink pen${pen} ${i < way.length - 8 ? "faint" : ""}`, [right, down] = [(top - y) * part, (x - left) * part];
    return [stroke([[left, top], [x, y]], kind), stroke([[x - right, y - down], [x + right, y + down]], kind)];
  });
}
