"""search(state, …) -> Result: every method, as presets over the same features."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from zermelo.errors import GameError
from zermelo.game import CHANCE, OVER, Game, State, did_you_mean, explained
from zermelo.games import start
from zermelo.kinds import check_kind, two_sided
from zermelo.native import core
from zermelo.result import ABOUT, Counts, Line, Result, Score, score_of
from zermelo.trace import Trace

Stop: TypeAlias = core.Stop
Table: TypeAlias = core.Table
Evaluation = Callable[[State, int], float]

ORDERS = {
    "given": 0,
    "random": 1,
    "eval": 2,
    "noisy": 4,
    "table": 8,
    "killers": 16,
    "history": 32,
    "prior": 64,
}
KEYWORDS = ("depth", "nodes", "seconds", "clock", "method", "best", "eval", "cutoff", "threads", "memory_mb", "seed",
            "window", "trace", "progress", "stop", "history", "samples", "inner", "explore", "open_cards")  # fmt: skip
SWITCHES = (
    "prune",
    "scout",
    "mtd",
    "deepen",
    "stride",
    "aspiration",
    "same_depth",
    "etc",
    "symmetry",
    "quick",
    "solver",
    "engine",
    "selective",
    "filter",
)
STARS = ("none", "star1", "star2")
# What a game's own search understands; any other feature asks for the searches of this house.
PACE = {"deepen", "stride"}  # how a search comes to its depth, not what it looks at
ENGINE_FEATURES = {"engine", "selective", "solver", "table", "deepen", "stride"}
REPLACEMENTS = ("ageing", "depth", "lru", "always", "full")
DEFAULT_TRACE_CAP = 1_000_000
# What `order="best"` stands for, in games that have an opinion of their own moves and in others.
BEST_RANKED, BEST_PLAIN = "table+noisy+prior+history", "table+noisy+history"


@dataclass(frozen=True)
class Features:
    """What a search is put together from. Every method is a choice of these, and each can be set by keyword."""

    prune: bool = True  # alpha-beta; off: plain minimax
    cut: str = ">="  # or ">": when a value may cut off
    fail: str = "soft"  # or "hard": results never leave the window
    scout: bool = False  # null-window tests with re-search (NegaScout, PVS)
    mtd: bool = False  # only null windows (MTD(f))
    deepen: bool = False  # depth 1, 2, 3, …
    stride: bool = False  # two depths at a time, if the last depth is known
    aspiration: bool = False  # each depth starts with a window around the last value
    table: bool | Table = False  # transposition table; give a Table to go on using it
    replacement: str = "ageing"  # depth, lru, always, full: who gives way in a full table
    same_depth: bool = False  # reuse table values of exactly the wanted depth only
    etc: bool = False  # enhanced transposition cut-offs
    order: str = "given"  # best; or random, eval, noisy, table, killers, history, prior; joined by +
    symmetry: bool = False  # positions that are mirror images are one
    quick: bool = False  # prefer quick wins and slow losses
    solver: bool = False  # use the game's own exact solver, if it has one
    engine: bool = False  # use the game's own search, if it has one
    selective: bool = False  # that search may leave out what hardly matters, and says how sure it is
    star: str = "none"  # or star1, star2: dice that can no longer matter are left out
    filter: bool = False  # below the root only the move that looks best is followed: quick, not exact


METHODS: dict[str, Features] = {
    "minimax": Features(prune=False),
    "minimax+table": Features(prune=False, table=True),
    "alphabeta": Features(),
    "alphabeta+table": Features(table=True, order="table"),
    "scout": Features(scout=True),
    "scout+table": Features(scout=True, table=True, order="table"),
    "mtd": Features(mtd=True, table=True, order="table"),
    "deepening": Features(deepen=True, aspiration=True, table=True, order="table"),
    "auto": Features(
        scout=True, deepen=True, stride=True, table=True, etc=True, order="best", quick=True, solver=True,
        engine=True, selective=True,
    ),
}  # fmt: skip
# Methods for games with dice, with secrets, of more players; see kinds.py for which is for which.
MORE_METHODS: dict[str, Features] = {
    "expectiminimax": Features(prune=False),
    "expectiminimax+star1": Features(star="star1"),
    "expectiminimax+star2": Features(star="star2", table=True, order="best"),
    "expectiminimax+filter": Features(filter=True),
    "mcts": Features(),
    "ismcts": Features(),
    "weighted": Features(),
    "montecarlo": Features(),
    "maxn": Features(prune=False),
    "paranoid": Features(table=True, order="table"),
}
ALL_METHODS = METHODS | MORE_METHODS
# What `auto` is for games with dice, and for games of more than two players.
AUTO_DICE = Features(star="star2", deepen=True, table=True, order="best", engine=True, selective=True)
AUTO_MANY = Features(prune=False, deepen=True)


@dataclass(frozen=True)
class Clock:
    """A whole-game clock as it stands before a move (Phase III): seconds left, seconds added per move."""

    seconds: float
    increment: float = 0.0
    moves_to_go: int = 0  # until more time comes; 0: the rest of the game

    def __post_init__(self) -> None:
        positive("clock seconds", self.seconds)
        if not (math.isfinite(self.increment) and self.increment >= 0):
            raise ValueError(f"clock increment={self.increment}: must not be negative")
        if self.moves_to_go < 0:
            raise ValueError(f"moves_to_go={self.moves_to_go}: must not be negative")


@dataclass(frozen=True)
class Limit:
    """When a search stops, whichever comes first. `depth=math.inf` searches to the end of the game."""

    depth: float | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.depth is not None:
            whole = isinstance(self.depth, int) and not isinstance(self.depth, bool)
            if not (whole or self.depth == math.inf) or self.depth < 0:
                raise ValueError(f"depth={self.depth!r}: must be a whole number >= 0, or math.inf for the whole game")
        if self.nodes is not None:
            if not isinstance(self.nodes, int) or isinstance(self.nodes, bool) or self.nodes < 1:
                raise ValueError(f"nodes={self.nodes!r}: must be a whole number >= 1")
            if self.nodes >= 2**63:
                raise ValueError(f"nodes={self.nodes!r}: too large")
        if self.seconds is not None:
            positive("seconds", self.seconds)
        if self.seconds is not None and self.clock is not None:
            raise ValueError(
                "seconds= and clock= contradict each other: a move has its own time or a share of the game's"
            )

    @property
    def none(self) -> bool:
        return self.depth is None and self.nodes is None and self.seconds is None and self.clock is None


def positive(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name}={value!r}: must be a number above 0")


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
    or seconds and tries what looks worse the more, the larger `explore` is. Games that hide something: `weighted` (all
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
        from zermelo.sampling import Job, sampled

        job = Job(state, method, limit, samples, inner, threads, seed, stop, progress, features | {
            "eval": eval, "cutoff": cutoff, "memory_mb": memory_mb,
        })  # fmt: skip
        return sampled(job)
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
        request.progress = lambda report: tell(result_of(report, state, method, seed, info, chosen))
    with explained(state.game):
        result = result_of(state._search(request), state, method, seed, info, chosen)
    if result.trace is not None:
        result.trace.asked = {
            "method": method, "cut": chosen.cut, "fail": chosen.fail, "order": chosen.order, "depth": limit.depth,
            "nodes": limit.nodes, "seed": seed,
        }  # fmt: skip
    return result


def solve(state: State | list[Any] | tuple[Any, ...], **options: Any) -> Result:
    """The game's true value and a move that keeps it: searches to the end. Limits may break it off."""
    options.setdefault("depth", math.inf)
    return search(state, **options)


def known_method(method: str) -> str:
    if method not in ALL_METHODS:
        close, known = did_you_mean(method, ALL_METHODS), ", ".join(ALL_METHODS)
        raise ValueError(f"unknown method {method!r}{close} (methods: {known})")
    return method


def unlimited(limit: Limit) -> bool:
    """Nothing ends the search before the game's end does."""
    return limit.depth in (None, math.inf) and limit.nodes is None and limit.seconds is None and limit.clock is None


def by_playouts(method: str, info: dict[str, Any], limit: Limit, opens: bool) -> bool:
    """Whether a game that hides something is searched by playouts: by `ismcts`, and by `auto` where the game knows how
    to play one out, unless something is asked that only searches with open cards have (`opens`)."""
    return method == "ismcts" or (method == "auto" and info["plays_out"] and not opens and not limit.none)


def kind_of(method: str, info: dict[str, Any]) -> str:
    """Which part of the core does it: "" is the recursion that most methods are presets of."""
    if method == "auto" and info["hidden"]:
        return "ismcts"
    if method == "auto" and not two_sided(info):
        return "maxn"
    return method if method in ("mcts", "ismcts", "maxn", "paranoid") else ""


def check_sampling(samples: Any, inner: Any, explore: Any) -> None:
    if samples is not None and (isinstance(samples, bool) or not isinstance(samples, int) or samples < 1):
        raise ValueError(f"samples={samples!r}: must be a whole number >= 1")
    known_method(inner)
    if isinstance(explore, bool) or not isinstance(explore, (int, float)) or not 0 <= explore < math.inf:
        raise ValueError(f"explore={explore!r}: must be a number >= 0")


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
    whole = "zermelo.equilibrium tells what the whole game is worth"
    other = whole if info["hidden"] else "expectiminimax takes the average"
    raise ValueError(f"{method}: nobody decides here, chance does; play an outcome first ({some}), or {other}")


def choose(method: str, features: dict[str, Any], info: dict[str, Any]) -> Features:
    """The method's features with the user's changes, checked."""
    preset = ALL_METHODS[method]
    if method == "auto" and not two_sided(info):
        preset = AUTO_MANY
    elif method == "auto" and info["chance"]:
        preset = AUTO_DICE
    if not features:
        return preset
    known = [each.name for each in fields(Features)]
    for name in features:
        if name not in known:
            raise TypeError(f"search has no option {name!r}{did_you_mean(name, [*known, *KEYWORDS])}")
    if features.get("star", "none") != "none":
        features = {"prune": True, **features}
    chosen = replace(preset, **features)
    for name in known:
        value = getattr(chosen, name)
        if name not in ("cut", "fail", "replacement", "order", "table", "star") and not isinstance(value, bool):
            raise TypeError(f"{name}={value!r}: expected True or False")
    if not isinstance(chosen.table, (bool, Table)):
        raise TypeError(f"table={chosen.table!r}: expected True, False or a zermelo.Table")
    one_of("cut", chosen.cut, (">=", ">"))
    one_of("fail", chosen.fail, ("soft", "hard"))
    one_of("replacement", chosen.replacement, REPLACEMENTS)
    one_of("star", chosen.star, STARS)
    if chosen.order != "best":
        for name in str(chosen.order).split("+"):
            one_of("order", name, ORDERS)
    return consistent(chosen, features)


def consistent(chosen: Features, given: dict[str, Any]) -> Features:
    """Refuses features that contradict each other."""
    if not chosen.prune and chosen.star != "none":
        raise ValueError(f"{chosen.star} prunes: it contradicts prune=False")
    if not chosen.prune and (chosen.scout or chosen.mtd):
        raise ValueError("scout and mtd prune: they contradict prune=False")
    if chosen.cut == ">" and (chosen.scout or chosen.mtd):
        raise ValueError('cut=">" is for minimax and alphabeta: null windows cut on >=')
    if chosen.mtd and chosen.fail == "hard":
        raise ValueError('mtd needs fail="soft": it moves from one returned value to the next')
    if chosen.mtd and not chosen.table:
        raise ValueError("mtd searches the same tree many times over: it needs table=True")
    if chosen.etc and not chosen.table:
        chosen = reject_or_drop("etc", "a table", chosen, given)
    return chosen


def native_features(chosen: Features, given: dict[str, Any], state: State, info: dict[str, Any]) -> Any:
    """The features as the core reads them, fitted to the game."""
    if chosen.symmetry and not info["symmetric"]:
        raise ValueError(f"{state.game.label} declares no symmetry (canonical)")
    native = core.Features()
    for name in SWITCHES:
        setattr(native, name, getattr(chosen, name))
    if "etc" not in given and isinstance(state.game, Game):
        native.etc = False  # asking Python for every child costs more than it saves
    native.star = STARS.index(chosen.star)
    native.strict = chosen.cut == ">"
    native.hard = chosen.fail == "hard"
    native.table = bool(chosen.table) if isinstance(chosen.table, bool) else True
    best = BEST_RANKED if info["ranks_moves"] else BEST_PLAIN
    order = best if chosen.order == "best" else chosen.order
    native.order = sum(ORDERS[name] for name in set(order.split("+")))
    return native


def reject_or_drop(name: str, need: str, chosen: Features, given: dict[str, Any]) -> Features:
    if name in given:
        raise ValueError(f"{name}=True needs {need}")
    return replace(chosen, **{name: False})  # type: ignore[arg-type]


def one_of(name: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        raise ValueError(f"{name}={value!r}: expected {', '.join(map(repr, known))}{did_you_mean(value, known)}")


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
        raise ValueError(f'best={best!r}: must be a whole number >= 1, or "all"')
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise ValueError(f"threads={threads!r}: must be a whole number from 1 to 256")
    if threads > 1 and isinstance(state.game, Game) and not state.game.compiled:
        raise ValueError(
            "threads: a game in plain Python runs on one thread; compile it (zermelo.compiled) to use more"
        )
    positive("memory_mb", memory_mb)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"seed={seed!r}: must be a whole number >= 0")
    if window is not None and not is_window(window):
        raise ValueError(f"window={window!r}: must be (alpha, beta) with alpha < beta")
    if window is not None and not chosen.prune:
        raise ValueError("window: minimax has none")
    if evaluation is not None and evaluation != "none" and not callable(evaluation):
        raise ValueError(f'eval={evaluation!r}: must be a function of (state, player), or "none"')


def is_window(window: Any) -> bool:
    if not isinstance(window, (tuple, list)) or len(window) != 2:
        return False
    return all(isinstance(each, (int, float)) for each in window) and window[0] < window[1]


def check_hooks(cutoff: Any, progress: Any, stop: Any, trace: Any, history: Iterable[Any]) -> None:
    for name, hook in (("cutoff", cutoff), ("progress", progress)):
        if hook is not None and not callable(hook):
            raise ValueError(f"{name}={hook!r}: must be a function")
    if stop is not None and not isinstance(stop, Stop):
        raise ValueError(f"stop={stop!r}: must be a zermelo.Stop")
    if not isinstance(trace, int) or trace < 0:
        raise ValueError(f"trace={trace!r}: must be True, False or the most nodes to record")
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
        raise GameError(f"the evaluation returned {value!r}, not a number")
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
        stats.evaluations, stats.cutoffs, stats.first_cutoffs, stats.table_hits, stats.table_cutoffs, stats.researches,
        report.table_used,
    )  # fmt: skip
    first = lines[0] if lines else Line(report.lines[0].move, Score(0.0), (report.lines[0].move,))
    if state.turn == CHANCE:
        first = rolled(report, lines)
    return Result(
        move=first.move, score=first.score if lines else None, line=first.line,
        note=FILTERED if chosen.filter else AVERAGED if report.rounds else "", samples=report.rounds,
        lines=tuple(lines), others=tuple(others),
        depth=report.depth, deepest=report.deepest, confidence=report.confidence, nodes=report.nodes,
        seconds=report.seconds, stopped=report.stopped, solved=report.solved, method=method, seed=seed,
        threads=report.threads, counts=counts,
        depths=tuple(zip(report.depths, report.depth_nodes, strict=True)),
        trace=Trace(report.trace, state) if report.trace is not None else None,
    )  # fmt: skip


def rolled(report: Any, outcomes: list[Line]) -> Line:
    """What a chance node is worth to player 0: nobody has a move to choose."""
    whole = len(outcomes) == len(report.lines)
    proved = whole and all(line.score.proved for line in outcomes)
    about = any(line.score.bound == "about" for line in outcomes)
    return Line(None, Score(report.expected, "about" if about else "exact", 0, proved))


def count(state: State | list[Any], depth: int) -> int:
    """perft: how many sequences of exactly `depth` moves there are (in Othello, as its tables do, games that ended
    earlier count once)."""
    state = state if isinstance(state, State) else start(state)
    whole("depth", depth)
    with explained(state.game):
        return int(state._count(depth))


@dataclass(frozen=True)
class TreeSize:
    """A whole game tree, counted."""

    nodes: int
    games: int
    first_wins: int
    second_wins: int
    draws: int


def tree_size(state: State | list[Any], depth: int = 1000) -> TreeSize:
    """Every node of the tree below a position, and how its games end (S4.4)."""
    state = state if isinstance(state, State) else start(state)
    whole("depth", depth)
    with explained(state.game):
        return TreeSize(*state._measure(depth))


def distinct_positions(state: State, depth: int = 1000, symmetric: bool = False) -> list[int]:
    """Different positions by the number of plies to them; with `symmetric`, mirror images count once."""
    whole("depth", depth)
    if symmetric and not state.info["symmetric"]:
        raise ValueError(f"{state.game.label} declares no symmetry (canonical)")
    with explained(state.game):
        return list(state._distinct(depth, symmetric))


def whole(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10_000:
        raise ValueError(f"{name}={value!r}: must be a whole number from 0 to 10000")
