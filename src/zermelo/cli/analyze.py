"""Commands that search: analyze, solve, perft, compare."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Literal

import click

from zermelo.cli.arguments import (
    EVAL,
    GAME,
    JSON,
    LEVEL,
    LIMITS,
    OPEN_CARDS,
    SEARCH,
    Number,
    Parameter,
    features_of,
    limit_of,
    listed,
    open_state,
    searcher_of,
)
from zermelo.cli.failures import DONE, NO, BadUse, asked
from zermelo.cli.output import data, drawn_board, emit, fit, note, result_fields, show_table, viewpoint, whose
from zermelo.counting import count, distinct_positions, tree_size
from zermelo.game import CHANCE, State
from zermelo.kinds import fitting
from zermelo.limits import Limit
from zermelo.methods import ALL_METHODS, METHODS, ORDERS, REPLACEMENTS
from zermelo.players.searcher import steady
from zermelo.query import FeatureOptions, Query, read_features
from zermelo.result import Line, Result, many, number, rate, written
from zermelo.search import run
from zermelo.search import solve as solve_state

MOST_MOVES = 42  # of a line, in a table
USUAL_SECONDS = 5.0
COMPARED_DEPTH, COMPARED_SECONDS = 6, 10.0


class Best(Parameter):
    name = "k|all"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        if isinstance(value, int):
            return value
        text = str(value)
        if text == "all":
            return text
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            self.fail(f"{text!r} is neither a whole number >= 1 nor `all`", param, ctx)
        return int(text)


@click.command()
@GAME
@LIMITS
@SEARCH
@EVAL
@OPEN_CARDS
@LEVEL
@click.option("--best", type=Best(), default=1, show_default=True, help="Exact values for the k best moves.")
@click.option("--jsonl", is_flag=True, help="A JSON object per finished depth, then one for the result.")
@JSON
def analyze(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    method: str,
    threads: int,
    memory_mb: float,
    seed: int,
    features: tuple[str, ...],
    evaluation: str | None,
    open_cards: bool,
    level: str | None,
    best: int | Literal["all"],
    jsonl: bool,
    as_json: bool,
) -> int:
    """Search a position: a line per finished depth, then the best moves.

    Values are those of the player to move. Without a limit small games are searched to the end, others for 5 seconds.
    """
    state = open_state(game, position, options, moves)
    limit, chosen = limit_of(depth, seconds, nodes), features_of(features)
    if level is None and limit.none and not state.info.small:
        limit = Limit(seconds=USUAL_SECONDS)
        note(f"searching for {USUAL_SECONDS:g} seconds (--depth, --seconds or --nodes say otherwise)")
    quiet = jsonl or as_json
    with asked():
        query = searcher_of(method, limit, level, **chosen).query(state)
        query = query.replace(threads=threads, best=best, memory_mb=memory_mb, seed=seed, open_cards=open_cards)
        query = query.replace(eval=evaluation)
        run(state, query.replace(depth=0))  # refuses what cannot be searched before anything is printed
        if not quiet:
            introduce(state)
        result = run(state, query.replace(progress=reporter(state, jsonl, as_json)))
    if quiet:
        emit("result", **about(state), result=result_fields(result))
    else:
        conclude(state, result)
    return DONE


def introduce(state: State) -> None:
    data(drawn_board(state))
    data(
        f"{state.game.label}: {whose(state)} to move" if not state.is_over else f"{state.game.label}: the game is over"
    )


def about(state: State) -> dict[str, str]:
    return {"game": state.game.label, "position": state.text, "turn": whose(state)}


def reporter(state: State, jsonl: bool, as_json: bool) -> Callable[[Result], object] | None:
    """What is done after each finished depth."""
    if as_json and not jsonl:
        return None
    if jsonl:
        return lambda result: emit("depth", **about(state), result=result_fields(result))
    began = [False]

    def line(result: Result) -> None:
        sampled = result.samples > 0
        far, score = (11, 19) if sampled else (5, 10)
        if not began[0]:
            what = "drawn" if sampled else "depth"
            data(f"{what:>{far}}  {'value':>{score}}  {'nodes':>15}  {'seconds':>8}  line")
            began[0] = True
        reached = f"{result.samples if sampled else result.depth:>{far},}  {result.score!s:>{score}}"
        moves = written(result.names or result.line)
        data(fit(f"{reached}  {result.nodes:>15,}  {result.seconds:>8.2f}  {moves}"))

    return line


def conclude(state: State, result: Result) -> None:
    if state.turn == CHANCE and result.lines:
        rolls = [(str(state.name(each.move)), number(state.odds(each.move)), str(each.score)) for each in result.lines]
        show_table(("outcome", "odds", f"value for {viewpoint(state, result)}"), rolls)
    if result.move is None:
        return data(f"value for {viewpoint(state, result)}: {result.score}")
    rows = [row(state, each) for each in (*result.lines, *(result.others if len(result.lines) > 1 else ()))]
    if rows:
        show_table(("move", f"value for {viewpoint(state, result)}", "line"), rows)
    return data(cost(result))


def row(state: State, line: Line) -> tuple[str, str, str]:
    more = " …" if len(line.line) > MOST_MOVES else ""
    return str(state.name(line.move)), str(line.score), written((line.names or line.line)[:MOST_MOVES]) + more


def cost(result: Result) -> str:
    """How far the search came, and what it cost."""
    depth = "to the end of the game" if result.solved else f"depth {result.depth}"
    if result.samples:
        depth = f"{result.samples:,} samples"
    speed = rate(result.nodes, result.seconds)
    note = f"\n{result.note}" if result.note else ""
    spent = f"{many(result.nodes, 'node')} in {result.seconds:.3f} s{speed and f' ({speed})'}"
    return f"{depth}; {spent}; {result.method}{note}"


@click.command()
@GAME
@click.option("--seconds", type=float, help="Give up after this time.")
@click.option("--nodes", type=Number("nodes"), metavar="N", help="Give up after this many nodes.")
@SEARCH
@OPEN_CARDS
@click.option("--best", type=Best(), default=1, show_default=True, help="Exact values for the k best moves.")
@JSON
def solve(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    seconds: float | None,
    nodes: float | None,
    method: str,
    threads: int,
    memory_mb: float,
    seed: int,
    features: tuple[str, ...],
    open_cards: bool,
    best: int | Literal["all"],
    as_json: bool,
) -> int:
    """The true value of a position: search to the end of the game. Exit code 1 if a limit came first."""
    state = open_state(game, position, options, moves)
    limit = limit_of(math.inf, seconds, nodes)
    with asked():
        result = solve_state(
            state,
            nodes=limit.nodes,
            seconds=limit.seconds,
            method=method,
            threads=threads,
            best=best,
            memory_mb=memory_mb,
            seed=seed,
            open_cards=open_cards,
            **features_of(features),
        )
    if as_json:
        emit("solution", **about(state), solved=result.solved, result=result_fields(result))
    elif result.solved:
        data(verdict(state, result))
        conclude(state, result)
    else:
        note(f"not solved: stopped by {result.stopped} after {many(result.nodes, 'node')}")
    return DONE if result.solved else NO


def verdict(state: State, result: Result) -> str:
    """The value in words."""
    assert result.score is not None
    who = viewpoint(state, result)
    if result.score.outcome is None:
        return f"value {number(result.score.value)} for {who}"
    words = {"win": f"{who} wins", "loss": f"{who} loses", "draw": "draw"}[result.score.outcome]
    return (
        words
        if result.score.plies is None or result.score.outcome == "draw"
        else f"{words} in {result.score.plies} plies"
    )


@click.command()
@GAME
@click.option("--depth", type=Number("depth"), default=5, show_default=True, metavar="PLIES", help="How deep to count.")
@click.option("--divide", is_flag=True, help="One count per first move.")
@click.option("--whole", is_flag=True, help="The whole tree: nodes, games, and how they end.")
@click.option("--distinct", is_flag=True, help="Also count distinct positions by depth.")
@JSON
def perft(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    depth: int,
    divide: bool,
    whole: bool,
    distinct: bool,
    as_json: bool,
) -> int:
    """Count the sequences of moves: how many there are of each length."""
    state = open_state(game, position, options, moves)
    if depth < 0:
        raise BadUse(f"depth={depth}: must be a whole number from 0")
    with asked():
        if whole:
            return whole_tree(state, as_json)
        if divide:
            return divided(state, depth, as_json)
        different = distinct_positions(state, depth) if distinct else []
        rows = [timed(state, each) for each in range(depth + 1)]
    if as_json:
        emit("perft", **about(state), counts=[row[1] for row in rows], distinct=different or None)
        return DONE
    headers = ("depth", "count", "seconds", *(("distinct",) if distinct else ()))
    padded = [*different, *[0] * (len(rows) - len(different))]
    show_table(headers, [(*row, padded[i]) if distinct else row for i, row in enumerate(rows)])
    return DONE


def timed(state: State, depth: int) -> tuple[int, int, str]:
    began = time.perf_counter()
    found = count(state, depth)
    return depth, found, f"{time.perf_counter() - began:.3f}"


def divided(state: State, depth: int, as_json: bool) -> int:
    if depth < 1:
        raise BadUse("--divide needs --depth 1 or more")
    rows = [(str(state.name(move)), count(state.play(move), depth - 1)) for move in state.moves()]
    total = sum(each for _, each in rows)
    if as_json:
        emit("perft", **about(state), depth=depth, divide=dict(rows), total=total)
    else:
        show_table(("move", "count"), rows)
        data(f"total {total:,}")
    return DONE


def whole_tree(state: State, as_json: bool) -> int:
    size = tree_size(state)
    sides = state.info.players
    first, second = sides if len(sides) == 2 else (sides[0], "another")
    if as_json:
        emit("tree size", **about(state), **vars(size))
        return DONE
    named = {
        "nodes": size.nodes,
        "games": size.games,
        f"{first} wins": size.first_wins,
        f"{second} wins": size.second_wins,
    }
    show_table(("", "count"), [*named.items(), ("draws", size.draws)])
    return DONE


@click.command()
@GAME
@LIMITS
@click.option("--methods", help=f"Which methods, with commas ({', '.join(ALL_METHODS)}); all that fit by default.")
@click.option(
    "--orders", metavar="A,B|all", help=f"Rows for alpha-beta with these orders ({', '.join(ORDERS)}; a+b joins)."
)
@click.option(
    "--replacements", metavar="A,B|all", help=f"Rows for alpha-beta with these tables ({', '.join(REPLACEMENTS)})."
)
@click.option(
    "--memory", "memory_mb", type=float, default=64.0, show_default=True, metavar="MB", help="Size of the tables."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random.")
@JSON
def compare(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    methods: str | None,
    orders: str | None,
    replacements: str | None,
    memory_mb: float,
    seed: int,
    as_json: bool,
) -> int:
    """The same search by every method: nodes, time and value, a row each.

    Small games are searched to the end, others to depth 6 and for at most 10 seconds a method unless limits are given.
    """
    state = open_state(game, position, options, moves)
    limit = limit_of(depth, seconds, nodes)
    if limit.none and not state.info.small:
        limit = Limit(depth=COMPARED_DEPTH, seconds=COMPARED_SECONDS)
    results = {}
    with asked():
        for name, settings in rows_to_compare(state, methods, orders, replacements).items():
            method, features = settings
            query = Query(
                method=method,
                depth=limit.depth,
                seconds=limit.seconds,
                nodes=limit.nodes,
                memory_mb=memory_mb,
                seed=seed,
            )
            if ALL_METHODS[method].table:  # values of one depth can be compared, and no others
                query = query.replace(same_depth=True)
            results[name] = run(state, steady(query.replace(**features)))
    if as_json:
        emit("comparison", **about(state), rows={name: result_fields(each) for name, each in results.items()})
    else:
        show_table(
            ("method", "nodes", "seconds", "value", "move", "cut-offs", "stopped"),
            [compared(state, name, result) for name, result in results.items()],
        )
    return DONE


def rows_to_compare(
    state: State, methods: str | None, orders: str | None, replacements: str | None
) -> dict[str, tuple[str, FeatureOptions]]:
    """Row name to a method and its features."""
    chosen = listed("method", methods, ALL_METHODS)
    rows: dict[str, tuple[str, FeatureOptions]] = {}
    if chosen or (orders is None and replacements is None):
        rows |= {name: (name, {}) for name in chosen or fitting(state.info, METHODS)}
    rows |= {f"alphabeta, {name}": ("alphabeta", {"order": name}) for name in order_names(orders)}
    for name in listed("replacement", replacements, REPLACEMENTS):
        rows[f"alphabeta+table, {name}"] = ("alphabeta+table", read_features({"replacement": name}))
    return rows


def order_names(orders: str | None) -> list[str]:
    """Orders that need a table are compared by the methods that have one."""
    names = listed("order", orders, ORDERS)
    return [name for name in names if name != "table"] if orders == "all" else names


def compared(state: State, name: str, result: Result) -> tuple[object, ...]:
    move = "" if result.move is None else str(state.name(result.move))
    stopped = "" if result.solved or result.stopped in ("depth", "solved", "over") else result.stopped
    value = "?" if result.score is None else str(result.score)
    return name, result.nodes, f"{result.seconds:.4f}", value, move, result.counts.cutoffs, stopped
