"""Exact equilibria by linear programming over sequences of moves (Koller, Megiddo and von Stengel 1994)."""

from __future__ import annotations

from zermelo.equilibrium.plans import sets_of
from zermelo.errors import GameError, MissingExtra
from zermelo.native import core


def linear_program(form: core.Sequences) -> tuple[bytes, bytes]:
    """Exact strategies of both players, each by the linear program of its side."""
    try:
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import block_array, coo_array, csr_array
    except ImportError:
        raise MissingExtra("exact equilibria need SciPy, the extra `exact`: pip install 'zermelo[exact]'") from None

    begin, columns, values = (np.frombuffer(raw, kind) for raw, kind in zip(form.payoffs(), "iid", strict=True))
    sizes = len(form.names(0)), len(form.names(1))
    payoffs = csr_array((values, columns, begin), shape=sizes)

    def constraints(player: int) -> csr_array:
        """One row for the empty sequence and one for each set: what flows in flows out."""
        sets = sets_of(form, player)
        entries = [(0, 0, 1.0)]
        for row, (parent, first, moves) in enumerate(sets, 1):
            entries.append((row, parent, -1.0))
            entries += [(row, i, 1.0) for i in range(first, first + moves)]
        rows, cols, data = zip(*entries, strict=True)
        return coo_array((data, (rows, cols)), shape=(len(sets) + 1, sizes[player])).tocsr()

    def solve(player: int) -> bytes:
        """Maximises what the player's plan keeps against the best response: max v with F'v <= A'x and E x = e."""
        own, other = constraints(player), constraints(1 - player)
        gain = (payoffs if player == 0 else -payoffs.T).T  # by the other's sequences
        upper = block_array([[-gain, other.T]])
        equal = block_array([[own, coo_array((own.shape[0], other.shape[0]))]])
        goal = np.zeros(sizes[player] + other.shape[0])
        goal[sizes[player]] = -1.0
        start = np.zeros(own.shape[0])
        start[0] = 1.0
        bounds = [(0, None)] * sizes[player] + [(None, None)] * other.shape[0]
        found = linprog(
            goal,
            A_ub=upper.tocsr(),
            b_ub=np.zeros(sizes[1 - player]),
            A_eq=equal.tocsr(),
            b_eq=start,
            bounds=bounds,
            method="highs",
        )
        if not found.success:
            raise GameError(f"the linear program was not solved: {found.message}")
        return bytes(np.maximum(found.x[: sizes[player]], 0.0).tobytes())

    return solve(0), solve(1)
