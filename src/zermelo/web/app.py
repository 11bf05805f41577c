"""The server's app: what answers at which address. The messages are in messages.py."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeVar

from msgspec.structs import asdict
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from zermelo.codec import from_json, from_query, to_json
from zermelo.games import all_games
from zermelo.methods import ORDERS
from zermelo.version import __version__
from zermelo.web import analysis, choices, jobs, paste
from zermelo.web.analysis import FORMS, TRACE_SECONDS, AskExport, AskLook, AskRows, AskWalk
from zermelo.web.events import EventStream, Streams, event
from zermelo.web.game_page import AskPage, game_page
from zermelo.web.games import LiveGames
from zermelo.web.guard import LOCAL_NAMES, Guard
from zermelo.web.jobs import AskCard, G, InThread, Job, R, refusal
from zermelo.web.limits import OWN, Refused, too_long
from zermelo.web.live_game import LiveGame, Watch
from zermelo.web.messages import (
    About,
    AskAnalysis,
    AskChange,
    AskCompare,
    AskMove,
    AskPaste,
    AskPlay,
    AskPosition,
    AskPractice,
    AskTrace,
    Comparison,
    ExactView,
    Failure,
    GameCard,
    Limits,
    Message,
    Named,
    Pasted,
    PlayGame,
    PlayList,
    Position,
    PracticeProblem,
    Rules,
    Thinking,
    TournamentList,
    TournamentReplay,
    TournamentTable,
    Waiting,
)
from zermelo.web.pages import BUNDLE, Pages
from zermelo.web.redaction import viewer_of
from zermelo.web.searches import Searches, until_gone
from zermelo.web.store import Store
from zermelo.web.tournaments import Tournaments
from zermelo.web.workers import Workers

HINT_SECONDS = 1.0
TIDY_SECONDS = 10.0
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
WORTH_PACKING = 1000  # bytes
log = logging.getLogger("zermelo.web")
Ask = TypeVar("Ask", bound=Message)
Answer = Callable[[Request], Awaitable[object]]
Endpoint = Callable[[Request], Awaitable[Response | EventStream]]


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
    records: Sequence[Path] = ()  # of tournaments to show


class Site:
    """Everything that one running server has."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.limits = settings.limits
        self.workers = Workers(settings.games, settings.players)
        self.disk = ThreadPoolExecutor(1, thread_name_prefix="zermelo-disk")
        self.live_games = LiveGames(self.workers, store, settings.limits, InThread(self.disk))
        self.streams = Streams(settings.limits.streams)
        self.searches = Searches(self.workers, settings.limits.searches)
        self.pages = Pages(settings.bundle)
        self.tournaments = Tournaments(settings.records, settings.games, InThread())
        self.cards: dict[str, GameCard] = {}

    async def tidy(self) -> None:
        """Goes on for ever: tables of engines whose game nobody goes on with are given back to the system."""
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            await InThread()(self.workers.tools.forget_idle)

    async def hush(self) -> None:
        """Ends whatever goes on; nothing new begins."""
        self.streams.close()
        self.searches.close()
        await self.workers.close()
        await self.live_games.close()

    async def close(self) -> None:
        await self.hush()
        self.disk.shutdown()
        self.store.close()

    # What there is.

    async def about(self, request: Request) -> About:
        players = [Named(name, "started with this server") for name in self.settings.players]
        return About(
            __version__,
            choices.methods(),
            choices.switches(),
            list(ORDERS),
            choices.levels(),
            players,
            choices.missing(),
            self.limits,
            self.settings.exposed,
            self.store.place,
        )

    async def games(self, request: Request) -> list[GameCard]:
        return await self.all_cards()

    async def all_cards(self) -> list[GameCard]:
        """Every game that is served, the user's own first; what is wrong with one of those is raised."""
        specs = [*self.settings.games, *all_games()]
        missing = [spec for spec in specs if spec not in self.cards]
        found = await asyncio.gather(*(self.workers.soon(jobs.card, AskCard(spec), spec) for spec in missing))
        self.cards.update(zip(missing, found, strict=True))
        return [self.cards[spec] for spec in specs]

    async def picture(self, request: Request) -> Response:
        """What a game looks like in play; the same for everybody, so that a browser keeps it a while."""
        spec = request.query_params.get("game", "")[:200]
        scene = await self.workers.soon(jobs.picture, AskCard(spec), spec)
        found = packed(json_answer(scene), request)
        found.headers["cache-control"] = "private, max-age=600"
        return found

    async def rules(self, request: Request) -> Rules:
        spec = request.query_params.get("game", "")[:200]
        return await self.workers.soon(jobs.rules, AskCard(spec), spec)

    async def position(self, request: Request) -> Position:
        ask = await self.body(request, AskPosition)
        return await self.workers.soon(jobs.position, ask, ask.game)

    # Playing.

    async def begin(self, request: Request) -> PlayGame:
        ask = await self.body(request, AskPlay)
        return (await self.live_games.begin(visitor(request), ask)).shown()

    async def list(self, request: Request) -> PlayList:
        return PlayList(await self.live_games.list(visitor(request)))

    async def live(self, request: Request) -> LiveGame:
        return await self.live_games.find(visitor(request), request.path_params["id"])

    async def game(self, request: Request) -> PlayGame:
        return (await self.live(request)).shown()

    async def delete(self, request: Request) -> dict[str, str]:
        await self.live_games.delete(visitor(request), request.path_params["id"])
        return {}

    async def move(self, request: Request) -> PlayGame:
        ask, live = await self.body(request, AskMove), await self.live(request)
        await live.play(ask)
        return live.shown()

    async def undo(self, request: Request) -> PlayGame:
        ask, live = await self.body(request, AskChange), await self.live(request)
        await live.undo(ask.revision)
        return live.shown()

    async def resign(self, request: Request) -> PlayGame:
        ask, live = await self.body(request, AskChange), await self.live(request)
        await live.resign(ask.revision)
        return live.shown()

    async def stop(self, request: Request) -> PlayGame:
        live = await self.live(request)
        live.move_now()
        return live.shown()

    async def resume(self, request: Request) -> PlayGame:
        live = await self.live(request)
        await live.resume()
        return live.shown()

    async def watch(self, request: Request) -> EventStream:
        live = await self.live(request)
        self.streams.check(visitor(request))
        watch = live.enter()  # here, as a page that leaves at once never reads its first event
        return self.stream(request, news(live, watch), partial(live.leave, watch))

    async def hint(self, request: Request) -> Thinking:
        ask, live = await self.body(request, AskChange), await self.live(request)
        live.check(ask.revision)
        game = live.game
        if viewer_of(game) not in (None, game.position.turn):
            raise Refused(409, "not your turn", "It is not your turn.")
        seconds = min(max(0.05, ask.seconds or HINT_SECONDS), 10 * HINT_SECONDS)
        names = [each.move for each in game.moves]
        wanted = AskAnalysis(game.game, game.start, names, seconds=seconds)
        ask_look = AskLook(game.game, wanted, self.limits, seconds)
        with self.searches.one(visitor(request)) as search:
            work = self.workers.timed(analysis.analyse, ask_look, seconds, run=search.run)
            return await until_gone(request, work)

    async def export_game(self, request: Request) -> Response:
        live, form = await self.live(request), request.query_params.get("format", "json")[:20]
        if viewer_of(live.game) is not None:
            raise Refused(409, "hidden", "Part of the game is hidden: it can be exported when it is over.")
        ask = AskExport(live.game.game, live.game, form)
        data = await self.workers.soon(analysis.export, ask, live.game.game)
        kind = "application/json" if form == "json" else "text/plain; charset=utf-8"
        return download(data, kind, f"{plain_name(live.game.game)}-{live.game.id}.{form}")

    # Looking.

    async def look(self, request: Request, job: Job[G, R], ask: G, seconds: float) -> R:
        return await self.searches.do(request, visitor(request), job, ask, seconds)

    async def analyse(self, request: Request) -> EventStream:
        ask = self.query(request, AskAnalysis)
        return await self.streamed(request, analysis.analyse, AskLook(ask.game, ask, self.limits), ask.seconds)

    async def review(self, request: Request) -> EventStream:
        ask = self.query(request, AskAnalysis)
        return await self.streamed(
            request, analysis.review_game, AskLook(ask.game, ask, self.limits), self.limits.seconds
        )

    async def streamed(self, request: Request, job: Job[G, R], ask: G, seconds: float | None) -> EventStream:
        self.streams.check(visitor(request))
        given = self.limits.seconds if seconds is None else min(seconds, self.limits.seconds)
        stream = await self.searches.stream(request, visitor(request), job, ask, given)
        try:
            return self.stream(request, stream.parts(), stream.task.cancel)
        except Refused:
            stream.task.cancel()
            raise

    async def compare(self, request: Request) -> Comparison:
        ask = await self.body(request, AskCompare)
        return await self.look(request, analysis.compare, AskRows(ask.game, ask, self.limits), self.limits.seconds)

    async def trace(self, request: Request) -> Response:
        ask = await self.body(request, AskTrace)
        return Response(await self.walk(request, ask, "bytes"), media_type=FORMS["bytes"][0])

    async def walk(self, request: Request, ask: AskTrace, form: str) -> bytes:
        game = "tree" if ask.tree is not None else ask.game
        return await self.look(request, analysis.trace, AskWalk(game, ask, self.limits, form), TRACE_SECONDS)

    async def export(self, request: Request) -> Response:
        form = request.path_params["form"]
        data = await self.walk(request, self.query(request, AskTrace), form)
        return download(data, FORMS[form][0], f"zermelo-tree.{'txt' if form == 'text' else form}")

    async def exact(self, request: Request) -> ExactView:
        ask = await self.body(request, AskPosition)
        with self.searches.one(visitor(request)):
            return await until_gone(request, self.workers.soon(analysis.exact, ask, ask.game))

    async def thumbnail(self, request: Request) -> Response:
        ask = self.query(request, AskPosition)
        data = await self.workers.soon(analysis.thumbnail, ask, ask.game)
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "private, max-age=600"}
        return Response(data, headers=headers, media_type="image/svg+xml")

    async def game_page(self, request: Request) -> Response:
        fields = {name: value[: self.limits.text_length] for name, value in request.query_params.items()}
        ask = AskPage(request.path_params["game"], fields, self.limits.seconds, float(self.limits.memory_mb))
        kind, content = await self.look(request, game_page, ask, ask.seconds)
        return Response(content, headers={"content-security-policy": SHEET_POLICY}, media_type=kind)

    async def practice(self, request: Request) -> PracticeProblem:
        return await self.exercise(request, analysis.practice)

    async def exercise(self, request: Request, job: Job[AskPractice, R]) -> R:
        ask = self.query(request, AskPractice)
        try:
            return await self.searches.apart(request, visitor(request), job, ask)
        except Refused as refused:
            if refused.kind != "no answer":
                raise
            sentence = "No such problem was found in time: ask for a smaller tree or other prunings."
            raise Refused(400, "practice", sentence) from None

    async def sheet(self, request: Request) -> Response:
        page = await self.exercise(request, analysis.practice_sheet)
        return Response(page, headers={"content-security-policy": SHEET_POLICY}, media_type="text/html; charset=utf-8")

    async def paste(self, request: Request) -> Pasted:
        ask = await self.body(request, AskPaste)
        return await self.workers.soon(paste.paste, ask, ask.game or "")

    # Tournaments.

    async def tournaments_list(self, request: Request) -> TournamentList:
        return await self.tournaments.list()

    async def tournament(self, request: Request) -> TournamentTable:
        return await self.tournaments.table(request.path_params["name"])

    async def tournament_events(self, request: Request) -> EventStream:
        return self.stream(request, await self.tournaments.events(request.path_params["name"]))

    async def tournament_game(self, request: Request) -> TournamentReplay:
        found = await self.tournaments.find(request.path_params["name"])
        return found.replay(request.query_params.get("id", ""))

    # Reading requests.

    def stream(
        self, request: Request, parts: AsyncIterator[bytes], ended: Callable[[], object] = lambda: None
    ) -> EventStream:
        return EventStream(parts, self.streams, visitor(request), ended)

    async def body(self, request: Request, kind: type[Ask]) -> Ask:
        """What was posted, as the message it must be."""
        data = await request.body()
        return self.checked(from_json(data or b"{}", kind))

    def query(self, request: Request, kind: type[Ask]) -> Ask:
        return self.checked(from_query(request.query_params, kind))

    def checked(self, ask: Ask) -> Ask:
        """Refuses texts that are too long."""
        for name, value in asdict(ask).items():
            length = sum(map(len, value)) if isinstance(value, list) else len(value) if isinstance(value, str) else 0
            if length > self.limits.text_length:
                raise too_long(name, self.limits.text_length)
        return ask


def visitor(request: Request) -> str:
    return str(request.state.visitor)


async def news(live: LiveGame, watch: Watch) -> AsyncIterator[bytes]:
    """What a page that watches a game is sent."""
    watch.news.set()
    while True:
        await watch.news.wait()
        watch.news.clear()
        thinking, watch.thinking = watch.thinking, None
        if watch.game:
            watch.game = False
            yield event("game", live.shown(), live.game.revision)
        elif thinking is not None:
            yield event("waiting" if isinstance(thinking, Waiting) else "thinking", thinking)


def answer(function: Answer) -> Endpoint:
    """An endpoint that sends what a function gives, or what went wrong."""

    async def endpoint(request: Request) -> Response | EventStream:
        try:
            found = await function(request)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:
            refused = refusal(error)
            if refused.status == 500 and not isinstance(error, Refused):
                log.exception("%s failed", request.url.path)
            return json_answer(Failure(refused.problem), refused.status)
        return found if isinstance(found, (Response, EventStream)) else packed(json_answer(found), request)

    return endpoint


def download(data: bytes, kind: str, name: str) -> Response:
    """A file to be kept; a browser that shows it anyway lets it do nothing."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-security-policy": "sandbox"}
    return Response(data, headers=headers, media_type=kind)


def plain_name(text: str) -> str:
    """A text as part of the name of a file."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", text).strip("-")[:40] or "game"


def json_answer(message: object, status: int = 200) -> Response:
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    if status in (408, 413):
        headers["connection"] = "close"  # the rest of the body is not read
    return Response(to_json(message), status, headers, "application/json")


def packed(response: Response, request: Request) -> Response:
    """A long answer compressed, for whoever reads that: the list of games is a fifth then."""
    body = bytes(response.body)
    if len(body) < WORTH_PACKING or "gzip" not in request.headers.get("accept-encoding", ""):
        return response
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(gzip.compress(body, 6, mtime=0), response.status_code, headers, "application/json")


async def nothing(request: Request) -> NoReturn:
    raise Refused(404, "no address", "There is nothing at this address.")


def routes(site: Site) -> list[Route]:
    table: list[tuple[str, str, Answer]] = [
        ("GET", "/api/about", site.about),
        ("GET", "/api/games", site.games),
        ("GET", "/api/picture", site.picture),
        ("GET", "/api/rules", site.rules),
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
        ("POST", "/api/play/{id}/hint", site.hint),
        ("GET", "/api/play/{id}/export", site.export_game),
        ("GET", "/api/analyse", site.analyse),
        ("GET", "/api/review", site.review),
        ("POST", "/api/compare", site.compare),
        ("POST", "/api/trace", site.trace),
        ("GET", "/api/export/{form}", site.export),
        ("POST", "/api/exact", site.exact),
        ("GET", "/api/thumbnail", site.thumbnail),
        ("GET", "/api/pages/{game}", site.game_page),
        ("GET", "/api/practice", site.practice),
        ("GET", "/api/practice/sheet", site.sheet),
        ("POST", "/api/paste", site.paste),
        ("GET", "/api/tournaments", site.tournaments_list),
        ("GET", "/api/tournaments/{name}", site.tournament),
        ("GET", "/api/tournaments/{name}/events", site.tournament_events),
        ("GET", "/api/tournaments/{name}/game", site.tournament_game),
    ]

    async def page(request: Request) -> Response:
        return site.pages.answer(request)

    return [
        *(Route(path, answer(function), methods=[method]) for method, path, function in table),
        Route("/api/{rest:path}", answer(nothing), methods=["GET", "POST", "DELETE", "PUT", "PATCH"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]


def make_app(settings: Settings, store: Store | None = None) -> Guard:
    """The whole app. Games are kept in the settings' folder unless a store is given."""
    site = Site(settings, store or Store(settings.folder))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await site.close()

    inner = Starlette(routes=routes(site), lifespan=lifespan)
    return Guard(inner, settings.limits, settings.names, settings.exposed, site)
