"""What is measured against: the same games for easyAI, and a search in pure Python by hand.

Both use the rules and evaluations of games.py, so that only the search around them differs.
"""

from __future__ import annotations

from math import inf
from typing import Any

from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame
from games import BOARD, BOTTOM, COLUMNS, PASS, ConnectFour, Othello, flipped, four, near, othello_worth, places

WIN = 1_000_000


class EasyConnectFour(TwoPlayerGame):
    """Bitboards, moves taken back; whether the last stone made four is found once, when it is played."""

    def __init__(self) -> None:
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.mine, self.mask = ConnectFour.initial
        self.won = False

    def possible_moves(self) -> list[int]:
        free = self.mask + BOTTOM & BOARD
        return [column for column in ConnectFour.order if free & COLUMNS[column]]

    def make_move(self, move: int) -> None:
        theirs = self.mine ^ self.mask
        self.mask |= self.mask + (1 << 7 * move)
        self.mine = theirs
        self.won = four(theirs ^ self.mask)

    def unmake_move(self, move: int) -> None:
        mine = self.mine ^ self.mask
        column = self.mask & COLUMNS[move]
        stone = column & ~(column >> 1)
        self.mask ^= stone
        self.mine = mine & ~stone
        self.won = False

    def is_over(self) -> bool:
        return self.won or self.mask == BOARD

    def scoring(self) -> int:
        if self.won:
            return -WIN
        if self.mask == BOARD:
            return 0
        return near(self.mine) - near(self.mine ^ self.mask)

    def ttentry(self) -> tuple[int, int]:
        return self.mine, self.mask


class EasyOthello(TwoPlayerGame):
    """Bitboards on a stack; the legal places of a position are found once."""

    def __init__(self) -> None:
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.own, self.rival, _ = Othello.initial
        self.stack: list[tuple[int, int]] = []
        self.open = -1

    def here(self) -> int:
        if self.open < 0:
            self.open = places(self.own, self.rival)
        return self.open

    def possible_moves(self) -> list[int]:
        left = self.here()
        if not left:
            return [PASS]
        moves = []
        while left:
            cell = left & -left
            moves.append(cell.bit_length() - 1)
            left ^= cell
        return moves

    def make_move(self, move: int) -> None:
        own, rival = self.own, self.rival
        self.stack.append((own, rival))
        turned = 0 if move == PASS else flipped(own, rival, move)
        stone = 0 if move == PASS else 1 << move
        self.own, self.rival, self.open = rival ^ turned, own | turned | stone, -1

    def unmake_move(self, move: int) -> None:
        self.own, self.rival = self.stack.pop()
        self.open = -1

    def is_over(self) -> bool:
        return not self.here() and not places(self.rival, self.own)

    def scoring(self) -> int:
        if self.is_over():
            return 1000 * (self.own.bit_count() - self.rival.bit_count())
        return othello_worth(self.own) - othello_worth(self.rival)

    def ttentry(self) -> tuple[int, int, int]:
        return self.own, self.rival, self.current_player


def easy_value(game: TwoPlayerGame, depth: int) -> float:
    """easyAI's value of a position, with its own table, starting empty."""
    ai = Negamax(depth, tt=TranspositionTable(), win_score=inf)
    ai(game)
    return float(ai.alpha)


EXACT, LOWER, UPPER = 0, 1, 2


def by_hand(game: Any, state: Any, depth: int, deepen: bool) -> float:
    """Alpha-beta in pure Python for any game of games.py: a dict table with bounds, its move tried first.

    With `deepen` depths 1, 2, 3 … fill the table with moves to try first.
    """
    turn, moves, play, payoff, evaluate = game.turn, game.moves, game.play, game.payoff, game.evaluate
    outcome = game.payoffs == "outcome"
    known: dict[Any, tuple[int, int, float, int]] = {}

    def visit(state: Any, depth: int, alpha: float, beta: float) -> float:
        player = turn(state)
        if player == -2:  # no pass follows a pass: the mover is the other one than at the parent
            mover = state[1].bit_count() & 1 if outcome else state[2]
            return payoff(state, mover) * WIN if outcome else payoff(state, mover)
        if depth == 0:
            return evaluate(state, player)
        entry = known.get(state)
        first = None
        if entry is not None:
            stored_depth, kind, value, first = entry
            if stored_depth >= depth and (
                kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha)
            ):
                return value
        best, best_move, floor = -inf, first, alpha
        choices = list(moves(state))
        if first is not None:
            choices.remove(first)
            choices.insert(0, first)
        for move in choices:
            value = -visit(play(state, move), depth - 1, -beta, -floor)
            if value > best:
                best, best_move = value, move
                if value > floor:
                    floor = value
                    if value >= beta:
                        break
        known[state] = depth, LOWER if best >= beta else UPPER if best <= alpha else EXACT, best, best_move
        return best

    for each in range(1 if deepen else depth, depth + 1):
        value = visit(state, each, -inf, inf)
    return value
