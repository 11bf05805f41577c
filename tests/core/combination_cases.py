"""Random questions to the search: positions of every kind, and features put together at random.

A case is plain data (numbers, text, lists, dicts): roots to search from, sizes of tables that are kept, and the
searches one after the other. One seed gives one case, and a case can be written on one line and run again.
"""

from __future__ import annotations

import math
import random
from functools import cache
from typing import Any

import zermelo
from zermelo import CHANCE, OVER, State
from zermelo.methods import SELECTIVE

Case = dict[str, Any]
Query = dict[str, Any]

PLAIN = ("minimax", "minimax+table", "alphabeta", "alphabeta+table", "scout", "scout+table", "mtd", "deepening", "auto")
DICE = ("expectiminimax", "expectiminimax+star1", "expectiminimax+star2", "expectiminimax+filter", "auto")
WINDOWED = tuple(name for name in (*PLAIN, *DICE) if name not in ("minimax", "minimax+table", "expectiminimax"))
TABLED = ("minimax+table", "alphabeta+table", "scout+table", "mtd", "deepening", "auto")  # by themselves
ORDERS = ("given", "random", "eval", "noisy", "table", "killers", "history", "prior", "table+killers+history", "best")
REPLACEMENTS = ("ageing", "depth", "lru", "always", "full")
SMALL_TABLES = (0.00002, 0.0001, 0.0005, 0.002)  # one line of three entries and upwards
KEYS = ([], ["repetition_key"], ["table_key"], ["repetition_key", "table_key"])
NATIVE: tuple[tuple[str, dict[str, int]], ...] = (
    ("tictactoe", {}),
    ("mnk", {"m": 4, "n": 2, "k": 2}),
    ("mnk", {"m": 4, "n": 3, "k": 3}),
    ("connect4", {"width": 4, "height": 3}),
    ("connect4", {"width": 4, "height": 4}),
    ("synthetic", {"branching": 2, "plies": 5, "meetings": 4, "values": 6}),
    ("synthetic", {"branching": 3, "plies": 4, "meetings": 3, "values": 4}),
    ("synthetic", {"branching": 3, "plies": 3, "values": 9}),
)


# --- games to ask about -----------------------------------------------------------------------------------------------


class Graph(zermelo.Game):
    """A graph given as its nodes: (turn, children, payoff to player 0, judgement). The state is a node's number."""

    small = True
    initial = 0
    title = "Graph"

    def __init__(self, nodes: list[Any]) -> None:
        self.nodes = nodes

    def turn(self, state: int) -> int:
        return int(self.nodes[state][0])

    def moves(self, state: int) -> list[int]:
        return list(range(len(self.nodes[state][1])))

    def play(self, state: int, move: int) -> int:
        return int(self.nodes[state][1][move])

    def payoff(self, state: int, player: int) -> float:
        value = self.nodes[state][2]
        return float(value if player == 0 else -value)

    def evaluate(self, state: int, player: int) -> float:
        value = self.nodes[state][3]
        return float(value if player == 0 else -value)

    def odds(self, state: int, move: int) -> float:
        return 1 / len(self.nodes[state][1])


def graph(nodes: list[Any], points: bool, repetition: int = 0) -> Graph:
    """The game of a graph, with what it declares."""
    chance = any(turn == CHANCE for turn, *_ in nodes)
    declared: dict[str, Any] = {
        "payoffs": "points" if points else "outcome",
        "repetition": repetition,
        "chance": chance,
        "max_plies": 4 * len(nodes) + 8,
    }
    if chance:
        declared |= {"low": -9.0, "high": 9.0}
    kind: type[Graph] = type("Graph", (Graph,), declared)
    return kind(nodes)


class Counted(Graph):
    """A graph with loops and a count of moves without progress: at `limit` the game is a draw. The state is a node's
    number and the count; a child is [number, whether the move to it is progress]."""

    initial = (0, 0)
    title = "Counted"
    limit = 0

    def ended(self, state: tuple[int, int]) -> bool:
        return state[1] >= self.limit and self.nodes[state[0]][0] != OVER

    def turn(self, state: tuple[int, int]) -> int:
        return OVER if self.ended(state) else int(self.nodes[state[0]][0])

    def moves(self, state: tuple[int, int]) -> list[int]:
        return super().moves(state[0])

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        child, progress = self.nodes[state[0]][1][move]
        return child, 0 if progress else state[1] + 1

    def payoff(self, state: tuple[int, int], player: int) -> float:
        return 0.0 if self.ended(state) else super().payoff(state[0], player)

    def evaluate(self, state: tuple[int, int], player: int) -> float:
        return super().evaluate(state[0], player)


def without_count(game: Counted, state: tuple[int, int]) -> int:
    return state[0]


def counted(nodes: list[Any], points: bool, repetition: int, limit: int, keys: list[str]) -> Counted:
    """The game of such a graph; `keys` are the methods that leave the count out."""
    declared: dict[str, Any] = {
        "payoffs": "points" if points else "outcome",
        "repetition": repetition,
        "limit": limit,
        "max_plies": 8 * len(nodes) + 8 * limit,
    }
    kind: type[Counted] = type("Counted", (Counted,), declared | dict.fromkeys(keys, without_count))
    return kind(nodes)


class Shuffle(zermelo.Game):
    """Such a graph made up as it is walked: (seed, place, count). The same source runs compiled."""

    small = True
    initial = (0, 0, 0)
    payoffs = "points"
    repetition = 2
    max_plies = 60

    def noise(self, state: tuple[int, int, int], salt: int) -> int:
        word = (state[0] * 7919 + state[1] * 1299709 + salt * 15485863) % 2147483647
        word = (word * 48271) % 2147483647
        return (word * 48271) % 2147483647

    def turn(self, state: tuple[int, int, int]) -> int:
        if state[1] >= 5 or state[2] >= 2 + state[0] % 4:
            return OVER
        return self.noise(state, 1) % 2

    def moves(self, state: tuple[int, int, int]) -> Any:
        yield from range(1 + self.noise(state, 2) % 3)

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        place = (state[1] + 1 + self.noise(state, 3 + move) % 5) % 6
        progress = self.noise(state, 6 + move) % 3 == 0
        return (state[0], place, 0 if progress else state[2] + 1)

    def payoff(self, state: tuple[int, int, int], player: int) -> float:
        value = self.noise(state, 9) % 7 - 3.0 if state[1] >= 5 else 0.0
        return value if player == 0 else -value

    def evaluate(self, state: tuple[int, int, int], player: int) -> float:
        value = self.noise(state, 10) % 9 - 4.0
        return value if player == 0 else -value

    def repetition_key(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (state[0], state[1], 0)

    def table_key(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (state[0], state[1], state[2] // 2)


@cache
def compiled_shuffle() -> zermelo.Game:
    kind: type[zermelo.Game] = zermelo.compiled(type("CompiledShuffle", (Shuffle,), {"__module__": __name__}))
    return kind()


@cache
def plain_shuffle() -> zermelo.Game:
    return Shuffle()


class Maze(zermelo.Game):
    """A graph made up as it is walked: (seed, level, place). The same source runs compiled."""

    small = True
    initial = (0, 0, 0)
    payoffs = "points"
    max_plies = 40

    def noise(self, state: tuple[int, int, int], salt: int) -> int:
        word = (state[0] * 7919 + state[1] * 104729 + state[2] * 1299709 + salt * 15485863) % 2147483647
        word = (word * 48271) % 2147483647
        return (word * 48271) % 2147483647

    def turn(self, state: tuple[int, int, int]) -> int:
        if state[1] >= 3 + state[0] % 3:
            return OVER
        return self.noise(state, 1) % 2

    def moves(self, state: tuple[int, int, int]) -> Any:
        yield from range(1 + self.noise(state, 2) % 3)

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        step = 1 + self.noise(state, 3 + move) % 2
        return (state[0], state[1] + step, self.noise(state, 6 + move) % 3)

    def payoff(self, state: tuple[int, int, int], player: int) -> float:
        value = self.noise(state, 9) % 7 - 3.0
        return value if player == 0 else -value

    def evaluate(self, state: tuple[int, int, int], player: int) -> float:
        value = self.noise(state, 10) % 9 - 4.0
        return value if player == 0 else -value


@cache
def compiled_maze() -> zermelo.Game:
    kind: type[zermelo.Game] = zermelo.compiled(type("CompiledMaze", (Maze,), {"__module__": __name__}))
    return kind()


@cache
def plain_maze() -> zermelo.Game:
    return Maze()


def state_of(root: list[Any]) -> State:
    """The position that a case's data describe."""
    kind = root[0]
    if kind == "tree":
        return zermelo.start("tree", root[1])
    if kind == "graph":
        return zermelo.start(graph(*root[1:]))
    if kind == "counted":
        return zermelo.start(counted(*root[1:]))
    if kind == "shuffle":
        return (compiled_shuffle() if root[1] else plain_shuffle()).start(tuple(root[2]))
    if kind == "maze":
        return (compiled_maze() if root[1] else plain_maze()).start(tuple(root[2]))
    return zermelo.start(root[1], root[3], **root[2])


# --- random roots -----------------------------------------------------------------------------------------------------


def random_tree(rng: random.Random, depth: int, dice: bool) -> str:
    """Irregular, with ties, chains, players who move several times running, and now and then an infinity."""
    if depth == 0 or (depth < 4 and rng.random() < 0.15):
        if dice:
            return str(rng.choice((rng.randint(-5, 5), round(rng.uniform(-5, 5), 2))))
        rare = rng.choice(("inf", "-inf", "1e300", repr(rng.uniform(-9, 9)))) if rng.random() < 0.1 else "0"
        return rng.choice((str(rng.randint(-3, 3)), str(rng.randint(-9, 9)), rare))
    turn = rng.choice(("", "", "", "max", "min", "chance") if dice else ("", "", "", "", "max", "min"))
    return turn + "[" + ",".join(random_tree(rng, depth - 1, dice) for _ in range(rng.choice((1, 2, 2, 3, 3, 4)))) + "]"


def random_graph(rng: random.Random, dice: bool, loops: bool) -> list[Any]:
    """Nodes 0, 1, …; edges lead to later ones, and back too if there are loops. The last nodes are ends."""
    count = rng.randint(3, 7) if loops else rng.randint(4, 14)
    points = rng.random() < 0.5
    nodes: list[Any] = []
    for i in range(count):
        payoff = rng.randint(-5, 5) if points else rng.choice((-1, 0, 1))
        judged = rng.randint(-4, 4)
        if i >= count - 2 or (i > 1 and rng.random() < 0.15):
            nodes.append([OVER, [], payoff, judged])
            continue
        others = [j for j in range(count) if j != i] if loops else list(range(i + 1, min(count, i + 6)))
        children = rng.sample(others, min(len(others), rng.choice((1, 2, 2, 3))))
        turn = CHANCE if dice and rng.random() < 0.3 else rng.choice((0, 1))
        nodes.append([turn, children, payoff, judged])
    return ["graph", nodes, points, rng.choice((2, 3)) if loops else 0]


def random_counted(rng: random.Random) -> list[Any]:
    """A graph with loops whose moves are progress or not. Without repetition none is, so that every game ends."""
    _, nodes, points, repetition = random_graph(rng, dice=False, loops=True)
    repetition = rng.choice((0, repetition, repetition))
    for node in nodes:
        node[1] = [[child, bool(repetition) and rng.random() < 0.3] for child in node[1]]
    return ["counted", nodes, points, repetition, rng.randint(2, 7), rng.choice(KEYS)]


def random_native(rng: random.Random) -> list[Any]:
    """A position of a small built-in game that is near its end, so that minimax in Python is quick."""
    name, options = rng.choice(NATIVE)
    options = dict(options)
    if name == "synthetic":
        options["seed"] = rng.randint(0, 500)
        return ["native", name, options, None]
    state = zermelo.start(name, **options)
    left = rng.randint(1, 5)
    while not state.is_over and state.plies_left > left:
        state = state.play(rng.choice(state.moves()))
    return ["native", name, options, state.text] if not state.is_over else random_native(rng)


def random_root(rng: random.Random, compiled: bool) -> list[Any]:
    kind = rng.random()
    if kind < 0.45:
        dice = rng.random() < 0.3
        text = random_tree(rng, rng.randint(2, 5), dice)
        return ["tree", text if text[-1] == "]" else f"[{text}]"]
    if kind < 0.65:
        return random_graph(rng, rng.random() < 0.25, loops=False)
    if kind < 0.75:
        return random_graph(rng, dice=False, loops=True)
    if kind < 0.81:
        return random_counted(rng)
    if kind < 0.84:
        return ["shuffle", compiled and rng.random() < 0.7, [rng.randint(0, 300), 0, 0]]
    if kind < 0.91:
        return random_native(rng)
    return ["maze", compiled and rng.random() < 0.7, [rng.randint(0, 300), 0, 0]]


# --- random questions -------------------------------------------------------------------------------------------------


def random_features(rng: random.Random, query: Query, info: Any) -> None:
    """Sets some of the features by keyword, in ways that do not contradict each other."""
    method, dice = query["method"], info.chance
    prunes = method in WINDOWED
    mtd, scout = method == "mtd", method.startswith("scout") or method == "auto"

    def often(chance: float) -> bool:
        return rng.random() < chance

    if often(0.35):
        query["table"] = rng.choice((True, False)) if not mtd else True
    if often(0.3):
        query["deepen"] = rng.choice((True, False))
    if often(0.2):
        query["stride"] = True
    if prunes and often(0.35):
        query["aspiration"] = True
    if prunes and not mtd and method != "auto" and often(0.2):
        query["scout"] = scout = True
    if prunes and method.startswith("expecti") and often(0.1):
        query["mtd"] = query["table"] = mtd = True
    if prunes and not scout and not mtd and often(0.3):
        query["cut"] = ">"
    if prunes and not mtd and often(0.3):
        query["fail"] = "hard"
    if often(0.3):
        query["order"] = rng.choice(ORDERS)
    if often(0.15):
        query["same_depth"] = True
    if often(0.2) and query.get("table", method in TABLED):
        query["etc"] = True
    if info.symmetric and not info.repetition and often(0.3):
        query["symmetry"] = True
    if often(0.25):
        query["quick"] = True
    if dice and prunes and "star" not in method and often(0.4):
        query["star"] = rng.choice(("none", "star1", "star2"))
    if often(0.03):
        query["filter"] = True
    if method == "auto" and often(0.5):
        query["solver"] = False


def random_selection(rng: random.Random, query: Query, info: Any) -> None:
    """Lets a search leave something out, where an evaluation says what may be."""
    if query["method"] == "auto" and rng.random() < 0.5:
        query["selective"] = False
        return
    judges = query.get("eval", "none" if not info.evaluates else "own") != "none"
    if not judges or info.chance or query["method"] not in WINDOWED or "cut" in query or rng.random() < 0.6:
        return
    query.update({name: True for name in SELECTIVE if rng.random() < rng.choice((0.2, 0.8))})
    if rng.random() < 0.3:
        query["margin"], query["reduction"] = rng.choice((0.1, 1.0)), rng.choice((0.0, 2.0))


def random_query(rng: random.Random, case: Case, states: list[State]) -> Query:
    at = rng.randrange(len(states))
    state, steps = states[at], []
    while rng.random() < 0.25 and not state.is_over:
        steps.append(rng.randrange(len(state.moves())))
        state = state.play(state.moves()[steps[-1]])
    if state.is_over:
        state, steps = states[at], []
    info = state.info
    query: Query = {"root": at, "method": rng.choice(DICE if info.chance else PLAIN)}
    if steps:
        query["steps"] = steps
    random_features(rng, query, info)
    if rng.random() < 0.55:
        query["depth"] = rng.randint(1, 6)
    if rng.random() < 0.5:
        some = ("none", "small", "other", "large")
        query["eval"] = "none" if "symmetry" in query else rng.choice(some)  # these know nothing of mirror images
    random_selection(rng, query, info)
    if rng.random() < 0.06:
        query["cutoff"] = [rng.randint(1, 4), rng.randint(0, 2)]
    if rng.random() < 0.25:
        query["best"] = rng.choice((2, 3, "all"))
    if query["method"] in WINDOWED and rng.random() < 0.15:
        query["window"] = sorted(rng.sample((-math.inf, -3, -1, -0.5, 0, 0.5, 1, 2, 4, math.inf), 2))
    if rng.random() < 0.15:
        query["nodes"] = rng.randint(1, 120)
    elif rng.random() < 0.05:
        query["stop_after"] = rng.randint(0, 3)
    in_python = isinstance(state.game, Graph) or state.game in (plain_maze(), plain_shuffle())
    if not in_python and rng.random() < 0.02:
        query["threads"] = 2
    query["memory_mb"] = rng.choice(SMALL_TABLES)
    if rng.random() < 0.3:
        query["replacement"] = rng.choice(REPLACEMENTS)
    if case["tables"] and query.get("table", query["method"] in TABLED) and rng.random() < 0.8:
        share = len(case["tables"]) // len(states)  # a table holds positions of one game
        query["table"] = at * share + rng.randrange(share)
    if info.repetition and rng.random() < 0.3:
        query["history"] = [random_place(rng, state) for _ in range(rng.randint(1, 2))]
    if query.get("seed") is None and "random" in str(query.get("order")):
        query["seed"] = rng.randint(0, 9)
    if info.repetition:
        query.pop("filter", None)
    return query


def random_place(rng: random.Random, state: State) -> object:
    """A position that may have been there before."""
    place = rng.randrange(1, 3)
    if isinstance(state.data, int):
        return place
    return [*state.data[:-2], place, rng.randrange(2)]


def random_case(seed: int, compiled: bool = True) -> Case:
    """One to four searches, of the same position or of others, with tables of their own or kept ones."""
    rng = random.Random(seed)
    case: Case = {"roots": [random_root(rng, compiled)], "tables": [], "queries": []}
    if rng.random() < 0.5:
        case["tables"] = [[rng.choice(SMALL_TABLES), rng.choice(REPLACEMENTS)] for _ in range(rng.choice((1, 1, 2)))]
        if rng.random() < 0.3:
            case["roots"].append(random_root(rng, compiled))
            case["tables"] *= 2
    states = [state_of(root) for root in case["roots"]]
    for _ in range(rng.randint(1, 4) if case["tables"] else rng.randint(1, 2)):
        case["queries"].append(random_query(rng, case, states))
    return case
