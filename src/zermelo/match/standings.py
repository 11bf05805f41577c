"""What a tournament came to: the standings, who beat whom, results by opening, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from zermelo.ending import Ending
from zermelo.match.rating import Difference, Meeting, ratings
from zermelo.match.tournament import Game, Played, difference, once, whole_pairs

HEADS = ("points", "games", "won", "drawn", "lost", "Elo", "95 %", "faults", "time", "a move", "longest")


@dataclass(frozen=True)
class Row:
    """One engine. `elo` is relative to the middle of all, of two to the other one; with a probability of 95 % it lies
    between `low` and `high`."""

    place: int
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    elo: float
    low: float
    high: float
    faults: int  # games lost by not doing its part
    # The time it used, in all, for a move on average, and at most. Two runs of a tournament differ in it.
    seconds: float = field(default=0.0, compare=False)
    seconds_a_move: float = field(default=0.0, compare=False)
    longest: float = field(default=0.0, compare=False)

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """Half of the interval, for drawings that have the same error to both sides."""
        return (self.high - self.low) / 2

    @property
    def elo_text(self) -> str:
        return signed(self.elo)

    @property
    def interval_text(self) -> str:
        return f"{signed(self.low)} to {signed(self.high)}"

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands under HEADS."""
        counts = map(str, (self.games, self.won, self.drawn, self.lost))
        times = f"{self.seconds:.1f} s", f"{self.seconds_a_move:.3f} s", f"{self.longest:.3f} s"
        return (f"{self.points:g}", *counts, self.elo_text, self.interval_text, str(self.faults), *times)


def signed(elo: float) -> str:
    text = f"{elo:+.0f}"
    return "+0" if text == "-0" else text


@dataclass(frozen=True)
class Fault:
    """A game that was lost by not doing one's part, or that was broken off."""

    game: str
    engine: str
    ending: Ending
    reason: str


@dataclass(frozen=True)
class Standings:
    """Everything that is reported about a tournament. `cross[a][b]` are the points and games of a against b."""

    rows: tuple[Row, ...]
    cross: dict[str, dict[str, tuple[float, int]]]
    openings: tuple[tuple[str, int, int, int], ...]  # wins of the first player, draws, wins of the second
    endings: dict[Ending, int]
    faults: tuple[Fault, ...]
    match: Difference | None = None  # the first engine against the second, if there are only two
    llr: float | None = None
    verdict: str | None = None
    repeated: int = 0  # pairs of deterministic players that repeat an earlier one: counted once in `match` and in Elo

    def plain(self) -> dict[str, object]:
        """As JSON has it."""
        found = {name: value for name, value in asdict(self).items() if name != "match"}
        if self.match is not None:
            low, high = self.match.interval
            found["match"] = {
                "pairs": list(self.match.counts),
                "score": self.match.score,
                "elo": self.match.elo,
                "low": low,
                "high": high,
                "superiority": self.match.superiority,
            }
        return found


def standings_of(played: Played) -> Standings:
    """The table of the games that were scored. It depends on nothing but the games."""
    setup, games = played.setup, [game for game in played.games if game.scored]
    different, repeated = once(games)
    match = difference(different) if len(setup.engines) == 2 else None
    test = setup.sprt if match is not None else None
    return Standings(
        tuple(rows_of([engine.name for engine in setup.engines], games, rated(len(setup.engines), different, match))),
        cross_of(played, games),
        openings_of(played, games),
        dict(sorted(Counter(game.ending for game in played.games).items())),
        tuple(faults_of(played)),
        match,
        test.llr(match.counts) if test and match else None,
        test.verdict(match.counts) if test and match else None,
        repeated,
    )


def rated(count: int, games: Sequence[Game], match: Difference | None) -> list[tuple[float, float, float]]:
    """(Elo, its lower and its upper end) of each engine. Of two, what the match says, so that there is one estimate."""
    if match is not None:
        low, high = match.interval
        return [(match.elo, low, high), (-match.elo, -high, -low)]
    return [(elo, elo - error, elo + error) for elo, error in ratings(count, meetings_of(games))]


def rows_of(names: Sequence[str], games: Sequence[Game], rated: Sequence[tuple[float, float, float]]) -> list[Row]:
    counts = [Counter[str]() for _ in names]
    for game in games:
        for side, number in enumerate((game.task.first, game.task.second)):
            counts[number]["drawn" if game.winner is None else "won" if game.winner == side else "lost"] += 1
            counts[number]["faults"] += game.ending.is_fault and game.winner == 1 - side
    points = [each["won"] + each["drawn"] / 2 for each in counts]
    order = sorted(range(len(names)), key=lambda i: (-points[i], -rated[i][0], i))
    found: list[Row] = []
    times = times_of(len(names), games)
    for place, i in enumerate(order, 1):
        each = counts[i]
        shared = found and points[i] == points[order[place - 2]]
        found.append(
            Row(
                found[-1].place if shared else place,
                names[i],
                each["won"] + each["drawn"] + each["lost"],
                each["won"],
                each["drawn"],
                each["lost"],
                points[i],
                *rated[i],
                each["faults"],
                *times[i],
            )
        )
    return found


def times_of(count: int, games: Sequence[Game]) -> list[tuple[float, float, float]]:
    """(seconds in all, for a move, at most) of each engine; those of two share the seats of more players in turn."""
    found: list[list[float]] = [[] for _ in range(count)]
    for game in games:
        for move in game.entry["record"]["moves"]:
            if move["player"] >= 0:
                engine = (game.task.first, game.task.second)[move["player"] % 2]
                found[engine].append(move.get("seconds", 0.0))
    return [(sum(each), sum(each) / max(len(each), 1), max(each, default=0.0)) for each in found]


def meetings_of(games: Sequence[Game]) -> list[Meeting]:
    """Pairs of games, and single ones where the other is missing."""
    pairs: dict[str, list[Game]] = {}
    for game in games:
        pairs.setdefault(game.task.pair, []).append(game)
    found = []
    for pair in pairs.values():
        low, high = sorted((pair[0].task.first, pair[0].task.second))
        found.append(Meeting(low, high, sum(game.points[game.task.second == low] for game in pair), len(pair)))
    return found


def cross_of(played: Played, games: Sequence[Game]) -> dict[str, dict[str, tuple[float, int]]]:
    names = [engine.name for engine in played.setup.engines]
    found: dict[str, dict[str, tuple[float, int]]] = {name: {} for name in names}
    for game in games:
        sides = names[game.task.first], names[game.task.second]
        for side, (me, other) in enumerate((sides, sides[::-1])):
            points, count = found[me].get(other, (0.0, 0))
            found[me][other] = points + game.points[side], count + 1
    return found


def openings_of(played: Played, games: Sequence[Game]) -> tuple[tuple[str, int, int, int], ...]:
    found: dict[str, Counter[int | None]] = {}
    for game in games:
        name = str(played.openings[game.task.opening])
        found.setdefault(name, Counter())[game.winner] += 1
    return tuple((name, each[0], each[None], each[1]) for name, each in found.items())


def faults_of(played: Played) -> list[Fault]:
    names = [engine.name for engine in played.setup.engines]
    found = []
    for game in played.games:
        if game.ending.is_fault or not game.scored:
            loser = None if game.winner is None else (game.task.first, game.task.second)[1 - game.winner]
            name = "" if loser is None else names[loser]
            found.append(Fault(game.task.id, name, game.ending, str(game.entry["record"].get("reason", ""))))
    return found


def pairs_played(played: Played) -> int:
    return len(whole_pairs(played.games))
