// Drives on a circuit of Graph Prix: looks some turns ahead along the empty track, what each
// speed and lane brings in rows and costs in tires, and forces its way where it is held up.
// Make it better!
const FREE = { limits: [999, 999, 999], line: 0, first: true }, BAD = -99, TURNS = 2, kept = {};
const told = {}, at = {}; // at[row]: the corner's limits and line there, is it its first row
let rows, lanes, lines, row, lane, on, posted, halves, chips, start, acc, dec, top, points, price;
let worst = 0; // excess in this corner, in this move

function drive(row, states, speed, points) { // a state: lane, line's benefit, halves paid, excess
  for (; points > 0; points--) {
    const after = {}, here = at[(row = (row + 1) % rows)] || FREE;
    for (const old of states)
      for (let lane = Math.max(1, old.lane - 1); lane <= Math.min(lanes, old.lane + 1); lane++) {
        const on = lines && lane === here.line && (here.first || old.on);
        const excess = Math.max(0, speed - here.limits[lane - 1] - (on ? 20 : 0)) / 20;
        const before = here.first ? 0 : old.worst, key = `${lane} ${on}`;
        const paid = old.paid + 2 * Math.max(0, excess - before);
        if (excess < 3 && paid <= halves && !(after[key] && after[key].paid <= paid))
          after[key] = { lane, on, paid, worst: Math.max(before, excess) };
      }
    states = Object.values(after);
  }
  return [row, states];
}
function future(row, state, v, turns) { // rows that the next turns bring, less what they cost
  let best = BAD, least = v ? Math.max(20, v - dec) : 20;
  const key = `${row} ${state.lane} ${state.on} ${v} ${turns} ${halves}`;
  if (turns === 0 || key in kept) return kept[key] || 0;
  for (let s = least; s <= (v ? Math.min(top, v + acc) : start); s += 20)
    best = Math.max(best, s / 20 + worth(row, { ...state, paid: 0, worst: 0 }, s, s / 20, turns-1));
  return (kept[key] = best);
}
function worth(from, state, speed, points, turns) { // BAD: it would spin
  const [row, states] = drive(from, [state], speed, points);
  return states.reduce((best, state) =>
    Math.max(best, future(row, state, speed, turns) - state.paid * price), BAD);
}
function step(action) { // what a "go 2" or "go 2+" is worth, and its excess
  const [next, states] = drive(row, [{ lane, on, paid: 0, worst }], posted, 1);
  const state = states.find((state) => state.lane === Number(action[3]));
  if (!state) return { value: BAD, worst: 0, action };
  if (action.endsWith("+")) state.on = true, state.paid += 1;
  const value = worth(next, state, posted, points - 1, TURNS) + (state.lane === lane) / 100;
  return { value, worst: state.worst, action };
}
function choose(phase, moves) {
  if (phase === "build") return moves.find((move) => move === "build 1 1 1 1 1") || moves[0];
  if (phase === "cards") return halves > 6 ? "block" : "pass";
  if (phase === "chips" || phase === "spin") return chips > 1 || phase === "spin" ? "chip" : "keep";
  if (phase === "post") {
    const here = { lane, on, paid: 0, worst: (worst = 0) };
    const value = (s) => s / 20 + worth(row, here, s, s / 20, TURNS);
    const speeds = moves.map((move) => Number(move.slice(6)));
    return "speed " + speeds.reduce((best, s) => (value(s) > value(best) ? s : best));
  }
  const steps = moves.filter((move) => move.startsWith("go")).map(step);
  const best = steps.sort((a, b) => b.value - a.value)[0] || { worst, action: moves[0] };
  worst = best.worst; // without a `go` a force pass comes first
  return best.action;
}
require("readline").createInterface({ input: process.stdin }).on("line", (text) => {
  const [name, ...rest] = text.split(" ");
  const words = rest.map((word) => (isNaN(word) ? word : Number(word)));
  if (name === "ask") Object.assign(told, { ask: words, car: [], move: [] });
  if (name === "you" || name === "circuit") told[name] = words;
  if (name === "car" && words[0] === told.you[0]) told.me = words;
  if (name === "move") told.move.push(rest.join(" "));
  if (name === "rule" && rest[0] === "lines") lines = rest[1] === "on";
  for (let i = words[0]; name === "corner" && i <= words[1]; i++)
    at[i] = { limits: words.slice(2), line: 0, first: i === words[0] };
  if (name === "line") words.slice(2).forEach((lane, i) => { at[words[0] + i].line = lane; });
  if (name === "ready") [rows, lanes] = told.circuit, console.log("ready JavaScript");
  if (name !== "go") return;
  [row, lane, , , posted, halves, chips, on] = told.me.slice(2);
  [start, acc, dec, top] = [40, 20, 20, 140].map((base, i) => base + 20 * told.me[13 + i]);
  points = told.ask[2], price = 20 / (halves + 10); // of half a point of wear, in rows
  console.log(choose(told.ask[0], told.move));
});
