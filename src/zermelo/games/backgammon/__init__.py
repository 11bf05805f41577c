"""Backgammon: `analysis` has chances, rankings and rollouts, `formats` the ways to write positions."""

from zermelo.games.backgammon.analysis import chances, ranked, rollout

__all__ = ["chances", "ranked", "rollout"]
