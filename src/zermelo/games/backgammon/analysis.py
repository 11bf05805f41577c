"""What the networks think of a position: chances, all plays ranked, rollouts."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import CHANCE, State
from zermelo.native import core


@dataclass(frozen=True)
class Chances:
    """For the player on roll: winning at all, a gammon or more, a backgammon; and the same for losing."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Points a game, cube aside."""
        good, bad = self.win_gammon + self.win_backgammon, self.lose_gammon + self.lose_backgammon
        return 2 * self.win - 1 + good - bad


@dataclass(frozen=True)
class Choice:
    """A play: its worth with the cube and the score counted in, how deep the look was, and the chances it leaves."""

    move: str
    value: float
    depth: int
    chances: Chances

    def __str__(self) -> str:
        c = self.chances
        chances = f"{c.win:.1%} (gammon {c.win_gammon:.1%}, {c.win_backgammon:.1%}; lost {c.lose_gammon:.1%}, "
        return f"{self.value:+.3f}  {self.move}  {chances}{c.lose_backgammon:.1%})"


@dataclass(frozen=True)
class Rollout:
    """Means of games played out, and their standard errors."""

    mean: Chances
    error: Chances
    equity: float
    equity_error: float
    games: int
    seed: int


def check_state(state: State) -> None:
    if state.info.name != "backgammon":
        raise ValueError(f"a position of backgammon is needed, not of {state.info.name}")
    if state.is_over:
        raise ValueError("the game is over")


def chances(state: State, depth: int = 1) -> Chances:
    """What the player on roll can expect before the dice; `depth` 1 to 4: decisions looked ahead."""
    check_state(state)
    check_depth(depth)
    return Chances(*core.backgammon_chances(state.text, depth))


def ranked(state: State, depth: int = 1) -> list[Choice]:
    """Every play of the dice that were thrown, the best first."""
    check_state(state)
    check_depth(depth)
    found = core.backgammon_ranked(state.text, depth)
    return [Choice(move, value, looked, Chances(*five)) for move, value, looked, five in found]


def check_depth(depth: int) -> None:
    if not 1 <= depth <= 4:
        raise ValueError(f"depth={depth!r}: must be 1 to 4")


def rollout(
    state: State, games: int = 1296, *, plies: int = 0, depth: int = 1, seed: int = 0, reduce: bool = True
) -> Rollout:
    """Plays a position that waits for the dice out many times, cube aside; the same seed gives the same result.

    `plies` cuts games off, for the networks to judge; 0 plays to the end. `depth` 1 or 2 is how far both players look
    ahead. `reduce` takes the luck of the dice off every game: far smaller errors for twenty times the work.
    """
    check_state(state)
    if state.turn != CHANCE and "roll" not in state.moves():
        raise ValueError("a rollout begins before the dice are thrown")
    if not 1 <= games <= 10_000_000:
        raise ValueError(f"games={games!r}: must be 1 to 10,000,000")
    if not 0 <= plies <= 10_000:
        raise ValueError(f"plies={plies!r}: must be 0 to 10,000")
    if depth not in (1, 2):
        raise ValueError(f"depth={depth!r}: must be 1 or 2")
    if not 0 <= seed < 2**63:
        raise ValueError(f"seed={seed!r}: must be a whole number >= 0")
    mean, error, equity, equity_error, played = core.backgammon_rollout(state.text, games, plies, depth, seed, reduce)
    return Rollout(Chances(*mean), Chances(*error), equity, equity_error, played, seed)
