"""What a search can be put together from, and the methods: presets over the same features."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from zermelo.game import Game, State, did_you_mean
from zermelo.kinds import two_sided
from zermelo.native import core
from zermelo.validate import shown

Table: TypeAlias = core.Table
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
KEYWORDS = (
    "depth",
    "nodes",
    "seconds",
    "clock",
    "method",
    "best",
    "eval",
    "cutoff",
    "threads",
    "memory_mb",
    "seed",
    "window",
    "trace",
    "progress",
    "stop",
    "history",
    "samples",
    "inner",
    "explore",
    "open_cards",
)
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
REPLACEMENTS = ("ageing", "depth", "lru", "always", "full")
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
        scout=True,
        deepen=True,
        stride=True,
        table=True,
        etc=True,
        order="best",
        quick=True,
        solver=True,
        engine=True,
        selective=True,
    ),
}
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


def known_method(method: str) -> str:
    if method not in ALL_METHODS:
        close, known = did_you_mean(method, ALL_METHODS), ", ".join(ALL_METHODS)
        raise ValueError(f"unknown method {shown(method)}{close} (methods: {known})")
    return method


def kind_of(method: str, info: dict[str, Any]) -> str:
    """Which part of the core does it: "" is the recursion that most methods are presets of."""
    if method == "auto" and info["hidden"]:
        return "ismcts"
    if method == "auto" and not two_sided(info):
        return "maxn"
    return method if method in ("mcts", "ismcts", "maxn", "paranoid") else ""


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
            raise TypeError(f"search has no option {shown(name)}{did_you_mean(name, [*known, *KEYWORDS])}")
    if features.get("star", "none") != "none":
        features = {"prune": True, **features}
    chosen = replace(preset, **features)
    for name in known:
        value = getattr(chosen, name)
        if name not in ("cut", "fail", "replacement", "order", "table", "star") and not isinstance(value, bool):
            raise TypeError(f"{name}={shown(value)}: expected True or False")
    if not isinstance(chosen.table, (bool, Table)):
        raise TypeError(f"table={shown(chosen.table)}: expected True, False or a zermelo.Table")
    one_of("cut", chosen.cut, (">=", ">"))
    one_of("fail", chosen.fail, ("soft", "hard"))
    one_of("replacement", chosen.replacement, REPLACEMENTS)
    one_of("star", chosen.star, STARS)
    if chosen.order != "best":
        for name in str(chosen.order).split("+"):
            one_of("order", name, ORDERS)
    return consistent(chosen, features)


def consistent(chosen: Features, given: dict[str, Any]) -> Features:
    """Refuses features that contradict each other; what the preset alone asks for gives way."""
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
    if chosen.etc and not chosen.table and "etc" in given:
        raise ValueError("etc=True needs a table")
    return replace(chosen, etc=chosen.etc and bool(chosen.table))


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


def one_of(name: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        raise ValueError(f"{name}={shown(value)}: expected {', '.join(map(repr, known))}{did_you_mean(value, known)}")
