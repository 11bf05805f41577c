"""Tournaments as they are played: the tables of records that other processes write to."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

import msgspec

from zermelo.errors import GameError, ParseError
from zermelo.games import all_games
from zermelo.match.clocks import time_words
from zermelo.match.journal import Contents, JournalError, read_record
from zermelo.match.pairing import Task, most_tasks
from zermelo.match.running import Running, read_running
from zermelo.match.standings import Fault, Row, Standings, standings_of
from zermelo.match.tournament import Game, Played, game_of, played_of, stages_of
from zermelo.view.tournament import last_lines, match_words
from zermelo.web import messages as said
from zermelo.web.events import event
from zermelo.web.jobs import InThread
from zermelo.web.limits import Refused

LOOK_SECONDS = 0.5
SHARE = 5  # of the time, at most one part in so many goes into reading a record again
MOST_GAMES, MOST_FAULTS = 200, 40
NUMBER = re.compile(r"\d+(?:\.\d+)?")  # what differs between faults that are alike


class Followed:
    """One record: its table, read again when the file has grown."""

    def __init__(self, name: str, file: Path, games: Mapping[str, str]) -> None:
        self.name, self.file, self.own = name, file, {text: spec for spec, text in games.items()}
        self.size, self.table = -1, None  # type: tuple[int, said.TournamentTable | None]
        self.trouble, self.played = "", None  # type: tuple[str, Played | None]
        self.first: tuple[float, int] | None = None  # when it was first seen to grow, with how many games
        self.next_look = 0.0
        self.seen: list[Running] = []
        self.tasks: tuple[Played, dict[str, Task]] | None = None

    def look(self) -> None:
        """Reads what is new, not too often; in a thread."""
        began = time.monotonic()
        try:
            size = os.stat(self.file).st_size
        except OSError as error:
            self.trouble = f"{self.file.name}: {error.strerror}"
            return
        if began < self.next_look:
            return
        try:
            if size != self.size:
                self._take(read_record(self.file))
                self.size, self.trouble = size, ""
            self._watch(read_running(self.file))
        except JournalError as error:
            self.trouble = str(error)
        self.next_look = began + max(LOOK_SECONDS, SHARE * (time.monotonic() - began))

    def _watch(self, running: Sequence[Running]) -> None:
        """The games that are being played; a new table if they have gone on."""
        if self.table is None or self.played is None or list(running) == self.seen:
            return
        self.seen = list(running)
        done = {game.task.id for game in self.played.games}
        shown = [self._running(self.played, each) for each in running if each.id not in done]
        self.table = msgspec.structs.replace(self.table, running=[each for each in shown if each is not None])

    def _running(self, played: Played, running: Running) -> said.RunningGame | None:
        task = self._tasks(played).get(running.id)
        if task is None:
            return None
        engines, spec = played.setup.engines, self.spec(played)
        start = None
        try:
            with played.setup.inside():
                start = str(played.setup.start(played.openings[task.opening]).text)
        except (GameError, ParseError, ValueError, TypeError, OSError):
            spec = ""
        first, second = engines[task.first].name, engines[task.second].name
        return said.RunningGame(running.id, first, second, spec, start, list(running.moves))

    def _tasks(self, played: Played) -> dict[str, Task]:
        """The games that are to be played by now, by their ids."""
        if self.tasks is None or self.tasks[0] is not played:
            points = {game.task.id: game.points for game in played.games}
            self.tasks = played, {task.id: task for stage in stages_of(played.setup, points) for task in stage}
        return self.tasks[1]

    def _take(self, contents: Contents) -> None:
        played = played_of(contents, self.file)
        newest = [game_of(entry) for entry in contents.entries[-MOST_GAMES:]][::-1]
        self.played, self.table = played, self._table(played, newest)

    def _table(self, played: Played, newest: Sequence[Game]) -> said.TournamentTable:
        setup, found = played.setup, standings_of(played)
        names = [row.name for row in found.rows]
        limits = [setup.limit(number) for number in range(len(setup.engines))]
        times = {time_words(each) if each else "no clock" for each in limits}
        total = max(most_tasks(setup.format, len(setup.engines), setup.pairs, setup.rounds), len(played.games))
        rate = self._rate(len(played.games))
        decided = found.verdict is not None
        used = time_used(played)
        return said.TournamentTable(
            self.name,
            setup.game,
            setup.format,
            ", ".join(sorted(times)),
            len(played.games),
            total,
            [row_of(row, *used.get(row.name, (0, 0.0))) for row in found.rows],
            [[cell(found.cross[me].get(other)) for other in names] for me in names],
            [self._game(played, game) for game in newest],
            self._faults(played, found),
            {str(ending): count for ending, count in found.endings.items()},
            test_of(played, found),
            match_words(found) if found.match is not None else "",
            list(played.notes),
            self.file.stat().st_mtime,
            rate,
            (total - len(played.games)) / rate if rate and not decided and total > len(played.games) else None,
        )

    def _rate(self, count: int) -> float | None:
        """Games a second since it was first followed."""
        now = time.monotonic()
        if self.first is None:
            self.first = now, count
        began, before = self.first
        return (count - before) / (now - began) if now > began and count > before else None

    def _game(self, played: Played, game: Game) -> said.TournamentGame:
        engines, record = played.setup.engines, game.entry["record"]
        return said.TournamentGame(
            game.task.id,
            engines[game.task.first].name,
            engines[game.task.second].name,
            str(played.openings[game.task.opening]),
            game.winner,
            game.ending,
            str(record.get("reason", ""))[:1000],
            len(record.get("moves", ())),
        )

    def _faults(self, played: Played, found: Standings) -> list[said.TournamentFault]:
        """One for each engine and reason, those of the last games first."""
        games = {game.task.id: game for game in played.games}
        alike: dict[tuple[str, str, str], list[Fault]] = {}
        for each in reversed(found.faults):
            alike.setdefault((each.engine, each.ending, NUMBER.sub("0", each.reason)), []).append(each)
        return [
            said.TournamentFault(
                newest.game,
                newest.engine,
                newest.ending,
                newest.reason[:1000],
                "\n".join(filter(None, map(last_lines, games[newest.game].record.messages)))[:4000],
                1 + len(others),
            )
            for newest, *others in list(alike.values())[:MOST_FAULTS]
        ]

    def replay(self, id: str) -> said.TournamentReplay:
        """One game to play through."""
        game = next((each for each in self.played.games if each.task.id == id), None) if self.played else None
        if self.played is None or game is None:
            raise Refused(404, "no game", "There is no such game in this tournament.")
        record = game.record
        winner = record.outcome if record.winners else "Draw"
        nobody = "Broken off" if not game.scored else winner
        moves = [each.move for each in record.moves]
        sentence = f"{nobody} ({record.ending}{f': {record.reason}' if record.reason else ''})."
        return said.TournamentReplay(id, self.spec(self.played), record.start, moves, list(record.players), sentence)

    def spec(self, played: Played) -> str:
        """The game as requests call it; nothing if it is the user's and not served."""
        setup = played.setup
        if setup.game in self.own:
            return self.own[setup.game]
        name, _, rest = setup.game.partition(":")
        options = [*filter(None, rest.split(",")), *(f"{key}={value}" for key, value in setup.options.items())]
        return ":".join(filter(None, (name, ",".join(options)))) if name in all_games() else ""


def row_of(row: Row, moves: int, seconds: float) -> said.TournamentRow:
    each = seconds / moves if moves else 0.0
    counts = row.points, row.games, row.won, row.drawn, row.lost
    return said.TournamentRow(row.place, row.name, *counts, row.elo, row.error, row.faults, each, seconds)


def time_used(played: Played) -> dict[str, tuple[int, float]]:
    """Engine to (its moves, the seconds they took)."""
    moves: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    for game in played.games:
        names = game.entry["record"]["players"]
        for move in game.entry["record"]["moves"]:
            if move["player"] >= 0:
                moves[names[move["player"]]] += 1
                seconds[names[move["player"]]] += move.get("seconds", 0.0)
    return {name: (count, seconds[name]) for name, count in moves.items()}


def cell(given: tuple[float, int] | None) -> said.CrossCell | None:
    return None if given is None else said.CrossCell(*given)


def test_of(played: Played, found: Standings) -> said.TestState | None:
    test = played.setup.sprt
    if test is None or found.llr is None:
        return None
    low, high = test.bounds
    words = {
        "elo0": f"decided: not stronger by {test.elo1:g} Elo, rather by {test.elo0:g}",
        "elo1": f"decided: stronger by {test.elo1:g} Elo rather than by {test.elo0:g}",
    }
    return said.TestState(found.llr, low, high, words.get(found.verdict or "", "not decided yet"))


class Tournaments:
    """All records that are followed."""

    def __init__(self, files: Sequence[Path], games: Mapping[str, str], in_thread: InThread) -> None:
        self.in_thread = in_thread
        self.followed: dict[str, Followed] = {}
        for file in files:
            names = [file.stem, *(f"{file.stem}-{i}" for i in range(2, len(files) + 2))]
            name = next(each for each in names if each not in self.followed)
            self.followed[name] = Followed(name, file, games)

    async def list(self) -> said.TournamentList:
        found = []
        for name, each in self.followed.items():
            await self.in_thread(each.look)
            table = each.table
            numbers = (table.game, table.played, table.total) if table else ("", 0, 0)
            found.append(said.TournamentSummary(name, *numbers, each.trouble))
        return said.TournamentList(found)

    async def find(self, name: str) -> Followed:
        found = self.followed.get(name)
        if found is None:
            raise Refused(404, "no tournament", "There is no such tournament here.")
        await self.in_thread(found.look)
        return found

    async def table(self, name: str) -> said.TournamentTable:
        found = await self.find(name)
        if found.table is None:
            raise Refused(422, "record", found.trouble or "There is nothing to show yet.")
        return found.table

    async def events(self, name: str) -> AsyncIterator[bytes]:
        """The table, and again whenever a game was played."""
        await self.table(name)
        return self._events(name)

    async def _events(self, name: str) -> AsyncIterator[bytes]:
        sent = None
        while True:
            with contextlib.suppress(Refused):
                table = await self.table(name)
                if table is not sent:
                    sent = table
                    yield event("table", table)
            await asyncio.sleep(LOOK_SECONDS)
