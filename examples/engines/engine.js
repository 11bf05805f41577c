// An engine for Othello in the course's protocol: it takes the move that turns most discs, corners first.
// Run: node engine.js

const [EMPTY, BLACK, WHITE] = [0, 1, 2];

// board[column][row], both from 1 to 8, with an empty edge around; rows count from below.
const board = Array.from({ length: 10 }, () => Array(10).fill(EMPTY));
board[4][5] = board[5][4] = WHITE;
board[5][5] = board[4][4] = BLACK;

const other = (color) => BLACK + WHITE - color;

// The discs that a move turns over; none if it is not legal.
function turned(column, row, color) {
  const found = [];
  if (board[column][row] !== EMPTY) return found;
  for (const x of [-1, 0, 1])
    for (const y of [-1, 0, 1]) {
      let steps = 1;
      while (board[column + steps * x][row + steps * y] === other(color)) steps++;
      if (board[column + steps * x][row + steps * y] !== color) continue;
      for (let i = 1; i < steps; i++) found.push([column + i * x, row + i * y]);
    }
  return found;
}

function play(column, row, color) {
  for (const [c, r] of turned(column, row, color)) board[c][r] = color;
  board[column][row] = color;
}

// The best move, undefined if there is none.
function best(color) {
  let move, most = 0;
  for (let column = 1; column <= 8; column++)
    for (let row = 1; row <= 8; row++) {
      const corner = column % 7 === 1 && row % 7 === 1;
      const discs = turned(column, row, color).length;
      if (discs > 0 && discs + 100 * corner > most) [move, most] = [[column, row], discs + 100 * corner];
    }
  return move;
}

// Writes a move, or `pass`; nothing when the game is over.
function answer(color) {
  const move = best(color);
  if (move) {
    play(...move, color);
    console.log(move.join(" "));
  } else if (best(other(color))) {
    console.log("pass");
  }
}

let me = WHITE;
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const words = line.split("#")[0].trim().toLowerCase().split(/\s+/);
  if (words[0] === "black") me = BLACK;
  if (words.length === 2) play(Number(words[0]), Number(words[1]), other(me));
  if (words[0] !== "" && words[0] !== "white") answer(me);
});
