// The sheet: the course, what the game lays over it, and an eye. A unit is a square.
import {circle, make, mark, parse} from "./words.js";

const NEAR = 13; // squares across when the eye is on a car
const TAP = 26, STRAY = 7; // pixels: of a tap from its mark, of a finger that taps

export class Sheet {
  // paint(unit): what lies over the course; marks: {at, drawn, large, act}, what can be tapped.
  constructor(svg, paint) {
    Object.assign(this, {svg, paint, height: 0, over: make("g"), marks: [], fingers: new Map(), eye: {x: 5, y: 5, across: 12}, box: {x: 0, y: 0, width: 10, height: 10}});
    svg.onpointerdown = (event) => this.press(event);
    svg.onpointermove = (event) => this.drag(event);
    svg.onpointerup = svg.onpointercancel = (event) => this.lift(event);
    svg.onwheel = (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 400), event);
    };
    new ResizeObserver(() => this.draw()).observe(svg);
  }

  // An image, with a square of margin: what stands in it cannot run.
  async load(address) {
    const text = await (await fetch(address)).text(), drawn = parse(text);
    const [, , width, height] = drawn.getAttribute("viewBox").split(" ").map(Number), box = this.box = {x: -1, y: -1, width, height};
    const href = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
    this.svg.replaceChildren(make("rect", {...box, class: "board"}), make("image", {...box, href, "aria-hidden": true}), this.over);
    return drawn;
  }

  at(x, y, tile = 0) {
    return [x + tile, this.height - y - tile];
  }

  unit() { // squares a pixel
    return this.eye.across / (Math.min(this.svg.clientWidth, this.svg.clientHeight) || 1);
  }

  draw() {
    const {eye, box, svg} = this, unit = this.unit(), width = unit * svg.clientWidth, height = unit * svg.clientHeight;
    const within = (at, seen, from, size) => (seen >= size ? from + size / 2 : Math.min(Math.max(at, from + seen / 2), from + size - seen / 2));
    eye.x = within(eye.x, width, box.x, box.width);
    eye.y = within(eye.y, height, box.y, box.height);
    svg.setAttribute("viewBox", `${eye.x - width / 2} ${eye.y - height / 2} ${width} ${height}`);
    this.over.replaceChildren(make("g", null, this.paint(unit), this.marks.map(({at, drawn, large}) => drawn && stamp(at, unit * (large ? 1.5 : 1), drawn))));
  }

  // So that all these are seen; without any, the whole sheet.
  lookAt(points) {
    const {x, y, width, height} = this.box, {clientWidth: w, clientHeight: h} = this.svg, near = points.length > 0;
    const [[left, right], [top, bottom]] = [0, 1].map((i) => (near ? points.flatMap((p) => [p[i] - 1.5, p[i] + 1.5]) : [[x, x + width], [y, y + height]][i]))
      .map((all) => [Math.min(...all), Math.max(...all)]);
    this.eye = {x: (left + right) / 2, y: (top + bottom) / 2,
      across: Math.max(near && Math.min(NEAR, width, height), Math.max((right - left) / w, (bottom - top) / h) * Math.min(w, h) || 1)};
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
    if (this.pick) return this.pick([x, this.height - y]);
    const far = ({at}) => Math.hypot(at[0] - x, at[1] - y);
    const [nearest] = [...this.marks].sort((a, b) => far(a) - far(b));
    if (nearest && far(nearest) < TAP * this.unit()) nearest.act();
  }
}

// A drawing in pixels at a place; larger where the squares are large.
const grown = (unit) => unit * Math.min(Math.max(1, 0.028 / unit), 2);
export const stamp = ([x, y], unit, ...drawn) => make("g", {transform: `translate(${x} ${y}) scale(${grown(unit)})`}, drawn);
export const stroke = (points, kind) => make("polyline", {points: points.join(" "), class: kind});

export function car({at, heading, text}, unit, pen, own, faint) {
  const size = heading === undefined ? 11 : Math.max(9, 0.36 / grown(unit));
  const body = heading === undefined ? circle(size, "car") : make("path", {d: "M-1-.8H.35L1.15 0 .35.8H-1Z", transform: `rotate(${heading}) scale(${size})`, class: "car"});
  return stamp(at, unit, own && circle(size * 1.45, "own"), make("g", {pen, class: faint ? "faint" : null}, body, mark(pen, size * 0.52)),
    text && make("text", {x: size * 1.6, y: size * 1.9}, text));
}

// A stroke a move; old ink is faded.
export function ink(way, unit, pen) {
  return make("g", {pen}, way.slice(1).map(([x, y], i) => {
    const [left, top] = way[i], part = Math.max(0.2, 3.5 * unit) / Math.hypot(x - left, y - top), [right, down] = [(top - y) * part, (x - left) * part];
    return make("path", {d: `M${left} ${top}L${x} ${y}M${x - right} ${y - down}l${2 * right} ${2 * down}`, class: i < way.length - 8 ? "ink faint" : "ink"});
  }));
}
