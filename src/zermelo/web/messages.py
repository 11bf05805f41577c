"""What the browser and the server say to each other: the one place where it is written down.

The browser's copy, frontend/src/messages.ts, is written from this file by typescript.py; a test sees to it. Numbers are
finite except where the type is `Number`. Values and bars are those of the player that a score names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Number = float | Literal["inf", "-inf"]
Bound = Literal["exact", "at least", "at most", "about"]
Status = Literal["playing", "thinking", "over", "failed"]

# Boards. The same as zermelo.view.scene gives.


@dataclass(frozen=True)
class Spot:
    """A place of the board: its name, its centre in squares (y grows downwards), what stands on it.

    `count` pieces lie one upon another along a `tall` spot: from its upper end, from its lower end if `tall` < 0.
    """

    name: str
    x: float
    y: float
    piece: str = ""
    note: str = ""
    count: int = 1
    tall: float = 1


@dataclass(frozen=True)
class Piece:
    """What a piece is called aloud and how it looks; `side` is the player it belongs to."""

    name: str
    shape: Literal["disc", "ring", "cross", "card", "back", "text"]
    side: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Choice:
    """Where to click for a move: one spot, several in order, or none (a button)."""

    move: str
    spots: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Label:
    """A coordinate beside the board."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Scene:
    """A board as data; `text` is drawn where there are no spots."""

    width: float
    height: float
    board: Literal["squares", "holes", "lines", "points", "table", "plain"]
    spots: list[Spot]
    pieces: dict[str, Piece]
    choices: list[Choice]
    labels: list[Label]
    marks: dict[str, str]
    text: str
    caption: str


# What goes wrong.


@dataclass(frozen=True)
class Problem:
    """Why something was not done: `kind` for programs, `message` for people; where in a text, from column 0."""

    kind: str
    message: str
    text: str = ""
    column: int | None = None


@dataclass(frozen=True)
class Failure:
    """The body of every answer that is an error."""

    error: Problem


# What there is.


@dataclass(frozen=True)
class Named:
    """Something to choose, with what it is in a few words."""

    name: str
    summary: str


@dataclass(frozen=True)
class Level:
    """A strength."""

    level: int
    words: str


@dataclass(frozen=True)
class Limits:
    """What one visitor may use; whatever asks for more is refused, or ended with what it has."""

    body_bytes: int
    text_length: int
    messages_per_second: float
    messages_at_once: int
    streams: int
    searches: int
    games: int
    seconds: float
    nodes: int
    memory_mb: float
    threads: int
    trace_nodes: int


@dataclass(frozen=True)
class Missing:
    """An optional part that is not installed, and the command that brings it."""

    extra: str
    brings: str
    command: str


@dataclass(frozen=True)
class About:
    """The server."""

    version: str
    methods: list[Named]
    orders: list[str]
    levels: list[Level]
    players: list[Named]  # opponents the server was started with, besides searches, naive, random and people
    missing: list[Missing]
    limits: Limits
    exposed: bool  # whether other machines may reach it
    kept: str  # where games are kept; "" if nowhere


@dataclass(frozen=True)
class GameOption:
    """A number (low to high) or word that chooses a variant: `connect4:width=6`."""

    name: str
    default: int | str
    low: int
    high: int
    words: list[str]
    help: str


@dataclass(frozen=True)
class GameKind:
    """What kind of game it is."""

    chance: bool
    hidden: bool
    zero_sum: bool
    points: bool  # payoffs are points, not only win, draw and loss
    first_player_view: bool  # values are always the first player's


@dataclass(frozen=True)
class GameCard:
    """A game. `spec` is what requests call it; options are added as `spec:name=value,name=value`."""

    spec: str
    title: str
    summary: str
    options: list[GameOption]
    players: list[str]
    kind: GameKind
    small: bool  # may be searched to its end
    evaluates: bool
    scene: bool  # draws a board; otherwise text
    playable: bool
    why_not: str
    levels: list[int]
    formats: list[str]  # of files it reads and writes
    own: bool  # the user's
    methods: list[str]  # that can search it
    usual_walk: str  # the method that the explorer uses for it
    deals: bool = False  # a new game begins with new cards
    rules: str = ""  # how it is played, in a few sentences


@dataclass(frozen=True)
class Over:
    """How a position ended by the rules."""

    winner: int | None
    payoffs: list[float]
    sentence: str


@dataclass(frozen=True)
class Position:
    """A position, ready to be drawn. `turn` is a player, -1 for chance, -2 when it is over."""

    game: str
    title: str
    text: str
    turn: int
    players: list[str]
    scene: Scene
    moves: list[str]
    over: Over | None
    caption: str
    start: str  # where the given moves began
    played: list[str]  # the given moves, by their names


# Searches.


@dataclass(frozen=True)
class Score:
    """A value for `player`. `bar` is player 0's: -1 lost … 1 won."""

    value: Number
    bound: Bound
    text: str
    proved: bool
    player: int
    bar: float


@dataclass(frozen=True)
class Line:
    """A move, what it is worth, and the play that follows."""

    move: str
    score: Score
    line: list[str]


@dataclass(frozen=True)
class Thinking:
    """A search as it stands after its last finished depth. `best` lines come first, those known by a bound after.

    Where chance moves, a line is what can be thrown, `score` the average.
    """

    score: Score | None
    depth: int
    deepest: int
    samples: int  # of a method that draws
    nodes: int
    seconds: float
    lines: list[Line]
    others: list[Line]
    solved: bool
    final: bool
    stopped: str  # why it ended: depth, nodes, seconds, stop, solved, book, …; "" while it goes on
    method: str
    confidence: float = 1.0


@dataclass(frozen=True)
class End:
    """The last event of a stream. `reason` is "done", or what ended it early: replaced, closing, limit, …"""

    reason: str
    message: str = ""


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a reviewed game; values are for the player who moved, of dice (-1) for the first."""

    ply: int
    player: int
    move: str
    best: str
    line: list[str]
    before: Score
    after: Score
    loss: float
    name: str  # inaccuracy, mistake, blunder, or nothing
    forced: bool
    exact: bool
    depth: int
    bar: float  # player 0's, after the move
    luck: float  # player 0's, of dice


@dataclass(frozen=True)
class ReviewEnd:
    """The conclusion: sentences, and the ply at which the game turned."""

    reason: str
    message: str
    summary: list[str]
    turned: int | None
    winner: int | None


@dataclass(frozen=True)
class ComparedMethod:
    """One method on a position."""

    method: str
    move: str
    score: Score | None
    depth: int
    nodes: int
    evaluations: int
    cutoffs: int
    table_hits: int
    researches: int
    seconds: float
    stopped: str
    trouble: str = ""  # why it cannot search this


@dataclass(frozen=True)
class Comparison:
    """All methods that were asked for."""

    rows: list[ComparedMethod]


# Playing.


@dataclass(frozen=True)
class ClockSetting:
    """Seconds for every move (Phase II), or for the game and what each move adds (Phase III)."""

    kind: Literal["move", "game"]
    seconds: float
    increment: float = 0.0


@dataclass(frozen=True)
class Side:
    """Who plays a side."""

    spec: str
    name: str
    human: bool


@dataclass(frozen=True)
class PlayedMove:
    """A move of a game. `score` is what an engine thought of it."""

    move: str
    player: int
    seconds: float = 0.0
    nodes: int | None = None
    score: Score | None = None
    comment: str = ""


@dataclass(frozen=True)
class Ending:
    """How a game ended; the words of zermelo.ending.Ending. `winner` is the one player who has won, `loser` who
    ended it by giving up or by not doing their part, `winners` all who have won."""

    ending: str
    winner: int | None
    sentence: str
    loser: int | None = None
    winners: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class PlayGame:
    """A game as it stands. `remaining` are the seconds of all clocks when this was sent; `running` is whose runs."""

    id: str
    revision: int
    game: str
    title: str
    start: str
    sides: list[Side]
    moves: list[PlayedMove]
    clock: ClockSetting | None
    remaining: list[float] | None
    running: int | None
    status: Status
    trouble: str  # why it failed
    ending: Ending | None
    position: Position
    thinking: Thinking | None
    can_undo: bool
    formats: list[str]  # for export
    hiding: bool = False  # it goes on, and only what the person has seen is sent
    partners: list[int] = field(default_factory=list)  # where players are partners, the side of each
    views: list[Position] = field(default_factory=list)  # what each player has seen: kept by the server, never sent


@dataclass(frozen=True)
class PlaySummary:
    """A game in the list of the last ones."""

    id: str
    game: str
    title: str
    sides: list[Side]
    moves: int
    status: Status
    sentence: str
    changed: float  # seconds since 1970


@dataclass(frozen=True)
class PlayList:
    """The visitor's last games, newest first."""

    games: list[PlaySummary]


# Trees and practice.


@dataclass(frozen=True)
class PracticeProblem:
    """A tree to solve by hand, with the answers."""

    tree: str
    best: str
    value: float
    pruned: list[str]
    unexamined: list[str]
    depth: int
    branching: int
    prunings: int
    seed: int
    cut: Literal[">=", ">"]


@dataclass(frozen=True)
class Pasted:
    """What a pasted text was taken for, and where to open it."""

    game: str
    position: str
    moves: list[str]
    what: str  # "a position", "a game of 12 moves", "a tree", …
    players: list[str]


# Tournaments.


@dataclass(frozen=True)
class TournamentRow:
    """An engine in the table."""

    place: int
    name: str
    points: float
    games: int
    won: int
    drawn: int
    lost: int
    elo: float
    error: float
    faults: int


@dataclass(frozen=True)
class CrossCell:
    """Points of one engine against another, and games."""

    points: float
    games: int


@dataclass(frozen=True)
class TournamentGame:
    """A game of a tournament, newest first in lists."""

    id: str
    first: str
    second: str
    opening: str
    winner: int | None
    ending: str
    reason: str
    plies: int


@dataclass(frozen=True)
class TournamentFault:
    """A game lost by not doing one's part."""

    game: str
    engine: str
    ending: str
    reason: str
    messages: str


@dataclass(frozen=True)
class TestState:
    """A sequential test (SPRT) as it stands: the ratio between its bounds, and the verdict in words."""

    llr: float
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class TournamentTable:
    """A tournament as it stands."""

    name: str
    game: str
    format: str
    time: str
    played: int
    total: int
    rows: list[TournamentRow]
    cross: list[list[CrossCell | None]]  # in the order of the rows
    games: list[TournamentGame]
    faults: list[TournamentFault]
    endings: dict[str, int]
    test: TestState | None
    match: str  # the difference of two engines in words
    notes: list[str]
    changed: float
    games_per_second: float | None
    seconds_left: float | None


@dataclass(frozen=True)
class TournamentSummary:
    """A tournament in the list."""

    name: str
    game: str
    played: int
    total: int
    trouble: str


@dataclass(frozen=True)
class TournamentList:
    tournaments: list[TournamentSummary]


@dataclass(frozen=True)
class TournamentReplay:
    """One game of a tournament, to be played through."""

    id: str
    game: str
    start: str
    moves: list[str]
    players: list[str]
    sentence: str


# What is asked.


@dataclass(frozen=True)
class AskPosition:
    """POST /api/position"""

    game: str
    position: str | None = None
    moves: list[str] | str = ""


@dataclass(frozen=True)
class AskPaste:
    """POST /api/paste"""

    text: str
    game: str | None = None


@dataclass(frozen=True)
class AskPlay:
    """POST /api/play"""

    game: str
    sides: list[str]
    position: str | None = None
    moves: list[str] | str = ""
    clock: ClockSetting | None = None


@dataclass(frozen=True)
class AskMove:
    """POST /api/play/ID/move. `revision` is that of the game the player saw."""

    move: str
    revision: int


@dataclass(frozen=True)
class AskChange:
    """POST /api/play/ID/undo, resign, stop, resume, hint"""

    revision: int | None = None
    seconds: float | None = None  # of a hint


@dataclass(frozen=True)
class AskAnalysis:
    """GET /api/analyse, /api/review"""

    game: str
    position: str | None = None
    moves: list[str] | str = ""
    best: int = 1
    method: str = "auto"
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    level: int | None = None


@dataclass(frozen=True)
class AskCompare:
    """POST /api/compare"""

    game: str
    methods: list[str]
    position: str | None = None
    moves: list[str] | str = ""
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class AskTrace:
    """POST /api/trace, GET /api/export/FORM. `order`: given, reversed, best, worst, random, or one of the search.

    Without a `method` it is the usual one for the game.
    """

    game: str = "tree"
    tree: str | None = None
    position: str | None = None
    moves: list[str] | str = ""
    method: str | None = None
    cut: Literal[">=", ">"] = ">="
    fail: Literal["soft", "hard"] = "soft"
    order: str = "given"
    table: bool | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    cap: int = 200_000
    seed: int = 0


@dataclass(frozen=True)
class AskPractice:
    """GET /api/practice, /api/practice/sheet"""

    depth: int = 3
    branching: int = 2
    prunings: int = 2
    seed: int = 0
    values: str = "1..29"
    cut: Literal[">=", ">"] = ">="
    problems: int = 6
    key: bool = True
