"""A review of a played game: what every move was worth, the mistakes, the luck of dice, where the game turned."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from zermelo.codec import check_format, from_json, plain_fields, to_text
from zermelo.game import CHANCE, Info, State
from zermelo.kinds import trouble
from zermelo.limits import Limit
from zermelo.players.searcher import Searcher
from zermelo.query import SearchOptions
from zermelo.result import Result, Score, number
from zermelo.types import Move, Number
from zermelo.validate import typed
from zermelo.version import __version__
from zermelo.view.text import table

FORMAT = 2
FORMATS = (1, FORMAT)  # the first spelled infinities otherwise
# The loss from which on a move deserves a name: in games of points in units of the game (in Othello discs); in games
# of outcome on a scale where a win is 1, a draw 0 and a loss -1.
NAMES = ("inaccuracy", "mistake", "blunder")
THRESHOLDS = {"points": (2.0, 6.0, 12.0), "outcome": (0.2, 0.5, 1.0)}
USUAL_LIMIT = Limit(seconds=0.5)
JUDGED_WIDTH = 10.0  # units at which a judgement counts for three quarters of a win


@dataclass(frozen=True)
class Reviewed:
    """One move: what the best one was worth, what this one is, and the difference, all for the player who moved.

    Dice are nobody's move (`player` −1): `before` is what could be expected, `after` what came, both for the first
    player, and `luck` is the difference.
    """

    ply: int  # from 1
    player: int
    move: str
    best: str
    line: tuple[str, ...]  # the best play instead
    before: Score
    after: Score
    loss: Number
    name: str = ""  # inaccuracy, mistake, blunder; or nothing
    forced: bool = False  # there was no choice
    depth: int = 0
    luck: Number = 0.0  # of the first player

    @property
    def exact(self) -> bool:
        """Whether both values are the game's own, not judgements."""
        return self.before.proved and self.after.proved


@dataclass(frozen=True)
class Accuracy:
    """How well one player played: moves with a choice, how many of them lost nothing, and what the others lost."""

    player: int
    choices: int
    kept: int
    loss: Number
    names: dict[str, int]

    @property
    def percent(self) -> float:
        return 100.0 * self.kept / self.choices if self.choices else 100.0

    @property
    def average(self) -> float:
        return self.loss / self.choices if self.choices else 0.0


@dataclass(frozen=True)
class Review:
    """A whole game."""

    game: str
    start: str
    sides: tuple[str, str]
    players: tuple[str, str]
    moves: tuple[Reviewed, ...]
    payoffs: tuple[float, float] | None  # if the game is over
    scale: str = "points"  # or "outcome"
    unit: float = 1.0
    version: str = __version__

    @property
    def winner(self) -> int | None:
        """Who has won, or was ahead when the moves end; None for neither."""
        if self.payoffs is not None:
            return self._ahead(self.payoffs[0])
        return self._ahead(self._worth(self.moves[-1].after)) if self.moves else None

    @property
    def turned(self) -> int | None:
        """The ply of the last move before which the winner was not ahead; None if there is no such move or winner."""
        if self.winner is None:
            return None
        others = [each.ply for each in self.moves if self._ahead(self._worth(each.before)) != self.winner]
        return others[-1] if others else None

    def _worth(self, score: Score) -> float:
        return worth(score.for_player(0), self.scale, self.unit)

    def _ahead(self, value: float) -> int | None:
        return None if abs(value) < smallest(self.scale, self.unit) else int(value < 0)

    @property
    def mistakes(self) -> tuple[Reviewed, ...]:
        """The moves that deserve a name, worst first."""
        return tuple(sorted((each for each in self.moves if each.name), key=lambda each: (-each.loss, each.ply)))

    @property
    def luck(self) -> float | None:
        """What the dice brought the first player in all; None in games without dice."""
        rolls = [each.luck for each in self.moves if each.player == CHANCE]
        return math.fsum(rolls) if rolls else None

    @property
    def accuracy(self) -> tuple[Accuracy, Accuracy]:
        return self._accuracy(0), self._accuracy(1)

    def _accuracy(self, player: int) -> Accuracy:
        chosen = [each for each in self.moves if each.player == player and not each.forced]
        least = smallest(self.scale, self.unit)
        return Accuracy(
            player,
            len(chosen),
            sum(each.loss < least for each in chosen),
            sum(each.loss for each in chosen),
            {name: sum(each.name == name for each in chosen) for name in NAMES},
        )

    def who(self, player: int) -> str:
        if player == CHANCE:
            return "chance"
        side, name = self.sides[player], self.players[player]
        return f"{side} ({name})" if name and name != side else side

    def __str__(self) -> str:
        rows = [row(self, each) for each in self.moves]
        return "\n".join([table(HEADERS, rows), "", *self.summary()])

    def _repr_html_(self) -> str:
        from zermelo.view.display import review_html

        return review_html(self)

    def summary(self) -> list[str]:
        """The conclusion in a few sentences."""
        lines = [self._turning_point()]
        for each in self.accuracy:
            named = ", ".join(f"{count} {plural(name, count)}" for name, count in each.names.items() if count)
            lines.append(
                f"{self.who(each.player)}: {each.kept} of {each.choices} moves lost nothing ({each.percent:.0f} %), "
                f"{number(round(each.average, self.digits))} lost a move{f'; {named}' if named else ''}"
            )
        return lines if self.luck is None else [*lines, self._fortune(self.luck)]

    @property
    def digits(self) -> int:
        """Behind the point: those of the smallest loss that counts, two at least."""
        return max(2, -math.floor(math.log10(smallest(self.scale, self.unit))))

    def _fortune(self, luck: float, what: str = "The dice brought") -> str:
        return f"{what} {self.who(int(luck < 0))} {number(round(abs(luck), self.digits))}"

    def _turning_point(self) -> str:
        if self.winner is None:
            return "Nobody is ahead at the end."
        if self.turned is None:
            return f"{self.who(self.winner)} was ahead from the first move."
        move = self.moves[self.turned - 1]
        if move.loss < smallest(self.scale, self.unit):
            return f"{self.who(self.winner)} was ahead from move {move.ply} on."
        return (
            f"The game turned with move {move.ply}, {move.move} by {self.who(move.player)}: "
            f"{move.before} with {move.best}, {move.after} as played."
        )

    def to_json(self) -> str:
        summary = [plain_fields(each) | {"percent": each.percent, "average": each.average} for each in self.accuracy]
        own = {"winner": self.winner, "turned": self.turned, "accuracy": summary}
        return to_text({"format": FORMAT, "kind": "review", **plain_fields(self), **own})

    @staticmethod
    def from_json(text: str) -> Review:
        """The review that was written; ValueError says where the text is none."""
        check_format(text, "Review", FORMATS, "review")
        return from_json(text, Review)


def plural(name: str, count: int) -> str:
    return name if count == 1 else {"inaccuracy": "inaccuracies"}.get(name, name + "s")


HEADERS = ("ply", "player", "move", "value", "best", "value", "loss", "")


def row(review: Review, move: Reviewed) -> tuple[object, ...]:
    """One line of the table; values are for the player who moved."""
    turn = "turning point" if move.ply == review.turned else ""
    if move.player == CHANCE:
        luck = f"luck {number(round(abs(move.luck), review.digits))} for {review.sides[int(move.luck < 0)]}"
        return move.ply, "chance", move.move, "", "", "", "", ", ".join(filter(None, (luck, turn)))
    remark = ", ".join(filter(None, (move.name, turn)))
    better = (move.best, str(move.before)) if move.loss > 0 else ("", "")
    lost = number(round(move.loss, review.digits)) if move.loss > 0 else ""
    return move.ply, review.sides[move.player], move.move, str(move.after), *better, lost, remark


@typed
def review(
    state: State,
    moves: Iterable[Move],
    *,
    player: Searcher | None = None,
    players: Sequence[str] = ("", ""),
    watch: Callable[[Reviewed], object] = lambda reviewed: None,
) -> Review:
    """Searches every position of a game from `state` and says what each move lost.

    `player` searches; without one, small games to the end and others half a second a move. Every position has one
    value: what a move leaves is what the next one begins with, and a proved value stays. So the game is reviewed from
    its end on; `watch` is called with each move as soon as it is known, and again if a proof before it changes it. A
    move that is not the preferred one is compared with that one, both searched alike. IllegalMove if the moves cannot
    be played; ValueError if the game is of a kind that cannot be searched.
    """
    if (found_out := trouble(state.info.without_chance())) is not None:
        raise ValueError(f"games of {state.game.label} cannot be reviewed: {found_out[0]}")
    states, played = positions(state, moves)
    looker = player or Searcher(limit=None if state.info.small else USUAL_LIMIT)
    looker.check(state)
    found = chain(looker, states, played, watch)
    info, end = state.info, states[-1]
    payoffs = (end.payoff(0), end.payoff(1)) if end.is_over else None
    return Review(
        state.game.label,
        state.text,
        (info.players[0], info.players[1]),
        (str(players[0]), str(players[1])),
        tuple(found),
        payoffs,
        info.payoffs,
        info.unit,
    )


def positions(state: State, moves: Iterable[Move]) -> tuple[list[State], list[Move]]:
    states, played = [state], []
    for move in moves:
        states.append(states[-1].play(move))
        played.append(move)
    return states, played


def chain(
    looker: Searcher, states: Sequence[State], played: Sequence[Move], watch: Callable[[Reviewed], object]
) -> list[Reviewed]:
    """Every move, from the last to the first: the value of a position comes from those after it, as in a search."""
    found: list[Reviewed] = []
    value = last_value(looker, states) if played else Score(0.0)
    for i in reversed(range(len(played))):
        each, left = one_move(looker, states[: i + 2], played[i], value)
        if found and left is not value:  # a proof says what the next move begins with
            found[-1] = with_before(found[-1], left, states[i].info)
            watch(found[-1])
        found.append(each)
        watch(each)
        value = each.before
    return found[::-1]


def last_value(looker: Searcher, states: Sequence[State]) -> Score:
    end = states[-1]
    if not end.is_over:
        return score_of(look(looker, end, states[:-1]), 0)
    payoff = end.payoff(0)
    if end.info.payoffs == "points":
        return Score(payoff, proved=True)
    return Score(payoff, proved=True, outcome="win" if payoff > 0 else "loss" if payoff < 0 else "draw", plies=0)


def one_move(looker: Searcher, states: Sequence[State], move: Move, left: Score) -> tuple[Reviewed, Score]:
    """(the move between the last two positions, what it left): `left` is the value of the last one, unless the search
    proves that it cannot be as good."""
    *before_it, state, _ = states
    player, info, name = state.turn, state.info, str(state.name(move))
    if player == CHANCE:
        return one_throw(looker, states, name, left), left
    result = look(looker, state, before_it)
    best, searched = str(state.name(result.move)), score_of(result, player)
    value = one_later(left.for_player(player))
    forced = len(state.moves()) == 1
    if searched.proved and searched.exact:
        if searched < value and not value.proved:
            left = one_earlier(searched)
            value = one_later(left)
        before = searched
    elif forced or name == best:
        before = value if forced else replace(value, proved=value.proved and value.outcome == "win")
    else:
        other = state.play(result.move)
        rival = last_value(looker, [*states[:-1], other])
        before = max(value, one_later(rival.for_player(player)))
        if before is value:
            best, before = name, replace(value, proved=False)
        else:
            before = replace(before, proved=before.proved and before.outcome == "win")
    line = tuple(str(each) for each in result.line) if best != name or name == str(state.name(result.move)) else (name,)
    return with_before(
        Reviewed(len(before_it) + 1, player, name, best, line, before, value, 0.0, "", forced, result.depth),
        before,
        info,
    ), left


def one_throw(looker: Searcher, states: Sequence[State], name: str, left: Score) -> Reviewed:
    """What chance gave between the last two positions, for the first player. What could be expected is the average, in
    which the outcome that came counts as it turned out to be worth."""
    *before_it, state, _ = states
    result = look(looker, state, before_it)
    values = {str(state.name(line.move)): (line.move, line.score.for_player(0)) for line in result.lines}
    before, after = score_of(result, 0), left.for_player(0)
    if name in values and not before.proved and before.outcome is None and after.outcome is None:
        move, known = values[name]
        before = replace(before, value=before.value + state.odds(move) * (after.value - known.value))
    made = Reviewed(len(before_it) + 1, CHANCE, name, "", (), before, after, 0.0, forced=True, depth=result.depth)
    return with_before(made, before, state.info)


def with_before(move: Reviewed, before: Score, info: Info) -> Reviewed:
    """The move, if the position before it is worth this: what it lost then, or what luck the dice were."""
    scale, unit = info.payoffs, info.unit
    if move.player == CHANCE:
        before = before.for_player(0)
        return replace(move, before=before, luck=worth(move.after, scale, unit) - worth(before, scale, unit))
    before = before.for_player(move.player)
    loss = max(0.0, worth(before, scale, unit) - worth(move.after, scale, unit))
    return replace(move, before=before, loss=loss, name="" if move.forced else named(loss, scale, unit))


def look(looker: Searcher, state: State, before: Sequence[State], **more: Unpack[SearchOptions]) -> Result:
    """What the player finds; a limit too small for any answer is widened to one ply."""
    looker.history = tuple(before)
    result = looker.look(state, **more)
    return result if result.score is not None else looker.look(state, depth=1, nodes=None, seconds=None, clock=None)


def score_of(result: Result, player: int) -> Score:
    assert result.score is not None
    return result.score.for_player(player)


def one_later(score: Score) -> Score:
    """The score of a position as it was one ply before: ends are a ply further away."""
    return score if score.plies is None else replace(score, plies=score.plies + 1)


def one_earlier(score: Score) -> Score:
    """The score of a position as it is one ply later."""
    return score if not score.plies else replace(score, plies=score.plies - 1)


def worth(score: Score, scale: str, unit: float) -> float:
    """A score as a number on which losses are measured."""
    if scale == "points":
        return score.value
    if score.outcome is not None:
        return {"win": 1.0, "draw": 0.0, "loss": -1.0}[score.outcome]
    return math.tanh(score.value / (JUDGED_WIDTH * unit))


def smallest(scale: str, unit: float) -> float:
    """Less than this is no loss: half a unit, or a twentieth of a win."""
    return 0.5 * unit if scale == "points" else 0.05


def named(loss: float, scale: str, unit: float) -> str:
    size = unit if scale == "points" else 1.0
    reached = [name for name, least in zip(NAMES, THRESHOLDS[scale], strict=True) if loss >= least * size]
    return reached[-1] if reached else ""
