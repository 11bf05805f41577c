"""Hub 2 for checkers: positions and moves as it writes them, a session, what is wrong, and an engine as a player."""

from __future__ import annotations

import random
import sys

import pytest

import zermelo
from zermelo import Limit, Searcher, player_from
from zermelo.errors import IllegalMove, ParseError
from zermelo.games.checkers.protocols.hub import Hub, move_text, position_text, read_move, read_position, split

START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
ENGINE = f"{sys.executable} -m zermelo engine checkers --protocol hub --depth 3"


class Talk:
    """An engine in this process."""

    def __init__(self, limit: Limit | None = None) -> None:
        self.told: list[str] = []
        self.server = Hub(Searcher(limit=limit), tell=self.told.append)

    def __call__(self, *lines: str) -> list[str]:
        """What it writes on these lines."""
        before = len(self.told)
        for line in lines:
            self.server.heard(line)
            assert self.server.obey(line)
        return self.told[before:]


def test_lines() -> None:
    assert split('pos pos=Wbe moves="1-2 3-4"') == ("pos", {"pos": "Wbe", "moves": "1-2 3-4"})
    assert split("level infinite") == ("level", {"infinite": ""})
    assert split("  go   think ") == ("go", {"think": ""})
    assert split("") == ("", {})


def test_positions_and_moves_there_and_back() -> None:
    rng = random.Random(3)
    for _ in range(20):
        state = zermelo.start("checkers")
        while not state.is_over and len(state.text) > 30:
            again = read_position(position_text(state))
            assert again.text == state.text.partition(":H")[0]
            for name in state.moves():
                assert state.play(read_move(state, move_text(state, name))).text == state.play(name).text
            state = state.play(rng.choice(state.moves()))


def test_what_a_capture_takes_comes_in_any_order() -> None:
    state = zermelo.start("checkers", "B:W14,15,23,30:B9,10,K28")
    assert move_text(state, "9x27") == "9x27x14x23"
    assert read_move(state, "9x27x23x14") == "9x27"
    with pytest.raises(IllegalMove):
        read_move(state, "9x27x15")
    with pytest.raises(ParseError):
        read_position("Bbb")


def test_a_session() -> None:
    talk = Talk()
    assert talk("hub")[-1] == "wait"
    assert talk("init", "ping", "nonsense", "new-game") == ["ready", "pong"]
    answer = talk(f'pos pos={START} moves="11-15 23-19"', "level depth=3", "go think")
    assert all(line.startswith("info depth=") for line in answer[:-1])
    assert len(answer) > 1
    word, words = split(answer[-1])
    assert word == "done"
    assert words["move"] in zermelo.start("checkers").play("11-15").play("23-19").moves()
    assert talk.server.searcher.history[0] == zermelo.start("checkers")
    assert talk("level move-time=0.01", "go analyze")[-1].startswith("done move=")
    assert talk("level time=5 inc=0.1 moves=10", "go ponder")[-1].startswith("done move=")


@pytest.mark.parametrize(
    "line",
    [
        "pos pos=W",
        f'pos pos={START} moves="11-16 1-2"',
        "level time=soon",
        "level depth=-1",
        "set-param name=variant value=frisian",
        "pos pos=Bweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb",
    ],
)
def test_what_is_wrong_is_answered(line: str) -> None:
    talk = Talk(Limit(depth=2))
    (answer,) = talk(line)
    assert answer.startswith('error message="')
    assert talk(f"pos pos={START}", "go think")[-1].startswith("done")


def test_an_engine_as_a_player() -> None:
    record = zermelo.play(
        zermelo.start("checkers", "W:WK10,K11:BK1,5"), [Searcher(limit=Limit(depth=3)), player_from(f"hub:{ENGINE}")]
    )
    assert str(record.ending) == "rules"
