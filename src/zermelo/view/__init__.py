"""Positions, results and searches, drawn."""

from zermelo.view.text import board, table, tree

__all__ = ["board", "table", "tree"]
