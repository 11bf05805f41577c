"""Backgammon. Other ways to write positions are in formats.py; chances, rankings and rollouts in analysis.py."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from zermelo.game import BuiltIn, Option, State
from zermelo.native import core
from zermelo.scene import Scene, written

LOADING = threading.Lock()
# Level to the depth of the look ahead (decisions, as everywhere) and the positions it may judge.
LEVELS = {level: {"depth": 1 + level // 8, "nodes": round(30 * 1.8**level)} for level in range(1, 21)}


def scene(state: State) -> Scene:
    return written(board(state), state.moves())


def board(state: State) -> str:
    """The board from X's side, with the numbers X counts by; below it the cube, the score and what is to be done."""
    places, cube, owner, turn, thrown, mine, others, *_, length, _ = state.text.removeprefix("XGID=").split(":")
    men = [ord(c.upper()) - 64 if c != "-" else 0 for c in places]
    rows = [" 13 14 15 16 17 18      19 20 21 22 23 24"]
    upper, lower = range(13, 25), range(12, 0, -1)
    for level in range(5):
        rows.append(row(places, men, upper, level, men[0], "O"))
    rows.append(" " * 20 + "BAR")
    for level in reversed(range(5)):
        rows.append(row(places, men, lower, level, men[25], "X"))
    rows.append(" 12 11 10  9  8  7       6  5  4  3  2  1")
    off = [
        15 - sum(n for n, c in zip(men, places, strict=True) if c.isupper() == x and c != "-") for x in (True, False)
    ]
    rows.append(f"off: X {off[0]}, O {off[1]}")
    if int(length):
        rows.append(f"match to {length}: X {mine}, O {others}")
    if cube != "0":
        rows.append(f"cube: {2 ** int(cube)}, {'X' if owner == '1' else 'O'} has it")
    name = {"1": "X", "-1": "O"}.get(turn, "")
    told = {"00": f"{name} to roll", "..": f"{name} rolls", "D": f"{name} doubles", "DP": f"{name} won: double dropped"}
    if state.is_over:
        rows.append(f"over: X {state.payoff(0):+g}")
    elif name:
        rows.append(told.get(thrown, f"{name} to play {thrown}"))
    return "\n".join(rows)


def row(places: str, men: list[int], points: range, level: int, bar: int, bar_of: str) -> str:
    """One row of men; where more than five stand, the last tells how many."""
    cells = []
    for i, point in enumerate(points):
        if i == 6:
            cells.append(f" |{cell(bar, bar_of, level)}|")
        cells.append(cell(men[point], "X" if places[point].isupper() else "O", level))
    return "".join(cells)


def cell(count: int, owner: str, level: int) -> str:
    if level == 4 and count > 5:
        return f"{count:>3}"
    return f"  {owner}" if count > level else "  ."


def check(values: Mapping[str, Any]) -> None:
    """Options that contradict each other; and the networks, loaded at the first use of the game."""
    if values["match"] and values["jacoby"]:
        raise ValueError("backgammon: Jacoby's rule is for money, not for matches")
    if values["jacoby"] and not values["cube"]:
        raise ValueError("backgammon: Jacoby's rule needs the cube (cube=1)")
    load()


def load() -> None:
    if core.backgammon_loaded():
        return
    with LOADING:  # of several threads, the first
        if not core.backgammon_loaded():
            from zermelo.games.backgammon import weights

            core.backgammon_load(weights.load())


def why_not(state: State, name: str) -> str:
    """What is wrong with a play that is not legal."""
    moves = state.moves()
    if moves == ["pass"]:
        return "no man can move: only a pass is left"
    if moves in (["roll", "double"], ["take", "drop"]):
        return f"{moves[0]} or {moves[1]} is asked for"
    if "/" not in name:
        return "plays are written like 24/20 13/10, bar/22 or 6/off"
    return "both dice must be played if they can be, from the bar first, and never onto two enemy men"


GAME = BuiltIn(
    name="backgammon",
    title="Backgammon",
    summary="race home with the dice; hit, block and bear off",
    options={
        "cube": Option(0, 0, 1, help="1: with the doubling cube"),
        "match": Option(0, 0, 25, help="points a match is played to; 0: one game, for money"),
        "jacoby": Option(0, 0, 1, help="1: gammons count only once the cube was turned (money)"),
    },
    check=check,
    scene=scene,
    levels=LEVELS,
    why_not=why_not,
)
