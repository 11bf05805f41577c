"""Tuning the parameters of a search by games against itself: SPSA, then SPRT against the usual values."""

from zermelo.profile import Profile, read_profile
from zermelo.tune.fitting import Fit, fit
from zermelo.tune.parameters import Parameter
from zermelo.tune.plan import Plan
from zermelo.tune.run import tune
from zermelo.tune.tuned import Tuned

__all__ = ["Fit", "Parameter", "Plan", "Profile", "Tuned", "fit", "read_profile", "tune"]
