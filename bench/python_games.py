"""Games written in Python: time to the same depth and the same value, by three searches that call the same rules.

by hand: alpha-beta in pure Python with a dict table (peers.py), in one pass and with deepening.
easyAI: its Negamax with its own table.
"""

from __future__ import annotations

from collections.abc import Iterator

from games import ConnectFour, ConnectFourTwin, Othello
from measure import Row, main, same, side_by_side
from peers import EasyConnectFour, EasyOthello, by_hand, easy_value

import zermelo

FIXED = {"method": "alphabeta+table"}


def value(game: type, depth: int, **options: object) -> float:
    """Ours: a new start every time, so that nothing is known of any state."""
    return float(zermelo.search(zermelo.start(game), depth=depth, **options).score.value)


def compare(game: type, easy: type, depth: int, rounds: int) -> Iterator[Row]:
    one = game()
    works = {
        "auto": lambda: value(game, depth),
        "fixed": lambda: value(game, depth, **FIXED),
        "easyAI": lambda: easy_value(easy(), depth),
        "by hand": lambda: by_hand(one, one.initial, depth, deepen=False),
        "by hand, deepening": lambda: by_hand(one, one.initial, depth, deepen=True),
    }
    same(f"values of {game.__name__}", **{name.replace(" ", "_"): float(work()) for name, work in works.items()})
    times = side_by_side(works, rounds, least_seconds=0)
    work = f"{game.__name__} in Python, depth {depth}"
    nodes = zermelo.search(zermelo.start(game), depth=depth).nodes
    for peer, target in (("easyAI", 5.0), ("by hand", 3.0), ("by hand, deepening", 3.0)):
        yield Row(work, times["auto"], peer, times[peer], "", target, f"auto, {nodes:,} nodes")
    for peer in ("easyAI", "by hand"):
        yield Row(work, times["fixed"], peer, times[peer], "", None, "fixed order: alphabeta+table")


def check_counts(depth: int) -> None:
    """With the order fixed, the game in Python is searched node for node as the built-in one."""
    for options in (
        {"method": "alphabeta", "eval": "none"},
        {"method": "alphabeta"},
        {"method": "alphabeta+table"},
        {"method": "auto", "order": "table+noisy+killers+history", "etc": False},
    ):
        counts = {
            "built_in": zermelo.search(zermelo.start("connect4"), depth=depth, **options).nodes,
            "python": zermelo.search(zermelo.start(ConnectFourTwin), depth=depth, **options).nodes,
        }
        same(f"nodes of {options}", **counts)


def rows(quick: bool) -> Iterator[Row]:
    check_counts(6 if quick else 8)
    yield from compare(ConnectFour, EasyConnectFour, 9 if quick else 11, 3 if quick else 7)
    yield from compare(Othello, EasyOthello, 6 if quick else 8, 3 if quick else 7)


if __name__ == "__main__":
    main(rows)
