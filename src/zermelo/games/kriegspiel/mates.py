"""Sure mates: moves that mate wherever the other's men may be, found by a search over what the player may think.

A belief is a list of positions that are one to the player. A try leads to several of them: where it is refused, and one
for each thing that the umpire may say. The try is good if all of these are won; the other is taken to reply as well as
possible, knowing everything. So what is found is proved, and what is not found may still be likely (Russell and Wolfe
2005).
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.game import OVER, State

Belief = list[State]


def sure_mate(state: State, moves: int) -> str | None:
    """A try after which the player to move mates for certain, within so many accepted moves; None if there is none.

    GameError where the positions that the player thinks possible are too many to list.
    """
    player = state.turn
    return None if player == OVER else first_try(boards(world for world, _ in state.worlds(player)), player, moves)


def first_try(belief: Belief, player: int, moves: int) -> str | None:
    """A try that wins in every position of a belief, at the player's turn."""
    if moves == 0:
        return None
    for move in belief[0].moves():
        if wins(belief, str(move), player, moves):
            return str(move)
    return None


def wins(belief: Belief, move: str, player: int, moves: int) -> bool:
    after = [state.play(move) for state in belief]
    refused = [state for state in after if state.text.endswith("-")]
    made = [state for state in after if not state.text.endswith("-")]
    if not made or any(state.is_over and state.payoff(player) <= 0 for state in made):
        return False
    if not all(first_try(each, player, moves - 1) for each in alike(replies(made), player)):
        return False
    return not refused or first_try(boards(refused), player, moves) is not None


def replies(states: Belief) -> Iterable[State]:
    """Every position after every legal reply of the other; refused tries change nothing for the player."""
    for state in states:
        for move in state.moves():
            after = state.play(move)
            if not after.text.endswith("-"):
                yield after


def alike(states: Iterable[State], player: int) -> list[Belief]:
    """Positions that the player cannot tell apart, together."""
    together: dict[tuple[int, str], Belief] = {}
    for state in states:
        together.setdefault((state.turn, state.view(player)), []).append(state)
    return [boards(each) for each in together.values()]


def boards(states: Iterable[State]) -> Belief:
    """Each board once, whatever led to it."""
    return list({state.table_key: state for state in states}.values())
