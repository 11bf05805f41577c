"""The whole tree of tic-tac-toe, 549,946 nodes, by plain minimax.

OpenSpiel's rules are C++, called from a search in Python, as its users write it: children by clone, or by undo.
easyAI always prunes, so its figure is time per node that it visits.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import pyspiel
from easyAI import AI_Player, Negamax
from easyAI.games.TicTacToe import TicTacToe
from measure import Row, main, same, side_by_side

import zermelo

NODES = 549_946
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def ours() -> zermelo.Result:
    return zermelo.search(zermelo.start("tictactoe"), method="minimax")


class OpenSpiel:
    """Minimax over OpenSpiel's native states, for the player who begins."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("tic_tac_toe")
        self.nodes = 0

    def cloning(self) -> float:
        return self.visit(self.game.new_initial_state(), True)

    def undoing(self) -> float:
        return self.walk(self.game.new_initial_state(), 0)

    def visit(self, state: Any, maximise: bool) -> float:
        if state.is_terminal():
            return float(state.player_return(0))
        visit = self.visit
        values = [visit(state.child(action), not maximise) for action in state.legal_actions()]
        return max(values) if maximise else min(values)

    def walk(self, state: Any, player: int) -> float:
        if state.is_terminal():
            return float(state.player_return(0))
        best = -2.0 if player == 0 else 2.0
        for action in state.legal_actions():
            state.apply_action(action)
            value = self.walk(state, 1 - player)
            state.undo_action(player, action)
            if value > best if player == 0 else value < best:
                best = value
        return best


class LeanTicTacToe(TicTacToe):
    """easyAI's game with its rules written for speed."""

    def possible_moves(self) -> list[int]:
        return [i for i, stone in enumerate(self.board) if not stone]

    def make_move(self, move: int) -> None:
        self.board[move] = self.current_player

    def unmake_move(self, move: int) -> None:
        self.board[move] = 0

    def lose(self) -> bool:
        board, rival = self.board, 3 - self.current_player
        return any(board[a] == rival and board[b] == rival and board[c] == rival for a, b, c in LINES)

    def is_over(self) -> bool:
        return 0 not in self.board or self.lose()


def easy(kind: type, count: bool = False) -> int:
    """Searches the whole game; gives the nodes visited, if they are to be counted."""
    nodes = 1

    class Counted(kind):  # type: ignore[misc]
        def make_move(self, move: int) -> None:
            nonlocal nodes
            nodes += 1
            super().make_move(move)

    game = (Counted if count else kind)([AI_Player(None), AI_Player(None)])
    ai = Negamax(9, win_score=inf)
    ai(game)
    same("values of tic-tac-toe", draw=0, easyAI=ai.alpha)
    return nodes


def rows(quick: bool) -> Iterator[Row]:
    spiel = OpenSpiel()
    result = ours()
    same("nodes", known=NODES, zermelo=result.nodes)
    same("values", zermelo=result.score.value, cloning=spiel.cloning(), undoing=spiel.undoing())
    works = {
        "ours": ours,
        "clone": spiel.cloning,
        "undo": spiel.undoing,
        "bundled": lambda: easy(TicTacToe),
        "lean": lambda: easy(LeanTicTacToe),
    }
    times = side_by_side(works, rounds=2 if quick else 5)
    mine = times["ours"] / NODES
    work = "tic-tac-toe minimax"
    yield Row(work, mine, "OpenSpiel, clone", times["clone"] / NODES, "node", 40)
    yield Row(work, mine, "OpenSpiel, undo", times["undo"] / NODES, "node", 40)
    for name, kind, target in (("bundled", TicTacToe, 200), ("lean", LeanTicTacToe, None)):
        nodes = easy(kind, count=True)
        note = f"it prunes: {nodes:,} nodes"
        yield Row(work, mine, f"easyAI, {name} game", times[name] / nodes, "node", target, note)


if __name__ == "__main__":
    main(rows)
