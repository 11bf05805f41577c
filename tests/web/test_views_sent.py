"""Nothing hidden leaves the server: what a player is shown does not change when only hidden facts change."""

from __future__ import annotations

import json
import random
from dataclasses import asdict

import pytest
from serving import Visitor

import zermelo
from zermelo.game import CHANCE
from zermelo.view.display import state_svg
from zermelo.view.scene import scene_of
from zermelo.view.text import board
from zermelo.web import answers
from zermelo.web.catalogue import Course
from zermelo.web.messages import Ending, PlayedMove, PlayGame, Side
from zermelo.web.views import seen_by_people

HIDING = [name for name, game in zermelo.all_games().items() if game.start().info["hidden"]]
TWO = [name for name in HIDING if len(zermelo.start(name).info["players"]) == 2]


def random_course(name: str, rng: random.Random, plies: int) -> Course:
    course = Course([zermelo.start(name)], [])
    for _ in range(plies):
        state = course.state
        if state.is_over:
            break
        course.add(rng.choice(state.moves()))
    return course


def twin(course: Course, player: int, rng: random.Random) -> zermelo.State | None:
    """Another position that the player cannot tell from the last one."""
    state = course.state
    other = state.sample(player, rng.randrange(2**32))
    return other if other.text != state.text else None


@pytest.mark.parametrize("name", HIDING)
def test_what_a_player_is_shown(name: str) -> None:
    """Text, scene, SVG and message of a position and of one that looks the same are the same."""
    rng = random.Random(name)
    compared = 0
    for _ in range(200 if name in ("blotto", "rps") else 60):
        course = random_course(name, rng, rng.randrange(1, 14))
        state = course.state
        if state.turn == CHANCE or state.is_over:
            continue
        for player in range(len(state.info["players"])):
            other = twin(course, player, rng)
            if other is None:
                continue
            compared += 1
            assert other.view(player) == state.view(player)
            assert board(other, player) == board(state, player)
            assert scene_of(other, player) == scene_of(state, player)
            assert state_svg(other, player) == state_svg(state, player)
            shown, again = (asdict(answers.seen("x", Course([each], []), player)) for each in (state, other))
            assert json.dumps(shown) == json.dumps(again)
    assert compared >= 5


@pytest.mark.parametrize("name", [name for name in TWO if name != "blotto"])
def test_hints_come_from_the_view(name: str) -> None:
    """What a search tells a player is the same in positions that look the same."""
    rng = random.Random(name)
    compared = 0
    for _ in range(30):
        course = random_course(name, rng, rng.randrange(1, 8))
        state = course.state
        if state.turn < 0 or (other := twin(course, state.turn, rng)) is None:
            continue
        found = [zermelo.search(each, method="montecarlo", samples=3, depth=1, seed=5) for each in (state, other)]
        told = [answers.thinking(each, result, True) for each, result in zip((state, other), found, strict=True)]
        assert [told[0].lines, told[0].others] == [told[1].lines, told[1].others]
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", TWO)
def test_messages_of_a_game(name: str) -> None:
    """The whole message about a game that goes on: of others' moves only that they were made."""
    rng = random.Random(name)
    for _ in range(20):
        course = random_course(name, rng, rng.randrange(1, 10))
        if course.state.is_over:
            continue
        game = played(name, course)
        shown = seen_by_people(game)
        assert shown.views == []
        assert shown.position == game.views[0]
        assert (shown.start, shown.thinking, shown.hiding) == ("", None, True)
        for state, move in zip(course.states, shown.moves, strict=False):
            assert (move.move == "?") == (state.turn != 0)
            assert (move.nodes, move.score, move.comment) == (None, None, "")
        over = played(name, course, "x")
        assert seen_by_people(over).position == over.position  # at the end the cards are shown


def played(name: str, course: Course, ending: str = "") -> PlayGame:
    mine = [
        PlayedMove(move, 0, 0.1) if state.turn == 0 else PlayedMove(move, state.turn, 0.1, 7, None, "secret")
        for move, state in zip(course.names, course.states, strict=False)
    ]
    return PlayGame(
        "id", 1, name, name, course.states[0].text, [Side("human", "me", True), Side("auto", "it", False)], mine, None,
        None, None, "over" if ending else "playing", "", Ending(ending, 0, "over") if ending else None,
        answers.position(name, course), None, False, [], views=answers.views(name, course),
    )  # fmt: skip


@pytest.mark.parametrize("opponent", ["random:seed=1", "equilibrium:iterations=50", "level:2"])
def test_kuhn_through_the_server(visitor: Visitor, opponent: str) -> None:
    game = visitor.after(visitor.play("kuhn", "human", opponent))
    for _ in range(12):
        if game["ending"]:
            break
        assert game["position"]["turn"] == 0
        assert set(game["position"]["text"]) <= set("?:JQKpb")
        assert game["position"]["text"][1] == "?"
        assert {each["move"] for each in game["moves"] if each["player"] != 0} == {"?"}
        assert game["views"] == []
        assert game["thinking"] is None
        refused = visitor.client.get(f"/api/play/{game['id']}/export?format=json")
        assert refused.status_code == 409
        _, problem = visitor.refused(f"/api/play/{game['id']}/move", move="no such move", revision=game["revision"])
        assert problem["text"] == game["position"]["text"]
        game = visitor.after(visitor.move(game, game["position"]["moves"][0]))
    assert game["ending"]
    assert "?" not in game["position"]["text"]
    assert visitor.client.get(f"/api/play/{game['id']}/export?format=json").status_code == 200


def test_a_shot_at_sea(visitor: Visitor) -> None:
    game = visitor.play("battleship:width=4,height=4,fleet=one", "human", "random:seed=2")
    game = visitor.after(visitor.move(game, "a1-b1"))
    assert len(game["position"]["moves"]) == 16
    spots = {each["name"]: each["piece"] for each in game["position"]["scene"]["spots"]}
    assert spots["own a1"] == "#"
    assert not [name for name, piece in spots.items() if not name.startswith("own") and piece]
    game = visitor.after(visitor.move(game, "c3"))
    assert game["ending"] or game["position"]["turn"] == 0
