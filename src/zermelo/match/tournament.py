"""A tournament: its games are played by worker processes and kept in a record, and it can be stopped at any point.

A game counts when its line is on the disk. What is in the record is never played again, and the pairings follow from
the results, so that a tournament that was killed and resumed comes to the same table as one that was not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import TypeAlias, TypedDict

from zermelo.ending import Ending
from zermelo.match.game import FORMAT, Record, RecordFields, only
from zermelo.match.game_job import GameJob, part_of
from zermelo.match.job import Executor, Job, Plain, read_as
from zermelo.match.journal import Contents, Journal, JournalError, read_record
from zermelo.match.openings import Opening
from zermelo.match.pairing import Task, both_colours, most_tasks, stages
from zermelo.match.pool import Pool
from zermelo.match.rating import Difference
from zermelo.match.repeats import Repeats
from zermelo.match.running import Board
from zermelo.match.setup import Setup, setup_again
from zermelo.scene import best_of
from zermelo.validate import typed
from zermelo.version import __version__


class Entry(TypedDict):
    """A game as a line of the journal has it: the engines by their numbers, the opening by its number."""

    id: str
    round: int
    players: tuple[int, int]
    opening: int
    record: RecordFields


class Heading(TypedDict):
    """What the first line of a journal says of the games."""

    setup: dict[str, object]
    openings: tuple[Opening, ...]


@dataclass(frozen=True)
class Game:
    """A game that counts: which it was, and how it ended. The engines are given by their numbers."""

    task: Task
    winner: int | None
    ending: Ending
    entry: Entry

    @property
    def scored(self) -> bool:
        return self.ending is not Ending.ABORTED

    @property
    def points(self) -> tuple[float, float]:
        """What the two players get; nothing if the game was broken off."""
        if not self.scored:
            return 0.0, 0.0
        return (0.5, 0.5) if self.winner is None else (float(self.winner == 0), float(self.winner == 1))

    @property
    def record(self) -> Record:
        return Record.from_fields({"format": FORMAT, **self.entry["record"]})


def game_of(plain: Plain) -> Game:
    """From a line of a record; JournalError if it is something else."""
    try:
        entry = read_as(Entry, plain)
        task = Task(entry["round"], *entry["players"], entry["opening"])
        if task.id != entry["id"]:
            raise ValueError("its number does not fit")
    except ValueError as error:
        raise JournalError(f"a line of the record is not a game: {error}") from None
    return Game(task, winning_side(entry["record"]), entry["record"]["ending"], entry)


def winning_side(record: RecordFields) -> int | None:
    """Which of the two engines has won, None for a draw. Of more than two seats one has the even and the other the odd
    ones: what their seats got on average decides, or whose seat lost the game by not doing its part."""
    if len(record["players"]) == 2:
        return record["winner"]
    if (loser := record.get("loser")) is not None:
        return 1 - loser % 2
    return only(best_of([fmean(record["payoffs"][side::2]) for side in (0, 1)])) if record["payoffs"] else None


@dataclass(frozen=True)
class Played:
    """What a record holds: a tournament and its games, each once, in the order of the pairings."""

    setup: Setup
    openings: tuple[Opening, ...]
    games: tuple[Game, ...]
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Games there are to play in all, as far as that is known."""
        return games_in_all(self.setup, len(self.games))

    @property
    def finished(self) -> bool:
        games = {game.task.id: game for game in self.games}
        if Decision(self.setup).look(games):
            return True
        points = {each: game.points for each, game in games.items()}
        return all(task.id in games for stage in stages_of(self.setup, points) for task in stage)


@typed
def read_tournament(file: str | Path) -> Played:
    """A tournament from its record, finished or not; JournalError if it is none."""
    return played_of(read_record(file), file)


def played_of(contents: Contents, file: str | Path) -> Played:
    try:
        head = read_as(Heading, contents.head)
        setup = setup_again(head["setup"], Path(file).absolute().parent)
    except ValueError as error:
        raise JournalError(f"{file} is not the record of a tournament ({error})") from None
    games: dict[str, Game] = {}
    for entry in contents.entries:
        game = game_of(entry)
        games.setdefault(game.task.id, game)
    return Played(setup, head["openings"], tuple(counted(setup, games)), contents.notes)


def in_order(setup: Setup, games: Mapping[str, Game]) -> list[Game]:
    """By the order of the pairings, whatever order they were played in."""
    points = {each: game.points for each, game in games.items()}
    found = []
    for stage in stages_of(setup, points):
        found += [games[task.id] for task in stage if task.id in games]
        if not all(task.id in games for task in stage):
            break
    return found


def games_in_all(setup: Setup, played: int) -> int:
    return max(played, most_tasks(setup.format, len(setup.engines), setup.pairs, setup.rounds))


def stages_of(setup: Setup, points: Mapping[str, tuple[float, float]]) -> Iterator[list[Task]]:
    return stages(setup.format, len(setup.engines), setup.pairs, setup.rounds, points)


class Decision:
    """Counts the pairs in their order, each once, until SPRT has an answer: the same one however they were played."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.pairs = setup, 0
        self.new, self.again = [0] * 5, [0] * 5  # pairs by their result; those that repeat an earlier one apart
        self.seen = Repeats()
        self.verdict: str | None = None

    @property
    def counts(self) -> list[int]:
        """Pairs with 0, ½, 1, 1½ and 2 points; those of deterministic players that repeat each other once."""
        return [a + b for a, b in zip(self.new, self.again, strict=True)] if self.seen.varies else self.new

    def look(self, games: Mapping[str, Game]) -> bool:
        """Whether there is an answer; `games` has all that are known."""
        while self.setup.sprt is not None and self.verdict is None and self.pairs < self.setup.pairs:
            pair = [games.get(task.id) for task in both_colours(1, 0, 1, [self.pairs])]
            known = [game for game in pair if game is not None]
            if len(known) < 2:
                break
            self.pairs += 1
            if all(game.scored for game in known):
                again = self.seen.add([(game.task, game.entry["record"]) for game in known])
                (self.again if again else self.new)[round(2 * points_in(known, 0))] += 1
                self.verdict = self.setup.sprt.verdict(self.counts)
        return self.verdict is not None


def counted(setup: Setup, games: Mapping[str, Game]) -> list[Game]:
    """All games in order; with SPRT those up to the pair that decided, as later ones may or may not have been begun."""
    decision = Decision(setup)
    if decision.look(games):
        return [game for game in in_order(setup, games) if game.task.opening < decision.pairs]
    return in_order(setup, games)


def whole_pairs(games: Sequence[Game]) -> list[list[Game]]:
    """The pairs of which both games were played and scored."""
    pairs: dict[str, list[Game]] = {}
    for game in games:
        pairs.setdefault(game.task.pair, []).append(game)
    return [pair for pair in pairs.values() if len(pair) == 2 and all(game.scored for game in pair)]


def once(games: Sequence[Game]) -> tuple[list[Game], int]:
    """The games without the pairs that deterministic players repeat move by move, and how many pairs that were."""
    pairs: dict[str, list[Game]] = {}
    for game in games:
        pairs.setdefault(game.task.pair, []).append(game)
    seen = Repeats()
    again = {name for name, pair in pairs.items() if seen.add([(game.task, game.entry["record"]) for game in pair])}
    left_out = {name for name in again if seen.fixed(pairs[name][0].task)}
    return [game for game in games if game.task.pair not in left_out], len(left_out)


def points_in(games: Sequence[Game], engine: int) -> float:
    return sum(
        game.points[game.task.second == engine] for game in games if engine in (game.task.first, game.task.second)
    )


def difference(games: Sequence[Game], engine: int = 0) -> Difference:
    """What the pairs of games say about an engine against its opponents."""
    mine = [game for game in games if engine in (game.task.first, game.task.second)]
    return Difference(tuple(points_in(pair, engine) for pair in whole_pairs(mine)))


Watch: TypeAlias = Callable[["Tournament"], object]


class Tournament:
    """A tournament that is being played. `games` are those on the disk, by their ids."""

    def __init__(self, setup: Setup, file: str | Path) -> None:
        openings = setup.check()
        self.setup, self.file = setup, Path(file)
        head = {"setup": setup.plain(), "openings": [asdict(each) for each in openings], "version": __version__}
        self.journal = Journal(file, head)
        self.running = Board(file)
        try:
            self._take_up()
        except BaseException:
            self.journal.close()
            raise

    def _take_up(self) -> None:
        """What is in the record already; JournalError if that is another tournament."""
        try:
            head = read_as(Heading, self.journal.head)
        except ValueError as error:
            raise JournalError(f"{self.file} is not the record of a tournament ({error})") from None
        differ = self.setup.differences(head["setup"])
        if differ:
            raise JournalError(f"{self.file} holds another tournament ({', '.join(differ)} differ): use another record")
        self.openings = head["openings"]
        self.notes = self.journal.notes
        self.games: dict[str, Game] = {}
        for entry in self.journal.entries:
            game = game_of(entry)
            self.games.setdefault(game.task.id, game)
        self.points = {each: game.points for each, game in self.games.items()}
        self.found_before = len(self.games)
        self._decision = Decision(self.setup)

    @property
    def total(self) -> int:
        """Games there are to play in all, as far as that is known."""
        return games_in_all(self.setup, len(self.games))

    def played(self) -> Played:
        """The tournament as it stands."""
        return Played(self.setup, self.openings, tuple(counted(self.setup, self.games)), self.notes)

    def run(
        self,
        workers: int = 1,
        *,
        stop: Callable[[], bool] = lambda: False,
        watch: Watch = lambda tournament: None,
        pool: Callable[[Job, int], Executor] = Pool,
    ) -> bool:
        """Plays what is left to play, this many games at a time; whether it is finished.

        When `stop` says so, the running games are finished and no other is begun. `watch` is called after every step.
        `pool` is where they are played: processes of this machine, or a cluster (zermelo.cluster).
        """
        watch(self)
        with pool(GameJob(self.setup), workers) as playing:
            if isinstance(playing, Pool):
                playing.show = self.running.show
            for stage in stages_of(self.setup, self.points):
                if not self._play(playing, stage, stop, watch):
                    return self.decided
        return True

    def _play(self, pool: Executor, stage: Sequence[Task], stop: Callable[[], bool], watch: Watch) -> bool:
        left = {task.id: task for task in stage if task.id not in self.games}
        seed = self.setup.seed
        parts = [
            part_of(task, self.openings, seed_of(seed, task.id), seed_of(seed, task.pair)) for task in left.values()
        ]
        for results in pool.run(parts, lambda: stop() or self.decided):
            self.running.end(each.id for each in results)
            self._keep([entry_of(left[each.id], each.result) for each in results])
            watch(self)
        return all(task.id in self.games for task in stage)

    def _keep(self, entries: Sequence[Plain]) -> None:
        self.journal.add(entries)
        for entry in entries:
            game = game_of(entry)
            self.games[game.task.id] = game
            self.points[game.task.id] = game.points

    @property
    def decided(self) -> bool:
        """Whether SPRT has an answer."""
        return self._decision.look(self.games)

    def close(self) -> None:
        self.running.close()
        self.journal.close()

    def __enter__(self) -> Tournament:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def entry_of(task: Task, record: object) -> Plain:
    players = [task.first, task.second]
    return {"id": task.id, "round": task.round, "players": players, "opening": task.opening, "record": record}


def seed_of(seed: int, which: str) -> int:
    """Of one game, or of a pair of games, which have the same dice; every random choice in them comes from this."""
    return int.from_bytes(hashlib.sha256(f"{seed} {which}".encode()).digest()[:4], "big")
