"""Tournaments: stopped, killed and resumed, with engines of every kind, and refused at once where they cannot be."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo
from zermelo.errors import GameError
from zermelo.match.game_job import GameJob
from zermelo.match.journal import JournalError, read_record
from zermelo.match.openings import unevenness
from zermelo.match.setup import read_setup, setup_again, setup_from
from zermelo.match.standings import standings_of
from zermelo.match.tournament import Tournament, read_tournament

COURSE_ENGINE = """
import random, sys
me, rng = "xo".index(sys.stdin.readline().strip().lower()), random.Random({seed})
squares = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
lines = [set(squares[i : i + 3]) for i in (0, 3, 6)] + [set(squares[i::3]) for i in (0, 1, 2)]
lines += [set(squares[::4]), set(squares[2:7:2])]
held = set(), set()
for ply in range(9):
    if ply % 2 == me:
        square = rng.choice([each for each in squares if each not in held[0] | held[1]])
        print(square, flush=True)
    else:
        square = sys.stdin.readline().strip()
        if not square:
            break
    held[ply % 2].add(square)
    if any(line <= held[ply % 2] for line in lines):
        break
"""

PLAYERS = """
import os, time
class First:
    def __call__(self, state):
        return state.moves()[0]
class Dies:
    def __call__(self, state):
        os._exit(3)
class Hangs:
    def __call__(self, state):
        while True:
            try:
                time.sleep(60)
            except Exception:
                pass
class Prints:
    def __call__(self, state):
        print("hello\\n{}", flush=True)
        os.write(1, b"raw\\n")
        return state.moves()[-1]
"""


def setup(*players, **more):
    engines = [{"name": f"{number} {player}", "player": player} for number, player in enumerate(players, 1)]
    folder = more.pop("folder", ".")
    return setup_from({"game": "tictactoe", "engine": engines, **more}, folder)


def played(chosen, file, **more):
    with Tournament(chosen, file) as tournament:
        assert tournament.run(**more)
        live = standings_of(tournament.played())
    table = standings_of(read_tournament(file))
    assert table == live
    return table


def test_a_round_robin(tmp_path):
    seen = []
    chosen = setup("auto", "naive", "random", pairs=3)
    table = played(chosen, tmp_path / "r", workers=2, watch=lambda each: seen.append(len(each.games)))
    assert [row.name for row in table.rows] == ["1 auto", "2 naive", "3 random"]
    assert [row.games for row in table.rows] == [12, 12, 12]
    assert sum(row.points for row in table.rows) == 18
    assert table.rows[0].lost == 0
    assert table.cross["1 auto"]["3 random"][1] == 6
    assert table.endings == {"rules": 18}
    assert (seen[0], seen[-1], sorted(seen)) == (0, 18, seen)
    assert json.dumps(table.plain())


def test_the_number_of_workers_does_not_change_the_table(tmp_path):
    chosen = setup("naive", "random", "alphabeta:depth=1", pairs=4, openings="random:1", seed=5)
    one, two = (played(chosen, tmp_path / f"{workers}", workers=workers) for workers in (1, 3))
    assert one == two


@pytest.mark.parametrize("format", ["round robin", "gauntlet", "swiss", "knock-out"])
def test_stopped_and_resumed_it_comes_to_the_same(tmp_path, format):
    chosen = setup("naive", "random", "auto", "random:seed=3", "naive:seed=4", format=format, pairs=2, seed=1)
    whole = played(chosen, tmp_path / "whole", workers=2)
    file, runs = tmp_path / "parts", 0
    finished = False
    while not finished:
        with Tournament(chosen, file) as tournament:
            before = len(tournament.games)
            finished = tournament.run(1, stop=lambda: len(tournament.games) >= before + 9)  # noqa: B023
            runs += 1
    assert runs >= 2
    assert standings_of(read_tournament(file)) == whole
    ids = [entry["id"] for entry in read_record(file).entries]
    assert len(ids) == len(set(ids))


RUNNER = """
import sys
from zermelo.match.setup import read_setup
from zermelo.match.tournament import Tournament
with Tournament(read_setup(sys.argv[1]), sys.argv[2]) as tournament:
    print("begun", flush=True)
    tournament.run(2, watch=lambda each: print(len(each.games), flush=True))
print("finished", flush=True)
"""


def write_toml(folder, pairs=6, every=1):
    """Eight engines, or every second of them: programs, classes and built-in players."""
    (folder / "players.py").write_text(PLAYERS)
    engines = []
    for seed in (1, 2):
        (folder / f"engine{seed}.py").write_text(COURSE_ENGINE.format(seed=seed))
        engines.append(f"cmd:{sys.executable} engine{seed}.py")
    engines += ["players.py:First", "players.py:Prints", "naive", "random", "auto", "alphabeta:depth=1"]
    lines = [f'game = "tictactoe"\npairs = {pairs}\n']
    lines += [f'[[engine]]\nname = "e{i}"\nplayer = "{player}"\n' for i, player in enumerate(engines[::every])]
    (folder / "class.toml").write_text("\n".join(lines))
    return folder / "class.toml"


def write_othello(folder):
    """Eight engines of every kind, compiled programs among them, in Othello."""
    examples = Path(__file__).parents[2] / "examples" / "engines"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    for name, level in (("quick", "-O2"), ("plain", "-O0")):
        subprocess.run([compiler, level, "-o", str(folder / name), str(examples / "engine.c")], check=True)
    (folder / "players.py").write_text(PLAYERS)
    shutil.copy(examples / "engine.py", folder)
    engines = ["cmd:./quick", "cmd:./plain", f"cmd:{sys.executable} engine.py", "players.py:First", "naive", "random"]
    engines += ["auto:depth=1", "alphabeta:depth=2"]
    lines = ['game = "othello"\n']
    lines += [f'[[engine]]\nname = "e{i}"\nplayer = "{player}"\n' for i, player in enumerate(engines)]
    (folder / "class.toml").write_text("\n".join(lines))
    return folder / "class.toml"


def killed(file, record, rng):
    """Runs it and kills it somewhere; whether it had finished, and the most games it told of."""
    child = subprocess.Popen([sys.executable, "-c", RUNNER, str(file), str(record)], stdout=subprocess.PIPE, text=True)
    told = [child.stdout.readline()]
    assert told[0] == "begun\n"
    time.sleep(rng.uniform(0.0, 1.2))
    child.send_signal(signal.SIGKILL)
    told += child.stdout.readlines()
    child.wait()
    child.stdout.close()
    numbers = [int(line) for line in told if line.strip().isdigit() and line.endswith("\n")]
    return "finished\n" in told, max(numbers, default=0)


def test_killed_and_resumed_it_comes_to_the_same(tmp_path):
    file, record, rng = write_toml(tmp_path, pairs=1, every=2), tmp_path / "r", random.Random(1)
    for _ in range(3):
        _, told = killed(file, record, rng)
        entries = read_record(record).entries
        assert len(entries) >= told
        assert len({entry["id"] for entry in entries}) == len(entries)
    assert played(read_setup(file), record, workers=2) == played(read_setup(file), tmp_path / "whole", workers=2)


@pytest.mark.slow
def test_compiled_programs_killed_ten_times_come_to_the_same(tmp_path):
    file, record, rng = write_othello(tmp_path), tmp_path / "r", random.Random(1)
    kills = 0
    while kills < 10:
        finished, told = killed(file, record, rng)
        entries = read_record(record).entries
        assert len(entries) >= told
        assert len({entry["id"] for entry in entries}) == len(entries)
        kills += not finished
        assert len(entries) < 56 or kills >= 10, "too quick to be killed ten times"
    table = played(read_setup(file), record, workers=2)
    assert table.endings == {"rules": 56}
    assert table == played(read_setup(file), tmp_path / "whole", workers=2)


@pytest.mark.slow
def test_killed_a_hundred_times(tmp_path):
    file, record, rng = write_toml(tmp_path, pairs=8), tmp_path / "r", random.Random(1)
    kills = 0
    while kills < 100:
        finished, told = killed(file, record, rng)
        entries = read_record(record).entries
        assert len(entries) >= told
        assert len({entry["id"] for entry in entries}) == len(entries)
        kills += not finished
        if finished:
            record.unlink()
    assert played(read_setup(file), record, workers=2) == played(read_setup(file), tmp_path / "whole", workers=2)


def test_a_toml_file_with_programs(tmp_path):
    file = write_toml(tmp_path, pairs=1)
    elsewhere = os.getcwd()
    table = played(read_setup(file), tmp_path / "r", workers=2)
    assert os.getcwd() == elsewhere
    assert len(table.rows) == 8
    assert table.endings == {"rules": 56}
    assert table.faults == ()


def test_a_player_that_kills_its_process_spoils_nothing_else(tmp_path):
    (tmp_path / "players.py").write_text(PLAYERS)
    chosen = setup("naive", "trusted:players.py:Dies", "random", folder=tmp_path)
    table = played(chosen, tmp_path / "r", workers=2)
    assert table.endings == {"aborted": 4, "rules": 2}
    assert "died 3 times (exit code 3)" in table.faults[0].reason


def test_a_player_that_cannot_be_interrupted_has_stalled(tmp_path):
    (tmp_path / "players.py").write_text(PLAYERS)
    chosen = setup("naive", "trusted:players.py:Hangs", seconds=0.5, folder=tmp_path)
    table = played(chosen, tmp_path / "r", workers=2)
    assert table.endings == {"stalled": 2}
    assert table.rows[0].name == "1 naive"
    assert table.rows[1].faults == 2
    assert "could not be interrupted" in table.faults[0].reason
    assert len(read_tournament(tmp_path / "r").games[0].record.moves) == 1


def test_time_losses_are_told(tmp_path):
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(60)\n")
    chosen = setup("naive", f"cmd:{sys.executable} slow.py", seconds=0.5, folder=tmp_path)
    table = played(chosen, tmp_path / "r", workers=2)
    assert table.endings == {"time": 2}
    assert table.rows[1].faults == 2


@pytest.mark.parametrize(
    ("players", "more", "why"),
    [
        (["naive", "cmd:./nowhere.py"], {}, "engine '2 cmd:./nowhere.py': ./nowhere.py: there is no such program"),
        (["naive", "nowhere.py:Class"], {}, "there is no file nowhere.py"),
        (["naive", "alphabet"], {}, "did you mean alphabeta"),
        (["naive", "human"], {}, "a person cannot play"),
        (["naive"], {}, "two engines or more"),
        (["naive", "random"], {"game": "shogi"}, "shogi"),
        (["naive", "random"], {"pairs": 0}, "pairs = 0: expected a whole number from 1"),
        (["naive", "random"], {"pair": 2}, "no setting 'pair' - did you mean pairs?"),
        (["naive", "random"], {"format": "swis"}, "did you mean swiss"),
        (["naive", "random"], {"format": "swiss", "rounds": 9}, "rounds = 9"),
        (["naive", "random"], {"seconds": 1, "clock": "5"}, "contradict each other"),
        (["naive", "random"], {"seconds": "fast"}, "expected a number"),
        (["naive", "random"], {"clock": "soon"}, "expected a number"),
        (["naive", "random"], {"openings": "random:0"}, "1 to 200 plies"),
        (["naive", "random"], {"openings": "random:9"}, "no unfinished positions after 9 random moves"),
        (["naive", "random"], {"openings": "nowhere.txt"}, "No such file"),
        (["naive", "random"], {"openings": []}, "the list is empty"),
        (["naive", "random"], {"openings": ["a1 a1"]}, "opening 1: 'a1' is no legal move"),
        (["naive", "random"], {"openings": ["a1 b1 a2 b2 a3"]}, "finished game"),
        (["naive", "random", "auto"], {"sprt": {}}, "compares two"),
        (["naive", "random"], {"sprt": {"elo0": 5, "elo1": 0}}, "must be below"),
        (["naive", "random"], {"sprt": {"elo2": 5}}, "no setting 'elo2'"),
        (["naive", f"cmd:{sys.executable}"], {"openings": "random:2"}, "only at the beginning"),
        (["naive", "random"], {"options": {"width": 3}}, "no option 'width'"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(tmp_path, players, more, why):
    with pytest.raises(ValueError, match=re.escape(why)):  # noqa: PT012
        chosen = setup(*players, **more)
        Tournament(chosen, tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_another_tournament_is_not_mixed_in(tmp_path):
    played(setup("naive", "random"), tmp_path / "r")
    with pytest.raises(JournalError, match=r"holds another tournament \(pairs, seed differ\)"):
        Tournament(setup("naive", "random", pairs=2, seed=9), tmp_path / "r")


def test_a_game_with_broken_rules_is_told(tmp_path):
    (tmp_path / "broken.py").write_text(
        "import zermelo\n"
        "class Broken(zermelo.Game):\n"
        "    initial = 0\n"
        "    def turn(self, state): return state % 2\n"
        "    def moves(self, state): return [1]\n"
        "    def play(self, state, move): return state + 1 if state < 3 else 1 / 0\n"
        "    def payoff(self, state, player): return 0\n"
    )
    chosen = setup("random", "random", game="broken.py:Broken", folder=tmp_path)
    with Tournament(chosen, tmp_path / "r") as tournament, pytest.raises(GameError, match="division by zero"):
        tournament.run(1)


def test_a_setup_goes_through_json():
    chosen = setup("naive", "random", openings=["a1", "b2"], sprt={"elo1": 20}, clock=5, pairs=2)
    assert setup_again(json.loads(json.dumps(chosen.plain()))) == chosen
    assert chosen.limit(0).clock.seconds == 5


def test_sprt_stops_early_and_always_at_the_same_pair(tmp_path):
    chosen = setup("auto", "random", pairs=500, sprt={"elo0": 0, "elo1": 50}, openings="random:1")
    tables = [played(chosen, tmp_path / f"{workers}", workers=workers) for workers in (1, 2)]
    assert tables[0] == tables[1]
    assert tables[0].verdict == "elo1"
    assert 8 < tables[0].rows[0].games < 200
    assert tables[0].match.superiority > 0.95


def test_balanced_openings_are_more_even(tmp_path):
    chosen = setup("naive", "random", game="othello", openings="balanced:6", pairs=3)
    openings = chosen.check()
    assert len({str(each) for each in openings}) == 3
    assert all(len(each.moves) == 6 for each in openings)
    assert openings == setup("naive", "random", game="othello", openings="balanced:6", pairs=2).check() + openings[2:]


def test_openings_may_be_positions_or_moves(tmp_path):
    (tmp_path / "openings.txt").write_text("# two\nb2a1\nXO./.../...\n")
    chosen = setup("naive", "random", openings="openings.txt", pairs=3, folder=tmp_path)
    table = played(chosen, tmp_path / "r")
    assert [each[0] for each in table.openings] == ["b2 a1", "XO./.../..."]
    games = read_tournament(tmp_path / "r").games
    assert games[0].record.start == "O../.X./..."
    assert games[2].record.start == "XO./.../..."


def test_what_a_search_needs_is_loaded_before_a_clock_runs():
    plain = GameJob(setup("auto", "naive", game="othello", seconds=1)).plain()
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        f"from zermelo.match.job import job_again\njob_again({plain!r})\n"
        "print('zermelo.games.othello.weights' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "True\n", done.stderr


def test_unevenness_is_how_far_from_even():
    assert [unevenness(zermelo.tree([[value]])) for value in (-4, 0, 3)] == [4, 0, 3]


def test_the_time_that_engines_used(tmp_path):
    (tmp_path / "players.py").write_text(PLAYERS)
    with Tournament(setup("naive", "auto:depth=3", pairs=2), tmp_path / "r") as tournament:
        tournament.run(1)
        games = tournament.played().games
        rows = standings_of(tournament.played()).rows
    for row in rows:
        number = int(row.name.split()[0]) - 1
        mine = [
            move.seconds
            for game in games
            for move in game.record.moves
            if (game.task.first, game.task.second)[move.player] == number
        ]
        assert row.seconds == pytest.approx(sum(mine), abs=1e-4)
        assert row.longest == pytest.approx(max(mine), abs=1e-4)
        assert row.seconds_a_move == pytest.approx(sum(mine) / len(mine), abs=1e-4)


PLACED = """
import sys, zermelo
state = zermelo.start("othello", sys.argv[1])
me = sys.argv[2]
names = {"black": 0, "white": 1}
squares = lambda move: f"{ord(move[0]) - 96} {9 - int(move[1])}" if move != "pass" else "pass"
while not state.is_over:
    if state.turn == names[me]:
        move = state.moves()[0]
        print(squares(move), flush=True)
    else:
        line = sys.stdin.readline().split()
        if not line:
            break
        move = "pass" if line == ["pass"] else chr(96 + int(line[0])) + str(9 - int(line[1]))
    state = state.play(move)
"""


def test_programs_that_are_given_a_position_play_from_openings(tmp_path):
    """Two that are deterministic then play different games; without a position they play one pair, counted once."""
    (tmp_path / "placed.py").write_text(PLACED)
    program = f"cmd:{sys.executable} placed.py {{position}} {{color}}"
    chosen = setup(program, program, game="othello", openings="random:4", pairs=2, folder=tmp_path)
    with Tournament(chosen, tmp_path / "r") as tournament:
        tournament.run(2)
        games = tournament.played().games
    assert {game.ending for game in games} == {"rules"}
    starts = {game.record.start for game in games}
    assert len(starts) == 2
    assert len({tuple(move.move for move in game.record.moves) for game in games}) == 2
    table = played(replace(chosen, openings="start"), tmp_path / "s", workers=2)
    assert table.repeated == 1
