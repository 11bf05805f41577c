"""Equilibria of two-player zero-sum games in which one does not see everything: how to mix so as not to be exploited.

`equilibrium(state)` finds one; `exploitability` and `best_response` say how far any strategy is from it. A strategy is,
for each player, a mapping from what the player has seen (`state.view(player)`) to the probability of each move by name.
"""

from zermelo.equilibrium.best_responses import best_response, exploitability, tabulated
from zermelo.equilibrium.solve import METHODS, equilibrium
from zermelo.equilibrium.strategy import Equilibrium, Response

# `zermelo.equilibrium` is the function, which has taken the name of this package: what stands here is found there too.
vars(equilibrium).update(
    METHODS=METHODS,
    Equilibrium=Equilibrium,
    best_response=best_response,
    exploitability=exploitability,
    tabulated=tabulated,
)

__all__ = ["METHODS", "Equilibrium", "Response", "best_response", "equilibrium", "exploitability", "tabulated"]
