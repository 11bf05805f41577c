"""Learning an evaluation from self-play (S4.11): positions with labels, a fit, a match; kept only if stronger."""

from zermelo.learn.duel import Duel
from zermelo.learn.recipe import Recipe, read_recipe, recipe_for
from zermelo.learn.run import Learned, learn
from zermelo.learn.weights_file import load_weights

__all__ = ["Duel", "Learned", "Recipe", "learn", "load_weights", "read_recipe", "recipe_for"]
