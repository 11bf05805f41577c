"""A book: positions with the moves worth playing there and their values."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from zermelo.game import Move, State
from zermelo.result import Line, Result, Score
from zermelo.validate import check_fields, shown, typed

NEARLY = 0.5  # units of the game: moves this close to the best are as good, and any of them may be played
LONGEST_LINE = 60
LOST = 1000.0  # units that a win for something less, or anything for a loss, costs


@dataclass(frozen=True)
class Entry:
    """A position: how deep it was searched, and its best moves by name, best first.

    Values are for the player to move. That of a move to another position of the book is the value there, as the other
    player sees it; those of other moves are what the search said.
    """

    depth: int
    moves: tuple[tuple[str, Score], ...]

    @property
    def best(self) -> Score:
        return self.moves[0][1]


@dataclass(frozen=True)
class Growth:
    """How a book grows. A move that loses a unit is searched as late as one that is `patience` plies further on."""

    depth: int = 14  # of the search in each position; 0: only `nodes` limits it
    nodes: int = 0  # of that search, at most; 0: any number
    width: int = 3  # moves kept of each position
    plies: int = 30  # the longest line
    patience: float = 2.0

    def __post_init__(self) -> None:
        for name, least in (("depth", 0), ("nodes", 0), ("width", 1), ("plies", 1)):
            value = vars(self)[name]
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name}={shown(value)}: must be a whole number >= {least}")
        check_fields(self)
        if not self.patience > 0:
            raise ValueError(f"patience={shown(self.patience)}: must be a number above 0")
        if not self.depth and not self.nodes:
            raise ValueError("depth and nodes are both 0: a book's searches need a limit")


@dataclass
class Book:
    """Positions by their keys; those that are mirror images are one. Made by `grow`, kept by `read` and `write`."""

    game: str
    growth: Growth = field(default_factory=Growth)
    entries: dict[str, Entry] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.entries)

    @typed
    def lines(self, state: State) -> list[Line]:
        """The book's moves in a position, best first, each with the play that follows; none if it is not there.

        Where mirror images of a move are moves of this position, too, each has its line.
        """
        entry = self.entries.get(key_of(state))
        if entry is None or state.is_over:
            return []
        valued = values_here(state, entry)
        return [Line(move, score, (move, *self._best_play(after))) for move, after, score in valued]

    def _best_play(self, state: State) -> list[Move]:
        """The best moves from here to the end of the book."""
        found: list[Move] = []
        while len(found) < LONGEST_LINE and not state.is_over and (entry := self.entries.get(key_of(state))):
            valued = values_here(state, entry)
            if not valued:
                break
            move, state, _ = valued[0]
            found.append(move)
        return found

    @typed
    def answer(self, state: State, rng: random.Random | None = None) -> Result | None:
        """The move to play, one of those that are nearly the best; None where a search is needed.

        A move is played only if the book knows what follows it: at its last positions the book is no better than a
        search.
        """
        lines = self.lines(state)
        known = [each for each in lines if len(each.line) > 1 or each.score.outcome == "win"]
        if not known or known[0].score < lines[0].score:
            return None
        near = [each for each in known if loss(lines[0].score, each.score, state) <= NEARLY]
        chosen = near[0] if rng is None else rng.choice(near)
        ranked = (chosen, *(each for each in lines if each is not chosen))
        depth = self.entries[key_of(state)].depth
        return Result(chosen.move, chosen.score, chosen.line, ranked, depth=depth, stopped="book", solved=False)


def key_of(state: State) -> str:
    """What a position is known by: the text of it, or of that one of its mirror images which stands for all."""
    text = representative(state).text
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def representative(state: State) -> State:
    """The position whose moves a book names."""
    return state.canonical() if state.info.symmetric else state


def moves_of(state: State) -> dict[str, Move]:
    """The legal moves by their names."""
    return {str(state.name(move)): move for move in state.moves()}


def values_here(state: State, entry: Entry) -> list[tuple[Move, State, Score]]:
    """(move, position after it, value) for this very position, which may be a mirror image of the book's."""
    kept = representative(state)
    named = moves_of(kept)
    values = {key_of(kept.play(named[name])): score for name, score in entry.moves if name in named}
    found = []
    for move in state.moves():
        after = state.play(move)
        if (score := values.get(key_of(after))) is not None:
            found.append((move, after, replace(score, player=state.turn)))
    return sorted(found, key=lambda each: each[2], reverse=True)


def loss(best: Score, score: Score, state: State) -> float:
    """How much worse a move is than the best one, in units of the game."""
    if best.outcome != score.outcome and (best.outcome == "win" or score.outcome == "loss"):
        return LOST
    if best.outcome is not None and best.outcome == score.outcome:
        return abs((score.plies or 0) - (best.plies or 0)) / 2
    return max(0.0, best.value - score.value) / float(state.info.unit)
