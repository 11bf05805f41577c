"""Tuning the parameters of a search by games against itself: SPSA, then SPRT against the usual values."""

from zermelo.profile import Profile, read_profile
from zermelo.tune.parameters import Parameter
from zermelo.tune.plan import Plan
from zermelo.tune.run import tune
from zermelo.tune.tuned import Tuned

__all__ = ["Parameter", "Plan", "Profile", "Tuned", "read_profile", "tune"]
