"""The methods: presets over the features that a search is put together from (core/features.hpp)."""

from __future__ import annotations

from typing import cast

from zermelo.errors import did_you_mean
from zermelo.game import Game, Info, State
from zermelo.kinds import two_sided
from zermelo.query import FEATURES, FeatureOptions, Features, Table, read_options, words_of
from zermelo.validate import shown

__all__ = ["ALL_METHODS", "METHODS", "ORDERS", "REPLACEMENTS", "Features", "Table", "choose", "fitted", "known_method"]

ORDERS = tuple(word for word in words_of("order") if word != "best")
REPLACEMENTS = words_of("replacement")

# What the recursion may leave out or search deeper: `auto` does all of it where
# the game evaluates and says which moves are noisy.
SELECTIVE: FeatureOptions = {
    "quiescence": True,
    "extensions": True,
    "null_move": True,
    "reductions": True,
    "late_pruning": True,
    "futility": True,
    "reverse_futility": True,
    "razoring": True,
    "internal_reduction": True,
    "singular": True,
    "probcut": True,
    "correction": True,
}
ALL_MOVES: FeatureOptions = cast(FeatureOptions, dict.fromkeys(SELECTIVE, False))
# What forms offer to switch on and off, with what each means.
SWITCHES = {name: FEATURES[name] for name in ("selective", *SELECTIVE)}
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
    ).replace(**SELECTIVE),
}
# Methods for games with dice, with secrets, of more players; see kinds.py for which is for which.
MORE_METHODS: dict[str, Features] = {
    "expectiminimax": Features(prune=False),
    "expectiminimax+star1": Features(star="star1"),
    "expectiminimax+star2": Features(star="star2"),
    "expectiminimax+filter": Features(filter=True),
    "mcts": Features(),
    "puct": Features(order="eval+prior"),
    "proof": Features(),
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


def read_switches(text: str) -> dict[str, bool]:
    """Switches as forms and addresses write them: "null_move=no,probcut=no"."""
    given: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"switches: expected name=yes or name=no, not {shown(part)}")
        given[name.strip()] = value.strip()
    return {name: bool(on) for name, on in read_options(given, SWITCHES, "switch").items()}


def kind_of(method: str, info: Info) -> str:
    """Which part of the core does it: "" is the recursion that most methods are presets of."""
    if method == "auto" and info.hidden:
        return "ismcts"
    if method == "auto" and not two_sided(info):
        return "maxn"
    return method if method in ("mcts", "puct", "ismcts", "maxn", "paranoid", "proof") else ""


def choose(method: str, changes: FeatureOptions, info: Info) -> Features:
    """The method's features with the user's changes, checked."""
    preset = ALL_METHODS[method]
    if method == "auto" and not two_sided(info):
        preset = AUTO_MANY
    elif method == "auto" and info.chance:
        preset = AUTO_DICE
    if not changes:
        return preset
    if changes.get("star", "none") != "none" and "prune" not in changes:
        preset = preset.replace(prune=True)
    if not changes.get("selective", True) or not changes.get("prune", True) or changes.get("cut", ">=") == ">":
        preset = full_width(preset)
    return consistent(preset.replace(**changes), changes)


def full_width(features: Features) -> Features:
    """The same with nothing left out."""
    return features.replace(selective=False).replace(**ALL_MOVES)


def leaves_out(features: Features) -> list[str]:
    """The features that leave something out, or search it to another depth."""
    return [name for name, on in features.as_dict().items() if name in SELECTIVE and on]


def consistent(chosen: Features, given: FeatureOptions) -> Features:
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
    selective = leaves_out(chosen)
    if selective and not given.get("selective", True):
        raise ValueError(f"{selective[0]} leaves something out: it contradicts selective=False")
    if selective and (not chosen.prune or chosen.cut == ">"):
        raise ValueError(f'{selective[0]} is for alpha-beta with cut=">="')
    check_puct(chosen)
    if chosen.etc and not chosen.table and "etc" in given:
        raise ValueError("etc=True needs a table")
    return chosen.replace(etc=chosen.etc and chosen.table)


def check_puct(chosen: Features) -> None:
    numbers = {"considered": chosen.considered, "noise": chosen.noise, "c_puct": chosen.c_puct}
    for name, number in (numbers | {"c_visit": chosen.c_visit, "c_scale": chosen.c_scale}).items():
        if not number >= 0:
            raise ValueError(f"{name}={shown(number)}: must not be negative")
    if not chosen.squash > 0:
        raise ValueError(f"squash={shown(chosen.squash)}: must be more than 0")


def fitted(chosen: Features, given: FeatureOptions, state: State, info: Info, judges: bool) -> Features:
    """The features fitted to the game; `judges`: an evaluation says where something may be left out."""
    selective = [name for name in leaves_out(chosen) if name in given]
    if selective and not judges:
        raise ValueError(f"{selective[0]} needs an evaluation, which {state.game.label} does not have (eval=)")
    if selective and (info.chance or not two_sided(info)):
        raise ValueError(f"{selective[0]} is for games of two sides without dice")
    if not selective and not judges:
        chosen = chosen.replace(**ALL_MOVES)
    if chosen.symmetry and not info.symmetric:
        raise ValueError(f"{state.game.label} declares no symmetry (canonical)")
    if chosen.symmetry and info.repetition:
        raise ValueError("symmetry: where positions may come back, a mirror image is another position")
    if "decisive" not in given and isinstance(state.game, Game) and not state.game.compiled:
        chosen = chosen.replace(decisive=False)
    if "etc" not in given and isinstance(state.game, Game):
        return chosen.replace(etc=False)  # asking Python for every child costs more than it saves
    return chosen
