// Drives a stock car of Graph Prix: of the ways after which it can still brake for the next bend,
// it has the game try the best few and takes the one that ends nearest to the line. Make it better!
const HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const STEPS = [1e4, 10001, 1, -9999, -1e4, -10001, -1, 9999]; // of a tile's number, x + 10000 y
const TURNS = { M: 0, L: 7, R: 1, left: 7, right: 1, none: 0 };
const BAD = 9999, told = {}, tiles = new Map(), far = {}; // far[a]: how many tiles to the line
let race, line, known, kept, orders;
const place = (a) => [a - 1e4 * Math.round(a / 1e4), Math.round(a / 1e4)]; // of a number
function crosses(a, b) { // 1: the move from a to b crosses the line, -1: backwards, 0: not at all
  const change = line.has(b) - line.has(a), [x, y] = change ? place(b - a) : [0, 0];
  return change * (x * race[0] + y * race[1]) > 0 ? change : 0;
}
function measure() { // water flows over the track, backwards from the line
  for (const [y, row] of told.row)
    for (const x in row) if (row[x] !== "_") tiles.set(Number(x) + 1e4 * y, row[x]);
  race = place(STEPS[HEADINGS.indexOf(told.race[0][0])]);
  const across = (a) => place(a)[race[0] === 0 ? 1 : 0], all = [...tiles.keys()];
  const flags = new Set(all.filter((a) => tiles.get(a) === "F").map(across));
  line = new Set(all.filter((a) => "Fp#P".includes(tiles.get(a)) && flags.has(across(a))));
  const near = (a) => STEPS.map((step) => a + step).filter((b) => tiles.has(b));
  const flow = all.filter((a) => near(a).some((b) => crosses(a, b) > 0));
  for (const a of flow) far[a] = 1;
  for (const b of flow) // which grows meanwhile
    for (const a of near(b).filter((a) => !far[a] && !crosses(a, b))) {
      far[a] = far[b] + 1;
      flow.push(a);
    }
}
function ways(a, heading, moves, steers = "LR", banked = false) { // with at most one L and one R
  if (moves === 0) return [{ letters: "", a, heading, crossings: 0 }];
  const key = `${a} ${heading} ${moves} ${steers} ${banked}`;
  return kept[key] ??= [..."M" + steers].flatMap((letter) => {
    const ahead = (heading + TURNS[letter]) % 8, b = a + STEPS[ahead], over = crosses(a, b);
    if (!tiles.has(b)) return [];
    const bank = !banked && tiles.get(a) === "b" && tiles.get(b) === "b";
    const after = (ahead + (bank ? TURNS[told.turn[0][0]] : 0)) % 8;
    return ways(b, after, moves - 1, steers.replace(letter, ""), banked || bank).map((w) => (
      { letters: letter + w.letters, a: w.a, heading: w.heading, crossings: w.crossings + over }));
  });
}
function safe(a, heading, speed) { // can it brake and go on from here?
  const slower = Math.max(1, speed - 1), next = (w) => slower === 1 || safe(w.a, w.heading, slower);
  return known[`${a} ${heading} ${slower}`] ??= ways(a, heading, slower).some(next);
}
function choose() { // sorts what can be ordered, the best first
  const [, , x, y, name] = told.car.find((car) => car[0] === told.you[0][0]);
  const [slow, changes] = told.speed.find((row) => row[0] > 0); // and round, if nothing is safe
  orders = [{ worth: 5 * BAD, text: changes + "R" + "M".repeat(slow - 1) }];
  known = {}, kept = {}; // tiles may have changed
  for (const [tx, ty, tile] of told.tile || []) tiles.set(tx + 1e4 * ty, tile);
  for (const [speed, changes, cards] of told.speed)
    for (const way of ways(x + 1e4 * y, HEADINGS.indexOf(name), speed)) {
      const fear = speed && safe(way.a, way.heading, speed) ? 3 * cards : 9 * BAD;
      const worth = fear + (far[way.a] || BAD) - BAD * way.crossings;
      orders.push({ worth, text: changes + way.letters });
    }
  for (const order of orders) order.text = order.text.replace("-", "") || "-";
  orders = orders.sort((a, b) => a.worth - b.worth).slice(0, 5);
}
function ask() { // the game tries one after another; then the best is done
  const next = orders.find((order) => !order.tried);
  if (next) return (next.tried = true), "try " + next.text;
  return "do " + orders.sort((a, b) => a.worth - b.worth)[0].text;
}
require("readline").createInterface({ input: process.stdin }).on("line", (text) => {
  if (text[0] === "{") { // the answer to a try
    orders.findLast((order) => order.tried).worth += BAD * JSON.parse(text).off_track;
    return console.log(ask());
  }
  const [name, ...words] = text.split(" ");
  if (name === "turn") Object.assign(told, { speed: [], car: [], special: null });
  const read = (word, i) => (isNaN(word) || (name === "row" && i > 0) ? word : Number(word));
  told[name] = [...(told[name] || []), words.map(read)];
  if (name === "ready") console.log((measure(), "ready JavaScript"));
  if (name === "go") console.log(told.special ? "do special turbo" : (choose(), ask()));
});
