"""search(state, …) -> Result: what is asked is checked, the core does it, and the answer comes back as a Result."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, SupportsFloat, TypeAlias, cast

from zermelo.autocompile import twin_of
from zermelo.errors import GameError
from zermelo.game import CHANCE, OVER, BuiltIn, Game, Info, Move, State, explained
from zermelo.games import start
from zermelo.kinds import check_kind
from zermelo.limits import Limit
from zermelo.methods import METHODS, SELECTIVE, Features, choose, fitted, kind_of
from zermelo.native import core
from zermelo.network import Network
from zermelo.query import Query
from zermelo.result import ABOUT, Counts, Line, Result, Score, score_of
from zermelo.trace import Trace
from zermelo.validate import shown

if TYPE_CHECKING:
    from typing import Unpack

    from zermelo.query import FeatureOptions, SearchOptions

Stop: TypeAlias = core.Stop

NEAR_THE_END = 16  # plies: what is proved there saves more than what is left out
PACE = {"deepen", "stride"}  # how a search comes to its depth, not what it visits
# What a game's own search understands; any other feature asks for the general search.
ENGINE_FEATURES = {"engine", "selective", "solver", "table", "same_depth", "deepen", "stride"}


def search(state: State | Sequence[object], **options: Unpack[SearchOptions]) -> Result:
    """The best move of a position and its value.

    Limits: `depth` in plies (`math.inf`: to the end), `nodes`, `seconds` for this move, or `clock`. One is needed
    unless the game is small. `method` is one of METHODS; keywords such as `table=True`, `order="killers"` or `cut=">"`
    change one feature of it (see Features). `best=k` gives exact values for the k best moves, `best="all"` for all.

    `eval(state, player)` judges unfinished positions instead of the game's own evaluation; a `Network` or its file does
    so quickly, `"own"` is the game's own evaluation also where the game brings a network, and `"none"` judges them 0.
    `cutoff(state, ply)` says where to stop searching. `progress` is called after each finished depth. `history` are the
    positions before this one, for games in which they may come back. Further: `window`, `threads`, `memory_mb`, `seed`,
    `trace`, `stop`; `Query.fields()` lists every option with its type and meaning.

    Games with dice: `expectiminimax` and its quicker forms, where `depth` counts decisions; or `mcts` and `puct`: they
    need nodes or seconds and try what looks worse the more, the larger `explore` is. Games of imperfect information:
    `weighted` (all positions the player thinks possible), `montecarlo` (`samples` of them), each searched with open
    cards by the method `inner`, to `depth` and `nodes` each, and `ismcts`; only what the mover has seen is used.
    `open_cards` searches the true position of such a game instead. Games of more players: `maxn`, `paranoid`; with
    partners, who declare their `sides`, the methods for two.
    """
    return run(state if isinstance(state, State) else start(state), Query(**options))


def run(state: State, query: Query, *, brief: bool = False) -> Result:
    """What a query finds in a position. With `brief` nothing is said of other moves than the best, and moves have no
    names: for the many small searches of self-play, which would take longer to report than to do."""
    query = with_own_network(state, with_own_endgames(state, query))
    if (compiled := on_compiled_form(state, query)) is not None:
        return compiled
    limit = Limit(query.depth, query.nodes, query.seconds, query.clock)
    info = state.info.open() if query.open_cards else state.info
    check_kind(state.game.label, query.method, info, METHODS)
    chosen = choose(query.method, query.changes, info)
    if query.method == "auto" and chosen.selective:
        chosen = as_measured(chosen, state.game, query)
    if query.method == "auto" and info.chance and unlimited(limit) and "deepen" not in query.changes:
        chosen = chosen.replace(deepen=False)  # shallow depths say little about the order of moves after dice
    check_limit(limit, query, info)
    check_fit(state, query, chosen)
    if state.turn == OVER:
        return finished(state, query)
    check_turn(state, query.method, info)
    if info.hidden and limit.depth == 0:  # to judge the true position would say what the player has not seen
        return Result(None, None, nodes=1, method=query.method, seed=query.seed)
    if info.hidden and not by_playouts(query, info, limit):
        from zermelo.determinization import Job, sampled

        return named(sampled(Job(state, query, limit)), state)
    if limit.depth == 0:
        return judged(state, query)
    request = settled(state, query, limit, info, chosen)
    with explained(state.game):
        report = state._search(request)
        result = result_of(report, state, query, info, chosen, brief)
        result = result if brief else named(result, state)
    if result.trace is not None:
        result.trace.asked = {
            "method": query.method,
            "cut": chosen.cut,
            "fail": chosen.fail,
            "order": chosen.order,
            "depth": limit.depth,
            "nodes": limit.nodes,
            "seed": query.seed,
        } | ({"eval": repr(query.eval)} if isinstance(query.eval, Network) else {})
    return result


def on_compiled_form(state: State, query: Query) -> Result | None:
    """The search on the compiled form of a game in plain Python, where there is one and only the time is limited."""
    if not on_time_alone(query):
        return None
    twin = twin_of(state.game)
    if twin is None or state.turn == OVER:
        return None
    try:
        past = tuple(twin.position(each) for each in query.history)
        return run(twin.position(state), query.replace(history=past))
    except GameError as error:  # numbers beyond 64 bits, for example: plain Python knows the answer
        twin.stay_plain(error)
        return None


def as_measured(chosen: Features, game: BuiltIn | Game, query: Query) -> Features:
    """With what was found to be best for this game, unless something else is asked for.

    Errors of the game's own evaluation say nothing about another one, which has its own scale.
    """
    others = {"eval_error", "depth_error"} if query.eval is not None else set()
    own = {name: value for name, value in game.tuned.items() if name not in query.changes and name not in others}
    try:
        return chosen.replace(**cast("FeatureOptions", own)) if own else chosen
    except (TypeError, ValueError) as error:
        raise GameError(f"{game.label}: tuned: {error}") from None


def on_time_alone(query: Query) -> bool:
    """Whether `auto` is asked for what it finds in some time, and nothing else."""
    own = None if isinstance(query.eval, Network) else query.eval  # a function of the user's stays with plain Python
    asked = (query.depth, query.nodes, own, query.cutoff, query.endgames)
    timed = query.seconds is not None or query.clock is not None
    return query.method == "auto" and timed and not query.trace and all(each is None for each in asked)


def solve(state: State | Sequence[object], **options: Unpack[SearchOptions]) -> Result:
    """The game's true value and a move that keeps it: searches to the end. Limits may break it off.

    Unless a method, a feature or the like is asked for, it picks among the game's own solver, alpha-beta, proof-number
    search and, where positions may come back, retrograde analysis; the result's `note` says which found the value.

    ValueError where a search cannot find it: in games of imperfect information (but with `open_cards`), and in games of
    chance that are not small, unless a limit ends the search.
    """
    state = state if isinstance(state, State) else start(state)
    options.setdefault("depth", math.inf)
    query = Query(**options)
    check_solvable(state, query)
    from zermelo.solving import solved

    return solved(state, query)


def with_own_endgames(state: State, query: Query) -> Query:
    """With the endgame table that a built-in game brings, for `auto`; another may be given."""
    game: BuiltIn | Game = state.game
    if query.method != "auto" or query.endgames is not None or not isinstance(game, BuiltIn) or not game.endgames:
        return query
    return query if game.chosen else query.replace(endgames=game.folder / game.endgames)


def with_own_network(state: State, query: Query) -> Query:
    """With the network that a built-in game brings, where networks are used and no other evaluation is asked for."""
    game: BuiltIn | Game = state.game
    if query.eval == "own":
        return query.replace(eval=None)
    if query.eval is not None or query.method not in (*METHODS, "puct") or not isinstance(game, BuiltIn):
        return query
    return query.replace(eval=game.folder / game.network) if game.network else query


def settled(state: State, query: Query, limit: Limit, info: Info, chosen: Features) -> core.Request:
    """The query as the core is given it: fitted to the game and to the position."""
    request = core.Request(query)
    request.kind = kind_of(query.method, info)
    if request.kind in ("mcts", "puct", "ismcts"):
        check_rounds(limit, query.method)
    if request.kind == "proof":
        check_proof_query(query, limit, info)
    whole_game = endless(limit, info) and query.cutoff is None and query.window is None
    plain = query.eval is None and query.cutoff is None and not query.trace and query.changes.keys() <= ENGINE_FEATURES
    judges = query.eval != "none" and (query.eval is not None or info.evaluates)
    if query.method == "auto" and not (query.changes.keys() & SELECTIVE):
        # Not if the end of the game is asked for or near, nor where nobody says which moves are noisy: it lost games.
        judges = judges and info.sees_noise and not unbounded(limit) and state.plies_left > NEAR_THE_END
    request.features = fitted(chosen, query.changes, state, info, judges).replace(
        solver=chosen.solver and whole_game and not query.trace,
        engine=chosen.engine and info.engine and plain,
    )
    request.hard_seconds = limit.seconds or 0.0
    if limit.clock is not None:
        request.hard_seconds, request.soft_seconds = limit.clock.share(state.moves_to_think)
    if query.window is not None:
        request.window = signed_window(query.window, state)
    if query.progress is not None:
        report_to = query.progress
        request.progress = lambda report: report_to(named(result_of(report, state, query, info, chosen), state))
    return request


def check_solvable(state: State, query: Query) -> None:
    info, label = state.info, state.game.label
    if info.hidden and not query.open_cards and state.turn != OVER:
        raise ValueError(
            f"{label} is a game of imperfect information: its solution is a mixed strategy, which zermelo.equilibrium "
            f"(zermelo equilibrium {label}) finds; open_cards=True (--open-cards) solves it as if everything were seen"
        )
    limited = any(each is not None for each in (query.nodes, query.seconds, query.clock))
    if info.chance and not info.small and not limited and query.depth == math.inf:
        raise ValueError(
            f"{label} has too many rolls to be searched to the end of the game: give nodes or seconds to try "
            f"(--nodes, --seconds), or a depth to search (zermelo analyze {label} --depth 1)"
        )


def unlimited(limit: Limit) -> bool:
    """Nothing ends the search before the game's end does."""
    return limit.depth in (None, math.inf) and limit.nodes is None and limit.seconds is None and limit.clock is None


def unbounded(limit: Limit) -> bool:
    """The search is to go to the end of the game: no depth, or none but the clock, ends it before."""
    return limit.depth == math.inf or unlimited(limit)


def endless(limit: Limit, info: Info) -> bool:
    """The depth goes at least to the end of the game."""
    return limit.depth is None or limit.depth >= info.max_plies


def by_playouts(query: Query, info: Info, limit: Limit) -> bool:
    """Whether a game of imperfect information is searched by playouts: by `ismcts`, and by `auto` where the game knows
    how to play one out, unless something is asked that only searches with open cards have."""
    opens = query.changes.keys() - PACE or query.inner != "auto" or query.depth is not None
    opens = opens or any(each is not None for each in (query.samples, query.eval, query.cutoff))
    return query.method == "ismcts" or (query.method == "auto" and info.plays_out and not opens and not limit.none)


def check_rounds(limit: Limit, method: str) -> None:
    """Sampling never comes to an end of its own."""
    if limit.nodes is None and limit.seconds is None and limit.clock is None:
        raise ValueError(f"{method} needs nodes=, seconds= or clock=: it would go on for ever")


def check_proof_query(query: Query, limit: Limit, info: Info) -> None:
    """A proof goes to the end of the game and judges nothing on the way."""
    if not endless(limit, info):
        raise ValueError("proof has no depth: it goes to the end of the game (nodes= or seconds= limit it)")
    for name, given in (("eval", query.eval), ("cutoff", query.cutoff), ("window", query.window)):
        if given is not None:
            raise ValueError(f"{name}: proof has no use for it, it judges no unfinished position")


def check_turn(state: State, method: str, info: Info) -> None:
    """Where chance decides, a value is the average over its outcomes; not if something is hidden, or by playouts."""
    if state.turn != CHANCE or not (info.hidden or method in ("mcts", "puct")):
        return
    outcomes = [str(state.name(move)) for move in state.moves()]
    some = ", ".join(outcomes[:6]) + (", …" if len(outcomes) > 6 else "")
    whole = "zermelo.equilibrium gives the value of the whole game"
    other = whole if info.hidden else "expectiminimax takes the average"
    raise ValueError(f"{method}: nobody decides here, chance does; play an outcome first ({some}), or {other}")


def check_limit(limit: Limit, query: Query, info: Info) -> None:
    if limit.none and query.cutoff is None and not info.small:
        raise ValueError(
            "no limit: give depth=, nodes=, seconds= or clock= (depth=math.inf searches to the end of the game)"
        )


def check_fit(state: State, query: Query, chosen: Features) -> None:
    """What a query asks must fit the game and the method."""
    if query.threads > 1 and isinstance(state.game, Game) and not state.game.compiled:
        raise ValueError(
            "threads: a game in plain Python runs on one thread; compile it (zermelo.compiled) to use more"
        )
    if query.window is not None and not chosen.prune:
        raise ValueError("window: minimax has none")
    if isinstance(query.eval, Network):
        query.eval.check(state)


def signed_window(window: tuple[float, float], state: State) -> tuple[float, float]:
    """The window as the player to move sees it."""
    alpha, beta = float(window[0]), float(window[1])
    flip = state.info.first_player_view and state.turn == 1
    return (-beta, -alpha) if flip else (alpha, beta)


def finished(state: State, query: Query) -> Result:
    """A position that is over: nothing to search."""
    info = state.info
    score = score_of(state.payoff(0), 3, True, False, info, 0)
    return Result(None, score, nodes=1, stopped="over", solved=True, method=query.method, seed=query.seed)


def checked(value: object) -> float:
    """What an evaluation returned, if it is a number."""
    number = math.nan
    if isinstance(value, SupportsFloat):
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
    if math.isnan(number):
        raise GameError(f"the evaluation returned {shown(value)}, not a number")
    return number


def judged(state: State, query: Query) -> Result:
    """Depth 0: the static value of the position itself."""
    info, player = state.info, max(state.turn, 0)
    value = 0.0
    if callable(query.eval):
        value = checked(query.eval(state, player))
    elif query.eval is None and info.evaluates:
        with explained(state.game):
            value = state.evaluate(player)
    score = score_of(value, 3, False, False, info, player)
    return Result(None, score, nodes=1, method=query.method, seed=query.seed)


AVERAGED = "averages of games played out at random from a growing tree"
JUDGED = "averages of the evaluation over a growing tree"
WHO_WINS = "who wins is proved, not how soon"
FILTERED = "filtered: below the root only the move that looked best was followed"
DEEPER = "not the value at this depth: entries of deeper searches in the table answered part of it"
PATHS = "not the value at this depth: the table answered part of it with what was found on other paths"
PARTS = "not the value at this depth: the table answered part of it by keys that leave out part of a position"
LEFT_OUT = "selective: moves that looked bad were followed less far or not at all"
EARLIER = "as if no positions had come before and only whole ones could come back: otherwise a win may be drawn"
UNFINISHED = "the best move of a depth that was not finished"


def result_of(
    report: core.Report,
    state: State,
    query: Query,
    info: Info,
    chosen: Features = METHODS["auto"],
    brief: bool = False,
) -> Result:
    player = max(state.turn, 0)
    lines: list[Line] = []
    others: list[Line] = []
    for i, each in enumerate(report.lines[:1] if brief else report.lines):
        bound = ABOUT if each.about and each.bound else each.bound
        score = score_of(each.value, bound, each.proved, report.distance, info, player)
        if score is None:
            continue
        if each.visits and each.about:
            score = replace(score, error=each.error if math.isfinite(each.error) else None)
        ranked = i < report.ranked and (each.bound != 1 or not lines)
        line = Line(each.move, score, tuple(each.line), each.visits, tuple(each.values))
        (lines if ranked else others).append(line)
    counts = Counts.of(report.stats, report.table_used)
    first: Line | Unscored = lines[0] if lines else Unscored(report.lines[0].move, (report.lines[0].move,))
    if state.turn == CHANCE:
        first = rolled(report, lines)
    return Result(
        move=first.move,
        score=first.score,
        line=first.line,
        note=note_of(report, first.score, chosen, info, query.method),
        samples=report.rounds,
        policy=policy_of(report),
        lines=tuple(lines),
        others=tuple(others),
        depth=report.depth,
        deepest=report.deepest,
        confidence=report.confidence,
        nodes=report.nodes,
        seconds=report.seconds,
        stopped=report.stopped,
        solved=report.solved,
        method=query.method,
        seed=query.seed,
        threads=report.threads,
        counts=counts,
        depths=tuple(zip(report.depths, report.depth_nodes, strict=True)),
        trace=Trace(report.trace, state) if report.trace is not None else None,
    )


def policy_of(report: core.Report) -> tuple[tuple[Move, float], ...]:
    """How often to play each move, where the search came to a policy; the likeliest first."""
    shares = [(each.move, each.share) for each in report.lines if each.share > 0]
    return tuple(sorted(shares, key=lambda each: -each[1]))


def named(result: Result, state: State) -> Result:
    """With the names of the moves in every line, as a user's game gives them; built-in moves are their own names."""
    if not isinstance(state.game, Game):
        return result
    lines, others = (
        tuple(replace(each, names=names_along(state, each.line)) for each in some)
        for some in (result.lines, result.others)
    )
    return replace(result, lines=lines, others=others, names=names_along(state, result.line))


def names_along(state: State, line: Iterable[Move]) -> tuple[str, ...]:
    """The moves of a line by name; nothing where the moves themselves say it, or where the game cannot name them."""
    moves, names = tuple(line), list[str]()
    try:
        for move in moves:
            names.append(str(state.name(move)))
            state = state.play(move)
    except ValueError:  # a broken `name`, or a line in another of the positions that the player thinks possible
        return ()
    return () if names == list(map(str, moves)) else tuple(names)


@dataclass(frozen=True)
class Unscored:
    """What is said of a position when nothing of it was searched as far as it had to be."""

    move: Move | None = None
    line: tuple[Move, ...] = ()
    score: None = None


def rolled(report: core.Report, outcomes: list[Line]) -> Line | Unscored:
    """What a chance node is worth to player 0: nobody has a move to choose."""
    if len(outcomes) < len(report.lines):
        return Unscored()
    proved = all(line.score.proved for line in outcomes)
    about = not proved and (report.mixed or any(line.score.bound == "about" for line in outcomes))
    return Line(None, Score(report.expected, "about" if about else "exact", 0, proved))


def note_of(report: core.Report, score: Score | None, chosen: Features, info: Info, method: str) -> str:
    """Why values are no searched values of the position at the depth that is reported."""
    if chosen.filter:
        return FILTERED
    if report.rounds:
        return JUDGED if report.stats.evaluations else AVERAGED
    if score is None:
        return ""
    by_solver = chosen.solver and info.solves and report.solved and report.depth == 0
    if by_solver and score.outcome in ("win", "loss") and score.plies is None:
        return WHO_WINS
    if score.bound != "about":
        return ""
    if method == "proof":
        return EARLIER
    if report.stats.deeper:
        return PARTS if info.table_keyed else PATHS if info.repetition else DEEPER
    return LEFT_OUT if report.confidence < 1 or report.stopped == "depth" else UNFINISHED
