"""PDN: what people write is read, what is written follows the rules, and one bad game spoils no other. Ballots."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.errors import ParseError
from zermelo.games.checkers.pdn import PdnGame, Unreadable, pdn_of, read_games, read_pdn, write_pdn
from zermelo.games.shared.game_text import TextMove
from zermelo.match.game_files import read_file
from zermelo.match.openings import find_openings
from zermelo.players import Random

WHOLE = """[Event "A \\"great\\" match"]
[Black "Tinsley, M."]
[White "Müller"]
[Result "1/2-1/2"]

{Before anything} 1. 11-15! {best by test} 23-19 (23-18 {sharp} 2. 8-11 (2. 12-16 $5) 2... 27-23) 2. 8-11 ; usual
22-17 3. 11-16* 24x20 4. 16x23 27x11 5. 7x16 20x11 1/2-1/2
"""


def only(text: str | bytes) -> PdnGame:
    (game,) = read_pdn(text)
    assert isinstance(game, PdnGame)
    return game


def test_all_that_a_game_can_hold() -> None:
    game = only(WHOLE)
    assert game.tags["Event"] == 'A "great" match'
    assert game.players == ("Tinsley, M.", "Müller")  # Black moves first
    assert game.moves == ("11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "16x23", "27x11", "7x16", "20x11")
    first, second, third = game.mainline[:3]
    assert (game.comment, first.nags, first.comment, third.comment) == (
        "Before anything",
        (1,),
        "best by test",
        "usual",
    )
    ((answer, knight, last),) = second.variations
    assert (answer.comment, knight.text, last.text, knight.variations[0][0].nags) == ("sharp", "8-11", "27-23", (5,))
    assert game.mainline[4].nags == (7,)


def test_what_is_written_is_read_back() -> None:
    game = only(WHOLE).checked()
    text = write_pdn([game])
    again = only(text)
    assert (again.mainline, again.comment, again.result) == (game.mainline, game.comment, game.result)
    assert write_pdn([again]) == text
    assert '[GameType "21"]' in text
    assert all(len(line) < 80 for line in text.splitlines())


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("11-15 23-19", ("11-15", "23-19")),
        ("1.11-15 23-19 2.8-11", ("11-15", "23-19", "8-11")),
        ("1. 11 - 15 (!) 22:18 15X22 *", None),
        ("1. 9-14 22-18 2. 5-9 18x5 2-0", None),
        ('[GameType "21,B,8,8,N1,0"]\n\n1. 11–15 *', ("11-15",)),
        ('\ufeff[Event "x"]\r\n\r\n1. 11-15\r\n1-1', ("11-15",)),
        ('[SetUp "1"]\n[FEN "B:W14,15,23:B9,10."]\n\n1. 9x18x27 *', ("9x27",)),
        ('[FEN "B:W6,7,14,15:BK2"]\n\n1. 2x11x18x9x2 *', ("2x11x18x9x2",)),
    ],
)
def test_what_people_write(text: str, moves: tuple[str, ...] | None) -> None:
    game = only(text)
    if moves is not None:
        assert game.moves == moves


def test_results() -> None:
    for written, meant in (("1-0", "1-0"), ("2-0", "1-0"), ("0-2", "0-1"), ("1-1", "1/2-1/2"), ("½-½", "1/2-1/2")):
        assert only(f"1. 11-15 23-19 {written}").result == meant
    assert only("1. 11-15").result == "*"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Event "x"]\n\n1. 11-15\n23-20 *', "line 4: '23-20' is no legal move in W:W21,"),
        ('[GameType "20"]\n\n1. 32-28 *', "line 1: a game of type 20"),
        ('[FEN "B:W21,21:B1"]\n\n1. 1-5 *', "line 1: the tag FEN: impossible on 21"),
        ('[FEN "W:WK9:B1"]\n\n1. 9-5 1-6 2. 5-1 6-10\n3. 1-7 *', "line 4: '1-7' is no legal move"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        print(only(text).moves)


def test_one_bad_game_spoils_no_other() -> None:
    good = '[Event "x"]\n\n1. 11-15 *\n\n'
    games = list(read_pdn(good + '[Event "y"]\n\n1. 11-15 ) *\n\n' + good))
    assert [type(each) for each in games] == [PdnGame, Unreadable, PdnGame]
    assert isinstance(games[1], Unreadable)
    assert (games[1].line, games[1].reason) == (7, "a `)` without its `(`")


def test_random_games_are_written_and_read() -> None:
    rng = random.Random(3)
    for number in range(10):
        start = state = zermelo.start("checkers", None if number % 2 else "W:W21-32:B1-12")
        moves: list[str] = []
        while not state.is_over and len(moves) < 120:
            moves.append(rng.choice(state.moves()))
            state = state.play(moves[-1])
        tags = {} if number % 2 else {"FEN": start.text}
        game = only(write_pdn([PdnGame(tags, tuple(map(TextMove, moves)), "*")]))
        assert game.moves == tuple(moves)
        assert (game.start, game.states()[-1].text) == (start.text, state.text)


def test_played_on_after_a_draw_by_the_rules() -> None:
    game = only('[FEN "B:WK32:BK1:H79"]\n\n1. 1-5 32-28 2. 5-1 *')
    assert game.moves == ("1-5",)
    assert [each.text for each in game.checked().mainline] == ["1-5", "32-28", "5-1"]


def test_records_of_matches() -> None:
    record = zermelo.play(zermelo.start("checkers"), [Random(), Random()], seed=1)
    game = pdn_of(record)
    assert game.players == record.players
    assert only(write_pdn([game])).moves == tuple(each.move for each in record.moves)
    assert game.result == {0: "0-1", 1: "1-0", None: "1/2-1/2"}[record.winner]
    (given,) = read_file(zermelo.start("checkers"), write_pdn([game]).encode())
    assert len(given.moves) == len(record.moves)
    assert len(read_games(b"11-15 23-19\n9-13 22-18\n")) == 2


def test_ballots() -> None:
    state = zermelo.start("checkers")
    found = find_openings(state, "ballots", 200, 5)
    assert len({each.moves for each in found}) == 144
    assert found[:10] == find_openings(state, "ballots", 10, 5) != find_openings(state, "ballots", 10, 6)
    assert {len(each.moves) for each in found} == {3}
    with pytest.raises(ValueError, match="expected start, random:4, balanced:4, ballots or a file"):
        find_openings(state, "ballot", 1, 0)


def test_a_capture_written_jump_by_jump() -> None:
    game = only('[FEN "B:W14,15,23,30:B9,10,K28"]\n\n1. 9x18 18x27 15x6 2. 28-32 *')
    assert game.moves == ("9x27", "15x6", "28-32")
    assert only('[FEN "B:W14,15,23,30:B9,10,K28"]\n\n1. 9 x 18\n18 : 27 *').moves == ("9x27",)
    with pytest.raises(ParseError, match="9x18 18x25"):
        _ = only('[FEN "B:W14,15,23,30:B9,10,K28"]\n\n1. 9x18 18x25 *').moves
