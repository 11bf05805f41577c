"""The course's protocol (S3.6): as an engine, and programs that speak it as players."""

from __future__ import annotations

import random
import re
import sys
from functools import partial
from pathlib import Path

import pytest
from sessions import Session, fed, opponent

import zermelo
from zermelo import Limit, Searcher, player_from
from zermelo.cli.commands import run
from zermelo.errors import ParseError
from zermelo.games.othello.squares import course_name, from_course
from zermelo.players.player import Left
from zermelo.players.protocols.course import Course
from zermelo.players.protocols.course_player import CoursePlayer

PROTOCOLS = Path(__file__).parents[2] / "docs" / "protocols.md"
ENGINE = f"{sys.executable} -m zermelo engine othello --depth 2"

# The program that the document shows.
STUDENT = re.search("```python student.py\\n(.*?)```", PROTOCOLS.read_text(encoding="utf-8"), re.DOTALL)[1]


def engine(*lines: str, player: int | None = None, game: str = "othello", **options: object) -> list[str]:
    """What an engine writes when it is given these lines."""
    told: list[str] = []
    server = Course(zermelo.start(game), Searcher(limit=Limit(depth=2)), player, tell=told.append, **options)
    server.greet()
    assert all(server.obey(line) for line in lines)
    return told


def test_the_corners_are_those_of_the_course() -> None:
    assert [course_name(name) for name in ("a1", "h8", "a8", "h1", "pass")] == ["1 8", "8 1", "1 1", "8 8", "pass"]
    for column in "abcdefgh":
        for row in range(1, 9):
            assert from_course(course_name(f"{column}{row}")) == f"{column}{row}"
    assert from_course("8  1 ") == "h8"
    assert from_course("PASS") == "pass"


@pytest.mark.parametrize(
    "text", ["", "1", "1 9", "0 1", "1 2 3", "-1 2", "a1", "1,8", "18", "٣ ٣", "²  1", "pass 1", "1 8 pass"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="column and a row"):
        from_course(text)


def test_black_begins() -> None:
    (first,) = engine(player=0)
    assert from_course(first) in zermelo.start("othello").moves()
    assert engine(player=1) == []


def test_the_colour_is_told_or_learned() -> None:
    assert engine("black") == engine(player=0)
    assert engine("BLACK # hello") == engine(player=0)
    assert engine("white") == []
    assert engine("6 4") == engine("white", "6 4") == engine("6 4", player=1)
    assert engine("black", player=0) == engine(player=0)


def test_a_colour_begins_a_new_game() -> None:
    once = engine("white", "6 4")
    assert engine("white", "6 4", "white", "6 4") == once * 2
    assert engine("6 4", "black") == once + engine(player=0)


def test_comments_and_blank_lines_mean_nothing() -> None:
    assert engine("", "# 6 4", "   ", "6\t4 # f5", "#") == engine("6 4")


def test_wrong_lines_are_ignored_and_told_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine("white", "9 9", "1 1", "pass", "f5", "\0", "6 4") == engine("6 4")
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 5
    assert "'1 1' is not legal here; legal: 4 6, 3 5, 6 4, 5 3" in told


def test_complaints_come_to_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    engine(*["x" * 1000] * 500)
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 100
    assert len(told) < 60_000


def test_comments_say_what_was_thought() -> None:
    (line,) = engine(player=0, comments=True)
    move, comment = line.split("#")
    assert comment.split()[0].rstrip(",") == from_course(move)
    assert "depth 2" in comment


def test_other_games_use_the_names_of_their_moves() -> None:
    assert engine("first", game="connect4") == ["4"]
    assert engine("X", game="connect4") == ["4"]
    assert len(engine("4", game="connect4")) == 1


def referee(session: Session, engine: int, seed: int) -> list[tuple[int, str]]:
    """A game against an engine; (player, move) of every ply."""
    rng, state, plies = random.Random(seed), zermelo.start("othello"), []
    while not state.is_over:
        if state.turn == engine:
            move = from_course(session.line())
        else:
            move = opponent(state, rng, seed % 4 < 2)
            session.say(course_name(move))
        plies.append((state.turn, move))
        state = state.play(move)
    assert session.silent(0.05)
    return plies


def test_whole_games_with_passes() -> None:
    """Every game by the rules to its end, in one process; both sides pass now and then."""
    passes: set[bool] = set()
    with Session("othello", "--depth", "1") as session:
        for seed in range(60):
            session.say(("black", "white")[seed % 2])
            plies = referee(session, seed % 2, seed)
            passes |= {player == seed % 2 for player, move in plies if move == "pass"}
            if seed >= 7 and len(passes) == 2:
                break
    assert passes == {True, False}


@pytest.mark.parametrize("limit", [["--seconds", "0.02"], ["--clock", "1.5"], ["--nodes", "100"], ["--level", "2"]])
def test_every_phase_of_the_project(limit: list[str]) -> None:
    with Session("othello", "--color", "black", *limit) as session:
        assert len(referee(session, 0, 1)) >= 9


def test_all_at_once_and_the_end_in_the_middle() -> None:
    assert fed(b"6 4", "othello", "--depth", "2")[:2] == (0, engine("6 4")[0] + "\n")
    code, out, err = fed(b"6 4\n\xff\xfe\n" + b"1" * 70_000 + b"\n6\0004\n", "othello", "--depth", "2")
    assert (code, out) == (0, engine("6 4")[0] + "\n")
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["othello", "--color", "red"], "expected black or white"),
        (["othello", "--protocol", "smoke signals"], "unknown protocol"),
        (["othello", "--protocol", "xboard"], "xboard is spoken for chess only"),
        (["connect4", "--protocol", "gtp"], "spoken for othello only"),
        (["othello", "--protocol", "gtp", "--color", "black"], "belong to --protocol course"),
        (["othello", "--seconds", "1", "--clock", "9"], "contradict"),
        (["othello", "--clock", "x"], "expected a number"),
        (["othello", "--level", "99"], "'99' is not a level"),
        (["othello", "--threads", "0"], "from 1 to 256"),
        (["nothing"], "unknown game"),
    ],
)
def test_bad_usage(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["engine", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert message in err
    assert "Traceback" not in err


# --- programs as players ---


@pytest.fixture
def student(tmp_path: Path) -> str:
    file = tmp_path / "student.py"
    file.write_text(STUDENT)
    return str(file)


def test_a_students_program_plays(student: str) -> None:
    """The document's program knows the rules by itself, passes included."""
    passes = 0
    for seed in range(8):
        player = player_from(f"cmd:seconds=20:{student}")
        other = partial(opponent, rng=random.Random(seed), strong=True)
        record = zermelo.play(zermelo.start("othello"), [player, other][:: 1 - 2 * (seed % 2)])
        assert (record.ending, record.reason) == ("rules", "")
        assert player.program is None
        passes += sum(each.move == "pass" and each.player == seed % 2 for each in record.moves)
    assert passes


def test_our_engine_plays_ourselves() -> None:
    """Both roles of the protocol at once; the colour once as an argument, once in the first line."""
    black, white = player_from(f"cmd:{ENGINE} --color {{color}}"), player_from(f"cmd:clock=60:{ENGINE}")
    record = zermelo.play(zermelo.start("othello"), [black, white])
    assert (record.ending, record.reason) == ("rules", "")
    again = zermelo.play(zermelo.start("othello"), [Searcher(limit=Limit(depth=2)), Searcher(limit=Limit(depth=2))])
    assert [each.move for each in record.moves] == [each.move for each in again.moves]
    assert white.clock.seconds < 60


def test_programs_on_the_command_line(student: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "othello", "--me", "auto:depth=1", "--against", f"cmd:{student}"]) == 0
    assert "wins" in capfd.readouterr().out
    assert run(["play", "othello", "--me", "cmd:true", "--against", "naive"]) == 3
    assert "error: true ended with exit code 0" in capfd.readouterr().err
    assert run(["play", "othello", "--against", "cmd:./nothing"]) == 2
    assert "there is no such program" in capfd.readouterr().err


def test_other_beginnings_are_refused(student: str) -> None:
    later = zermelo.start("othello", "f5d6c3")
    assert zermelo.play(later, [player_from(f"cmd:{student}")] * 2).ending == "aborted"


def test_moves_cannot_be_taken_back(student: str) -> None:
    player = CoursePlayer([student])
    state = zermelo.start("othello")
    moves = [player(state)]
    path = [state, state.play(moves[0])]
    moves += path[1].moves()[:1]
    path.append(path[1].play(moves[1]))
    player.follow(path, moves)
    assert player(path[2]) in path[2].moves()
    other = next(move for move in state.moves() if state.play(move) != path[1])
    reply = state.play(other).moves()[0]
    after = state.play(other).play(reply)
    player.follow([state, state.play(other), after], [other, reply])
    with pytest.raises(Left, match="cannot take moves back"):
        player(after)
    player.close()


def test_each_side_needs_a_program_of_its_own(student: str) -> None:
    record = zermelo.play(zermelo.start("othello"), [player_from(f"cmd:{student}")] * 2)
    assert (record.ending, len(record.moves)) == ("aborted", 1)
    assert "plays black" in record.reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cmd:", "no command"),
        ("cmd:./no_such_program", "there is no such program"),
        ("cmd:'unbalanced", "No closing quotation"),
        ("cmd:seconds=0:true", "above 0"),
        ("cmd:seconds=x:true", "expected a number"),
        ("gtp:", "no command"),
        ("nboard:depth=x:true", "whole number"),
    ],
)
def test_bad_commands_are_explained(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        player_from(text)


def test_a_file_that_may_not_be_executed_is_named(tmp_path: Path) -> None:
    (tmp_path / "program").write_text("")
    with pytest.raises(ValueError, match="may not be executed"):
        player_from(f"cmd:{tmp_path}/program")
