"""What is tuned: numbers among the options of a search, found in the core's own list, and numbers that a user's class
names. Each has a range, a value to start from and a step by which it is changed to try it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from zermelo.errors import did_you_mean
from zermelo.game import Game, State
from zermelo.methods import ALL_METHODS, known_method
from zermelo.query import FEATURES, OPTIONS, PlayerOptions, Query
from zermelo.types import named
from zermelo.validate import check_fields, shown

STEPS = 10  # in the range, if no step is given
WIDE = 3.0  # a range that is not given: a third of the usual value to three times that

# Numbers that decide how a search goes: features, and how much `mcts` explores.
SEARCHED = {name: each for name, each in OPTIONS.items() if name in FEATURES or name == "explore"}
TUNABLE = tuple(name for name, each in SEARCHED.items() if each.type in ("float", "int"))

Ranges: TypeAlias = Mapping[str, Sequence[float]] | Sequence[str]
USUAL_UNIT = "unit"  # the one attribute of every game that no rule depends on


@dataclass(frozen=True)
class Parameter:
    """A number to tune. `usual` is what it is without tuning, `attribute` says that it is the game's."""

    name: str
    start: float
    low: float
    high: float
    step: float
    usual: float
    whole: bool = False
    attribute: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        numbers = {"low": self.low, "high": self.high, "start": self.start, "step": self.step}
        for what, value in numbers.items():
            if not math.isfinite(value):
                raise ValueError(f"parameter {self.name}: {what} is {value}: expected a number")
        if not self.low < self.high:
            raise ValueError(f"parameter {self.name}: the range {self.low:g}:{self.high:g} is upside down or empty")
        if not self.low <= self.start <= self.high:
            raise ValueError(f"parameter {self.name}: {self.start:g} is outside the range {self.low:g}:{self.high:g}")
        if not 0 < self.step <= self.high - self.low:
            raise ValueError(f"parameter {self.name}: a step of {self.step:g} is not above 0 and within the range")
        if self.whole and not all(float(each).is_integer() for each in (self.low, self.high)):
            raise ValueError(f"parameter {self.name} is a whole number: so are the ends of its range")

    def clipped(self, value: float) -> float:
        return min(max(value, self.low), self.high)

    def usable(self, value: float) -> float:
        """The value within its range as a search takes it: whole where it is a whole number."""
        return float(round(self.clipped(value))) if self.whole else self.clipped(value)

    def settled(self, value: float) -> float:
        """The value as it is given to people: four digits."""
        return self.usable(float(f"{value:.4g}"))


def parameters_of(start: State, given: Ranges | None, method: str) -> tuple[Parameter, ...]:
    """The parameters asked for, all numbers among the features if none are; ValueError says what is wrong with which.

    Each is given as `NAME`, `NAME=LOW:HIGH`, `NAME=START:LOW:HIGH` or `NAME=START:LOW:HIGH:STEP`, or as a dict of the
    same numbers.
    """
    known_method(method)
    ranges: dict[str, tuple[float, ...]]
    if given is None:
        ranges = {name: () for name in TUNABLE if name in FEATURES and usual_option(start, name, method)}
    elif isinstance(given, Mapping):
        ranges = {name: tuple(numbers) for name, numbers in given.items()}
    else:
        ranges = dict(map(read_range, given))
        if len(ranges) < len(given):
            raise ValueError("a parameter is given twice")
    if not ranges:
        raise ValueError("there are no parameters to tune")
    return tuple(parameter_of(start, name, numbers, method) for name, numbers in ranges.items())


def read_range(text: str) -> tuple[str, tuple[float, ...]]:
    """`margin=1:0.3:3` as a name and its numbers."""
    name, equals, rest = (part.strip() for part in text.partition("="))
    if not name or (equals and not rest):
        raise ValueError(f"parameter {shown(text)}: expected NAME, NAME=LOW:HIGH or NAME=START:LOW:HIGH[:STEP]")
    try:
        return name, tuple(float(part) for part in rest.split(":")) if rest else ()
    except ValueError:
        raise ValueError(f"parameter {shown(text)}: not numbers; expected {name}=START:LOW:HIGH") from None


def parameter_of(start: State, name: str, numbers: Sequence[float], method: str) -> Parameter:
    attribute = name not in TUNABLE
    usual = usual_attribute(start, name) if attribute else usual_option(start, name, method)
    whole = isinstance(usual, int) if attribute else SEARCHED[name].type == "int"
    if len(numbers) not in (0, 2, 3, 4) or not all(isinstance(each, (int, float)) for each in numbers):
        raise ValueError(f"parameter {name}: expected LOW:HIGH or START:LOW:HIGH[:STEP], got {len(numbers)} numbers")
    if not numbers:
        if not usual:
            raise ValueError(f"parameter {name} is 0 by default: say its range, {name}=LOW:HIGH")
        numbers = sorted((usual / WIDE, usual * WIDE))
        numbers = [float(round(each)) for each in numbers] if whole else numbers
    begin, low, high = (usual, *numbers) if len(numbers) == 2 else numbers[:3]
    step = numbers[3] if len(numbers) == 4 else (high - low) / STEPS
    found = Parameter(name, float(begin), float(low), float(high), float(step), float(usual), whole, attribute)
    if not attribute:
        for value in (low, high):
            check_option(name, value, whole)
    return found


def check_option(name: str, value: float, whole: bool) -> None:
    try:
        Query(**cast(PlayerOptions, {name: int(value) if whole else float(value)}))
    except TypeError as error:
        raise ValueError(str(error)) from None


def usual_option(start: State, name: str, method: str) -> float:
    """What an option is by default with a method: `auto` goes by what the game says."""
    own = start.game.tuned if method == "auto" else {}
    found = own.get(name, ALL_METHODS[method].as_dict().get(name, OPTIONS[name].default))
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise ValueError(f"{start.game.label}: tuned: {name}={shown(found)}: expected a number")
    return found


def usual_attribute(start: State, name: str) -> float:
    """What a number among the attributes of a user's class is; ValueError if there is none that may be tuned."""
    known = [*TUNABLE, *attributes_of(start.game)]
    if name not in known:
        raise ValueError(f"no parameter {shown(name)}{did_you_mean(name, known)} (parameters: {', '.join(known)})")
    found = named(start.game, name)
    assert isinstance(found, (int, float))
    return found


def attributes_of(game: object) -> list[str]:
    """The numbers that a user's class names itself, and the unit of its evaluation."""
    if not isinstance(game, Game):
        return []
    own = [name for kind in type(game).__mro__ if issubclass(kind, Game) and kind is not Game for name in vars(kind)]
    names = [*dict.fromkeys([*own, *vars(game)]), USUAL_UNIT]
    return [name for name in dict.fromkeys(names) if is_own_number(game, name)]


def is_own_number(game: Game, name: str) -> bool:
    value = named(game, name)
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return number and not name.startswith("_") and (name == USUAL_UNIT or name not in vars(Game))
