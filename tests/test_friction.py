"""What made new users stumble once, each as they met it: on the command line, in Python, in what is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo import Game, compiled, search, start, tree
from zermelo.cli.commands import run
from zermelo.result import many, rate


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of a command."""
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


class Named(Game):
    """Take one or two of five; moves are numbers, people say words."""

    initial = (5, 0)
    small = True

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield from range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return 1 if player != state[1] else -1

    def name(self, state, move):
        return f"take {'one' if move == 1 else 'two'}"


class BadlyNamed(Named):
    def name(self, state, move):
        raise KeyError(move)


# ---- moves are shown by their names ----


def test_results_show_moves_by_name():
    result = search(start(Named))
    assert str(result).startswith("take two, take one, take two  (win in 3;")
    assert str(result.lines[0]).endswith(": take two, take one, take two")
    assert result.line == (2, 1, 2)  # the moves stay what they are


def test_results_of_a_game_that_cannot_name_its_moves():
    result = search(start(BadlyNamed))
    assert (result.line, result.names) == ((2, 1, 2), ())
    assert str(result).startswith("2 1 2  (win")


def test_analyze_shows_moves_by_name(capsys):
    code, out, _ = said(capsys, "analyze", f"{__file__}:Named")
    assert code == 0
    rows = [line for line in out.splitlines() if "win in 3" in line]
    assert len(rows) == 2
    assert all("take two, take one, take two" in line for line in rows)


# ---- counts and rates read as English ----


def test_one_node_is_one_node(capsys):
    assert (many(1, "node"), many(0, "node"), many(12345, "node")) == ("1 node", "0 nodes", "12,345 nodes")
    assert " 1 node," in str(search(tree([[1]]), depth=0))
    _, out, _ = said(capsys, "analyze", "tictactoe", "XXX/OO./...")
    assert "1 nodes" not in out


def test_slow_searches_have_a_speed_too():
    assert [rate(n, 2.0) for n in (20, 90_000, 7_000_000)] == ["10 /s", "45 k/s", "3.5 M/s"]
    assert rate(100, 0.001) == ""


# ---- one estimate of a match, also without losses; repetitions of deterministic players once ----


def test_a_match_without_losses_has_one_finite_estimate(capsys):
    code, out, _ = said(
        capsys, "match", "alphabeta:depth=5", "random", "-g", "connect4", "--pairs", "2", "--openings", "start"
    )
    assert code == 0
    assert "inf" not in out
    first = next(line for line in out.splitlines() if re.match(r"\s+1 ", line))
    assert "+280  -121 to +1465" in first  # Jeffreys' interval of 2 out of 2
    assert "+279.6 Elo (-121 to +1465)" in out


def test_what_deterministic_players_repeat_counts_once(capsys):
    code, out, _ = said(
        capsys,
        "match",
        "alphabeta:depth=2",
        "alphabeta:depth=1",
        "-g",
        "connect4",
        "--pairs",
        "4",
        "--openings",
        "start",
    )
    assert code == 0
    assert "3 pairs repeat an earlier one move by move: such pairs are counted once here" in out
    assert re.search(r"2 points: [01, ]+\.", out)


# ---- modules are there after a plain import ----


def test_modules_of_the_documentation_are_found_after_a_plain_import():
    """Every dotted name that the reference gives for a function or a class."""
    reference = Path(__file__).parent.parent / "docs" / "reference.md"
    names = sorted(set(re.findall(r"`(zermelo\.[a-z_]+\.[A-Za-z_]+)\(", reference.read_text(encoding="utf-8"))))
    assert {"zermelo.equilibrium.tabulated", "zermelo.learn.learn", "zermelo.check.check_game"} <= set(names)
    code = f"import zermelo\nfor name in {names}:\n    assert callable(eval(name)), name"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def test_what_is_imported_later_is_listed():
    assert {"check", "learn", "practice", "show"} <= set(dir(zermelo))
    with pytest.raises(AttributeError, match="no attribute 'lern'"):
        _ = zermelo.lern


# ---- solve says where it cannot help ----


def test_solve_refuses_what_would_run_for_ever(capsys):
    code, _, err = said(capsys, "solve", "backgammon")
    assert code == 2
    assert "too many rolls" in err
    assert "--nodes" in err
    with pytest.raises(ValueError, match="too many rolls"):
        zermelo.solve(start("backgammon"))
    assert zermelo.solve(start("backgammon").play("3-1"), nodes=10).stopped == "nodes"
    assert zermelo.solve(tree("[chance[0.5:3,0.5:8],4]")).score.value == 5.5


def test_solve_points_to_equilibrium_where_cards_are_hidden(capsys):
    code, _, err = said(capsys, "solve", "kuhn")
    assert code == 2
    assert "zermelo equilibrium kuhn" in err
    with pytest.raises(ValueError, match=r"zermelo\.equilibrium"):
        zermelo.solve(start("kuhn"))


# ---- what goes wrong in a user's game is shown with its state ----


class Deep(Named):
    initial = ((5, 0), ("a", ("b", 1)), frozenset({1}))

    def turn(self, state):
        return zermelo.OVER

    def payoff(self, state, player):
        return ("not", "a number")


class LongName(Deep):
    initial = "ä" * 300


def test_an_error_shows_the_state_it_is_about():
    with pytest.raises(zermelo.GameError) as error:
        start(Deep).payoff(0)
    assert "Deep.payoff(((5, 0), ('a', ('b', 1)), frozenset({1})), 0) returned ('not', 'a number')" in str(error.value)


def test_a_long_state_is_cut_between_letters():
    with pytest.raises(zermelo.GameError, match="ä…, 0"):
        start(LongName).payoff(0)


STEPS = [1, 2]


class ReadsList(Named):
    compiled = False

    def moves(self, state):
        for i in range(2):
            if STEPS[i] <= state[0]:
                yield STEPS[i]


def test_a_global_list_in_a_compiled_game_should_be_a_tuple():
    pytest.importorskip("numba")
    with pytest.raises(zermelo.GameError, match="make it a tuple") as error:
        start(compiled(ReadsList))
    assert "STEPS" in str(error.value)


class Rolls(Game):
    """A game of win and loss that pays 7."""

    initial = (5, 0)
    chance = small = True

    def turn(self, state):
        return zermelo.OVER if state[0] <= 3 else zermelo.CHANCE if state[1] else 0

    def moves(self, state):
        return (1, 2)

    def odds(self, state, move):
        return 0.5

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return 7 if player == 0 else -7


class DeclaredRolls(Rolls):
    low, high = -3, 3


def test_a_range_that_nobody_declared_is_not_called_declared():
    with pytest.raises(zermelo.GameError, match=r"7 lies outside -1 to 1, the range of win, draw and loss \(declare"):
        search(start(Rolls))
    with pytest.raises(zermelo.GameError, match=r"7 lies outside -3 to 3, which the game declares"):
        search(start(DeclaredRolls))


# ---- levels, edges, moves and files as people write them ----


@pytest.mark.parametrize("command", ["analyze", "review"])
def test_levels_have_names_everywhere(command, capsys):
    moves = ["1"] if command == "review" else []
    code, out, _ = said(capsys, command, "tictactoe", *moves, "--level", "medium")
    assert code == 0
    assert out


def test_a_player_has_a_level_by_name():
    assert zermelo.player_from("level:medium").name == "auto:depth=3"
    assert zermelo.player_from("level:easy,seed=3").name == "naive"


@pytest.mark.parametrize("command", [["play"], ["analyze"], ["review"], ["engine"]])
def test_a_level_that_there_is_not(command, capsys):
    code, _, err = said(capsys, *command, "connect4", "--level", "30")
    assert code == 2
    assert "'30' is not a level (levels: easy, medium, hard, champion, or 1 to 20)" in err
    assert "did you mean" not in err
    assert "did you mean hard?" in said(capsys, *command, "connect4", "--level", "hrad")[2]


def test_pruned_edges_as_tree_prints_them(capsys):
    _, out, _ = said(capsys, "tree", "--practice", "--seed", "3")
    pruned = next(line.removeprefix("pruned: ") for line in out.splitlines() if line.startswith("pruned: "))
    assert " " in pruned
    for written in (pruned, pruned.replace(" ", ","), pruned.replace(" ", ", ")):
        assert said(capsys, "practice", "--seed", "3", "--pruned", written)[:2] == (0, "All is right.\n")


def test_moves_without_spaces(capsys):
    spaced = said(capsys, "show", "connect4", "--moves", "4 4 4 4 3 6 3 6")
    assert spaced[0] == 0
    assert said(capsys, "show", "connect4", "--moves", "44443636") == spaced
    assert said(capsys, "show", "connect4", "44443636")[1] == spaced[1]
    code, _, err = said(capsys, "show", "connect4", "--moves", "4449")
    assert code == 2
    assert "'9' is no legal move" in err


def test_review_takes_a_file_by_its_name(capsys, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("4 4 3 3 2 2 1\n", encoding="utf-8")
    named = said(capsys, "review", "connect4", str(file), "--depth", "2")
    assert named[0] == 0
    assert named[1] == said(capsys, "review", "connect4", "--file", str(file), "--depth", "2")[1]
    code, _, err = said(capsys, "review", "othello", "game.wtb")
    assert code == 2
    assert "No such file" in err
    assert "game.wtb" in err


def test_a_tree_with_leaves_side_by_side_in_brackets():
    """The form's own example."""
    assert tree("((3 5)(2 9))").text == "[[3,5],[2,9]]"
    assert tree("((3)(5))").text == "[3,5]"
    assert tree("(min(3, 5) (inf -2) ((1)2))").text == "[[3,5],[inf,-2],[1,2]]"
    assert tree("(chance(0.25:3 0.75:4) 1)").text == "[chance[0.25:3,0.75:4],1]"
    with pytest.raises(zermelo.ParseError):
        tree("((3 5)(2 9)")


# ---- the same search visits the same nodes, wherever it is asked for ----


def test_analyze_searches_as_search_does(capsys):
    _, out, _ = said(capsys, "analyze", "connect4", "--depth", "9", "--json")
    nodes = int(re.search(r'"nodes": (\d+), "seconds"', out)[1])
    assert nodes == search(start("connect4"), depth=9).nodes


# ---- long work shows that it goes on ----


def test_bench_shows_each_search_as_it_ends(capsys, monkeypatch):
    from zermelo.cli import bench

    found = [bench.Run("connect4", "auto depth 12", 1234, 0.5), bench.Run("mnk", "mtd depth 5", 1, 0.5)]

    def runs():
        for each in found:
            yield each
            assert each.game in capsys.readouterr().err  # printed before the next one begins

    monkeypatch.setattr(bench, "runs", runs)
    code, out, _ = said(capsys, "bench")
    assert code == 0
    assert "signature 1235" in out


# ---- wrong arguments are refused with words ----


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: search(tree([[1]]), clock=5), r"clock=5: .* a zermelo\.Clock"),
        (lambda: tree(10**400), "a leaf is a number that a float can hold"),
        (lambda: tree([[10**400]]), "a leaf is a number that a float can hold"),
        (lambda: zermelo.review(3), "moves"),
        (lambda: zermelo.review(3, []), "state=3: expected a State, not int"),
        (lambda: zermelo.player_from(None), "given=None: expected text"),
        (lambda: zermelo.practice.problem_of(3), "root=3: expected"),
        (lambda: zermelo.practice.problem_of([1, [2, 1j]]), "a node is a number, a list or an object, not complex"),
        (lambda: zermelo.practice_tree(10**6, 1), "depth from 1 to 200"),
        (lambda: zermelo.random_tree(100, 3), "at most 1,000,000 nodes"),
        (lambda: zermelo.count("x", 2), "state='x': expected a State or a list, not str"),
        (lambda: zermelo.Clock(10**400), "clock seconds=.*: must be a number above 0"),
        (lambda: zermelo.play(3, []), "state=3: expected a State"),
        (lambda: zermelo.compiled(3), "compiled is for a class"),
        (lambda: zermelo.learn.load_weights("\ud800"), "not the name of a file"),
    ],
)
def test_wrong_arguments_are_refused_with_words(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        call()
