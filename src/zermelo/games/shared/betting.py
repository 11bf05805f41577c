"""Rounds of betting as people say and see them: what each player has put into the pot, and the last word of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.scene import Piece, Scene
from zermelo.tabletop import Row, chips, tabletop

WORDS = {"c": ("checks", "calls"), "r": ("bets", "raises"), "f": ("folds", "folds")}


@dataclass
class Betting:
    """Bets of two players so far; the first speaks first in every round."""

    stakes: list[float]
    said: list[str] = field(default_factory=lambda: ["", ""])

    def hear(self, acts: str, size: float) -> None:
        """A round, by its letters: check or call, bet or raise, fold."""
        own, raised = [0.0, 0.0], 0
        for i, act in enumerate(acts):
            who, word = i % 2, WORDS[act][raised > 0]
            raised += act == "r"
            if act != "f":
                self.stakes[who] += raised * size - own[who]
                own[who] = raised * size
            self.said[who] = f"{word} {size:g}" if act == "r" else word

    @property
    def pot(self) -> float:
        return sum(self.stakes)


def poker_table(
    names: Sequence[str],
    hands: Sequence[Sequence[Piece | None]],
    bets: Betting,
    moves: Sequence[str],
    table: Sequence[Piece | None] = (),
    bottom: int = 0,
    todo: str = "",
    already: float = 0,
) -> Scene:
    """Two hands with their stakes, the cards on the table and the pot between them; the viewer sits at the bottom."""
    far, near = 1 - bottom, bottom

    def seat(who: int) -> Row:
        return Row(names[who], [*hands[who], chips(bets.stakes[who])], bets.said[who])

    pot = Row("the pot", [*table, chips(bets.pot + already)])
    ordered: list[str] = sorted(moves, key=place_of)
    return tabletop([seat(far), pot, seat(near)], ordered, todo=todo)


def place_of(move: str) -> int:
    """Buttons keep their places: what costs least first, then raises, and the end of it last."""
    return {"raise": 1, "bet": 1, "fold": 2}.get(move, 0)


def view_names(player: int) -> list[str]:
    """The rows of a table as a player calls them."""
    return ["you", "the other"] if player == 0 else ["the other", "you"]
