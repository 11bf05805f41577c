"""Games between players."""

from zermelo.match.game import Played, Record, play

__all__ = ["Played", "Record", "play"]
