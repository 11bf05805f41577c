"""One game as an environment runs it: chance is played, repetition ends it, players see what they may see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from zermelo.adaptors.numbering import MOST_PLACES, Numbering, numbering
from zermelo.errors import MissingExtra
from zermelo.game import CHANCE, OVER, Move, State, dealt
from zermelo.games import start

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TEXT_BYTES = 2048


class Course:
    """A game in play. Observations are the game's features from the player's side if it has any, 0 or 1 each;
    otherwise the bytes of what the player sees as text (`State.view`), zeros behind them."""

    def __init__(
        self,
        game: object,
        moves: Sequence[Move] | None = None,
        most_moves: int = MOST_PLACES,
        text_bytes: int = TEXT_BYTES,
        **options: object,
    ) -> None:
        require_numpy()
        self.first = game if isinstance(game, State) else start(game, **options)
        self.numbering: Numbering = numbering(self.first, moves, most_moves)
        self.text_bytes = text_bytes
        self.reset(0)

    @property
    def players(self) -> range:
        return range(len(self.first.info.players))

    def reset(self, seed: int) -> None:
        """A new game: new cards where the game deals, and chance drawn by the seed."""
        self.rng = random.Random(seed)
        self.state = dealt(self.first, self.rng.getrandbits(32))
        self.met: dict[object, int] = {}
        self.settle()

    def play(self, number: int) -> None:
        """The player to move makes the move of this number; IllegalMove if there is none."""
        self.state = self.state.play(self.numbering.move(self.state, number))
        self.settle()

    def make(self, move: Move) -> None:
        self.state = self.state.play(move)
        self.settle()

    def settle(self) -> None:
        """Plays what chance decides, and counts how often the position was met."""
        while self.state.turn == CHANCE:
            outcomes = self.state.moves()
            odds = [self.state.odds(each) for each in outcomes]
            self.state = self.state.play(self.rng.choices(outcomes, odds)[0])
        if self.first.info.repetition:
            key = self.state.repetition_key
            self.met[key] = self.met.get(key, 0) + 1

    @property
    def turn(self) -> int:
        """Who is to move; OVER also by repetition."""
        often = self.first.info.repetition
        drawn = often and self.met.get(self.state.repetition_key, 0) >= often
        return OVER if drawn else self.state.turn

    def payoffs(self) -> list[float]:
        """What each player has won: nothing if the game is drawn by repetition."""
        return [float(self.state.payoff(player)) if self.state.is_over else 0.0 for player in self.players]

    @property
    def observation_size(self) -> int:
        return self.first.info.feature_count or self.text_bytes

    @property
    def observation_high(self) -> int:
        return 1 if self.first.info.feature_count else 255

    def observation(self, player: int) -> NDArray[np.uint8]:
        import numpy as np

        seen = np.zeros(self.observation_size, np.uint8)
        if self.first.info.feature_count:
            seen[self.state.features(player)] = 1
            return seen
        text = self.state.view(player).encode()
        if len(text) > self.text_bytes:
            raise ValueError(f"what a player sees takes {len(text)} bytes: give `text_bytes` of at least that many")
        seen[: len(text)] = np.frombuffer(text, np.uint8)
        return seen

    def mask(self, player: int) -> NDArray[np.int8]:
        """1 for each number of a legal move; none for whoever is not to move."""
        import numpy as np

        allowed = np.zeros(self.numbering.size, np.int8)
        if self.turn == player:
            allowed[list(self.numbering.legal(self.state))] = 1
        return allowed


def require_numpy() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise MissingExtra("environments need NumPy, the extra `gym`: pip install 'zermelo[gym]'") from None
