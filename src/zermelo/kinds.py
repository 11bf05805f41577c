"""Kinds of games (S3.8, S4.3): with dice or hidden information or without, zero-sum or not; what searches each."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.game import Info

# The methods for each kind of game beyond plain minimax; the first two are recommended.
DICE = (
    "expectiminimax+star2",
    "expectiminimax",
    "expectiminimax+star1",
    "expectiminimax+filter",
    "mcts",
    "puct",
    "auto",
)
HIDDEN = ("montecarlo", "ismcts", "weighted", "auto")
MANY = ("maxn", "paranoid", "mcts", "auto")
# Not to be compared by nodes and values: estimates, or methods that need a limit of their own.
ESTIMATES = {"expectiminimax+filter", "mcts", "puct", "ismcts", "montecarlo"}


def two_players(info: Info) -> bool:
    """Whether two players, each alone, play for payoffs that cancel."""
    return info.zero_sum and len(info.players) == 2 and not info.sides


def two_sided(info: Info) -> bool:
    """Whether two players, or two sides of partners, play for payoffs that cancel."""
    return info.zero_sum and (len(info.players) == 2 or bool(info.sides))


def usual_walk(info: Info) -> str:
    """The method that explorers use unless another is asked for; it sees all hidden information."""
    if not two_sided(info):
        return "paranoid"
    return "expectiminimax+star1" if info.chance else "alphabeta"


def trouble(info: Info) -> tuple[str, tuple[str, ...]] | None:
    """What keeps plain minimax from a game, and the methods that can do it."""
    players = len(info.players)
    if info.hidden:
        return "it hides information", HIDDEN
    if not two_sided(info):
        return f"it has {players} player{'s' * (players != 1)}" if players != 2 else "it is not zero-sum", MANY
    if info.chance:
        return "it has chance nodes", DICE
    return None


def check_kind(label: str, method: str, info: Info, plain: Iterable[str]) -> None:
    """Raises ValueError, before any work, if the method is not for games of this kind; `plain` ones are for games
    without dice and secrets."""
    found = trouble(info)
    if found is None:
        if method == "proof":
            check_proof(label, info)
        elif method == "puct" and not two_players(info):
            raise ValueError(f"puct cannot search {label}: it is played by partners (auto can)")
        elif method not in (*plain, "mcts", *DICE):
            two = "sides" if info.sides else "players"
            reason = "nothing is hidden in it" if method in HIDDEN else f"it has two {two} whose payoffs cancel"
            raise ValueError(f"{method} is not for {label}: {reason} (auto can)")
        return
    reason, methods = found
    if method not in methods:
        raise ValueError(f"{method} cannot search {label}: {reason} ({' or '.join(methods[:2])} can)")


def check_proof(label: str, info: Info) -> None:
    """Raises ValueError where a proof, which says who wins and nothing else, is not the value of a game."""
    if info.payoffs == "points":
        why = "its payoffs are points, and a proof only says who wins"
        raise ValueError(f"proof cannot search {label}: {why} (auto can)")
    if not two_players(info):
        raise ValueError(f"proof cannot search {label}: it is played by partners (auto can)")


def able(info: Info, plain: Iterable[str]) -> tuple[str, ...]:
    """The methods to choose from for a game; `plain` ones are for games without dice and secrets."""
    found = trouble(info)
    proof = ("proof",) if info.payoffs == "outcome" and two_players(info) else ()
    puct = ("puct",) if two_players(info) else ()
    return (*plain, "mcts", *puct, *proof) if found is None else found[1]


def fitting(info: Info, plain: Iterable[str]) -> tuple[str, ...]:
    """The methods whose nodes and values can be compared on a game."""
    found = trouble(info)
    return tuple(plain) if found is None else tuple(name for name in sorted(found[1]) if name not in ESTIMATES)
