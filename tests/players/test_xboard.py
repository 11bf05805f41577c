"""xboard's protocol: commands one by one, lines while it thinks, python-chess as the controller, our own client."""

from __future__ import annotations

import random
import sys

import chess
import chess.engine
import pytest

import zermelo
from zermelo import Limit, Searcher, player_from
from zermelo.games.chess.protocols.xboard import XBoard, worth
from zermelo.match.game import play
from zermelo.result import Score

COMMAND = [sys.executable, "-m", "zermelo", "engine", "chess", "--protocol", "xboard"]


class Talk:
    """An engine in this process."""

    def __init__(self, limit: Limit | None = None) -> None:
        self.told: list[str] = []
        self.server = XBoard(Searcher(limit=limit or Limit(depth=2)), tell=self.told.append)

    def __call__(self, *lines: str) -> list[str]:
        before = len(self.told)
        for line in lines:
            self.server.heard(line)
            self.server.obey(line)
        return self.told[before:]

    def moves(self, *lines: str) -> list[str]:
        return [line for line in self(*lines) if line.startswith("move ")]


def test_it_says_what_it_can() -> None:
    first, last = Talk()("xboard", "protover 2")
    assert "setboard=1" in first
    assert "usermove=1" in first
    assert "fischerandom" in first
    assert last == "feature done=1"
    assert Talk()("ping 7") == ["pong 7"]


def test_it_plays_the_side_it_is_given() -> None:
    talk = Talk()
    assert len(talk.moves("new", "usermove e2e4")) == 1  # black, after `new`
    assert talk.server.state.mover == 0
    assert talk.moves("force", "usermove d2d4", "usermove g8f6") == []
    assert len(talk.moves("go")) == 1
    assert talk.moves("playother") == []
    assert talk.server.side == 0
    length = len(talk.server.path)
    talk("force", "undo", "remove")
    assert len(talk.server.path) == length - 3
    talk(*["undo"] * 20)
    assert talk.server.state.text == zermelo.start("chess").text


def test_thinking_is_shown_unless_it_is_not_wanted() -> None:
    talk = Talk()
    shown = talk("force", "usermove e2e4", "go")
    assert [line.split()[0] for line in shown][-2:] == ["2", "move"]
    assert talk("nopost", "force", "undo", "go") == [shown[-1]]


def test_how_a_game_ends_is_said() -> None:
    talk = Talk()
    assert talk("force", "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go")[-2:] == [
        "move d1d8",
        "1-0 {Checkmate: white wins}",
    ]
    assert talk("usermove g8h8") == ["Illegal move (the game is over): g8h8"]
    assert talk("go") == ["1-0 {Checkmate: white wins}"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("usermove e2e5", "Illegal move ("),
        ("usermove", "Illegal move ("),
        ("e2e5", "Error (unknown command): e2e5"),
        ("fly", "Error (unknown command): fly"),
        ("setboard 8/8", "tellusererror Illegal position: "),
        ("variant shogi", "Error (unsupported variant): shogi"),
        ("level 1 2", "Error (expected MOVES MINUTES INCREMENT): "),
        ("\ufffd" * 9, "Error (unknown command): ?????????"),
    ],
)
def test_what_is_wrong_is_answered_and_nothing_is_lost(line: str, answer: str) -> None:
    talk = Talk()
    talk("force", "usermove e2e4")
    before = talk.server.state
    (told,) = talk(line)
    assert told.startswith(answer)
    assert talk.server.state == before


def test_time() -> None:
    talk = Talk(Limit())
    server = talk.server
    talk("level 40 5:30 2", "time 12345")
    clock = server.limit().clock
    assert clock is not None
    assert (clock.seconds, clock.increment, clock.moves_to_go) == (123.45, 2.0, 40)
    talk("force", "e2e4", "e7e5", "g1f3")
    clock = server.limit().clock
    assert clock is not None
    assert clock.moves_to_go == 39
    talk("st 3", "sd 7")
    assert server.limit() == Limit(depth=7, seconds=3.0)
    talk("new")
    assert server.limit() == Limit()


def test_castling_in_chess960_is_written_with_letters() -> None:
    talk = Talk()
    talk("new", "variant fischerandom", "force", "setboard 4rkr1/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w GEge - 0 1")
    assert not [line for line in talk("usermove O-O") if "Illegal" in line]
    state = talk.server.path[-2]
    assert talk.server.word(state, "O-O-O") == "O-O-O"
    assert talk.server.word(state, "e4") == "e2e4"


def test_scores() -> None:
    assert worth(Score(1.25)) == 125
    assert worth(Score(1.0, outcome="win", plies=3)) == 100_002
    assert worth(Score(-1.0, outcome="loss", plies=4)) == -100_002


def test_python_chess_plays_and_analyses_with_it() -> None:
    with chess.engine.SimpleEngine.popen_xboard(COMMAND) as engine:
        board = chess.Board()
        for _ in range(6):
            board.push(engine.play(board, chess.engine.Limit(depth=2)).move)
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        assert info["depth"] >= 3
        assert info["pv"][0] in board.legal_moves
        shuffled = chess.Board.from_chess960_pos(77)
        for _ in range(8):
            shuffled.push(engine.play(shuffled, chess.engine.Limit(depth=2)).move)


def test_a_game_through_our_own_client() -> None:
    player = player_from(f"xboard:depth=2:{' '.join(COMMAND)}")
    start = zermelo.start("chess", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
    record = play(start, [player, zermelo.Random(3)], max_plies=12)
    assert len(record.moves) == 12
    assert record.ending == "aborted"  # after that many plies


def test_hostile_lines_change_nothing() -> None:
    rng, talk = random.Random(5), Talk(Limit(depth=1))
    words = [
        "usermove",
        "e2e4",
        "level",
        "st",
        "sd",
        "time",
        "-1",
        "9" * 30,
        "setboard",
        "8/8/8",
        "ping",
        "\x00",
        "go!",
    ]
    talk("force")
    for _ in range(300):
        talk(" ".join(rng.choice(words) for _ in range(rng.randrange(5))))
    talk("new", "force")
    assert talk.moves("go")
