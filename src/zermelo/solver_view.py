"""What a game's own solver says of a position, to be shown beside it: a value on every move, and a table of results.

A built-in game that has such a solver names a function in its description (`solver_view="module:name"`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SolverView:
    """Exact results. `values` are by the name of the move, short enough for a square; `best` are the best moves."""

    what: str  # a sentence on what the values are
    values: Mapping[str, str] = field(default_factory=dict)
    best: tuple[str, ...] = ()
    title: str = ""  # of the table
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""  # under the table
