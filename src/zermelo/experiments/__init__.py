"""Measurements that come with the package: the growth of searches, and what an evaluation is worth."""

from zermelo.experiments.growth import Branching, Growth, branching
from zermelo.experiments.quality import Evaluated, Share, evaluation

__all__ = ["Branching", "Evaluated", "Growth", "Share", "branching", "evaluation"]
