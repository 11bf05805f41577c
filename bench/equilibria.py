"""Regret minimisation side by side with OpenSpiel's C++ (pip install open_spiel): microseconds of CPU an iteration.

    python bench/equilibria.py

Both run the same iterations of the same games and come to the same exploitability, which is printed with the times.
"""

from __future__ import annotations

import time

import zermelo
from zermelo.equilibrium import equilibrium

GAMES = [("kuhn", "kuhn_poker", 1000), ("leduc", "leduc_poker", 100), ("liars_dice", "liars_dice", 10)]
KINDS = [("cfr", "CFRSolver"), ("cfr+", "CFRPlusSolver")]


def ours(game: str, kind: str, iterations: int) -> tuple[float, float]:
    """(microseconds an iteration, exploitability); compiling the game is not counted, as theirs is not."""
    from zermelo.native import core

    form = core.sequences(zermelo.start(game), 5_000_000)
    run = core.Regret(form, kind, (1.5, 0.0, 2.0))
    many = max(iterations, 100)
    began = time.process_time()
    run.run(many, 0.0, None)
    spent = time.process_time() - began
    found = equilibrium(zermelo.start(game), method=kind, iterations=iterations)
    return spent / many * 1e6, found.exploitability or 0.0


def theirs(game: str, solver: str, iterations: int) -> tuple[float, float]:
    import pyspiel

    loaded = pyspiel.load_game(game)
    run = getattr(pyspiel, solver)(loaded)
    began = time.process_time()
    for _ in range(iterations):
        run.evaluate_and_update_policy()
    spent = time.process_time() - began
    return spent / iterations * 1e6, pyspiel.exploitability(loaded, run.average_policy())


def main() -> None:
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed (pip install open_spiel): our side alone")
        for game, _, iterations in GAMES:
            for kind, _ in KINDS:
                print(f"{game} {kind}: {ours(game, kind, iterations)[0]:.1f} us")
        return
    print(f"{'game':12} {'method':6} {'ours us':>10} {'OpenSpiel us':>13} {'ratio':>7}  exploitability")
    for game, peer, iterations in GAMES:
        for kind, solver in KINDS:
            mine, error = ours(game, kind, iterations)
            other, peer_error = theirs(peer, solver, iterations)
            print(
                f"{game:12} {kind:6} {mine:10.1f} {other:13.1f} {other / mine:7.0f}  "
                f"{error:.4g} and {peer_error:.4g} after {iterations}"
            )


if __name__ == "__main__":
    main()
