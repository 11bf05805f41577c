"""Facts a built-in game is held to: its folder's known.toml, read and tried.

The file holds tables, each optional and each as often as needed. All of them may have `options` (a variant), `position`
(text; the start if absent) and `slow = true` (not tried in every run).

    [[perft]]      counts: sequences of 1, 2, 3, … moves (and shorter games, where the game counts these)
    [[distinct]]   counts: different positions after 0, 1, 2, … plies; `symmetric`: mirror images count once
    [[tree]]       nodes, games, first_wins, second_wins, draws: the whole tree
    [[moves]]      moves: the legal moves, in order; turn; payoff: what player 0 has won
    [[search]]     keywords of search (method, cut, window, best, depth, …), then any of: nodes; outcome (win, draw,
                   loss for the player to move); value; plies to the end; best_moves: all that keep the value
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.counting import TreeSize, count, distinct_positions, tree_size
from zermelo.game import BuiltIn, State
from zermelo.search import search

Fact = Mapping[str, Any]
COMMON = {"options", "position", "slow"}
ANSWERS = {"nodes", "outcome", "value", "plies", "best_moves"}


def check_facts(game: BuiltIn, slow: bool = False) -> Iterator[tuple[str, str]]:
    """Every fact as (what it says, what is wrong with it), the second empty if it holds."""
    for kind, facts in game.known.items():
        if kind not in CHECKS:
            yield f"{game.name}/known.toml", f"unknown table [[{kind}]]; known: {', '.join(CHECKS)}"
            continue
        for fact in facts:
            if slow or not fact.get("slow"):
                yield fact_name(game, kind, fact), check_fact(game, kind, fact)


def fact_name(game: BuiltIn, kind: str, fact: Fact) -> str:
    rest = ", ".join(f"{name}={value}" for name, value in fact.items() if name != "slow")
    return f"{game.name} {kind}: {rest}"


def check_fact(game: BuiltIn, kind: str, fact: Fact) -> str:
    content = {name: value for name, value in fact.items() if name not in COMMON}
    try:
        state = game.start(fact.get("position"), **fact.get("options", {}))
        return CHECKS[kind](state, content)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def difference(what: str, found: object, wanted: object) -> str:
    return "" if found == wanted else f"{what}: found {found}, known {wanted}"


def perft(state: State, fact: Fact) -> str:
    found = [count(state, depth) for depth in range(1, len(fact["counts"]) + 1)]
    return difference("sequences of moves", found, fact["counts"])


def distinct(state: State, fact: Fact) -> str:
    found = distinct_positions(state, len(fact["counts"]) - 1, symmetric=fact.get("symmetric", False))
    return difference("different positions", found, fact["counts"])


def whole_tree(state: State, fact: Fact) -> str:
    return difference("tree", tree_size(state), TreeSize(**fact))


def moves(state: State, fact: Fact) -> str:
    found = {"moves": state.moves(), "turn": state.turn, "payoff": state.payoff(0)}
    wrong = [difference(name, found[name], wanted) for name, wanted in fact.items()]
    return "; ".join(each for each in wrong if each)


def searched(state: State, fact: Fact) -> str:
    """Searches as the fact says (to the end, if it does not) and compares each answer it names."""
    keywords = {name: value for name, value in fact.items() if name not in ANSWERS}
    keywords.setdefault("depth", math.inf)
    if "window" in keywords:
        keywords["window"] = tuple(keywords["window"])
    if "best_moves" in fact:
        keywords["best"] = "all"
    result = search(state, **keywords)
    score = result.score
    found: dict[str, object] = {
        "nodes": result.nodes,
        "outcome": score and score.outcome,
        "value": score and score.value,
    }
    found["plies"] = score and score.plies
    if "best_moves" in fact:
        found["best_moves"] = [line.move for line in result.lines if line.score == score]
    wrong = [difference(name, found[name], fact[name]) for name in found if name in fact]
    if not ANSWERS & set(fact):
        wrong.append(f"the fact says nothing; expected one of {', '.join(sorted(ANSWERS))}")
    return "; ".join(each for each in wrong if each)


CHECKS = {"perft": perft, "distinct": distinct, "tree": whole_tree, "moves": moves, "search": searched}
