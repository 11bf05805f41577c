"""Checkers in other programs' words."""
