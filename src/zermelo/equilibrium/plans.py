"""Plans (weights of sequences, as the core has them) and policies (probabilities of moves, as people read them)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence

from zermelo.equilibrium.strategy import Policy
from zermelo.native import core


def sets_of(form: core.Sequences, player: int) -> list[tuple[int, int, int]]:
    """(parent sequence, first sequence, moves) of each information set."""
    flat = memoryview(form.sets(player)).cast("i")
    return [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]


def policy_of(form: core.Sequences, player: int, plan: bytes) -> Policy:
    """Probabilities of moves; all alike where the plan never comes."""
    weights, names = memoryview(plan).cast("d"), form.names(player)
    found: dict[str, Mapping[str, float]] = {}
    for view, (parent, first, moves) in zip(form.views(player), sets_of(form, player), strict=True):
        reach = weights[parent]
        found[view] = {names[i]: weights[i] / reach if reach > 0 else 1 / moves for i in range(first, first + moves)}
    return found


def plan_of(form: core.Sequences, player: int, policy: Policy) -> bytes:
    """The weights of a policy's sequences; ValueError names what it does not say."""
    names, weights = form.names(player), array("d", bytes(8 * len(form.names(player))))
    weights[0] = 1.0
    for view, (parent, first, moves) in zip(form.views(player), sets_of(form, player), strict=True):
        shares = policy.get(view)
        if shares is None:
            shares = {names[i]: 1 / moves for i in range(first, first + moves)}
        known = names[first : first + moves]
        check_shares(view, shares, known)
        for i, name in enumerate(known, first):
            weights[i] = weights[parent] * shares.get(name, 0.0)
    return weights.tobytes()


def check_shares(view: str, shares: Mapping[str, float], known: Sequence[str]) -> None:
    for name, share in shares.items():
        if name not in known:
            raise ValueError(f"at {view!r}: {name!r} is not one of the moves {', '.join(known)}")
        if not (isinstance(share, (int, float)) and 0 <= share <= 1 + 1e-9):
            raise ValueError(f"at {view!r}: {share!r} is no probability of {name!r}")
    if abs(math.fsum(shares.values()) - 1) > 1e-6:
        raise ValueError(f"at {view!r}: the probabilities add up to {math.fsum(shares.values()):.6g}, not 1")
