"""OpenSpiel's Monte Carlo tree search (the C++ one, random roll-outs, solver on) as a player of bench/strength.py.

It needs `pip install open_spiel` in the environment that runs it, and no zermelo: positions arrive as names of moves,
and every position is checked, because the legal moves by both rules must have the same names. It gets so many
simulations as filled the CPU time of its last move.

Where OpenSpiel takes several actions for one move (Amazons: choose, go; Morris: move, take), each is searched; those
of Amazons share the time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence

import pyspiel

Actions = tuple[str, ...]  # what OpenSpiel calls the actions that one move is


def mirrored(square: str, rows: int) -> str:
    """OpenSpiel's first player of Breakthrough begins at the top."""
    return square[0] + str(rows + 1 - int(square[1:]))


def breakthrough(name: str) -> Actions:
    start, to = name.replace("x", "-").split("-")
    return (mirrored(start, 6) + mirrored(to, 6) + "*" * ("x" in name),)


def plain(name: str) -> Actions:
    return (name,)


def amazons(name: str) -> Actions:
    """Rows from the top and columns, counted from 1."""
    places = [f"({7 - int(square[1])}, {'abcdef'.index(square[0]) + 1})" for square in name.strip("*").split("-")]
    return (f"Shoot: {places[0]}",) if name[0] == "*" else (f"From {places[0]}", f"To {places[1]}")


# Row by row from the top, as OpenSpiel counts the points.
ROWS = {7: "adg", 6: "bdf", 5: "cde", 4: "abcefg", 3: "cde", 2: "bdf", 1: "adg"}
POINTS = [f"{column}{row}" for row, columns in ROWS.items() for column in columns]


def morris(name: str) -> Actions:
    made, _, taken = name.partition("x")
    start, _, to = made.rpartition("-")
    one = f"Move {POINTS.index(start)} -> {POINTS.index(to)}" if start else f"Point {POINTS.index(to)}"
    return (one, f"Point {POINTS.index(taken)}") if taken else (one,)


# By the title of the game: OpenSpiel's game, and how a move is called there.
GAMES: dict[str, tuple[str, Callable[[str], Actions]]] = {
    "breakthrough 6x6": ("breakthrough(rows=6,columns=6)", breakthrough),
    "hex 7x7": ("hex(board_size=7)", plain),
    "lines of action": ("lines_of_action", plain),
    "amazons 6x6": ("amazons(board_size=6)", amazons),
    "nine men's morris": ("nine_mens_morris", morris),
}


def action_text(state: pyspiel.State, action: int) -> str:
    """What an action is called, without who plays it, which is written before some of them."""
    text: str = state.action_to_string(action)
    return text.removeprefix("X ").removeprefix("O ")


def action_of(state: pyspiel.State, text: str) -> int:
    return next(int(each) for each in state.legal_actions() if action_text(state, each) == text)


def after(state: pyspiel.State, actions: Actions) -> pyspiel.State:
    state = state.clone()
    for each in actions:
        state.apply_action(action_of(state, each))
    return state


def sequences(state: pyspiel.State, before: Actions = ()) -> Iterator[Actions]:
    """All that the mover can do until it is the other's turn, or (Amazons) a half of the turn is done."""
    for action in state.legal_actions():
        text = action_text(state, action)
        child = state.child(action)
        goes_on = not child.is_terminal() and child.current_player() == state.current_player()
        if goes_on and not text.startswith("To"):
            yield from sequences(child, (*before, text))
        else:
            yield (*before, text)


class Position:
    """A position of both rules, followed by the names of moves."""

    def __init__(self, title: str) -> None:
        name, self.words = GAMES[title]
        self.game = pyspiel.load_game(name)
        self.state = self.game.new_initial_state()

    def play(self, name: str) -> None:
        self.state = after(self.state, self.words(name))

    def check(self, legal: Sequence[str]) -> None:
        """Stops the match if the rules differ."""
        ours, theirs = {self.words(name) for name in legal}, set(sequences(self.state))
        if ours != theirs:
            raise SystemExit(
                f"the rules differ: only here {ours - theirs}, only in OpenSpiel {theirs - ours}\n{self.state}"
            )


class Mcts:
    """OpenSpiel's MCTSBot with CPU time as its limit."""

    def __init__(self, seconds: float, seed: int = 0) -> None:
        self.seconds, self.rng = seconds, random.Random(seed)
        self.simulations, self.rate = 0, 0.0  # of the last move; per CPU second

    def begin(self, position: Position) -> None:
        """Measures how fast it is, before the first move."""
        self.rate = 0.0
        for _ in range(2):
            self.step(position.game, position.state, self.seconds)

    def choose(self, position: Position, legal: Sequence[str]) -> str:
        state, made = position.state.clone(), Actions()
        words = {position.words(name): name for name in legal}
        self.simulations = 0
        while made not in words:
            share = self.seconds / 2 if "From" in next(iter(words))[0] else self.seconds
            action = self.step(position.game, state, share)
            made = (*made, action_text(state, action))
            state.apply_action(action)
        return words[made]

    def step(self, game: pyspiel.Game, state: pyspiel.State, seconds: float) -> int:
        count = max(20, round(self.rate * seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.rng.getrandbits(31))
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, count, 1000, True, self.rng.getrandbits(31), False)
        began = time.process_time()
        root = bot.mcts_search(state)
        spent = time.process_time() - began
        self.simulations += root.explore_count  # fewer than asked for where the position is solved
        if root.explore_count >= 20:
            self.rate = root.explore_count / max(spent, 1e-4)
        return int(root.best_child().action)
