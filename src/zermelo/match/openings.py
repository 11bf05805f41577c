"""Where games begin: at the start (of card games with a new deal each), after moves from a list, or after random ones.

`balanced:6` searches several random openings and takes the one that a short search finds most even. A built-in game may
bring lists of its own, by name (`ballots` in checkers), which are shuffled by the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import GameError, IllegalMove, ParseError
from zermelo.game import CHANCE, BuiltIn, Move, State, dealt, position_like
from zermelo.search import search
from zermelo.validate import shown, typed

TRIES = 50  # random openings for one that is new
CANDIDATES, DEPTH, NODES = 8, 6, 20_000  # for a balanced one, and what is searched to judge it
MOST_PLIES = 200


@dataclass(frozen=True)
class Opening:
    """A position by its text (None: where the game begins) and moves from there."""

    position: str | None = None
    moves: tuple[str, ...] = ()

    @property
    def somewhere(self) -> bool:
        """Whether it is elsewhere than at the beginning."""
        return self.position is not None or bool(self.moves)

    def __str__(self) -> str:
        return " ".join([*([self.position] if self.position else []), *self.moves]) or "start"


@typed
def find_openings(state: State, given: str | Sequence[str], count: int, seed: int) -> list[Opening]:
    """So many openings from what a tournament says; a list that is shorter is used again from its beginning."""
    if not isinstance(given, str):
        listed = [read_opening(state, text, f"opening {number}") for number, text in enumerate(given, 1)]
        if not listed:
            raise ValueError("openings: the list is empty")
        return [listed[i % len(listed)] for i in range(count)]
    kind, _, plies = given.partition(":")
    if given == "start":
        return [Opening(beginning(state, seed, number)[0]) for number in range(count)]
    if kind in ("random", "balanced"):
        if not (plies.isascii() and plies.isdigit() and 1 <= int(plies) <= MOST_PLIES):
            raise ValueError(f"openings = {shown(given)}: expected {kind}:PLIES with 1 to {MOST_PLIES} plies")
        return random_openings(state, int(plies), count, seed, kind == "balanced")
    own = state.game.openings if isinstance(state.game, BuiltIn) else {}
    if given in own and isinstance(state.game, BuiltIn):
        lines = opening_lines(str(state.game.folder / own[given]))
        random.Random(f"{given} {seed}").shuffle(lines)
        return find_openings(state, lines, count, seed)
    return find_openings(state, opening_lines(given, own), count, seed)


def beginning(state: State, seed: int, number: int) -> tuple[str | None, State]:
    """(the text of a new deal, None where nothing is dealt; where the game begins)."""
    found = dealt(state, random.Random(f"deal {seed} {number}").getrandbits(60))
    return None if found is state else found.text, found


def opening_lines(file: str, own: Iterable[str] = ()) -> list[str]:
    """The lines of a file that say something."""
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ValueError(
            f"openings = {shown(file)}: {error.strerror}; "
            f"expected {', '.join(['start', 'random:4', 'balanced:4', *own])} or a file"
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"openings = {shown(file)}: the file is not UTF-8 text") from None
    found = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not found:
        raise ValueError(f"openings = {shown(file)}: the file has no openings")
    return found


def read_opening(state: State, text: str, which: str) -> Opening:
    """Moves from the start, as people write them; or the text of a position."""
    from zermelo.match.game_files import read_moves

    try:
        at, moves = state, []
        for move in read_moves(state, text):
            moves.append(str(at.name(move)))
            at = at.play(move)
        found = Opening(None, tuple(moves))
    except (ParseError, IllegalMove) as no_moves:
        try:
            at = position_like(state, text)
        except (ParseError, GameError, TypeError):
            raise ValueError(f"{which}: {no_moves}") from None
        found = Opening(text)
    if at.is_over:
        raise ValueError(f"{which}: {shown(text)} is a finished game")
    return found


def random_openings(state: State, plies: int, count: int, seed: int, balanced: bool) -> list[Opening]:
    """None twice while there are others. The first ones do not depend on how many are asked for."""
    rng = random.Random(f"openings {seed}")
    seen: set[str] = set()
    found: list[Opening] = []
    while len(found) < count:
        position, begun = beginning(state, seed, len(found))
        several = [new_opening(begun, plies, rng, seen) for _ in range(CANDIDATES if balanced else 1)]
        moves, at = min(several, key=lambda each: unevenness(each[1])) if balanced else several[0]
        seen.add(at.text)
        found.append(Opening(position, moves))
    return found


def new_opening(state: State, plies: int, rng: random.Random, seen: set[str]) -> tuple[tuple[str, ...], State]:
    found = None
    for _ in range(TRIES):
        one = scattered(state, plies, rng)
        if one is None:
            continue
        found = one
        if one[1].text not in seen:
            break
    if found is None:
        raise ValueError(f"{state.game.label} has no unfinished positions after {plies} random moves")
    return found


def scattered(state: State, plies: int, rng: random.Random) -> tuple[tuple[str, ...], State] | None:
    """So many random moves, and where they lead; None if the game is over before that."""
    names: list[str] = []
    for _ in range(plies):
        if state.is_over:
            return None
        moves = state.moves()
        move: Move = (
            rng.choices(moves, [state.odds(each) for each in moves])[0] if state.turn == CHANCE else rng.choice(moves)
        )
        names.append(str(state.name(move)))
        state = state.play(move)
    return None if state.is_over else (tuple(names), state)


def unevenness(state: State) -> float:
    """How far from even a short search finds the position."""
    try:
        result = search(state, method="auto", depth=DEPTH, nodes=NODES)
    except GameError:
        raise
    except ValueError:  # a game that cannot be searched like this
        return 0.0
    return abs(result.score.value) if result.score is not None else 0.0
