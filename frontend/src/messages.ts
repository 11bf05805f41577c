// Written by `python -m zermelo.web.typescript` from src/zermelo/web/messages.py. Do not edit.

/** A place of the board: its name, its centre in squares (y grows downwards), what stands on it.  `count` pieces lie one upon another along a `tall` spot: from its upper end, from its lower end if `tall` < 0. Along a `wide` one from its left end, or from its right one. */
export interface Spot {
  name: string;
  x: number;
  y: number;
  piece: string;
  note: string;
  count: number;
  tall: number;
  wide: number;
}

/** What a piece is called aloud and how it looks; `side` is the player it belongs to. A figure has its outline and the lines inside as SVG paths, in hundredths of a square. */
export interface Piece {
  name: string;
  shape: "disc" | "ring" | "cross" | "card" | "back" | "die" | "cube" | "chips" | "hit" | "miss" | "tile" | "water" | "figure" | "text";
  side: number | null;
  text: string;
  outline: string;
  lines: string;
}

/** Where to click for a move: one spot, several in order, or none (a button). `piece` tells moves with the same clicks apart, and is shown on a button. */
export interface Choice {
  move: string;
  spots: string[];
  piece: string;
}

/** A coordinate beside the board. */
export interface Label {
  x: number;
  y: number;
  text: string;
}

/** A part of the ground around its centre, and what is written in it. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  look: "felt" | "wood" | "mat" | "place" | "ship" | "wreck" | "bubble" | "words";
  text: string;
}

/** Where the spots of a scene are in a narrow window. */
export interface Layout {
  width: number;
  height: number;
  spots: Spot[];
  labels: Label[];
  areas: Area[];
}

/** A board as data; `text` is drawn where there are no spots. `todo` is what the player to move is asked for. */
export interface Scene {
  width: number;
  height: number;
  board: "squares" | "checkered" | "holes" | "lines" | "points" | "table" | "water" | "hexes" | "nodes" | "plain";
  spots: Spot[];
  pieces: Record<string, Piece>;
  choices: Choice[];
  labels: Label[];
  marks: Record<string, string>;
  text: string;
  caption: string;
  areas: Area[];
  links: string[][];
  todo: string;
  narrow: Layout | null;
}

/** A position that shows a rule, and what is to be seen in it. */
export interface Illustration {
  caption: string;
  scene: Scene;
}

/** How a game is played and how its moves are made, with pictures. `page`: the address of a page of its own. */
export interface Rules {
  spec: string;
  title: string;
  summary: string;
  rules: string[];
  moving: string[];
  pictures: Illustration[];
  page: string;
}

/** Why something was not done: `kind` for programs, `message` for people; where in a text, from column 0. */
export interface Problem {
  kind: string;
  message: string;
  text: string;
  column: number | null;
}

/** The body of every answer that is an error. */
export interface Failure {
  error: Problem;
}

/** Something to choose, with what it is in a few words. */
export interface Named {
  name: string;
  summary: string;
}

/** A strength. */
export interface Level {
  level: number;
  words: string;
}

/** What one visitor may use; whatever asks for more is refused, or ended with what it has. */
export interface Limits {
  body_bytes: number;
  text_length: number;
  messages_per_second: number;
  messages_at_once: number;
  streams: number;
  searches: number;
  games: number;
  seconds: number;
  nodes: number;
  memory_mb: number;
  threads: number;
  trace_nodes: number;
}

/** An optional part that is not installed, and the command that brings it. */
export interface Missing {
  extra: string;
  brings: string;
  command: string;
}

/** The server. */
export interface About {
  version: string;
  methods: Named[];
  switches: Named[];
  orders: string[];
  levels: Level[];
  players: Named[];
  missing: Missing[];
  limits: Limits;
  exposed: boolean;
  kept: string;
}

/** A number (low to high) or word that chooses a variant: `connect4:width=6`. */
export interface GameOption {
  name: string;
  default: number | string;
  low: number;
  high: number;
  words: string[];
  help: string;
}

/** What kind of game it is. */
export interface GameKind {
  chance: boolean;
  hidden: boolean;
  zero_sum: boolean;
  points: boolean;
  first_player_view: boolean;
}

/** A game. `spec` is what requests call it; options are added as `spec:name=value,name=value`. */
export interface GameCard {
  spec: string;
  title: string;
  summary: string;
  options: GameOption[];
  players: string[];
  kind: GameKind;
  small: boolean;
  evaluates: boolean;
  scene: boolean;
  playable: boolean;
  why_not: string;
  levels: number[];
  formats: string[];
  own: boolean;
  methods: string[];
  usual_walk: string;
  deals: boolean;
  rules: string;
  measure: string;
  width: number;
  notations: string;
  exact: boolean;
}

/** How a position ended by the rules. */
export interface Over {
  winner: number | null;
  payoffs: number[];
  sentence: string;
}

/** A position, ready to be drawn. `turn` is a player, -1 for chance, -2 when it is over. */
export interface Position {
  game: string;
  title: string;
  text: string;
  turn: number;
  players: string[];
  scene: Scene;
  moves: string[];
  over: Over | null;
  caption: string;
  start: string;
  played: string[];
}

/** A value for `player`. `bar` is player 0's: -1 lost … 1 won. */
export interface Score {
  value: number | "Infinity" | "-Infinity";
  bound: "exact" | "at least" | "at most" | "about";
  text: string;
  proved: boolean;
  player: number;
  bar: number;
}

/** A move, what it is worth, and the play that follows. */
export interface Line {
  move: string;
  score: Score;
  line: string[];
}

/** A search as it stands after its last finished depth. `best` lines come first, those known by a bound after.  Where chance moves, a line is what can be thrown, `score` the average. */
export interface Thinking {
  score: Score | null;
  depth: number;
  deepest: number;
  samples: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  others: Line[];
  solved: boolean;
  final: boolean;
  stopped: string;
  method: string;
  confidence: number;
}

/** What a move comes to by the game's own solver. */
export interface ExactMove {
  move: string;
  text: string;
  best: boolean;
}

/** What the game's own solver says of a position: every move, and a table of results. */
export interface ExactView {
  what: string;
  moves: ExactMove[];
  title: string;
  head: string[];
  rows: string[][];
  note: string;
}

/** An engine waits for its turn to search: so many searches of others come before its own. */
export interface Waiting {
  before: number;
}

/** The last event of a stream. `reason` is "done", or what ended it early: replaced, closing, limit, … */
export interface End {
  reason: string;
  message: string;
}

/** One move of a reviewed game; values are for the player who moved, of dice (-1) for the first. */
export interface ReviewedMove {
  ply: number;
  player: number;
  move: string;
  best: string;
  line: string[];
  before: Score;
  after: Score;
  loss: number;
  name: string;
  forced: boolean;
  exact: boolean;
  depth: number;
  bar: number;
  luck: number;
}

/** The conclusion: sentences, and the ply at which the game turned. */
export interface ReviewEnd {
  reason: string;
  message: string;
  summary: string[];
  turned: number | null;
  winner: number | null;
}

/** One method on a position. */
export interface ComparedMethod {
  method: string;
  move: string;
  score: Score | null;
  depth: number;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  table_hits: number;
  researches: number;
  seconds: number;
  stopped: string;
  trouble: string;
}

/** All methods that were asked for. */
export interface Comparison {
  rows: ComparedMethod[];
}

/** Seconds for every move (Phase II), or for the game and what each move adds (Phase III). */
export interface ClockSetting {
  kind: "move" | "game";
  seconds: number;
  increment: number;
}

/** Who plays a side. */
export interface Side {
  spec: string;
  name: string;
  human: boolean;
}

/** A move of a game. `score` is what an engine thought of it. */
export interface PlayedMove {
  move: string;
  player: number;
  seconds: number;
  nodes: number | null;
  score: Score | null;
  comment: string;
}

/** How a game ended; the words of zermelo.ending.Ending. `winner` is the one player who has won, `loser` who ended it by giving up or by not doing their part, `winners` all who have won. */
export interface Ending {
  ending: string;
  winner: number | null;
  sentence: string;
  loser: number | null;
  winners: number[];
}

/** A game as it stands. `remaining` are the seconds of all clocks when this was sent; `running` is whose runs. */
export interface PlayGame {
  id: string;
  revision: number;
  game: string;
  title: string;
  start: string;
  sides: Side[];
  moves: PlayedMove[];
  clock: ClockSetting | null;
  remaining: number[] | null;
  running: number | null;
  status: "playing" | "thinking" | "over" | "failed";
  trouble: string;
  ending: Ending | null;
  position: Position;
  thinking: Thinking | null;
  can_undo: boolean;
  formats: string[];
  hiding: boolean;
  partners: number[];
  views: Position[];
}

/** A game in the list of the last ones. */
export interface PlaySummary {
  id: string;
  game: string;
  title: string;
  sides: Side[];
  moves: number;
  status: "playing" | "thinking" | "over" | "failed";
  sentence: string;
  changed: number;
}

/** The visitor's last games, newest first. */
export interface PlayList {
  games: PlaySummary[];
}

/** A tree to solve by hand, with the answers. */
export interface PracticeProblem {
  tree: string;
  best: string;
  value: number;
  pruned: string[];
  unexamined: string[];
  depth: number;
  branching: number;
  prunings: number;
  seed: number;
  cut: ">=" | ">";
}

/** What a pasted text was taken for, and where to open it. */
export interface Pasted {
  game: string;
  position: string;
  moves: string[];
  what: string;
  players: string[];
}

/** An engine in the table. */
export interface TournamentRow {
  place: number;
  name: string;
  points: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  elo: number;
  error: number;
  faults: number;
  move_seconds: number;
  seconds: number;
}

/** Points of one engine against another, and games. */
export interface CrossCell {
  points: number;
  games: number;
}

/** A game of a tournament, newest first in lists. */
export interface TournamentGame {
  id: string;
  first: string;
  second: string;
  opening: string;
  winner: number | null;
  ending: string;
  reason: string;
  plies: number;
}

/** Games lost by not doing one's part, all for one reason; `game` is the newest of them. */
export interface TournamentFault {
  game: string;
  engine: string;
  ending: string;
  reason: string;
  messages: string;
  count: number;
}

/** A game of a tournament that is being played. */
export interface RunningGame {
  id: string;
  first: string;
  second: string;
  game: string;
  start: string | null;
  moves: string[];
}

/** A sequential test (SPRT) as it stands: the ratio between its bounds, and the verdict in words. */
export interface TestState {
  llr: number;
  low: number;
  high: number;
  words: string;
}

/** A tournament as it stands. */
export interface TournamentTable {
  name: string;
  game: string;
  format: string;
  time: string;
  played: number;
  total: number;
  rows: TournamentRow[];
  cross: ((CrossCell | null)[])[];
  games: TournamentGame[];
  faults: TournamentFault[];
  endings: Record<string, number>;
  test: TestState | null;
  match: string;
  notes: string[];
  changed: number;
  games_per_second: number | null;
  seconds_left: number | null;
  running: RunningGame[];
}

/** A tournament in the list. */
export interface TournamentSummary {
  name: string;
  game: string;
  played: number;
  total: number;
  trouble: string;
}

export interface TournamentList {
  tournaments: TournamentSummary[];
}

/** One game of a tournament, to be played through. */
export interface TournamentReplay {
  id: string;
  game: string;
  start: string;
  moves: string[];
  players: string[];
  sentence: string;
}

/** POST /api/position */
export interface AskPosition {
  game: string;
  position?: string | null;
  moves?: string[] | string;
}

/** POST /api/paste */
export interface AskPaste {
  text: string;
  game?: string | null;
}

/** POST /api/play */
export interface AskPlay {
  game: string;
  sides: string[];
  position?: string | null;
  moves?: string[] | string;
  clock?: ClockSetting | null;
}

/** POST /api/play/ID/move. `revision` is that of the game the player saw. */
export interface AskMove {
  move: string;
  revision: number;
}

/** POST /api/play/ID/undo, resign, stop, resume, hint */
export interface AskChange {
  revision?: number | null;
  seconds?: number | null;
}

/** GET /api/analyse, /api/review */
export interface AskAnalysis {
  game: string;
  position?: string | null;
  moves?: string[] | string;
  best?: number;
  method?: string;
  seconds?: number | null;
  depth?: number | null;
  nodes?: number | null;
  level?: number | null;
}

/** POST /api/compare */
export interface AskCompare {
  game: string;
  methods: string[];
  position?: string | null;
  moves?: string[] | string;
  depth?: number | null;
  nodes?: number | null;
  seconds?: number | null;
}

/** POST /api/trace, GET /api/export/FORM. `order`: given, reversed, best, worst, random, or one of the search.  Without a `method` it is the usual one for the game. `switches`: "null_move=no,probcut=no", otherwise the method's. */
export interface AskTrace {
  game?: string;
  tree?: string | null;
  position?: string | null;
  moves?: string[] | string;
  method?: string | null;
  cut?: ">=" | ">";
  fail?: "soft" | "hard";
  order?: string;
  table?: boolean | null;
  switches?: string;
  depth?: number | null;
  nodes?: number | null;
  seconds?: number | null;
  cap?: number;
  seed?: number;
}

/** GET /api/practice, /api/practice/sheet */
export interface AskPractice {
  depth?: number;
  branching?: number;
  prunings?: number;
  seed?: number;
  values?: string;
  cut?: ">=" | ">";
  problems?: number;
  key?: boolean;
}
