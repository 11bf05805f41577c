"""The server's app: what answers at which address. The messages are in messages.py."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from zermelo.games import all_games
from zermelo.search import ORDERS
from zermelo.version import __version__
from zermelo.web import words
from zermelo.web.coding import from_json, read, read_query, to_json
from zermelo.web.crew import Crew
from zermelo.web.events import EventStream, Streams, event
from zermelo.web.guard import LOCAL_NAMES, Guard
from zermelo.web.jobs import AskCard, refusal
from zermelo.web.limits import OWN, Refused, too_long
from zermelo.web.messages import (
    About,
    AskChange,
    AskMove,
    AskPlay,
    AskPosition,
    Failure,
    GameCard,
    Limits,
    Named,
    PlayList,
)
from zermelo.web.pages import BUNDLE, Pages
from zermelo.web.playing import Hall, Live
from zermelo.web.store import Store

log = logging.getLogger("zermelo.web")
Ask = TypeVar("Ask")
Answer = Callable[[Request], Awaitable[Any]]


@dataclass(frozen=True)
class Settings:
    """What is served, to whom. `games` and `players` are the user's own, by the names visitors use."""

    games: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = OWN
    names: frozenset[str] = LOCAL_NAMES
    exposed: bool = False
    folder: Path | None = None  # where games are kept; None: in memory
    bundle: Path = BUNDLE


class Site:
    """Everything that one running server has."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.limits = settings.limits
        self.crew = Crew(settings.games, settings.players)
        self.disk = ThreadPoolExecutor(1, thread_name_prefix="zermelo-disk")
        self.hall = Hall(self.crew, store, settings.limits, self.in_disk_thread)
        self.streams = Streams(settings.limits.streams)
        self.pages = Pages(settings.bundle)
        self.cards: dict[str, GameCard] = {}

    async def in_disk_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.disk, function, *arguments)

    async def close(self) -> None:
        self.streams.close()
        await self.hall.close()
        await self.crew.close()
        self.disk.shutdown()
        self.store.close()

    # What there is.

    async def about(self, request: Request) -> About:
        players = [Named(name, "started with this server") for name in self.settings.players]
        return About(
            __version__, words.methods(), list(ORDERS), words.levels(), players, words.missing(), self.limits,
            self.settings.exposed, self.store.place,
        )  # fmt: skip

    async def games(self, request: Request) -> list[GameCard]:
        for spec in (*self.settings.games, *all_games()):
            if spec not in self.cards:
                self.cards[spec] = await self.crew.soon("card", AskCard(spec), spec)
        return list(self.cards.values())

    async def position(self, request: Request) -> Any:
        ask = await self.body(request, AskPosition)
        return await self.crew.soon("position", ask, ask.game)

    # Playing.

    async def begin(self, request: Request) -> Any:
        ask = await self.body(request, AskPlay)
        return (await self.hall.begin(visitor(request), ask)).shown()

    async def list(self, request: Request) -> PlayList:
        return PlayList(await self.hall.list(visitor(request)))

    async def live(self, request: Request) -> Live:
        return await self.hall.find(visitor(request), request.path_params["id"])

    async def game(self, request: Request) -> Any:
        return (await self.live(request)).shown()

    async def delete(self, request: Request) -> Any:
        await self.hall.delete(visitor(request), request.path_params["id"])
        return {}

    async def move(self, request: Request) -> Any:
        ask, live = await self.body(request, AskMove), await self.live(request)
        await live.play(ask)
        return live.shown()

    async def undo(self, request: Request) -> Any:
        ask, live = await self.body(request, AskChange), await self.live(request)
        await live.undo(ask.revision)
        return live.shown()

    async def resign(self, request: Request) -> Any:
        ask, live = await self.body(request, AskChange), await self.live(request)
        await live.resign(ask.revision)
        return live.shown()

    async def stop(self, request: Request) -> Any:
        live = await self.live(request)
        live.move_now()
        return live.shown()

    async def resume(self, request: Request) -> Any:
        live = await self.live(request)
        await live.resume()
        return live.shown()

    async def watch(self, request: Request) -> EventStream:
        return self.stream(request, self.news(await self.live(request)))

    async def news(self, live: Live) -> AsyncIterator[bytes]:
        watch = live.enter()
        watch.news.set()
        try:
            while True:
                await watch.news.wait()
                watch.news.clear()
                thinking, watch.thinking = watch.thinking, None
                if watch.game:
                    watch.game = False
                    yield event("game", live.shown(), live.game.revision)
                elif thinking is not None:
                    yield event("thinking", thinking)
        finally:
            live.leave(watch)

    # Reading requests.

    def stream(self, request: Request, parts: AsyncIterator[bytes]) -> EventStream:
        return EventStream(parts, self.streams, visitor(request))

    async def body(self, request: Request, kind: type[Ask]) -> Ask:
        """What was posted, as the message it must be."""
        data = await request.body()
        return self.checked(read(kind, from_json(data) if data else {}))

    def query(self, request: Request, kind: type[Ask]) -> Ask:
        return self.checked(read_query(kind, dict(request.query_params)))

    def checked(self, ask: Ask) -> Ask:
        """Refuses texts that are too long."""
        for name, value in vars(ask).items():
            length = sum(map(len, value)) if isinstance(value, list) else len(value) if isinstance(value, str) else 0
            if length > self.limits.text_length:
                raise too_long(name, self.limits.text_length)
        return ask


def visitor(request: Request) -> str:
    return str(request.state.visitor)


def answer(function: Answer) -> Callable[[Request], Awaitable[Any]]:
    """An endpoint that sends what a function gives, and tells what went wrong."""

    async def endpoint(request: Request) -> Any:
        try:
            found = await function(request)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:
            refused = refusal(error)
            if refused.status == 500 and not isinstance(error, Refused):
                log.exception("%s failed", request.url.path)
            return json_answer(Failure(refused.problem), refused.status)
        return found if isinstance(found, (Response, EventStream)) else json_answer(found)

    return endpoint


def json_answer(message: Any, status: int = 200) -> Response:
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    if status in (408, 413):
        headers["connection"] = "close"  # the rest of the body is not read
    return Response(to_json(message), status, headers, "application/json")


async def nothing(request: Request) -> Any:
    raise Refused(404, "no address", "There is nothing at this address.")


def routes(site: Site) -> list[Route]:
    table: list[tuple[str, str, Answer]] = [
        ("GET", "/api/about", site.about),
        ("GET", "/api/games", site.games),
        ("POST", "/api/position", site.position),
        ("POST", "/api/play", site.begin),
        ("GET", "/api/play", site.list),
        ("GET", "/api/play/{id}", site.game),
        ("DELETE", "/api/play/{id}", site.delete),
        ("POST", "/api/play/{id}/move", site.move),
        ("POST", "/api/play/{id}/undo", site.undo),
        ("POST", "/api/play/{id}/resign", site.resign),
        ("POST", "/api/play/{id}/stop", site.stop),
        ("POST", "/api/play/{id}/resume", site.resume),
        ("GET", "/api/play/{id}/events", site.watch),
    ]

    async def page(request: Request) -> Response:
        return site.pages.answer(request)

    return [
        *(Route(path, answer(function), methods=[method]) for method, path, function in table),
        Route("/api/{rest:path}", answer(nothing), methods=["GET", "POST", "DELETE", "PUT", "PATCH"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]


def make_app(settings: Settings, store: Store | None = None) -> ASGIApp:
    """The whole app. Games are kept in the settings' folder unless a store is given."""
    site = Site(settings, store or Store(settings.folder))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await site.close()

    inner = Starlette(routes=routes(site), lifespan=lifespan)
    guard = Guard(inner, settings.limits, settings.names, settings.exposed)
    guard.site = site  # type: ignore[attr-defined]
    return guard
