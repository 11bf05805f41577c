"""A class of programs, good and bad: four verdicts, reports for all, and a grader that admits its failures."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo.grade import grade, read_assignment
from zermelo.grade.assignment import starter
from zermelo.grade.building import NotRunnable, chosen
from zermelo.grade.run import VERDICTS, Grade, submissions_in

ENGINES = Path(__file__).parents[2] / "examples" / "engines"
GOOD = (ENGINES / "engine.py").read_text()
WRITE = "print(*best, flush=True)"
SMALL = """
title = "Small"
[compliance]
points = 10
seconds = 20
[[phase]]
name = "One"
seconds = 20
opponents = ["naive"]
games = 2
win = 5
draw = 3
loss = 1
"""
ONE_GAME = '[[phase]]\nseconds = 5\nopponents = ["random:seed=3"]\ngames = 1\nwin = 5\nloss = 1\ndraw = 2\n'


def later(line: str) -> str:
    """Something that happens at the third answer."""
    return GOOD.replace(WRITE, f"if len(board) > 8: {line}\n        {WRITE}")


CLASS = {
    "crash": later("raise RuntimeError('my bug')"),
    "time-out": later("import time; print('so slow', file=sys.stderr); time.sleep(60)"),
    "illegal move": later("print(1, 1, flush=True)"),
    "bad protocol": later("print('I think I win!', flush=True)"),
}


def written(folder: Path, text: str = SMALL) -> Any:
    (folder / "assignment.toml").write_text(text)
    return read_assignment(folder / "assignment.toml")


def submitted(folder: Path, files: dict[str, str]) -> list[Path]:
    place = folder / "submissions"
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return submissions_in(place)


def by_name(grades: list[Grade]) -> dict[str, Grade]:
    return {each.name: each for each in grades}


def test_a_good_program_gets_what_it_earns(tmp_path: Path) -> None:
    (found,) = grade(written(tmp_path), submitted(tmp_path, {"anna/engine.py": GOOD}), tmp_path / "out")
    assert (found.compliance_points, found.trouble, found.failure, found.verdicts) == (10, "", "", [])
    assert {game.verdict for game in found.games} <= {"won", "drawn", "lost"}
    assert found.points == 10 + sum(game.points for game in found.games)
    report = json.loads((tmp_path / "out/anna/report.json").read_text())
    assert (report["points"], report["most"]) == (found.points, 20)
    results = json.loads((tmp_path / "out/anna/results.json").read_text())
    assert results["score"] == found.points
    assert [each["max_score"] for each in results["tests"]] == [10, 5, 5]
    page = (tmp_path / "out/anna/report.html").read_text()
    assert f"{found.points:g} of 20 points" in page
    assert str(tmp_path) not in page


def test_four_verdicts_and_their_last_words(tmp_path: Path) -> None:
    files = {f"{name}/engine.py": text for name, text in CLASS.items()}
    found = by_name(grade(written(tmp_path, ONE_GAME), submitted(tmp_path, files), tmp_path / "out", jobs=2))
    assert set(CLASS) == set(VERDICTS)
    for verdict in CLASS:
        (game,) = found[verdict].games
        assert (game.verdict, game.points, found[verdict].verdicts) == (verdict, 0, [verdict])
        assert "X" in game.board
        page = (tmp_path / "out" / verdict / "report.html").read_text()
        assert f"<h3>{verdict} against" in page
    assert "RuntimeError: my bug" in found["crash"].games[0].errors
    assert "so slow" in found["time-out"].games[0].errors
    assert "is illegal" in found["illegal move"].games[0].reason
    assert "I think I win!" in found["bad protocol"].games[0].reason
    listed = json.loads((tmp_path / "out/class.json").read_text())["students"]
    assert {each["name"]: each["verdicts"] for each in listed} == {name: [name] for name in CLASS}


def test_one_bad_submission_does_not_stop_the_rest(tmp_path: Path) -> None:
    files = {
        "empty/README": "I did not do it",
        "two/a.py": GOOD,
        "two/b.py": GOOD,
        "broken/engine.c": "int main(void) { return x; }",
        "file.py": GOOD,
        "nested/project/engine.py": GOOD,
    }
    if shutil.which("cc") is None:
        del files["broken/engine.c"]
    submissions = submitted(tmp_path, files)
    os.mkfifo(tmp_path / "submissions/empty/pipe")
    found = by_name(grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out"))
    assert "neither a file nor a folder" in found["empty"].trouble
    assert "which of a.py, b.py is the program" in found["two"].trouble
    if "broken" in found:
        assert "`cc -O2 -o engine engine.c -lm` failed" in found["broken"].trouble
        assert "error: " in found["broken"].trouble
    for name in ("file", "nested"):
        assert (found[name].trouble, found[name].failure, len(found[name].games)) == ("", "", 1)
    for name, each in found.items():
        assert each.failure == ""
        assert json.loads((tmp_path / "out" / name / "results.json").read_text())["score"] == each.points
    assert found["two"].verdicts == ["not runnable"]


def test_a_program_may_be_called_like_its_game() -> None:
    files = [Path("board.py"), Path("Connect4.py")]
    assert chosen(files, "connect4:width=6") == files[1]
    with pytest.raises(NotRunnable, match=r"which of board\.py, Connect4\.py is the program"):
        chosen(files, "othello")


def test_programs_in_c_and_javascript(tmp_path: Path) -> None:
    files = {}
    if shutil.which("cc"):
        files["c/engine.c"] = (ENGINES / "engine.c").read_text()
    if shutil.which("make") and shutil.which("cc"):
        files["make/othello.c"] = (ENGINES / "engine.c").read_text()
        files["make/Makefile"] = "othello: othello.c\n\tcc -o othello othello.c\n"
    if shutil.which("node"):
        files["javascript/engine.js"] = (ENGINES / "engine.js").read_text()
    if not files:
        pytest.skip("needs a C compiler or node")
    for each in grade(written(tmp_path, ONE_GAME), submitted(tmp_path, files), tmp_path / "out"):
        assert (each.trouble, each.failure, each.verdicts) == ("", "", [])


def test_what_is_graded_is_not_graded_again(tmp_path: Path) -> None:
    submissions = submitted(tmp_path, {"anna/engine.py": GOOD, "ben/engine.py": CLASS["crash"]})
    told: list[str] = []
    first = grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out", tell=told.append)
    (tmp_path / "submissions/ben/engine.py").write_text(GOOD)
    second = grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out", tell=told.append)
    assert ["graded before" in each for each in told] == [False, False, True, False]
    assert first[0] == second[0]
    assert (first[1].verdicts, second[1].verdicts) == (["crash"], [])
    (tmp_path / "out/anna/report.json").write_text("{ half a rep")
    grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out", tell=told.append)
    assert "graded before" not in told[4]


def test_a_failure_of_ours_is_not_the_students(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    submissions = submitted(tmp_path, {"anna/engine.py": GOOD})
    with monkeypatch.context() as patch:
        patch.setattr("zermelo.grade.run.play", broken)
        (found,) = grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out")
    assert "No space left" in found.failure
    results = json.loads((tmp_path / "out/anna/results.json").read_text())
    assert "no fault of your program" in results["output"]
    assert "No space left" not in (tmp_path / "out/anna/report.html").read_text()
    assert "The grader failed with 1" in (tmp_path / "out/class.html").read_text()
    assert "Traceback" in (tmp_path / "out/anna/grader-error.txt").read_text()
    (found,) = grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out")
    assert found.failure == ""


def test_a_keeper_that_cannot_start_is_our_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submissions = submitted(tmp_path, {"anna/engine.py": GOOD})
    monkeypatch.setattr("zermelo.players.isolation.SUPERVISOR", tmp_path / "nothing.py")
    (found,) = grade(written(tmp_path, ONE_GAME), submissions, tmp_path / "out")
    assert "was not started" in found.failure


def test_submissions_do_not_see_each_other(tmp_path: Path) -> None:
    spy = later("raise RuntimeError(f'seen: {__import__(\"os\").listdir(sys.argv[1])}')")
    submissions = submitted(tmp_path, {"anna/engine.py": GOOD, "spy/engine.py": spy})
    place = tmp_path / "submissions"
    text = f"[program]\nrun = '{sys.executable} engine.py {place}'\n" + ONE_GAME
    found = by_name(grade(written(tmp_path, text), submissions, tmp_path / "out"))
    if "files" not in found["spy"].protected and sys.platform != "linux":
        pytest.skip("no read-only view here")
    assert "seen: []" in found["spy"].games[0].errors


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("title = 3", "expected a text"),
        ("colour = 1\n" + ONE_GAME, "no setting 'colour'"),
        ('title = "x"', "nothing is worth anything"),
        ("[[phase]]\nseconds = 1", "says whom to play"),
        ('[[phase]]\nopponents = ["naive"]', "give seconds for a move, or a clock"),
        ('[[phase]]\nseconds = 1\nopponents = ["level:99"]', "phase 1: "),
        ('[[phase]]\nseconds = 1\ngames = 0\nopponents = ["naive"]', "at least 1"),
        ('game = "chess2"\n' + ONE_GAME, "chess2"),
        ("= 3", "is not a TOML file"),
    ],
)
def test_bad_assignments(text: str, trouble: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=trouble):
        written(tmp_path, text)


def command(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "zermelo", "grade", *arguments], capture_output=True, text=True, timeout=300, cwd=folder
    )


def test_the_command(tmp_path: Path) -> None:
    assert command("--init", folder=tmp_path).returncode == 0
    assert (tmp_path / "assignment.toml").read_text(encoding="utf-8") == starter()
    assert read_assignment(tmp_path / "assignment.toml").most == 96
    assert command("--init", folder=tmp_path).returncode == 2
    (tmp_path / "small.toml").write_text(ONE_GAME)
    submitted(tmp_path, {"anna/engine.py": GOOD, "ben/engine.py": CLASS["crash"]})
    done = command("small.toml", "submissions", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    students = json.loads(done.stdout)["students"]
    assert [(each["name"], each["verdicts"]) for each in students] == [("anna", []), ("ben", ["crash"])]
    done = command("small.toml", "submissions", folder=tmp_path)
    assert "small-results/class.html" in done.stdout
    done = command("small.toml", folder=tmp_path)
    assert (done.returncode, "say where the submissions are" in done.stderr) == (2, True)


def test_gradescope_gets_its_file_whatever_happens(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(ONE_GAME)
    submitted(tmp_path, {"engine.py": GOOD})
    results = tmp_path / "results" / "results.json"
    done = command("small.toml", "submissions", "--gradescope", str(results), "--out", "out", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(results.read_text())["tests"][0]["max_score"] == 5
    (tmp_path / "small.toml").write_text("not TOML")
    done = command("small.toml", "submissions", "--gradescope", str(results), folder=tmp_path)
    assert done.returncode == 2
    assert "no fault of your program" in json.loads(results.read_text())["output"]
