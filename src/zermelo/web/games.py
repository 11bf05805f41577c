"""The live games of all visitors: begun, found again, listed, kept on the disk."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass

from msgspec.structs import replace

from zermelo.players.human import Human
from zermelo.players.player import name_of
from zermelo.web.jobs import InThread, opening
from zermelo.web.limits import Refused, too_many_games
from zermelo.web.live_game import LiveGame
from zermelo.web.messages import AskPlay, ClockSetting, Limits, PlayGame, PlaySummary, Side, Status
from zermelo.web.store import Store
from zermelo.web.workers import Workers

MOST_LISTED = 50
MOST_SIDES = 16
MOST_LIVE = 2000  # games kept in memory
CLOCK_SECONDS = 0.1, 86_400.0
HUMAN = "human"


@dataclass
class LiveGames:
    """All games that are played."""

    workers: Workers
    store: Store
    limits: Limits
    in_thread: InThread  # runs what waits for the disk

    def __post_init__(self) -> None:
        self.live: dict[str, LiveGame] = {}
        self.tasks: set[asyncio.Future[None]] = set()

    def keep(self, task: asyncio.Future[None]) -> None:
        """Holds a task until it is done."""
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def keep_game(self, visitor: str, game: PlayGame) -> None:
        await self.in_thread(self.store.put, visitor, replace(game, remaining=None, running=None), time.time())

    async def begin(self, visitor: str, ask: AskPlay) -> LiveGame:
        sides = self.sides(ask)
        check_clock(ask.clock)
        if await self.in_thread(self.store.count, visitor) >= self.limits.games:
            raise too_many_games(self.limits.games)
        opened = await self.workers.soon(opening, ask, ask.game)
        position, ending = opened.step.position, opened.step.ending
        sides = [replace(side, name=side.name or position.players[i]) for i, side in enumerate(sides)]
        game = PlayGame(
            secrets.token_urlsafe(9),
            0,
            ask.game,
            position.title,
            position.start,
            sides,
            opened.moves,
            ask.clock,
            None,
            None,
            "playing",
            "",
            ending,
            position,
            None,
            False,
            opened.formats,
            partners=opened.partners,
            views=opened.step.views,
        )
        live = LiveGame(self, visitor, game)
        status: Status = "over" if ending is not None else live.status(position)
        live.game = replace(game, status=status, can_undo=live.undone(opened.moves) is not None)
        await self.keep_game(visitor, live.game)
        self.live[game.id] = live
        self.forget()
        live.go_on()
        return live

    def sides(self, ask: AskPlay) -> list[Side]:
        """Who plays; a visitor's texts name built-in players or those of the server's list."""
        if not 1 <= len(ask.sides) <= MOST_SIDES:
            raise Refused(400, "message", f"sides: a game has 1 to {MOST_SIDES}.")
        return [self.side(spec.strip()) for spec in ask.sides]

    def side(self, spec: str) -> Side:
        if spec in self.workers.players:
            return Side(spec, spec, False)
        player = self.workers.tools.player(spec, self.limits)
        human = isinstance(player, Human)
        return Side(HUMAN if human else spec, "" if human else name_of(player), human)

    async def find(self, visitor: str, id: str) -> LiveGame:
        """The visitor's game, from memory or the disk; goes on if it waited for its visitor."""
        live = self.live.get(id)
        if live is None:
            game = await self.in_thread(self.store.get, visitor, id)
            live = self.live.get(id)  # another request may have been quicker
            if live is None and game is not None:
                live = self.live[id] = LiveGame(self, visitor, game)
                self.forget()
        if live is None or live.visitor != visitor:
            raise Refused(404, "no game", "There is no such game of yours.")
        live.used = time.monotonic()
        live.go_on()
        return live

    async def list(self, visitor: str) -> list[PlaySummary]:
        rows = await self.in_thread(self.store.last, visitor, MOST_LISTED)
        return [summary(game, changed) for game, changed in rows]

    async def delete(self, visitor: str, id: str) -> None:
        live = await self.find(visitor, id)
        async with live.lock:
            live.halt()
            live.stop_clock()
            self.live.pop(id, None)
            await self.in_thread(self.store.delete, visitor, id)

    def forget(self) -> None:
        """Games that nobody watches leave the memory; they are on the disk."""
        if len(self.live) > MOST_LIVE:
            for id, live in sorted(self.live.items(), key=lambda each: each[1].used)[: MOST_LIVE // 10]:
                if live.idle:
                    del self.live[id]

    async def close(self) -> None:
        for live in self.live.values():
            live.halt()
            live.stop_clock()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=0.3)


def summary(game: PlayGame, changed: float) -> PlaySummary:
    sentence = game.ending.sentence if game.ending is not None else game.trouble or game.position.caption
    return PlaySummary(game.id, game.game, game.title, game.sides, len(game.moves), game.status, sentence, changed)


def check_clock(clock: ClockSetting | None) -> None:
    if clock is None:
        return
    low, high = CLOCK_SECONDS
    if not (low <= clock.seconds <= high and 0 <= clock.increment <= high):
        raise Refused(400, "clock", f"A clock has {low:g} to {high:g} seconds, and an increment of 0 or more.")
