"""The command that finds equilibria."""

from __future__ import annotations

import json

import click

from zermelo.cli.arguments import GAME, JSON, Number, Words, open_state
from zermelo.cli.failures import DONE, asked
from zermelo.cli.output import data, emit, note, show_table
from zermelo.equilibrium import METHODS, Equilibrium
from zermelo.equilibrium import equilibrium as find
from zermelo.game import State

MOST_ROWS = 40


@click.command()
@GAME
@click.option("--method", type=Words("method", METHODS), default="dcfr", show_default=True, help="How to find it.")
@click.option("--iterations", type=Number("iterations"), metavar="N", help="Stop after this many (10k).")
@click.option("--seconds", type=float, help="Stop after this time.")
@click.option("--exploitability", type=float, metavar="X", help="Stop when nobody can win more than this.")
@click.option("--seed", type=int, default=0, show_default=True, help="For the method that samples.")
@click.option("--view", "seen", metavar="TEXT", help="Show only the moves for views that begin with this text.")
@JSON
def equilibrium(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    method: str,
    iterations: float | None,
    seconds: float | None,
    exploitability: float | None,
    seed: int,
    seen: str | None,
    as_json: bool,
) -> int:
    """How to mix the moves of a game of imperfect information, so that nobody can exploit it."""
    state = open_state(game, position, options, moves)
    with asked():
        found = find(
            state,
            method=method,
            iterations=None if iterations is None else int(iterations),
            seconds=seconds,
            exploitability=exploitability,
            seed=seed,
        )
    if as_json:
        fields = json.loads(found.to_json())
        emit("equilibrium", **{name: each for name, each in fields.items() if name not in ("format", "kind")})
    else:
        tell(state, found, seen or "")
    return DONE


def tell(state: State, found: Equilibrium, seen: str) -> None:
    data(str(found))
    for player, policy in zip(state.info.players, found.policies, strict=True):
        chosen = {view: shares for view, shares in policy.items() if view.startswith(seen)}
        rows: list[tuple[str, str]] = [
            (view, "  ".join(f"{move} {share:.3f}" for move, share in shares.items()))
            for view, shares in list(chosen.items())[:MOST_ROWS]
        ]
        if rows:
            show_table(("seen", "probabilities"), rows, title=f"\n{player}")
        if len(chosen) > MOST_ROWS:
            note(f"{len(chosen) - MOST_ROWS:,} more views of {player}; --view TEXT shows others, --json all")
