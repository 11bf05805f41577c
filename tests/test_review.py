"""Reviews of whole games: losses against values found otherwise, mistakes, turning points, and what files may hold."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

import zermelo
from zermelo.cli.commands import run
from zermelo.games.othello.formats import Transcript, Wthor, write_ggf, write_wthor, wthor_game
from zermelo.limits import Limit
from zermelo.match.game_files import read_file, read_moves
from zermelo.players import Random, Searcher
from zermelo.result import Score
from zermelo.review import NAMES, Review, Reviewed, review

# Won, thrown away and won again: X could have won with a3 at the fifth move, O lets it happen at the sixth.
TICTACTOE = "a1 b1 b2 c3 c2 c1 a2"


def exact(state: zermelo.State, player: int) -> float:
    """The value by plain minimax."""
    if state.is_over:
        return state.payoff(player)
    values = [exact(state.play(move), player) for move in state.moves()]
    return max(values) if state.turn == player else min(values)


def random_game(name: str, seed: int) -> tuple[zermelo.State, list[str]]:
    state = zermelo.start(name)
    record = zermelo.play(state, [Random(seed + i) for i in range(len(state.info.players))])
    return state, [played.move for played in record.moves]


@pytest.mark.parametrize("seed", range(5))
def test_losses_are_those_of_minimax(seed: int) -> None:
    state, moves = random_game("tictactoe", seed)
    found = review(state, moves)
    for each in found.moves:
        after = state.play(each.move)
        before_value, after_value = exact(state, each.player), exact(after, each.player)
        assert (each.before.value, each.after.value) == (before_value, after_value)
        assert each.loss == before_value - after_value
        assert each.exact
        assert exact(state.play(each.best), each.player) == before_value
        state = after


def test_ends_are_as_far_away_as_a_search_finds_them() -> None:
    state, seen = zermelo.start("tictactoe"), 0
    for each in review(state, TICTACTOE.split()).moves:
        after = state.play(each.move)
        if each.move != each.best and each.after.plies is not None:
            score = zermelo.search(after, depth=math.inf).score
            assert score is not None
            assert score.plies is not None
            assert each.after.plies == score.plies + 1
            seen += 1
        state = after
    assert seen


def test_what_is_hardly_lost_counts_as_kept() -> None:
    losses = 0.0, 0.3, 0.7
    moves = tuple(Reviewed(1, 0, "a", "b", (), Score(1.0), Score(1.0 - loss), loss) for loss in losses)
    found = Review("othello", "", ("X", "O"), ("", ""), moves, None).accuracy[0]
    assert (found.choices, found.kept, found.loss) == (3, 2, 1.0)


def test_othello_endings_are_exact() -> None:
    state, moves = random_game("othello", 7)
    for move in moves[:-9]:
        state = state.play(move)
    found = review(state, moves[-9:], player=Searcher(limit=zermelo.Limit(depth=math.inf)))
    for each in found.moves:
        after = state.play(each.move)
        assert each.before.value == exact(state, each.player)
        assert each.after.value == exact(after, each.player)
        assert each.loss == each.before.value - each.after.value >= 0
        state = after
    assert found.payoffs == (state.payoff(0), state.payoff(1))
    assert sum(each.loss for each in found.moves) > 0
    for player in (0, 1):
        mine = [each for each in found.moves if each.player == player and not each.forced]
        accuracy = found.accuracy[player]
        assert (accuracy.choices, accuracy.loss) == (len(mine), sum(each.loss for each in mine))
        assert accuracy.kept == sum(each.loss == 0 for each in mine)


@pytest.mark.parametrize("game", ["othello", "connect4", "checkers", "backgammon"])
def test_a_position_has_one_value(game: str) -> None:
    """What a move leaves is what the next one begins with; nobody gains by a move; a proved value is not exceeded."""
    state, moves = random_game(game, 3)
    told: dict[int, Reviewed] = {}
    found = review(
        state, moves[:40], player=Searcher(limit=Limit(nodes=2000)), watch=lambda each: told.update({each.ply: each})
    )
    assert tuple(told[each.ply] for each in found.moves) == found.moves  # the last word is what is found
    for each, after in zip(found.moves, found.moves[1:], strict=False):
        left, begun = each.after.for_player(0), after.before.for_player(0)
        assert (left.value, left.outcome) == (begun.value, begun.outcome)
    for each in found.moves:
        if each.player >= 0:
            assert each.loss >= 0
            assert not each.before < each.after
    if found.turned is not None:
        turn = found.moves[found.turned - 1]
        assert found._ahead(found._worth(turn.before)) != found.winner == found._ahead(found._worth(turn.after))


def test_mistakes_and_the_turning_point() -> None:
    state = zermelo.start("tictactoe")
    found = review(state, read_moves(state, TICTACTOE), players=("Ann", "Bob"))
    assert [each.ply for each in found.mistakes] == [2, 5, 6]
    assert {each.name for each in found.mistakes} == {"blunder"}
    assert (found.winner, found.turned) == (0, 6)
    assert "The game turned with move 6, c1 by O (Bob)" in str(found)
    assert "X (Ann): 3 of 4 moves lost nothing (75 %)" in str(found)
    last = found.moves[-1]
    assert (str(last.before), str(last.after)) == ("win in 1", "win in 1")


def test_a_move_without_a_choice_is_no_mistake() -> None:
    state = zermelo.start("othello", "f5f6c4g5h5h4g7h6")
    found = review(state, ["pass"], player=Searcher(level=2))
    assert (found.moves[0].forced, found.moves[0].name, found.accuracy[0].choices) == (True, "", 0)


def test_reviews_come_back_from_json() -> None:
    for name, player in (("tictactoe", None), ("othello", Searcher(level=2)), ("connect4", Searcher(level=4))):
        state, moves = random_game(name, 3)
        found = review(state, moves, player=player)
        assert Review.from_json(found.to_json()) == found
        assert set(json.loads(found.to_json())["accuracy"][0]["names"]) == set(NAMES)
    with pytest.raises(ValueError, match="not a Review"):
        Review.from_json("{}")


def test_tiny_limits_still_answer() -> None:
    state, moves = random_game("othello", 5)
    found = review(state, moves[:12], player=Searcher(limit=zermelo.Limit(nodes=1)))
    assert len(found.moves) == 12


def test_nothing_to_review() -> None:
    state = zermelo.start("tictactoe")
    found = review(state, [])
    assert (found.moves, found.winner, found.turned, found.mistakes) == ((), None, None, ())
    assert "Nobody is ahead" in str(found)
    with pytest.raises(zermelo.IllegalMove):
        review(state, ["a1", "a1"])
    with pytest.raises(ValueError, match="hides"):
        review(zermelo.start("kuhn"), [])


class Nim(zermelo.Game):
    initial = (7, 0)
    small = True

    def turn(self, state):  # type: ignore[no-untyped-def]
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):  # type: ignore[no-untyped-def]
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state, move):  # type: ignore[no-untyped-def]
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):  # type: ignore[no-untyped-def]
        return 1 if player != state[1] else -1


def test_a_users_game() -> None:
    state = zermelo.start(Nim)
    found = review(state, [2, 1, 3, 1])  # 7 → 5 is wrong, and so is 4 → 1 when the other one leaves 4
    assert [(each.ply, each.best) for each in found.mistakes] == [(1, "3")]
    assert (found.winner, found.turned) == (1, 1)


# --- moves and files ---


def test_moves_are_read_with_and_without_blanks() -> None:
    connect4, othello = zermelo.start("connect4"), zermelo.start("othello")
    assert read_moves(connect4, "4453") == read_moves(connect4, "4, 4; 5 3") == ("4", "4", "5", "3")
    assert read_moves(othello, "F5d6 C3") == ("f5", "d6", "c3")
    assert read_moves(othello, "f5f6c4g5h5h4g7h6c5")[8:] == ("pass", "c5")
    assert read_moves(zermelo.start(Nim), "3 1") == (3, 1)
    for text, told in (("f5d6a1", "'a1' is no legal move; legal:"), ("f5?", "'?' is no legal move")):
        with pytest.raises(zermelo.ParseError) as raised:
            read_moves(othello, text)
        assert told in raised.value.reason
    with pytest.raises(zermelo.ParseError, match="after the end of the game"):
        read_moves(zermelo.start("tictactoe"), "a1 b1 b2 c1 c3 a3")


@pytest.mark.parametrize("between", [" ", "  ", ", ", "; ", "\n"])
def test_names_with_blanks_are_read(between: str) -> None:
    backgammon = zermelo.start("backgammon")
    moves = ["3-1", "8/5 6/5", "42", "8/4 6/4", "66", "24/18(2) 13/7(2)"]
    assert read_moves(backgammon, between.join(moves)) == tuple(moves)
    assert read_file(backgammon, (", ".join(moves) + "\n").encode())[0].moves == tuple(moves)
    with pytest.raises(zermelo.ParseError, match=r"'8/2' is no legal move; legal: .*, ") as raised:
        read_moves(backgammon, between.join(("3-1", "8/2 6/5")))
    assert raised.value.column == len("3-1" + between)


@pytest.mark.parametrize("game", ["backgammon", "bridge", "battleship", "hearts", "leduc"])
def test_random_games_are_read_from_their_names(game: str) -> None:
    for seed in range(3):
        start, moves = random_game(game, seed)
        names, at = [], start
        for move in moves:
            names.append(str(at.name(move)))
            at = at.play(move)
        assert read_moves(start, " ".join(names)) == tuple(moves)


def test_files() -> None:
    state = zermelo.start("othello")
    moves = tuple(random_game("othello", 1)[1])
    game = Transcript(moves, players=("Ann", "Bob"))
    assert [each.players for each in read_file(state, write_ggf([game, game]).encode())] == [("Ann", "Bob")] * 2
    assert read_file(state, write_wthor(Wthor((wthor_game(game),))))[0].moves == moves
    assert read_file(state, b"f5d6\nf5f4\n")[1].moves == ("f5", "f4")
    connect4 = zermelo.start("connect4", width=6, height=5)
    record = zermelo.play(connect4, [Random(1), Random(2)])
    (given,) = read_file(connect4, record.to_json().encode())
    assert given.moves == tuple(each.move for each in record.moves)
    assert given.start == connect4
    assert [each.moves for each in read_file(connect4, b"# two\n1 2 3\n\n44\n")] == [("1", "2", "3"), ("4", "4")]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"{}", "line 1: not a record"),
        (b"{nonsense", "line 1: not a record"),
        (b"44\n4x", "line 2, column 2: 'x' is no legal move"),
        (b"44\n\xff", "line 2: byte 0xff is not UTF-8"),
        (b'{"format": 1, "kind": "record"}', "line 1: not a record"),
    ],
)
def test_bad_files(data: bytes, told: str) -> None:
    with pytest.raises(zermelo.ParseError) as raised:
        read_file(zermelo.start("connect4"), data)
    assert told in str(raised.value)


def test_a_record_of_another_game_is_refused() -> None:
    record = zermelo.play(zermelo.start("tictactoe"), [Random(1), Random(2)])
    with pytest.raises(zermelo.ParseError, match="line 1"):
        read_file(zermelo.start("connect4"), record.to_json().encode())


def test_damaged_records_are_refused() -> None:
    state = zermelo.start("connect4")
    whole, rng = zermelo.play(state, [Random(1), Random(2)]).to_json(), random.Random(1)
    for _ in range(300):
        at = rng.randrange(len(whole))
        damaged = whole[:at] + rng.choice('"{}[],:0x\n') + whole[at + rng.randint(0, 3) :]
        try:
            found = read_file(state, damaged.encode())
        except zermelo.ParseError:
            continue
        assert all(each.start.play(each.moves[0]) for each in found if each.moves)


# --- the command ---


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["review", "tictactoe", TICTACTOE]) == 0
    shown = capsys.readouterr().out
    assert "turning point" in shown
    assert "The game turned with move 6, c1 by O" in shown
    file = tmp_path / "games.ggf"
    file.write_text(write_ggf([Transcript(("f5", "d6")), Transcript(("f5", "f6", "e6"), players=("A", "B"))]))
    assert run(["review", "othello", "--file", str(file), "--number", "2", "--level", "2", "--json"]) == 0
    found = Review.from_json(capsys.readouterr().out)
    assert [each.move for each in found.moves] == ["f5", "f6", "e6"]
    assert found.players == ("A", "B")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["othello"], "either the moves of the game or a file"),
        (["othello", "f5z9"], "'z9' is no legal move"),
        (["othello", "--file", "nowhere.ggf"], "No such file"),
        (["othello", "f5", "--level", "21"], "level"),
        (["othello", "f5", "--depth", "-1"], "depth=-1"),
        (["shogi", "e4"], "unknown game"),
    ],
)
def test_bad_use(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", *words]) == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.out == ""


def test_a_file_whose_ending_names_the_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[White "First"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? {oh} 4. Qxf7# 1-0\n')
    assert run(["review", str(file), "--nodes", "2000"]) == 0
    assert "6  black   Nf6" in capsys.readouterr().out
    assert run(["review", str(tmp_path / "none.pgn")]) == 2
    assert "unknown game" in capsys.readouterr().err


def test_dice_are_luck_and_decisions_are_not() -> None:
    """Of a solved tree: what the dice brought and what was lost add up from the expectation to the end."""
    state, moves = zermelo.tree("chance[0.25:[5,3],0.75:[1,2]]"), ["E-1", "E-4"]
    found = review(state, moves)
    assert [each.player for each in found.moves] == [zermelo.CHANCE, 0]
    assert found.luck == pytest.approx(5 - 2.75)
    assert found.moves[1].loss == 2
    assert found.moves[0].before.value + found.luck - found.moves[1].loss == 3
    assert found.summary()[-1] == "The dice brought MAX 2.25"
    assert Review.from_json(found.to_json()) == found
    assert "luck 2.25 for MAX" in str(found)


def test_backgammon_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    moves = "3-1; 24/20; 52; 13/8 13/11"
    assert run(["review", "backgammon", moves, "--depth", "1"]) == 0
    told = capsys.readouterr().out
    assert "8/5 6/5" in told
    assert "The dice brought" in told
    assert run(["show", "backgammon", "--moves", moves]) == 0
    assert "pips X 163, O 160" in capsys.readouterr().out
    assert run(["review", "backgammon", "3-1; 24/19"]) == 2
