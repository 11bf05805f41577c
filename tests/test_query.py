"""What a search is asked: declared once in the core, checked once, and typed."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.errors import did_you_mean
from zermelo.game import Game, Info
from zermelo.native import core
from zermelo.query import EFFORT, FEATURES, LIMITS, OF_A_POSITION, OPTIONS, Features, Query, read_option, read_options

REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"depht": 3}, TypeError, "search has no option 'depht' - did you mean depth?"),
    ({"prunes": True}, TypeError, "search has no option 'prunes' - did you mean prune?"),
    ({"threads": 0}, ValueError, "threads=0: must be a whole number from 1 to 256"),
    ({"threads": True}, ValueError, "threads=True: must be a whole number from 1 to 256"),
    ({"threads": 10**30}, ValueError, f"threads={10**30}: must be a whole number from 1 to 256"),
    ({"nodes": 0}, ValueError, "nodes=0: must be a whole number >= 1"),
    ({"nodes": 2**63}, ValueError, f"nodes={2**63}: too large"),
    ({"nodes": 10**40}, ValueError, f"nodes={10**40}: too large"),
    ({"nodes": -(10**40)}, ValueError, f"nodes={-(10**40)}: must be a whole number >= 1"),
    ({"seed": -1}, ValueError, "seed=-1: must be a whole number >= 0"),
    ({"seed": 2**64}, ValueError, f"seed={2**64}: too large"),
    ({"samples": 0}, ValueError, "samples=0: must be a whole number >= 1"),
    ({"depth": -1}, ValueError, "depth=-1: must be a whole number >= 0, or math.inf for the whole game"),
    ({"depth": 2.5}, ValueError, "depth=2.5: must be a whole number >= 0, or math.inf for the whole game"),
    ({"depth": -math.inf}, ValueError, "depth=-inf: must be a whole number >= 0, or math.inf for the whole game"),
    ({"seconds": 0}, ValueError, "seconds=0: must be a number above 0"),
    ({"seconds": "1"}, ValueError, "seconds='1': must be a number above 0"),
    ({"memory_mb": math.nan}, ValueError, "memory_mb=nan: must be a number above 0"),
    ({"explore": -0.1}, ValueError, "explore=-0.1: must be a number >= 0"),
    ({"clock": 5}, TypeError, "clock=5: must be a zermelo.Clock, such as Clock(60, increment=1)"),
    ({"best": 0}, ValueError, 'best=0: must be a whole number >= 1, or "all"'),
    ({"best": "al"}, ValueError, "best='al': must be a whole number >= 1, or \"all\""),
    ({"window": (3, 1)}, ValueError, "window=(3, 1): must be (alpha, beta) with alpha < beta"),
    ({"window": (1, math.nan)}, ValueError, "window=(1, nan): must be (alpha, beta) with alpha < beta"),
    ({"window": 3}, ValueError, "window=3: must be (alpha, beta) with alpha < beta"),
    ({"trace": -3}, ValueError, "trace=-3: must be True, False or the most nodes to record"),
    ({"eval": 3}, ValueError, 'eval=3: must be a function of (state, player), a Network or its file, "own" or "none"'),
    ({"cutoff": 3}, ValueError, "cutoff=3: must be a function"),
    ({"progress": "x"}, ValueError, "progress='x': must be a function"),
    ({"stop": 3}, ValueError, "stop=3: must be a zermelo.Stop"),
    ({"history": 3}, TypeError, "history=3: must hold States"),
    ({"history": [3]}, ValueError, "history=[3]: must hold States"),
    ({"open_cards": 1}, TypeError, "open_cards=1: expected True or False"),
    ({"prune": 1}, TypeError, "prune=1: expected True or False"),
    ({"table": 5}, TypeError, "table=5: expected True, False or a zermelo.Table"),
    ({"cut": "<"}, ValueError, "cut='<': expected '>=', '>'"),
    ({"star": 2}, TypeError, "star=2: expected a word"),
    ({"replacement": "age"}, ValueError, "replacement='age': expected 'full', 'lru', 'always', 'depth', 'ageing'"),
    ({"order": "killer"}, ValueError, "- did you mean killers?"),
    ({"order": "table+"}, ValueError, "order='table+': expected 'given'"),
    ({"method": "alpha"}, ValueError, "unknown method 'alpha' - did you mean alphabeta?"),
    ({"method": 3}, TypeError, "method=3: expected the name of a method"),
    ({"inner": "beta"}, ValueError, "unknown method 'beta'"),
]


@pytest.mark.parametrize(("options", "error", "message"), REFUSED, ids=lambda each: str(each)[:40])
def test_what_cannot_be_asked_is_refused_by_name(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        Query(**options)
    assert message in str(raised.value)
    with pytest.raises(error):
        zermelo.search(zermelo.start("tictactoe"), **options)


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_value_that_cannot_be_shown_is_still_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"^threads=a Mute that cannot be shown: must be"):
        Query(threads=Mute())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^threads='x{100,119}…: must be"):
        Query(threads="x" * 500)  # type: ignore[arg-type]


def test_every_option_has_its_own_row() -> None:
    assert len(OPTIONS) == len(core.Query.fields())
    assert set(FEATURES) < set(OPTIONS)
    assert set(LIMITS) | set(EFFORT) | set(OF_A_POSITION) < set(OPTIONS)
    for field in OPTIONS.values():
        assert field.meaning, field.name
    for name, field in FEATURES.items():
        assert Features(**{name: field.default}) == Features(), name


def test_defaults_are_accepted_and_change_nothing() -> None:
    for name, field in OPTIONS.items():
        asked = Query(**{name: field.default})
        if name not in FEATURES:
            assert getattr(asked, name) == field.default or name == "history", name


def test_replacing_leaves_the_rest_and_the_first_alone() -> None:
    first = Query(depth=3, method="scout", cut=">", table=True)
    second = first.replace(depth=5, cut=">=", order="killers")
    assert (first.depth, first.changes) == (3, {"cut": ">", "table": True})
    assert (second.depth, second.method) == (5, "scout")
    assert second.changes == {"cut": ">=", "table": True, "order": "killers"}
    kept = zermelo.Table(1)
    assert second.replace(table=kept).table is kept
    assert second.replace(table=kept).replace(table=False).table is None


def test_features_compare_and_print() -> None:
    some = Features(order="history+killers", prune=False, star="star1")
    assert repr(some) == "Features(prune=False, order='killers+history', star='star1')"
    assert some == Features(prune=False, star="star1").replace(order="killers+history") != Features()
    assert some.as_dict()["order"] == "killers+history"
    with pytest.raises(AttributeError):
        some.prune = True  # type: ignore[misc]


def test_options_are_read_from_text_by_their_types() -> None:
    words = {"bool": "yes", "int": "3", "float": "2.5", "bool | Table": "no"}
    for name, field in OPTIONS.items():
        kind = field.type.removesuffix(" | None")
        if kind in words:
            assert read_option(name, words[kind]) in (True, 3, 2.5, False), name
            with pytest.raises(ValueError, match=f"^{name}=perhaps: expected"):
                read_option(name, "perhaps")
    assert read_options({"order": "killers", "scout": "on", "table": "0"}, FEATURES, "feature") == {
        "order": "killers",
        "scout": True,
        "table": False,
    }
    with pytest.raises(ValueError, match="no feature 'ordre' - did you mean order"):
        read_options({"ordre": "killers"}, FEATURES, "feature")


def test_a_game_declares_what_info_lists() -> None:
    """Every field of Info that is declared is an attribute of Game with the same value unless it is set."""
    declared = [each for each in Info.fields() if hasattr(Game, each.name)]
    assert {each.name for each in declared} >= {"players", "payoffs", "chance", "hidden", "repetition", "low", "high"}
    assert [each.name for each in Info.fields() if each.name not in {one.name for one in declared}] == [
        "name",
        *ABILITIES,
    ]


ABILITIES = (
    "evaluates",
    "sees_noise",
    "ranks_moves",
    "weighs",
    "sees_features",
    "indexes_moves",
    "passes",
    "plays_out",
    "symmetric",
    "repetition_keyed",
    "table_keyed",
    "samples",
    "lists_worlds",
    "solves",
    "engine",
)


class Nim(Game):
    initial = (5, 0)

    def turn(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, min(2, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def payoff(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1


@pytest.mark.parametrize(
    ("method", "ability"),
    [
        ("evaluate", "evaluates"),
        ("noisy", "sees_noise"),
        ("canonical", "symmetric"),
        ("worlds", "lists_worlds"),
        ("repetition_key", "repetition_keyed"),
        ("table_key", "table_keyed"),
    ],
)
def test_what_a_game_can_do_is_what_it_has(method: str, ability: str) -> None:
    more = type("More", (Nim,), {method: lambda self, state, other=0: state})
    assert not getattr(zermelo.start(Nim).info, ability)
    assert getattr(zermelo.start(more).info, ability)


def test_what_the_built_in_games_can_do() -> None:
    found = {
        name: {each for each in ABILITIES if getattr(zermelo.start(name).info, each)}
        for name in ("tree", "tictactoe", "connect4", "othello", "backgammon", "bridge", "hearts", "kuhn")
    }
    board = {"evaluates", "sees_noise", "ranks_moves", "symmetric"}
    assert found["tree"] == set()
    assert found["tictactoe"] == board | {"sees_features", "indexes_moves"}
    assert found["connect4"] == board | {"sees_features", "indexes_moves", "solves"}
    assert found["othello"] == board | {"engine"}
    assert found["backgammon"] == {"evaluates", "engine"}
    assert found["bridge"] == {"evaluates", "solves", "samples", "lists_worlds"}
    assert found["hearts"] == {"evaluates", "ranks_moves", "plays_out", "samples", "lists_worlds"}


def test_a_wrong_declaration_names_the_class() -> None:
    wrong = type("Wrong", (Nim,), {"unit": "small"})
    with pytest.raises(zermelo.GameError, match=r"^Wrong.unit='small': expected a number"):
        zermelo.start(wrong)


def test_a_misspelt_option_fails_the_type_checker(tmp_path: Path) -> None:
    lines = [
        "import zermelo",
        'state = zermelo.start("tictactoe")',
        'zermelo.search(state, depth=3, order="killers", cut=">")',
        "zermelo.search(state, depht=3)",
        'zermelo.search(state, cut="<")',
        'zermelo.search(state, threads="2")',
        "zermelo.Searcher(depth=3)",
    ]
    file = tmp_path / "user.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    wrong = sorted({int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line})
    assert wrong == [4, 5, 6, 7], done.stdout + done.stderr


def test_random_options_give_a_result_or_a_named_refusal() -> None:
    """Values of every kind for every option: only TypeError and ValueError, and the message names the option."""
    rng = random.Random(5)
    state = zermelo.start("tictactoe")
    values = [
        None,
        True,
        False,
        0,
        1,
        -1,
        3,
        10**30,
        0.5,
        math.nan,
        math.inf,
        "",
        "all",
        "none",
        "best",
        ">",
        (),
        [],
        (1, 2),
        {},
        b"x",
    ]
    values += [state, [state], zermelo.Stop(), zermelo.Clock(1), zermelo.Table(1), len, Mute(), "killers+history"]
    answers, refusals = 0, list[tuple[str, str]]()
    for _ in range(3000):
        name = rng.choice([*OPTIONS, "nodez"])
        try:
            Query(**{name: rng.choice(values)})
            answers += 1
        except (TypeError, ValueError) as error:
            refusals.append((name, str(error)))
    assert answers > 200
    assert [each for each in refusals if each[0] not in each[1] and "method" not in each[1]] == []


def test_suggestions() -> None:
    assert did_you_mean("widht", ["width", "height"]) == " - did you mean width?"
    assert did_you_mean("x", ["width", "height"]) == ""
