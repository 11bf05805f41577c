"""Nothing hidden leaves the server: what a player is shown does not change when only hidden facts change."""

from __future__ import annotations

import json
import random
import re

import pytest
from serving import Visitor

import zermelo
from zermelo.codec import plain, to_json
from zermelo.game import CHANCE
from zermelo.view.display import state_svg
from zermelo.view.scene import scene_of
from zermelo.view.text import board
from zermelo.web import answers
from zermelo.web.catalogue import Course
from zermelo.web.messages import Ending, PlayedMove, PlayGame, Side
from zermelo.web.redaction import seen_by_people, viewer_of

HIDING = [name for name, game in zermelo.all_games().items() if game.start().info.hidden]
TWO = [name for name in HIDING if len(zermelo.start(name).info.players) == 2]


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
        for player in range(len(state.info.players)):
            other = twin(course, player, rng)
            if other is None:
                continue
            compared += 1
            assert other.view(player) == state.view(player)
            assert board(other, player) == board(state, player)
            assert scene_of(other, player) == scene_of(state, player)
            assert state_svg(other, player) == state_svg(state, player)
            shown, again = (plain(answers.seen("x", Course([each], []), player)) for each in (state, other))
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


@pytest.mark.parametrize("name", HIDING)
def test_messages_of_a_game(name: str) -> None:
    """The whole message about a game that goes on: of others' moves only what one's own view shows."""
    rng = random.Random(name)
    for _ in range(20):
        course = random_course(name, rng, rng.randrange(1, 10))
        if course.state.is_over:
            continue
        me = rng.randrange(len(course.state.info.players))
        game = played(name, course, [me])
        shown = seen_by_people(game)
        assert shown.views == []
        assert shown.position == game.views[me]
        assert (shown.start, shown.thinking, shown.hiding) == ("", None, True)
        for i, (state, after, move) in enumerate(zip(course.states, course.states[1:], shown.moves, strict=False)):
            grown = after.view(me).removeprefix(state.view(me))
            if state.turn != me and not re.search(r"\w", grown):
                assert course.names[i] not in re.findall(r"[\w-]+", move.move), "nothing was seen of it"
            assert move.move
            assert "?" not in move.move
            assert (move.nodes, move.score, move.comment) == (None, None, "")
        over = played(name, course, [me], "x")
        assert seen_by_people(over).position == over.position  # at the end the cards are shown


def test_messages_of_bridge_do_not_depend_on_hidden_cards() -> None:
    """The same cards played from another deal that fits what was seen: the same message, to the last letter."""
    rng = random.Random(4)
    compared = 0
    for _ in range(40):
        course = random_course("bridge", rng, rng.randrange(0, 51))
        me = rng.randrange(4)
        other = course.state.sample(me, rng.randrange(2**32))
        deal, _, cards = other.text.partition(" :")
        again = Course([zermelo.start("bridge", f"{deal} :")], [])
        for card in cards.split():
            again.add(card)
        compared += other.text != course.state.text
        first, second = (seen_by_people(played("bridge", each, [me])) for each in (course, again))
        assert to_json(first) == to_json(second)
    assert compared >= 20


def test_of_several_people_the_one_to_move_is_shown() -> None:
    """While a computer thinks, the page still shows the view of the person who moved last."""
    course = random_course("bridge", random.Random(1), 0)  # W leads
    for people, viewers in (([0, 1], [0, 0, 1, 1, 1, 1]), ([1, 3], [3, 3, 1]), ([2], [2, 2, 2])):
        course = Course(course.states[:1], [])
        for viewer in viewers:
            assert viewer_of(played("bridge", course, people)) == viewer
            course.add(course.state.moves()[0])
    assert viewer_of(played("bridge", course, [])) is None


def played(name: str, course: Course, people: list[int], ending: str = "") -> PlayGame:
    mine = [
        PlayedMove(move, state.turn, 0.1)
        if state.turn in people
        else PlayedMove(move, state.turn, 0.1, 7, None, "secret")
        for move, state in zip(course.names, course.states, strict=False)
    ]
    sides = [
        Side("human", "me", True) if player in people else Side("auto", "it", False)
        for player in range(len(course.state.info.players))
    ]
    return PlayGame(
        "id",
        1,
        name,
        name,
        course.states[0].text,
        sides,
        mine,
        None,
        None,
        None,
        "over" if ending else "playing",
        "",
        Ending(ending, 0, "over") if ending else None,
        answers.position(name, course),
        None,
        False,
        [],
        views=answers.views(name, course),
    )


@pytest.mark.parametrize("opponent", ["random:seed=1", "equilibrium:iterations=50", "level:2"])
def test_kuhn_through_the_server(visitor: Visitor, opponent: str) -> None:
    game = visitor.after(visitor.play("kuhn", "human", opponent))
    for _ in range(12):
        if game["ending"]:
            break
        assert game["position"]["turn"] == 0
        assert set(game["position"]["text"]) <= set("?:JQKpb")
        assert game["position"]["text"][1] == "?"
        assert {each["move"] for each in game["moves"] if each["player"] != 0} <= {"a card is dealt", "pass", "bet"}
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


BRIDGE = "N:AQ.3.. KJ.4.. T9.7.. 87.9.. 1NTS none :"
HELD = {"N": {"SA", "SQ", "H3"}, "E": {"SK", "SJ", "H4"}, "S": {"ST", "S9", "H7"}, "W": {"S8", "S7", "H9"}}
CARD = re.compile(r"[SH][3-9TJQKA]")
CARDS = re.compile(r"[SHDC][JQKA]")  # of a small deck


def test_bridge_through_the_server(visitor: Visitor) -> None:
    """W plays; no card of E or of declarer leaves the server before it is played."""
    computers = ["random:seed=1", "random:seed=2", "random:seed=3"]
    status, problem = visitor.refused("/api/play", game="bridge", sides=["human", "random"])
    assert (status, problem["message"]) == (400, "sides: Bridge has 4, not 2.")
    clock = {"kind": "game", "seconds": 60, "increment": 0}
    game = visitor.after(visitor.play("bridge", *computers, "human", position=BRIDGE, clock=clock))
    seen = set(HELD["W"])
    for _ in range(3):
        assert game["position"]["turn"] == 3
        assert len(game["remaining"]) == 4
        told = {move["move"] for move in game["moves"]}
        assert all(CARD.fullmatch(each) for each in told), "cards on the table are seen by all"
        allowed = seen | told | (HELD["N"] if game["moves"] else set())
        assert set(CARD.findall(json.dumps(game["position"]) + json.dumps(game["moves"]))) <= allowed
        assert game["thinking"] is None
        game = visitor.after(visitor.move(game, game["position"]["moves"][0]))
    assert game["ending"]["winners"] in ([0, 2], [1, 3])
    assert re.match(r"(N and S|E and W) win: \+\d+; ", game["ending"]["sentence"])
    record = visitor.get(f"/api/play/{game['id']}/export", format="json")
    assert (record["seats"], len(record["payoffs"])) == (["N", "E", "S", "W"], 4)
    again = visitor.post(f"/api/play/{game['id']}/undo", revision=game["revision"])
    again = visitor.after(again)
    assert again["ending"] is None
    assert again["position"]["turn"] == 3
    given_up = visitor.post(f"/api/play/{game['id']}/resign", revision=again["revision"])
    assert given_up["ending"] == {
        "ending": "resign",
        "winner": None,
        "sentence": "W resigns.",
        "loser": 3,
        "winners": [0, 2],
    }


def test_no_hint_for_the_cards_of_another(visitor: Visitor) -> None:
    game = visitor.play("bridge", "auto:seconds=9", "human", "auto:seconds=9", "auto:seconds=9", position=BRIDGE)
    assert game["position"]["turn"] == 3
    status, problem = visitor.refused(f"/api/play/{game['id']}/hint", revision=game["revision"])
    assert (status, problem["kind"]) == (409, "not your turn")


def test_hearts_through_the_server(visitor: Visitor) -> None:
    """Cards that others pass are not sent; cards played are."""
    game = visitor.after(visitor.play("hearts:ranks=4", "human", *[f"random:seed={seed}" for seed in (1, 2, 3)]))
    for _ in range(3):
        game = visitor.after(visitor.move(game, game["position"]["moves"][0]))
    told = [move["move"] for move in game["moves"]]
    assert told[3:12] == ["passes a card"] * 9
    assert all(CARDS.fullmatch(move) for move in told[:3] + told[12:])
    while not game["ending"]:
        assert len(game["position"]["scene"]["spots"]) < 16
        game = visitor.after(visitor.move(game, game["position"]["moves"][0]))
    assert "?" not in [move["move"] for move in game["moves"]]
    assert " win" in game["ending"]["sentence"]
