"""What made new users stumble once, each as they met it: on the command line, in Python, in what is printed."""

from __future__ import annotations

import re

import pytest

import zermelo
from zermelo import Game, search, start, tree
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
