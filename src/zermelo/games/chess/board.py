"""A position of chess in Python: a State with what chess players ask of one. The names of moves are SAN."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from zermelo.errors import IllegalMove, MissingExtra, ParseError
from zermelo.game import State
from zermelo.games import find_game
from zermelo.games.chess.san import read_move
from zermelo.native import core

if TYPE_CHECKING:
    import chess

FILES = "abcdefgh"
USUAL_ROOKS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}


class Board(State):
    """A position of chess. Like every State it never changes: `play` gives another."""

    __slots__ = ()

    @property
    def fen(self) -> str:
        """The position in Forsyth-Edwards notation (X-FEN where Chess960 needs it)."""
        return self.text

    @property
    def ply(self) -> int:
        """How many plies the game has lasted, by the counter of the FEN."""
        return 2 * (self.fullmove_number - 1) + self.mover

    @property
    def mover(self) -> int:
        """Whose turn it is: 0 for white, 1 for black; also when the game is over."""
        return int(self.text.split()[1] == "b")

    @property
    def halfmove_clock(self) -> int:
        return int(self.text.split()[4])

    @property
    def fullmove_number(self) -> int:
        return int(self.text.split()[5])

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: to iterate over, to count, and to ask whether a move is one (`"e2e4" in …`)."""
        return LegalMoves(self)

    def san(self, move: str) -> str:
        """A legal move in standard algebraic notation."""
        return self.name(move)

    def uci(self, move: str, *, chess960: bool | None = None) -> str:
        """A legal move as engines write it. Castling goes to the king's square, in Chess960 to the rook's; by itself
        where king or rooks do not stand as usual."""
        return core.chess_uci(self, move, self.is_chess960 if chess960 is None else chess960)

    def lan(self, move: str) -> str:
        """A legal move in long algebraic notation: `Ng1-f3`."""
        name, squares = self.name(move), self.uci(move)
        if name[0] == "O":
            return name
        piece, sign = name[0] if name[0] in "KQRBN" else "", "x" if "x" in name else "-"
        _, mark, rest = name.partition("=")
        check = name[-1] if name[-1] in "+#" else ""
        return f"{piece}{squares[:2]}{sign}{squares[2:4]}{mark + rest[0] if mark else ''}{check}"

    def parse_san(self, text: str) -> str:
        """The legal move that SAN (or what people write for it) means; ParseError if there is none."""
        return read_move(self, text)

    def parse_uci(self, text: str) -> str:
        """The legal move that four or five letters mean, `e2e4`, `e7e8q`; ParseError if there is none."""
        if len(text) not in (4, 5) or not (is_square(text[:2]) and is_square(text[2:4])):
            raise ParseError("expected a move like e2e4 or e7e8q", text, 0)
        return read_move(self, text)

    def variation_san(self, moves: Iterable[str]) -> str:
        """Moves from here with their numbers: `4... Nf6 5. O-O`."""
        words, state = list[str](), self
        for move in moves:
            if state.mover == 0 or not words:
                words.append(f"{state.fullmove_number}{'.' if state.mover == 0 else '...'}")
            words.append(state.san(move))
            state = state.play(move)
        return " ".join(words)

    @property
    def pieces(self) -> dict[str, str]:
        """The pieces by their squares: `{"e1": "K", …}`, white's in capital letters."""
        found = {}
        for rank, row in zip("87654321", self.text.split()[0].split("/"), strict=True):
            file = 0
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    found[FILES[file] + rank] = sign
                    file += 1
        return found

    def piece_at(self, square: str) -> str | None:
        """The letter of the piece on a square, None if it is empty."""
        return self.pieces.get(square)

    @property
    def is_chess960(self) -> bool:
        """Whether some king or rook that may castle does not stand as in usual chess."""
        rights, pieces = self.text.split()[2], self.pieces
        if rights == "-":
            return False
        rooks = all(pieces.get(USUAL_ROOKS.get(right, "")) == "Rr"[right.islower()] for right in rights)
        kings = all(pieces.get(f"e{1 if right.isupper() else 8}") == "Kk"[right.islower()] for right in rights)
        return not (rooks and kings)

    def is_check(self) -> bool:
        return core.chess_in_check(self)

    def is_checkmate(self) -> bool:
        return self.is_over and self.payoff(0) != 0

    def is_stalemate(self) -> bool:
        return self.is_over and not self.is_check() and not core.chess_moves(self)

    def is_insufficient_material(self) -> bool:
        """Whether nobody can be mated any more, by the material alone."""
        return core.chess_dead(self)

    def is_game_over(self) -> bool:
        return self.is_over

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on. (A position knows of no repetitions.)"""
        if not self.is_over:
            return "*"
        return {1: "1-0", -1: "0-1"}.get(round(self.payoff(0)), "1/2-1/2")

    def is_capture(self, move: str) -> bool:
        """Whether a legal move takes something."""
        return "x" in self.name(move)

    def is_castling(self, move: str) -> bool:
        return self.name(move).startswith("O-O")

    def gives_check(self, move: str) -> bool:
        return self.name(move)[-1] in "+#"

    def svg(self, *, flipped: bool = False, last: str = "") -> str:
        """The board as SVG, from black's side if it is flipped. `last` are squares to mark, `e2e4`."""
        from zermelo.games.chess.drawing import board_scene
        from zermelo.view.svg import board_svg

        squares = [last[i : i + 2] for i in range(0, len(last), 2)]
        return board_svg(board_scene(self, flipped=flipped).marked(squares, "last"), "Chess")

    def to_chess_board(self) -> chess.Board:
        """The same position as a Board of python-chess, which is not part of Zermelo (the extra `chess`)."""
        try:
            from chess import Board as Theirs
        except ImportError:
            raise MissingExtra("python-chess is missing, the extra `chess`: pip install 'zermelo[chess]'") from None
        return Theirs(self.text, chess960=self.is_chess960)


class LegalMoves(Collection[str]):
    """The legal moves of a position, by their names."""

    def __init__(self, state: Board) -> None:
        self._state = state

    def __iter__(self) -> Iterator[str]:
        return iter(self._state.moves())

    def __len__(self) -> int:
        return len(self._state.moves())

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, str) and not self._state.is_over and bool(self._state.name(move))
        except IllegalMove:
            return False

    def count(self) -> int:
        return len(self)

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self)})>"


def is_square(text: str) -> bool:
    return len(text) == 2 and text[0] in FILES and text[1] in "12345678"


def start_of(fen: str | None = None) -> Board:
    """The position of a FEN, or where games begin."""
    state = find_game("chess").start(None if fen is None else " ".join(fen.split()))
    assert isinstance(state, Board)
    return state


def from_chess_board(board: chess.Board) -> Board:
    """The position of a Board of python-chess. Its moves so far are left behind: `states_of` has them."""
    return start_of(board.fen(en_passant="fen"))


def states_of(board: chess.Board) -> list[Board]:
    """The positions of a Board of python-chess from where its moves began, for searches that know repetitions."""
    states = [from_chess_board(board.root())]
    for move in board.move_stack:
        states.append(states[-1].play(move.uci()))
    return states
