"""Our games as Gymnasium environments, against players of ours.

    from zermelo.adaptors.gymnasium import GameEnv
    env = GameEnv("connect4", opponent="level 3")          # or gymnasium.make("zermelo/Game-v0", game="connect4")

An action is the number of a move (`numbering.py`); `info["action_mask"]` says which are legal. The reward is the payoff
when the game is over. An illegal action ends the game with the reward `illegal_reward`, and `info["illegal"]` says so.
"""

from __future__ import annotations

from typing import Any

from zermelo.adaptors.course import Course
from zermelo.errors import IllegalMove, MissingExtra
from zermelo.game import OVER
from zermelo.players import Player, Random, player_from
from zermelo.players.player import as_player

try:
    import gymnasium
except ImportError:
    raise MissingExtra("Gymnasium is not installed, the extra `gym`: pip install 'zermelo[gym]'") from None

Seen = tuple[Any, dict[str, Any]]


class GameEnv(gymnasium.Env):
    """A game from one player's seat. `opponent` is a player, a text that names one, a function of a position, or None
    for random moves; it plays all other seats."""

    def __init__(
        self,
        game: object,
        opponent: Any = None,
        seat: int = 0,
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        import numpy as np

        self.course = Course(game, **options)
        if seat not in self.course.players:
            raise ValueError(f"seat={seat!r}: {self.course.first.game.label} has {len(self.course.players)} players")
        self.seat, self.illegal_reward = seat, illegal_reward
        self.opponent = player_from(opponent) if isinstance(opponent, str) else opponent
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(
            0, self.course.observation_high, (self.course.observation_size,), np.uint8
        )
        self.action_space = gymnasium.spaces.Discrete(self.course.numbering.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Seen:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**32))
        self.course.reset(drawn)
        self.player: Player = Random(drawn) if self.opponent is None else as_player(self.opponent)
        self.player.prepare()
        self.let_others_move()
        return self.seen(), self.info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.course.play(int(action))
        except IllegalMove:
            return self.seen(), self.illegal_reward, True, False, self.info() | {"illegal": True}
        self.let_others_move()
        over = self.course.turn == OVER
        return self.seen(), self.course.payoffs()[self.seat] if over else 0.0, over, False, self.info()

    def let_others_move(self) -> None:
        """The other seats play until it is ours, or the game is over. They see a sample, not the true hidden cards."""
        while self.course.turn not in (self.seat, OVER):
            state = self.course.state
            if state.info.hidden:
                state = state.sample(state.turn, self.course.rng.getrandbits(31))
            self.course.make(self.player(state))

    def seen(self) -> Any:
        return self.course.observation(self.seat)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.course.mask(self.seat)}

    def render(self) -> Any:
        return None if self.render_mode is None else str(self.course.state.game.board(self.course.state))


if "zermelo/Game-v0" not in gymnasium.registry:
    gymnasium.register("zermelo/Game-v0", entry_point="zermelo.adaptors.gymnasium:GameEnv")
