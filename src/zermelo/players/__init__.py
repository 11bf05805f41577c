"""Whatever picks a move: searches, people, and two simple players to beat."""

from zermelo.players.human import Human
from zermelo.players.naive import Naive
from zermelo.players.player import Forfeit, Left, Player, Resigned, TakeBack
from zermelo.players.random import Random
from zermelo.players.searcher import Searcher
from zermelo.players.spec import player_from

__all__ = ["Forfeit", "Human", "Left", "Naive", "Player", "Random", "Resigned", "Searcher", "TakeBack", "player_from"]
