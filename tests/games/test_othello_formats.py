"""Othello's file formats: what is written is read back the same, and nothing bad gets past a ParseError."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.games.othello.formats import (
    Note,
    Problem,
    Transcript,
    Wthor,
    WthorGame,
    read_games,
    read_ggf,
    read_names,
    read_obf,
    read_transcript,
    read_transcripts,
    read_wthor,
    write_ggf,
    write_names,
    write_obf,
    write_transcript,
    write_transcripts,
    write_wthor,
    wthor_game,
)
from zermelo.games.othello.formats import decoded as decoded_text
from zermelo.games.othello.sgf import read_sgf
from zermelo.games.othello.transcript import START

# Moves with a forced pass of black's after the eighth move.
WITH_PASS = "f5f6c4g5h5h4g7h6"
OVER_IN_NINE = "e6f4e3f6g5d6e7f5c5"
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]"
    "TI[05:00//02:00]TY[8]RE[-2.000]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3//0.01]W[c3//0.01]B[c4/-1.50]W[e3/1.25/3];)"
)


def random_moves(seed: int, start: str | None = None, plies: int = 200) -> tuple[str, ...]:
    rng, state, moves = random.Random(seed), zermelo.start("othello", start), []
    while not state.is_over and len(moves) < plies:
        moves.append(rng.choice(state.moves()))
        state = state.play(moves[-1])
    return tuple(moves)


def position_after(seed: int, plies: int) -> zermelo.State:
    state = zermelo.start("othello")
    for move in random_moves(seed, plies=plies):
        state = state.play(move)
    return state


games = st.builds(random_moves, st.integers(0, 10**6), plies=st.integers(0, 130))
names = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)
hundredths = st.integers(-9999, 9999).map(lambda n: n / 100)
notes = st.builds(Note, st.none() | hundredths, st.none() | hundredths.map(abs), names)


@st.composite
def transcripts(draw: Any) -> Transcript:
    start = draw(st.sampled_from([START, position_after(3, 20).text, position_after(4, 55).text]))
    moves = random_moves(draw(st.integers(0, 10**6)), start, draw(st.integers(0, 130)))
    chosen = draw(st.lists(notes, min_size=len(moves), max_size=len(moves)) if draw(st.booleans()) else st.just([]))
    result = draw(st.none() | st.integers(-32, 32).map(lambda n: 2.0 * n))
    ending = draw(st.sampled_from(("", "resign", "time", "agreed"))) if result is not None else ""
    return Transcript(
        moves,
        start,
        (draw(names), draw(names)),
        result,
        ending,
        draw(names),
        tuple(chosen) if any(note != Note() for note in chosen) else (),
        {"TY": draw(st.sampled_from(("8", "8r20", "s8r14"))), "DT": draw(names)},
    )


# --- transcripts ---


def test_transcripts_read_capitals_blanks_and_passes() -> None:
    wanted = read_transcript("f5d6c3").moves
    assert wanted == ("f5", "d6", "c3")
    assert read_transcript("F5D6C3").moves == wanted
    assert read_transcript(" f5 d6\tC3 \n").moves == wanted
    with_pass = read_transcript(WITH_PASS + "c5")
    assert with_pass.moves[8:] == ("pass", "c5")
    assert read_transcript(WITH_PASS + "pa c5") == read_transcript(WITH_PASS + "--C5") == with_pass
    assert write_transcript(with_pass) == WITH_PASS + "c5"
    assert [state.turn for state in with_pass.states()][-3:] == [0, 1, 0]


def test_many_transcripts() -> None:
    found = read_transcripts(f"# two games\n{WITH_PASS}\n\n{OVER_IN_NINE}\n")
    assert [len(game.moves) for game in found] == [8, 9]
    assert found[1].states()[-1].payoff(0) == 64


@given(st.lists(games, max_size=3))
def test_transcripts_come_back(all_moves: list[tuple[str, ...]]) -> None:
    written = [Transcript(moves) for moves in all_moves if moves and moves[-1] != "pass"]
    assert read_transcripts(write_transcripts(written)) == written
    for game in written:
        state = zermelo.start("othello", write_transcript(game)) if game.moves else None
        assert state is None or state == game.states()[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("f5d6\nf5z9", "line 2, column 3: expected a square"),
        ("f5f5", "line 1, column 3: f5 is not legal here (legal: f4 d6 f6)"),
        ("\n\n  f5d6a1", "line 3, column 7: a1 is not legal"),
        (OVER_IN_NINE + "a1", "line 1, column 19: a1 is not legal here (the game is over)"),
        ("f5pa", "line 1, column 3: pa is not legal"),
        ("f5d", "line 1, column 3: expected a square"),
    ],
)
def test_bad_transcripts(text: str, told: str) -> None:
    with pytest.raises(zermelo.ParseError) as raised:
        read_transcripts(text)
    assert told in str(raised.value)


def test_only_games_from_the_start_are_transcripts() -> None:
    with pytest.raises(ValueError, match="usual start"):
        write_transcript(Transcript(start=position_after(1, 10).text))


# --- OBF ---

FFO = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O; G8:+2; A6:+0; F8:-4;"


def test_obf() -> None:
    first, second = read_obf(f"% FFO\n{FFO} % number 22\n\n{START};\n")
    assert first.scores == (("g8", 2), ("a6", 0), ("f8", -4))
    assert (first.value, first.best, first.comment) == (2, ("g8",), "number 22")
    assert first.position.turn == 1
    assert (second.scores, second.value, second.best) == ((), None, ())
    assert read_obf(START) == read_obf(START.replace("-", ".") + ";") == [Problem(zermelo.start("othello"))]


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(0, 70), st.booleans()), max_size=4), st.randoms())
def test_obf_comes_back(cases: list[tuple[int, int, bool]], rng: random.Random) -> None:
    problems = []
    for seed, plies, scored in cases:
        position = position_after(seed, plies)
        scores = tuple((move, rng.randint(-64, 64)) for move in position.moves()) if scored else ()
        problems.append(Problem(position, scores, rng.choice(("", "a comment; with %"))))
    assert read_obf(write_obf(problems)) == problems


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (START[:-2], "line 1, column 65: the text ends early; expected X or O: who moves"),
        (f"\n{START[:30]}", "line 2, column 31: the text ends early"),
        (f"{START}; a1:+2;", "line 1, column 68: a1 is not legal here (legal: d3 c4 f5 e6)"),
        (f"{START}; d3:+2; D3:+4;", "d3 has a value already"),
        (f"{START}; d3=2;", "expected move:value"),
        (f"{START}; d3:+66;", "between -64 and +64"),
        (f"{START}; d3:+0.5;", "expected move:value"),
        (f"{FFO}\n?{START};", "line 2, column 1: expected X, O or - for a1"),
        ("f5d6;", "line 1, column 1: expected X, O or - for a1"),
        (START.replace("OX", "--") + ";", "impossible at d4: the four squares in the middle are never empty"),
    ],
)
def test_bad_obf(text: str, told: str) -> None:
    with pytest.raises(zermelo.ParseError) as raised:
        read_obf(text)
    assert told in str(raised.value)


# --- GGF ---


def test_ggf() -> None:
    (game,) = read_ggf(GGF)
    assert game.players == ("Saio1200", "Saio3000")
    assert (game.moves, game.result, game.start) == (("d3", "c3", "c4", "e3"), -2.0, START)
    assert game.notes == (Note(None, 0.01), Note(None, 0.01), Note(-1.5), Note(1.25, 3.0))
    assert game.tags["DT"] == "2003.12.15_13:24:03.MST"
    assert read_ggf("2 " + GGF + "\n " + GGF + " \n") == [game, game]


def test_ggf_starts_anywhere_passes_and_comments() -> None:
    position = position_after(11, 30)
    rows = " ".join(position.text[i : i + 8] for i in range(0, 64, 8)).replace("X", "*")
    mover = "BW"[position.turn]
    (game,) = read_ggf(
        f"(;GM[Othello]\nTY[8r30]RE[+64.00:r]BO[8 {rows} {'*O'[position.turn]}]\nC[odd \\] one]"
        f"{mover}[{position.moves()[0].upper()}]C[first]C[second]\n;)"
    )
    assert game.start == position.text
    assert (game.result, game.ending, game.comment) == (64.0, "resign", "odd ] one")
    assert game.notes[0].comment == "first\nsecond"
    moves = "".join(f"{'BW'[i % 2]}[{WITH_PASS[2 * i : 2 * i + 2]}]" for i in range(8))
    (passed,) = read_ggf(f"(;GM[Othello]{moves}B[PA]W[c5];)")
    assert passed.moves[8:] == ("pass", "c5")
    assert read_ggf(f"(;GM[Othello]{moves}W[c5];)") == [passed]


@given(st.lists(transcripts(), min_size=1, max_size=2))
def test_ggf_comes_back(written: list[Transcript]) -> None:
    assert read_ggf(write_ggf(written)) == written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1, column 1: expected a game"),
        ("(;GM[Othello]", "the text ends inside a game"),
        ("(;GM[Othello];", "expected a tag such as B[d3], or ';)', at ';'"),
        (";)", "expected a game"),
        ("(;;)", "without a GM tag"),
        ("(;GM[Chess];)", "expected GM[Othello], not GM[Chess]"),
        ("(;GM[Othello]TY[10];)", "8 x 8"),
        ("(;GM[Othello]GM[Othello];)", "GM is given twice"),
        ("(;GM[Othello]\n\nB[a1];)", "line 3, column 1: a1 is not legal"),
        ("(;GM[Othello]W[d3];)", "black is to move"),
        ("(;GM[Othello]B[d3]B[c3];)", "white is to move"),
        ("(;GM[Othello]B[d3//x];)", "'x' is not a number"),
        ("(;GM[Othello]B[d3/1/2/3];)", "expected a move, as in"),
        ("(;GM[Othello]B[d3/nan];)", "'nan' is not a number"),
        ("(;GM[Othello]RE[won];)", "expected a result"),
        ("(;GM[Othello]BO[8 --- *];)", "the text ends early; expected 64 squares"),
        ("(;GM[Othello]BO[6 --- *];)", "8 x 8"),
        ("(;GM[Othello]B[d3]BO[8 --- *];)", "after the first move"),
        ("(;GM[Othello]B[d3", "this tag is not closed"),
        (f"{GGF}\n(;GM[Othello]?;)", "line 2, column 14: expected a tag"),
    ],
)
def test_bad_ggf(text: str, told: str) -> None:
    with pytest.raises(zermelo.ParseError) as raised:
        read_ggf(text)
    assert told in str(raised.value)


def test_ggf_refuses_to_write_what_it_could_not_read() -> None:
    with pytest.raises(ValueError, match="further GGF tag"):
        write_ggf([Transcript(tags={"PB": "twice"})])
    with pytest.raises(ValueError, match="finite"):
        Note(float("inf"))
    with pytest.raises(ValueError, match="1 notes for 0 moves"):
        Transcript(notes=(Note(),))


# --- WTHOR ---


def wthor_file(seeds: range) -> Wthor:
    played = [wthor_game(Transcript(random_moves(seed))) for seed in seeds]
    numbered = tuple(replace(game, black=i, white=7, tournament=300) for i, game in enumerate(played))
    return Wthor(numbered, year=2001, created=(2003, 12, 31), empties=22)


def test_wthor_bytes() -> None:
    """By hand: f5 is 56, d6 is 64; the header says one game of 1999."""
    data = write_wthor(Wthor((WthorGame(("f5", "d6"), 40, 34, 258, 3, 4),), 1999, (2000, 2, 3), 24))
    assert data[:16] == bytes([20, 0, 2, 3, 1, 0, 0, 0, 0, 0, 0xCF, 0x07, 8, 0, 24, 0])
    assert data[16:] == bytes([2, 1, 3, 0, 4, 0, 40, 34, 56, 64]) + bytes(58)


def test_wthor_comes_back() -> None:
    file = wthor_file(range(30))
    assert any("pass" in game.moves for game in file.games)
    data = write_wthor(file)
    assert len(data) == 16 + 30 * 68
    assert read_wthor(data) == file
    for game in file.games:
        assert 2 * game.score - 64 == Transcript(game.moves).states()[-1].payoff(0)


def test_wthor_names() -> None:
    players = write_names(["?", "Tastet Marc", "Nicolet Stéphane"])
    tournaments = write_names([f"Tournament {i}" for i in range(301)], 26)
    assert read_names(players) == ["?", "Tastet Marc", "Nicolet Stéphane"]
    game = wthor_file(range(2)).games[1].transcript(read_names(players), read_names(tournaments))
    assert game.players == ("Tastet Marc", "")
    assert game.tags == {"PC": "Tournament 300"}
    assert read_ggf(write_ggf([game]))[0].players == ("Tastet Marc", "")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data[:10], "byte 10: the file ends inside its header"),
        (lambda data: data[:-1], "byte 151: 2 records of 68 bytes make a file of 152 bytes, this one has 151"),
        (lambda data: data + b"\0", "this one has 153"),
        (lambda data: data[:12] + b"\x0a" + data[13:], "byte 12: the board has size 10"),
        (lambda data: data[:13] + b"\x01" + data[14:], "byte 13: the file holds solitaires"),
        (lambda data: data[: 84 + 6] + b"\x41" + data[84 + 7 :], "record 2 (byte 84): the score is 65"),
        (lambda data: data[: 84 + 8] + b"\x09" + data[84 + 9 :], "record 2 (byte 84): move 1 is the byte 9"),
        (lambda data: data[: 84 + 8] + b"\x0b" + data[84 + 9 :], "record 2 (byte 84): move 1: a1 is not legal"),
    ],
)
def test_bad_wthor(change: Callable[[bytes], bytes], told: str) -> None:
    with pytest.raises(zermelo.ParseError) as raised:
        read_wthor(change(write_wthor(wthor_file(range(2)))))
    assert told in str(raised.value)


def test_wthor_refuses_to_write_what_it_could_not_read() -> None:
    with pytest.raises(ValueError, match="usual start"):
        wthor_game(Transcript(start=position_after(1, 10).text))
    for bad in (WthorGame((), 65), WthorGame((), black=70_000), WthorGame(("a1",))):
        with pytest.raises(ValueError, match=r"fit into a record|not legal"):
            write_wthor(Wthor((bad,)))


# --- any file ---


def test_files_are_told_apart() -> None:
    file = wthor_file(range(3))
    assert [game.moves for game in read_games(write_wthor(file))] == [game.moves for game in file.games]
    assert read_games(GGF.encode()) == read_ggf(GGF)
    assert read_games(b"\xef\xbb\xbff5d6\r\nf5f4\r\n") == read_transcripts("f5d6\nf5f4")
    with pytest.raises(zermelo.ParseError, match="line 2: byte 0xff is not UTF-8"):
        read_games(b"f5d6\nf5\xff")


READERS: list[Callable[[bytes], object]] = [
    read_games,
    read_wthor,
    read_names,
    lambda data: read_ggf(decoded_text(data)),
    lambda data: read_obf(decoded_text(data)),
    lambda data: read_transcripts(decoded_text(data)),
]


def complaint(read: Callable[[bytes], object], data: bytes) -> str:
    """What the reader has against the bytes; nothing if they could be read."""
    try:
        read(data)
    except zermelo.ParseError as error:
        return str(error) or "no reason given"
    return ""


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Cut, doubled, changed or with bytes put in."""
    at, to = sorted(rng.randint(0, len(data)) for _ in range(2))
    edit = rng.randrange(5)
    if edit == 0:
        return data[:at]
    if edit == 1:
        return data[:at] + data[to:]
    if edit == 2:
        return data[:to] + data[at:]
    if edit == 3:
        return data[:at] + rng.randbytes(rng.randint(1, 4)) + data[at:]
    changed = bytearray(data or b"\0")
    changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def test_damaged_files_are_read_or_refused() -> None:
    rng = random.Random(2)
    whole = [
        GGF.encode(),
        FFO.encode(),
        WITH_PASS.encode(),
        write_wthor(wthor_file(range(2))),
        write_names(["Ann", "Bob"]),
        write_ggf([Transcript(random_moves(1), comment="[(;")]).encode(),
        b"",
    ]
    for _ in range(1500):
        data = damaged(rng.choice(whole), rng)
        for read in READERS:
            assert len(complaint(read, data)) < 500


ALPHABET = string.printable + "é💥\x00"


@pytest.mark.parametrize(
    "data",
    [
        b"a" * 65536,
        b"-" * 65536,
        b"f5" * 32768,
        b"\n" * 65536,
        b"(;" * 32768,
        b"[" * 65536,
        b"(;GM[Othello]" * 5000,
        b"(;GM[" + b"\\" * 65536,
        b"(;" + b"A" * 65536,
        b"(;GM[Othello]" + b" " * 65536,
        b"%" * 65536,
        b";" * 65536,
        b"X" * 64 + b";" * 65536,
        b"0" * 65536,
        bytes(65536),
        b"\xff" * 65536,
        b"\xf0\x9f" * 32768,
        b"(;GM[Othello]C[" + b"]" * 65536,
        b" " * 65536 + b"f5",
        START.encode() + b"; d3:" + b"1" * 65536,
    ],
    ids=lambda data: repr(data[:20]),
)
def test_long_lines_are_quick(data: bytes) -> None:
    for read in READERS:
        began = time.process_time()
        assert len(complaint(read, data)) < 500
        assert time.process_time() - began < 5.0


@given(st.binary(max_size=200) | st.text(ALPHABET, max_size=200).map(lambda text: text.encode()))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    for read in READERS:
        assert complaint(read, data) != "no reason given"


@pytest.mark.parametrize(("mover", "text"), [("W", "O"), ("white", "O"), ("B", "X")])
def test_sgf_says_who_is_to_move(mover: str, text: str) -> None:
    assert read_sgf(f"(;GM[2]PL[{mover}])").start.endswith(f" {text}")
