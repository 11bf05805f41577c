"""A person, asked through a pair of functions: one that asks for a line, one that shows a text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from zermelo.errors import GameError, IllegalMove, did_you_mean
from zermelo.game import BuiltIn, Move, State
from zermelo.players.player import Left, Player, Resigned, TakeBack, own_reason, why_illegal
from zermelo.players.searcher import Searcher
from zermelo.result import many, written
from zermelo.validate import typed

HELP = """a move by its name (`moves` lists them); or
  hint     what the computer would play     undo     take your last move back
  moves    the legal moves                  board    the position again
  rules    how the game is played           quit     leave
  resign   give the game up"""
COMMANDS = ("hint", "undo", "moves", "board", "rules", "resign", "quit", "help")
ALSO = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "b": "board"}


class Human(Player):
    """Asks for a move until one is legal. `ask` gets a prompt and gives a line, or raises EOFError; `tell` gets text.

    Besides moves the person may say hint, undo, moves, board, rules, resign, quit or help. A position is drawn by
    `draw`.
    """

    @typed
    def __init__(
        self,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], object] = print,
        *,
        name: str = "human",
        draw: Callable[[State], str] = str,
        adviser: Searcher | None = None,
    ) -> None:
        self.name, self.ask, self.tell, self.draw = name, ask, tell, draw
        self.adviser = adviser or Searcher()

    def new_game(self) -> None:
        self.adviser.new_game()

    def __call__(self, state: State) -> Move:
        while True:
            text = self._listen(state)
            word = ALSO.get(text.lower(), text.lower())
            if word in COMMANDS and text not in names_of(state):
                self._obey(word, state)
                continue
            move, trouble = understood(state, text)
            if not trouble:
                return move
            self.tell(trouble)

    def _listen(self, state: State) -> str:
        try:
            return self.ask(f"{state.info.players[state.turn]} to move: ").strip()
        except EOFError:
            raise Left("the input ended") from None

    def _obey(self, word: str, state: State) -> None:
        if word == "quit":
            raise Left("the player left")
        if word == "resign":
            raise Resigned
        if word == "undo" and (state.info.hidden or any(before.turn == state.turn for before in self.history)):
            raise TakeBack  # where something is hidden the referee alone knows what was before
        answers = {
            "hint": self._hint,
            "moves": legal,
            "board": self._board,
            "rules": rules_of,
            "help": explain,
            "undo": nothing_to_undo,
        }
        self.tell(answers[word](state))

    def _board(self, state: State) -> str:
        """What the person may see: a drawing without a viewer shows the whole position."""
        return state.view(state.turn) if state.info.hidden and self.draw is str else self.draw(state)

    def _hint(self, state: State) -> str:
        try:
            result = self.adviser.look(state)
        except GameError:
            raise
        except ValueError as error:
            return f"no hint: {error}"
        line = written((result.names or result.line)[:8])
        return f"hint: {state.name(result.move)} ({result.score}; {line}; {many(result.nodes, 'node')})"


def nothing_to_undo(state: State) -> str:
    return "there is no move of yours to take back"


def rules_of(state: State) -> str:
    """How the game is played, in lines of 80 letters."""
    text = state.game.rules if isinstance(state.game, BuiltIn) else ""
    return textwrap.fill(text or f"{state.game.label} comes without a text of its rules", 80)


def explain(state: State) -> str:
    return f"Say {HELP}"


def names_of(state: State) -> dict[str, Move]:
    """The legal moves by their names."""
    return {str(state.name(move)): move for move in state.moves()}


def legal(state: State) -> str:
    """The legal moves in one line."""
    names = list(names_of(state))
    more = f" … ({len(names)} moves)" if len(names) > 60 else ""
    return f"legal moves: {written(names[:60])}{more}"


def understood(state: State, text: str) -> tuple[Move, str]:
    """(the move the text means, "") or (None, why it means none)."""
    if not text:
        return None, f"say a move, or help; {legal(state)}"
    names = names_of(state)
    move = move_meant(state, text, names)
    if move is not None:
        return move, ""
    guess = did_you_mean(text, (*names, *COMMANDS)) if len(text) > 2 else ""
    why = "" if guess or own_reason(state) is None else f": {why_illegal(state, text)}"
    return None, f"{text!r} is not a legal move{guess}{why}; {legal(state)}"


def move_meant(state: State, text: str, names: dict[str, Move]) -> Move:
    """The legal move of this name, whatever its capitals, or in another notation; None if there is none."""
    found = [move for name, move in names.items() if name == text] or [
        move for name, move in names.items() if name.lower() == text.lower()
    ]
    return found[0] if len(found) == 1 else other_reading(state, text, names)


def other_reading(state: State, text: str, names: dict[str, Move]) -> Move:
    """A second notation of the game's own (squares 1-9), or the n-th legal move where no move's name has a digit."""
    try:
        return names.get(str(state.name(text)))
    except IllegalMove:
        pass
    spelled = any(each.isdigit() for name in names for each in name)
    if spelled or not (text.isascii() and text.isdigit() and len(text) < 6):
        return None
    return dict(enumerate(names.values(), 1)).get(int(text))
