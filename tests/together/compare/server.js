// The other side: boardgame.io's own server, its matches in memory, with a game of nine moves for four.
const {Server, Origins} = require("boardgame.io/server");
const {nine} = require("./nine.js");

Server({games: [nine], origins: [Origins.LOCALHOST]}).run(Number(process.argv[2]), () => console.log("listens"));
