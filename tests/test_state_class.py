"""A game may have a class of its own for its positions, under State."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import zermelo
from zermelo.game import BuiltIn, State
from zermelo.games import find_game
from zermelo.native import core


class Marked(State):
    """A position with a method that its game adds."""

    __slots__ = ()

    def corners(self) -> int:
        return sum(self.text.replace("/", "")[at] != "." for at in (0, 2, 6, 8))


def marked() -> Marked:
    game = find_game("tictactoe")
    state = core.start(game.core_name or game.name, dict(game.fixed), None, game, Marked)
    assert isinstance(state, Marked)
    return state


def test_moves_lead_to_positions_of_the_same_class() -> None:
    after = marked().play("a1").play("b2").play("c3")
    assert type(after) is Marked
    assert after.corners() == 2


def test_they_are_states_in_every_other_way() -> None:
    state, plain = marked().play("a1"), zermelo.start("tictactoe").play("a1")
    assert (state, hash(state), state.moves(), str(state)) == (plain, hash(plain), plain.moves(), str(plain))
    assert zermelo.search(state).score == zermelo.search(plain).score
    assert copy.deepcopy(state) is state
    assert pickle.loads(pickle.dumps(state)) == plain


def test_worlds_samples_and_mirror_images_are_of_the_class_too() -> None:
    assert type(marked().canonical()) is Marked
    game = find_game("kuhn")
    state = core.start("kuhn", {}, None, game, Marked)
    state = state.play(state.moves()[0]).play(state.play(state.moves()[0]).moves()[0])
    assert type(state.sample(0, 1)) is Marked
    assert {type(world) for world, _ in state.worlds(0)} == {Marked}


def test_a_game_without_one_has_plain_states() -> None:
    games: list[BuiltIn] = [find_game("tictactoe"), find_game("connect4")]
    assert all(type(game.start()) is State is game.state_class for game in games)


def test_what_is_no_position_is_refused() -> None:
    number: Any = 5
    with pytest.raises(TypeError, match="expected a State"):
        State.play(number, "a1")
    with pytest.raises(TypeError, match="expected a State's class"):
        core.start("tictactoe", {}, None, find_game("tictactoe"), Any)
