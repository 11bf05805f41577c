"""Bridge with all cards open, as bridge players know it: tricks on every card, the table of 20 results, par."""

from __future__ import annotations

from functools import lru_cache

from zermelo.game import State
from zermelo.games.bridge.game import GAME, Table, par, rank_cards, table
from zermelo.solver_view import SolverView

SIGNS = {"NT": "NT", "S": "♠", "H": "♥", "D": "♦", "C": "♣"}
ROWS = "NSEW"
MEMORY_MB = 64.0


def solver_view(state: State, seconds: float) -> SolverView:
    """TimeoutError if the seconds are not enough."""
    head = state.text.partition(" :")[0]
    vulnerable = head.split(" ")[5]
    found = results(head, seconds)
    note = f"Par for N and S, if N deals: {par(found, vulnerable)}".replace("-", "−") if found.length == 13 else ""
    rows = tuple((seat, *(str(found.tricks[strain][seat]) for strain in SIGNS)) for seat in ROWS)
    values: dict[str, str] = {}
    best: tuple[str, ...] = ()
    if not state.is_over:
        ranked = rank_cards(state, MEMORY_MB, seconds)
        values = {card: str(each.tricks) for each in ranked for card in each.cards}
        best = tuple(card for each in ranked if each.tricks == ranked[0].tricks for card in each.cards)
    return SolverView(
        "Double dummy, all cards open: the tricks that the side to play takes in all with each card.",
        values,
        best,
        "Tricks by declarer and strain",
        ("Declarer", *SIGNS.values()),
        rows,
        note,
    )


@lru_cache(maxsize=32)
def results(head: str, seconds: float) -> Table:
    """The 20 results of the deal, whatever was played of it."""
    return table(GAME.start(f"{head} :"), MEMORY_MB, seconds)
