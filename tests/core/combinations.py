"""The law of random combinations: whatever is switched on, what a search calls exact, proved or a bound is true.

Every case of combination_cases is searched and compared with plain minimax, written here over positions that were
expanded beforehand. As a program:

    python tests/core/combinations.py --searches 1000000 --seed 5 --processes 4
    python tests/core/combinations.py '{"roots": …}'         # one case again, as a failure prints it
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

from combination_cases import TABLED, Case, Query, random_case, state_of

import zermelo
from zermelo import CHANCE, OVER, Result, Score, State, Stop, Table, search
from zermelo.methods import SELECTIVE

WIN, SURE, MOST_JUDGED = 2.0**40, 2.0**40 - 2.0**16, 2.0**39  # the scale of distances, as docs/design.md has it
ROUNDING = 1e-9  # averages over dice are compared to within this


class Wrong(AssertionError):
    """A search said something that is not so."""


# --- positions, expanded ----------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Node:
    state: State
    turn: int
    key: object  # what has to be equal for the position to have come back
    kids: list[Node] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    payoff: float = 0.0


def expand(state: State, known: dict[State, Node]) -> Node:
    """The graph below a position: equal positions are one node."""
    if state in known:
        return known[state]
    node = known[state] = Node(state, state.turn, state.repetition_key)
    if node.turn == OVER:
        node.payoff = state.payoff(0)
        return node
    for move in state.moves():
        node.kids.append(expand(state.play(move), known))
        node.odds.append(state.odds(move) if node.turn == CHANCE else 1.0)
    return node


def signed(value: float, player: int) -> float:
    return value if player == 0 else -value


def small(state: State, player: int) -> float:
    return signed(state.key % 9 - 4.0, player)


def other(state: State, player: int) -> float:
    return signed((state.key >> 7) % 5 - 2.0, player)


def large(state: State, player: int) -> float:
    return signed(((state.key >> 3) % 5 - 2.0) * 1e8, player)


EVALUATIONS: dict[str, Callable[[State, int], float]] = {"small": small, "other": other, "large": large}


@cache
def cutoff(start: int, odd: int) -> Callable[[State, int], bool]:
    return lambda state, ply: ply >= start and ply % 3 != odd


# --- plain minimax ----------------------------------------------------------------------------------------------------


@dataclass
class Measure:
    """Minimax from its definition, for player 0: of points, or with wins as WIN minus the plies to them."""

    distance: bool
    judge: Callable[[Node], float]
    ends: Callable[[State, int], bool] | None = None
    path: tuple[object, ...] | None = None  # where positions may come back: the keys of those before the root
    memory: dict[tuple[int, float, int], float] = field(default_factory=dict)

    def after(self, value: float) -> float:
        """A child's value as its parent sees it: the end is one ply further away."""
        if not self.distance or abs(value) < SURE:
            return value
        return value - 1 if value > 0 else value + 1

    def value(self, node: Node, depth: float, ply: int = 0, path: tuple[object, ...] = ()) -> float:
        if node.turn == OVER:
            if not self.distance or node.payoff == 0:
                return node.payoff
            return math.copysign(WIN, node.payoff)
        if ply > 0 and (depth <= 0 or (self.ends is not None and self.ends(node.state, ply))):
            return self.judge(node)
        if self.path is not None:
            if ply > 0 and node.key in path:
                return 0.0
            return self.best(node, depth, ply, (*path, node.key))
        place = (id(node), depth, ply if self.ends is not None else min(ply, 1))
        if place not in self.memory:
            self.memory[place] = self.best(node, depth, ply, ())
        return self.memory[place]

    def best(self, node: Node, depth: float, ply: int, path: tuple[object, ...]) -> float:
        if node.turn == CHANCE:
            values = [self.value(kid, depth, ply + 1, path) for kid in node.kids]
            return sum(odds * value for odds, value in zip(node.odds, values, strict=True))
        values = [self.value(kid, depth - 1, ply + 1, path) for kid in node.kids]
        return self.after(max(values) if node.turn == 0 else min(values))

    def moves(self, node: Node, depth: float) -> list[float]:
        """What each root move is worth, counted from the root."""
        path = None if self.path is None else (*self.path, node.key)
        left = depth if node.turn == CHANCE else depth - 1
        return [self.after(self.value(kid, left, 1, path or ())) for kid in node.kids]


def of_moves(node: Node, values: list[float]) -> float:
    if node.turn == CHANCE:
        return sum(odds * value for odds, value in zip(node.odds, values, strict=True))
    return max(values) if node.turn == 0 else min(values)


def endless(nodes: list[Node]) -> dict[int, float]:
    """The value of each position where play without end is a draw: what either side can force in a finite time."""
    value = {id(node): node.payoff if node.turn == OVER else 0.0 for node in nodes}
    payoffs = {node.payoff for node in nodes if node.turn == OVER}
    for player, sign in ((0, 1), (1, -1)):
        for goal in sorted((p for p in payoffs if p * sign > 0), key=abs):
            forced = {id(node) for node in nodes if node.turn == OVER and node.payoff * sign >= goal * sign}
            while True:
                more = {
                    id(node)
                    for node in nodes
                    if node.turn != OVER
                    and id(node) not in forced
                    and (any if node.turn == player else all)(id(kid) in forced for kid in node.kids)
                }
                if not more:
                    break
                forced |= more
            for node in nodes:
                if node.turn != OVER and id(node) in forced:
                    value[id(node)] = goal
    return value


# --- one search -------------------------------------------------------------------------------------------------------


@dataclass
class Asked:
    """A query, the position it is about, and what has to be known of it to judge the answers."""

    query: Query
    node: Node
    nodes: dict[State, Node]

    @property
    def info(self) -> Any:
        return self.node.state.info

    @property
    def depth(self) -> float:
        depth = self.query.get("depth", math.inf)
        return math.inf if depth >= self.info.max_plies else float(depth)

    @property
    def deepens(self) -> bool:
        method = self.query["method"]
        if method == "auto" and self.info.chance and "depth" not in self.query and "nodes" not in self.query:
            return bool(self.query.get("deepen", False))
        return bool(self.query.get("deepen", method in ("deepening", "auto")))

    @property
    def tabled(self) -> bool:
        return self.query.get("table", self.query["method"] in TABLED) is not False

    @property
    def evaluates(self) -> bool:
        how = self.query.get("eval")
        return how in EVALUATIONS or (how is None and self.info.evaluates)

    @property
    def distance(self) -> bool:
        quick = self.query.get("quick", self.query["method"] == "auto" and not self.info.chance)
        cut_short = self.depth < math.inf or "cutoff" in self.query or self.deepens
        return self.info.payoffs == "outcome" and not self.info.chance and (quick or (self.evaluates and cut_short))

    @property
    def selects(self) -> bool:
        """Whether something may be left out, or searched deeper: then a value is none of one depth."""
        asked = self.query
        if any(asked.get(name) for name in SELECTIVE):
            return True
        wanted = asked["method"] == "auto" and asked.get("selective", True) and asked.get("prune", True)
        bounded = asked.get("depth", math.inf) != math.inf or ("nodes" in asked and "depth" not in asked)
        return bool(wanted and bounded and self.evaluates and not self.info.chance)

    @property
    def history(self) -> list[State]:
        given = self.query.get("history", ())
        return [self.node.state.game.start(tuple(each) if isinstance(each, list) else each) for each in given]

    @property
    def any_path(self) -> bool:
        """Whether what is proved holds on every way to a position: positions may come back, none stands before the
        root, and the game does not say that some come back which differ."""
        return bool(self.info.repetition and not self.info.repetition_keyed and not self.query.get("history"))

    @property
    def mixes(self) -> bool:
        """Whether an entry of another depth or path may answer, so that a value may be none of the depth asked for."""
        if not self.tabled or self.query.get("same_depth"):
            return False
        kept = not isinstance(self.query.get("table", True), bool)
        # Of positions that have one distance from the root each.
        levels = self.info.name in ("tree", "tictactoe", "mnk", "connect4", "synthetic")
        return kept or not levels or self.query.get("threads", 1) > 1

    def judge(self, node: Node) -> float:
        """What an unfinished position counts, for player 0."""
        state, how = node.state, self.query.get("eval")
        if not self.evaluates:
            return 0.0
        player = max(node.turn, 0)
        value = signed(EVALUATIONS[how](state, player) if how in EVALUATIONS else state.evaluate(player), player)
        if self.info.chance:
            return min(max(value, float(self.info.low)), float(self.info.high))
        return min(max(value, -MOST_JUDGED), MOST_JUDGED) if self.distance else value

    def measure(self, distance: bool, to_the_end: bool) -> Measure:
        ends = cutoff(*self.query["cutoff"]) if "cutoff" in self.query and not to_the_end else None
        path = tuple(each.repetition_key for each in self.history) if self.info.repetition else None
        return Measure(distance, self.judge, ends, path)


def options_of(query: Query, tables: list[Table]) -> dict[str, Any]:
    options = {name: value for name, value in query.items() if name not in ("root", "steps", "stop_after", "history")}
    if "eval" in options:
        options["eval"] = EVALUATIONS.get(options["eval"], options["eval"])
    if "cutoff" in options:
        options["cutoff"] = cutoff(*options["cutoff"])
    if "window" in options:
        options["window"] = tuple(map(float, options["window"]))
    if not isinstance(options.get("table", True), bool):
        options["table"] = tables[options["table"]]
    if "depth" not in options and "nodes" not in options:
        options["depth"] = math.inf
    return options


def first_pass(asked: Asked) -> float:
    """The depth that a deepening search begins with."""
    strides = asked.query.get("stride", asked.query["method"] == "auto" and not asked.info.chance)
    return 2 - asked.depth % 2 if strides and asked.depth < math.inf else 1


def numeric(score: Score) -> float:
    """A score for player 0, on the scale of Measure."""
    score = score.for_player(0)
    if score.plies is None or score.outcome not in ("win", "loss"):
        return score.value
    return math.copysign(WIN - score.plies, score.value)


def keeps(score: Score, true: float, slack: float) -> bool:
    """Whether a score's promise is kept."""
    value, bound = numeric(score), score.for_player(0).bound
    if value == true:
        return True
    if bound == "exact":
        return abs(value - true) <= slack
    return true >= value - slack if bound == "at least" else true <= value + slack


class Judgement:
    """Checks results of one search."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.slack = ROUNDING if asked.info.chance else 0.0
        self.known: dict[Any, list[float]] = {}

    def values(self, depth: float, distance: bool, to_the_end: bool) -> list[float]:
        place = (depth, distance, to_the_end)
        if place not in self.known:
            measure = self.asked.measure(distance, to_the_end)
            self.known[place] = measure.moves(self.asked.node, depth)
        return self.known[place]

    def check(self, result: Result, finished: bool) -> None:
        asked, node = self.asked, self.asked.node
        moves = node.state.moves()
        solver = result.solved and not result.depths and result.depth == 0
        distance = asked.distance or solver
        depth = asked.depth
        if asked.deepens and not solver:
            depth = float(result.depth) if result.depths else first_pass(asked)
        for line in (*result.lines, *result.others):
            self.check_line(line, moves.index(line.move), depth, distance)
        if result.score is None:
            self.demand(not finished, "a finished search without a score")
            return
        true = self.whole(result.score, depth, distance)
        if result.score.bound != "about":
            self.demand(true is None or keeps(result.score, true, self.slack), f"the position is worth {true}")
        if node.turn != CHANCE:
            self.demand(result.move == result.line[0] == result.lines[0].move, "the move is not the line's first")
        if result.solved:
            self.demand(result.score.proved, "solved, but not proved")
            if "window" not in asked.query:
                self.demand(result.score.exact, "solved, but not exact")
        if finished:
            self.check_finished(result, depth, distance)
        if result.score.exact and "threads" not in asked.query:
            self.check_play(result, depth, distance)

    def whole(self, score: Score, depth: float, distance: bool) -> float | None:
        """What the position is worth, in the sense of the score."""
        if score.proved and self.asked.any_path:
            return None if distance else endless(list(self.asked.nodes.values()))[id(self.asked.node)]
        values = self.values(math.inf if score.proved else depth, distance, score.proved)
        return of_moves(self.asked.node, values)

    def check_line(self, line: zermelo.Line, index: int, depth: float, distance: bool) -> None:
        self.demand(line.line[0] == line.move, f"the line of {line.move} begins otherwise")
        at = self.asked.node.state
        for move in line.line:
            self.demand(move in at.moves(), f"{line.line} is no play")
            at = at.play(move)
        if line.score.bound == "about":
            self.demand(not line.score.proved, "an estimate is called proved")
            return
        if line.score.proved and self.asked.any_path:
            if not distance:
                kid = self.asked.node.kids[index]
                true = endless(list(self.asked.nodes.values()))[id(kid)]
                self.demand(keeps(line.score, true, self.slack), f"{line.move} is worth {true}, not {line.score}")
            return
        true = self.values(math.inf if line.score.proved else depth, distance, line.score.proved)[index]
        self.demand(keeps(line.score, true, self.slack), f"{line.move} is worth {true}, not {line.score}")

    def check_finished(self, result: Result, depth: float, distance: bool) -> None:
        """Nothing broke the search off: it says all that it was asked for."""
        asked, query, score = self.asked, self.asked.query, result.score
        assert score is not None
        if score.bound == "about":
            filters = query.get("filter") or "filter" in query["method"]
            self.demand(asked.mixes or filters or asked.selects, "an estimate")
            return
        true = self.whole(score, depth, distance)
        whole = not asked.info.repetition and not (asked.info.table_keyed and asked.tabled)
        lasts = asked.depth == math.inf and "cutoff" not in query and whole and not asked.selects
        if lasts and not query.get("filter") and "filter" not in query["method"]:
            self.demand(result.solved, "searched to the end, but not solved")
        if "window" in query and asked.node.turn != CHANCE:
            self.check_window(score, true)
            return
        self.demand(score.exact, "not exact")
        if any(line.score.bound == "about" for line in result.lines) or query.get("symmetry") or asked.selects:
            return
        best = query.get("best", 1)
        wanted = len(asked.node.kids) if best == "all" or asked.node.turn == CHANCE else min(best, len(asked.node.kids))
        self.demand(len(result.lines) == wanted, f"{len(result.lines)} lines instead of {wanted}")
        if asked.node.turn == CHANCE or asked.info.repetition:
            return
        if result.solved or not result.counts.deeper:
            values = self.values(math.inf if result.solved else depth, distance, result.solved)
            ranking = sorted(values, reverse=asked.node.turn == 0)[:wanted]
            for line, value in zip(result.lines, ranking, strict=True):
                self.demand(self.equal(line.score, value), "the ranking")

    def check_window(self, score: Score, true: float | None) -> None:
        if true is None:
            return
        alpha, beta = map(float, self.asked.query["window"])
        if not self.asked.info.first_player_view and self.asked.node.turn == 1:
            alpha, beta = -beta, -alpha
        value, slack = numeric(score), self.slack
        if alpha + slack < true < beta - slack:
            self.demand(score.exact, f"inside the window, but {score.bound}")
        if true >= beta + slack:
            self.demand(value >= beta - slack, "fails high below the window")
        if true <= alpha - slack:
            self.demand(value <= alpha + slack, "fails low above the window")
        if self.asked.query.get("fail") == "hard" and not score.proved:
            self.demand(alpha <= value <= beta, "fail-hard, but outside the window")

    def check_play(self, result: Result, depth: float, distance: bool) -> None:
        """The best line leads to where the value comes from."""
        assert result.score is not None
        at, path = self.asked.node, [each.repetition_key for each in self.asked.history]
        for move in result.line:
            path.append(at.key)
            at = at.kids[at.state.moves().index(move)]
        length = len(result.line)
        if result.score.proved:
            if at.turn == OVER:
                value = at.payoff if not distance or at.payoff == 0 else math.copysign(WIN - length, at.payoff)
                self.demand(self.equal(result.score, value), "the line")
            return
        if at.turn == CHANCE or self.asked.info.repetition:
            return
        measure = self.asked.measure(distance, to_the_end=False)
        value = measure.value(at, depth - length, max(length, 1), tuple(path))
        for _ in range(length):
            value = measure.after(value)
        self.demand(self.equal(result.score, value), "the line")

    def equal(self, score: Score, value: float) -> bool:
        return numeric(score) == value or abs(numeric(score) - value) <= self.slack

    def demand(self, kept: object, what: str) -> None:
        if not kept:
            raise Wrong(what)


def run_query(asked: Asked, tables: list[Table]) -> None:
    query, judgement = asked.query, Judgement(asked)
    stop, seen = Stop(), count()
    shown: list[Result] = []

    def progress(result: Result) -> None:
        shown.append(result)
        if next(seen) == query.get("stop_after", -1) - 1:
            stop.set()

    if query.get("stop_after") == 0:
        stop.set()
    options = options_of(query, tables)
    result = search(asked.node.state, progress=progress, stop=stop, history=asked.history, **options)
    for each in shown:
        judgement.check(each, finished=False)
    judgement.check(result, finished=result.stopped in ("depth", "solved"))
    if "nodes" in query and query.get("threads", 1) == 1:
        judgement.demand(result.nodes <= query["nodes"], "more nodes than allowed")


def run_case(case: Case) -> int:
    """Searches a case; how many searches that were. Raises Wrong, or whatever a search raises."""
    tables = [Table(size, policy) for size, policy in case["tables"]]
    roots = [state_of(root) for root in case["roots"]]
    known: list[dict[State, Node]] = [{} for _ in roots]
    for query in case["queries"]:
        nodes = known[query["root"]]
        node = expand(roots[query["root"]], nodes)
        for step in query.get("steps", ()):
            node = node.kids[step]
        run_query(Asked(query, node, nodes), tables)
    return len(case["queries"])


# --- what went wrong, made small --------------------------------------------------------------------------------------


def complaint(case: Case) -> str:
    """What is wrong with the answers to a case; "" if nothing is."""
    try:
        run_case(case)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def without(text: str) -> Iterator[str]:
    """A tree with one node replaced by one of its children, or left out."""
    starts: list[int] = []
    for i, letter in enumerate(text):
        if letter == "[":
            starts.append(i)
        elif letter == "]":
            begin = starts.pop()
            inner, level, parts, last = text[begin + 1 : i], 0, [], 0
            for j, each in enumerate(inner + ","):
                level += (each == "[") - (each == "]")
                if each == "," and level == 0:
                    parts.append(inner[last:j])
                    last = j + 1
            for k, part in enumerate(parts):
                if begin > 0 and not text[:begin].endswith(("max", "min", "chance")):
                    yield text[:begin] + part + text[i + 1 :]
                if len(parts) > 1:
                    yield text[: begin + 1] + ",".join(parts[:k] + parts[k + 1 :]) + text[i:]


def smaller(case: Case) -> Iterator[Case]:
    """Cases with a little less in them."""
    queries = case["queries"]
    for i in range(len(queries)):
        if len(queries) > 1:
            yield case | {"queries": queries[:i] + queries[i + 1 :]}
        for name in queries[i]:
            if name not in ("root", "method"):
                less = {key: value for key, value in queries[i].items() if key != name}
                yield case | {"queries": [*queries[:i], less, *queries[i + 1 :]]}
    for i, root in enumerate(case["roots"]):
        rest = case["roots"]
        if root[0] == "tree":
            for text in without(root[1]):
                yield case | {"roots": [*rest[:i], ["tree", text], *rest[i + 1 :]]}
        if root[0] == "graph":
            for j, (turn, kids, payoff, judged) in enumerate(root[1]):
                for k in range(len(kids)):
                    if len(kids) > 1:
                        nodes = [*root[1][:j], [turn, kids[:k] + kids[k + 1 :], payoff, judged], *root[1][j + 1 :]]
                        yield case | {"roots": [*rest[:i], ["graph", nodes, *root[2:]], *rest[i + 1 :]]}
        if root[0] == "counted":
            for j, (turn, kids, payoff, judged) in enumerate(root[1]):
                for k in range(len(kids)):
                    if len(kids) > 1:
                        nodes = [*root[1][:j], [turn, kids[:k] + kids[k + 1 :], payoff, judged], *root[1][j + 1 :]]
                        yield case | {"roots": [*rest[:i], ["counted", nodes, *root[2:]], *rest[i + 1 :]]}


def shrink(case: Case, tries: int = 3000) -> Case:
    """The smallest case found that is wrong too (with refusals not counted as wrong)."""
    for _ in range(tries):
        for less in smaller(case):
            if complaint(less).startswith("Wrong"):
                case = less
                break
        else:
            return case
    return case


def report(case: Case) -> str:
    """A failure on one line that runs it again."""
    small_case = shrink(case) if complaint(case).startswith("Wrong") else case
    return f"python tests/core/combinations.py '{json.dumps(small_case)}'   # {complaint(small_case)}"


def run_seeds(first: int, searches: int, most: int = 5, compiled: bool = True) -> tuple[int, list[str]]:
    """Cases by their seeds until so many searches are done; how many, and the failures (at most `most` of them)."""
    done, failures = 0, list[str]()
    for seed in count(first):
        if done >= searches or len(failures) >= most:
            break
        case = random_case(seed, compiled)
        done += len(case["queries"])
        if complaint(case):
            failures.append(f"seed {seed}: {report(case)}")
    return done, failures


def run_part(part: tuple[int, int]) -> tuple[int, list[str]]:
    return run_seeds(*part)


def run_many(searches: int, seed: int, processes: int) -> tuple[int, list[str]]:
    """The same over several processes, each with seeds of its own."""
    parts = max(processes, searches // 20_000)
    jobs = [(seed * 10**9 + i * 10**7, searches // parts + 1) for i in range(parts)]
    done, failures = 0, list[str]()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for more, wrong in pool.imap_unordered(run_part, jobs):
            done += more
            failures += wrong
            print(*wrong, f"{done:,} searches, {len(failures)} wrong", sep="\n", flush=True)
    return done, failures


def main() -> int:
    parser = argparse.ArgumentParser(description="Random combinations of features against plain minimax.")
    parser.add_argument("case", nargs="?", help="one case, as a failure prints it")
    parser.add_argument("--searches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    if asked.case:
        wrong = complaint(json.loads(asked.case))
        print(wrong or "nothing wrong")
        return bool(wrong)
    _, failures = run_many(asked.searches, asked.seed, asked.processes)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
