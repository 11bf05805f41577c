"""Ends with an error."""

raise RuntimeError("the dog ate my move")
