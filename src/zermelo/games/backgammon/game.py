"""Backgammon. Its board is drawn in drawing.py; other ways to write positions are in formats.py; chances, rankings and
rollouts in analysis.py."""

from __future__ import annotations

import threading

from zermelo.game import BuiltIn, Option, Options, State
from zermelo.games.backgammon.drawing import scene
from zermelo.games.backgammon.formats import read_text
from zermelo.native import core

LOADING = threading.Lock()
# Level to the depth of the look ahead (decisions, as everywhere) and the positions it may judge.
LEVELS = {level: {"depth": 1 + level // 8, "nodes": round(30 * 1.8**level)} for level in range(1, 21)}


def check(values: Options) -> None:
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
    sample="3-1; 8/5 6/5; 64; 24/14; 52",
    levels=LEVELS,
    why_not=why_not,
    read_text=read_text,
    measure="points",
    notations="XGID and GNU Backgammon's IDs",
)
