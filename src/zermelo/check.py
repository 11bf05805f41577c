"""check_game: the laws every game must keep, tried on random games. For the built-in games and for your own.

The laws are in laws.py. A game that raises, never ends or returns nonsense is reported like any other problem; the
check itself is bounded by plies, moves and positions.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from zermelo.errors import GameError, MissingExtra, ParseError
from zermelo.game import OVER, BuiltIn, Game, Info, Move, State, times_met
from zermelo.games import start
from zermelo.kinds import two_sided
from zermelo.laws import (
    AT_THE_END,
    EVERYWHERE,
    SENTENCES,
    SOMETIMES,
    Law,
    can_be_pickled,
    law_end,
    law_endless,
    law_moves,
    law_pure,
    law_recall,
    law_replay,
    reads_text,
)
from zermelo.types import named
from zermelo.validate import typed

T = TypeVar("T")
MOST_POSITIONS = 50_000  # visited in one check
MOST_PROBLEMS = 25  # after which nothing more is tried
PER_LAW = 3  # problems reported of one law
SAMPLE = 8  # moves tried at a position with more of them


@dataclass(frozen=True)
class Report:
    """What check_game found: `problems` are sentences, `lines` say law by law what was tried."""

    game: str
    games: int
    positions: int
    problems: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        verdict = "keeps every law" if self.ok else f"{len(self.problems)} problems"
        head = f"{self.game}: {verdict} ({self.games} random games, {self.positions} positions)"
        return "\n".join([head, *self.lines, *(f"- {each}" for each in self.problems)])


@typed
def check_game(game: object, games: int = 300, seed: int = 0, **options: object) -> Report:
    """Plays random games and tries every law on the positions met.

    `game` is what `start` takes (a name, a Game class or object, nested lists) or a State to begin from. Nothing that
    the game does is raised here: `report.ok` and `report.problems` say it.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games={games!r}: must be a whole number >= 1")
    try:
        root = game if isinstance(game, State) else start(game, **options)
        check = Check(root, random.Random(seed))
    except (GameError, ParseError) as error:
        name = str(named(game, "__name__") or game)
        return Report(name, 0, 0, (f"the game does not start: {error}",), ())
    return check.run(games)


@dataclass
class Check:
    """One run over one game: what was met, and what was wrong with it."""

    root: State
    rng: random.Random
    positions: int = 0
    tried: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)  # by key
    keys: dict[str, int] = field(default_factory=dict)  # by text
    keyed: dict[tuple[str, object], State] = field(default_factory=dict)  # by what counts for repetition, for a table
    pool: dict[Move, None] = field(default_factory=dict)  # moves legal somewhere
    met: list[State] = field(default_factory=list)  # some positions, to compare others with
    turns: set[int] = field(default_factory=set)
    amounts: set[float] = field(default_factory=set)  # what games were won by
    # by player, turn and view: the legal moves, a text
    seen: dict[tuple[int, int, str], tuple[list[Move] | None, str]] = field(default_factory=dict)
    # by player and view: view and move of the last own turn
    recalled: dict[tuple[int, str], tuple[str, Move] | None] = field(default_factory=dict)

    @property
    def game(self) -> Game | BuiltIn:
        game: Game | BuiltIn = self.root.game
        return game

    @property
    def info(self) -> Info:
        return self.root.info

    @cached_property
    def players(self) -> range:
        return range(len(self.root.info.players))

    @property
    def plain(self) -> bool:
        """Written in Python, so that the methods themselves can be asked."""
        return isinstance(self.game, Game)

    @cached_property
    def skipped(self) -> set[str]:
        """Laws that say nothing about a game of this kind."""
        info = self.info
        default = isinstance(self.game, BuiltIn) and not self.game.chosen
        searchable = two_sided(info)
        searchable = searchable and not (info.hidden or info.repetition)
        needs = {
            "odds": info.chance,
            "canonical": info.symmetric,
            "repetition_key": info.repetition_keyed,
            "table_key": info.table_keyed,
            "evaluate": info.evaluates,
            "features": info.sees_features,
            "search": searchable,
            "solver": info.solves,
            "engine": info.engine,
            "text": reads_text(self),
            "fuzz": reads_text(self),
            "pure": self.plain,
            "bad": default,
            "facts": default,
            "view": info.hidden,
            "recall": info.hidden,
            "worlds": info.hidden,
            "sample": info.hidden,
            "copy": not self.plain or can_be_pickled(self.game),
            "chance": self.plain and info.chance,
            "compiled": isinstance(self.game, Game) and self.game.compiled,
        }
        return {name for name, needed in needs.items() if not needed}

    def run(self, games: int) -> Report:
        played = 0
        while played < games and self.positions < MOST_POSITIONS and not self.enough():
            self.one_game()
            played += 1
        if not self.enough():
            for name, law in AT_THE_END.items():
                self.try_law(name, law)
        return self.report(played)

    def enough(self) -> bool:
        return sum(map(len, self.wrong.values())) >= MOST_PROBLEMS

    def try_law(self, name: str, law: Law, *arguments: object) -> bool:
        """Tries a law once, if it applies; whatever it raises is a problem, too."""
        if name in self.skipped:
            return True
        self.tried[name] = self.tried.get(name, 0) + 1
        before = len(self.wrong.get(name, ()))
        try:
            for problem in law(self, *arguments):
                self.wrong.setdefault(name, []).append(problem)
        except MissingExtra:
            self.tried[name] -= 1
        except Exception as error:
            self.wrong.setdefault(name, []).append(f"{type(error).__name__}: {error}")
        return len(self.wrong.get(name, ())) == before

    def one_game(self) -> None:
        """A random game; a position that breaks a law ends it, since what follows would only repeat it."""
        path: list[Move] = []
        state, seen = self.root, [self.root]
        while self.keeps_laws(state):
            if self.ends(state, seen):
                self.try_law("end", law_end, seen)
                self.try_law("replay", law_replay, path, seen)
                self.try_law("recall", law_recall, path, seen)
                return
            if len(path) >= self.info.max_plies:
                self.try_law("end", law_endless, state)
                return
            path.append(self.rng.choice(state.moves()))
            state = state.play(path[-1])
            seen.append(state)

    def ends(self, state: State, seen: list[State]) -> bool:
        """Over by the rules, by repetition, or because enough was seen."""
        often = self.info.repetition
        back = often and times_met(state, seen) >= often
        return bool(state.turn == OVER or back or self.positions >= MOST_POSITIONS)

    def keeps_laws(self, state: State) -> bool:
        """Tries all laws on a position: first what the others rest on, the expensive ones now and then."""
        self.positions += 1
        if not (self.try_law("pure", law_pure, state) and self.try_law("moves", law_moves, state)):
            return False
        few = self.positions <= 20 or self.rng.random() < (0.1 if state.plies_left <= 8 else 0.05)
        laws = EVERYWHERE | (SOMETIMES if few else {})
        kept = [self.try_law(name, law, state) for name, law in laws.items()]
        return all(kept)

    def some(self, moves: list[T]) -> list[T]:
        return moves if len(moves) <= SAMPLE else self.rng.sample(moves, SAMPLE)

    def remember(self, state: State) -> None:
        """Keeps a few positions, the older ones giving way at random."""
        if len(self.met) < SAMPLE:
            self.met.append(state)
        else:
            self.met[self.rng.randrange(SAMPLE)] = state

    def read(self, text: str) -> State:
        """The position that a text is, of the same variant."""
        if isinstance(self.game, BuiltIn):
            return self.game.start(text, **self.game.chosen)
        return self.game.start(text)

    def same(self, one: State, other: State) -> bool:
        return bool(one.data == other.data) if self.plain else one == other

    def report(self, played: int) -> Report:
        lines, problems = [], []
        for name, sentence in SENTENCES.items():
            wrong = list(dict.fromkeys(self.wrong.get(name, ())))
            if self.tried.get(name):
                lines.append(f"{'broken' if wrong else 'kept':6}  {sentence} ({self.tried[name]} times tried)")
            problems += [f"{sentence}: {each}" for each in wrong[:PER_LAW]]
            if len(wrong) > PER_LAW:
                problems.append(f"{sentence}: and {len(wrong) - PER_LAW} more")
        return Report(str(self.game.label), played, self.positions, tuple(problems), tuple(lines))
