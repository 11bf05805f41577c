"""The course's protocol: one move a line, `column row`; comments after `#`. docs/protocols.md is its definition."""

from __future__ import annotations

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import BuiltIn, Move, Notation, State
from zermelo.players.human import names_of
from zermelo.players.protocols.server import Server, Tell, print_line, process_age, shown
from zermelo.players.searcher import Searcher
from zermelo.result import Result

ORDINALS = ("first", "second")


def content(line: str) -> str:
    """A line without its comment and the spaces around."""
    return line.partition("#")[0].strip()


def notation_of(state: State) -> Notation:
    return state.game.course if isinstance(state.game, BuiltIn) else Notation()


def player_called(state: State, text: str) -> int | None:
    """The player whose name (`black`, `white`) this is; `first` and `second` are understood in every game."""
    for names in (state.info.players, ORDINALS):
        for player, name in enumerate(names):
            if name.lower() == text.lower():
                return player
    return None


def move_meant(state: State, text: str) -> Move:
    """The legal move that a line means; ParseError or IllegalMove."""
    name = notation_of(state).read(text)
    names = names_of(state)
    if name not in names:
        legal = ", ".join(map(notation_of(state).write, names)) or "none, the game is over"
        raise IllegalMove(f"{text!r} is not legal here; legal: {legal}", state.text)
    return names[name]


def thought(result: Result | None) -> str:
    """What a move's comment says of it; nothing where there was no choice."""
    if result is None:
        return ""
    return f" {result.score}, {'book' if result.stopped == 'book' else f'depth {result.depth}'}"


class Course(Server):
    """Plays one side of a game. Without a colour it reads it, or learns from an opponent's move that it is second."""

    def __init__(
        self,
        first: State,
        searcher: Searcher,
        player: int | None = None,
        *,
        comments: bool = False,
        tell: Tell = print_line,
    ) -> None:
        super().__init__(searcher, tell)
        searcher.check(first)
        self.used = process_age()  # of the first move's time
        self.first, self.comments, self.player = first, comments, player
        self.path, self.heard_moves = [first], 0

    @property
    def state(self) -> State:
        return self.path[-1]

    def greet(self) -> None:
        self.answer()

    def obey(self, line: str) -> bool:
        text = content(line)
        if text:
            called = player_called(self.first, text)
            if called is not None:
                self.begin(called)
            else:
                self.hear(text)
        return True

    def begin(self, player: int) -> None:
        """A new game, unless this one has only just begun and the colour is known."""
        if player == self.player and not self.heard_moves:
            return
        self.player, self.path, self.heard_moves = player, [self.first], 0
        self.searcher.new_game()
        self.answer()

    def hear(self, text: str) -> None:
        """The opponent's move."""
        try:
            after = self.state.play(move_meant(self.state, text))
        except (ParseError, IllegalMove) as error:
            self.complain(f"ignored {shown(text)!r}: {error.reason}")
            return
        if self.player is None:
            self.player = 1 - self.state.turn
        self.path.append(after)
        self.heard_moves += 1
        self.answer()

    def answer(self) -> None:
        """Moves as long as it is our turn."""
        while self.player is not None and self.state.turn == self.player:
            self.searcher.history = self.path[:-1]
            move, result = self.choose(self.state, self.used)
            self.used = 0.0
            name = str(self.state.name(move))
            note = f"  # {name}{thought(result)}" if self.comments else ""
            self.tell(notation_of(self.state).write(name) + note)
            self.path.append(self.state.play(move))
