"""Jobs that analyse positions and games: analysis, review, comparison, traces, drawings, practice, export."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from zermelo.ending import Ending
from zermelo.errors import GameError
from zermelo.game import BuiltIn, Info, State
from zermelo.games.tree.game import is_tree
from zermelo.limits import Limit
from zermelo.match.game import Played, Record
from zermelo.methods import ALL_METHODS, ORDERS, read_switches
from zermelo.players.searcher import Searcher, steady
from zermelo.practice.problem import problem as new_problem
from zermelo.practice.problem import problems as new_problems
from zermelo.practice.sheet import sheet
from zermelo.query import Query
from zermelo.review import Reviewed, review
from zermelo.search import run as run_query
from zermelo.solver_view import SolverView
from zermelo.view.svg import board_svg
from zermelo.view.walk import Walk, walk
from zermelo.web import answers
from zermelo.web import messages as said
from zermelo.web.jobs import SMALL_MB, USUAL_MB, Run, Tools, job
from zermelo.web.limits import Refused

USUAL_SECONDS, COMPARED_SECONDS, TRACE_SECONDS, EXACT_SECONDS = 30.0, 10.0, 20.0, 30.0
MOST_LINES = 5
MOST_LEAVES = 300  # of a tree to practise with
MOST_PROBLEMS = 24


@dataclass(frozen=True)
class AskLook:
    """A request with the limits of its visitor."""

    game: str
    ask: said.AskAnalysis
    limits: said.Limits
    most: float = 1e9  # seconds that it may take, if others search too


def limited(ask: said.AskAnalysis, limits: said.Limits, state: State, usual: float) -> Limit:
    """What was asked for, within the limits; something where nothing was."""
    depth: float | None = ask.depth
    if ask.depth is None and ask.nodes is None and ask.seconds is None:
        depth = math.inf if state.info.small else None
    seconds = (
        ask.seconds if ask.seconds is not None else usual if depth is None and ask.nodes is None else limits.seconds
    )
    return Limit(depth, min(ask.nodes or limits.nodes, limits.nodes), min(seconds, limits.seconds))


def memory(state: State, limits: said.Limits) -> float:
    return min(SMALL_MB if state.info.small else USUAL_MB, limits.memory_mb)


@job
def analyse(tools: Tools, ask: AskLook, run: Run) -> said.Thinking:
    """The best lines, after every finished depth and at the end."""
    wanted, limits = ask.ask, ask.limits
    course = tools.catalogue.open(wanted.game, wanted.position, wanted.moves)
    state = course.state
    if not 1 <= wanted.best <= MOST_LINES:
        raise Refused(400, "request", f"best: expected 1 to {MOST_LINES} lines.")
    limit = limited(wanted, limits, state, USUAL_SECONDS)
    limit = replace(limit, seconds=min(limit.seconds or ask.most, ask.most))
    known_method(wanted.method)
    query = Searcher(wanted.method, limit, level=wanted.level).query(state)
    query = query.replace(
        best=wanted.best,
        memory_mb=memory(state, limits),
        stop=run.stop,
        history=course.states[:-1] if state.info.repetition else (),
        progress=lambda result: run.tell(answers.thinking(state, result, False, wanted.best)),
        deepen=True,  # every depth is shown
        stride=False,
    )
    result = run_query(state, query)
    return answers.thinking(state, result, True, wanted.best)


def known_method(method: str) -> None:
    if method not in ALL_METHODS:
        raise Refused(400, "request", f"There is no method {method[:40]!r} (methods: {', '.join(ALL_METHODS)}).")


class Ended(Exception):
    """A review whose reader has left."""


@job
def review_game(tools: Tools, ask: AskLook, run: Run) -> said.ReviewEnd:
    """Every move of a game, as soon as it is reviewed."""
    wanted, limits = ask.ask, ask.limits
    course = tools.catalogue.open(wanted.game, wanted.position, wanted.moves)
    state = course.states[0]
    info = state.info
    known_method(wanted.method)
    each = min(limits.seconds, 0.5 if wanted.seconds is None else wanted.seconds)
    solves = info.small and wanted.seconds is None and wanted.depth is None and wanted.nodes is None
    limit = Limit(
        math.inf if solves else wanted.depth,
        min(wanted.nodes or limits.nodes, limits.nodes),
        limits.seconds if solves or wanted.depth is not None else each,
    )
    player = Searcher(wanted.method, limit, level=wanted.level, stop=run.stop, memory_mb=memory(state, limits))

    def watch(found: Reviewed) -> None:
        if run.stop.is_set():
            raise Ended
        run.tell(reviewed(found, info))

    try:
        found = review(state, course.names, player=player, watch=watch)
    except Ended:
        return said.ReviewEnd("stopped", "", [], None, None)
    return said.ReviewEnd("done", "", found.summary(), found.turned, found.winner)


def reviewed(found: Reviewed, info: Info) -> said.ReviewedMove:
    return said.ReviewedMove(
        found.ply,
        found.player,
        found.move,
        found.best,
        list(found.line),
        answers.score(found.before, info),
        answers.score(found.after, info),
        found.loss,
        found.name,
        found.forced,
        found.exact,
        found.depth,
        answers.bar(found.after, info),
        found.luck,
    )


@dataclass(frozen=True)
class AskRows:
    """A comparison with the limits of its visitor."""

    game: str
    ask: said.AskCompare
    limits: said.Limits


@job
def compare(tools: Tools, ask: AskRows, run: Run) -> said.Comparison:
    """The same position by several methods, one after the other."""
    wanted, limits = ask.ask, ask.limits
    state = tools.catalogue.open(wanted.game, wanted.position, wanted.moves).state
    if not 1 <= len(wanted.methods) <= len(ALL_METHODS):
        raise Refused(400, "request", f"methods: expected 1 to {len(ALL_METHODS)} of them.")
    for method in wanted.methods:
        known_method(method)
    rows = []
    for method in wanted.methods:
        if run.stop.is_set():
            break
        rows.append(compared(state, method, wanted, limits, run))
        run.tell(rows[-1])
    return said.Comparison(rows)


def compared(state: State, method: str, ask: said.AskCompare, limits: said.Limits, run: Run) -> said.ComparedMethod:
    depth: float | None = ask.depth
    if depth is None and ask.nodes is None and ask.seconds is None:
        depth = math.inf if state.info.small else 6
    limit = Limit(
        depth, min(ask.nodes or limits.nodes, limits.nodes), min(ask.seconds or COMPARED_SECONDS, limits.seconds)
    )
    try:
        query = steady(Query(method=method, depth=depth, nodes=ask.nodes, seconds=ask.seconds))
        query = query.replace(nodes=limit.nodes, seconds=limit.seconds, stop=run.stop, memory_mb=memory(state, limits))
        found = run_query(state, query)
    except GameError:
        raise
    except ValueError as error:
        return said.ComparedMethod(method, "", None, 0, 0, 0, 0, 0, 0, 0.0, "", str(error))
    counts = found.counts
    return said.ComparedMethod(
        method,
        "" if found.move is None else str(state.name(found.move)),
        None if found.score is None else answers.score(found.score, state.info),
        found.depth,
        found.nodes,
        counts.evaluations,
        counts.cutoffs,
        counts.table_hits,
        counts.researches,
        found.seconds,
        found.stopped,
    )


# Trees.


@dataclass(frozen=True)
class AskWalk:
    """A trace with the limits of its visitor; `form` is how it is wanted: bytes, html, svg, …"""

    game: str
    ask: said.AskTrace
    limits: said.Limits
    form: str = "bytes"


@job
def trace(tools: Tools, ask: AskWalk, run: Run) -> bytes:
    """A traced search in one of its forms."""
    if ask.form not in FORMS:
        raise Refused(404, "no form", f"There is no form {ask.form[:20]!r} (forms: {', '.join(FORMS)}).")
    found = walked(tools, ask, run)
    if run.stop.is_set():
        raise Refused(499, "gone", "The visitor has left.")
    written = FORMS[ask.form][1](found)
    return written if isinstance(written, bytes) else written.encode("utf-8", "replace")


def walked(tools: Tools, ask: AskWalk, run: Run) -> Walk:
    wanted, limits = ask.ask, ask.limits
    if wanted.tree is not None:
        state = tools.catalogue.open("tree", wanted.tree, wanted.moves).state
    else:
        state = tools.catalogue.open(wanted.game, wanted.position, wanted.moves).state
    if wanted.method is not None:
        known_method(wanted.method)
    if not 1 <= wanted.cap <= limits.trace_nodes:
        raise Refused(400, "trace limit", f"cap: expected 1 to {limits.trace_nodes:,} nodes.")
    check_order(wanted.order, is_tree(state))
    if wanted.depth is None and wanted.nodes is None and wanted.seconds is None and not state.info.small:
        raise Refused(400, "request", "depth: there is no limit, say how deep to search.")
    more = {} if wanted.table is None else {"table": wanted.table}
    return walk(
        state,
        method=wanted.method,
        cut=wanted.cut,
        fail=wanted.fail,
        order=wanted.order,
        depth=wanted.depth,
        nodes=min(wanted.nodes or limits.nodes, limits.nodes),
        seconds=min(wanted.seconds or TRACE_SECONDS, limits.seconds),
        cap=wanted.cap,
        seed=wanted.seed,
        stop=run.stop,
        memory_mb=memory(state, limits),
        **more,
        **read_switches(wanted.switches),
    )


def check_order(order: str, explicit: bool) -> None:
    known = {"given", "random"} | ({"reversed", "best", "worst"} if explicit else {"best"})
    if order not in known and not (not explicit and all(part in ORDERS for part in order.split("+"))):
        more = "" if explicit else f", or {', '.join(ORDERS)} joined by +"
        raise Refused(400, "request", f"order: expected one of {', '.join(sorted(known))}{more}.")


def as_html(found: Walk) -> str:
    from zermelo.view.explorer import explorer_page

    return explorer_page(found)


def as_svg(found: Walk) -> str:
    from zermelo.view.tree_svg import tree_svg

    return tree_svg(found)


def as_dot(found: Walk) -> str:
    from zermelo.view.dot import dot

    return dot(found)


def as_text(found: Walk) -> str:
    from zermelo.view.text import tree

    return tree(found.state, found.trace) + "\n"


def as_png(found: Walk) -> bytes:
    from zermelo.view.png import png

    return png(as_svg(found))


# Name to (media type, function).
FORMS: dict[str, tuple[str, Callable[[Walk], bytes | str]]] = {
    "bytes": ("application/octet-stream", lambda found: found.packed),
    "html": ("text/html; charset=utf-8", as_html),
    "svg": ("image/svg+xml", as_svg),
    "png": ("image/png", as_png),
    "dot": ("text/vnd.graphviz; charset=utf-8", as_dot),
    "json": ("application/json", lambda found: found.trace.to_json()),
    "text": ("text/plain; charset=utf-8", as_text),
}


@job
def exact(tools: Tools, ask: said.AskPosition, run: Run) -> said.ExactView:
    """What the game's own solver says."""
    state = tools.catalogue.open(ask.game, ask.position, ask.moves).state
    found = solver_view(state, EXACT_SECONDS)
    if found is None:
        raise Refused(404, "no solver", "This game has no solver that gives every move its result.")
    return said.ExactView(
        found.what,
        [said.ExactMove(move, text, move in found.best) for move, text in found.values.items()],
        found.title,
        list(found.head),
        [list(row) for row in found.rows],
        found.note,
    )


def solver_view(state: State, seconds: float) -> SolverView | None:
    game = state.game
    if not isinstance(game, BuiltIn) or not game.solver_view:
        return None
    function = game.part(game.solver_view)
    assert callable(function)
    try:
        view = function(state, seconds)
    except TimeoutError:
        raise Refused(503, "limit", "The solver was not done in time.") from None
    assert isinstance(view, SolverView)
    return view


@job
def thumbnail(tools: Tools, ask: said.AskPosition, run: Run) -> bytes:
    """The picture of a position."""
    return board_svg(tools.catalogue.open(ask.game, ask.position, ask.moves).state).encode("utf-8", "replace")


# Practice.


@job
def practice(tools: Tools, ask: said.AskPractice, run: Run) -> said.PracticeProblem:
    return problem(ask, ask.seed)


def problem(ask: said.AskPractice, seed: int) -> said.PracticeProblem:
    check_practice(ask)
    found = new_problem(ask.depth, ask.branching, ask.prunings, values_of(ask.values), seed, ask.cut)
    return said.PracticeProblem(
        found.root.text,
        found.best,
        found.value,
        list(found.pruned),
        list(found.unexamined),
        ask.depth,
        ask.branching,
        ask.prunings,
        seed,
        ask.cut,
    )


@job
def practice_sheet(tools: Tools, ask: said.AskPractice, run: Run) -> bytes:
    """A page to print."""
    check_practice(ask)
    wanted = ask.problems, ask.depth, ask.branching, ask.prunings, values_of(ask.values), ask.seed, ask.cut
    return sheet(new_problems(*wanted), key=ask.key).encode("utf-8", "replace")


def check_practice(ask: said.AskPractice) -> None:
    if not (1 <= ask.depth <= 8 and 1 <= ask.branching <= 8 and ask.branching**ask.depth <= MOST_LEAVES):
        raise Refused(400, "request", f"depth, branching: a tree to practise with has at most {MOST_LEAVES} leaves.")
    if not 0 <= ask.prunings <= MOST_LEAVES or not 0 <= ask.seed < 2**31:
        raise Refused(400, "request", "prunings, seed: expected whole numbers from 0.")
    if not 1 <= ask.problems <= MOST_PROBLEMS:
        raise Refused(400, "request", f"problems: expected 1 to {MOST_PROBLEMS}.")


def values_of(text: str) -> range:
    """`1..29` as numbers."""
    found = re.fullmatch(r"(-?\d{1,4})\.\.(-?\d{1,4})", text.strip(), re.ASCII)
    if not found or int(found[1]) >= int(found[2]):
        raise Refused(400, "request", "values: expected two numbers, as in 1..29.")
    return range(int(found[1]), int(found[2]) + 1)


# Games as files.


@dataclass(frozen=True)
class AskExport:
    """A game that was played, and the form it is wanted in."""

    game: str
    play: said.PlayGame
    form: str


@job
def export(tools: Tools, ask: AskExport, run: Run) -> bytes:
    course = tools.catalogue.open(ask.game, ask.play.start, [each.move for each in ask.play.moves])
    own = getattr(course.state.game, "write_games", None) or {}
    record = record_of(ask.play, course.states)
    if ask.form == "json":
        return record.to_json().encode() + b"\n"
    if ask.form == "txt":
        return " ".join(course.names).encode("utf-8", "replace") + b"\n"
    if ask.form not in own:
        raise Refused(
            404, "no form", f"There is no form {ask.form[:20]!r} (forms: {', '.join(['json', 'txt', *own])})."
        )
    return str(own[ask.form]([record])).encode("utf-8", "replace")


def record_of(play: said.PlayGame, states: list[State]) -> Record:
    """The game as matches record it."""
    end, final = play.ending, states[-1]
    seats = tuple(final.info.players)
    payoffs = tuple(map(final.payoff, range(len(seats)))) if final.is_over else None
    moves = tuple(Played(each.player, each.move, each.seconds, each.nodes, each.comment) for each in play.moves)
    return Record(
        states[0].game.label,
        tuple(side.name for side in play.sides),
        states[0].text,
        moves,
        final.text,
        Ending(end.ending) if end else Ending.ABORTED,
        end.winner if end else None,
        payoffs,
        "" if end and end.ending == "rules" else end.sentence if end else "not finished",
        times=("",) * len(seats),
        messages=("",) * len(seats),
        loser=end.loser if end else None,
        seats=seats,
        winners=tuple(end.winners) if end else (),
    )
