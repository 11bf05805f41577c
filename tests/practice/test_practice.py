"""Problems, answers and sheets."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import zermelo
from zermelo.cli.commands import run
from zermelo.errors import ParseError
from zermelo.games.tree.game import answer, edges, exact, most_prunings, random_tree
from zermelo.practice import Answers, check_answers, problem, problems, sheet
from zermelo.practice.problem import problem_of

SLIDES = problem_of("[[9,8,7],[6,5,4],[3,2,1]]")


@pytest.mark.parametrize("cut", [">=", ">"])
@pytest.mark.parametrize(("depth", "branching", "prunings"), [(4, 2, 4), (3, 3, 6), (2, 3, 2), (3, 2, 0)])
def test_problems_are_as_asked_for(depth, branching, prunings, cut):
    for seed in range(3):
        found = problem(depth, branching, prunings, seed=seed, cut=cut)
        assert len(found.pruned) == prunings
        assert found.value == exact(found.root, {})
        assert len(edges(found.root)) == sum(branching**i for i in range(1, depth + 1))
        assert found == problem(depth, branching, prunings, seed=seed, cut=cut)
        assert not check_answers(found, Answers(found.best, found.value, {}, found.pruned))


def test_problems_that_cannot_be():
    with pytest.raises(ValueError, match="at most 1 prunings, not 3"):
        problem(2, 2, 3)
    with pytest.raises(ValueError, match="at most"):
        problem(20, 3, 4)
    with pytest.raises(ValueError, match="prunings=-1"):
        problem(3, 2, -1)
    with pytest.raises(ValueError, match="without chance"):
        problem_of("[chance[1,2],3]")
    with pytest.raises(ValueError, match="explicit tree"):
        problem_of(zermelo.start("tictactoe"))


@pytest.mark.parametrize(("depth", "branching"), [(1, 3), (2, 2), (2, 3), (3, 2), (4, 2), (3, 3)])
def test_no_tree_has_more_prunings_than_there_can_be(depth, branching):
    counts = {len(answer(random_tree(depth, branching, range(9), seed)).pruned) for seed in range(800)}
    assert max(counts) <= most_prunings(depth, branching)
    if branching**depth <= 8:
        assert max(counts) == most_prunings(depth, branching)


def test_right_answers_of_the_slides():
    right = Answers("E-1", 7, {"E-1": 7, "E-2": 6, "E-3": 3}, ["E-8", "E-9", "E-11", "E-12"])
    assert check_answers(SLIDES, right) == []
    assert check_answers(SLIDES, Answers(values={"E-2": 4, "E-3": 1, "root": 7})) == []  # minimax values are right, too
    assert check_answers(SLIDES, Answers()) == []


def test_every_mistake_is_explained():
    said = [
        str(each)
        for each in check_answers(SLIDES, Answers("E-2", 6, {"E-2": 5, "E-8": 1}, ["E-5", "E-8", "E-9", "E-12"]))
    ]
    assert said == [
        "The best first move for MAX is E-1 with 7; E-2 leads to ≤6.",
        "Not 5: after E-2 MIN takes the least of E-7 6: ≤6; 2 more edges are pruned, so this is only a bound.",
        "E-8 is pruned: below E-2, MIN already has 6, MAX has 7 elsewhere, and 6 ≤ α = 7, so it needs no value "
        "(its minimax value is 5, not 1).",
        "Not 6: at the root MAX takes the largest of E-1 7, E-2 ≤6, E-3 ≤3: 7.",
        "Not pruned: E-5 is examined: below E-1, MIN has 9 so far, and 9 > α = −∞, so nothing is cut off.",
        "Not marked: E-11 is pruned: below E-3, MIN already has 3, MAX has 7 elsewhere, and 3 ≤ α = 7.",
    ]
    kinds = {each.kind for each in check_answers(SLIDES, Answers("E-4", pruned=["E-1"]))}
    assert kinds == {"move", "pruned", "missed"}


def test_edges_below_a_pruned_one_may_be_marked():
    deep = problem_of([[5], [3, [7, [8, 9]]]])
    assert deep.pruned == ("E-5",)
    assert deep.unexamined == ("E-5", "E-6", "E-7", "E-8", "E-9")
    assert check_answers(deep, Answers(pruned=["E-5"])) == []
    assert check_answers(deep, Answers(pruned=["E-5", "E-8"])) == []
    (only,) = check_answers(deep, Answers(pruned=["E-8"]))
    assert only.where == "E-5"
    (value,) = check_answers(deep, Answers(values={"E-7": 1}))
    assert value.said.startswith("E-7 lies below E-5, and E-5 is pruned")


def test_the_convention_decides():
    tied = [[3, 5], [3, 9]]
    assert problem_of(tied).pruned == ("E-6",)
    assert problem_of(tied, ">").pruned == ()
    (only,) = check_answers(problem_of(tied, ">"), Answers(pruned=["E-6"]))
    assert only.said == (
        "Not pruned: E-6 is examined: below E-2, MIN has 3 so far, and 3 ≥ α = 3, so nothing is cut off "
        "(a tie cuts off only where the convention is ≤)."
    )


def test_edges_that_are_none():
    for answers in (Answers("E-99"), Answers(pruned=["e8"]), Answers(values={"": 3})):
        with pytest.raises(ParseError, match="there is no edge"):
            check_answers(SLIDES, answers)


class Counter(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.tags = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag not in ("meta", "br", "rect", "circle", "path", "polygon"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_sheets():
    several = problems(3, 3, 2, 1, seed=5)
    page = sheet(several)
    counter = Counter()
    counter.feed(page)
    assert not counter.open
    assert counter.tags.count("svg") == 6
    assert counter.tags.count("section") == 6
    front, key = page.split("Problem 1: answers")
    assert "✂" not in front
    assert "best move" not in front
    assert all(each.best in key for each in several)
    assert key.count("is pruned:") == 3
    assert "break-before: page" in page
    assert "≥ β or ≤ α" in page
    without = sheet(several, key=False)
    assert "answers</h2>" not in without
    assert re.search(r"> β or &lt; α|&gt; β or &lt; α", sheet(problems(1, 3, 2, 1, cut=">")))
    with pytest.raises(ValueError, match="needs a problem"):
        sheet([])


def command(capsys, *words):
    code = run(["practice", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_command(capsys, tmp_path):
    code, out, _ = command(capsys, "--seed", "3")
    assert code == 0
    assert "never examined" in out
    assert "✂" not in out
    code, out, _ = command(capsys, "--seed", "3", "--answers")
    assert "best first move" in out
    assert out.count("is pruned:") == 4
    tree = "[[9,8,7],[6,5,4],[3,2,1]]"
    assert command(capsys, tree, "--move", "E-1", "--value", "7", "--pruned", "E-8, E-9,E-11,E-12")[:2] == (
        0,
        "All is right.\n",
    )
    code, out, _ = command(capsys, tree, "--pruned", "none")
    assert code == 1
    assert out.count("Not marked") == 4
    assert '"best": "E-1"' in command(capsys, tree, "--json")[1]
    file = tmp_path / "sheet.html"
    assert command(capsys, "--sheet", str(file), "--problems", "2", "--no-key")[0] == 0
    assert file.read_text(encoding="utf-8").count("<section>") == 2
    assert command(capsys, tree, "--move", "E-77")[0] == 2
    assert command(capsys, "--depth", "30")[0] == 2
