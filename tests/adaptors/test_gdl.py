"""Rule sheets: each keeps the laws, agrees with a second, slow interpreter, and has the value that is known."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from slow_gdl import SlowGdl, shown

import zermelo
from zermelo.adaptors.gdl import UnseenGdlGame, gdl, gdl_file
from zermelo.adaptors.gdl.game import Sheet
from zermelo.check import check_game

FOLDER = Path(__file__).parents[2] / "examples" / "gdl"
SHEETS = sorted(FOLDER.glob("*.kif"))
VALUES = {
    "tictactoe": 0,
    "misere_tictactoe": 0,
    "fifteen": 0,
    "subtraction": 1,
    "nim": 1,
    "hexapawn": -1,
    "hex3": 1,
    "connect3": 1,
    "domineering": 1,
}
LARGE = ("breakthrough", "connect4", "domineering", "four_by_four", "gomoku6")
RECURSIVE = ("hex3", "queens5")  # relations that a proof from the back does not end with
SLOW = pytest.mark.slow
EACH = [pytest.param(file, id=file.stem, marks=SLOW if file.stem in LARGE else ()) for file in SHEETS]


def test_there_are_twenty_sheets() -> None:
    assert len(SHEETS) >= 20


@pytest.mark.parametrize("file", EACH)
def test_a_sheet_keeps_the_laws(file: Path) -> None:
    assert check_game(f"gdl:{file}", games=3).problems == ()


@pytest.mark.parametrize("file", [each for each in EACH if each.id not in RECURSIVE])
def test_a_sheet_agrees_with_a_slow_interpreter(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    sheet, slow, rng = Sheet(text), SlowGdl(text), random.Random(1)
    for _ in range(2):
        bits, facts = sheet.initial, slow.initial
        for _ in range(6):
            assert sheet.over(bits) == slow.over(facts)
            assert [sheet.goal(bits, p) for p in range(len(slow.roles))] == [slow.goal(facts, r) for r in slow.roles]
            if sheet.over(bits):
                break
            choices = sheet.choices(bits)
            assert [set(each) for each in choices] == [{shown(m) for m in slow.legal(facts, r)} for r in slow.roles]
            terms = [{shown(m): m for m in slow.legal(facts, role)} for role in slow.roles]
            picked = [rng.choice(sorted(each)) for each in choices]
            bits = sheet.after(bits, sum(each[move] for each, move in zip(choices, picked, strict=True)))
            moves = {role: terms[i][picked[i]] for i, role in enumerate(slow.roles)}
            facts = slow.after(facts, moves)
            assert set(sheet.written(bits).split()) <= {shown(fact) for fact in facts}


@pytest.mark.parametrize("name", VALUES)
def test_known_values(name: str) -> None:
    state = zermelo.start(f"gdl:{FOLDER / name}.kif")
    assert zermelo.search(state, depth=100).score.for_player(0).value == VALUES[name]


@pytest.mark.parametrize("name", ["hanoi", "river", "lights_out", "buttons", "queens5"])
def test_puzzles_can_be_solved(name: str) -> None:
    state = zermelo.start(f"gdl:{FOLDER / name}.kif")
    assert zermelo.search(state, method="maxn", depth=100).score.value == 100


def test_the_same_tree_as_the_built_in_games() -> None:
    for name, depth in (("tictactoe", 6), ("connect4", 4)):
        assert zermelo.count(zermelo.start(f"gdl:{FOLDER / name}.kif"), depth) == zermelo.count(
            zermelo.start(name), depth
        )


def test_choices_at_once_are_unseen() -> None:
    game = gdl_file(str(FOLDER / "rock_paper_scissors.kif"))
    assert isinstance(game, UnseenGdlGame)
    state = zermelo.start(game)
    assert state.play("rock").view(1) == state.play("paper").view(1) != state.view(0) + "x"
    assert zermelo.equilibrium(state).value == pytest.approx(0, abs=1e-3)
    pennies = zermelo.start(f"gdl:{FOLDER / 'pennies.kif'}")
    assert zermelo.equilibrium(pennies).value == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(role x", "1 brackets are not closed"),
        ("(role x))", "unexpected \\) in line 1"),
        ("(role x)", "says nothing about 'init'"),
        ("(<= (p ?x) (not (q ?x)))", "nothing says what \\?x can be"),
        ("()", "empty brackets"),
        ("(role a) (init p) (legal a b) (next p) terminal (goal a 101)", "expected 0 to 100"),
        (
            "(role a) (init p) (legal a b) (<= (next p) (not (q 1))) (<= (q 1) (not (q 1))) terminal (goal a 0)",
            "own neg",
        ),
    ],
)
def test_bad_sheets_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gdl(text)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="cannot read the rule sheet"):
        zermelo.start("gdl:nowhere.kif")
