"""Moves as whole numbers, which environments and OpenSpiel want: a number for each move, and back.

Four ways, the first that the game has. Its numbers mean the same move in every position with the first three.

    listed     the moves that you give (`moves=`), or all moves of a game marked small, found by walking it
    policy     the numbers of a policy (`move_count`, `move_index`), which are seen from the mover's side
    uci        from square, to square, promotion, where the game has moves as UCI writes them
    place      the place in the list of legal moves: any game has it, but a number means another move elsewhere
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zermelo.errors import IllegalMove
from zermelo.game import CHANCE, BuiltIn, Move, State, UciMoves

MOST_PLACES = 1024  # legal moves in one position
MOST_WALKED = 20_000  # positions that are visited to list the moves of a game
FILES, RANKS, PROMOTIONS = "abcdefgh", "12345678", "nbrq"


class Numbering:
    """Numbers 0 … size-1 for the moves of a game; `kind` says which of the four ways."""

    def __init__(self, kind: str, size: int, number: Callable[[State, Move], int]) -> None:
        self.kind, self.size, self.number = kind, size, number

    def legal(self, state: State) -> dict[int, Move]:
        """The legal moves by their numbers, in ascending order."""
        found = {self.number(state, move): move for move in state.moves()}
        if max(found, default=0) >= self.size:
            raise ValueError(f"{state.game.label} has more than {self.size} moves in {state.text}: give `most_moves`")
        return dict(sorted(found.items()))

    def move(self, state: State, number: int) -> Move:
        """The legal move of a number; IllegalMove if it is none."""
        legal = self.legal(state)
        if number not in legal:
            raise IllegalMove(f"{number} is not the number of a legal move", state.text)
        return legal[number]


def numbering(state: State, moves: Sequence[Move] | None = None, most_moves: int = MOST_PLACES) -> Numbering:
    """How the moves of a game are numbered that begins in this position."""
    info = state.info
    if moves is not None:
        return listed(moves)
    if info.small and (every := walked(state)):
        return listed(every)
    if info.move_count:
        return Numbering("policy", info.move_count, lambda at, move: at.move_index(move))
    if isinstance(state.game, BuiltIn) and state.game.uci is not None:
        return by_uci(state.game.uci)
    return Numbering("place", most_moves, lambda at, move: at.moves().index(move))


def listed(moves: Sequence[Move]) -> Numbering:
    numbers = {move: number for number, move in enumerate(moves)}

    def number(state: State, move: Move) -> int:
        if move not in numbers:
            raise ValueError(f"{move!r} is a legal move in {state.text}, but not in the list of moves that was given")
        return numbers[move]

    return Numbering("listed", len(numbers), number)


def by_uci(moves: UciMoves) -> Numbering:
    squares = [file + rank for rank in RANKS for file in FILES]
    plain = [a + b for a in squares for b in squares if a != b]
    last = [each + p for each in plain for p in PROMOTIONS if each[1] + each[3] in ("78", "21")]
    numbers = {text: number for number, text in enumerate([*plain, *last])}
    return Numbering("uci", len(numbers), lambda state, move: numbers[moves.write(state, state.name(move), False)])


def walked(state: State) -> list[Move]:
    """Every move that a player can have in any position from here on, in a fixed order; none of too large a game."""
    met, moves, waiting = {state}, set[Move](), [state]
    while waiting:
        at = waiting.pop()
        legal = at.moves()
        if at.turn != CHANCE:
            moves.update(legal)
        for move in legal:
            after = at.play(move)
            if after not in met:
                met.add(after)
                waiting.append(after)
        if len(met) > MOST_WALKED:
            return []
    return sorted(moves, key=repr)
