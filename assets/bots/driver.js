// Drives a car of Graph Prix: of the moves after which it can still stop before a wall, it takes
// the one that leaves the shortest way to the finish line. Make it better!
const BAD = { finish: 0, clear: 1, slick: 2, collision: 3, off_track: 4 };
const told = {}, rows = [], way = {}; // way[p]: how many steps from p, a pair [x, y], to the finish
let line;
const onTrack = ([x, y]) => rows[y] && rows[y][x] && rows[y][x] !== "#";
const hasGrip = ([x, y]) => onTrack([x, y]) && rows[y][x] !== "s"; // no slick
const near = ([x, y]) => [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [x + dx, y + dy]));
const least = (list, worth) => list.reduce((a, b) => (worth(b) < worth(a) ? b : a));
// Above 0: p lies to the left of the way from a to b.
const side = (a, b, p) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

function crosses(p, q) { // 1: the way from p to q crosses the finish, -1: backwards, 0: not at all
  if (!line || side(p, q, line[0]) * side(p, q, line[1]) > 0) return 0;
  return (side(...line, q) > 0) - (side(...line, p) > 0);
}
function measure() { // fills `way`, as water flows over the track from the finish line
  for (const [y, squares] of told.row) rows[y] = squares;
  if (told.line) line = [told.line.at(-1).slice(1, 3), told.line.at(-1).slice(3)];
  const points = rows.flatMap((row, y) => [...row].map((_, x) => [x, y])).filter(onTrack);
  const flow = points.filter((p) => near(p).some((q) => crosses(p, q) > 0));
  for (const p of flow) way[p] = 1;
  for (const q of flow) // which grows meanwhile
    for (const p of near(q).filter((p) => hasGrip(p) && !way[p] && !crosses(p, q))) {
      way[p] = way[q] + 1;
      flow.push(p);
    }
}
function canStop([x, y], v) { // by braking as hard as it can? It looks at a point every half square
  while (v[0] || v[1]) {
    v = v.map((c) => c - Math.sign(c));
    const n = 2 * Math.max(...v.map(Math.abs), 1);
    for (let i = 0; i <= n; i++)
      if (!onTrack([Math.round(x + (v[0] * i) / n), Math.round(y + (v[1] * i) / n)])) return false;
    [x, y] = [x + v[0], y + v[1]];
  }
  return true;
}
function toGo(p, [x, y]) { // how far is it to the finish after the move from p?
  const wall = canStop([x, y], [x - p[0], y - p[1]]) ? 0 : 99999;
  return wall + (way[[x, y]] || 9999) - 9999 * crosses(p, [x, y]);
}
function answer() {
  const me = told.car.find((car) => car[0] === told.you[0][0]).slice(2, 4);
  const worth = (move) => 1e6 * BAD[move[2]] + toGo(me, move) + 2 * move[3];
  way[me] = (way[me] || 9999) + 1; // whoever comes here often must not stay for ever
  if (told.start.length === 0) return ["move", ...least(told.move, worth).slice(0, 2)];
  const p = least(told.start, (p) => way[p] || 9999);
  const ends = near(p).filter((q) => onTrack(q) && (q[0] === p[0] || q[1] === p[1]));
  const reverse = told.rule.some((rule) => rule.join(" ") === "choose reverse");
  return ["start", ...p, ...(reverse ? [] : ["move", ...least(ends, (q) => toGo(p, q))])];
}
require("readline").createInterface({ input: process.stdin }).on("line", (text) => {
  const [name, ...words] = text.split(" ").map((word) => (isNaN(word) ? word : Number(word)));
  if (name === "turn") Object.assign(told, { car: [], start: [], move: [] });
  told[name] = [...(told[name] || []), words];
  if (name === "ready") console.log((measure(), "ready JavaScript"));
  if (name === "go") console.log(answer().join(" "));
});
