"""One live game: whose turn it is, the clocks, the engines' turns, and the pages that watch.

A game is changed by one request at a time, and is on the disk before it is announced. When the last page that watches
a game goes away, its engine stops thinking; it begins its turn anew when a page comes back, also after a restart.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack

from msgspec.structs import replace

from zermelo.limits import Clock
from zermelo.match.game import others
from zermelo.methods import ALL_METHODS
from zermelo.players.player import FORGIVEN_SECONDS
from zermelo.web import jobs
from zermelo.web.jobs import AskStep, AskTurn, Run, Step, Turn, lost_by, refusal
from zermelo.web.limits import Refused
from zermelo.web.messages import (
    AskMove,
    ClockSetting,
    Ending,
    Message,
    PlayedMove,
    PlayGame,
    Position,
    Status,
    Thinking,
    Waiting,
)
from zermelo.web.redaction import person_of, seen_by_people, viewer_of

if TYPE_CHECKING:
    from zermelo.web.games import LiveGames

MOVES_TO_GO = 25  # that a game's clock is divided by, to guess
PATIENCE = 10.0  # seconds that a person waits for an engine without a clock
OWN_SECONDS = 60.0  # for a move of a user's player, without a clock
ENGINE_SLACK = 2.0  # over its time, before an engine that has not answered loses; what it took is measured at its side


class Watch:
    """A page that watches a game: what it has not been sent yet, always the newest."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.game = True
        self.thinking: Thinking | Waiting | None = None

    def tell(self, thinking: Thinking | Waiting | None) -> None:
        if thinking is None:
            self.game, self.thinking = True, None
        else:
            self.thinking = thinking
        self.news.set()


class Changes(TypedDict, total=False):
    """What a game may become."""

    moves: list[PlayedMove]
    position: Position
    views: list[Position]
    ending: Ending | None
    thinking: Thinking | None
    status: Status
    trouble: str
    can_undo: bool


class LiveGame:
    """One game in memory."""

    def __init__(self, games: LiveGames, visitor: str, game: PlayGame) -> None:
        self.live_games, self.visitor, self.game = games, visitor, game
        self.lock = asyncio.Lock()
        self.watches: set[Watch] = set()
        self.engine: asyncio.Task[None] | None = None
        self.run: Run | None = None
        self.flag: asyncio.TimerHandle | None = None
        self.began: float | None = None  # when the clock of the player to move was started
        self.spent = 0.0  # by an engine in this turn, before it was interrupted
        self.used = time.monotonic()

    # Time.

    def elapsed(self) -> float:
        return self.spent + (0.0 if self.began is None else time.monotonic() - self.began)

    def left(self, player: int) -> float:
        """Seconds on a clock, what the turn took so far taken off."""
        clock = self.game.clock
        assert clock is not None
        running = self.elapsed() if self.game.position.turn == player and not self.game.ending else 0.0
        if clock.kind == "move":
            return max(0.0, clock.seconds - running)
        mine = [each.seconds for each in self.game.moves if each.player == player]
        return max(0.0, clock.seconds + clock.increment * len(mine) - sum(mine) - running)

    def shown(self) -> PlayGame:
        """The game as it is sent."""
        game = seen_by_people(self.game)
        if game.clock is None:
            return game
        running = game.position.turn if self.began is not None and game.ending is None else None
        return replace(game, remaining=[self.left(player) for player in range(len(game.sides))], running=running)

    def start_clock(self) -> None:
        self.began = time.monotonic()
        player = self.game.position.turn
        if self.game.clock is not None and player >= 0:
            slack = FORGIVEN_SECONDS if self.game.sides[player].human else ENGINE_SLACK
            loop = asyncio.get_running_loop()
            self.flag = loop.call_later(self.left(player) + slack, self.fall, self.game.revision)

    def stop_clock(self) -> None:
        self.began, self.spent = None, 0.0
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None

    def fall(self, revision: int) -> None:
        """The flag: the player to move had no time left."""
        task = asyncio.ensure_future(self._fallen(revision))
        self.live_games.keep(task)

    async def _fallen(self, revision: int) -> None:
        async with self.lock:
            if self.game.revision == revision and self.game.ending is None:
                await self.out_of_time()

    # Changes, all with the lock held.

    async def out_of_time(self) -> None:
        await self.lose(self.game.position.turn, "time", "has used up the time")

    async def lose(self, player: int, ending: str, how: str) -> None:
        """The player loses the game, with partners; the others win."""
        winners = others(player, len(self.game.sides), self.game.partners)
        await self.end(lost_by(player, winners, ending, f"{self.who(player)} {how}."))

    def who(self, player: int) -> str:
        """A player in a sentence."""
        side, name = self.game.position.players[player], self.game.sides[player].name
        return f"{side} ({name})" if name != side else side

    async def change(self, **more: Unpack[Changes]) -> None:
        """The game with these differences: on the disk first, then announced."""
        changed = replace(self.game, revision=self.game.revision + 1, **more)
        await self.live_games.keep_game(self.visitor, changed)
        self.game = changed
        self.tell(None)

    def tell(self, thinking: Thinking | Waiting | None) -> None:
        for watch in self.watches:
            watch.tell(thinking)

    async def end(self, ending: Ending) -> None:
        await self.change(ending=ending, status="over", thinking=None)
        self.halt()
        self.stop_clock()

    def halt(self) -> None:
        """Ends the engine's search, if one runs."""
        if self.run is not None:
            self.run.stop.set()
        if self.engine is not None and self.engine is not asyncio.current_task():
            self.engine.cancel()
        self.engine = self.run = None

    async def moved(self, step: Step, move: PlayedMove, thinking: Thinking | None) -> None:
        """One more move was made."""
        moves, over = [*self.game.moves, move], step.ending is not None
        await self.change(
            moves=moves,
            position=step.position,
            views=step.views,
            ending=step.ending,
            trouble="",
            status="over" if over else self.status(step.position),
            can_undo=self.undone(moves) is not None,
            thinking=thinking,
        )
        self.stop_clock()
        if not over:
            self.go_on()

    def status(self, position: Position) -> Status:
        return "playing" if position.turn >= 0 and self.game.sides[position.turn].human else "thinking"

    def go_on(self) -> None:
        """Lets the player to move begin, if nothing runs yet."""
        turn = self.game.position.turn
        if self.game.ending is not None or self.game.status == "failed" or self.began is not None:
            return
        self.start_clock()
        if turn < 0 or not self.game.sides[turn].human:
            self.run = Run()
            self.engine = asyncio.ensure_future(self._engine(self.run))
            self.live_games.keep(self.engine)

    async def _engine(self, run: Run) -> None:
        """The turn of an engine, or of chance."""
        game, loop = self.game, asyncio.get_running_loop()

        def tell(message: Message) -> None:
            if isinstance(message, Thinking):
                loop.call_soon_threadsafe(self.thinks, run, message)

        run.tell, run.wait = tell, self.waits
        try:
            await self._take_turn(await self._asked(game, run), run)
        except Exception as error:
            async with self.lock:
                self.fail(refusal(error).message, game.revision)

    def fail(self, trouble: str, revision: int) -> None:
        """The turn came to nothing: announced, but not kept, as the next start tries again."""
        if self.game.revision == revision:
            self.halt()
            self.stop_clock()
            self.game = replace(self.game, revision=revision + 1, status="failed", trouble=trouble)
            self.tell(None)

    async def _take_turn(self, found: Step | Turn, run: Run) -> None:
        async with self.lock:
            if self.run is not run:
                return  # the game went another way meanwhile
            self.engine = self.run = None
            if isinstance(found, Step):
                await self.moved(found, PlayedMove(found.position.played[-1], -1), self.game.thinking)
            elif not found.move:
                assert found.step.ending is not None
                await self.end(found.step.ending)
            else:
                await self.engine_moved(found)

    async def _asked(self, game: PlayGame, run: Run) -> Step | Turn:
        names = [each.move for each in game.moves]
        player = game.position.turn
        workers, limits = self.live_games.workers, self.live_games.limits
        if player < 0:
            return await workers.soon(jobs.step, AskStep(game.game, game.start, names, "chance"), game.game)
        spec, clock = game.sides[player].spec, game.clock
        seconds = self.left(player) if clock is not None else None
        whole = (
            [seconds, clock.increment] if clock is not None and clock.kind == "game" and seconds is not None else None
        )
        most = OWN_SECONDS if spec in workers.players else limits.seconds
        ask = AskTurn(game.id, game.game, game.start, names, player, spec, seconds, whole, limits, seconds or most)
        limit = usual_seconds(spec) if clock is None else self.share_of_clock(clock, seconds or 0.0)
        return await workers.timed(jobs.turn, ask, limit, player=spec, run=run)

    def share_of_clock(self, clock: ClockSetting, left: float) -> float:
        """The seconds that an engine is likely to want for a move."""
        if clock.kind == "move":
            return max(0.05, left)
        return max(0.05, Clock(max(left, 0.001), clock.increment, MOVES_TO_GO).share(0)[1])

    async def engine_moved(self, found: Turn) -> None:
        player = self.game.position.turn
        seconds = self.spent + found.seconds
        own = self.game.sides[player].spec in self.live_games.workers.players
        slack = FORGIVEN_SECONDS if own else ENGINE_SLACK  # a built-in engine is late only if the machine is
        if self.game.clock is not None and seconds > self.left(player) + self.elapsed() + slack:
            await self.out_of_time()
            return
        move = PlayedMove(found.move, player, seconds, found.nodes, found.score, found.comment)
        await self.moved(found.step, move, found.thinking)

    def thinks(self, run: Run, thinking: Thinking) -> None:
        if self.run is run:
            self.game = replace(self.game, thinking=thinking)
            if viewer_of(self.game) is None:  # what an engine thinks may reveal what it holds
                self.tell(thinking)

    def waits(self, before: int) -> None:
        self.tell(Waiting(before))

    # What visitors ask for.

    async def play(self, ask: AskMove) -> None:
        async with self.lock:
            self.check(ask.revision)
            player = self.game.position.turn
            if self.game.ending is not None:
                raise Refused(409, "over", "The game is over.")
            if player < 0 or not self.game.sides[player].human:
                raise Refused(409, "not your turn", "It is not your turn.")
            names = [each.move for each in self.game.moves]
            ask_step = AskStep(self.game.game, self.game.start, names, "move", ask.move)
            step = await self.live_games.workers.soon(jobs.step, ask_step, self.game.game)
            await self.moved(step, PlayedMove(step.position.played[-1], player, self.elapsed()), self.game.thinking)

    def check(self, revision: int | None) -> None:
        if revision is not None and revision != self.game.revision:
            raise Refused(409, "revision", "The game went on meanwhile: reload it.")

    def undone(self, moves: Sequence[PlayedMove]) -> int | None:
        """How many moves are left after one is taken back: to the last turn of a person. None if there is none."""
        people = [number for number, side in enumerate(self.game.sides) if side.human]
        mine = [i for i, each in enumerate(moves) if each.player in people]
        return mine[-1] if mine else None

    async def undo(self, revision: int | None) -> None:
        async with self.lock:
            self.check(revision)
            left = self.undone(self.game.moves)
            if left is None:
                raise Refused(409, "no undo", "There is no move of yours to take back.")
            moves = self.game.moves[:left]
            ask = AskStep(self.game.game, self.game.start, [each.move for each in moves], "stand")
            step = await self.live_games.workers.soon(jobs.step, ask, self.game.game)
            await self.change(
                moves=moves,
                position=step.position,
                views=step.views,
                ending=None,
                status=self.status(step.position),
                trouble="",
                thinking=None,
                can_undo=self.undone(moves) is not None,
            )
            self.halt()
            self.stop_clock()
            self.go_on()

    async def resign(self, revision: int | None) -> None:
        async with self.lock:
            self.check(revision)
            if self.game.ending is not None:
                raise Refused(409, "over", "The game is over.")
            player = person_of(self.game)
            if player is None:
                await self.end(Ending("aborted", None, "Broken off."))
            else:
                await self.lose(player, "resign", "resigns")

    def move_now(self) -> None:
        """The engine plays the best it has."""
        if self.run is None:
            raise Refused(409, "not thinking", "No engine is thinking.")
        self.run.stop.set()

    async def resume(self) -> None:
        """Once more after a failure."""
        async with self.lock:
            if self.game.status == "failed":
                await self.change(status=self.status(self.game.position), trouble="")
            self.go_on()

    # Pages.

    def enter(self) -> Watch:
        watch = Watch()
        self.watches.add(watch)
        self.go_on()
        return watch

    def leave(self, watch: Watch) -> None:
        """A page goes; with the last one the engine stops thinking."""
        self.watches.discard(watch)
        self.used = time.monotonic()
        if not self.watches and self.run is not None:
            self.spent = self.elapsed()
            self.halt()
            spent = self.spent
            self.stop_clock()
            self.spent = spent

    @property
    def idle(self) -> bool:
        return not self.watches and self.engine is None and (self.began is None or self.game.clock is None)


def usual_seconds(spec: str) -> float:
    """How long a player without a clock is likely to take: as its text says, else a guess."""
    found = re.search(r"seconds=(\d+(?:\.\d+)?)", spec)
    return max(0.05, float(found[1])) if found else 1.0 if spec in ALL_METHODS else PATIENCE
