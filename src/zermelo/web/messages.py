"""What the browser and the server say to each other: the one place where it is written down.

The browser's copy, frontend/src/messages.ts, is written from this file by typescript.py; a test sees to it. Numbers are
finite except where the type is `Number`. Values and bars are those of the player that a score names.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from zermelo.result import Bound
from zermelo.types import Number

Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]  # as far as the core counts
Status = Literal["playing", "thinking", "over", "failed"]


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever is said; a field that it does not have is refused."""


# Boards. The same as zermelo.view.scene gives.


class Spot(Message, frozen=True):
    """A place of the board: its name, its centre in squares (y grows downwards), what stands on it.

    `count` pieces lie one upon another along a `tall` spot: from its upper end, from its lower end if `tall` < 0. Along
    a `wide` one from its left end, or from its right one.
    """

    name: str
    x: float
    y: float
    piece: str = ""
    note: str = ""
    count: int = 1
    tall: float = 1
    wide: float = 1


class Piece(Message, frozen=True):
    """What a piece is called aloud and how it looks; `side` is the player it belongs to. A figure has its outline and
    the lines inside as SVG paths, in hundredths of a square."""

    name: str
    shape: Literal[
        "disc",
        "ring",
        "cross",
        "card",
        "back",
        "die",
        "cube",
        "chips",
        "hit",
        "miss",
        "tile",
        "water",
        "figure",
        "text",
    ]
    side: int | None = None
    text: str = ""
    outline: str = ""
    lines: str = ""


class Choice(Message, frozen=True):
    """Where to click for a move: one spot, several in order, or none (a button). `piece` tells moves with the same
    clicks apart, and is shown on a button."""

    move: str
    spots: list[str] = field(default_factory=list)
    piece: str = ""


class Label(Message, frozen=True):
    """A coordinate beside the board."""

    x: float
    y: float
    text: str


class Area(Message, frozen=True):
    """A part of the ground around its centre, and what is written in it."""

    x: float
    y: float
    width: float
    height: float
    look: Literal["felt", "wood", "mat", "place", "ship", "wreck", "bubble", "words"]
    text: str = ""


class Layout(Message, frozen=True):
    """Where the spots of a scene are in a narrow window."""

    width: float
    height: float
    spots: list[Spot]
    labels: list[Label]
    areas: list[Area]


class Scene(Message, frozen=True):
    """A board as data; `text` is drawn where there are no spots. `todo` is what the player to move is asked for."""

    width: float
    height: float
    board: Literal["squares", "checkered", "holes", "lines", "points", "table", "water", "hexes", "nodes", "plain"]
    spots: list[Spot]
    pieces: dict[str, Piece]
    choices: list[Choice]
    labels: list[Label]
    marks: dict[str, str]
    text: str
    caption: str
    areas: list[Area] = field(default_factory=list)
    links: list[list[str]] = field(default_factory=list)
    todo: str = ""
    narrow: Layout | None = None


class Illustration(Message, frozen=True):
    """A position that shows a rule, and what is to be seen in it."""

    caption: str
    scene: Scene


class Rules(Message, frozen=True):
    """How a game is played and how its moves are made, with pictures. `page`: the address of a page of its own."""

    spec: str
    title: str
    summary: str
    rules: list[str]
    moving: list[str]
    pictures: list[Illustration]
    page: str = ""


# What goes wrong.


class Problem(Message, frozen=True):
    """Why something was not done: `kind` for programs, `message` for people; where in a text, from column 0."""

    kind: str
    message: str
    text: str = ""
    column: int | None = None


class Failure(Message, frozen=True):
    """The body of every answer that is an error."""

    error: Problem


# What there is.


class Named(Message, frozen=True):
    """Something to choose, with what it is in a few words."""

    name: str
    summary: str


class Level(Message, frozen=True):
    """A strength."""

    level: int
    words: str


class Limits(Message, frozen=True):
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


class Missing(Message, frozen=True):
    """An optional part that is not installed, and the command that brings it."""

    extra: str
    brings: str
    command: str


class About(Message, frozen=True):
    """The server."""

    version: str
    methods: list[Named]
    switches: list[Named]  # of the selective search
    orders: list[str]
    levels: list[Level]
    players: list[Named]  # opponents the server was started with, besides searches, naive, random and people
    missing: list[Missing]
    limits: Limits
    exposed: bool  # whether other machines may reach it
    kept: str  # where games are kept; "" if nowhere


class GameOption(Message, frozen=True):
    """A number (low to high) or word that chooses a variant: `connect4:width=6`."""

    name: str
    default: int | str
    low: int
    high: int
    words: list[str]
    help: str


class GameKind(Message, frozen=True):
    """What kind of game it is."""

    chance: bool
    hidden: bool
    zero_sum: bool
    points: bool  # payoffs are points, not only win, draw and loss
    first_player_view: bool  # values are always the first player's


class GameCard(Message, frozen=True):
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
    measure: str = ""  # what values count: discs, pawns
    width: float = 1.0  # a value of so much looks like three quarters of a win: bar = tanh(value / width)
    notations: str = ""  # how people write its positions and games down
    exact: bool = False  # a solver of its own gives every move its result: /api/exact


class Over(Message, frozen=True):
    """How a position ended by the rules."""

    winner: int | None
    payoffs: list[float]
    sentence: str


class Position(Message, frozen=True):
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


class Score(Message, frozen=True):
    """A value for `player`. `bar` is player 0's: -1 lost … 1 won."""

    value: Number
    bound: Bound
    text: str
    proved: bool
    player: int
    bar: float


class Line(Message, frozen=True):
    """A move, what it is worth, and the play that follows."""

    move: str
    score: Score
    line: list[str]


class Thinking(Message, frozen=True):
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


class ExactMove(Message, frozen=True):
    """What a move comes to by the game's own solver."""

    move: str
    text: str
    best: bool


class ExactView(Message, frozen=True):
    """What the game's own solver says of a position: every move, and a table of results."""

    what: str
    moves: list[ExactMove]
    title: str
    head: list[str]
    rows: list[list[str]]
    note: str


class Waiting(Message, frozen=True):
    """An engine waits for its turn to search: so many searches of others come before its own."""

    before: int


class End(Message, frozen=True):
    """The last event of a stream. `reason` is "done", or what ended it early: replaced, closing, limit, …"""

    reason: str
    message: str = ""


class ReviewedMove(Message, frozen=True):
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


class ReviewEnd(Message, frozen=True):
    """The conclusion: sentences, and the ply at which the game turned."""

    reason: str
    message: str
    summary: list[str]
    turned: int | None
    winner: int | None


class ComparedMethod(Message, frozen=True):
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


class Comparison(Message, frozen=True):
    """All methods that were asked for."""

    rows: list[ComparedMethod]


# Playing.


class ClockSetting(Message, frozen=True):
    """Seconds for every move (Phase II), or for the game and what each move adds (Phase III)."""

    kind: Literal["move", "game"]
    seconds: float
    increment: float = 0.0


class Side(Message, frozen=True):
    """Who plays a side."""

    spec: str
    name: str
    human: bool


class PlayedMove(Message, frozen=True):
    """A move of a game. `score` is what an engine thought of it."""

    move: str
    player: int
    seconds: float = 0.0
    nodes: int | None = None
    score: Score | None = None
    comment: str = ""


class Ending(Message, frozen=True):
    """How a game ended; the words of zermelo.ending.Ending. `winner` is the one player who has won, `loser` who
    ended it by giving up or by not doing their part, `winners` all who have won."""

    ending: str
    winner: int | None
    sentence: str
    loser: int | None = None
    winners: list[int] = field(default_factory=list)


class PlayGame(Message, frozen=True):
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


class PlaySummary(Message, frozen=True):
    """A game in the list of the last ones."""

    id: str
    game: str
    title: str
    sides: list[Side]
    moves: int
    status: Status
    sentence: str
    changed: float  # seconds since 1970


class PlayList(Message, frozen=True):
    """The visitor's last games, newest first."""

    games: list[PlaySummary]


# Trees and practice.


class PracticeProblem(Message, frozen=True):
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


class Pasted(Message, frozen=True):
    """What a pasted text was taken for, and where to open it."""

    game: str
    position: str
    moves: list[str]
    what: str  # "a position", "a game of 12 moves", "a tree", …
    players: list[str]


# Tournaments.


class TournamentRow(Message, frozen=True):
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
    move_seconds: float = 0.0  # a move, on average
    seconds: float = 0.0  # in all games


class CrossCell(Message, frozen=True):
    """Points of one engine against another, and games."""

    points: float
    games: int


class TournamentGame(Message, frozen=True):
    """A game of a tournament, newest first in lists."""

    id: str
    first: str
    second: str
    opening: str
    winner: int | None
    ending: str
    reason: str
    plies: int


class TournamentFault(Message, frozen=True):
    """Games lost by not doing one's part, all for one reason; `game` is the newest of them."""

    game: str
    engine: str
    ending: str
    reason: str
    messages: str
    count: int = 1


class RunningGame(Message, frozen=True):
    """A game of a tournament that is being played."""

    id: str
    first: str
    second: str
    game: str  # as requests call it; nothing if it cannot be drawn
    start: str | None
    moves: list[str]


class TestState(Message, frozen=True):
    """A sequential test (SPRT) as it stands: the ratio between its bounds, and the verdict in words."""

    llr: float
    low: float
    high: float
    words: str


class TournamentTable(Message, frozen=True):
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
    running: list[RunningGame] = []


class TournamentSummary(Message, frozen=True):
    """A tournament in the list."""

    name: str
    game: str
    played: int
    total: int
    trouble: str


class TournamentList(Message, frozen=True):
    tournaments: list[TournamentSummary]


class TournamentReplay(Message, frozen=True):
    """One game of a tournament, to be played through."""

    id: str
    game: str
    start: str
    moves: list[str]
    players: list[str]
    sentence: str


# What is asked.


class AskPosition(Message, frozen=True):
    """POST /api/position"""

    game: str
    position: str | None = None
    moves: list[str] | str = ""


class AskPaste(Message, frozen=True):
    """POST /api/paste"""

    text: str
    game: str | None = None


class AskPlay(Message, frozen=True):
    """POST /api/play"""

    game: str
    sides: list[str]
    position: str | None = None
    moves: list[str] | str = ""
    clock: ClockSetting | None = None


class AskMove(Message, frozen=True):
    """POST /api/play/ID/move. `revision` is that of the game the player saw."""

    move: str
    revision: Whole


class AskChange(Message, frozen=True):
    """POST /api/play/ID/undo, resign, stop, resume, hint"""

    revision: Whole | None = None
    seconds: float | None = None  # of a hint


class AskAnalysis(Message, frozen=True):
    """GET /api/analyse, /api/review"""

    game: str
    position: str | None = None
    moves: list[str] | str = ""
    best: Whole = 1
    method: str = "auto"
    seconds: float | None = None
    depth: Whole | None = None
    nodes: Whole | None = None
    level: Whole | None = None


class AskCompare(Message, frozen=True):
    """POST /api/compare"""

    game: str
    methods: list[str]
    position: str | None = None
    moves: list[str] | str = ""
    depth: Whole | None = None
    nodes: Whole | None = None
    seconds: float | None = None


class AskTrace(Message, frozen=True):
    """POST /api/trace, GET /api/export/FORM. `order`: given, reversed, best, worst, random, or one of the search.

    Without a `method` it is the usual one for the game. `switches`: "null_move=no,probcut=no", otherwise the method's.
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
    switches: str = ""
    depth: Whole | None = None
    nodes: Whole | None = None
    seconds: float | None = None
    cap: Whole = 200_000
    seed: Whole = 0


class AskPractice(Message, frozen=True):
    """GET /api/practice, /api/practice/sheet"""

    depth: Whole = 3
    branching: Whole = 2
    prunings: Whole = 2
    seed: Whole = 0
    values: str = "1..29"
    cut: Literal[">=", ">"] = ">="
    problems: Whole = 6
    key: bool = True
