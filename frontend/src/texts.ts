// Every text that a visitor reads, by page. Sentences about a step of the search are made in explorer/sentences.ts.
// Numbers get a real minus sign; infinities are −∞ and +∞.

export const shell = {
  name: "Zermelo",
  skip: "Skip to the content",
  pages: "Pages",
  home: "Games",
  analyse: "Analyse",
  explore: "Tree explorer",
  practise: "Practise",
  tournament: "Tournaments",
  help: "Help",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  notFound: "There is no such page",
  notFoundWay: "The address leads nowhere. The games are on the first page.",
  crashed: "This page has failed",
  crashedWay: "Reload it; what was kept on the server is still there.",
};

export const connection = {
  lost: "The server does not answer.",
  odd: (status: number) => `The server answered with error ${status}.`,
  banner: "No connection to Zermelo. Is it still running? Start it again with",
  command: "zermelo serve",
  kept: "Nothing is lost: games are kept on the server and in the address of this page.",
  trying: "Trying …",
  again: "Try again",
  back: "Connected again.",
};

export const board = {
  empty: "empty",
  legal: "legal",
  picked: "picked",
  hint: "hint",
  marks: { last: "last move", win: "winning line" } as Record<string, string>,
  value: (text: string) => `value ${text}`,
  which: "Which move do you mean?",
  moves: "Moves",
};

export const graph = {
  empty: "Values appear here as the computer finds them.",
  label: (player: string) => `Course of the game: value for ${player} after each move`,
  better: (player: string) => `${player} better`,
  point: (ply: number, move: string, value: string, tag: string) => `Move ${ply}, ${move}: ${value}${tag ? `, ${tag}` : ""}`,
};

export const moves = {
  label: "Moves",
  start: "Start",
  move: (ply: number, player: string, move: string, tag: string, cost: string) =>
    [`Move ${ply}`, player, move, tag, cost && `cost ${cost.replace("−", "")}`].filter(Boolean).join(", "),
};

export const thinking = {
  depth: (depth: number) => `depth ${depth} finished`,
  solved: "solved to the end",
  nodes: (count: string) => `${count} positions`,
  kinds: { proved: "proved", judged: "judgement", bound: "bound only" } as Record<string, string>,
  bar: (value: string, player: string) => `Value: ${value} for ${player}`,
  noBar: "No value yet",
};

export const play = {
  loading: "The game is being loaded",
  gone: "This game is not here",
  fromLink: "Start it again from this link",
  toGames: "To the games",
  boardOf: (title: string) => `${title} board`,
  human: "you",
  thinks: "thinks …",
  toMove: "to move",
  winner: "has won",
  clockOf: (player: string) => `Clock of ${player}`,
  typed: "Move",
  playIt: "Play",
  hint: "Hint",
  thinkingHint: "Thinking …",
  hintTitle: "Hint",
  hinted: (move: string, value: string) => `Hint: ${move}, value ${value}.`,
  undo: "Undo",
  undone: "Taken back.",
  moveNow: "Move now",
  resign: "Resign",
  sure: "Give up this game?",
  yes: "Yes, resign",
  no: "No",
  flip: "Turn the board",
  mind: "The computer thinks",
  begins: "It has just begun.",
  forPlayer: (player: string) => `for ${player}`,
  course: "Course of the game",
  looking: (ply: number, all: number) => `You are looking at move ${ply} of ${all}.`,
  lookedAt: (ply: number, move: string, caption: string) => `After move ${ply}${move ? `, ${move}` : ""}: ${caption}`,
  backToGame: "Back to the game",
  moved: (player: string, move: string) => `${player} played ${move}.`,
  failed: "The computer failed; the game is kept.",
  resume: "Resume",
  analyse: "Why? Analyse this game",
  analyseNow: "Analyse this position",
  again: "Again",
  swap: "Change sides",
  another: "Another game",
  share: "Share and save",
  copyLink: "Copy link",
  copyMoves: "Copy moves",
  copyPosition: "Copy position",
  copied: "Copied ✓",
  file: (format: string) => `Save as ${format}`,
  noValue: "No value yet.",
  detail: (value: string, player: string, depth: number) => `Value ${value} for ${player} at depth ${depth}.`,
};

export const opponent = {
  kind: "Player",
  kinds: {
    level: "Computer, by strength",
    method: "Computer, by method",
    naive: "Greedy beginner",
    random: "Random moves",
    own: "Your own class",
  },
  level: (level: number, high: number) => `Strength ${level} of ${high}`,
  method: "Method",
  limit: "Limit",
  depth: "Depth",
  seconds: "Time",
  plies: "Moves ahead",
  howLong: "Seconds",
  own: "File and class",
  about: {
    level: "",
    method: "",
    naive: "Takes the move that looks best at once, without looking ahead.",
    random: "Plays any legal move.",
    own: "A class of yours that is called with a position and returns a move.",
  },
};

export const setup = {
  text: "Position as text",
  from: "Begin with the usual start",
};

export const newGame = {
  title: "New game",
  unknown: (spec: string) => `There is no game “${spec}” here.`,
  who: "Who plays",
  whos: {
    first: (first: string) => `You, as ${first} (first)`,
    second: (_: string, second: string) => `You, as ${second} (second)`,
    random: () => "You, side by lot",
    people: () => "Two people",
    computers: () => "Computer against computer",
  } as Record<string, (first: string, second: string) => string>,
  opponent: "Against",
  plays: (player: string) => `${player} is played by`,
  clock: "Clock",
  time: "Time",
  clocks: { none: "No clock", move: "For each move", game: "For the whole game" },
  seconds: "Seconds",
  increment: "Added per move",
  variant: "Variant",
  position: "Start from another position",
  start: "Start the game",
  analyse: "Analyse instead",
};

export const home = {
  title: "Choose a game",
  last: "Your last games",
  none: "No games yet – pick one.",
  noGames: "This server offers no games.",
  again: "Try again",
  you: "you",
  own: "yours",
  analyse: "Analyse",
  resume: "Go on",
  look: "Look at it",
  delete: "Delete",
  deleteOf: (title: string) => `Delete the game of ${title}`,
  reallyDelete: "Really delete",
  keep: "Keep it",
  count: (moves: number) => (moves === 1 ? "1 move" : `${moves} moves`),
  ago: (seconds: number) => {
    if (seconds < 90) return "just now";
    if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
    if (seconds < 129600) return `${Math.round(seconds / 3600)} hours ago`;
    return `${Math.round(seconds / 86400)} days ago`;
  },
  paste: "Paste a position or a game",
  more: "More to do",
  ways: [
    ["/explore", "Tree explorer", "Watch a search step by step: windows, cut-offs, and why."],
    ["/practise", "Practise", "Solve a tree by hand and see what was right."],
    ["/tournament", "Tournaments", "Tables of engines, while they play."],
  ],
  missing: (brings: string) => `Not installed: ${brings}. To add it:`,
};

export const paste = {
  text: "A position, the moves of a game, a record or a tree",
  example: "f5 d6 c3 d3 c4   or   ((3 5)(2 9))",
  game: "Game",
  find: "Find out",
  look: "Look at it",
};

export const help = {
  title: "Help and settings",
  settings: "Settings",
  palette: "Pieces",
  palettes: { colour: "Blue and orange", contrast: "Strong contrast" },
  switches: { coordinates: "Coordinates", legal: "Show legal moves", values: "Values on squares" },
  kept: "Kept in this browser only.",
  keys: "Keys",
  key: "Key",
  does: "What it does",
  keyList: [
    ["?", "opens this page from anywhere"],
    ["← → ↑ ↓", "on a board: to the next square; Home and End to the ends of the row"],
    ["Enter", "on a square: plays there, or picks the piece"],
    ["Esc", "puts a picked piece back"],
    ["a–z 0–9", "on a board: types a move into the field"],
    ["/", "to the field for a move"],
    ["!", "a hint"],
    ["Ctrl+Z", "takes a move back"],
    ["[ ]", "the position before, the position after"],
    [".", "repeats the last line that was said"],
    [",", "reads the value and the depth"],
  ] as [string, string][],
  signs: "Signs",
  signList: [
    ["✓ +2", "a proved value: nothing can change it"],
    ["+2", "a judgement at the depth that is told"],
    ["≥ 2, ≤ 2", "only a bound: at least 2, at most 2"],
    ["W 5, L 4, =", "on a square: win in 5, loss in 4, draw"],
    ["?! ? ??", "inaccuracy, mistake, blunder, with what it cost"],
    ["dashed frame", "the last move; on a value, only a bound"],
    ["dashed ring", "a hint"],
  ] as [string, string][],
  notation: "Notation",
  notationText: [
    "Moves are typed as the game writes them: a square such as d3 in Othello and five in a row, the number of a column in Connect Four, the number of a square in tic-tac-toe.",
    "Values are for the player they are shown with. On the bar and in the graph, up is good for the first player.",
    "The address of a page always holds the position: copy it to share or to keep it.",
  ],
};
