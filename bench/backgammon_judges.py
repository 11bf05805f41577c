"""Two judges who share no networks: the same decisions judged by gnubg two plies deep and by bgsage three plies deep.

    python bench/backgammon_judges.py [DECISIONS] [SEED]

Needs `pip install gnubg bgsage` (GPL and MPL: for measuring only). Both look the same two rolls ahead; bgsage counts
plies from 1. Decisions and errors are those of backgammon_judge.py.
"""

from __future__ import annotations

import sys

import backgammon_anchor as anchor
from backgammon_judge import decisions, tell

from zermelo.game import State
from zermelo.games.backgammon import ranked
from zermelo.games.backgammon.formats import table_of

try:
    from bgsage import BgBotAnalyzer
except ImportError:
    BgBotAnalyzer = None


class Sage:
    """Equities of plays for money, cube aside, by bgsage."""

    def __init__(self, plies: int):
        self.looker = BgBotAnalyzer(eval_level=f"{plies}ply", cubeful=False, parallel_threads=1)

    def equities(self, state: State, wanted: list[str]) -> dict[str, float]:
        """Of every play by its name; the wanted ones and all that look good as deeply as the level says."""
        player, names = state.turn, {}
        for move in state.moves():
            after = state.play(move)
            names[tuple(line(after, player))] = move
        high, low = map(int, state.text.split(":")[4])
        forced = [list(board) for board, move in names.items() if move in wanted]
        found = self.looker.checker_play(line(state, player), high, low, jacoby=False, force_boards=forced)
        return {names[tuple(each.board)]: each.equity for each in found.moves}


def line(state: State, player: int) -> list[int]:
    """The board as bgsage writes it: the other's bar, points 1 to 24 (the other's men negative), the player's bar."""
    men = table_of(state).men
    own, other = men[player], men[1 - player]
    return [other[24], *(own[i] - other[23 - i] for i in range(24)), own[24]]


def main() -> None:
    anchor.need_gnubg()
    if BgBotAnalyzer is None:
        sys.exit("skipped: the package bgsage is not installed (pip install bgsage)")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    found = decisions(count, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    quick, sage, deep = anchor.Anchor(0), Sage(1), Sage(3)
    chosen: dict[str, list[str]] = {
        "gnubg 0-ply": [quick.choose(state) for state, _ in found],
        "bgsage 1-ply": [best(sage.equities(state, [])) for state, _ in found],
    } | {f"zermelo depth {n}": [ranked(state, n)[0].move for state, _ in found] for n in (1, 2, 3)}
    judged = [deep.equities(state, [each[i] for each in chosen.values()]) for i, (state, _) in enumerate(found)]
    for judge, all_equities in (("gnubg 2-ply", [each for _, each in found]), ("bgsage 3-ply", judged)):
        print(f"{count} unforced decisions, judge {judge}; errors in thousandths of a point a decision")
        for name, moves in chosen.items():
            pairs = zip(all_equities, moves, strict=True)
            tell(name, [max(equities.values()) - equities[move] for equities, move in pairs], None)


def best(equities: dict[str, float]) -> str:
    return max(equities, key=lambda move: equities[move])


if __name__ == "__main__":
    main()
