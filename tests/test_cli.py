"""The command line: what it prints where, its exit codes, and that no traceback reaches a user."""

from __future__ import annotations

import functools
import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import zermelo
from costs import HANG_SECONDS, SOON_SECONDS, cpu_of, eventually, hearing_ctrl_c, last_cost
from zermelo.cli.commands import run
from zermelo.match import Record

GAMES = """
import time
import zermelo

class Nim(zermelo.Game):
    initial = (7, 0)
    def turn(self, state): return state[1] if state[0] else zermelo.OVER
    def moves(self, state): yield from range(1, min(3, state[0]) + 1)
    def play(self, state, move): return state[0] - move, 1 - state[1]
    def payoff(self, state, player): return 1 if player != state[1] else -1
    def board(self, state): return "|" * state[0]

class Sized(Nim):
    def __init__(self, size=7): self.initial = (size, 0)

class Raises(Nim):
    def play(self, state, move): return 1 / 0

class Nonsense(Nim):
    def turn(self, state): return "me"

class NoTurn(zermelo.Game):
    initial = 0

class Endless(Nim):
    max_plies = 60
    def play(self, state, move): return state[0] + 1, 1 - state[1]

class Slow(Nim):
    initial = (60, 0)
    def play(self, state, move):
        time.sleep(0.05)
        return Nim.play(self, state, move)

class Hangs(Nim):
    def moves(self, state):
        while True:
            pass

class Boom(Nim):
    def __init__(self): raise RuntimeError("boom")

class BadBoard(Nim):
    def board(self, state): raise KeyError("colour")

class Liar:
    name = "liar"
    def __call__(self, state): return "nonsense"

class Crash:
    def __call__(self, state): raise OSError("gone")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "own.py").write_text(GAMES)
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own", raising=False)
    return tmp_path


@pytest.fixture
def cli(capfd, monkeypatch):
    """Runs a command in this process; what it says comes back."""

    def call(*arguments, typed=None):
        from io import StringIO

        monkeypatch.setattr("sys.stdin", StringIO(typed or ""))
        capfd.readouterr()
        code = run(arguments)
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        return SimpleNamespace(code=code, out=out, err=err)

    return call


def environment(**more):
    source = Path(zermelo.__file__).parents[1]
    return {**os.environ, "PYTHONPATH": str(source), "NO_COLOR": "1", **more}


def spawn(*arguments, **options):
    """The same in a process of its own."""
    command = [sys.executable, "-m", "zermelo", *arguments]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, env=environment(), **(streams | options))


# --- listing and measuring ---


def test_help_and_version(cli):
    assert "Play, analyse, solve" in cli("--help").out
    assert cli("--version").out == f"zermelo {zermelo.__version__}\n"
    assert "Commands:" in cli().out
    for command in ("games", "play", "analyze", "solve", "perft", "compare", "tree", "experiment", "check", "bench"):
        found = cli(command, "--help")
        assert (found.code, "Usage: zermelo" in found.out) == (0, True)


def test_games(cli):
    found = cli("games")
    assert found.code == 0
    assert "Connect Four" in found.out
    fields = json.loads(cli("games", "--json").out)
    assert (fields["format"], fields["kind"]) == (1, "games")
    assert {"connect4", "mnk", "synthetic", "tictactoe", "tree"} <= {game["name"] for game in fields["games"]}


def test_analyze(cli):
    found = cli("analyze", "connect4", "44", "--depth", "6", "--best", "3")
    assert found.code == 0
    assert "connect4: X to move" in found.out
    assert "depth 6" in found.out
    assert len([line for line in found.out.splitlines() if line[:5].strip().isdigit()]) >= 3


def test_analyze_as_json(cli):
    fields = json.loads(cli("analyze", "tictactoe", "X.O/.O./XXO", "--best", "all", "--json").out)
    assert (fields["format"], fields["kind"], fields["turn"]) == (1, "result", "X")
    assert [(each["move"], each["score"]["value"]) for each in fields["result"]["lines"]] == [
        ("a2", 1.0),
        ("c2", 0.0),
        ("b1", -1.0),
    ]


def test_analyze_as_json_lines(cli):
    lines = [json.loads(line) for line in cli("analyze", "connect4", "--depth", "5", "--jsonl").out.splitlines()]
    depths = [line["result"]["depth"] for line in lines]
    assert [line["kind"] for line in lines] == ["depth"] * (len(lines) - 1) + ["result"]
    assert (depths[:-1], depths[-1]) == (sorted(set(depths)), 5)


def test_analyze_with_time_alone_deepens(cli):
    fields = json.loads(cli("analyze", "connect4", "--method", "alphabeta", "--nodes", "20k", "--json").out)
    assert fields["result"]["score"] is not None
    assert fields["result"]["depth"] > 3


def test_analyze_a_finished_game(cli):
    found = cli("analyze", "tictactoe", "XXX/OO./...")
    assert (found.code, "the game is over" in found.out, "win" in found.out) == (0, True, True)


def test_analyze_other_ways_to_say_it(cli):
    one = cli("solve", "connect4:width=5,height=4", "--json").out
    other = cli("solve", "connect4", "-o", "width=5", "-o", "height=4", "--json").out
    assert json.loads(one)["game"] == json.loads(other)["game"] == "connect4(width=5, height=4)"
    assert json.loads(cli("analyze", "connect4", "--moves", "4 4 3", "--depth", "2", "--json").out)[
        "position"
    ].endswith("...O.../..XX...")
    assert "value" in cli("analyze", "[[9,8,7],[6,5,4],[3,2,1]]").out
    assert cli("analyze", "connect4", "--depth", "3", "-f", "order=killers+history", "-f", "table=no,etc=no").code == 0


def test_solve(cli):
    assert cli("solve", "tictactoe").out.startswith("draw\n")
    assert cli("solve", "connect4:width=4,height=4", "--best", "all").code == 0
    assert "value 7 for MAX" in cli("solve", "[[9,8,7],[6,5,4],[3,2,1]]").out
    assert cli("solve", "[[9,8,7],[6,5,4],[3,2,1]]", "--method", "minimax").code == 0


def test_solve_that_was_broken_off_answers_no(cli):
    found = cli("solve", "connect4", "--nodes", "1000")
    assert (found.code, found.out) == (1, "")
    assert "not solved" in found.err
    fields = json.loads(cli("solve", "connect4", "--nodes", "1000", "--json").out)
    assert fields["solved"] is False


def test_perft(cli):
    assert json.loads(cli("perft", "tictactoe", "--depth", "4", "--json").out)["counts"] == [1, 9, 72, 504, 3024]
    fields = json.loads(cli("perft", "tictactoe", "--depth", "3", "--divide", "--json").out)
    assert (fields["total"], fields["divide"]["b2"]) == (504, 56)
    assert json.loads(cli("perft", "tictactoe", "--whole", "--json").out)["nodes"] == 549_946
    assert "549,946" in cli("perft", "tictactoe", "--whole").out
    assert "distinct" in cli("perft", "tictactoe", "--distinct").out
    assert "total 504" in cli("perft", "tictactoe", "--depth", "3", "--divide").out


def test_compare(cli):
    fields = json.loads(cli("compare", "tictactoe", "--json").out)
    assert set(fields["rows"]) == set(zermelo.METHODS)
    assert {row["score"]["outcome"] for row in fields["rows"].values()} == {"draw"}
    assert fields["rows"]["minimax"]["nodes"] == 549_946
    assert fields["rows"]["alphabeta"]["nodes"] == 18_297
    found = cli("compare", "connect4", "--depth", "5", "--orders", "given,killers+history", "--replacements", "all")
    assert [line.split("  ")[0] for line in found.out.splitlines()[2:4]] == [
        "alphabeta, given",
        "alphabeta, killers+history",
    ]
    assert "alphabeta+table, lru" in found.out


def test_compare_shows_what_was_broken_off(cli):
    found = cli("compare", "connect4", "--depth", "40", "--nodes", "5000", "--methods", "minimax,auto")
    assert (found.code, found.out.count("nodes")) == (0, 3)


def test_tree(cli):
    found = cli("tree", "[[9,8,7],[6,5,4],[3,2,1]]")
    assert "best move E-1, value 7; 9 nodes" in found.out
    assert "pruned: E-8 E-9 E-11 E-12" in found.out
    fields = json.loads(cli("tree", "[[9,8,7],[6,5,4],[3,2,1]]", "--json").out)
    assert (fields["pruned"], fields["trace"]["format"]) == (["E-8", "E-9", "E-11", "E-12"], 2)
    assert "pruned: nothing" in cli("tree", "[[9,8,7],[6,5,4],[3,2,1]]", "--method", "minimax").out
    assert cli("tree", "[1,2]", "--turn", "min").out.splitlines()[1].startswith("▼ 1")
    assert cli("tree", "chance[1,2]", "--plain").code == 0
    assert cli("tree", "--practice", "--seed", "3").out == cli("tree", "--practice", "--seed", "3").out
    assert cli("tree", '{"turn": "min", "children": [{"value": 3}, {"value": 4}]}').code == 0


def test_bench(cli):
    lines = cli("bench", "--signature").out.splitlines()
    infos = {name: game.start().info for name, game in zermelo.all_games().items()}
    plain = {name for name, info in infos.items() if not (info.hidden or info.chance)}
    assert {line.split()[0] for line in lines[:-1]} >= plain
    assert int(lines[-1]) == sum(int(line.split()[1]) for line in lines[:-1])
    assert cli("bench", "--signature").out.splitlines() == lines
    fields = json.loads(cli("bench", "--json").out)
    assert fields["signature"] == int(lines[-1])
    assert "nodes/s" in cli("bench").out


def test_experiment_branching(cli):
    found = cli("experiment", "branching", "--branching", "4", "--depths", "1-6", "--samples", "3")
    assert found.code == 0
    assert "alpha-beta, best first" in found.out
    assert "┤" in found.out
    fields = json.loads(cli("experiment", "branching", "--depths", "1-5", "--samples", "2", "--json").out)
    assert (fields["format"], fields["kind"]) == (1, "branching")


def test_experiment_evaluation(cli):
    found = cli("experiment", "evaluation", "--positions", "5", "--depths", "1,3", "--stones", "20")
    assert (found.code, "lead of the best evaluation" in found.out) == (0, True)
    arguments = ("--positions", "3", "--depths", "1", "--stones", "20", "--json")
    assert json.loads(cli("experiment", "evaluation", *arguments).out)["kind"] == "evaluation"


def test_plots_need_their_extra(cli, monkeypatch, folder):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = cli("experiment", "branching", "--plot", "growth.svg")
    assert (found.code, found.out) == (4, "")
    assert "zermelo[plot]" in found.err
    assert not list(folder.glob("*.svg"))


def test_plots(cli, folder):
    pytest.importorskip("matplotlib")
    arguments = ("--depths", "1-4", "--samples", "2", "--plot", "growth.svg")
    assert cli("experiment", "branching", *arguments).code == 0
    assert (folder / "growth.svg").read_text().startswith("<?xml")


def test_check(cli, folder):
    assert cli("check", "own.py:Nim", "--games", "5").code == 0
    found = cli("check", "own.py:Raises", "--games", "5")
    assert (found.code, "ZeroDivisionError" in found.out + found.err) == (1, True)
    fields = json.loads(cli("check", "own:Nim", "--games", "5", "--json").out)
    assert (fields["ok"], fields["problems"]) == (True, [])


def test_completion(cli):
    for shell in ("bash", "zsh", "fish"):
        assert "_ZERMELO_COMPLETE" in cli("completion", shell).out


def completed(*words):
    environ = environment(
        _ZERMELO_COMPLETE="bash_complete", COMP_WORDS=" ".join(("zermelo", *words)), COMP_CWORD=str(len(words))
    )
    command = [sys.executable, "-c", "from zermelo.cli import main; main()"]
    found = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=HANG_SECONDS)
    return found.stdout.split()


def test_completion_knows_games_and_methods():
    assert completed("play", "conn") == ["plain,connect4"]
    assert completed("analyze", "connect4", "--method", "sco") == ["plain,scout", "plain,scout+table"]
    assert "plain,analyze" in completed("an")


# --- playing ---


def test_play_a_whole_game_from_a_pipe():
    process = spawn("play", "tictactoe", "--method", "minimax")
    out, err = process.communicate("no\n5\nhelp\n1\n3\n2\n7\n4\n6\n8\n9\nquit\n", timeout=HANG_SECONDS)
    assert (process.returncode, err) == (0, "")
    assert "549,946 nodes" in out
    assert "O (you)" in out or "X (minimax) wins" in out or "Draw" in out


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "champion"])
def test_levels(cli, level):
    assert cli("play", "tictactoe", "--level", level, "--start", "opponent", typed="q\n").code == 0


def test_the_first_move_of_the_computer_shows_its_nodes(cli):
    """S4.1: the tree has 549,946 nodes, root counted."""
    assert "549,946 nodes" in cli("play", "tictactoe", "--method", "minimax", "--start", "opponent").out
    assert "18,297 nodes" in cli("play", "tictactoe", "--method", "alphabeta", "--start", "opponent").out


def test_one_game_with_its_rules(cli):
    found = cli("games", "connect4")
    assert found.code == 0
    assert "Two players, X and O, take turns dropping a stone into one of 7 columns" in found.out
    assert "height" in found.out
    assert "othello" not in found.out
    assert "Four players" in json.loads(cli("games", "hearts", "--json").out)["games"][0]["rules"]
    assert "did you mean connect4?" in cli("games", "conect4").err


def test_play_answers_questions_and_mistakes(cli):
    typed = "perhaps\ny\n5\nnonsense\n5\nhint\nundo\nboard\nrules\nmoves\n?\nresign\n"
    found = cli("play", "tictactoe", typed=typed)
    assert found.code == 0
    for words in (
        "'perhaps' is none of yes, no",
        "'nonsense' is not a legal move",
        "hint: ",
        "take your last move back",
        "Three stones of one player in a row,",
    ):
        assert words in found.out
    assert "wins (by resignation)" in found.out


def test_play_ends_cleanly_with_its_input(cli):
    for typed in ("", "y\n", "y\n5\n", "y\n5"):
        found = cli("play", "tictactoe", typed=typed)
        assert (found.code, found.err) == (0, "")


def test_play_as_json(cli):
    found = cli("play", "connect4", "--me", "naive", "--against", "random", "--start", "me", "--json")
    assert Record.from_json(found.out).players == ("naive", "random")
    assert "1 2 3 4 5 6 7" in found.err
    again = cli("play", "connect4", "--me", "naive", "--against", "random", "--start", "me", "--json")
    moves = [[move.move for move in Record.from_json(each.out).moves] for each in (found, again)]
    assert moves[0] == moves[1]


def test_play_other_games(cli, folder):
    found = cli("play", "own.py:Nim", "--against", "random", typed="y\n" + "1\n" * 7)
    assert "first (you) win." in found.out or "second (random) wins." in found.out
    assert "MAX (you) win 7 : -7." in cli("play", "[[9,8,7],[6,5,4],[3,2,1]]", typed="y\nE-1\n").out
    assert "chance:" in cli("play", "chance[[1,2],[3,4]]", "--against", "naive", typed="y\nq\n").out
    assert "broken off" in cli("play", "own.py:Endless", "--me", "random", "--against", "random").out


def test_play_from_a_position(cli):
    found = cli("play", "tictactoe", "XX./OO./...", "--start", "me", typed="3\n")
    assert "X (you) win." in found.out


def test_players_that_misbehave_end_the_game(cli, folder):
    found = cli("play", "tictactoe", "--me", "own:Liar", "--against", "naive")
    assert (found.code, "illegal move" in found.out, "nonsense" in found.err) == (3, True, True)
    found = cli("play", "tictactoe", "--me", "own:Crash", "--against", "naive")
    assert (found.code, "OSError: gone" in found.err) == (3, True)


def test_two_people(cli):
    found = cli("play", "tictactoe", "--against", "human", typed="y\n1\n4\n2\n5\n3\n")
    assert "X (you) win." in found.out


# --- bad input ---

BAD_USE = [
    ("plai", "did you mean play"),
    ("--nonsense", "No such option"),
    ("play", "Missing argument"),
    ("play conect4", "did you mean connect4"),
    ("play conect4:width=5", "did you mean connect4"),
    ("analyze connect4:widht=5", "did you mean width"),
    ("analyze connect4:width", "is not of the form"),
    ("analyze connect4:width=99", "1 to 32"),
    ("analyze connect4:width=five", "whole number"),
    ("analyze connect4:width=5,width=6", "given twice"),
    ("analyze connect4 -o width", "not of the form"),
    ("analyze mnk:m=9,n=9", "64 cells"),
    ("analyze connect4 4x", "^"),
    ("analyze connect4 1111111", "column 1 is full"),
    ("analyze tictactoe X.O/Q", "^"),
    ("analyze tictactoe XXX/OOO/...", "impossible"),
    ("analyze [[1,2],[3,x]]", "^"),
    ("analyze [1,2] [3,4]", "no further position"),
    ("analyze [", "ends"),
    ("analyze []", "child"),
    ("analyze connect4 --moves 9", "no legal move"),
    ("analyze connect4 --depth -1", "must be a whole number"),
    ("analyze connect4 --depth 1.5", "not a whole number"),
    ("analyze connect4 --depth deep", "not a whole number or inf"),
    ("analyze connect4 --seconds 0", "above 0"),
    ("analyze connect4 --seconds -1", "above 0"),
    ("analyze connect4 --seconds nan", "above 0"),
    ("analyze connect4 --nodes 0", "must be a whole number"),
    ("analyze connect4 --nodes many", "not a whole number"),
    ("analyze connect4 --method alphabet", "did you mean alphabeta"),
    ("analyze connect4 --depth 2 --threads 0", "threads"),
    ("analyze connect4 --depth 2 --memory -1", "memory_mb"),
    ("analyze connect4 --depth 2 --seed -1", "seed"),
    ("analyze connect4 --depth 2 --best 0", "neither"),
    ("analyze connect4 --depth 2 --best some", "neither"),
    ("analyze connect4 --depth 2 -f ordr=killers", "did you mean order"),
    ("analyze connect4 --depth 2 -f order=kilers", "did you mean killers"),
    ("analyze connect4 --depth 2 -f table=perhaps", "expected yes or no"),
    ("analyze connect4 --depth 2 --method minimax -f scout=yes", "contradict"),
    ("analyze connect4 --depth 2 -f symmetry", "not of the form"),
    ("analyze tree chance[1,2] --method alphabeta", "expectiminimax can"),
    ("analyze own.py", "say which class"),
    ("analyze own.py:Nothing", "has no Nothing (it has Nim"),
    ("analyze nothing.py:Nim", "there is no file"),
    ("analyze nothing_here:Nim", "there is no module"),
    ("analyze json:JSONDecoder", "not inherit from zermelo.Game"),
    ("analyze own.py:Sized -o sise=3", "sise"),
    ("analyze own.py:Nim nonsense", "not a state"),
    ("solve connect4 --seconds 0", "above 0"),
    ("perft connect4 --depth -3", "must be a whole number"),
    ("perft connect4 --depth 0 --divide", "--depth 1 or more"),
    ("compare connect4 --methods alphabta", "did you mean alphabeta"),
    ("compare connect4 --orders kilers", "did you mean killers"),
    ("compare connect4 --replacements newest", "unknown replacement"),
    ("tree", "give a tree"),
    ("tree nonsense", "error"),
    ("tree {", "error"),
    ("tree chance[1,2] --method alphabeta", "expectiminimax can"),
    ("tree [1,2] --turn up", "unknown turn"),
    ("tree --practice --branching 99", "practice tree"),
    ("experiment nonsense", "no command 'nonsense' (commands: branching, evaluation)"),
    ("experiment branching --depths 5-x", "expected numbers"),
    ("experiment branching --depths 3", "two depths"),
    ("experiment branching --branching 1", "2<=x<=100"),
    ("experiment branching --plot growth.gif", "must end in"),
    ("experiment branching --plot nowhere/growth.svg", "no folder"),
    ("experiment evaluation --positions 0", "1<=x"),
    ("check conect4", "did you mean connect4"),
    ("check own.py:Nothing", "has no Nothing"),
    ("completion tcsh", "unknown shell"),
    ("play tictactoe --level godlike", "is not a level"),
    ("play tictactoe --level easy --method minimax", "contradict"),
    ("play tictactoe --against naive --depth 3", "says how long"),
    ("play tictactoe --against nobody", "unknown player"),
    ("play tictactoe --against alphabeta:depth=x", "whole number"),
    ("play tictactoe --start you", "unknown answer"),
    ("play chance[[1,2],[3,4]] --method alphabeta", "cannot search"),
    ("play tictactoe --against alphabeta:threads=0", "threads"),
]


@pytest.mark.parametrize(("line", "message"), BAD_USE)
def test_bad_use_is_explained(cli, folder, line, message):
    found = cli(*line.split(" "))
    assert (found.code, found.out) == (2, "")
    assert message in found.err


def test_the_caret_stands_below_the_bad_character(cli):
    lines = cli("analyze", "tictactoe", "X.O/Q").err.splitlines()
    assert lines[1][lines[2].index("^")] == "Q"
    lines = cli("analyze", f"[{'1,' * 300}x]").err.splitlines()
    assert lines[1][lines[2].index("^")] == "x"
    assert max(map(len, lines)) < 120


@pytest.mark.parametrize("text", ["", " ", "\t", "é", "\u202e", "日本", "X" * 100_000, "\\", "'", "%s", "{}"])
def test_strange_positions_are_refused(cli, text):
    for game in ("tictactoe", "mnk"):
        found = cli("analyze", game, text)
        assert (found.code, found.out) == (2, "")
        assert len(found.err) < 2000


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("analyze own.py:Raises --depth 3", "ZeroDivisionError"),
        ("solve own.py:Nonsense", "turn"),
        ("solve own.py:NoTurn", "has no turn"),
        ("analyze own.py:Boom", "RuntimeError: boom"),
        ("analyze own.py:BadBoard", "colour"),
        ("analyze broken.py:Game", "nothing_of_that_name"),
        ("play own.py:Raises --start me", "ZeroDivisionError"),
        ("play tictactoe --against broken:Player", "nothing_of_that_name"),
    ],
)
def test_games_that_misbehave(cli, folder, line, message):
    found = cli(*line.split(), typed="1\n1\n1\n")
    assert found.code == 3
    assert message in found.err


def test_unexpected_errors_are_one_line(cli, monkeypatch):
    monkeypatch.setattr("zermelo.cli.analyze.solve_state", lambda *a, **k: {}["missing"])
    found = cli("solve", "tictactoe")
    assert found.code == 3
    assert "internal error: KeyError" in found.err
    assert "ZERMELO_DEBUG=1" in found.err


def test_tracebacks_can_be_asked_for(monkeypatch, capfd):
    monkeypatch.setenv("ZERMELO_DEBUG", "1")
    assert run(["analyze", "conect4"]) == 2
    assert "Traceback" in capfd.readouterr().err


# --- the process itself ---


@pytest.mark.parametrize(
    "line",
    [
        "solve connect4",
        "analyze connect4 --seconds 60",
        "perft connect4 --depth 20",
        "compare connect4 --depth 30 --methods minimax --seconds 60",
        "experiment evaluation --positions 10000",
        "play connect4 --start me",
        "play connect4 --method minimax --depth 25 --start opponent",
        "solve own.py:Slow",
        "solve own.py:Hangs",
    ],
)
def test_ctrl_c(folder, line):
    with hearing_ctrl_c():
        process = spawn(*line.split())
    assert eventually(lambda: at_work(process.pid))
    before = cpu_of(process.pid)
    process.send_signal(signal.SIGINT)
    cost = last_cost(process.pid) - before
    _, err = process.communicate()
    assert (process.returncode, "Traceback" in err) == (130, False)
    assert cost <= SOON_SECONDS


@functools.cache
def starting_cost():
    """Processor seconds that a command takes which does next to nothing."""
    process = subprocess.Popen([sys.executable, "-m", "zermelo", "games"], env=environment(), stdout=subprocess.DEVNULL)
    cost = last_cost(process.pid)
    process.wait()
    return cost


def at_work(pid):
    """Whether a process has begun in earnest: it has worked for a while, or it rests."""
    before = cpu_of(pid)
    time.sleep(0.3)
    asleep = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    return before > 1.5 * starting_cost() + 0.3 or (before > 0.05 and asleep and cpu_of(pid) == before)


def test_nobody_reads():
    process = subprocess.run(
        f"{sys.executable} -m zermelo perft tictactoe --depth 3 | true;{sys.executable} -m zermelo games | head -1",
        shell=True,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    assert process.returncode == 0
    # The hint comes if `head` was slow to close the pipe; nothing else may.
    assert all(line.startswith("options are written") for line in process.stderr.splitlines())


def test_closed_streams():
    command = f"{sys.executable} -m zermelo play tictactoe"
    for redirection in ("<&-", "</dev/null", ">&- </dev/null", "2>&- </dev/null", "<&- >&- 2>&-"):
        done = subprocess.run(
            f"{command} {redirection}",
            shell=True,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        assert (done.returncode, "Traceback" in done.stderr) == (0, False)


def test_output_that_cannot_be_encoded():
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", "tree", "[1,2]"],
        env=environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_rich_and_others_are_not_imported_without_need():
    code = (
        "import sys; from zermelo.cli.commands import run; run(['games']); "
        "heavy = ('rich', 'matplotlib', 'numba', 'zermelo.games.synthetic.experiment'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=HANG_SECONDS
    )
    assert done.stdout.splitlines()[-1] == "[]"


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *arguments, **variables):
        environ = environment(TERM="xterm", COLUMNS="100", **variables)
        with hearing_ctrl_c():
            self.pid, self.file = pty.fork()
            if self.pid == 0:
                os.execve(sys.executable, [sys.executable, "-m", "zermelo", *arguments], environ)
        self.seen = ""

    def type(self, text):
        os.write(self.file, text.encode())

    def interrupt(self):
        """Ctrl-C, until it is heard: Python's readline does not hear a signal that comes just before it waits."""
        before = len(self.seen)
        for _ in range(20):
            self.type("\x03")
            end = time.monotonic() + 3
            while time.monotonic() < end and select.select([self.file], [], [], max(0.0, end - time.monotonic()))[0]:
                if not self.read(end) or len(self.seen) > before + len("^C"):
                    return

    def read(self, end):
        """What comes next, or nothing when the program has ended; fails when the time is over."""
        if not select.select([self.file], [], [], max(0.0, end - time.monotonic()))[0]:
            os.kill(self.pid, signal.SIGKILL)
            pytest.fail(f"nothing more came after {self.seen!r}")
        try:
            fresh = os.read(self.file, 65536).decode(errors="replace")
        except OSError:
            fresh = ""
        self.seen += fresh
        return fresh

    def until(self, text, seconds=HANG_SECONDS):
        """Reads until the text has appeared after what was read before."""
        end, before = time.monotonic() + seconds, len(self.seen)
        while text not in self.seen[before:]:
            assert self.read(end), f"{text!r} did not come: {self.seen!r}"

    def code(self, seconds=HANG_SECONDS):
        """The exit code, once the rest was read."""
        end = time.monotonic() + seconds
        while self.read(end):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


def test_the_menu():
    terminal = Terminal()
    terminal.until("Game [1]: ")
    terminal.type("tictac\n")
    terminal.until("[medium]: ")
    terminal.type("easy\n")
    terminal.until("[yes]: ")
    terminal.type("\n")
    terminal.until("X to move: ")
    terminal.type("5\n")
    terminal.until("X to move: ")
    terminal.type("quit\n")
    terminal.until("Another game? [yes]: ")
    terminal.type("n\n")
    assert terminal.code() == 0
    assert "\x1b[3" not in terminal.seen  # NO_COLOR


def test_colours_on_a_terminal():
    terminal = Terminal("play", "tictactoe", "--start", "me", NO_COLOR="")
    terminal.until("to move: ")
    terminal.type("5\n")
    terminal.until("to move: ")
    terminal.interrupt()
    assert terminal.code() == 130
    assert "\x1b[31m" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_tables_on_a_terminal():
    terminal = Terminal("compare", "tictactoe")
    assert terminal.code() == 0
    assert "549,946" in terminal.seen


def test_every_command_has_examples_that_parse() -> None:
    """The help of each command ends with examples, whose options exist."""
    import click

    from zermelo.cli.commands import OWN
    from zermelo.cli.commands import zermelo as group
    from zermelo.cli.examples import EXAMPLES

    assert set(EXAMPLES) == set(OWN)
    for name, lines in EXAMPLES.items():
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert "Examples:" in command.get_help(click.Context(command, info_name=name))
        for line in lines:
            words = shlex.split(line.removeprefix('eval "$(').removesuffix(')"').split(" > ")[0])
            assert words[:2] == ["zermelo", name]
            command.make_context(name, words[2:]).close()
