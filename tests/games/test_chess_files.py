"""PGN and EPD: what people write is read, what is written follows the rules, and one bad game spoils no other."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess
import chess.pgn
import pytest

import zermelo
from zermelo.errors import ParseError
from zermelo.games.chess.board import start_of
from zermelo.games.chess.epd import Epd, read_epd, write_epd
from zermelo.games.chess.formats import pgn_of, read_games
from zermelo.games.chess.pgn import PgnGame, PgnMove, Unreadable, clock_text, read_pgn, split, write_pgn
from zermelo.games.chess.san import read_move
from zermelo.match.game_files import read_file
from zermelo.players import Random

WHOLE = """[Event "A \\"great\\" match"]
[White "Müller"]
[Result "1-0"]

{Before anything} 1. e4! {best by test [%clk 0:01:02.5]} e5 $2 (1... c5 {sharp} 2. Nf3 (2. Nc3 $5) 2... d6) 2. Nf3
Nc6 3. Bb5 ; the Spanish
a6 1-0
"""


def only(text: str | bytes) -> PgnGame:
    (game,) = read_pgn(text)
    assert isinstance(game, PgnGame)
    return game


def test_all_that_a_game_can_hold() -> None:
    game = only(WHOLE)
    assert game.tags == {"Event": 'A "great" match', "White": "Müller", "Result": "1-0"}
    assert game.moves == ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
    first, second = game.mainline[:2]
    assert (game.comment, first.nags, first.remark, first.clock) == ("Before anything", (1,), "best by test", 62.5)
    ((sicilian, knight, answer),) = second.variations
    assert (second.nags, sicilian.comment, knight.text, answer.text) == ((2,), "sharp", "Nf3", "d6")
    assert knight.variations[0][0].nags == (5,)
    assert game.mainline[4].comment == "the Spanish"


def test_what_is_written_is_read_back() -> None:
    game = only(WHOLE).checked()
    again = only(write_pgn([game]))
    assert (again.mainline, again.comment, again.result) == (game.mainline, game.comment, game.result)
    assert write_pgn([again]) == write_pgn([game])


def test_python_chess_reads_what_we_write() -> None:
    theirs = chess.pgn.read_game(io.StringIO(write_pgn([only(WHOLE)])))
    assert theirs is not None
    assert not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    assert theirs.variations[0].clock() == 62.5


def test_lines_are_short_and_tags_in_order() -> None:
    moves = tuple(PgnMove(move, comment="words " * 40) for move in ("e4", "e5"))
    text = write_pgn([PgnGame({"Zeta": "1", "Annotator": 'a\\b "c"', "Site": "here"}, moves, "1/2-1/2")])
    assert max(map(len, text.splitlines())) < 80
    assert [line.split()[0][1:] for line in text.splitlines() if line.startswith("[")] == [
        *("Event", "Site", "Date", "Round", "White", "Black", "Result", "Annotator", "Zeta")
    ]
    assert '[Annotator "a\\\\b \\"c\\""]' in text
    assert text.endswith(" 1/2-1/2\n")
    assert only(text).tags["Annotator"] == 'a\\b "c"'


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("e4 e5 Nf3", "e4 e5 Nf3"),
        ("1 e4 e5 2 Nf3", "e4 e5 Nf3"),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"),
        ("1. e2-e4 e7-e5 2. Ng1-f3!?", "e4 e5 Nf3"),
        ("1. e4 d5 2. e4xd5 Qd8:d5", "e4 d5 exd5 Qxd5"),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p.", "e4 a6 e5 d5 exd6"),
        ("1. e4 a6 2. e5 d5 3. exd6ep", "e4 a6 e5 d5 exd6"),
        ("1. Pe4 e5 2. ♘f3 ♞c6", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 (a comment? no)", None),
        ("1. e4 e5 ( {only words} ) 2. Nf3", "e4 e5 Nf3"),
        ("1. e4 e5 +- 2. Nf3 = Nc6 N", "e4 e5 Nf3 Nc6"),
        ("1... e5", None),
        ("1. f3 e5 2. g4 Qh4++", "f3 e5 g4 Qh4#"),
    ],
)
def test_as_people_write(text: str, moves: str | None) -> None:
    if moves is None:
        with pytest.raises(ParseError, match="line 1"):
            only(text).checked()
    else:
        assert " ".join(only(text).moves) == moves


@pytest.mark.parametrize("promotion", ["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e7e8q", "e7-e8=Q+"])
def test_promotions(promotion: str) -> None:
    assert read_move(start_of("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1"), promotion) == "e8=Q"


def test_one_bad_game_spoils_no_other() -> None:
    good = '[Event "{}"]\n\n1. e4 e5 *\n\n'
    bad = '[Event "bad"]\n\n1. e4 e5\n2. Ke3 *\n\n'
    broken = '[Event "broken"]\n\n1. e4 {never ends\n2. Nf3 *\n\n'
    closed = '[Event "closed"]\n\n1. e4 ) e5 *\n\n'
    games = list(read_pgn(good.format(1) + bad + broken + closed + good.format(2)))
    assert [type(game) for game in games] == [PgnGame, PgnGame, Unreadable, Unreadable, PgnGame]
    assert [game.tags["Event"] for game in games] == ["1", "bad", "broken", "closed", "2"]
    with pytest.raises(ParseError, match=r"line 8: 'Ke3' is no legal move"):
        _ = games[1].moves
    assert (games[2].line, games[3].line) == (12, 17)
    with pytest.raises(ParseError, match="line 12: a comment that never ends"):
        _ = games[2].moves


def test_the_lines_are_those_of_the_file() -> None:
    file = b"\n\n%escaped\n" + b'[Event "x"]\r\n\r\n1. e4 e5\r\n' * 3 + b"2. e4 *\r\n"
    first, second, third = read_pgn(file)
    for opened in (io.BytesIO(file), io.StringIO(file.decode(), newline="")):
        assert [(game.line, game.tags) for game in read_pgn(opened)] == [
            (4, first.tags),
            (7, first.tags),
            (10, first.tags),
        ]
        assert not opened.closed
    assert (first.line, second.line, third.line) == (4, 7, 10)
    with pytest.raises(ParseError, match="line 13"):
        _ = third.moves


def test_files_of_all_kinds() -> None:
    latin = '[White "Müller"]\n\n1. e4 *\n'.encode("latin-1")
    assert only(b"\xef\xbb\xbf" + WHOLE.encode().replace(b"\n", b"\r\n")).moves == only(WHOLE).moves
    assert only(latin).players == ("Müller", "")
    assert [game.result for game in read_pgn("1. e4 1-0 1. d4 0-1 1. c4 1/2-1/2 1. Nf3")] == [
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
    ]
    assert only('[Result "0-1"]\n\n1. e4').result == "0-1"
    assert len(list(read_pgn('[Event "a"]\n\n[Event "b"]\n\n[Event "c"]\n1. e4'))) == 3
    assert list(read_pgn("")) == []
    with pytest.raises(TypeError, match=r"source: expected a file, .* not int"):
        list(read_pgn(3))  # type: ignore[arg-type]
    assert [part for _, part in split([b'[Event "a"]\n', b"{\n", b'[Event "b"]\n', b"} e4\n"])] != []


def test_the_tag_event_need_not_be_the_first() -> None:
    """As in studies of lichess."""
    one = '[Termination "x"]\n[Event "one"]\n[Result "*"]\n\n1. e4 *\n\n'
    bare = '[Event "without moves"]\n[Result "*"]\n\n'
    found = list(read_pgn(one + one + bare + bare))
    assert [(game.tags["Event"], game.line) for game in found] == [
        ("one", 1),
        ("one", 7),
        ("without moves", 13),
        ("without moves", 16),
    ]


def test_a_comment_may_hold_what_looks_like_tags() -> None:
    game = only('[Event "a"]\n\n1. e4 {a\n[Event "b"]\n} e5 *\n')
    assert game.mainline[0].comment == 'a [Event "b"]'


def test_from_a_position_and_in_chess960() -> None:
    fen = "1r2k1r1/pppp2p1/8/8/8/8/PPPP2P1/1R2K1R1 w GBgb - 2 9"
    game = only(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n9. O-O 0-0-0 10. d3 *\n')
    assert game.moves == ("O-O", "O-O-O", "d3")
    assert game.start == start_of(fen).text
    assert "9. O-O O-O-O 10. d3 *" in write_pgn([game])
    black = only('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 *')
    assert write_pgn([black]).endswith("\n7... Kd7 8. e4 *\n")
    for wrong in ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', '[Variant "Atomic"]\n\n1. e4'):
        with pytest.raises(ParseError, match="line 1"):
            _ = only(wrong).moves


def test_a_game_played_on_after_a_draw() -> None:
    """The fifty moves were not claimed: the file keeps what was played then, the game ends where it was drawn."""
    game = only('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 98 80"]\n\n80. Ra2 Kd7 81. Ra3 Kd6 *')
    assert game.moves == ("Ra2", "Kd7")
    assert "80. Ra2 Kd7 81. Ra3 Kd6 *" in write_pgn([game])
    bare = only('[FEN "4k3/8/8/8/8/8/4q3/4K3 w - - 0 80"]\n\n80. Kxe2 Kd7 81. Kd3 1/2-1/2')
    assert bare.moves == ("Kxe2",)
    assert "80. Kxe2 Kd7 81. Kd3 1/2-1/2" in write_pgn([bare])


def annotated(rng: random.Random, most: int) -> chess.pgn.Game:
    """A random game with variations, comments, clocks and glyphs, as python-chess has it."""
    game = chess.pgn.Game({"White": "a b"})
    node: chess.pgn.GameNode = game
    board = game.board()
    while (moves := list(board.legal_moves)) and board.ply() < most:
        for move in rng.sample(moves, min(len(moves), rng.choice((1, 1, 1, 2, 3)))):
            node.add_variation(move, comment=rng.choice(("", "", "hm [%clk 0:00:07]")), nags=rng.sample((1, 14, 22), 1))
        node = node.variations[0]
        board.push(node.move)
    return game


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_collection_of_ten_thousand_games() -> None:
    """All of a file at once; every hundredth game is spoiled, and is the only one that cannot be read."""
    rng = random.Random(3)
    written = [annotated(rng, 40) for _ in range(10_000)]
    text = "\n\n".join(
        str(game).replace("1. ", "1. Qh9 ", 1) if i % 100 == 99 else str(game) for i, game in enumerate(written)
    )
    found = list(read_pgn(text))
    assert len(found) == len(written)
    for i, (ours, theirs) in enumerate(zip(found, written, strict=True)):
        assert isinstance(ours, PgnGame)
        if i % 100 == 99:
            with pytest.raises(ParseError, match=rf"line {ours.line + len(theirs.headers) + 1}: 'Qh9'"):
                _ = ours.moves
        else:
            assert len(ours.moves) == len(list(theirs.mainline_moves()))


def test_random_games_with_everything_said_about_them() -> None:
    """What python-chess writes is read as it was meant, and python-chess reads what we make of it."""
    rng = random.Random(1)
    for _ in range(12):
        theirs = annotated(rng, 60)
        game = only(str(theirs))
        assert [start_of(b.fen()).text for b in boards(theirs)] == [state.text for state in game.states()]
        again = chess.pgn.read_game(io.StringIO(write_pgn([game])))
        assert again is not None
        assert not again.errors
        assert str(again.mainline()).split() == str(theirs.mainline()).split()


def boards(game: chess.pgn.Game) -> list[chess.Board]:
    return [game.board(), *(node.board() for node in game.mainline())]


def test_clocks() -> None:
    assert (clock_text(3723.5), clock_text(5), clock_text(-1)) == ("1:02:03.5", "0:00:05", "0:00:00")
    assert PgnMove("e4", comment="[%emt 0:00:01.5] x").taken == 1.5
    assert PgnMove("e4", comment="[%clk nonsense]").clock is None


def test_a_played_game_becomes_a_file() -> None:
    record = zermelo.play(start_of("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), [Random(1), Random(2)])
    text = write_pgn([pgn_of(record)])
    game = only(text)
    assert (list(game.moves), game.start) == ([move.move for move in record.moves], record.start)
    assert game.players == ("random", "random")
    assert game.result == {0: "1-0", 1: "0-1", None: "1/2-1/2"}[record.winner]


def test_files_through_the_general_reader() -> None:
    state = start_of()
    games = read_file(state, WHOLE.encode() + b'\n[Event "bad"]\n\n1. e5 *\n' + WHOLE.encode())
    assert len(games) == 3
    assert (games[0].moves, games[2].players) == (("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"), ("Müller", ""))
    with pytest.raises(ParseError, match="line 11: 'e5'"):
        _ = games[1]
    assert [len(game.moves) for game in read_games(b"e4 e5\nd4 d5 c4\n# a comment\n")] == [2, 3]


# --- EPD ---


def test_positions_with_operations() -> None:
    text = (
        "# a suite\n"
        '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01"; c0 "a; b";\n'
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902\n"
        "4k3/8/8/8/8/8/4P3/4K3 w - - am e3 e4; hmvc 7; fmvn 30;\n"
        "4k3/8/8/8/8/8/4P3/4K3 b - -\n"
    )
    first, second, third, fourth = read_epd(text)
    assert (first.best, first.id, first.operations["c0"]) == (("Qd1+",), "BK.01", ("a; b",))
    assert second.counts == {1: 20, 2: 400, 3: 8902}
    assert (third.avoid, third.state.text.split()[4:]) == (("e3", "e4"), ["7", "30"])
    assert fourth.operations == {}
    again = read_epd(write_epd([first, second, third, fourth]))
    assert [(each.state, each.best, each.counts, each.id) for each in again] == [
        (each.state, each.best, each.counts, each.id) for each in (first, second, third, fourth)
    ]


@pytest.mark.parametrize(
    "line", ["", "x", "8/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - ; 5 bm e4;", "4k3/8/8/8/8/8/4P3/4K3 w -"]
)
def test_what_is_no_position(line: str) -> None:
    with pytest.raises(ParseError, match="line 2"):
        read_epd(f"#\n{line or 'nothing'}\n")


def test_a_best_move_must_be_legal() -> None:
    with pytest.raises(ParseError, match="no legal move"):
        _ = Epd(start_of(), {"bm": ("e5",)}).best


def test_suites_are_read_whole() -> None:
    """The file of counts that the rules are tested with."""
    found = read_epd((Path(__file__).parents[1] / "data" / "chess_perft.epd").read_text())
    assert len(found) == 79
    assert all(len(each.state.legal_moves) == each.counts.get(1, len(each.state.legal_moves)) for each in found)
    assert sum(1 in each.counts for each in found) > 50
