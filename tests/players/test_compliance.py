"""The check of the course's protocol names what students get wrong, and how to put it right."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

import zermelo
from zermelo.players.protocols.compliance import Compliance, check_program

ROOT = Path(__file__).parents[2]
GOOD = (ROOT / "examples" / "engines" / "engine.py").read_text()
WRITE, PASS = "print(*best, flush=True)", 'print("pass", flush=True)'
AT_A_TIME = 6
LOOP = "for line in sys.stdin:\n"
READ = "play((int(words[0]), int(words[1])), other(me))"

# What is changed in a good program, the step that fails, and words of the fault and of the fix.
FAULTY = {
    "forgets to flush": (
        [(WRITE, "print(*best)"), (PASS, 'print("pass")')],
        "flushes",
        "forgets to flush",
        "flush=True",
    ),
    "prompt": ([(WRITE, 'print("Your move:", *best, flush=True)')], "only moves", "prompt", "alone"),
    "prompt without a move": (
        [(WRITE, 'print("Enter your move: ")\n        ' + WRITE)],
        "only moves",
        "prompt",
        "input()",
    ),
    "prompt that waits": (
        [("for line in sys.stdin:", "while line := input('Enter a move: '):")],
        "only moves",
        "prompt",
        "input()",
    ),
    "debug lines": ([(WRITE, 'print("evaluated 17 nodes")\n        ' + WRITE)], "only moves", "debug", "stderr"),
    "debug behind": (
        [(WRITE, WRITE + '\n        print("done thinking", flush=True)')],
        "only moves",
        "debug",
        "stderr",
    ),
    "prints the board": (
        [(WRITE, 'for r in range(8, 0, -1): print(*[board.get((c, r), ".") for c in range(1, 9)])\n        ' + WRITE)],
        "only moves",
        "prints the board",
        "stderr",
    ),
    "echoes": (
        [(LOOP, LOOP + "    print(line.strip(), flush=True)\n")],
        "only moves",
        "repeats the colour",
        "do not print",
    ),
    "counts from 0": (
        [
            (WRITE, "print(best[0] - 1, best[1] - 1, flush=True)"),
            (READ, "play((int(words[0]) + 1, int(words[1]) + 1), other(me))"),
        ],
        "legal",
        "counts from 0",
        "count from 1",
    ),
    "rows from above": (
        [
            (WRITE, "print(best[0], 9 - best[1], flush=True)"),
            (READ, "play((int(words[0]), 9 - int(words[1])), other(me))"),
        ],
        "legal",
        "rows from above",
        "from 1 at the bottom",
    ),
    "swaps when it writes": (
        [(WRITE, "print(best[1], best[0], flush=True)")],
        "legal",
        "swaps column and row",
        "column first",
    ),
    "letters": (
        [(WRITE, 'print("abcdefgh"[best[0] - 1] + str(9 - best[1]), flush=True)')],
        "format",
        "letter and a number",
        "column and row",
    ),
    "commas": ([(WRITE, "print(best, flush=True)")], "format", "other signs", "two numbers and a space"),
    "no space": ([(WRITE, 'print(*best, sep="", flush=True)')], "format", "no space", "write `"),
    "no newline": ([(WRITE, 'print(*best, end="", flush=True)')], "format", "its line has no end", "newline"),
    "reads all": (
        [(LOOP, "for line in sys.stdin.read().splitlines():\n")],
        "flushes",
        "reads all its input",
        "one line",
    ),
    "colour as a move": (
        [("if words in", "if words == 7 and words in")],
        "answers",
        "the colour, as a move",
        "{color}",
    ),
    "never passes": ([(PASS, "pass")], "passes", "writes nothing when it cannot move", "`pass`"),
    "own word for a pass": ([(PASS, 'print("0 0", flush=True)')], "passes", "word of its own", "`pass`"),
    "always passes": ([(WRITE, 'print("pass", flush=True)')], "passes", "passes although it can move", "pass only"),
    "ignores the opponent": ([(READ, "0")], "legal", "did not play the opponent's last move", "read a line"),
    "cannot hear a pass": (
        [('if words != ["pass"]:\n            ', "")],
        "hears passes",
        "cannot read `pass`",
        "word `pass`",
    ),
    "moves as white": (
        [("if me == BLACK:\n            answer", "if True:\n            answer")],
        "waits",
        "although it is white",
        "read a move first",
    ),
    "two moves": ([(WRITE, WRITE + "\n        print(1, 1, flush=True)")], "only moves", "second move", "one move"),
    "game over": (
        [("        answer(me)\n", "        answer(me)\nprint('Game over', flush=True)\n")],
        "only moves",
        "when the game is over",
        "nothing",
    ),
    "stays": (
        [("        answer(me)\n", "        answer(me)\nwhile True: pass\n")],
        "ends",
        "still runs",
        "nothing more to read",
    ),
    "crashes": (
        [("def legal(color):", "def legal(color):\n    1 / (len(board) < 9)")],
        "finishes",
        "ended with exit code 1",
        "by hand",
    ),
    "is silent": ([(LOOP, "import time\ntime.sleep(60)\n" + LOOP)], "answers", "wrote nothing within", "move at once"),
}


def checked(folder: Path, text: str, seconds: float = 4.0) -> Compliance:
    file = folder / "student.py"
    file.write_text(text)
    return check_program([str(file)], zermelo.start("othello"), seconds=seconds)


def test_a_good_program(tmp_path: Path) -> None:
    found = checked(tmp_path, GOOD)
    assert found.ok
    assert [step.status for step in found.steps] == ["ok"] * len(found.steps)


def changed(kind: str) -> str:
    """The good program with something wrong in it."""
    text = GOOD
    for old, new in FAULTY[kind][0]:
        assert old in text
        text = text.replace(old, new, 1) if "answer(me)\n" not in old else text[: text.rindex(old)] + new
    return text


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Compliance]]]:
    """All of them, some at a time: a check mostly waits."""
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        yield {kind: pool.submit(checked, tmp_path_factory.mktemp("faulty"), changed(kind)) for kind in FAULTY}


@pytest.mark.parametrize("kind", FAULTY)
def test_the_fault_is_named(kind: str, findings: dict[str, Future[Compliance]]) -> None:
    _, step, what, fix = FAULTY[kind]
    found = findings[kind].result()
    assert not found.ok
    faults = {each.name: each.faults for each in found.steps}
    shown = [(fault.what, fault.fix) for fault in faults[step]]
    assert any(what in one and fix in other for one, other in shown), str(found)
    assert found.talk


def test_windows_newlines_and_capitals_are_allowed(tmp_path: Path) -> None:
    assert checked(
        tmp_path, GOOD.replace(WRITE, 'print(*best, end="\\r\\n", flush=True)').replace('"pass", f', '"PASS", f')
    ).ok


def test_c_that_forgets_to_flush(tmp_path: Path) -> None:
    if shutil.which("gcc") is None or shutil.which("stdbuf") is None:
        pytest.skip("needs gcc and stdbuf")
    source = (ROOT / "examples" / "engines" / "engine.c").read_text().replace("  fflush(stdout);\n", "")
    (tmp_path / "engine.c").write_text(source)
    subprocess.run(["gcc", "-o", str(tmp_path / "engine"), str(tmp_path / "engine.c")], check=True)
    found = check_program([str(tmp_path / "engine")], zermelo.start("othello"), seconds=4.0)
    (fault,) = found.faults
    assert "forgets to flush" in fault.what
    assert "fflush(stdout)" in fault.fix


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "zermelo", "check-engine", *arguments], capture_output=True, text=True, timeout=120
    )


def test_the_command(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(GOOD)
    bad.write_text(GOOD.replace(WRITE, 'print("My move:", *best, flush=True)'))
    asked = [
        [f"cmd:{good} {{color}}", "--seconds", "4", "--game", "othello"],
        [f"cmd:{good}"],
        [f"cmd:{bad}", "--json"],
        [f"cmd:{bad}", "--trust"],
        ["cmd:/no/such/program"],
        ["gtp:true"],
        ["cmd:'"],
        ["cmd:"],
        ["uci:"],
    ]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        told, well, as_json, trusted, *refused = pool.map(lambda words: command(*words), asked)
    assert told.returncode == 1  # its colour comes as an argument, which it does not read
    assert (well.returncode, "All is well." in well.stdout) == (0, True)
    report = json.loads(as_json.stdout)
    assert (as_json.returncode, report["ok"], report["kind"]) == (1, False, "compliance")
    assert {"name", "title", "status", "faults"} <= set(report["steps"][0])
    assert "FAULT  it writes nothing but moves" in trusted.stdout
    assert "fix: print `" in trusted.stdout
    assert "< My move: " in trusted.stdout
    for done in refused:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("error: ")
