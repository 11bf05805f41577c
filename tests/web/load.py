"""Many visitors at once: `python tests/web/load.py URL [VISITORS] [SECONDS] [LIMIT]` prints what they went through.

`python tests/web/load.py URL abuse SECONDS` makes trouble.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass
class Figures:
    """Waits for moves, as shares of their limit, and answers to other requests, in seconds."""

    limit: float
    waits: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    @property
    def worst(self) -> float:
        return max(self.waits) / self.limit

    def p99(self) -> float:
        return statistics.quantiles(self.others, n=100)[98] if len(self.others) > 1 else 0.0

    def __str__(self) -> str:
        return (
            f"{len(self.waits)} moves, waits {statistics.median(self.waits) / self.limit:.2f} (median) and "
            f"{self.worst:.2f} (worst) of the limit of {self.limit:g} s; {len(self.others)} other requests, "
            f"p50 {1000 * statistics.median(self.others):.0f} ms, p99 {1000 * self.p99():.0f} ms"
        )


async def player(url: str, number: int, figures: Figures, until: float) -> None:
    """Plays one game after the other, first legal moves against an engine that has `limit` seconds a move."""
    game = ("connect4", "othello", "connect4:width=8", "mnk:m=5,n=5,k=4")[number % 4]
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        await client.get("/")
        while True:
            clock = {"kind": "move", "seconds": figures.limit}
            body = {"game": game, "sides": ["human", "auto:book=no"], "clock": clock}
            play = (await client.post("/api/play", json=body)).json()
            await one_game(client, play, figures, until)
            if time.monotonic() >= until:
                return


async def one_game(client: httpx.AsyncClient, play: Any, figures: Figures, until: float) -> None:
    """At least one move of it."""
    async with client.stream("GET", f"/api/play/{play['id']}/events") as stream:
        events = games(stream.aiter_lines())
        state = await anext(events)
        while state["ending"] is None:
            began = time.monotonic()
            move = {"move": state["position"]["moves"][0], "revision": state["revision"]}
            answer = await client.post(f"/api/play/{play['id']}/move", json=move)
            if answer.status_code != 200:
                figures.troubles.append(answer.text)
                return
            async for state in events:
                if state["status"] in ("playing", "over", "failed") and state["revision"] > move["revision"] + 1:
                    break
                if state["status"] in ("over", "failed"):
                    break
            if len(state["moves"]) and state["moves"][-1]["player"] == 1:
                figures.waits.append(time.monotonic() - began)
            if state["status"] == "failed" or (state["ending"] and state["ending"]["ending"] == "time"):
                figures.troubles.append(str(state["trouble"] or state["ending"]))
            if time.monotonic() >= until:
                return


async def games(lines: Any) -> Any:
    name = ""
    async for line in lines:
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:") and name == "game":
            yield json.loads(line[5:])


async def onlooker(url: str, figures: Figures, until: float) -> None:
    """Asks for small things all the time."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        await client.get("/")
        while time.monotonic() < until:
            began = time.monotonic()
            answer = await client.post("/api/position", json={"game": "othello", "moves": "f5 d6 c3"})
            figures.others.append(time.monotonic() - began)
            if answer.status_code != 200:
                figures.troubles.append(answer.text)
            await asyncio.sleep(0.05)


async def load(url: str, visitors: int = 20, seconds: float = 10.0, limit: float = 1.0) -> Figures:
    figures = Figures(limit)
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(player(url, number, figures, until) for number in range(visitors)), onlooker(url, figures, until)
    )
    return figures


async def abuser(url: str, until: float, number: int) -> None:
    """Sends what is large, wrong, too much, and searches that never end."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        await client.get("/")
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if number % 4 == 0:
                    await client.post("/api/position", content=b"[" * 900_000)
                elif number % 4 == 1:
                    async with client.stream("GET", "/api/analyse", params={"game": "othello", "seconds": 60}):
                        await asyncio.sleep(0.1)
                elif number % 4 == 2:
                    body = {"game": "othello", "methods": ["minimax"] * 5, "depth": 30}
                    await client.post("/api/compare", json=body, timeout=0.3)
                else:
                    await client.post("/api/paste", json={"text": "f5" * 50_000})
            await asyncio.sleep(0.01)


async def abuse(url: str, abusers: int, seconds: float) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(abuser(url, until, number) for number in range(abusers)))


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    if given.get(2) == "abuse":
        asyncio.run(abuse(given[1], 8, float(given[3])))
    else:
        found = asyncio.run(
            load(given[1], int(given.get(2, "20")), float(given.get(3, "10")), float(given.get(4, "1")))
        )
        print(found)
        print(*found.troubles[:5], sep="\n")
