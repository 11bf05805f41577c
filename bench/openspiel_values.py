"""OpenSpiel's small games: the value by our methods and by its own, with times. `python bench/openspiel_values.py`

Every game that OpenSpiel loads without parameters, and some small variants, with at most 100,000 positions. Perfect
information is compared with its alpha-beta or expectiminimax, imperfect information of two players with its CFR+.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

import zermelo

MOST = 100_000
VARIANTS = [
    *("breakthrough(rows=4,columns=3)", "connect_four(rows=3,columns=4,x_in_row=3)", "nim(pile_sizes=1;3;5)"),
    *("clobber(rows=3,columns=3)", "hex(board_size=3)", "dots_and_boxes(num_rows=1,num_cols=2)", "mnk(m=3,n=3,k=3)"),
    *("pig(winscore=6,horizon=12,diceoutcomes=3)", "goofspiel(num_cards=4)", "goofspiel(num_cards=3,imp_info=True)"),
    *("liars_dice(dice_sides=3)", "liars_dice(dice_sides=4)", "oshi_zumo(coins=4,size=2)", "blotto(coins=5,fields=3)"),
    *("go(board_size=2)", "y(board_size=3)", "havannah(board_size=2)", "amazons", "first_sealed_auction(max_value=4)"),
]


def names() -> list[str]:
    """Texts of games that can be searched, the shortest first."""
    kinds = pyspiel.GameType
    plain = [
        each.short_name
        for each in pyspiel.registered_games()
        if each.default_loadable
        and each.dynamics != kinds.Dynamics.MEAN_FIELD
        and each.chance_mode != kinds.ChanceMode.SAMPLED_STOCHASTIC
        and not each.short_name.startswith("python_")
    ]
    return sorted({*plain, *VARIANTS})


def positions(game: Any, by_text: bool) -> int:
    """Distinct positions, as far as MOST: by OpenSpiel's text, or by history."""
    seen: set[int] = set()
    path: list[Iterator[Any]] = [iter([game.new_initial_state()])]
    while path and len(seen) <= MOST:
        state = next(path[-1], None)
        if state is None:
            path.pop()
            continue
        key = hash((int(state.current_player()), str(state)) if by_text else tuple(state.history()))
        if key not in seen and not state.is_terminal():
            path.append(map(state.child, state.legal_actions()))
        seen.add(key)
    return len(seen)


def timed(work: Callable[[], float]) -> tuple[float, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def by_its_search(game: Any) -> float:
    if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
        return float(minimax.alpha_beta_search(game)[0])
    root = game.new_initial_state()
    return float(minimax.expectiminimax(root, 10_000, lambda state: state.player_return(0), 0)[0])


def by_its_cfr(game: Any, rounds: int) -> float:
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return float(pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True, 0)[0])


def compare(name: str) -> str | None:
    """A line of the list; None if the game is too large or of another kind."""
    game = pyspiel.load_game(name)
    kinds = pyspiel.GameType
    if game.get_type().dynamics == kinds.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    kind = game.get_type()
    if game.num_players() != 2 or kind.utility not in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM):
        return None
    open_ = kind.information == kinds.Information.PERFECT_INFORMATION
    merge = open_ and kind.chance_mode == kinds.ChanceMode.DETERMINISTIC  # the text of pig leaves its count out
    count = positions(game, by_text=merge)
    if count > MOST:
        return None
    if open_:
        theirs, their_seconds = timed(lambda: by_its_search(game))
        state = zermelo.start(f"openspiel:{name}", merge=merge)
        ours, seconds = timed(lambda: zermelo.search(state, depth=10_000).score.for_player(0).value)
    else:
        theirs, their_seconds = timed(lambda: by_its_cfr(game, 300))
        ours, seconds = timed(lambda: zermelo.equilibrium(zermelo.start(f"openspiel:{name}"), iterations=1000).value)
    same = "same" if abs(ours - theirs) < (1e-9 if open_ else 0.01) else "DIFFERENT"
    return f"{name:45} {count:7} {ours:9.4f} {theirs:9.4f} {seconds:8.2f} {their_seconds:8.2f}  {same}"


def main() -> None:
    print(f"{'game':45} {'states':>7} {'here':>9} {'there':>9} {'CPU s':>8} {'there':>8}")
    for name in sys.argv[1:] or names():
        try:
            line = compare(name)
        except (pyspiel.SpielError, ValueError, RecursionError) as error:
            line = f"{name:45} not compared: {str(error)[:80]}"
        if line is not None:
            print(line, flush=True)


if __name__ == "__main__":
    main()
