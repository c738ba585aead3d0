exports.nine = {
  name: "nine", minPlayers: 4, maxPlayers: 4,
  setup: () => ({cells: Array(9).fill(null)}),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {take: ({G, playerID}, cell) => void (G.cells[cell] = playerID)},
  endIf: ({G}) => G.cells.every((cell) => cell !== null),
};
