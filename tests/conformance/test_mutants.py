"""One-line bugs in the rules: how many the laws and a few known facts find.

Every mutant is the source of a right game with one operator or number changed. A mutant that changes nothing a player
could notice is no bug; those are listed in EQUAL with the reason.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from copy import deepcopy

import pytest
from python_games import KNOWN

import zermelo
from zermelo.check import check_game
from zermelo.counting import TreeSize

RULES = ("turn", "moves", "play", "payoff", "winner", "at", "odds", "canonical")
SWAPS = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.USub: ast.UAdd,
}

# Changes that leave the game as it is: nothing could catch them.
EQUAL = {
    "TicTacToe.canonical: range(3) -> range(4)",  # the fourth turn is the board itself
    "TicTacToe.canonical: b[8:5:-1] -> b[9:5:-1]",  # there is nothing beyond the end
    "ConnectFour.at: 0 <= x < 5 -> -1 <= x < 5",  # lines never run to the left
    "ConnectFour.winner: x + i * dx -> x - i * dx",  # the same lines, from the other end
    "ConnectFour.winner: y + i * dy -> y - i * dy",
}


def mutants(game: type[zermelo.Game]) -> Iterator[tuple[str, ast.Module]]:
    """(what was changed, the module with it) for every single change."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(game)))
    for method in tree.body[0].body:  # type: ignore[attr-defined]
        if isinstance(method, ast.FunctionDef) and method.name in RULES:
            for index, node in enumerate(ast.walk(method)):
                for change in range(len(changes(node))):
                    mutant = deepcopy(tree)
                    target = find(mutant, method.name, index)
                    place = around(mutant, target)
                    before = ast.unparse(place)
                    changes(target)[change]()
                    yield f"{game.__name__}.{method.name}: {before} -> {ast.unparse(place)}", mutant


def find(tree: ast.Module, method: str, index: int) -> ast.AST:
    body = tree.body[0].body  # type: ignore[attr-defined]
    function = next(each for each in body if isinstance(each, ast.FunctionDef) and each.name == method)
    return list(ast.walk(function))[index]


def around(tree: ast.Module, node: ast.AST) -> ast.AST:
    """The expression to show a change in: the node, or what holds it if it is a bare number."""
    if not isinstance(node, ast.Constant):
        return node
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    place = parents[node]
    while isinstance(place, (ast.Tuple, ast.UnaryOp, ast.Slice)) and not isinstance(parents[place], ast.stmt):
        place = parents[place]
    return place


def changes(node: ast.AST) -> list:
    """What can be done to one node, as functions that do it in place."""
    if isinstance(node, ast.Compare):
        return [lambda: node.ops.__setitem__(0, SWAPS[type(node.ops[0])]())]
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.UnaryOp)) and type(node.op) in SWAPS:
        return [lambda: setattr(node, "op", SWAPS[type(node.op)]())]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return [lambda step=step: setattr(node, "value", node.value + step) for step in (1, -1)]
    return []


def build(tree: ast.Module) -> type[zermelo.Game]:
    names: dict[str, object] = {"Game": zermelo.Game, "OVER": zermelo.OVER, "CHANCE": zermelo.CHANCE}
    exec(compile(ast.fix_missing_locations(tree), "<mutant>", "exec"), names)
    return names[tree.body[0].name]  # type: ignore[attr-defined,return-value]


def caught(game: type[zermelo.Game], known: dict[str, object]) -> bool:
    """Whether the facts or the laws notice that something is wrong."""
    try:
        if not agrees(zermelo.start(game), known):
            return True
    except zermelo.GameError:
        return True
    return not check_game(game, games=20).ok


def agrees(state: zermelo.State, known: dict[str, object]) -> bool:
    counts = known["perft"]
    if any(zermelo.count(state, depth + 1) != wanted for depth, wanted in enumerate(counts)):
        return False
    depth, *sizes = known["tree"]
    if zermelo.tree_size(state, depth) != TreeSize(*sizes):
        return False
    if known["value"] is None:
        return True
    result = zermelo.search(state, nodes=300_000)
    return result.solved and result.score is not None and result.score.value == known["value"]


def outcomes(every: int) -> list[tuple[str, bool]]:
    """What was changed and whether it was caught, for each mutant, or every second, third …"""
    return [
        (what, caught(build(tree), known))
        for game, known in KNOWN.items()
        for what, tree in list(mutants(game))[::every]
    ]


def judge(found: list[tuple[str, bool]]) -> None:
    bugs = [(what, known) for what, known in found if what not in EQUAL]
    missed = [what for what, known in bugs if not known]
    assert len(missed) <= 0.05 * len(bugs), "\n".join(missed)
    assert [what for what, known in found if known and what in EQUAL] == [], "said to change nothing, yet caught"


def test_the_right_games_are_not_caught() -> None:
    for game, known in KNOWN.items():
        assert not caught(game, known)


def test_most_mutants_are_caught() -> None:
    found = outcomes(every=9)
    assert len(found) >= 45
    judge(found)


@pytest.mark.slow
def test_most_of_all_mutants_are_caught() -> None:
    found = outcomes(every=1)
    assert len(found) >= 400
    assert {what for what, _ in found} >= EQUAL
    judge(found)
