"""Best responses to given strategies, and so their exploitability."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zermelo.equilibrium.plans import plan_of, policy_of
from zermelo.equilibrium.strategy import Equilibrium, Policies, Response
from zermelo.errors import GameError
from zermelo.game import CHANCE, OVER, Move, State
from zermelo.native import core
from zermelo.validate import shown, typed

MOST_NODES = 5_000_000  # of a game that is written out


def check_kind(state: State) -> None:
    info, label = state.info, state.game.label
    if not info.hidden:
        raise ValueError(f"{label} is a game of perfect information: `search` finds its best moves")
    if len(info.players) != 2 or not info.zero_sum:
        raise ValueError(f"{label} is not a zero-sum game of two players: regret methods do not fit it")


def both(policies: Equilibrium | Policies) -> Policies:
    return policies.policies if isinstance(policies, Equilibrium) else policies


@typed
def best_response(state: State, policies: Equilibrium | Policies, player: int, max_nodes: int = MOST_NODES) -> Response:
    """What `player` wins at most against the other's strategy in `policies`, and with which moves."""
    check_kind(state)
    if player not in (0, 1):
        raise ValueError(f"player={shown(player)}: must be 0 or 1")
    form = core.sequences(state, max_nodes)
    value, plan = form.best_response(player, plan_of(form, 1 - player, both(policies)[1 - player]))
    return Response(player, value, policy_of(form, player, plan))


@typed
def exploitability(state: State, policies: Equilibrium | Policies, max_nodes: int = MOST_NODES) -> float:
    """What best responses win against these strategies, on average over the two players; 0 in equilibrium."""
    check_kind(state)
    form = core.sequences(state, max_nodes)
    first, second = (plan_of(form, player, both(policies)[player]) for player in (0, 1))
    return max(0.0, float(form.best_response(0, second)[0] + form.best_response(1, first)[0]) / 2)


@typed
def tabulated(state: State, choose: Callable[[State], Move], max_nodes: int = 100_000) -> Policies:
    """What a player does everywhere in a small game, as strategies for both sides.

    `choose` is asked once for each thing a player can have seen. It answers with a move, or with a mapping of moves to
    probabilities.
    """
    check_kind(state)
    found: tuple[dict[str, Mapping[str, float]], dict[str, Mapping[str, float]]] = ({}, {})
    left, walked = [state], 0
    while left:
        here = left.pop()
        walked += 1
        if walked > max_nodes:
            raise GameError(f"{state.game.label} has more than {max_nodes:,} nodes: too large to be asked everywhere")
        if here.turn == OVER:
            continue
        if here.turn != CHANCE and (view := here.view(here.turn)) not in found[here.turn]:
            answer = choose(here)
            shares = answer if isinstance(answer, Mapping) else {answer: 1.0}
            found[here.turn][view] = {str(here.name(move)): float(share) for move, share in shares.items()}
        left.extend(here.play(move) for move in here.moves())
    return found
