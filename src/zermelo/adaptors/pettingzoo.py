"""Our games as PettingZoo environments (AEC): `zermelo.adaptors.pettingzoo.env("connect4")`.

Agents are `player_0`, `player_1` …; an observation is `{"observation": …, "action_mask": …}`, of what that player may
see; rewards are the payoffs, when the game is over. Chance is played by the environment, drawn by the seed of `reset`.
"""

from __future__ import annotations

from typing import Any

from zermelo.adaptors.course import Course
from zermelo.errors import MissingExtra
from zermelo.game import OVER

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise MissingExtra("PettingZoo is not installed, the extra `gym`: pip install 'zermelo[gym]'") from None


def env(game: object, render_mode: str | None = None, **options: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual wrappers: an illegal move ends the game with -1 for who made it."""
    raw = raw_env(game, render_mode, **options)
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv):
    """The environment as it is. Options beside the game's: `moves`, `most_moves` (see numbering.py), `text_bytes`."""

    def __init__(self, game: object, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        import numpy as np

        self.course = Course(game, **options)
        self.metadata = {
            "name": f"zermelo_{self.course.first.game.label}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player}" for player in self.course.players]
        self.seat = {agent: player for player, agent in enumerate(self.possible_agents)}
        box = Box(0, self.course.observation_high, (self.course.observation_size,), np.uint8)
        mask = Box(0, 1, (self.course.numbering.size,), np.int8)
        self.observation_spaces = {a: Dict({"observation": box, "action_mask": mask}) for a in self.possible_agents}
        self.action_spaces = {a: Discrete(self.course.numbering.size) for a in self.possible_agents}
        self.seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        import numpy as np

        if seed is not None:
            self.seeds = np.random.default_rng(seed)
        self.course.reset(int(self.seeds.integers(2**32)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.course.turn, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        player = self.seat[agent]
        return {"observation": self.course.observation(player), "action_mask": self.course.mask(player)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.course.play(int(action))
        self._clear_rewards()
        if self.course.turn == OVER:
            self.rewards = dict(zip(self.possible_agents, self.course.payoffs(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            after = self.seat[self.agent_selection] + 1
            self.agent_selection = self.possible_agents[after % len(self.possible_agents)]
        else:
            self.agent_selection = self.possible_agents[self.course.turn]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return str(self.course.state.game.board(self.course.state))

    def close(self) -> None:
        """There is nothing to close."""
