"""`zermelo bench`: a fixed set of searches. Its node counts say whether the search still does the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from zermelo.cli.arguments import JSON
from zermelo.cli.failures import DONE
from zermelo.cli.output import data, emit, note, show_table
from zermelo.game import OVER, BenchSearch, Game, State
from zermelo.games import all_games, start
from zermelo.kinds import trouble
from zermelo.result import many
from zermelo.search import search

USUAL = (BenchSearch("alphabeta", 4), BenchSearch("auto", 6))


@dataclass(frozen=True)
class Run:
    game: str
    search: str
    nodes: int
    seconds: float


class Subtraction(Game):
    """Take 1 to 4 from a heap; who takes the last one wins. Here to time a game written in Python."""

    initial = (100, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else OVER

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield from range(1, min(4, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def payoff(self, state: tuple[int, int], player: int) -> int:
        return 1 if player != state[1] else -1


def runs() -> Iterator[Run]:
    """Every built-in game, then one in plain Python, by one thread with a table of 16 MB."""
    for name, game in all_games().items():
        yield from searches(name, game.start(**game.bench_options), game.bench or USUAL)
    yield from searches("python", start(Subtraction), [BenchSearch("alphabeta", 12), BenchSearch("auto", 16)])


def searches(name: str, state: State, wanted: Sequence[BenchSearch]) -> Iterator[Run]:
    if trouble(state.info) is not None:
        return
    for each in wanted:
        result = search(state, method=each.method, depth=each.depth, memory_mb=16)
        depth = "" if each.depth is None else f" depth {each.depth}"
        yield Run(name, f"{each.method}{depth}", result.nodes, result.seconds)


@click.command()
@click.option("--signature", is_flag=True, help="Only node counts, the same on every machine.")
@JSON
def bench(signature: bool, as_json: bool) -> int:
    """A short fixed set of searches: nodes, and nodes per second."""
    found = []
    for run in runs():
        note(f"{run.game}, {run.search}: {many(run.nodes, 'node')} in {run.seconds:.3f} s")
        found.append(run)
    per_game: dict[str, int] = {}
    for run in found:
        per_game[run.game] = per_game.get(run.game, 0) + run.nodes
    total = sum(per_game.values())
    if as_json:
        times = {} if signature else {"runs": [vars(run) for run in found]}
        emit("bench", signature=total, games=per_game, **times)
    elif signature:
        for name, nodes in per_game.items():
            data(f"{name} {nodes}")
        data(str(total))
    else:
        rows = [
            (run.game, run.search, run.nodes, f"{run.seconds:.3f}", round(run.nodes / max(run.seconds, 1e-9)))
            for run in found
        ]
        show_table(("game", "search", "nodes", "seconds", "nodes/s"), rows)
        data(f"signature {total}")
    return DONE
