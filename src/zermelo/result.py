"""What a search answers: scores that say whether they are exact and for whom, lines, and the whole Result."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import total_ordering
from typing import Literal, TypeAlias, cast

from zermelo.codec import Plain, check_format, from_json, plain_fields, plain_move, to_text
from zermelo.native import core
from zermelo.trace import Trace
from zermelo.types import Move, Number
from zermelo.version import __version__

Bound: TypeAlias = Literal["exact", "at least", "at most", "about"]
Outcome: TypeAlias = Literal["win", "draw", "loss"]

ABOUT = 4
BOUNDS: dict[int, Bound] = {1: "at most", 2: "at least", 3: "exact", ABOUT: "about"}
OPPOSITE: dict[Bound, Bound] = {"exact": "exact", "at least": "at most", "at most": "at least", "about": "about"}
OUTCOMES: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}
TURNED: dict[Outcome | None, Outcome | None] = {"win": "loss", "loss": "win", "draw": "draw", None: None}
SYMBOLS: dict[str, str] = {"exact": "", "at least": "≥ ", "at most": "≤ ", "about": "≈ "}
NOTHING = 1e-12  # less is what adding fractions leaves over


@total_ordering
@dataclass(frozen=True)
class Score:
    """The value of a position for one player.

    `bound` says what `value` promises: the searched value itself (`exact`), only that it is `at least` or `at most`
    this, or an estimate (`about`), whose standard error is `error` if it is known. `proved` means the game's true
    value, not a judgement at some depth. In games of outcome (win, draw, loss) a proved score has an `outcome`, its
    `value` is the payoff (1, 0, -1), and `plies` counts the moves to the end if the search looked for the quickest.
    """

    value: Number
    bound: Bound = "exact"
    player: int = 0
    proved: bool = False
    outcome: Outcome | None = None
    plies: int | None = None
    error: Number | None = None
    sides: tuple[int, ...] = ()  # in a game of partners, the side of each player

    @property
    def exact(self) -> bool:
        return self.bound == "exact"

    def for_player(self, player: int) -> Score:
        """The same score as another player sees it."""
        if player == self.player:
            return self
        if self.sides and self.sides[player] == self.sides[self.player]:
            return replace(self, player=player)
        return replace(
            self, value=-self.value + 0.0, bound=OPPOSITE[self.bound], player=player, outcome=TURNED[self.outcome]
        )

    def sort_key(self) -> tuple[int, float]:
        """Any win beats any judgement beats any loss; quick wins and slow losses are better."""
        if self.outcome == "win":
            return 1, -(self.plies or 0)
        if self.outcome == "loss":
            return -1, self.plies or 0
        return 0, self.value

    def __lt__(self, other: Score) -> bool:
        if self.player != other.player:
            other = other.for_player(self.player)
        return self.sort_key() < other.sort_key()

    def __str__(self) -> str:
        if self.outcome is None:
            spread = "" if self.error is None else f" ± {number(self.error)}"
            return SYMBOLS[self.bound] + number(self.value) + spread
        if self.outcome == "draw" or self.plies is None:
            return SYMBOLS[self.bound] + self.outcome
        return f"{SYMBOLS[self.bound]}{self.outcome} in {self.plies}"


def written(moves: Iterable[object]) -> str:
    """Moves in a row; those with spaces of their own are separated by commas."""
    names = list(map(str, moves))
    return (", " if any(" " in name for name in names) else " ").join(names)


def many(count: int, noun: str) -> str:
    """`1 node`, `1,234 nodes`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def rate(nodes: int, seconds: float) -> str:
    """Nodes per second in a unit that shows them: `3.2 M/s`, `45 k/s`, `120 /s`; nothing after too short a time."""
    if seconds <= 0.01:
        return ""
    each = nodes / seconds
    if each >= 1e6:
        return f"{each / 1e6:.1f} M/s"
    return f"{each / 1e3:.0f} k/s" if each >= 1e3 else f"{each:.0f} /s"


def number(value: float) -> str:
    """Whole numbers without a point, others short."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) < NOTHING:
        return "0"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.4g}"


@dataclass(frozen=True)
class Line:
    """One root move with its score and the play that follows if both sides do their best."""

    move: Move
    score: Score
    line: tuple[Move, ...] = ()
    visits: int = 0  # of a method that samples: how often the move was visited
    values: tuple[Number, ...] = ()  # to every player, in games of more than two or of payoffs that do not cancel
    names: tuple[str, ...] = ()  # of `line`'s moves, where the game's `name` may call them otherwise

    def __str__(self) -> str:
        return f"{self.score}: {written(self.names or self.line)}"


@dataclass(frozen=True)
class Counts:
    """What happened during a search, counted."""

    evaluations: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    table_hits: int = 0
    table_cutoffs: int = 0
    researches: int = 0
    table_used: float = 0.0
    deeper: int = 0  # table cut-offs by entries of deeper searches than was asked for
    endgames: int = 0  # positions that an endgame table answered
    playouts: int = 0  # games played out (puct)
    proofs: int = 0  # nodes of a sampled tree that became certain (puct)
    # What a selective search did:
    quiescent: int = 0  # nodes below the last ply: noisy moves followed
    extended: int = 0  # moves searched deeper than the depth says
    reduced: int = 0  # moves searched less deep first
    late: int = 0  # late moves left out
    futile: int = 0  # moves left out that could not reach alpha
    far_above: int = 0  # nodes left because they were far above beta (reverse futility)
    razored: int = 0  # nodes left because they were far below alpha
    null_moves: int = 0  # nodes left because even passing reached beta
    shallower: int = 0  # nodes searched less deep because the table knew no move
    probcuts: int = 0  # nodes left because a shallow search was far outside the window

    @property
    def left_out(self) -> int:
        """How often the general search left something out or searched it less deep."""
        pruned = self.late + self.futile + self.far_above + self.razored + self.null_moves + self.probcuts
        return pruned + self.reduced + self.shallower

    @staticmethod
    def of(stats: core.Stats, table_used: float) -> Counts:
        """What the core counted."""
        return Counts(table_used=table_used, **cast(dict[str, int], stats.as_dict()))


@dataclass(frozen=True)
class Result:
    """The answer of a search. Two results are equal if everything but the time they took is."""

    move: Move
    score: Score | None
    line: tuple[Move, ...] = ()
    lines: tuple[Line, ...] = ()
    others: tuple[Line, ...] = ()  # root moves known only by a bound
    depth: int = 0
    deepest: int = 0
    confidence: float = 1.0  # below 1: a selective search, this sure of what it left out
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    stopped: str = "depth"
    solved: bool = False
    method: str = "auto"
    seed: int = 0
    threads: int = 1
    counts: Counts = Counts()
    depths: tuple[tuple[int, int], ...] = ()  # (depth, nodes when it was finished)
    samples: int = 0  # of a method that samples: how many
    policy: tuple[tuple[Move, float], ...] = ()  # moves and how often to play each, where one should mix
    names: tuple[str, ...] = ()  # of `line`'s moves, where the game's `name` may call them otherwise
    note: str = ""  # what the values are, where they are no searched values of the game itself; how it was solved
    version: str = __version__
    trace: Trace | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        sure = f" at {self.confidence:.0%}" if self.confidence < 1 else ""
        if sure and self.counts.left_out:
            sure = " selectively"
        depth = "to the end" if self.solved else f"depth {self.depth}{sure}"
        speed = rate(self.nodes, self.seconds)
        cost = f"{many(self.nodes, 'node')}, {self.seconds:.3f} s{speed and f', {speed}'}"
        return f"{written(self.names or self.line) or 'no move'}  ({self.score}; {depth}, {cost}; {self.method})"

    def to_json(self) -> str:
        """Everything but the trace, which has its own `to_json`."""
        return to_text(self.fields())

    def fields(self) -> dict[str, Plain]:
        """The same as plain data."""
        written = replace(
            self,
            move=plain_move(self.move),
            line=tuple(map(plain_move, self.line)),
            lines=tuple(map(plain_line, self.lines)),
            others=tuple(map(plain_line, self.others)),
            policy=tuple((plain_move(move), share) for move, share in self.policy),
            trace=None,
        )
        return plain_fields(written) | {"format": FORMAT}

    @staticmethod
    def from_json(text: str) -> Result:
        """The result that was written; ValueError says where the text is none."""
        check_format(text, "Result", FORMATS)
        return from_json(text, Result)


FORMAT = 2
FORMATS = (1, FORMAT)  # the first spelled infinities otherwise


def plain_line(line: Line) -> Line:
    return replace(line, move=plain_move(line.move), line=tuple(map(plain_move, line.line)))


def score_of(value: float, bound: int, proved: bool, distance: bool, info: core.Info, player: int) -> Score | None:
    """A Score from what the core knows, from the side that the game shows its values from."""
    if bound not in BOUNDS:
        return None
    if info.payoffs == "points" or info.chance:
        score = Score(value, BOUNDS[bound], player, proved)
    elif distance and abs(value) >= core.SURE:
        plies = int(core.WIN - abs(value))
        win = value > 0
        score = Score(1.0 if win else -1.0, BOUNDS[bound], player, proved, "win" if win else "loss", plies)
    elif proved:
        outcome = OUTCOMES[(value > 0) - (value < 0)]
        score = Score(value, BOUNDS[bound], player, True, outcome)
    else:
        score = Score(value, BOUNDS[bound], player)
    if info.sides:
        score = replace(score, sides=tuple(info.sides))
    return score.for_player(0) if info.first_player_view else score
