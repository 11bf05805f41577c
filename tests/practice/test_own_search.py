"""check_search: right searches pass, every kind of mistake has its name and its reason."""

from __future__ import annotations

import re

import pytest
import searches

import zermelo
from zermelo.cli.commands import run
from zermelo.practice import check_search
from zermelo.practice.own_search import trees_to_try
from zermelo.practice.watched import Visits, WatchedList, WatchedNode
from zermelo.view import explorer


@pytest.mark.parametrize(
    ("search", "options"),
    [
        (searches.good, {}),
        (searches.textbook, {}),
        (searches.textbook, {"fail": "soft"}),
        (searches.good, {"fail": "soft"}),
        (searches.hard, {"form": "lists", "fail": "hard"}),
        (searches.by_index, {"form": "lists"}),
        (searches.strict, {"cut": ">"}),
    ],
)
def test_right_searches(search, options):
    found = check_search(search, **options)
    assert found.passed, found.said
    assert found.trees == 200
    assert str(found).startswith("All is right: 200 trees")
    assert found.kind == ""


@pytest.mark.parametrize(
    ("search", "options", "kind", "words"),
    [
        (
            searches.strict,
            {},
            "examined",
            r"\[\[3,5\],\[3,9\]\]: It visits E-6, but E-6 is pruned: below E-2, MIN "
            r"already has 3, MAX has 3 elsewhere, and 3 ≤ α = 3. Pruning on > would visit exactly these nodes",
        ),
        (searches.good, {"cut": ">"}, "pruned", r"never visits E-6, but E-6 is examined.*3 ≥ α = 3.*a tie"),
        (searches.minimax, {"form": "lists"}, "examined", "It visits E-8, but E-8 is pruned: below E-2, MIN"),
        (searches.shallow, {}, "examined", "is pruned"),
        (searches.eager, {}, "value", r"It returned 6; the value is −5. The first step that differs: It never visits"),
        (searches.backwards, {}, "order", "It visits E-3 before E-1: children are to be searched"),
        (searches.last_move, {}, "move", r"It chose E-3, but E-1 is worth 7"),
        (searches.broken, {}, "exception", r"AttributeError: .*searches.py, line \d+"),
        (searches.endless, {"seconds": 0.1}, "endless", "had not ended after 0.1 s"),
        (searches.staring, {}, "endless", "visits"),
        (searches.forever, {}, "endless", "RecursionError"),
        (searches.silent, {}, "answer", "It returned None: expected the value"),
        (searches.always_seven, {}, "value", "It returned 7; the value is −5"),
        (searches.hard, {"form": "lists", "fail": "soft"}, "window", r"With the window \(4, 6\) it returned 6; fail"),
        (searches.textbook, {"fail": "hard"}, "window", "fail-hard returns"),
        (lambda node: "E-1", {}, "answer", "It returned 'E-1'"),
    ],
)
def test_wrong_searches(search, options, kind, words):
    found = check_search(search, **options)
    assert not found.passed
    assert found.kind == kind
    assert re.search(words, found.said), found.said
    assert found.tree
    assert zermelo.tree(found.tree)


def test_a_min_root_is_said():
    def forgets(node):
        if node.is_leaf:
            return node.value
        return searches.good(node)[0] if node.is_max else max(searches.good(child)[0] for child in node.children)

    found = check_search(forgets)
    assert not found.passed
    assert "(MIN moves first)" in found.said


@pytest.mark.parametrize(
    ("search", "options", "error", "words"),
    [
        (3, {}, TypeError, "expected a function"),
        (lambda: 3, {}, TypeError, "takes no tree"),
        (lambda node, colour: 3, {}, TypeError, "'colour'"),
        (searches.good, {"form": "trees"}, ValueError, "form='trees'"),
        (searches.good, {"cut": "<"}, ValueError, "cut='<'"),
        (searches.minimax, {"fail": "hard"}, ValueError, "no alpha and beta"),
    ],
)
def test_wrong_use(search, options, error, words):
    with pytest.raises(error, match=words):
        check_search(search, **options)


def test_moves_may_be_told_in_many_ways():
    for tell in (
        lambda move, node: node.moves().index(move),
        lambda move, node: node.play(move),
        lambda move, node: move,
    ):

        def search(node, tell=tell):
            value, move = searches.good(node)
            return value, tell(move, node)

        assert check_search(search).passed
    assert check_search(lambda node: searches.good(node)[::-1]).passed


def test_trees_grow_and_are_the_same_every_time():
    first, second = ([each.text for each in trees_to_try(50, 3)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 40
    sizes = [len(each) for each in first[3:]]
    assert sum(sizes[:10]) < sum(sizes[-10:])
    assert {each.turn for each in trees_to_try(50, 3)} == {0, 1}


def test_what_a_look_is():
    root = zermelo.tree([[1, 2], 3])
    visits = Visits(100)
    node = WatchedNode(root, (), visits)
    child = node.play("E-1")
    assert (child.turn, child.is_leaf, child.is_max, node.is_over) == (1, False, False, False)
    assert not visits.seen
    assert [each.is_leaf for each in node.children] == [False, True]
    assert list(visits.seen) == [()]
    assert node.play("E-2").value == 3
    assert list(visits.seen) == [(), ("E-2",)]
    with pytest.raises(ValueError, match="no leaf"):
        _ = node.value
    visits = Visits(100)
    lists = WatchedList(root, (), visits)
    assert isinstance(lists[0], list)
    assert list(visits.seen) == [()]
    assert lists[-1] == 3
    assert list(visits.seen) == [(), ("E-2",)]
    assert [*lists[0]] == [1, 2]
    assert ("E-1", "E-4") in visits.seen


def test_the_explorer_opens_at_the_difference(monkeypatch, tmp_path):
    monkeypatch.setattr(explorer, "bundled", lambda name, needed=True: "")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    found = check_search(searches.strict, open=True)
    assert len(opened) == 1
    assert f'"step": {found.step}' in found.page()
    trace = found.walk.trace
    left = next(node.leave for node in trace if node.move == "E-2")
    assert found.walk is not None
    assert found.walk.shown_step(left) == found.step == 8  # as the page counts them
    assert "<svg" in found._repr_html_()
    with pytest.raises(ValueError, match="no difference"):
        check_search(searches.good).page()


def test_the_command(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(explorer, "bundled", lambda name, needed=True: "")
    file = searches.__file__
    assert run(["check-search", f"{file}:good"]) == 0
    assert "All is right" in capsys.readouterr().out
    page = tmp_path / "difference.html"
    assert run(["check-search", f"{file}:strict", "--html", str(page)]) == 1
    assert "E-6 is pruned" in capsys.readouterr().out
    assert 'id="trace-0"' in page.read_text(encoding="utf-8")
    assert run(["check-search", f"{file}:strict", "--cut", ">"]) == 0
    assert run(["check-search", f"{file}:broken"]) == 3
    assert run(["check-search", f"{file}:minimax", "--lists", "--json"]) == 1
    assert '"difference": "examined"' in capsys.readouterr().out
    assert run(["check-search", f"{file}:nothing"]) == 2
