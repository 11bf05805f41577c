"""search(state, …) -> Result: what is asked is checked, the core does it, and what it found is returned."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from zermelo.errors import GameError
from zermelo.game import CHANCE, OVER, Game, State, explained
from zermelo.games import start
from zermelo.kinds import check_kind
from zermelo.limits import Clock, Limit, positive
from zermelo.methods import METHODS, Features, Table, choose, kind_of, known_method, native_features
from zermelo.native import core
from zermelo.result import ABOUT, Counts, Line, Result, Score, score_of
from zermelo.trace import Trace
from zermelo.validate import shown

Stop: TypeAlias = core.Stop
Evaluation = Callable[[State, int], float]

PACE = {"deepen", "stride"}  # how a search comes to its depth, not what it visits
# What a game's own search understands; any other feature asks for the general searches.
ENGINE_FEATURES = {"engine", "selective", "solver", "table", "deepen", "stride"}
DEFAULT_TRACE_CAP = 1_000_000


def search(
    state: State | list[Any] | tuple[Any, ...],
    *,
    depth: float | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    clock: Clock | None = None,
    method: str = "auto",
    best: int | str = 1,
    eval: Evaluation | str | None = None,
    cutoff: Callable[[State, int], bool] | None = None,
    threads: int = 1,
    memory_mb: float = 64.0,
    seed: int = 0,
    window: tuple[float, float] | None = None,
    trace: bool | int = False,
    progress: Callable[[Result], object] | None = None,
    stop: Stop | None = None,
    history: Iterable[State] = (),
    samples: int | None = None,
    inner: str = "auto",
    explore: float = 1.0,
    open_cards: bool = False,
    **features: Any,
) -> Result:
    """The best move of a position and its value.

    Limits: `depth` in plies (`math.inf`: to the end), `nodes`, `seconds` for this move, or `clock`. One is needed
    unless the game is small. `method` is one of METHODS; keywords such as `table=True`, `order="killers"` or `cut=">"`
    change one feature of it (see Features). `best=k` gives exact values for the k best moves, `best="all"` for all.

    `eval(state, player)` judges unfinished positions instead of the game's own evaluation; `"none"` judges them 0.
    `cutoff(state, ply)` says where to stop looking. `progress` is called after each finished depth. `history` are the
    positions before this one, for games in which they may come back.

    Games with dice: `expectiminimax` and its quicker forms, where `depth` counts decisions; or `mcts`: it needs nodes
    or seconds and tries what looks worse the more, the larger `explore` is. Imperfect information: `weighted` (all
    positions the player thinks possible), `montecarlo` (`samples` of them), each searched with open cards by the method
    `inner`, to `depth` and `nodes` each, and `ismcts`; only what the player to move has seen is used. `open_cards`
    searches the true position of such a game instead. Games of more players: `maxn`, `paranoid`; with
    partners, who declare their `sides`, the methods for two.
    """
    if not isinstance(state, State):
        state = start(state)
    limit = Limit(depth, nodes, seconds, clock)
    info = state.info | {"hidden": False} if open_cards else state.info
    check_kind(state.game.label, known_method(method), info, METHODS)
    chosen = choose(method, features, info)
    if method == "auto" and info["chance"] and unlimited(limit) and "deepen" not in features:
        chosen = replace(chosen, deepen=False)  # shallow depths tell little about the order of moves after dice
    check_limit(limit, cutoff, info)
    history = tuple(history)
    check_rest(state, best, threads, memory_mb, seed, window, eval, chosen)
    check_hooks(cutoff, progress, stop, trace, history)
    check_sampling(samples, inner, explore)
    if state.turn == OVER:
        return finished(state, method, seed)
    check_turn(state, method, info)
    if info["hidden"] and limit.depth == 0:  # to judge the true position would tell what the player has not seen
        return Result(None, None, nodes=1, method=method, seed=seed)
    opens = (
        bool(features.keys() - PACE)
        or inner != "auto"
        or any(each is not None for each in (samples, depth, eval, cutoff))
    )
    if info["hidden"] and not by_playouts(method, info, limit, opens):
        from zermelo.determinization import Job, sampled

        job = Job(
            state,
            method,
            limit,
            samples,
            inner,
            threads,
            seed,
            stop,
            progress,
            features
            | {
                "eval": eval,
                "cutoff": cutoff,
                "memory_mb": memory_mb,
            },
        )
        return named(sampled(job), state)
    if limit.depth == 0:
        return judged(state, method, seed, eval)
    request = core.Request()
    request.kind, request.explore = kind_of(method, info), float(explore)
    if request.kind in ("mcts", "ismcts"):
        check_rounds(limit, method)
    request.features = native_features(chosen, features, state, info)
    request.set_replacement(chosen.replacement)
    if isinstance(chosen.table, Table):
        request.table = chosen.table
    set_limits(request, limit, state, info)
    request.best = 0 if best == "all" else int(best)
    request.threads, request.memory_mb, request.seed = threads, float(memory_mb), seed
    if window is not None:
        request.alpha, request.beta = signed_window(window, state)
    request.trace_cap = DEFAULT_TRACE_CAP if trace is True else int(trace)
    request.use_evaluation = eval != "none"
    request.evaluate = eval if callable(eval) else None
    request.cutoff, request.stop = cutoff, stop
    whole_game = request.depth == core.FULL_DEPTH and cutoff is None and window is None
    request.features.solver = chosen.solver and whole_game and not trace
    plain = eval is None and cutoff is None and not trace and features.keys() <= ENGINE_FEATURES
    request.features.engine = chosen.engine and info["engine"] and plain
    request.before = [each.key for each in history]
    if progress is not None:
        tell = progress
        request.progress = lambda report: tell(named(result_of(report, state, method, seed, info, chosen), state))
    with explained(state.game):
        result = named(result_of(state._search(request), state, method, seed, info, chosen), state)
    if result.trace is not None:
        result.trace.asked = {
            "method": method,
            "cut": chosen.cut,
            "fail": chosen.fail,
            "order": chosen.order,
            "depth": limit.depth,
            "nodes": limit.nodes,
            "seed": seed,
        }
    return result


def solve(state: State | list[Any] | tuple[Any, ...], **options: Any) -> Result:
    """The game's true value and a move that keeps it: searches to the end. Limits may break it off.

    ValueError where a search cannot find it: in games of imperfect information (but with `open_cards`), and in games of
    chance that are not small, unless a limit ends the search.
    """
    state = state if isinstance(state, State) else start(state)
    check_solvable(state, options)
    options.setdefault("depth", math.inf)
    return search(state, **options)


def check_solvable(state: State, options: Mapping[str, Any]) -> None:
    info, label = state.info, state.game.label
    if info["hidden"] and not options.get("open_cards") and state.turn != OVER:
        raise ValueError(
            f"{label} is a game of imperfect information: its solution is a mixed strategy, which zermelo.equilibrium "
            f"(zermelo equilibrium {label}) finds; open_cards=True (--open-cards) solves it as if everything were seen"
        )
    limited = any(options.get(name) is not None for name in ("nodes", "seconds", "clock"))
    if info["chance"] and not info["small"] and not limited and options.get("depth", math.inf) == math.inf:
        raise ValueError(
            f"{label} has too many rolls to be searched to the end of the game: give nodes or seconds to try "
            f"(--nodes, --seconds), or a depth to search (zermelo analyze {label} --depth 1)"
        )


def unlimited(limit: Limit) -> bool:
    """Nothing ends the search before the game's end does."""
    return limit.depth in (None, math.inf) and limit.nodes is None and limit.seconds is None and limit.clock is None


def by_playouts(method: str, info: dict[str, Any], limit: Limit, opens: bool) -> bool:
    """Whether a game of imperfect information is searched by playouts: by `ismcts`, and by `auto` where the game knows
    how to play one out, unless something is asked that only searches with open cards have (`opens`)."""
    return method == "ismcts" or (method == "auto" and info["plays_out"] and not opens and not limit.none)


def check_sampling(samples: Any, inner: Any, explore: Any) -> None:
    if samples is not None and (isinstance(samples, bool) or not isinstance(samples, int) or samples < 1):
        raise ValueError(f"samples={shown(samples)}: must be a whole number >= 1")
    known_method(inner)
    if isinstance(explore, bool) or not isinstance(explore, (int, float)) or not 0 <= explore < math.inf:
        raise ValueError(f"explore={shown(explore)}: must be a number >= 0")


def check_rounds(limit: Limit, method: str) -> None:
    """Sampling never comes to an end of its own."""
    if limit.nodes is None and limit.seconds is None and limit.clock is None:
        raise ValueError(f"{method} needs nodes=, seconds= or clock=: it would go on for ever")


def check_turn(state: State, method: str, info: dict[str, Any]) -> None:
    """Where chance decides, a value is the average over its outcomes; not if something is hidden, or by playouts."""
    if state.turn != CHANCE or not (info["hidden"] or method == "mcts"):
        return
    outcomes = [str(state.name(move)) for move in state.moves()]
    some = ", ".join(outcomes[:6]) + (", …" if len(outcomes) > 6 else "")
    whole = "zermelo.equilibrium gives the value of the whole game"
    other = whole if info["hidden"] else "expectiminimax takes the average"
    raise ValueError(f"{method}: nobody decides here, chance does; play an outcome first ({some}), or {other}")


def check_limit(limit: Limit, cutoff: object, info: dict[str, Any]) -> None:
    if limit.none and cutoff is None and not info["small"]:
        raise ValueError(
            "no limit: give depth=, nodes=, seconds= or clock= (depth=math.inf searches to the end of the game)"
        )


def check_rest(
    state: State,
    best: Any,
    threads: Any,
    memory_mb: Any,
    seed: Any,
    window: Any,
    evaluation: Any,
    chosen: Features,
) -> None:
    if best != "all" and (isinstance(best, bool) or not isinstance(best, int) or best < 1):
        raise ValueError(f'best={shown(best)}: must be a whole number >= 1, or "all"')
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise ValueError(f"threads={shown(threads)}: must be a whole number from 1 to 256")
    if threads > 1 and isinstance(state.game, Game) and not state.game.compiled:
        raise ValueError(
            "threads: a game in plain Python runs on one thread; compile it (zermelo.compiled) to use more"
        )
    positive("memory_mb", memory_mb)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"seed={shown(seed)}: must be a whole number >= 0")
    if window is not None and not is_window(window):
        raise ValueError(f"window={shown(window)}: must be (alpha, beta) with alpha < beta")
    if window is not None and not chosen.prune:
        raise ValueError("window: minimax has none")
    if evaluation is not None and evaluation != "none" and not callable(evaluation):
        raise ValueError(f'eval={shown(evaluation)}: must be a function of (state, player), or "none"')


def is_window(window: Any) -> bool:
    if not isinstance(window, (tuple, list)) or len(window) != 2:
        return False
    return all(isinstance(each, (int, float)) for each in window) and window[0] < window[1]


def check_hooks(cutoff: Any, progress: Any, stop: Any, trace: Any, history: Iterable[Any]) -> None:
    for name, hook in (("cutoff", cutoff), ("progress", progress)):
        if hook is not None and not callable(hook):
            raise ValueError(f"{name}={shown(hook)}: must be a function")
    if stop is not None and not isinstance(stop, Stop):
        raise ValueError(f"stop={shown(stop)}: must be a zermelo.Stop")
    if not isinstance(trace, int) or trace < 0:
        raise ValueError(f"trace={shown(trace)}: must be True, False or the most nodes to record")
    if not all(isinstance(each, State) for each in history):
        raise ValueError("history: must hold States")


def set_limits(request: Any, limit: Limit, state: State, info: dict[str, Any]) -> None:
    full = limit.depth is None or limit.depth == math.inf or limit.depth >= info["max_plies"]
    request.depth = core.FULL_DEPTH if full else int(limit.depth or 0)
    request.nodes = limit.nodes or 0
    request.hard_seconds = limit.seconds or 0.0
    if limit.clock is not None:
        clock = limit.clock
        request.share_clock(clock.seconds, clock.increment, clock.moves_to_go, state.moves_to_think)


def signed_window(window: tuple[float, float], state: State) -> tuple[float, float]:
    """The window as the player to move sees it."""
    alpha, beta = float(window[0]), float(window[1])
    flip = state.info["first_player_view"] and state.turn == 1
    return (-beta, -alpha) if flip else (alpha, beta)


def finished(state: State, method: str, seed: int) -> Result:
    """A position that is over: nothing to search."""
    info = state.info
    score = score_of(state.payoff(0), 3, True, False, info, 0)
    return Result(None, score, nodes=1, stopped="over", solved=True, method=method, seed=seed)


def checked(value: Any) -> float:
    """What an evaluation returned, if it is a number."""
    try:
        number = float(value) if not isinstance(value, str) else math.nan
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if math.isnan(number):
        raise GameError(f"the evaluation returned {shown(value)}, not a number")
    return number


def judged(state: State, method: str, seed: int, evaluation: Evaluation | str | None) -> Result:
    """Depth 0: the static value of the position itself."""
    info, player = state.info, max(state.turn, 0)
    value = 0.0
    if callable(evaluation):
        value = checked(evaluation(state, player))
    elif evaluation is None and info["evaluates"]:
        with explained(state.game):
            value = state.evaluate(player)
    return Result(None, score_of(value, 3, False, False, info, player), nodes=1, method=method, seed=seed)


AVERAGED = "averages of games played out at random from a growing tree"
FILTERED = "filtered: below the root only the move that looked best was followed"


def result_of(
    report: Any, state: State, method: str, seed: int, info: dict[str, Any], chosen: Features = METHODS["auto"]
) -> Result:
    player = max(state.turn, 0)
    lines: list[Line] = []
    others: list[Line] = []
    for i, each in enumerate(report.lines):
        guess = (chosen.filter or report.rounds) and each.bound == 3 and not each.proved
        score = score_of(each.value, ABOUT if guess else each.bound, each.proved, report.distance, info, player)
        if score is None:
            continue
        if each.visits and guess:
            score = replace(score, error=each.error if math.isfinite(each.error) else None)
        ranked = i < report.ranked and (each.bound != 1 or not lines)
        line = Line(each.move, score, tuple(each.line), each.visits, tuple(each.values))
        (lines if ranked else others).append(line)
    stats = report.stats
    counts = Counts(
        stats.evaluations,
        stats.cutoffs,
        stats.first_cutoffs,
        stats.table_hits,
        stats.table_cutoffs,
        stats.researches,
        report.table_used,
    )
    first = lines[0] if lines else Line(report.lines[0].move, Score(0.0), (report.lines[0].move,))
    if state.turn == CHANCE:
        first = rolled(report, lines)
    return Result(
        move=first.move,
        score=first.score if lines else None,
        line=first.line,
        note=FILTERED if chosen.filter else AVERAGED if report.rounds else "",
        samples=report.rounds,
        lines=tuple(lines),
        others=tuple(others),
        depth=report.depth,
        deepest=report.deepest,
        confidence=report.confidence,
        nodes=report.nodes,
        seconds=report.seconds,
        stopped=report.stopped,
        solved=report.solved,
        method=method,
        seed=seed,
        threads=report.threads,
        counts=counts,
        depths=tuple(zip(report.depths, report.depth_nodes, strict=True)),
        trace=Trace(report.trace, state) if report.trace is not None else None,
    )


def named(result: Result, state: State) -> Result:
    """With the names of the moves in every line, as a user's game gives them; built-in moves are their own names."""
    if not isinstance(state.game, Game):
        return result
    lines, others = (
        tuple(replace(each, names=names_along(state, each.line)) for each in some)
        for some in (result.lines, result.others)
    )
    return replace(result, lines=lines, others=others, names=names_along(state, result.line))


def names_along(state: State, line: Iterable[Any]) -> tuple[str, ...]:
    """The moves of a line by name; nothing where the moves themselves say it, or where the game cannot name them."""
    moves, names = tuple(line), list[str]()
    try:
        for move in moves:
            names.append(str(state.name(move)))
            state = state.play(move)
    except ValueError:  # a broken `name`, or a line in another of the positions that the player thinks possible
        return ()
    return () if names == list(map(str, moves)) else tuple(names)


def rolled(report: Any, outcomes: list[Line]) -> Line:
    """What a chance node is worth to player 0: nobody has a move to choose."""
    whole = len(outcomes) == len(report.lines)
    proved = whole and all(line.score.proved for line in outcomes)
    about = any(line.score.bound == "about" for line in outcomes)
    return Line(None, Score(report.expected, "about" if about else "exact", 0, proved))
