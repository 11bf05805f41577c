"""Types that have a meaning of their own."""

from __future__ import annotations

import numbers
from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeAlias

Move: TypeAlias = Hashable  # the text of a built-in game's move; whatever a game written in Python calls one

if TYPE_CHECKING:
    Number: TypeAlias = float  # that may be infinite
else:
    Number = numbers.Real  # a type of its own where the codec reads what is declared
