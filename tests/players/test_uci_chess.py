"""UCI for chess as python-chess's engine module speaks it: limits, lines, pondering, Chess960, hostile words."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest
from chess.engine import Limit, SimpleEngine

import zermelo
from zermelo import Searcher
from zermelo.players.protocols import uci
from zermelo.players.protocols.uci import Uci

COMMAND = [sys.executable, "-m", "zermelo", "engine", "chess", "--protocol", "uci"]
SCHOLAR = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
TWO_ROOKS = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[SimpleEngine]:
    with SimpleEngine.popen_uci(COMMAND) as started:
        yield started


@pytest.mark.parametrize(
    "limit",
    [
        Limit(depth=3),
        Limit(nodes=500),
        Limit(time=0.02),
        Limit(white_clock=1, black_clock=1, white_inc=0.02, black_inc=0.02),
        Limit(white_clock=0.5, black_clock=0.5, remaining_moves=9),
    ],
    ids=str,
)
def test_moves_within_every_kind_of_limit(engine: SimpleEngine, limit: Limit) -> None:
    board = chess.Board()
    for _ in range(4):
        found = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert {"depth", "seldepth", "nodes", "time", "score", "pv"} <= found.info.keys()
        board.push(found.move)


def test_a_game_with_pondering(engine: SimpleEngine) -> None:
    board = chess.Board()
    clock = Limit(white_clock=1, black_clock=1, white_inc=0.02, black_inc=0.02)
    for _ in range(4):
        board.push(engine.play(board, clock, ponder=True).move)  # then it thinks on, for the other side
        board.push(random.Random(4).choice(list(board.legal_moves)))
    assert engine.play(board, Limit(depth=2)).move in board.legal_moves


@pytest.mark.parametrize("number", [0, 518, 700, 959])
def test_chess960(engine: SimpleEngine, number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    while not board.is_game_over() and len(board.move_stack) < 30:
        board.push(engine.play(board, Limit(nodes=100)).move)


def test_castling_in_chess960_goes_to_the_rook(engine: SimpleEngine) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    for move in (chess.Move.from_uci("e1g1"), chess.Move.from_uci("e1b1")):
        assert engine.play(board, Limit(depth=1), root_moves=[move]).move == move


def test_several_lines_in_order(engine: SimpleEngine) -> None:
    board = chess.Board(SCHOLAR)
    lines = engine.analyse(board, Limit(depth=3), multipv=4)
    scores = [line["score"].relative for line in lines]
    assert lines[0]["pv"][0] == chess.Move.from_uci("h5f7")
    assert scores[0] == chess.engine.Mate(1)
    assert scores == sorted(scores, reverse=True)
    assert len({line["pv"][0] for line in lines}) == 4


@pytest.mark.parametrize(("fen", "moves"), [(SCHOLAR, 1), (TWO_ROOKS, 2)])
def test_mates_are_found_when_they_are_asked_for(engine: SimpleEngine, fen: str, moves: int) -> None:
    found = engine.play(chess.Board(fen), Limit(mate=moves), info=chess.engine.INFO_ALL)
    assert found.info["score"].relative == chess.engine.Mate(moves)


def test_analysis_until_it_is_stopped(engine: SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
    assert analysis.wait().move in chess.Board().legal_moves


def test_options(engine: SimpleEngine) -> None:
    engine.configure({"UCI_ShowWDL": True, "Hash": 16, "Threads": 2, "Clear Hash": None})
    info = engine.analyse(chess.Board(), Limit(depth=4))
    assert sum(info["wdl"].relative) == 1000
    engine.configure({"UCI_ShowWDL": False, "Threads": 1, "Level": 1})
    assert engine.play(chess.Board(), Limit(time=5), info=chess.engine.INFO_ALL).info["depth"] == 1
    engine.configure({"Level": 0})


def test_a_rating_asked_for_is_the_nearest_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the Elo of levels is known; of chess's it is not yet."""
    server = Uci(zermelo.start("chess"), Searcher(), tell=[].append)
    assert not [each for each in server.offered() if "UCI_Elo" in each]
    monkeypatch.setattr(uci, "ratings_of", lambda state: {3: 900, 10: 1700, 12: 1900})
    told: list[str] = []
    server = Uci(zermelo.start("chess"), Searcher(), tell=told.append)
    assert "UCI_Elo type spin default 1900 min 900 max 1900" in server.offered()
    server.obey("setoption name UCI_Elo value 1650")
    assert server.searcher.level is None
    server.obey("setoption name UCI_LimitStrength value true")
    assert server.searcher.level == 10
    server.obey("setoption name UCI_Elo value 3000")
    assert told == ["info string no option 'uci_elo' with the value '3000'"]
    server.obey("setoption name UCI_LimitStrength value false")
    assert server.searcher.level is None


def test_moves_are_kept_across_hostile_lines() -> None:
    told: list[str] = []
    server = Uci(zermelo.start("chess"), Searcher(), tell=told.append)

    def say(line: str) -> None:
        server.heard(line)
        server.obey(line)

    rng = random.Random(9)
    words = ["position", "startpos", "fen", "moves", "e2e4", "e7e9", "depth", "nodes", "-5", "x", "9" * 20, "setoption"]
    words += [
        "name",
        "Hash",
        "value",
        "8/8/8/8/8/8/8/8",
        "w",
        "KQkq",
        "searchmoves",
        "\x00",
        "é",
        "bestmove",
        "MultiPV",
    ]
    for _ in range(400):
        say(" ".join(rng.choice(words) for _ in range(rng.randrange(8))))
    say("position startpos moves e2e4 e7e5")
    before = server.state.text
    say("position startpos moves e2e4 e7e4")
    say("go depth 1")
    server.finish()
    assert told[-1] == "bestmove (none)"
    say("position startpos moves e2e4 e7e5")
    assert server.state.text == before
    for line in ("go depth x nodes 50", "go nodes 50 movetime", "go wtime -100 btime 5 nodes 20"):
        say(line)
        server.finish()
        assert told[-1].split()[1] in [move.uci() for move in chess.Board(before).legal_moves]


def test_numbers_that_are_none_are_named() -> None:
    told: list[str] = []
    server = Uci(zermelo.start("chess"), Searcher(), tell=told.append)
    server.obey("go depth x nodes 50")
    server.finish()
    assert told[0] == "info string go: no number 'x' behind depth"
    assert told[-1].startswith("bestmove ")
